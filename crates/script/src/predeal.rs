//! `predeal`: cards and numbers of cards that a seat always has, from tokens to what can be dealt.

use bridge::{Hand, Predeal, Seat, Suit};

use crate::diagnostic::Diagnostic;
use crate::doubtful;
use crate::parse::{Parsed, Parser};
use crate::syntax::{PredealItem, Predealt};
use crate::token::TokenKind;
use crate::word::Sense;

impl Parser {
    /// `north SAK,HQ south D2` or `spades(north)==5`, as many as there are.
    pub(crate) fn predeal(&mut self) -> Parsed<Vec<PredealItem>> {
        let mut items = Vec::new();
        loop {
            let start = self.peek().span;
            if let Some(Sense::Suit(suit)) = self.sense() {
                self.next();
                self.expect_symbol("(")?;
                let seat = self.seat()?;
                self.expect_symbol(")")?;
                self.expect_symbol("==")?;
                let length = self.number("a number of cards")?;
                let span = start.to(self.previous_span());
                self.later
                    .push((span, "a predeal of lengths is read and then ignored".into()));
                items.push(PredealItem {
                    seat,
                    what: Predealt::Length(suit, length),
                    span,
                });
            } else if matches!(self.sense(), Some(Sense::Seat(_)))
                || items.is_empty()
                || self.one_letter_hand()
            {
                let seat = self.seat()?;
                self.cards(seat, &mut items)?;
            } else {
                return Ok(items);
            }
        }
    }

    /// `n SAK`: a seat's letter that is followed by cards.
    fn one_letter_hand(&self) -> bool {
        self.seat_ahead().is_some()
            && matches!(
                self.ahead(1).kind,
                TokenKind::Holding(..) | TokenKind::Card(_)
            )
    }

    fn no_cards<T>(&mut self) -> Parsed<T> {
        let token = self.peek().clone();
        match doubtful::cards(&token.text) {
            Some((right, wrong)) if matches!(token.kind, TokenKind::Name) => self.stuck(
                Diagnostic::error("cards", token.span, wrong)
                    .help(format!("write {right}"))
                    .instead(right),
            ),
            _ => self.expected("cards, a suit's letter first, like SAK4"),
        }
    }

    fn cards(&mut self, seat: Seat, items: &mut Vec<PredealItem>) -> Parsed<()> {
        loop {
            let cards = match self.peek().kind {
                TokenKind::Holding(suit, holding) => {
                    Hand::from_bits(u64::from(holding.0) << (16 * suit as u32))
                }
                TokenKind::Card(card) => {
                    let why = "predealt cards begin with their suit, like SA";
                    self.later.push((self.peek().span, why.into()));
                    Hand::EMPTY.with(card)
                }
                _ => return self.no_cards(),
            };
            let span = self.next().span;
            items.push(PredealItem {
                seat,
                what: Predealt::Cards(cards),
                span,
            });
            if !self.take_symbol(",") {
                return Ok(());
            }
        }
    }
}

/// Gives a seat one thing more. What cannot be is said, and left out.
pub(crate) fn add(predeal: &mut Predeal, item: &PredealItem) -> Option<Diagnostic> {
    let mut more = *predeal;
    let why = give(&mut more, item.seat as usize, item.what).or_else(|| impossible(&more));
    match why {
        Some(why) => Some(Diagnostic::error("predeal", item.span, why)),
        None => {
            *predeal = more;
            None
        }
    }
}

/// Why it cannot be given, if so.
fn give(predeal: &mut Predeal, seat: usize, what: Predealt) -> Option<String> {
    match what {
        Predealt::Cards(cards) => {
            let again = cards.cards().find(|&card| !predeal.free().has(card));
            predeal.hands[seat] = predeal.hands[seat].union(cards);
            again.map(|card| format!("{card} is predealt twice"))
        }
        Predealt::Length(suit, length) => {
            let Some(length) = u8::try_from(length).ok().filter(|&length| length <= 13) else {
                return Some("a suit has 13 cards".into());
            };
            let before = predeal.lengths[seat][suit as usize].replace(length)?;
            (before != length).then(|| format!("this suit has a length of {before} already"))
        }
    }
}

/// Why nothing can be dealt to a predeal, if so.
fn impossible(predeal: &Predeal) -> Option<String> {
    for seat in Seat::ALL {
        let hand = predeal.hands[seat as usize];
        let lengths = predeal.lengths[seat as usize];
        let mut least = 0;
        for suit in Suit::ALL {
            let cards = hand.length(suit);
            match lengths[suit as usize] {
                Some(length) if usize::from(length) < cards => {
                    return Some(format!(
                        "{seat} is given {cards} cards of a suit and a length of {length}"
                    ));
                }
                length => least += length.map_or(cards, usize::from),
            }
        }
        if least > 13 {
            return Some(format!("{seat} would have {least} cards"));
        }
        if lengths.iter().all(Option::is_some) && least < 13 {
            return Some(format!("{seat} would have {least} cards"));
        }
    }
    for suit in Suit::ALL {
        let needs = |seat: Seat| {
            let cards = predeal.hands[seat as usize].length(suit);
            predeal.lengths[seat as usize][suit as usize].map_or(cards, usize::from)
        };
        let needed: usize = Seat::ALL.into_iter().map(needs).sum();
        let settled = predeal
            .lengths
            .iter()
            .all(|lengths| lengths[suit as usize].is_some());
        if needed > 13 || settled && needed < 13 {
            return Some(format!(
                "the four seats would have {needed} cards of one suit"
            ));
        }
    }
    None
}

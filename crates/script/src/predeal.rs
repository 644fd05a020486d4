//! `predeal`: cards and numbers of cards that a seat always has, from tokens to the syntax tree.

use bridge::{Hand, Seat};

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
                _ => return self.expected("cards, a suit's letter first, like SAK4"),
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

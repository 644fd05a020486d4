//! Auctions and plays as files tell them: calls with notes, cards in the order of play, and the contract they lead to.
//!
//! A file may say anything, so calls are texts that are understood as far as they can be; nothing here checks the laws.

use answer::Explained;

use crate::score::Strain;
use crate::{Card, Deal, Seat, Suit};

/// An auction as a file tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Auction {
    /// Whose call comes first.
    pub starter: Seat,
    /// The calls, in their order.
    pub calls: Vec<Call>,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// As PBN writes it: `Pass`, `X`, `XX`, `1C` … `7NT`.
    pub call: String,
    /// What the file says about it.
    pub note: Option<String>,
}

/// Nobody calls more often.
const MOST_CALLS: usize = 320;

/// A call as PBN writes it, from any usual way.
pub(crate) fn call(text: &str) -> Option<String> {
    let plain = text.trim_end_matches(['!', '?', '*']).to_ascii_uppercase();
    Some(match plain.as_str() {
        "P" | "PASS" => "Pass".to_owned(),
        "X" | "D" | "DBL" | "DOUBLE" => "X".to_owned(),
        "XX" | "R" | "RDBL" | "REDOUBLE" => "XX".to_owned(),
        bid => {
            let (level, strain) = bid.split_at_checked(1)?;
            if !matches!(level.as_bytes(), [b'1'..=b'7']) {
                return None;
            }
            match strain {
                "C" | "D" | "H" | "S" => bid.to_owned(),
                "N" | "NT" => format!("{level}NT"),
                _ => return None,
            }
        }
    })
}

impl Auction {
    /// The words of PBN, with the notes by their numbers. What is not understood is passed over.
    pub(crate) fn parse(starter: Seat, words: &[String], notes: &[(String, String)]) -> Auction {
        let mut auction = Auction {
            starter,
            calls: Vec::new(),
        };
        for word in words {
            if auction.calls.len() >= MOST_CALLS || word == "*" || word == "+" {
                break;
            }
            if word.eq_ignore_ascii_case("AP") {
                while !auction.is_complete() && auction.calls.len() < MOST_CALLS {
                    auction.push("Pass".to_owned(), None);
                }
                break;
            }
            // A note may stand at the call itself: 1S=1=.
            let (plain, mark) = match word.split_once('=') {
                Some((plain, mark)) => (plain, mark.strip_suffix('=')),
                None => (word.as_str(), None),
            };
            if let Some(call) = call(plain) {
                auction.push(call, None);
            }
            let note = mark.and_then(|mark| notes.iter().find(|(number, _)| number == mark));
            if let (Some((_, note)), Some(last)) = (note, auction.calls.last_mut()) {
                last.note = Some(note.trim().to_owned());
            }
        }
        auction
    }

    pub(crate) fn push(&mut self, call: String, note: Option<String>) {
        if self.calls.len() < MOST_CALLS {
            self.calls.push(Call { call, note });
        }
    }

    /// Whether nobody calls any more: three passes after a bid, or four at once.
    pub fn is_complete(&self) -> bool {
        let passes = self.calls.iter().rev();
        let passes = passes.take_while(|call| call.call == "Pass").count();
        passes >= 3 && self.calls.len() >= 4
    }

    /// The contract and who plays it, as PBN writes them: `4SX` and North; `Pass` and nobody. `None` before the end.
    ///
    /// ```
    /// let pbn = b"[Dealer \"N\"]\n[Deal \"N:AKQJT98765432... - - -\"]\n[Auction \"N\"]\n1S Pass 4S X\nAP\n";
    /// let board = &bridge::Format::Pbn.read(pbn).boards[0];
    /// let auction = board.record.as_ref().unwrap().auction().unwrap();
    /// assert_eq!(auction.contract(), Some(("4SX".to_owned(), Some(bridge::Seat::North))));
    /// ```
    pub fn contract(&self) -> Option<(String, Option<Seat>)> {
        if !self.is_complete() {
            return None;
        }
        let is_bid = |call: &Call| !matches!(call.call.as_str(), "Pass" | "X" | "XX");
        let Some(last) = self.calls.iter().rposition(is_bid) else {
            return Some(("Pass".to_owned(), None));
        };
        let bid = &self.calls[last].call;
        let strain = &bid[1..];
        let same = |place: usize| {
            let call = &self.calls[place];
            is_bid(call) && call.call[1..] == *strain
        };
        let first = (last % 2..=last).step_by(2).find(|&place| same(place));
        let after = self.calls[last + 1..].iter();
        let doubled = after.rev().find(|call| call.call != "Pass");
        let doubled = doubled.map_or("", |call| call.call.as_str());
        let declarer = first.map(|place| self.starter.turned(place));
        Some((format!("{bid}{doubled}"), declarer))
    }
}

/// The play of a board as a file tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// Who leads first.
    pub leader: Seat,
    /// The cards of each trick: that of the leader of the first one, then clockwise, whoever led to it.
    pub tricks: Vec<[Option<Card>; 4]>,
}

/// A card as files write it: suit and rank, `10` for a ten too.
pub(crate) fn card(text: &str) -> Option<Card> {
    let text = text.replace("10", "T").to_ascii_uppercase();
    (text.len() == 2).then(|| text.parse().ok()).flatten()
}

impl Play {
    /// The words of PBN: four a trick, `-` for a card that was not played.
    pub(crate) fn parse(leader: Seat, words: &[String]) -> Option<Play> {
        let words = words.iter().take_while(|word| *word != "*");
        let is_note = |word: &&String| word.starts_with(['=', '$', '+', '!', '?', '^']);
        let cards: Vec<Option<Card>> = words
            .filter(|word| !is_note(word))
            .map(|word| card(word.split(['=', '!', '?']).next().unwrap_or_default()))
            .take(52)
            .collect();
        let trick = |four: &[Option<Card>]| {
            let mut trick = [None; 4];
            trick[..four.len()].copy_from_slice(four);
            trick
        };
        let tricks: Vec<_> = cards.chunks(4).map(trick).collect();
        (!tricks.is_empty()).then_some(Play { leader, tricks })
    }

    /// The tricks of cards in the order of their play; `None` if the first is nobody's. Who played a card is known from the
    /// deal, so that cards of nobody end it.
    pub(crate) fn of_cards(cards: &[Card], deal: &Deal) -> Option<Play> {
        let holder = |card: Card| Seat::ALL.into_iter().find(|&seat| deal[seat].has(card));
        let leader = holder(*cards.first()?)?;
        let mut tricks = Vec::new();
        for four in cards.chunks(4).take(13) {
            let mut trick = [None; 4];
            for &card in four {
                let Some(seat) = holder(card) else {
                    break;
                };
                trick[(seat as usize + 4 - leader as usize) % 4] = Some(card);
            }
            tricks.push(trick);
        }
        Some(Play { leader, tricks })
    }

    /// The cards in the order of their play, in a strain.
    pub fn cards(&self, strain: Strain) -> Vec<Card> {
        let mut cards = Vec::new();
        let mut lead = 0;
        for trick in &self.tricks {
            let played = (0..4).map(|place| (lead + place) % 4);
            let played: Vec<(usize, Card)> = played
                .map_while(|column| trick[column].map(|card| (column, card)))
                .collect();
            cards.extend(played.iter().map(|(_, card)| *card));
            let trick: Vec<Card> = played.iter().map(|(_, card)| *card).collect();
            let Some(best) = winner(&trick, strain) else {
                break;
            };
            lead = played[best].0;
        }
        cards
    }

    /// The play as the rules allow it, with who played each card.
    ///
    /// # Errors
    /// The first card that could not be played.
    pub fn by_the_rules(
        &self,
        deal: &Deal,
        declarer: Seat,
        strain: Strain,
    ) -> Result<LegalPlay, PlayFault> {
        let mut turn = declarer.turned(1);
        if self.leader != turn {
            let leader = self.leader;
            return Err(PlayFault::Leader { leader, declarer });
        }
        let (mut left, mut trick, mut cards) = (*deal, Vec::new(), Vec::new());
        for card in self.cards(strain) {
            let seat = turn;
            if !left[seat].has(card) {
                return Err(PlayFault::NotHeld { seat, card });
            }
            let led = trick.first().map_or(card.suit(), |led: &Card| led.suit());
            if card.suit() != led && left[seat].length(led) > 0 {
                let suit = led;
                return Err(PlayFault::Revoke { seat, card, suit });
            }
            left[seat] = left[seat].without(card);
            cards.push(PlayedCard { seat, card });
            trick.push(card);
            turn = seat.turned(1);
            if trick.len() == 4 {
                // The one who now has the turn also led to this trick.
                turn = turn.turned(winner(&trick, strain).unwrap_or_default());
                trick.clear();
            }
        }
        Ok(LegalPlay {
            declarer,
            strain,
            cards,
        })
    }

    /// The rows of PBN.
    pub(crate) fn rows(&self) -> Vec<String> {
        let written = |card: &Option<Card>| card.map_or("-".to_owned(), |card| card.to_string());
        let row =
            |trick: &[Option<Card>; 4]| trick.iter().map(written).collect::<Vec<_>>().join(" ");
        self.tricks.iter().map(row).collect()
    }
}

/// The place of the card that wins a trick, if there is any card.
fn winner(trick: &[Card], strain: Strain) -> Option<usize> {
    let led = trick.first()?.suit();
    let worth = |card: &Card| {
        (
            Strain::Suit(card.suit()) == strain,
            card.suit() == led,
            card.rank(),
        )
    };
    let best = trick
        .iter()
        .enumerate()
        .max_by_key(|(_, card)| worth(card))?;
    Some(best.0)
}

/// A card of a play, and who played it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedCard {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// Cards that were played by the rules, from the opening lead on. Made by [`Play::by_the_rules`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalPlay {
    pub(crate) declarer: Seat,
    pub(crate) strain: Strain,
    pub(crate) cards: Vec<PlayedCard>,
}

impl LegalPlay {
    /// The cards, in the order of their play.
    pub fn cards(&self) -> &[PlayedCard] {
        &self.cards
    }
}

/// Why a play cannot have been as a file tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayFault {
    /// Someone else leads.
    #[error("{leader} cannot lead first when {declarer} declares")]
    Leader {
        /// Who led.
        leader: Seat,
        /// Who declares.
        declarer: Seat,
    },
    /// A card that a hand does not have, or no more.
    #[error("{seat} cannot play {card} there: it is not in that hand")]
    NotHeld {
        /// Whose turn it is.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A suit that was not followed.
    #[error("{seat} cannot play {card} there with a card of suit {} in hand", suit.letter())]
    Revoke {
        /// Whose turn it is.
        seat: Seat,
        /// The card.
        card: Card,
        /// What was led.
        suit: Suit,
    },
}

impl Explained for PlayFault {
    fn code(&self) -> &'static str {
        "impossible-play"
    }
}

/// The strain of a contract as PBN writes it.
pub(crate) fn strain(contract: &str) -> Option<Strain> {
    let plain = contract.trim().to_ascii_uppercase();
    let letters = plain.get(1..)?.trim();
    Strain::from_letter(letters.chars().next()?)
}

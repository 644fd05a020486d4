//! What everybody at the table has seen of a hand: the upcard, the bids, the cards played. Nothing in here can hold a
//! card that is hidden from anybody.

use serde::Serialize;

use crate::moves::Bid;
use crate::table_state::TableState;
use crate::{Call, Card, Cards, Rules, Score, Seat, Suit};

/// A trick as it was played: who played what, in order. The last one of a hand may be unfinished.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trick(pub Vec<(Seat, Card)>);

impl Trick {
    /// The suit led.
    pub fn led(&self, call: Call) -> Option<Suit> {
        self.0.first().map(|&(_, card)| call.trump.suit_of(card))
    }

    /// Who has played the strongest card so far.
    pub fn winner(&self, call: Call) -> Option<Seat> {
        let led = self.led(call)?;
        let strongest = self
            .0
            .iter()
            .max_by_key(|&&(_, card)| call.trump.power(led, card));
        strongest.map(|&(seat, _)| seat)
    }

    /// Its cards.
    pub fn cards(&self) -> Cards {
        self.0.iter().map(|&(_, card)| card).collect()
    }
}

/// What everybody has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The house rules.
    pub rules: Rules,
    /// The points before this hand.
    pub score: Score,
    /// Who dealt.
    pub dealer: Seat,
    /// The card turned up.
    pub upcard: Card,
    /// What was said, in order; may be empty when the call is known from elsewhere.
    pub bids: Vec<(Seat, Bid)>,
    /// What is trump, once it is.
    pub call: Option<Call>,
    /// The tricks, the last one possibly unfinished.
    pub tricks: Vec<Trick>,
}

/// A seat that did not follow suit: from then on it has none of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Void {
    /// Who.
    pub seat: Seat,
    /// Which suit: the left bower belongs to the trumps.
    pub suit: Suit,
    /// In which trick it was first seen, from 1.
    pub trick: usize,
}

impl Public {
    /// The beginning of a hand.
    pub fn new(rules: Rules, score: Score, dealer: Seat, upcard: Card) -> Public {
        Public {
            rules,
            score,
            dealer,
            upcard,
            bids: Vec::new(),
            call: None,
            tricks: Vec::new(),
        }
    }

    /// The table after the bids.
    pub(crate) fn after_bids(&self) -> TableState {
        let mut table = TableState::new(self.rules, self.dealer, self.upcard);
        for &(_, bid) in &self.bids {
            table.bid(bid);
        }
        table
    }

    /// What the bids made trump; nothing while they go on.
    pub fn called(&self) -> Option<Call> {
        self.after_bids().call
    }

    /// All cards that were played.
    pub fn played(&self) -> Cards {
        self.tricks
            .iter()
            .fold(Cards::NONE, |all, trick| all | trick.cards())
    }

    /// The cards that a seat has played, in order, each with its trick from 1.
    pub fn played_by(&self, seat: Seat) -> impl Iterator<Item = (usize, Card)> {
        self.tricks.iter().enumerate().flat_map(move |(t, trick)| {
            let of_seat = trick.0.iter().filter(move |&&(who, _)| who == seat);
            of_seat.map(move |&(_, card)| (t + 1, card))
        })
    }

    /// Who did not follow which suit, the unfinished trick included; each once, where it was first seen.
    pub fn voids(&self) -> Vec<Void> {
        let Some(call) = self.call else {
            return Vec::new();
        };
        let mut voids: Vec<Void> = Vec::new();
        for (t, trick) in self.tricks.iter().enumerate() {
            let Some(suit) = trick.led(call) else {
                continue;
            };
            for &(seat, card) in &trick.0 {
                let known = voids.iter().any(|v| (v.seat, v.suit) == (seat, suit));
                if call.trump.suit_of(card) != suit && !known {
                    voids.push(Void {
                        seat,
                        suit,
                        trick: t + 1,
                    });
                }
            }
        }
        voids
    }

    /// Whether the partner of a lone player gives a card and gets one back.
    pub fn has_exchange(&self) -> bool {
        self.rules.partners_best && self.call.is_some_and(|call| call.alone)
    }
}

impl std::fmt::Display for Void {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Void { seat, suit, trick } = self;
        write!(f, "{seat} did not follow {} in trick {trick}", suit.name())
    }
}

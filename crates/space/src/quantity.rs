//! Quantities: whole numbers that add up card by card, such as points in a hand or the length of a suit.

use crate::{Cards, Deal};

/// What some cards are worth in one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Term {
    place: usize,
    cards: Cards,
    worth: i32,
}

/// A number that adds up card by card: each card is worth something in each place, mostly 0.
///
/// ```
/// use space::{Cards, Deal, Quantity};
/// let length = Quantity::number(0, Cards(0b0111));
/// let points = Quantity::new(0, |card| match card { 2 => 4, 3 => 3, _ => 0 });
/// let deal = Deal::new([Cards(0b0101), Cards(0b1010)]);
/// assert_eq!(length.of(&deal), 2);
/// assert_eq!((points + length).of(&deal), 6);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quantity {
    terms: Vec<Term>,
}

impl Quantity {
    /// How many of these cards lie in a place.
    pub fn number(place: usize, cards: Cards) -> Quantity {
        let term = Term {
            place,
            cards,
            worth: 1,
        };
        Quantity { terms: vec![term] }
    }

    /// The sum of what the cards in a place are worth.
    pub fn new(place: usize, worth: impl Fn(u8) -> i32) -> Quantity {
        let mut terms: Vec<Term> = Vec::new();
        for card in 0..64 {
            let worth = worth(card);
            match terms.iter_mut().find(|term| term.worth == worth) {
                _ if worth == 0 => {}
                Some(term) => term.cards = term.cards | Cards::one(card),
                None => terms.push(Term {
                    place,
                    cards: Cards::one(card),
                    worth,
                }),
            }
        }
        Quantity { terms }
    }

    /// Its value in a deal.
    pub fn of(&self, deal: &Deal) -> i64 {
        self.terms
            .iter()
            .map(|term| term.worth as i64 * (deal.at(term.place) & term.cards).len() as i64)
            .sum()
    }

    /// What one card is worth in one place.
    pub fn worth(&self, place: usize, card: u8) -> i64 {
        self.terms
            .iter()
            .filter(|term| term.place == place && term.cards.has(card))
            .map(|term| term.worth as i64)
            .sum()
    }

    /// The highest place number it names.
    pub(crate) fn last_place(&self) -> Option<usize> {
        self.terms.iter().map(|term| term.place).max()
    }
}

impl std::ops::Add for Quantity {
    type Output = Quantity;
    fn add(mut self, other: Quantity) -> Quantity {
        self.terms.extend(other.terms);
        self
    }
}

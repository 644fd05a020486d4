//! Cards, decks and deals as bit sets. A card is a number below 64; what is printed on it is no business
//! of this crate.

use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Sub};

use crate::Error;

/// The most places that a deck can go to.
pub const MAX_PLACES: usize = 8;

/// A set of cards: bit `c` is card number `c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(pub u64);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards(0);

    /// The set of one card. ValueList from 64 up wrap around; [`Deck::new`] is where they are refused.
    pub fn one(card: u8) -> Cards {
        Cards(1u64.wrapping_shl(card as u32))
    }

    /// How many cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No card at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is in the set.
    pub fn has(self, card: u8) -> bool {
        card < 64 && self.0 >> card & 1 == 1
    }

    /// The lowest card number in the set.
    pub fn first(self) -> Option<u8> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as u8)
    }

    /// The card numbers in the set, in rising order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(card)
        })
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Cards {
        cards
            .into_iter()
            .fold(Cards::NONE, |set, card| set | Cards::one(card))
    }
}

impl BitOr for Cards {
    type Output = Cards;
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A deck: different cards, in groups. The groups ('suits') mean nothing to the count; they only suggest
/// an order in which to go through the cards.
#[derive(Clone, Debug)]
pub struct Deck {
    groups: Vec<Cards>,
}

impl Deck {
    /// A deck of these groups of card numbers.
    ///
    /// # Errors
    /// A number from 64 up, or a card twice.
    ///
    /// ```
    /// use space::{Deck, Error};
    /// let suits = [[0, 1, 2], [3, 4, 5]];
    /// assert_eq!(Deck::new(suits)?.cards().len(), 6);
    /// assert_eq!(Deck::new([[0, 1, 0]]).unwrap_err(), Error::CardTwice(0));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new<G>(groups: impl IntoIterator<Item = G>) -> Result<Deck, Error>
    where
        G: IntoIterator<Item = u8>,
    {
        let mut all = Cards::NONE;
        let mut sets = Vec::new();
        for group in groups {
            let mut set = Cards::NONE;
            for card in group {
                if card >= 64 {
                    return Err(Error::NoSuchCard(card));
                }
                if all.has(card) {
                    return Err(Error::CardTwice(card));
                }
                set = set | Cards::one(card);
                all = all | Cards::one(card);
            }
            sets.push(set);
        }
        Ok(Deck { groups: sets })
    }

    /// Its groups.
    pub fn groups(&self) -> &[Cards] {
        &self.groups
    }

    /// All its cards.
    pub fn cards(&self) -> Cards {
        self.groups
            .iter()
            .fold(Cards::NONE, |all, &group| all | group)
    }
}

/// Where every card lies: a set of cards for each place. Places are numbers from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Deal([Cards; MAX_PLACES]);

impl Deal {
    /// A deal from the sets of cards by place; places past the eighth are dropped.
    pub fn new(places: impl IntoIterator<Item = Cards>) -> Deal {
        let mut deal = Deal::default();
        for (slot, cards) in deal.0.iter_mut().zip(places) {
            *slot = cards;
        }
        deal
    }

    /// The cards in a place: none, if there is no such place.
    pub fn at(&self, place: usize) -> Cards {
        self.0.get(place).copied().unwrap_or_default()
    }
}

impl Index<usize> for Deal {
    type Output = Cards;
    fn index(&self, place: usize) -> &Cards {
        &self.0[place]
    }
}

impl IndexMut<usize> for Deal {
    fn index_mut(&mut self, place: usize) -> &mut Cards {
        &mut self.0[place]
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let used = self
            .0
            .iter()
            .rposition(|cards| !cards.is_empty())
            .map_or(0, |i| i + 1);
        f.debug_list().entries(&self.0[..used]).finish()
    }
}

//! What seats have before anything is dealt.

use crate::{Deal, Hand, Seat, Suit};

/// Cards and numbers of cards that seats always have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Predeal {
    /// Cards, by seat.
    pub hands: [Hand; 4],
    /// Numbers of cards, by seat and suit.
    pub lengths: [[Option<u8>; 4]; 4],
}

impl Predeal {
    /// The cards that are not dealt yet.
    pub fn free(&self) -> Hand {
        let dealt = self.hands.into_iter().fold(Hand::EMPTY, Hand::union);
        Hand::from_bits(Hand::DECK.bits() & !dealt.bits())
    }

    /// How many cards of a suit a seat always has, where that is said.
    pub fn length(&self, seat: Seat, suit: Suit) -> Option<u8> {
        self.lengths[seat as usize][suit as usize]
    }

    /// Whether any number of cards is said.
    pub fn has_lengths(&self) -> bool {
        self.lengths.iter().flatten().any(Option::is_some)
    }

    /// Whether a deal has all of it.
    pub fn fits(&self, deal: &Deal) -> bool {
        Seat::ALL.into_iter().all(|seat| {
            let (has, wants) = (deal[seat], self.hands[seat as usize]);
            let length = |suit: Suit| {
                let wanted = self.length(seat, suit).map(usize::from);
                wanted.is_none_or(|wanted| has.length(suit) == wanted)
            };
            has.common(wants) == wants && Suit::ALL.into_iter().all(length)
        })
    }
}

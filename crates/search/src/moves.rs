//! A set of moves as 64 bits.

use std::ops::{BitAnd, BitOr};

/// A set of moves: bit `m` is move number `m`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Moves(pub u64);

impl Moves {
    /// No moves.
    pub const NONE: Moves = Moves(0);

    /// The set of one move. Numbers from 64 up wrap around.
    #[inline]
    pub fn one(number: u8) -> Moves {
        Moves(1u64.wrapping_shl(number as u32))
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No move at all.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this move is in the set.
    #[inline]
    pub fn has(self, number: u8) -> bool {
        number < 64 && self.0 >> number & 1 == 1
    }

    /// The `index`-th move, from the lowest number; `None` if there are not so many.
    #[inline]
    pub fn nth(self, index: usize) -> Option<u8> {
        self.iter().nth(index)
    }

    /// The set without a move.
    #[inline]
    pub fn without(self, number: u8) -> Moves {
        Moves(self.0 & !Moves::one(number).0)
    }

    /// The move numbers, in rising order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(number)
        })
    }
}

impl BitOr for Moves {
    type Output = Moves;
    #[inline]
    fn bitor(self, other: Moves) -> Moves {
        Moves(self.0 | other.0)
    }
}

impl BitAnd for Moves {
    type Output = Moves;
    #[inline]
    fn bitand(self, other: Moves) -> Moves {
        Moves(self.0 & other.0)
    }
}

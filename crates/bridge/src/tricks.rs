//! What can be made on a board when everyone sees all cards: twenty numbers of tricks.

use std::fmt;

use crate::Seat;
use crate::score::Strain;

/// The tricks that each seat can take as declarer in each strain, double dummy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tricks([[u8; 5]; 4]);

impl Tricks {
    /// Asks for the tricks of each seat in each strain.
    ///
    /// ```
    /// use bridge::{Seat, Tricks, score::Strain};
    /// let tricks = Tricks::from_fn(|seat, strain| if seat == Seat::North && strain == Strain::Notrump { 9 } else { 7 });
    /// assert_eq!(tricks.of(Seat::North, Strain::Notrump), 9);
    /// ```
    pub fn from_fn(mut tricks: impl FnMut(Seat, Strain) -> u8) -> Tricks {
        Tricks(Seat::ALL.map(|seat| Strain::ALL.map(|strain| tricks(seat, strain))))
    }

    /// The tricks of one declarer in one strain.
    pub fn of(self, declarer: Seat, strain: Strain) -> u8 {
        self.0[declarer as usize][place(strain)]
    }
}

/// Where a strain stands in the order of the bidding.
fn place(strain: Strain) -> usize {
    match strain {
        Strain::Suit(suit) => suit as usize,
        Strain::Notrump => 4,
    }
}

impl fmt::Display for Tricks {
    /// A table: a line for each declarer, a column for each strain.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:5}", "")?;
        for strain in Strain::ALL {
            write!(f, "  {:>2}", strain.letter())?;
        }
        writeln!(f)?;
        for seat in Seat::ALL {
            write!(f, "{seat:5}")?;
            for strain in Strain::ALL {
                write!(f, "  {:>2}", self.of(seat, strain))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tricks {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for seat in Seat::ALL {
            write!(f, "{}{:?} ", seat.letter(), self.0[seat as usize])?;
        }
        Ok(())
    }
}

//! A board: a deal with its number, dealer and vulnerability.

use crate::{Deal, Seat, Vulnerability};

/// A board as it comes to the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Its number, from 1.
    pub number: u64,
    /// Who deals.
    pub dealer: Seat,
    /// Who is vulnerable.
    pub vulnerable: Vulnerability,
    /// The cards.
    pub deal: Deal,
}

impl Board {
    /// A board whose dealer and vulnerability follow from its number, as the laws have it: the dealer goes round
    /// with every board, the vulnerability with every sixteen.
    ///
    /// ```
    /// use bridge::{Board, Deal, Seat, Vulnerability};
    /// let board = Board::new(7, Deal::default());
    /// assert_eq!((board.dealer, board.vulnerable), (Seat::South, Vulnerability::All));
    /// ```
    pub fn new(number: u64, deal: Deal) -> Board {
        const ROUND: [Vulnerability; 4] = [
            Vulnerability::None,
            Vulnerability::NorthSouth,
            Vulnerability::EastWest,
            Vulnerability::All,
        ];
        // Board 1 is the first of the round; there is no board 0, but it must not fail either.
        let turn = (number.wrapping_sub(1) % 16) as usize;
        Board {
            number,
            dealer: Seat::ALL[turn % 4],
            vulnerable: ROUND[(turn + turn / 4) % 4],
            deal,
        }
    }
}

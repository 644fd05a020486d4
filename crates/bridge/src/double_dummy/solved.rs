//! Boards with their double dummy results and their par, in words and as JSON.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::{Par, par};
use crate::score::Strain;
use crate::{Board, Deal, Format, HandType, Record, Seat, Suit, Tricks, Vulnerability};

/// A board that has been solved.
///
/// ```
/// use bridge::double_dummy::SolvedBoard;
/// use bridge::{Board, Deal, Tricks};
/// let solved = SolvedBoard::new(Board::new(1, Deal::default()), Tricks::from_fn(|_, _| 6));
/// assert_eq!(solved.par.score, 0);
/// assert!(solved.to_string().contains("North   6   6   6   6   6"));
/// assert_eq!(serde_json::to_value(&solved).unwrap()["tricks"]["N"]["C"], 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedBoard {
    /// Its number, from 1.
    pub number: u64,
    /// Who deals.
    pub dealer: Seat,
    /// Who is vulnerable.
    pub vulnerable: Vulnerability,
    /// The cards.
    pub hands: Deal,
    /// What it was dealt as, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_type: Option<HandType>,
    /// What each seat can make in each strain.
    pub tricks: Tricks,
    /// Par, for the board's dealer and vulnerability, seen from North and South.
    pub par: Par,
    /// Further values that the board had: not said again, but kept for [`SolvedBoard::board`].
    #[serde(skip)]
    pub values: Vec<(String, String)>,
    /// What else its file says of it, kept in the same way.
    #[serde(skip)]
    pub record: Option<Arc<Record>>,
}

impl SolvedBoard {
    /// A board and its results.
    pub fn new(board: Board, tricks: Tricks) -> SolvedBoard {
        SolvedBoard {
            number: board.number,
            dealer: board.dealer,
            vulnerable: board.vulnerable,
            hands: board.deal,
            hand_type: board.hand_type,
            tricks,
            par: par(&tricks, board.dealer, board.vulnerable),
            values: board.values,
            record: board.record,
        }
    }

    /// The board with its results and its par in it as this format has them, to be written to a file.
    pub fn board_in(&self, format: Format) -> Board {
        let mut board = self.board();
        if format.has_results_as_values() {
            board.set_values(result_values(&self.tricks, self.par.score));
        }
        board
    }

    /// The board with its results and its par in it.
    pub fn board(&self) -> Board {
        Board {
            dealer: self.dealer,
            vulnerable: self.vulnerable,
            hand_type: self.hand_type.clone(),
            tricks: Some(self.tricks),
            par: Some(self.par.score),
            values: self.values.clone(),
            record: self.record.clone(),
            ..Board::new(self.number, self.hands)
        }
    }
}

/// The results of a board as further values by their names, for a table: `tricks_north_clubs` and so on, and `par`, seen from
/// North and South.
///
/// ```
/// use bridge::Tricks;
/// use bridge::double_dummy::result_values;
/// let values = result_values(&Tricks::from_fn(|_, _| 6), -110);
/// assert_eq!(values[1], ("tricks_north_diamonds".to_owned(), "6".to_owned()));
/// assert_eq!(values[20], ("par".to_owned(), "-110".to_owned()));
/// ```
pub fn result_values(tricks: &Tricks, par: i32) -> Vec<(String, String)> {
    let name = |seat: Seat, strain: Strain| {
        let strain = match strain {
            Strain::Suit(Suit::Clubs) => "clubs",
            Strain::Suit(Suit::Diamonds) => "diamonds",
            Strain::Suit(Suit::Hearts) => "hearts",
            Strain::Suit(Suit::Spades) => "spades",
            Strain::Notrump => "notrump",
        };
        format!("tricks_{}_{strain}", seat.to_string().to_lowercase())
    };
    let mut values = Vec::new();
    for seat in Seat::ALL {
        for strain in Strain::ALL {
            values.push((name(seat, strain), tricks.of(seat, strain).to_string()));
        }
    }
    values.push(("par".to_owned(), par.to_string()));
    values
}

impl Format {
    /// Whether it has a place for double dummy results: one of its own, or among further values.
    pub fn takes_results(self) -> bool {
        self.keeps().tricks || self.has_results_as_values()
    }

    /// Whether results are [`result_values`] there.
    pub fn has_results_as_values(self) -> bool {
        self.keeps().values && !self.keeps().tricks
    }

    /// The names of the formats with a place for double dummy results.
    pub fn names_with_results() -> String {
        let with = Format::ALL
            .into_iter()
            .filter(|format| format.takes_results());
        with.map(Format::name).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for SolvedBoard {
    /// A table: a line for each declarer, a column for each strain, and par.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let SolvedBoard {
            number,
            dealer,
            vulnerable,
            ..
        } = self;
        writeln!(
            f,
            "Board {number}, dealer {dealer}, vulnerable {vulnerable}"
        )?;
        write!(f, "{}", self.tricks)?;
        match self.par.score {
            0 => writeln!(f, "Par 0: passed out"),
            score => {
                let side = if score > 0 { "NS" } else { "EW" };
                let contracts: Vec<String> =
                    self.par.contracts.iter().map(|c| c.to_string()).collect();
                let contracts = contracts.join(", ");
                writeln!(f, "Par {side} {}: {contracts}", score.unsigned_abs())
            }
        }
    }
}

/// The boards of a file, solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedBoards {
    /// The version of the library that says so.
    pub version: &'static str,
    /// The boards, in the order of the file.
    pub boards: Vec<SolvedBoard>,
}

impl From<Vec<SolvedBoard>> for SolvedBoards {
    fn from(boards: Vec<SolvedBoard>) -> SolvedBoards {
        SolvedBoards {
            version: env!("CARGO_PKG_VERSION"),
            boards,
        }
    }
}

impl fmt::Display for SolvedBoards {
    /// The tables, with empty lines between.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, board) in self.boards.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{board}")?;
        }
        Ok(())
    }
}

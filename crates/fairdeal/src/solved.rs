//! A board with its double dummy results and its par, as text and as JSON.

use std::fmt;

use bridge::double_dummy::{Par, par};
use bridge::score::Strain;
use bridge::{Board, Seat, Tricks};
use serde_json::{Map, Value as Json, json};

/// A board that has been solved.
///
/// ```
/// use bridge::{Board, Deal, Tricks};
/// let solved = fairdeal::Solved::new(Board::new(1, Deal::default()), Tricks::from_fn(|_, _| 6));
/// assert_eq!(solved.par.score, 0);
/// assert!(solved.to_string().contains("North   6   6   6   6   6"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The board, with its results and its par in it.
    pub board: Board,
    /// What each seat can make in each strain.
    pub tricks: Tricks,
    /// Par, for the board's dealer and vulnerability.
    pub par: Par,
}

impl Solved {
    /// A board and its results.
    pub fn new(board: Board, tricks: Tricks) -> Solved {
        let par = par(&tricks, board.dealer, board.vulnerable);
        let board = Board {
            tricks: Some(tricks),
            par: Some(par.score),
            ..board
        };
        Solved { board, tricks, par }
    }

    /// As a JSON object: the board, `tricks` by declarer and strain, and `par` seen from North and South.
    pub fn json(&self) -> Json {
        let Board { deal, .. } = &self.board;
        let by_seat = |value: &dyn Fn(Seat) -> Json| -> Json {
            let fields = Seat::ALL.map(|seat| (seat.letter().to_string(), value(seat)));
            Json::Object(Map::from_iter(fields))
        };
        let tricks = |seat| {
            let of = |strain: Strain| json!(self.tricks.of(seat, strain));
            let fields = Strain::ALL.map(|strain| (strain.letter().to_string(), of(strain)));
            Json::Object(Map::from_iter(fields))
        };
        let contracts: Vec<String> = self.par.contracts.iter().map(|c| c.to_string()).collect();
        json!({
            "number": self.board.number,
            "dealer": self.board.dealer.letter().to_string(),
            "vulnerable": self.board.vulnerable.to_string(),
            "hands": by_seat(&|seat| json!(deal[seat].to_string())),
            "tricks": by_seat(&tricks),
            "par": {"score": self.par.score, "contracts": contracts},
        })
    }
}

impl fmt::Display for Solved {
    /// A table: a line for each declarer, a column for each strain, and par.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Board {
            number,
            dealer,
            vulnerable,
            ..
        } = &self.board;
        writeln!(
            f,
            "Board {number}, dealer {dealer}, vulnerable {vulnerable}"
        )?;
        write!(f, "{:5}", "")?;
        for strain in Strain::ALL {
            write!(f, "  {:>2}", strain.letter())?;
        }
        writeln!(f)?;
        for seat in Seat::ALL {
            write!(f, "{seat:5}")?;
            for strain in Strain::ALL {
                write!(f, "  {:>2}", self.tricks.of(seat, strain))?;
            }
            writeln!(f)?;
        }
        match self.par.score {
            0 => writeln!(f, "Par 0: passed out"),
            score => {
                let side = if score > 0 { "NS" } else { "EW" };
                let contracts: Vec<String> =
                    self.par.contracts.iter().map(|c| c.to_string()).collect();
                let contracts = contracts.join(", ");
                writeln!(f, "Par {side} {}: {contracts}", score.abs())
            }
        }
    }
}

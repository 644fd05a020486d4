//! Boards that were played: what each opening lead would have given, and what each card of the play has cost.

use std::fmt;

use answer::ErrorBody;
use bridge::double_dummy::{BoardLeads, PlayCosts, Solver};
use bridge::score::Contract;
use bridge::{Board, FinalContract, Seat};
use serde::Serialize;
use space::Watch;

use crate::error::Error;

/// The opening leads of some boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardsLeads {
    /// The version of the library that says so.
    pub version: &'static str,
    /// The boards, in their order.
    pub boards: Vec<BoardLeads>,
    /// The boards that cannot be told of.
    pub left_out: Vec<LeftOut>,
    /// How many boards there were to solve.
    #[serde(skip)]
    asked: u64,
}

/// The plays of some boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardsPlays {
    /// The version of the library that says so.
    pub version: &'static str,
    /// The boards, in their order.
    pub boards: Vec<PlayCosts>,
    /// The boards that cannot be told of.
    pub left_out: Vec<LeftOut>,
    /// How many boards there were to solve.
    #[serde(skip)]
    asked: u64,
}

/// A board that cannot be told of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Its number.
    pub number: u64,
    /// Why.
    pub why: String,
}

impl BoardsLeads {
    /// How many boards were solved, and how many there were to solve.
    pub fn progress(&self) -> (u64, u64) {
        (self.boards.len() as u64, self.asked)
    }
}

impl BoardsPlays {
    /// How many boards were solved, and how many there were to solve.
    pub fn progress(&self) -> (u64, u64) {
        (self.boards.len() as u64, self.asked)
    }
}

/// Boards that can be told of, each with what is needed for it, and those that cannot.
struct Sorted<'a, T> {
    boards: Vec<(&'a Board, T)>,
    left_out: Vec<LeftOut>,
}

impl<'a, T> Sorted<'a, T> {
    fn new(boards: &'a [Board], of: impl Fn(&Board) -> Result<T, String>) -> Sorted<'a, T> {
        let mut sorted = Sorted {
            boards: Vec::new(),
            left_out: Vec::new(),
        };
        for board in boards {
            match of(board) {
                Ok(needed) => sorted.boards.push((board, needed)),
                Err(why) => sorted.left_out.push(LeftOut {
                    number: board.number,
                    why,
                }),
            }
        }
        sorted
    }

    /// That there is something to tell.
    fn check(&self) -> Result<(), Error> {
        match (self.boards.is_empty(), self.left_out.first()) {
            (false, _) => Ok(()),
            (true, None) => Err(nothing("there are no boards")),
            (true, Some(LeftOut { number, why })) => {
                let more = match self.left_out.len() - 1 {
                    0 => String::new(),
                    more => format!(
                        "; {} more cannot be told of",
                        answer::plural(more as u64, "board")
                    ),
                };
                Err(nothing(&format!("board {number}: {why}{more}")))
            }
        }
    }
}

fn nothing(why: &str) -> Error {
    Error::Other(ErrorBody::new("nothing-to-solve", why))
}

/// The contract of a board: the one that is told for all, or what its file says.
fn contract_of(board: &Board, told: Option<(Contract, Seat)>) -> Result<(Contract, Seat), String> {
    if !board.deal.is_complete() {
        return Err("it lacks hands".to_owned());
    }
    if let Some(told) = told {
        return Ok(told);
    }
    let record = board.record.as_deref();
    match record.and_then(|record| record.final_contract()) {
        Some(FinalContract::Played { contract, declarer }) => Ok((contract, declarer)),
        Some(FinalContract::PassedOut) => Err("it was passed out".to_owned()),
        None => Err("its file does not say what was played, and by whom".to_owned()),
    }
}

/// What each opening lead gives on each board, against the contract that is told, or else the board's own. After a stop, the
/// boards that were solved by then.
///
/// # Errors
/// When there is no board to tell of; that it was stopped before the first.
pub fn leads_of_boards(
    boards: &[Board],
    told: Option<(Contract, Seat)>,
    threads: usize,
    watch: &Watch,
) -> Result<BoardsLeads, Error> {
    let sorted = Sorted::new(boards, |board| contract_of(board, told));
    sorted.check()?;
    let asked: Vec<_> = sorted
        .boards
        .iter()
        .map(|(board, (contract, declarer))| (board.deal, *declarer, contract.strain()))
        .collect();
    let solver = Solver::load().map_err(|error| Error::other(&error))?;
    let leads = solver.on_threads(threads).leads_of_all(&asked, watch);
    let leads = leads.map_err(|error| Error::other(&error))?;
    if leads.is_empty() {
        return Err(Error::Stopped);
    }
    let solved = sorted.boards.iter().zip(&leads);
    let of = |((board, (contract, declarer)), leads): (&(&Board, _), _)| {
        BoardLeads::new(board, *contract, *declarer, leads)
    };
    Ok(BoardsLeads {
        version: env!("CARGO_PKG_VERSION"),
        boards: solved.map(of).collect(),
        left_out: sorted.left_out,
        asked: asked.len() as u64,
    })
}

/// What each card of the recorded play has cost, on each board. After a stop, the boards that were solved by then.
///
/// # Errors
/// When there is no board to tell of; that it was stopped before the first.
pub fn costs_of_plays(
    boards: &[Board],
    told: Option<(Contract, Seat)>,
    threads: usize,
    watch: &Watch,
) -> Result<BoardsPlays, Error> {
    let sorted = Sorted::new(boards, |board| {
        let (contract, declarer) = contract_of(board, told)?;
        let record = board.record.as_deref();
        let play = record.and_then(|record| record.play());
        let play = play.ok_or("its file has no play")?;
        let play = play.by_the_rules(&board.deal, declarer, contract.strain());
        Ok((contract, declarer, play.map_err(|fault| fault.to_string())?))
    });
    sorted.check()?;
    let asked: Vec<_> = sorted
        .boards
        .iter()
        .map(|(board, (.., play))| (board.deal, play.clone()))
        .collect();
    let solver = Solver::load().map_err(|error| Error::other(&error))?;
    let along = solver.on_threads(threads).along_plays(&asked, watch);
    let along = along.map_err(|error| Error::other(&error))?;
    if along.is_empty() {
        return Err(Error::Stopped);
    }
    let solved = sorted.boards.iter().zip(&along);
    let of = |((board, (contract, declarer, play)), along): (&(&Board, _), &Vec<u8>)| {
        PlayCosts::new(board, *contract, *declarer, play, along)
    };
    Ok(BoardsPlays {
        version: env!("CARGO_PKG_VERSION"),
        boards: solved.map(of).collect(),
        left_out: sorted.left_out,
        asked: asked.len() as u64,
    })
}

/// Boards with empty lines between, and then those that were left out.
fn listed(
    f: &mut fmt::Formatter,
    boards: &[impl fmt::Display],
    left_out: &[LeftOut],
) -> fmt::Result {
    for (i, board) in boards.iter().enumerate() {
        if i > 0 {
            writeln!(f)?;
        }
        write!(f, "{board}")?;
    }
    if !left_out.is_empty() {
        writeln!(f)?;
    }
    for LeftOut { number, why } in left_out {
        writeln!(f, "Board {number} is left out: {why}")?;
    }
    Ok(())
}

impl fmt::Display for BoardsLeads {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        listed(f, &self.boards, &self.left_out)
    }
}

impl fmt::Display for BoardsPlays {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        listed(f, &self.boards, &self.left_out)
    }
}

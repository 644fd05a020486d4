//! Boards from a file, sifted by a script: those that satisfy its condition stay as they are, those with hands that are
//! not given are completed at random.
//!
//! A board that lacks hands is dealt again and again, from a stream of its own, until the condition holds: of all ways
//! to complete it that qualify, each has the same chance.

use std::io;

use bridge::{Board, Predeal};
use condition::EvalError;
use plan::{Plan, PlanError, Stop, Trial};
use rayon::prelude::*;
use script::Value;

use crate::acts::Written;
use crate::dealing::{MAX_KEPT, Made};
use crate::{DealError, Dealing, Outcome};

/// How often completing a board is tried, when nobody says how often.
const TRIES: u64 = 10_000_000;

/// How many boards a thread takes at a time.
const AT_ONCE: usize = 32;

/// What came out of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Sifted {
    /// The boards that were kept, the deals that were tried for them, and what the script counted.
    pub outcome: Outcome,
    /// How many boards do not satisfy the script.
    pub refused: u64,
    /// The numbers of the boards that could not be completed in so many tries.
    pub incomplete: Vec<u64>,
}

impl From<Outcome> for Sifted {
    /// Of boards that are dealt, each satisfies the script.
    fn from(outcome: Outcome) -> Sifted {
        Sifted {
            outcome,
            refused: 0,
            incomplete: Vec::new(),
        }
    }
}

/// What became of some boards in a row.
struct Sieve {
    made: Made,
    kept: u64,
    tries: u64,
    refused: u64,
    incomplete: Vec<u64>,
}

impl Dealing {
    /// Sifts boards instead of dealing new ones. Their numbers, dealers and vulnerabilities stay. `write` and `stop` are
    /// those of [`Dealing::run`]; the tries of the request are those for each board that lacks hands, ten million
    /// unless said otherwise; and so many boards as the request wants are kept at most, but never fewer because
    /// a script says how many to produce.
    ///
    /// # Errors
    /// What went wrong first.
    pub fn sift(
        &self,
        boards: &[Board],
        stop: &Stop,
        write: &mut dyn FnMut(&[u8], u64) -> io::Result<()>,
    ) -> Result<Sifted, DealError> {
        let mut sifted = Sifted::from(Outcome {
            boards: 0,
            tries: 0,
            share: 1.0,
            statistics: self.statistics.clone(),
        });
        if boards.len() as u64 > MAX_KEPT {
            return Err(DealError::Kept("a file of boards"));
        }
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.run.threads.max(1))
            .build()
            .map_err(io::Error::other)?;
        let most = self.most.unwrap_or(u64::MAX);
        let mut written = Written::default();
        write(&self.writer.begin()?, 0)?;
        let numbered: Vec<(u64, &Board)> = (1..).zip(boards).collect();
        let chunks: Vec<&[(u64, &Board)]> = numbered.chunks(AT_ONCE).collect();
        'all: for block in chunks.chunks(4 * self.run.threads.max(1)) {
            let done: Vec<Result<Sieve, DealError>> = threads.install(|| {
                let chunks = block.par_iter();
                chunks.map(|chunk| self.sieve(chunk, most, stop)).collect()
            });
            for (chunk, done) in block.iter().zip(done) {
                let left = most - sifted.outcome.boards;
                let done = match done? {
                    done if done.kept > left => self.sieve(chunk, left, stop)?,
                    done => done,
                };
                sifted.outcome.boards += done.kept;
                sifted.outcome.tries += done.tries;
                sifted.outcome.statistics.join(&done.made.statistics);
                sifted.refused += done.refused;
                sifted.incomplete.extend(done.incomplete);
                write(&written.join(done.made.written), done.kept)?;
                if sifted.outcome.boards == most || stop.is_stopped() {
                    break 'all;
                }
            }
        }
        write(&self.writer.end(&written)?, 0)?;
        Ok(sifted)
    }

    /// Sifts some boards in a row, each with its place in the file, until so many are kept.
    fn sieve(&self, boards: &[(u64, &Board)], most: u64, stop: &Stop) -> Result<Sieve, DealError> {
        let mut sieve = Sieve {
            made: self.nothing_made(),
            kept: 0,
            tries: 0,
            refused: 0,
            incomplete: Vec::new(),
        };
        let mut trial = Trial::new(&self.condition).with_solver(self.solver);
        for &(place, board) in boards {
            if sieve.kept == most || stop.is_stopped() {
                break;
            }
            if board.deal.is_complete() {
                self.look_at(board, place, &mut trial, &mut sieve)?
            } else {
                self.complete(board, place, stop, &mut sieve)?
            }
        }
        Ok(sieve)
    }

    /// Keeps a board if it satisfies the script.
    fn look_at(
        &self,
        board: &Board,
        place: u64,
        trial: &mut Trial,
        sieve: &mut Sieve,
    ) -> Result<(), DealError> {
        sieve.tries += 1;
        let fits = self.predeal.fits(&board.deal);
        if !fits || !trial.passes(self.run.seed, place, &board.deal)? {
            sieve.refused += 1;
            return Ok(());
        }
        let ask = |value: Value| trial.value(value.0, &board.deal);
        self.keep(board.clone(), ask, sieve)
    }

    /// Deals the hands that are not given until the board satisfies the script.
    fn complete(
        &self,
        board: &Board,
        place: u64,
        stop: &Stop,
        sieve: &mut Sieve,
    ) -> Result<(), DealError> {
        let given = Predeal {
            hands: [0, 1, 2, 3].map(|i| self.predeal.hands[i].union(board.deal.0[i])),
            lengths: self.predeal.lengths,
        };
        let plan = match Plan::new(&self.condition, &given, 1) {
            Ok(plan) => plan.with_solver(self.solver),
            // What the script wants is not what this board has, or can have.
            Err(PlanError::Predeal | PlanError::Never) => {
                sieve.refused += 1;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let mut worker = plan.worker();
        let tries = self.run.generate.unwrap_or(TRIES);
        let found = worker.board(self.run.seed, place, tries, stop)?;
        sieve.tries += found.tries;
        let Some(deal) = found.deal else {
            sieve.incomplete.push(board.number);
            return Ok(());
        };
        let board = Board {
            deal,
            ..board.clone()
        };
        self.keep(board, |value: Value| worker.value(value.0, &deal), sieve)
    }

    fn keep(
        &self,
        board: Board,
        mut ask: impl FnMut(Value) -> Result<i64, EvalError>,
        sieve: &mut Sieve,
    ) -> Result<(), DealError> {
        sieve.kept += 1;
        let made = &mut sieve.made;
        self.writer.board(board, &mut ask, &mut made.written)?;
        Ok(made.statistics.add(ask)?)
    }
}

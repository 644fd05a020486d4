//! The solver as the rest of Fairdeal knows it: deals in, tricks out, on as many cores as there are.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::dds::Dds;
use crate::score::Strain;
use crate::{Deal, Hand, Seat, Tricks};

/// Why there are no double dummy results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolverError {
    /// The library is nowhere to be found.
    #[error(
        "there is no double dummy solver here; Fairdeal uses DDS, version 2. \
         Debian and Ubuntu have it: apt-get install libdds0. \
         Elsewhere, build it from github.com/dds-bridge/dds and name the library's file in FAIRDEAL_DDS"
    )]
    Missing,
    /// A file that is not DDS, or does not work here.
    #[error("{file} does not serve as the double dummy solver DDS: {reason}")]
    Broken {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A version with another interface.
    #[error("{file} is DDS {version}; Fairdeal knows version 2")]
    Version {
        /// The file.
        file: String,
        /// Its version.
        version: String,
    },
    /// Not four hands of thirteen cards.
    #[error("only a deal of four hands with thirteen cards each can be solved, not {0}")]
    Deal(Deal),
    /// The solver gave up.
    #[error("the double dummy solver failed: {0}")]
    Failed(String),
}

/// A double dummy solver. Any number of threads may ask it at once; as many are served as it has found cores.
///
/// ```
/// use bridge::double_dummy::Solver;
/// use bridge::score::Strain;
/// use bridge::{Deal, Seat, Suit};
///
/// let deal = Deal(["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
///     .map(|hand| hand.parse().unwrap()));
/// match Solver::load() {
///     Ok(solver) => {
///         assert_eq!(solver.tricks(&deal, Seat::North, Strain::Suit(Suit::Spades)), Ok(13));
///         assert_eq!(solver.table(&deal).unwrap().of(Seat::North, Strain::Notrump), 0);
///     }
///     Err(error) => println!("skipped: {error}"),
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    dds: &'static Dds,
}

impl Solver {
    /// Loads the library: the file that the environment variable `FAIRDEAL_DDS` names, or else DDS as the system has
    /// it. A process loads it once; later calls give the same solver.
    ///
    /// # Errors
    /// When there is none, with what to install, or when it cannot be used.
    pub fn load() -> Result<Solver, SolverError> {
        Ok(Solver { dds: Dds::load()? })
    }

    /// The tricks that a declarer can take: some 30 ms of one core for a random deal, and up to some seconds for a
    /// rare one.
    ///
    /// # Errors
    /// When the deal is not complete.
    pub fn tricks(&self, deal: &Deal, declarer: Seat, strain: Strain) -> Result<u8, SolverError> {
        let [tricks] = self.dds.solve(complete(deal)?, strain, [declarer])?;
        Ok(tricks)
    }

    /// All twenty results of a deal, on all cores: about twelve times the cost of one.
    ///
    /// # Errors
    /// When the deal is not complete.
    pub fn table(&self, deal: &Deal) -> Result<Tricks, SolverError> {
        let tables = self.tables(std::slice::from_ref(deal))?;
        Ok(tables[0])
    }

    /// All twenty results of each deal, on all cores.
    ///
    /// # Errors
    /// When a deal is not complete: then none is solved.
    pub fn tables(&self, deals: &[Deal]) -> Result<Vec<Tricks>, SolverError> {
        self.tables_while(deals, |_| true)
    }

    /// The same, for as long as `go_on` says so. It is asked from several threads, with the number of deals that are
    /// done; what is solved when it says no, deals from the first on, is the result.
    ///
    /// # Errors
    /// When a deal is not complete: then none is solved.
    pub fn tables_while(
        &self,
        deals: &[Deal],
        go_on: impl Fn(usize) -> bool + Sync,
    ) -> Result<Vec<Tricks>, SolverError> {
        const STRAINS: usize = Strain::ALL.len();
        deals
            .iter()
            .try_for_each(|deal| complete(deal).map(|_| ()))?;
        let tasks = deals.len() * STRAINS;
        let [next, done] = [0, 0].map(AtomicUsize::new);
        // One task is a strain of a deal: what DDS remembers of one declarer serves it for the other three.
        let work = || {
            let mut solved = Vec::new();
            while go_on(done.load(Ordering::Relaxed) / STRAINS) {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if task >= tasks {
                    break;
                }
                let (deal, strain) = (&deals[task / STRAINS], Strain::ALL[task % STRAINS]);
                let tricks = self.dds.solve(deal, strain, Seat::ALL).inspect_err(|_| {
                    next.store(tasks, Ordering::Relaxed);
                })?;
                solved.push((task, tricks));
                done.fetch_add(1, Ordering::Relaxed);
            }
            Ok(solved)
        };
        let threads = self.dds.threads().min(tasks);
        let solved: Vec<_> = std::thread::scope(|scope| {
            let started: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let ended = started.into_iter().map(|thread| match thread.join() {
                Ok(solved) => solved,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ended.collect::<Result<_, SolverError>>()
        })?;
        // Tasks are taken in order and finished once taken: what was solved has no gaps.
        let mut by_task = vec![[0; 4]; tasks];
        let mut number = 0;
        for (task, tricks) in solved.into_iter().flatten() {
            by_task[task] = tricks;
            number += 1;
        }
        let table = |tricks: &[[u8; 4]]| {
            Tricks::from_fn(|seat, strain| tricks[strain.index()][seat as usize])
        };
        Ok(by_task[..number].chunks_exact(STRAINS).map(table).collect())
    }
}

/// The deal, if all its cards are dealt, thirteen to each.
fn complete(deal: &Deal) -> Result<&Deal, SolverError> {
    let all = deal.0.into_iter().fold(Hand::EMPTY, Hand::union);
    let whole = all == Hand::DECK && deal.0.iter().all(|hand| hand.len() == 13);
    whole.then_some(deal).ok_or(SolverError::Deal(*deal))
}

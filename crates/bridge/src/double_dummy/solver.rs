//! The solver as the rest of Fairdeal knows it: deals in, tricks out, on as many cores as there are.

use std::sync::atomic::{AtomicUsize, Ordering};

use answer::Explained;
use space::Watch;

#[cfg(not(feature = "double-dummy"))]
use super::absent::Engines;
#[cfg(feature = "double-dummy")]
use super::engines::Engines;
use super::leads::Leads;
use crate::auction::LegalPlay;
use crate::score::Strain;
use crate::{Card, Deal, Hand, Seat, Tricks};

/// Why there are no double dummy results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// It was built without a solver.
    #[error("this build of Fairdeal has no double dummy solver")]
    NotInThisBuild,
    /// Not four hands of thirteen cards.
    #[error("only a deal of four hands with thirteen cards each can be solved, not {0}")]
    Deal(Deal),
    /// The solver gave up, or could not begin.
    #[error("the double dummy solver failed: {0}")]
    Failed(String),
    /// Someone stopped it before all of the deal was solved.
    #[error("solving was stopped")]
    Stopped,
}

impl Explained for SolverError {
    fn code(&self) -> &'static str {
        match self {
            SolverError::NotInThisBuild => "no-solver",
            SolverError::Deal(_) => "incomplete-deal",
            SolverError::Failed(_) => "solver-failed",
            SolverError::Stopped => "stopped",
        }
    }
}

/// Results that were worked out before, wherever they are kept. Any number of threads may ask and add.
pub trait KnownResults: Send + Sync + std::fmt::Debug {
    /// The results of a deal, if they are known.
    fn of(&self, deal: &Deal) -> Option<Tricks>;

    /// The results of a deal have become known.
    fn add(&self, deal: &Deal, tricks: &Tricks);
}

/// The double dummy solver. Any number of threads may ask it at once; as many are served as there are cores.
///
/// ```
/// use bridge::double_dummy::Solver;
/// use bridge::score::Strain;
/// use bridge::{Deal, Seat, Suit};
///
/// let deal = Deal(["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
///     .map(|hand| hand.parse().unwrap()));
/// let solver = Solver::load().unwrap();
/// assert_eq!(solver.tricks(&deal, Seat::North, Strain::Suit(Suit::Spades)), Ok(13));
/// let tricks = solver.table(&deal, &space::Watch::default()).unwrap();
/// assert_eq!(tricks.of(Seat::North, Strain::Notrump), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    engines: &'static Engines,
    threads: usize,
}

impl Solver {
    /// The solver of this process, ready when it is first asked something.
    ///
    /// # Errors
    /// When this build has none.
    pub fn load() -> Result<Solver, SolverError> {
        let engines = Engines::all()?;
        let threads = engines.threads();
        Ok(Solver { engines, threads })
    }

    /// The same, solving what one caller asks on at most so many threads.
    pub fn on_threads(self, threads: usize) -> Solver {
        let threads = threads.clamp(1, self.engines.threads());
        Solver { threads, ..self }
    }

    /// The tricks that a declarer can take: some 30 ms of one core for a random deal, and up to some seconds for a
    /// rare one.
    ///
    /// # Errors
    /// When the deal is not complete.
    pub fn tricks(&self, deal: &Deal, declarer: Seat, strain: Strain) -> Result<u8, SolverError> {
        let deal = complete(deal)?;
        one(|| self.engines.one_declarer(deal, strain, declarer))
    }

    /// The tricks that each seat can take as declarer in one strain, in the order of the seats: two or three times the cost
    /// of one.
    ///
    /// # Errors
    /// When the deal is not complete.
    pub fn strain(&self, deal: &Deal, strain: Strain) -> Result<[u8; 4], SolverError> {
        let deal = complete(deal)?;
        one(|| self.engines.all_declarers(deal, strain))
    }

    /// All twenty results of a deal, on all cores unless told otherwise: about twelve times the cost of one.
    ///
    /// # Errors
    /// When the deal is not complete, or when it was stopped before the last strain was solved.
    pub fn table(&self, deal: &Deal, watch: &Watch) -> Result<Tricks, SolverError> {
        let tables = self.solve(std::slice::from_ref(deal), watch, || ())?;
        tables.first().copied().ok_or(SolverError::Stopped)
    }

    /// All twenty results of each deal, on all cores unless told otherwise. After a stop it ends with the strains it is at; what is solved by then,
    /// deals from the first on, is the result.
    ///
    /// # Errors
    /// When a deal is not complete: then none is solved.
    pub fn tables(&self, deals: &[Deal], watch: &Watch) -> Result<Vec<Tricks>, SolverError> {
        watch.begin("solving", Some(deals.len() as u64));
        self.solve(deals, watch, || watch.add(1))
    }

    /// The same, where some results may be known already; those that are not are added to them.
    ///
    /// # Errors
    /// When a deal is not complete: then none is solved.
    pub fn tables_knowing(
        &self,
        deals: &[Deal],
        known: &dyn KnownResults,
        watch: &Watch,
    ) -> Result<Vec<Tricks>, SolverError> {
        let found: Vec<Option<Tricks>> = deals.iter().map(|deal| known.of(deal)).collect();
        let unknown = deals
            .iter()
            .zip(&found)
            .filter(|(_, found)| found.is_none());
        let unknown: Vec<Deal> = unknown.map(|(deal, _)| *deal).collect();
        let solved = self.tables(&unknown, watch)?;
        for (deal, tricks) in unknown.iter().zip(&solved) {
            known.add(deal, tricks);
        }
        let mut solved = solved.into_iter();
        // After a stop, deals from the first on.
        Ok(found
            .into_iter()
            .map_while(|found| found.or_else(|| solved.next()))
            .collect())
    }

    /// The tricks that the defenders can take after each opening lead, for each of the leader's thirteen cards: about twice the
    /// cost of [`Solver::tricks`].
    ///
    /// # Errors
    /// When the deal is not complete.
    ///
    /// ```
    /// use bridge::double_dummy::Solver;
    /// use bridge::score::Strain;
    /// use bridge::{Deal, Seat};
    /// let deal = Deal(["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
    ///     .map(|hand| hand.parse().unwrap()));
    /// let leads = Solver::load()?.leads(&deal, Seat::North, Strain::Notrump)?;
    /// assert_eq!(leads.of("HA".parse().unwrap()), Some(13));
    /// # Ok::<(), bridge::double_dummy::SolverError>(())
    /// ```
    pub fn leads(&self, deal: &Deal, declarer: Seat, strain: Strain) -> Result<Leads, SolverError> {
        let deal = complete(deal)?;
        let leads = one(|| self.engines.leads(deal, strain, declarer))?;
        Ok(Leads::new(leads))
    }

    /// The same for many, on all cores unless told otherwise: each a deal, a declarer and a strain. After a stop, those that
    /// are known by then, from the first on.
    ///
    /// # Errors
    /// When a deal is not complete: then none is solved.
    pub fn leads_of_all(
        &self,
        asked: &[(Deal, Seat, Strain)],
        watch: &Watch,
    ) -> Result<Vec<Leads>, SolverError> {
        watch.begin("solving", Some(asked.len() as u64));
        asked
            .iter()
            .try_for_each(|(deal, ..)| complete(deal).map(|_| ()))?;
        self.in_order(asked.len(), watch, |task| {
            let (deal, declarer, strain) = &asked[task];
            let leads = self.engines.leads(deal, *strain, *declarer)?;
            watch.add(1);
            Ok(Leads::new(leads))
        })
    }

    /// The tricks that declarer can take before the opening lead, and after each card of a play: one number more than cards. A
    /// card that leaves its own side fewer tricks than before has cost them. After a stop, the plays that are known by then.
    ///
    /// # Errors
    /// When a deal is not complete: then none is solved.
    pub fn along_plays(
        &self,
        asked: &[(Deal, LegalPlay)],
        watch: &Watch,
    ) -> Result<Vec<Vec<u8>>, SolverError> {
        watch.begin("solving", Some(asked.len() as u64));
        asked
            .iter()
            .try_for_each(|(deal, _)| complete(deal).map(|_| ()))?;
        self.in_order(asked.len(), watch, |task| {
            let (deal, play) = &asked[task];
            let cards: Vec<Card> = play.cards.iter().map(|played| played.card).collect();
            let along = self
                .engines
                .along(deal, play.strain, play.declarer, &cards)?;
            watch.add(1);
            Ok(along)
        })
    }

    /// The results of the deals that are solved before a stop; `solved` is called after each of them, from any thread.
    fn solve(
        &self,
        deals: &[Deal],
        watch: &Watch,
        solved: impl Fn() + Sync,
    ) -> Result<Vec<Tricks>, SolverError> {
        const STRAINS: usize = Strain::ALL.len();
        deals
            .iter()
            .try_for_each(|deal| complete(deal).map(|_| ()))?;
        let done = AtomicUsize::new(0);
        // One task is a strain of a deal: what an engine remembers of one declarer serves it for the other three.
        let by_task = self.in_order(deals.len() * STRAINS, watch, |task| {
            let (deal, strain) = (&deals[task / STRAINS], Strain::ALL[task % STRAINS]);
            let tricks = self.engines.all_declarers(deal, strain)?;
            // Whose strains they are does not matter: each five are as much as a deal.
            if done.fetch_add(1, Ordering::Relaxed) % STRAINS == STRAINS - 1 {
                solved();
            }
            Ok(tricks)
        })?;
        let table = |tricks: &[[u8; 4]]| {
            Tricks::from_fn(|seat, strain| tricks[strain.index()][seat as usize])
        };
        Ok(by_task.chunks_exact(STRAINS).map(table).collect())
    }

    /// What so many tasks come to, in their order; after a stop, those that were begun before it.
    fn in_order<T: Send>(
        &self,
        tasks: usize,
        watch: &Watch,
        task: impl Fn(usize) -> Result<T, SolverError> + Sync,
    ) -> Result<Vec<T>, SolverError> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            while watch.look().is_ok() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= tasks {
                    break;
                }
                let one = task(number).inspect_err(|_| next.store(tasks, Ordering::Relaxed))?;
                found.push((number, one));
            }
            Ok(found)
        };
        let found = on_threads(self.threads.min(tasks), work)?;
        // Tasks are taken in order and finished once taken: what was done has no gaps.
        let mut found: Vec<(usize, T)> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|(number, _)| *number);
        Ok(found.into_iter().map(|(_, one)| one).collect())
    }
}

/// A search goes deeper into the stack than the caller's thread may allow.
const STACK: usize = 16 << 20;

/// What some work comes to on a thread of its own.
fn one<T: Send>(work: impl Fn() -> Result<T, SolverError> + Sync) -> Result<T, SolverError> {
    let mut found = on_threads(1, work)?;
    found.pop().ok_or(SolverError::Stopped)
}

/// What the same work comes to on each of so many threads, with room for it on their stacks. Without the feature `threads`
/// the caller's own must do.
fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> Result<T, SolverError> + Sync,
) -> Result<Vec<T>, SolverError> {
    if cfg!(not(feature = "threads")) {
        return Ok(vec![work()?]);
    }
    std::thread::scope(|scope| {
        let start = || {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, &work)
        };
        let started: Vec<_> = (0..threads).map(|_| start()).collect();
        let ended = started.into_iter().map(|thread| {
            let thread = thread.map_err(|error| {
                SolverError::Failed(format!("no thread could be started for it: {error}"))
            })?;
            let gave_up = |_| Err(SolverError::Failed("it gave up on a deal".to_owned()));
            thread.join().unwrap_or_else(gave_up)
        });
        // All are waited for, whatever came of the first.
        let ended: Vec<_> = ended.collect();
        ended.into_iter().collect()
    })
}

/// The deal, if all its cards are dealt, thirteen to each.
fn complete(deal: &Deal) -> Result<&Deal, SolverError> {
    let all = deal.0.into_iter().fold(Hand::EMPTY, Hand::union);
    let whole = all == Hand::DECK && deal.0.iter().all(|hand| hand.len() == 13);
    whole.then_some(deal).ok_or(SolverError::Deal(*deal))
}

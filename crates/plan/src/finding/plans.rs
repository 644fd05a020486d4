//! The plans of a condition: one for each tier of board numbers, made when the tier is first reached.
//!
//! A plan that is worth making for a thousand boards is not for one. But board 7 of a seed must be the same board whether
//! ten or ten thousand are asked for: so its plan follows from its number, and never from how many boards there are.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use bridge::double_dummy::Solver;
use bridge::{Deal, Predeal};
use condition::{Condition, EvalError, Evaluator};
use space::{Key, Stream, Watch};

use crate::choosing::method::Strategy;
use crate::choosing::plan::{Plan, PlanError};
use crate::choosing::planner::Planner;
use crate::finding::board_oracle::BoardOracle;
use crate::finding::finder::{FindError, Finder, FoundBoard};
use crate::finding::worker::Worker;

/// The first board of each tier, and how many boards its plan is priced for.
///
/// They are a compromise: who asks for few boards pays for a plan that is meant for more, who asks for many has dealt the first
/// ones by a poorer plan. Counted in instructions, planning included, over the thirteen scripts in benches/authors, against
/// one plan for exactly as many boards (`examples/tiers.rs` under callgrind), while a second table was still made as early as
/// the first:
///
/// | boards | all scripts | worst script |
/// | --- | --- | --- |
/// | 40 | +33% (19 million: some 6 ms) | +85% (33 million) |
/// | 500 | +1.4% | +8.1% |
/// | 5,000 | +2.2% | +8.4% |
///
/// With 63, 960 and 7,168 boards in the first tiers, each priced for as many as it has, 500 boards took up to 43% more.
/// That the first tier ends where a run of the usual forty boards does keeps those from planning twice. A table that was
/// given up for one tier is taken up where it was left for the next, or it would be paid for again and again.
///
/// From 512 boards on, tiers double as far as there are runs of such a length every day. What a better plan costs is not known
/// before it is there: the later it is tried for, the more boards were dealt by a poorer one, and the sooner, the more runs pay for it in vain. Each
/// tier is priced for three to six times as many boards as came before it, and all planning may cost a third of that
/// (`choosing/cheapest.rs`). With tiers at 512 and 8,192 alone, 12 of 266 scripts took more than twice the best for 20,000 boards
/// (`choosing/good_plans.rs`), because eight thousand boards were dealt before anything was counted.
const TIERS: [(u64, f64); 9] = [
    (1, 200.0),
    (41, 500.0),
    (512, 3_000.0),
    (1_024, 6_000.0),
    (2_048, 12_000.0),
    (4_096, 20_000.0),
    (8_192, 28_000.0),
    (32_768, 130_000.0),
    (131_072, 500_000.0),
];
/// Where a condition has only a share of the boards, its plans are priced for at least so many: one that is too dear for a
/// board or two may be cheap for what comes.
const FEWEST_BOARDS: f64 = 8.0;

/// The tier of a board.
fn tier_of(number: u64) -> usize {
    TIERS.partition_point(|(first, _)| *first <= number).max(1) - 1
}

/// How the boards of a condition are found, whatever their numbers.
///
/// ```
/// use std::sync::Arc;
/// use plan::{Finder, Plans, Watch};
///
/// let input = script::Input::from_text("strong", "condition hcp(north) >= 16").unwrap();
/// let compiled = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let plans = Arc::new(Plans::new(Default::default(), &compiled.condition, &compiled.predeal));
/// let mut finder = plans.finder();
/// assert!(finder.find(2024.into(), 1, u64::MAX, &Watch::default()).unwrap().deal.is_some());
/// ```
#[derive(Debug)]
pub struct Plans {
    condition: Condition,
    predeal: Predeal,
    strategy: Strategy,
    share: f64,
    tried: bool,
    solver: Option<Solver>,
    made: Mutex<PlansSoFar>,
}

/// The plans so far. A tier is planned after all tiers before it, so that what was worked out for those is at hand, and the
/// plan is the same whichever board was asked for first.
#[derive(Default, Debug)]
struct PlansSoFar {
    planner: Option<Planner>,
    tiers: Vec<Arc<Plan>>,
    /// Why there are no more.
    failed: Option<PlanError>,
}

impl PlansSoFar {
    fn memory(&self) -> usize {
        match &self.planner {
            Some(planner) => planner.memory(),
            None => self.tiers.iter().map(|plan| plan.memory()).sum(),
        }
    }
}

impl Plans {
    /// Nothing is planned yet.
    pub fn new(strategy: Strategy, condition: &Condition, predeal: &Predeal) -> Plans {
        Plans {
            condition: condition.clone(),
            predeal: *predeal,
            strategy,
            share: 1.0,
            tried: false,
            solver: None,
            made: Mutex::default(),
        }
    }

    /// One plan for all boards, which was made elsewhere, with the solver that it has.
    pub fn of(plan: Plan, condition: &Condition, predeal: &Predeal) -> Plans {
        let strategy = Strategy::Pinned(plan.method());
        let plans = Plans::new(strategy, condition, predeal);
        plans.lock().tiers.push(Arc::new(plan));
        plans
    }

    /// The same with a solver, for a condition that asks for double dummy results.
    pub fn with_solver(mut self, solver: Option<Solver>) -> Plans {
        self.solver = solver;
        self
    }

    /// The same for a condition that only this share of the boards is drawn from.
    pub fn with_share(mut self, share: f64) -> Plans {
        self.share = share;
        self
    }

    /// The same for a condition that many deals were tried for already, in vain: it is counted before anything else is tried,
    /// if that is not too much work.
    pub fn tried_in_vain(mut self) -> Plans {
        self.tried = true;
        self
    }

    /// The plan of a board. It may have to be made, and those of all boards before it; of that, the watch's progress says
    /// nothing. Whoever asks at the same time waits for the plan that is being made, unless their own watch was stopped.
    ///
    /// # Errors
    /// When there is none, or planning was stopped: it can then be asked for again, with another watch.
    pub fn plan_of(&self, number: u64, watch: &Watch) -> Result<Arc<Plan>, PlanError> {
        let tier = self.tier(number);
        let mut made = self.wait(watch)?;
        while made.tiers.len() <= tier {
            if let Some(error) = &made.failed {
                return Err(error.clone());
            }
            match self.next(&mut made, watch) {
                Ok(plan) => made.tiers.push(Arc::new(plan)),
                Err(PlanError::Stopped) => {
                    // What was spent in vain must not tell on later plans.
                    made.planner = None;
                    return Err(PlanError::Stopped);
                }
                Err(error) => made.failed = Some(error),
            }
        }
        Ok(made.tiers[tier].clone())
    }

    /// The plan of a board, if it has been made.
    pub fn made_for(&self, number: u64) -> Option<Arc<Plan>> {
        self.lock().tiers.get(self.tier(number)).cloned()
    }

    /// The plan of the next tier.
    fn next(&self, made: &mut PlansSoFar, watch: &Watch) -> Result<Plan, PlanError> {
        watch.look()?;
        let tier = made.tiers.len();
        let planner = match &mut made.planner {
            Some(planner) => planner,
            none => none.insert(self.planner_after(tier, watch)?),
        };
        let plan = planner.plan(self.strategy, self.boards_of(tier), watch)?;
        Ok(plan.with_solver(self.solver))
    }

    /// A planner that has planned so many tiers: after planning was stopped, they are planned anew.
    fn planner_after(&self, tiers: usize, watch: &Watch) -> Result<Planner, PlanError> {
        let mut planner = Planner::new(&self.condition, &self.predeal, watch)?;
        if self.tried {
            planner = planner.counting_first();
        }
        for tier in 0..tiers {
            planner.plan(self.strategy, self.boards_of(tier), watch)?;
        }
        Ok(planner)
    }

    /// How many boards a tier is priced for.
    fn boards_of(&self, tier: usize) -> u64 {
        let (_, boards) = TIERS[tier];
        let boards = if self.share < 1.0 {
            (boards * self.share).max(FEWEST_BOARDS)
        } else {
            boards
        };
        boards.ceil() as u64
    }

    /// The tier of a board; any strategy but the cheapest has one plan for all.
    fn tier(&self, number: u64) -> usize {
        match self.strategy {
            Strategy::Auto => tier_of(number),
            Strategy::Exact | Strategy::Reject | Strategy::Pinned(_) => 0,
        }
    }

    /// How many boards the tier of a board has from that one on.
    fn left_in_tier(&self, number: u64) -> u64 {
        let next = match self.strategy {
            Strategy::Auto => TIERS.get(tier_of(number) + 1),
            Strategy::Exact | Strategy::Reject | Strategy::Pinned(_) => None,
        };
        next.map_or(u64::MAX, |(first, _)| first - number)
    }

    /// The first board of each tier that some boards have, the first of them included: between two of these, all boards have
    /// the same plan.
    pub fn tiers(boards: Range<u64>) -> impl Iterator<Item = u64> {
        let later = TIERS.into_iter().map(|(first, _)| first);
        let first = (boards.start < boards.end).then_some(boards.start);
        first
            .into_iter()
            .chain(later.filter(move |first| boards.start < *first && *first < boards.end))
    }

    /// The plans that have been made so far, those of the first boards first.
    pub fn so_far(&self) -> Vec<Arc<Plan>> {
        self.lock().tiers.clone()
    }

    /// About how many bytes they take, with all that was worked out for them, where that is much.
    pub fn memory(&self) -> usize {
        self.lock().memory()
    }

    /// The same, if nobody is making one of them just now: whoever asks does not wait.
    pub fn memory_unless_busy(&self) -> Option<usize> {
        match self.made.try_lock() {
            Ok(made) => Some(made.memory()),
            Err(TryLockError::Poisoned(made)) => Some(made.into_inner().memory()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The condition.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Someone who finds boards by these plans.
    pub fn finder(self: &Arc<Plans>) -> PlansFinder {
        PlansFinder {
            plans: self.clone(),
            worker: None,
        }
    }

    /// The plans so far, once nobody else is making one.
    fn wait(&self, watch: &Watch) -> Result<MutexGuard<'_, PlansSoFar>, PlanError> {
        let mut turns = 0;
        loop {
            match self.made.try_lock() {
                Ok(made) => return Ok(made),
                Err(TryLockError::Poisoned(made)) => return Ok(made.into_inner()),
                // Most hold it for a moment only; who makes a plan may take a second.
                Err(TryLockError::WouldBlock) if turns < 64 => std::thread::yield_now(),
                Err(TryLockError::WouldBlock) => {
                    watch.look()?;
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            turns += 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, PlansSoFar> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Finds boards by the plans of their numbers.
pub struct PlansFinder {
    plans: Arc<Plans>,
    /// The worker of the last board, and its tier.
    worker: Option<(usize, Worker)>,
}

impl PlansFinder {
    /// The worker for a board.
    fn worker(&mut self, number: u64, watch: &Watch) -> Result<&mut Worker, PlanError> {
        let tier = self.plans.tier(number);
        // That of another tier is put away; this one stays where it is, because it is large.
        self.worker.take_if(|(known, _)| *known != tier);
        let (_, worker) = match &mut self.worker {
            Some(known) => known,
            none => {
                let plan = self.plans.plan_of(number, watch)?;
                none.insert((tier, plan.worker()))
            }
        };
        Ok(worker)
    }

    /// Finds a board with the random numbers of a stream that something was drawn from before.
    pub(crate) fn find_from(
        &mut self,
        stream: Stream,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard, FindError> {
        let worker = self.worker(number, watch)?;
        Ok(worker.board_from(stream, number, tries, watch)?)
    }
}

impl Finder for PlansFinder {
    type About = ();

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard, FindError> {
        let worker = self.worker(number, watch)?;
        Ok(worker.board(key, number, tries, watch)?)
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        match &mut self.worker {
            Some((_, worker)) => worker.value(index, deal),
            // No board was found yet, but the deal has its values all the same.
            None => {
                let mut oracle = BoardOracle::new(self.plans.solver);
                Evaluator::new(&self.plans.condition).value(index, deal, &mut oracle)
            }
        }
    }

    /// Never beyond the tier: what was found by one plan is handed over before another is made.
    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        let left = self.plans.left_in_tier(number);
        Ok(self.worker(number, watch)?.boards_at_once().min(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_follow_from_the_number() {
        let tiers = [1, 40, 41, 511, 512, 1023, 1024, 131_071, 131_072, u64::MAX].map(tier_of);
        assert_eq!(tiers, [0, 0, 1, 1, 2, 2, 3, 7, 8, 8]);
    }

    /// A tier without a plan takes nothing from the boards before it, and is not tried again and again.
    #[test]
    fn what_a_later_tier_cannot_do_does_not_touch_the_earlier_ones() {
        let input = script::Input::from_text("test", "condition hcp(north) > 12").unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let script = loaded.compiled.unwrap();
        let plans = Plans::new(Strategy::Auto, &script.condition, &script.predeal);
        let watch = Watch::default();
        let first = plans.plan_of(1, &watch).unwrap();
        plans.lock().failed = Some(PlanError::Never);
        for _ in 0..2 {
            let later = plans.plan_of(u64::MAX, &watch);
            assert_eq!(later.err(), Some(PlanError::Never));
            assert!(Arc::ptr_eq(&first, &plans.plan_of(40, &watch).unwrap()));
        }
        let plans = Arc::new(plans);
        let mut finder = plans.finder();
        assert!(
            finder
                .find(1.into(), 40, u64::MAX, &watch)
                .unwrap()
                .deal
                .is_some()
        );
        let beyond = finder.find(1.into(), 41, u64::MAX, &watch);
        assert_eq!(beyond, Err(FindError::Plan(PlanError::Never)));
        // A run hands over the boards before the tier, and only then fails.
        assert_eq!(finder.boards_at_once(39, &watch), Ok(2));
    }
}

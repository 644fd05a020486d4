//! The plans for each kind of combination, made when it is first drawn, and kept.
//!
//! Which combination a board has follows from its own stream, and the plan for it from the profile and the board's number:
//! so neither threads nor shards nor the order in which plans are made nor how many boards are asked for change any board.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use bridge::{Deal, Predeal};
use condition::EvalError;
use plan::{FindError, Finder, FoundBoard, Plan, PlanError, Plans, Strategy, Watch, Worker};
use rustc_hash::FxHashMap;

use crate::combination::Combinations;
use crate::compile::condition_of;
use crate::drawn::{AboutBoard, DrawnCombination, choices_of, draw};

/// Once the plans that are kept take so many bytes, further ones are made for a board and not kept.
const MOST_MEMORY: usize = 1 << 30;

/// A thread keeps at most so many plans at hand.
const AT_HAND: usize = 64;

/// So many boards are found before they are handed over. One of a rare combination takes long, and its plan longer.
pub(crate) const BOARDS_AT_ONCE: u64 = 16;

/// How the boards of a profile are found: plans for each kind of combination.
#[derive(Debug)]
pub struct CombinationPlans {
    combinations: Arc<Combinations>,
    strategy: Strategy,
    rotates: bool,
    kinds: Vec<KindPlans>,
    /// About how many bytes the plans that are kept take.
    memory: AtomicUsize,
}

/// The plans of one kind of combination.
#[derive(Debug)]
struct KindPlans {
    /// The share of the boards that are of this kind.
    share: f64,
    kept: OnceLock<Plans>,
    /// About how many bytes they take.
    memory: AtomicUsize,
}

impl CombinationPlans {
    /// Nothing is planned yet. Boards are turned round half of the time or not.
    pub fn new(
        combinations: Arc<Combinations>,
        strategy: Strategy,
        rotates: bool,
    ) -> CombinationPlans {
        let kind = |share| KindPlans {
            share,
            kept: OnceLock::new(),
            memory: AtomicUsize::new(0),
        };
        let shares = combinations.shares_of_kinds();
        CombinationPlans {
            kinds: shares.into_iter().map(kind).collect(),
            combinations,
            strategy,
            rotates,
            memory: AtomicUsize::new(0),
        }
    }

    /// The combinations.
    pub fn combinations(&self) -> &Combinations {
        &self.combinations
    }

    /// What is drawn for a board of a seed before its cards; `None` if nothing can be dealt.
    pub fn drawn(&self, seed: u64, number: u64) -> Option<DrawnCombination> {
        let stream = &mut choices_of(seed, number);
        draw(&self.combinations, self.rotates, stream)
    }

    /// The plan of a combination for a board; `None` if the combination cannot be dealt.
    ///
    /// # Errors
    /// When the strategy cannot be followed, or planning was stopped.
    pub fn plan_of(
        &self,
        combination: usize,
        number: u64,
        watch: &Watch,
    ) -> Result<Option<Arc<Plan>>, PlanError> {
        let kind = self.combinations.all()[combination].kind;
        let plan = kind.map(|(kind, _)| self.plan_of_kind(kind, number, watch));
        Ok(plan.transpose()?.map(|(plan, _)| plan))
    }

    /// The plans of a kind, with nothing planned yet.
    fn plans(&self, kind: usize) -> Plans {
        let condition = condition_of(&self.combinations.kinds[kind]);
        let plans = Plans::new(self.strategy, &condition, &Predeal::default());
        plans.with_share(self.kinds[kind].share)
    }

    /// The plan of a kind for a board, and whether it is kept.
    fn plan_of_kind(
        &self,
        kind: usize,
        number: u64,
        watch: &Watch,
    ) -> Result<(Arc<Plan>, bool), PlanError> {
        let KindPlans { kept, memory, .. } = &self.kinds[kind];
        if let Some(plan) = kept.get().and_then(|kept| kept.made_for(number)) {
            return Ok((plan, true));
        }
        if self.memory.load(Ordering::Relaxed) > MOST_MEMORY {
            return Ok((self.plans(kind).plan_of(number, watch)?, false));
        }
        let kept = kept.get_or_init(|| self.plans(kind));
        let plan = kept.plan_of(number, watch)?;
        let now = memory_of(kept);
        let before = memory.swap(now, Ordering::Relaxed);
        // It may be less than another thread found, if that one was later: then the difference wraps round, and back.
        self.memory
            .fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
        Ok((plan, true))
    }

    /// Someone who finds boards by these plans.
    pub fn finder(self: &Arc<CombinationPlans>) -> PlannedFinder {
        PlannedFinder {
            plans: self.clone(),
            workers: FxHashMap::default(),
        }
    }
}

/// About how many bytes plans take: those by one method share what was counted for it.
fn memory_of(plans: &Plans) -> usize {
    let made = plans.so_far();
    let fresh = |(at, plan): &(usize, &Arc<Plan>)| {
        let mut before = made[..*at].iter();
        before.all(|other| other.method() != plan.method())
    };
    let each = made.iter().enumerate().filter(fresh);
    each.map(|(_, plan)| plan.memory()).sum()
}

/// Finds boards of a profile by plans, one after the other.
pub struct PlannedFinder {
    plans: Arc<CombinationPlans>,
    /// By kind, the worker of the plan that was last used.
    workers: FxHashMap<usize, Worker>,
}

impl Finder for PlannedFinder {
    type About = AboutBoard;

    fn find(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<AboutBoard>, FindError> {
        let plans = &self.plans;
        let drawn = plans.drawn(seed, number).ok_or(PlanError::Never)?;
        let combination = &plans.combinations.all()[drawn.combination];
        let (kind, names) = combination.kind.ok_or(PlanError::Never)?;
        let (plan, kept) = plans.plan_of_kind(kind, number, watch)?;
        let found = if kept {
            if self.workers.len() >= AT_HAND && !self.workers.contains_key(&kind) {
                self.workers.clear();
            }
            let worker = self.workers.entry(kind).or_insert_with(|| plan.worker());
            if !Arc::ptr_eq(worker.plan(), &plan) {
                *worker = plan.worker();
            }
            worker.board(seed, number, tries, watch)?
        } else {
            plan.worker().board(seed, number, tries, watch)?
        };
        Ok(FoundBoard {
            deal: found.deal.map(|deal| drawn.at_the_table(names.back(&deal))),
            tries: found.tries,
            about: AboutBoard::planned(Some(drawn)),
        })
    }

    /// A profile has no further values.
    fn value(&mut self, index: usize, _: &Deal) -> Result<i64, EvalError> {
        panic!("a profile has no value {index}")
    }

    fn boards_at_once(&mut self, _: u64, _: &Watch) -> Result<u64, FindError> {
        Ok(BOARDS_AT_ONCE)
    }
}

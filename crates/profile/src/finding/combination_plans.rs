//! The plans for each kind of combination, made when it is first drawn, and kept.
//!
//! Which combination a board has follows from its own stream, and the plan for it from the profile and the board's number:
//! so neither threads nor shards nor the order in which plans are made nor how many boards are asked for change any board.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bridge::{Deal, Predeal, Seat};
use condition::EvalError;
use plan::{
    DrawMethod, FindError, Finder, FoundBoard, Plan, PlanError, Plans, Quota, Strategy, Watch,
    Worker,
};
use rustc_hash::FxHashMap;
use serde::Serialize;
use space::Key;

use crate::combining::combination::Combinations;
use crate::combining::compile::condition_of;
use crate::combining::demand::Demand;
use crate::combining::narrow::narrowed;
use crate::counting::hand_table::chance_of;
use crate::finding::drawn::{AboutBoard, DrawnCombination, choices_of, draw, draw_of_choice};
use crate::finding::quick::QuickTries;

/// Once the plans that are kept take so many bytes, further ones are made for a board and not kept.
const MOST_MEMORY: usize = 1 << 30;

/// Up to which board each is tried for so many times before there is a plan: who asks for few boards should not pay for
/// hundreds of plans, and who asks for many should have them soon. A try costs some 300 nanoseconds, counting a combination
/// of four seats some 20 to 1,000 milliseconds.
const QUICK_TRIES: [(u64, u64); 4] = [
    (40, 300_000),
    (511, 60_000),
    (4_095, 6_000),
    (u64::MAX, 300),
];
/// The random numbers of these tries are not those of the plans: what a plan finds must not depend on what was not found.
const QUICK: &str = "tries before a plan";
/// Nor are those of the tries that go on where no plan is better.
const QUICK_AGAIN: &str = "tries without a plan";

/// How often a board is tried for before there is a plan.
pub(crate) fn quick_tries(number: u64) -> u64 {
    let at = QUICK_TRIES.partition_point(|(last, _)| *last < number);
    QUICK_TRIES[at.min(QUICK_TRIES.len() - 1)].1
}

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
    /// Where the boards are a set that comes out exactly, which is of which choice of subprofiles.
    quota: Option<Quota>,
    kinds: Vec<KindPlans>,
    /// How rare a hand is that some seat of some combination is asked for.
    chances: Mutex<FxHashMap<Demand, f64>>,
    /// About how many bytes the plans and tables that are kept take.
    memory: AtomicUsize,
}

/// How a board is tried for before there is a plan.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriedFirst {
    /// So often at the most.
    pub most: u64,
    /// The seat whose hand is drawn from those that it is asked for.
    pub hand: Option<Seat>,
    /// The seat whose shape is drawn with it.
    pub shape: Option<Seat>,
    /// About how many tries a board takes; none if its chance is not known.
    pub tries: Option<f64>,
}

impl TriedFirst {
    /// Whether a board is mostly found so, and no plan is needed.
    pub fn is_enough(&self) -> bool {
        self.tries.is_some_and(|tries| tries <= self.most as f64)
    }
}

impl fmt::Display for TriedFirst {
    /// `North drawn, with South's shape: 13.8 tries a board`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.hand, self.shape) {
            (Some(hand), Some(shape)) => write!(f, "{hand} drawn, with {shape}'s shape: ")?,
            (Some(hand), None) => write!(f, "{hand} drawn: ")?,
            (None, _) => {}
        }
        match self.tries {
            Some(tries) => write!(f, "{tries:.1} tries a board"),
            None => f.write_str("nobody knows how many tries a board"),
        }
    }
}

/// The plans of one kind of combination.
#[derive(Debug)]
struct KindPlans {
    /// The share of the boards that are of this kind.
    share: f64,
    quick: OnceLock<Arc<QuickTries>>,
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
            quick: OnceLock::new(),
            kept: OnceLock::new(),
            memory: AtomicUsize::new(0),
        };
        let shares = combinations.shares_of_kinds();
        CombinationPlans {
            kinds: shares.into_iter().map(kind).collect(),
            combinations,
            strategy,
            rotates,
            quota: None,
            chances: Mutex::default(),
            memory: AtomicUsize::new(0),
        }
    }

    /// The same, its boards a set whose parts are the [`Combinations::choices`].
    pub fn with_quota(self, quota: Quota) -> CombinationPlans {
        let quota = Some(quota);
        CombinationPlans { quota, ..self }
    }

    /// How boards of a kind are tried for, before there is a plan.
    pub(crate) fn quick(&self, kind: usize) -> Arc<QuickTries> {
        let kept = &self.kinds[kind].quick;
        let new = || {
            let chance = |demand: &Demand| {
                let mut known = self.chances.lock().unwrap_or_else(PoisonError::into_inner);
                *known.entry(*demand).or_insert_with(|| chance_of(demand))
            };
            // What two partners must have together says something of every seat: the ranges are narrowed to what it
            // leaves, so that the hands which are drawn are those that can be.
            let demands = &self.combinations.kinds[kind];
            let narrow = (!demands.is_of_single_hands()).then(|| narrowed(demands));
            let demands = narrow.flatten().unwrap_or(*demands);
            Arc::new(QuickTries::new(&demands, chance))
        };
        match kept.get() {
            Some(kept) => kept.clone(),
            None if self.memory.load(Ordering::Relaxed) > MOST_MEMORY => new(),
            None => kept.get_or_init(new).clone(),
        }
    }

    /// The combinations.
    pub fn combinations(&self) -> &Combinations {
        &self.combinations
    }

    /// What is drawn for a board of a key before its cards; `None` if nothing can be dealt.
    pub fn drawn(&self, key: Key, number: u64) -> Option<DrawnCombination> {
        let stream = &mut choices_of(key, number);
        let choice = self.quota.as_ref().and_then(|set| set.part_of(number));
        match choice {
            Some(choice) => draw_of_choice(&self.combinations, choice, self.rotates, stream),
            None => draw(&self.combinations, self.rotates, stream),
        }
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

    /// What is tried for a board of a combination before there is a plan, if a deal has this chance to be one; `None` if it is
    /// planned at once.
    pub fn tried_first(&self, combination: usize, number: u64, chance: f64) -> Option<TriedFirst> {
        let (kind, names) = self.combinations.all()[combination].kind?;
        let planned = self.strategy != Strategy::Auto;
        if planned {
            return None;
        }
        let expected = self.quick(kind).expected(chance);
        Some(TriedFirst {
            most: quick_tries(number),
            hand: expected.hand.map(|place| names.seat(place)),
            shape: expected.shape.map(|place| names.seat(place)),
            tries: Some(expected.tries.max(1.0)).filter(|tries| tries.is_finite()),
        })
    }

    /// The plans of a kind, with nothing planned yet.
    fn plans(&self, kind: usize) -> Plans {
        let condition = condition_of(&self.combinations.kinds[kind]);
        let plans = Plans::new(self.strategy, &condition, &Predeal::default());
        let plans = plans.with_share(self.kinds[kind].share);
        if self.strategy == Strategy::Auto {
            plans.tried_in_vain()
        } else {
            plans
        }
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
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<AboutBoard>, FindError> {
        watch.look().map_err(PlanError::from)?;
        let plans = &self.plans;
        let drawn = plans.drawn(key, number).ok_or(PlanError::Never)?;
        let combination = &plans.combinations.all()[drawn.combination];
        let (kind, names) = combination.kind.ok_or(PlanError::Never)?;
        let at_the_table = |deal: Deal| drawn.at_the_table(names.back(&deal));
        let mut tried = 0;
        let by_trying = |purpose: &str, most: u64| {
            let quick = plans.quick(kind);
            let before = quick.memory();
            let found = quick.board(key.of(purpose).stream(number), most, watch);
            // Two threads may both see it grow, and count it twice: then less is kept.
            let grown = quick.memory() - before;
            plans.memory.fetch_add(grown, Ordering::Relaxed);
            found
        };
        let is_auto = plans.strategy == Strategy::Auto;
        if is_auto {
            let most = quick_tries(number).min(tries);
            let found = by_trying(QUICK, most);
            tried = found.tries;
            if found.deal.is_some() || tried == tries || tried < most {
                return Ok(FoundBoard {
                    deal: found.deal.map(at_the_table),
                    tries: tried,
                    about: AboutBoard::planned(Some(drawn)),
                });
            }
        }
        let tries = tries - tried;
        let (plan, kept) = plans.plan_of_kind(kind, number, watch)?;
        // A plan that comes to dealing and looking is no better than what was done so far, with a first hand that fits.
        if is_auto && plan.method() == DrawMethod::Plain {
            let found = by_trying(QUICK_AGAIN, tries);
            return Ok(FoundBoard {
                deal: found.deal.map(at_the_table),
                tries: tried + found.tries,
                about: AboutBoard::planned(Some(drawn)),
            });
        }
        let found = if kept {
            if self.workers.len() >= AT_HAND && !self.workers.contains_key(&kind) {
                self.workers.clear();
            }
            let worker = self.workers.entry(kind).or_insert_with(|| plan.worker());
            if !Arc::ptr_eq(worker.plan(), &plan) {
                *worker = plan.worker();
            }
            worker.board(key, number, tries, watch)?
        } else {
            plan.worker().board(key, number, tries, watch)?
        };
        Ok(FoundBoard {
            deal: found.deal.map(at_the_table),
            tries: tried + found.tries,
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

//! A plan for each kind of combination, made when it is first drawn, and kept.
//!
//! Which combination a board has follows from its own stream, and the plan for it from the profile and the number of boards
//! in the whole run: so neither threads nor shards nor the order in which plans are made change any board.

use std::collections::hash_map::Entry;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use bridge::{Deal, Predeal, Seat};
use condition::EvalError;
use plan::{Found, Plan, PlanError, Stop, Strategy, Worker};
use rand::RngExt;
use rustc_hash::FxHashMap;
use space::Stream;

use crate::combination::{Combination, Combinations};
use crate::compile::condition_of;
use crate::model::Profile;

/// What is drawn for a board before its cards comes from a stream of its own.
const CHOICES: u64 = u64::from_le_bytes(*b"choices.");

/// A plan is priced for at least so many boards: one that is too dear for a board or two may be cheap for what comes.
const FEWEST_BOARDS: f64 = 8.0;

/// Once the plans that are kept take so many bytes, further ones are made for a board and not kept.
const MOST_MEMORY: usize = 1 << 30;

/// A thread keeps at most so many plans at hand.
const AT_HAND: usize = 64;

/// What was drawn for a board before its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Which of [`Combinations::all`].
    pub combination: usize,
    /// Whether the board is turned round, the dealer with it.
    pub turned: bool,
}

impl Drawn {
    /// Who deals.
    pub fn dealer(&self, profile: &Profile) -> Seat {
        if self.turned {
            profile.dealer.partner()
        } else {
            profile.dealer
        }
    }

    /// A deal of the combination as it comes to the table.
    pub(crate) fn at_the_table(&self, deal: Deal) -> Deal {
        let [n, e, s, w] = deal.0;
        if self.turned {
            Deal([s, w, n, e])
        } else {
            deal
        }
    }
}

/// The stream of what is drawn for a board before its cards.
pub(crate) fn choices_of(seed: u64, number: u64) -> Stream {
    space::stream(seed ^ CHOICES, number)
}

/// What is drawn for a board before its cards: whether it is turned, and its combination. `None` if nothing can be dealt.
pub(crate) fn draw(
    combinations: &Combinations,
    rotates: bool,
    stream: &mut Stream,
) -> Option<Drawn> {
    let turned = stream.random::<bool>() && rotates;
    let combination = combinations.draw(stream)?;
    Some(Drawn {
        combination,
        turned,
    })
}

/// How the boards of a profile are found: a plan for each kind of combination.
#[derive(Debug)]
pub struct Plans<'c> {
    combinations: &'c Combinations,
    strategy: Strategy,
    rotates: bool,
    /// For each kind of combination, how many boards are expected of it, and its plan once there is one that is kept.
    plans: Vec<(u64, OnceLock<Result<Plan, PlanError>>)>,
    /// How many bytes the plans that are kept take.
    memory: AtomicUsize,
}

impl<'c> Plans<'c> {
    /// For so many boards, turned round half of the time or not.
    pub fn new(
        combinations: &'c Combinations,
        strategy: Strategy,
        boards: u64,
        rotates: bool,
    ) -> Plans<'c> {
        let expected = |share: f64| (share * boards as f64).ceil().max(FEWEST_BOARDS) as u64;
        let shares = combinations.shares_of_kinds().into_iter();
        Plans {
            combinations,
            strategy,
            rotates,
            plans: shares
                .map(|share| (expected(share), OnceLock::new()))
                .collect(),
            memory: AtomicUsize::new(0),
        }
    }

    /// The combinations.
    pub fn combinations(&self) -> &'c Combinations {
        self.combinations
    }

    /// What is drawn for a board of a seed before its cards; `None` if nothing can be dealt.
    pub fn drawn(&self, seed: u64, number: u64) -> Option<Drawn> {
        let stream = &mut choices_of(seed, number);
        draw(self.combinations, self.rotates, stream)
    }

    fn make(&self, kind: usize) -> Result<Plan, PlanError> {
        let condition = condition_of(&self.combinations.kinds[kind]);
        let predeal = Predeal::default();
        Plan::by(self.strategy, &condition, &predeal, self.plans[kind].0)
    }

    /// The plan for a kind of combination; `None` if there is no room to keep it.
    fn kept(&self, kind: usize) -> Option<Result<&Plan, PlanError>> {
        let (_, slot) = &self.plans[kind];
        if slot.get().is_none() && self.memory.load(Ordering::Relaxed) > MOST_MEMORY {
            return None;
        }
        let plan = slot.get_or_init(|| {
            let plan = self.make(kind);
            let memory = plan.as_ref().map_or(0, Plan::memory);
            self.memory.fetch_add(memory, Ordering::Relaxed);
            plan
        });
        Some(plan.as_ref().map_err(Clone::clone))
    }

    /// The plan of a combination that can be dealt.
    ///
    /// # Errors
    /// When the strategy cannot be followed.
    pub fn plan_of(&self, combination: usize) -> Result<Option<Plan>, PlanError> {
        let kind = self.combinations.all()[combination].kind;
        kind.map(|(kind, _)| self.make(kind)).transpose()
    }

    /// Someone who finds boards by these plans.
    pub fn worker(&self) -> PlansWorker<'_> {
        PlansWorker {
            plans: self,
            workers: FxHashMap::default(),
        }
    }
}

/// Finds boards of a profile, one after the other.
pub struct PlansWorker<'a> {
    plans: &'a Plans<'a>,
    workers: FxHashMap<usize, Worker<'a>>,
}

/// Why a board of a profile was not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlansError {
    /// No combination can be dealt.
    #[error("nothing in this profile can be dealt")]
    Nothing,
    /// The strategy cannot be followed.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A condition without an answer, which no profile compiles to.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

impl PlansWorker<'_> {
    /// Finds a board of a seed, in at most so many tries, and says what was drawn for it.
    ///
    /// # Errors
    /// When nothing can be dealt, or the strategy cannot be followed.
    pub fn board(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<(Drawn, Found), PlansError> {
        let plans = self.plans;
        let drawn = plans.drawn(seed, number).ok_or(PlansError::Nothing)?;
        let combination = &plans.combinations.all()[drawn.combination];
        let (kind, names) = combination.kind.ok_or(PlansError::Nothing)?;
        if self.workers.len() >= AT_HAND && !self.workers.contains_key(&kind) {
            self.workers.clear();
        }
        let mut found = match self.workers.entry(kind) {
            Entry::Occupied(entry) => entry.into_mut().board(seed, number, tries, stop)?,
            Entry::Vacant(entry) => match plans.kept(kind) {
                Some(plan) => {
                    let worker = entry.insert(plan?.worker());
                    worker.board(seed, number, tries, stop)?
                }
                None => {
                    let plan = plans.make(kind)?;
                    plan.worker().board(seed, number, tries, stop)?
                }
            },
        };
        found.deal = found.deal.map(|deal| drawn.at_the_table(names.back(&deal)));
        Ok((drawn, found))
    }
}

/// Whether a deal at the table is one that a combination asks for.
pub fn qualifies(combination: &Combination, drawn: Drawn, deal: &Deal) -> bool {
    // Turning a board twice leaves it as it was.
    let hands = drawn.at_the_table(*deal).0;
    let mut pairs = combination.demands.iter().zip(hands);
    pairs.all(|(demand, hand)| demand.holds(hand))
}

//! A plan for each kind of combination, made when it is first drawn, and kept.
//!
//! Which combination a board has follows from its own stream, and the plan for it from the profile and the number of boards
//! in the whole run: so neither threads nor shards nor the order in which plans are made change any board.

use std::sync::OnceLock;

use bridge::{Deal, Predeal, Seat};
use condition::EvalError;
use plan::{Found, Plan, Stop, Worker};
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
        match self.turned {
            true => profile.dealer.partner(),
            false => profile.dealer,
        }
    }

    /// A deal of the combination as it comes to the table.
    pub(crate) fn at_the_table(&self, deal: Deal) -> Deal {
        let [n, e, s, w] = deal.0;
        match self.turned {
            true => Deal([s, w, n, e]),
            false => deal,
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

/// How the boards of a profile are found: a plan for each combination.
#[derive(Debug)]
pub struct Plans<'c> {
    combinations: &'c Combinations,
    rotates: bool,
    /// For each kind of combination, how many boards are expected of it, and its plan once there is one.
    plans: Vec<(u64, OnceLock<Option<Plan>>)>,
}

impl<'c> Plans<'c> {
    /// For so many boards, turned round half of the time or not.
    pub fn new(combinations: &'c Combinations, boards: u64, rotates: bool) -> Plans<'c> {
        let expected = |share: f64| (share * boards as f64).ceil().max(FEWEST_BOARDS) as u64;
        let shares = combinations.shares_of_kinds().into_iter();
        Plans {
            combinations,
            rotates,
            plans: shares
                .map(|share| (expected(share), OnceLock::new()))
                .collect(),
        }
    }

    /// The combinations.
    pub fn combinations(&self) -> &'c Combinations {
        self.combinations
    }

    /// What is drawn for a board of a seed before its cards; `None` if nothing can be dealt.
    pub fn drawn(&self, seed: u64, number: u64) -> Option<Drawn> {
        draw(
            self.combinations,
            self.rotates,
            &mut choices_of(seed, number),
        )
    }

    /// The plan for a kind of combination.
    fn plan(&self, kind: usize) -> Option<&Plan> {
        let (boards, plan) = &self.plans[kind];
        let make = || {
            let condition = condition_of(&self.combinations.kinds[kind]);
            Plan::new(&condition, &Predeal::default(), *boards).ok()
        };
        plan.get_or_init(make).as_ref()
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

impl PlansWorker<'_> {
    /// Finds a board of a seed, in at most so many tries.
    ///
    /// # Errors
    /// None that a profile can cause.
    pub fn board(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<(Option<Drawn>, Found), EvalError> {
        let nothing = Found {
            deal: None,
            tries: 0,
        };
        let plans = self.plans;
        let drawn = plans.drawn(seed, number);
        let combination = |drawn: Drawn| &plans.combinations.all()[drawn.combination];
        let Some((drawn, (kind, names))) =
            drawn.and_then(|drawn| Some((drawn, combination(drawn).kind?)))
        else {
            return Ok((None, nothing));
        };
        if self.workers.len() >= AT_HAND && !self.workers.contains_key(&kind) {
            self.workers.clear();
        }
        let worker = match self.workers.entry(kind) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => match plans.plan(kind) {
                Some(plan) => entry.insert(plan.worker()),
                None => return Ok((Some(drawn), nothing)),
            },
        };
        let mut found = worker.board(seed, number, tries, stop)?;
        found.deal = found.deal.map(|deal| drawn.at_the_table(names.back(&deal)));
        Ok((Some(drawn), found))
    }
}

/// Whether a deal at the table is one that a combination asks for.
pub fn qualifies(combination: &Combination, drawn: Drawn, deal: &Deal) -> bool {
    // Turning a board twice leaves it as it was.
    let hands = drawn.at_the_table(*deal).0;
    let mut pairs = combination.demands.iter().zip(hands);
    pairs.all(|(demand, hand)| demand.holds(hand))
}

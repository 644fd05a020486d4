//! A plan: how boards that satisfy a condition are found.

use std::sync::Arc;

use bridge::double_dummy::Solver;
use bridge::{Predeal, Seat};
use condition::{Condition, Evaluator, NodeId, Seats};
use space::{Budget, Space, Stopped, Watch};

use crate::choosing::checks::Check;
use crate::choosing::method::{DrawMethod, Strategy};
use crate::choosing::planner::Planner;
use crate::counting::exact::Inexact;
use crate::finding::choice::Choice;
use crate::finding::enumeration::Enumeration;
use crate::finding::worker::Worker;
use crate::tables::hands::Hands;

/// Why there is no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// What is dealt beforehand leaves no deal at all.
    #[error("no deal has the predealt cards and lengths")]
    Predeal,
    /// The condition is false, whatever the cards.
    #[error("no deal satisfies the condition, whatever the cards")]
    Never,
    /// The predealt lengths alone are too much for the engine.
    #[error("the predealt lengths cannot be worked out: {0}")]
    Space(space::Error),
    /// What qualifies cannot be drawn exactly.
    #[error("boards cannot be drawn exactly: {0}")]
    Inexact(Inexact),
    /// A plan that was asked for by name cannot be made for this condition.
    #[error("the plan {0} cannot be used here: {1}")]
    Unfit(DrawMethod, &'static str),
    /// Planning was stopped.
    #[error("planning was stopped")]
    Stopped,
}

impl From<Stopped> for PlanError {
    fn from(_: Stopped) -> PlanError {
        PlanError::Stopped
    }
}

impl From<space::Error> for PlanError {
    fn from(error: space::Error) -> PlanError {
        match error {
            space::Error::Stopped(_) => PlanError::Stopped,
            error => PlanError::Space(error),
        }
    }
}

impl From<Inexact> for PlanError {
    fn from(error: Inexact) -> PlanError {
        match error {
            Inexact::Stopped => PlanError::Stopped,
            error => PlanError::Inexact(error),
        }
    }
}

/// How boards that satisfy a condition are found.
///
/// One or two seats may be drawn from the hands that can still qualify, by their classes, or whole deals from those that satisfy
/// what can be counted. The others are dealt and looked at: only those that the next check needs, the rarest and cheapest
/// checks first; when one fails, it starts over from the first seat. Every deal that qualifies has the same chance.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) method: DrawMethod,
    /// Where a case is drawn first, the plans of the cases; what else is said here of hands and checks then says nothing.
    pub(crate) cases: Option<Arc<Cases>>,
    pub(crate) hands: Hands,
    pub(crate) checks: Vec<Check>,
    /// The seats that no check needs: dealt once all checks have passed.
    pub(crate) unread: Vec<Seat>,
    pub(crate) evaluator: Evaluator,
    /// The conjuncts that the checks' numbers mean, and the seats that each reads: the condition's own come first, then
    /// what they say of some seats alone.
    pub(crate) conjuncts: Vec<(NodeId, Seats)>,
    pub(crate) own: usize,
    pub(crate) solver: Option<Solver>,
    pub(crate) enumeration: Option<Enumeration>,
    pub(crate) considered: Vec<Considered>,
    pub(crate) chance: f64,
    pub(crate) price: f64,
    pub(crate) found: bool,
    pub(crate) planning: f64,
}

/// Parts of a condition that are drawn before the cards, each with a plan of its own.
#[derive(Debug)]
pub(crate) struct Cases {
    pub choice: Choice,
    pub plans: Vec<Arc<Plan>>,
    /// For each, the chance that random numbers let it through, times the share of deals that its plan draws from.
    pub shares: Vec<f64>,
}

/// A method that was looked at, and what it would take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Considered {
    /// The method.
    pub method: DrawMethod,
    /// The share of all deals that it draws from.
    pub share: f64,
    /// About how many of those it takes to find a board.
    pub tries: f64,
    /// About what a board costs, in units of ten nanoseconds.
    pub price: f64,
    /// Whether its rehearsal found any; if not, it takes at least so much.
    pub found: bool,
}

impl Plan {
    /// A plan for so many boards of a condition, with what is dealt beforehand. With [`Strategy::Auto`] it is the one with
    /// the least work, counted and not clocked; any other strategy gives one that does not depend on the number of boards.
    ///
    /// # Errors
    /// When the predealt cards and lengths alone leave no deal, the condition is false by itself, or the strategy cannot be
    /// followed.
    pub fn new(
        strategy: Strategy,
        condition: &Condition,
        predeal: &Predeal,
        boards: u64,
        watch: &Watch,
    ) -> Result<Plan, PlanError> {
        let mut planner = Planner::new(condition, predeal, watch)?;
        planner.plan(strategy, boards, watch)
    }

    /// The plan with the least work for as many boards as come for so much, in units of ten nanoseconds, and no more than so many.
    ///
    /// # Errors
    /// As for [`Plan::new`].
    pub(crate) fn for_work(
        condition: &Condition,
        predeal: &Predeal,
        (boards, work): (u64, f64),
        watch: &Watch,
    ) -> Result<Plan, PlanError> {
        let mut planner = Planner::new(condition, predeal, watch)?.worth(work);
        planner.plan(Strategy::Auto, boards, watch)
    }

    /// A plan that gives each deal at most once: in the order of their numbers, or shuffled by the seed. Board 1 is the
    /// first deal of that order.
    ///
    /// # Errors
    /// As for [`Strategy::Exact`].
    pub fn each_once(
        enumeration: Enumeration,
        condition: &Condition,
        predeal: &Predeal,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Plan, PlanError> {
        let mut planner = Planner::new(condition, predeal, watch)?;
        let exact = planner.exact(budget, watch)?;
        Ok(Plan {
            enumeration: Some(enumeration),
            ..planner.made(exact)
        })
    }

    /// The same plan with a solver, for a condition that asks for double dummy results.
    pub fn with_solver(mut self, solver: Option<Solver>) -> Plan {
        self.solver = solver;
        self.cases = self.cases.map(|cases| {
            let plans = cases.plans.iter();
            let plans = plans.map(|plan| Arc::new(Plan::clone(plan).with_solver(solver)));
            Arc::new(Cases {
                plans: plans.collect(),
                choice: cases.choice.clone(),
                shares: cases.shares.clone(),
            })
        });
        self
    }

    /// The plans of the cases that are drawn first, each with its share of the tries; none where there are no cases.
    pub fn cases(&self) -> impl Iterator<Item = (&Arc<Plan>, f64)> {
        let cases = self.cases.iter();
        cases.flat_map(|cases| cases.plans.iter().zip(cases.choice.shares()))
    }

    /// How hands are found before they are checked.
    pub fn method(&self) -> DrawMethod {
        self.method
    }

    /// About how many deals it takes to find a board, as far as a short rehearsal could tell.
    pub fn tries_a_board(&self) -> f64 {
        1.0 / self.chance.max(1e-12)
    }

    /// About what a board costs, in units of ten nanoseconds.
    pub fn price(&self) -> f64 {
        self.price
    }

    /// About what it cost to make this plan, and those that were made before it with the same condition at hand, in the same units.
    pub fn planning(&self) -> f64 {
        self.planning
    }

    /// About what a try costs, in the same units.
    pub fn price_of_a_try(&self) -> f64 {
        self.price * self.chance
    }

    /// Whether the rehearsal came across a board; if not, what is said of tries and price is the least that it can be.
    pub fn found_some(&self) -> bool {
        self.found
    }

    /// The methods that were looked at, the chosen one among them.
    pub fn considered(&self) -> &[Considered] {
        &self.considered
    }

    /// Whether every draw qualifies: nothing is left to check.
    pub fn is_exact(&self) -> bool {
        self.cases.is_none() && self.hands.are_whole_deals() && self.checks.is_empty()
    }

    /// Whether it gives each deal at most once.
    pub fn gives_each_once(&self) -> bool {
        self.enumeration.is_some()
    }

    /// How many deals qualify, if the plan is exact.
    pub fn count(&self) -> Option<u128> {
        self.hands
            .space()
            .filter(|_| self.is_exact())
            .map(Space::count)
    }

    /// About how many bytes it takes, where that is much.
    pub fn memory(&self) -> usize {
        let own = self.hands.space().map_or(0, Space::memory);
        own + self.cases().map(|(plan, _)| plan.memory()).sum::<usize>()
    }

    /// Whether whole deals are drawn from a space that was counted.
    pub fn is_counted(&self) -> bool {
        self.hands.are_whole_deals()
    }

    /// The exact share of all deals (with what is dealt beforehand) that the tries are drawn from; with cases, of all deals by
    /// the weights that random numbers give them.
    pub fn share(&self) -> f64 {
        match &self.cases {
            Some(cases) => cases.shares.iter().sum(),
            None => self.hands.share(),
        }
    }

    /// The seats whose hands are drawn from those that can still qualify, and not tried.
    pub fn drawn(&self) -> Seats {
        self.hands.drawn()
    }

    /// Whether a deal may take milliseconds, because a solver is asked about it.
    pub(crate) fn is_slow(&self) -> bool {
        self.solver.is_some()
    }

    /// Someone who finds boards by this plan.
    pub fn worker(self: &Arc<Plan>) -> Worker {
        Worker::new(self.clone())
    }
}

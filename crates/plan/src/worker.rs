//! Finding boards by a plan, one after the other, each from its own stream.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bridge::{Deal, Hand};
use condition::{EvalError, Evaluator};
use space::{Space, Stream};

use crate::hands::Draws;
use crate::once::{Once, Shuffle};
use crate::oracle::BoardOracle;
use crate::plan::Plan;

/// How often a worker looks up from its tries.
const LOOK_UP: u64 = 4096;
/// And how often where a try may take milliseconds.
const LOOK_UP_SOON: u64 = 16;

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The deal, unless the tries ran out or the search was stopped.
    pub deal: Option<Deal>,
    /// How many deals were tried.
    pub tries: u64,
}

/// A way to stop workers from outside, and to see how far they are.
#[derive(Default, Debug)]
pub struct Stop {
    stopped: AtomicBool,
    tries: AtomicU64,
}

impl Stop {
    /// Stops all workers soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was called.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// About how many deals have been tried so far.
    pub fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, tries: u64) {
        self.tries.fetch_add(tries, Ordering::Relaxed);
    }
}

/// Whoever finds the boards of a run.
pub(crate) trait Finder<'p> {
    /// Finds a board of a seed, in at most so many tries.
    fn find(&mut self, seed: u64, number: u64, tries: u64, stop: &Stop)
    -> Result<Found, EvalError>;

    /// Who found the last one.
    fn worker(&mut self) -> &mut Worker<'p>;
}

impl<'p> Finder<'p> for Worker<'p> {
    fn find(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<Found, EvalError> {
        self.board(seed, number, tries, stop)
    }

    fn worker(&mut self) -> &mut Worker<'p> {
        self
    }
}

/// Finds boards, one after the other, without allocating.
pub struct Worker<'a> {
    plan: &'a Plan,
    evaluator: Evaluator,
    draws: Draws,
    oracle: BoardOracle,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Worker<'a> {
        Worker {
            plan,
            evaluator: plan.evaluator.clone(),
            draws: Draws::new(&plan.hands),
            oracle: BoardOracle::new(plan.solver),
        }
    }
}

impl Worker<'_> {
    /// Finds a board of a seed, in at most so many tries.
    ///
    /// # Errors
    /// When the condition has no answer for a deal: a division by zero, for instance.
    pub fn board(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<Found, EvalError> {
        if let (Some(once), Some(space)) = (self.plan.once, self.plan.hands.space()) {
            self.oracle.stream = space::stream(seed, number);
            self.evaluator.next_deal();
            return Ok(listed(once, space, seed, number));
        }
        self.board_from(space::stream(seed, number), tries, stop)
    }

    /// Finds a board with the random numbers of a stream.
    pub(crate) fn board_from(
        &mut self,
        stream: Stream,
        tries: u64,
        stop: &Stop,
    ) -> Result<Found, EvalError> {
        let hands = &self.plan.hands;
        self.oracle.stream = stream;
        // Each board begins with the same pack: it must not depend on the board before.
        self.draws = Draws::new(hands);
        let mut deal = Deal::default();
        let mut tried = 0;
        let look_up = if self.plan.is_slow() {
            LOOK_UP_SOON
        } else {
            LOOK_UP
        };
        while tried < tries {
            tried += 1;
            if tried % look_up == 0 {
                stop.add(look_up);
                if stop.is_stopped() {
                    break;
                }
            }
            self.draws.begin(hands, &mut deal, &mut self.oracle.stream);
            self.evaluator.next_deal();
            if self.passes(&mut deal)? {
                for &seat in &self.plan.unread {
                    self.draws
                        .seat(hands, seat, &mut deal, &mut self.oracle.stream);
                }
                stop.add(tried % look_up);
                return Ok(Found {
                    deal: Some(deal),
                    tries: tried,
                });
            }
        }
        Ok(Found {
            deal: None,
            tries: tried,
        })
    }

    /// Deals seat by seat and checks, up to the first check that fails.
    #[inline]
    fn passes(&mut self, deal: &mut Deal) -> Result<bool, EvalError> {
        for check in &self.plan.checks {
            for &seat in &check.deals {
                self.draws
                    .seat(&self.plan.hands, seat, deal, &mut self.oracle.stream);
            }
            let passes = self
                .evaluator
                .test(check.conjunct, deal, &mut self.oracle)?;
            if !passes {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One of the condition's further values, for the board found last.
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        self.evaluator.value(index, deal, &mut self.oracle)
    }
}

/// The board of a plan that gives each deal at most once. There is none after the last deal.
fn listed(once: Once, space: &Space, seed: u64, number: u64) -> Found {
    let place = number.checked_sub(1).map(u128::from);
    let index = place.and_then(|place| match once {
        Once::Listed => Some(place),
        Once::Shuffled => Shuffle::new(seed, space.count()).at(place),
    });
    let deal = index.and_then(|index| space.nth(index).ok());
    Found {
        deal: deal.map(|deal| Deal([0, 1, 2, 3].map(|p| Hand::from_bits(deal[p].0)))),
        tries: deal.is_some().into(),
    }
}

/// A board, while it is at hand.
pub struct Dealt<'a, 'p> {
    /// Its number.
    pub number: u64,
    /// Its cards.
    pub deal: Deal,
    pub(crate) worker: &'a mut Worker<'p>,
}

impl Dealt<'_, '_> {
    /// One of the condition's further values for it.
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn value(&mut self, index: usize) -> Result<i64, EvalError> {
        self.worker.value(index, &self.deal)
    }
}

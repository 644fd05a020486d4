//! Finding boards by one plan, one after the other, each from its own stream.

use std::sync::Arc;

use bridge::{Deal, Hand};
use condition::{EvalError, Evaluator};
use space::{Space, Stream, Watch};

use crate::choosing::plan::Plan;
use crate::finding::board_oracle::BoardOracle;
use crate::finding::enumeration::{Enumeration, Shuffle};
use crate::finding::finder::FoundBoard;
use crate::tables::hands::Draws;

/// A worker looks at its watch after so many tries at the most,
const MOST_TRIES_A_LOOK: u64 = 4096;
/// or as many as cost so much, in units of ten nanoseconds: about a millisecond.
const PRICE_OF_A_LOOK: f64 = 100_000.0;

/// About so many deals are tried before a thread hands over what it has.
const TRIES_AT_ONCE: f64 = 50_000.0;
/// And it never keeps more boards than this.
const MOST_BOARDS_AT_ONCE: u64 = 2048;

/// Finds boards, one after the other, without allocating.
pub struct Worker {
    plan: Arc<Plan>,
    evaluator: Evaluator,
    draws: Draws,
    oracle: BoardOracle,
    /// How many tries there are from one look at the watch to the next, and how many until that: they are counted on from
    /// board to board.
    tries_a_look: u64,
    until_look: u64,
}

impl Worker {
    pub(crate) fn new(plan: Arc<Plan>) -> Worker {
        let tries_a_look = if plan.is_slow() {
            1
        } else {
            let tries = (PRICE_OF_A_LOOK / plan.price_of_a_try()) as u64;
            tries.clamp(1, MOST_TRIES_A_LOOK)
        };
        Worker {
            evaluator: plan.evaluator.clone(),
            draws: Draws::new(&plan.hands),
            oracle: BoardOracle::new(plan.solver),
            tries_a_look,
            until_look: tries_a_look,
            plan,
        }
    }

    /// What the file says of the board that is completed: a condition may ask for it.
    pub fn set_record(&mut self, record: Option<Arc<bridge::Record>>) {
        self.oracle.told = Some(record);
    }

    /// Finds a board of a seed, in at most so many tries.
    ///
    /// # Errors
    /// When the condition has no answer for a deal: a division by zero, for instance.
    pub fn board(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard, EvalError> {
        if let (Some(order), Some(space)) = (self.plan.enumeration, self.plan.hands.space()) {
            self.oracle.stream = space::stream(seed, number);
            self.evaluator.next_deal();
            return Ok(enumerated(order, space, seed, number));
        }
        self.board_from(space::stream(seed, number), tries, watch)
    }

    /// Finds a board with the random numbers of a stream.
    pub(crate) fn board_from(
        &mut self,
        stream: Stream,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard, EvalError> {
        let hands = &self.plan.hands;
        self.oracle.stream = stream;
        // Each board begins with the same pack: it must not depend on the board before.
        self.draws = Draws::new(hands);
        let mut deal = Deal::default();
        let (mut tried, mut told) = (0, 0);
        let mut found = false;
        while !found && tried < tries {
            if self.until_look == 0 {
                self.until_look = self.tries_a_look;
                watch.add_tries(tried - told);
                told = tried;
                if watch.look_after(self.tries_a_look).is_err() {
                    break;
                }
            }
            self.until_look -= 1;
            tried += 1;
            self.draws.begin(hands, &mut deal, &mut self.oracle.stream);
            self.evaluator.next_deal();
            found = passes(
                &self.plan,
                &mut self.evaluator,
                &mut self.draws,
                &mut self.oracle,
                &mut deal,
            )?;
        }
        watch.add_tries(tried - told);
        if found {
            for &seat in &self.plan.unread {
                self.draws
                    .seat(hands, seat, &mut deal, &mut self.oracle.stream);
            }
        }
        Ok(FoundBoard {
            deal: found.then_some(deal),
            tries: tried,
            about: (),
        })
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

    /// How many boards it should find before it hands them over: one where each takes long, so that they come as they
    /// are found.
    pub fn boards_at_once(&self) -> u64 {
        if self.plan.is_slow() {
            1
        } else {
            let boards = (TRIES_AT_ONCE / self.plan.tries_a_board()) as u64;
            boards.clamp(1, MOST_BOARDS_AT_ONCE)
        }
    }

    /// The plan it follows.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }
}

/// Deals seat by seat and checks, up to the first check that fails.
#[inline]
fn passes(
    plan: &Plan,
    evaluator: &mut Evaluator,
    draws: &mut Draws,
    oracle: &mut BoardOracle,
    deal: &mut Deal,
) -> Result<bool, EvalError> {
    for check in &plan.checks {
        for &seat in &check.deals {
            draws.seat(&plan.hands, seat, deal, &mut oracle.stream);
        }
        if !evaluator.test(check.conjunct, deal, oracle)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The board of a plan that gives each deal at most once. There is none after the last deal.
fn enumerated(order: Enumeration, space: &Space, seed: u64, number: u64) -> FoundBoard {
    let place = number.checked_sub(1).map(u128::from);
    let index = place.and_then(|place| match order {
        Enumeration::InOrder => Some(place),
        Enumeration::Shuffled => Shuffle::new(seed, space.count()).at(place),
    });
    let deal = index.and_then(|index| space.nth(index).ok());
    FoundBoard {
        deal: deal.map(|deal| Deal([0, 1, 2, 3].map(|p| Hand::from_bits(deal[p].0)))),
        tries: deal.is_some().into(),
        about: (),
    }
}

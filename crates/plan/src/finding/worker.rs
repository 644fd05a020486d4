//! Finding boards by one plan, one after the other, each from its own stream.

use std::sync::Arc;

use bridge::{Deal, Hand};
use condition::{EvalError, Evaluator};
use rand::Rng;
use space::{Key, Space, Stream, Watch};

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
    /// Where a case is drawn first, those who find boards of the cases, and which of them found the last board.
    cases: Vec<Worker>,
    found_by: usize,
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
            cases: plan.cases().map(|(plan, _)| plan.worker()).collect(),
            found_by: 0,
            plan,
        }
    }

    /// What the file says of the board that is completed: a condition may ask for it.
    pub fn set_record(&mut self, record: Option<Arc<bridge::Record>>) {
        for case in &mut self.cases {
            case.set_record(record.clone());
        }
        self.oracle.told = Some(record);
    }

    /// Finds a board of a key, in at most so many tries.
    ///
    /// # Errors
    /// When the condition has no answer for a deal: a division by zero, for instance.
    pub fn board(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard, EvalError> {
        if let (Some(order), Some(space)) = (self.plan.enumeration, self.plan.hands.space()) {
            self.oracle.stream = key.stream(number);
            self.oracle.number = number;
            self.evaluator.next_deal();
            return Ok(enumerated(order, space, key, number));
        }
        self.board_from(key.stream(number), number, tries, watch)
    }

    /// Finds a board with the random numbers of a stream.
    pub(crate) fn board_from(
        &mut self,
        stream: Stream,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard, EvalError> {
        self.oracle.stream = stream;
        self.oracle.number = number;
        // Each board begins with the same pack: it must not depend on the board before.
        self.draws = Draws::new(&self.plan.hands);
        for case in &mut self.cases {
            case.draws = Draws::new(&case.plan.hands);
            case.oracle.number = number;
        }
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
            found = self.try_once(&mut deal)?;
        }
        watch.add_tries(tried - told);
        Ok(FoundBoard {
            deal: found.then_some(deal),
            tries: tried,
            about: (),
        })
    }

    /// Tries one deal, which is whole if it qualifies.
    fn try_once(&mut self, deal: &mut Deal) -> Result<bool, EvalError> {
        if let Some(cases) = &self.plan.cases {
            let case = cases.choice.of(self.oracle.stream.next_u64());
            let worker = &mut self.cases[case];
            // The stream goes with the try, and stays with whoever finds a board.
            std::mem::swap(&mut self.oracle.stream, &mut worker.oracle.stream);
            let found = worker.try_once(deal)?;
            if found {
                self.found_by = case;
            } else {
                std::mem::swap(&mut self.oracle.stream, &mut worker.oracle.stream);
            }
            return Ok(found);
        }
        let hands = &self.plan.hands;
        self.draws.begin(hands, deal, &mut self.oracle.stream);
        self.evaluator.next_deal();
        let found = passes(
            &self.plan,
            &mut self.evaluator,
            &mut self.draws,
            &mut self.oracle,
            deal,
        )?;
        if found {
            for &seat in &self.plan.unread {
                self.draws.seat(hands, seat, deal, &mut self.oracle.stream);
            }
        }
        Ok(found)
    }

    /// One of the condition's further values, for the board found last.
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        match self.cases.get_mut(self.found_by) {
            Some(case) => case.value(index, deal),
            None => self.evaluator.value(index, deal, &mut self.oracle),
        }
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
fn enumerated(order: Enumeration, space: &Space, key: Key, number: u64) -> FoundBoard {
    let place = number.checked_sub(1).map(u128::from);
    let index = place.and_then(|place| match order {
        Enumeration::InOrder => Some(place),
        Enumeration::Shuffled => Shuffle::new(key, space.count()).at(place),
    });
    let deal = index.and_then(|index| space.nth(index).ok());
    FoundBoard {
        deal: deal.map(|deal| Deal([0, 1, 2, 3].map(|p| Hand::from_bits(deal[p].0)))),
        tries: deal.is_some().into(),
        about: (),
    }
}

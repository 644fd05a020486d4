//! The loop of the classic program: deal, look, act, until there are enough boards or deals.
//!
//! It knows where dealing ends and what has come of it so far. It does not know switches or streams beyond those it
//! is handed.

use std::io::{self, Write};

use bridge::score::Strain;
use bridge::{Deal, Seat, Side, Vulnerability};
use condition::{EvalError, Evaluator, Oracle};
use script::{Action, Compiled, Encoding, Value};
use space::Watch;

use crate::Deals;
use crate::act::{Act, ActError, Board, BoardError};
use crate::pbn::PbnHeader;

/// Boards that are produced when boards are printed and nobody says how many.
const PRINTED_BOARDS: u64 = 40;

/// Deals that are made when nobody says how many.
const GENERATED_DEALS: u64 = 10_000_000;

/// How many deals are made between two questions whether to go on, and at most between a board and its output.
const DEALS_A_LOOK: u64 = 4096;

/// How many deals are made between two looks at the watch: a deal takes some microseconds, or tens if the script is long.
const DEALS_A_WATCH: u64 = 256;

/// Where dealing ends.
pub(crate) struct Limits {
    /// So many deals.
    pub(crate) generate: u64,
    /// So many boards.
    pub(crate) produce: u64,
}

impl Limits {
    /// What was asked for, filled up with what the classic program takes instead. A negative limit is reached at once.
    pub(crate) fn new(generate: Option<i32>, produce: Option<i32>, acts: &[Act]) -> Limits {
        let limit = |number: i32| u64::try_from(number).unwrap_or(0);
        let generate = generate.map_or(GENERATED_DEALS, limit);
        let unsaid = if acts.iter().any(Act::prints) {
            PRINTED_BOARDS
        } else {
            generate
        };
        Limits {
            generate,
            produce: produce.map_or(unsaid, limit),
        }
    }
}

/// How dealing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// There are enough boards, or deals.
    LimitReached,
    /// Patience ended before there was a board.
    NoneFound,
    /// Someone stopped it.
    Stopped,
}

/// Deals, and what has come of them.
pub(crate) struct Production {
    deals: Deals,
    evaluator: Evaluator,
    acts: Vec<Act>,
    limits: Limits,
    /// How many deals were made.
    pub(crate) generated: u64,
    /// How many of them qualified.
    pub(crate) produced: u64,
}

impl Production {
    /// Before the first deal.
    pub(crate) fn new(
        deals: Deals,
        compiled: &Compiled,
        acts: Vec<Act>,
        limits: Limits,
    ) -> Production {
        let evaluator = Evaluator::new(&compiled.condition);
        Production {
            deals,
            evaluator,
            acts,
            limits,
            generated: 0,
            produced: 0,
        }
    }

    /// Deals until a limit is reached, and calls `on_board` after each board with how many there are and will be at
    /// most. While there is none, `go_on` is asked from time to time whether to look further.
    pub(crate) fn run(
        &mut self,
        pbn: Option<&PbnHeader>,
        out: &mut impl Write,
        mut on_board: impl FnMut(u64, u64) -> io::Result<()>,
        go_on: impl Fn() -> bool,
        watch: &Watch,
    ) -> Result<Ending, BoardError> {
        let mut flushed = 0;
        watch.begin("dealing", Some(self.limits.produce));
        while self.generated < self.limits.generate && self.produced < self.limits.produce {
            if self.generated.is_multiple_of(DEALS_A_WATCH) {
                if watch.look().is_err() {
                    return Ok(Ending::Stopped);
                }
                watch.add_tries(DEALS_A_WATCH);
            }
            if self.next(pbn, out)? {
                watch.add(1);
                on_board(self.produced, self.limits.produce)?;
                // Boards that come seldom are shown at once.
                if self.generated - flushed > DEALS_A_LOOK {
                    out.flush()?;
                    flushed = self.generated;
                }
            } else if self.produced == 0 && self.generated.is_multiple_of(DEALS_A_LOOK) && !go_on()
            {
                return Ok(Ending::NoneFound);
            }
        }
        Ok(Ending::LimitReached)
    }

    /// Makes one deal; if it qualifies, does what is to be done with it and returns true.
    fn next(&mut self, pbn: Option<&PbnHeader>, out: &mut impl Write) -> Result<bool, BoardError> {
        let Production {
            deals,
            evaluator,
            acts,
            ..
        } = self;
        let deal = deals.deal();
        self.generated += 1;
        if !evaluator.holds(&deal, deals)? {
            return Ok(false);
        }
        self.produced += 1;
        let mut value = |Value(index): Value| {
            // What compiles with the classic faults fits in 32 bits.
            Ok::<i32, EvalError>(evaluator.value(index, &deal, deals)? as i32)
        };
        let mut board = Board {
            number: self.produced,
            deal,
            value: &mut value,
            pbn,
        };
        for act in acts {
            act.board(&mut board, out)?;
        }
        Ok(true)
    }

    /// Prints what was counted and kept.
    pub(crate) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        self.acts
            .iter()
            .try_for_each(|act| act.end(self.produced, out))
    }

    /// How many boards were asked for in PBN.
    pub(crate) fn pbn_boards(&self) -> u64 {
        let times = self
            .acts
            .iter()
            .filter(|act| matches!(act, Act::Pbn))
            .count();
        self.produced * times as u64
    }

    /// Whether the sum of an average was more than the classic program could hold.
    pub(crate) fn wrapped(&self) -> bool {
        self.acts
            .iter()
            .any(|act| matches!(act, Act::Average { tally, .. } if tally.wrapped()))
    }
}

/// What is done with each board; a script without actions prints it.
pub(crate) fn acts(compiled: &Compiled, encoding: Encoding) -> Result<Vec<Act>, ActError> {
    let actions = compiled.actions.clone();
    let actions = actions.unwrap_or_else(|| vec![Action::PrintAll]);
    let acts = actions.into_iter().map(|action| Act::new(action, encoding));
    acts.collect()
}

/// A script's random numbers come from the stream of the deals. There is no double dummy solver here.
impl Oracle for Deals {
    fn random(&mut self, below: i64) -> i64 {
        self.random(below as i32).into()
    }

    fn tricks(&mut self, _deal: &Deal, _declarer: Seat, _strain: Strain) -> Option<i64> {
        None
    }

    fn par(&mut self, _deal: &Deal, _side: Side, _vulnerable: Vulnerability) -> Option<i64> {
        None
    }
}

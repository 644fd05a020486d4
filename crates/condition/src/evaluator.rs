//! The evaluator: runs a condition's program on deals.
//!
//! It owns its memory, so a loop over deals allocates nothing. Answers are remembered for one deal, and a deal may
//! grow while it is asked about: a conjunct needs only the seats that it reads. Randomness and double dummy results
//! come in through an [`Oracle`].

use std::sync::Arc;

use bridge::score::Strain;
use bridge::{Deal, Seat, Side, Vulnerability, shape_index};

use crate::graph::{MOST_BOARDS, score_of};
use crate::program::{Op, Program};
use crate::{Arithmetic, Asked, Condition, NodeId};

/// What a condition may ask beyond the cards.
pub trait Oracle {
    /// A random number from 0 up to, and not including, `below`; 0 if that is not positive.
    fn random(&mut self, below: i64) -> i64;

    /// The number of the board that is looked for, from 1; 0 where boards have none.
    fn board_number(&self) -> u64 {
        0
    }

    /// Double dummy tricks; `None` without a solver.
    fn tricks(&mut self, deal: &Deal, declarer: Seat, strain: Strain) -> Option<i64>;

    /// Hears of which strains the tricks of several declarers will be asked for, of this deal.
    fn expect(&mut self, _deal: &Deal, _strains: [bool; 5]) {}

    /// The par score of a side; `None` without a solver.
    fn par(&mut self, deal: &Deal, side: Side, vulnerable: Vulnerability) -> Option<i64>;

    /// What else is asked of a solver, or of the file that the board comes from. Whoever has neither leaves it as it is.
    ///
    /// # Errors
    /// Why there is no answer.
    fn ask(&mut self, _deal: &Deal, asked: &Asked) -> Result<i64, EvalErrorKind> {
        Err(match asked {
            Asked::AfterLead { .. } | Asked::ParContract { .. } => EvalErrorKind::NoSolver,
            Asked::Told(_) => EvalErrorKind::NoFile,
        })
    }
}

/// For conditions on cards alone: no solver, and every random number is 0.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn random(&mut self, _below: i64) -> i64 {
        0
    }

    fn tricks(&mut self, _deal: &Deal, _declarer: Seat, _strain: Strain) -> Option<i64> {
        None
    }

    fn par(&mut self, _deal: &Deal, _side: Side, _vulnerable: Vulnerability) -> Option<i64> {
        None
    }
}

/// A condition that has no answer for this deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct EvalError {
    /// Why.
    pub kind: EvalErrorKind,
    /// The node that failed.
    pub node: NodeId,
}

/// Why a condition has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalErrorKind {
    /// Something is divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A number does not fit in 64 bits.
    #[error("a number grew beyond 64 bits")]
    Overflow,
    /// There is no double dummy solver.
    #[error("this needs a double dummy solver")]
    NoSolver,
    /// A card is led that the leader does not have.
    #[error("the leader does not have the card that is led")]
    NotHeld,
    /// The board comes from no file.
    #[error("this asks what a file says of a board, and boards that are dealt have no file")]
    NoFile,
}

impl answer::Explained for EvalError {
    fn code(&self) -> &'static str {
        match self.kind {
            EvalErrorKind::DivisionByZero | EvalErrorKind::Overflow => "no-answer",
            EvalErrorKind::NotHeld => "no-answer",
            EvalErrorKind::NoSolver => "no-solver",
            EvalErrorKind::NoFile => "no-file",
        }
    }

    fn help(&self) -> Option<String> {
        match self.kind {
            EvalErrorKind::DivisionByZero => {
                Some("guard it: x > 0 and 10 / x > 2 asks only where x is not 0".to_owned())
            }
            EvalErrorKind::NotHeld => Some(
                "guard it: hascard(west, QS) and lead(south, notrump, QS) < 9 asks only where West has the card"
                    .to_owned(),
            ),
            EvalErrorKind::NoFile => {
                Some("filter the boards of a file with it, instead of dealing".to_owned())
            }
            EvalErrorKind::Overflow | EvalErrorKind::NoSolver => None,
        }
    }
}

/// An answer, and the deal for which it holds.
#[derive(Clone, Copy, Default, Debug)]
struct Remembered {
    deal: u32,
    value: i64,
}

/// Runs one condition.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// Clones, one for each thread, share it.
    program: Arc<Program>,
    memory: Vec<Remembered>,
    /// The shape of each seat, once asked for.
    shapes: [Remembered; 4],
    stack: Vec<i64>,
    returns: Vec<u32>,
    deal: u32,
    steps: u64,
}

impl Evaluator {
    /// Compiles a condition. The cost grows with its nodes, plus a table of 8,192 entries for each measure in it.
    pub fn new(condition: &Condition) -> Evaluator {
        let program = Arc::new(Program::new(condition));
        Evaluator {
            memory: vec![Remembered::default(); program.slots],
            shapes: [Remembered::default(); 4],
            stack: Vec::with_capacity(64),
            returns: Vec::with_capacity(64),
            deal: 1,
            steps: 0,
            program,
        }
    }

    /// Forgets what it knows of the last deal. Call it before asking about another; [`Evaluator::holds`] does.
    #[inline]
    pub fn next_deal(&mut self) {
        self.deal = self.deal.wrapping_add(1);
        if self.deal == 0 {
            self.memory.fill(Remembered::default());
            self.shapes = [Remembered::default(); 4];
            self.deal = 1;
        }
    }

    /// How many instructions it has carried out so far: a price of what was asked, the same on every machine.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many conjuncts there are: [`Condition::conjuncts`].
    pub fn conjuncts(&self) -> usize {
        self.program.conjuncts.len()
    }

    /// Whether one conjunct holds. Only the seats that it reads need their cards; more seats may be dealt
    /// between one test and the next, and what was learned stays good until [`Evaluator::next_deal`].
    ///
    /// # Panics
    /// If there is no such conjunct.
    #[inline]
    pub fn test(
        &mut self,
        conjunct: usize,
        deal: &Deal,
        oracle: &mut dyn Oracle,
    ) -> Result<bool, EvalError> {
        Ok(self.run(self.program.conjuncts[conjunct], deal, oracle)? != 0)
    }

    /// Whether the whole condition holds of a new deal, its conjuncts asked in order.
    pub fn holds(&mut self, deal: &Deal, oracle: &mut dyn Oracle) -> Result<bool, EvalError> {
        self.next_deal();
        for conjunct in 0..self.conjuncts() {
            if !self.test(conjunct, deal, oracle)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One of the further values, for the deal at hand.
    ///
    /// # Panics
    /// If there is no such value.
    #[inline]
    pub fn value(
        &mut self,
        index: usize,
        deal: &Deal,
        oracle: &mut dyn Oracle,
    ) -> Result<i64, EvalError> {
        let entry = self.program.values[index];
        // A script may count hundreds of cards and lengths on every deal: for one look the loop below is too much.
        match self.program.ops[entry as usize..] {
            [Op::HasCard { seat, card }, Op::Halt, ..] => Ok(has_card(deal, seat, card)),
            [Op::Length { seat, suit }, Op::Halt, ..] => Ok(deal[seat].length(suit) as i64),
            _ => {
                if let Some(strains) = self.program.whole_strains {
                    oracle.expect(deal, strains);
                }
                self.run(entry, deal, oracle)
            }
        }
    }

    fn run(&mut self, entry: u32, deal: &Deal, oracle: &mut dyn Oracle) -> Result<i64, EvalError> {
        let mut steps = 0;
        let answer = self.run_counted(entry, deal, oracle, &mut steps);
        self.steps += steps;
        answer
    }

    /// The same, counting steps where it costs least. What every step looks at is taken out of the program beforehand: whatever
    /// is remembered on the way could change where it is, as far as the compiler knows.
    #[inline(always)]
    fn run_counted(
        &mut self,
        entry: u32,
        deal: &Deal,
        oracle: &mut dyn Oracle,
        steps: &mut u64,
    ) -> Result<i64, EvalError> {
        let Evaluator {
            program,
            memory,
            shapes,
            stack,
            returns,
            deal: now,
            ..
        } = self;
        let program: &Program = program;
        let (ops, tables, memory) = (&program.ops[..], &program.tables[..], &mut memory[..]);
        let now = *now;
        stack.clear();
        returns.clear();
        let mut at = entry as usize;
        let mut acc = 0i64;
        loop {
            let here = at;
            at += 1;
            *steps += 1;
            let fail = |kind| EvalError {
                kind,
                node: program.nodes[here],
            };
            match ops[here] {
                Op::Constant(value) => acc = value,
                Op::Length { seat, suit } => acc = deal[seat].length(suit) as i64,
                Op::InSuit { seat, suit, table } => {
                    acc = tables[table as usize].suit(deal[seat], suit).into();
                }
                Op::InHand { seat, table, slot } => {
                    acc = remember(&mut memory[slot as usize], now, || {
                        tables[table as usize].hand(deal[seat]).into()
                    });
                }
                Op::Shaped { seat, table, slot } => {
                    acc = remember(&mut memory[slot as usize], now, || {
                        let suits = tables[table as usize].hand(deal[seat]);
                        (suits + program.measures[table as usize].for_shape(deal[seat])).into()
                    });
                }
                Op::Shape { seat, set } => {
                    let shape = remember(&mut shapes[seat as usize], now, || {
                        shape_index(deal[seat]) as i64
                    });
                    acc = program.sets[set as usize]
                        .contains_index(shape as usize)
                        .into();
                }
                Op::HasCard { seat, card } => acc = has_card(deal, seat, card),
                Op::Within { low, high } => {
                    acc = (i64::from(low) <= acc && acc <= i64::from(high)).into();
                }
                Op::CompareConstant { comparison, index } => {
                    acc = comparison
                        .holds(acc, program.numbers[index as usize])
                        .into();
                }
                Op::Select { yes, no } => acc = if acc != 0 { yes } else { no }.into(),
                Op::Push => stack.push(acc),
                Op::Arithmetic(operator) => {
                    let left = stack.pop().unwrap_or_default();
                    acc = operator
                        .apply(left, acc)
                        .ok_or_else(|| fail(why(operator, acc)))?;
                }
                Op::Compare(comparison) => {
                    acc = comparison
                        .holds(stack.pop().unwrap_or_default(), acc)
                        .into();
                }
                Op::Not => acc = (acc == 0).into(),
                Op::Negate => {
                    acc = acc
                        .checked_neg()
                        .ok_or_else(|| fail(EvalErrorKind::Overflow))?
                }
                Op::Truth => acc = (acc != 0).into(),
                Op::JumpIfZero(target) => {
                    if acc == 0 {
                        at = target as usize;
                    }
                }
                Op::JumpUnlessZero(target) => {
                    if acc != 0 {
                        at = target as usize;
                    }
                }
                Op::Jump(target) => at = target as usize,
                Op::Shared { slot, entry } => {
                    let known = memory[slot as usize];
                    if known.deal == now {
                        acc = known.value;
                    } else {
                        returns.push(at as u32);
                        at = entry as usize;
                    }
                }
                Op::Return { slot } => {
                    memory[slot as usize] = Remembered {
                        deal: now,
                        value: acc,
                    };
                    match returns.pop() {
                        Some(back) => at = back as usize,
                        None => return Ok(acc),
                    }
                }
                Op::Random => acc = oracle.random(acc),
                Op::BoardNumber => acc = oracle.board_number().min(MOST_BOARDS as u64) as i64,
                Op::Tricks { seat, strain, slot } => {
                    acc = ask(&mut memory[slot as usize], now, || {
                        oracle.tricks(deal, seat, strain)
                    })
                    .ok_or_else(|| fail(EvalErrorKind::NoSolver))?;
                }
                Op::Par {
                    side,
                    vulnerable,
                    slot,
                } => {
                    acc = ask(&mut memory[slot as usize], now, || {
                        oracle.par(deal, side, vulnerable)
                    })
                    .ok_or_else(|| fail(EvalErrorKind::NoSolver))?;
                }
                Op::Ask { index, slot } => {
                    let remembered = &mut memory[slot as usize];
                    if remembered.deal != now {
                        let asked = &program.asked[index as usize];
                        let value = oracle.ask(deal, asked).map_err(&fail)?;
                        *remembered = Remembered { deal: now, value };
                    }
                    acc = remembered.value;
                }
                Op::Score { index } => {
                    let (contract, vulnerable) = program.contracts[index as usize];
                    acc = score_of(contract, vulnerable, acc);
                }
                Op::Imps => {
                    let points = acc.clamp(-1_000_000, 1_000_000) as i32;
                    acc = bridge::score::imps(points).into();
                }
                Op::Halt => return Ok(acc),
            }
        }
    }
}

#[inline]
fn has_card(deal: &Deal, seat: Seat, card: u8) -> i64 {
    (deal[seat].bits() >> card & 1) as i64
}

/// What is remembered for this deal, or else worked out and remembered.
#[inline]
fn remember(slot: &mut Remembered, deal: u32, work_out: impl FnOnce() -> i64) -> i64 {
    if slot.deal != deal {
        *slot = Remembered {
            deal,
            value: work_out(),
        };
    }
    slot.value
}

/// The same for what may have no answer.
fn ask(slot: &mut Remembered, deal: u32, answer: impl FnOnce() -> Option<i64>) -> Option<i64> {
    if slot.deal != deal {
        *slot = Remembered {
            deal,
            value: answer()?,
        };
    }
    Some(slot.value)
}

fn why(operator: Arithmetic, right: i64) -> EvalErrorKind {
    match operator {
        Arithmetic::Divide | Arithmetic::Modulo if right == 0 => EvalErrorKind::DivisionByZero,
        _ => EvalErrorKind::Overflow,
    }
}

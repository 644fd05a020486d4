//! Trying a condition on deals that are given, where nothing is left to find.

use std::sync::Arc;

use bridge::double_dummy::Solver;
use bridge::{Deal, Record};
use condition::{Condition, EvalError, Evaluator};
use space::Key;

use crate::finding::board_oracle::BoardOracle;

/// Tells whether given deals satisfy a condition.
///
/// ```
/// let input = script::Input::from_text("strong", "condition hcp(north) >= 16").unwrap();
/// let compiled = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let hands = ["AKQJ.AKQ.AKQ.AKQ", "T987.JT9.JT98.JT", "65.8765.765.9876", "432.432.432.5432"];
/// let deal = bridge::Deal(hands.map(|hand| hand.parse().unwrap()));
/// assert!(plan::Trial::new(&compiled.condition).passes(1.into(), 1, &deal).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Trial {
    evaluator: Evaluator,
    /// The conjuncts: what is cheap and sure first, the rest as they were written.
    conjuncts: Vec<usize>,
    /// Those that ask for nothing but what a file says.
    of_file: Vec<usize>,
    oracle: BoardOracle,
}

impl Trial {
    /// Someone who tries this condition.
    pub fn new(condition: &Condition) -> Trial {
        let late = |&i: &usize| {
            let facts = condition.graph().facts(condition.conjuncts()[i]);
            facts.opaque || facts.may_fail
        };
        let (late, mut conjuncts): (Vec<usize>, Vec<usize>) =
            (0..condition.conjuncts().len()).partition(late);
        let of_file = |&&i: &&usize| condition.graph().asks_only_a_file(condition.conjuncts()[i]);
        let of_file = late.iter().filter(of_file).copied().collect();
        conjuncts.extend(late);
        Trial {
            of_file,
            evaluator: Evaluator::new(condition),
            conjuncts,
            oracle: BoardOracle::new(None),
        }
    }

    /// The same with a solver, for a condition that asks for double dummy results.
    pub fn with_solver(mut self, solver: Option<Solver>) -> Trial {
        self.oracle = BoardOracle::new(solver);
        self
    }

    /// What the file says of the board that is tried next: a condition may ask for it.
    pub fn set_record(&mut self, record: Option<Arc<Record>>) {
        self.oracle.told = Some(record);
    }

    /// Whether a deal satisfies the condition. Random numbers of the language come from the stream of this board of
    /// this key.
    ///
    /// # Errors
    /// When the condition has no answer for the deal: a division by zero, for instance.
    pub fn passes(&mut self, key: Key, number: u64, deal: &Deal) -> Result<bool, EvalError> {
        self.oracle.stream = key.stream(number);
        self.oracle.number = number;
        self.evaluator.next_deal();
        for &conjunct in &self.conjuncts {
            if !self.evaluator.test(conjunct, deal, &mut self.oracle)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether what the file says of the board is what the condition wants of it, whatever its cards are.
    ///
    /// # Errors
    /// When the condition has no answer for it.
    pub fn file_passes(&mut self) -> Result<bool, EvalError> {
        self.evaluator.next_deal();
        for &conjunct in &self.of_file {
            let deal = Deal::default();
            if !self.evaluator.test(conjunct, &deal, &mut self.oracle)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One of the condition's further values, for the deal that was tried last.
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

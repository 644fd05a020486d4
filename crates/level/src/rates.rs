//! The rates of keeps that a script has: with no condition, and among the deals of each cell.

use bridge::{Deal, Predeal};
use condition::{Condition, Evaluator, NoOracle, Node, NodeId};
use plan::Placement;
use rustc_hash::FxHashSet;
use script::Script;
use script::syntax::StatementKind;
use space::Budget;

use crate::assign::{self, Choice};
use crate::keeps::definition;
use crate::leveled::needs;
use crate::{Assignment, Effort, Frequencies, LevelError, Scenario};

/// A keep of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Its expression, as it was written.
    pub text: String,
    /// In how many of all deals it is true, and how many there are, in lowest terms.
    pub rate: (u128, u128),
    /// For each pattern of the pilots, whether it is true.
    pub patterns: Vec<bool>,
}

/// The keeps of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Rates {
    /// The cards that they are made of.
    pub pilots: Vec<Placement>,
    /// The keeps, in the order of the script.
    pub levels: Vec<Level>,
}

/// The best of the keeps that there are for each cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// Which one, and what comes of it; a number beyond the last level stands for no keep at all.
    pub assignment: Assignment,
    /// What each cell has: the name of a level, `1`, or `0`.
    pub names: Vec<String>,
}

impl Rates {
    /// The keeps that a script defines and that are made of cards, with their rates among all deals.
    ///
    /// # Errors
    /// A script without any, or with keeps of too many cards.
    pub fn new(script: &Script, scenario_keeps: &crate::Keeps) -> Result<Rates, LevelError> {
        let compiled = script::compile(
            script,
            &script::CompileOptions {
                double_dummy: true,
                ..Default::default()
            },
        )
        .map_err(LevelError::Script)?;
        let graph = compiled.condition.graph();
        let definitions = script.statements.iter().filter_map(definition);
        let keeps: Vec<(&str, NodeId)> = definitions
            .filter(|(name, _)| scenario_keeps.has(name))
            .filter_map(|(name, _)| Some((name, compiled.named(name)?)))
            .collect();
        let nodes: Vec<NodeId> = keeps.iter().map(|(_, node)| *node).collect();
        let condition = Condition::new(
            graph.clone(),
            nodes.first().copied().ok_or(LevelError::NoKeeps)?,
            nodes.clone(),
        );
        let pilots = pilots(&condition);
        let always = {
            let mut graph = graph.clone();
            let one = graph.constant(1);
            Condition::new(graph, one, Vec::new())
        };
        let counts = plan::placements(&always, &Predeal::default(), &pilots, Budget::default());
        let counts = counts.map_err(|_| {
            LevelError::Pilots(format!(
                "the keeps of this script are made of {} cards",
                pilots.len()
            ))
        })?;
        let mut evaluator = Evaluator::new(&condition);
        let mut levels = Vec::new();
        for (i, (name, _)) in keeps.iter().enumerate() {
            let mut patterns = Vec::new();
            for pattern in 0..counts.len() {
                evaluator.next_deal();
                let deal = laid(&pilots, pattern);
                patterns.push(evaluator.value(i, &deal, &mut NoOracle)? != 0);
            }
            let within = counts.iter().zip(&patterns).filter(|(_, holds)| **holds);
            let rate = reduced(within.map(|(count, _)| count).sum(), counts.iter().sum());
            levels.push(Level {
                name: (*name).to_owned(),
                text: text_of(script, name),
                rate,
                patterns,
            });
        }
        Ok(Rates { pilots, levels })
    }

    /// How often the cells of a scenario come, and each pattern of the keeps' cards among their deals.
    ///
    /// # Errors
    /// As for [`Frequencies::new`].
    pub fn within(&self, scenario: &Scenario, effort: &Effort) -> Result<Frequencies, LevelError> {
        Frequencies::new(scenario, &self.pilots, effort)
    }

    /// The keep of those that there are that is best for each cell, and what comes of them.
    pub fn solve(&self, frequencies: &Frequencies) -> Option<Solved> {
        let choices: Vec<Vec<Choice>> = frequencies
            .cells
            .iter()
            .map(|cell| {
                let level = |(keep, level): (usize, &Level)| Choice {
                    rate: cell.rate(|pattern| level.patterns[pattern]),
                    literals: 1,
                    keep,
                };
                let always = Choice {
                    rate: 1.0,
                    literals: 0,
                    keep: self.levels.len(),
                };
                self.levels
                    .iter()
                    .enumerate()
                    .map(level)
                    .chain([always])
                    .collect()
            })
            .collect();
        let front = assign::search(&needs(frequencies), &choices);
        let assignment = assign::best(&front)?.clone();
        let name = |keep: &Option<usize>| match keep {
            Some(index) => self
                .levels
                .get(*index)
                .map_or("1", |level| &level.name)
                .to_owned(),
            None => "0".to_owned(),
        };
        let names = assignment.keeps.iter().map(name).collect();
        Some(Solved { assignment, names })
    }
}

/// The cards that the values of a condition ask about, in the order in which they come up.
fn pilots(condition: &Condition) -> Vec<Placement> {
    let graph = condition.graph();
    let mut open: Vec<NodeId> = condition.values().iter().rev().copied().collect();
    let mut seen = FxHashSet::default();
    let mut pilots = Vec::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match graph.node(id) {
            Node::HasCard { seat, card } => pilots.push(Placement {
                seat: *seat,
                card: *card,
            }),
            node => node.for_each_operand(|operand| open.push(operand)),
        }
    }
    pilots
}

/// Hands with just the pilots of a pattern.
fn laid(pilots: &[Placement], pattern: usize) -> Deal {
    let mut deal = Deal::default();
    for (bit, pilot) in pilots.iter().enumerate() {
        if pattern >> bit & 1 == 1 {
            deal[pilot.seat] = deal[pilot.seat].with(pilot.card);
        }
    }
    deal
}

/// A name's expression, as it was written.
fn text_of(script: &Script, wanted: &str) -> String {
    let text = script
        .statements
        .iter()
        .find_map(|statement| match &statement.kind {
            StatementKind::Define { name, expr, .. } if name == wanted => {
                Some(script.sources.slice(script.expr(*expr).span))
            }
            _ => None,
        });
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

/// A fraction in lowest terms.
pub(crate) fn reduced(numerator: u128, denominator: u128) -> (u128, u128) {
    let (mut a, mut b) = (numerator, denominator);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (numerator / a.max(1), denominator / a.max(1))
}

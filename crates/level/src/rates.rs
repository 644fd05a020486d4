//! The rates of keeps that a script has: with no condition, and among the deals of each cell.

use bridge::{Deal, Predeal};
use condition::{Condition, Evaluator, NoOracle, Node, NodeId};
use plan::Placement;
use rustc_hash::FxHashSet;
use script::Script;
use script::syntax::StatementKind;
use space::{Budget, Watch};

use crate::keep_search::{self, CandidateKeep, KeepAssignment};
use crate::leveled::needs;
use crate::measure::pattern_counts;
use crate::script_keeps::{ScriptKeeps, definition};
use crate::{Frequencies, LevelError, MeasuringLimits, Scenario};

/// So many patterns are tried between two looks at the watch.
const LOOK_UP: usize = 1024;

/// A keep of a script, and how often it is true.
#[derive(Clone, PartialEq, Debug)]
pub struct KeepRate {
    /// Its name.
    pub name: String,
    /// Its expression, as it was written.
    pub text: String,
    /// In how many of all deals it is true, and how many there are, in lowest terms.
    pub rate: (u128, u128),
    /// For each pattern of the pilots, whether it is true.
    pub patterns: Vec<bool>,
}

/// The keeps of a script that are made of cards, with their rates.
#[derive(Clone, PartialEq, Debug)]
pub struct KeepRates {
    /// The cards that they are made of.
    pub pilots: Vec<Placement>,
    /// The keeps, in the order of the script.
    pub keeps: Vec<KeepRate>,
}

/// The best of the keeps that there are for each cell.
#[derive(Clone, PartialEq, Debug)]
pub struct BestKeeps {
    /// Which one, and what comes of it; a number beyond the last keep stands for no keep at all.
    pub assignment: KeepAssignment,
    /// What each cell has: the name of a keep, `1`, or `0`.
    pub names: Vec<String>,
}

impl KeepRates {
    /// The keeps that a script defines and that are made of cards, with their rates among all deals.
    ///
    /// # Errors
    /// A script without any, or with keeps of too many cards; or it was stopped.
    pub fn new(
        script: &Script,
        script_keeps: &ScriptKeeps,
        watch: &Watch,
    ) -> Result<KeepRates, LevelError> {
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
            .filter(|(name, _)| script_keeps.has(name))
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
        let (predeal, budget) = (Predeal::default(), Budget::default());
        let counts = pattern_counts(&always, &predeal, &pilots, budget, watch)?;
        let counts = counts.ok_or_else(|| {
            LevelError::Pilots(format!(
                "the keeps of this script are made of {} cards",
                pilots.len()
            ))
        })?;
        let mut evaluator = Evaluator::new(&condition);
        let mut rates = Vec::new();
        for (i, (name, _)) in keeps.iter().enumerate() {
            let mut patterns = Vec::new();
            for pattern in 0..counts.len() {
                if pattern % LOOK_UP == 0 {
                    watch.look()?;
                }
                evaluator.next_deal();
                let deal = laid(&pilots, pattern);
                patterns.push(evaluator.value(i, &deal, &mut NoOracle)? != 0);
            }
            let within = counts.iter().zip(&patterns).filter(|(_, holds)| **holds);
            let rate = reduced(within.map(|(count, _)| count).sum(), counts.iter().sum());
            rates.push(KeepRate {
                name: (*name).to_owned(),
                text: text_of(script, name),
                rate,
                patterns,
            });
        }
        Ok(KeepRates {
            pilots,
            keeps: rates,
        })
    }

    /// How often the cells of a scenario come, and each pattern of the keeps' cards among their deals.
    ///
    /// # Errors
    /// As for [`Frequencies::new`].
    pub fn within(
        &self,
        scenario: &Scenario,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Frequencies, LevelError> {
        Frequencies::new(scenario, &self.pilots, limits, watch)
    }

    /// The keep of those that there are that is best for each cell, and what comes of them; `None` if none keeps any deal.
    ///
    /// # Errors
    /// It was stopped.
    pub fn best_keeps(
        &self,
        frequencies: &Frequencies,
        watch: &Watch,
    ) -> Result<Option<BestKeeps>, LevelError> {
        watch.begin("searching for keeps", None);
        let always = CandidateKeep {
            rate: 1.0,
            literals: 0,
            keep: self.keeps.len(),
        };
        let cells = frequencies.cells.iter();
        let candidates: Vec<Vec<CandidateKeep>> = cells
            .map(|cell| {
                let candidate = |(number, keep): (usize, &KeepRate)| CandidateKeep {
                    rate: cell.rate(|pattern| keep.patterns[pattern]),
                    literals: 1,
                    keep: number,
                };
                let keeps = self.keeps.iter().enumerate().map(candidate);
                keeps.chain([always]).collect()
            })
            .collect();
        let front = keep_search::assignments(&needs(frequencies), &candidates, watch)?;
        Ok(keep_search::best(&front).map(|assignment| {
            let name = |keep: &Option<usize>| match keep {
                Some(number) => {
                    let keep = self.keeps.get(*number);
                    keep.map_or("1", |keep| &keep.name).to_owned()
                }
                None => "0".to_owned(),
            };
            BestKeeps {
                names: assignment.keeps.iter().map(name).collect(),
                assignment: assignment.clone(),
            }
        }))
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

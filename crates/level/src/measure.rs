//! How often cells come by nature, and who holds the pilot cards then: counted where that fits the budget, else estimated
//! from boards of each cell, with an interval.

use std::convert::Infallible;
use std::ops::ControlFlow;

use bridge::Predeal;
use condition::{Condition, NodeId};
use plan::{Chunk, Dealt, Placement, Plan, PlanError, Run, RunError, Stop};
use space::Budget;

use crate::check::check;
use crate::exchange::{Exchange, lengths};
use crate::{LevelError, Scenario, targets};

/// The streams that estimates draw from; no board's seed shares them.
const SEED: u64 = u64::from_le_bytes(*b"level...");
/// So many times as many boards are looked at where all cells are estimated together.
const TOGETHER: u64 = 10;
/// How much work measuring may be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// For counting each cell.
    pub budget: Budget,
    /// Where a cell is estimated, from so many boards at the most.
    pub boards: u64,
    /// And so many tries.
    pub tries: u64,
    /// How many threads; what comes out does not depend on it.
    pub threads: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            budget: Budget {
                work: 60_000_000,
                ..Budget::default()
            },
            boards: 20_000,
            tries: 10_000_000,
            threads: 1,
        }
    }
}

/// Mean lengths of suits: by seat, then by suit, clubs first.
pub type Lengths = [[f64; 4]; 4];

/// How often a cell comes.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The chance that a deal satisfies the script, without its keeps, and is of this cell.
    pub probability: f64,
    /// How many deals are, if they were counted.
    pub count: Option<u128>,
    /// Where they were not, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<(f64, f64)>,
    /// The share of the cell's deals with each pattern of the pilots: bit i is set where pilot i holds.
    pub patterns: Vec<f64>,
    /// How many deals have each pattern, if they were counted.
    pub counts: Option<Vec<u128>>,
    /// Where they were not, the mean of the suits' lengths times the share of each pattern.
    lengths: Vec<Lengths>,
}

/// How often the cells of a scenario come, and how often they should.
#[derive(Clone, PartialEq, Debug)]
pub struct Frequencies {
    /// The pilots of the patterns.
    pub pilots: Vec<Placement>,
    /// What was measured of each cell.
    pub cells: Vec<Measured>,
    /// The share of boards that each cell should have.
    pub targets: Vec<f64>,
    /// How many deals there are, with what is dealt beforehand.
    pub total: u128,
    /// Whether it is proved that every deal is of exactly one type of each list. If not, that was so for all of the
    /// [`LOOKED_AT`](crate::LOOKED_AT) boards that were looked at.
    pub one_type_each: bool,
}

impl Frequencies {
    /// Measures the cells of a scenario, with these pilots.
    ///
    /// # Errors
    /// Types that overlap, deals of no type, types or combinations that cannot have their shares.
    pub fn new(
        scenario: &Scenario,
        pilots: &[Placement],
        effort: &Effort,
    ) -> Result<Frequencies, LevelError> {
        let predeal = scenario.predeal();
        let total = count(&everything(scenario), predeal, Budget::default()).unwrap_or_default();
        if total == 0 {
            return Err(PlanError::Predeal.into());
        }
        let one_type_each = check(scenario, effort, Some(effort.budget))?;
        let cells = measured_cells(scenario, pilots, effort, total)?;
        let can_be: Vec<bool> = cells.iter().map(|cell| cell.probability > 0.0).collect();
        let targets = targets(scenario, &can_be).map_err(|error| match error {
            LevelError::Empty(name, _) => {
                let at = scenario.cells.iter().position(|cell| cell.name == name);
                let proved = at.is_some_and(|at| cells[at].count.is_some());
                LevelError::Empty(
                    name,
                    if proved {
                        ""
                    } else {
                        ", as far as trying could tell"
                    },
                )
            }
            other => other,
        })?;
        Ok(Frequencies {
            pilots: pilots.to_vec(),
            cells,
            targets,
            total,
            one_type_each,
        })
    }

    /// The chance that a deal satisfies the script without its keeps.
    pub fn probability(&self) -> f64 {
        self.cells.iter().map(|cell| cell.probability).sum()
    }

    /// Each cell's share of the deals, by nature.
    pub fn natural(&self) -> Vec<f64> {
        let all = self.probability();
        self.cells
            .iter()
            .map(|cell| cell.probability / all)
            .collect()
    }

    /// Whether every cell was counted.
    pub fn is_exact(&self) -> bool {
        self.cells.iter().all(|cell| cell.count.is_some())
    }

    /// The rate at which each cell must be kept for its share, if the one that is rarest for its share is kept always.
    pub fn rates(&self) -> Vec<f64> {
        let most = self.most();
        let pairs = self.cells.iter().zip(&self.targets);
        pairs
            .map(|(cell, target)| {
                if *target > 0.0 {
                    most * target / cell.probability
                } else {
                    0.0
                }
            })
            .collect()
    }

    /// The largest chance that a deal is kept, if cells are to have their shares.
    pub fn most(&self) -> f64 {
        let pairs = self.cells.iter().zip(&self.targets);
        let wanted = pairs.filter(|(_, target)| **target > 0.0);
        let most = wanted.map(|(cell, target)| cell.probability / target);
        most.fold(f64::INFINITY, f64::min)
    }
}

impl Measured {
    /// The share of the cell's deals whose pattern is in a set.
    pub fn rate(&self, set: impl Fn(usize) -> bool) -> f64 {
        let patterns = self.patterns.iter().enumerate();
        patterns
            .filter(|(p, _)| set(*p))
            .map(|(_, chance)| chance)
            .sum()
    }

    /// How many of its deals have a pattern that is in a set, and how many it has, if they were counted.
    pub fn exact_rate(&self, set: impl Fn(usize) -> bool) -> Option<(u128, u128)> {
        let counts = self.counts.as_ref()?;
        let within = counts.iter().enumerate().filter(|(p, _)| set(*p));
        Some((within.map(|(_, count)| count).sum(), counts.iter().sum()))
    }

    /// Where it was estimated, half the width of the interval, for a share that goes with the chance.
    pub fn spread(&self, share: f64) -> Option<f64> {
        let (low, high) = self.interval.filter(|_| self.probability > 0.0)?;
        Some((high - low) / 2.0 / self.probability * share)
    }

    /// Where it was estimated, the mean length of each suit among the deals whose pattern is in a set.
    pub(crate) fn sampled_lengths(&self, set: impl Fn(usize) -> bool) -> Option<Lengths> {
        if self.lengths.is_empty() {
            return None;
        }
        let rate = self.rate(&set);
        let mut means = Lengths::default();
        for (_, lengths) in self.lengths.iter().enumerate().filter(|(p, _)| set(*p)) {
            for (mean, length) in means
                .as_flattened_mut()
                .iter_mut()
                .zip(lengths.as_flattened())
            {
                *mean += length / rate;
            }
        }
        Some(means)
    }
}

/// The condition that holds for all deals.
fn everything(scenario: &Scenario) -> Condition {
    let mut graph = scenario.graph().clone();
    let always = graph.constant(1);
    Condition::new(graph, always, Vec::new())
}

/// How many deals satisfy a condition, if that can be counted.
pub(crate) fn count(condition: &Condition, predeal: &Predeal, budget: Budget) -> Option<u128> {
    let counts = plan::placements(condition, predeal, &[], budget).ok()?;
    Some(counts.iter().sum())
}

/// What can be known of the cells: those that cannot be counted are estimated together from boards of the scenario, and
/// the rare ones among them from boards of their own.
fn measured_cells(
    scenario: &Scenario,
    pilots: &[Placement],
    effort: &Effort,
    total: u128,
) -> Result<Vec<Measured>, LevelError> {
    let predeal = scenario.predeal();
    let conditions: Vec<Condition> = scenario
        .cells
        .iter()
        .map(|cell| scenario.condition_of(cell))
        .collect();
    let mut cells: Vec<Option<Measured>> = conditions
        .iter()
        .map(|condition| counted(condition, predeal, pilots, effort.budget, total))
        .collect();
    if cells.iter().any(Option::is_none) {
        for (cell, seen) in cells
            .iter_mut()
            .zip(seen_together(scenario, pilots, effort)?)
        {
            *cell = cell.take().or(seen);
        }
    }
    let each = cells.into_iter().zip(&conditions);
    each.map(|(cell, condition)| match cell {
        Some(cell) => Ok(cell),
        None => estimated(condition, predeal, pilots, effort),
    })
    .collect()
}

/// What can be counted of the deals that satisfy a condition.
pub(crate) fn counted(
    condition: &Condition,
    predeal: &Predeal,
    pilots: &[Placement],
    budget: Budget,
    total: u128,
) -> Option<Measured> {
    let counts = plan::placements(condition, predeal, pilots, budget).ok()?;
    let count: u128 = counts.iter().sum();
    let share = |part: &u128| *part as f64 / count.max(1) as f64;
    Some(Measured {
        probability: count as f64 / total as f64,
        count: Some(count),
        interval: None,
        patterns: counts.iter().map(share).collect(),
        counts: Some(counts),
        lengths: Vec::new(),
    })
}

/// What boards of a condition say together. Sums are in whole units, so that their order does not matter.
#[derive(Clone)]
struct Tally {
    boards: u64,
    patterns: Vec<u64>,
    lengths: Vec<[[u64; 4]; 4]>,
}

/// How many units make 1.
const UNITS: f64 = (1u64 << 40) as f64;

impl Tally {
    fn new(pilots: usize) -> Tally {
        Tally {
            boards: 0,
            patterns: vec![0; 1 << pilots],
            lengths: vec![[[0; 4]; 4]; 1 << pilots],
        }
    }

    fn add(&mut self, chances: &[f64], lengths: &Lengths) {
        self.boards += 1;
        for (pattern, chance) in chances.iter().enumerate().filter(|(_, c)| **c > 0.0) {
            self.patterns[pattern] += (UNITS * chance).round() as u64;
            let sums = self.lengths[pattern].as_flattened_mut();
            for (sum, length) in sums.iter_mut().zip(lengths.as_flattened()) {
                *sum += (UNITS * chance * length).round() as u64;
            }
        }
    }

    fn join(&mut self, other: &Tally) {
        self.boards += other.boards;
        for (sum, more) in self.patterns.iter_mut().zip(&other.patterns) {
            *sum += more;
        }
        let sums = self.lengths.as_flattened_mut().as_flattened_mut();
        let more = other.lengths.as_flattened().as_flattened();
        for (sum, more) in sums.iter_mut().zip(more) {
            *sum += more;
        }
    }

    /// What they say, if so many tries were made for them in this share of all deals.
    fn measured(&self, share: f64, tries: u64) -> Measured {
        let mean = |sum: u64| sum as f64 / UNITS / self.boards.max(1) as f64;
        let (low, high) = space::interval(self.boards, tries);
        let lengths = self.lengths.iter().map(|sums| sums.map(|of| of.map(mean)));
        Measured {
            probability: share * self.boards as f64 / tries.max(1) as f64,
            count: None,
            interval: Some((share * low, share * high)),
            patterns: self.patterns.iter().map(|&sum| mean(sum)).collect(),
            counts: None,
            lengths: lengths.collect(),
        }
    }
}

/// What boards of the scenario say of each cell; `None` for those that came too seldom.
fn seen_together(
    scenario: &Scenario,
    pilots: &[Placement],
    effort: &Effort,
) -> Result<Vec<Option<Measured>>, LevelError> {
    let nodes: Vec<NodeId> = scenario.cells.iter().map(|cell| cell.node).collect();
    let condition = scenario.condition(nodes);
    let predeal = scenario.predeal();
    let boards = TOGETHER * effort.boards;
    let plan = Plan::new(&condition, predeal, boards)?;
    // Cards are alike only if neither the scenario nor any cell can tell them apart.
    let exchange = Exchange::new(&condition, predeal, pilots);
    let number = scenario.cells.len();
    let nothing = || vec![Tally::new(pilots.len()); number];
    let add = |tallies: &mut Vec<Tally>, dealt: &mut Dealt| {
        for (i, tally) in tallies.iter_mut().enumerate() {
            if dealt.value(i)? != 0 {
                tally.add(&exchange.chances(&dealt.deal), &lengths(&dealt.deal));
            }
        }
        Ok(())
    };
    let mut tallies = nothing();
    let (_, tries) = run(&plan, boards, effort, nothing, add, |more: &Vec<Tally>| {
        for (tally, more) in tallies.iter_mut().zip(more) {
            tally.join(more);
        }
    })?;
    let measured = |tally: &Tally| {
        let enough = tally.boards >= effort.boards / 4;
        enough.then(|| tally.measured(plan.share(), tries))
    };
    Ok(tallies.iter().map(measured).collect())
}

/// What boards of a condition say of it.
pub(crate) fn estimated(
    condition: &Condition,
    predeal: &Predeal,
    pilots: &[Placement],
    effort: &Effort,
) -> Result<Measured, LevelError> {
    let mut tally = Tally::new(pilots.len());
    let plan = match Plan::new(condition, predeal, effort.boards) {
        Ok(plan) => plan,
        Err(PlanError::Never) => {
            return Ok(Measured {
                count: Some(0),
                interval: None,
                ..tally.measured(0.0, 0)
            });
        }
        Err(error) => return Err(error.into()),
    };
    let exchange = Exchange::new(condition, predeal, pilots);
    let add = |tally: &mut Tally, dealt: &mut Dealt| {
        tally.add(&exchange.chances(&dealt.deal), &lengths(&dealt.deal));
        Ok(())
    };
    let start = || Tally::new(pilots.len());
    let (_, tries) = run(&plan, effort.boards, effort, start, add, |more: &Tally| {
        tally.join(more);
    })?;
    Ok(tally.measured(plan.share(), tries))
}

/// Deals up to so many boards for an estimate; how many there were, and how many tries.
pub(crate) fn run<T: Send>(
    plan: &Plan,
    boards: u64,
    effort: &Effort,
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, &mut Dealt) -> Result<(), condition::EvalError> + Sync,
    mut join: impl FnMut(&T),
) -> Result<(u64, u64), LevelError> {
    let run = Run {
        seed: SEED,
        boards: 1..boards + 1,
        generate: Some(effort.tries),
        threads: effort.threads,
        distinct: false,
    };
    let (mut found, mut tries) = (0, 0);
    let sink = |chunk: Chunk<T>| -> Result<_, Infallible> {
        found += chunk.boards;
        tries += chunk.tries;
        join(&chunk.made);
        Ok(ControlFlow::Continue(()))
    };
    match plan::run(plan, &run, &Stop::default(), start, add, sink) {
        Ok(()) => Ok((found, tries)),
        Err(RunError::Eval(error)) => Err(error.into()),
        Err(RunError::Sink(never)) => match never {},
    }
}

/// A share as people read it.
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p == 0.0 || p >= 0.01 => format!("{p:.2}%"),
        p => format!("{p:.2e}%"),
    }
}

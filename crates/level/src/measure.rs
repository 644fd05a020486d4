//! How often cells come by nature, and who holds the pilot cards then: counted where that fits the budget, else estimated
//! from boards of each cell, with an interval.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use bridge::Predeal;
use condition::{Condition, EvalError, NodeId};
use plan::{
    Chunk, Dealt, Inexact, Placement, Plan, PlanError, Plans, Run, RunError, Strategy, Watch,
};
use space::{Budget, Key};

use crate::check::check;
use crate::exchange::{Exchange, lengths};
use crate::report::{keep_rate, most_kept};
use crate::shares::targets;
use crate::{LevelError, Scenario};

/// What the streams that estimates draw from are for; no board shares them.
const STREAMS: &str = "level";
/// So many times as many boards are looked at where all cells are estimated together.
const TOGETHER: u64 = 10;
/// Where the interval of a chance reaches further than this to either side, in parts of it, samples of all deals are asked too;
const ROUGH: f64 = 0.02;
/// and believed if theirs is so much narrower. (Whichever is narrower would be too often the one that is so by luck.)
const NARROWER: f64 = 0.5;

/// How much work measuring may be: the default is [`MeasuringLimits::usual`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasuringLimits {
    /// For counting each cell.
    pub budget: Budget,
    /// For each quick proof that types do not overlap and leave no gap, in steps of work.
    pub proof: u64,
    /// Where a cell is estimated, from so many boards at the most.
    pub boards: u64,
    /// And so many tries.
    pub tries: u64,
    /// How many threads; what comes out does not depend on it.
    pub threads: usize,
}

impl MeasuringLimits {
    /// For someone who waits: about a tenth of the usual.
    pub fn quick() -> MeasuringLimits {
        MeasuringLimits::with(6_000_000, 2_000_000, 2_000, 1_000_000)
    }

    /// Seconds at the most for most scripts.
    pub fn usual() -> MeasuringLimits {
        MeasuringLimits::with(60_000_000, 20_000_000, 20_000, 10_000_000)
    }

    /// For someone who has the time: about ten times the usual.
    pub fn patient() -> MeasuringLimits {
        MeasuringLimits::with(600_000_000, 200_000_000, 200_000, 100_000_000)
    }

    fn with(work: u64, proof: u64, boards: u64, tries: u64) -> MeasuringLimits {
        MeasuringLimits {
            budget: Budget {
                work,
                ..Budget::default()
            },
            proof,
            boards,
            tries,
            threads: 1,
        }
    }

    /// The same with so many threads.
    pub fn on_threads(self, threads: usize) -> MeasuringLimits {
        MeasuringLimits { threads, ..self }
    }

    /// The same with so much work for counting each cell, if that is said.
    pub fn counting(self, work: Option<u64>) -> MeasuringLimits {
        let work = work.unwrap_or(self.budget.work);
        let budget = Budget {
            work,
            ..self.budget
        };
        MeasuringLimits { budget, ..self }
    }
}

impl Default for MeasuringLimits {
    fn default() -> MeasuringLimits {
        MeasuringLimits::usual()
    }
}

/// Mean lengths of suits: by seat, then by suit, clubs first.
pub type SuitLengths = [[f64; 4]; 4];

/// How often a cell comes.
#[derive(Clone, PartialEq, Debug)]
pub struct MeasuredCell {
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
    lengths: Vec<SuitLengths>,
}

/// How often the cells of a scenario come, and how often they should.
#[derive(Clone, PartialEq, Debug)]
pub struct Frequencies {
    /// The pilots of the patterns.
    pub pilots: Vec<Placement>,
    /// What was measured of each cell.
    pub cells: Vec<MeasuredCell>,
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
    /// Types that overlap, deals of no type, types or combinations that cannot have their shares; or it was stopped.
    pub fn new(
        scenario: &Scenario,
        pilots: &[Placement],
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Frequencies, LevelError> {
        let predeal = scenario.predeal();
        let total = count(&everything(scenario), predeal, Budget::default(), watch)?;
        let total = total.filter(|total| *total > 0).ok_or(PlanError::Predeal)?;
        let one_type_each = check(scenario, limits, Some(limits.budget), watch)?;
        let cells = measured_cells(scenario, pilots, limits, total, watch)?;
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
            .map(|(cell, &target)| keep_rate(most, cell.probability, target))
            .collect()
    }

    /// The largest chance that a deal is kept, if cells are to have their shares.
    pub fn most(&self) -> f64 {
        let pairs = self.cells.iter().zip(&self.targets);
        most_kept(pairs.map(|(cell, &target)| (cell.probability, target)))
    }
}

impl MeasuredCell {
    /// A cell of which so many deals have each pattern, of so many deals in all.
    pub(crate) fn counted(counts: Vec<u128>, total: u128) -> MeasuredCell {
        let count: u128 = counts.iter().sum();
        let share = |part: &u128| *part as f64 / count.max(1) as f64;
        MeasuredCell {
            probability: count as f64 / total as f64,
            count: Some(count),
            interval: None,
            patterns: counts.iter().map(share).collect(),
            counts: Some(counts),
            lengths: Vec::new(),
        }
    }

    /// How far its interval reaches to either side, in parts of the chance.
    fn reach(&self) -> f64 {
        match self.interval {
            Some((low, high)) => (high - low) / 2.0 / self.probability,
            None => 0.0,
        }
    }

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

    /// Where it was estimated, the mean length of each suit among the deals whose pattern is in a set.
    pub(crate) fn sampled_lengths(&self, set: impl Fn(usize) -> bool) -> Option<SuitLengths> {
        if self.lengths.is_empty() {
            return None;
        }
        let rate = self.rate(&set);
        let mut means = SuitLengths::default();
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
pub(crate) fn count(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Result<Option<u128>, LevelError> {
    let counts = pattern_counts(condition, predeal, &[], budget, watch)?;
    Ok(counts.map(|counts| counts.iter().sum()))
}

/// How many deals that satisfy a condition have each pattern of the pilots, if that can be counted.
pub(crate) fn pattern_counts(
    condition: &Condition,
    predeal: &Predeal,
    pilots: &[Placement],
    budget: Budget,
    watch: &Watch,
) -> Result<Option<Vec<u128>>, LevelError> {
    match plan::placements(condition, predeal, pilots, budget, watch) {
        Ok(counts) => Ok(Some(counts)),
        Err(Inexact::Stopped) => Err(LevelError::Stopped),
        Err(_) => Ok(None),
    }
}

/// What can be known of the cells: those that cannot be counted are estimated together from boards of the scenario, and
/// the rare ones among them from boards of their own.
fn measured_cells(
    scenario: &Scenario,
    pilots: &[Placement],
    limits: &MeasuringLimits,
    total: u128,
    watch: &Watch,
) -> Result<Vec<MeasuredCell>, LevelError> {
    let predeal = scenario.predeal();
    let conditions: Vec<Condition> = scenario
        .cells
        .iter()
        .map(|cell| scenario.condition_of(cell))
        .collect();
    watch.begin("counting the types", Some(conditions.len() as u64));
    let mut cells: Vec<Option<MeasuredCell>> = Vec::new();
    for condition in &conditions {
        let counts = pattern_counts(condition, predeal, pilots, limits.budget, watch)?;
        cells.push(counts.map(|counts| MeasuredCell::counted(counts, total)));
        watch.add(1);
    }
    if cells.iter().any(Option::is_none) {
        let seen = seen_together(scenario, pilots, limits, watch)?;
        for (cell, seen) in cells.iter_mut().zip(seen) {
            *cell = cell.take().or(seen);
        }
    }
    let each = cells.into_iter().zip(&conditions);
    each.map(|(cell, condition)| match cell {
        Some(cell) => Ok(cell),
        None => estimated(condition, predeal, pilots, limits, watch),
    })
    .collect()
}

/// What boards of a condition say together. Sums are in whole units, so that their order does not matter.
#[derive(Clone)]
struct BoardTally {
    boards: u64,
    patterns: Vec<u64>,
    lengths: Vec<[[u64; 4]; 4]>,
}

/// How many units make 1.
const UNITS: f64 = (1u64 << 40) as f64;

impl BoardTally {
    fn new(pilots: usize) -> BoardTally {
        BoardTally {
            boards: 0,
            patterns: vec![0; 1 << pilots],
            lengths: vec![[[0; 4]; 4]; 1 << pilots],
        }
    }

    fn add(&mut self, chances: &[f64], lengths: &SuitLengths) {
        self.boards += 1;
        for (pattern, chance) in chances.iter().enumerate().filter(|(_, c)| **c > 0.0) {
            self.patterns[pattern] += (UNITS * chance).round() as u64;
            let sums = self.lengths[pattern].as_flattened_mut();
            for (sum, length) in sums.iter_mut().zip(lengths.as_flattened()) {
                *sum += (UNITS * chance * length).round() as u64;
            }
        }
    }

    fn join(&mut self, other: &BoardTally) {
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
    fn measured(&self, share: f64, tries: u64) -> MeasuredCell {
        let mean = |sum: u64| sum as f64 / UNITS / self.boards.max(1) as f64;
        let (low, high) = space::interval(self.boards, tries);
        let lengths = self.lengths.iter().map(|sums| sums.map(|of| of.map(mean)));
        MeasuredCell {
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
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<Vec<Option<MeasuredCell>>, LevelError> {
    let nodes: Vec<NodeId> = scenario.cells.iter().map(|cell| cell.node).collect();
    let condition = scenario.condition(nodes);
    let predeal = scenario.predeal();
    let run = EstimateRun {
        condition: &condition,
        predeal,
        boards: TOGETHER * limits.boards,
        limits,
        watch,
    };
    let plan = run.plan()?;
    let share = plan.share();
    // Cards are alike only if neither the scenario nor any cell can tell them apart.
    let exchange = Exchange::new(&condition, predeal, pilots);
    let number = scenario.cells.len();
    let nothing = || vec![BoardTally::new(pilots.len()); number];
    let add = |tallies: &mut Vec<BoardTally>, dealt: &mut Dealt| {
        for (i, tally) in tallies.iter_mut().enumerate() {
            if dealt.value(i)? != 0 {
                tally.add(&exchange.chances(&dealt.deal), &lengths(&dealt.deal));
            }
        }
        Ok(())
    };
    let mut tallies = nothing();
    let join = |more: &Vec<BoardTally>| {
        for (tally, more) in tallies.iter_mut().zip(more) {
            tally.join(more);
        }
    };
    let tries = run.deal(plan, nothing, add, join)?;
    let measured = |tally: &BoardTally| {
        let enough = tally.boards >= limits.boards / 4;
        enough.then(|| tally.measured(share, tries))
    };
    Ok(tallies.iter().map(measured).collect())
}

/// What boards of a condition say of it.
pub(crate) fn estimated(
    condition: &Condition,
    predeal: &Predeal,
    pilots: &[Placement],
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<MeasuredCell, LevelError> {
    let run = EstimateRun {
        condition,
        predeal,
        boards: limits.boards,
        limits,
        watch,
    };
    let plan = match run.plan() {
        Ok(plan) => plan,
        Err(PlanError::Never) => return Ok(MeasuredCell::counted(vec![0; 1 << pilots.len()], 1)),
        Err(error) => return Err(error.into()),
    };
    let share = plan.share();
    let exchange = Exchange::new(condition, predeal, pilots);
    let add = |tally: &mut BoardTally, dealt: &mut Dealt| {
        tally.add(&exchange.chances(&dealt.deal), &lengths(&dealt.deal));
        Ok(())
    };
    let start = || BoardTally::new(pilots.len());
    let mut tally = start();
    let tries = run.deal(plan, start, add, |more: &BoardTally| tally.join(more))?;
    let mut measured = tally.measured(share, tries);
    if measured.reach() > ROUGH && !condition.graph().facts(condition.root()).solver {
        // The patterns were too much to count; the deals alone may not be.
        match plan::odds(condition, predeal, limits.budget, None, watch) {
            Ok(odds) => {
                let interval = odds
                    .interval
                    .unwrap_or((odds.probability, odds.probability));
                let known = MeasuredCell {
                    probability: odds.probability,
                    interval: Some(interval),
                    ..measured.clone()
                };
                if known.reach() < NARROWER * measured.reach() {
                    measured = known;
                }
            }
            Err(_) => watch.look()?,
        }
    }
    Ok(measured)
}

/// Boards of a condition that are dealt for an estimate.
pub(crate) struct EstimateRun<'a> {
    /// What they satisfy.
    pub condition: &'a Condition,
    /// What is dealt beforehand.
    pub predeal: &'a Predeal,
    /// How many, at the most.
    pub boards: u64,
    /// How many tries, and on how many threads.
    pub limits: &'a MeasuringLimits,
    /// Who may stop it.
    pub watch: &'a Watch,
}

impl EstimateRun<'_> {
    /// The cheapest plan for so many boards.
    pub(crate) fn plan(&self) -> Result<Plan, PlanError> {
        let (condition, predeal) = (self.condition, self.predeal);
        Plan::new(Strategy::Auto, condition, predeal, self.boards, self.watch)
    }

    /// Deals the boards, and says how many tries that took.
    pub(crate) fn deal<T: Send>(
        &self,
        plan: Plan,
        start: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &mut Dealt) -> Result<(), EvalError> + Sync,
        mut join: impl FnMut(&T),
    ) -> Result<u64, LevelError> {
        let run = Run {
            key: Key::ours(STREAMS),
            boards: 1..self.boards + 1,
            generate: Some(self.limits.tries),
            threads: self.limits.threads,
            distinct: false,
        };
        let watch = self.watch;
        watch.begin("estimating the types", Some(self.boards));
        // What is asked of a board may take longer than finding it: once stopped, nothing is.
        let add = |made: &mut T, dealt: &mut Dealt| match watch.look() {
            Ok(()) => add(made, dealt),
            Err(_) => Ok(()),
        };
        let mut tries = 0;
        let sink = |chunk: Chunk<T>| -> Result<_, Infallible> {
            watch.add(chunk.boards);
            tries += chunk.tries;
            join(&chunk.made);
            Ok(ControlFlow::Continue(()))
        };
        let plans = Arc::new(Plans::of(plan, self.condition, self.predeal));
        let consumer = plan::consumer(start, add);
        let dealt = plan::run(&run, || plans.finder(), &consumer, watch, sink);
        // Fewer boards than there should be are no estimate.
        watch.look()?;
        match dealt {
            Ok(()) => Ok(tries),
            Err(RunError::Find(error)) => Err(error.into()),
            Err(RunError::Sink(never)) => match never {},
        }
    }
}

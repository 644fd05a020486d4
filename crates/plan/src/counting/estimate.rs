//! Estimates of what is not counted: by samples of all deals, or by dealing. Each says how far it may be from the truth, and
//! that is tested over many keys (`coverage.rs`).

use std::collections::BTreeMap;
use std::sync::Arc;

use bridge::Predeal;
use bridge::double_dummy::Solver;
use condition::{Condition, NodeId};
use space::{Budget, Counting, EstimatedTally, FormulaId, Key, Sampling, Watch};

use crate::choosing::plan::{Plan, PlanError};
use crate::counting::exact::{CountingProblem, Inexact};
use crate::counting::odds::OddsError;
use crate::counting::value_table::{ValueTable, reach_of_samples};

/// What an estimate by dealing may take, in units of ten nanoseconds, for a step that counting may take,
const UNITS_A_STEP: f64 = 0.3;
/// and at least and at the most: a seventh of a second, and a quarter of a minute.
const UNITS: (f64, f64) = (15e6, 1.5e9);
/// The plan for it is made for so many boards, or for as many as come for so many times what dealing takes: a better one would be of use
/// too late;
const PLANNED: u64 = 40_000;
const PLANNED_WORK: f64 = 2.0;
/// and it finds no more than these: the interval is then a thousandth to either side.
const FOUND: f64 = 3_850_000.0;
/// About how many deals a solver is asked about at the most: each takes milliseconds.
const SOLVED: u64 = 2_000;
/// What the streams that estimates draw from are for; no board shares them.
pub(super) const STREAMS: &str = "odds";
/// What thinned graphs may take, in budgets for counting.
const FOR_SAMPLES: f64 = 1.2;
/// What samples by sides may take: they come to more for less.
const FOR_SAMPLES_BY_SIDES: f64 = 0.6;
/// Samples that are further apart than this, in parts of their mean, may have missed what matters most: they are not trusted.
const FAR_APART: f64 = 0.2;
/// Where an interval by dealing reaches further than this to either side, in parts of the value, samples are taken too.
const GOOD_ENOUGH: f64 = 0.02;
/// Samples are taken instead of what was dealt if their interval is so much narrower: taking whichever comes out narrower
/// would take those that lie close together by luck, and its intervals would hold the truth less often than they say.
const NARROWER: f64 = 0.5;

/// The count, or, where that is too much, samples by sides with this key if there can be: where it takes more work than this.
pub(super) fn or_samples<'w>(
    problem: &CountingProblem,
    ids: &[FormulaId],
    budget: Budget,
    (key, over): (Key, u64),
    watch: &'w Watch,
) -> Result<Counting<'w>, space::Error> {
    let sampling = Sampling {
        key,
        work: (budget.work as f64 * FOR_SAMPLES_BY_SIDES) as u64,
        over,
    };
    let setup = problem.weighing();
    setup.counting_or_samples(&problem.formulas, ids, budget, sampling, watch)
}

/// What samples of all deals come to, by weight; none if there can be none.
pub(super) fn sampled(
    counting: &Counting,
    key: Key,
    budget: Budget,
) -> Result<Vec<EstimatedTally>, Inexact> {
    let work = (budget.work as f64 * FOR_SAMPLES) as u64;
    Ok(counting.estimate(key, work)?)
}

/// Samples of what takes too much, layer by layer.
pub(super) fn by_layers(
    problem: &CountingProblem,
    ids: &[FormulaId],
    budget: Budget,
    watch: &Watch,
) -> Option<Vec<EstimatedTally>> {
    let setup = problem.weighing();
    let counting = setup.counting_by_layers(&problem.formulas, ids, budget, watch);
    let samples = sampled(&counting.ok()?, Key::ours(STREAMS), budget);
    samples.ok().filter(|samples| !samples.is_empty())
}

/// A chance that was not counted.
#[derive(Default)]
pub(super) struct Chance {
    pub value: f64,
    pub interval: (f64, f64),
}

impl Chance {
    /// As samples tell it; `None` if they do not, because few of them carry most of the weight.
    pub(super) fn new(samples: &[EstimatedTally], total: u128) -> Option<Chance> {
        let number = samples.len() as f64;
        let chance = |rows: &EstimatedTally| rows.values().sum::<f64>() / total as f64;
        let chances: Vec<f64> = samples.iter().map(chance).collect();
        let value = chances.iter().sum::<f64>() / number;
        let squares: f64 = chances.iter().map(|one| (one - value).powi(2)).sum();
        let deviation = (squares / (number - 1.0)).sqrt();
        let reach = reach_of_samples(samples.len()) * deviation / number.sqrt();
        (deviation < FAR_APART * value).then(|| Chance {
            // What nearly always holds may come out as more than always.
            value: value.min(1.0),
            interval: ((value - reach).clamp(0.0, 1.0), (value + reach).min(1.0)),
        })
    }

    /// How far its bounds are apart.
    pub(super) fn width(&self) -> f64 {
        let (low, high) = self.interval;
        high - low
    }

    /// Whether there is no need to look further.
    pub(super) fn is_good(&self) -> bool {
        self.width() <= 2.0 * GOOD_ENOUGH * self.value
    }

    /// Whether it is to be taken instead of what was dealt.
    pub(super) fn is_better_than(&self, dealt: &Chance) -> bool {
        self.width() < NARROWER * dealt.width()
    }
}

/// The tables that samples layer by layer tell.
pub(super) fn sample_tables(
    problem: &CountingProblem,
    budget: Budget,
    watch: &Watch,
) -> Vec<Option<ValueTable>> {
    let none = || vec![None; problem.asked.len()];
    let Some(all) = problem.all_asked().filter(|all| !all.is_empty()) else {
        return none();
    };
    let ids = problem
        .weights()
        .chain(all.iter().copied().flatten().copied());
    let ids: Vec<FormulaId> = ids.collect();
    match by_layers(problem, &ids, budget, watch).filter(|samples| are_close(samples)) {
        Some(samples) => tables_of_samples(&all, &samples),
        None => none(),
    }
}

/// Whether samples tell how values are shared: not if they are too far apart.
pub(super) fn are_close(samples: &[EstimatedTally]) -> bool {
    // Only their shares to each other matter, so any number of deals will do to see how far apart they are.
    Chance::new(samples, 1).is_some()
}

/// All tables from samples by values.
pub(super) fn tables_of_samples(
    all: &[&Vec<FormulaId>],
    samples: &[EstimatedTally],
) -> Vec<Option<ValueTable>> {
    let mut from = 0;
    let table = |ids: &&Vec<FormulaId>| {
        let range = from..from + ids.len();
        from = range.end;
        Some(ValueTable::of_samples(samples, range))
    };
    all.iter().map(table).collect()
}

/// What dealing finds out.
pub(super) struct Estimate {
    pub chance: Chance,
    pub tables: Vec<ValueTable>,
}

/// The chance by dealing: the exact share of the deals that the plan draws from, times the share of those that qualify,
/// with its interval; and the tables of what was found.
pub(super) fn estimate(
    condition: &Condition,
    predeal: &Predeal,
    asked: &[&Vec<NodeId>],
    budget: Budget,
    solver: Option<Solver>,
    watch: &Watch,
) -> Result<Estimate, OddsError> {
    let values: Vec<NodeId> = asked
        .iter()
        .flat_map(|nodes| nodes.iter().copied())
        .collect();
    let graph = condition.graph();
    let solves = |node: &NodeId| graph.facts(*node).solver;
    let values_solve = values.iter().any(solves);
    let condition = Condition::new(graph.clone(), condition.root(), values);
    let units = (budget.work as f64 * UNITS_A_STEP).clamp(UNITS.0, UNITS.1);
    let planned = (PLANNED, PLANNED_WORK * units);
    let plan = Plan::for_work(&condition, predeal, planned, watch)?;
    let plan = plan.with_solver(solver);
    let tries = (units / plan.price_of_a_try().max(1.0)) as u64;
    // What the solver is asked about has passed all other checks.
    let tries = if solves(&condition.root()) {
        tries.min((SOLVED as f64 * plan.tries_a_board()) as u64)
    } else {
        tries
    };
    // Where most of what is drawn qualifies, fewer tell as much; but averages are of boards.
    let enough = (FOUND * (1.0 - 1.0 / plan.tries_a_board())) as u64;
    let boards = if values_solve {
        SOLVED
    } else {
        enough.max(PLANNED)
    };
    let dealing = EstimateByDealing {
        plan: Arc::new(plan),
        boards,
        tries,
    };
    dealing.deal(asked, Key::ours(STREAMS), watch)
}

/// Boards that are dealt for an estimate.
pub(super) struct EstimateByDealing {
    pub plan: Arc<Plan>,
    /// How many, at the most,
    pub boards: u64,
    /// and in how many tries.
    pub tries: u64,
}

impl EstimateByDealing {
    /// What boards with this key tell of the chance, and of values, which are those of the plan's condition one after the other.
    pub(super) fn deal(
        &self,
        asked: &[&Vec<NodeId>],
        key: Key,
        watch: &Watch,
    ) -> Result<Estimate, OddsError> {
        watch.begin("estimating", Some(self.boards));
        let mut worker = self.plan.worker();
        let mut tables = vec![BTreeMap::new(); asked.len()];
        let (mut found, mut tries) = (0, 0);
        while found < self.boards && tries < self.tries {
            let board = worker.board(key, found, self.tries - tries, watch)?;
            watch.look().map_err(PlanError::from)?;
            tries += board.tries;
            let Some(deal) = board.deal else { continue };
            found += 1;
            watch.add(1);
            let mut index = 0;
            for (nodes, table) in asked.iter().zip(&mut tables) {
                let mut row = Vec::with_capacity(nodes.len());
                for _ in nodes.iter() {
                    row.push(worker.value(index, &deal)?);
                    index += 1;
                }
                *table.entry(row).or_insert(0) += 1;
            }
        }
        let (low, high) = space::interval(found, tries);
        let share = self.plan.share();
        let table = |rows| ValueTable {
            rows,
            boards: Some(found),
            ..ValueTable::default()
        };
        Ok(Estimate {
            chance: Chance {
                value: share * found as f64 / tries.max(1) as f64,
                interval: (share * low, share * high),
            },
            tables: tables.into_iter().map(table).collect(),
        })
    }
}

//! Odds: how many deals qualify, and how often values come among them. Counted where that fits the budget, and else
//! estimated, with an interval.

use std::collections::BTreeMap;
use std::sync::Arc;

use bridge::double_dummy::Solver;
use bridge::{Predeal, Seat};
use condition::{Condition, EvalError, NodeId, Seats};
use space::{Budget, Counting, EstimatedTally, FormulaId, Key, Stopped, Watch};

use crate::choosing::method::Strategy;
use crate::choosing::plan::{Plan, PlanError};
use crate::counting::exact::{self, CountingProblem, Inexact};
use crate::counting::project::project;

/// What an estimate by dealing may take, in units of ten nanoseconds, for a step that counting may take,
const UNITS_A_STEP: f64 = 0.3;
/// and at least and at the most: a seventh of a second, and a quarter of a minute.
const UNITS: (f64, f64) = (15e6, 1.5e9);
/// The plan for it is made for so many boards,
const PLANNED: u64 = 40_000;
/// and it finds no more than these: the interval is then a thousandth to either side.
const FOUND: f64 = 3_850_000.0;
/// About how many deals a solver is asked about at the most: each takes milliseconds.
const SOLVED: u64 = 2_000;
/// What the streams that estimates draw from are for; no board shares them.
const STREAMS: &str = "odds";
/// How many times the budget the tables of values may take, once the deals were counted within it: they are worth waiting
/// for.
const FOR_TABLES: u64 = 2;
/// What part of the budget a hand may take alone that is asked for spot cards.
const FOR_PILOTS: u64 = 50;
/// What an interval of 95% reaches to either side, in standard errors,
const REACH: f64 = 1.959964;
/// and where the error itself is known from eight samples only (Student's distribution with seven degrees of freedom).
const REACH_OF_SAMPLES: f64 = 2.364624;
const _: () = assert!(space::ESTIMATES == 8);
/// What thinned graphs may take, in budgets for counting.
const FOR_SAMPLES: f64 = 1.2;
/// What samples by sides may take: they come to more for less.
const FOR_SAMPLES_BY_SIDES: f64 = 0.3;
/// Samples that are further apart than this, in parts of their mean, may have missed what matters most: they are not trusted.
const FAR_APART: f64 = 0.2;
/// Where an interval by dealing reaches further than this to either side, in parts of the value, samples are taken too.
const GOOD_ENOUGH: f64 = 0.005;

/// Why there are no odds at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// What is dealt beforehand leaves no deal.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The condition has no answer for some deal.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// How likely a condition is.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// How many deals qualify, if they were counted and each does or does not: where random numbers have a say there is no
    /// such number.
    pub count: Option<u128>,
    /// How many deals there are, with what is dealt beforehand.
    pub total: u128,
    /// The chance that a deal qualifies.
    pub probability: f64,
    /// Where it was not counted (with the random numbers as weights, if there are any), the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<(f64, f64)>,
    /// Why it was not counted.
    pub reason: Option<String>,
    /// For each seat that the condition speaks of, the exact chance that its hand alone can still qualify.
    pub seats: Vec<(Seat, f64)>,
}

/// The odds of a condition: exactly, if that can be worked out within the budget. A condition on double dummy results
/// is estimated, with a solver.
///
/// # Errors
/// When nothing can be dealt, or the condition has no answer for some deal.
///
/// ```
/// let text = "condition spades(north)==6 and hcp(north)>=10 and hcp(north)<=12";
/// let input = script::Input::from_text("six spades", text).unwrap();
/// let script = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let (budget, watch) = Default::default();
/// let odds = plan::odds(&script.condition, &script.predeal, budget, None, &watch).unwrap();
/// assert_eq!(odds.count, Some(604600034108919818184129600));
/// ```
pub fn odds(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    solver: Option<Solver>,
    watch: &Watch,
) -> Result<Odds, OddsError> {
    let (odds, _) = survey(condition, predeal, &[], budget, solver, watch)?;
    Ok(odds)
}

/// How many deals satisfy a condition, or why that was not counted.
///
/// # Errors
/// When it is no condition on cards alone, takes more than the budget, or was stopped.
///
/// ```
/// let text = "condition spades(north)==6 and hcp(north)>=10 and hcp(north)<=12";
/// let input = script::Input::from_text("six spades", text).unwrap();
/// let script = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let (budget, watch) = Default::default();
/// let count = plan::count(&script.condition, &script.predeal, budget, &watch);
/// assert_eq!(count, Ok(604600034108919818184129600));
/// ```
pub fn count(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Result<u128, Inexact> {
    let problem = CountingProblem::of_cards(condition, predeal)?;
    let counting = problem
        .setup
        .counting(&problem.formulas, &[], budget, watch)?;
    Ok(counting.tally()?.values().sum())
}

/// How often values come, over all deals that qualify.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueTable {
    /// For each combination of values, in how many deals it comes, or how much these count, where random numbers have a say;
    /// in how many of the boards, if it was estimated.
    pub rows: BTreeMap<Vec<i64>, u128>,
    /// Where it was estimated from boards, the number of them.
    pub boards: Option<u64>,
    /// Where it was estimated from samples of all deals, what each of them came to.
    pub samples: Vec<EstimatedTally>,
}

impl ValueTable {
    /// The share of the deals that each combination of values has.
    pub fn shares(&self) -> impl Iterator<Item = (&[i64], f64)> {
        let all = self.rows.values().sum::<u128>() as f64;
        self.rows
            .iter()
            .map(move |(values, count)| (&values[..], *count as f64 / all))
    }

    /// The mean of the first value; `None` if nothing qualifies.
    pub fn mean(&self) -> Option<f64> {
        let first = |values: &[i64]| values.first().copied().unwrap_or(0) as f64;
        let mean = self
            .shares()
            .map(|(values, share)| share * first(values))
            .sum();
        (!self.rows.is_empty()).then_some(mean)
    }

    /// Some of the values of samples.
    fn of_samples(samples: &[EstimatedTally], range: std::ops::Range<usize>) -> ValueTable {
        let mut table = ValueTable::default();
        for sample in samples {
            let mut rows = EstimatedTally::new();
            for (values, weight) in sample {
                *rows.entry(values[range.clone()].to_vec()).or_insert(0.0) += weight;
            }
            for (values, weight) in &rows {
                *table.rows.entry(values.clone()).or_insert(0) += *weight as u128;
            }
            table.samples.push(rows);
        }
        table
    }

    /// Whether it was counted.
    pub fn is_exact(&self) -> bool {
        self.boards.is_none() && self.samples.is_empty()
    }

    /// Where it was not counted, the bounds that hold the mean in 95 of 100 cases.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let first = |values: &[i64]| values.first().copied().unwrap_or(0) as f64;
        let mean = self.mean()?;
        let error = self.error_of(mean, first)?;
        let reach = if self.samples.is_empty() {
            REACH
        } else {
            REACH_OF_SAMPLES
        };
        Some((mean - reach * error, mean + reach * error))
    }

    /// Where it was not counted, the standard error of a share: of the deals whose values are such.
    pub fn share_error(&self, such: impl Fn(&[i64]) -> bool) -> Option<f64> {
        let is = |values: &[i64]| f64::from(u8::from(such(values)));
        let share = self
            .shares()
            .map(|(values, share)| share * is(values))
            .sum();
        self.error_of(share, is)
    }

    /// The standard error of the mean of something, which is known.
    fn error_of(&self, mean: f64, of: impl Fn(&[i64]) -> f64) -> Option<f64> {
        if let Some(boards) = self.boards {
            let off = |(values, share): (&[i64], f64)| share * (of(values) - mean).powi(2);
            let variance: f64 = self.shares().map(off).sum();
            return Some((variance / boards.max(2).saturating_sub(1) as f64).sqrt());
        }
        let number = self.samples.len() as f64;
        let all = self.samples.iter().flat_map(BTreeMap::values).sum::<f64>() / number;
        // By how much each sample, as large as it is, moves the mean.
        let moves = self.samples.iter().map(|sample| {
            let off = |(values, weight): (&Vec<i64>, &f64)| weight * (of(values) - mean);
            sample.iter().map(off).sum::<f64>() / all
        });
        let squares: f64 = moves.map(|moved| moved * moved).sum();
        (number > 1.0).then(|| (squares / (number * (number - 1.0))).sqrt())
    }
}

/// The odds of a condition, and for each list of further nodes how often their values come together. Everything is
/// counted where that fits the budget, and estimated where it does not. The watch's progress is `counting`, and then
/// `estimating`, of so many boards, if need be.
///
/// # Errors
/// When nothing can be dealt, or the condition or a value has no answer for some deal.
///
/// ```
/// let text = "condition hcp(north) >= 15 and hcp(north) <= 17\naction average hcp(north)";
/// let input = script::Input::from_text("strong", text).unwrap();
/// let script = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let asked = [script.condition.values().to_vec()];
/// let (budget, watch) = Default::default();
/// let (_, tables) =
///     plan::survey(&script.condition, &script.predeal, &asked, budget, None, &watch).unwrap();
/// assert!((tables[0].mean().unwrap() - 15.796).abs() < 0.001);
/// assert_eq!(tables[0].interval(), None);
/// ```
pub fn survey(
    condition: &Condition,
    predeal: &Predeal,
    asked: &[Vec<NodeId>],
    budget: Budget,
    solver: Option<Solver>,
    watch: &Watch,
) -> Result<(Odds, Vec<ValueTable>), OddsError> {
    let base = exact::predealt(predeal).map_err(PlanError::from)?;
    watch.begin("counting", None);
    let all = base.build_within(Budget::default(), watch);
    let total = all.map_err(PlanError::from)?.count();
    if total == 0 {
        return Err(PlanError::Predeal.into());
    }
    let mut odds = Odds {
        count: None,
        total,
        probability: 0.0,
        interval: None,
        reason: None,
        seats: Vec::new(),
    };
    let mut tables: Vec<Option<ValueTable>> = vec![None; asked.len()];
    let problem = CountingProblem::exchanged(condition, predeal, asked);
    let mut uncounted = None;
    let mut exact = false;
    match &problem {
        Ok(problem) => match count_problem(problem, predeal, budget, &mut odds.seats, watch) {
            Ok(Attempt::Counted(counted)) => {
                odds.count = problem.is_of_cards().then_some(counted.amount);
                odds.probability = counted.share_of(total);
                exact = true;
                if !asked.is_empty() {
                    let work = budget.work.saturating_mul(FOR_TABLES);
                    tables = count_tables(problem, Budget { work, ..budget }, watch);
                }
            }
            Ok(Attempt::TooMuch(counting, why)) => {
                odds.reason = Some(why.to_string());
                uncounted = Some((problem, counting));
            }
            Err(why) => odds.reason = Some(why.to_string()),
        },
        Err(why) => {
            odds.reason = Some(why.to_string());
            let seats = seat_odds(condition, predeal, budget, watch);
            odds.seats = seats.map_err(PlanError::from)?;
        }
    }
    // What was not counted because it was stopped is not estimated either.
    watch.look().map_err(PlanError::from)?;
    if let Ok(problem) = &problem {
        let seats = &mut odds.seats;
        pilots_alone(problem, condition, predeal, budget, seats, watch).map_err(PlanError::from)?;
    }
    // Samples by sides tell more than boards do, of the chance and of the values.
    let by_sides = uncounted
        .as_ref()
        .filter(|(_, counting)| counting.is_sampled());
    let by_sides = by_sides.and_then(|(problem, counting)| {
        let samples = sampled(problem, counting, Key::ours(STREAMS), budget).ok()?;
        Chance::new(&samples, total)
    });
    if let Ok(problem) = &problem
        && by_sides.is_some()
        && tables.contains(&None)
    {
        let sampled = sample_tables(problem, budget, watch);
        watch.look().map_err(PlanError::from)?;
        for (table, sampled) in tables
            .iter_mut()
            .zip(sampled)
            .filter(|(known, _)| known.is_none())
        {
            *table = sampled;
        }
    }
    if let Some(chance) = by_sides.as_ref() {
        odds.probability = chance.value;
        odds.interval = Some(chance.interval);
    }
    if (!exact && by_sides.is_none()) || tables.contains(&None) {
        let uncounted = uncounted.filter(|_| by_sides.is_none());
        let missing = asked
            .iter()
            .zip(&tables)
            .filter(|(_, table)| table.is_none());
        let missing: Vec<&Vec<NodeId>> = missing.map(|(nodes, _)| nodes).collect();
        let estimate = estimate(condition, predeal, &missing, budget, solver, watch)?;
        let mut chance = estimate.chance;
        if let Some((problem, counting)) = uncounted.filter(|_| !chance.is_good()) {
            let samples = sampled(problem, &counting, Key::ours(STREAMS), budget);
            watch.look().map_err(PlanError::from)?;
            let sampled = samples
                .ok()
                .and_then(|samples| Chance::new(&samples, total));
            if let Some(sampled) = sampled.filter(|sampled| sampled.width() < chance.width()) {
                chance = sampled;
                tables = sample_tables(problem, budget, watch);
                watch.look().map_err(PlanError::from)?;
            }
        }
        if !exact && by_sides.is_none() {
            odds.probability = chance.value;
            odds.interval = Some(chance.interval);
        }
        let unknown = tables.iter_mut().filter(|table| table.is_none());
        for (table, estimated) in unknown.zip(estimate.tables) {
            *table = Some(estimated);
        }
    }
    Ok((odds, tables.into_iter().flatten().collect()))
}

/// What all deals that qualify count together, in units.
struct Counted {
    amount: u128,
    unit: u128,
}

impl Counted {
    /// Its share of so many deals.
    fn share_of(&self, total: u128) -> f64 {
        match total.checked_mul(self.unit) {
            Some(all) => self.amount as f64 / all as f64,
            None => self.amount as f64 / total as f64 / self.unit as f64,
        }
    }
}

/// What became of the attempt to count.
enum Attempt<'w> {
    Counted(Counted),
    /// What is too much to count, and of what.
    TooMuch(Box<Counting<'w>>, Inexact),
}

/// The number of deals, and on the way there the odds of each seat alone.
fn count_problem<'w>(
    problem: &CountingProblem,
    predeal: &Predeal,
    budget: Budget,
    seats: &mut Vec<(Seat, f64)>,
    watch: &'w Watch,
) -> Result<Attempt<'w>, Inexact> {
    let weights: Vec<FormulaId> = problem.weights().collect();
    let counting = or_samples(problem, &weights, budget, watch)?;
    *seats = alone(&counting, predeal)?;
    match counting.tally() {
        Ok(rows) => {
            let weighed = problem.weigh(rows)?;
            Ok(Attempt::Counted(Counted {
                amount: weighed.rows.values().sum(),
                unit: weighed.unit,
            }))
        }
        Err(error) => match error.into() {
            why @ (Inexact::OverBudget | Inexact::OverMemory) => {
                Ok(Attempt::TooMuch(Box::new(counting), why))
            }
            why => Err(why),
        },
    }
}

/// The count, or, where that is too much, samples by sides if there can be.
fn or_samples<'w>(
    problem: &CountingProblem,
    ids: &[FormulaId],
    budget: Budget,
    watch: &'w Watch,
) -> Result<Counting<'w>, space::Error> {
    let work = (budget.work as f64 * FOR_SAMPLES_BY_SIDES) as u64;
    let samples = (Key::ours(STREAMS), work);
    let (setup, formulas) = (&problem.setup, &problem.formulas);
    setup.counting_or_samples(formulas, ids, budget, samples, watch)
}

/// What samples of all deals come to, by weight; none if there can be none.
fn sampled(
    problem: &CountingProblem,
    counting: &Counting,
    key: Key,
    budget: Budget,
) -> Result<Vec<EstimatedTally>, Inexact> {
    let work = (budget.work as f64 * FOR_SAMPLES) as u64;
    let samples = counting.estimate(key, work)?;
    let weighed = samples.iter().map(|rows| problem.weigh_about(rows));
    weighed.collect()
}

/// A chance that was not counted.
struct Chance {
    value: f64,
    interval: (f64, f64),
}

impl Chance {
    /// As samples tell it; `None` if they do not.
    fn new(samples: &[EstimatedTally], total: u128) -> Option<Chance> {
        let number = samples.len() as f64;
        let chance = |rows: &EstimatedTally| rows.values().sum::<f64>() / total as f64;
        let chances: Vec<f64> = samples.iter().map(chance).collect();
        let value = chances.iter().sum::<f64>() / number;
        let squares: f64 = chances.iter().map(|one| (one - value).powi(2)).sum();
        let deviation = (squares / (number - 1.0)).sqrt();
        let reach = REACH_OF_SAMPLES * deviation / number.sqrt();
        (deviation < FAR_APART * value).then(|| Chance {
            value,
            interval: ((value - reach).max(0.0), (value + reach).min(1.0)),
        })
    }

    fn width(&self) -> f64 {
        let (low, high) = self.interval;
        high - low
    }

    /// Whether there is no need to look further.
    fn is_good(&self) -> bool {
        self.width() <= 2.0 * GOOD_ENOUGH * self.value
    }
}

/// The tables that samples tell.
fn sample_tables(
    problem: &CountingProblem,
    budget: Budget,
    watch: &Watch,
) -> Vec<Option<ValueTable>> {
    let none = || vec![None; problem.asked.len()];
    let all: Option<Vec<&Vec<FormulaId>>> = problem.asked.iter().map(Option::as_ref).collect();
    let Some(all) = all.filter(|all| !all.is_empty()) else {
        return none();
    };
    let ids = problem
        .weights()
        .chain(all.iter().copied().flatten().copied());
    let ids: Vec<FormulaId> = ids.collect();
    let counting = or_samples(problem, &ids, budget, watch).ok();
    let tables = counting.and_then(|counting| tables_of_samples(problem, &all, &counting, budget));
    tables.unwrap_or_else(none)
}

/// All tables from samples by weights and values; `None` if they are too far apart.
fn tables_of_samples(
    problem: &CountingProblem,
    all: &[&Vec<FormulaId>],
    counting: &Counting,
    budget: Budget,
) -> Option<Vec<Option<ValueTable>>> {
    let samples = sampled(problem, counting, Key::ours(STREAMS), budget).ok()?;
    // Only their shares to each other matter, so any number of deals will do to see how far apart they are.
    Chance::new(&samples, 1)?;
    let mut from = 0;
    let table = |ids: &&Vec<FormulaId>| {
        let range = from..from + ids.len();
        from = range.end;
        Some(ValueTable::of_samples(&samples, range))
    };
    Some(all.iter().map(table).collect())
}

/// The tables that can be counted: all at once, or, where that is too much, sampled all at once, or each with its part of the
/// budget.
fn count_tables(
    problem: &CountingProblem,
    budget: Budget,
    watch: &Watch,
) -> Vec<Option<ValueTable>> {
    let tally = |ids: &[FormulaId], budget| {
        let ids: Vec<FormulaId> = problem.weights().chain(ids.iter().copied()).collect();
        let counting = problem
            .setup
            .counting(&problem.formulas, &ids, budget, watch);
        let rows = counting.and_then(|counting| counting.tally()).ok()?;
        problem.weigh(rows).ok().map(|weighed| weighed.rows)
    };
    let counted = |rows| ValueTable {
        rows,
        ..ValueTable::default()
    };
    let all: Option<Vec<&Vec<FormulaId>>> = problem.asked.iter().map(Option::as_ref).collect();
    if let Some(all) = all {
        let joined = all.iter().flat_map(|ids| ids.iter().copied());
        let ids: Vec<FormulaId> = problem.weights().chain(joined).collect();
        let counting = or_samples(problem, &ids, budget, watch);
        // What is sampled at once is not looked at again, one by one.
        let samples = counting.as_ref().ok().filter(|one| one.is_sampled());
        let samples = samples.and_then(|one| tables_of_samples(problem, &all, one, budget));
        if let Some(tables) = samples {
            return tables;
        }
        let rows = counting.and_then(|counting| counting.tally()).ok();
        let weighed = rows.and_then(|rows| problem.weigh(rows).ok());
        if let Some(rows) = weighed.map(|weighed| weighed.rows) {
            let mut from = 0;
            let mut part = |ids: &&Vec<FormulaId>| {
                let range = from..from + ids.len();
                from = range.end;
                let mut table = BTreeMap::new();
                for (values, count) in &rows {
                    *table.entry(values[range.clone()].to_vec()).or_insert(0) += count;
                }
                Some(counted(table))
            };
            return all.iter().map(&mut part).collect();
        }
    }
    // One table alone is all of them.
    let alone = problem.asked.len().max(1) as u64;
    let budget = Budget {
        work: if alone > 1 { budget.work / alone } else { 0 },
        ..budget
    };
    let one = |ids: &Option<Vec<FormulaId>>| tally(ids.as_ref()?, budget).map(counted);
    problem.asked.iter().map(one).collect()
}

/// For each seat that a condition speaks of, the exact share of its hands that can still qualify, whatever the others have,
/// where that can be worked out within the budget. Where lengths are dealt beforehand hands are not equally likely, and
/// nothing is said.
///
/// # Errors
/// [`Stopped`], if it was.
pub fn seat_odds(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Result<Vec<(Seat, f64)>, Stopped> {
    // What depends on more than the cards leaves it open.
    let mut graph = condition.graph().clone();
    let root = project(&mut graph, condition.root(), Seats::ALL);
    let cards_alone = Condition::new(graph, root, Vec::new());
    let Ok(problem) = CountingProblem::new(&cards_alone, predeal, &[]) else {
        return Ok(Vec::new());
    };
    let counting = problem
        .setup
        .counting(&problem.formulas, &[], budget, watch);
    let alone = counting.and_then(|counting| alone(&counting, predeal));
    watch.look()?;
    Ok(alone.unwrap_or_default())
}

/// Where spot cards were exchanged in thought, what the hands that are asked for them can be alone is worked out for each of
/// them by itself, if that takes little.
fn pilots_alone(
    problem: &CountingProblem,
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    seats: &mut Vec<(Seat, f64)>,
    watch: &Watch,
) -> Result<(), Stopped> {
    let asked: Seats = problem.pilots.iter().map(|pilot| pilot.seat).collect();
    seats.retain(|(seat, _)| !asked.contains(*seat));
    let work = budget.work / FOR_PILOTS;
    for seat in asked.iter() {
        let mut graph = condition.graph().clone();
        let root = project(&mut graph, condition.root(), seat.into());
        let alone = Condition::new(graph, root, Vec::new());
        seats.extend(seat_odds(
            &alone,
            predeal,
            Budget { work, ..budget },
            watch,
        )?);
    }
    seats.sort_by_key(|(seat, _)| *seat);
    Ok(())
}

/// How likely it is that a seat's hand can still qualify.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatChance {
    /// The seat.
    pub seat: Seat,
    /// The chance.
    pub chance: f64,
    /// Whether it was counted; else it was estimated from some hands.
    pub exact: bool,
}

/// So many hands that can still qualify are looked for to estimate a seat's chance, in so many tries at the most.
const HANDS: u64 = 2_000;
const HANDS_TRIED: u64 = 300_000;

/// For each seat that a condition speaks of, the chance that its hand can still qualify, whatever the others have: counted
/// where that fits the budget, else estimated.
///
/// # Errors
/// [`Stopped`], if it was: what is known of some seats only is no answer.
pub fn seat_chances(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Result<Vec<SeatChance>, Stopped> {
    let counted = seat_odds(condition, predeal, budget, watch)?;
    let spoken_of = condition.graph().facts(condition.root()).seats;
    let mut chances = Vec::new();
    for seat in spoken_of.iter() {
        let known = counted.iter().find(|(known, _)| *known == seat);
        let chance = match known {
            Some((_, chance)) => Some(*chance),
            None if counted.is_empty() => seat_estimate(condition, predeal, seat, watch)?,
            None => None,
        };
        chances.extend(chance.map(|chance| SeatChance {
            seat,
            chance,
            exact: known.is_some(),
        }));
    }
    Ok(chances)
}

/// About the share of a seat's hands that can still qualify; `None` if all can, or none was found.
fn seat_estimate(
    condition: &Condition,
    predeal: &Predeal,
    seat: Seat,
    watch: &Watch,
) -> Result<Option<f64>, Stopped> {
    let mut graph = condition.graph().clone();
    let root = project(&mut graph, condition.root(), seat.into());
    let alone = Condition::new(graph, root, Vec::new());
    if alone.settled().is_some() {
        return Ok(None);
    }
    let plan = match Plan::new(Strategy::Auto, &alone, predeal, HANDS, watch) {
        Ok(plan) => Arc::new(plan),
        Err(_) => return watch.look().map(|()| None),
    };
    let mut worker = plan.worker();
    let key = Key::ours(STREAMS);
    let (mut found, mut tries) = (0, 0);
    while found < HANDS && tries < HANDS_TRIED {
        let Ok(board) = worker.board(key, found, HANDS_TRIED - tries, watch) else {
            return Ok(None);
        };
        watch.look()?;
        tries += board.tries;
        found += u64::from(board.deal.is_some());
    }
    Ok((found > 0).then(|| plan.share() * found as f64 / tries as f64))
}

fn alone(counting: &Counting, predeal: &Predeal) -> Result<Vec<(Seat, f64)>, space::Error> {
    let seats = Seat::ALL.into_iter().filter(|_| !predeal.has_lengths());
    let chances = counting.alone()?;
    let spoken_of = seats.filter_map(|seat| {
        let (_, chance) = chances.iter().find(|(place, _)| *place == seat as usize)?;
        // A seat for which every hand can qualify is not spoken of.
        (chance.numerator != chance.denominator as i128).then(|| (seat, chance.value()))
    });
    Ok(spoken_of.collect())
}

/// What dealing finds out.
struct Estimate {
    chance: Chance,
    tables: Vec<ValueTable>,
}

/// The chance by dealing: the exact share of the deals that the plan draws from, times the share of those that qualify,
/// with its interval; and the tables of what was found.
fn estimate(
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
    let plan = Plan::new(Strategy::Auto, &condition, predeal, PLANNED, watch)?;
    let plan = Arc::new(plan.with_solver(solver));
    let units = (budget.work as f64 * UNITS_A_STEP).clamp(UNITS.0, UNITS.1);
    let tries = (units / plan.price_of_a_try().max(1.0)) as u64;
    // What the solver is asked about has passed all other checks.
    let most = if solves(&condition.root()) {
        tries.min((SOLVED as f64 * plan.tries_a_board()) as u64)
    } else {
        tries
    };
    // Where most of what is drawn qualifies, fewer tell as much; but averages are of boards.
    let enough = (FOUND * (1.0 - 1.0 / plan.tries_a_board())) as u64;
    let wanted = if values_solve {
        SOLVED
    } else {
        enough.max(PLANNED)
    };
    watch.begin("estimating", Some(wanted));
    let mut worker = plan.worker();
    let key = Key::ours(STREAMS);
    let mut tables = vec![BTreeMap::new(); asked.len()];
    let (mut found, mut tries) = (0, 0);
    while found < wanted && tries < most {
        let board = worker.board(key, found, most - tries, watch)?;
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
    let share = plan.share();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn odds_of(text: &str, budget: Budget) -> Odds {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        let (predeal, watch) = (&compiled.predeal, Watch::default());
        odds(&compiled.condition, predeal, budget, None, &watch).unwrap()
    }

    #[test]
    fn reference_values() {
        let budget = Budget::default();
        let d = "spades(north)>=6 and hcp(north)>=10 and hcp(north)<=12 and hearts(south)>=5 \
                 and hcp(south)>=12 and hcp(south)<=14 and hcp(east)<=7";
        assert_eq!(odds_of(d, budget).count, Some(16450362954267572411167824));
        let balanced =
            "shape(north, any 4333 + any 4432 + any 5332) and hcp(north)>=15 and hcp(north)<=17";
        assert!((odds_of(balanced, budget).probability - 0.048655988076).abs() < 5e-13);
        assert_eq!(odds_of("hcp(north)>37", budget).count, Some(0));
        let predealt = odds_of("predeal north SAKQJ condition spades(north)==4", budget);
        // Nine low spades in the 48 cards left; North takes none of them in nine.
        let choose =
            |n: u32, k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
        assert!((predealt.probability - choose(39, 9) / choose(48, 9)).abs() < 1e-12);
    }

    /// Counting and plain dealing agree, for conditions of every kind, and so do the means of values.
    #[test]
    fn odds_agree_with_dealing() {
        use condition::{Evaluator, NoOracle};
        let texts = [
            "hcp(south) > 14 and (spades(south) > 4 and spades(north) > 2 or hearts(south) > 4 and hearts(north) > 2)",
            "losers(north) < 7 and controls(south) + controls(north) > 4",
            "spades(north) + spades(south) >= 8 and hcp(north) - hcp(south) > 2",
            "shape(south, any 5xxx) and (hascard(west, 2C) or top3(south, spades) * 2 > clubs(west))",
            "(hcp(south) > 12 ? hearts(south) : diamonds(south)) > 3 and not hascard(east, AS)",
            "quality(south, hearts) > 200 and hearts(south) > 3",
        ];
        let everything = exact::predealt(&Predeal::default())
            .unwrap()
            .build()
            .unwrap();
        for (number, text) in texts.into_iter().enumerate() {
            let text = format!("condition {text} action average hcp(south) - spades(south)");
            let input = script::Input::from_text("test", &text).unwrap();
            let loaded = script::load(&input, &Default::default(), &Default::default());
            let Some(script) = loaded.compiled else {
                panic!("{text}")
            };
            let asked = [script.condition.values().to_vec()];
            let budget = Budget::default();
            let (condition, predeal) = (&script.condition, &script.predeal);
            let watch = Watch::default();
            let (odds, tables) = survey(condition, predeal, &asked, budget, None, &watch).unwrap();
            assert!(odds.count.is_some() && tables[0].boards.is_none(), "{text}");
            assert_eq!(tables[0].rows.values().sum::<u128>(), odds.count.unwrap());
            let mut evaluator = Evaluator::new(&script.condition);
            let mut rng = space::stream(7, number as u64);
            let (deals, mut held, mut sum, mut squares) = (20_000, 0.0, 0.0, 0.0);
            for _ in 0..deals {
                let deal = everything.sample(&mut rng).unwrap();
                let deal = bridge::Deal([0, 1, 2, 3].map(|p| bridge::Hand::from_bits(deal[p].0)));
                if evaluator.holds(&deal, &mut NoOracle).unwrap() {
                    let value = evaluator.value(0, &deal, &mut NoOracle).unwrap() as f64;
                    (held, sum, squares) = (held + 1.0, sum + value, squares + value * value);
                }
            }
            let n = f64::from(deals);
            let error = (odds.probability * (1.0 - odds.probability) / n).sqrt();
            assert!((held / n - odds.probability).abs() < 4.0 * error, "{text}");
            let mean = sum / held;
            let error = ((squares / held - mean * mean) / held).sqrt();
            assert!(
                (mean - tables[0].mean().unwrap()).abs() < 4.0 * error,
                "{text}"
            );
        }
    }

    /// A teaching scenario that takes a rejecting program a billion deals for thirty boards.
    #[test]
    fn one_in_thirty_five_million() {
        let text = "shape(north, 3136) and hascard(north,JS) and hascard(north,TC) and hcp(north)==1 \
                    and tens(north)==1 and hcp(south)>=22";
        let odds = odds_of(text, Budget::default());
        assert!(odds.count.is_some());
        assert!(
            (odds.probability / 2.85e-8 - 1.0).abs() < 0.01,
            "{}",
            odds.probability
        );
    }

    /// The same condition, counted and, with no budget, estimated from the classes of hands.
    #[test]
    fn estimates_hold_the_counted_value() {
        let nothing = Budget { work: 1, memory: 1 };
        for text in [
            "spades(north)>=6 and hcp(north)>=10 and hcp(north)<=12 and hearts(south)>=5 and hcp(south)>=12",
            "hcp(north)+hcp(south)>=26 and spades(north)+spades(south)>=8",
            "losers(west, spades) == 1 and spades(west) > 5 and hcp(west) < 12",
        ] {
            let exact = odds_of(text, Budget::default());
            let estimate = odds_of(text, nothing);
            assert!(exact.count.is_some() && estimate.count.is_none());
            // Three texts with fixed streams; an interval of twice the width holds all of them.
            let (low, high) = estimate.interval.unwrap();
            let margin = (high - low) / 2.0;
            assert!(
                (low - margin..=high + margin).contains(&exact.probability),
                "{text}"
            );
            assert!(high / low < 1.1, "{text}");
        }
    }

    /// Chances and means as samples tell them, each with many keys: their intervals hold the truth as often as they say, and
    /// intervals of half the width would not.
    #[test]
    fn samples_hold_the_counted_truth_as_often_as_they_say() {
        let keys = needs::rounds(40, 1_000);
        for (text, value, work) in [
            (
                "hcp(west) + hcp(east) >= 27 and spades(west) + spades(east) >= 9 and hearts(east) >= 4 and aces(west) >= 1",
                "hcp(west) - 2 * spades(east)",
                20_000_000,
            ),
            (
                "controls(north) >= 5 and spades(north) >= 5 and controls(south) >= 4 and rnd(10) < 4 + hcp(south) / 8",
                "hcp(south) - 2 * spades(north)",
                2_500_000,
            ),
        ] {
            let text = format!("condition {text} action average {value}");
            let input = script::Input::from_text("test", &text).unwrap();
            let loaded = script::load(&input, &Default::default(), &Default::default());
            let script = loaded.compiled.expect(&text);
            let asked = [script.condition.values().to_vec()];
            let problem = CountingProblem::new(&script.condition, &script.predeal, &asked).unwrap();
            let ids = problem.weights().chain(problem.asked[0].clone().unwrap());
            let ids: Vec<FormulaId> = ids.collect();
            let (budget, watch) = (Budget::default(), Watch::default());
            let setup = &problem.setup;
            let counting = setup.counting(&problem.formulas, &ids, budget, &watch);
            let counting = counting.unwrap();
            let weighed = problem.weigh(counting.tally().unwrap()).unwrap();
            let unit = weighed.unit as f64;
            let truth = weighed.rows.values().sum::<u128>() as f64 / unit;
            let counted = ValueTable {
                rows: weighed.rows,
                ..ValueTable::default()
            };
            let mean = counted.mean().unwrap();
            let (mut chances, mut means) = ([0u64; 2], [0u64; 2]);
            let hold = |held: &mut [u64; 2], (low, high): (f64, f64), truth: f64| {
                let off = (truth - (low + high) / 2.0).abs() / (high - low);
                held[0] += u64::from(off <= 0.5);
                held[1] += u64::from(off <= 0.25);
            };
            for key in 0..keys {
                let little = Budget { work, ..budget };
                let samples = sampled(&problem, &counting, Key::from(key), little).unwrap();
                // Of so many deals that no interval reaches up to all of them.
                let chance = Chance::new(&samples, 1 << 100).expect(&text);
                assert!(
                    chance.width() > 1e-9 * chance.value,
                    "{text}: nothing was left out"
                );
                hold(&mut chances, chance.interval, truth / (1u128 << 100) as f64);
                let table = ValueTable::of_samples(&samples, 0..1);
                hold(&mut means, table.interval().unwrap(), mean);
            }
            let of = keys as f64;
            let by_luck = 3.0 * (of * 0.95 * 0.05).sqrt();
            for (what, [whole, half]) in [("chances", chances), ("means", means)] {
                let whole = whole as f64;
                assert!(
                    (whole - 0.95 * of).abs() <= by_luck,
                    "{what}, {text}: {whole} of {of}"
                );
                assert!(
                    (half as f64) < 0.95 * of - by_luck,
                    "{what}, {text}: half {half} of {of}"
                );
            }
        }
    }
}

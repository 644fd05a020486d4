//! Odds: how many deals qualify, and how often values come among them. Counted where that fits the budget, and else
//! estimated, with an interval.

use std::collections::BTreeMap;

use bridge::double_dummy::Solver;
use bridge::{Predeal, Seat};
use condition::{Condition, EvalError, NodeId};
use space::{Budget, FormulaId, Key, Meanwhile, Watch, WeighedTally};

use crate::choosing::plan::PlanError;
use crate::counting::estimate::{
    Chance, STREAMS, by_layers, estimate, or_samples, sample_tables, sampled, tables_of_samples,
};
use crate::counting::exact::{self, CountingProblem, Extra, Inexact};
use crate::counting::seat_chances::{alone, pilots_alone, seat_odds};
use crate::counting::value_table::ValueTable;

/// This part of the budget is always there for boards.
const LEAST_PART: u64 = 16;
/// This part of the budget is not for a few values that are counted after the deals.
const PART_KEPT: u64 = 4;
/// Whoever asks for more of them than these, as a comparison does, waits for each:
const FEW: usize = 4;
/// it may take this part of the budget.
const PART_EACH: u64 = 4;
/// A count that takes this part of the budget more than there is takes no more than samples do.
const PART_OF_SAMPLES: u64 = 8;
/// Where the deals by values take this part of a budget more than there is, the deals alone are not tried: they take little less.
const FAR_OFF: u64 = 4;
/// Whoever waits for more work than this sees an estimate meanwhile, which takes about as much.
const AT_ONCE: u64 = 500_000_000;
/// Where only tables are not known, boards for them take this part of the budget at the most.
const PART_FOR_TABLES: u64 = 10;
/// Why samples of what is too much to count were not used.
const FAR_APART: &str = "few samples of it carry most of the weight, so it was dealt";

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

/// The odds of a condition, and for each list of further nodes how often their values come together. Everything is
/// counted where that fits the budget, and estimated where it does not. The watch's progress is `counting`, and then
/// `estimating`, of so many boards, if need be. Where the budget is large, a part of it goes into an estimate first, for whoever
/// waits: [`Watch::meanwhile`].
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
    watch.set_meanwhile(None);
    let all = base.build_within(Budget::default(), watch);
    let total = all.map_err(PlanError::from)?.count();
    if total == 0 {
        return Err(PlanError::Predeal.into());
    }
    let survey = Survey {
        condition,
        predeal,
        asked,
        total,
        solver,
        watch,
    };
    let problem = CountingProblem::exchanged(condition, predeal, asked);
    if budget.work > AT_ONCE && problem.is_ok() {
        let little = Budget {
            work: AT_ONCE,
            ..budget
        };
        let (odds, tables) = survey.within(&problem, little)?;
        if odds.interval.is_none() && tables.iter().all(ValueTable::is_exact) {
            return Ok((odds, tables));
        }
        watch.set_meanwhile(odds.interval.map(|interval| Meanwhile {
            about: odds.probability,
            interval,
        }));
    }
    survey.within(&problem, budget)
}

/// What is asked of a condition.
struct Survey<'a> {
    condition: &'a Condition,
    predeal: &'a Predeal,
    asked: &'a [Vec<NodeId>],
    /// How many deals there are.
    total: u128,
    solver: Option<Solver>,
    watch: &'a Watch,
}

impl Survey<'_> {
    /// The answer within a budget: counted, sampled or dealt, each for what is still missing.
    fn within(
        &self,
        problem: &Result<CountingProblem, Inexact>,
        budget: Budget,
    ) -> Result<(Odds, Vec<ValueTable>), OddsError> {
        let Survey {
            condition,
            predeal,
            watch,
            ..
        } = *self;
        let mut found = Findings {
            tables: vec![None; self.asked.len()],
            left: budget.work,
            ..Findings::default()
        };
        match problem {
            Ok(problem) => {
                self.count_or_sample(problem, budget, &mut found);
                // What was not counted because it was stopped is not estimated either.
                watch.look().map_err(PlanError::from)?;
                pilots_alone(problem, condition, predeal, budget, &mut found.seats, watch)
                    .map_err(PlanError::from)?;
            }
            Err(why) => {
                found.reason = Some(why.to_string());
                let seats = seat_odds(condition, predeal, budget, watch);
                found.seats = seats.map_err(PlanError::from)?;
            }
        }
        let is_known = found.counted.is_some() || found.about.is_some();
        if !is_known || found.tables.contains(&None) {
            self.deal(problem.as_ref().ok(), budget, &mut found)?;
        }
        let mut odds = Odds {
            count: None,
            total: self.total,
            probability: 0.0,
            interval: None,
            reason: found.reason,
            seats: found.seats,
        };
        match (found.counted, found.about) {
            (Some(counted), _) => {
                let is_of_cards = problem.as_ref().is_ok_and(CountingProblem::is_of_cards);
                odds.count = is_of_cards.then_some(counted.amount);
                odds.probability = counted.share_of(self.total);
                odds.reason = None;
            }
            (None, about) => {
                let about = about.unwrap_or_default();
                (odds.probability, odds.interval) = (about.value, Some(about.interval));
            }
        }
        Ok((odds, found.tables.into_iter().flatten().collect()))
    }

    /// Counts the deals, and by the values that are asked for, or draws samples by sides of what is too much.
    ///
    /// Values that take little are counted with the deals. The others come afterwards, with a part of the budget: the deals are what
    /// was asked first. Where they are only sampled, boards tell the values.
    fn count_or_sample(&self, problem: &CountingProblem, budget: Budget, found: &mut Findings) {
        let with_the_deals = problem.countable(Extra::Little);
        let mut counted = Err(Inexact::OverBudget);
        if !with_the_deals.is_empty() {
            let far_off = budget.work.saturating_add(budget.work / FAR_OFF);
            counted = self.count(problem, &with_the_deals, far_off, budget, found);
        }
        if counted.is_err() && found.about.is_none() {
            counted = self.count(problem, &[], 0, budget, found);
        }
        match counted {
            Ok(()) => self.count_values(problem, budget, found),
            Err(why) => found.reason = Some(why.to_string()),
        }
    }

    /// The deals by the values of some lists, and on the way there the odds of each seat alone. Where that is too much, and takes more
    /// than this, samples by sides.
    fn count(
        &self,
        problem: &CountingProblem,
        lists: &[usize],
        over: u64,
        budget: Budget,
        found: &mut Findings,
    ) -> Result<(), Inexact> {
        let all = lists
            .iter()
            .filter_map(|&list| problem.asked[list].as_ref());
        let all: Vec<&Vec<FormulaId>> = all.collect();
        let joined = all.iter().flat_map(|ids| ids.iter().copied());
        let ids: Vec<FormulaId> = problem.weights().chain(joined).collect();
        let key = Key::ours(STREAMS);
        // What samples would take is there for a count as well.
        let more = Budget {
            work: budget.work.saturating_add(budget.work / PART_OF_SAMPLES),
            ..budget
        };
        let counting = or_samples(problem, &ids, more, (key, over), self.watch)?;
        found.seats = alone(&counting, self.predeal)?;
        let (counted, tables) = if counting.forecast().is_some() {
            let samples = sampled(&counting, key, budget)?;
            found.about = Chance::new(&samples, self.total);
            let tables = match found.about {
                Some(_) => tables_of_samples(&all, &samples),
                None => Vec::new(),
            };
            (Err(Inexact::OverBudget), tables)
        } else {
            let weighed = problem.weighed(&counting);
            found.left = found.left.saturating_sub(counting.spent());
            let weighed = weighed?;
            found.counted = Some(Counted::new(&weighed));
            (Ok(()), tables_of_rows(&all, &weighed.rows))
        };
        for (&list, table) in lists.iter().zip(tables) {
            found.tables[list] = table;
        }
        counted
    }

    /// The other values of deals that were counted, one after the other, as far as that goes.
    fn count_values(&self, problem: &CountingProblem, budget: Budget, found: &mut Findings) {
        let of_deals = budget.work - found.left;
        let mut lists = problem.countable(Extra::Some);
        lists.extend(problem.countable(Extra::Much));
        for &list in &lists {
            let work = if lists.len() > FEW {
                budget.work / PART_EACH
            } else {
                let left = found.left.saturating_sub(budget.work / PART_KEPT);
                // Values hardly ever take less than the deals alone.
                if left < of_deals {
                    return;
                }
                left
            };
            let budget = Budget { work, ..budget };
            found.tables[list] = self.count_value(problem, list, budget, found);
        }
    }

    /// The deals by the values of one list; `None` if that is too much.
    fn count_value(
        &self,
        problem: &CountingProblem,
        list: usize,
        budget: Budget,
        found: &mut Findings,
    ) -> Option<ValueTable> {
        let ids = problem.asked[list].as_ref()?;
        let all: Vec<FormulaId> = problem.weights().chain(ids.iter().copied()).collect();
        let sampling = (Key::ours(STREAMS), u64::MAX);
        let counting = or_samples(problem, &all, budget, sampling, self.watch).ok()?;
        let weighed = problem.weighed(&counting);
        found.left = found.left.saturating_sub(counting.spent());
        Some(counted_table(weighed.ok()?.rows))
    }

    /// Deals boards for what is still not known. Samples by sides tell more than boards do, of the chance and of the values, and
    /// samples layer by layer more than boards that are too rare.
    fn deal(
        &self,
        problem: Option<&CountingProblem>,
        budget: Budget,
        found: &mut Findings,
    ) -> Result<(), OddsError> {
        let Survey {
            condition,
            predeal,
            solver,
            watch,
            ..
        } = *self;
        let is_known = found.counted.is_some() || found.about.is_some();
        let missing = self.asked.iter().zip(&found.tables);
        let missing = missing.filter(|(_, table)| table.is_none());
        let missing: Vec<&Vec<NodeId>> = missing.map(|(nodes, _)| nodes).collect();
        let work = if is_known {
            let least = budget.work / LEAST_PART;
            found.left.clamp(least, budget.work / PART_FOR_TABLES)
        } else {
            budget.work
        };
        let for_boards = Budget { work, ..budget };
        let estimate = estimate(condition, predeal, &missing, for_boards, solver, watch)?;
        if !is_known {
            let mut chance = estimate.chance;
            if let Some(problem) = problem.filter(|_| !chance.is_good()) {
                let weights: Vec<FormulaId> = problem.weights().collect();
                let samples = by_layers(problem, &weights, budget, watch);
                watch.look().map_err(PlanError::from)?;
                match samples.map(|samples| Chance::new(&samples, self.total)) {
                    Some(Some(sampled)) if sampled.is_better_than(&chance) => {
                        chance = sampled;
                        found.tables = sample_tables(problem, budget, watch);
                        watch.look().map_err(PlanError::from)?;
                    }
                    Some(None) => {
                        let why = found.reason.take().unwrap_or_default();
                        found.reason = Some(format!("{why}; {FAR_APART}"));
                    }
                    _ => {}
                }
            }
            found.about = Some(chance);
        }
        let unknown = found.tables.iter_mut().filter(|table| table.is_none());
        for (table, estimated) in unknown.zip(estimate.tables) {
            *table = Some(estimated);
        }
        Ok(())
    }
}

/// What is known so far, and what may still be spent.
#[derive(Default)]
struct Findings {
    counted: Option<Counted>,
    /// The chance, where it was not counted.
    about: Option<Chance>,
    tables: Tables,
    seats: Vec<(Seat, f64)>,
    /// Why it was not counted.
    reason: Option<String>,
    /// The part of the budget that is left.
    left: u64,
}

/// For each list of values that is asked for, how often they come, if it is known.
type Tables = Vec<Option<ValueTable>>;

/// What all deals that qualify count together, in units.
struct Counted {
    amount: u128,
    unit: u128,
}

impl Counted {
    fn new(weighed: &WeighedTally) -> Counted {
        Counted {
            amount: weighed.rows.values().sum(),
            unit: weighed.unit,
        }
    }

    /// Its share of so many deals.
    fn share_of(&self, total: u128) -> f64 {
        match total.checked_mul(self.unit) {
            Some(all) => self.amount as f64 / all as f64,
            None => self.amount as f64 / total as f64 / self.unit as f64,
        }
    }
}

/// The tables of some lists of values, from the deals by all of these together.
fn tables_of_rows(
    all: &[&Vec<FormulaId>],
    rows: &BTreeMap<Vec<i64>, u128>,
) -> Vec<Option<ValueTable>> {
    let mut from = 0;
    let part = |ids: &&Vec<FormulaId>| {
        let range = from..from + ids.len();
        from = range.end;
        let mut table = BTreeMap::new();
        for (values, count) in rows {
            *table.entry(values[range.clone()].to_vec()).or_insert(0) += count;
        }
        Some(counted_table(table))
    };
    all.iter().map(part).collect()
}

fn counted_table(rows: BTreeMap<Vec<i64>, u128>) -> ValueTable {
    ValueTable {
        rows,
        ..ValueTable::default()
    }
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
}

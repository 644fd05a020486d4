//! Odds: how many deals qualify. Counted where the space can be built, and else estimated, with an interval.

use bridge::double_dummy::Solver;
use bridge::{Predeal, Seat};
use condition::{Condition, EvalError, Seats};
use space::{Budget, Space};

use crate::exact::{self, Inexact};
use crate::plan::{Plan, PlanError};
use crate::project::project;
use crate::worker::Stop;

/// How many boards an estimate wants to find, and how many tries it makes at the most.
const FOUND: u64 = 40_000;
const TRIES: u64 = 4_000_000;
/// About how many deals a solver is asked about at the most: each takes milliseconds.
const SOLVED: f64 = 2_000.0;
/// The stream that estimates draw from; no board's seed shares it.
const SEED: u64 = u64::from_le_bytes(*b"odds....");
/// The work that one seat's own odds may take.
const SEAT_WORK: u64 = 100_000_000;

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
    /// How many deals qualify, if they were counted.
    pub count: Option<u128>,
    /// How many deals there are, with what is dealt beforehand.
    pub total: u128,
    /// The chance that a deal qualifies.
    pub probability: f64,
    /// Where it was not counted, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<(f64, f64)>,
    /// Why it was not counted.
    pub reason: Option<String>,
    /// For each seat that the condition speaks of, the exact chance that its hand alone might do.
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
/// let odds = plan::odds(&script.condition, &script.predeal, Default::default(), None).unwrap();
/// assert_eq!(odds.count, Some(604600034108919818184129600));
/// ```
pub fn odds(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    solver: Option<Solver>,
) -> Result<Odds, OddsError> {
    let base = exact::predealt(predeal).map_err(PlanError::Space)?;
    let total = base.build().map_err(PlanError::Space)?.count();
    if total == 0 {
        return Err(PlanError::Predeal.into());
    }
    let mut odds = Odds {
        count: None,
        total,
        probability: 0.0,
        interval: None,
        reason: None,
        seats: seat_odds(condition, predeal, budget),
    };
    match count(condition, predeal, budget) {
        Ok(space) => {
            odds.count = Some(space.count());
            odds.probability = space.count() as f64 / total as f64;
        }
        Err(reason) => {
            let (probability, interval) = estimate(condition, predeal, solver)?;
            odds.probability = probability;
            odds.interval = Some(interval);
            odds.reason = Some(reason);
        }
    }
    Ok(odds)
}

/// For each seat that a condition speaks of, the exact chance that its hand alone might do, where that can be worked out
/// within the budget.
pub fn seat_odds(condition: &Condition, predeal: &Predeal, budget: Budget) -> Vec<(Seat, f64)> {
    let budget = Budget {
        work: budget.work.min(SEAT_WORK),
        ..budget
    };
    let base = exact::predealt(predeal).and_then(|base| base.build());
    let Some(total) = base
        .ok()
        .map(|base| base.count())
        .filter(|total| *total > 0)
    else {
        return Vec::new();
    };
    let spoken_of = condition.graph().facts(condition.root()).seats;
    let chances = spoken_of.iter().filter_map(|seat| {
        let space = count(&alone(condition, seat)?, predeal, budget).ok()?;
        Some((seat, space.count() as f64 / total as f64))
    });
    chances.collect()
}

/// The space of a condition, or why there is none.
fn count(condition: &Condition, predeal: &Predeal, budget: Budget) -> Result<Space, String> {
    let rules = exact::rules(condition).map_err(|why: Inexact| why.to_string())?;
    let base = exact::predealt(predeal).map_err(|why| why.to_string())?;
    let require = |setup: space::Setup, (i, rule)| setup.require(format!("conjunct {i}"), rule);
    let setup = rules.into_iter().enumerate().try_fold(base, require);
    let built = setup.and_then(|setup| setup.build_within(budget));
    built.map_err(|why| match why {
        space::Error::OverBudget { .. } => {
            "counting takes more work than the budget allows".to_owned()
        }
        why => why.to_string(),
    })
}

/// What a condition says of one seat alone, if anything.
fn alone(condition: &Condition, seat: Seat) -> Option<Condition> {
    let mut graph = condition.graph().clone();
    let root = project(&mut graph, condition.root(), Seats::from(seat));
    graph
        .as_constant(root)
        .is_none()
        .then(|| Condition::new(graph, root, Vec::new()))
}

/// The chance by dealing: the exact share of the deals that the plan draws from, times the share of those that qualify,
/// with its interval.
fn estimate(
    condition: &Condition,
    predeal: &Predeal,
    solver: Option<Solver>,
) -> Result<(f64, (f64, f64)), OddsError> {
    let plan = Plan::new(condition, predeal, TRIES)?.with_solver(solver);
    // What the solver is asked about has passed all other checks.
    let most = match condition.graph().facts(condition.root()).solver {
        true => TRIES.min((SOLVED * plan.tries_a_board()) as u64),
        false => TRIES,
    };
    let mut worker = plan.worker();
    let (mut found, mut tries) = (0, 0);
    while found < FOUND && tries < most {
        let board = worker.board(SEED, found, most - tries, &Stop::default())?;
        tries += board.tries;
        found += u64::from(board.deal.is_some());
    }
    let (low, high) = wilson(found, tries);
    let share = plan.share();
    Ok((
        share * found as f64 / tries.max(1) as f64,
        (share * low, share * high),
    ))
}

/// Wilson's interval for a share, at 95%.
pub fn wilson(found: u64, tries: u64) -> (f64, f64) {
    let (n, z) = (tries.max(1) as f64, 1.959964);
    let p = found as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((centre - spread) / scale).max(0.0),
        (centre + spread) / scale,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds_of(text: &str, budget: Budget) -> Odds {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        odds(&compiled.condition, &compiled.predeal, budget, None).unwrap()
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

//! How likely each seat's hand is to be one that can still qualify, whatever the others have.

use std::sync::Arc;

use bridge::{Predeal, Seat};
use condition::{Condition, Seats};
use space::{Budget, Counting, Key, Stopped, Watch};

use crate::choosing::method::Strategy;
use crate::choosing::plan::Plan;
use crate::counting::estimate::STREAMS;
use crate::counting::exact::CountingProblem;
use crate::counting::project::project;

/// What part of the budget a hand may take alone that is asked for spot cards.
const FOR_PILOTS: u64 = 50;

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
pub(super) fn pilots_alone(
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
    answer::sort_by_key(seats, |(seat, _)| *seat);
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

pub(super) fn alone(
    counting: &Counting,
    predeal: &Predeal,
) -> Result<Vec<(Seat, f64)>, space::Error> {
    let seats = Seat::ALL.into_iter().filter(|_| !predeal.has_lengths());
    let chances = counting.alone()?;
    let spoken_of = seats.filter_map(|seat| {
        let (_, chance) = chances.iter().find(|(place, _)| *place == seat as usize)?;
        // A seat for which every hand can qualify is not spoken of.
        (chance.numerator != chance.denominator as i128).then(|| (seat, chance.value()))
    });
    Ok(spoken_of.collect())
}

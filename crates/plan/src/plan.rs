//! Plans: how boards that satisfy a condition are found, and which way is the cheapest.

use bridge::double_dummy::Solver;
use bridge::{Predeal, Seat};
use condition::{Condition, Evaluator, Seats};

use crate::hands::Hands;
use crate::pilot::{Check, Checklist, Pilot};
use crate::worker::Worker;

/// What a run must cost before a table of hands is made for it, in the units of [`Pilot::price`],
const TABLE: f64 = 300_000.0;
/// and how many nodes may be worked out for a table at the most.
const MOST_TABLE: f64 = 8_000_000.0;

/// What a run must cost before anything is counted for it; less, if nothing was found by trying.
const COUNTING: f64 = 50_000_000.0;
/// And what counting may cost at the most: a second or so.
const MOST_COUNTING: f64 = 120_000_000.0;

/// Why there is no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// What is dealt beforehand leaves no deal at all.
    #[error("no deal has the predealt cards and lengths")]
    Predeal,
    /// The condition is false, whatever the cards.
    #[error("no deal satisfies the condition, whatever the cards")]
    Never,
    /// The predealt lengths alone are too much for the engine.
    #[error("the predealt lengths cannot be worked out: {0}")]
    Space(#[from] space::Error),
}

/// How boards that satisfy a condition are found.
///
/// One or two seats may be drawn from the hands that might do, by their classes. The others are dealt and looked at: only
/// those that the next check needs, the rarest and cheapest checks first; when one fails, it starts over from the first
/// seat. Every deal that qualifies has the same chance.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) hands: Hands,
    pub(crate) checks: Vec<Check>,
    /// The seats that no check needs: dealt once all checks have passed.
    pub(crate) unread: Vec<Seat>,
    pub(crate) evaluator: Evaluator,
    chance: f64,
    pub(crate) solver: Option<Solver>,
}

impl Plan {
    /// A plan for so many boards of a condition, with what is dealt beforehand: the one with the least work, counted
    /// and not clocked.
    ///
    /// # Errors
    /// When the predealt cards and lengths alone leave no deal, or the condition is false by itself.
    pub fn new(condition: &Condition, predeal: &Predeal, boards: u64) -> Result<Plan, PlanError> {
        if condition.settled() == Some(false) {
            return Err(PlanError::Never);
        }
        let hands = Hands::new(predeal)?;
        let checklist = Checklist::new(condition);
        if checklist.condition.settled() == Some(false) {
            return Err(PlanError::Never);
        }
        let mut best = (hands.clone(), checklist.pilot(&hands));
        // A seat that most of its hands are of no use to is worth drawing from those that are, if there are boards
        // enough to pay for the table; and then perhaps another with it.
        if let Some(first) = rarest(&best.1, Seats::NONE).filter(|_| !hands.are_whole_deals()) {
            consider(&mut best, &checklist, boards, |_, work| {
                hands.drawing(&checklist.condition, first, work)
            });
            let second = rarest(&best.1, first.into()).filter(|_| hands.are_of_a_full_pack());
            if let Some(second) = second {
                consider(&mut best, &checklist, boards, |hands, work| {
                    hands.drawing_second(&checklist.condition, second, work)
                });
            }
        }
        // What is still rare is worth counting, if it can be counted for less than it takes to find.
        for alone in [false, true] {
            let spend = best.1.price * boards as f64;
            if spend < COUNTING && best.1.found {
                break;
            }
            // A quarter of what trying costs, or all that is allowed if trying found nothing.
            let work = match best.1.found {
                true => (spend / 4.0).min(MOST_COUNTING),
                false => MOST_COUNTING,
            };
            let counted = hands.counting(condition, predeal, alone, work as u64);
            if counted.as_ref().is_some_and(|hands| hands.share() == 0.0) {
                return Err(PlanError::Never);
            }
            if counted.is_some() {
                consider(&mut best, &checklist, boards, |_, _| counted);
                break;
            }
        }
        let (hands, Pilot { checks, chance, .. }) = best;
        let read = |seat: &Seat| {
            hands.drawn().contains(*seat) || checks.iter().any(|check| check.deals.contains(seat))
        };
        Ok(Plan {
            unread: Seat::ALL.into_iter().filter(|seat| !read(seat)).collect(),
            evaluator: checklist.evaluator,
            hands,
            checks,
            chance,
            solver: None,
        })
    }

    /// The same plan with a solver, for a condition that asks for double dummy results.
    pub fn with_solver(mut self, solver: Option<Solver>) -> Plan {
        self.solver = solver;
        self
    }

    /// About how many deals it takes to find a board, as far as a short pilot could tell.
    pub fn tries_a_board(&self) -> f64 {
        1.0 / self.chance.max(1e-12)
    }

    /// Whether whole deals are drawn from a space that was counted.
    pub fn is_counted(&self) -> bool {
        self.hands.are_whole_deals()
    }

    /// The exact share of all deals (with what is dealt beforehand) that the tries are drawn from.
    pub fn share(&self) -> f64 {
        self.hands.share()
    }

    /// The seats whose hands are drawn from those that might do, and not tried.
    pub fn drawn(&self) -> Seats {
        self.hands.drawn()
    }

    /// Whether a deal may take milliseconds, because a solver is asked about it.
    pub(crate) fn is_slow(&self) -> bool {
        self.solver.is_some()
    }

    /// Someone who finds boards by this plan.
    pub fn worker(&self) -> Worker<'_> {
        Worker::new(self)
    }
}

/// The seat which, with others, rules out the most deals; `None` if none rules out more than half.
fn rarest(pilot: &Pilot, with: Seats) -> Option<Seat> {
    let share = |seat: Seat| pilot.share(with.union(seat.into())) / pilot.share(with);
    let seats = Seat::ALL.into_iter().filter(|seat| !with.contains(*seat));
    let rarest = seats.min_by(|a, b| share(*a).total_cmp(&share(*b)))?;
    (share(rarest) < 0.5).then_some(rarest)
}

/// Takes another way to draw hands, if it is cheaper for so many boards.
fn consider(
    best: &mut (Hands, Pilot),
    checklist: &Checklist,
    boards: u64,
    drawing: impl FnOnce(&Hands, u64) -> Option<Hands>,
) {
    let work = |pilot: &Pilot| pilot.price * boards as f64;
    if work(&best.1) < TABLE {
        return;
    }
    let most = (work(&best.1) / 4.0).min(MOST_TABLE) as u64;
    if let Some(hands) = drawing(&best.0, most) {
        let pilot = checklist.pilot(&hands);
        if work(&pilot) < work(&best.1) {
            *best = (hands, pilot);
        }
    }
}

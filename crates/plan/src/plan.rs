//! Plans: how boards that satisfy a condition are found, and which way is the cheapest.

use bridge::double_dummy::Solver;
use bridge::{Predeal, Seat};
use condition::{Condition, Evaluator, NodeId, Seats};
use space::{Budget, Space};

use crate::exact::Inexact;
use crate::hands::{Counted, Hands};
use crate::once::Once;
use crate::pilot::{Check, Checklist, Pilot};
use crate::way::{Strategy, Way};
use crate::worker::Worker;

/// What a run must cost before a table of hands is made for it, in the units of [`Pilot::price`],
const TABLE: f64 = 300_000.0;
/// and how many nodes may be worked out for a table at the most.
const MOST_TABLE: u64 = 8_000_000;
/// Why there may be no table.
const TOO_MUCH: &str = "too much of the hands matters for a table of them";

/// What a run must cost before anything is counted for it; less, if nothing was found by trying.
const COUNTING: f64 = 40_000_000.0;
/// How many steps the engine does in a quarter of a unit's time,
const STEPS: f64 = 0.75;
/// and what counting may cost at the most, in its steps: half a second or so.
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
    /// What qualifies cannot be drawn exactly.
    #[error("boards cannot be drawn exactly: {0}")]
    Inexact(#[from] Inexact),
    /// A plan that was asked for by name cannot be made for this condition.
    #[error("the plan {0} cannot be used here: {1}")]
    Unfit(Way, &'static str),
}

/// How boards that satisfy a condition are found.
///
/// One or two seats may be drawn from the hands that might do, by their classes, or whole deals from those that satisfy
/// what can be counted. The others are dealt and looked at: only those that the next check needs, the rarest and cheapest
/// checks first; when one fails, it starts over from the first seat. Every deal that qualifies has the same chance.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) way: Way,
    pub(crate) hands: Hands,
    pub(crate) checks: Vec<Check>,
    /// The seats that no check needs: dealt once all checks have passed.
    pub(crate) unread: Vec<Seat>,
    pub(crate) evaluator: Evaluator,
    /// The conjuncts that the checks' numbers mean, and the seats that each reads: the condition's own come first, then
    /// what they say of some seats alone.
    pub(crate) conjuncts: Vec<(NodeId, Seats)>,
    pub(crate) own: usize,
    pub(crate) solver: Option<Solver>,
    pub(crate) once: Option<Once>,
    pub(crate) considered: Vec<Considered>,
    chance: f64,
    price: f64,
    found: bool,
}

/// A way to find boards that was looked at, and what it would take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Considered {
    /// The way.
    pub way: Way,
    /// The share of all deals that it draws from.
    pub share: f64,
    /// About how many of those it takes to find a board.
    pub tries: f64,
    /// About what a board costs, in units of ten nanoseconds.
    pub price: f64,
    /// Whether the pilot found any; if not, it takes at least so much.
    pub found: bool,
}

impl Plan {
    /// A plan for so many boards of a condition, with what is dealt beforehand: the one with the least work, counted
    /// and not clocked.
    ///
    /// # Errors
    /// When the predealt cards and lengths alone leave no deal, or the condition is false by itself.
    pub fn new(condition: &Condition, predeal: &Predeal, boards: u64) -> Result<Plan, PlanError> {
        Plan::by(Strategy::Auto, condition, predeal, boards)
    }

    /// A plan of a certain strategy. What a pinned plan gives for a seed does not depend on the number of boards.
    ///
    /// # Errors
    /// As for [`Plan::new`], and when the strategy cannot be followed.
    pub fn by(
        strategy: Strategy,
        condition: &Condition,
        predeal: &Predeal,
        boards: u64,
    ) -> Result<Plan, PlanError> {
        let mut planner = Planner::new(condition, predeal)?;
        let chosen = match strategy {
            Strategy::Auto => planner.cheapest(boards)?,
            Strategy::Exact => planner.exact(Budget::default())?,
            Strategy::Reject => planner.candidate(Way::Plain)?,
            Strategy::Pinned(way) => planner.candidate(way)?,
        };
        Ok(planner.plan(chosen))
    }

    /// A plan that gives each deal at most once: in the order of their numbers, or shuffled by the seed. Board 1 is the
    /// first deal of that order.
    ///
    /// # Errors
    /// As for [`Strategy::Exact`].
    pub fn each_once(
        once: Once,
        condition: &Condition,
        predeal: &Predeal,
        budget: Budget,
    ) -> Result<Plan, PlanError> {
        let mut planner = Planner::new(condition, predeal)?;
        let exact = planner.exact(budget)?;
        Ok(Plan {
            once: Some(once),
            ..planner.plan(exact)
        })
    }

    /// The same plan with a solver, for a condition that asks for double dummy results.
    pub fn with_solver(mut self, solver: Option<Solver>) -> Plan {
        self.solver = solver;
        self
    }

    /// How hands are found before they are checked.
    pub fn way(&self) -> Way {
        self.way
    }

    /// About how many deals it takes to find a board, as far as a short pilot could tell.
    pub fn tries_a_board(&self) -> f64 {
        1.0 / self.chance.max(1e-12)
    }

    /// About what a board costs, in units of ten nanoseconds.
    pub fn price(&self) -> f64 {
        self.price
    }

    /// Whether the pilot came across a board; if not, what is said of tries and price is the least that it can be.
    pub fn found_some(&self) -> bool {
        self.found
    }

    /// The ways that were looked at, the chosen one among them.
    pub fn considered(&self) -> &[Considered] {
        &self.considered
    }

    /// Whether every draw qualifies: nothing is left to check.
    pub fn is_exact(&self) -> bool {
        self.hands.are_whole_deals() && self.checks.is_empty()
    }

    /// Whether it gives each deal at most once.
    pub fn gives_each_once(&self) -> bool {
        self.once.is_some()
    }

    /// How many deals qualify, if the plan is exact.
    pub fn count(&self) -> Option<u128> {
        self.hands
            .space()
            .filter(|_| self.is_exact())
            .map(Space::count)
    }

    /// About how many bytes it takes, where that is much.
    pub fn memory(&self) -> usize {
        self.hands.space().map_or(0, Space::memory)
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

/// Hands found in some way, and what a pilot says of them.
struct Candidate {
    way: Way,
    hands: Hands,
    pilot: Pilot,
}

/// Looks at the ways to find the boards of a condition.
struct Planner<'a> {
    condition: &'a Condition,
    predeal: &'a Predeal,
    hands: Hands,
    checklist: Checklist,
    considered: Vec<Considered>,
}

impl<'a> Planner<'a> {
    fn new(condition: &'a Condition, predeal: &'a Predeal) -> Result<Planner<'a>, PlanError> {
        let hands = Hands::new(predeal)?;
        let checklist = Checklist::new(condition);
        match checklist.condition.settled() {
            Some(false) => Err(PlanError::Never),
            _ => Ok(Planner {
                condition,
                predeal,
                hands,
                checklist,
                considered: Vec::new(),
            }),
        }
    }

    /// The hands of a way.
    fn hands(&self, way: Way, budget: Budget) -> Result<Hands, PlanError> {
        let of_one_pack = !self.hands.are_whole_deals();
        let drawing = |seat| {
            let work = budget.work.min(MOST_TABLE);
            let hands = self.hands.drawing(&self.checklist.condition, seat, work);
            hands.ok_or(PlanError::Unfit(way, TOO_MUCH))
        };
        let counting = |counted| {
            let hands = self
                .hands
                .counting(self.condition, self.predeal, counted, budget)?;
            if hands.share() == 0.0 {
                Err(PlanError::Never)
            } else {
                Ok(hands)
            }
        };
        match way {
            Way::Plain => Ok(self.hands.clone()),
            Way::Hand(seat) if of_one_pack => drawing(seat),
            Way::Hands(first, second) if self.hands.are_of_a_full_pack() && of_one_pack => {
                self.with_second(&drawing(first)?, way, second, budget)
            }
            Way::Hand(_) => Err(PlanError::Unfit(way, "lengths are predealt")),
            Way::Hands(..) => Err(PlanError::Unfit(way, "something is predealt")),
            Way::Count => counting(Counted::All),
            Way::CountSeats => counting(Counted::Seats),
        }
    }

    /// Where one seat is drawn, the hands of a way that draws a second one with it.
    fn with_second(
        &self,
        one: &Hands,
        way: Way,
        second: Seat,
        budget: Budget,
    ) -> Result<Hands, PlanError> {
        let work = budget.work.min(MOST_TABLE);
        let hands = one.drawing_second(&self.checklist.condition, second, work);
        hands.ok_or(PlanError::Unfit(way, TOO_MUCH))
    }

    /// What a way would take.
    fn tried(&mut self, way: Way, hands: Hands) -> Candidate {
        let pilot = self.checklist.pilot(&hands);
        self.considered.push(Considered {
            way,
            share: hands.share(),
            tries: 1.0 / pilot.chance.max(1e-12),
            price: pilot.price,
            found: pilot.found,
        });
        Candidate { way, hands, pilot }
    }

    /// One way, whatever it takes.
    fn candidate(&mut self, way: Way) -> Result<Candidate, PlanError> {
        let hands = self.hands(way, Budget::default())?;
        Ok(self.tried(way, hands))
    }

    /// Exactly what qualifies, or why not.
    fn exact(&mut self, budget: Budget) -> Result<Candidate, PlanError> {
        let counted = Counted::Everything;
        let hands = self
            .hands
            .counting(self.condition, self.predeal, counted, budget)?;
        if hands.share() == 0.0 {
            Err(PlanError::Never)
        } else {
            Ok(self.tried(Way::Count, hands))
        }
    }

    /// The way with the least work for so many boards.
    fn cheapest(&mut self, boards: u64) -> Result<Candidate, PlanError> {
        let work = |pilot: &Pilot| pilot.price * boards as f64;
        let plain = self.candidate(Way::Plain)?;
        let mut best = self.with_tables(plain, work);
        // What is still rare is worth counting, if it can be counted for less than it takes to find.
        for way in [Way::Count, Way::CountSeats] {
            let spend = work(&best.pilot);
            if spend < COUNTING && best.pilot.found {
                break;
            }
            // A quarter of what trying costs, or all that is allowed if trying found nothing.
            let most = if best.pilot.found {
                (spend * STEPS).min(MOST_COUNTING)
            } else {
                MOST_COUNTING
            };
            match self.hands(way, at_most(most)) {
                Ok(hands) => {
                    let other = self.tried(way, hands);
                    if work(&other.pilot) < spend {
                        best = other;
                    }
                    break;
                }
                Err(PlanError::Never) => return Err(PlanError::Never),
                Err(_) => {}
            }
        }
        Ok(best)
    }

    /// A seat that most of its hands are of no use to is worth drawing from those that are, if there are boards enough to
    /// pay for the table; and then perhaps another with it.
    fn with_tables(&mut self, plain: Candidate, work: impl Fn(&Pilot) -> f64) -> Candidate {
        let spend = work(&plain.pilot);
        let first = rarest(&plain.pilot, Seats::NONE).filter(|_| spend >= TABLE);
        let one = first.and_then(|(first, passes)| {
            let way = Way::Hand(first);
            let hands = self.hands(way, table_budget(spend, passes)).ok()?;
            Some((first, self.tried(way, hands)))
        });
        let Some((first, one)) = one else {
            return plain;
        };
        let spend = work(&one.pilot);
        let second = rarest(&one.pilot, first.into())
            .filter(|_| spend >= TABLE && self.hands.are_of_a_full_pack());
        let two = second.and_then(|(second, passes)| {
            let way = Way::Hands(first, second);
            let budget = table_budget(spend, passes);
            let hands = self.with_second(&one.hands, way, second, budget).ok()?;
            Some(self.tried(way, hands))
        });
        let cheaper = |best: Candidate, other: Candidate| {
            if work(&other.pilot) < work(&best.pilot) {
                other
            } else {
                best
            }
        };
        [Some(one), two].into_iter().flatten().fold(plain, cheaper)
    }

    fn plan(self, chosen: Candidate) -> Plan {
        let Candidate { way, hands, pilot } = chosen;
        let Checklist {
            condition,
            evaluator,
            own,
        } = self.checklist;
        let checks = pilot.checks;
        let read = |seat: &Seat| {
            hands.drawn().contains(*seat) || checks.iter().any(|check| check.deals.contains(seat))
        };
        let seats = |node: &NodeId| (*node, condition.graph().facts(*node).seats);
        Plan {
            way,
            unread: Seat::ALL.into_iter().filter(|seat| !read(seat)).collect(),
            evaluator,
            conjuncts: condition.conjuncts().iter().map(seats).collect(),
            own,
            hands,
            checks,
            solver: None,
            once: None,
            considered: self.considered,
            chance: pilot.chance,
            price: pilot.price,
            found: pilot.found,
        }
    }
}

/// A budget of so much work.
fn at_most(work: f64) -> Budget {
    Budget {
        work: work as u64,
        ..Budget::default()
    }
}

/// The seat which, with others, rules out the most deals, and the share that it lets pass; `None` if none rules out more
/// than half.
fn rarest(pilot: &Pilot, with: Seats) -> Option<(Seat, f64)> {
    let share = |seat: Seat| pilot.share(with.union(seat.into())) / pilot.share(with);
    let seats = Seat::ALL.into_iter().filter(|seat| !with.contains(*seat));
    let shares = seats.map(|seat| (seat, share(seat)));
    let rarest = shares.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (rarest.1 < 0.5).then_some(rarest)
}

/// What may be spent on a table of the hands of a seat that lets such a share of deals pass: a third of what it might
/// save.
fn table_budget(spend: f64, passes: f64) -> Budget {
    at_most(spend * (1.0 - passes) / 3.0)
}

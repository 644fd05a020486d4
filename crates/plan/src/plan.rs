//! Plans: how boards that satisfy a condition are found, and the worker that finds them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bridge::double_dummy::Solver;
use bridge::{Deal, Hand, Predeal, Seat};
use condition::{Condition, EvalError, Evaluator, NodeId, Seats};
use rand::Rng;
use space::{Budget, Setup, Space, Stream};

use crate::class::{ClassTable, Wanted};
use crate::exact::{self, predealt};
use crate::oracle::{Answers, Asked};
use crate::pack::Pack;
use crate::pilot::{Check, Pilot, pilot};
use crate::project::project;

/// How often a worker looks up from its tries.
const LOOK_UP: u64 = 4096;
/// And how often where a try may take milliseconds.
const LOOK_UP_SOON: u64 = 16;

/// What a table of hands costs to make, in the units of [`Pilot::price`].
const TABLE: f64 = 2_000_000.0;

/// What a run must cost before anything is counted for it; less, if nothing was found by trying.
const COUNTING: f64 = 100_000_000.0;
/// And what counting may cost at the most: a second or so.
const MOST_COUNTING: f64 = 150_000_000.0;
/// What drawing a hand from a table costs.
const DRAW: f64 = 35.0;
/// What drawing a whole deal from a space costs.
const WHOLE: f64 = 300.0;

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

/// One or two seats whose hands come from a table.
#[derive(Clone, Debug)]
struct Drawn {
    first: Seat,
    second: Option<Seat>,
    table: Arc<ClassTable>,
}

/// What is dealt beforehand, and what is left to draw from.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    fixed: [Hand; 4],
    /// How many cards each seat still gets.
    needs: [usize; 4],
    free: Hand,
    /// Where whole deals are drawn, the space they come from: those with lengths given beforehand, or those that satisfy
    /// what of the condition can be counted.
    space: Option<Arc<Space>>,
    /// The share of all deals that are in that space.
    space_share: f64,
    /// Seats that are drawn from the hands that might do, before any other is dealt.
    drawn: Option<Drawn>,
}

impl Hands {
    fn new(predeal: &Predeal) -> Result<Hands, PlanError> {
        let fixed = predeal.hands;
        let mut needs = [0; 4];
        for (need, hand) in needs.iter_mut().zip(fixed) {
            *need = 13usize.checked_sub(hand.len()).ok_or(PlanError::Predeal)?;
        }
        let free = predeal.free();
        if free.len() != needs.iter().sum::<usize>() {
            return Err(PlanError::Predeal);
        }
        let space = match predeal.has_lengths() {
            true => Some(Arc::new(predealt(predeal)?.build()?)),
            false => None,
        };
        match &space {
            Some(space) if space.count() == 0 => Err(PlanError::Predeal),
            _ => Ok(Hands {
                fixed,
                needs,
                free,
                space,
                space_share: 1.0,
                drawn: None,
            }),
        }
    }

    /// The seats that are dealt before any check.
    pub(crate) fn drawn(&self) -> Seats {
        let drawn = self.drawn.iter();
        drawn
            .flat_map(|drawn| [Some(drawn.first), drawn.second])
            .flatten()
            .collect()
    }

    /// The share of deals in which those seats have hands of the table.
    pub(crate) fn share(&self) -> f64 {
        let drawn = self.drawn.as_ref();
        drawn.map_or(self.space_share, |drawn| drawn.table.share())
    }

    /// What it costs to begin a deal, in operations of the evaluator.
    pub(crate) fn price(&self) -> f64 {
        match &self.space {
            Some(_) => WHOLE,
            None => DRAW * self.drawn().len() as f64,
        }
    }

    /// The same, with whole deals drawn from those that satisfy all conjuncts that can be counted, or only those of them
    /// that look at one seat; `None` if that takes more than so much work.
    fn counting(
        &self,
        condition: &Condition,
        predeal: &Predeal,
        alone: bool,
        work: u64,
    ) -> Option<Hands> {
        let graph = condition.graph();
        let wanted = |node: &&NodeId| !alone || graph.facts(**node).seats.len() == 1;
        let conjuncts = condition.conjuncts().iter().filter(wanted);
        let rules = conjuncts.filter_map(|&node| exact::rule(condition, node).ok());
        let budget = Budget {
            work,
            ..Budget::default()
        };
        let base = exact::predealt(predeal).ok()?;
        let all = base.build().ok()?.count();
        let require = |setup: Setup, (i, rule)| setup.require(format!("conjunct {i}"), rule);
        let setup = rules.enumerate().try_fold(base, require).ok()?;
        let space = setup.build_within(budget).ok()?;
        Some(Hands {
            space_share: space.count() as f64 / all as f64,
            space: Some(Arc::new(space)),
            drawn: None,
            ..self.clone()
        })
    }

    /// The same, with a seat, and perhaps a second one, drawn from the hands for which a condition might hold.
    fn drawing(&self, condition: &Condition, first: Seat, second: Option<Seat>) -> Option<Hands> {
        let others = Seat::ALL.into_iter().filter(|other| *other != first);
        let lacks = others.fold(Hand::EMPTY, |all, other| {
            all.union(self.fixed[other as usize])
        });
        let mut graph = condition.graph().clone();
        let alone = project(&mut graph, condition.root(), first.into());
        let both = second.map(|second| {
            let seats = [first, second].into_iter().collect();
            (second, project(&mut graph, condition.root(), seats))
        });
        let wanted = Wanted {
            graph: &Arc::new(graph),
            seat: first,
            root: alone,
            second: both,
            has: self.fixed[first as usize],
            lacks,
        };
        let table = Arc::new(ClassTable::new(&wanted)?);
        let drawn = Some(Drawn {
            first,
            second,
            table,
        });
        Some(Hands {
            drawn,
            ..self.clone()
        })
    }
}

/// The cards that are still to be drawn, for one worker.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    pack: Pack,
    whole: Deal,
}

impl Draws {
    pub(crate) fn new(hands: &Hands) -> Draws {
        Draws {
            pack: Pack::new(hands.free.bits()),
            whole: Deal::default(),
        }
    }

    /// Begins a new deal.
    #[inline]
    pub(crate) fn begin(&mut self, hands: &Hands, deal: &mut Deal, rng: &mut impl Rng) {
        deal.0 = hands.fixed;
        if let Some(space) = &hands.space {
            if let Some(drawn) = space.sample(rng) {
                self.whole = Deal([0, 1, 2, 3].map(|p| Hand::from_bits(drawn[p].0)));
            }
            return;
        }
        let Some(drawn) = &hands.drawn else {
            self.pack.gather();
            return;
        };
        if let Some((first, second)) = drawn.table.draw(rng) {
            deal[drawn.first] = first;
            if let Some(seat) = drawn.second {
                deal[seat] = second;
            }
            let taken = first.union(second);
            self.pack = Pack::new(hands.free.bits() & !taken.bits());
        }
    }

    /// Deals one seat.
    #[inline]
    pub(crate) fn seat(&mut self, hands: &Hands, seat: Seat, deal: &mut Deal, rng: &mut impl Rng) {
        deal[seat] = match hands.space {
            Some(_) => self.whole[seat],
            None => {
                let drawn = self.pack.draw(hands.needs[seat as usize], rng);
                hands.fixed[seat as usize].union(Hand::from_bits(drawn))
            }
        };
    }
}

/// How boards that satisfy a condition are found.
///
/// One or two seats may be drawn from the hands that might do, by their classes. The others are dealt and looked at: only
/// those that the next check needs, the rarest and cheapest checks first; when one fails, it starts over from the first
/// seat. Every deal that qualifies has the same chance.
#[derive(Clone, Debug)]
pub struct Plan {
    hands: Hands,
    checks: Vec<Check>,
    /// The seats that no check needs: dealt once all checks have passed.
    unread: Vec<Seat>,
    evaluator: Evaluator,
    chance: f64,
    solver: Option<Solver>,
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The deal, unless the tries ran out or the search was stopped.
    pub deal: Option<Deal>,
    /// How many deals were tried.
    pub tries: u64,
}

/// A way to stop workers from outside, and to see how far they are.
#[derive(Default, Debug)]
pub struct Stop {
    stopped: AtomicBool,
    tries: AtomicU64,
}

impl Stop {
    /// Stops all workers soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was called.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// About how many deals have been tried so far.
    pub fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, tries: u64) {
        self.tries.fetch_add(tries, Ordering::Relaxed);
    }
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
        let mut best = (hands.clone(), pilot(condition, &hands));
        // A seat that most of its hands are of no use to is worth drawing from those that are, if there are boards
        // enough to pay for the table; and then perhaps another with it.
        if let Some(first) = rarest(&best.1, Seats::NONE).filter(|_| hands.space.is_none()) {
            consider(&mut best, condition, boards, || {
                hands.drawing(condition, first, None)
            });
            let second = rarest(&best.1, first.into()).filter(|_| hands.free == Hand::DECK);
            if second.is_some() {
                consider(&mut best, condition, boards, || {
                    hands.drawing(condition, first, second)
                });
            }
        }
        // What is still rare is worth counting, if it can be counted for less than it takes to find.
        for alone in [false, true] {
            let spend = best.1.price * boards as f64;
            if spend < COUNTING && best.1.found {
                break;
            }
            let work = spend.clamp(COUNTING, MOST_COUNTING) as u64;
            let counted = hands.counting(condition, predeal, alone, work);
            if counted.as_ref().is_some_and(|hands| hands.share() == 0.0) {
                return Err(PlanError::Never);
            }
            if counted.is_some() {
                consider(&mut best, condition, boards, || counted);
                break;
            }
        }
        let (
            hands,
            Pilot {
                condition,
                checks,
                chance,
                ..
            },
        ) = best;
        let read = |seat: &Seat| {
            hands.drawn().contains(*seat) || checks.iter().any(|check| check.deals.contains(seat))
        };
        Ok(Plan {
            unread: Seat::ALL.into_iter().filter(|seat| !read(seat)).collect(),
            evaluator: Evaluator::new(&condition),
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
        self.hands.space.is_some()
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
        Worker {
            plan: self,
            evaluator: self.evaluator.clone(),
            draws: Draws::new(&self.hands),
            stream: space::stream(0, 0),
            answers: Answers::new(self.solver),
        }
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
    condition: &Condition,
    boards: u64,
    drawing: impl FnOnce() -> Option<Hands>,
) {
    let work = |pilot: &Pilot| pilot.price * boards as f64;
    if work(&best.1) < 4.0 * TABLE {
        return;
    }
    if let Some(hands) = drawing() {
        let pilot = pilot(condition, &hands);
        if work(&pilot) + TABLE < work(&best.1) {
            *best = (hands, pilot);
        }
    }
}

/// Finds boards, one after the other, without allocating.
pub struct Worker<'a> {
    plan: &'a Plan,
    evaluator: Evaluator,
    draws: Draws,
    stream: Stream,
    answers: Answers,
}

impl Worker<'_> {
    /// Finds a board of a seed, in at most so many tries.
    ///
    /// # Errors
    /// When the condition has no answer for a deal: a division by zero, for instance.
    pub fn board(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<Found, EvalError> {
        let hands = &self.plan.hands;
        self.stream = space::stream(seed, number);
        // Each board begins with the same pack: it must not depend on the board before.
        self.draws = Draws::new(hands);
        let mut deal = Deal::default();
        let mut tried = 0;
        let look_up = match self.plan.is_slow() {
            true => LOOK_UP_SOON,
            false => LOOK_UP,
        };
        while tried < tries {
            tried += 1;
            if tried % look_up == 0 {
                stop.add(look_up);
                if stop.is_stopped() {
                    break;
                }
            }
            self.draws.begin(hands, &mut deal, &mut self.stream);
            self.evaluator.next_deal();
            if self.passes(&mut deal)? {
                for &seat in &self.plan.unread {
                    self.draws.seat(hands, seat, &mut deal, &mut self.stream);
                }
                stop.add(tried % look_up);
                return Ok(Found {
                    deal: Some(deal),
                    tries: tried,
                });
            }
        }
        Ok(Found {
            deal: None,
            tries: tried,
        })
    }

    /// Deals seat by seat and checks, up to the first check that fails.
    #[inline]
    fn passes(&mut self, deal: &mut Deal) -> Result<bool, EvalError> {
        for check in &self.plan.checks {
            for &seat in &check.deals {
                self.draws
                    .seat(&self.plan.hands, seat, deal, &mut self.stream);
            }
            let mut oracle = Asked {
                stream: &mut self.stream,
                answers: &mut self.answers,
            };
            if !self.evaluator.test(check.conjunct, deal, &mut oracle)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One of the condition's further values, for the board found last.
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        let mut oracle = Asked {
            stream: &mut self.stream,
            answers: &mut self.answers,
        };
        self.evaluator.value(index, deal, &mut oracle)
    }
}

/// A board, while it is at hand.
pub struct Dealt<'a, 'p> {
    /// Its number.
    pub number: u64,
    /// Its cards.
    pub deal: Deal,
    pub(crate) worker: &'a mut Worker<'p>,
}

impl Dealt<'_, '_> {
    /// One of the condition's further values for it.
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn value(&mut self, index: usize) -> Result<i64, EvalError> {
        self.worker.value(index, &self.deal)
    }
}

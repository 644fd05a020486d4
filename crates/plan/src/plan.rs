//! Plans: how boards that satisfy a condition are found, and the worker that finds them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bridge::score::Strain;
use bridge::{Deal, Hand, Predeal, Seat, Side, Vulnerability};
use condition::{Condition, EvalError, Evaluator, Oracle, Seats};
use rand::Rng;
use space::{Space, Stream};

use crate::class::{ClassTable, Wanted, below};
use crate::exact::predealt;
use crate::pack::Pack;
use crate::pilot::{Check, Pilot, pilot};
use crate::project::project;

/// How often a worker looks up from its tries.
const LOOK_UP: u64 = 4096;

/// What a table of hands costs to make, in the units of [`Pilot::price`].
const TABLE: f64 = 2_000_000.0;

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
    /// Where lengths are given beforehand, the deals that have them.
    space: Option<Space>,
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
        if free.len() != needs.iter().sum() {
            return Err(PlanError::Predeal);
        }
        let space = match predeal.has_lengths() {
            true => Some(predealt(predeal)?.build()?),
            false => None,
        };
        match &space {
            Some(space) if space.count() == 0 => Err(PlanError::Predeal),
            _ => Ok(Hands {
                fixed,
                needs,
                free,
                space,
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
        self.drawn.as_ref().map_or(1.0, |drawn| drawn.table.share())
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
        })
    }

    /// About how many deals it takes to find a board, as far as a short pilot could tell.
    pub fn tries_a_board(&self) -> f64 {
        1.0 / self.chance.max(1e-12)
    }

    /// The exact share of all deals that the tries are drawn from.
    pub fn share(&self) -> f64 {
        self.hands.share()
    }

    /// The seats whose hands are drawn from those that might do, and not tried.
    pub fn drawn(&self) -> Seats {
        self.hands.drawn()
    }

    /// Someone who finds boards by this plan.
    pub fn worker(&self) -> Worker<'_> {
        Worker {
            plan: self,
            evaluator: self.evaluator.clone(),
            draws: Draws::new(&self.hands),
            stream: space::stream(0, 0),
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
        while tried < tries {
            tried += 1;
            if tried % LOOK_UP == 0 {
                stop.add(LOOK_UP);
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
                stop.add(tried % LOOK_UP);
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
            let mut oracle = Draw(&mut self.stream);
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
        self.evaluator
            .value(index, deal, &mut Draw(&mut self.stream))
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

/// Random numbers of the language come from the stream of the board that is being looked for.
struct Draw<'a>(&'a mut Stream);

impl Oracle for Draw<'_> {
    fn random(&mut self, bound: i64) -> i64 {
        let Ok(bound @ 1..) = u64::try_from(bound) else {
            return 0;
        };
        below(bound, self.0) as i64
    }

    fn tricks(&mut self, _: &Deal, _: Seat, _: Strain) -> Option<i64> {
        None
    }

    fn par(&mut self, _: &Deal, _: Side, _: Vulnerability) -> Option<i64> {
        None
    }
}

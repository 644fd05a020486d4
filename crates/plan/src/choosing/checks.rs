//! The order of the checks: what is cheap and fails often comes first, and a seat is dealt only when a check
//! needs it.
//!
//! Among the checks are projections of the whole condition: they are implied by it, and so may be asked or not. How
//! often a check fails is counted in a rehearsal: random deals from a stream of its own, by number and never by the
//! clock, so that a seed means the same boards on every machine.

use std::sync::Arc;

use bridge::{Deal, Seat};
use condition::{Arithmetic, Condition, Evaluator, Graph, Node, NodeId, Seats};
use space::{Key, Stopped, Watch};

use crate::counting::project::{project_all, reachable};
use crate::finding::board_oracle::BoardOracle;
use crate::tables::hands::{Draws, Hands};

/// To choose the next check, a rehearsal looks at so many deals that pass those chosen so far, if it can find them.
const ALIVE: usize = 120;
/// Fewer are too few to tell one check from another.
const FEW: usize = 40;
/// To find them it tries at most so many deals.
const TRIES: usize = 4_000;
/// Then deals are tried with the checks in their order, to see what a board costs: so many,
const IN_ORDER: usize = 6_000;
/// or until so many have passed;
const ENOUGH: usize = 60;
/// and, while fewer than these have passed,
const PASSED: usize = 5;
/// up to so many: what is rarer than that is worth counting, if anything is.
const MOST_IN_ORDER: usize = 120_000;
/// A rehearsal looks whether it is still wanted after so many tries,
const TRIES_A_LOOK: u64 = 1024;
/// or so many steps of the evaluator: about a millisecond.
const STEPS_A_LOOK: u64 = 500_000;
/// The number and the board whose stream a rehearsal draws from: boards are numbered from 1, so that no board has it, whatever
/// its seed. It must not change: the order of the checks comes from it, and with the order the boards of every seed.
const PILOT: (u64, u64) = (u64::from_le_bytes(*b"pilot..."), 0);
/// The name of the stream that a longer rehearsal draws from.
const LONGER: &str = "a longer rehearsal";
/// Prices are in units of about ten nanoseconds. This is what a step of the evaluator costs,
const STEP: f64 = 0.2;
/// what asking a check costs beside its steps,
const ASKING: f64 = 0.8;
/// and what dealing a hand costs.
const HAND: f64 = 6.0;
/// Larger conditions are not projected: their projections would be as large again, many times over.
const MOST_NODES: usize = 5_000;

/// A check, and the seats that must have been dealt before it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Check {
    pub conjunct: usize,
    pub deals: Vec<Seat>,
    /// About the share of deals that pass it, of those that come so far; unknown where none did.
    pub passes: Option<f64>,
}

/// The checks in the order in which they are best made.
#[derive(Clone, Debug)]
pub(crate) struct OrderedChecks {
    pub checks: Vec<Check>,
    /// About the share of deals that passes all checks but those of a solver and those that may fail.
    pub chance: f64,
    /// About what it costs to find a board, in units of ten nanoseconds.
    pub price: f64,
    /// Whether any deal passed them at all.
    pub found: bool,
    /// What it cost to find that out.
    pub rehearsed: f64,
    /// Whether so many deals passed that the price can be relied on, or were tried for that.
    pub sure: bool,
    /// How many deals were tried in that order, and how many passed.
    tried: usize,
    passed: usize,
    /// How many of the checks were tried: all but those of a solver and those that may fail.
    rehearsed_checks: usize,
    /// The seats that each conjunct reads, unless random numbers have a say in it, and the deals that were looked at first,
    /// before any check.
    seats: Vec<Option<Seats>>,
    unchecked: Arc<Vec<RehearsedDeal>>,
}

impl OrderedChecks {
    /// About what it takes to make sure of the price.
    pub(crate) fn price_of_being_sure(&self) -> f64 {
        self.price * ENOUGH.saturating_sub(self.passed) as f64
    }

    /// About the share of deals in which these seats' hands can still qualify.
    pub(crate) fn share(&self, seats: Seats) -> f64 {
        let within =
            |conjunct: &usize| self.seats[*conjunct].is_some_and(|reads| reads.within(seats));
        let alone: Vec<usize> = (0..self.seats.len()).filter(within).collect();
        let pass = |deal: &&RehearsedDeal| alone.iter().all(|&i| deal.passes[i]);
        let passed = self.unchecked.iter().filter(pass).count();
        (passed as f64 + 0.5) / (self.unchecked.len() as f64 + 1.0)
    }
}

/// A deal of a rehearsal: which conjuncts it passes. What is not asked passes.
#[derive(Clone, Debug)]
struct RehearsedDeal {
    passes: Vec<bool>,
}

/// All that may be checked: the conjuncts of a condition, and what they say of some of their seats alone.
#[derive(Clone, Debug)]
pub(crate) struct Checklist {
    /// The condition with its projections among its conjuncts.
    pub condition: Condition,
    /// Those who ask it: made once, and cloned.
    pub evaluator: Evaluator,
    /// How many conjuncts are the condition's own. They come first.
    pub own: usize,
}

impl Checklist {
    pub(crate) fn new(condition: &Condition) -> Checklist {
        let own = condition.conjuncts().len();
        let condition = with_projections(condition);
        Checklist {
            evaluator: Evaluator::new(&condition),
            own,
            condition,
        }
    }

    /// About the share of all deals in which these seats' hands can still qualify, by what is said of no others; and what it
    /// cost to see that.
    pub(crate) fn share_within(
        &self,
        hands: &Hands,
        seats: Seats,
        watch: &Watch,
    ) -> Result<(f64, f64), Stopped> {
        let graph = self.condition.graph();
        let conjuncts = self.condition.conjuncts();
        let asked = |&i: &usize| {
            let facts = graph.facts(conjuncts[i]);
            facts.seats.within(seats) && !(facts.draws || facts.may_fail || facts.solver)
        };
        let asked: Vec<usize> = (0..conjuncts.len()).filter(asked).collect();
        let mut rehearsal = Rehearsal::new(self, hands, watch);
        let (mut tried, mut passed) = (0, 0);
        while tried < TRIES && passed < ENOUGH {
            let mut deal = rehearsal.begin()?;
            for seat in seats.iter().filter(|seat| !hands.drawn().contains(*seat)) {
                rehearsal
                    .draws
                    .seat(hands, seat, &mut deal, &mut rehearsal.stream);
            }
            tried += 1;
            passed += usize::from(asked.iter().all(|&i| rehearsal.test(i, &deal)));
        }
        let share = (passed as f64 + 0.5) / (tried as f64 + 1.0);
        Ok((hands.share() * share, rehearsal.spent()))
    }

    /// Tries more deals with the checks in their order, until the price can be relied on; and says what that cost.
    pub(crate) fn make_sure(
        &self,
        checks: &mut OrderedChecks,
        hands: &Hands,
        watch: &Watch,
    ) -> Result<f64, Stopped> {
        let a_try = checks.price * checks.chance;
        let most = checks.tried + (2.0 * ENOUGH as f64 / checks.chance) as usize;
        let mut rehearsal = Rehearsal::new(self, hands, watch);
        rehearsal.stream = Key::ours(LONGER).stream(0);
        let (mut tried, mut passed) = (checks.tried, checks.passed);
        while passed < ENOUGH && tried < most {
            let mut deal = rehearsal.begin()?;
            // What may fail or asks a solver is no part of the price.
            let failed =
                rehearsal.first_failed(&checks.checks[..checks.rehearsed_checks], &mut deal);
            tried += 1;
            passed += usize::from(failed.is_none());
        }
        (checks.tried, checks.passed, checks.sure) = (tried, passed, true);
        checks.chance = passed as f64 / tried as f64;
        checks.price = a_try / checks.chance;
        Ok(rehearsal.spent())
    }

    /// Finds a good order for the checks.
    pub(crate) fn in_order(&self, hands: &Hands, watch: &Watch) -> Result<OrderedChecks, Stopped> {
        let graph = self.condition.graph();
        let conjuncts = self.condition.conjuncts();
        let facts = |i: usize| graph.facts(conjuncts[i]);
        let needed = |i: usize| i < self.own && !hands.hold(conjuncts[i]);
        // Where whatever is drawn qualifies, there is nothing to see.
        if !(0..self.own).any(needed) {
            return Ok(OrderedChecks {
                checks: Vec::new(),
                chance: 1.0,
                price: hands.price(),
                found: true,
                rehearsed: 0.0,
                sure: true,
                tried: 0,
                passed: 0,
                rehearsed_checks: 0,
                seats: Vec::new(),
                unchecked: Arc::default(),
            });
        }
        // What may fail is asked only once all that cannot has passed; and what asks a solver is dear.
        let late = |i: usize| facts(i).may_fail || facts(i).solver;

        let mut rehearsal = Rehearsal::new(self, hands, watch);
        let mut alive: Vec<RehearsedDeal> = Vec::new();
        let mut dealt = hands.drawn();
        let mut unchecked: Vec<RehearsedDeal> = Vec::new();
        let mut open: Vec<usize> = (0..conjuncts.len()).filter(|&i| !late(i)).collect();
        let mut checks: Vec<Check> = Vec::new();
        while !open.is_empty() {
            watch.look()?;
            while alive.len() < FEW {
                let before = alive.len();
                while alive.len() < ALIVE
                    && let Some(deal) = rehearsal.next_alive(&checks, &open)?
                {
                    alive.push(deal);
                }
                if alive.len() == before {
                    break;
                }
            }
            if checks.is_empty() && unchecked.is_empty() {
                unchecked = alive.clone();
            }
            let living = alive.len() as f64;
            let fails = |i: usize| alive.iter().filter(|deal| !deal.passes[i]).count() as f64;
            // The price of a failure: what the check costs, over the share of deals that it ends.
            let price = |i: usize| {
                let new = facts(i).seats.iter().filter(|&seat| !dealt.contains(seat));
                let share = (fails(i) + 0.1) / (living + 1.0);
                (rehearsal.cost(i) + HAND * new.count() as f64) / share
            };
            let prices: Vec<f64> = open.iter().map(|&i| price(i)).collect();
            let best = (0..open.len())
                .min_by(|&a, &b| prices[a].total_cmp(&prices[b]))
                .unwrap_or(0);
            let chosen = open.remove(best);
            if !needed(chosen) && fails(chosen) == 0.0 {
                continue;
            }
            alive.retain(|deal| deal.passes[chosen]);
            push(&mut checks, chosen, facts(chosen).seats, &mut dealt);
        }
        let Outcome {
            chance,
            spent,
            tried,
            passed,
        } = rehearsal.in_order(&mut checks)?;
        let rehearsed_checks = checks.len();
        // These keep their order: one may guard another.
        for conjunct in (0..conjuncts.len()).filter(|&i| late(i) && needed(i)) {
            push(&mut checks, conjunct, facts(conjunct).seats, &mut dealt);
        }
        Ok(OrderedChecks {
            checks,
            chance,
            price: spent / chance,
            found: passed > 0,
            rehearsed: rehearsal.spent(),
            sure: passed >= ENOUGH,
            tried,
            passed,
            rehearsed_checks,
            seats: (0..conjuncts.len())
                .map(|i| (!facts(i).draws).then_some(facts(i).seats))
                .collect(),
            unchecked: Arc::new(unchecked),
        })
    }
}

fn push(checks: &mut Vec<Check>, conjunct: usize, seats: Seats, dealt: &mut Seats) {
    let new = |&seat: &Seat| !dealt.contains(seat);
    checks.push(Check {
        conjunct,
        deals: seats.iter().filter(new).collect(),
        passes: None,
    });
    *dealt = dealt.union(seats);
}

/// The condition with what its conjuncts say of one or two of their seats alone (of three, it comes too late: the fourth
/// hand is then known as well), and with what sums over two seats say of the other two, which have the rest.
fn with_projections(condition: &Condition) -> Condition {
    if condition.graph().len() > MOST_NODES {
        return condition.clone();
    }
    let mut graph = condition.graph().clone();
    let mut terms = condition.conjuncts().to_vec();
    for seats in Seats::ALL.subsets().filter(|seats| seats.len() <= 2) {
        let more = |node: &&NodeId| {
            let reads = graph.facts(**node).seats;
            if reads.union(seats) == Seats::ALL && reads.len() == 2 && seats.len() == 2 {
                return adds_up(&graph, **node, reads);
            }
            reads != seats && seats.within(reads)
        };
        let conjuncts: Vec<NodeId> = condition.conjuncts().iter().filter(more).copied().collect();
        terms.extend(project_all(&mut graph, &conjuncts, seats));
    }
    let root = graph.all(terms);
    Condition::new(graph, root, condition.values().to_vec())
}

/// Whether a node asks for a sum over all of some seats.
fn adds_up(graph: &Graph, node: NodeId, seats: Seats) -> bool {
    reachable(graph, &[node]).into_iter().any(|id| {
        matches!(graph.node(id), Node::Arithmetic(Arithmetic::Add, ..))
            && graph.facts(id).seats == seats
    })
}

/// What a rehearsal of the checks in their order showed.
struct Outcome {
    /// The share of tries that passed everything.
    chance: f64,
    /// What a try costs.
    spent: f64,
    /// How many there were, and how many passed everything.
    tried: usize,
    passed: usize,
}

/// Random deals, tried as a worker will try them.
struct Rehearsal<'a> {
    evaluator: Evaluator,
    hands: &'a Hands,
    draws: Draws,
    stream: space::Stream,
    /// Random numbers of the condition.
    oracle: BoardOracle,
    /// How many tries went into the choice of the checks.
    tries: usize,
    /// How often each conjunct was asked by itself, and the steps that took.
    asked: Vec<(u64, u64)>,
    watch: &'a Watch,
    /// How many tries were begun in all, and the steps of the evaluator before the first.
    begun: u64,
    steps_at_first: u64,
    /// What was done since the last look at the watch.
    tries_since: u64,
    steps_before: u64,
}

impl<'a> Rehearsal<'a> {
    fn new(checklist: &Checklist, hands: &'a Hands, watch: &'a Watch) -> Rehearsal<'a> {
        Rehearsal {
            evaluator: checklist.evaluator.clone(),
            hands,
            draws: Draws::new(hands),
            stream: space::stream(PILOT.0, PILOT.1),
            oracle: BoardOracle::with_stream(Key::ours("coins of a rehearsal").stream(0)),
            tries: 0,
            asked: vec![(0, 0); checklist.condition.conjuncts().len()],
            watch,
            begun: 0,
            steps_at_first: checklist.evaluator.steps(),
            tries_since: 0,
            steps_before: checklist.evaluator.steps(),
        }
    }

    /// About what it cost so far.
    fn spent(&self) -> f64 {
        let steps = STEP * (self.evaluator.steps() - self.steps_at_first) as f64;
        steps + self.hands.price_of_a_look() * self.begun as f64
    }

    /// What a check costs.
    fn cost(&self, conjunct: usize) -> f64 {
        let (asked, steps) = self.asked[conjunct];
        ASKING + STEP * steps as f64 / asked.max(1) as f64
    }

    /// Begins a deal, if it is still wanted.
    fn begin(&mut self) -> Result<Deal, Stopped> {
        self.tries_since += 1;
        self.begun += 1;
        let steps = self.evaluator.steps();
        if self.tries_since >= TRIES_A_LOOK || steps - self.steps_before >= STEPS_A_LOOK {
            self.watch.look_after(steps - self.steps_before)?;
            (self.tries_since, self.steps_before) = (0, steps);
        }
        let mut deal = Deal::default();
        self.draws.begin(self.hands, &mut deal, &mut self.stream);
        self.evaluator.next_deal();
        Ok(deal)
    }

    /// The next random deal that passes these checks, while there are tries; and what it makes of those that are open.
    fn next_alive(
        &mut self,
        checks: &[Check],
        open: &[usize],
    ) -> Result<Option<RehearsedDeal>, Stopped> {
        while self.tries < TRIES {
            self.tries += 1;
            let mut deal = self.begin()?;
            if self.first_failed(checks, &mut deal).is_some() {
                continue;
            }
            let known = checks.iter().flat_map(|check| check.deals.iter());
            let known: Seats = known.copied().collect();
            let known = known.union(self.hands.drawn());
            for seat in Seat::ALL.into_iter().filter(|seat| !known.contains(*seat)) {
                self.draws
                    .seat(self.hands, seat, &mut deal, &mut self.stream);
            }
            let mut passes = vec![true; self.asked.len()];
            for &i in open {
                let before = self.evaluator.steps();
                self.evaluator.next_deal();
                passes[i] = self.test(i, &deal);
                let (asked, steps) = &mut self.asked[i];
                *asked += 1;
                *steps += self.evaluator.steps() - before;
            }
            return Ok(Some(RehearsedDeal { passes }));
        }
        Ok(None)
    }

    /// Whether a deal passes a check. What has no answer here is left to the worker.
    fn test(&mut self, conjunct: usize, deal: &Deal) -> bool {
        let answer = self.evaluator.test(conjunct, deal, &mut self.oracle);
        answer.unwrap_or(true)
    }

    /// Deals seat by seat and checks, up to the first check that fails.
    fn first_failed(&mut self, checks: &[Check], deal: &mut Deal) -> Option<usize> {
        checks.iter().position(|check| {
            for &seat in &check.deals {
                self.draws.seat(self.hands, seat, deal, &mut self.stream);
            }
            !self.test(check.conjunct, deal)
        })
    }

    /// Tries deals with the checks in their order, and counts how far each comes.
    fn in_order(&mut self, checks: &mut [Check]) -> Result<Outcome, Stopped> {
        let mut reached = vec![0usize; checks.len() + 1];
        let before = self.evaluator.steps();
        for tried in 0..MOST_IN_ORDER {
            let passed = reached[checks.len()];
            if passed >= ENOUGH || tried >= IN_ORDER && passed >= PASSED {
                break;
            }
            let mut deal = self.begin()?;
            let failed = self.first_failed(checks, &mut deal);
            let upto = failed.unwrap_or(checks.len());
            reached[..=upto].iter_mut().for_each(|n| *n += 1);
        }
        let tries = reached[0].max(1) as f64;
        let mut chance = 1.0;
        let mut spent = self.hands.price();
        spent += STEP * (self.evaluator.steps() - before) as f64 / tries;
        for (i, check) in checks.iter_mut().enumerate() {
            let share = reached[i] as f64 / tries;
            spent += share * (ASKING + HAND * check.deals.len() as f64);
            // Where no try came so far, nothing is known.
            if reached[i] > 0 {
                check.passes = Some(reached[i + 1] as f64 / reached[i] as f64);
                chance *= (reached[i + 1] as f64).max(0.5) / reached[i] as f64;
            }
        }
        Ok(Outcome {
            chance,
            spent,
            tried: reached[0],
            passed: reached[checks.len()],
        })
    }
}

//! The order of the checks: what is cheap and fails often comes first, and a seat is dealt only when a check
//! needs it.
//!
//! Among the checks are projections of the whole condition: they are implied by it, and so may be asked or not. How
//! often a check fails is counted on a pilot of random deals, from a stream of its own: by number and never by the clock,
//! so that a seed means the same boards on every machine.

use bridge::{Deal, Seat};
use condition::{Condition, Evaluator, NoOracle, Node, NodeId, Seats};

use crate::hands::{Draws, Hands};
use crate::project::project;

/// The pilot looks at so many deals that pass what has been chosen so far, if it can find them.
const ALIVE: usize = 200;
/// Fewer are too few to tell one check from another.
const FEW: usize = 40;
/// To find them it tries at most so many deals.
const TRIES: usize = 4_000;
/// Then some are tried with the checks in their order, to see what a board costs: so many,
const REHEARSALS: usize = 6_000;
/// and, while fewer than these have passed,
const PASSED: usize = 5;
/// up to so many: what is rarer than that is worth counting, if anything is.
const MOST_REHEARSALS: usize = 120_000;
/// The seed of the pilot's stream. Boards have streams of their own seeds.
const SEED: u64 = u64::from_le_bytes(*b"pilot...");
/// What dealing a hand costs, in operations of the evaluator.
const HAND: f64 = 12.0;
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
pub(crate) struct Pilot {
    /// The condition with its projections among its conjuncts.
    pub condition: Condition,
    pub checks: Vec<Check>,
    /// About the share of deals that passes all checks on cards.
    pub chance: f64,
    /// About what it costs to find a board, in operations of the evaluator.
    pub price: f64,
    /// Whether any deal passed them at all.
    pub found: bool,
    /// The deals that it looked at first, before any check.
    looks: Vec<Look>,
}

impl Pilot {
    /// About the share of deals in which what these seats have might do.
    pub(crate) fn share(&self, seats: Seats) -> f64 {
        let conjuncts = self.condition.conjuncts().iter().enumerate();
        let alone: Vec<usize> = conjuncts
            .filter(|(_, node)| self.condition.graph().facts(**node).seats.within(seats))
            .map(|(i, _)| i)
            .collect();
        let pass = |look: &&Look| alone.iter().all(|&i| look.passes[i]);
        let passed = self.looks.iter().filter(pass).count();
        (passed as f64 + 0.5) / (self.looks.len() as f64 + 1.0)
    }
}

/// The condition with what it says of one, two and three seats alone.
fn with_projections(condition: &Condition) -> Condition {
    let mut graph = condition.graph().clone();
    let mut terms = condition.conjuncts().to_vec();
    if graph.len() <= MOST_NODES {
        for mask in 1..15u8 {
            let known = |seat: &Seat| mask >> *seat as u8 & 1 == 1;
            let seats: Seats = Seat::ALL.into_iter().filter(known).collect();
            terms.push(project(&mut graph, condition.root(), seats));
        }
    }
    let root = graph.all(terms);
    Condition::new(graph, root, condition.values().to_vec())
}

/// A deal of the pilot, and which conjuncts it passes. What cannot be asked here passes.
#[derive(Clone, Debug)]
struct Look {
    passes: Vec<bool>,
}

struct Lookout<'a> {
    condition: &'a Condition,
    evaluator: Evaluator,
    hands: &'a Hands,
    draws: Draws,
    stream: space::Stream,
    tries: usize,
}

impl Lookout<'_> {
    /// The next random deal that passes these checks, while there are tries.
    fn look(&mut self, checks: &[Check]) -> Option<Look> {
        let graph = self.condition.graph();
        let conjuncts = self.condition.conjuncts();
        while self.tries < TRIES {
            self.tries += 1;
            let mut deal = Deal::default();
            self.draws.begin(self.hands, &mut deal, &mut self.stream);
            let drawn = self.hands.drawn();
            for seat in Seat::ALL.into_iter().filter(|seat| !drawn.contains(*seat)) {
                self.draws
                    .seat(self.hands, seat, &mut deal, &mut self.stream);
            }
            self.evaluator.next_deal();
            let mut passes = |i: usize| {
                let asked = !graph.facts(conjuncts[i]).opaque;
                !asked || self.evaluator.test(i, &deal, &mut NoOracle).unwrap_or(true)
            };
            if checks.iter().all(|check| passes(check.conjunct)) {
                let passes = (0..conjuncts.len()).map(passes).collect();
                return Some(Look { passes });
            }
        }
        None
    }
}

impl Lookout<'_> {
    /// Deals as a worker will, and counts how far each try comes: the share that passes everything, what a try costs, and
    /// whether any passed.
    fn rehearse(&mut self, checks: &mut [Check], cost: &[f64]) -> (f64, f64, bool) {
        let mut reached = vec![0usize; checks.len() + 1];
        for rehearsal in 0..MOST_REHEARSALS {
            if rehearsal >= REHEARSALS && reached[checks.len()] >= PASSED {
                break;
            }
            let mut deal = Deal::default();
            self.draws.begin(self.hands, &mut deal, &mut self.stream);
            self.evaluator.next_deal();
            let failed = checks.iter().position(|check| {
                for &seat in &check.deals {
                    self.draws
                        .seat(self.hands, seat, &mut deal, &mut self.stream);
                }
                let passes = self.evaluator.test(check.conjunct, &deal, &mut NoOracle);
                !passes.unwrap_or(true)
            });
            let upto = failed.unwrap_or(checks.len());
            reached[..=upto].iter_mut().for_each(|n| *n += 1);
        }
        let mut chance = 1.0;
        let mut spent = self.hands.price();
        for (i, check) in checks.iter_mut().enumerate() {
            spent += chance * (cost[check.conjunct] + HAND * check.deals.len() as f64);
            // Where no try came so far, nothing is known.
            if reached[i] > 0 {
                check.passes = Some(reached[i + 1] as f64 / reached[i] as f64);
                chance *= (reached[i + 1] as f64).max(0.5) / reached[i] as f64;
            }
        }
        (chance, spent, reached[checks.len()] > 0)
    }
}

/// Finds a good order for the checks of a condition.
pub(crate) fn pilot(original: &Condition, hands: &Hands) -> Pilot {
    // Where whatever is drawn qualifies, there is nothing to see.
    if original.conjuncts().iter().all(|&node| hands.hold(node)) {
        return Pilot {
            condition: original.clone(),
            checks: Vec::new(),
            chance: 1.0,
            price: hands.price(),
            found: true,
            looks: Vec::new(),
        };
    }
    let condition = with_projections(original);
    let graph = condition.graph();
    let conjuncts = condition.conjuncts();
    let facts = |i: usize| graph.facts(conjuncts[i]);
    let cost: Vec<f64> = conjuncts
        .iter()
        .map(|&node| size(&condition, node))
        .collect();
    let needed =
        |i: usize| original.conjuncts().contains(&conjuncts[i]) && !hands.hold(conjuncts[i]);
    // What may fail is asked only once all that cannot has passed; and what asks for more than cards is dear.
    let late = |i: usize| facts(i).may_fail || facts(i).opaque;

    let mut lookout = Lookout {
        condition: &condition,
        evaluator: Evaluator::new(&condition),
        hands,
        draws: Draws::new(hands),
        stream: space::stream(SEED, 0),
        tries: 0,
    };
    let mut alive: Vec<Look> = Vec::new();
    let mut dealt = hands.drawn();
    let mut looks: Vec<Look> = Vec::new();
    let mut open: Vec<usize> = (0..conjuncts.len()).filter(|&i| !late(i)).collect();
    let mut checks: Vec<Check> = Vec::new();
    while !open.is_empty() {
        while alive.len() < FEW {
            let fresh: Vec<Look> = (alive.len()..ALIVE)
                .map_while(|_| lookout.look(&checks))
                .collect();
            if fresh.is_empty() {
                break;
            }
            alive.extend(fresh);
        }
        if checks.is_empty() && looks.is_empty() {
            looks = alive.clone();
        }
        let living = alive.len() as f64;
        let fails = |i: usize| alive.iter().filter(|look| !look.passes[i]).count() as f64;
        // The price of a failure: what the check costs, over the share of deals that it ends.
        let price = |&i: &usize| {
            let new = facts(i).seats.iter().filter(|&seat| !dealt.contains(seat));
            let share = (fails(i) + 0.1) / (living + 1.0);
            (cost[i] + HAND * new.count() as f64) / share
        };
        let best = (0..open.len())
            .min_by(|&a, &b| price(&open[a]).total_cmp(&price(&open[b])))
            .unwrap_or(0);
        let chosen = open.remove(best);
        if !needed(chosen) && fails(chosen) == 0.0 {
            continue;
        }
        alive.retain(|look| look.passes[chosen]);
        push(&mut checks, chosen, facts(chosen).seats, &mut dealt);
    }
    let (chance, spent, found) = lookout.rehearse(&mut checks, &cost);
    // A random number is cheap. The rest keep their order: one may guard another.
    let cheap = |&i: &usize| !facts(i).may_fail && !facts(i).solver;
    let (first, last): (Vec<usize>, Vec<usize>) = (0..conjuncts.len())
        .filter(|&i| late(i) && needed(i))
        .partition(cheap);
    for conjunct in first.into_iter().chain(last) {
        push(&mut checks, conjunct, facts(conjunct).seats, &mut dealt);
    }
    Pilot {
        checks,
        chance,
        price: spent / chance,
        found,
        looks,
        condition,
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

/// About what a check costs: how many nodes it can look at, short circuits aside.
fn size(condition: &Condition, node: NodeId) -> f64 {
    let mut seen = std::collections::BTreeSet::new();
    let mut open = vec![node];
    let mut size = 0.0f64;
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            let node = condition.graph().node(node);
            size += match node {
                Node::Constant(_) => 0.0,
                _ => 1.0,
            };
            node.for_each_operand(|operand| open.push(operand));
        }
    }
    // An `or` of many terms ends at its first true one, an `and` at its first false one.
    size.sqrt()
}

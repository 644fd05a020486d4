//! The order of the checks: what is cheap and fails often comes first, and a seat is dealt only when a check
//! needs it.
//!
//! How often a check fails is counted on a short pilot of random deals, from a stream of its own: by number
//! and never by the clock, so that a seed means the same boards on every machine.

use bridge::{Deal, Seat};
use condition::{Condition, Evaluator, Node, NodeId, Seats};
use space::Stream;

use crate::plan::{Draws, Hands};

/// How many deals the pilot looks at.
const DEALS: usize = 400;
/// The seed of the pilot's stream. Boards have their own, so nothing is shared with any seed of theirs.
const SEED: u64 = u64::from_le_bytes(*b"pilot...");
/// What dealing a hand costs, in operations of the evaluator.
const HAND: f64 = 12.0;

/// A check, and the seats that must have been dealt before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Check {
    pub conjunct: usize,
    pub deals: Vec<Seat>,
}

/// The checks in the order in which they are best made, and the share of deals that passes all of them.
pub(crate) fn order(condition: &Condition, hands: &Hands) -> (Vec<Check>, f64) {
    let mut stream = space::stream(SEED, 0);
    let passes = passes(condition, hands, &mut stream);
    let graph = condition.graph();
    let conjuncts = condition.conjuncts();
    let cost: Vec<f64> = conjuncts
        .iter()
        .map(|&node| size(condition, node))
        .collect();
    // What may fail is asked only once all that cannot has passed; and what asks for more than cards is dear.
    let late = |i: usize| {
        let facts = graph.facts(conjuncts[i]);
        facts.may_fail || facts.opaque
    };
    let mut alive: Vec<bool> = vec![true; DEALS];
    let mut dealt = Seats::NONE;
    let mut open: Vec<usize> = (0..conjuncts.len()).filter(|&i| !late(i)).collect();
    let mut checks = Vec::new();
    while !open.is_empty() {
        // The price of a failure: what the check costs, over the share of deals that it ends.
        let price = |&i: &usize| {
            let seats = graph.facts(conjuncts[i]).seats;
            let new = Seat::ALL
                .iter()
                .filter(|&&s| seats.contains(s) && !dealt.contains(s));
            let living = alive.iter().filter(|a| **a).count();
            let fails = (0..DEALS).filter(|&d| alive[d] && !passes[d][i]).count();
            let share = (fails as f64 + 0.1) / (living as f64 + 1.0);
            (cost[i] + HAND * new.count() as f64) / share
        };
        let best = (0..open.len())
            .min_by(|&a, &b| price(&open[a]).total_cmp(&price(&open[b])))
            .unwrap_or(0);
        let conjunct = open.remove(best);
        for (deal, alive) in alive.iter_mut().enumerate() {
            *alive &= passes[deal][conjunct];
        }
        push(
            &mut checks,
            conjunct,
            graph.facts(conjuncts[conjunct]).seats,
            &mut dealt,
        );
    }
    // A random number is cheap. The rest keep their order: one may guard another.
    let cheap = |&i: &usize| {
        let facts = graph.facts(conjuncts[i]);
        !facts.may_fail && !facts.solver
    };
    let (first, last): (Vec<usize>, Vec<usize>) =
        (0..conjuncts.len()).filter(|&i| late(i)).partition(cheap);
    for conjunct in first.into_iter().chain(last) {
        push(
            &mut checks,
            conjunct,
            graph.facts(conjuncts[conjunct]).seats,
            &mut dealt,
        );
    }
    let living = alive.iter().filter(|a| **a).count();
    (checks, living as f64 / DEALS as f64)
}

fn push(checks: &mut Vec<Check>, conjunct: usize, seats: Seats, dealt: &mut Seats) {
    let new = |&seat: &Seat| seats.contains(seat) && !dealt.contains(seat);
    checks.push(Check {
        conjunct,
        deals: Seat::ALL.into_iter().filter(new).collect(),
    });
    *dealt = dealt.union(seats);
}

/// For each deal of the pilot and each conjunct, whether it passes. What cannot be asked here does.
fn passes(condition: &Condition, hands: &Hands, stream: &mut Stream) -> Vec<Vec<bool>> {
    let graph = condition.graph();
    let conjuncts = condition.conjuncts();
    let mut evaluator = Evaluator::new(condition);
    let mut draws = Draws::new(hands);
    let mut look = || {
        let mut deal = Deal::default();
        draws.begin(hands, &mut deal, stream);
        for seat in Seat::ALL {
            draws.seat(hands, seat, &mut deal, stream);
        }
        evaluator.next_deal();
        let mut passes = |i: usize| {
            let asked = !graph.facts(conjuncts[i]).opaque;
            !asked
                || evaluator
                    .test(i, &deal, &mut condition::NoOracle)
                    .unwrap_or(true)
        };
        (0..conjuncts.len()).map(&mut passes).collect()
    };
    (0..DEALS).map(|_| look()).collect()
}

/// How many nodes a check can look at: about what it costs, short circuits aside.
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

//! Projections: what a condition says of some seats alone.
//!
//! The projection of a condition onto some seats holds wherever the condition could still hold, the other seats'
//! cards being unknown. It is worked out symbolically, as a lower and an upper bound for every node, and is itself an
//! ordinary node of the graph: a redundant conjunct, which the one evaluator can ask as soon as those seats are dealt.

use bridge::{Measure, Rank, Seat, Suit};
use condition::{Arithmetic, Comparison, Condition, Graph, Node, NodeId, Seats};

/// Bounds beyond this are not followed: nothing in a deal is so large, and sums of such numbers would not fit.
pub(crate) const FAR: i64 = 1 << 40;

/// Sums of more terms are not taken apart.
const MOST_TERMS: usize = 32;

/// What a condition asks of all seats but one: what it says of that seat alone is left out, and of what it says of it and
/// others, only what must hold of the others whatever that seat has.
///
/// Three hands tell the fourth, so what is said of all four seats at once is left out too: it would be said of the fourth.
pub fn without_seat(condition: &Condition, seat: Seat) -> Condition {
    let mut graph = condition.graph().clone();
    let mut terms = Vec::new();
    for &node in condition.conjuncts() {
        let reads = graph.facts(node).seats;
        let others: Seats = reads.iter().filter(|one| *one != seat).collect();
        if !reads.contains(seat) {
            terms.push(node);
        } else if (1..=2).contains(&others.len()) {
            terms.push(project(&mut graph, node, others));
        }
    }
    let root = graph.all(terms);
    Condition::new(graph, root, Vec::new())
}

/// The node that holds where `root` might, for these seats' cards and any others.
pub(crate) fn project(graph: &mut Graph, root: NodeId, known: Seats) -> NodeId {
    let projected = project_all(graph, &[root], known);
    projected.first().copied().unwrap_or(root)
}

/// The same for several nodes.
pub(crate) fn project_all(graph: &mut Graph, roots: &[NodeId], known: Seats) -> Vec<NodeId> {
    let mut projection = Projection {
        known,
        bounds: vec![None; graph.len()],
    };
    // Operands come before those that use them, so one pass in order has everything at hand.
    for index in reachable(graph, roots) {
        let bounds = projection.node(graph, index);
        projection.bounds[index.index()] = Some(bounds);
    }
    let high = |&root: &NodeId| projection.truth(graph, root).1;
    roots.iter().map(high).collect()
}

/// Some nodes and all they need, operands first.
pub(crate) fn reachable(graph: &Graph, roots: &[NodeId]) -> Vec<NodeId> {
    let mut needed = vec![false; graph.len()];
    let mut open = roots.to_vec();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut needed[node.index()], true) {
            graph
                .node(node)
                .for_each_operand(|operand| open.push(operand));
        }
    }
    graph
        .iter()
        .map(|(id, _)| id)
        .take(needed.len())
        .filter(|id| needed[id.index()])
        .collect()
}

/// A lower and an upper bound, as nodes that read the known seats only.
type Bounds = (NodeId, NodeId);

struct Projection {
    known: Seats,
    bounds: Vec<Option<Bounds>>,
}

impl Projection {
    fn of(&self, graph: &mut Graph, node: NodeId) -> Bounds {
        match self.bounds.get(node.index()).copied().flatten() {
            Some(bounds) => bounds,
            None => constants(graph, node),
        }
    }

    /// The bounds of a node, those of its operands being known.
    fn node(&self, graph: &mut Graph, id: NodeId) -> Bounds {
        let facts = *graph.facts(id);
        if facts.seats.within(self.known) && !facts.opaque {
            return (id, id);
        }
        if facts.opaque && matches!(graph.node(id), Node::Random { .. } | Node::BoardNumber)
            || facts.may_fail
            || facts.low < -FAR
            || facts.high > FAR
        {
            return constants(graph, id);
        }
        match graph.node(id).clone() {
            Node::Measure {
                seat,
                measure,
                suit,
            } => self.measure(graph, id, seat, measure, suit),
            Node::HasCard { card, .. } => {
                // Nobody has a card that a known hand has.
                let terms = self.known.iter().map(|seat| {
                    let has = graph.has_card(seat, card);
                    graph.not(has)
                });
                let elsewhere = terms.collect();
                (graph.constant(0), graph.all(elsewhere))
            }
            Node::Not(a) => {
                let (low, high) = self.truth(graph, a);
                (graph.not(high), graph.not(low))
            }
            Node::Negate(a) => {
                let (low, high) = self.of(graph, a);
                (graph.negate(high), graph.negate(low))
            }
            Node::All(terms) => self.each(graph, &terms, Graph::all),
            Node::Any(terms) => self.each(graph, &terms, Graph::any),
            Node::Compare(comparison, a, b) => self.compare(graph, comparison, a, b),
            Node::Choose { test, yes, no } => {
                let (surely, perhaps) = self.truth(graph, test);
                let (yes, no) = (self.of(graph, yes), self.of(graph, no));
                let mut one = |a: NodeId, b: NodeId, comparison: Comparison| {
                    let first = graph.compare(comparison, a, b);
                    let either = graph.choose(first, a, b);
                    let rest = graph.choose(perhaps, either, b);
                    graph.choose(surely, a, rest)
                };
                (
                    one(yes.0, no.0, Comparison::Less),
                    one(yes.1, no.1, Comparison::More),
                )
            }
            Node::Arithmetic(operator, a, b) => self.arithmetic(graph, id, operator, a, b),
            _ => constants(graph, id),
        }
    }

    /// The bounds of the truth of a node: 1 if it is not 0.
    fn truth(&self, graph: &mut Graph, node: NodeId) -> Bounds {
        let (low, high) = self.of(graph, node);
        if graph.facts(node).is_truth() {
            return (low, high);
        }
        let zero = graph.constant(0);
        let above = graph.compare(Comparison::More, low, zero);
        let below = graph.compare(Comparison::Less, high, zero);
        let surely = graph.any(vec![above, below]);
        let rises = graph.compare(Comparison::Less, low, zero);
        let falls = graph.compare(Comparison::More, high, zero);
        let perhaps = graph.any(vec![surely, rises, falls]);
        (surely, perhaps)
    }

    fn each(
        &self,
        graph: &mut Graph,
        terms: &[NodeId],
        join: fn(&mut Graph, Vec<NodeId>) -> NodeId,
    ) -> Bounds {
        let bounds: Vec<Bounds> = terms.iter().map(|&term| self.truth(graph, term)).collect();
        let low = join(graph, bounds.iter().map(|b| b.0).collect());
        let high = join(graph, bounds.iter().map(|b| b.1).collect());
        (low, high)
    }

    fn compare(&self, graph: &mut Graph, comparison: Comparison, a: NodeId, b: NodeId) -> Bounds {
        let ((al, ah), (bl, bh)) = (self.of(graph, a), self.of(graph, b));
        match comparison {
            Comparison::Less | Comparison::AtMost => (
                graph.compare(comparison, ah, bl),
                graph.compare(comparison, al, bh),
            ),
            Comparison::More | Comparison::AtLeast => (
                graph.compare(comparison, al, bh),
                graph.compare(comparison, ah, bl),
            ),
            Comparison::Equal => {
                // Surely equal if all four bounds are; perhaps, if the ranges meet.
                let (one, other) = (
                    graph.compare(Comparison::AtMost, ah, bl),
                    graph.compare(Comparison::AtLeast, al, bh),
                );
                let surely = graph.all(vec![one, other]);
                let (one, other) = (
                    graph.compare(Comparison::AtMost, al, bh),
                    graph.compare(Comparison::AtLeast, ah, bl),
                );
                (surely, graph.all(vec![one, other]))
            }
            Comparison::Unequal => {
                let (surely, perhaps) = self.compare(graph, Comparison::Equal, a, b);
                (graph.not(perhaps), graph.not(surely))
            }
        }
    }

    fn arithmetic(
        &self,
        graph: &mut Graph,
        id: NodeId,
        operator: Arithmetic,
        a: NodeId,
        b: NodeId,
    ) -> Bounds {
        let ((al, ah), (bl, bh)) = (self.of(graph, a), self.of(graph, b));
        let scale = graph.as_constant(b).map(|b| (b, al, ah));
        let scale = scale.or(graph.as_constant(a).map(|a| (a, bl, bh)));
        match (operator, scale) {
            (Arithmetic::Add, _) => self.sum(graph, id).unwrap_or_else(|| {
                (
                    graph.arithmetic(operator, al, bl),
                    graph.arithmetic(operator, ah, bh),
                )
            }),
            (Arithmetic::Subtract, _) => (
                graph.arithmetic(operator, al, bh),
                graph.arithmetic(operator, ah, bl),
            ),
            (Arithmetic::Multiply, Some((factor, low, high))) => {
                let factor_node = graph.constant(factor);
                let low = graph.arithmetic(operator, low, factor_node);
                let high = graph.arithmetic(operator, high, factor_node);
                if factor < 0 { (high, low) } else { (low, high) }
            }
            (Arithmetic::Divide, _) if graph.as_constant(b).is_some_and(|b| b > 0) => (
                graph.arithmetic(operator, al, b),
                graph.arithmetic(operator, ah, b),
            ),
            _ => constants(graph, id),
        }
    }

    /// A sum in which several unknown hands are measured alike: together they have at most what the known hands leave, and
    /// exactly that if they are all the unknown hands. `None` if there are no such hands.
    fn sum(&self, graph: &mut Graph, id: NodeId) -> Option<Bounds> {
        let (mut open, mut terms) = (vec![id], Vec::new());
        while let Some(node) = open.pop() {
            match *graph.node(node) {
                Node::Arithmetic(Arithmetic::Add, a, b) if terms.len() < MOST_TERMS => {
                    open.extend([a, b]);
                }
                _ => terms.push(node),
            }
        }
        let alike = |node: NodeId| match *graph.node(node) {
            Node::Measure {
                seat,
                measure,
                suit,
            } if !self.known.contains(seat) => Some((measure, suit, seat)),
            _ => None,
        };
        let mut groups: Vec<(Measure, Option<Suit>, Seats)> = Vec::new();
        let mut others = Vec::new();
        for &term in &terms {
            let Some((measure, suit, seat)) = alike(term) else {
                others.push(term);
                continue;
            };
            let mut groups_alike = groups
                .iter_mut()
                .filter(|one| (one.0, one.1) == (measure, suit));
            match groups_alike.find(|one| !one.2.contains(seat)) {
                Some(group) => group.2 = group.2.union(seat.into()),
                None => groups.push((measure, suit, seat.into())),
            }
        }
        if groups.iter().all(|(_, _, seats)| seats.len() < 2) {
            return None;
        }
        let mut bounds: Vec<Bounds> = others.iter().map(|&term| self.of(graph, term)).collect();
        for (measure, suit, seats) in groups {
            let left = self.left(graph, measure, suit).filter(|_| seats.len() > 1);
            let all = seats.union(self.known) == Seats::ALL;
            match left {
                Some(left) if all => bounds.push((left, left)),
                Some(left) => bounds.push((graph.constant(0), left)),
                None => bounds.extend(seats.iter().map(|seat| {
                    let node = graph.measure(seat, measure, suit);
                    self.of(graph, node)
                })),
            }
        }
        let add = |graph: &mut Graph, a, b| graph.arithmetic(Arithmetic::Add, a, b);
        let mut bounds = bounds.into_iter();
        let first = bounds.next()?;
        Some(bounds.fold(first, |sum, one| {
            (add(graph, sum.0, one.0), add(graph, sum.1, one.1))
        }))
    }

    /// What the known hands leave of something that cards are never worth less than nothing in.
    fn left(&self, graph: &mut Graph, measure: Measure, suit: Option<Suit>) -> Option<NodeId> {
        let suits = if suit.is_some() { 1 } else { 4 };
        let in_deck = match (measure, suit) {
            (Measure::Length, Some(_)) => 13,
            (Measure::Points(count), _) => {
                let values = || Rank::all().map(|rank| i64::from(count.of_rank(rank)));
                if values().any(|value| value < 0) {
                    return None;
                }
                suits * values().sum::<i64>()
            }
            _ => return None,
        };
        let mut left = graph.constant(in_deck);
        for seat in self.known.iter() {
            let taken = graph.measure(seat, measure, suit);
            left = graph.arithmetic(Arithmetic::Subtract, left, taken);
        }
        Some(left)
    }

    /// A measure of an unknown hand: at most what the known hands leave of it, where cards are never worth less
    /// than nothing.
    fn measure(
        &self,
        graph: &mut Graph,
        id: NodeId,
        seat: Seat,
        measure: Measure,
        suit: Option<Suit>,
    ) -> Bounds {
        let (low, most) = constants(graph, id);
        if self.known.contains(seat) {
            return (low, most);
        }
        let Some(left) = self.left(graph, measure, suit) else {
            return (low, most);
        };
        let fewer = graph.compare(Comparison::Less, left, most);
        (low, graph.choose(fewer, left, most))
    }
}

/// What is known of a node without any cards.
fn constants(graph: &mut Graph, id: NodeId) -> Bounds {
    let facts = *graph.facts(id);
    (graph.constant(facts.low), graph.constant(facts.high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::Deal;
    use condition::{Evaluator, NoOracle};
    use rand::Rng;

    fn condition(text: &str) -> Condition {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        loaded.compiled.expect(text).condition
    }

    fn random_deal(rng: &mut impl Rng) -> Deal {
        let mut pack = crate::tables::pack::Pack::new(bridge::Hand::DECK.bits());
        Deal([0; 4].map(|_| bridge::Hand::from_bits(pack.draw(13, rng))))
    }

    /// Wherever the condition holds, all its projections do; and they say something.
    #[test]
    fn projections_hold_wherever_the_condition_does() {
        let scripts = [
            "spades(north) + spades(south) >= 9 and hcp(north) > 10",
            "(hcp(north) > 14 and hearts(south) > 4) or (hcp(north) < 8 and not (spades(south) == 3))",
            "(spades(north) > 4 ? hcp(south) : 2 * hcp(south) - 3) >= 8 and hcp(east) / 3 < 4",
            "hascard(west, 2C) and (hascard(east, 2D) or losers(south) < 6) and shape(north, any 4xxx)",
            "hcp(north) == hcp(south) or controls(east, spades) != 2",
            "hcp(north) + hcp(south) > 25 and spades(east) + 2 + spades(west) + spades(north) < 10",
            "hcp(north) + hcp(north) + hcp(south) > 34 and controls(west) + hearts(south) + controls(east) > 9",
            "-hcp(north) + 20 > hcp(south) - hcp(east) and top3(west, hearts) * 4 > 3",
        ];
        let mut rng = space::stream(3, 3);
        for text in scripts {
            let whole = condition(text);
            let mut asked = Evaluator::new(&whole);
            let mut excluded = 0;
            for seats in (1..15u8).map(|mask| {
                let has = |seat: &Seat| mask >> *seat as u8 & 1 == 1;
                Seat::ALL.into_iter().filter(has).collect::<Seats>()
            }) {
                let mut graph = whole.graph().clone();
                let root = project(&mut graph, whole.root(), seats);
                assert!(graph.facts(root).seats.within(seats), "{text} {seats:?}");
                let projected = Condition::new(graph, root, Vec::new());
                let mut possible = Evaluator::new(&projected);
                for _ in 0..300 {
                    let deal = random_deal(&mut rng);
                    let holds = asked.holds(&deal, &mut NoOracle).unwrap();
                    let might = possible.holds(&deal, &mut NoOracle).unwrap();
                    assert!(might || !holds, "{text} {seats:?} {deal}");
                    excluded += u32::from(!might);
                }
            }
            assert!(excluded > 0, "{text}");
        }
    }
}

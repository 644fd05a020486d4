//! The graph that conditions live in: equal nodes are one, constants are folded, `and` and `or` are flat.
//!
//! Every node is made by a method of [`Graph`], which simplifies what it can without changing any answer: what may
//! fail or is random is never dropped and never moved. A graph knows, for each node, which seats it reads and how
//! small and large it can be.

use std::sync::Arc;

use bridge::score::{Contract, Strain};
use bridge::{
    Card, Hand, Holding, Measure, PointCount, Rank, Seat, ShapeSet, Side, Suit, SuitTable,
    Vulnerability,
};
use rustc_hash::FxHashMap;

use crate::{Arithmetic, Asked, Comparison, Node, NodeId, Origin, Seats};

/// Lists up to this length are merged into the list that holds them. Names that grow by one term each, thousands of
/// times over, would otherwise take the square of their number in memory.
const FLAT: usize = 256;

/// No board has a higher number than this, as far as a condition is concerned: sums with it still fit.
pub(crate) const MOST_BOARDS: i64 = 1 << 40;

/// What is known of a node without looking at any deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The seats whose cards it reads.
    pub seats: Seats,
    /// Whether it asks for more than cards: a random number, the board's number or a solver.
    pub opaque: bool,
    /// Whether it draws a random number.
    pub draws: bool,
    /// Whether it asks for double dummy results.
    pub solver: bool,
    /// Whether evaluating it can fail for some deal. (Without a solver, what needs one fails for all.)
    pub may_fail: bool,
    /// It is never smaller.
    pub low: i64,
    /// It is never larger.
    pub high: i64,
}

impl Facts {
    /// Whether it is always 0 or 1.
    pub fn is_truth(&self) -> bool {
        self.low >= 0 && self.high <= 1
    }

    /// Whether leaving it out, or asking it at another time, changes nothing.
    fn is_quiet(&self) -> bool {
        !self.draws && !self.may_fail
    }
}

/// An arena of nodes in which equal nodes are one.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    origins: Vec<Option<Origin>>,
    known: FxHashMap<Node, NodeId>,
    /// How small and large measures can be, in a suit and in a hand: worked out once, for those that take long.
    ranges: FxHashMap<(Measure, bool), (i64, i64)>,
    draws: u32,
}

impl Graph {
    /// How many nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// No node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// What is known of a node.
    pub fn facts(&self, id: NodeId) -> &Facts {
        &self.facts[id.index()]
    }

    /// All nodes, operands before those that use them.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// Where a node was first written.
    pub fn origin(&self, id: NodeId) -> Option<Origin> {
        self.origins[id.index()]
    }

    /// Says where a node was written, unless that is known already.
    pub fn set_origin(&mut self, id: NodeId, origin: Origin) {
        self.origins[id.index()].get_or_insert(origin);
    }

    /// The value of a constant.
    pub fn as_constant(&self, id: NodeId) -> Option<i64> {
        match self.node(id) {
            Node::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// A number.
    pub fn constant(&mut self, value: i64) -> NodeId {
        self.add(Node::Constant(value))
    }

    /// A measure of a hand, in one suit or in all.
    pub fn measure(&mut self, seat: Seat, measure: Measure, suit: Option<Suit>) -> NodeId {
        self.add(Node::Measure {
            seat,
            measure,
            suit,
        })
    }

    /// Whether a hand has one of these shapes.
    pub fn shape(&mut self, seat: Seat, shapes: ShapeSet) -> NodeId {
        match shapes.len() {
            0 => self.constant(0),
            bridge::SHAPES => self.constant(1),
            _ => self.add(Node::Shape { seat, shapes }),
        }
    }

    /// Whether a hand has a card.
    pub fn has_card(&mut self, seat: Seat, card: Card) -> NodeId {
        self.add(Node::HasCard { seat, card })
    }

    /// 1 for 0 and 0 for anything else.
    pub fn not(&mut self, a: NodeId) -> NodeId {
        match *self.node(a) {
            Node::Constant(value) => self.constant(i64::from(value == 0)),
            Node::Compare(comparison, left, right) => {
                self.compare(comparison.negated(), left, right)
            }
            Node::Not(inner) => self.truth(inner),
            _ => self.add(Node::Not(a)),
        }
    }

    /// 0 for 0 and 1 for anything else.
    pub fn truth(&mut self, a: NodeId) -> NodeId {
        if self.facts(a).is_truth() {
            return a;
        }
        let zero = self.constant(0);
        self.compare(Comparison::Unequal, a, zero)
    }

    /// The number with its sign changed.
    pub fn negate(&mut self, a: NodeId) -> NodeId {
        match self.as_constant(a).and_then(i64::checked_neg) {
            Some(value) => self.constant(value),
            None => self.add(Node::Negate(a)),
        }
    }

    /// An arithmetic operator. What cannot be worked out stays, and fails when it is evaluated.
    pub fn arithmetic(&mut self, operator: Arithmetic, a: NodeId, b: NodeId) -> NodeId {
        let constants = self.as_constant(a).zip(self.as_constant(b));
        match constants.and_then(|(a, b)| operator.apply(a, b)) {
            Some(value) => self.constant(value),
            None => self.add(Node::Arithmetic(operator, a, b)),
        }
    }

    /// A comparison; a constant ends up on the right.
    pub fn compare(&mut self, comparison: Comparison, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.constant(i64::from(comparison.holds(a, b))),
            (Some(_), None) => self.compare(comparison.turned(), b, a),
            _ => match self.settled(comparison, a, b) {
                Some(truth) => self.constant(i64::from(truth)),
                None => self.add(Node::Compare(comparison, a, b)),
            },
        }
    }

    /// The answer of a comparison, if the ranges of its sides leave no choice.
    fn settled(&self, comparison: Comparison, a: NodeId, b: NodeId) -> Option<bool> {
        let (a, b) = (self.facts(a), self.facts(b));
        if !a.is_quiet() || !b.is_quiet() {
            return None;
        }
        let (always, never) = match comparison {
            Comparison::Less => (a.high < b.low, a.low >= b.high),
            Comparison::AtMost => (a.high <= b.low, a.low > b.high),
            Comparison::More => (a.low > b.high, a.high <= b.low),
            Comparison::AtLeast => (a.low >= b.high, a.high < b.low),
            Comparison::Equal => (false, a.high < b.low || a.low > b.high),
            Comparison::Unequal => (a.high < b.low || a.low > b.high, false),
        };
        match (always, never) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// Whether all of these are true.
    pub fn all(&mut self, terms: Vec<NodeId>) -> NodeId {
        self.junction(terms, true)
    }

    /// Whether one of these is true.
    pub fn any(&mut self, terms: Vec<NodeId>) -> NodeId {
        self.junction(terms, false)
    }

    /// `and` and `or` are one thing twice: a list that ends at the first term that decides it.
    fn junction(&mut self, terms: Vec<NodeId>, all: bool) -> NodeId {
        let mut kept: Vec<NodeId> = Vec::with_capacity(terms.len());
        let mut seen = rustc_hash::FxHashSet::default();
        let mut decided = false;
        for term in terms {
            let inner: &[NodeId] = match (self.node(term), all) {
                (Node::All(inner), true) | (Node::Any(inner), false) if inner.len() <= FLAT => {
                    inner
                }
                _ => &[term],
            };
            for &term in inner {
                match self.as_constant(term) {
                    Some(value) if (value != 0) == all => continue,
                    Some(_) => decided = true,
                    None if seen.insert(term) => kept.push(term),
                    None => continue,
                }
                if decided {
                    break;
                }
            }
            if decided {
                break;
            }
        }
        if decided {
            if kept.iter().all(|&term| self.facts(term).is_quiet()) {
                return self.constant(i64::from(!all));
            }
            kept.push(self.constant(i64::from(!all)));
        }
        match kept[..] {
            [] => self.constant(i64::from(all)),
            [only] => self.truth(only),
            _ if all => self.add(Node::All(kept.into())),
            _ => self.add(Node::Any(kept.into())),
        }
    }

    /// One of two values.
    pub fn choose(&mut self, test: NodeId, yes: NodeId, no: NodeId) -> NodeId {
        match self.as_constant(test) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no && self.facts(test).is_quiet() => yes,
            None => self.add(Node::Choose { test, yes, no }),
        }
    }

    /// A draw of its own: a random number from 0 up to, and not including, `below`.
    pub fn random(&mut self, below: NodeId) -> NodeId {
        let draw = self.draws;
        self.draws += 1;
        self.add(Node::Random { draw, below })
    }

    /// The number of the board.
    pub fn board_number(&mut self) -> NodeId {
        self.add(Node::BoardNumber)
    }

    /// Double dummy tricks.
    pub fn tricks(&mut self, seat: Seat, strain: Strain) -> NodeId {
        self.add(Node::Tricks { seat, strain })
    }

    /// The double dummy par score of a side.
    pub fn par(&mut self, side: Side, vulnerable: Vulnerability) -> NodeId {
        self.add(Node::Par { side, vulnerable })
    }

    /// Whether a node asks for nothing but what a file says of a board: its cards do not matter.
    pub fn asks_only_a_file(&self, node: NodeId) -> bool {
        let (mut open, mut asks) = (vec![node], false);
        while let Some(id) = open.pop() {
            match self.node(id) {
                Node::Measure { .. }
                | Node::Shape { .. }
                | Node::HasCard { .. }
                | Node::Tricks { .. }
                | Node::Par { .. }
                | Node::Random { .. } => return false,
                Node::Ask(asked) => match **asked {
                    Asked::Told(_) => asks = true,
                    _ => return false,
                },
                other => other.for_each_operand(|operand| open.push(operand)),
            }
        }
        asks
    }

    /// What only a solver or a file can answer.
    pub fn ask(&mut self, asked: Asked) -> NodeId {
        self.add(Node::Ask(Box::new(asked)))
    }

    /// The score of a contract that makes so many tricks.
    pub fn score(&mut self, contract: Contract, vulnerable: bool, tricks: NodeId) -> NodeId {
        self.add(Node::Score {
            contract,
            vulnerable,
            tricks,
        })
    }

    /// Points as international match points.
    pub fn imps(&mut self, points: NodeId) -> NodeId {
        self.add(Node::Imps(points))
    }

    fn add(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        let facts = self.work_out(&node);
        self.facts.push(facts);
        self.nodes.push(node.clone());
        self.origins.push(None);
        self.known.insert(node, id);
        id
    }

    fn work_out(&mut self, node: &Node) -> Facts {
        let mut facts = Facts {
            seats: Seats::NONE,
            opaque: false,
            draws: false,
            solver: false,
            may_fail: false,
            low: 0,
            high: 1,
        };
        node.for_each_operand(|operand| {
            let operand = self.facts(operand);
            facts.seats = facts.seats.union(operand.seats);
            facts.opaque |= operand.opaque;
            facts.draws |= operand.draws;
            facts.solver |= operand.solver;
            facts.may_fail |= operand.may_fail;
        });
        match node {
            Node::Constant(value) => (facts.low, facts.high) = (*value, *value),
            Node::Measure {
                seat,
                measure,
                suit,
            } => {
                facts.seats = (*seat).into();
                let range = self.ranges.entry((*measure, suit.is_some()));
                (facts.low, facts.high) =
                    *range.or_insert_with(|| measure_range(*measure, suit.is_some()));
            }
            Node::Shape { seat, .. } | Node::HasCard { seat, .. } => facts.seats = (*seat).into(),
            Node::Not(_) | Node::Compare(..) | Node::All(_) | Node::Any(_) => {}
            Node::Negate(a) => {
                let a = self.facts(*a);
                set_range(&mut facts, -i128::from(a.high), -i128::from(a.low));
            }
            Node::Arithmetic(operator, a, b) => {
                self.arithmetic_range(&mut facts, *operator, *a, *b)
            }
            Node::Choose { yes, no, .. } => {
                let (yes, no) = (self.facts(*yes), self.facts(*no));
                (facts.low, facts.high) = (yes.low.min(no.low), yes.high.max(no.high));
            }
            Node::Random { below, .. } => {
                facts.opaque = true;
                facts.draws = true;
                facts.high = (self.facts(*below).high.saturating_sub(1)).max(0);
            }
            Node::BoardNumber => {
                facts.opaque = true;
                facts.high = MOST_BOARDS;
            }
            Node::Tricks { .. } => {
                facts = Facts {
                    seats: Seats::ALL,
                    opaque: true,
                    draws: false,
                    solver: true,
                    may_fail: false,
                    low: 0,
                    high: 13,
                }
            }
            Node::Ask(asked) => {
                let (solver, [low, high]) = match &**asked {
                    Asked::AfterLead { .. } => (true, [0, 13]),
                    Asked::ParContract { .. } => (true, [0, 35]),
                    Asked::Told(told) => (false, told.range()),
                };
                facts = Facts {
                    seats: Seats::ALL,
                    opaque: true,
                    draws: false,
                    solver,
                    // A card that the leader lacks, or a board that comes from no file.
                    may_fail: !matches!(**asked, Asked::ParContract { .. }),
                    low,
                    high,
                }
            }
            Node::Par { .. } => {
                facts = Facts {
                    seats: Seats::ALL,
                    opaque: true,
                    draws: false,
                    solver: true,
                    may_fail: false,
                    low: -10_000,
                    high: 10_000,
                }
            }
            Node::Score {
                contract,
                vulnerable,
                tricks,
            } => {
                // More tricks never score less.
                let tricks = self.facts(*tricks);
                let of = |tricks| score_of(*contract, *vulnerable, tricks);
                (facts.low, facts.high) = (of(tricks.low), of(tricks.high));
            }
            Node::Imps(_) => (facts.low, facts.high) = (-24, 24),
        }
        facts
    }

    fn arithmetic_range(&self, facts: &mut Facts, operator: Arithmetic, a: NodeId, b: NodeId) {
        let (a, b) = (self.facts(a), self.facts(b));
        let [al, ah, bl, bh] = [a.low, a.high, b.low, b.high].map(i128::from);
        let largest = al.abs().max(ah.abs());
        match operator {
            Arithmetic::Add => set_range(facts, al + bl, ah + bh),
            Arithmetic::Subtract => set_range(facts, al - bh, ah - bl),
            Arithmetic::Multiply => {
                let products = [al * bl, al * bh, ah * bl, ah * bh];
                let low = products.iter().min().copied().unwrap_or(0);
                let high = products.iter().max().copied().unwrap_or(0);
                set_range(facts, low, high);
            }
            Arithmetic::Divide => {
                facts.may_fail |= bl <= 0 && bh >= 0;
                set_range(facts, -largest, largest);
            }
            Arithmetic::Modulo => {
                facts.may_fail |= bl <= 0 && bh >= 0;
                // What is left is smaller than the divisor, and has the sign of what was divided.
                let most = largest.min(bl.abs().max(bh.abs()) - 1).max(0);
                set_range(
                    facts,
                    if al < 0 { -most } else { 0 },
                    if ah > 0 { most } else { 0 },
                );
            }
        }
    }
}

/// The score of a number of tricks that may be any.
pub(crate) fn score_of(contract: Contract, vulnerable: bool, tricks: i64) -> i64 {
    let tricks = tricks.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    bridge::score::score(contract, vulnerable, tricks).into()
}

/// A range that does not fit is one that may fail.
fn set_range(facts: &mut Facts, low: i128, high: i128) {
    let clamp = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    (facts.low, facts.high) = (clamp(low), clamp(high));
    facts.may_fail |= i128::from(facts.low) != low || i128::from(facts.high) != high;
}

/// How small and how large a measure can be, in a suit or in a hand of any size: from the measure's own values for all
/// holdings, so that a new measure needs nothing here.
fn measure_range(measure: Measure, in_suit: bool) -> (i64, i64) {
    let suits = if in_suit { 1 } else { 4 };
    match measure {
        // A hand has no more cards than a suit.
        Measure::Length => (0, 13),
        // Cards add up, and so do their ranges; there are as many such measures as tables of points.
        Measure::Points(count) => {
            let (low, high) = points_range(&count);
            (suits * low, suits * high)
        }
        _ => {
            let table = SuitTable::new(measure);
            let values = (0..1 << 13).map(|bits| i64::from(table.holding(Holding(bits))));
            let (low, high) = extent(values);
            let (least, most) = if in_suit {
                (0, 0)
            } else {
                beside_suits(measure)
            };
            (suits * low + least, suits * high + most)
        }
    }
}

/// What a measure adds to the sum over the suits for the shape of the whole hand.
fn beside_suits(measure: Measure) -> (i64, i64) {
    if !measure.looks_at_shape() {
        return (0, 0);
    }
    let lengths = || 0..=13u32;
    let pairs = move || lengths().flat_map(move |a| lengths().map(move |b| (a, b)));
    let shapes = pairs().flat_map(move |(a, b)| pairs().map(move |(c, d)| [a, b, c, d]));
    let of_shape = |lengths: [u32; 4]| {
        let lowest = |length: u32| (1u64 << length) - 1;
        let bits = (0..4).fold(0, |bits, suit| bits | lowest(lengths[suit]) << (16 * suit));
        i64::from(measure.for_shape(Hand::from_bits(bits)))
    };
    extent(
        shapes
            .filter(|shape| shape.iter().sum::<u32>() <= 13)
            .map(of_shape),
    )
}

/// The least and the most of some numbers.
fn extent(numbers: impl Iterator<Item = i64>) -> (i64, i64) {
    numbers.fold((i64::MAX, i64::MIN), |(low, high), number| {
        (low.min(number), high.max(number))
    })
}

/// The least and the most that one suit can be worth.
fn points_range(count: &PointCount) -> (i64, i64) {
    let values = || Rank::all().map(|rank| i64::from(count.of_rank(rank)));
    (
        values().filter(|&value| value < 0).sum(),
        values().filter(|&value| value > 0).sum(),
    )
}

/// What must hold of a deal, with further values that someone wants to know of it.
#[derive(Clone, Debug)]
pub struct Condition {
    graph: Arc<Graph>,
    root: NodeId,
    values: Vec<NodeId>,
}

impl Condition {
    /// The condition that `root` is not 0; `values` are kept for [`crate::Evaluator::value`].
    pub fn new(graph: Graph, root: NodeId, values: Vec<NodeId>) -> Condition {
        Condition {
            graph: Arc::new(graph),
            root,
            values,
        }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The graph, for someone who keeps it.
    pub fn shared_graph(&self) -> Arc<Graph> {
        self.graph.clone()
    }

    /// The node that must not be 0.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Whether it is known without looking at any deal: `Some(false)` if no deal satisfies it.
    pub fn settled(&self) -> Option<bool> {
        self.graph.as_constant(self.root).map(|value| value != 0)
    }

    /// The further values.
    pub fn values(&self) -> &[NodeId] {
        &self.values
    }

    /// Whether it, or one of its values, asks for double dummy results.
    pub fn asks_solver(&self) -> bool {
        let mut asked = std::iter::once(&self.root).chain(&self.values);
        asked.any(|&node| self.graph.facts(node).solver)
    }

    /// The strains of which its values ask for the tricks of several declarers, whatever the cards are; `None` if there is no such
    /// strain. All four declarers together cost less than two one after the other.
    pub(crate) fn whole_strains(&self) -> Option<[bool; 5]> {
        let mut declarers = [Seats::NONE; 5];
        let mut seen = vec![false; self.graph.len()];
        let mut open = self.values.clone();
        while let Some(id) = open.pop() {
            let is_new = !std::mem::replace(&mut seen[id.index()], true);
            if !is_new || !self.graph.facts(id).solver {
                continue;
            }
            match self.graph.node(id) {
                Node::Tricks { seat, strain } => {
                    let known = &mut declarers[strain.index()];
                    *known = known.union(Seats::from(*seat));
                }
                // Of these some may not be asked.
                Node::All(terms) | Node::Any(terms) => open.extend(terms.first()),
                Node::Choose { test, .. } => open.push(*test),
                node => node.for_each_operand(|operand| open.push(operand)),
            }
        }
        let whole = declarers.map(|declarers| declarers.len() > 1);
        whole.contains(&true).then_some(whole)
    }

    /// The terms that must all hold, in the order in which they were written; none if anything goes.
    pub fn conjuncts(&self) -> &[NodeId] {
        match self.graph.node(self.root) {
            Node::All(terms) => terms,
            Node::Constant(value) if *value != 0 => &[],
            _ => std::slice::from_ref(&self.root),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hcp(graph: &mut Graph, seat: Seat) -> NodeId {
        graph.measure(seat, Measure::Points(PointCount::HCP), None)
    }

    /// What is known of hands by their definition, and what was only a safe guess before: never less than it can be.
    #[test]
    fn ranges_of_measures() {
        let of = |measure| [true, false].map(|in_suit| measure_range(measure, in_suit));
        assert_eq!(of(Measure::Length), [(0, 13), (0, 13)]);
        assert_eq!(of(Measure::Points(PointCount::HCP)), [(0, 10), (0, 40)]);
        assert_eq!(of(Measure::Points(PointCount::CONTROLS)), [(0, 3), (0, 12)]);
        assert_eq!(of(Measure::Losers), [(0, 3), (0, 12)]);
        assert_eq!(of(Measure::HalfLosers), [(0, 300), (0, 1200)]);
        let guesses = [
            (Measure::Quality, [(0, 2_000), (0, 8_000)]),
            (Measure::FourCs, [(-100, 10_000), (-100, 10_000)]),
        ];
        for (measure, guessed) in guesses {
            for ((low, high), guessed) in of(measure).into_iter().zip(guessed) {
                assert!(
                    guessed.0 <= low && high <= guessed.1,
                    "{measure:?} {low} {high}"
                );
            }
        }
        assert_eq!(of(Measure::Quality), [(0, 1_300), (0, 5_200)]);
        let (low, high) = measure_range(Measure::FourCs, false);
        let hands = [
            "AKQJT98765432...",
            "AKQJ.AKQ.AKQ.AKQ",
            "5432.432.432.432",
            "...",
        ];
        for hand in hands {
            let value = i64::from(bridge::four_cs(hand.parse().unwrap()));
            assert!((low..=high).contains(&value), "{hand}: {value}");
        }
    }

    #[test]
    fn equal_nodes_are_one_and_draws_are_not() {
        let mut graph = Graph::default();
        assert_eq!(hcp(&mut graph, Seat::North), hcp(&mut graph, Seat::North));
        let six = graph.constant(6);
        assert_ne!(graph.random(six), graph.random(six));
    }

    #[test]
    fn and_is_flat_and_keeps_its_order() {
        let mut graph = Graph::default();
        let terms = Seat::ALL.map(|seat| {
            let points = hcp(&mut graph, seat);
            let five = graph.constant(5);
            graph.compare(Comparison::More, points, five)
        });
        let left = graph.all(vec![terms[0], terms[1]]);
        let right = graph.all(vec![terms[2], terms[0], terms[3]]);
        let root = graph.all(vec![left, right]);
        let condition = Condition::new(graph, root, Vec::new());
        assert_eq!(condition.conjuncts(), terms);
        assert_eq!(condition.graph().facts(root).seats, Seats::ALL);
    }

    #[test]
    fn what_may_fail_is_never_dropped() {
        let mut graph = Graph::default();
        let (one, zero) = (graph.constant(1), graph.constant(0));
        let points = hcp(&mut graph, Seat::North);
        let risky = graph.arithmetic(Arithmetic::Divide, one, points);
        assert!(graph.facts(risky).may_fail);
        let kept = graph.all(vec![risky, zero]);
        assert!(matches!(graph.node(kept), Node::All(_)));
        let dropped = graph.all(vec![zero, risky]);
        assert_eq!(graph.as_constant(dropped), Some(0));
        let undefined = graph.arithmetic(Arithmetic::Divide, one, zero);
        assert!(matches!(graph.node(undefined), Node::Arithmetic(..)));
    }

    #[test]
    fn a_remainder_is_smaller_than_its_divisor() {
        let mut graph = Graph::default();
        let points = hcp(&mut graph, Seat::West);
        let (three, below) = (graph.constant(3), graph.constant(-100));
        let remainder = graph.arithmetic(Arithmetic::Modulo, points, three);
        let facts = graph.facts(remainder);
        assert_eq!((facts.low, facts.high, facts.may_fail), (0, 2, false));
        let negative = graph.arithmetic(Arithmetic::Add, points, below);
        let remainder = graph.arithmetic(Arithmetic::Modulo, negative, three);
        let facts = graph.facts(remainder);
        assert_eq!((facts.low, facts.high), (-2, 0));
    }

    #[test]
    fn comparisons_are_settled_where_ranges_allow() {
        let mut graph = Graph::default();
        let points = hcp(&mut graph, Seat::West);
        let (minus, many) = (graph.constant(-1), graph.constant(1000));
        let always = graph.compare(Comparison::Less, minus, points);
        let never = graph.compare(Comparison::Equal, points, many);
        assert_eq!(graph.as_constant(always), Some(1));
        assert_eq!(graph.as_constant(never), Some(0));
    }
}

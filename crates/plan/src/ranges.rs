//! What a condition makes of a whole class of hands: never, perhaps, or always true.
//!
//! A class says how long a hand's suits are and between what bounds its points lie. Every node of the condition then
//! has a range; what other seats have is left open.

use std::sync::Arc;

use bridge::{Measure, PointCount, Rank, Seat, Suit};
use condition::{Arithmetic, Comparison, Graph, Node, NodeId};

use crate::project::reachable;

/// A least and a most.
pub(crate) type Range = (i64, i64);

/// What a class says of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub seat: Seat,
    /// Cards by suit, in the order of [`Suit::ALL`].
    pub lengths: [u8; 4],
    pub count: PointCount,
    pub points: Range,
}

impl Known {
    /// What a measure of the seat's hand can be.
    fn measure(&self, measure: Measure, suit: Option<Suit>) -> Option<Range> {
        let length = |suit: Suit| i64::from(self.lengths[suit as usize]);
        match (measure, suit) {
            (Measure::Length, Some(suit)) => Some((length(suit), length(suit))),
            (Measure::Length, None) => Some((13, 13)),
            (Measure::Points(count), None) if count == self.count => Some(self.points),
            (Measure::Points(count), suit) => {
                let most_of = |suit: Suit| best(&count, self.lengths[suit as usize]);
                let by_length = match suit {
                    Some(suit) => most_of(suit),
                    None => Suit::ALL.into_iter().map(most_of).sum(),
                };
                let (_, points) = self.points;
                let by_points =
                    ratio(&count, &self.count).map_or(by_length, |(a, b)| points * a / b);
                let negative = Rank::all().any(|rank| count.of_rank(rank) < 0);
                (!negative).then_some((0, by_length.min(by_points)))
            }
            (Measure::Losers, suit) => {
                let most_of = |suit: Suit| length(suit).min(3);
                Some(match suit {
                    Some(suit) => (0, most_of(suit)),
                    None => (0, Suit::ALL.into_iter().map(most_of).sum()),
                })
            }
            _ => None,
        }
    }
}

/// The most that so many cards of a suit can be worth.
fn best(count: &PointCount, cards: u8) -> i64 {
    let mut values: Vec<i64> = Rank::all()
        .map(|rank| i64::from(count.of_rank(rank)))
        .collect();
    values.sort_by(|a, b| b.cmp(a));
    values
        .into_iter()
        .take(cards.into())
        .filter(|v| *v > 0)
        .sum()
}

/// The most that a point of one count can be worth in another, as a fraction; `None` if some card has only the other.
fn ratio(count: &PointCount, base: &PointCount) -> Option<(i64, i64)> {
    let mut most = (0, 1);
    for rank in Rank::all() {
        let (value, points) = (
            i64::from(count.of_rank(rank)),
            i64::from(base.of_rank(rank)),
        );
        match points {
            0 if value > 0 => return None,
            p if p > 0 && value * most.1 > most.0 * p => most = (value, p),
            _ => {}
        }
    }
    Some(most)
}

/// Works out what a node can be for all hands of a class, whatever the other seats have.
pub(crate) struct Ranges {
    graph: Arc<Graph>,
    /// The nodes that matter, operands first.
    nodes: Vec<NodeId>,
    ranges: Vec<Range>,
}

impl Ranges {
    /// Those of a node and all that it needs.
    pub(crate) fn new(graph: Arc<Graph>, root: NodeId) -> Ranges {
        Ranges {
            nodes: reachable(&graph, root),
            ranges: vec![(0, 0); graph.len()],
            graph,
        }
    }

    /// Whether the node is true for all hands of a class: never, perhaps, or always.
    pub(crate) fn truth(&mut self, known: &Known) -> Truth {
        for i in 0..self.nodes.len() {
            let node = self.nodes[i];
            self.ranges[node.index()] = self.range(node, Some(known));
        }
        self.root_truth()
    }

    fn root_truth(&self) -> Truth {
        match self.nodes.last() {
            Some(root) => truth(self.ranges[root.index()]),
            None => Truth::Perhaps,
        }
    }

    /// What the node sees of a seat: the nodes on that seat alone which others build on.
    pub(crate) fn seen_of(&self, seat: Seat) -> Vec<NodeId> {
        let alone = |node: NodeId| self.graph.facts(node).seats == seat.into();
        let mut seen = Vec::new();
        for &node in self.nodes.iter().filter(|node| !alone(**node)) {
            self.graph.node(node).for_each_operand(|operand| {
                if alone(operand) && !seen.contains(&operand) {
                    seen.push(operand);
                }
            });
        }
        seen
    }

    /// The ranges of some nodes, as they were worked out last.
    pub(crate) fn of(&self, nodes: &[NodeId]) -> Vec<Range> {
        nodes.iter().map(|node| self.ranges[node.index()]).collect()
    }

    /// Whether the node is true for all hands of a class of one seat, what it sees of another seat being given.
    pub(crate) fn truth_given(
        &mut self,
        known: &Known,
        other: Seat,
        seen: &[NodeId],
        ranges: &[Range],
    ) -> Truth {
        for (node, range) in seen.iter().zip(ranges) {
            self.ranges[node.index()] = *range;
        }
        for i in 0..self.nodes.len() {
            let node = self.nodes[i];
            if self.graph.facts(node).seats != other.into() {
                self.ranges[node.index()] = self.range(node, Some(known));
            }
        }
        self.root_truth()
    }

    fn range(&self, id: NodeId, known: Option<&Known>) -> Range {
        let facts = self.graph.facts(id);
        let anything = (facts.low, facts.high);
        let of = |node: NodeId| self.ranges[node.index()];
        let of_seat = |seat: Seat| known.filter(|known| known.seat == seat);
        if facts.may_fail {
            return anything;
        }
        match self.graph.node(id) {
            Node::Constant(value) => (*value, *value),
            Node::Measure {
                seat,
                measure,
                suit,
            } => of_seat(*seat)
                .and_then(|known| known.measure(*measure, *suit))
                .unwrap_or(anything),
            Node::Shape { seat, shapes } => of_seat(*seat).map_or(anything, |known| {
                let [c, d, h, s] = known.lengths;
                let shape = bridge::Shape::new([s, h, d, c]);
                let has = shape.is_some_and(|shape| shapes.contains(shape));
                (has.into(), has.into())
            }),
            Node::HasCard { seat, card } => of_seat(*seat).map_or(anything, |known| {
                let room = known.lengths[card.suit() as usize] > 0;
                let worth = i64::from(known.count.of_rank(card.rank()));
                (0, i64::from(room && worth <= known.points.1))
            }),
            Node::Not(a) => match truth(of(*a)) {
                Truth::Never => (1, 1),
                Truth::Always => (0, 0),
                Truth::Perhaps => (0, 1),
            },
            Node::Negate(a) => (-of(*a).1, -of(*a).0),
            Node::All(terms) => each(
                terms.iter().map(|t| truth(of(*t))),
                Truth::Never,
                Truth::Always,
            ),
            Node::Any(terms) => each(
                terms.iter().map(|t| truth(of(*t))),
                Truth::Always,
                Truth::Never,
            ),
            Node::Compare(comparison, a, b) => compare(*comparison, of(*a), of(*b)),
            Node::Choose { test, yes, no } => match truth(of(*test)) {
                Truth::Always => of(*yes),
                Truth::Never => of(*no),
                Truth::Perhaps => (of(*yes).0.min(of(*no).0), of(*yes).1.max(of(*no).1)),
            },
            Node::Arithmetic(operator, a, b) => {
                arithmetic(*operator, of(*a), of(*b)).unwrap_or(anything)
            }
            _ => anything,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    Never,
    Perhaps,
    Always,
}

fn truth(range: Range) -> Truth {
    match range {
        (0, 0) => Truth::Never,
        (low, high) if low > 0 || high < 0 => Truth::Always,
        _ => Truth::Perhaps,
    }
}

/// The range of a list that one deciding term decides, and that is the other way round if none does.
fn each(terms: impl Iterator<Item = Truth>, decides: Truth, else_: Truth) -> Range {
    let mut found = else_;
    for term in terms {
        if term == decides {
            found = decides;
            break;
        }
        if term == Truth::Perhaps {
            found = Truth::Perhaps;
        }
    }
    match found {
        Truth::Never => (0, 0),
        Truth::Always => (1, 1),
        Truth::Perhaps => (0, 1),
    }
}

fn compare(comparison: Comparison, a: Range, b: Range) -> Range {
    let (surely, perhaps) = match comparison {
        Comparison::Less => (a.1 < b.0, a.0 < b.1),
        Comparison::AtMost => (a.1 <= b.0, a.0 <= b.1),
        Comparison::More => (a.0 > b.1, a.1 > b.0),
        Comparison::AtLeast => (a.0 >= b.1, a.1 >= b.0),
        Comparison::Equal => (a.1 <= b.0 && a.0 >= b.1, a.0 <= b.1 && a.1 >= b.0),
        Comparison::Unequal => {
            let (equal, perhaps) = compare(Comparison::Equal, a, b);
            (perhaps == 0, equal == 0)
        }
    };
    (surely.into(), perhaps.into())
}

fn arithmetic(operator: Arithmetic, a: Range, b: Range) -> Option<Range> {
    Some(match operator {
        Arithmetic::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
        Arithmetic::Subtract => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
        Arithmetic::Multiply => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let mut range = (i64::MAX, i64::MIN);
            for (x, y) in corners {
                let product = x.checked_mul(y)?;
                range = (range.0.min(product), range.1.max(product));
            }
            range
        }
        Arithmetic::Divide if b.0 == b.1 && b.0 > 0 => (a.0 / b.0, a.1 / b.0),
        _ => return None,
    })
}

//! From what is asked of each hand to a condition, as a script would say it.

use bridge::{Measure, PointCount, Seat, ShapeSet, Suit};
use condition::{Comparison, Condition, Graph, NodeId, Origin};

use crate::demand::{Demand, ProfileLine, Requirement};
use crate::model::Range;

/// The condition that all lines hold. Every conjunct has the number of its line as its origin.
///
/// ```
/// use profile::{Requirement, SuitReason, ProfileLine, Range};
/// let line = ProfileLine {
///     seat: bridge::Seat::North,
///     asks: Requirement::Points(Range { min: 10, max: 12 }),
///     because: SuitReason::Standard,
///     path: String::new(),
/// };
/// let condition = profile::condition(&[line]);
/// assert_eq!(condition.conjuncts().len(), 2, "at least ten and at most twelve");
/// ```
pub fn condition(lines: &[ProfileLine]) -> Condition {
    let mut graph = Graph::default();
    let mut terms = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        for term in terms_of(&mut graph, line.seat, &line.asks) {
            graph.set_origin(term, Origin(number as u32));
            terms.push(term);
        }
    }
    let root = graph.all(terms);
    Condition::new(graph, root, Vec::new())
}

/// The condition that every seat, from North, has a hand that is asked for.
pub(crate) fn condition_of(demands: &[Demand; 4]) -> Condition {
    let mut graph = Graph::default();
    let mut terms = Vec::new();
    for (seat, demand) in Seat::ALL.into_iter().zip(demands) {
        let mut add = |asks: Requirement| terms.extend(terms_of(&mut graph, seat, &asks));
        for suit in Suit::WRITTEN {
            add(Requirement::Cards(suit, demand.cards[suit as usize]));
            add(Requirement::PointsIn(suit, demand.points[suit as usize]));
        }
        add(Requirement::Points(demand.total));
        let excluded = ShapeSet::all().minus(&demand.shapes);
        add(Requirement::Not(excluded, String::new()));
    }
    let root = graph.all(terms);
    Condition::new(graph, root, Vec::new())
}

/// What must hold for one line: nothing where it goes without saying.
fn terms_of(graph: &mut Graph, seat: Seat, asks: &Requirement) -> Vec<NodeId> {
    let points = Measure::Points(PointCount::HCP);
    match asks {
        Requirement::Cards(suit, range) => {
            let cards = graph.measure(seat, Measure::Length, Some(*suit));
            within(graph, cards, *range)
        }
        Requirement::PointsIn(suit, range) => {
            let points = graph.measure(seat, points, Some(*suit));
            within(graph, points, *range)
        }
        Requirement::Points(range) => {
            let points = graph.measure(seat, points, None);
            within(graph, points, *range)
        }
        Requirement::Not(shapes, _) => vec![graph.shape(seat, ShapeSet::all().minus(shapes))],
    }
}

fn within(graph: &mut Graph, value: NodeId, range: Range) -> Vec<NodeId> {
    let (min, max) = (i64::from(range.min), i64::from(range.max));
    // A hand has at most 37 points, which the graph does not know.
    let max = if max == i64::from(Range::POINTS.max) {
        i64::MAX
    } else {
        max
    };
    let (low, high) = (graph.constant(min), graph.constant(max));
    if min == max {
        vec![graph.compare(Comparison::Equal, value, low)]
    } else {
        vec![
            graph.compare(Comparison::AtLeast, value, low),
            graph.compare(Comparison::AtMost, value, high),
        ]
    }
}

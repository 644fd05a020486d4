//! From what is asked of each hand to a condition, as a script would say it.

use bridge::{Measure, PointCount, Seat, ShapeSet, Side, Suit};
use condition::{Arithmetic, Comparison, Condition, Graph, NodeId, Origin};

use crate::combining::demand::{Demands, ProfileLine, Requirement, Whose};
use crate::document::model::Range;

/// The condition that all lines hold. Every conjunct has the number of its line as its origin.
///
/// ```
/// use profile::{Requirement, SuitReason, ProfileLine, Range, Whose};
/// let line = ProfileLine {
///     whose: Whose::Hand(bridge::Seat::North),
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
        for term in terms_of(&mut graph, line.whose, &line.asks) {
            graph.set_origin(term, Origin(number as u32));
            terms.push(term);
        }
    }
    let root = graph.all(terms);
    Condition::new(graph, root, Vec::new())
}

/// The condition that the hands are those that are asked for.
pub(crate) fn condition_of(demands: &Demands) -> Condition {
    let mut graph = Graph::default();
    let mut terms = Vec::new();
    for (seat, demand) in Seat::ALL.into_iter().zip(demands.hands) {
        let whose = Whose::Hand(seat);
        let mut add = |asks: Requirement| terms.extend(terms_of(&mut graph, whose, &asks));
        for suit in Suit::WRITTEN {
            add(Requirement::Cards(suit, demand.cards[suit as usize]));
            add(Requirement::PointsIn(suit, demand.points[suit as usize]));
        }
        add(Requirement::Points(demand.total));
        let excluded = ShapeSet::all().minus(&demand.shapes);
        add(Requirement::Not(excluded, String::new()));
    }
    for (side, demand) in Side::ALL.into_iter().zip(demands.pairs) {
        let whose = Whose::Pair(side);
        let mut add = |asks: Requirement| terms.extend(terms_of(&mut graph, whose, &asks));
        for suit in Suit::WRITTEN {
            add(Requirement::Cards(suit, demand.cards[suit as usize]));
        }
        add(Requirement::Points(demand.points));
    }
    let root = graph.all(terms);
    Condition::new(graph, root, Vec::new())
}

/// What must hold for one line: nothing where it goes without saying.
fn terms_of(graph: &mut Graph, whose: Whose, asks: &Requirement) -> Vec<NodeId> {
    let points = Measure::Points(PointCount::HCP);
    let shape = |graph: &mut Graph, shapes: ShapeSet| {
        let seats = whose.seats().into_iter();
        seats.map(|seat| graph.shape(seat, shapes)).collect()
    };
    match asks {
        Requirement::Cards(suit, range) => {
            let cards = measured(graph, whose, Measure::Length, Some(*suit));
            within(graph, cards, *range, Range::CARDS)
        }
        Requirement::PointsIn(suit, range) => {
            let points = measured(graph, whose, points, Some(*suit));
            within(graph, points, *range, Range::POINTS_IN_SUIT)
        }
        Requirement::Points(range) => {
            let points = measured(graph, whose, points, None);
            let whole = match whose {
                Whose::Hand(_) => Range::POINTS,
                Whose::Pair(_) => Range::POINTS_TOGETHER,
            };
            within(graph, points, *range, whole)
        }
        Requirement::Shapes(shapes, _) => shape(graph, *shapes),
        Requirement::Not(shapes, _) => shape(graph, ShapeSet::all().minus(shapes)),
    }
}

/// What a hand has of something, or two hands together.
fn measured(graph: &mut Graph, whose: Whose, measure: Measure, suit: Option<Suit>) -> NodeId {
    match whose {
        Whose::Hand(seat) => graph.measure(seat, measure, suit),
        Whose::Pair(side) => {
            let [one, other] = side.seats().map(|seat| graph.measure(seat, measure, suit));
            graph.arithmetic(Arithmetic::Add, one, other)
        }
    }
}

fn within(graph: &mut Graph, value: NodeId, range: Range, whole: Range) -> Vec<NodeId> {
    let (min, max) = (i64::from(range.min), i64::from(range.max));
    // How much there can be at the most, the graph need not know.
    let max = if range.max >= whole.max {
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

//! Ways to look at a hand that are no one measure, as parts of a condition: sums of measures, and comparisons of sums.
//!
//! They are built on the same nodes as everything else, so they are evaluated and counted like them.

use bridge::{Measure, PointCount, Seat, Suit};
use condition::{Arithmetic, Comparison, Graph, NodeId};

use crate::word::Formula;

/// What a formula says of a hand.
pub(crate) fn node(graph: &mut Graph, formula: Formula, seat: Seat) -> NodeId {
    let points = graph.measure(seat, Measure::Points(PointCount::HCP), None);
    match formula {
        Formula::Bergen => bergen(graph, seat),
        Formula::Rule15 => {
            let spades = graph.measure(seat, Measure::Length, Some(Suit::Spades));
            let sum = graph.arithmetic(Arithmetic::Add, points, spades);
            at_least(graph, sum, 15)
        }
        Formula::Rule20 => {
            let longest = graph.measure(seat, Measure::TwoLongest, None);
            let sum = graph.arithmetic(Arithmetic::Add, points, longest);
            at_least(graph, sum, 20)
        }
        Formula::Rule22 => {
            let longest = graph.measure(seat, Measure::TwoLongest, None);
            let sum = graph.arithmetic(Arithmetic::Add, points, longest);
            let hundred = graph.constant(100);
            let sum = graph.arithmetic(Arithmetic::Multiply, sum, hundred);
            let quick = graph.measure(seat, Measure::QuickTricks, None);
            let sum = graph.arithmetic(Arithmetic::Add, sum, quick);
            at_least(graph, sum, 2_200)
        }
    }
}

fn at_least(graph: &mut Graph, sum: NodeId, number: i64) -> NodeId {
    let number = graph.constant(number);
    graph.compare(Comparison::AtLeast, sum, number)
}

/// The suits' points, one more or less where there are three more aces and tens than queens and jacks or the other way
/// round, and two for six.
fn bergen(graph: &mut Graph, seat: Seat) -> NodeId {
    let suits = graph.measure(seat, Measure::BergenSuits, None);
    // Aces and tens less queens and jacks.
    let Some(difference) = PointCount::from_ace_down(&[1, 0, -1, -1, 1]) else {
        return suits;
    };
    let difference = graph.measure(seat, Measure::Points(difference), None);
    let mut sum = suits;
    for (comparison, number, worth) in [
        (Comparison::AtLeast, 3, 1),
        (Comparison::AtLeast, 6, 1),
        (Comparison::AtMost, -3, -1),
        (Comparison::AtMost, -6, -1),
    ] {
        let [number, worth, nothing] = [number, worth, 0].map(|number| graph.constant(number));
        let so_many = graph.compare(comparison, difference, number);
        let points = graph.choose(so_many, worth, nothing);
        sum = graph.arithmetic(Arithmetic::Add, sum, points);
    }
    sum
}

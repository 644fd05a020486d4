//! Where the classic program computes something else than its manual says, as parts of a condition.
//!
//! It is used only where [`crate::CompileOptions::classic_faults`] asks for it, and builds on the same nodes as
//! everything else, so the evaluator knows nothing of it.

use bridge::{Measure, PointCount, Seat, Suit};
use condition::{Arithmetic, Comparison, Graph, NodeId};

/// Losers as the classic program looks them up: a short suit's by its controls and a longer suit's by its top three
/// honours, whatever `altcount` has made of those two tables.
pub(crate) fn losers(
    graph: &mut Graph,
    seat: Seat,
    suit: Option<Suit>,
    controls: PointCount,
    top3: PointCount,
) -> NodeId {
    if controls == PointCount::CONTROLS && top3 == PointCount::TOP3 {
        return graph.measure(seat, Measure::Losers, suit);
    }
    match suit {
        Some(suit) => losers_in_suit(graph, seat, suit, controls, top3),
        None => {
            let suits = Suit::ALL.map(|suit| losers_in_suit(graph, seat, suit, controls, top3));
            sum(graph, &suits)
        }
    }
}

fn losers_in_suit(
    graph: &mut Graph,
    seat: Seat,
    suit: Suit,
    controls: PointCount,
    top3: PointCount,
) -> NodeId {
    let length = graph.measure(seat, Measure::Length, Some(suit));
    let controls = graph.measure(seat, Measure::Points(controls), Some(suit));
    let honours = graph.measure(seat, Measure::Points(top3), Some(suit));
    let [zero, one, two, three] = [0, 1, 2, 3].map(|number| graph.constant(number));
    // Singletons lose one with fewer than two controls; doubletons 2, 1, 1 and 0 with 0 to 3.
    let singleton = graph.compare(Comparison::Less, controls, two);
    let none = graph.compare(Comparison::Equal, controls, zero);
    let some = graph.compare(Comparison::Less, controls, three);
    let doubleton = sum(graph, &[none, some]);
    let longer = graph.arithmetic(Arithmetic::Subtract, three, honours);
    let is = |graph: &mut Graph, number| graph.compare(Comparison::Equal, length, number);
    let (is_void, is_one, is_two) = (is(graph, zero), is(graph, one), is(graph, two));
    let two_or_more = graph.choose(is_two, doubleton, longer);
    let one_or_more = graph.choose(is_one, singleton, two_or_more);
    graph.choose(is_void, zero, one_or_more)
}

/// Match points by the classic program's scale, in which 10 begin at 420 and 16 at 1,200 points.
pub(crate) fn imps(graph: &mut Graph, points: NodeId) -> NodeId {
    let right = graph.imps(points);
    [(411, 420), (1_191, 1_290)]
        .into_iter()
        .fold(right, |imps, (low, high)| {
            let more = within(graph, points, low, high);
            let less = within(graph, points, -high, -low);
            let imps = graph.arithmetic(Arithmetic::Add, imps, more);
            graph.arithmetic(Arithmetic::Subtract, imps, less)
        })
}

/// A number as 32 bits hold it: what is too large comes round at the other end.
pub(crate) fn wrapped(graph: &mut Graph, number: NodeId) -> NodeId {
    let facts = graph.facts(number);
    if facts.low >= i32::MIN.into() && facts.high <= i32::MAX.into() {
        return number;
    }
    if let Some(value) = graph.as_constant(number) {
        return graph.constant((value as i32).into());
    }
    let (round, half) = (1 << 32, 1 << 31);
    let [round, half, shift] = [round, half, round + half].map(|number| graph.constant(number));
    let remainder = graph.arithmetic(Arithmetic::Modulo, number, round);
    let positive = graph.arithmetic(Arithmetic::Add, remainder, shift);
    let remainder = graph.arithmetic(Arithmetic::Modulo, positive, round);
    graph.arithmetic(Arithmetic::Subtract, remainder, half)
}

fn within(graph: &mut Graph, value: NodeId, low: i64, high: i64) -> NodeId {
    let (low, high) = (graph.constant(low), graph.constant(high));
    let above = graph.compare(Comparison::AtLeast, value, low);
    let below = graph.compare(Comparison::AtMost, value, high);
    graph.all(vec![above, below])
}

fn sum(graph: &mut Graph, terms: &[NodeId]) -> NodeId {
    let zero = graph.constant(0);
    terms.iter().fold(zero, |sum, &term| {
        graph.arithmetic(Arithmetic::Add, sum, term)
    })
}

#[cfg(test)]
mod tests {
    use bridge::{Deal, Hand, Holding};
    use condition::{Condition, Evaluator, NoOracle};

    use super::*;

    /// The value of a graph's node for a deal.
    fn value(graph: Graph, node: NodeId, deal: &Deal) -> i64 {
        let condition = Condition::new(graph, node, vec![node]);
        Evaluator::new(&condition)
            .value(0, deal, &mut NoOracle)
            .unwrap()
    }

    #[test]
    fn with_the_usual_tables_the_looked_up_losers_are_the_losers() {
        let mut graph = Graph::default();
        let (controls, top3) = (PointCount::CONTROLS, PointCount::TOP3);
        let node = losers_in_suit(&mut graph, Seat::North, Suit::Clubs, controls, top3);
        let condition = Condition::new(graph, node, vec![node]);
        let mut evaluator = Evaluator::new(&condition);
        for bits in 0..1 << 13 {
            let mut deal = Deal::default();
            deal[Seat::North] = Hand::from_bits(bits);
            evaluator.next_deal();
            let losers = evaluator.value(0, &deal, &mut NoOracle);
            let holding = Holding(bits as u16);
            assert_eq!(losers, Ok(bridge::losers(holding).into()), "{holding}");
        }
    }

    #[test]
    fn losers_follow_another_table() {
        let mut deal = Deal::default();
        deal[Seat::West] = "KQ5.32.A765.QJ43".parse().unwrap();
        let mut graph = Graph::default();
        let aces = PointCount::ACES;
        let node = losers(&mut graph, Seat::West, None, PointCount::CONTROLS, aces);
        assert_eq!(value(graph, node, &deal), 3 + 2 + 2 + 3);
    }

    #[test]
    fn numbers_come_round_as_32_bits_do() {
        let number = |graph: &mut Graph| {
            let points = graph.measure(Seat::North, Measure::Points(PointCount::HCP), None);
            let many = graph.constant(1_000_000_007);
            let product = graph.arithmetic(Arithmetic::Multiply, points, many);
            let shift = graph.constant(-7_000_000_000);
            graph.arithmetic(Arithmetic::Add, product, shift)
        };
        for hand in ["", "A", "AJ", "AKQJ", "AKQ.AKQ", "AKQ.AKQ.AKQ.AJ"] {
            let mut deal = Deal::default();
            let hand = format!("{hand}...");
            let suits: Vec<&str> = hand.split('.').take(4).collect();
            deal[Seat::North] = suits.join(".").parse().unwrap();
            let mut graph = Graph::default();
            let plain = number(&mut graph);
            let plain = value(graph, plain, &deal);
            let mut graph = Graph::default();
            let node = number(&mut graph);
            let node = wrapped(&mut graph, node);
            let facts = *graph.facts(node);
            assert_eq!((facts.low, facts.high), (i32::MIN.into(), i32::MAX.into()));
            assert_eq!(value(graph, node, &deal), i64::from(plain as i32), "{hand}");
        }
    }

    #[test]
    fn imps_slip_twice_on_either_side() {
        for (points, expected) in [
            (410, 9),
            (420, 10),
            (430, 10),
            (1_190, 15),
            (1_200, 16),
            (1_290, 16),
            (1_300, 16),
            (-420, -10),
            (-1_200, -16),
            (-1_190, -15),
        ] {
            let mut graph = Graph::default();
            let constant = graph.constant(points);
            let node = imps(&mut graph, constant);
            assert_eq!(value(graph, node, &Deal::default()), expected, "{points}");
        }
    }
}

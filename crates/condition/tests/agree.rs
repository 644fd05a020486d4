//! The evaluator against the plainest possible reading of the same graph, on random conditions and random deals.

use bridge::score::Strain;
use bridge::{
    Card, Deal, Hand, Measure, PointCount, Seat, ShapePattern, ShapeSet, Side, Suit, Vulnerability,
};
use condition::{
    Arithmetic, Comparison, Condition, Evaluator, Graph, NoOracle, Node, NodeId, Oracle, Seats,
};
use proptest::prelude::*;

/// A node's value by recursion, nothing remembered. None where there is none.
fn plain(graph: &Graph, id: NodeId, deal: &Deal) -> Option<i64> {
    let value = |id: NodeId| plain(graph, id, deal);
    Some(match graph.node(id) {
        Node::Constant(value) => *value,
        Node::Measure {
            seat,
            measure,
            suit: Some(suit),
        } => measure.in_suit(deal[*seat].holding(*suit)).into(),
        Node::Measure {
            seat,
            measure,
            suit: None,
        } => measure.in_hand(deal[*seat]).into(),
        Node::Shape { seat, shapes } => shapes.contains_hand(deal[*seat]).into(),
        Node::HasCard { seat, card } => deal[*seat].has(*card).into(),
        Node::Not(a) => (value(*a)? == 0).into(),
        Node::Negate(a) => value(*a)?.checked_neg()?,
        Node::Arithmetic(operator, a, b) => {
            let left = value(*a)?;
            operator.apply(left, value(*b)?)?
        }
        Node::Compare(comparison, a, b) => {
            let left = value(*a)?;
            comparison.holds(left, value(*b)?).into()
        }
        Node::All(terms) => {
            for &term in terms {
                if value(term)? == 0 {
                    return Some(0);
                }
            }
            1
        }
        Node::Any(terms) => {
            for &term in terms {
                if value(term)? != 0 {
                    return Some(1);
                }
            }
            0
        }
        Node::Choose { test, yes, no } => match value(*test)? {
            0 => value(*no)?,
            _ => value(*yes)?,
        },
        other => panic!("no {other:?} is made here"),
    })
}

const OTHER_MEASURES: [Measure; 11] = [
    Measure::Losers,
    Measure::FourCs,
    Measure::NewLosers,
    Measure::AdjustedLosers,
    Measure::QuickTricks,
    Measure::ShortSuits,
    Measure::LongSuits,
    Measure::Pavlicek,
    Measure::BergenSuits,
    Measure::Zar,
    Measure::TwoLongest,
];

/// One step of building a graph: a kind of node, and numbers from which its parts are picked.
type Step = (u8, u32, u32, u32);

fn build(steps: &[Step]) -> (Graph, NodeId) {
    let mut graph = Graph::default();
    let mut made = vec![graph.constant(3)];
    for &(kind, x, y, z) in steps {
        let pick = |number: u32| made[made.len() - 1 - number as usize % made.len().min(12)];
        let (a, b, c) = (pick(x), pick(y), pick(z));
        let seat = Seat::ALL[x as usize % 4];
        let suit = Suit::ALL[y as usize % 4];
        let count = PointCount::ALTERNATES[z as usize % 10];
        let node = match kind % 16 {
            0 => graph.constant(i64::from(x % 20) - 4),
            1 => graph.measure(seat, Measure::Points(PointCount::HCP), None),
            2 => graph.measure(seat, Measure::Length, Some(suit)),
            3 => graph.measure(seat, Measure::Points(count), (z % 3 == 0).then_some(suit)),
            4 => graph.measure(
                seat,
                OTHER_MEASURES[z as usize % OTHER_MEASURES.len()],
                None,
            ),
            5 => {
                let texts = ["4333", "5332", "5xxx", "x5xx", "0xxx", "54xx"];
                let pattern: ShapePattern = texts[y as usize % 6].parse().unwrap();
                graph.shape(seat, ShapeSet::of(&pattern, z % 2 == 0))
            }
            6 => graph.has_card(seat, Card::all().nth(y as usize % 52).unwrap()),
            7 => graph.not(a),
            8 => graph.negate(a),
            9 | 10 => {
                use Arithmetic::*;
                graph.arithmetic(
                    [Add, Subtract, Multiply, Divide, Modulo][z as usize % 5],
                    a,
                    b,
                )
            }
            11 | 12 => {
                use Comparison::*;
                let comparison = [Equal, Unequal, Less, AtMost, More, AtLeast][z as usize % 6];
                let number = graph.constant(i64::from(y % 15));
                graph.compare(comparison, a, if z % 4 == 0 { b } else { number })
            }
            13 => graph.all(vec![a, b, c]),
            14 => graph.any(vec![a, b, c]),
            _ => graph.choose(a, b, c),
        };
        made.push(node);
    }
    let root = made[made.len() - 1];
    (graph, root)
}

/// A deal from numbers: the order in which they sort the deck.
fn deal(keys: &[u32]) -> Deal {
    let mut order: Vec<usize> = (0..52).collect();
    order.sort_by_key(|&i| keys[i]);
    let cards: Vec<Card> = Card::all().collect();
    let hand = |seat: usize| {
        order[13 * seat..13 * (seat + 1)]
            .iter()
            .map(|&i| cards[i])
            .collect::<Hand>()
    };
    Deal([hand(0), hand(1), hand(2), hand(3)])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: needs::rounds(400, 40_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_evaluator_agrees_with_the_plain_reading(
        steps in prop::collection::vec(any::<Step>(), 1..80),
        deals in prop::collection::vec(prop::collection::vec(any::<u32>(), 52), 1..6),
    ) {
        let (graph, root) = build(&steps);
        let condition = Condition::new(graph, root, vec![root]);
        let mut evaluator = Evaluator::new(&condition);
        for deal in deals.iter().map(|keys| deal(keys)) {
            let expected = plain(condition.graph(), root, &deal);
            let holds = evaluator.holds(&deal, &mut NoOracle).ok();
            prop_assert_eq!(holds, expected.map(|value| value != 0));
            prop_assert_eq!(evaluator.value(0, &deal, &mut NoOracle).ok(), expected);
            if let Some(value) = expected {
                let facts = condition.graph().facts(root);
                prop_assert!(facts.low <= value && value <= facts.high, "{} not in {:?}", value, facts);
            } else {
                prop_assert!(condition.graph().facts(root).may_fail);
            }
        }
    }

    #[test]
    fn a_conjunct_needs_only_the_seats_it_reads(
        steps in prop::collection::vec(any::<Step>(), 1..80),
        keys in prop::collection::vec(any::<u32>(), 52),
    ) {
        let (graph, root) = build(&steps);
        let condition = Condition::new(graph, root, Vec::new());
        let mut evaluator = Evaluator::new(&condition);
        let full = deal(&keys);
        for (i, &conjunct) in condition.conjuncts().iter().enumerate() {
            let seats: Seats = condition.graph().facts(conjunct).seats;
            let mut partial = Deal::default();
            for seat in seats.iter() {
                partial[seat] = full[seat];
            }
            evaluator.next_deal();
            let alone = evaluator.test(i, &partial, &mut NoOracle);
            evaluator.next_deal();
            prop_assert_eq!(alone, evaluator.test(i, &full, &mut NoOracle));
        }
    }
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_neither_recurses_nor_hangs() {
    let mut graph = Graph::default();
    let mut node = graph.measure(Seat::North, Measure::Length, Some(Suit::Hearts));
    let one = graph.constant(1);
    for _ in 0..100_000 {
        node = graph.arithmetic(Arithmetic::Add, node, one);
    }
    let condition = Condition::new(graph, node, vec![node]);
    let mut evaluator = Evaluator::new(&condition);
    assert_eq!(
        evaluator.value(0, &Deal::default(), &mut NoOracle),
        Ok(100_000)
    );
}

#[test]
fn a_failure_names_its_node() {
    let mut graph = Graph::default();
    let one = graph.constant(1);
    let hearts = graph.measure(Seat::North, Measure::Length, Some(Suit::Hearts));
    let quotient = graph.arithmetic(Arithmetic::Divide, one, hearts);
    let condition = Condition::new(graph, quotient, Vec::new());
    let error = Evaluator::new(&condition)
        .holds(&Deal::default(), &mut NoOracle)
        .unwrap_err();
    assert_eq!(
        (error.node, error.to_string().as_str()),
        (quotient, "division by zero")
    );
}

/// A solver that counts how often it is asked.
struct Counting(u32);

impl Oracle for Counting {
    fn random(&mut self, _below: i64) -> i64 {
        self.0 += 1;
        i64::from(self.0)
    }

    fn tricks(&mut self, _deal: &Deal, _declarer: Seat, _strain: Strain) -> Option<i64> {
        self.0 += 1;
        Some(9)
    }

    fn par(&mut self, _deal: &Deal, _side: Side, _vulnerable: Vulnerability) -> Option<i64> {
        None
    }
}

#[test]
fn a_solver_is_asked_last_and_once() {
    let mut graph = Graph::default();
    let nine = graph.constant(9);
    let tricks = graph.tricks(Seat::South, Strain::Notrump);
    let makes = graph.compare(Comparison::AtLeast, tricks, nine);
    let hearts = graph.measure(Seat::North, Measure::Length, Some(Suit::Hearts));
    let long = graph.compare(Comparison::AtLeast, hearts, nine);
    let both = graph.all(vec![makes, long]);
    let either = graph.any(vec![both, long]);
    let condition = Condition::new(graph, either, vec![tricks, makes]);
    let mut evaluator = Evaluator::new(&condition);
    let mut solver = Counting(0);
    assert_eq!(evaluator.holds(&Deal::default(), &mut solver), Ok(false));
    assert_eq!(solver.0, 0);
    assert_eq!(evaluator.value(0, &Deal::default(), &mut solver), Ok(9));
    assert_eq!(evaluator.value(1, &Deal::default(), &mut solver), Ok(1));
    assert_eq!(solver.0, 1);
}

#[test]
fn each_draw_is_its_own_and_comes_in_the_order_written() {
    let mut graph = Graph::default();
    let six = graph.constant(6);
    let (first, second) = (graph.random(six), graph.random(six));
    let ten = graph.constant(10);
    let tens = graph.arithmetic(Arithmetic::Multiply, first, ten);
    let sum = graph.arithmetic(Arithmetic::Add, tens, second);
    let condition = Condition::new(graph, sum, vec![sum]);
    let mut evaluator = Evaluator::new(&condition);
    assert_eq!(
        evaluator.value(0, &Deal::default(), &mut Counting(0)),
        Ok(12)
    );
}

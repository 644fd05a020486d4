//! Whether there is a deal: our decision against the engine's, on demands that are nearly impossible.

use crate::common::question;
use bridge::{Shape, ShapeSet, Suit};
use profile::{Demands, Range};
use rand::{Rng, RngExt};

fn is_dealable(demands: &Demands) -> bool {
    profile::is_dealable(demands, &Default::default()).unwrap()
}

fn some_range(rng: &mut impl Rng, most: u8, tight: u8) -> Range {
    let min = rng.random_range(0..=most);
    let max = (min + rng.random_range(0..=tight)).min(most);
    Range { min, max }
}

#[test]
fn the_decision_agrees_with_the_engine() {
    let mut rng = space::stream(5, 1);
    let (mut yes, mut no) = (0, 0);
    let rounds = needs::rounds(100, 2_000);
    for _ in 0..rounds {
        let mut demands = Demands::any();
        for demand in &mut demands.hands {
            for suit in 0..4 {
                if rng.random_range(0..3) == 0 {
                    demand.cards[suit] = some_range(&mut rng, 5, 3);
                }
                if rng.random_range(0..5) == 0 {
                    demand.points[suit] = some_range(&mut rng, 6, 3);
                }
            }
            if rng.random_range(0..3) > 0 {
                demand.total = some_range(&mut rng, 16, 2);
            }
            if rng.random_range(0..4) == 0 {
                let odd = rng.random_range(1..5);
                demand.shapes = ShapeSet::from_fn(|shape| shape.length(Suit::Spades) % odd == 0);
            }
        }
        for pair in &mut demands.pairs {
            if rng.random_range(0..4) == 0 {
                pair.points = some_range(&mut rng, 30, 6);
            }
            if rng.random_range(0..4) == 0 {
                pair.cards[rng.random_range(0..4)] = some_range(&mut rng, 10, 2);
            }
        }
        let found = question(&demands).find(space::Budget::default(), &Default::default());
        let found = found.unwrap();
        let expected = found.is_some();
        assert_eq!(is_dealable(&demands), expected, "{demands:?}");
        *if expected { &mut yes } else { &mut no } += 1;
    }
    assert!(yes > rounds / 5 && no > rounds / 5, "{yes} and {no}");
}

/// Loose in every range, and impossible all the same, because of what is excluded.
#[test]
fn excluded_shapes_can_make_it_impossible() {
    let mut demands = Demands::any();
    // Nobody has an even number of spades, hearts or diamonds; four odd numbers are not thirteen.
    let odd = ShapeSet::from_fn(|shape: Shape| shape.length(Suit::Spades) % 2 == 1);
    for demand in &mut demands.hands {
        demand.shapes = odd;
    }
    assert!(!is_dealable(&demands));
    demands.hands[2].shapes = ShapeSet::all();
    assert!(is_dealable(&demands));
}

/// Six spades with all their honours, and seven honours more, are worth 33 points.
#[test]
fn a_hand_that_nobody_can_have_is_impossible() {
    let mut demands = Demands::any();
    demands.hands[1].cards[Suit::Spades as usize] = Range { min: 6, max: 6 };
    for (points, possible) in [(33, true), (34, false), (37, false)] {
        demands.hands[1].total = Range {
            min: points,
            max: 37,
        };
        assert_eq!(is_dealable(&demands), possible, "{points}");
    }
}

/// What two partners have together is all that the other two have not: a clash between the two is seen at once, and not
/// after trying everything.
#[test]
fn what_partners_leave_to_the_others_is_seen_at_once() {
    let loose = |min: u8| Range { min, max: 40 };
    let mut demands = Demands::any();
    demands.hands[1].total = Range { min: 12, max: 14 };
    demands.hands[3].total = Range { min: 10, max: 16 };
    let mut with_points = demands;
    with_points.pairs[0].points = loose(19);
    let mut with_cards = demands;
    with_cards.hands[1].cards[Suit::Clubs as usize] = Range { min: 3, max: 13 };
    with_cards.hands[3].cards[Suit::Clubs as usize] = Range { min: 3, max: 13 };
    with_cards.pairs[0].cards[Suit::Clubs as usize] = Range { min: 8, max: 26 };
    for mut demands in [with_points, with_cards] {
        let watch = space::Watch::default();
        assert_eq!(profile::is_dealable(&demands, &watch), Ok(false));
        assert!(watch.looks() < 10, "{} looks", watch.looks());
        demands.hands[3] = profile::Demand::any();
        assert!(is_dealable(&demands));
    }
}

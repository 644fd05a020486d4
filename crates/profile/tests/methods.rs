//! The methods that deal by attempts.

mod common;

use bridge::Seat;
use common::example;
use profile::{Attempts, Combinations, Method, Settings, Unwatched, chance_of_length, tight_seats};

/// Attempts a board, and the share of boards with six spades in North (as the profile has it), by a method.
fn dealt(name: &str, method: Method, boards: u64) -> (f64, f64) {
    let profile = example(name);
    let combinations = Combinations::new(&profile).unwrap();
    let attempts = Attempts::new(&profile, &combinations, method, Settings::default(), false);
    let (mut tries, mut six) = (0, 0);
    for number in 1..=boards {
        let board = attempts.board(1, number, &mut Unwatched, &Default::default());
        tries += board.failures.attempts;
        let (_, deal) = board.made.unwrap();
        six += u32::from(deal[Seat::North].length(bridge::Suit::Spades) == 6);
    }
    (tries as f64 / boards as f64, f64::from(six) / boards as f64)
}

#[test]
fn x() {
    for (n, m) in [
        ("a-anything", Method::Help),
        ("d-light-spades", Method::Help),
        ("d-light-spades", Method::Reject),
        ("e-six-spades", Method::Help),
        ("e-six-spades", Method::Reject),
    ] {
        println!("{n} {m:?} {:?}", dealt(n, m, 5000));
    }
}

#[test]
fn chances_are_computed() {
    let known = [
        1.0, 0.98721, 0.90715, 0.70127, 0.41494, 0.17634, 0.05164, 0.01008, 0.00126,
    ];
    for (cards, chance) in known.into_iter().enumerate() {
        assert!(
            (chance_of_length(cards as u8) - chance).abs() < 6e-6,
            "{cards}"
        );
    }
}

#[test]
fn tight_seats_are_those_with_a_hard_minimum() {
    let tight = |name: &str| {
        let profile = example(name);
        let combinations = Combinations::new(&profile).unwrap();
        tight_seats(&profile, &combinations.all()[0], &Settings::default())
    };
    assert_eq!(tight("a-anything"), []);
    assert_eq!(tight("b-five-spades"), [Seat::North]);
    assert_eq!(tight("c-ten-to-twelve"), []);
    assert_eq!(tight("d-light-spades"), [Seat::North]);
    assert_eq!(tight("e-six-spades"), [Seat::North]);
    assert_eq!(tight("two-tight-seats"), [Seat::North, Seat::South]);
}

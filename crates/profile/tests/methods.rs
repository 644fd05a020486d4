//! The methods that deal by attempts: how many they take, what they give beforehand, and what they say of failures.

mod common;

use bridge::Seat;
use std::sync::Arc;

use common::{combinations_of, combined, example};
use profile::{
    AttemptEvent, AttemptMethod, Attempted, Attempts, Combinations, FailureCause, Profile,
    Settings, Unobserved, chance_of_length, tight_seats,
};
use serde_json::json;

fn attempts(
    profile: &Profile,
    combinations: &Combinations,
    method: AttemptMethod,
    settings: Settings,
    rotates: bool,
) -> Attempts {
    let (profile, combinations) = (Arc::new(profile.clone()), Arc::new(combinations.clone()));
    Attempts::new(profile, combinations, method, settings, rotates)
}

/// Attempts a board by a method.
fn attempts_a_board(name: &str, method: AttemptMethod, boards: u64) -> f64 {
    let profile = example(name);
    let combinations = combinations_of(&profile);
    let attempts = attempts(&profile, &combinations, method, Settings::default(), false);
    let tries = |number| {
        let board = attempts.board(1, number, u64::MAX, &mut Unobserved, &Default::default());
        assert!(board.deal.is_some());
        board.failures.attempts
    };
    (1..=boards).map(tries).sum::<u64>() as f64 / boards as f64
}

#[test]
fn help_saves_attempts_where_a_seat_is_tight() {
    assert_eq!(
        attempts_a_board("a-anything", AttemptMethod::Help, 200),
        1.0
    );
    let counted = 88.73;
    let rejected = attempts_a_board("e-six-spades", AttemptMethod::Reject, 3_000);
    assert!((rejected / counted - 1.0).abs() < 0.08, "{rejected}");
    let helped = attempts_a_board("e-six-spades", AttemptMethod::Help, 3_000);
    assert!((15.0..18.5).contains(&helped), "{helped}");
}

/// Where no seat is tight, help deals what reject deals.
#[test]
fn help_leaves_what_is_not_tight_as_it_is() {
    let profile = example("c-ten-to-twelve");
    let combinations = combinations_of(&profile);
    let [helped, rejected] = [AttemptMethod::Help, AttemptMethod::Reject].map(|method| {
        let attempts = attempts(&profile, &combinations, method, Settings::default(), true);
        let board = |number| {
            let board = attempts.board(9, number, u64::MAX, &mut Unobserved, &Default::default());
            (board.drawn.unwrap(), board.deal.unwrap())
        };
        (1..=50).map(board).collect::<Vec<_>>()
    });
    assert_eq!(helped, rejected);
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
        let combinations = combinations_of(&profile);
        tight_seats(&profile, &combinations.all()[0], &Settings::default())
    };
    assert_eq!(tight("a-anything"), []);
    assert_eq!(tight("b-five-spades"), [Seat::North]);
    assert_eq!(tight("c-ten-to-twelve"), []);
    assert_eq!(tight("d-light-spades"), [Seat::North]);
    assert_eq!(tight("e-six-spades"), [Seat::North]);
    assert_eq!(tight("two-tight-seats"), [Seat::North, Seat::South]);
    // A drawn suit makes a seat tight too, another seat's suit does not.
    let seats = json!({
        "W": [{"random_suit_constraint": {"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 6}]}}],
        "E": [{"partner_contingent_constraint": {"partner_seat": "W", "suit_range": {"min_cards": 5}}}]});
    let (profile, combinations) = combined(seats, json!({}));
    let settings = Settings::default();
    assert_eq!(
        tight_seats(&profile, &combinations.all()[0], &settings),
        [Seat::West]
    );
    // The threshold is included, and a setting.
    let at = |tight_chance| Settings {
        tight_chance,
        ..Settings::default()
    };
    let profile = example("b-five-spades");
    let combinations = combinations_of(&profile);
    let is_tight = |settings| !tight_seats(&profile, &combinations.all()[0], &settings).is_empty();
    assert!(is_tight(at(chance_of_length(5))));
    assert!(!is_tight(at(chance_of_length(5) - 1e-9)));
}

/// The boards and events of one board.
fn watched(
    seats: serde_json::Value,
    method: AttemptMethod,
    settings: Settings,
    number: u64,
) -> (Attempted, Vec<AttemptEvent>) {
    let (profile, combinations) = combined(seats, json!({}));
    let attempts = attempts(&profile, &combinations, method, settings, false);
    let mut events = Vec::new();
    let mut watch = |event| events.push(event);
    let board = attempts.board(2, number, u64::MAX, &mut watch, &Default::default());
    (board, events)
}

#[test]
fn failures_are_attributed_to_the_first_seat_that_failed() {
    let seats = json!({
        "S": [{"standard": {"total_min_hcp": 10, "total_max_hcp": 12}}],
        "N": [{"random_suit_constraint": {"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 5}]}}]});
    let settings = Settings {
        reject_attempts: 3_000,
        ..Settings::default()
    };
    let mut failures = profile::Failures::default();
    for number in 1..=100 {
        let (board, events) = watched(
            seats.clone(),
            AttemptMethod::Reject,
            settings.clone(),
            number,
        );
        assert_eq!(events.len() as u64, board.failures.attempts);
        let failed = events
            .iter()
            .filter(|event| matches!(event, AttemptEvent::Failed { .. }))
            .count() as u64;
        assert_eq!(failed, board.failures.total());
        // South has no shape that is wrong.
        let wrong = |event: &AttemptEvent| {
            matches!(
                event,
                AttemptEvent::Failed {
                    seat: Seat::South,
                    why: FailureCause::Shape,
                    ..
                }
            )
        };
        assert!(!events.iter().any(wrong));
        failures.join(&board.failures);
    }
    let [north, east, south, _] = failures.seats;
    assert_eq!((failures.asked, failures.made), (100, 100));
    assert_eq!(failures.attempts, failures.total() + failures.made);
    // North draws a suit, so it is checked first, and what fails there never comes to South.
    assert_eq!(north.unchecked, 0);
    assert_eq!(south.unchecked, north.as_seat);
    assert_eq!(north.other, south.as_seat);
    assert_eq!(
        (south.other, south.points, south.shape),
        (0, south.as_seat, 0)
    );
    assert_eq!((north.points, north.shape), (0, north.as_seat));
    assert_eq!(east, Default::default());
    assert_eq!(failures.hardest_seat(), Some(Seat::North));
    let share = north.as_seat as f64 / (north.as_seat + south.as_seat) as f64;
    assert!((failures.pain_share(Seat::North) - share).abs() < 1e-12);
}

#[test]
fn attempts_are_given_up() {
    let seats = json!({"N": [{"standard": {"total_min_hcp": 36}}]});
    let settings = Settings {
        reject_attempts: 40,
        attempts: 10,
        tries: 3,
        ..Settings::default()
    };
    let (board, events) = watched(seats.clone(), AttemptMethod::Reject, settings.clone(), 1);
    assert_eq!((board.deal, board.failures.attempts), (None, 40));
    assert_eq!(
        events.last(),
        Some(&AttemptEvent::Exhausted {
            board: 1,
            attempts: 40
        })
    );
    let (board, _) = watched(seats, AttemptMethod::Help, settings, 1);
    assert_eq!((board.deal, board.failures.attempts), (None, 30));
}

#[test]
fn suits_and_subprofiles_are_drawn_anew_by_help_and_not_by_reject() {
    let draws = json!({"standard": {"total_min_hcp": 36},
        "random_suit_constraint": {"allowed_suits": ["S", "H", "D"], "suit_ranges": [{"min_cards": 3}]}});
    let seats = json!({"N": [draws.clone(), draws]});
    let settings = Settings {
        redraw_suits: 5,
        redraw_subprofiles: 20,
        attempts: 100,
        tries: 2,
        reject_attempts: 200,
        ..Settings::default()
    };
    let redrawn = |method| -> Vec<(u64, usize)> {
        let (_, events) = watched(seats.clone(), method, settings.clone(), 4);
        let redrawn = events.iter().filter_map(|event| match event {
            AttemptEvent::Redrawn {
                attempt,
                combination,
                ..
            } => Some((*attempt, *combination)),
            _ => None,
        });
        redrawn.collect()
    };
    assert_eq!(redrawn(AttemptMethod::Reject), []);
    let found = redrawn(AttemptMethod::Help);
    assert_eq!(
        found
            .iter()
            .map(|(attempt, _)| *attempt)
            .collect::<Vec<_>>(),
        (1..40).map(|n| 5 * n).collect::<Vec<_>>()
    );
    // Only every fourth time may the subprofile change: there are three suits for each.
    let subprofile = |combination: usize| combination / 3;
    let changed = |pair: &&[(u64, usize)]| subprofile(pair[0].1) != subprofile(pair[1].1);
    let changes: Vec<u64> = found
        .windows(2)
        .filter(changed)
        .map(|pair| pair[1].0)
        .collect();
    assert!(
        !changes.is_empty() && changes.iter().all(|attempt| attempt % 20 == 0),
        "{changes:?}"
    );
}

/// Points out of reach end an attempt before the rest is dealt, unless that is switched off; honours beforehand and a part
/// that grows are settings too.
#[test]
fn the_settings_of_help_do_what_they_say() {
    let seats = json!({"N": [{"standard": {"spades": {"min_cards": 8}, "total_max_hcp": 1}}]});
    let reached = |settings: Settings| {
        let mut out = 0;
        let mut attempts = 0;
        for number in 1..=30 {
            let (board, events) =
                watched(seats.clone(), AttemptMethod::Help, settings.clone(), number);
            attempts += board.failures.attempts;
            let early = |event: &&AttemptEvent| {
                matches!(
                    event,
                    AttemptEvent::Failed {
                        why: FailureCause::OutOfReach,
                        ..
                    }
                )
            };
            out += events.iter().filter(early).count();
        }
        (out, attempts)
    };
    let usual = Settings {
        tries: 1,
        attempts: 300,
        ..Settings::default()
    };
    assert!(reached(usual.clone()).0 > 0);
    assert_eq!(
        reached(Settings {
            feasibility: false,
            ..usual.clone()
        })
        .0,
        0
    );
    assert!(
        reached(Settings {
            feasibility_deviations: 9.0,
            ..usual.clone()
        })
        .0 < reached(usual).0
    );
    let strong = json!({"N": [{"standard": {"spades": {"min_cards": 6}, "total_min_hcp": 15}}]});
    let attempts = |settings: Settings| -> u64 {
        let board = |number| {
            watched(
                strong.clone(),
                AttemptMethod::Help,
                settings.clone(),
                number,
            )
            .0
        };
        (1..=40).map(|number| board(number).failures.attempts).sum()
    };
    let helped = attempts(Settings {
        hcp_help: true,
        ..Settings::default()
    });
    let usual = attempts(Settings::default());
    assert!(helped < usual, "{helped} {usual}");
    let adaptive = attempts(Settings {
        adaptive_fraction: true,
        redraw_suits: 20,
        ..Settings::default()
    });
    let third = attempts(Settings {
        fraction: 1.0 / 3.0,
        ..Settings::default()
    });
    assert!(adaptive < third, "{adaptive} {third}");
}

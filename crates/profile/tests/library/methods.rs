//! The methods that deal by attempts: how many they take, what they give beforehand, and what they say of failures.

use bridge::Seat;
use std::sync::Arc;

use crate::common::{combinations_of, combined, example};
use profile::{
    AttemptEvent, AttemptMethod, AttemptRequest, Attempted, Attempts, Combinations, FailureCause,
    Failures, Profile, SeatFailures, Settings, TightSeats, Unobserved, chance_of_length,
    helper_seat, tight_seats,
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
        let board = attempts.board(
            1.into(),
            number,
            u64::MAX,
            &mut Unobserved,
            &Default::default(),
        );
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
            let board = attempts.board(
                9.into(),
                number,
                u64::MAX,
                &mut Unobserved,
                &Default::default(),
            );
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

/// Which seats are tight is told with the chances that it follows from, and on which share of the boards.
#[test]
fn tight_seats_are_told() {
    let profile = example("one-notrump");
    let combinations = combinations_of(&profile);
    let tight = TightSeats::new(&profile, &combinations, &Settings::default());
    let [north] = tight.seats[..] else {
        panic!("{tight:?}");
    };
    assert_eq!((north.seat, north.minimum), (Seat::North, 5));
    assert!((north.share - 0.34).abs() < 1e-9, "transfers");
    assert_eq!(north.chance, chance_of_length(5));
    assert_eq!(tight.chances.chance_of_length.len(), 14);
    let text = tight.to_string();
    let (seats, chances) = text.split_once('\n').unwrap();
    assert_eq!(
        seats,
        "tight: North, 5+ cards of a suit (17.63%) on 34.0% of the boards"
    );
    let table =
        "19.00% or less is tight; N or more cards of a suit, N from 0 to 13:\n  100.00%, 98.72%, ";
    assert!(chances.starts_with(table), "{chances}");
    let json = serde_json::to_value(&tight).unwrap();
    assert_eq!(json["tight_chance"], 0.19);
    assert_eq!(json["chance_of_length"][0], 1.0);
    assert_eq!(json["chance_of_length"].as_array().unwrap().len(), 14);
    assert_eq!(json["seats"][0]["seat"], "N");
    let strict = Settings {
        tight_chance: 0.1,
        ..Settings::default()
    };
    let none = TightSeats::new(&profile, &combinations, &strict).to_string();
    assert!(none.starts_with("tight: no seat\n10.00% or less is tight"));
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
    let board = attempts.board(2.into(), number, u64::MAX, &mut watch, &Default::default());
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
        let drawn = |event: &&AttemptEvent| matches!(event, AttemptEvent::Drawn { .. });
        assert_eq!(events.iter().filter(drawn).count(), 1);
        assert_eq!(events.len() as u64, board.failures.attempts + 1);
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
    assert_eq!((board.failures.made, board.failures.given_up), (0, 1));
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
        adaptive_attempts: 20,
        ..Settings::default()
    });
    let third = attempts(Settings {
        fraction: 1.0 / 3.0,
        ..Settings::default()
    });
    assert!(adaptive < third, "{adaptive} {third}");
    let never = attempts(Settings {
        adaptive_fraction: true,
        adaptive_attempts: 0,
        ..Settings::default()
    });
    assert_eq!(never, third, "it never grows");
}

/// What is drawn anew every so many attempts is never drawn anew if that is 0, not even where a new try begins.
#[test]
fn what_is_never_drawn_anew_stays() {
    let draws = json!({"standard": {"total_min_hcp": 36},
        "random_suit_constraint": {"allowed_suits": ["S", "H", "D"], "suit_ranges": [{"min_cards": 3}]}});
    let seats = json!({"N": [draws.clone(), draws]});
    let redrawn = |redraw_suits, redraw_subprofiles| -> Vec<(u64, usize)> {
        let settings = Settings {
            redraw_suits,
            redraw_subprofiles,
            attempts: 50,
            tries: 4,
            ..Settings::default()
        };
        let (board, events) = watched(seats.clone(), AttemptMethod::Help, settings, 4);
        assert_eq!(board.failures.attempts, 200);
        let redrawn = events.iter().filter_map(|event| match event {
            AttemptEvent::Drawn { combination, .. } => Some((0, *combination)),
            AttemptEvent::Redrawn {
                attempt,
                combination,
                ..
            } => Some((*attempt, *combination)),
            _ => None,
        });
        redrawn.collect()
    };
    assert_eq!(redrawn(0, 0).len(), 1);
    let suits_only = redrawn(20, 0);
    // Every twenty attempts, and where a new try begins.
    let times: Vec<u64> = suits_only.iter().map(|(attempt, _)| *attempt).collect();
    assert_eq!(times, [0, 20, 40, 50, 60, 80, 100, 120, 140, 150, 160, 180]);
    let subprofiles: Vec<usize> = suits_only.iter().map(|(_, one)| one / 3).collect();
    assert!(subprofiles.windows(2).all(|pair| pair[0] == pair[1]));
    let both = redrawn(0, 40);
    let times: Vec<u64> = both.iter().map(|(attempt, _)| *attempt).collect();
    assert_eq!(times, [0, 40, 50, 80, 100, 120, 150, 160]);
}

/// The range of a drawn suit stands in the place of its standard one, the minimum too.
#[test]
fn a_drawn_minimum_replaces_the_standard_one() {
    let seats = json!({"W": [{"standard": {"spades": {"min_cards": 5}, "hearts": {"min_cards": 5}},
        "random_suit_constraint": {"allowed_suits": ["S"], "suit_ranges": [{"min_cards": 2}]}}]});
    let profile = crate::common::made(seats, json!({}));
    let combinations = combinations_of(&profile);
    let tight = TightSeats::new(&profile, &combinations, &Settings::default());
    assert_eq!(tight.seats.len(), 1, "five hearts still are");
    let seats = json!({"W": [{"standard": {"spades": {"min_cards": 5}},
        "random_suit_constraint": {"allowed_suits": ["S"], "suit_ranges": [{"min_cards": 2}]}}]});
    let profile = crate::common::made(seats, json!({}));
    let combinations = combinations_of(&profile);
    let tight = TightSeats::new(&profile, &combinations, &Settings::default());
    assert_eq!(tight.seats, []);
}

/// Failures as if a seat had failed so often for its shape and for its points.
fn failed(each: &[(Seat, u64, u64)]) -> Failures {
    let mut failures = Failures::default();
    for &(seat, shape, points) in each {
        failures.seats[seat as usize] = SeatFailures {
            as_seat: shape + points,
            shape,
            points,
            ..SeatFailures::default()
        };
    }
    failures
}

#[test]
fn the_helper_seat_is_the_one_that_failed_most() {
    let seats = json!({
        "N": [{"standard": {"spades": {"min_cards": 6}, "clubs": {"min_cards": 5}}}],
        "E": [{"standard": {"total_min_hcp": 15}}],
        "S": [{"standard": {"hearts": {"min_cards": 5}, "diamonds": {"min_cards": 2}}}],
        "W": [{"standard": {"clubs": {"min_cards": 2}},
            "random_suit_constraint": {"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 1}]}}]});
    let (profile, combinations) = combined(seats, json!({}));
    let usual = Settings::default();
    let helper = |each: &[(Seat, u64, u64)], settings: &Settings| {
        helper_seat(&profile, &combinations.all()[0], &failed(each), settings)
    };
    let (n, e, s, w) = (Seat::North, Seat::East, Seat::South, Seat::West);
    assert_eq!(helper(&[], &usual), None, "before the first failure");
    assert_eq!(helper(&[(n, 5, 0), (s, 4, 0)], &usual), Some(n));
    assert_eq!(helper(&[(n, 4, 0), (s, 5, 0)], &usual), Some(s));
    // Mostly of shape: more than half.
    assert_eq!(helper(&[(s, 6, 5)], &usual), Some(s));
    assert_eq!(helper(&[(s, 5, 5)], &usual), None);
    let mostly = |construct_shape| Settings {
        construct_shape,
        ..Settings::default()
    };
    assert_eq!(helper(&[(s, 5, 5)], &mostly(0.4)), Some(s));
    assert_eq!(helper(&[(s, 6, 4)], &mostly(0.6)), None);
    // One that failed less does not step in.
    assert_eq!(helper(&[(n, 3, 0), (s, 2, 5)], &usual), None);
    assert_eq!(helper(&[(e, 9, 0)], &usual), None, "no minima");
    assert_eq!(helper(&[(w, 9, 0)], &usual), None, "it draws a suit");
    // North's minima add up to eleven, which is just as much as is given.
    let at_most = |construct_cards| Settings {
        construct_cards,
        ..Settings::default()
    };
    assert_eq!(helper(&[(n, 9, 0)], &at_most(11)), Some(n));
    assert_eq!(helper(&[(n, 9, 0)], &at_most(10)), None);
    assert_eq!(usual.construct_cards, 11);
}

/// Whoever looks at another's suit is no standard seat either.
#[test]
fn contingent_seats_are_not_helped_by_construct() {
    let seats = json!({
        "W": [{"random_suit_constraint": {"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 1}]}}],
        "E": [{"standard": {"clubs": {"min_cards": 4}},
            "partner_contingent_constraint": {"partner_seat": "W", "suit_range": {"min_cards": 1}}}]});
    let (profile, combinations) = combined(seats, json!({}));
    let failures = failed(&[(Seat::East, 9, 0)]);
    let one = &combinations.all()[0];
    assert_eq!(
        helper_seat(&profile, one, &failures, &Settings::default()),
        None
    );
}

/// A seat that is given its minima has them in every attempt from then on, and nothing is drawn anew.
#[test]
fn construct_gives_the_helper_what_it_needs() {
    let seats =
        json!({"S": [{"standard": {"spades": {"min_cards": 5}, "hearts": {"min_cards": 6}}}]});
    let settings = Settings {
        construct_attempts: 30,
        ..Settings::default()
    };
    let mut first_made = 0;
    for number in 1..=50 {
        let (board, events) = watched(
            seats.clone(),
            AttemptMethod::Construct,
            settings.clone(),
            number,
        );
        if board.failures.attempts == 1 {
            first_made += 1;
            continue;
        }
        // The first attempt is plain; after it failed, eleven cards are given, and the second is a board.
        let helped = AttemptEvent::Helper {
            board: number,
            attempt: 2,
            seat: Some(Seat::South),
        };
        assert_eq!(events[2], helped);
        assert_eq!(board.failures.attempts, 2);
    }
    assert!(first_made < 5, "{first_made}");
    // With a setting that leaves it out it is as plain as reject, and gives up.
    let none = Settings {
        construct_cards: 10,
        ..settings
    };
    let given_up = (1..=20).filter(|&number| {
        let method = AttemptMethod::Construct;
        let (board, events) = watched(seats.clone(), method, none.clone(), number);
        let helped = |event: &AttemptEvent| matches!(event, AttemptEvent::Helper { .. });
        assert!(!events.iter().any(helped));
        board.deal.is_none() && board.failures.attempts == 30
    });
    assert!(given_up.count() > 15);
}

/// Construct is not fair: a suit that is given its minimum is too long too often.
#[test]
fn construct_is_not_fair() {
    assert!(AttemptMethod::Construct.unfair_because().is_some());
    assert!(AttemptMethod::Help.unfair_because().is_some());
    assert_eq!(AttemptMethod::Reject.unfair_because(), None);
    let profile = example("b-five-spades");
    let combinations = combinations_of(&profile);
    let longer = |method| {
        let attempts = attempts(&profile, &combinations, method, Settings::default(), false);
        let longer = (1..=2_000).filter(|&number| {
            let board = attempts.board(
                5.into(),
                number,
                u64::MAX,
                &mut Unobserved,
                &Default::default(),
            );
            board.deal.unwrap()[Seat::North].length(bridge::Suit::Spades) > 5
        });
        longer.count()
    };
    let (fair, unfair) = (
        longer(AttemptMethod::Reject),
        longer(AttemptMethod::Construct),
    );
    assert!(unfair > fair + 400, "{unfair} {fair}");
}

/// A report goes on after a board that was given up, and says how many were, whatever the number of threads.
#[test]
fn a_report_goes_on_after_a_board_that_was_given_up() {
    let reading = profile::read(&crate::common::example_text("e-six-spades"));
    let loaded = profile::LoadedProfile::new(reading, &Default::default()).unwrap();
    let request = AttemptRequest {
        settings: Settings {
            reject_attempts: 40,
            ..Settings::default()
        },
        boards: 60,
        each_board: true,
        ..AttemptRequest::new(AttemptMethod::Reject)
    };
    let report = |threads| {
        let report = loaded.attempted(&request, threads, &Default::default());
        report.unwrap()
    };
    let found = report(1);
    assert_eq!(found, report(3));
    let failures = &found.failures;
    assert_eq!(failures.boards_asked, 60);
    assert_eq!(failures.boards_made + failures.boards_given_up, 60);
    assert!(failures.boards_made > 5 && failures.boards_given_up > 20);
    let boards = found.boards.as_ref().unwrap();
    let numbers: Vec<u64> = boards.iter().map(|one| one.board).collect();
    assert_eq!(numbers, (1..=60).collect::<Vec<_>>());
    let attempts: u64 = boards.iter().map(|one| one.attempts).sum();
    assert_eq!(attempts, failures.attempts);
    for one in boards {
        let north = &one.hands[&Seat::North];
        assert_eq!(north.hand_type, "1");
        if one.made {
            let shape = north.shape.as_ref().unwrap();
            assert!(shape.starts_with("6="), "{shape}");
            assert!((10..=12).contains(&north.hcp.unwrap()));
            let hcp: u8 = one.hands.values().map(|hand| hand.hcp.unwrap()).sum();
            assert_eq!(hcp, 40);
        } else {
            assert_eq!((one.attempts, &north.shape, north.hcp), (40, &None, None));
        }
    }
    let text = found.to_string();
    let given_up = format!("; {} given up\n", failures.boards_given_up);
    assert!(text.contains(&given_up), "{text}");
    let rows = text.lines().filter(|line| line.contains("  given up  "));
    assert_eq!(rows.count() as u64, failures.boards_given_up);
    let csv = found.csv();
    assert_eq!(csv.lines().count(), 61);
    let header = "board,made,attempts,combination,N_hand_type,N_shape,N_hcp,E_hand_type";
    assert!(csv.starts_with(header), "{csv}");
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| columns(line) == 16), "{csv}");
    // Boards are told of if that is asked for.
    let request = AttemptRequest {
        each_board: false,
        ..request
    };
    let short = loaded.attempted(&request, 2, &Default::default()).unwrap();
    assert_eq!((&short.failures, &short.boards), (failures, &None));
    assert!(short.csv().starts_with("seat,"));
}

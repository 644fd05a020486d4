//! Profiles in words, and profiles turned by a seat.

use crate::common::{combinations_of, document, example_text, made};
use bridge::{Seat, Side};
use profile::{Combinations, read_document, rotate, words};
use serde_json::{Value, json};

const EXAMPLES: [&str; 3] = ["one-notrump", "two-tight-seats", "weak-two-defence"];

#[test]
fn every_rule_is_said() {
    let profile = made(
        json!({
            "N": [
                {
                    "name": "two", "weight_percent": 60, "ns_role_usage": "driver_only",
                    "standard": {"spades": {"max_cards": 1, "max_hcp": 3}, "total_min_hcp": 10, "total_max_hcp": 12},
                    "random_suit_constraint": {
                        "allowed_suits": ["H", "D", "C"], "required_suits_count": 2,
                        "suit_ranges": [{"min_cards": 5, "min_hcp": 4}, {"min_cards": 4, "max_cards": 5}],
                        "pair_overrides": [{"suits": ["H", "C"], "first_range": {"min_cards": 6}, "second_range": {}}]
                    }
                },
                {"weight_percent": 40}
            ],
            "S": [
                {"partner_contingent_constraint": {"partner_seat": "N", "suit_range": {"min_cards": 3}, "use_non_chosen_suit": true}},
                {"ns_role_usage": "follower_only"}
            ],
            "E": [{"opponents_contingent_suit_constraint": {"opponent_seat": "N", "suit_range": {"max_cards": 2}}}]
        }),
        json!({
            "subprofile_exclusions": [{"seat": "N", "subprofile_index": 2, "excluded_shapes": ["4333", "64xx"]}],
            "ns_role_mode": "north_drives", "ns_bespoke_map": {"0": [0, 1], "1": [1]},
            "hand_dealing_order": ["N", "S", "E", "W"]
        }),
    );
    let page = words(&profile);
    assert_eq!(
        page.lines().skip(2).collect::<Vec<_>>(),
        [
            "North, one of 2 hand types",
            "  1. two (60%)",
            "     at most 1 spade",
            "     at most 3 HCP in spades",
            "     10-12 HCP",
            "     2 suits drawn at random for each board, from hearts, diamonds and clubs",
            "       in the first: 5+ cards, 4+ HCP",
            "       in the second: 4-5 cards",
            "       but with hearts and clubs: hearts 6+ cards; clubs anything",
            "     only when this seat chooses first",
            "  2. (40%)",
            "     not 4333, 64xx",
            "East",
            "  in the suit North drew: at most 2 cards",
            "South, one of 2 hand types",
            "  1. (50%)",
            "     in the suit North did not draw: 3+ cards",
            "  2. (50%)",
            "     only when the partner chooses first",
            "West: any hand",
            "North chooses a hand type, and then South:",
            "  North 1: South 1 or 2",
            "  North 2: South 2",
            "Dealing order: North, South, East, West",
        ]
    );
}

#[test]
fn four_turns_make_the_same() {
    for name in EXAMPLES {
        let document: Value = serde_json::from_str(&example_text(name)).unwrap();
        let mut turned = document.clone();
        for turn in 1..=4 {
            turned = rotate(turned);
            assert_eq!(turned == document, turn == 4, "{name}, turn {turn}");
        }
        assert_eq!(turned.to_string(), document.to_string());
    }
}

#[test]
fn a_turn_moves_every_seat_and_nothing_else() {
    for name in EXAMPLES {
        let before: Value = serde_json::from_str(&example_text(name)).unwrap();
        let turned = read_document(rotate(before.clone())).profile.unwrap();
        let before = read_document(before).profile.unwrap();
        assert_eq!(turned.dealer, before.dealer.turned(1));
        assert_eq!(turned.order, before.order.map(|seat| seat.turned(1)));
        for seat in Seat::ALL {
            let (old, new) = (before.seat(seat), turned.seat(seat.turned(1)));
            assert_eq!(old.len(), new.len());
            for (old, new) in old.iter().zip(new) {
                assert_eq!(
                    (old.standard, old.weight, old.usage),
                    (new.standard, new.weight, new.usage)
                );
            }
        }
        let [old, new] = [&before, &turned].map(combinations_of);
        let demands = |combinations: &Combinations, turn: usize| {
            let each = combinations.all().iter().map(|one| {
                let by_seat = |seat: usize| one.demands.hands[(seat + turn) % 4];
                ([0, 1, 2, 3].map(by_seat), (1e9 * one.share).round() as u64)
            });
            let mut all: Vec<_> = each.collect();
            all.sort();
            all
        };
        assert!(demands(&old, 0) == demands(&new, 1), "{name}");
    }
}

#[test]
fn the_older_way_to_uncouple_is_turned_too() {
    let seats = json!({"N": [{}, {}], "S": [{}, {}]});
    let uncoupled = document(seats, json!({"ns_index_coupling_enabled": false}));
    let turned = read_document(rotate(uncoupled)).profile.unwrap();
    let coupling = turned.coupling(Side::EastWest);
    assert_eq!(coupling.mode, profile::RoleMode::Off);
}

//! Boards that come from elsewhere: which of them a profile accepts, and how those with hands that are not given are
//! completed.

use std::collections::BTreeMap;

use crate::common::{chance, document, loaded};
use bridge::{Card, Deal, Hand, Rank, Seat, Suit};
use plan::{Finder, Watch};
use profile::{LoadedProfile, qualifies};
use rand::seq::SliceRandom;
use serde_json::json;

const UNLIKELY: f64 = 1e-4;

/// Weights of 50, 30 and 20 for strong, medium and weak Norths, with a drawn suit for the weak ones; South has spades.
fn three() -> LoadedProfile {
    let weak = json!({"weight_percent": 20, "standard": {"total_max_hcp": 9}, "random_suit_constraint":
        {"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 5}]}});
    let north = json!([{"weight_percent": 50, "standard": {"total_min_hcp": 15}},
        {"weight_percent": 30, "standard": {"total_min_hcp": 10, "total_max_hcp": 14}}, weak]);
    let south = json!([{"standard": {"spades": {"min_cards": 3}}}]);
    loaded(document(json!({"N": north, "S": south}), json!({})))
}

#[test]
fn boards_are_accepted_if_some_combination_asks_for_them() {
    let loaded = three();
    for rotates in [false, true] {
        let filter = loaded.filter(rotates);
        let settings = Default::default();
        let mut finder = loaded
            .source(Default::default(), &settings, rotates, false)
            .finder();
        for number in 1..=200 {
            let found = finder
                .find(5.into(), number, u64::MAX, &Watch::default())
                .unwrap();
            let deal = found.deal.unwrap();
            let drawn = filter.accepts(&deal).expect("a board of the profile");
            let combination = &loaded.combinations.all()[drawn.combination];
            assert!(qualifies(combination, drawn, &deal));
        }
        let mut rng = space::stream(9, 1);
        let mut cards: Vec<Card> = Card::all().collect();
        let mut accepted = 0;
        for _ in 0..300 {
            cards.shuffle(&mut rng);
            let hand = |seat: usize| cards[13 * seat..][..13].iter().copied().collect::<Hand>();
            let deal = Deal([0, 1, 2, 3].map(hand));
            let any = loaded
                .combinations
                .all()
                .iter()
                .enumerate()
                .any(|(combination, one)| {
                    [false, true].into_iter().any(|turned| {
                        let drawn = profile::DrawnCombination {
                            combination,
                            turned,
                        };
                        (rotates || !turned) && qualifies(one, drawn, &deal)
                    })
                });
            assert_eq!(filter.accepts(&deal).is_some(), any);
            accepted += u32::from(any);
        }
        assert!((30..270).contains(&accepted), "{accepted}");
    }
}

fn card(name: &str) -> Card {
    let mut letters = name.chars();
    let suit = letters.next().and_then(Suit::from_letter).unwrap();
    Card::new(suit, letters.next().and_then(Rank::from_letter).unwrap())
}

/// All but six cards are given: three of them go to North and three to South, in twenty ways. Each way is looked at by hand:
/// the combinations that have one come by their shares, and the ways of a combination equally often.
#[test]
fn combinations_that_can_be_completed_come_by_share_and_their_deals_equally_often() {
    let loaded = three();
    let open = ["SA", "SK", "HA", "H2", "D3", "C4"].map(card);
    let mut given = Deal::default();
    let hand = |names: &str| names.split(' ').map(card).collect::<Hand>();
    given[Seat::North] = hand("S2 S3 S4 H3 H4 H5 D2 DQ C2 C3");
    given[Seat::South] = hand("S5 S6 S7 H6 H7 D4 D5 D6 C5 C6");
    let rest = given.rest().cards().filter(|card| !open.contains(card));
    let rest: Vec<Card> = rest.collect();
    given[Seat::East] = rest[..13].iter().copied().collect();
    given[Seat::West] = rest[13..].iter().copied().collect();

    let all = loaded.combinations.all();
    let mut ways: BTreeMap<usize, Vec<Deal>> = BTreeMap::new();
    for set in 0..64u32 {
        if set.count_ones() != 3 {
            continue;
        }
        let mut deal = given;
        for (i, card) in open.into_iter().enumerate() {
            let seat = if set >> i & 1 == 1 {
                Seat::North
            } else {
                Seat::South
            };
            deal[seat] = deal[seat].with(card);
        }
        for (combination, one) in all.iter().enumerate() {
            let drawn = profile::DrawnCombination {
                combination,
                turned: false,
            };
            if qualifies(one, drawn, &deal) {
                ways.entry(combination).or_default().push(deal);
            }
        }
    }
    let total: f64 = ways.keys().map(|&combination| all[combination].share).sum();
    // North cannot be strong; medium in four ways, weak with spades or hearts in three each.
    let numbers: Vec<usize> = ways.values().map(Vec::len).collect();
    assert_eq!(numbers, [4, 3, 3]);
    assert!((total - 0.5).abs() < 1e-9);

    const BOARDS: u64 = 1_000;
    let filter = loaded.filter(false);
    let mut seen: BTreeMap<(usize, String), f64> = BTreeMap::new();
    for number in 1..=BOARDS {
        let found = filter
            .complete(&given, 4.into(), number, u64::MAX, &Watch::default())
            .unwrap();
        let drawn = found.about.drawn.unwrap();
        let deal = found.deal.unwrap();
        assert!(ways[&drawn.combination].contains(&deal));
        *seen
            .entry((drawn.combination, deal.to_string()))
            .or_default() += 1.0;
    }
    let mut cells = Vec::new();
    for (&combination, deals) in &ways {
        let share = all[combination].share / total / deals.len() as f64;
        for deal in deals {
            let seen = seen.get(&(combination, deal.to_string()));
            cells.push((seen.copied().unwrap_or(0.0), share * BOARDS as f64));
        }
    }
    assert!(chance(&cells) > UNLIKELY, "{cells:?}");
}

/// With a hand that only a turned board can have, the board is turned; with one that no board can have, there is none.
#[test]
fn a_board_is_turned_if_it_must_be() {
    let seats = json!({"N": [{"standard": {"total_min_hcp": 20}}]});
    let loaded = loaded(document(seats, json!({})));
    let suit = |suit: usize| Hand::from_bits(0x1fff << (16 * suit));
    let watch = Watch::default();
    let given = Deal([suit(0), Hand::EMPTY, Hand::EMPTY, Hand::EMPTY]);
    for number in 1..=20 {
        let found = loaded
            .filter(true)
            .complete(&given, 1.into(), number, u64::MAX, &watch)
            .unwrap();
        assert!(found.about.drawn.unwrap().turned);
        let deal = found.deal.unwrap();
        assert_eq!(deal[Seat::North], suit(0));
        assert!(bridge::PointCount::HCP.of_hand(deal[Seat::South]) >= 20);
    }
    let refused = loaded
        .filter(false)
        .complete(&given, 1.into(), 1, u64::MAX, &watch)
        .unwrap();
    assert_eq!((refused.deal, refused.about.drawn), (None, None));
    let stopped = Watch::default();
    stopped.stop();
    assert!(
        loaded
            .filter(true)
            .complete(&given, 1.into(), 1, u64::MAX, &stopped)
            .is_err()
    );
}

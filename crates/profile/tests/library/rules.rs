//! What the fields of a profile mean: each rule has a case that fails without it.

use crate::common::{combinations_of, combined, document, example, made};
use bridge::{Seat, Suit};
use profile::{Combination, Demand, LeftOutReason, Profile, Range, Viability, proposed_order};
use serde_json::{Value, json};

const N: usize = 0;
const E: usize = 1;
const S: usize = 2;
const W: usize = 3;
const SPADES: usize = 3;
const HEARTS: usize = 2;
const DIAMONDS: usize = 1;
const CLUBS: usize = 0;

fn range(min: u8, max: u8) -> Range {
    Range { min, max }
}

/// A suit with at least so many cards.
fn cards(min: u8) -> Value {
    json!({"min_cards": min})
}

fn random(allowed: &[&str], ranges: Value) -> Value {
    let count = ranges.as_array().unwrap().len();
    json!({"allowed_suits": allowed, "required_suits_count": count, "suit_ranges": ranges})
}

/// The share of each pair of indices of North and South.
fn pairs(further: Value, north: Value, south: Value) -> Vec<((usize, usize), f64)> {
    let (_, combinations) = combined(json!({"N": north, "S": south}), further);
    let mut shares: Vec<((usize, usize), f64)> = Vec::new();
    for one in combinations.all() {
        let pair = (one.subprofiles[N], one.subprofiles[S]);
        match shares.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, share)) => *share += one.share,
            None => shares.push((pair, one.share)),
        }
    }
    shares.sort_by_key(|(pair, _)| *pair);
    // Shares are compared in thousandths.
    shares
        .into_iter()
        .map(|(pair, share)| (pair, (share * 1000.0).round() / 1000.0))
        .collect()
}

fn weights(weights: &[u32]) -> Value {
    weights
        .iter()
        .map(|weight| json!({"weight_percent": weight}))
        .collect()
}

#[test]
fn weights_are_shares() {
    let shares = |list: &[u32]| -> Vec<f64> {
        let (profile, combinations) = combined(json!({"N": weights(list)}), json!({}));
        let each = 0..profile.seat(Seat::North).len();
        each.map(|index| (combinations.share_of(Seat::North, index) * 1e6).round() / 1e6)
            .collect()
    };
    assert_eq!(shares(&[0, 0, 0, 0]), [0.25; 4]);
    assert_eq!(shares(&[30, 70]), [0.3, 0.7]);
    assert_eq!(shares(&[49, 49]), [0.5, 0.5]);
    assert_eq!(shares(&[51, 51]), [0.5, 0.5]);
    assert_eq!(shares(&[100, 0]), [1.0, 0.0]);
}

#[test]
fn a_missing_seat_is_free() {
    let (_, combinations) = combined(
        json!({"N": [{"standard": {"total_min_hcp": 12}}]}),
        json!({}),
    );
    let demands = combinations.all()[0].demands;
    assert_eq!(demands.hands[N].total, range(12, 37));
    assert!(demands.hands[1..].iter().all(Demand::is_any));
}

#[test]
fn random_suits_are_drawn_in_order_and_their_ranges_replace_the_standard() {
    let north = json!([{"standard": {"spades": {"max_cards": 5}, "total_min_hcp": 8},
        "random_suit_constraint": random(&["S", "H", "D"], json!([{"min_cards": 5, "min_hcp": 3}, cards(4)]))}]);
    let (_, combinations) = combined(json!({"N": north}), json!({}));
    assert_eq!(combinations.all().len(), 6);
    assert!(
        combinations
            .all()
            .iter()
            .all(|one| (one.share - 1.0 / 6.0).abs() < 1e-12)
    );
    let hearts_first = |one: &&Combination| one.suits[N] == [Suit::Hearts, Suit::Spades];
    let demand = combinations
        .all()
        .iter()
        .find(hearts_first)
        .unwrap()
        .demands
        .hands[N];
    assert_eq!(demand.cards[HEARTS], range(5, 13));
    assert_eq!(demand.points[HEARTS], range(3, 10));
    assert_eq!(
        demand.cards[SPADES],
        range(4, 13),
        "the drawn range instead of the standard one"
    );
    assert_eq!(demand.cards[DIAMONDS], range(0, 13));
    assert_eq!(demand.total, range(8, 37));
}

/// '0-5 in every suit, and six in the drawn one' is how people write it: both ranges together could not be dealt.
#[test]
fn a_drawn_suit_may_be_longer_than_the_standard_allows() {
    let north = json!([{"standard": {"spades": {"max_cards": 5}, "hearts": {"max_cards": 5}, "clubs": {"max_cards": 5}},
        "random_suit_constraint": random(&["S", "H"], json!([{"min_cards": 6, "max_cards": 6}]))}]);
    let (_, combinations) = combined(json!({"N": north}), json!({}));
    for one in combinations.all() {
        assert!(one.is_dealable());
        let drawn = one.suits[N][0] as usize;
        let other = SPADES + HEARTS - drawn;
        let demand = one.demands.hands[N];
        assert_eq!(demand.cards[drawn], range(6, 6));
        assert_eq!([demand.cards[other], demand.cards[CLUBS]], [range(0, 5); 2]);
    }
}

#[test]
fn seats_that_must_draw_different_suits_do() {
    let draws =
        |suits: &[&str]| json!([{"random_suit_constraint": random(suits, json!([cards(5)]))}]);
    let seats = json!({"N": draws(&["S", "H"]), "E": draws(&["S", "H", "D"])});
    let (_, combinations) = combined(seats.clone(), json!({}));
    assert_eq!(combinations.all().len(), 6);
    let (_, combinations) = combined(seats, json!({"random_suits_differ": true}));
    // Spades with hearts or diamonds, hearts with spades or diamonds, each as often.
    assert_eq!(combinations.all().len(), 4);
    for one in combinations.all() {
        assert_ne!(one.suits[N], one.suits[E]);
        assert_eq!(one.share, 0.25);
    }
    // Where they cannot, that is why nothing can be dealt.
    let seats = json!({"N": draws(&["S"]), "E": draws(&["S"])});
    let (profile, combinations) = combined(seats, json!({"random_suits_differ": true}));
    let viability = Viability::new(&profile, &combinations, &Default::default()).unwrap();
    assert_eq!(
        viability.left_out[0].sentence(&profile),
        "North and East cannot draw different suits, and must."
    );
}

#[test]
fn allowed_shapes_are_the_only_ones() {
    let shapes = |list: Value| {
        let north = json!([{"allowed_shapes": list}]);
        let (_, combinations) = combined(json!({"N": north}), json!({}));
        combinations.all()[0].demands.hands[N].shapes
    };
    let balanced = shapes(json!(["any 4333", "any 4432", "any 5332"]));
    assert_eq!(balanced.iter().count(), 4 + 12 + 12);
    let long = shapes(json!(["5xxx", "any 7600"]));
    let has = |lengths: [u8; 4]| long.contains(bridge::Shape::new(lengths).unwrap());
    assert!(has([5, 3, 3, 2]) && has([5, 0, 0, 8]) && has([0, 6, 0, 7]));
    assert!(!has([3, 5, 3, 2]) && !has([6, 3, 2, 2]));
}

#[test]
fn what_partners_hold_together() {
    let further = |only: Value| {
        let mut pair =
            json!({"pair": "NS", "hearts": {"min_cards": 8}, "min_hcp": 25, "max_hcp": 30});
        if !only.is_null() {
            pair["subprofiles"] = only;
        }
        json!({"pair_constraints": [pair, {"pair": "NS", "max_hcp": 28}], "ns_role_mode": "no_driver_no_index"})
    };
    let seats = json!({"N": [{}, {}], "S": [{}, {}]});
    let (_, combinations) = combined(seats.clone(), further(Value::Null));
    for one in combinations.all() {
        let [together, others] = one.demands.pairs;
        assert_eq!(together.cards[HEARTS], range(8, 13));
        assert_eq!(together.cards[SPADES], range(0, 13));
        assert_eq!(together.points, range(25, 28), "all of them must hold");
        assert!(others.is_any() && one.demands.asks(Seat::North) && !one.demands.asks(Seat::East));
    }
    // Only for North's second with South's first.
    let (_, combinations) = combined(seats, further(json!([[2, 1]])));
    for one in combinations.all() {
        let points = one.demands.pairs[0].points;
        let named = (one.subprofiles[N], one.subprofiles[S]) == (1, 0);
        assert_eq!(points, if named { range(25, 28) } else { range(0, 28) });
    }
}

#[test]
fn older_files_have_one_range_for_all_suits() {
    let older =
        json!({"allowed_suits": ["S", "H"], "required_suits_count": 2, "per_suit_range": cards(5)});
    let (_, combinations) = combined(json!({"N": [{"random_suit_constraint": older}]}), json!({}));
    let demand = combinations.all()[0].demands.hands[N];
    assert_eq!(
        [demand.cards[SPADES], demand.cards[HEARTS]],
        [range(5, 13); 2]
    );
}

#[test]
fn pair_overrides_hold_for_that_pair_in_either_order() {
    let mut constraint = random(&["S", "H", "D"], json!([cards(5), cards(4)]));
    constraint["pair_overrides"] =
        json!([{"suits": ["S", "H"], "first_range": cards(6), "second_range": {"max_cards": 3}}]);
    let (_, combinations) = combined(
        json!({"N": [{"random_suit_constraint": constraint}]}),
        json!({}),
    );
    for one in combinations.all() {
        let demand = one.demands.hands[N];
        match one.suits[N][..] {
            [Suit::Spades, Suit::Hearts] | [Suit::Hearts, Suit::Spades] => {
                assert_eq!(
                    [demand.cards[SPADES], demand.cards[HEARTS]],
                    [range(6, 13), range(0, 3)]
                );
            }
            [first, second] => {
                assert_eq!(demand.cards[first as usize], range(5, 13));
                assert_eq!(demand.cards[second as usize], range(4, 13));
            }
            _ => panic!("two suits are drawn"),
        }
    }
}

#[test]
fn contingent_suits_follow_the_draw() {
    let west = json!([{"random_suit_constraint": random(&["S", "H"], json!([cards(6)]))}]);
    let of_partner = |other: bool| {
        json!([{"partner_contingent_constraint":
            {"partner_seat": "W", "suit_range": {"max_cards": 1}, "use_non_chosen_suit": other}}])
    };
    let of_opponent = json!([{"opponents_contingent_suit_constraint":
        {"opponent_seat": "W", "suit_range": {"min_cards": 2, "min_hcp": 3}}}]);
    let seats = json!({"W": west, "E": of_partner(false), "N": of_opponent, "S": [{}]});
    let (_, combinations) = combined(seats, json!({}));
    for one in combinations.all() {
        let suit = one.suits[W][0] as usize;
        let other = if suit == SPADES { HEARTS } else { SPADES };
        assert_eq!(one.demands.hands[E].cards[suit], range(0, 1));
        assert_eq!(one.demands.hands[E].cards[other], range(0, 13));
        assert_eq!(one.demands.hands[N].cards[suit], range(2, 13));
        assert_eq!(one.demands.hands[N].points[suit], range(3, 10));
    }
    // The suit that was not drawn.
    let (_, combinations) = combined(json!({"W": west, "E": of_partner(true)}), json!({}));
    for one in combinations.all() {
        let drawn = one.suits[W][0] as usize;
        let other = if drawn == SPADES { HEARTS } else { SPADES };
        assert_eq!(one.demands.hands[E].cards[other], range(0, 1));
        assert_eq!(one.demands.hands[E].cards[drawn], range(0, 13));
    }
}

/// A contingent suit needs a drawn one: the combination without it cannot be dealt, and its share goes to the others.
#[test]
fn a_combination_without_the_suit_it_looks_at_is_left_out() {
    let west = json!([
        {"weight_percent": 75},
        {"weight_percent": 25, "random_suit_constraint": random(&["S", "H"], json!([cards(6)]))},
    ]);
    let north = json!([{"opponents_contingent_suit_constraint": {"opponent_seat": "W", "suit_range": cards(2)}}]);
    let (profile, combinations) = combined(json!({"W": west, "N": north}), json!({}));
    assert_eq!(combinations.share_of(Seat::West, 0), 0.0);
    assert_eq!(combinations.share_of(Seat::West, 1), 1.0);
    let viability = Viability::new(&profile, &combinations, &Default::default()).unwrap();
    assert_eq!(viability.never().collect::<Vec<_>>(), [(Seat::West, 0)]);
    assert_eq!(
        viability.left_out[0].reason,
        LeftOutReason::NoSuit {
            seat: (Seat::North, 0),
            at: (Seat::West, 0)
        }
    );
    assert_eq!(
        viability.left_out[0].sentence(&profile),
        "North looks at the suit of West 1, which draws none."
    );
}

/// First the subprofiles among those with a dealable draw, then the suits, each dealable draw as likely as any other.
#[test]
fn what_cannot_be_dealt_gives_its_share_to_its_own_choice() {
    // North's first subprofile cannot draw spades: South has nine of them.
    let north = json!([
        {"weight_percent": 40, "random_suit_constraint": random(&["S", "H", "D"], json!([cards(5)]))},
        {"weight_percent": 60},
    ]);
    let south = json!([{"standard": {"spades": {"min_cards": 9}}}]);
    let (_, combinations) = combined(json!({"N": north, "S": south}), json!({}));
    let shares: Vec<f64> = combinations
        .all()
        .iter()
        .map(|one| (one.share * 100.0).round())
        .collect();
    assert_eq!(shares, [0.0, 20.0, 20.0, 60.0]);
}

#[test]
fn partners_of_equal_number_are_coupled_by_index() {
    let two = |a, b| weights(&[a, b]);
    // The first of the dealing order drives: North here, then South.
    assert_eq!(
        pairs(json!({}), two(20, 80), two(60, 40)),
        [((0, 0), 0.2), ((1, 1), 0.8)]
    );
    let order = json!({"hand_dealing_order": ["S", "W", "N", "E"]});
    assert_eq!(
        pairs(order, two(20, 80), two(60, 40)),
        [((0, 0), 0.6), ((1, 1), 0.4)]
    );
    let dealer = json!({"dealer": "E"});
    assert_eq!(
        pairs(dealer, two(20, 80), two(60, 40)),
        [((0, 0), 0.6), ((1, 1), 0.4)]
    );
    let mode = |mode: &str| pairs(json!({"ns_role_mode": mode}), two(20, 80), two(60, 40));
    assert_eq!(mode("no_driver"), [((0, 0), 0.2), ((1, 1), 0.8)]);
    assert_eq!(mode("north_drives"), [((0, 0), 0.2), ((1, 1), 0.8)]);
    assert_eq!(mode("south_drives"), [((0, 0), 0.6), ((1, 1), 0.4)]);
    assert_eq!(mode("random_driver"), [((0, 0), 0.4), ((1, 1), 0.6)]);
    let free = [
        ((0, 0), 0.12),
        ((0, 1), 0.08),
        ((1, 0), 0.48),
        ((1, 1), 0.32),
    ];
    assert_eq!(mode("no_driver_no_index"), free);
    let older = json!({"ns_index_coupling_enabled": false});
    assert_eq!(pairs(older, two(20, 80), two(60, 40)), free);
    // Of different numbers, each draws for itself.
    assert_eq!(
        pairs(json!({}), two(20, 80), weights(&[100])),
        [((0, 0), 0.2), ((1, 0), 0.8)]
    );
}

#[test]
fn east_and_west_are_coupled_too() {
    let seats = json!({"E": weights(&[10, 90]), "W": weights(&[70, 30])});
    let (_, combinations) = combined(seats, json!({"ew_role_mode": "west_drives"}));
    let shares: Vec<(usize, usize, f64)> = combinations
        .all()
        .iter()
        .map(|one| (one.subprofiles[E], one.subprofiles[W], one.share))
        .collect();
    assert_eq!(shares, [(0, 0, 0.7), (1, 1, 0.3)]);
}

#[test]
fn maps_say_what_follows() {
    let bespoke =
        json!({"ns_role_mode": "north_drives", "ns_bespoke_map": {"0": [1, 2], "1": [0]}});
    assert_eq!(
        pairs(bespoke, weights(&[20, 80]), weights(&[50, 10, 40])),
        [((0, 1), 0.04), ((0, 2), 0.16), ((1, 0), 0.8)]
    );
    let linked = json!({"ns_linked_profile": {"primary_seat": "S", "subprofile_map": {"0": [1], "1": [0, 1]}}});
    assert_eq!(
        pairs(linked, weights(&[20, 80]), weights(&[50, 50])),
        [((0, 1), 0.1), ((1, 0), 0.5), ((1, 1), 0.4)]
    );
    // An index without an entry leaves the other free.
    let open = json!({"ns_linked_profile": {"primary_seat": "S", "subprofile_map": {"0": [1]}}});
    assert_eq!(
        pairs(open, weights(&[20, 80]), weights(&[50, 50])),
        [((0, 1), 0.1), ((1, 0), 0.5), ((1, 1), 0.4)]
    );
}

#[test]
fn roles_limit_who_may_use_a_subprofile() {
    let north = json!([{"weight_percent": 50, "ns_role_usage": "follower_only"}, {"weight_percent": 30}, {"weight_percent": 20}]);
    let south = json!([{}, {}, {"ns_role_usage": "driver_only"}]);
    let mode = |mode: &str| pairs(json!({"ns_role_mode": mode}), north.clone(), south.clone());
    // North may not drive with its first, nor South follow with its third.
    assert_eq!(mode("north_drives"), [((1, 1), 1.0)]);
    assert_eq!(
        mode("south_drives"),
        [((0, 0), 0.333), ((1, 1), 0.333), ((2, 2), 0.333)]
    );
    assert_eq!(
        mode("no_driver_no_index").len(),
        9,
        "without roles nothing is limited"
    );
}

#[test]
fn exclusions_take_shapes_out() {
    let exclusions = json!([
        {"seat": "N", "subprofile_index": 1, "excluded_shapes": ["64xx", "4333"]},
        {"seat": "N", "subprofile_index": 1,
            "clauses": [{"group": "MAJOR", "length_eq": 5, "count": 1}, {"group": "ANY", "length_eq": 1, "count": 0}]},
    ]);
    let (_, combinations) = combined(
        json!({"N": [{}, {}]}),
        json!({"subprofile_exclusions": exclusions}),
    );
    let [first, second] = [0, 1].map(|index| {
        let with = |one: &&Combination| one.subprofiles[N] == index;
        combinations.all().iter().find(with).unwrap().demands.hands[N]
    });
    let holds = |demand: &Demand, hand: &str| demand.holds(hand.parse().unwrap());
    let excluded = [
        "AK5432.5432.32.2",
        "AK54.543.432.432",
        "AK543.543.432.43",
        "AK.Q5432.432.543",
    ];
    for hand in excluded {
        assert!(!holds(&first, hand), "{hand}");
        assert!(holds(&second, hand), "{hand}");
    }
    // Other suits, both majors of five, or a singleton: these stay.
    for hand in [
        "5432.AK5432.32.2",
        "AK543.Q5432.2.43",
        "AK543.5432.432.4",
        "A54.K543.432.432",
    ] {
        assert!(holds(&first, hand), "{hand}");
    }
}

#[test]
fn a_bypassed_profile_takes_any_deal_and_says_so() {
    let seats = json!({"N": [{"standard": {"total_min_hcp": 37}}]});
    let reading = profile::read_document(document(
        seats,
        json!({"is_invariants_safety_profile": true}),
    ));
    assert_eq!(reading.problems.len(), 1);
    let combinations = combinations_of(&reading.profile.unwrap());
    assert!(
        combinations.all()[0]
            .demands
            .hands
            .iter()
            .all(Demand::is_any)
    );
}

#[test]
fn forty_one_points_are_refused_with_their_lines() {
    let points =
        |min: u8, max: u8| json!([{"standard": {"total_min_hcp": min, "total_max_hcp": max}}]);
    let seats =
        json!({"N": points(15, 18), "E": points(12, 20), "S": points(8, 17), "W": points(6, 11)});
    let (profile, combinations) = combined(seats, json!({}));
    assert_eq!(combinations.dealable().count(), 0);
    assert_eq!(combinations.draw(&mut space::stream(1, 1)), None);
    let viability = Viability::new(&profile, &combinations, &Default::default()).unwrap();
    assert_eq!(
        viability.left_out[0].sentence(&profile),
        "North 15-18, East 12-20, South 8-17 and West 6-11 need 41 HCP; the deck has 40."
    );
}

#[test]
fn what_clashes_is_named_by_subprofile_pair_and_suit() {
    let long = |suit: &str, min: u8| {
        let mut standard = json!({});
        standard[suit] = cards(min);
        json!({"standard": standard})
    };
    let north = json!([long("spades", 8), {"standard": {"spades": cards(7), "hearts": cards(7)}}, long("hearts", 4)]);
    let south = json!([long("spades", 6), {}]);
    let (profile, combinations) = combined(json!({"N": north, "S": south}), json!({}));
    let viability = Viability::new(&profile, &combinations, &Default::default()).unwrap();
    assert_eq!(viability.never().collect::<Vec<_>>(), [(Seat::North, 1)]);
    assert_eq!(
        viability.never_together,
        [[(Seat::North, 0), (Seat::South, 0)]]
    );
    let reasons: Vec<String> = viability
        .left_out
        .iter()
        .map(|one| one.sentence(&profile))
        .collect();
    assert!(reasons.contains(&"North 8+ and South 6+ need 14 spades; the deck has 13.".to_owned()));
    assert!(
        reasons.contains(
            &"North 7+ spades and North 7+ hearts need 14 cards; a hand has 13.".to_owned()
        ),
        "{reasons:?}"
    );
    // The same clash in several suits is said once.
    let example = example("weak-two-defence");
    let combinations = combinations_of(&example);
    let viability = Viability::new(&example, &combinations, &Default::default()).unwrap();
    assert_eq!(
        viability.left_out[0].sentence(&example),
        "North 3-7, East 3-7 and West 5-7 need 11 HCP in spades; the suit has 10. The same in hearts and diamonds."
    );
    let left_out: usize = viability
        .left_out
        .iter()
        .map(|one| one.combinations.len())
        .sum();
    assert_eq!(
        left_out + combinations.dealable().count(),
        combinations.all().len()
    );
}

fn order(profile: &Profile) -> String {
    proposed_order(profile)
        .iter()
        .map(|seat| seat.letter())
        .collect()
}

#[test]
fn orders() {
    let clockwise = made(json!({"N": [{}]}), json!({"dealer": "S"}));
    assert_eq!(
        clockwise.order,
        [Seat::South, Seat::West, Seat::North, Seat::East]
    );
    let given = made(
        json!({"N": [{}]}),
        json!({"hand_dealing_order": ["W", "N", "S", "E"]}),
    );
    assert_eq!(
        given.order,
        [Seat::West, Seat::North, Seat::South, Seat::East]
    );
    let draws = |weight: u8| json!({"weight_percent": weight, "random_suit_constraint": random(&["S", "H"], json!([cards(5)]))});
    let plain = |weight: u8| json!({"weight_percent": weight});
    // Those that draw come first, the one with more risk before the other, ties clockwise.
    let seats = json!({"E": [draws(40), plain(60)], "W": [draws(100)]});
    assert_eq!(order(&made(seats, json!({}))), "WENS");
    let seats = json!({"E": [draws(100)], "W": [draws(100)]});
    assert_eq!(order(&made(seats.clone(), json!({}))), "EWNS");
    assert_eq!(
        order(&made(seats, json!({"ns_role_mode": "south_drives"}))),
        "EWSN"
    );
    // Whoever looks at an opponent's suit comes after who looks at the partner's.
    let partner =
        json!([{"partner_contingent_constraint": {"partner_seat": "E", "suit_range": cards(2)}}]);
    let opponent = json!([{"opponents_contingent_suit_constraint": {"opponent_seat": "E", "suit_range": cards(2)}}]);
    let seats = json!({"E": [draws(100)], "W": partner, "S": opponent});
    assert_eq!(
        order(&made(
            seats,
            json!({"dealer": "E", "ns_role_mode": "north_drives"})
        )),
        "ENWS"
    );
}

#[test]
fn migrated_files_mean_the_same_and_lose_nothing() {
    let older = json!({"allowed_suits": ["S", "H", "D"], "note": "kept", "required_suits_count": 2, "per_suit_range": cards(4)});
    let seats = json!({"N": [{"random_suit_constraint": older}, {}], "S": [{}, {"standard": {"total_min_hcp": 9}}]});
    let old = document(
        seats,
        json!({"ns_index_coupling_enabled": false, "homemade": {"b": 1, "a": 2}}),
    );
    let before = profile::read_document(old.clone()).profile.unwrap();
    let migrated = profile::migrate(old, &before);
    assert_eq!(migrated.changes.len(), 4, "{:?}", migrated.changes);
    let reading = profile::read_document(migrated.document.clone());
    assert_eq!(reading.errors().count(), 0);
    let after = reading.profile.unwrap();
    assert_eq!(combinations_of(&before), combinations_of(&after));
    assert_eq!(before.order, after.order);
    let constraint =
        &migrated.document["seat_profiles"]["N"]["subprofiles"][0]["random_suit_constraint"];
    assert_eq!(constraint["suit_ranges"], json!([cards(4), cards(4)]));
    assert_eq!(constraint["note"], "kept");
    let fields: Vec<&String> = constraint.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "allowed_suits",
            "note",
            "required_suits_count",
            "suit_ranges"
        ]
    );
    assert_eq!(
        migrated.document["homemade"].to_string(),
        r#"{"b":1,"a":2}"#
    );
    let again = profile::migrate(migrated.document.clone(), &after);
    assert_eq!(again.document, migrated.document);
    assert_eq!(again.changes, Vec::<String>::new());
}

//! Reading documents: what is wrong is said at its place, and nothing is lost.

use crate::common::{document, example_text};
use serde_json::{Value, json};

/// What is wrong with a document.
fn problems(document: Value) -> Vec<String> {
    let reading = profile::read_document(document);
    let problems: Vec<String> = reading.problems.iter().map(|p| p.to_string()).collect();
    assert_eq!(reading.profile.is_some(), reading.errors().count() == 0);
    problems
}

/// North with these subprofiles.
fn north(subprofiles: Value) -> Value {
    document(json!({"N": subprofiles}), json!({}))
}

/// With this beside what a document needs.
fn with(further: Value) -> Value {
    document(json!({"N": [{}, {}], "S": [{}, {}]}), further)
}

#[test]
fn every_mistake_has_its_message() {
    let first = "seat_profiles.N.subprofiles[0]";
    let range = json!({"min_cards": 5});
    let random = |value: Value| north(json!([{"random_suit_constraint": value}]));
    let table: Vec<(Value, String)> = vec![
        (json!([1]), "a list is not an object".into()),
        (
            north(json!([{}, {"standard": {"spades": {"min_cards": 14}}}])),
            "seat_profiles.N.subprofiles[1].standard.spades.min_cards: 14 is over 13".into(),
        ),
        (
            north(json!([{"standard": {"hearts": {"max_hcp": 38}}}])),
            format!("{first}.standard.hearts.max_hcp: 38 is over 37"),
        ),
        (
            north(json!([{"standard": {"total_min_hcp": -1}}])),
            format!("{first}.standard.total_min_hcp: -1 is under 0"),
        ),
        (
            north(json!([{"standard": {"clubs": {"min_cards": 2.5}}}])),
            format!("{first}.standard.clubs.min_cards: 2.5 is not a whole number"),
        ),
        (
            north(json!([{"standard": {"clubs": {"min_cards": "2"}}}])),
            format!("{first}.standard.clubs.min_cards: \"2\" is not a whole number"),
        ),
        (
            north(json!([{"standard": {"clubs": {"min_cards": 1e300}}}])),
            format!("{first}.standard.clubs.min_cards: 1e+300 is over 13"),
        ),
        (
            north(json!([{"standard": {"clubs": {"min_cards": 5, "max_cards": 4}}}])),
            format!("{first}.standard.clubs.min_cards: 5 is over max_cards, which is 4"),
        ),
        (
            north(json!([{"standard": {"total_max_hcp": 5, "total_min_hcp": 6}}])),
            format!("{first}.standard.total_min_hcp: 6 is over total_max_hcp, which is 5"),
        ),
        (north(json!([])), "seat_profiles.N.subprofiles: a seat needs at least one subprofile".into()),
        (north(json!(5)), "seat_profiles.N.subprofiles: 5 is not a list".into()),
        (north(json!([5])), format!("{first}: 5 is not an object")),
        (
            north(json!([{"weight_percent": 40}, {"weight_percent": 50}])),
            "seat_profiles.N.subprofiles: the weights add up to 90: they should add up to 100, or all be 0".into(),
        ),
        (
            north(json!([{"weight_percent": -10}, {"weight_percent": 110}])),
            format!("{first}.weight_percent: -10 is negative"),
        ),
        (
            north(json!([{"weight_percent": "all"}])),
            format!("{first}.weight_percent: \"all\" is not a number"),
        ),
        (
            north(json!([{"ns_role_usage": "drives"}])),
            format!("{first}.ns_role_usage: \"drives\" is not one of any, driver_only, follower_only"),
        ),
        (
            document(json!({"X": [{}]}), json!({})),
            "seat_profiles.X: there is no such seat: N, E, S or W".into(),
        ),
        (with(json!({"dealer": "Q"})), "dealer: \"Q\" is not a seat: N, E, S or W".into()),
        (with(json!({"dealer": null})), "dealer: is missing".into()),
        (with(json!({"tag": "Responder"})), "tag: \"Responder\" is not one of Opener, Overcaller".into()),
        (with(json!({"profile_name": ""})), "profile_name: a profile needs a name".into()),
        (with(json!({"profile_name": 7})), "profile_name: 7 is not a text".into()),
        (
            with(json!({"rotate_deals_by_default": "yes"})),
            "rotate_deals_by_default: \"yes\" is not true or false".into(),
        ),
        (
            with(json!({"hand_dealing_order": ["N", "E", "S", "S"]})),
            "hand_dealing_order: name each of the four seats once".into(),
        ),
        (
            with(json!({"ns_role_mode": "east_drives"})),
            "ns_role_mode: \"east_drives\" is not one of north_drives, south_drives, random_driver, no_driver, no_driver_no_index"
                .into(),
        ),
        (
            random(json!({"suit_ranges": [range]})),
            format!("{first}.random_suit_constraint.allowed_suits: is missing"),
        ),
        (
            random(json!({"allowed_suits": ["S", "Z"], "suit_ranges": [range]})),
            format!("{first}.random_suit_constraint.allowed_suits[1]: \"Z\" is not a suit: S, H, D or C"),
        ),
        (
            random(json!({"allowed_suits": ["S", "S"], "suit_ranges": [range]})),
            format!("{first}.random_suit_constraint.allowed_suits[1]: this suit stands here twice"),
        ),
        (
            random(json!({"allowed_suits": ["S"], "required_suits_count": 2, "suit_ranges": [range, range]})),
            format!("{first}.random_suit_constraint: 2 suits are to be drawn, and there are 1 to draw from"),
        ),
        (
            random(json!({"allowed_suits": ["S", "H"], "required_suits_count": 2, "suit_ranges": [range]})),
            format!("{first}.random_suit_constraint.suit_ranges: 2 suits are drawn, and there are ranges for 1"),
        ),
        (
            random(json!({"allowed_suits": ["S"]})),
            format!("{first}.random_suit_constraint: suit_ranges is missing"),
        ),
        (
            random(json!({"allowed_suits": ["S", "H"], "required_suits_count": 2, "per_suit_range": range,
                "pair_overrides": [{"suits": ["S", "S"], "first_range": range, "second_range": range}]})),
            format!("{first}.random_suit_constraint.pair_overrides[0].suits: name two different suits"),
        ),
        (
            north(json!([{"partner_contingent_constraint": {"partner_seat": "N", "suit_range": range}}])),
            format!("{first}.partner_contingent_constraint.partner_seat: North cannot look at its own suit"),
        ),
        (
            north(json!([{"allowed_shapes": ["any 4333", "any 5555"]}])),
            format!("{first}.allowed_shapes[1]: 5555 is 20 cards: the four lengths must add up to 13"),
        ),
        (north(json!([{"allowed_shapes": []}])), format!("{first}.allowed_shapes: name at least one shape")),
        (
            with(json!({"pair_constraints": [{"pair": "NE", "min_hcp": 20}]})),
            "pair_constraints[0].pair: \"NE\" is not one of NS, EW".into(),
        ),
        (
            with(json!({"pair_constraints": [{"pair": "NS", "hearts": {"min_cards": 9, "max_cards": 8}}]})),
            "pair_constraints[0].hearts.min_cards: 9 is over max_cards, which is 8".into(),
        ),
        (with(json!({"pair_constraints": [{"pair": "NS", "min_hcp": 41}]})), "pair_constraints[0].min_hcp: 41 is over 40".into()),
        (
            with(json!({"pair_constraints": [{"pair": "NS", "subprofiles": [[3, 1]]}]})),
            "pair_constraints[0].subprofiles[0][0]: 3 is over 2".into(),
        ),
        (
            with(json!({"pair_constraints": [{"pair": "NS", "subprofiles": [[1]]}]})),
            "pair_constraints[0].subprofiles[0]: name two subprofiles: of North and of South, from 1".into(),
        ),
        (
            north(json!([{"partner_contingent_constraint": {"partner_seat": "S", "suit_range": range}}])),
            format!("{first}: South draws no suit in any of its subprofiles"),
        ),
        (
            document(
                json!({"S": [{"random_suit_constraint": {"allowed_suits": ["S", "H", "D"], "suit_ranges": [range]}}],
                    "N": [{"partner_contingent_constraint":
                        {"partner_seat": "S", "suit_range": range, "use_non_chosen_suit": true}}]}),
                json!({}),
            ),
            format!("{first}: the suit South did not draw is not one: exactly one must be left"),
        ),
        (
            north(json!([{
                "random_suit_constraint": {"allowed_suits": ["S"], "suit_ranges": [range]},
                "partner_contingent_constraint": {"partner_seat": "S", "suit_range": range},
            }])),
            format!("{first}: at most one of random_suit_constraint, partner_contingent_constraint, opponents_contingent_suit_constraint may be given"),
        ),
        (
            with(json!({"subprofile_exclusions": [{"seat": "N", "subprofile_index": 3, "excluded_shapes": ["4333"]}]})),
            "subprofile_exclusions[0].subprofile_index: North has no subprofile 3: it has 2".into(),
        ),
        (
            with(json!({"subprofile_exclusions": [{"seat": "N", "subprofile_index": 1, "excluded_shapes": ["4444"]}]})),
            "subprofile_exclusions[0].excluded_shapes[0]: 4444 is 16 cards: the four lengths must add up to 13".into(),
        ),
        (
            with(json!({"subprofile_exclusions": [{"seat": "N", "subprofile_index": 1}]})),
            "subprofile_exclusions[0]: give excluded_shapes or clauses, one of them".into(),
        ),
        (
            with(json!({"subprofile_exclusions": [{"seat": "N", "subprofile_index": 1,
                "clauses": [{"group": "BLACK", "length_eq": 2, "count": 1}]}]})),
            "subprofile_exclusions[0].clauses[0].group: \"BLACK\" is not one of ANY, MAJOR, MINOR".into(),
        ),
        (
            with(json!({"ns_bespoke_map": {"0": [1], "1": [2]}})),
            "ns_bespoke_map.1[0]: 2 is over 1".into(),
        ),
        (
            with(json!({"ns_bespoke_map": {"0": [1], "5": [1]}})),
            "ns_bespoke_map.5: North has no subprofile of this index: they go from 0 to 1".into(),
        ),
        (with(json!({"ns_bespoke_map": {"0": [1]}})), "ns_bespoke_map: North's index 1 has no entry".into()),
        (
            with(json!({"ns_role_mode": "random_driver", "ns_bespoke_map": {"0": [0], "1": [1]}})),
            "ns_bespoke_map: a map needs a fixed driver: ns_role_mode says random_driver".into(),
        ),
        (
            with(json!({"ns_linked_profile": {"primary_seat": "E", "subprofile_map": {}}})),
            "ns_linked_profile.primary_seat: East is not of this pair".into(),
        ),
    ];
    for (document, message) in table {
        let found = problems(document);
        assert!(found.contains(&message), "{message}\n{found:#?}");
    }
}

/// What can be dealt, but perhaps is not what was meant.
#[test]
fn what_is_read_with_a_warning_or_a_note() {
    let west = json!([{"random_suit_constraint": {"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 6}]}}]);
    let east = json!([{"opponents_contingent_suit_constraint": {"opponent_seat": "W", "suit_range": {"max_cards": 1}}}]);
    let seats = json!({"W": west, "E": east});
    assert_eq!(
        problems(document(seats, json!({}))),
        [
            "seat_profiles.E.subprofiles[0].opponents_contingent_suit_constraint.opponent_seat: \
          West is East's partner, not its opponent: West's suit is meant"
        ]
    );
    let long = json!({"spades": {"max_cards": 5}, "hearts": {"max_cards": 5, "max_hcp": 3}, "clubs": {"max_cards": 5}});
    let drawn = json!({"allowed_suits": ["S", "H", "D"], "suit_ranges": [{"min_cards": 6, "max_cards": 6}]});
    let seats = json!({"N": [{"standard": long, "random_suit_constraint": drawn}]});
    assert_eq!(
        problems(document(seats, json!({}))),
        [
            "seat_profiles.N.subprofiles[0].random_suit_constraint: what is asked of a drawn suit (6 cards) \
          replaces what is asked of spades and hearts otherwise (at most 5 cards or at most 5 cards, at most 3 HCP)"
        ]
    );
    // A range within the standard one replaces nothing.
    let drawn = json!({"allowed_suits": ["S", "H"], "suit_ranges": [{"min_cards": 5, "max_cards": 5, "max_hcp": 3}]});
    let within = json!({"spades": {"max_cards": 5}, "hearts": {"max_cards": 5, "max_hcp": 10}});
    let seats = json!({"N": [{"standard": within, "random_suit_constraint": drawn}]});
    assert!(problems(document(seats, json!({}))).is_empty());
    // South's second follows nobody.
    let seats = json!({"N": [{}, {}], "S": [{}, {"name": "lost"}]});
    let map = json!({"ns_role_mode": "north_drives", "ns_bespoke_map": {"0": [0], "1": [0]}});
    assert_eq!(
        problems(document(seats, map)),
        [
            "seat_profiles.S.subprofiles[1]: South (lost) is never chosen: North's hand type decides, and none leads to it"
        ]
    );
    let seats = json!({"N": [{}, {"ns_role_for_seat": "follower_only"}], "S": [{}, {}]});
    assert_eq!(
        problems(document(seats, json!({"ns_role_mode": "north_drives"}))),
        [
            "seat_profiles.N.subprofiles[1]: North 2 is never chosen: the role that it is for never comes",
            "seat_profiles.S.subprofiles[1]: South 2 is never chosen: North's hand type decides, and none leads to it"
        ]
    );
    let two_sevens = json!({"subprofile_exclusions": [{"seat": "N", "subprofile_index": 1,
        "clauses": [{"group": "MAJOR", "length_eq": 7, "count": 2}]}]});
    assert_eq!(
        problems(document(json!({"N": [{}]}), two_sevens)),
        [
            "subprofile_exclusions[0].clauses: no hand has 2 major suits of 7 cards: this excludes nothing"
        ]
    );
}

#[test]
fn roles_that_leave_nothing_are_an_error() {
    let driver = json!([{"ns_role_usage": "driver_only"}, {"ns_role_usage": "driver_only"}]);
    let found = problems(document(
        json!({"N": driver.clone(), "S": driver}),
        json!({}),
    ));
    assert_eq!(
        found,
        ["ns_role_mode: no subprofile of North and South may be used together in their roles"]
    );
}

#[test]
fn what_is_not_json_is_said() {
    for text in ["", "{", "nonsense", "{\"profile_name\": }"] {
        let reading = profile::read(text);
        assert!(
            reading.problems[0]
                .message
                .starts_with("this is not a JSON document")
        );
        assert!(reading.profile.is_none());
    }
}

/// Ten megabytes of nesting are an error and no crash.
#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let times = 5_000_000 / open.len();
        let text = open.repeat(times) + &close.repeat(times);
        let reading = profile::read(&text);
        assert!(
            reading.problems[0].message.contains("recursion limit"),
            "{:?}",
            reading.problems
        );
    }
}

#[test]
fn more_subprofiles_and_combinations_than_anyone_wants() {
    let many = vec![json!({}); 101];
    let found = problems(north(json!(many)));
    assert_eq!(
        found,
        ["seat_profiles.N.subprofiles: 101 subprofiles are too many: at most 100"]
    );
    let many = vec![json!({}); 40];
    let seats = json!({"N": many, "E": many, "W": vec![json!({}); 41], "S": vec![json!({}); 41]});
    let reading = profile::read_document(document(seats, json!({})));
    let profile = reading.profile.unwrap();
    let combinations = profile::Combinations::new(&profile, &Default::default());
    assert_eq!(combinations, Err(profile::CombinationsError::TooMany));
}

#[test]
fn unknown_fields_are_kept_in_their_order_and_named() {
    let text = "{\"zebra\": 1, \"profile_name\": \"x\", \"apple\": {\"b\": 1, \"a\": 2}, \"dealer\": \"N\", \
        \"tag\": \"Opener\", \"seat_profiles\": {\"N\": {\"subprofiles\": [{\"standart\": {}}]}}}";
    let reading = profile::read(text);
    assert!(reading.profile.is_some());
    let paths: Vec<&str> = reading
        .problems
        .iter()
        .map(|problem| problem.path.as_str())
        .collect();
    assert_eq!(
        paths,
        ["seat_profiles.N.subprofiles[0].standart", "zebra", "apple"]
    );
    assert!(
        reading.problems[0]
            .message
            .ends_with("did you mean standard?")
    );
    let kept = reading.document.unwrap().to_string();
    assert_eq!(kept, text.replace(": ", ":").replace(", ", ","));
}

#[test]
fn examples_come_back_as_they_were() {
    for name in ["a-anything", "one-notrump", "weak-two-defence"] {
        let text = example_text(name);
        let document = profile::read(&text).document.unwrap();
        let again = profile::read(&format!("{document:#}"));
        assert_eq!(again.document.as_ref(), Some(&document));
        let keys = |value: &Value| {
            value
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(&document), keys(&again.document.unwrap()));
        assert_eq!(again.profile, profile::read(&text).profile);
    }
    // Some editors put a mark before the first letter.
    assert!(
        profile::read(&format!("\u{feff}{}", example_text("a-anything")))
            .profile
            .is_some()
    );
}

/// A document with every field that the schema has: the reader knows them all, and the schema knows all that it reads.
#[test]
fn the_schema_and_the_reader_know_the_same_fields() {
    let schema: Value = serde_json::from_str(profile::SCHEMA).unwrap();
    let properties = |definition: &Value| -> Vec<String> {
        definition["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    let mut document = json!({});
    for name in properties(&schema) {
        document[name] = Value::Null;
    }
    let range = |value: &str| -> Value {
        let fields = properties(&schema["$defs"][value]).into_iter();
        Value::Object(fields.map(|name| (name, Value::Null)).collect())
    };
    let mut one = range("subprofile");
    one["standard"] = range("standard");
    one["standard"]["spades"] = range("suit_range");
    let mut seat = range("seat_profile");
    seat["subprofiles"] = json!([one]);
    document["seat_profiles"] = json!({"N": seat});
    for (name, value) in [("profile_name", "x"), ("dealer", "N"), ("tag", "Opener")] {
        document[name] = json!(value);
    }
    assert_eq!(problems(document), Vec::<String>::new());
    // Whatever the reader asks for, the schema has: it names what it knows when something else is close to it.
    for (definition, wrong, known) in [
        ("suit_range", "min_card", "min_cards"),
        ("standard", "total_min_hpc", "total_min_hcp"),
        ("subprofile", "weight_percen", "weight_percent"),
        ("exclusion", "clause", "clauses"),
    ] {
        assert!(
            properties(&schema["$defs"][definition]).contains(&known.to_owned()),
            "{wrong}"
        );
    }
}

/// A seat without subprofiles has no indices to go from or to.
#[test]
fn a_map_between_seats_that_have_no_subprofiles_is_refused() {
    let said = problems(json!({"ns_bespoke_map": {"a": 0}})).join("\n");
    assert!(
        said.contains("ns_bespoke_map.a: North has no subprofiles"),
        "{said}"
    );
}

/// Bytes changed, cut and doubled: an answer every time.
#[test]
fn damaged_files_are_read_without_a_crash() {
    let text = example_text("weak-two-defence");
    let mut number = 7u64;
    for _ in 0..needs::rounds(2_000, 200_000) {
        number = number
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let at = (number >> 33) as usize % text.len();
        let letters = b"0123456789\"{}[],:-.eN xSnull";
        let letter = letters[(number >> 20) as usize % letters.len()] as char;
        let damaged = match number % 3 {
            0 => text[..at].to_owned(),
            1 => format!("{}{letter}{}", &text[..at], &text[at..]),
            _ => format!("{}{letter}{}", &text[..at], &text[at + 1..]),
        };
        let reading = profile::read(&damaged);
        assert_eq!(reading.profile.is_some(), reading.errors().count() == 0);
    }
}

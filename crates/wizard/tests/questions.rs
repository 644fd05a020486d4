//! Whole profiles made and changed by answering questions, without a terminal.

use std::fs;
use std::path::PathBuf;

use bridge::{Seat, Suit};
use serde_json::{Value, json};
use space::Watch;
use wizard::{OddsSoFar, Step, Wizard};

/// The odds so far.
fn odds(wizard: &mut Wizard) -> OddsSoFar {
    wizard.odds(1, &Watch::default()).unwrap()
}

/// The profiles that come with the program.
fn examples() -> Vec<(PathBuf, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/profiles");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut read: Vec<(PathBuf, Value)> = files
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, serde_json::from_str(&text).unwrap())
        })
        .collect();
    read.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(read.len() > 3);
    read
}

/// Makes a profile by answering every question with what a document says.
fn made_like(document: &Value) -> Wizard {
    let like = Wizard::change(document.clone());
    let mut wizard = Wizard::new();
    while let Some(step) = wizard.at() {
        assert!(like.steps().contains(&step), "{step}");
        let answer = like.question_of(step).usual;
        wizard.answer(&answer).unwrap();
    }
    wizard
}

/// What the wizard does not ask for.
fn asked(mut document: Value) -> Value {
    let fields = document.as_object_mut().unwrap();
    for name in [
        "author",
        "version",
        "schema_version",
        "category",
        "sort_order",
    ] {
        fields.remove(name);
    }
    document
}

#[test]
fn a_profile_made_by_answers_means_what_the_file_means() {
    for (path, document) in examples() {
        let made = made_like(&document).document().clone();
        let [expected, found] = [&document, &made].map(|document| {
            let reading = profile::read_document(document.clone());
            reading.profile.unwrap()
        });
        assert_eq!(found.name, expected.name);
        assert_eq!(found.dealer, expected.dealer);
        assert_eq!(found.tag, expected.tag);
        assert_eq!(found.seats, expected.seats, "{}", path.display());
        assert_eq!(found.couplings, expected.couplings, "{}", path.display());
        assert_eq!(found.rotates, expected.rotates);
    }
}

#[test]
fn a_profile_made_by_answers_is_the_one_written_by_hand() {
    let any = json!({"min_cards": 0, "max_cards": 13, "min_hcp": 0, "max_hcp": 37});
    let by_hand = json!({
        "profile_name": "Two or three",
        "description": "",
        "version": "1.0",
        "schema_version": 1,
        "dealer": "S",
        "tag": "Overcaller",
        "seat_profiles": {
            "S": {"seat": "S", "subprofiles": [
                {
                    "name": "two",
                    "standard": {
                        "spades": any, "hearts": any, "diamonds": any, "clubs": any,
                        "total_min_hcp": 8, "total_max_hcp": 37,
                    },
                    "random_suit_constraint": {
                        "allowed_suits": ["S", "H", "D"],
                        "required_suits_count": 2,
                        "suit_ranges": [
                            {"min_cards": 5, "max_cards": 6, "min_hcp": 4, "max_hcp": 37},
                            {"min_cards": 4, "max_cards": 13, "min_hcp": 0, "max_hcp": 37},
                        ],
                        "pair_overrides": [{
                            "suits": ["S", "H"],
                            "first_range": {"min_cards": 5, "max_cards": 5, "min_hcp": 4, "max_hcp": 37},
                            "second_range": {"min_cards": 5, "max_cards": 13, "min_hcp": 0, "max_hcp": 37},
                        }],
                    },
                    "partner_contingent_constraint": null,
                    "opponents_contingent_suit_constraint": null,
                    "weight_percent": 70,
                },
                {
                    "standard": {
                        "spades": {"min_cards": 7, "max_cards": 13, "min_hcp": 0, "max_hcp": 37},
                        "hearts": any, "diamonds": any, "clubs": any,
                        "total_min_hcp": 0, "total_max_hcp": 10,
                    },
                    "random_suit_constraint": null,
                    "partner_contingent_constraint": null,
                    "opponents_contingent_suit_constraint": null,
                    "weight_percent": 30,
                    "ns_role_usage": "driver_only",
                },
            ]},
            "N": {"seat": "N", "subprofiles": [
                {
                    "standard": {
                        "spades": any, "hearts": any, "diamonds": any, "clubs": any,
                        "total_min_hcp": 0, "total_max_hcp": 37,
                    },
                    "random_suit_constraint": null,
                    "partner_contingent_constraint": {
                        "partner_seat": "S",
                        "suit_range": {"min_cards": 3, "max_cards": 13, "min_hcp": 0, "max_hcp": 37},
                        "use_non_chosen_suit": true,
                    },
                    "opponents_contingent_suit_constraint": null,
                },
                {
                    "standard": {
                        "spades": any, "hearts": any, "diamonds": any, "clubs": any,
                        "total_min_hcp": 0, "total_max_hcp": 37,
                    },
                    "random_suit_constraint": null,
                    "partner_contingent_constraint": null,
                    "opponents_contingent_suit_constraint": null,
                },
            ]},
        },
        "subprofile_exclusions": [
            {"seat": "S", "subprofile_index": 2, "excluded_shapes": ["7xx0", "8xxx"]},
        ],
        "ns_role_mode": "south_drives",
        "ns_bespoke_map": {"0": [0, 1], "1": [1]},
        "hand_dealing_order": ["S", "N", "W", "E"],
        "rotate_deals_by_default": false,
    });
    let answers = [
        ("name", "Two or three"),
        ("teaches", ""),
        ("dealer", "South"),
        ("tag", "those who overcall"),
        ("S.types", "2"),
        ("S.1.name", "two"),
        ("S.1.spades", "any"),
        ("S.1.hearts", ""),
        ("S.1.diamonds", "any"),
        ("S.1.clubs", "any"),
        ("S.1.points", "8+"),
        ("S.1.further", "suits drawn at random for each board"),
        ("S.1.suits", "S H D"),
        ("S.1.number", "2"),
        ("S.1.suit1", "5-6, 4+ HCP"),
        ("S.1.suit2", "4+"),
        ("S.1.pairs", "SH"),
        ("S.1.pair1.1", "5, 4+ HCP"),
        ("S.1.pair1.2", "5+"),
        ("S.1.excluded", "none"),
        ("S.2.name", ""),
        ("S.2.spades", "7+"),
        ("S.2.hearts", "any"),
        ("S.2.diamonds", "any"),
        ("S.2.clubs", "any"),
        ("S.2.points", "at most 10"),
        ("S.2.further", "nothing more"),
        ("S.2.excluded", "7xx0 8xxx"),
        ("S.weights", "70 30"),
        ("W.types", "0"),
        ("N.types", "2"),
        ("N.1.name", ""),
        ("N.1.spades", "any"),
        ("N.1.hearts", "any"),
        ("N.1.diamonds", "any"),
        ("N.1.clubs", "any"),
        ("N.1.points", "any"),
        ("N.1.further", "something in a random suit of South"),
        ("N.1.which", "the one that South did not draw"),
        ("N.1.range", "3+"),
        ("N.1.excluded", "none"),
        ("N.2.name", ""),
        ("N.2.spades", "any"),
        ("N.2.hearts", "any"),
        ("N.2.diamonds", "any"),
        ("N.2.clubs", "any"),
        ("N.2.points", "any"),
        ("N.2.further", "nothing more"),
        ("N.2.excluded", "none"),
        ("N.weights", "equal"),
        ("E.types", "0"),
        ("NS.roles", "South"),
        ("NS.map", "1: 1 2; 2: 2"),
        ("N.1.role", "in either role"),
        ("N.2.role", "in either role"),
        ("S.1.role", "in either role"),
        ("S.2.role", "only when this seat chooses first"),
        ("order", "S N W E"),
        ("rotation", "no"),
    ];
    let mut wizard = Wizard::new();
    for (step, answer) in answers {
        assert_eq!(
            wizard.at().map(|step| step.to_string()).as_deref(),
            Some(step)
        );
        wizard.answer(answer).unwrap();
    }
    assert_eq!(wizard.at(), None);
    let text = format!("{:#}", wizard.document());
    assert_eq!(text, format!("{by_hand:#}"));
    assert!(
        profile::read(&text).profile.is_some(),
        "{:?}",
        profile::read(&text).problems
    );
}

#[test]
fn the_same_answers_again_change_nothing() {
    for (path, document) in examples() {
        let mut wizard = Wizard::change(document.clone());
        assert_eq!(wizard.at(), None);
        for step in wizard.steps() {
            wizard.go_to(Some(step));
            let usual = wizard.question().unwrap().usual;
            wizard
                .answer(&usual)
                .unwrap_or_else(|wrong| panic!("{step}: {wrong}"));
            assert_eq!(wizard.at(), None, "{step}");
        }
        let [before, after] = [&document, wizard.document()].map(Value::to_string);
        assert_eq!(before, after, "{}", path.display());
    }
}

#[test]
fn a_change_changes_only_what_was_changed() {
    let text = r#"{
        "zzz": {"kept": [1.0, null]}, "tag": "Opener", "dealer": "N", "profile_name": "Old",
        "seat_profiles": {
            "E": {"subprofiles": [{"mine": true, "standard": {"hearts": {"max_cards": 5.0, "note": "x"}}, "weight_percent": 0}]},
            "N": {"subprofiles": [{"standard": {}, "random_suit_constraint": {
                "per_suit_range": {"min_cards": 6}, "required_suits_count": 2, "allowed_suits": ["S", "H", "D"], "why": "old"
            }}], "seat": "N"}
        },
        "ns_index_coupling_enabled": false
    }"#;
    let before: Value = serde_json::from_str(text).unwrap();
    let mut wizard = Wizard::change(before.clone());
    let mut answer = |step: Step, text: &str| {
        wizard.go_to(Some(step));
        assert_eq!(wizard.at(), Some(step));
        wizard.answer(text).unwrap();
        assert_eq!(wizard.at(), None);
    };
    answer(Step::Suit(Seat::East, 0, Suit::Hearts), "3-5");
    answer(Step::Drawn(Seat::North, 0, 1), "6+, 2+ HCP");
    let mut expected = before;
    expected["seat_profiles"]["E"]["subprofiles"][0]["standard"]["hearts"]["min_cards"] = 3.into();
    let random = &mut expected["seat_profiles"]["N"]["subprofiles"][0]["random_suit_constraint"];
    random
        .as_object_mut()
        .unwrap()
        .shift_remove("per_suit_range");
    random["suit_ranges"] = json!([{"min_cards": 6}, {"min_cards": 6, "min_hcp": 2}]);
    // As text, so that the order of the fields counts too.
    assert_eq!(wizard.document().to_string(), expected.to_string());
}

#[test]
fn wrong_answers_change_nothing_and_say_why() {
    let mut wizard = Wizard::new();
    for (step, wrong, why) in [
        (Step::Name, " ", "a profile needs a name"),
        (
            Step::Dealer,
            "Nobody",
            "choose one of: North, East, South, West",
        ),
        (Step::Types(Seat::North), "21", "21 is over 20"),
        (
            Step::Types(Seat::North),
            "some",
            "write a number from 0 to 20",
        ),
        (
            Step::Order,
            "N N E W",
            "name each of the four seats once, like W N E S",
        ),
    ] {
        wizard.go_to(Some(step));
        let before = wizard.document().clone();
        assert_eq!(wizard.check(wrong).unwrap_err().to_string(), why);
        assert_eq!(wizard.answer(wrong).unwrap_err().to_string(), why);
        assert_eq!(wizard.at(), Some(step));
        assert_eq!(*wizard.document(), before);
    }
    wizard.go_to(Some(Step::Types(Seat::North)));
    wizard.answer("1").unwrap();
    wizard.go_to(Some(Step::Suit(Seat::North, 0, Suit::Spades)));
    for (wrong, why) in [
        ("14", "14 is over 13"),
        ("7-5", "7-5 is upside down: write 5-7"),
        ("many", "write 5, 5-6, 5+, at most 3, or any"),
        (
            "5\u{1b}[2J",
            "that has a character in it that cannot be seen",
        ),
    ] {
        let said = wizard.answer(wrong).unwrap_err().to_string();
        assert_eq!(said, why, "{wrong:?}");
    }
    assert_eq!(
        wizard.check("5+, 3-4 hcp"),
        Ok(Some("5+ cards, 3-4 HCP".to_owned()))
    );
    assert!(wizard.answer(&"9".repeat(100_000)).is_err());
}

#[test]
fn back_and_forth_leads_back_to_where_one_was() {
    let mut wizard = Wizard::new();
    for answer in ["Back", "", "North", "those who open", "1", "first", "5+"] {
        wizard.answer(answer).unwrap();
    }
    let here = wizard.at();
    assert_eq!(here, Some(Step::Suit(Seat::North, 0, Suit::Hearts)));
    for _ in 0..3 {
        assert!(wizard.back());
    }
    assert_eq!(wizard.at(), Some(Step::Types(Seat::North)));
    // More hand types have questions of their own, after those of the first.
    wizard.answer("2").unwrap();
    assert_eq!(wizard.at(), here);
    assert_eq!(
        wizard.document()["seat_profiles"]["N"]["subprofiles"][0]["name"],
        "first"
    );
    wizard.go_to(Some(Step::Types(Seat::North)));
    wizard.answer("0").unwrap();
    assert_eq!(wizard.at(), Some(Step::Types(Seat::East)));
    assert_eq!(wizard.document()["seat_profiles"], json!({}));
    wizard.go_to(Some(Step::Name));
    assert!(!wizard.back());
}

#[test]
fn a_profile_can_be_laid_down_at_any_step() {
    let (_, document) = examples().pop().unwrap();
    let like = Wizard::change(document.clone());
    let whole = made_like(&document);
    let mut wizard = Wizard::new();
    while let Some(step) = wizard.at() {
        let at = step.to_string();
        let answered: Vec<String> = wizard.answered().iter().map(Step::to_string).collect();
        wizard = Wizard::resume(wizard.document().clone(), Some(&at), &answered);
        assert_eq!(wizard.at(), Some(step));
        wizard.answer(&like.question_of(step).usual).unwrap();
    }
    assert_eq!(wizard.document(), whole.document());
    assert_eq!(
        asked(wizard.document().clone()),
        asked(whole.document().clone())
    );
}

#[test]
fn fewer_hand_types_leave_nothing_that_points_nowhere() {
    for (path, document) in examples() {
        for seat in Seat::ALL {
            for number in ["0", "1"] {
                let mut wizard = Wizard::change(document.clone());
                wizard.go_to(Some(Step::Types(seat)));
                wizard.answer(number).unwrap();
                while let Some(question) = wizard.question() {
                    wizard.answer(&question.usual).unwrap();
                }
                let reading = profile::read_document(wizard.document().clone());
                // A range in the suit of a seat that draws none any more is for its author to change.
                let wrong = reading
                    .errors()
                    .filter(|problem| !problem.message.contains("draws no suit"));
                assert_eq!(
                    wrong.count(),
                    0,
                    "{} {seat} {number}: {:?}",
                    path.display(),
                    reading.problems
                );
            }
        }
    }
}

#[test]
fn the_odds_come_with_the_answers() {
    let mut wizard = Wizard::new();
    assert_eq!(odds(&mut wizard).lines(), ["any deal will do"]);
    for answer in [
        "Six spades",
        "",
        "North",
        "those who open",
        "1",
        "",
        "6",
        "any",
        "any",
        "any",
    ] {
        wizard.answer(answer).unwrap();
    }
    wizard.answer("10-12").unwrap();
    assert_eq!(
        odds(&mut wizard).lines(),
        ["1 deal in 88.7, counted exactly"]
    );
    assert!(!odds(&mut wizard).is_warning());

    wizard.go_to(Some(Step::Points(Seat::North, 0)));
    wizard.answer("32+").unwrap();
    let found = odds(&mut wizard);
    assert!(found.is_warning());
    assert_eq!(found.lines()[1], "that is very rare");

    wizard.go_to(Some(Step::Points(Seat::North, 0)));
    wizard.answer("10-12").unwrap();
    wizard.go_to(Some(Step::Suit(Seat::North, 0, Suit::Hearts)));
    wizard.answer("8+").unwrap();
    let found = odds(&mut wizard);
    assert!(matches!(found, OddsSoFar::Impossible { .. }));
    assert_eq!(
        found.lines()[1..],
        ["  North 6 spades and North 8+ hearts need 14 cards; a hand has 13."]
    );
}

#[test]
fn any_document_can_be_asked_about() {
    let documents = [
        json!({}),
        json!({"dealer": 5, "seat_profiles": {"N": {"subprofiles": [7, null, {"standard": []}]}}}),
        json!({"seat_profiles": {"N": {"subprofiles": [{"random_suit_constraint": {
            "allowed_suits": "S", "required_suits_count": -3, "suit_ranges": 4, "pair_overrides": [1, {"suits": ["S"]}]}}]}}}),
        json!({"seat_profiles": {"N": {"subprofiles": {}}}, "ns_bespoke_map": {"9": 1}, "subprofile_exclusions": [1, {}]}),
        json!({"seat_profiles": {"N": {"subprofiles": [{"weight_percent": 1e300}, {"random_suit_constraint": {
            "allowed_suits": ["S", "H"], "required_suits_count": 2e99}}]}}, "hand_dealing_order": ["N", 4]}),
    ];
    for document in documents {
        let mut wizard = Wizard::resume(document, Some("nowhere"), &["name".to_owned()]);
        for step in wizard.steps() {
            wizard.go_to(Some(step));
            if let Some(question) = wizard.question() {
                let _ = wizard.answer(&question.usual);
            }
            odds(&mut wizard);
        }
    }
}

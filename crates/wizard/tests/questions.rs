//! Whole profiles made and changed by answering questions, without a terminal.

use std::fs;
use std::path::PathBuf;

use bridge::{Seat, Suit};
use serde_json::{Value, json};
use space::Watch;
use wizard::{OddsProgress, OddsSoFar, OddsSource, PlainCounting, Step, Wizard};

/// The odds so far.
fn odds(wizard: &mut Wizard) -> OddsSoFar {
    wizard.odds(1, &Watch::default()).unwrap()
}

/// The profiles that come with the program.
fn examples() -> Vec<(PathBuf, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/profiles");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"));
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
    // What a line does not say, and what nobody is asked, can be gone to.
    for step in wizard.steps() {
        if !matches!(step, Step::Hand(_)) {
            wizard.go_to(Some(step));
            wizard.answer(&like.question_of(step).usual).unwrap();
        }
    }
    wizard
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
                    "allowed_shapes": ["any 7321", "any 7222"],
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
        "hand_dealing_order": ["S", "N", "W", "E"],
        "subprofile_exclusions": [
            {"seat": "S", "subprofile_index": 2, "excluded_shapes": ["7xx0", "8xxx"]},
        ],
        "ns_role_mode": "south_drives",
        "pair_constraints": [{"pair": "NS", "spades": {"min_cards": 8}, "min_hcp": 20, "max_hcp": 30}],
        "ns_bespoke_map": {"0": [0, 1], "1": [1]},
        "rotate_deals_by_default": false,
        "author": "Ann Lee",
        "category": "Two suits",
        "sort_order": 30,
    });
    let answers = [
        ("name", "Two or three"),
        ("dealer", "South"),
        ("tag", "those who overcall"),
        ("S.hand", "details"),
        ("S.types", "2"),
        ("S.1.name", "two"),
        ("S.1.spades", "any"),
        ("S.1.hearts", ""),
        ("S.1.diamonds", "any"),
        ("S.1.clubs", "any"),
        ("S.1.points", "8+"),
        ("S.1.shapes", "any"),
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
        ("S.2.shapes", "any 3-7-1-2, 2722 any"),
        ("S.2.further", "nothing more"),
        ("S.2.excluded", "7xx0 8xxx"),
        ("W.hand", "anything"),
        ("N.hand", "3+ in the suit South did not draw or anything"),
        ("E.hand", ""),
        (
            "together",
            "8+ spades and 20-30 HCP between North and South",
        ),
        ("NS.roles", "South"),
        ("NS.map", "1: 1 2; 2: 2"),
        // North's type follows from South's where that is one, but not here.
        ("N.weights", "equal"),
        ("S.weights", "70 30"),
        ("rotation", "no"),
        ("teaches", ""),
        ("about", "author Ann Lee; category Two suits; order 30"),
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
    wizard.go_to(Some(Step::Role(Seat::South, 1)));
    wizard.answer("only when this seat chooses first").unwrap();
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
            // What no line can say is asked in detail.
            let next = match step {
                Step::Hand(seat) if usual == "details" => Some(Step::Types(seat)),
                _ => None,
            };
            assert_eq!(wizard.at(), next, "{step}");
            if next.is_some() {
                wizard = Wizard::change(wizard.document().clone());
            }
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
    for answer in [
        "Back",
        "North",
        "those who open",
        "details",
        "1",
        "first",
        "5+",
    ] {
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
    assert_eq!(wizard.at(), Some(Step::Hand(Seat::East)));
    assert_eq!(wizard.document()["seat_profiles"], json!({}));
    // What a line has said is not gone through backwards.
    wizard.answer("balanced 12-14").unwrap();
    assert!(wizard.back());
    assert_eq!(wizard.at(), Some(Step::Hand(Seat::East)));
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
        let [answered, said] = [wizard.answered(), wizard.said()]
            .map(|steps| steps.iter().map(Step::to_string).collect::<Vec<_>>());
        wizard = Wizard::resume(wizard.document().clone(), Some(&at), &answered, &said);
        assert_eq!(wizard.at(), Some(step));
        wizard.answer(&like.question_of(step).usual).unwrap();
    }
    let [found, expected] = [&wizard, &whole].map(|wizard| {
        let reading = profile::read_document(wizard.document().clone());
        reading.profile.unwrap()
    });
    assert_eq!(found.couplings, expected.couplings);
    assert_eq!(found.dealer, expected.dealer);
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
    for answer in ["Six spades", "North", "those who open", "6 spades, 10-12"] {
        wizard.answer(answer).unwrap();
    }
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
        let mut wizard = Wizard::resume(document, Some("nowhere"), &["name".to_owned()], &[]);
        for step in wizard.steps() {
            wizard.go_to(Some(step));
            if let Some(question) = wizard.question() {
                let _ = wizard.answer(&question.usual);
            }
            odds(&mut wizard);
        }
    }
}

/// Answers from the first question on; the rest as usual.
fn answered(answers: &[&str]) -> Wizard {
    let mut wizard = Wizard::new();
    for answer in answers {
        wizard.answer(answer).unwrap();
    }
    while let Some(question) = wizard.question() {
        wizard.answer(&question.usual).unwrap();
    }
    wizard
}

#[test]
fn a_hand_in_a_line_is_all_that_has_to_be_said_of_a_seat() {
    let mut wizard = Wizard::new();
    let mut asked = Vec::new();
    for answer in [
        "1NT",
        "North",
        "those who open",
        "Balanced 15-17",
        "",
        "5+ major, 0-7",
        "",
        "",
        "yes",
        "",
        "",
    ] {
        asked.push(wizard.at().unwrap().to_string());
        wizard.answer(answer).unwrap();
    }
    assert_eq!(wizard.at(), None);
    assert_eq!(
        asked.join(" "),
        "name dealer tag N.hand E.hand S.hand W.hand together rotation teaches about"
    );
    let document = wizard.document();
    let north = &document["seat_profiles"]["N"]["subprofiles"][0];
    assert_eq!(
        north["allowed_shapes"],
        json!(["any 4333", "any 4432", "any 5332"])
    );
    assert_eq!(north["standard"]["total_min_hcp"], 15);
    assert_eq!(north["standard"]["total_max_hcp"], 17);
    let south = &document["seat_profiles"]["S"]["subprofiles"][0];
    assert_eq!(
        south["random_suit_constraint"]["allowed_suits"],
        json!(["S", "H"])
    );
    assert_eq!(
        south["random_suit_constraint"]["suit_ranges"][0]["min_cards"],
        5
    );
    assert_eq!(south["standard"]["total_max_hcp"], 7);
    // The seat that draws comes first.
    assert_eq!(document["hand_dealing_order"], json!(["S", "N", "E", "W"]));
    // Each detail can still be gone to, and says what the line said.
    assert_eq!(
        wizard.question_of(Step::Shapes(Seat::North, 0)).usual,
        "balanced"
    );
    assert_eq!(
        wizard.question_of(Step::Drawn(Seat::South, 0, 0)).usual,
        "5+ cards"
    );
    assert_eq!(
        wizard.question_of(Step::Hand(Seat::South)).usual,
        "5+ cards in a random major, at most 7 HCP"
    );
}

#[test]
fn a_line_is_said_back_before_it_is_taken() {
    let mut wizard = Wizard::new();
    wizard.go_to(Some(Step::Hand(Seat::North)));
    let said = |wizard: &Wizard, text: &str| wizard.check(text).unwrap().unwrap();
    assert_eq!(
        said(&wizard, "semi-balanced 12+"),
        "semi-balanced (4333, 4432, 5332, 5422 and 6322), 12+ HCP"
    );
    assert_eq!(said(&wizard, "any 4-5-2-2"), "any 5422");
    // Of the random suit nothing is said yet: that is asked next.
    wizard.answer("majors").unwrap();
    assert_eq!(wizard.at(), Some(Step::Drawn(Seat::North, 0, 0)));
    wizard.answer("6+").unwrap();
    assert_eq!(
        wizard.question_of(Step::Hand(Seat::North)).usual,
        "6+ cards in a random major"
    );
    wizard.go_to(Some(Step::Allowed(Seat::North, 0)));
    wizard.answer("minors").unwrap();
    let random =
        &wizard.document()["seat_profiles"]["N"]["subprofiles"][0]["random_suit_constraint"];
    assert_eq!(random["allowed_suits"], json!(["D", "C"]));
}

#[test]
fn both_hands_together_have_a_question_of_their_own() {
    let mut wizard = answered(&["Fit", "North", "those who open", "5+ spades"]);
    wizard.go_to(Some(Step::Together));
    assert_eq!(
        wizard.check("25+ together").unwrap().unwrap(),
        "25+ HCP between North and South"
    );
    wizard
        .answer("8+ hearts between North and South; 25+ together")
        .unwrap();
    assert_eq!(
        wizard.document()["pair_constraints"],
        json!([{"pair": "NS", "hearts": {"min_cards": 8}}, {"pair": "NS", "min_hcp": 25}])
    );
    wizard.go_to(Some(Step::Together));
    wizard.answer("nothing").unwrap();
    assert_eq!(wizard.document().get("pair_constraints"), None);

    // It is dealt, and counted exactly.
    let mut wizard = answered(&["Fit", "North", "those who open"]);
    wizard.go_to(Some(Step::Together));
    wizard.answer("8+ hearts between North and South").unwrap();
    assert_eq!(
        odds(&mut wizard).lines(),
        ["1 deal in 3.8, counted exactly"]
    );
    let words = profile::words(&wizard.profile().unwrap());
    assert!(words.contains("8+ hearts"), "{words}");
}

#[test]
fn shape_words_are_dealt() {
    let mut wizard = answered(&["Flat", "North", "those who open", "balanced 15-17"]);
    // 4.8656% of all hands.
    assert_eq!(
        odds(&mut wizard).lines(),
        ["1 deal in 20.6, counted exactly"]
    );
    wizard.go_to(Some(Step::Shapes(Seat::North, 0)));
    wizard.answer("semi-balanced").unwrap();
    let words = profile::words(&wizard.profile().unwrap());
    assert!(words.contains("semi-balanced"), "{words}");
}

#[test]
fn random_suits_can_be_made_to_differ_where_two_seats_draw() {
    let mut wizard = answered(&["Two", "North", "those who open", "5+ major"]);
    assert!(!wizard.steps().contains(&Step::SuitsDiffer));
    wizard.go_to(Some(Step::Hand(Seat::East)));
    wizard.answer("6+ in a random suit").unwrap();
    wizard.go_to(Some(Step::SuitsDiffer));
    assert_eq!(wizard.question().unwrap().usual, "no");
    wizard.answer("yes").unwrap();
    assert_eq!(wizard.document()["random_suits_differ"], true);
}

#[test]
fn the_dealing_order_is_not_asked_for() {
    let wizard = answered(&[
        "Order",
        "East",
        "those who open",
        "",
        "5+ in a random suit",
        "12+",
        "",
    ]);
    let order = &wizard.document()["hand_dealing_order"];
    // South draws; then the next of North and South clockwise; then the rest.
    assert_eq!(*order, json!(["S", "N", "E", "W"]));
    // Whoever wants another one says so, and it stays.
    let mut wizard = wizard;
    wizard.go_to(Some(Step::Order));
    wizard.answer("W N E S").unwrap();
    wizard.go_to(Some(Step::Hand(Seat::South)));
    wizard.answer("anything").unwrap();
    assert_eq!(
        wizard.document()["hand_dealing_order"],
        json!(["W", "N", "E", "S"])
    );
    assert_eq!(
        wizard.other_order().map(|order| order.map(Seat::letter)),
        Some(['S', 'E', 'W', 'N'])
    );
    wizard.take_proposed_order();
    assert_eq!(wizard.other_order(), None);
}

#[test]
fn partners_choose_each_for_itself_unless_somebody_says_otherwise() {
    let both = [
        "Two",
        "North",
        "those who open",
        "15-17 or 20+",
        "",
        "5+ major or 0-4",
    ];
    let mut wizard = answered(&both);
    assert_eq!(wizard.document()["ns_role_mode"], "no_driver_no_index");
    assert!(wizard.steps().contains(&Step::Weights(Seat::South)));
    // Whoever follows has no shares to say.
    wizard.go_to(Some(Step::Roles(bridge::Side::NorthSouth)));
    assert_eq!(wizard.question().unwrap().usual, "each for itself");
    wizard.answer("North").unwrap();
    assert!(wizard.steps().contains(&Step::Weights(Seat::North)));
    assert!(!wizard.steps().contains(&Step::Weights(Seat::South)));
    // Where one of several types follows, their shares matter again.
    wizard.go_to(Some(Step::Map(bridge::Side::NorthSouth)));
    wizard.answer("1: 1 2; 2: 2").unwrap();
    assert!(wizard.steps().contains(&Step::Weights(Seat::South)));

    // A file without a mode means what it always meant.
    let any = json!({"standard": {}});
    let file = json!({"profile_name": "Old", "dealer": "N", "tag": "Opener", "seat_profiles": {
        "N": {"subprofiles": [any, any]}, "S": {"subprofiles": [any, any]}}});
    let mut wizard = Wizard::change(file.clone());
    wizard.go_to(Some(Step::Points(Seat::North, 0)));
    wizard.answer("12+").unwrap();
    assert_eq!(wizard.document().get("ns_role_mode"), None);
    assert_eq!(
        wizard
            .question_of(Step::Roles(bridge::Side::NorthSouth))
            .usual,
        "whoever is first in the dealing order"
    );
    assert!(!wizard.steps().contains(&Step::Weights(Seat::South)));
}

#[test]
fn only_a_random_suit_that_is_there_can_be_pointed_at() {
    let mut wizard = Wizard::new();
    for answer in [
        "Support",
        "North",
        "those who open",
        "details",
        "1",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
    ] {
        wizard.answer(answer).unwrap();
    }
    let further = Step::Further(Seat::North, 0);
    assert_eq!(wizard.at(), Some(further));
    assert_eq!(
        wizard.question().unwrap().choices,
        ["nothing more", "suits drawn at random for each board"]
    );
    wizard.go_to(Some(Step::Hand(Seat::North)));
    assert_eq!(
        wizard.answer("3+ in West's suit").unwrap_err().to_string(),
        "West has no random suit: say first what West holds"
    );
    for (seat, hand) in [
        (Seat::West, "6+ major"),
        (Seat::South, "5+ in a random suit"),
    ] {
        wizard.go_to(Some(Step::Hand(seat)));
        wizard.answer(hand).unwrap();
    }
    wizard.go_to(Some(further));
    wizard
        .answer("something in the random suit of another seat")
        .unwrap();
    // The partner and an opponent draw a suit, and East does not.
    wizard.go_to(Some(Step::Whose(Seat::North, 0)));
    assert_eq!(wizard.question().unwrap().choices, ["South", "West"]);
    let north = |wizard: &Wizard| wizard.document()["seat_profiles"]["N"]["subprofiles"][0].clone();
    assert_eq!(
        north(&wizard)["partner_contingent_constraint"]["partner_seat"],
        "S"
    );
    wizard.go_to(Some(Step::Range(Seat::North, 0)));
    wizard.answer("3+").unwrap();
    wizard.go_to(Some(Step::Whose(Seat::North, 0)));
    wizard.answer("West").unwrap();
    assert_eq!(north(&wizard)["partner_contingent_constraint"], Value::Null);
    let opponent = &north(&wizard)["opponents_contingent_suit_constraint"];
    assert_eq!(opponent["opponent_seat"], "W");
    assert_eq!(opponent["suit_range"]["min_cards"], 3);
    // With one seat left there is nothing to choose.
    wizard.go_to(Some(Step::Hand(Seat::South)));
    wizard.answer("anything").unwrap();
    assert!(!wizard.steps().contains(&Step::Whose(Seat::North, 0)));
    assert!(wizard.profile().is_some());
}

#[test]
fn a_question_mark_explains_any_question_and_changes_nothing() {
    let mut wizard = answered(&[
        "All",
        "North",
        "those who open",
        "5+ major or 12+",
        "",
        "3+ in North's suit or 0-5",
    ]);
    wizard.go_to(Some(Step::Hand(Seat::West)));
    wizard.answer("details").unwrap();
    wizard.go_to(Some(Step::Further(Seat::West, 0)));
    wizard
        .answer("suits drawn at random for each board")
        .unwrap();
    wizard.go_to(Some(Step::Number(Seat::West, 0)));
    wizard.answer("2").unwrap();
    wizard.go_to(Some(Step::Pairs(Seat::West, 0)));
    wizard.answer("SH").unwrap();
    wizard.go_to(Some(Step::Roles(bridge::Side::NorthSouth)));
    wizard.answer("North").unwrap();
    let before = wizard.document().clone();
    let steps = wizard.steps();
    assert!(steps.len() > 60);
    for step in steps {
        wizard.go_to(Some(step));
        assert_eq!(wizard.check("?").unwrap().unwrap(), "explains the question");
        let explained = wizard.answer(" ? ").unwrap_err().to_string();
        assert!(
            explained.len() > 60 && explained.ends_with('.'),
            "{step}: {explained}"
        );
        assert_eq!(wizard.at(), Some(step));
    }
    assert_eq!(*wizard.document(), before);
}

#[test]
fn an_answer_counts_nothing() {
    let mut wizard = Wizard::new();
    let any = wizard.to_count().unwrap();
    for answer in ["Six", "North", "those who open"] {
        wizard.answer(answer).unwrap();
    }
    wizard.answer("6 spades, 10-12").unwrap();
    // Nothing is known of what was answered, and nobody has been asked to look.
    let asked = wizard.to_count().unwrap();
    assert!(asked != any && wizard.known_odds().is_none());
    let watch = Watch::default();
    let estimate = OddsProgress::first_look(&asked, &watch).unwrap();
    let [line] = &estimate.lines()[..] else {
        panic!("one line");
    };
    assert!(
        line.starts_with("about 1 deal in ") && line.ends_with(", counting…"),
        "{line}"
    );
    let OddsProgress::Estimated { found, tried } = estimate else {
        panic!("an estimate");
    };
    assert!(
        (found as f64 / tried as f64 - 1.0 / 88.7).abs() < 0.003,
        "{found} of {tried}"
    );
    let counted = PlainCounting.odds(&asked, 1, &watch).unwrap();
    wizard.take_odds(asked.clone(), counted);
    assert_eq!(
        wizard.known_odds().unwrap().lines(),
        ["1 deal in 88.7, counted exactly"]
    );
    assert_eq!(wizard.to_count(), None);
    // What no deal depends on is not counted again; what has changed meanwhile is.
    wizard.go_to(Some(Step::About));
    wizard.answer("author Ann; order 3").unwrap();
    assert_eq!(wizard.to_count(), None);
    wizard.go_to(Some(Step::Points(Seat::North, 0)));
    wizard.answer("11").unwrap();
    wizard.take_odds(
        asked,
        OddsSoFar::Impossible {
            reasons: Vec::new(),
        },
    );
    assert_eq!(wizard.known_odds(), None);
    // What can never be dealt is said before anything is counted.
    wizard.go_to(Some(Step::Hand(Seat::North)));
    wizard.answer("7 spades, 7 hearts").unwrap();
    let first = OddsProgress::first_look(&wizard.to_count().unwrap(), &watch).unwrap();
    assert!(first.is_warning() && matches!(first.known(), Some(OddsSoFar::Impossible { .. })));
    let rare = OddsProgress::Estimated {
        found: 3,
        tried: 40_000,
    };
    assert_eq!(rare.lines(), ["rarer than 1 deal in 1000 or so, counting…"]);
    // And all of it stops when it is told to.
    watch.stop();
    assert!(OddsProgress::first_look(&wizard.to_count().unwrap(), &watch).is_err());
}

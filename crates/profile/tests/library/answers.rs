//! Answers in words and as JSON: they are what the pages of the command's tests show.

use std::path::Path;

use crate::common::{document, example_text, loaded};
use plan::Watch;
use profile::{
    AttemptMethod, AttemptRequest, Counted, DealtShares, DealtTally, HowDealt, LoadedProfile,
    ProfileCheck, ProfileStrategy, Settings, SingleCombination, natural,
};
use serde::Serialize;
use serde_json::{Value, json};

/// A file among the command's tests.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/cmd");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn opened(name: &str) -> LoadedProfile {
    loaded(serde_json::from_str(&file(&format!("profile.in/{name}.json"))).unwrap())
}

/// What the page shows under a command.
fn shown(command: &str) -> String {
    let page = file("profile.trycmd");
    let start = page
        .find(&format!("$ fairdeal {command}\n"))
        .expect(command);
    let lines = page[start..].lines().skip(1);
    let lines = lines.skip_while(|line| line.starts_with("? "));
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

fn json_of(answer: &impl Serialize) -> String {
    format!("{}\n", serde_json::to_string_pretty(answer).unwrap())
}

#[test]
fn checks_are_what_the_command_shows() {
    let watch = Watch::default();
    let check = |name: &str| opened(name).check(2, &watch).unwrap();
    let one_notrump = check("one-notrump");
    assert_eq!(
        one_notrump.to_string(),
        shown("profile check one-notrump.json")
    );
    assert_eq!(check("rare").to_string(), shown("check rare.json"));
    let too_much = check("too-much");
    assert_eq!(too_much.to_string(), shown("check too-much.json"));
    assert_eq!(
        json_of(&too_much),
        shown("profile check too-much.json --json")
    );
    assert!(one_notrump.can_be_dealt() && !too_much.can_be_dealt());
    let reading = profile::read(&file("profile.in/wrong.json"));
    let wrong = ProfileCheck::of(&reading, 1, &watch).unwrap();
    assert_eq!(
        format!("{}{wrong}", wrong.problems),
        shown("check wrong.json")
    );
    assert_eq!(json_of(&wrong), shown("profile check wrong.json --json"));
    let error = LoadedProfile::new(reading, &watch).unwrap_err();
    assert_eq!(format!("{error}\n"), shown("deal wrong.json"));
    let body = answer::Explained::body(&error);
    assert_eq!((body.code.as_str(), body.places.len()), ("profile", 3));
}

/// Warnings do not hide errors, however many there are.
#[test]
fn errors_come_first() {
    let mut many = document(
        json!({"N": [{"standard": {"spades": {"min_cards": 14}}}]}),
        json!({}),
    );
    for i in 0..30 {
        many[format!("a_{i}")] = json!(1);
    }
    let problems = profile::read_document(many).problems;
    let text = profile::ProblemList::from(problems).to_string();
    assert!(text.starts_with("error: seat_profiles.N"), "{text}");
    assert!(text.ends_with("and 11 more\n"), "{text}");
}

#[test]
fn reports_are_what_the_command_shows() {
    let watch = Watch::default();
    let report = |name: &str| {
        opened(name)
            .report(&Default::default(), Default::default(), 2, &watch)
            .unwrap()
    };
    let one_notrump = report("one-notrump");
    assert_eq!(
        one_notrump.to_string(),
        shown("profile report one-notrump.json")
    );
    assert!(one_notrump.is_exact());
    let light = report("d-light-spades").csv();
    assert_eq!(light, shown("profile report d-light-spades.json --csv"));
    let attempted = |name: &str, method, boards| {
        let request = AttemptRequest {
            boards,
            ..AttemptRequest::new(method)
        };
        let report = opened(name).attempted(&request, 2, &watch);
        report.unwrap()
    };
    let help = attempted("e-six-spades", AttemptMethod::Help, 20).to_string();
    assert_eq!(
        help,
        shown("profile report e-six-spades.json --strategy help -n 20")
    );
    let reject = attempted("e-six-spades", AttemptMethod::Reject, 20).csv();
    let page = shown("profile report e-six-spades.json --strategy reject -n 20 --csv");
    assert_eq!(reject, page);
    let reject = json_of(&attempted("d-light-spades", AttemptMethod::Reject, 5));
    let page = shown("profile report d-light-spades.json --strategy reject -n 5 --json");
    assert_eq!(reject, page);
    let construct = attempted("e-six-spades", AttemptMethod::Construct, 3);
    assert_eq!(
        (construct.fair, &construct.strategy[..]),
        (false, "construct")
    );
    assert!(construct.to_string().contains("construct is not fair: "));
}

#[test]
fn odds_are_what_the_command_shows() {
    let watch = Watch::default();
    let odds = |name: &str| opened(name).odds(Default::default(), 2, &watch).unwrap();
    let one_notrump = odds("one-notrump");
    assert_eq!(one_notrump.to_string(), shown("odds one-notrump.json"));
    assert_eq!(one_notrump.only, None);
    let light = odds("d-light-spades");
    assert_eq!(json_of(&light), shown("odds d-light-spades.json --json"));
    let six = odds("e-six-spades").only.unwrap();
    assert_eq!(six.count, Some(604600034108919818184129600));
    assert_eq!(six.seats.len(), 1);
}

#[test]
fn explanations_are_what_the_command_shows() {
    let watch = Watch::default();
    let explain = |name: &str| {
        let explained = opened(name).explain(Default::default(), 40, Default::default(), 2, &watch);
        explained.unwrap()
    };
    let one_notrump = explain("one-notrump");
    assert_eq!(one_notrump.to_string(), shown("explain one-notrump.json"));
    assert_eq!(
        explain("too-much").to_string(),
        shown("explain too-much.json")
    );
    let json = serde_json::to_value(&one_notrump).unwrap();
    assert_eq!(json["shown"][1]["suits"]["N"], json!(["S"]));
    // A few tries find its boards, so it has no plan.
    assert_eq!(json["shown"][0]["tried_first"]["hand"], "N");
    assert_eq!(json["shown"][0]["plan"], json!(null));
    // One combination is explained line by line.
    let light = opened("d-light-spades");
    let single = SingleCombination::new(&light.profile, &light.combinations).unwrap();
    let nodes = single.condition().conjuncts().iter();
    let words: Vec<String> = nodes.filter_map(|&node| single.words(node)).collect();
    let page = shown("explain d-light-spades.json");
    assert!(
        words.len() >= 3 && words.iter().all(|words| page.contains(words)),
        "{words:?}"
    );
    let several = opened("one-notrump");
    assert!(SingleCombination::new(&several.profile, &several.combinations).is_none());
}

#[test]
fn comparisons_measure_how_far_strategies_are_from_fair() {
    let six = loaded(serde_json::from_str(&example_text("e-six-spades")).unwrap());
    let clock = std::cell::Cell::new(0.0);
    let now = || {
        clock.set(clock.get() + 0.25);
        clock.get()
    };
    let settings = Default::default();
    let compared = six.compare(&settings, 400, 1.into(), 2, &now, &Watch::default());
    let compared = compared.unwrap();
    let found: Value = serde_json::to_value(&compared).unwrap();
    for name in ["auto", "reject", "help", "construct"] {
        let strategy = &found["strategies"][name];
        assert_eq!(strategy["boards"], 400);
        assert_eq!(strategy["seconds"], 0.25);
        assert_eq!(strategy["fair"], json!(["auto", "reject"].contains(&name)));
    }
    assert_eq!(found["measured_against"], 4_000);
    assert!(found["strategies"]["auto"]["failures"].is_null());
    assert_eq!(found["strategies"]["help"]["failures"]["hardest_seat"], "N");
    assert!(found["strategies"]["help"]["from_fair"]["N"]["hcp"]["chance"].is_f64());
    let text = compared.to_string();
    assert!(
        text.contains("how far from fair") && text.contains("\nhelp: 400 of 400"),
        "{text}"
    );
}

/// Where there are no boards nothing is measured of them, and that is said.
#[test]
fn what_has_no_boards_is_not_measured() {
    let seats = json!({"N": [{"standard": {"total_min_hcp": 33}}]});
    let rare = loaded(document(seats, json!({})));
    let settings = Settings {
        reject_attempts: 10,
        construct_attempts: 10,
        attempts: 10,
        tries: 1,
        ..Settings::default()
    };
    let compared = rare.compare(&settings, 20, 1.into(), 2, &|| 0.0, &Watch::default());
    let compared = compared.unwrap();
    let text = compared.to_string();
    let lines = text.lines().filter(|line| line.starts_with("reject "));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(
        lines,
        [
            "reject      yes       0      no boards      0.00",
            "reject        no boards     no boards ",
        ]
    );
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    assert!(
        text.contains("reject: 0 of 20 boards made in 10 attempts; 1 given up\n"),
        "{text}"
    );
    let found: Value = serde_json::to_value(&compared).unwrap();
    assert_eq!(
        found["strategies"]["reject"]["from_fair"]["N"]["shapes"],
        Value::Null
    );
    assert_eq!(
        found["strategies"]["reject"]["from_fair"]["N"]["hcp"],
        Value::Null
    );
    assert_eq!(found["strategies"]["auto"]["boards"], 20);
    assert!(found["strategies"]["auto"]["from_fair"]["N"]["hcp"]["off"].is_f64());
    // None were asked for at all.
    let none = rare.compare(&settings, 0, 1.into(), 2, &|| 0.0, &Watch::default());
    let text = none.unwrap().to_string();
    assert_eq!(text.matches("no boards").count(), 12, "{text}");
}

/// What an estimate did not find is not infinitely rare: it is rarer than what would have been found.
#[test]
fn what_was_not_found_is_rarer_than_what_was_tried() {
    let watch = Watch::default();
    let one_notrump = opened("one-notrump");
    let mut odds = one_notrump.odds(Default::default(), 2, &watch).unwrap();
    odds.exact = false;
    let one = &mut odds.combinations[0];
    (one.exact, one.count, one.probability) = (false, None, 0.0);
    one.interval = Some([0.0, 1.0 / 1_234_567.0]);
    let odds = odds.to_string();
    assert!(
        odds.contains("    over 1200000  North (transfer)"),
        "{odds}"
    );
    let settings = Settings::default();
    let report = one_notrump.report(&settings, Default::default(), 2, &watch);
    let mut report = report.unwrap();
    report.probability = 0.0;
    for one in &mut report.seats {
        (one.given_others, one.exact) = (0.0, false);
    }
    let report = report.to_string();
    assert!(
        report.contains("a deal fits what was drawn: none found\n"),
        "{report}"
    );
    assert!(report.contains("South           24.5                none found\n"));
    for text in [odds, report] {
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    }
}

/// A subprofile that never came has a share of nothing, without a sign.
#[test]
fn nothing_has_no_sign() {
    let seats = json!({"N": [{"weight_percent": 100, "standard": {"total_min_hcp": 15}},
        {"weight_percent": 0, "standard": {"total_max_hcp": 14}}]});
    let loaded = loaded(document(seats, json!({})));
    let how = HowDealt {
        seed: "7".to_owned(),
        key: None,
        tries: 0,
        strategy: ProfileStrategy::default(),
        rotated: true,
        vulnerability_from: 1,
    };
    let dealt = DealtShares::new(
        &loaded.profile,
        &loaded.combinations,
        &DealtTally::default(),
        how,
    );
    let check = loaded.check(1, &Watch::default()).unwrap();
    let texts = [
        dealt.shares_text(),
        dealt.shares_csv(),
        json_of(&dealt),
        check.to_string(),
        json_of(&check),
    ];
    for text in texts {
        assert!(!text.contains("-0"), "{text}");
    }
}

/// Shares as they were asked for and as they came.
#[test]
fn what_was_dealt_is_summed_up() {
    let loaded = opened("one-notrump");
    let source = loaded.source(Default::default(), &Default::default(), true, false);
    let mut finder = source.finder();
    let mut tally = DealtTally::default();
    for number in 1..=50 {
        let found = plan::Finder::find(&mut finder, 7.into(), number, u64::MAX, &Watch::default());
        let mut one = DealtTally::default();
        one.add(&found.unwrap().about);
        tally.join(&one);
    }
    let how = HowDealt {
        seed: "7".to_owned(),
        key: None,
        tries: 1234,
        strategy: ProfileStrategy::default(),
        rotated: true,
        vulnerability_from: 1,
    };
    let dealt = DealtShares::new(&loaded.profile, &loaded.combinations, &tally, how);
    assert_eq!(dealt.to_string(), "50 boards from 1234 deals; seed 7");
    let json = serde_json::to_value(&dealt).unwrap();
    assert_eq!(
        (&json["seed"], &json["strategy"]),
        (&json!("7"), &json!("auto"))
    );
    assert_eq!(json["first_vulnerability"], "NS");
    assert_eq!(json["shares"]["N"][0]["subprofile"], "transfer");
    let got: f64 = dealt.shares[&bridge::Seat::North]
        .iter()
        .map(|one| one.got)
        .sum();
    assert!((got - 1.0).abs() < 1e-9);
    let boards: u64 = dealt.combinations.iter().map(|one| one.boards).sum();
    assert_eq!((boards, json["failures"].is_null()), (50, true));
}

/// The natural shares of subprofiles, beside those that are asked for.
#[test]
fn natural_shares_are_counted() {
    let seats = json!({"N": [{"weight_percent": 50, "standard": {"total_min_hcp": 15}},
        {"weight_percent": 50, "standard": {"total_max_hcp": 14}}]});
    let loaded = loaded(document(seats, json!({})));
    let (budget, watch) = Default::default();
    let counted = Counted::combinations(&loaded.combinations, budget, 1, &watch).unwrap();
    let shares = natural(&counted, &loaded.combinations);
    let [strong, weak] = &shares[..] else {
        panic!("{shares:?}");
    };
    assert_eq!((strong.subprofiles, strong.target), ([0, 0, 0, 0], 0.5));
    let total = strong.count.unwrap() + weak.count.unwrap();
    assert_eq!(
        total, 53644737765488792839237440000,
        "every deal is one or the other"
    );
    let part = strong.count.unwrap() as f64 / total as f64;
    assert!(
        (strong.natural - part).abs() < 1e-12
            && (strong.natural + weak.natural - 1.0).abs() < 1e-12
    );
}

/// What is asked of every type of answer: a schema that names its fields.
#[cfg(feature = "schema")]
#[test]
fn answers_have_schemas() {
    let has = |schema: schemars::Schema, fields: &[&str]| {
        let text = schema.to_value().to_string();
        let missing: Vec<_> = fields
            .iter()
            .filter(|field| !text.contains(**field))
            .collect();
        assert!(missing.is_empty(), "{missing:?} in {text}");
    };
    has(
        schemars::schema_for!(ProfileCheck),
        &["errors", "never_together", "rare"],
    );
    has(
        schemars::schema_for!(profile::ProfileReport),
        &["hardest_seat", "given_others", "chance_of_length"],
    );
    has(
        schemars::schema_for!(profile::AttemptReport),
        &["boards_given_up", "hand_type", "tight_chance"],
    );
    has(
        schemars::schema_for!(profile::TracedAttempt),
        &["so_far", "unchecked", "hcp-out-of-reach"],
    );
    has(
        schemars::schema_for!(profile::ProfileOdds),
        &["interval", "subprofiles"],
    );
    has(
        schemars::schema_for!(profile::ProfileExplanation),
        &["shown", "tries"],
    );
    has(
        schemars::schema_for!(profile::StrategyComparison),
        &["from_fair", "pain_share"],
    );
    has(
        schemars::schema_for!(DealtShares),
        &["first_vulnerability", "asked"],
    );
}

//! Two questions side by side.

use fairdeal::{Comparison, Effort, Question, Watch, ask_json};
use serde_json::{Value, json};

use crate::{FIVE, leveled, profile, script};

fn compared(one: &Question, other: &Question) -> Comparison {
    one.compare(other, ["one", "other"], Effort::Usual, &Watch::default())
        .unwrap()
}

fn average(compared: &Comparison, label: &str) -> [Option<f64>; 2] {
    let found = compared.averages.iter().find(|one| one.label == label);
    found
        .unwrap()
        .values
        .map(|value| value.map(|value| value.value))
}

#[test]
fn scripts_are_counted_side_by_side() {
    let weak = "HandType_Flat = shape(south, any 4333)\nHandType_Other = not HandType_Flat\n\
        condition hcp(south) >= 12 and hcp(south) <= 14\n\
        action average \"both\" hcp(south) + hcp(north), frequency \"spades\" (spades(south), 0, 3)";
    let strong = "HandType_Flat = shape(south, any 4333)\ncondition hcp(south) >= 15 and hcp(south) <= 17\n\
        action average \"both\" hcp(south) + hcp(north), average \"tens\" tens(north)";
    let compared = compared(&script(weak), &script(strong));
    assert!(compared.odds.iter().all(|odds| odds.exact));
    let chances = compared.odds.each_ref().map(|odds| odds.probability);
    assert_eq!(compared.ratio, Some(chances[0] / chances[1]));
    assert_eq!(compared.boards, [None, None]);
    // The points that South lacks are shared by three.
    let [Some(weak), Some(strong)] = average(&compared, "South, points") else {
        panic!("no points");
    };
    let [Some(both), Some(both_strong)] = average(&compared, "both") else {
        panic!("no average of the scripts");
    };
    assert!((both - weak - (40.0 - weak) / 3.0).abs() < 1e-9);
    assert!((both_strong - strong - (40.0 - strong) / 3.0).abs() < 1e-9);
    assert!((average(&compared, "South, spades")[0].unwrap() - 3.25).abs() < 1e-9);
    let tens = average(&compared, "tens");
    assert_eq!((tens[0], tens[1].is_some()), (None, true));
    let points = &compared.distributions[0];
    assert_eq!(points.label, "South, points");
    // No hand is one of both.
    assert!((points.distance.unwrap() - 1.0).abs() < 1e-9);
    let names: Vec<&str> = points.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["12", "13", "14", "15", "16", "17"]);
    assert_eq!(points.rows[0].shares[1], Some(0.0));
    let spades = compared
        .distributions
        .iter()
        .find(|one| one.label == "spades")
        .unwrap();
    assert_eq!((spades.exact, spades.distance), ([Some(true), None], None));
    assert_eq!(spades.rows.last().unwrap().name, ">3");
    let names: Vec<&str> = compared
        .shares
        .iter()
        .map(|row| row.name.as_str())
        .collect();
    assert_eq!(names, ["Flat", "Other"]);
    let flat = compared.shares[0].shares.map(Option::unwrap);
    assert!((flat[0] - flat[1]).abs() < 0.02 && flat[0] > 0.09);
    assert_eq!(compared.shares[1].shares[1], None);
    let words = compared.to_string();
    assert!(
        words.contains("one is 1.9") || words.contains("one is 2."),
        "{words}"
    );
    assert!(words.contains("South, points: 100.00% apart"), "{words}");
    assert!(
        words.contains("12-14") && words.contains("15-17"),
        "{words}"
    );
    assert!(
        !words.contains('~') && !words.contains("estimated"),
        "{words}"
    );
    assert_eq!(compared.shares_exact, [true, true]);
}

#[test]
fn boards_of_a_profile_are_looked_at() {
    let north = r#""N": {"subprofiles": [{"name": "weak", "weight_percent": 75, "standard": {"total_max_hcp": 8}},
        {"name": "good", "weight_percent": 25, "standard": {"total_min_hcp": 15}}]}"#;
    let profile = profile(north);
    let any = script("condition hcp(north) >= 0");
    let compared = compared(&profile, &any);
    assert_eq!(compared.boards, [Some(10_000), None]);
    let points = compared
        .averages
        .iter()
        .find(|one| one.label == "North, points");
    let [Some(sampled), Some(counted)] = points.unwrap().values else {
        panic!("no points");
    };
    assert!(!sampled.exact && counted.exact && (counted.value - 10.0).abs() < 1e-9);
    // A quarter of the boards is strong: far more than by nature.
    assert!(sampled.interval.is_some() && sampled.value > 7.0 && sampled.value < 9.0);
    let shares: Vec<_> = compared
        .shares
        .iter()
        .map(|row| (row.name.as_str(), row.shares[0]))
        .collect();
    assert_eq!(
        shares,
        [("North (weak)", Some(0.75)), ("North (good)", Some(0.25))]
    );
    assert!(
        compared
            .to_string()
            .contains("what one deals is estimated, from 10000 boards")
    );
}

#[test]
fn what_is_estimated_says_so() {
    let north = r#""N": {"subprofiles": [{"standard": {"total_min_hcp": 15}}]}"#;
    let words = compared(&profile(north), &script("condition hcp(north) > 14")).to_string();
    assert!(words.contains("North, points, estimated: "), "{words}");
}

#[test]
fn what_speaks_of_no_seat_has_what_it_asks_for() {
    let any = script("condition 1 action average \"points\" hcp(north)");
    let compared = compared(&any, &any);
    let labels: Vec<&str> = compared
        .averages
        .iter()
        .map(|one| one.label.as_str())
        .collect();
    assert_eq!((labels, compared.ratio), (vec!["points"], Some(1.0)));
}

#[test]
fn what_never_comes_and_what_is_leveled_has_its_place_too() {
    let never = script("condition hcp(south) > 37");
    let five = leveled(FIVE);
    let compared = compared(&never, &five);
    assert_eq!((compared.odds[0].probability, compared.ratio), (0.0, None));
    assert!(compared.to_string().contains("never"));
    let shares = compared.shares.iter().map(|row| row.shares[1].unwrap());
    assert!(shares.into_iter().all(|share| (share - 0.2).abs() < 1e-12));
}

#[test]
fn requests_compare_too() {
    let asked = |request: Value| -> Value {
        let answer = ask_json(&request.to_string(), &Watch::default());
        serde_json::from_str(&answer.unwrap_or_else(|error| error)).unwrap()
    };
    let questions = |effort: &str| {
        json!({"ask": "compare", "effort": effort, "names": ["a", "b"],
            "one": {"script": "condition hcp(south) > 20"}, "other": {"script": "condition hcp(south) > 15"}})
    };
    let answer = asked(questions("quick"));
    assert_eq!(answer["names"], json!(["a", "b"]));
    assert!(answer["ratio"].as_f64().unwrap() < 0.2);
    assert_eq!(asked(questions("never"))["error"]["code"], "bad-request");
}

//! What is written as JSON is what its schema says.

use std::collections::BTreeSet;

use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::Value;
use texas42::{
    Hand, HandAnswer, OddsAnswer, OddsRequest, PerfectAnswer, PerfectKinds, PerfectList,
    PerfectRequest, Seat, StrengthAnswer, View, Wanted, Watch, Worlds, WorldsAnswer, odds,
    perfect_lists, strength,
};

/// The fields of an object on the wire are those of its schema, but for some that may be left out.
fn check<T: JsonSchema + Serialize>(answer: &T, left_out: &[&str]) {
    let names = |object: &Value| -> BTreeSet<String> {
        let object = object.as_object().unwrap();
        object.keys().cloned().collect()
    };
    let schema = serde_json::to_value(schema_for!(T)).unwrap();
    let mut said = names(&schema["properties"]);
    said.retain(|name| !left_out.contains(&name.as_str()));
    let written = serde_json::to_value(answer).unwrap();
    assert_eq!(names(&written), said, "{schema:#}");
}

#[test]
fn answers_keep_to_their_schemas() {
    let watch = Watch::default();
    let hand: Hand = "0-0 0-6 0-5 0-4 6-6 6-4 6-2".parse().unwrap();
    let blanks = "0".parse().unwrap();
    let best = HandAnswer::new(hand, None, &watch).unwrap();
    check::<HandAnswer>(&best, &[]);
    let given = HandAnswer::new(hand, Some(blanks), &watch).unwrap();
    check::<HandAnswer>(&given, &["ranking"]);
    let request = OddsRequest {
        worlds: 2,
        ..OddsRequest::new(hand, 1)
    };
    check::<OddsAnswer>(&odds(&request, &watch).unwrap(), &[]);
    let table = strength(None, Some(blanks), &watch).unwrap();
    check::<StrengthAnswer>(&table, &[]);
    let worlds = Worlds::new(&View::opening(Seat::South, hand), &watch).unwrap();
    check::<WorldsAnswer>(&worlds.answer(&watch).unwrap(), &[]);
    let request = PerfectRequest {
        trump: Some(blanks),
        kinds: PerfectKinds::Gold,
        wanted: Wanted::default(),
    };
    match perfect_lists(&request, &watch).unwrap() {
        PerfectAnswer::List(list) => check::<PerfectList>(&list, &[]),
        other => panic!("{other:?}"),
    }
    let schema = serde_json::to_value(schema_for!(PerfectAnswer)).unwrap();
    assert!(schema["anyOf"].is_array());
}

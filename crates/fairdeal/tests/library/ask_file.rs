//! Files that are asked for in JSON: those of boards that are dealt, and of boards of another file.

use fairdeal::{Format, TextTo, Watch, file_json, told_json};
use serde_json::{Value, json};

fn wrote(request: Value, given: &[u8]) -> Result<(Value, String), Value> {
    let mut bytes = Vec::new();
    let answer = file_json(
        &request.to_string(),
        given,
        &mut TextTo(&mut bytes),
        &Watch::default(),
    );
    let parse = |text: String| serde_json::from_str(&text).unwrap();
    let answer = answer.map_err(parse)?;
    Ok((parse(answer), String::from_utf8_lossy(&bytes).into_owned()))
}

fn deal(format: &str) -> Value {
    json!({"write": "deal", "script": "dealer south condition hcp(south) >= 20", "boards": 4, "seed": 7, "format": format})
}

#[test]
fn boards_that_are_dealt_are_written_in_every_format() {
    for format in Format::ALL {
        let (answer, text) = wrote(deal(format.name()), b"").unwrap();
        assert_eq!(answer["dealt"]["boards"], 4, "{}", format.name());
        assert!(!text.is_empty(), "{}", format.name());
    }
    // What machines have no place for is said.
    let (answer, _) = wrote(deal("bri"), b"").unwrap();
    let note = answer["notes"][0].as_str().unwrap();
    assert!(note.contains("no place for the dealer"), "{note}");
}

#[test]
fn a_page_has_the_style_that_was_asked_for() {
    let mut request = deal("html");
    request["style"] = json!({"title": "Lesson 3", "layout": "bidding", "audience": "students", "paper": "letter"});
    let (_, page) = wrote(request.clone(), b"").unwrap();
    assert!(page.contains("Lesson 3"));
    for (field, value) in [
        ("layout", "poster"),
        ("audience", "cats"),
        ("paper", "b7"),
        ("seat", "up"),
    ] {
        request["style"] = json!({field: value});
        assert_eq!(
            wrote(request.clone(), b"").unwrap_err()["error"]["code"],
            "bad-request"
        );
    }
    request["style"] = json!({"boards_per_page": 37});
    assert_eq!(
        wrote(request.clone(), b"").unwrap_err()["error"]["code"],
        "bad-request"
    );
    request["style"] = json!({"answers": true, "audience": "students"});
    assert_eq!(
        wrote(request, b"").unwrap_err()["error"]["code"],
        "answers-for-students"
    );
}

#[test]
fn boards_of_a_file_are_chosen_turned_numbered_solved_and_filtered() {
    let (_, pbn) = wrote(deal("pbn"), b"").unwrap();
    let read = |more: Value| {
        let mut request = json!({"write": "boards", "name": "boards.pbn"});
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let (answer, text) = wrote(request, pbn.as_bytes()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        (answer, lines.collect::<Vec<Value>>())
    };
    let (answer, all) = read(json!({}));
    assert_eq!(
        (&answer["format"], &answer["read"], &answer["boards"]),
        (&json!("pbn"), &json!(4), &json!(4))
    );
    let (answer, chosen) = read(json!({"only": [2, 4, 9]}));
    assert_eq!(
        (&answer["boards"], &chosen[..]),
        (&json!(2), &[all[1].clone(), all[3].clone()][..])
    );
    let (_, numbered) = read(json!({"only": [3], "renumber": true}));
    assert_eq!(
        (&numbered[0]["number"], &numbered[0]["hands"]),
        (&json!(1), &all[2]["hands"])
    );
    let (_, turned) = read(json!({"turn": 1}));
    assert_eq!(
        (&turned[0]["hands"]["W"], &turned[0]["dealer"]),
        (&all[0]["hands"]["S"], &json!("W"))
    );
    let (_, turned) = read(json!({"turn_to_dealer": true}));
    assert_eq!(
        (&turned[0]["dealer"], &turned[0]["hands"]["N"]),
        (&json!("N"), &all[0]["hands"]["S"])
    );
    let (_, solved) = read(json!({"only": [1], "solve": true}));
    assert!(solved[0]["tricks"]["N"]["S"].is_u64() && solved[0]["par"].is_i64());
    let (answer, kept) = read(json!({"filter": {"script": "hcp(south) >= 22"}}));
    assert!(kept.len() < 4 && answer["notes"][0].is_string(), "{answer}");
    let (_, none) = read(json!({"filter": {"script": "hcp(south) < 20"}}));
    assert!(none.is_empty());
}

#[test]
fn what_is_wrong_with_a_file_is_told_by_line() {
    let text = b"n AKQJT98765432... e .AKQJT98765432.. s ..AKQJT98765432. w ...AKQJT98765432\nn nonsense\n";
    let request =
        |skip_bad: bool| json!({"write": "boards", "from": "oneline", "skip_bad": skip_bad});
    let wrong = wrote(request(false), text).unwrap_err();
    assert_eq!(
        (
            &wrong["error"]["code"],
            &wrong["error"]["places"][0]["line"]
        ),
        (&json!("bad-boards"), &json!(2))
    );
    let (answer, lines) = wrote(request(true), text).unwrap();
    assert_eq!(
        (&answer["boards"], &answer["problems"][0]["line"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(lines.lines().count(), 1);
    let codes = [
        json!({"write": "boards"}),
        json!({"write": "boards", "from": "oneline", "to": "doc"}),
        json!({"write": "boards", "from": "oneline", "turn": 4}),
        json!({"write": "boards", "from": "oneline", "to": "lin", "solve": true, "skip_bad": true}),
        json!({"write": "poem"}),
    ];
    for request in codes {
        assert_eq!(
            wrote(request.clone(), text).unwrap_err()["error"]["code"],
            "bad-request",
            "{request}"
        );
    }
}

#[test]
fn an_answer_is_told_in_words_too() {
    let told = |request: Value| {
        let answer = told_json(&request.to_string(), &Watch::default()).unwrap();
        serde_json::from_str::<Value>(&answer).unwrap()
    };
    let odds = told(json!({"ask": "odds", "script": "condition spades(south) == 4"}));
    assert!(odds["words"].as_str().unwrap().contains("counted exactly"));
    assert_eq!(odds["rarity"], "about 6 boards of an evening of 24");
    let formats = told(json!({"ask": "formats"}));
    assert_eq!(
        formats["answer"]["formats"].as_array().unwrap().len(),
        Format::ALL.len()
    );
    let list = told(json!({"ask": "examples"}));
    let name = &list["answer"][0]["name"];
    let example = told(json!({"ask": "examples", "name": name}));
    assert!(
        example["answer"]["text"]
            .as_str()
            .unwrap()
            .contains("condition")
    );
    assert_eq!(example["answer"]["profile"], false);
    let unknown = json!({"ask": "examples", "name": "nothing"});
    assert!(
        told_json(&unknown.to_string(), &Watch::default())
            .unwrap_err()
            .contains("bad-request")
    );
}

//! Requests as JSON: every verb, and what is wrong with a request.

use fairdeal::{Script, SecretKey, Watch, ask_json};
use serde_json::{Value, json};

fn asked(request: Value) -> Result<Value, Value> {
    let answer = ask_json(&request.to_string(), &Watch::default());
    let parse = |text: String| serde_json::from_str(&text).unwrap();
    answer.map(parse).map_err(parse)
}

const SCRIPT: &str = "condition hcp(south) >= 20 action average \"points\" hcp(south)";

fn profile() -> Value {
    json!({"profile_name": "Strong", "dealer": "N", "tag": "Opener", "seat_profiles":
        {"N": {"subprofiles": [{"standard": {"total_min_hcp": 20}}]}}})
}

#[test]
fn every_verb_has_its_answer() {
    let deal = json!({"ask": "deal", "script": SCRIPT, "boards": 3, "seed": "7"});
    let dealt = asked(deal).unwrap();
    assert_eq!(dealt["boards"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&dealt["dealt"]["seed"], &dealt["dealt"]["ended"]),
        (&json!("7"), &json!("complete"))
    );
    // A seed may be a number, too, and boards go on from where they were.
    let rest = json!({"ask": "deal", "script": SCRIPT, "boards": 3, "seed": 7, "start": 3});
    assert_eq!(asked(rest).unwrap()["boards"][0], dealt["boards"][2]);

    let odds = asked(json!({"ask": "odds", "script": SCRIPT, "effort": "quick"})).unwrap();
    assert_eq!(
        (&odds["exact"], &odds["values"][0]["kind"]),
        (&json!(true), &json!("average"))
    );
    let odds = asked(json!({"ask": "odds", "profile": profile()})).unwrap();
    assert_eq!(odds["exact"], true);
    let explained = asked(json!({"ask": "explain", "script": SCRIPT, "plan": "plain"})).unwrap();
    assert_eq!(explained["plan"], "plain");
    let checked = asked(json!({"ask": "check", "script": "condition hpc(south) > 3"})).unwrap();
    assert_eq!(checked["errors"], 1);
    let types = "weak=hcp(south)<22,strong=hcp(south)>=22";
    let leveled =
        json!({"ask": "level", "script": SCRIPT, "types": [types], "shares": [[30.0, 70.0]]});
    assert_eq!(asked(leveled).unwrap()["types"][1]["target"], 0.7);
    let leveled =
        json!({"ask": "deal", "script": SCRIPT, "types": [types], "level": true, "boards": 2});
    let plan = asked(leveled).unwrap()["dealt"]["plan"].to_string();
    assert!(plan.contains("leveled"), "{plan}");
    let reported = asked(json!({"ask": "report", "profile": profile()})).unwrap();
    assert_eq!(reported["hardest_seat"], "N");
    let lead = json!({"ask": "lead", "script": SCRIPT, "contract": "3NT", "by": "south", "hand": "QJ962.84.K75.J83", "worlds": 2, "seed": "3"});
    let lead = asked(lead).unwrap();
    assert_eq!(
        (&lead["worlds"], &lead["leader"], &lead["seed"]),
        (&json!(2), &json!("W"), &json!("3"))
    );
    let words = asked(json!({"ask": "words", "text": "losers"})).unwrap();
    assert_eq!(words[0]["name"], "losers");
    let board = "n QJ6.K652.J85.T98 e 873.J97.AT764.Q4 s K5.T83.KQ9.A7652 w AT942.AQ4.32.KJ3";
    let solved = asked(json!({"ask": "solve", "boards": board, "format": "oneline"})).unwrap();
    assert_eq!(solved["boards"].as_array().unwrap().len(), 1);
    let view =
        json!({"seat": "S", "dealer": "E", "hand": ["9S", "QS", "TD", "AH", "KH"], "upcard": "JH"});
    let worlds = asked(json!({"ask": "worlds", "view": view})).unwrap();
    let hint = asked(json!({"ask": "hint", "view": view, "level": "club", "seed": 5})).unwrap();
    assert_eq!(hint["worlds"], worlds);
    let dominoes = include_str!("../../../../examples/texas42-view.json");
    let dominoes: Value = serde_json::from_str(dominoes).unwrap();
    let worlds = asked(json!({"ask": "worlds", "view": dominoes, "game": "texas42"})).unwrap();
    assert!(worlds.is_object());
}

/// A seed is a number or any text; a key deals what it deals from a file, and is not told.
#[test]
fn seeds_are_texts_and_keys_are_secret() {
    let key = "00112233445566778899aabbccddeeff".repeat(2);
    let deal = |more: Value| {
        let mut request = json!({"ask": "deal", "script": SCRIPT, "boards": 2});
        let more = more.as_object().unwrap().clone();
        request.as_object_mut().unwrap().extend(more);
        asked(request)
    };
    let text = deal(json!({"seed": "-1"})).unwrap();
    assert_eq!(text["dealt"]["seed"], "-1");
    assert_eq!(text["dealt"].get("key"), None);
    let secret = SecretKey::from_digits(&key).unwrap();
    for public in [None, Some("8 14")] {
        let answer = deal(json!({"key": key, "public": public})).unwrap();
        assert_eq!(answer["dealt"]["key"], secret.mark());
        assert!(!answer.to_string().contains(&key));
        let script = Script::from_text(SCRIPT).unwrap();
        let deal = script.deal(2).seed(secret.seed(public).unwrap());
        let boards: Vec<_> = deal.boards().unwrap().map(Result::unwrap).collect();
        assert_eq!(serde_json::to_value(boards).unwrap(), answer["boards"]);
    }
    for (more, code) in [
        (json!({"key": key, "seed": 7}), "bad-request"),
        (json!({"public": "8 14"}), "bad-request"),
        (json!({"key": "0011"}), "no-key"),
        (json!({"key": key, "public": ""}), "empty-seed"),
    ] {
        assert_eq!(deal(more).unwrap_err()["error"]["code"], code);
    }
}

#[test]
fn what_is_wrong_has_one_shape() {
    let code = |request: Value| asked(request).unwrap_err()["error"]["code"].clone();
    assert_eq!(code(json!({"ask": "tea"})), "bad-request");
    let lead = |contract: &str, by: &str| json!({"ask": "lead", "script": SCRIPT, "contract": contract, "by": by});
    assert_eq!(code(lead("8NT", "S")), "not-a-contract");
    assert_eq!(code(lead("3NT", "me")), "bad-request");
    assert_eq!(code(lead("3NT", "S")), "no-leader-hand");
    assert_eq!(code(json!({"ask": "odds"})), "bad-request");
    for (boards, format, wrong) in [
        ("", "pdf", "bad-request"),
        ("[Deal \"N:AK\"]", "pbn", "unreadable"),
        (
            "n - e - s - w AT942.AQ4.32.KJ3",
            "oneline",
            "incomplete-deal",
        ),
    ] {
        let solve = json!({"ask": "solve", "boards": boards, "format": format});
        assert_eq!(code(solve), wrong);
    }
    let many = "n QJ6.K652.J85.T98 e 873.J97.AT764.Q4 s K5.T83.KQ9.A7652 w AT942.AQ4.32.KJ3\n";
    let many = many.repeat(fairdeal::MOST_SOLVED + 1);
    let many = json!({"ask": "solve", "boards": many, "format": "oneline"});
    assert_eq!(code(many), "bad-request");
    assert_eq!(
        code(json!({"ask": "worlds", "view": {}, "game": "chess"})),
        "bad-request"
    );
    assert_eq!(
        code(
            json!({"ask": "hint", "view": {"seat": "S", "dealer": "E", "hand": ["9S", "QS", "TD", "AH", "KH"], "upcard": "JH"}, "level": "champion"})
        ),
        "bad-request"
    );
    assert_eq!(
        code(json!({"ask": "odds", "script": SCRIPT, "effort": "eager"})),
        "bad-request"
    );
    assert_eq!(
        code(json!({"ask": "deal", "script": SCRIPT, "seed": ""})),
        "empty-seed"
    );
    assert_eq!(
        code(json!({"ask": "deal", "script": SCRIPT, "boards": 1_000_000})),
        "bad-request"
    );
    for strategy in ["help", "construct"] {
        assert_eq!(
            code(json!({"ask": "deal", "script": SCRIPT, "strategy": strategy})),
            "not-for-this"
        );
    }
    assert_eq!(
        code(json!({"ask": "odds", "script": "condition hpc(south) > 3"})),
        "unknown-word"
    );
    assert_eq!(
        code(json!({"ask": "deal", "script": "condition hcp(north) > 40"})),
        "conflict"
    );
    assert_eq!(
        code(json!({"ask": "odds", "profile": {"dealer": 7}})),
        "profile"
    );
    let wrong = asked(json!({"ask": "odds", "script": "condition hpc(south) > 3"})).unwrap_err();
    assert_eq!(wrong["error"]["places"][0]["line"], 1);
}

/// A hand of a game, played to its end by beginners who see only their views.
fn refereed(game: &str) -> Value {
    let mut table = asked(json!({"ask": game, "do": "new", "seed": 7, "id": "t1"})).unwrap();
    assert_eq!(table["id"], "t1");
    while !table["turn"].is_null() {
        let view = json!({"ask": game, "do": "view", "game": table["game"], "seat": table["turn"]});
        let view = asked(view).unwrap();
        let legal = asked(json!({"ask": game, "do": "legal", "view": view})).unwrap();
        assert_eq!(legal["legal"], table["legal"]);
        let chosen = json!({"ask": game, "do": "move", "view": view, "level": "beginner"});
        let chosen = asked(chosen).unwrap();
        let apply = json!({"ask": game, "do": "apply", "game": table["game"], "move": chosen});
        table = asked(apply).unwrap();
    }
    assert!(!table["result"].is_null());
    let score = asked(json!({"ask": game, "do": "score", "game": table["game"]})).unwrap();
    assert_eq!(score["hands"], json!([table["result"]]));
    let next = asked(json!({"ask": game, "do": "next", "game": table["game"]})).unwrap();
    assert_eq!(next["hand"], 2);
    let refused =
        json!({"ask": game, "do": "apply", "game": table["game"], "move": {"move": "pass"}});
    let refused = asked(refused).unwrap_err();
    assert_eq!(refused["error"]["code"], "illegal-move");
    table
}

#[test]
fn a_hand_of_euchre_is_refereed() {
    let table = refereed("euchre");
    let egn = asked(json!({"ask": "euchre", "do": "egn", "game": table["game"], "id": 2})).unwrap();
    let mut read = egn.clone();
    read.as_object_mut().unwrap().shift_remove("id");
    let read = asked(json!({"ask": "euchre", "do": "read", "egn": read})).unwrap();
    assert_eq!(read["result"], table["result"]);
    let clash =
        json!({"seat": "S", "dealer": "E", "hand": ["9S", "QS", "TD", "AH", "JH"], "upcard": "JH"});
    let refused = asked(json!({"ask": "euchre", "do": "legal", "view": clash})).unwrap_err();
    assert_eq!(refused["error"]["places"][0]["label"], "South holds JH");
}

#[test]
fn a_hand_of_texas_42_is_refereed() {
    refereed("texas42");
    let view = json!({"seat": "S", "dealer": "E", "hand": ["6-6", "6-5", "6-4", "6-3", "5-5", "4-4", "1-0"]});
    let hint = json!({"ask": "hint", "game": "texas42", "view": view, "level": "beginner"});
    let hint = asked(hint).unwrap();
    assert_eq!(
        (&hint["move"], &hint["bid"]),
        (&json!("bid"), &json!("2 marks"))
    );
    let worlds = asked(json!({"ask": "worlds", "game": "texas42", "view": view})).unwrap();
    assert_eq!(hint["worlds"], worlds);
    let champion = json!({"ask": "hint", "game": "texas42", "view": view, "level": "champion"});
    assert_eq!(asked(champion).unwrap_err()["error"]["code"], "bad-request");
}

/// The copy is the one that `level write` writes, and has the types about as often as they should be.
#[test]
fn a_leveled_copy_is_asked_for() {
    let types = "weak=hcp(south)<22,strong=hcp(south)>=22";
    let mut level =
        json!({"ask": "level", "script": SCRIPT, "types": [types], "shares": [[30.0, 70.0]]});
    let report = asked(level.clone()).unwrap();
    assert_eq!(report.get("script"), None);
    level["copy"] = true.into();
    let copy = asked(level).unwrap();
    assert_eq!(copy["types"], report["types"]);
    assert!(copy["leveled"]["worst"].as_f64().unwrap() < 0.01);
    let text = copy["script"].as_str().unwrap();
    assert!(text.contains("BEGIN GENERATED LEVELING") && text.contains("keepWeak"));
    let odds = asked(json!({"ask": "odds", "script": text})).unwrap();
    let kept = copy["leveled"]["kept"].as_f64().unwrap();
    assert!((odds["probability"].as_f64().unwrap() / kept - 1.0).abs() < 1e-9);
    let refused = asked(json!({"ask": "level", "profile": profile(), "copy": true}));
    assert_eq!(refused.unwrap_err()["error"]["code"], "bad-request");
}

#[test]
fn types_come_from_averages_and_may_leave_a_rest() {
    let script = "weak = hcp(south) < 8 action average \"weak\" 100 * weak";
    let level = |more: Value| {
        let mut request = json!({"ask": "level", "script": script});
        let more = more.as_object().unwrap().clone();
        request.as_object_mut().unwrap().extend(more);
        asked(request)
    };
    let names = level(json!({"from_averages": true, "rest": true})).unwrap();
    assert_eq!(names["types"].as_array().unwrap().len(), 2);
    assert!(level(json!({"from_averages": true})).is_err());
    let twice = json!({"types": ["weak,every=1"]});
    assert!(level(twice.clone()).is_err());
    let mut first = twice;
    first["first_wins"] = true.into();
    assert_eq!(level(first).unwrap()["types"].as_array().unwrap().len(), 2);
}

#[test]
fn dominoes_are_judged() {
    let gold = "0-0 0-6 0-5 0-4 6-6 6-5 6-4";
    let judged = asked(json!({"ask": "texas42", "do": "hand", "hand": gold})).unwrap();
    assert_eq!(
        (&judged["gold"], &judged["trump"], &judged["laydown"]),
        (&json!(true), &json!("0"), &json!(true))
    );
    assert_eq!(judged["ranking"].as_array().unwrap().len(), 9);
    let beaten = json!({"ask": "texas42", "do": "hand", "hand": gold, "trump": "none"});
    let beaten = asked(beaten).unwrap();
    assert_eq!(beaten["laydown"], false);
    assert!(beaten["refutation"]["tricks"].is_array());
    let odds = json!({"ask": "texas42", "do": "odds", "hand": "5-5 5-6 5-4 5-0 6-6 4-4 1-0", "trump": "5", "worlds": 20, "seed": 3});
    let odds = asked(odds).unwrap();
    assert_eq!(
        (&odds["worlds"], &odds["exact"]),
        (&json!(20), &json!(false))
    );
    let perfect = |more: Value| {
        let mut request = json!({"ask": "texas42", "do": "perfect"});
        let more = more.as_object().unwrap().clone();
        request.as_object_mut().unwrap().extend(more);
        asked(request)
    };
    assert_eq!(perfect(json!({"trump": "3"})).unwrap()["count"], 49);
    let all = perfect(json!({"kind": "laydown", "trump": "3"})).unwrap();
    assert_eq!(all["count"], 301);
    let few = json!({"trump": "6", "trumps": 7, "with": ["6-6"]});
    assert_eq!(perfect(few).unwrap()["count"], 1);
    for (wrong, code) in [
        (json!({"do": "hand", "hand": "0-0 0-0"}), "not-a-hand"),
        (json!({"do": "hand", "hand": "7-0"}), "no-such-domino"),
        (
            json!({"do": "hand", "hand": gold, "trump": "7"}),
            "bad-request",
        ),
        (
            json!({"do": "odds", "hand": gold, "bid": 43}),
            "bad-request",
        ),
        (
            json!({"do": "odds", "hand": gold, "worlds": 0}),
            "bad-request",
        ),
        (
            json!({"do": "odds", "hand": gold, "worlds": 1_000_000}),
            "bad-request",
        ),
        (json!({"do": "perfect", "kind": "silver"}), "bad-request"),
        (json!({"do": "perfect", "with": ["6-7"]}), "bad-request"),
        (json!({"do": "shuffle"}), "bad-request"),
    ] {
        let mut request = wrong;
        request["ask"] = "texas42".into();
        assert_eq!(asked(request).unwrap_err()["error"]["code"], code);
    }
}

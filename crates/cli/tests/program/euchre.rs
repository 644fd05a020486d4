//! Euchre as its users meet it: a game typed at a pipe, a bot that is asked by another program.

use std::fs;

use crate::{fairdeal, folder};

/// A game in which every question is answered with the first move, and now and then something else.
fn typed(folder: &std::path::Path, arguments: &[&str], answers: &str) -> String {
    let assert = fairdeal(folder)
        .env("XDG_DATA_HOME", folder)
        .args(["euchre", "play", "--level", "beginner", "--seed", "3"])
        .args(arguments)
        .write_stdin(answers)
        .assert();
    let output = assert.success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_game_is_played_to_its_end_recorded_counted_and_shown_again() {
    let folder = folder(&[]);
    let answers = "1\n".repeat(300);
    let printed = typed(folder.path(), &["--record", "game.json"], &answers);
    assert!(
        printed.contains("You and North win") || printed.contains("East and West win"),
        "{printed}"
    );
    assert!(
        printed.contains("games: ") && printed.contains("lost against the hint: "),
        "{printed}"
    );
    assert!(folder.path().join("fairdeal/euchre.redb").is_file());
    let replayed = fairdeal(folder.path())
        .args(["euchre", "play", "--replay", "game.json"])
        .assert()
        .success();
    let replayed = String::from_utf8_lossy(&replayed.get_output().stdout).into_owned();
    let score = replayed.lines().last().unwrap();
    assert!(printed.contains(score), "{score}\n{printed}");
    // So it is in the notation that others read, but for the seed.
    typed(
        folder.path(),
        &["--no-stats", "--record", "game.egn"],
        &answers,
    );
    let egn = fs::read_to_string(folder.path().join("game.egn")).unwrap();
    assert!(egn.contains("\"Euchre Game Notation\""), "{egn}");
    let shown = fairdeal(folder.path())
        .args(["euchre", "play", "--replay", "game.egn"])
        .assert()
        .success();
    assert_eq!(
        String::from_utf8_lossy(&shown.get_output().stdout),
        replayed
    );
    // The same seed and the same answers are the same game, and both are counted.
    let again = typed(folder.path(), &[], &answers);
    assert!(again.contains("of 2\n"), "{again}");
    let statistics = typed(folder.path(), &["--stats"], "");
    assert!(
        statistics.starts_with("games: ") && again.ends_with(&statistics),
        "{statistics}"
    );
    // A record that was tampered with is not played.
    let text = fs::read_to_string(folder.path().join("game.json")).unwrap();
    fs::write(
        folder.path().join("game.json"),
        text.replacen("pass", "order", 1),
    )
    .unwrap();
    fairdeal(folder.path())
        .args(["euchre", "play", "--replay", "game.json"])
        .assert()
        .code(1);
}

#[test]
fn practice_gives_hints_takes_back_and_counts_nothing() {
    let folder = folder(&[]);
    let printed = typed(
        folder.path(),
        &["--practice"],
        "u\n?\no\n99\nnonsense\n1\nu\n1\nq\n",
    );
    assert!(
        printed.contains("There is nothing to take back"),
        "{printed}"
    );
    assert!(
        printed.contains("worlds: ") && printed.contains("tried"),
        "{printed}"
    );
    assert!(
        printed.contains("Who holds") && printed.contains("Who is out of"),
        "{printed}"
    );
    assert!(
        printed.contains("'99' is no move here") && printed.contains("'nonsense' is no move here")
    );
    assert!(
        printed.contains("Taken back.") && printed.contains("You stopped at"),
        "{printed}"
    );
    assert!(!folder.path().join("fairdeal").exists());
    let refused = typed(folder.path(), &["--no-stats"], "u\nq\n");
    assert!(refused.contains("in practice only"), "{refused}");
}

#[test]
fn a_bot_answers_every_line_and_goes_on() {
    let folder = folder(&[]);
    let least = r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#;
    let clash = least.replace("9C", "JH");
    let turn = least.replace(r#""dealer":"E""#, r#""dealer":"W""#);
    let long = "x".repeat(3 << 20);
    let deep = "[".repeat(10_000);
    let lines = [least, "", "{", &clash, &long, &turn, &deep, least].join("\n");
    let assert = fairdeal(folder.path())
        .args(["euchre", "bot", "--iterations", "200"])
        .write_stdin(lines)
        .assert()
        .success();
    let printed = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let answers: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 7);
    assert_eq!(
        answers[0], answers[6],
        "the same view and seed, the same answer"
    );
    assert_eq!(answers[0]["move"], "pass");
    assert!(answers[0]["values"]["order"]["value"].is_f64());
    let errors: Vec<&str> = answers[1..6]
        .iter()
        .map(|answer| answer["error"].as_str().unwrap())
        .collect();
    assert!(errors[0].starts_with("this is no view"));
    assert_eq!(answers[2]["facts"][0], "South holds JH");
    assert!(errors[2].contains("longer than 1 MB"));
    assert_eq!(errors[3], "it is not South's turn");
    assert!(errors[4].starts_with("this is no view"));
}

#[test]
fn a_referee_answers_requests_of_many_tables() {
    let folder = folder(&[]);
    let lines = [
        r#"{"id":1,"do":"new","seed":7}"#,
        r#"{"id":2,"do":"new","seed":8,"rules":{"stick_the_dealer":true}}"#,
        r#"{"id":3,"do":"shuffle"}"#,
        r#"{"id":4,"level":"beginner","seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#,
    ]
    .join("\n");
    let assert = fairdeal(folder.path())
        .args(["euchre", "bot"])
        .write_stdin(lines)
        .assert()
        .success();
    let printed = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let answers: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<u64> = answers.iter().map(|a| a["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 2, 3, 4]);
    assert_eq!(answers[0]["game"]["seed"], "7");
    assert_eq!(answers[1]["game"]["rules"]["stick_the_dealer"], true);
    assert_eq!(answers[2]["code"], "bad-request");
    assert_eq!(answers[3]["reason"], "by the rule of thumb");
}

#[test]
fn a_trace_shows_what_was_known_dealt_and_thought() {
    let folder = folder(&[]);
    let assert = fairdeal(folder.path())
        .args([
            "euchre", "arena", "--a", "club", "--b", "beginner", "--deals", "1", "--trace",
        ])
        .assert()
        .success();
    let traced = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let searched = traced
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .find(|line| line["iterations"].as_u64() > Some(0))
        .unwrap();
    assert_eq!(searched["worlds"]["some"].as_array().unwrap().len(), 3);
    assert!(searched["view"]["hand"].is_array() && searched["reason"].is_string());
}

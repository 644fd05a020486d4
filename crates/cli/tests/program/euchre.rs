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
        printed.contains("worlds, weighed by the bids and cards: ") && printed.contains("tried"),
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
    assert!(!folder.path().join("fairdeal/euchre.redb").exists());
    let refused = typed(folder.path(), &["--no-stats"], "u\nq\n");
    assert!(refused.contains("in practice only"), "{refused}");
}

/// A game that goes on with what was stopped in the folder.
fn resumed(folder: &std::path::Path, game: &str, answers: &str) -> String {
    let assert = fairdeal(folder)
        .env("XDG_DATA_HOME", folder)
        .args([game, "play", "--resume"])
        .write_stdin(answers)
        .assert();
    let output = assert.success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_game_that_was_stopped_goes_on_to_the_same_end() {
    let folder = folder(&[]);
    let whole = typed(folder.path(), &["--no-stats"], &"1\n".repeat(300));
    let kept = folder.path().join("fairdeal/euchre.game.json");
    assert!(!kept.exists(), "a game that is over is not kept");
    let stopped = typed(folder.path(), &["--no-stats"], "1\n1\n1\nq\n");
    assert!(stopped.contains("The game is kept"), "{stopped}");
    let first = resumed(folder.path(), "euchre", "1\nq\n");
    assert!(first.contains("seed 3"), "{first}");
    let rest = resumed(folder.path(), "euchre", &"1\n".repeat(300));
    let end = |printed: &str| {
        let line = printed.lines().find(|line| line.contains(" win, "));
        line.map(str::to_owned)
    };
    assert!(end(&whole).is_some() && end(&whole) == end(&rest), "{rest}");
    assert!(!kept.exists(), "nothing is left to go on with");
    let none = fairdeal(folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .args(["euchre", "play", "--resume"])
        .assert()
        .code(1);
    let said = String::from_utf8_lossy(&none.get_output().stderr).into_owned();
    assert!(said.contains("no game was stopped"), "{said}");
}

#[test]
fn a_game_of_dominoes_is_kept_resumed_and_shown_again() {
    let folder = folder(&[]);
    let texas42 = |arguments: &[&str], answers: &str| {
        let assert = fairdeal(folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .args(["texas42", "play"])
            .args(arguments)
            .write_stdin(answers.to_owned())
            .assert();
        let output = assert.success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let begun = ["--level", "beginner", "--seed", "3"];
    // What is no move is asked for again, so a list of all dominoes is a way to play any hand.
    let dominoes = (0..7).flat_map(|high| (0..=high).map(move |low| format!("{high}-{low}\n")));
    let hand = format!("pass\n{}", dominoes.collect::<String>().repeat(7));
    let practice = [&begun[..], &["--practice"]].concat();
    let stopped = texas42(&practice, &format!("u\npass\nu\n{hand}q\n"));
    assert!(
        stopped.contains("There is nothing to take back"),
        "{stopped}"
    );
    assert!(stopped.contains("The game is kept"), "{stopped}");
    let kept = folder.path().join("fairdeal/texas42.game.json");
    assert!(kept.is_file());
    let rest = resumed(folder.path(), "texas42", &format!("u\n{}", hand.repeat(40)));
    assert!(rest.contains("seed 3"), "{rest}");
    let refused = texas42(&begun, "u\nq\n");
    assert!(refused.contains("in practice only"), "{refused}");
    // What was done in a hand that is gone on with is told.
    texas42(&begun, "pass\nq\n");
    let goes_on = resumed(folder.path(), "texas42", "q\n");
    assert!(goes_on.contains("\n  South: pass\n"), "{goes_on}");
    let recorded = [&begun[..], &["--record", "game.json"]].concat();
    let played = texas42(&recorded, &format!("{}q\n", hand.repeat(6)));
    let shown = texas42(&["--replay", "game.json"], "");
    let of_hand = |printed: &str| {
        let lines = printed.lines().filter(|line| line.contains("takes trick"));
        let after_a_prompt = |line: &str| line.trim_start_matches("> ").trim().to_owned();
        lines.map(after_a_prompt).collect::<Vec<_>>()
    };
    assert!(!of_hand(&played).is_empty(), "{played}");
    assert_eq!(of_hand(&shown), of_hand(&played), "{shown}");
    let text = fs::read_to_string(folder.path().join("game.json")).unwrap();
    let changed = text.replacen("texas42", "euchre", 1);
    fs::write(folder.path().join("game.json"), changed).unwrap();
    fairdeal(folder.path())
        .args(["texas42", "play", "--replay", "game.json"])
        .assert()
        .code(1);
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
    assert_eq!(answers[3]["reason"], "one trump: by the rule of thumb");
}

#[test]
fn a_trace_shows_what_was_known_dealt_and_thought() {
    let folder = folder(&[]);
    let assert = fairdeal(folder.path())
        .args([
            "euchre",
            "arena",
            "--a",
            "expert,iterations=100",
            "--b",
            "beginner",
            "--deals",
            "1",
            "--trace",
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

//! Profiles as whole files and folders, from standard input, and hostile ones.

use crate::{fairdeal, folder, names, printed};

const SIX: &str = r#"{"profile_name": "Six", "dealer": "E", "tag": "Opener", "seat_profiles":
    {"E": {"subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}}"#;

#[test]
fn a_session_is_a_folder_with_every_format_and_a_manifest() {
    let folder = folder(&[("six.json", SIX)]);
    let said = printed(
        folder.path(),
        "deal six.json -n 8 --seed 5 --session friday --json",
    );
    let session = folder.path().join("friday");
    assert_eq!(
        names(&session),
        [
            "boards.html",
            "boards.lin",
            "boards.pbn",
            "boards.txt",
            "manifest.json"
        ]
    );
    let manifest = std::fs::read_to_string(session.join("manifest.json")).unwrap();
    assert_eq!(manifest, said);
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(
        (&manifest["boards"], &manifest["seed"]),
        (&8.into(), &"5".into())
    );
    assert_eq!(manifest["shares"]["E"][0]["got"], 1.0);
    // It says what was written, and where.
    assert_eq!(manifest["session"]["folder"], "friday");
    let files = manifest["session"]["files"].as_array().unwrap();
    let mut files: Vec<&str> = files
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    files.sort_unstable();
    assert_eq!(files, names(&session));
    let lines = std::fs::read_to_string(session.join("boards.lin")).unwrap();
    assert_eq!(lines.lines().count(), 8);
    // The same boards as anywhere else.
    assert_eq!(
        lines,
        printed(
            folder.path(),
            "deal six.json -n 8 --seed 5 --format lin --quiet"
        )
    );
    // What is there is not written over, and nothing is left lying about.
    let again = fairdeal(folder.path())
        .args(["deal", "six.json", "--session", "friday"])
        .assert();
    again.failure().code(1);
    assert_eq!(names(folder.path()), ["friday", "six.json"]);
}

#[test]
fn a_session_says_what_was_written_where() {
    let folder = folder(&[("six.json", SIX)]);
    let deal = |arguments: &str| {
        let dealt = fairdeal(folder.path())
            .args("deal six.json -n 2 --seed 5".split(' '))
            .args(arguments.split(' '))
            .assert()
            .success();
        String::from_utf8(dealt.get_output().stderr.clone()).unwrap()
    };
    let said = deal("--session friday");
    let (dealt, written) = said.split_once('\n').unwrap();
    assert!(dealt.ends_with("; seed 5"), "{said}");
    assert_eq!(
        written,
        "written to friday:\n  boards.lin     for the online tables\n  boards.pbn     for other programs\n  \
         boards.html    to print\n  boards.txt     to read\n  manifest.json  what was dealt\n"
    );
    assert!(deal("-o saturday/").contains("written to saturday/:\n"));
    assert_eq!(deal("--session sunday --quiet"), "");
}

#[test]
fn standard_input_may_be_a_profile_or_a_script() {
    let folder = folder(&[]);
    let deal = |text: &str| {
        let mut command = fairdeal(folder.path());
        let command = command.args([
            "deal", "-", "-n", "2", "--seed", "1", "--format", "oneline", "-q",
        ]);
        command
            .write_stdin(text.to_owned())
            .assert()
            .success()
            .get_output()
            .stdout
            .clone()
    };
    assert_eq!(
        deal(&format!("\n  {SIX}"))
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count(),
        2
    );
    assert_eq!(
        deal("condition hcp(north) > 10")
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count(),
        2
    );
}

/// The boards do not depend on the threads, and parts are parts of the whole.
#[test]
fn threads_and_shards_change_nothing() {
    let folder = folder(&[("six.json", SIX)]);
    let run = |more: &str| {
        let fixed = "deal six.json -n 300 --seed 9 --format oneline --quiet";
        printed(folder.path(), &format!("{fixed} {more}"))
    };
    let whole = run("--threads 1");
    assert_eq!(run("--threads 3"), whole);
    let parts: String = (1..=4)
        .map(|part| run(&format!("--shard {part}/4")))
        .collect();
    assert_eq!(parts, whole);
    for method in ["reject", "help", "construct"] {
        let by = |threads: u8| run(&format!("--strategy {method} --threads {threads}"));
        assert_eq!(by(1), by(3));
    }
}

/// The dealer is turned with the board, and half of the boards are.
#[test]
fn the_dealer_turns_with_the_board() {
    let folder = folder(&[("six.json", SIX)]);
    let boards = printed(
        folder.path(),
        "deal six.json -n 60 --seed 2 --format json --quiet",
    );
    let mut turned = 0;
    for line in boards.lines() {
        let board: serde_json::Value = serde_json::from_str(line).unwrap();
        let dealer = board["dealer"].as_str().unwrap();
        let hand = board["hands"][dealer].as_str().unwrap();
        assert!(hand.split('.').next().unwrap().len() >= 6, "{line}");
        turned += u32::from(dealer == "W");
    }
    assert!((15..=45).contains(&turned), "{turned}");
}

#[test]
fn hostile_profiles_get_an_error() {
    let nested = format!("{}1{}", "{\"a\":".repeat(2_000_000), "}".repeat(2_000_000));
    let large = format!("{{\"a\": \"{}\"}}", "x".repeat(17 << 20));
    let folder = folder(&[
        ("nested.json", &nested),
        ("large.json", &large),
        ("empty.json", ""),
    ]);
    std::fs::write(folder.path().join("bytes.json"), b"{\xff\xfe}").unwrap();
    for name in [
        "nested.json",
        "large.json",
        "empty.json",
        "bytes.json",
        "missing.json",
    ] {
        for command in ["deal", "odds", "explain", "check"] {
            fairdeal(folder.path())
                .args([command, name])
                .assert()
                .failure()
                .code(1);
        }
        for command in ["check", "report", "compare", "migrate"] {
            fairdeal(folder.path())
                .args(["profile", command, name])
                .assert()
                .failure()
                .code(1);
        }
    }
}

#[test]
fn strategies_are_compared() {
    let folder = folder(&[("six.json", SIX)]);
    let text = printed(folder.path(), "profile compare six.json -n 400 --json");
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let strategies = &found["strategies"];
    for name in ["auto", "reject", "help", "construct"] {
        assert_eq!(strategies[name]["boards"], 400);
    }
    let tries = |name: &str| strategies[name]["tries"].as_u64().unwrap();
    assert!(tries("help") < tries("reject"));
    assert!(strategies["auto"]["failures"].is_null());
    assert_eq!(strategies["help"]["failures"]["hardest_seat"], "E");
    let chance = |name: &str| {
        strategies[name]["from_fair"]["E"]["shapes"]["chance"]
            .as_f64()
            .unwrap()
    };
    assert!(chance("auto") > 1e-4 && chance("reject") > 1e-4);
    assert!(chance("help") < 1e-4 && chance("construct") < 1e-4);
    assert!(printed(folder.path(), "profile compare six.json -n 50").contains("how far from fair"));
}

/// What happens to attempts goes to a file whose name says how, the same whatever the threads, and boards are what they are
/// without it.
#[test]
fn attempts_are_written_to_a_file() {
    let folder = folder(&[("six.json", SIX)]);
    let run = |more: &str| {
        let fixed = "deal six.json -n 30 --seed 9 --strategy construct --format oneline --quiet";
        printed(folder.path(), &format!("{fixed} {more}"))
    };
    let file = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let plain = run("");
    assert_eq!(run("--trace=one.jsonl --threads 1"), plain);
    assert_eq!(run("--trace=three.jsonl --threads 3"), plain);
    assert_eq!(file("one.jsonl"), file("three.jsonl"));
    let events: Vec<serde_json::Value> = file("one.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!((of("begun"), of("drawn"), of("made")), (1, 30, 30));
    let last = &events.last().unwrap()["so_far"]["E"];
    assert_eq!(last["as_seat"], of("failed"));
    let sum = last["hcp"].as_u64().unwrap() + last["shape"].as_u64().unwrap();
    assert_eq!(last["as_seat"], sum);
    run("--trace=words.txt");
    assert_eq!(file("words.txt").lines().count(), events.len());
    assert!(file("words.txt").contains("board 30: "));
    // The boards say that they are not fair ones.
    let pbn = printed(
        folder.path(),
        "deal six.json -n 1 --seed 9 --strategy construct --format pbn --quiet",
    );
    assert!(pbn.contains("construct (not fair)"), "{pbn}");
    // What cannot be written is known before anything is dealt.
    fairdeal(folder.path())
        .args("deal six.json --strategy reject --trace=no/such/folder.jsonl".split(' '))
        .assert()
        .failure()
        .code(1)
        .stdout("");
}

/// A trace is there also where a board was given up, and then it says so.
#[test]
fn a_trace_tells_of_a_board_that_was_given_up() {
    let folder = folder(&[("six.json", SIX)]);
    let typed =
        "deal six.json -n 9 --seed 9 --strategy reject --set reject_attempts=3 --trace=a.jsonl";
    fairdeal(folder.path())
        .args(typed.split(' '))
        .assert()
        .failure()
        .code(1);
    let text = std::fs::read_to_string(folder.path().join("a.jsonl")).unwrap();
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["event"], &last["attempts"]),
        (&"given-up".into(), &3.into())
    );
}

/// Where no strategy but the planned one makes a board, that is said in the place of numbers.
#[test]
fn a_comparison_without_boards_says_so() {
    let folder = folder(&[("six.json", SIX)]);
    let few = "--set reject_attempts=1 --set construct_attempts=1 --set attempts=1 --set tries=1";
    let text = printed(
        folder.path(),
        &format!("profile compare six.json -n 20 --seed 2 {few}"),
    );
    assert!(text.contains("no boards"), "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn the_schema_is_json() {
    let folder = folder(&[]);
    let schema: serde_json::Value =
        serde_json::from_str(&printed(folder.path(), "profile schema")).unwrap();
    assert_eq!(schema["title"], "Hand profile");
}

//! `fairdeal solve` and what else needs a solver, as a user calls it.

use std::path::Path;

use ::fairdeal::bridge::double_dummy::KnownResults;
use ::fairdeal::bridge::{Format, Tricks};
use ::fairdeal::store::SolvedDeals;
use assert_cmd::Command;

const BOARDS: &str = "\
n QJ6.K652.J85.T98 e 873.J97.AT764.Q4 s K5.T83.KQ9.A7652 w AT942.AQ4.32.KJ3
n AK96.KQ8.A98.K63 e QJT5432.T.6.QJ82 s .J97543.K7532.94 w 87.A62.QJT4.AT75
";

fn fairdeal(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("fairdeal").unwrap();
    command.current_dir(folder).env("FAIRDEAL_CACHE", "");
    command
}

/// What was printed.
fn solved(folder: &Path, arguments: &[&str]) -> String {
    let output = fairdeal(folder).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn tables_json_and_pbn_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    let tables = solved(folder.path(), &["solve", "boards.oneline"]);
    assert_eq!(
        tables,
        "\
Board 1, dealer North, vulnerable None
        C   D   H   S   N
North   7   5   6   5   6
East    5   7   6   8   6
South   7   5   6   5   6
West    5   7   6   8   6
Par EW 110: EW 2S=

Board 2, dealer East, vulnerable NS
        C   D   H   S   N
North   6   8  10   4   9
East    7   3   2   9   3
South   6   8  10   4   9
West    7   3   2   9   3
Par NS 100: EW 4Sx-1
"
    );
    let json = solved(folder.path(), &["solve", "--json", "boards.oneline"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["boards"][1]["tricks"]["S"]["H"], 10);
    assert_eq!(json["boards"][0]["par"]["score"], -110);
    assert_eq!(json["boards"][0]["par"]["contracts"][0], "EW 2S=");

    let printed = solved(folder.path(), &["solve", "boards.oneline", "-o", "out.pbn"]);
    assert_eq!(printed, "");
    let pbn = std::fs::read_to_string(folder.path().join("out.pbn")).unwrap();
    assert!(pbn.contains("[OptimumScore \"EW 110\"]"), "{pbn}");
    assert!(pbn.contains("\nS  H 10\n"), "{pbn}");
    assert_eq!(solved(folder.path(), &["solve", "out.pbn"]), tables);
}

/// Lines are added, and no other byte changes; a second time nothing does.
#[test]
fn results_are_added_to_what_a_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let others = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bridge/tests/data/formats/others");
    for name in ["composer.pbn", "player.pbn"] {
        let before = std::fs::read(others.join(name)).unwrap();
        std::fs::write(folder.path().join("a.pbn"), &before).unwrap();
        solved(folder.path(), &["solve", "a.pbn", "-o", "once.pbn"]);
        solved(folder.path(), &["solve", "once.pbn", "-o", "twice.pbn"]);
        let [once, twice] =
            ["once.pbn", "twice.pbn"].map(|file| std::fs::read(folder.path().join(file)).unwrap());
        assert!(once == twice, "{name}");
        let mut lines = once.split(|&byte| byte == b'\n');
        for line in before.split(|&byte| byte == b'\n') {
            let line_is_there = lines.any(|known| known == line);
            assert!(line_is_there, "{name}: {}", String::from_utf8_lossy(line));
        }
        assert!(once.len() > before.len());
    }
}

#[test]
fn nothing_needs_to_be_installed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    let script = "predeal north SAKQJT98765432 condition tricks(north, spades) == 13 produce 1";
    std::fs::write(folder.path().join("slam.dlr"), script).unwrap();
    for arguments in [
        &["solve", "boards.oneline", "-o", "out.pbn"][..],
        &["deal", "slam.dlr", "--seed", "1", "-o", "out.pbn"],
    ] {
        // Where no library is found, and no program either.
        let mut command = fairdeal(folder.path());
        command.env_clear().env("LD_LIBRARY_PATH", folder.path());
        command.args(arguments).assert().success();
        assert!(folder.path().join("out.pbn").exists());
    }
}

#[test]
fn what_cannot_be_solved_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let partial = "n AK96.KQ8.A98.K63 e QJT5432.T.6.QJ82\n";
    std::fs::write(folder.path().join("partial.oneline"), partial).unwrap();
    std::fs::write(folder.path().join("bad.oneline"), "n AK e QJ s KK w 2").unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    for (arguments, code, words) in [
        (&["solve", "partial.oneline"][..], 1, "board 1 lacks hands"),
        (&["solve", "bad.oneline"], 1, "bad.oneline:1:"),
        (
            &["solve", "missing.oneline"],
            1,
            "cannot read missing.oneline",
        ),
        (
            &["solve", "boards.oneline", "-o", "out.lin"],
            2,
            "lin has no place",
        ),
        (&["solve", "boards"], 2, "--from"),
    ] {
        let output = fairdeal(folder.path()).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{said}");
        assert!(output.stdout.is_empty());
    }
    assert!(!folder.path().join("out.lin").exists());
}

/// Boards as JSON has them, by line.
fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn boards_are_dealt_with_the_results_that_solving_gives_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("any.dlr"), "produce 3 action printall").unwrap();
    let deal = ["deal", "any.dlr", "--seed", "7"];
    let with = |more: &[&'static str]| solved(folder, &[&deal[..], more].concat());

    with(&["-o", "plain.json"]);
    let expected = solved(folder, &["solve", "plain.json", "--json", "--threads", "1"]);
    let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let json = with(&["--solve", "--format", "json"]);
    let boards = json_lines(&json);
    assert_eq!(boards.len(), 3);
    for (board, expected) in boards.iter().zip(expected["boards"].as_array().unwrap()) {
        assert_eq!(board["hands"], expected["hands"]);
        assert_eq!(board["tricks"], expected["tricks"]);
        assert_eq!(board["par"], expected["par"]["score"]);
    }
    assert_eq!(
        with(&["--solve", "--format", "json", "--threads", "1"]),
        json
    );

    let pbn = with(&["--solve", "--format", "pbn"]);
    assert_eq!(pbn.matches("[OptimumResultTable ").count(), 3, "{pbn}");
    assert_eq!(pbn.matches("[OptimumScore ").count(), 3, "{pbn}");
    // Where nobody says how, it is text, with the tables that solve prints.
    let text = with(&["--solve"]);
    let tables = solved(folder, &["solve", "plain.json"]);
    for line in tables.lines().filter(|line| line.starts_with("East ")) {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(text.matches("\nPar ").count(), 3, "{text}");
    let html = with(&["--solve", "--format", "html"]);
    assert!(html.contains("Par"), "{html}");

    // A table has them as further values, also where solve writes it.
    let csv = with(&["--solve", "--format", "csv"]);
    let (head, rows) = csv.split_once('\n').unwrap();
    assert!(head.contains(",tricks_north_clubs,"), "{head}");
    assert!(head.ends_with(",tricks_west_notrump,par"), "{head}");
    let par = expected["boards"][0]["par"]["score"].to_string();
    let row = rows.lines().next().unwrap();
    assert!(row.ends_with(&format!(",{par}")), "{row}");
    solved(folder, &["solve", "plain.json", "-o", "solved.csv"]);
    let written = std::fs::read_to_string(folder.join("solved.csv")).unwrap();
    assert_eq!(written, csv);

    // Of a file, and into a folder.
    let kept = with(&["--from", "plain.json", "--solve", "--format", "json"]);
    assert_eq!(json_lines(&kept)[2]["tricks"], boards[2]["tricks"]);
    with(&["--solve", "--session", "friday"]);
    let session = std::fs::read_to_string(folder.join("friday/boards.pbn")).unwrap();
    assert_eq!(session.matches("[OptimumScore ").count(), 3, "{session}");
}

#[test]
fn what_has_no_place_for_results_is_refused_before_boards_are_dealt() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("any.dlr"), "condition 1").unwrap();
    std::fs::write(folder.join("line.dlr"), "action printoneline").unwrap();
    for (arguments, words) in [
        (
            &["deal", "any.dlr", "--solve", "-o", "out.lin"][..],
            "lin has no place for double dummy results: write text, pbn, csv, json, html, pdf",
        ),
        (
            &["deal", "line.dlr", "--solve"],
            "what the script prints has no place",
        ),
    ] {
        let output = fairdeal(folder).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(words), "{said}");
        assert!(output.stdout.is_empty() && !folder.join("out.lin").exists());
    }
}

/// What is kept is taken for the truth, so that wrong results show that it was read.
#[test]
fn results_are_kept_for_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    let cache = folder.path().join("cache");
    let file = cache.join("solved");
    let printed = |arguments: &[&str]| {
        let mut command = fairdeal(folder.path());
        let output = command
            .env("FAIRDEAL_CACHE", &cache)
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = solved(folder.path(), &["solve", "boards.oneline"]);
    assert_eq!(printed(&["solve", "boards.oneline", "--no-cache"]), plain);
    assert!(!file.exists());
    assert_eq!(printed(&["solve", "boards.oneline"]), plain);
    assert!(file.is_file());
    // The second of them is known otherwise now.
    let boards = Format::Oneline.read(BOARDS.as_bytes()).whole().unwrap();
    std::fs::remove_file(&file).unwrap();
    let known = SolvedDeals::at(&cache);
    known.add(&boards[1].deal, &Tricks::from_fn(|_, _| 7));
    known.keep();
    let mixed = printed(&["solve", "boards.oneline"]);
    assert_eq!(mixed.split("\n\n").next(), plain.split("\n\n").next());
    assert!(mixed.contains("South   7   7   7   7   7"), "{mixed}");
    assert_eq!(printed(&["solve", "boards.oneline", "--no-cache"]), plain);
    let dealt = [
        "deal",
        "--from",
        "boards.oneline",
        "all.dlr",
        "--solve",
        "--quiet",
        "--format",
        "text",
    ];
    std::fs::write(folder.path().join("all.dlr"), "condition 1\n").unwrap();
    assert!(printed(&dealt).contains("South   7   7   7   7   7"));
    let anew = [&dealt[..], &["--no-cache"]].concat();
    assert!(!printed(&anew).contains("South   7   7   7   7   7"));
    // It may be deleted, or be anything.
    std::fs::write(&file, "anything").unwrap();
    assert_eq!(printed(&["solve", "boards.oneline"]), plain);
    std::fs::remove_dir_all(&cache).unwrap();
    assert_eq!(printed(&["solve", "boards.oneline"]), plain);
}

const PLAYED: &str = "\
[Board \"1\"]
[Dealer \"N\"]
[Vulnerable \"None\"]
[Deal \"N:AKQ.AKQ.AKQ.AKQJ 432.432.432.T432 765.765.765.8765 JT98.JT98.JT98.9\"]
[Declarer \"N\"]
[Contract \"6NT\"]
[Play \"E\"]
S2 S5 S8 SA
C2 C5 C9 CA
*

[Board \"2\"]
[Dealer \"E\"]
[Vulnerable \"NS\"]
[Deal \"N:AKQ.AKQ.AKQ.AKQJ 432.432.432.T432 765.765.765.8765 JT98.JT98.JT98.9\"]
";

#[test]
fn leads_and_plays_of_a_file_are_told_board_by_board() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("played.pbn"), PLAYED).unwrap();
    let told = |arguments: &[&str]| solved(folder.path(), arguments);
    let leads = told(&["solve", "played.pbn", "--lead"]);
    assert_eq!(
        leads,
        "\
Board 1, 6NT by North, East leads: made with 1 over after the best lead
   0           S 432, H 432, D 432, C T, C 432

Board 2 is left out: its file does not say what was played, and by whom
"
    );
    let plays = told(&["solve", "played.pbn", "--play"]);
    assert!(
        plays.starts_with("Board 1, 6NT by North: 13 tricks before the opening lead\n"),
        "{plays}"
    );
    assert!(
        plays.ends_with(
            "\nBoard 2 is left out: its file does not say what was played, and by whom\n"
        ),
        "{plays}"
    );
    let both = told(&[
        "solve",
        "played.pbn",
        "--lead",
        "--contract",
        "7NT",
        "--by",
        "west",
    ]);
    assert!(
        both.contains("Board 2, 7NT by West, North leads: down 13 after the best lead"),
        "{both}"
    );
    for wrong in [
        &["solve", "played.pbn", "--contract", "7NT", "--by", "west"][..],
        &["solve", "played.pbn", "--lead", "--contract", "7NT"],
        &[
            "solve",
            "played.pbn",
            "--lead",
            "--contract",
            "9NT",
            "--by",
            "west",
        ],
        &["solve", "played.pbn", "--lead", "--play"],
        &["solve", "played.pbn", "--lead", "-o", "out.pbn"],
    ] {
        let output = fairdeal(folder.path()).args(wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    std::fs::write(folder.path().join("plain.oneline"), BOARDS).unwrap();
    let output = fairdeal(folder.path())
        .args(["solve", "plain.oneline", "--lead"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
}

//! What a file says of its boards goes with them through every command, to the byte.

use crate::{fairdeal, folder, printed};

const FILE: &str = "\
% PBN 2.1
%Creator: nobody
[Event \"Club night, North section\"]
[Site \"\"]
[Date \"2025.01.31\"]
[Board \"1\"]
[West \"Wes\"]
[North \"Nora\"]
[East \"Ed\"]
[South \"Sue\"]
[Dealer \"N\"]
[Vulnerable \"None\"]
[Deal \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"]
[Scoring \"IMP\"]
[Declarer \"W\"]
[Contract \"2S\"]
[Result \"8\"]
{North has little.
So has East.}
[BCFlags \"1f\"]
[Auction \"N\"]
Pass Pass Pass 1S
Pass 2S =1= AP
[Note \"1:weak\"]
[Play \"N\"]
CT C4 C2 CJ
*
[Xyzzy \"of nobody\"] ; a word

[Event \"\"]
[Site \"\"]
[Date \"\"]
[Board \"2\"]
[West \"\"]
[North \"\"]
[East \"\"]
[South \"\"]
[Dealer \"E\"]
[Vulnerable \"NS\"]
[Deal \"N:AK96.KQ8.A98.K63 QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75\"]
[Scoring \"\"]
[Declarer \"\"]
[Contract \"\"]
[Result \"\"]

";
const ANY: &str = "condition 1\naction printoneline\n";
const PROFILE: &str = r#"{"profile_name": "Any", "dealer": "N", "tag": "Opener", "seat_profiles": {
    "N": {"subprofiles": [{"standard": {"total_min_hcp": 0}}]}}}"#;

/// What a command says beside what it prints.
fn said(folder: &std::path::Path, arguments: &str) -> String {
    let assert = fairdeal(folder).args(arguments.split_whitespace()).assert();
    String::from_utf8(assert.success().get_output().stderr.clone()).unwrap()
}

#[test]
fn every_command_keeps_it() {
    let folder = folder(&[("a.pbn", FILE), ("any.dlr", ANY), ("any.json", PROFILE)]);
    let path = folder.path();
    assert_eq!(printed(path, "convert a.pbn - --to pbn"), FILE);
    assert_eq!(
        printed(path, "combine a.pbn --in-order -o - --to pbn"),
        FILE
    );
    printed(path, "convert a.pbn b.json --quiet");
    let through = printed(path, "convert b.json - --to pbn");
    for line in FILE.lines().filter(|line| line.starts_with('[')) {
        let line = line.split(" ; ").next().unwrap();
        assert!(
            through.lines().any(|known| known == line),
            "{line} of {through}"
        );
    }
    for question in ["any.dlr", "any.json"] {
        let kept = printed(
            path,
            &format!("deal {question} --from a.pbn --format pbn --seed 1 --quiet"),
        );
        let mut rest = kept.lines();
        for line in FILE.lines() {
            assert!(rest.any(|known| known == line), "{line} of {kept}");
        }
    }
    // A board that lacks hands is completed, and keeps the rest.
    let partial = FILE.replace(
        "873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
        "- K5.T83.KQ9.A7652 -",
    );
    std::fs::write(path.join("partial.pbn"), partial).unwrap();
    let completed = printed(
        path,
        "deal any.dlr --from partial.pbn --format pbn --seed 1 --quiet",
    );
    assert!(
        completed.contains("[Deal \"N:QJ6.K652.J85.T98 ") && !completed.contains(" - "),
        "{completed}"
    );
    assert!(
        completed.contains("{North has little.\nSo has East.}\n[BCFlags \"1f\"]"),
        "{completed}"
    );
}

#[test]
fn what_is_left_out_is_said_once() {
    let folder = folder(&[("a.pbn", FILE), ("any.dlr", ANY)]);
    let path = folder.path();
    let tags = "lin has no place for the tags Event, Date, Scoring, BCFlags, Xyzzy of 1 board";
    let wanted = format!("fairdeal: {tags}\n");
    assert_eq!(
        said(path, "convert a.pbn b.lin"),
        format!("{wanted}2 boards\n")
    );
    assert_eq!(said(path, "convert a.pbn b.lin --quiet"), "");
    let filtered = said(path, "deal any.dlr --from a.pbn --format lin --seed 1");
    assert_eq!(filtered.matches(&wanted).count(), 1, "{filtered}");
    let csv = said(path, "convert a.pbn b.csv");
    assert!(
        csv.contains("csv has no place for the auctions of 1 board\n"),
        "{csv}"
    );
    let lin = std::fs::read_to_string(path.join("b.lin")).unwrap();
    assert!(lin.starts_with("qx|o1|pn|Sue,Wes,Nora,Ed|md|3SK5"), "{lin}");
    assert!(lin.contains("|mb|2S!|an|weak|mb|p|mb|p|mb|p|pc|CT|pc|C4|pc|C2|pc|CJ|mc|8|nt|North has little. So has East.|nt|a word|pg||"), "{lin}");
}

#[test]
fn a_board_is_turned_with_all_that_names_a_seat() {
    let folder = folder(&[("a.pbn", FILE)]);
    let path = folder.path();
    printed(path, "convert a.pbn turned.pbn --turn 1 --quiet");
    let turned = std::fs::read_to_string(path.join("turned.pbn")).unwrap();
    for line in [
        "[Event \"Club night, North section\"]",
        "[East \"Nora\"]",
        "[Dealer \"E\"]",
        "[Declarer \"N\"]",
        "{East has little.",
        "So has South.}",
        "[Auction \"E\"]",
        "[Play \"E\"]",
    ] {
        assert!(
            turned.lines().any(|known| known == line),
            "{line} of {turned}"
        );
    }
    // The cards are written from North on, where they stood from North on.
    assert_eq!(
        printed(path, "convert turned.pbn - --to pbn --turn 3"),
        FILE
    );
}

#[test]
fn boards_that_were_bid_keep_their_dealer() {
    let folder = folder(&[("a.pbn", FILE)]);
    let path = folder.path();
    let twice = printed(path, "combine a.pbn a.pbn --in-order -o - --to pbn --quiet");
    let second: Vec<&str> = twice
        .lines()
        .filter(|line| line.starts_with("[Board") || line.starts_with("[Dealer"))
        .collect();
    assert_eq!(second[2..4], ["[Board \"2\"]", "[Dealer \"N\"]"]);
    assert_eq!(second[4..6], ["[Board \"3\"]", "[Dealer \"S\"]"]);
    assert_eq!(twice.matches("%Creator").count(), 1);
}

#[test]
fn a_file_of_another_kind_is_told_as_such() {
    let folder = folder(&[
        ("boards.pbn", "%PDF-1.7\n%\u{e2}\n"),
        ("any.dlr", ANY),
        ("table.lin", "PAR1\u{15}\u{4}"),
    ]);
    let path = folder.path();
    for (arguments, words) in [
        (
            "convert boards.pbn b.lin",
            "boards.pbn:1: this is a PDF file, and no file of boards",
        ),
        (
            "convert table.lin b.pbn",
            "table.lin:1: this is a Parquet table, and no file of boards",
        ),
        (
            "deal any.dlr --from boards.pbn",
            "this is a PDF file, and no file of boards",
        ),
        (
            "deal boards.pbn",
            "boards.pbn is a PDF file, and no dealer script",
        ),
        (
            "odds table.lin",
            "table.lin is a Parquet table, and no dealer script",
        ),
    ] {
        let assert = fairdeal(path).args(arguments.split(' ')).assert().code(1);
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(said.contains(words), "{said}");
    }
}

//! Profiles by their names, broken files, and what the definitions of the commands give to shells and manuals.

use std::fs;

use crate::{fairdeal, folder, names};

const SIX: &str = r#"{"profile_name": "Six/spades", "dealer": "E", "tag": "Opener", "seat_profiles":
    {"E": {"subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}}"#;

#[test]
fn a_shelf_full_of_broken_files_still_serves() {
    let folder = folder(&[
        ("six.json", SIX),
        ("empty.json", ""),
        ("half.json", &SIX[..90]),
    ]);
    let shelf = folder.path();
    fs::write(shelf.join("bytes.json"), b"\xff\x00\x1b[2J").unwrap();
    let before = names(shelf);
    let assert = fairdeal(shelf)
        .args(["profile", "list", "--store", "."])
        .assert()
        .success();
    let output = assert.get_output();
    let listed = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(
        listed.starts_with("Six/spades ") && listed.contains("1 in 19.4"),
        "{listed}"
    );
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for (line, file) in lines.iter().zip(["bytes", "empty", "half"]) {
        let begins = format!("fairdeal: {file}.json is broken and was left as it is: ");
        assert!(line.starts_with(&begins), "{line}");
    }
    for command in [
        "deal six/SPADES -n 2 --quiet -o out.lin",
        "odds Six/spades",
        "check six",
    ] {
        let arguments = command.split_whitespace().chain(["--store", "."]);
        fairdeal(shelf).args(arguments).assert().success();
    }
    assert_eq!(
        names(shelf).len(),
        before.len() + 1,
        "only the boards are new"
    );
    assert_eq!(
        fs::read_to_string(shelf.join("half.json")).unwrap(),
        SIX[..90]
    );
}

#[test]
fn a_folder_of_boards_by_the_name_of_a_profile() {
    let folder = folder(&[]);
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).unwrap();
    fs::write(shelf.join("any.json"), SIX).unwrap();
    let deal = |further: &[&str]| {
        let mut command = fairdeal(folder.path());
        command.env("FAIRDEAL_STORE", &shelf);
        command.args(["deal", "Six/spades", "-n", "16", "--seed", "5", "--quiet"]);
        command.args(further).assert()
    };
    deal(&["-o", "friday/"]).success();
    let files = [
        "boards.html",
        "boards.lin",
        "boards.pbn",
        "boards.txt",
        "manifest.json",
    ];
    assert_eq!(names(&folder.path().join("friday")), files);
    let boards = deal(&["--format", "lin"])
        .success()
        .get_output()
        .stdout
        .clone();
    assert_eq!(
        fs::read(folder.path().join("friday/boards.lin")).unwrap(),
        boards
    );
    deal(&["-o", "friday/"]).code(1);
}

#[test]
fn shells_and_manuals_know_every_command() {
    let folder = folder(&[]);
    let printed = |arguments: &[&str]| {
        let assert = fairdeal(folder.path()).args(arguments).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(
            script.contains("save-as") && script.contains("rotate"),
            "{shell}"
        );
    }
    let page = printed(&["man"]);
    assert!(
        page.contains(".TH fairdeal 1") && page.contains("fairdeal\\-profile"),
        "{page}"
    );
    let page = printed(&["man", "profile", "save-as"]);
    assert!(page.contains("fairdeal\\-profile\\-save\\-as"), "{page}");
    fairdeal(folder.path())
        .args(["man", "nothing"])
        .assert()
        .code(2);
}

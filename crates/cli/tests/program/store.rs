//! Profiles by their names, broken files, and what the definitions of the commands give to shells and manuals.

use std::fs;
use std::path::Path;

use crate::{fairdeal, folder, names, printed};

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
    let new: Vec<String> = names(shelf)
        .into_iter()
        .filter(|name| !before.contains(name))
        .collect();
    assert_eq!(
        new,
        [".counts", "out.lin"],
        "the boards, and what was counted"
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

/// The shelf of the examples, in a folder of its own.
fn examples() -> tempfile::TempDir {
    let folder = folder(&[]);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/profiles");
    for name in names(&examples)
        .iter()
        .filter(|name| name.ends_with(".json"))
    {
        fs::copy(examples.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn two_lists_at_once_are_the_same_list() {
    let folder = examples();
    let list = || {
        let mut command = std::process::Command::new(crate::binary());
        command
            .args(["profile", "list", "--store"])
            .arg(folder.path());
        command
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut known = None;
    for _ in 0..3 {
        let both = [list(), list()].map(|one| one.wait_with_output().unwrap());
        for output in both {
            assert!(output.status.success());
            assert!(output.stdout.starts_with(b"A: anything"));
            let known = known.get_or_insert(output.stdout.clone());
            assert_eq!(*known, output.stdout);
        }
        let kept = folder.path().join(".counts");
        assert_eq!(names(&kept), ["combinations", "profiles"]);
        fs::remove_dir_all(kept).unwrap();
    }
}

#[test]
fn whatever_counts_is_listed_from_then_on() {
    for command in [
        "profile report one-notrump",
        "odds one-notrump",
        "profile check one-notrump",
        "profile show one-notrump",
    ] {
        let folder = examples();
        let list = || printed(folder.path(), "profile list --store .");
        let notrump = |list: String| {
            let line = list.lines().find(|line| line.starts_with("One notrump"));
            line.unwrap().to_owned()
        };
        assert!(notrump(list()).contains("  about 1 in 2"), "{command}");
        let first = printed(folder.path(), &format!("{command} --store ."));
        assert!(notrump(list()).contains("  1 in 270.5"), "{command}");
        let again = printed(folder.path(), &format!("{command} --store ."));
        assert_eq!(again, first, "{command}");
    }
}

#[test]
fn a_file_that_is_not_on_the_shelf_leaves_it_alone() {
    let folder = examples();
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).unwrap();
    for command in [
        "profile check ./b-five-spades.json",
        "odds ./b-five-spades.json",
    ] {
        printed(folder.path(), &format!("{command} --store shelf"));
    }
    assert!(names(&shelf).is_empty() && !names(folder.path()).contains(&".counts".to_owned()));
}

#[test]
fn imports_replace_if_they_are_told_to() {
    let folder = folder(&[("six.json", SIX)]);
    let import = |further: &[&str]| {
        let mut command = fairdeal(folder.path());
        command.args(["profile", "import", "six.json", "--store", "shelf"]);
        let assert = command.args(further).assert();
        let output = assert.get_output();
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        (output.status.code().unwrap(), said)
    };
    assert_eq!(import(&[]).0, 0);
    let (code, said) = import(&[]);
    assert!(
        code == 1
            && said
                .trim_end()
                .ends_with("; --replace puts it in its place"),
        "{said}"
    );
    fs::write(folder.path().join("six.json"), SIX.replace("6}", "7}")).unwrap();
    let (code, said) = import(&["--replace"]);
    assert!(
        code == 0
            && said
                .trim_end()
                .ends_with(", in the place of what was there"),
        "{said}"
    );
    let listed = printed(folder.path(), "profile list --store shelf");
    assert!(listed.contains("  1 in 99.2"), "{listed}");
    assert_eq!(listed.lines().count(), 1);
}

#[test]
fn all_drafts_are_deleted_at_once() {
    let folder = folder(&[]);
    let drafts = folder.path().join("drafts");
    fs::create_dir(&drafts).unwrap();
    let draft = r#"{"of": null, "was": null, "at": "name", "answered": [], "document": {}}"#;
    fs::write(drafts.join("new-1.json"), draft).unwrap();
    fs::write(drafts.join("new-2.json"), "{").unwrap();
    let delete = |arguments: &str| {
        let mut command = fairdeal(folder.path());
        command.args(["profile", "delete", "--store", "."]);
        command.args(arguments.split_whitespace()).assert()
    };
    delete("--drafts").code(2);
    delete("").code(2);
    delete("new-1 --drafts --yes").code(2);
    delete("--draft --drafts --yes").code(2);
    assert_eq!(names(&drafts).len(), 2);
    let assert = delete("--drafts --yes").success();
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(
        said,
        "the draft new-1 is deleted\nthe draft new-2 is deleted\n"
    );
    assert!(names(&drafts).is_empty());
    delete("--drafts --yes").code(1);
}

#[test]
fn an_export_is_for_every_program() {
    let folder = folder(&[("six.json", SIX)]);
    let text = printed(folder.path(), "profile export six --store .");
    let exported: serde_json::Value = serde_json::from_str(&text).unwrap();
    let seats: Vec<&String> = exported["seat_profiles"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(seats, ["E", "N", "S", "W"]);
    printed(folder.path(), "profile export six --store . -o whole.json");
    assert_eq!(
        fs::read_to_string(folder.path().join("whole.json")).unwrap(),
        text
    );
    let words = |file: &str| printed(folder.path(), &format!("odds ./{file}"));
    assert_eq!(words("whole.json"), words("six.json"));
    assert_eq!(
        fs::read_to_string(folder.path().join("six.json")).unwrap(),
        SIX
    );
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

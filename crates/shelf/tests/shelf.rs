//! The shelf as a folder: names, versions, broken files, two at once.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use shelf::{Draft, Shelf, ShelfError};

fn profile(name: &str, version: &str) -> String {
    let document = json!({
        "profile_name": name, "version": version, "dealer": "N", "tag": "Opener", "seat_profiles": {}, "mine": [1.0],
    });
    format!("{document:#}\n")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_put_is_found_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path().join("not/there/yet"));
    assert!(shelf.list().unwrap().profiles.is_empty());
    let text = profile("Weak two: défence/attack", "1.0");
    let put = shelf.put(&text).unwrap();
    assert_eq!(put.file_name(), "weak-two-défence-attack-v1.0.json");
    for name in [
        "Weak two: défence/attack",
        "weak TWO:  DE\u{301}FENCE/attack",
        "Weak two: défence/attack@1.0",
        "weak-two-défence-attack-v1.0",
        "weak-two-défence-attack-v1.0.json",
    ] {
        assert_eq!(shelf.find(name).unwrap().text, text, "{name}");
    }
    match shelf.find("Weak two: defence/attack") {
        Err(error @ ShelfError::NotThere { .. }) => {
            let said = error.to_string();
            assert!(
                said.ends_with("did you mean \"Weak two: défence/attack\"?"),
                "{said}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_that_only_look_alike_in_files_stand_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path());
    for name in [
        "a/b",
        "a.b",
        "a b",
        "A-B",
        "...",
        "???",
        "con",
        "CON.",
        &"x".repeat(120),
    ] {
        shelf.put(&profile(name, "")).unwrap();
        assert_eq!(shelf.find(name).unwrap().name(), name);
    }
    assert_eq!(shelf.list().unwrap().profiles.len(), 9);
    assert_eq!(names(folder.path()).len(), 9);
    for (name, version) in [("A/B", ""), ("con ", "")] {
        let taken = shelf.put(&profile(name, version));
        assert!(matches!(taken, Err(ShelfError::Taken { .. })), "{name}");
    }
    for name in ["", " ", "a\nb", "\u{1b}[2J", &"x".repeat(121)] {
        assert!(shelf.put(&profile(name, "")).is_err(), "{name:?}");
    }
    assert_eq!(names(folder.path()).len(), 9);
}

#[test]
fn the_newest_version_is_meant_unless_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path());
    for version in ["1.9", "1.10", "1.2"] {
        shelf.put(&profile("Two", version)).unwrap();
    }
    assert_eq!(shelf.find("two").unwrap().version(), "1.10");
    assert_eq!(shelf.find("two@1.2").unwrap().version(), "1.2");
    assert!(matches!(
        shelf.find_only("two"),
        Err(ShelfError::Several { .. })
    ));
    // Copied by hand: only the files' names tell them apart.
    let path = shelf.find("two").unwrap().path;
    fs::copy(&path, folder.path().join("copy.json")).unwrap();
    match shelf.find("two") {
        Err(ShelfError::Several { which, .. }) => {
            assert_eq!(which, ["\"copy\"", "\"two-v1.10\""]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(shelf.find("copy").unwrap().version(), "1.10");
}

#[test]
fn broken_files_are_named_and_never_touched() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path());
    let broken: [(&str, &[u8]); 5] = [
        ("good-v1.json", b"{\"profile_name\": \"Good\", "),
        ("empty.json", b""),
        ("list.json", b"[]"),
        ("bytes.json", b"\xff\xfe\x00"),
        ("deep.json", &[b'['; 100_000]),
    ];
    for (name, bytes) in broken {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    fs::create_dir(folder.path().join("folder.json")).unwrap();
    fs::write(folder.path().join("notes.txt"), "not ours").unwrap();
    // The name of the broken file is taken, and stays so.
    let put = shelf.put(&profile("Good", "1")).unwrap();
    assert_eq!(put.file_name(), "good-v1-2.json");
    let listing = shelf.list().unwrap();
    assert_eq!(listing.profiles.len(), 1);
    assert_eq!(listing.broken.len(), 6);
    assert!(listing.broken.iter().all(|one| !one.problems.is_empty()));
    let said = shelf.find("empty").unwrap_err().to_string();
    assert!(said.contains("its file empty.json is broken"), "{said}");
    for (name, bytes) in broken {
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), bytes);
    }
}

#[test]
fn what_somebody_else_changed_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path());
    let entry = shelf.put(&profile("Two", "1")).unwrap();
    let theirs = profile("Two", "1").replace("Opener", "Overcaller");
    fs::write(&entry.path, &theirs).unwrap();
    let mine = profile("Two", "1").replace("\"N\"", "\"S\"");
    for changed in [
        shelf.replace(&entry, &mine).map(|_| ()),
        shelf.remove(&entry),
    ] {
        assert!(matches!(changed, Err(ShelfError::Changed { .. })));
    }
    assert_eq!(fs::read_to_string(&entry.path).unwrap(), theirs);
    let entry = shelf.find("two").unwrap();
    let renamed = shelf.replace(&entry, &profile("Three", "1")).unwrap();
    assert_eq!(names(folder.path()), [renamed.file_name()]);
    shelf.put(&profile("Four", "1")).unwrap();
    let taken = shelf.replace(&renamed, &profile("four", "1"));
    assert!(matches!(taken, Err(ShelfError::Taken { .. })));
    assert!(shelf.replace(&renamed, "{}").is_err());
    assert_eq!(names(folder.path()), ["four-v1.json", "three-v1.json"]);
}

fn draft(document: Value) -> Draft {
    Draft {
        of: None,
        was: None,
        at: Some("name".to_owned()),
        answered: Vec::new(),
        document,
    }
}

#[test]
fn one_editor_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path());
    let entry = shelf.put(&profile("Two", "1")).unwrap();
    let (place, none) = shelf.draft_of(&entry).unwrap();
    assert_eq!(none, None);
    assert!(matches!(
        shelf.draft_of(&entry),
        Err(ShelfError::Busy { .. })
    ));
    assert!(matches!(shelf.lock(&entry), Err(ShelfError::Busy { .. })));
    let kept = draft(json!({"profile_name": "Two", "z": 1, "a": 2}));
    place.save(&kept).unwrap();
    assert!(shelf.resume(place.identifier()).unwrap().is_none());
    drop(place);
    let (place, found) = shelf.draft_of(&entry).unwrap();
    assert_eq!(found, Some(kept));
    place.delete().unwrap();
    assert!(!place.is_kept());
}

#[test]
fn drafts_stand_apart_and_are_only_opened_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::at(folder.path());
    let first = shelf.new_draft().unwrap();
    let second = shelf.new_draft().unwrap();
    assert_ne!(first.identifier(), second.identifier());
    first.save(&draft(json!({"profile_name": "One"}))).unwrap();
    drop(first);
    // What was begun is not written over by what is begun next.
    let third = shelf.new_draft().unwrap();
    assert_ne!(third.identifier(), "new-1");
    fs::write(folder.path().join("drafts/broken.json"), "{").unwrap();
    let found = shelf.drafts().unwrap();
    assert_eq!(found.drafts.len(), 1);
    assert_eq!(
        (found.drafts[0].0.as_str(), found.drafts[0].1.name()),
        ("new-1", "One")
    );
    assert_eq!(found.broken.len(), 1);
    for name in ["../two-v1", "broken", "/etc/passwd", ""] {
        assert!(shelf.resume(name).is_err(), "{name}");
    }
    assert!(shelf.list().unwrap().profiles.is_empty());
}

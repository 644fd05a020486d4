//! The store as a folder: names, versions, broken files, two at once.

use std::fs;
use std::path::Path;

use answer::Explained;
use serde_json::{Value, json};
use space::Watch;
use store::{Draft, ProfileStore, StoreError};

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
    let store = ProfileStore::at(folder.path().join("not/there/yet"));
    assert!(store.list().unwrap().profiles.is_empty());
    let text = profile("Weak two: défence/attack", "1.0");
    let put = store.put(&text).unwrap();
    assert_eq!(put.file_name(), "weak-two-défence-attack-v1.0.json");
    for name in [
        "Weak two: défence/attack",
        "weak TWO:  DE\u{301}FENCE/attack",
        "Weak two: défence/attack@1.0",
        "weak-two-défence-attack-v1.0",
        "weak-two-défence-attack-v1.0.json",
    ] {
        assert_eq!(store.find(name).unwrap().text, text, "{name}");
    }
    match store.find("Weak two: defence/attack") {
        Err(error @ StoreError::NotThere { .. }) => {
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
    let store = ProfileStore::at(folder.path());
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
        store.put(&profile(name, "")).unwrap();
        assert_eq!(store.find(name).unwrap().name(), name);
    }
    assert_eq!(store.list().unwrap().profiles.len(), 9);
    assert_eq!(names(folder.path()).len(), 9);
    for (name, version) in [("A/B", ""), ("con ", "")] {
        let taken = store.put(&profile(name, version));
        assert!(matches!(taken, Err(StoreError::Taken { .. })), "{name}");
    }
    for name in ["", " ", "a\nb", "\u{1b}[2J", &"x".repeat(121)] {
        assert!(store.put(&profile(name, "")).is_err(), "{name:?}");
    }
    assert_eq!(names(folder.path()).len(), 9);
}

#[test]
fn the_newest_version_is_meant_unless_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    for version in ["1.9", "1.10", "1.2"] {
        store.put(&profile("Two", version)).unwrap();
    }
    assert_eq!(store.find("two").unwrap().version(), "1.10");
    assert_eq!(store.find("two@1.2").unwrap().version(), "1.2");
    assert!(matches!(
        store.find_only("two"),
        Err(StoreError::Several { .. })
    ));
    // Copied by hand: only the files' names tell them apart.
    let path = store.find("two").unwrap().path;
    fs::copy(&path, folder.path().join("copy.json")).unwrap();
    match store.find("two") {
        Err(StoreError::Several { which, .. }) => {
            assert_eq!(which, ["\"copy\"", "\"two-v1.10\""]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(store.find("copy").unwrap().version(), "1.10");
}

#[test]
fn broken_files_are_named_and_never_touched() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
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
    let put = store.put(&profile("Good", "1")).unwrap();
    assert_eq!(put.file_name(), "good-v1-2.json");
    let listing = store.list().unwrap();
    assert_eq!(listing.profiles.len(), 1);
    assert_eq!(listing.broken.len(), 6);
    assert!(listing.broken.iter().all(|one| !one.problems.is_empty()));
    let said = store.find("empty").unwrap_err().to_string();
    assert!(said.contains("its file empty.json is broken"), "{said}");
    for (name, bytes) in broken {
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), bytes);
    }
}

#[test]
fn what_somebody_else_changed_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let entry = store.put(&profile("Two", "1")).unwrap();
    let theirs = profile("Two", "1").replace("Opener", "Overcaller");
    fs::write(&entry.path, &theirs).unwrap();
    let mine = profile("Two", "1").replace("\"N\"", "\"S\"");
    for changed in [
        store.replace(&entry, &mine).map(|_| ()),
        store.remove(&entry),
    ] {
        assert!(matches!(changed, Err(StoreError::Changed { .. })));
    }
    assert_eq!(fs::read_to_string(&entry.path).unwrap(), theirs);
    let entry = store.find("two").unwrap();
    let renamed = store.replace(&entry, &profile("Three", "1")).unwrap();
    assert_eq!(names(folder.path()), [renamed.file_name()]);
    store.put(&profile("Four", "1")).unwrap();
    let taken = store.replace(&renamed, &profile("four", "1"));
    assert!(matches!(taken, Err(StoreError::Taken { .. })));
    assert!(store.replace(&renamed, "{}").is_err());
    assert_eq!(names(folder.path()), ["four-v1.json", "three-v1.json"]);
}

fn draft(document: Value) -> Draft {
    Draft {
        of: None,
        was: None,
        at: Some("name".to_owned()),
        answered: Vec::new(),
        said: Vec::new(),
        document,
    }
}

#[test]
fn one_editor_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let entry = store.put(&profile("Two", "1")).unwrap();
    let (place, none) = store.draft_of(&entry).unwrap();
    assert_eq!(none, None);
    assert!(matches!(
        store.draft_of(&entry),
        Err(StoreError::Busy { .. })
    ));
    assert!(matches!(store.lock(&entry), Err(StoreError::Busy { .. })));
    let kept = draft(json!({"profile_name": "Two", "z": 1, "a": 2}));
    place.save(&kept).unwrap();
    assert!(store.resume(place.identifier()).unwrap().is_none());
    drop(place);
    let (place, found) = store.draft_of(&entry).unwrap();
    assert_eq!(found, Some(kept));
    place.delete().unwrap();
    assert!(!place.is_kept());
}

#[test]
fn drafts_stand_apart_and_are_only_opened_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let first = store.new_draft().unwrap();
    let second = store.new_draft().unwrap();
    assert_ne!(first.identifier(), second.identifier());
    first.save(&draft(json!({"profile_name": "One"}))).unwrap();
    drop(first);
    // What was begun is not written over by what is begun next.
    let third = store.new_draft().unwrap();
    assert_ne!(third.identifier(), "new-1");
    fs::write(folder.path().join("drafts/broken.json"), "{").unwrap();
    let found = store.drafts().unwrap();
    assert_eq!(found.drafts.len(), 1);
    assert_eq!(
        (found.drafts[0].0.as_str(), found.drafts[0].1.name()),
        ("new-1", "One")
    );
    assert_eq!(found.broken.len(), 1);
    for name in ["../two-v1", "broken", "/etc/passwd", ""] {
        assert!(store.resume(name).is_err(), "{name}");
    }
    assert!(store.list().unwrap().profiles.is_empty());
}

#[test]
fn copies_versions_turns_and_new_names() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    store.put(&profile("Two", "1.0")).unwrap();
    let said = |placed: Result<store::PlacedProfile, StoreError>| {
        let placed = placed.unwrap().to_string();
        placed.replace(&folder.path().display().to_string(), "SHELF")
    };
    assert_eq!(
        said(store.copy("two", " Three ")),
        "Three@1.0 is in SHELF/three-v1.0.json"
    );
    assert_eq!(
        said(store.save_as("two", "1.10")),
        "Two@1.10 is in SHELF/two-v1.10.json"
    );
    assert_eq!(
        said(store.rotate("two", None)),
        "Two, dealer East@1.10 is in SHELF/two-dealer-east-v1.10.json"
    );
    let turned = store.find("two, dealer east").unwrap();
    assert_eq!(turned.document["rotated_from"], "Two");
    assert_eq!(turned.document["dealer"], "E");
    assert_eq!(
        said(store.rename("three", "Four")),
        "Four@1.0 is in SHELF/four-v1.0.json"
    );
    // Nothing else is touched.
    assert_eq!(store.find("four").unwrap().document["mine"], json!([1.0]));

    let code = |error: StoreError| error.code();
    assert_eq!(
        store.rename("two", "x").map_err(code),
        Err("several-profiles")
    );
    assert_eq!(store.copy("two", "FOUR@").map_err(code).map(|_| ()), Ok(()));
    assert_eq!(store.copy("four", "four").map_err(code), Err("name-taken"));
    assert_eq!(
        store.copy("none", "x").map_err(code),
        Err("no-such-profile")
    );
    for version in ["", " ", "1\n1"] {
        assert_eq!(
            store.save_as("four", version).map_err(code),
            Err("bad-version")
        );
    }
}

#[test]
fn what_an_import_did() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path().join("store"));
    let file = folder.path().join("two.txt");
    fs::write(&file, profile("Two", "1.0")).unwrap();
    let taken = store.import(&file, false);
    assert!(taken.error.is_none() && !taken.replaced);
    assert_eq!(
        serde_json::to_value(&taken.placed).unwrap(),
        json!({"name": "Two", "version": "1.0", "file": folder.path().join("store/two-v1.0.json")})
    );
    let again = store.import(&file, false);
    let said = again.to_string();
    assert!(
        said.contains("was not taken: Two@1.0 is on the shelf already, in "),
        "{said}"
    );
    assert_eq!(again.error.unwrap().code, "name-taken");
    let none = store.import(&folder.path().join("none"), false);
    assert_eq!(none.error.unwrap().code, "cannot-read");
    let broken = store.import_from("standard input", &b"\xff"[..], true);
    assert_eq!(
        broken.to_string(),
        "standard input was not taken: cannot read standard input: it is not UTF-8 text"
    );
}

#[test]
fn an_import_may_take_the_place_of_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let import = |text: &str| store.import_from("new", text.as_bytes(), true);
    let first = import(&profile("Two", "1.0"));
    assert!(first.placed.is_some() && !first.replaced);
    store.put(&profile("Two", "1.1")).unwrap();
    let changed = profile("two", "1.0").replace("Opener", "Overcaller");
    let second = import(&changed);
    assert!(second.replaced);
    let said = second.to_string();
    assert!(
        said.starts_with("two@1.0 is in ") && said.ends_with(", in the place of what was there"),
        "{said}"
    );
    assert_eq!(store.find("two@1.0").unwrap().text, changed);
    assert_eq!(store.find("two@1.1").unwrap().text, profile("Two", "1.1"));
    assert_eq!(names(folder.path()).len(), 2);
    // What is wrong, being edited, or there twice stays as it is.
    let refused = |text: &str| import(text).error.unwrap().code;
    assert_eq!(refused("{"), "bad-profile");
    let entry = store.find("two@1.0").unwrap();
    let lock = store.lock(&entry).unwrap();
    assert_eq!(refused(&profile("Two", "1.0")), "being-edited");
    drop(lock);
    fs::copy(&entry.path, folder.path().join("copy.json")).unwrap();
    assert_eq!(refused(&profile("Two", "1.0")), "several-profiles");
    assert_eq!(store.find("copy").unwrap().text, changed);
}

#[test]
fn a_list_is_in_the_order_of_categories() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let put = |name: &str, version: &str, category: Value, order: Value| {
        let mut document: Value = serde_json::from_str(&profile(name, version)).unwrap();
        document["category"] = category;
        document["sort_order"] = order;
        store.put(&document.to_string()).unwrap();
    };
    put("Zebra", "1.9", json!("Openings"), json!(2));
    put("Zebra", "1.10", json!("openings"), json!(2));
    put("Yak", "", json!("Openings"), json!(10));
    put("Ant", "", json!("Openings"), Value::Null);
    put("Xerus", "", json!("Defence"), json!(-1.5));
    put("Bee", "", json!("Defence"), json!("first"));
    put("Cow", "", Value::Null, json!(7));
    let listing = store.listing(1, &Watch::default()).unwrap();
    let lines: Vec<String> = listing
        .to_string()
        .lines()
        .map(|line| line.replace("1 in 1.0", "").trim_end().to_owned())
        .collect();
    assert_eq!(
        lines,
        [
            "Cow",
            "",
            "Defence:",
            "  Xerus",
            "  Bee",
            "",
            "openings:",
            "  Zebra  1.10",
            "  Zebra  1.9",
            "  Yak",
            "  Ant"
        ]
    );
    let facts = listing.profiles.iter();
    let facts: Vec<_> = facts
        .map(|one| (&*one.name, one.newest, &*one.category, one.sort_order))
        .collect();
    assert_eq!(facts[0], ("Cow", true, "", Some(7.0)));
    assert_eq!(facts[2], ("Bee", true, "Defence", None));
    assert_eq!(facts[3], ("Zebra", true, "openings", Some(2.0)));
    assert_eq!(facts[4], ("Zebra", false, "Openings", Some(2.0)));
    assert!(store.show("zebra", 1, &Watch::default()).unwrap().newest);
    let old = store.show("zebra@1.9", 1, &Watch::default()).unwrap();
    assert!(!old.newest && old.category == "Openings");
}

#[test]
fn a_name_means_the_profile_without_a_version() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    for version in ["", "1.1", "1.2"] {
        store.put(&profile("X", version)).unwrap();
    }
    assert_eq!(store.deletion("X").unwrap().question(), "Delete X?");
    store.deletion("x").unwrap().delete().unwrap();
    assert_eq!(names(folder.path()), ["x-v1.1.json", "x-v1.2.json"]);
    // Of those that are left none is meant more than the other.
    assert_eq!(store.deletion("X").unwrap_err().code(), "several-profiles");
    store.deletion("X@1.1").unwrap().delete().unwrap();
    store.deletion("X").unwrap().delete().unwrap();
    assert!(names(folder.path()).is_empty());
}

#[test]
fn all_drafts_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    assert_eq!(store.drafts_deletion().unwrap_err().code(), "no-such-draft");
    let place = || {
        let place = store.new_draft().unwrap();
        place.save(&draft(json!({"profile_name": "One"}))).unwrap();
        place
    };
    let (first, second) = (place(), place());
    assert_eq!(store.drafts_deletion().unwrap_err().code(), "being-edited");
    drop(first);
    let drafts = folder.path().join("drafts");
    fs::write(drafts.join("broken.json"), "{").unwrap();
    fs::write(drafts.join("notes.txt"), "mine").unwrap();
    store.put(&profile("Two", "1.0")).unwrap();
    let deletion = store.drafts_deletion().unwrap();
    assert_eq!(deletion.question(), "Delete the drafts broken and new-1?");
    assert_eq!(deletion.busy, ["new-2"]);
    // Asked and not done is not done.
    drop(deletion);
    assert_eq!(names(&drafts).len(), 3);
    let deleted = store.drafts_deletion().unwrap().delete().unwrap();
    let said: Vec<String> = deleted.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["the draft broken is deleted", "the draft new-1 is deleted"]
    );
    assert_eq!(names(&drafts), ["new-2.json"]);
    drop(second);
    let deletion = store.drafts_deletion().unwrap();
    assert_eq!(deletion.question(), "Delete the draft new-2?");
    deletion.delete().unwrap();
    assert!(store.draft_listing().unwrap().drafts.is_empty());
    assert!(drafts.join("notes.txt").exists());
    assert_eq!(names(folder.path()), ["two-v1.0.json"]);
}

#[test]
fn an_export_has_all_four_seats() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let north = json!({"seat": "N", "mine": 1, "subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]});
    let document = json!({
        "zzz": [1.0], "profile_name": "Six", "dealer": "N", "tag": "Opener", "seat_profiles": {"N": north}, "aaa": null,
    });
    let before = store.put(&document.to_string()).unwrap();
    let text = store.export("six").unwrap();
    let exported: Value = serde_json::from_str(&text).unwrap();
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&exported), keys(&document));
    assert_eq!(keys(&exported["seat_profiles"]), ["N", "E", "S", "W"]);
    assert_eq!(exported["seat_profiles"]["N"], north);
    assert_eq!(exported["zzz"], document["zzz"]);
    for seat in ["E", "S", "W"] {
        let written = &exported["seat_profiles"][seat];
        assert_eq!(written["seat"], seat);
        assert_eq!(written["subprofiles"].as_array().unwrap().len(), 1);
        let standard = &written["subprofiles"][0]["standard"];
        assert_eq!(
            standard["hearts"],
            json!({"min_cards": 0, "max_cards": 13, "min_hcp": 0, "max_hcp": 37})
        );
        assert_eq!(
            (&standard["total_min_hcp"], &standard["total_max_hcp"]),
            (&json!(0), &json!(37))
        );
    }
    // It means the same, nothing is said against it, and the file itself is as it was.
    let reading = profile::read(&text);
    assert_eq!(reading.problems, profile::read(&before.text).problems);
    assert_eq!(
        profile::words(&reading.profile.unwrap()),
        profile::words(&before.profile)
    );
    assert_eq!(store.find("six").unwrap().text, before.text);
    // One that has them all is given to the byte, however it spells them.
    store.remove(&before).unwrap();
    let whole = format!("  {exported}\n\n").replace("\"W\":", "\"w\":");
    store.put(&whole).unwrap();
    assert_eq!(store.export("six").unwrap(), whole);
}

#[test]
fn lists_are_in_words_and_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let six = r#"{"profile_name": "Six\u001b spades", "version": "1.0", "dealer": "N", "tag": "Opener", "author": "me",
        "description": "Opening with six of them, and with many more words than there is any room for",
        "seat_profiles": {"N": {"subprofiles": [{"standard": {
            "spades": {"min_cards": 6, "max_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}}]}}}"#;
    fs::write(folder.path().join("six.json"), six).unwrap();
    fs::write(folder.path().join("half.json"), &six[..50]).unwrap();
    store.put(&profile("Any", "")).unwrap();
    let listing = store.listing(1, &Watch::default()).unwrap();
    assert_eq!(
        listing.to_string(),
        "Any                         1 in 1.0\n\
         Six? spades  1.0           1 in 88.7  Opening with six of them, and with many more words than the…\n"
    );
    let said = listing.broken[0].to_string();
    assert!(
        said.starts_with("half.json is broken and was left as it is: "),
        "{said}"
    );
    let value = serde_json::to_value(&listing).unwrap();
    let fields = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(&value), ["folder", "profiles", "broken"]);
    assert_eq!(
        fields(&value["profiles"][0]),
        [
            "name",
            "version",
            "newest",
            "category",
            "sort_order",
            "teaches",
            "file",
            "odds",
            "known"
        ]
    );
    assert_eq!(
        value["profiles"][0]["known"],
        json!({"combinations": 1, "dealable": 1, "probability": 1.0, "exact": true, "error": null})
    );
    assert_eq!(fields(&value["broken"][0]), ["file", "problems"]);

    let shown = store.show("six", 1, &Watch::default()).unwrap();
    let words = shown.to_string();
    assert!(
        words.starts_with("Six? spades@1.0\nOpening with six of them, and with many more words than there is any room for\nby me\n"),
        "{words}"
    );
    assert!(
        words.ends_with("\n\n1 deal in 88.7, counted exactly\n"),
        "{words}"
    );
    let value = serde_json::to_value(&shown).unwrap();
    assert_eq!(
        fields(&value),
        [
            "name", "version", "newest", "category", "teaches", "file", "words", "standing",
            "known", "document"
        ]
    );
    assert_eq!(value["document"]["author"], "me");

    let stopped = Watch::default();
    stopped.stop();
    fs::remove_dir_all(folder.path().join(".counts")).unwrap();
    for error in [
        store.listing(1, &stopped).unwrap_err(),
        store.show("six", 1, &stopped).unwrap_err(),
    ] {
        assert_eq!(error.code(), "stopped");
    }
}

#[test]
fn nothing_is_deleted_that_somebody_works_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    store.put(&profile("Two", "1.0")).unwrap();
    let place = store.new_draft().unwrap();
    place.save(&draft(json!({"profile_name": "One"}))).unwrap();
    assert_eq!(
        store.draft_deletion("new-1").unwrap_err().code(),
        "being-edited"
    );
    assert_eq!(
        store.draft_deletion("new-7").unwrap_err().code(),
        "no-such-draft"
    );
    drop(place);
    let listed = store.draft_listing().unwrap();
    assert_eq!(listed.to_string(), "new-1         One: 0 answers\n");
    assert_eq!(listed.drafts[0].offer(), "\"One\", 0 answers (new-1)");
    let deletion = store.draft_deletion("new-1").unwrap();
    assert_eq!(deletion.question(), "Delete the draft new-1?");
    assert_eq!(
        deletion.delete().unwrap().to_string(),
        "the draft new-1 is deleted"
    );
    assert!(store.draft_listing().unwrap().drafts.is_empty());

    let deletion = store.deletion("two").unwrap();
    assert_eq!(deletion.question(), "Delete Two@1.0?");
    assert_eq!(store.deletion("two").unwrap_err().code(), "being-edited");
    // Asked and not done is not done.
    drop(deletion);
    let deleted = store.deletion("two").unwrap().delete().unwrap();
    assert_eq!(deleted.to_string(), "Two@1.0 is deleted");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn the_usual_folder_is_the_one_that_was_told() {
    let usual = |told: Option<&str>, variable: Option<&str>| {
        let store = ProfileStore::usual(told.map(Into::into), variable.map(Into::into));
        store.map(|store| store.folder().display().to_string())
    };
    assert_eq!(usual(Some("told"), Some("named")).unwrap(), "told");
    assert_eq!(usual(None, Some("named")).unwrap(), "named");
    // What is set to nothing says nothing; a user without a home has no folder.
    let neither = usual(None, Some(""));
    assert!(neither.is_err() || neither.unwrap().ends_with("profiles"));
}

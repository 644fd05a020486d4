//! The wizard at a terminal, from the first question to the first board: small and large profiles, wrong answers, steps
//! back, sudden ends, two at once, and disks that are full.

use std::fs;
use std::path::Path;

use fairdeal::wizard::Wizard;
use serde_json::{Value, json};

use crate::terminal::{Look, Terminal, USUAL};
use crate::{fairdeal, folder, names};

/// The questions of a small profile, and what is typed.
const SMALL: [(&str, &str); 18] = [
    ("What is the profile called?", "Six spades"),
    ("What does it teach?", "Opening with six."),
    ("Who deals?", ""),
    ("Who is it for?", ""),
    ("How many hand types can North have?", "1"),
    ("North: a short name?", ""),
    ("North: spades?", "6"),
    ("North: hearts?", ""),
    ("North: diamonds?", ""),
    ("North: clubs?", ""),
    ("North: high card points in all?", "10-12"),
    ("North: anything more?", ""),
    ("North: shapes to leave out?", ""),
    ("How many hand types can East have?", ""),
    ("How many hand types can South have?", ""),
    ("How many hand types can West have?", ""),
    ("In which order are the hands dealt?", ""),
    ("Turn half of the boards round?", "no"),
];
const SAVE: &str = "That is all. Save it?";
const FILE: &str = "six-spades-v1.0.json";

/// The same profile, written by hand.
fn by_hand() -> Value {
    let any = json!({"min_cards": 0, "max_cards": 13, "min_hcp": 0, "max_hcp": 37});
    json!({
        "profile_name": "Six spades",
        "description": "Opening with six.",
        "version": "1.0",
        "schema_version": 1,
        "dealer": "N",
        "tag": "Opener",
        "seat_profiles": {"N": {"seat": "N", "subprofiles": [{
            "standard": {
                "spades": {"min_cards": 6, "max_cards": 6, "min_hcp": 0, "max_hcp": 37},
                "hearts": any, "diamonds": any, "clubs": any,
                "total_min_hcp": 10, "total_max_hcp": 12,
            },
            "random_suit_constraint": null,
            "partner_contingent_constraint": null,
            "opponents_contingent_suit_constraint": null,
        }]}},
        "hand_dealing_order": ["N", "E", "S", "W"],
        "rotate_deals_by_default": false,
    })
}

/// What a command prints with this shelf; it must end well.
fn printed(shelf: &Path, arguments: &[&str]) -> String {
    let mut command = fairdeal(shelf);
    let assert = command
        .env("FAIRDEAL_STORE", shelf)
        .args(arguments)
        .assert();
    String::from_utf8(assert.success().get_output().stdout.clone()).unwrap()
}

/// What a command says when it cannot be done.
fn refused(shelf: &Path, arguments: &[&str]) -> String {
    let mut command = fairdeal(shelf);
    let assert = command
        .env("FAIRDEAL_STORE", shelf)
        .args(arguments)
        .assert();
    String::from_utf8(assert.code(1).get_output().stderr.clone()).unwrap()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn from_the_first_question_to_the_first_board() {
    let narrow = Look {
        columns: 80,
        variables: &[("NO_COLOR", "1")],
    };
    let wide = Look {
        columns: 200,
        variables: &[],
    };
    for (look, coloured) in [(narrow, false), (wide, true)] {
        let folder = folder(&[]);
        let shelf = folder.path();
        let Some(mut terminal) = Terminal::start(shelf, &["profile", "new"], &look) else {
            return;
        };
        for (question, answer) in SMALL {
            terminal.answer(question, answer);
        }
        terminal.wait_for(SAVE);
        terminal.wait_to_see("= 1 deal in 88.7, counted exactly");
        terminal.answer(SAVE, "");
        // The colours of text are numbers from 30 on; 38 begins those of a palette.
        let colours = terminal.written().contains("\u{1b}[38;5;");
        let (code, screen) = terminal.end();
        assert_eq!((code, colours), (0, coloured), "{screen}");
        assert!(screen.contains("saved as "), "{screen}");
        assert_eq!(read(shelf.join(FILE)), format!("{:#}\n", by_hand()));
        assert_eq!(names(&shelf.join("drafts")), [] as [&str; 0]);
        fs::write(shelf.join("hand.txt"), by_hand().to_string()).unwrap();
        let board = ["-n", "1", "--seed", "1", "--quiet"];
        let by_name = printed(shelf, &[&["deal", "six spades"], &board[..]].concat());
        fs::rename(shelf.join("hand.txt"), shelf.join("hand.json")).unwrap();
        let by_file = printed(shelf, &[&["deal", "hand.json"], &board[..]].concat());
        assert!(by_name.starts_with("Board 1 "), "{by_name}");
        assert_eq!(by_name, by_file);
    }
}

#[test]
fn a_large_profile_by_the_same_questions() {
    let example = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/profiles/one-notrump.json"
    );
    let document: Value = serde_json::from_str(&read(example)).unwrap();
    let like = Wizard::change(document.clone());
    let folder = folder(&[]);
    let Some(mut terminal) = Terminal::start(folder.path(), &["profile", "new"], &USUAL) else {
        return;
    };
    // The model says which question comes next; the terminal has to ask the same.
    let mut model = Wizard::new();
    let mut questions = 0;
    while let Some(question) = model.question() {
        let answer = like.question_of(question.step).usual;
        let typed = if answer == question.usual {
            ""
        } else {
            &answer
        };
        let shown: String = question.title.chars().take(60).collect();
        terminal.answer(&shown, typed);
        model.answer(&answer).unwrap();
        questions += 1;
    }
    assert!(questions > 40, "{questions}");
    terminal.answer(SAVE, "");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let name = document["profile_name"].as_str().unwrap();
    let shown = printed(folder.path(), &["profile", "show", name, "--json"]);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let saved = fs::read_to_string(shown["file"].as_str().unwrap()).unwrap();
    assert_eq!(saved, format!("{:#}\n", model.document()));
    let board = |profile: &str| {
        let arguments = ["deal", profile, "-n", "1", "--seed", "3", "--quiet"];
        printed(folder.path(), &arguments)
    };
    assert_eq!(board(name), board(example));
}

#[test]
fn wrong_answers_and_steps_back() {
    let folder = folder(&[]);
    let Some(mut terminal) = Terminal::start(folder.path(), &["profile", "new"], &USUAL) else {
        return;
    };
    terminal.wait_for(SMALL[0].0);
    terminal.press("\r");
    terminal.wait_to_see("a profile needs a name");
    for (question, answer) in &SMALL[..6] {
        terminal.answer(question, answer);
    }
    // It is said while it is typed, and again when it is handed in.
    terminal.wait_for("North: spades?");
    terminal.press("14");
    terminal.wait_to_see("14 is over 13");
    terminal.press("\r");
    terminal.wait_for("North: spades?");
    terminal.press("\u{7f}");
    terminal.wait_to_see("? North: spades? (any) 1");
    terminal.press("\u{7f}5-6, 4+ hcp");
    terminal.wait_to_see("5-6 cards, 4+ HCP");
    terminal.press("\r");
    // Back a step, and to any step.
    terminal.instead("North: hearts?", "Back to the question before");
    terminal.answer("North: spades?", "6");
    terminal.instead("North: hearts?", "Go to another question");
    terminal.answer("Which one?", "What does it teach?");
    terminal.answer("What does it teach?", "Opening with six.");
    terminal.answer("North: hearts?", "8+");
    terminal.wait_to_see("! nothing can be dealt any more:");
    terminal.wait_to_see("North 6 spades and North 8+ hearts need 14 cards; a hand has 13.");
    terminal.instead("North: diamonds?", "Back to the question before");
    terminal.answer("North: hearts?", "any");
    terminal.instead("North: diamonds?", "Deal some boards of it");
    terminal.wait_to_see("Board 2 ");
    terminal.instead("North: diamonds?", "Show the profile so far");
    terminal.wait_to_see("East, South and West: any hand");
    for (question, answer) in &SMALL[8..] {
        terminal.answer(question, answer);
    }
    terminal.answer(SAVE, "");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let saved: Value = serde_json::from_str(&read(folder.path().join(FILE))).unwrap();
    let mut expected = by_hand();
    expected["description"] = "Opening with six.Opening with six.".into();
    assert_eq!(saved, expected);
}

/// At each step in turn it is cut off by Ctrl-C, by a closed window or by a kill, and goes on the next time.
#[test]
fn nothing_is_lost_however_it_ends() {
    let folder = folder(&[]);
    let shelf = folder.path();
    for (k, (question, answer)) in SMALL.into_iter().enumerate() {
        let command: &[&str] = match k {
            0 => &["profile", "new"],
            _ => &["profile", "resume", "new-1"],
        };
        let Some(mut terminal) = Terminal::start(shelf, command, &USUAL) else {
            return;
        };
        terminal.answer(question, answer);
        terminal.wait_for(SMALL.get(k + 1).map_or(SAVE, |next| next.0));
        match k % 3 {
            0 => {
                terminal.press("\u{3}");
                let (code, screen) = terminal.end();
                assert_eq!(code, 130);
                assert!(screen.contains("fairdeal profile resume new-1"), "{screen}");
            }
            1 => terminal.hang_up(),
            _ => terminal.kill(),
        }
        let listed = printed(shelf, &["profile", "list", "--drafts"]);
        let answers = match k {
            0 => "1 answer".to_owned(),
            k => format!("{} answers", k + 1),
        };
        assert_eq!(listed, format!("new-1         Six spades: {answers}\n"));
    }
    // It is offered to whoever begins anew.
    let Some(mut terminal) = Terminal::start(shelf, &["profile", "new"], &USUAL) else {
        return;
    };
    terminal.answer("Something was not finished. Go on with it?", "");
    terminal.answer(SAVE, "");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert_eq!(read(shelf.join(FILE)), format!("{:#}\n", by_hand()));
    assert_eq!(printed(shelf, &["profile", "list", "--drafts"]), "");
}

#[test]
fn a_change_keeps_everything_else_and_keeps_others_out() {
    let text = r#"{"zzz": 1, "profile_name": "Old", "dealer": "N", "tag": "Opener", "mine": {"b": 1.0, "a": []},
        "seat_profiles": {"N": {"subprofiles": [{"x": 0, "standard": {"spades": {"min_cards": 5}}}]}}}"#;
    let folder = folder(&[("old.json", text)]);
    let shelf = folder.path();
    let Some(mut terminal) = Terminal::start(shelf, &["profile", "edit", "old"], &USUAL) else {
        return;
    };
    terminal.answer("What would you like to change?", "");
    terminal.answer("Which one?", "North: spades?");
    terminal.answer("North: spades?", "6+");
    terminal.wait_for(SAVE);

    let Some(other) = Terminal::start(shelf, &["profile", "edit", "Old"], &USUAL) else {
        return;
    };
    let busy = "\"Old\" is being edited in another window: finish there first";
    let (code, screen) = other.end();
    assert_eq!(code, 1);
    assert!(screen.contains(busy), "{screen}");
    for command in [
        &["profile", "delete", "Old", "--yes"][..],
        &["profile", "rename", "Old", "New"],
    ] {
        assert_eq!(refused(shelf, command), format!("fairdeal: {busy}\n"));
    }

    terminal.answer(SAVE, "");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let mut expected: Value = serde_json::from_str(text).unwrap();
    expected["seat_profiles"]["N"]["subprofiles"][0]["standard"]["spades"]["min_cards"] = 6.into();
    assert_eq!(read(shelf.join("old.json")), format!("{expected:#}\n"));
    printed(shelf, &["profile", "rename", "Old", "New"]);
    assert_eq!(names(shelf), [".locks", "drafts", "new.json"]);
}

/// A folder on a small disk of its own, while it lives.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    fn mount(place: &'a Path, options: &str) -> Option<Disk<'a>> {
        let mut mount = std::process::Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(place);
        match mount.output() {
            Ok(output) if output.status.success() => Some(Disk(place)),
            _ => {
                needs::skipped("mount", "no disk can be mounted");
                None
            }
        }
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let mut unmount = std::process::Command::new("umount");
        let _ = unmount.arg("-l").arg(self.0).output();
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder(&[]);
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).unwrap();
    let Some(_disk) = Disk::mount(&shelf, "size=64k") else {
        return;
    };
    fs::write(
        shelf.join("old.json"),
        by_hand().to_string().replace("Six", "Old six"),
    )
    .unwrap();
    let old = read(shelf.join("old.json"));
    let Some(mut terminal) =
        Terminal::start(&shelf, &["profile", "edit", "Old six spades"], &USUAL)
    else {
        return;
    };
    terminal.wait_for("What would you like to change?");
    // Somebody fills the disk to the last byte.
    let _ = fs::write(shelf.join("filler"), vec![0; 1 << 20]);
    terminal.answer("What would you like to change?", "");
    terminal.answer("Which one?", "North: hearts?");
    terminal.answer("North: hearts?", "3");
    terminal.wait_to_see("this answer is not kept yet: cannot write");
    terminal.answer(SAVE, "");
    terminal.wait_to_see("nothing is lost: try again, or write it to a file of your choice");
    assert_eq!(read(shelf.join("old.json")), old);
    let rescue = folder.path().join("rescue.json");
    terminal.answer(SAVE, "Write it to a file");
    terminal.answer("Which file?", rescue.to_str().unwrap());
    terminal.wait_to_see("written to");
    terminal.wait_for(SAVE);
    // And then there is room again.
    fs::remove_file(shelf.join("filler")).unwrap();
    terminal.answer(SAVE, "Save it");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert_eq!(read(shelf.join("old.json")), read(rescue));
    assert_eq!(names(&shelf.join("drafts")), [] as [&str; 0]);
}

#[test]
fn a_shelf_that_cannot_be_written_to_is_said_before_the_first_question() {
    let folder = folder(&[]);
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).unwrap();
    let Some(_disk) = Disk::mount(&shelf, "size=1m") else {
        return;
    };
    let text = by_hand().to_string();
    fs::write(shelf.join("six.json"), &text).unwrap();
    let mut remount = std::process::Command::new("mount");
    remount.args(["-o", "remount,ro"]).arg(&shelf);
    assert!(remount.status().unwrap().success());
    for command in [&["profile", "new"][..], &["profile", "edit", "Six spades"]] {
        let Some(terminal) = Terminal::start(&shelf, command, &USUAL) else {
            return;
        };
        let (code, screen) = terminal.end();
        assert_eq!(code, 1);
        let said = format!("fairdeal: cannot write {}: ", shelf.display());
        let screen = screen.replace('\n', "");
        assert!(screen.starts_with(&said), "{screen}");
    }
    for command in [
        &["profile", "delete", "Six spades", "--yes"][..],
        &["profile", "copy", "Six spades", "Seven"],
        &["profile", "rename", "Six spades", "Seven"],
    ] {
        let said = refused(&shelf, command);
        assert!(said.starts_with("fairdeal: cannot write "), "{said}");
    }
    // What can be read can be looked at, exported and dealt.
    for command in [&["profile", "list"][..], &["profile", "show", "six spades"]] {
        for _ in 0..2 {
            let looked = printed(&shelf, command);
            assert!(looked.contains("in 88.7"), "{looked}");
        }
    }
    let exported = printed(&shelf, &["profile", "export", "six spades"]);
    assert!(exported.contains("\"W\": {"), "{exported}");
    let boards = [
        "deal",
        "six spades",
        "-n",
        "2",
        "--quiet",
        "--format",
        "oneline",
    ];
    assert_eq!(printed(&shelf, &boards).lines().count(), 2);
}

//! The wizard at a terminal, from the first question to the first board: small and large profiles, wrong answers, steps
//! back, sudden ends, two at once, and disks that are full.

use std::fs;
use std::path::Path;

use fairdeal::wizard::{Step, Wizard};
use serde_json::{Value, json};

use crate::terminal::{Look, Terminal, USUAL};
use crate::{fairdeal, folder, names};

/// The questions of a small profile, and what is typed.
const SMALL: [(&str, &str); 11] = [
    ("What is the profile called?", "Six spades"),
    ("Who deals?", ""),
    ("Who is it for?", ""),
    ("What does North hold?", "6 spades, 10-12"),
    ("What does East hold?", ""),
    ("What does South hold?", ""),
    ("What does West hold?", ""),
    ("Anything of two partners together?", ""),
    ("Turn half of the boards round?", "no"),
    ("What does it teach?", "Opening with six."),
    ("Author, category, order in lists?", ""),
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
        rows: 24,
        variables: &[("NO_COLOR", "1")],
    };
    let wide = Look {
        columns: 200,
        rows: 70,
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
        terminal.wait_to_have_seen("= 1 deal in 88.7, counted exactly");
        terminal.answer(SAVE, "Save it");
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
        let answer = match question.step {
            // Everything is asked one by one, though a line could say it.
            Step::Hand(_) if like.question_of(question.step).usual != "anything" => {
                "details".to_owned()
            }
            step => like.question_of(step).usual,
        };
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
    terminal.answer(SAVE, "Save it");
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
    for (question, answer) in &SMALL[..3] {
        terminal.answer(question, answer);
    }
    terminal.answer("What does North hold?", "details");
    terminal.answer("How many hand types can North have?", "");
    terminal.answer("North: a short name?", "");
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
    // The meaning of a whole hand stands below it before it is taken.
    terminal.instead(
        "Author, category, order in lists?",
        "Go to another question",
    );
    terminal.answer("Which one?", "What does North hold?");
    terminal.wait_for("What does North hold?");
    terminal.press("6s 8h");
    terminal.wait_to_see("  6 spades, 8 hearts");
    terminal.press("\r");
    terminal.wait_to_see("! nothing can be dealt any more:");
    terminal.wait_to_see("North 6 spades and North 8 hearts need 14 cards; a hand has 13.");
    terminal.instead("What does East hold?", "Back to the question before");
    terminal.answer("What does North hold?", "6 spades, 10-12");
    terminal.instead("What does East hold?", "Deal a board of it");
    terminal.wait_to_see("Board 1 ");
    terminal.instead("What does East hold?", "Show the profile so far");
    terminal.wait_to_see("East, South and West: any hand");
    for (question, answer) in &SMALL[4..9] {
        terminal.answer(question, answer);
    }
    terminal.answer(SMALL[10].0, "");
    terminal.answer(SAVE, "Save it");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let saved: Value = serde_json::from_str(&read(folder.path().join(FILE))).unwrap();
    assert_eq!(saved, by_hand());
}

/// The last screen has no word that the edge of the terminal cut in two: every line ends before it.
fn breaks_no_word(screen: &str, columns: usize) {
    for line in screen.lines() {
        assert!(line.chars().count() < columns, "{line:?} in\n{screen}");
    }
}

/// A teacher's profile, with as few answers as it takes.
#[test]
fn one_notrump_facing_a_weak_hand_with_a_major_in_fifteen_answers() {
    let folder = folder(&[]);
    let shelf = folder.path();
    let small = Look {
        columns: 80,
        rows: 24,
        variables: &[],
    };
    let Some(mut terminal) = Terminal::start(shelf, &["profile", "new"], &small) else {
        return;
    };
    let answers = [
        ("What is the profile called?", "Transfers"),
        ("Who deals?", ""),
        ("Who is it for?", ""),
        ("What does North hold?", "balanced 15-17"),
        ("What does East hold?", ""),
        ("What does South hold?", "5 card major, 0-7"),
        ("What does West hold?", ""),
        ("Anything of two partners together?", ""),
        ("Turn half of the boards round?", ""),
        ("What does it teach?", "Transfers after 1NT."),
        (
            "Author, category, order in lists?",
            "author Ann Lee; category Notrump; order 3",
        ),
        (SAVE, "Save it"),
    ];
    assert!(answers.len() <= 15);
    for (question, answer) in answers {
        terminal.answer(question, answer);
        breaks_no_word(&terminal.screen(), 80);
    }
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let file = shelf.join("transfers-v1.0.json");
    let saved: Value = serde_json::from_str(&read(&file)).unwrap();
    for (place, value) in [
        ("/dealer", json!("N")),
        ("/description", json!("Transfers after 1NT.")),
        ("/author", json!("Ann Lee")),
        ("/category", json!("Notrump")),
        ("/sort_order", json!(3)),
        ("/hand_dealing_order", json!(["S", "N", "E", "W"])),
        (
            "/seat_profiles/N/subprofiles/0/allowed_shapes",
            json!(["any 4333", "any 4432", "any 5332"]),
        ),
        (
            "/seat_profiles/N/subprofiles/0/standard/total_min_hcp",
            json!(15),
        ),
        (
            "/seat_profiles/N/subprofiles/0/standard/total_max_hcp",
            json!(17),
        ),
        (
            "/seat_profiles/S/subprofiles/0/random_suit_constraint/allowed_suits",
            json!(["S", "H"]),
        ),
        (
            "/seat_profiles/S/subprofiles/0/random_suit_constraint/suit_ranges/0",
            json!({"min_cards": 5, "max_cards": 5, "min_hcp": 0, "max_hcp": 37}),
        ),
        (
            "/seat_profiles/S/subprofiles/0/standard/total_max_hcp",
            json!(7),
        ),
    ] {
        assert_eq!(saved.pointer(place), Some(&value), "{place}");
    }
    assert_eq!(saved["seat_profiles"].as_object().unwrap().len(), 2);
    let deal = [
        "deal",
        "transfers",
        "-n",
        "200",
        "--seed",
        "1",
        "--quiet",
        "--format",
        "oneline",
    ];
    // Every board is what was said, turned round or not: both majors come.
    let mut majors = [0; 2];
    let dealt = printed(shelf, &deal);
    for board in dealt.lines() {
        let words: Vec<&str> = board.split_whitespace().collect();
        let hand = |at: usize| -> Vec<&str> { words[at].split('.').collect() };
        let points = |hand: &[&str]| -> usize {
            let worth = |letter: char| "JQKA".find(letter).map_or(0, |at| at + 1);
            hand.iter().flat_map(|suit| suit.chars()).map(worth).sum()
        };
        let is_strong = |hand: &[&str]| {
            let mut lengths: Vec<usize> = hand.iter().map(|suit| suit.len()).collect();
            lengths.sort_unstable();
            let flat = [[3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]]
                .iter()
                .any(|one| one[..] == lengths);
            flat && (15..=17).contains(&points(hand))
        };
        let (north, south) = (hand(1), hand(5));
        let (strong, weak) = if is_strong(&north) {
            (north, south)
        } else {
            (south, north)
        };
        assert!(is_strong(&strong) && points(&weak) <= 7, "{board}");
        assert!(weak[0].len() == 5 || weak[1].len() == 5, "{board}");
        majors[usize::from(weak[0].len() != 5)] += 1;
    }
    assert_eq!(majors[0] + majors[1], 200);
    assert!(majors.iter().all(|&number| number > 60), "{majors:?}");
}

/// Somebody who only presses Enter and Esc never saves anything, wherever they are.
#[test]
fn enter_and_escape_never_save() {
    let folder = folder(&[]);
    let shelf = folder.path();
    let Some(mut terminal) = Terminal::start(shelf, &["profile", "new"], &USUAL) else {
        return;
    };
    for (question, answer) in SMALL {
        terminal.answer(question, answer);
    }
    for keys in ["\r", "\r", "\u{1b}", "\r", "\u{1b}", "\u{1b}"] {
        terminal.wait_for(SAVE);
        terminal.press(keys);
        std::thread::sleep(std::time::Duration::from_millis(150));
    }
    // In the midst of it too: Esc opens a menu, and Enter shows the profile.
    terminal.answer(SAVE, "Go to another question");
    terminal.answer("Which one?", "What does East hold?");
    terminal.wait_for("What does East hold?");
    for _ in 0..3 {
        terminal.press("\u{1b}");
        terminal.wait_for("What would you like to do?");
        terminal.press("\r");
        terminal.wait_for("What does East hold?");
    }
    assert!(!shelf.join(FILE).exists());
    terminal.press("\u{3}");
    assert_eq!(terminal.end().0, 130);
    assert_eq!(names_but_counts(shelf), [".locks", "drafts"]);
}

#[test]
fn a_name_that_is_taken_is_said_when_it_is_typed() {
    let folder = folder(&[(FILE, &by_hand().to_string())]);
    let shelf = folder.path();
    let Some(mut terminal) = Terminal::start(shelf, &["profile", "new"], &USUAL) else {
        return;
    };
    terminal.answer("What is the profile called?", "six spades");
    terminal.wait_to_see("\"Six spades@1.0\" is there already");
    let question = "\"Six spades@1.0\" is there already. A new version?";
    terminal.answer(question, "?");
    terminal.wait_to_see("stands beside it");
    terminal.answer(question, "a new version of it, 1.1");
    for (question, answer) in &SMALL[1..] {
        terminal.answer(question, answer);
    }
    terminal.answer(SAVE, "Save it");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    assert!(shelf.join("six-spades-v1.1.json").exists());
    assert_eq!(read(shelf.join(FILE)), by_hand().to_string());
}

/// What the program prints for its user to type next, run by a shell.
fn run_as_printed(screen: &str, folder: &Path) -> std::process::Output {
    let at = screen.rfind("fairdeal ").unwrap();
    let at = screen[..at].rfind('\n').map_or(0, |at| at + 1);
    let program = crate::binary();
    let place = Path::new(&program).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &screen[at..]]).current_dir(folder);
    shell.env("PATH", format!("{}:{path}", place.display()));
    shell.env("FAIRDEAL_STORE", folder.join("elsewhere"));
    shell.output().unwrap()
}

#[test]
fn what_is_printed_to_go_on_with_works_as_printed() {
    let folder = folder(&[]);
    for (name, shelf) in [
        ("It's $HOME; \"really\"", "a shelf"),
        (
            "-n",
            "a shelf with a name that is too long for one line of a terminal of eighty columns",
        ),
    ] {
        let shelf = folder.path().join(shelf);
        let path = shelf.to_str().unwrap();
        let narrow = Look {
            columns: 80,
            rows: 40,
            variables: &[("FAIRDEAL_STORE", "")],
        };
        let start = |command: &[&str]| {
            Terminal::start(
                &folder.path().join("elsewhere"),
                &[command, &["--store", path]].concat(),
                &narrow,
            )
        };
        let Some(mut terminal) = start(&["profile", "new"]) else {
            return;
        };
        terminal.answer(SMALL[0].0, name);
        terminal.wait_for(SMALL[1].0);
        terminal.press("\u{3}");
        let (_, screen) = terminal.end();
        // Without a terminal it goes as far as to say that it needs one.
        let resumed = run_as_printed(&screen, folder.path());
        let said = String::from_utf8(resumed.stderr).unwrap();
        assert!(said.contains("needs a terminal"), "{screen}\n{said}");
        let Some(mut terminal) = start(&["profile", "resume"]) else {
            return;
        };
        for (question, answer) in &SMALL[1..] {
            terminal.answer(question, answer);
        }
        terminal.answer(SAVE, "Save it");
        let (code, screen) = terminal.end();
        assert_eq!(code, 0, "{screen}");
        let dealt = run_as_printed(&screen, folder.path());
        assert!(dealt.status.success(), "{screen}\n{dealt:?}");
        let boards = folder.path().join("boards.pbn");
        assert_eq!(read(&boards).matches("[Deal ").count(), 16);
        fs::remove_file(boards).unwrap();
    }
}

#[test]
fn a_question_mark_explains_and_asks_again() {
    let folder = folder(&[]);
    let narrow = Look {
        columns: 80,
        rows: 24,
        variables: &[],
    };
    let Some(mut terminal) = Terminal::start(folder.path(), &["profile", "new"], &narrow) else {
        return;
    };
    for (question, answer, explained) in [
        (
            SMALL[0].0,
            "Asked",
            "By this name you find the profile again",
        ),
        (SMALL[1].0, "", "The seat that deals, and so calls first."),
        (SMALL[2].0, "", "It is a label to find profiles by"),
        (SMALL[3].0, "", "Say in one line what North holds."),
    ] {
        terminal.answer(question, "?");
        terminal.wait_to_see(explained);
        breaks_no_word(&terminal.screen(), 80);
        terminal.answer(question, answer);
    }
    terminal.wait_for("What does East hold?");
}

#[test]
fn a_line_is_changed_as_in_a_shell() {
    let folder = folder(&[]);
    let Some(mut terminal) = Terminal::start(folder.path(), &["profile", "new"], &USUAL) else {
        return;
    };
    let title = "? What is the profile called? ";
    terminal.wait_for("What is the profile called?");
    for (keys, line) in [
        ("one two three", "one two three"),
        ("\u{17}", "one two"),
        ("\u{17}\u{17}", ""),
        ("four", "four"),
        ("\u{1b}[D\u{1b}[D!", "fo!ur"),
        ("\u{15}", "ur"),
        ("\u{1b}[C\u{1b}[C?", "ur?"),
        ("\u{1}Yo", "Your?"),
        ("\u{1b}[H\u{1b}[3~y", "your?"),
    ] {
        terminal.press(keys);
        let shown = format!("{title}{line}");
        terminal.wait_until_asked(shown.trim_end());
    }
    terminal.press("\u{5}\u{7f}s\r");
    terminal.wait_for("Who deals?");
    let draft = read(folder.path().join("drafts/new-1.json"));
    assert!(draft.contains("\"profile_name\": \"yours\""), "{draft}");
}

/// Odds come when they are counted, without a key; the questions do not wait for them.
#[test]
fn odds_appear_while_a_question_waits() {
    let folder = folder(&[]);
    let Some(mut terminal) = Terminal::start(folder.path(), &["profile", "new"], &USUAL) else {
        return;
    };
    for (question, answer) in &SMALL[..4] {
        terminal.answer(question, answer);
    }
    terminal.wait_for("What does East hold?");
    terminal.wait_to_see("= 1 deal in 88.7, counted exactly\n? What does East hold?");
}

/// A board and what is asked below it fit on a screen of 24 lines.
#[test]
fn a_board_stays_on_the_screen() {
    let folder = folder(&[]);
    let small = Look {
        columns: 80,
        rows: 24,
        variables: &[],
    };
    let Some(mut terminal) = Terminal::start(folder.path(), &["profile", "new"], &small) else {
        return;
    };
    for (question, answer) in SMALL {
        terminal.answer(question, answer);
    }
    terminal.answer(SAVE, "Deal a board of it");
    terminal.wait_to_see("Vulnerable");
    terminal.wait_for(SAVE);
    terminal.wait_to_see("[arrows and Enter choose");
    let screen = terminal.screen();
    assert!(screen.contains("Board 1 "), "{screen}");
    breaks_no_word(&screen, 80);
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
    terminal.answer(SAVE, "Save it");
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

    terminal.answer(SAVE, "Save it");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    let mut expected: Value = serde_json::from_str(text).unwrap();
    expected["seat_profiles"]["N"]["subprofiles"][0]["standard"]["spades"]["min_cards"] = 6.into();
    assert_eq!(read(shelf.join("old.json")), format!("{expected:#}\n"));
    printed(shelf, &["profile", "rename", "Old", "New"]);
    assert_eq!(names_but_counts(shelf), [".locks", "drafts", "new.json"]);
}

/// What is on a shelf, but for what was counted meanwhile: whether that was kept in time is nobody's business.
fn names_but_counts(shelf: &Path) -> Vec<String> {
    let mut names = names(shelf);
    names.retain(|name| name != ".counts");
    names
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
    terminal.answer(SAVE, "Save it");
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

//! What a person sees who sits at a terminal of 80 columns.

use crate::folder;
use crate::terminal::{Look, Terminal, USUAL};

const NARROW: Look = Look {
    columns: 80,
    rows: 60,
    ..USUAL
};

/// What stands on the screen at the end.
fn seen(arguments: &[&str]) -> Option<String> {
    let shelf = folder(&[]);
    let terminal = Terminal::start(shelf.path(), arguments, &NARROW)?;
    Some(terminal.end().1)
}

/// A script may write lines for programs: a person sees who holds what.
#[test]
fn whole_deals_are_diagrams() {
    let Some(screen) = seen(&["deal", "one-notrump", "-n", "1", "--seed", "7", "-q"]) else {
        return;
    };
    let lines: Vec<&str> = screen.lines().collect();
    assert_eq!(lines[0], "Board 1            ♠ J4");
    assert_eq!(lines[4], "♠ T8532                               ♠ AQ6");
    let told = [
        "deal",
        "one-notrump",
        "-n",
        "1",
        "--seed",
        "7",
        "-q",
        "--format",
        "oneline",
    ];
    assert!(seen(&told).unwrap().starts_with("n J4.AK872"));
    // What an author prints is shown as it was written.
    let own = "hcp(north) > 3 action printes(\"hello\", \\n)";
    assert_eq!(
        seen(&["deal", "-e", own, "-n", "2", "-q"])
            .unwrap()
            .trim_end(),
        "hello\nhello"
    );
}

#[test]
fn messages_are_broken_between_words() {
    let Some(screen) = seen(&["help", "nonsense"]) else {
        return;
    };
    assert!(screen.lines().count() > 2, "{screen}");
    for page in ["first-evening,", "provable,", "how-it-works,", "commands,"] {
        assert!(
            screen.split_whitespace().any(|word| word == page),
            "{page}: {screen}"
        );
    }
}

/// How far it is, and how long it still takes, is on one line.
#[test]
fn progress_fits_the_line() {
    let shelf = folder(&[]);
    let boards = shelf.path().join("boards.pbn");
    let boards = boards.to_str().unwrap();
    let solving = ["deal", "-n", "4000", "--solve", "--no-cache", "-o", boards];
    let Some(mut terminal) = Terminal::start(shelf.path(), &solving, &NARROW) else {
        return;
    };
    terminal.wait_to_see(" left");
    let screen = terminal.screen();
    terminal.kill();
    let line = screen.lines().find(|line| line.contains(" of 4000 "));
    let line = line.unwrap_or_else(|| panic!("{screen}"));
    assert!(
        line.contains(" boards, ") && line.contains(" left"),
        "{line}"
    );
}

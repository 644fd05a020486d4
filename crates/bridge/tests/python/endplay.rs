//! endplay, a Python library for bridge, reads our files, and we read its.

use std::path::Path;

use bridge::formats::{Format, Style};
use bridge::{Board, Tricks};

use super::{Numbers, run};

fn line(board: &Board) -> String {
    let [n, e, s, w] = board.deal.0;
    let (number, dealer) = (board.number, board.dealer.letter());
    format!("{number} {dealer} {} {n} {e} {s} {w}\n", board.vulnerable)
}

fn lines(boards: &[Board]) -> String {
    boards.iter().map(line).collect()
}

#[test]
fn endplay_and_we_read_each_others_files() {
    let Some(python) = needs::python_with("endplay") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut numbers = Numbers(1);
    let mut ours: Vec<Board> = (1..=100)
        .map(|number| Board::new(number, numbers.deal()))
        .collect();
    // What we know of a board beyond its cards must not be in anyone's way.
    ours[0].tricks = Some(Tricks::from_fn(|seat, _| 6 + seat as u8));
    ours[0].par = Some(-420);
    ours[0].hand_type = bridge::HandType::new("North (\"weak\"); South 2: hearts");
    // Neither must what their files say of them: auctions, play, prose, tags that nobody knows.
    let others = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats/others");
    for name in ["composer.pbn", "player.pbn"] {
        let bytes = std::fs::read(others.join(name)).unwrap();
        ours.extend(Format::Pbn.read(&bytes).whole().unwrap());
    }
    // It knows a new board by the names of its players.
    let style = Style {
        players: true,
        ..Style::default()
    };
    for (format, name) in [(Format::Pbn, "ours.pbn"), (Format::Lin, "ours.lin")] {
        let mut bytes = Vec::new();
        format.write(&ours, &style, &mut bytes).unwrap();
        std::fs::write(path(name), bytes).unwrap();
    }
    run(python, "endplay_files.py", folder.path());
    for name in ["ours.pbn.txt", "ours.lin.txt"] {
        assert_eq!(
            std::fs::read_to_string(path(name)).unwrap(),
            lines(&ours),
            "{name}"
        );
    }
    // The names and calls of the last board, as it reads them from either file.
    for name in ["ours.pbn.table.txt", "ours.lin.table.txt"] {
        let table = std::fs::read_to_string(path(name)).unwrap();
        let wanted = "Jürgen Zoë Björn René: 1D Pass 1H 2C X Pass 2H Pass Pass Pass\n";
        assert_eq!(table, wanted, "{name}");
    }
    let theirs = std::fs::read_to_string(path("theirs.txt")).unwrap();
    assert_eq!(theirs.lines().count(), 100);
    for (format, name) in [(Format::Pbn, "theirs.pbn"), (Format::Lin, "theirs.lin")] {
        let boards = format
            .read(&std::fs::read(path(name)).unwrap())
            .whole()
            .unwrap();
        assert_eq!(lines(&boards), theirs, "{name}");
    }
}

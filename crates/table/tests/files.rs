//! Files of tables: there and back, with all that boards have, and files that are broken.

use bridge::{Board, Deal, Format, Hand, HandType, Seat, Tricks};
use needs::rounds;
use table::{Column, ColumnKind, Layout, TableFormat, read, write};

const LINES: &str = "\
n QJ6.K652.J85.T98 e 873.J97.AT764.Q4 s K5.T83.KQ9.A7652 w AT942.AQ4.32.KJ3
n AK96.KQ8.A98.K63 e QJT5432.T.6.QJ82 s .J97543.K7532.94 w 87.A62.QJT4.AT75
n - e - s AKQJT98765432... w -
";

fn boards() -> Vec<Board> {
    let mut boards = Format::Oneline.read(LINES.as_bytes()).whole().unwrap();
    boards[0].hand_type = HandType::new("weak, or not");
    boards[0].tricks = Some(Tricks::from_fn(|seat, strain| {
        (seat as u8 + strain.index() as u8) % 14
    }));
    boards[0].par = Some(-1430);
    boards[0].set_values([("points".to_owned(), "12".to_owned())]);
    boards[1].set_values([
        ("points".to_owned(), "-3".to_owned()),
        ("contract".to_owned(), "3NT".to_owned()),
    ]);
    boards[1].number = 77;
    boards[1].dealer = Seat::West;
    boards
}

fn file(format: TableFormat, boards: &[Board]) -> Vec<u8> {
    let mut file = Vec::new();
    write(format, &Layout::of_boards(boards), boards, &mut file).unwrap();
    file
}

#[test]
fn boards_come_back_with_all_that_they_have() {
    for format in TableFormat::ALL {
        let reading = read(format, &file(format, &boards()));
        assert_eq!(reading.problems, []);
        assert_eq!(reading.boards, boards(), "{format:?}");
    }
}

#[test]
fn columns_have_the_types_that_are_documented() {
    let layout = Layout {
        hand_types: true,
        results: true,
        columns: vec![
            Column {
                name: "points".to_owned(),
                kind: ColumnKind::Number,
            },
            Column {
                name: "strong".to_owned(),
                kind: ColumnKind::YesNo,
            },
            Column {
                name: "contract".to_owned(),
                kind: ColumnKind::Text,
            },
        ],
        about: Vec::new(),
    };
    let schema = layout.schema().unwrap();
    let fields = schema.fields().iter();
    let types: Vec<String> = fields
        .map(|field| format!("{} {}", field.name(), field.data_type()))
        .collect();
    let mut expected = vec![
        "board Int64",
        "dealer Utf8",
        "vulnerable Utf8",
        "north Utf8",
        "east Utf8",
        "south Utf8",
        "west Utf8",
        "north_cards Int64",
        "east_cards Int64",
        "south_cards Int64",
        "west_cards Int64",
        "hand_type Utf8",
        "points Int64",
        "strong Boolean",
        "contract Utf8",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect::<Vec<_>>();
    for seat in ["north", "east", "south", "west"] {
        for strain in ["clubs", "diamonds", "hearts", "spades", "notrump"] {
            expected.push(format!("tricks_{seat}_{strain} Int8"));
        }
    }
    expected.push("par Int16".to_owned());
    assert_eq!(types, expected);
    let twice = Layout {
        columns: vec![Column {
            name: "South".to_owned(),
            kind: ColumnKind::Number,
        }],
        ..Layout::default()
    };
    assert_eq!(
        twice.schema().unwrap_err().to_string(),
        "two columns are called South"
    );
}

/// Bit 16 times the suit, from clubs, and the rank, from the two: as the documentation says.
#[test]
fn a_hand_as_bits_is_as_documented() {
    let hand: Hand = "A..3.2".parse().unwrap();
    assert_eq!(hand.bits(), 1 << (3 * 16 + 12) | 1 << (16 + 1) | 1);
}

#[test]
fn what_is_wrong_is_said_by_row() {
    let mut wrong = boards();
    wrong[1].deal = Deal([Hand::EMPTY; 4]);
    let reading = read(TableFormat::Arrow, &file(TableFormat::Arrow, &wrong));
    assert_eq!(reading.boards.len(), 2);
    assert_eq!(
        reading.problems[0].to_string(),
        "line 2: board 77: no hand is given"
    );
}

/// Whatever bytes are changed, a file is read or refused: in bounded memory, and without a panic that anyone sees.
#[test]
fn broken_files_are_refused() {
    // What others wrote says on standard error where it panicked; here that is expected.
    std::panic::set_hook(Box::new(|_| {}));
    let mut seed = 1u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize
    };
    for format in TableFormat::ALL {
        let whole = file(format, &boards());
        for length in 0..whole.len() {
            assert_eq!(
                read(format, &whole[..length]).boards,
                [],
                "{format:?} {length}"
            );
        }
        for _ in 0..rounds(1_000, 100_000) {
            let mut broken = whole.clone();
            for _ in 0..1 + next() % 4 {
                let at = next() % broken.len();
                broken[at] = next() as u8;
            }
            let reading = read(format, &broken);
            assert!(reading.boards.len() <= 3 || reading.problems.is_empty());
        }
        assert_eq!(read(format, b"").problems.len(), 1);
        assert_eq!(read(format, LINES.as_bytes()).problems.len(), 1);
    }
}

//! What is wrong with a file is said in full, by line; and what a format has no place for is not written.

use bridge::formats::{Format, Style};
use bridge::{Board, Deal, Seat};

use crate::deal;

fn problems(format: Format, text: &str) -> Vec<String> {
    let problems = format.read(text.as_bytes()).problems;
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn pbn() {
    let text = "[Board \"1\"]\n[Dealer \"Q\"]\n[Vulnerable \"Some\"]\n\
        [Deal \"N:AKQ.AKQ.AKQ.AK AKQ.432.432.5432 - -\"]\n\n\
        [Board \"2\"]\n[Deal \"N:J987.JT7643.A4.Q .KQ2.QT9\"]\n\n\
        [Board \"3\"]\n\n[Board \"4\"]\n[Deal \"N:J9\n";
    assert_eq!(
        problems(Format::Pbn, text),
        [
            "line 2: board 1: 'Q' is not a seat: N, E, S or W",
            "line 3: board 1: 'Some' is not a vulnerability: None, NS, EW or All",
            "line 4: board 1: North and East both have SA, SK, SQ",
            "line 4: board 1: North has 11 cards, not 13",
            "line 7: board 2: '.KQ2.QT9' is not a hand: write four suits with dots between, like AK4.QT92.J.98765",
            "line 9: board 3: it has no [Deal] tag",
            "line 12: '[Deal \"N:J9' is not a tag: write it like [Dealer \"N\"]",
        ]
    );
}

#[test]
fn what_is_right_is_still_read() {
    let text = "n AKQJT98765432... e .AKQJT98765432.. s ..AKQJT98765432. w -\nn AK e - s - w -\n";
    let reading = Format::Oneline.read(text.as_bytes());
    assert_eq!(reading.boards.len(), 1);
    assert_eq!(reading.problems.len(), 1);
    assert!(reading.whole().is_err());
}

#[test]
fn lin() {
    let text = "qx|o1|md|5SAK,S2,S3|sv|q|pg||\nqx|o2|pg||\nqx|o3|md|1SAQ42HA8DKJ762CJ2,SKT653H95D853CT76,SJ98";
    assert_eq!(
        problems(Format::Lin, text),
        [
            "line 1: board 1: '5' is not a dealer: 1 to 4",
            "line 1: board 1: 'q' is not a vulnerability: None, NS, EW or All",
            "line 1: board 1: North has 1 cards, not 13",
            "line 1: board 1: South has 2 cards, not 13",
            "line 1: board 1: West has 1 cards, not 13",
            "line 2: board 2: it has no cards: md|…|",
            "line 3: board 3: North has 3 cards, not 13",
        ]
    );
}

#[test]
fn machines() {
    assert_eq!(
        problems(Format::Bri, "0102"),
        ["line 1: board 1: the file ends within it: 4 of 78 digits"]
    );
    assert_eq!(
        problems(Format::Bri, &"53".repeat(39)),
        ["line 1: board 1: '53' is not a card: 01 to 52"]
    );
    assert_eq!(
        problems(
            Format::Dlm,
            "[Document]\nBoard 01=jlifaelnecgmoldfjmcflinlap024\n"
        ),
        ["line 2: board 1: its check is '024', and 023 would be right"]
    );
    assert_eq!(
        problems(Format::Dup, "YN 1"),
        ["line 1: board 1: the file ends within it: 4 of 156 bytes"]
    );
}

#[test]
fn tables_and_objects() {
    assert_eq!(
        problems(Format::Csv, "a,b\n1,2\n"),
        ["line 1: the first line must name the columns: board, dealer, vulnerable, north_spades …"]
    );
    assert_eq!(
        problems(Format::Json, "{\"hands\":{\"N\":5}}\n{\"hands\":"),
        [
            "line 1: board 1: North's hand is not a text",
            "line 2: EOF while parsing a value, at column 9",
        ]
    );
    for format in Format::ALL {
        assert_eq!(format.read(b"").problems.len(), 1, "{}", format.name());
    }
}

#[test]
fn what_has_no_place_is_not_written() {
    let whole = deal([
        "J987.JT7643.A4.Q",
        ".KQ2.QT9.AK98543",
        "AQ42.A8.KJ762.J2",
        "KT653.95.853.T76",
    ]);
    let refused = |format: Format, boards: &[Board]| {
        let result = format.write(boards, &Style::default(), &mut Vec::new());
        result.unwrap_err().to_string()
    };
    let mut partial = Board::new(4, whole);
    partial.deal[Seat::East] = Default::default();
    partial.deal[Seat::West] = Default::default();
    for format in [Format::Bri, Format::Dup, Format::Dlm] {
        let why = refused(format, std::slice::from_ref(&partial));
        let wanted = "board 4 cannot be written: the cards of East and West are not given";
        assert!(why.starts_with(wanted), "{why}");
    }
    let numbered = |numbers: &[u64]| -> Vec<Board> {
        let boards = numbers.iter();
        boards.map(|&number| Board::new(number, whole)).collect()
    };
    let hundred: Vec<u64> = (1..=100).collect();
    for (format, numbers, why) in [
        (
            Format::Dlm,
            &hundred[..],
            "100 boards cannot be written: dlm has at most 99",
        ),
        (
            Format::Dlm,
            &[100],
            "board 100 cannot be written: numbers in dlm go from 1 to 99",
        ),
        (
            Format::Dlm,
            &[5, 5],
            "board 5 cannot be written: its number stands twice",
        ),
        (
            Format::Dup,
            &[1000],
            "board 1000 cannot be written: numbers in dup go up to 999",
        ),
        (
            Format::Dup,
            &[3, 5],
            "board 5 cannot be written: dup numbers boards in a row, and 4 would be next",
        ),
    ] {
        assert_eq!(refused(format, &numbered(numbers)), why);
    }
    assert_eq!(Deal::default().missing().count(), 4);
}

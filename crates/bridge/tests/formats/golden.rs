//! Every format, to the byte. `UPDATE=1` in front writes the golden files anew: read them.

use bridge::formats::{Format, Style};
use bridge::score::Strain;
use bridge::{Board, Deal, Hand, HandType, Seat, Side, Tricks, Vulnerability};

use crate::{data, deal};

/// The deal with which the makers of duplicating machines explain their files; a board with everything; and one with
/// two hands only.
fn boards() -> Vec<Board> {
    let first = Board::new(
        1,
        deal([
            "J987.JT7643.A4.Q",
            ".KQ2.QT9.AK98543",
            "AQ42.A8.KJ762.J2",
            "KT653.95.853.T76",
        ]),
    );
    let mut second = Board::new(
        2,
        deal([
            "T53.AJ7.AT.AQ762",
            "AKQJ9876.K.K.KJT",
            ".QT98654.QJ987.3",
            "42.32.65432.9854",
        ]),
    );
    second.hand_type = HandType::new("East (<8>, \"long\"); West 2: hearts");
    second.dealer = Seat::West;
    second.vulnerable = Vulnerability::All;
    let north_south = |seat| Side::NorthSouth.seats().contains(&seat);
    second.tricks = Some(Tricks::from_fn(|seat, strain| {
        match (north_south(seat), strain) {
            (true, Strain::Notrump) => 0,
            (true, _) => 5,
            (false, Strain::Notrump) => 13,
            (false, _) => 8,
        }
    }));
    second.par = Some(-650);
    second.values = vec![
        ("points".into(), "15".into()),
        ("remark, if any".into(), "a \"quote\"".into()),
    ];
    let mut third = first.clone();
    third.renumber(3);
    third.deal[Seat::East] = Hand::EMPTY;
    third.deal[Seat::West] = Hand::EMPTY;
    vec![first, second, third]
}

#[test]
fn every_format_is_written_as_its_golden_file() {
    // A PDF is compressed, and nobody could read it here: tests/library/paper.rs looks into it.
    for format in Format::ALL
        .into_iter()
        .filter(|format| *format != Format::Pdf)
    {
        let name = format.name();
        let mut boards = boards();
        if !format.keeps().partial {
            boards.truncate(2);
        }
        let style = Style {
            title: Some("Lesson <1>".into()),
            answers: true,
            origin: Some("fairdeal, seed 7".into()),
            introduction: Some("Count \"winners\".\n\nThen <losers>.".into()),
            ..Style::default()
        };
        let mut bytes = Vec::new();
        format.write(&boards, &style, &mut bytes).unwrap();
        let path = data("golden").join(format!("boards.{name}"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        let golden = std::fs::read(path).unwrap();
        let same = bytes == golden;
        assert!(same, "{name}:\n{}", String::from_utf8_lossy(&bytes));
        if format.is_read() {
            let read = format.read(&golden).whole().unwrap();
            let deals: Vec<Deal> = read.iter().map(|board| board.deal).collect();
            let wanted: Vec<Deal> = boards.iter().map(|board| board.deal).collect();
            assert_eq!(deals, wanted, "{name}");
            let known = format.keeps().hand_type;
            let hand_type = boards[1].hand_type.clone().filter(|_| known);
            assert_eq!(read[1].hand_type, hand_type, "{name}");
        }
    }
}

/// Tools that these files go to take a line that begins with names for a board of its own; others want the names.
#[test]
fn a_line_of_lin_begins_with_names_only_if_they_are_asked_for() {
    let lin = |players: bool| {
        let style = Style {
            players,
            ..Style::default()
        };
        let mut bytes = Vec::new();
        Format::Lin.write(&boards(), &style, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let plain = lin(false);
    assert_eq!(plain.lines().count(), boards().len());
    assert!(plain.lines().all(|line| line.starts_with("qx|o")));
    let named = plain.lines().map(|line| format!("pn|,,,|{line}\n"));
    assert_eq!(lin(true), named.collect::<String>());
}

#[test]
fn a_table_without_hand_types_has_no_column_for_them() {
    let head = |boards: &[Board]| {
        let csv = crate::written(Format::Csv, boards);
        let text = String::from_utf8(csv).unwrap();
        text.lines().next().unwrap().to_owned()
    };
    let mut boards = boards();
    assert!(head(&boards).ends_with("west_clubs,hand_type,points,\"remark, if any\""));
    boards[1].hand_type = None;
    assert!(head(&boards).ends_with("west_clubs,points,\"remark, if any\""));
    // A value of that name must not be taken for one.
    boards[1].values.push(("Hand Type".into(), "7".into()));
    let csv = crate::written(Format::Csv, &boards);
    assert_eq!(crate::read(Format::Csv, &csv)[1].values, boards[1].values);
    assert_eq!(crate::read(Format::Csv, &csv)[1].hand_type, None);
}

#[test]
fn what_a_format_has_no_place_for_is_said() {
    let losses = Format::Lin.losses(&boards());
    assert_eq!(losses[0], "lin has no place for the hand types of 1 board");
    let losses = Format::Pbn.losses(&boards());
    assert_eq!(
        losses,
        ["pbn has no place for the further values of 1 board"]
    );
}

#[test]
fn a_page_has_no_scripts_and_fetches_nothing() {
    let mut bytes = Vec::new();
    let style = Style {
        title: Some("<script src=\"http://example.org\">".into()),
        introduction: Some("<img src=\"http://example.org\">".into()),
        ..Style::default()
    };
    let mut boards = boards();
    boards[0].hand_type = HandType::new("<script src=\"http://example.org\">");
    Format::Html.write(&boards, &style, &mut bytes).unwrap();
    let page = String::from_utf8(bytes).unwrap();
    for forbidden in ["<script", "<link", "<img", "src=\"", "url(", "@import"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

//! Every format, to the byte.

use bridge::formats::{Format, Style};
use bridge::score::Strain;
use bridge::{Board, Deal, Hand, Seat, Side, Tricks, Vulnerability};

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
    for format in Format::ALL {
        let name = format.name();
        let mut boards = boards();
        if !format.keeps().partial {
            boards.truncate(2);
        }
        let style = Style {
            title: Some("Lesson <1>".into()),
            answers: true,
            origin: Some("fairdeal, seed 7".into()),
            values: Vec::new(),
        };
        let mut bytes = Vec::new();
        format.write(&boards, &style, &mut bytes).unwrap();
        let golden = std::fs::read(data("golden").join(format!("boards.{name}"))).unwrap();
        let same = bytes == golden;
        assert!(same, "{name}:\n{}", String::from_utf8_lossy(&bytes));
        if format.is_read() {
            let read = format.read(&golden).whole().unwrap();
            let deals: Vec<Deal> = read.iter().map(|board| board.deal).collect();
            let wanted: Vec<Deal> = boards.iter().map(|board| board.deal).collect();
            assert_eq!(deals, wanted, "{name}");
        }
    }
}

#[test]
fn a_page_has_no_scripts_and_fetches_nothing() {
    let mut bytes = Vec::new();
    let style = Style {
        title: Some("<script src=\"http://example.org\">".into()),
        ..Style::default()
    };
    Format::Html.write(&boards(), &style, &mut bytes).unwrap();
    let page = String::from_utf8(bytes).unwrap();
    for forbidden in ["<script", "<link", "<img", "src=\"", "url(", "@import"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

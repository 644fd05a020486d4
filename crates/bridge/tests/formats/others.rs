//! Files as other programs write them.

use bridge::formats::Format;
use bridge::{Board, Seat, Side, Vulnerability, score::Strain};

use crate::{data, deal, read, written};

fn file(name: &str) -> Vec<Board> {
    let path = data("others").join(name);
    let extension = path.extension().unwrap().to_str().unwrap();
    let format = Format::from_extension(extension).unwrap();
    read(format, &std::fs::read(&path).unwrap())
}

/// Number, dealer and vulnerability of each board.
fn facts(boards: &[Board]) -> Vec<(u64, char, String)> {
    let facts = boards.iter();
    facts
        .map(|board| {
            (
                board.number,
                board.dealer.letter(),
                board.vulnerable.to_string(),
            )
        })
        .collect()
}

fn known(facts: &[(u64, char, &str)]) -> Vec<(u64, char, String)> {
    let facts = facts.iter();
    facts.map(|(n, d, v)| (*n, *d, (*v).to_owned())).collect()
}

/// The deal with which the makers of duplicating machines explain their files.
fn makers() -> bridge::Deal {
    deal([
        "J987.JT7643.A4.Q",
        ".KQ2.QT9.AK98543",
        "AQ42.A8.KJ762.J2",
        "KT653.95.853.T76",
    ])
}

#[test]
fn a_clubs_pbn_with_most_things_left_out() {
    let boards = file("club.pbn");
    assert_eq!(
        facts(&boards),
        known(&[(5, 'N', "None"), (6, 'E', "All"), (7, 'S', "None")])
    );
    assert_eq!(boards[0].deal, makers());
    for partial in &boards[1..] {
        assert_eq!(
            partial.deal.missing().collect::<Vec<_>>(),
            Side::EastWest.seats()
        );
        assert_eq!(partial.deal[Seat::North], makers()[Seat::North]);
    }
    assert_eq!(boards[2].par, Some(-110));
    let tricks = boards[2].tricks.unwrap();
    let strains = Strain::ALL.map(|strain| tricks.of(Seat::West, strain));
    assert_eq!(strains, [3, 10, 9, 8, 7]);
}

#[test]
fn endplays_pbn_and_lin_are_the_same_boards() {
    let boards = file("endplay.pbn");
    let plain = |mut boards: Vec<Board>| {
        boards.iter_mut().for_each(|board| board.record = None);
        boards
    };
    assert_eq!(plain(boards.clone()), plain(file("endplay.lin")));
    assert_eq!(boards.len(), 4);
    assert_eq!(boards[0].deal[Seat::North].to_string(), "A963.QJT32.T.AQ9");
    assert!(boards.iter().all(Board::follows_its_number));
}

#[test]
fn the_classic_programs_output() {
    assert_eq!(
        facts(&file("classic.pbn")),
        known(&[(1, 'N', "None"), (2, 'E', "NS")])
    );
    let lines = file("classic.oneline");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2].deal[Seat::West].to_string(), "KJ4.Q874.K875.63");
}

#[test]
fn lin_of_a_table_and_of_a_match() {
    let table = file("table.lin");
    assert_eq!(facts(&table), known(&[(7, 'S', "All")]));
    assert_eq!(table[0].deal[Seat::South].to_string(), "J9832.T.J3.AK732");
    assert_eq!(table[0].deal[Seat::East].to_string(), "Q.AJ98763.Q94.T8");
    let boards = file("match.lin");
    assert_eq!(
        facts(&boards),
        known(&[(1, 'N', "None"), (1, 'N', "None"), (2, 'E', "NS")])
    );
    assert_eq!(boards[0].deal, makers());
    assert_eq!(boards[1].deal, makers());
    assert_eq!(boards[2].deal.missing().count(), 2);
}

#[test]
fn rbn_with_all_its_labels() {
    let boards = file("pavlicek.rbn");
    assert_eq!(facts(&boards), known(&[(15, 'S', "NS"), (16, 'W', "EW")]));
    assert_eq!(boards[0].deal[Seat::South].to_string(), "AKQJ.QJ872.J2.T7");
    assert_eq!(boards[1].deal[Seat::West].to_string(), "K7654.J73.Q65.T6");
    assert_eq!(boards[1].deal.missing().count(), 2);
}

#[test]
fn files_of_machines() {
    assert_eq!(file("maker.bri")[0].deal, makers());
    let boards = file("forum.dlm");
    assert_eq!(boards.len(), 2);
    assert_eq!(boards[0].deal[Seat::North].to_string(), "9653.T94.Q54.T54");
}

#[test]
fn tables_and_objects_with_less_than_we_write() {
    let rows = file("sheet.csv");
    assert_eq!(facts(&rows), known(&[(1, 'N', "None"), (2, 'E', "NS")]));
    assert_eq!(rows[0].values, [("Points".to_owned(), "12".to_owned())]);
    assert_eq!(rows[1].deal.missing().count(), 2);
    let objects = file("program.json");
    assert_eq!(facts(&objects), known(&[(1, 'S', "All"), (9, 'N', "EW")]));
    assert_eq!(objects[1].deal, makers());
    assert_eq!(objects[0].vulnerable, Vulnerability::All);
}

#[test]
fn a_thousand_boards_in_one_file() {
    let boards: Vec<Board> = (1..=1000).map(|n| Board::new(n, makers())).collect();
    for format in Format::ALL {
        if format.is_read() && !matches!(format, Format::Dlm | Format::Dup) {
            assert_eq!(
                read(format, &written(format, &boards)),
                boards,
                "{}",
                format.name()
            );
        }
    }
    assert_eq!(
        read(Format::Dup, &written(Format::Dup, &boards[..999])),
        boards[..999]
    );
    assert_eq!(
        read(Format::Dlm, &written(Format::Dlm, &boards[..99])),
        boards[..99]
    );
}

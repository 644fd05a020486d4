//! The file formats from outside: golden files, files as other programs write them, round trips between every two
//! formats, and readers that get what nobody would call a file.

mod carried;
mod golden;
mod mutations;
mod others;
mod problems;
mod round_trips;

use std::path::{Path, PathBuf};

use bridge::formats::{Format, Style};
use bridge::{Board, Deal};

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/formats")
        .join(folder)
}

fn deal(hands: [&str; 4]) -> Deal {
    Deal(hands.map(|hand| hand.parse().unwrap()))
}

fn written(format: Format, boards: &[Board]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let result = format.write(boards, &Style::default(), &mut bytes);
    result.unwrap_or_else(|error| panic!("{}: {error}", format.name()));
    bytes
}

fn read(format: Format, bytes: &[u8]) -> Vec<Board> {
    let boards = format.read(bytes).whole();
    boards.unwrap_or_else(|problems| panic!("{}: {problems:?}", format.name()))
}

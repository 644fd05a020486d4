//! `fairdeal convert`: a file of boards in another format.

use std::path::PathBuf;

use clap::Args;
use fairdeal::Format;
use fairdeal::bridge::Board;

use crate::Failure;
use crate::board_file::{self, StyleArguments};
use crate::output::say;
use fairdeal::answer::plural;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read; - is standard input
    input: PathBuf,

    /// The file to write; - is standard output
    output: PathBuf,

    /// The format of the first file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name(), hide_possible_values = true)]
    from: Option<Format>,

    /// The format of the second file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name())]
    to: Option<Format>,

    /// Leave out boards with something wrong, instead of writing nothing
    #[arg(long)]
    skip_bad: bool,

    /// Number the boards from 1, with the dealer and vulnerability of their numbers; those of boards with an auction stay
    #[arg(long)]
    renumber: bool,

    /// Turn the boards clockwise by so many seats, with all that names a seat: with 1, what North had is East's
    #[arg(long, value_name = "SEATS", value_parser = clap::value_parser!(u8).range(1..=3))]
    turn: Option<u8>,

    /// Turn each board so that its dealer sits where its number says, with the vulnerability of the number (of boards with an
    /// auction it is turned with them): for boards that are dealt into trays
    #[arg(long)]
    turn_to_dealer: bool,

    #[command(flatten)]
    style: StyleArguments,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal convert boards.pbn boards.lin
  fairdeal convert --title 'Lesson 3' boards.pbn lesson.pdf
  fairdeal convert --layout bidding --for students boards.pbn sheets.pdf
  fairdeal convert --from lin --to pbn - - < boards.lin > boards.pbn";

/// What a file has in it.
enum FileKind {
    Boards(Format),
    #[cfg(feature = "tables")]
    Table(fairdeal::table::TableFormat),
}

impl Arguments {
    fn to(&self) -> Result<FileKind, Failure> {
        #[cfg(feature = "tables")]
        if let (None, Some(table)) = (self.to, fairdeal::table_by_name(&self.output)) {
            return Ok(FileKind::Table(table));
        }
        board_file::format_of(&self.output, self.to, "--to").map(FileKind::Boards)
    }

    fn read(&self) -> Result<Vec<Board>, Failure> {
        #[cfg(feature = "tables")]
        if let (None, Some(table)) = (self.from, fairdeal::table_by_name(&self.input)) {
            return board_file::read_table(&self.input, table, self.skip_bad);
        }
        let from = board_file::format_to_read(&self.input, self.from, "--from")?;
        board_file::read(&self.input, from, self.skip_bad)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let to = arguments.to()?;
    let mut boards = arguments.read()?;
    if let Some(seats) = arguments.turn {
        for board in &mut boards {
            *board = board.turned(seats.into());
        }
    }
    for (board, number) in boards.iter_mut().zip(1..) {
        match (arguments.turn_to_dealer, arguments.renumber) {
            (true, renumber) => {
                if renumber {
                    board.number = number;
                }
                *board = board.turned_to_dealer().0;
            }
            (false, true) => board.renumber(number),
            (false, false) => {}
        }
    }
    match to {
        FileKind::Boards(to) => {
            let style = arguments.style.style(&[to], arguments.quiet)?;
            board_file::write(&arguments.output, to, &boards, &style, arguments.quiet)?;
        }
        #[cfg(feature = "tables")]
        FileKind::Table(to) => {
            board_file::write_table(&arguments.output, to, &boards, arguments.quiet)?;
        }
    }
    if !arguments.quiet {
        say(plural(boards.len() as u64, "board"));
    }
    Ok(())
}

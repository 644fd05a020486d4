//! Files of boards on the command line: which format, reading them, and saying what is wrong with them.

use std::path::Path;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fairdeal::Format;
use fairdeal::bridge::formats::{
    Audience, Paper, PaperLayout, PaperStyle, Reading, Style, TURNING_HELPS,
};
use fairdeal::bridge::{Board, Seat};
#[cfg(feature = "tables")]
use fairdeal::table::TableFormat;

use crate::Failure;
use crate::input::{bytes_of, name_of};
use crate::output::{Output, say};
use fairdeal::answer::plural;

// What a file of boards has beside them.
#[derive(Args)]
pub(crate) struct StyleArguments {
    /// The title of the pages
    #[arg(long, value_name = "TEXT", help_heading = PAPER)]
    title: Option<String>,

    /// What is on the pages [default: records]
    #[arg(long, value_name = "LAYOUT", value_parser = layout_name(), help_heading = PAPER)]
    layout: Option<PaperLayout>,

    /// Whom they are for: students get no points, hand types, results, comments or answers; a teacher gets all [default:
    /// teacher; students for the layouts seat and strip]
    #[arg(long = "for", value_name = "WHOM", value_parser = audience_name(), help_heading = PAPER)]
    audience: Option<Audience>,

    /// Put points, results and all else that students should not see at the back, instead of beside the boards
    #[arg(long, help_heading = PAPER)]
    answers: bool,

    /// Whose hands, for the layouts seat (default: all four, one after the other), bidding (with the partner's), declarer and
    /// lead
    #[arg(long, value_name = "SEAT", help_heading = PAPER)]
    seat: Option<Seat>,

    /// At most so many boards on a page [default: as many as are easy to read]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=PaperStyle::MOST_A_PAGE as i64), help_heading = PAPER)]
    boards_per_page: Option<u8>,

    /// Large print
    #[arg(long, help_heading = PAPER)]
    large: bool,

    /// The size of the paper [default: a4]
    #[arg(long, value_name = "SIZE", value_parser = paper_name(), help_heading = PAPER)]
    paper: Option<Paper>,

    /// Begin each line of LIN with the names of the players, empty or not, for readers that know a new board by them
    #[arg(long)]
    players: bool,
}

/// What stands above the options of pages.
const PAPER: &str = "On paper (HTML and PDF)";

/// A choice by the names of its values.
macro_rules! by_name {
    ($function:ident, $type:ty, $names:expr) => {
        fn $function() -> impl TypedValueParser<Value = $type> {
            PossibleValuesParser::new($names)
                .try_map(|name| <$type>::from_name(&name).ok_or("there is none of this name"))
        }
    };
}

by_name!(
    layout_name,
    PaperLayout,
    PaperLayout::ALL.map(|layout| PossibleValue::new(layout.name()).help(layout.about()))
);
by_name!(audience_name, Audience, Audience::ALL.map(Audience::name));
by_name!(paper_name, Paper, Paper::ALL.map(Paper::name));

impl StyleArguments {
    /// The style of files in some formats; says what has no effect there.
    pub(crate) fn style(&self, formats: &[Format], quiet: bool) -> Result<Style, Failure> {
        let style = Style {
            title: self.title.clone(),
            answers: self.answers,
            paper: PaperStyle {
                layout: self.layout,
                seat: self.seat,
                boards_per_page: self.boards_per_page,
                large: self.large,
                audience: self.audience,
                paper: self.paper,
            },
            players: self.players,
            ..Style::default()
        };
        for format in formats {
            style.check(*format).map_err(Failure::of)?;
        }
        if !quiet {
            for sentence in style.without_effect(formats) {
                say(format_args!("fairdeal: {sentence}"));
            }
        }
        Ok(style)
    }
}

/// Says that a file's name tells of another format than the one it is written in.
pub(crate) fn say_if_belied(path: &Path, format: Format) {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if let Some(sentence) = format.belied_by(&extension) {
        say(format_args!("fairdeal: {}: {sentence}", path.display()));
    }
}

/// Formats by their names.
pub(crate) fn format_name() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(names)
        .try_map(|name| Format::from_name(&name).ok_or("there is no such format"))
}

/// Whether a path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The format of a file to write: as told, else by its extension. `option` says how to tell.
pub(crate) fn format_of(
    path: &Path,
    told: Option<Format>,
    option: &str,
) -> Result<Format, Failure> {
    told_by(path, told, option, |_| true)
}

/// The same of a file to read.
pub(crate) fn format_to_read(
    path: &Path,
    told: Option<Format>,
    option: &str,
) -> Result<Format, Failure> {
    told_by(path, told, option, Format::is_read)
}

fn told_by(
    path: &Path,
    told: Option<Format>,
    option: &str,
    is_fit: fn(Format) -> bool,
) -> Result<Format, Failure> {
    if let Some(format) = told {
        return Ok(format);
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Format::from_extension(&extension).ok_or_else(|| {
        let fit = Format::ALL.into_iter().filter(|format| is_fit(*format));
        let names = fit.map(Format::name).collect::<Vec<_>>().join(", ");
        let path = path.display();
        Failure::Usage(format!(
            "the name {path} does not tell the format: say {option} and one of {names}"
        ))
    })
}

/// Several files have several formats: each is told by its name.
pub(crate) fn by_extension(path: &Path) -> Result<Format, Failure> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Format::from_extension(&extension).ok_or_else(|| {
        let path = path.display();
        Failure::Usage(format!(
            "the name {path} does not tell the format: convert it first"
        ))
    })
}

/// Reads the boards of a file. What is wrong with it goes to standard error; then there are no boards, unless those that
/// are wrong may be left out.
pub(crate) fn read(path: &Path, format: Format, skip_bad: bool) -> Result<Vec<Board>, Failure> {
    boards_of(read_saying(path, format)?, skip_bad)
}

/// The same of a file that has a table in it.
#[cfg(feature = "tables")]
pub(crate) fn read_table(
    path: &Path,
    format: TableFormat,
    skip_bad: bool,
) -> Result<Vec<Board>, Failure> {
    let reading = saying(path, |bytes| fairdeal::read_table(format, bytes))?;
    boards_of(reading, skip_bad)
}

/// Writes boards as a table, whole or not at all, and says what they lose in it.
#[cfg(feature = "tables")]
pub(crate) fn write_table(
    path: &Path,
    format: TableFormat,
    boards: &[Board],
    quiet: bool,
) -> Result<(), Failure> {
    let bytes = fairdeal::write_table(format, boards, None)?;
    write_bytes(path, &bytes, quiet)?;
    if !quiet {
        for loss in fairdeal::table_losses(format, boards) {
            say(format_args!("fairdeal: {loss}"));
        }
    }
    Ok(())
}

/// What was read, unless something is wrong that must not be.
fn boards_of(reading: Reading, skip_bad: bool) -> Result<Vec<Board>, Failure> {
    match (reading.problems.len(), reading.boards.len()) {
        (0, _) => Ok(reading.boards),
        (_, 1..) if skip_bad => Ok(reading.boards),
        (_, 0) => Err(Failure::Said(1)),
        (_, good) => {
            let good = plural(good as u64, "board");
            say(format_args!(
                "fairdeal: nothing was written; --skip-bad takes the {good} without problems"
            ));
            Err(Failure::Said(1))
        }
    }
}

/// Reads the boards of a file of which none may be left out.
pub(crate) fn read_whole(path: &Path, format: Format) -> Result<Vec<Board>, Failure> {
    let reading = read_saying(path, format)?;
    if reading.problems.is_empty() {
        return Ok(reading.boards);
    }
    say("fairdeal: nothing was compared: mend the file, or take another copy of it");
    Err(Failure::Said(1))
}

/// Reads a file, and says what is wrong with it.
fn read_saying(path: &Path, format: Format) -> Result<Reading, Failure> {
    if !format.is_read() {
        return Err(Failure::Usage(format!(
            "boards cannot be read from {}: it is made for people to look at",
            format.name()
        )));
    }
    saying(path, |bytes| format.read(bytes))
}

/// Reads a file in some way, and says what is wrong with it.
fn saying(path: &Path, read: impl FnOnce(&[u8]) -> Reading) -> Result<Reading, Failure> {
    let name = name_of(path);
    let bytes = bytes_of(
        path,
        fairdeal::MOST_BOARD_BYTES,
        "has more than 1 GiB: take it in parts",
    )?;
    let reading = read(&bytes);
    for problem in &reading.problems {
        say(format_args!("{name}:{}: {}", problem.line, problem.message));
    }
    if reading.further > 0 {
        let further = reading.further;
        say(format_args!("{name}: and {further} more like these"));
    }
    Ok(reading)
}

/// Writes boards to a file, whole or not at all, and says what they lose in it.
pub(crate) fn write(
    path: &Path,
    format: Format,
    boards: &[Board],
    style: &Style,
    quiet: bool,
) -> Result<(), Failure> {
    if !quiet {
        say_if_belied(path, format);
    }
    let mut bytes = Vec::new();
    let written = format.write(boards, style, &mut bytes);
    written.map_err(Failure::of)?;
    write_bytes(path, &bytes, quiet)?;
    if !quiet {
        say_losses(format, boards);
    }
    Ok(())
}

/// Writes a file, whole or not at all.
fn write_bytes(path: &Path, bytes: &[u8], quiet: bool) -> anyhow::Result<()> {
    let mut out = Output::open(Some(path).filter(|path| !is_standard(path)))?;
    out.write(bytes)
        .with_context(|| format!("cannot write {}", path.display()))?;
    out.finish(quiet)
}

/// Says what boards lose in a format.
pub(crate) fn say_losses(format: Format, boards: &[Board]) {
    for loss in format.losses(boards) {
        let option = option_that_helps(&loss);
        say(format_args!("fairdeal: {loss}{option}"));
    }
}

/// The option for what a sentence about a format says to do.
pub(crate) fn option_that_helps(sentence: &str) -> &'static str {
    if sentence.ends_with(TURNING_HELPS) {
        ": --turn-to-dealer"
    } else {
        ""
    }
}

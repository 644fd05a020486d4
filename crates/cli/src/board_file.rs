//! Files of boards on the command line: which format, reading them, and saying what is wrong with them.

use std::path::Path;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fairdeal::Format;
use fairdeal::bridge::Board;
use fairdeal::bridge::formats::Style;

use crate::Failure;
use crate::input::{bytes_of, name_of};
use crate::output::{Output, say};
use fairdeal::answer::plural;

/// What a file of boards has beside them.
#[derive(Args)]
pub(crate) struct StyleArguments {
    /// The title of an HTML page
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Add a page of answers to an HTML page: points, and double dummy results and par where boards have them
    #[arg(long)]
    answers: bool,

    /// Begin each line of LIN with the names of the players, empty or not, for readers that know a new board by them
    #[arg(long)]
    players: bool,
}

impl StyleArguments {
    pub(crate) fn style(&self) -> Style {
        Style {
            title: self.title.clone(),
            answers: self.answers,
            players: self.players,
            ..Style::default()
        }
    }

    /// Says which of these have no effect in a format.
    pub(crate) fn say_unused(&self, format: Option<Format>) {
        for option in self.style().unused_in(format) {
            let takes = match option {
                "players" => "LIN",
                _ => "HTML",
            };
            say(format_args!(
                "fairdeal: --{option} has no effect: only {takes} has a place for it"
            ));
        }
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

/// The format of a file: as told, else by its extension. `option` says how to tell.
pub(crate) fn format_of(
    path: &Path,
    told: Option<Format>,
    option: &str,
) -> Result<Format, Failure> {
    if let Some(format) = told {
        return Ok(format);
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Format::from_extension(&extension).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        let path = path.display();
        Failure::Usage(format!(
            "the name {path} does not tell the format: say {option} and one of {names}"
        ))
    })
}

/// Reads the boards of a file. What is wrong with it goes to standard error; then there are no boards, unless those that
/// are wrong may be left out.
pub(crate) fn read(path: &Path, format: Format, skip_bad: bool) -> Result<Vec<Board>, Failure> {
    if !format.is_read() {
        return Err(Failure::Usage(format!(
            "boards cannot be read from {}: it is made for people to look at",
            format.name()
        )));
    }
    let name = name_of(path);
    let bytes = bytes_of(
        path,
        fairdeal::MOST_BOARD_BYTES,
        "has more than 1 GiB: take it in parts",
    )?;
    let reading = format.read(&bytes);
    for problem in &reading.problems {
        say(format_args!("{name}:{}: {}", problem.line, problem.message));
    }
    if reading.further > 0 {
        let further = reading.further;
        say(format_args!("{name}: and {further} more like these"));
    }
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
    let mut out = Output::open(Some(path).filter(|path| !is_standard(path)))?;
    out.write(&bytes)
        .with_context(|| format!("cannot write {}", path.display()))?;
    out.finish()?;
    if !quiet {
        say_losses(format, boards);
    }
    Ok(())
}

/// Says what boards lose in a format.
pub(crate) fn say_losses(format: Format, boards: &[Board]) {
    for loss in format.losses(boards) {
        say(format_args!("fairdeal: {loss}"));
    }
}

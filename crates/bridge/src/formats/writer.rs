//! Writing boards: one by one as they come, or all at once where a file says at its head what is in it.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::reading::encoded;
use super::{Format, PaperStyle, bri, csv, dlm, dup, json, lin, oneline, pbn, rbn, sheets};
use crate::record_wire::is_plain;
use crate::{Board, Letters, layout};

/// What is written beside the boards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The title of pages.
    pub title: Option<String>,
    /// Whether pages have their answers at the back: points, hand types, comments, and what can be made.
    pub answers: bool,
    /// How boards are put on paper.
    pub paper: PaperStyle,
    /// Where the boards come from: a program, its version, a seed.
    pub origin: Option<String>,
    /// The names of the further values that boards have, for the head of a table.
    pub values: Vec<String>,
    /// Whether boards may say what they were dealt as, for the head of a table.
    pub hand_types: bool,
    /// Whether a line of LIN begins with the names of its players, empty or not: some readers know a new board by them, others
    /// take them for a board of their own.
    pub players: bool,
    /// The tags that the files of boards have, for the head of a table.
    pub tags: Vec<String>,
    /// What stood at the heads of the files that the boards come from: lines of PBN that begin with `%`.
    pub header: Vec<String>,
    /// How PBN is written: as the files were that the boards come from.
    pub letters: Letters,
    /// What stands before the boards of a text or a page, for people to read.
    pub introduction: Option<String>,
}

impl Style {
    /// With all that the head of a file says of some boards: the names of all further values and tags, in the order in which
    /// they come, whether any says what it was dealt as, and what stood at the heads of the files that they come from.
    pub fn for_boards(mut self, boards: &[Board]) -> Style {
        self.hand_types |= boards.iter().any(|board| board.hand_type.is_some());
        let mut known: BTreeSet<String> = self.values.iter().cloned().collect();
        for (name, _) in boards.iter().flat_map(|board| &board.values) {
            if !known.contains(name) {
                known.insert(name.clone());
                self.values.push(name.clone());
            }
        }
        let records = || boards.iter().filter_map(|board| board.record.as_deref());
        let mut known: BTreeSet<String> = self.tags.iter().map(|tag| tag.to_lowercase()).collect();
        for tag in records().flat_map(|record| record.plain_tags()) {
            if known.len() < csv::MOST_COLUMNS / 2
                && is_plain(&tag.name)
                && known.insert(tag.name.to_lowercase())
            {
                self.tags.push(tag.name.clone());
            }
        }
        let mut known: BTreeSet<String> = self.header.iter().cloned().collect();
        // Nearly always it is the very same head.
        let mut last: Option<&[String]> = None;
        for record in records() {
            let header = &*record.header;
            if last.is_some_and(|last| std::ptr::eq(last, header)) {
                continue;
            }
            last = Some(header);
            for line in header {
                // There is one version of the standard in a file.
                let version = |line: &str| line.starts_with("% PBN ");
                let second = version(line) && self.header.iter().any(|line| version(line));
                if !second && known.insert(line.clone()) {
                    self.header.push(line.clone());
                }
            }
        }
        let from_files = boards.iter().all(|board| board.record.is_some()) && !boards.is_empty();
        let every =
            |is: fn(Letters) -> bool| from_files && records().all(|record| is(record.letters));
        self.letters = Letters {
            windows_lines: every(|letters| letters.windows_lines),
            windows_letters: every(|letters| letters.windows_letters),
        };
        self
    }
}

/// Why boards cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has no place for a board.
    #[error("board {0} cannot be written: {1}")]
    Board(u64, String),
    /// The format has no place for so many.
    #[error("{1} boards cannot be written: {0}")]
    Boards(&'static str, usize),
    /// Answers for those who should find them.
    #[error("answers at the back are not for students: leave out the one or the other")]
    AnswersForStudents,
    /// The PDF could not be made.
    #[error("{0}")]
    Pdf(String),
    /// The library was built without PDF.
    #[error("this build makes no PDF: write html and print it")]
    NoPdf,
    /// More further values than a table has columns.
    #[error("the boards have {0} further values, and a table has at most 1,000")]
    Values(usize),
    /// It could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl answer::Explained for WriteError {
    fn code(&self) -> &'static str {
        match self {
            WriteError::Board(..) => "no-place-for-board",
            WriteError::Boards(..) => "too-many-boards",
            WriteError::AnswersForStudents => "answers-for-students",
            WriteError::Pdf(_) | WriteError::NoPdf => "no-pdf",
            WriteError::Values(_) => "too-many-values",
            WriteError::Io(_) => "not-written",
        }
    }
}

impl WriteError {
    /// A deal with hands that are not given, where they are needed.
    pub(super) fn partial(board: &Board, format: Format) -> WriteError {
        let missing: Vec<String> = board.deal.missing().map(|seat| seat.to_string()).collect();
        WriteError::Board(
            board.number,
            format!(
                "the cards of {} are not given, and {} has whole deals only",
                missing.join(" and "),
                format.name()
            ),
        )
    }
}

/// How boards are written in a format.
#[derive(Clone, Debug)]
pub enum Writer {
    /// One by one.
    ByBoard(ByBoard),
    /// All at once.
    Whole(Whole),
}

/// Writes boards one by one. Pieces may be made on several threads and joined in their order.
#[derive(Clone, Debug)]
pub struct ByBoard {
    layout: Layout,
    style: Style,
}

/// The formats that have nothing to say of all boards at once.
#[derive(Clone, Copy, Debug)]
enum Layout {
    Oneline,
    Text,
    Pbn,
    Lin,
    Csv,
    Json,
    Rbn,
    Bri,
}

/// Writes a whole file at once.
#[derive(Clone, Debug)]
pub struct Whole {
    layout: WholeLayout,
    style: Style,
}

/// The formats that need all boards: for a head, a count or a page at the end.
#[derive(Clone, Copy, Debug)]
enum WholeLayout {
    Dup,
    Dlm,
    Html,
    Pdf,
}

pub(super) fn writer(format: Format, style: Style) -> Writer {
    let layout = match format {
        Format::Dup => Err(WholeLayout::Dup),
        Format::Dlm => Err(WholeLayout::Dlm),
        Format::Html => Err(WholeLayout::Html),
        Format::Pdf => Err(WholeLayout::Pdf),
        Format::Oneline => Ok(Layout::Oneline),
        Format::Text => Ok(Layout::Text),
        Format::Pbn => Ok(Layout::Pbn),
        Format::Lin => Ok(Layout::Lin),
        Format::Csv => Ok(Layout::Csv),
        Format::Json => Ok(Layout::Json),
        Format::Rbn => Ok(Layout::Rbn),
        Format::Bri => Ok(Layout::Bri),
    };
    match layout {
        Ok(layout) => Writer::ByBoard(ByBoard { layout, style }),
        Err(layout) => Writer::Whole(Whole { layout, style }),
    }
}

impl ByBoard {
    /// What stands before the first board.
    ///
    /// # Errors
    /// What `out` says.
    pub fn begin(&self, out: &mut impl Write) -> Result<(), WriteError> {
        match self.layout {
            Layout::Csv if self.style.values.len() > csv::MOST_COLUMNS => {
                Err(WriteError::Values(self.style.values.len()))
            }
            Layout::Csv => Ok(csv::head(out, &self.style)?),
            Layout::Text => match &self.style.introduction {
                Some(introduction) => Ok(writeln!(out, "{}\n", introduction.trim_end())?),
                None => Ok(()),
            },
            Layout::Pbn => {
                let lines = self.style.header.iter();
                let lines: String = lines.map(|line| format!("{line}\n")).collect();
                Ok(out.write_all(&encoded(&lines, self.style.letters))?)
            }
            _ => Ok(()),
        }
    }

    /// A board.
    ///
    /// # Errors
    /// When the format has no place for it, or what `out` says.
    pub fn board(&self, board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
        let style = &self.style;
        match self.layout {
            Layout::Oneline => oneline::write(out, board)?,
            Layout::Text => layout::table(out, board)?,
            Layout::Pbn if style.letters == Letters::default() => {
                pbn::write(out, board, style.origin.as_deref())?;
            }
            Layout::Pbn => {
                let mut text = Vec::new();
                pbn::write(&mut text, board, style.origin.as_deref())?;
                out.write_all(&encoded(&String::from_utf8_lossy(&text), style.letters))?;
            }
            Layout::Lin => lin::write(out, board, style.players)?,
            Layout::Csv => csv::row(out, board, style)?,
            Layout::Json => json::write(out, board)?,
            Layout::Rbn => rbn::write(out, board)?,
            Layout::Bri if !board.deal.is_complete() => {
                return Err(WriteError::partial(board, Format::Bri));
            }
            Layout::Bri => bri::write(out, &board.deal)?,
        }
        Ok(())
    }
}

impl Whole {
    /// Writes the file.
    ///
    /// # Errors
    /// What the format has no place for, or what `out` says.
    pub fn write(&self, boards: &[Board], out: &mut impl Write) -> Result<(), WriteError> {
        match self.layout {
            WholeLayout::Dup => dup::write(out, boards),
            WholeLayout::Dlm => dlm::write(out, boards),
            WholeLayout::Html => sheets::html(out, boards, &self.style),
            WholeLayout::Pdf => sheets::pdf(out, boards, &self.style),
        }
    }
}

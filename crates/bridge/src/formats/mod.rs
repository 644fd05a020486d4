//! Files of boards: which formats there are, reading them and writing them.
//!
//! A file per format knows its layout, to the letter when it writes and generously when it reads. What all of them
//! share is here: a [`Format`] by name or extension, a [`Reading`] with everything that is wrong by line, and a
//! [`Writer`] that takes boards one by one or all at once, as the format needs it.
//!
//! ```
//! use bridge::formats::{Format, Style};
//!
//! let lin = "qx|o7|md|1S752HKJ72DK5CAQJ4,SK6HQ9DAQ7632C873,SQJ94HAT86DJ8C952|rh||ah|Board 7|sv|e|pg||";
//! let boards = Format::Lin.read(lin.as_bytes()).whole().unwrap();
//! let mut pbn = Vec::new();
//! Format::Pbn.write(&boards, &Style::default(), &mut pbn).unwrap();
//! assert!(String::from_utf8(pbn).unwrap().contains("[Vulnerable \"EW\"]"));
//! ```

mod bri;
mod csv;
mod dlm;
mod dup;
mod hands;
mod json;
mod lin;
mod losses;
mod oneline;
pub mod pbn;
mod rbn;
mod reading;
mod sheets;
mod writer;

pub use paper::Paper;
pub use reading::{Problem, Reading};
pub use sheets::{Audience, PaperLayout, PaperStyle, pages};
pub use writer::{ByBoard, Style, Whole, WriteError, Writer};

/// A way to write boards down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// `n AK4.QT92.J.98765 e … s … w …`, a line for each board.
    Oneline,
    /// The four hands around the table.
    Text,
    /// Portable Bridge Notation.
    Pbn,
    /// What the online tables take.
    Lin,
    /// A table for spreadsheets.
    Csv,
    /// A JSON object on each line.
    Json,
    /// Richard Pavlicek's notation.
    Rbn,
    /// Numbers of cards, for duplicating machines.
    Bri,
    /// Numbers and hands, for duplicating machines.
    Dup,
    /// An INI file, for dealing machines.
    Dlm,
    /// Pages for printing that a browser shows.
    Html,
    /// Pages for printing.
    Pdf,
}

/// What a format has a place for, beside the cards of complete deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keeps {
    /// The boards' own numbers; else they are counted from 1.
    pub numbers: bool,
    /// Dealer and vulnerability; else they follow from the number.
    pub dealer: bool,
    /// Deals with hands that are not given.
    pub partial: bool,
    /// What a board was dealt as.
    pub hand_type: bool,
    /// Double dummy tricks and par.
    pub tricks: bool,
    /// Further values by name.
    pub values: bool,
    /// What else a file says of a board.
    pub record: Carries,
}

/// How much a format has a place for of what a file says of a board beside its cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Carries {
    /// Nothing.
    Nothing,
    /// What people look at: auction, contract and result, the lead, and comments.
    Shown,
    /// Tags, each in a column.
    Tags,
    /// What happens at a table: names, auction, play and result, and comments.
    Table,
    /// All of it.
    All,
}

/// All that is known of a format, but how to write it.
struct Facts {
    name: &'static str,
    extensions: &'static [&'static str],
    about: &'static str,
    read: Option<fn(&[u8]) -> Reading>,
    keeps: Keeps,
}

/// What formats for machines have no place for.
const DEALER: &str = "the dealer and vulnerability";
/// What helps then.
pub const TURNING_HELPS: &str =
    "; boards that are turned to their dealers have those of their numbers";

const CARDS: Keeps = Keeps {
    numbers: false,
    dealer: false,
    partial: false,
    hand_type: false,
    tricks: false,
    values: false,
    record: Carries::Nothing,
};

const BOARDS: Keeps = Keeps {
    numbers: true,
    dealer: true,
    partial: true,
    ..CARDS
};

const TYPED: Keeps = Keeps {
    hand_type: true,
    ..BOARDS
};

const PAPER: Keeps = Keeps {
    tricks: true,
    record: Carries::Shown,
    ..TYPED
};

impl Format {
    /// All formats.
    pub const ALL: [Format; 12] = [
        Format::Oneline,
        Format::Text,
        Format::Pbn,
        Format::Lin,
        Format::Csv,
        Format::Json,
        Format::Rbn,
        Format::Bri,
        Format::Dup,
        Format::Dlm,
        Format::Html,
        Format::Pdf,
    ];

    fn facts(self) -> Facts {
        match self {
            Format::Oneline => Facts {
                name: "oneline",
                extensions: &["oneline"],
                about: "n AK4.QT92.J.98765 e … s … w …, a line for each board",
                read: Some(oneline::read),
                keeps: Keeps {
                    partial: true,
                    ..CARDS
                },
            },
            Format::Text => Facts {
                name: "text",
                extensions: &["txt", "text"],
                about: "The four hands around the table",
                read: None,
                keeps: Keeps {
                    tricks: true,
                    ..TYPED
                },
            },
            Format::Pbn => Facts {
                name: "pbn",
                extensions: &["pbn"],
                about: "Portable Bridge Notation, which nearly everything reads",
                read: Some(pbn::read),
                keeps: Keeps {
                    tricks: true,
                    record: Carries::All,
                    ..TYPED
                },
            },
            Format::Lin => Facts {
                name: "lin",
                extensions: &["lin"],
                about: "What the online tables take",
                read: Some(lin::read),
                keeps: Keeps {
                    record: Carries::Table,
                    ..BOARDS
                },
            },
            Format::Csv => Facts {
                name: "csv",
                extensions: &["csv"],
                about: "A table for spreadsheets, with what the script reports",
                read: Some(csv::read),
                keeps: Keeps {
                    values: true,
                    record: Carries::Tags,
                    ..TYPED
                },
            },
            Format::Json => Facts {
                name: "json",
                extensions: &["json", "jsonl", "ndjson"],
                about: "A JSON object on each line, with what the script reports",
                read: Some(json::read),
                keeps: Keeps {
                    tricks: true,
                    values: true,
                    record: Carries::All,
                    ..TYPED
                },
            },
            Format::Rbn => Facts {
                name: "rbn",
                extensions: &["rbn"],
                about: "Richard Pavlicek's notation",
                read: Some(rbn::read),
                keeps: BOARDS,
            },
            Format::Bri => Facts {
                name: "bri",
                extensions: &["bri"],
                about: "Numbers of cards, for duplicating machines",
                read: Some(bri::read),
                keeps: CARDS,
            },
            Format::Dup => Facts {
                name: "dup",
                extensions: &["dup"],
                about: "Numbers and hands, for duplicating machines; at most 999 boards",
                read: Some(dup::read),
                keeps: Keeps {
                    numbers: true,
                    ..CARDS
                },
            },
            Format::Dlm => Facts {
                name: "dlm",
                extensions: &["dlm"],
                about: "For dealing machines; at most 99 boards",
                read: Some(dlm::read),
                keeps: Keeps {
                    numbers: true,
                    ..CARDS
                },
            },
            Format::Html => Facts {
                name: "html",
                extensions: &["html", "htm"],
                about: "Pages for printing, in a browser",
                read: None,
                keeps: PAPER,
            },
            Format::Pdf => Facts {
                name: "pdf",
                extensions: &["pdf"],
                about: "Pages for printing; at most 10,000 boards",
                read: None,
                keeps: PAPER,
            },
        }
    }

    /// Its name, by which [`Format::from_name`] finds it.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        self.facts().about
    }

    /// The endings of its files' names, the usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        self.facts().extensions
    }

    /// What it has a place for.
    pub fn keeps(self) -> Keeps {
        self.facts().keeps
    }

    /// The highest number that a board may have in it, where there is one.
    pub fn highest_number(self) -> Option<u64> {
        match self {
            Format::Dlm => Some(dlm::MOST),
            Format::Dup => Some(dup::MOST),
            _ => None,
        }
    }

    /// The most boards that go into a file of it, where there is a limit.
    pub fn most_boards(self) -> Option<u64> {
        (self == Format::Pdf).then_some(sheets::MOST_IN_PDF)
    }

    /// Whether it is pages for printing, which a [`PaperStyle`] lays out.
    pub fn is_paper(self) -> bool {
        matches!(self, Format::Html | Format::Pdf)
    }

    /// Whether boards can be read from it; what is made for people to look at cannot.
    pub fn is_read(self) -> bool {
        self.facts().read.is_some()
    }

    /// The format of a name, in either case.
    pub fn from_name(name: &str) -> Option<Format> {
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format of files with this extension, in either case.
    ///
    /// ```
    /// use bridge::Format;
    /// assert_eq!(Format::from_extension("PBN"), Some(Format::Pbn));
    /// assert_eq!(Format::from_extension("doc"), None);
    /// ```
    pub fn from_extension(extension: &str) -> Option<Format> {
        Self::ALL.into_iter().find(|format| {
            let mut known = format.facts().extensions.iter();
            known.any(|known| known.eq_ignore_ascii_case(extension))
        })
    }

    /// What is to be said where the extension of a file's name tells of another format than the one it is written in.
    ///
    /// ```
    /// use bridge::Format;
    /// assert_eq!(
    ///     Format::Lin.belied_by("pbn").as_deref(),
    ///     Some("the file is called .pbn, and has LIN in it")
    /// );
    /// assert_eq!(Format::Lin.belied_by("lin"), None);
    /// ```
    pub fn belied_by(self, extension: &str) -> Option<String> {
        let named = Format::from_extension(extension)?;
        let own = self.name().to_uppercase();
        (named != self).then(|| format!("the file is called .{extension}, and has {own} in it"))
    }

    /// Reads a file: all boards that are right, and all that is wrong. Time and memory are in proportion to the file.
    pub fn read(self, bytes: &[u8]) -> Reading {
        if let Some(kind) = not_text(bytes) {
            let message = format!("this is {kind}, and no file of boards");
            return Reading::failed(1, message);
        }
        match self.facts().read {
            Some(read) => read(bytes).checked(),
            None => Reading::failed(1, format!("boards cannot be read from {}", self.name())),
        }
    }

    /// What to do so that boards of it that are dealt into numbered trays have the right dealers, for the end of a sentence;
    /// nothing where the format is not for trays.
    pub fn turning_helps(self) -> &'static str {
        match self {
            Format::Bri | Format::Dup | Format::Dlm => TURNING_HELPS,
            _ => "",
        }
    }

    /// What some boards would lose in it, a sentence for each kind of thing; nothing if it has a place for all.
    ///
    /// ```
    /// use bridge::{Board, Deal, Format};
    /// let board = Board::new(5, Deal::default());
    /// assert_eq!(Format::Bri.losses(&[board]), ["bri has no place for the numbers of 1 board"]);
    /// ```
    pub fn losses<'a>(self, boards: impl IntoIterator<Item = &'a crate::Board>) -> Vec<String> {
        let keeps = self.keeps();
        let boards: Vec<&crate::Board> = boards.into_iter().collect();
        let renumbered = boards.iter().zip(1..).filter(|(b, n)| b.number != *n);
        let count = |wrong: fn(&crate::Board) -> bool| boards.iter().filter(|b| wrong(b)).count();
        let known = [
            (keeps.numbers, "the numbers", renumbered.count()),
            (
                keeps.dealer,
                DEALER,
                count(|board| !board.follows_its_number()),
            ),
            (
                keeps.hand_type,
                "the hand types",
                count(|board| board.hand_type.is_some()),
            ),
            (
                keeps.tricks,
                "the double dummy results",
                count(|board| board.tricks.is_some() || board.par.is_some()),
            ),
            (
                keeps.values,
                "the further values",
                count(|board| !board.values.is_empty()),
            ),
        ];
        let known = known.into_iter().filter(|(kept, ..)| !kept);
        let known = known.map(|(_, what, number)| (what.to_owned(), number));
        let lost = known.chain(losses::of_records(self, keeps.record, &boards));
        lost.filter(|(_, number)| *number > 0)
            .map(|(what, number)| {
                let plural = if number == 1 { "" } else { "s" };
                let name = self.name();
                let helps = if what == DEALER {
                    self.turning_helps()
                } else {
                    ""
                };
                format!("{name} has no place for {what} of {number} board{plural}{helps}")
            })
            .collect()
    }

    /// How boards are written in it.
    pub fn writer(self, style: Style) -> Writer {
        writer::writer(self, style)
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// What the format has no place for, or what `out` says.
    pub fn write(
        self,
        boards: &[crate::Board],
        style: &Style,
        out: &mut impl std::io::Write,
    ) -> Result<(), WriteError> {
        match self.writer(style.clone().for_boards(boards)) {
            Writer::Whole(writer) => writer.write(boards, out),
            Writer::ByBoard(writer) => {
                writer.begin(out)?;
                for board in boards {
                    writer.board(board, out)?;
                }
                Ok(())
            }
        }
    }
}

/// What a file is by its first bytes, where those of another kind are well known: a PDF file, a Parquet table, and whatever
/// else people take for a file of boards or a script.
///
/// ```
/// assert_eq!(bridge::formats::not_text(b"%PDF-1.7\n"), Some("a PDF file"));
/// assert_eq!(bridge::formats::not_text(b"% PBN 2.1\n"), None);
/// ```
pub fn not_text(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 8] = [
        (b"%PDF-", "a PDF file"),
        (b"PAR1", "a Parquet table"),
        (
            b"PK\x03\x04",
            "a ZIP archive or a file of an office program",
        ),
        (b"\x1f\x8b", "a file compressed by gzip"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"\xd0\xcf\x11\xe0", "a file of an office program"),
        (b"ARROW1", "an Arrow table"),
    ];
    let known = KINDS.iter().find(|(mark, _)| bytes.starts_with(mark));
    known.map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name_and_its_extensions() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
            for extension in format.facts().extensions {
                assert_eq!(Format::from_extension(extension), Some(format));
            }
        }
    }
}

//! What is read from a file: boards, and what is wrong, by line.
//!
//! A reader tells what it finds as drafts, whatever the order in which the file has it. A draft becomes a board
//! through one door, where the hands are checked; one with anything wrong does not.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::{Board, Deal, Hand, HandType, Letters, Record, Seat, Tricks, Vulnerability};

/// Something that is wrong with a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// What was read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The boards that are right, in the order of the file.
    pub boards: Vec<Board>,
    /// What is wrong with the others, by line: the first ten thousand things.
    pub problems: Vec<Problem>,
    /// How many more things are wrong.
    pub further: usize,
}

/// So many problems are kept of a file: one that has more was not meant to be one of boards.
const MOST_PROBLEMS: usize = 10_000;
/// And so many of a board.
const MOST_OF_A_BOARD: usize = 100;

impl Reading {
    /// All boards, if nothing is wrong.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn whole(self) -> Result<Vec<Board>, Vec<Problem>> {
        if self.problems.is_empty() {
            Ok(self.boards)
        } else {
            Err(self.problems)
        }
    }

    /// A file that gives nothing but one problem.
    pub(super) fn failed(line: usize, message: impl Into<String>) -> Reading {
        let message = message.into();
        Reading {
            problems: vec![Problem { line, message }],
            ..Reading::default()
        }
    }

    /// A file without any board is wrong; and problems are told by line.
    pub(super) fn checked(mut self) -> Reading {
        if self.boards.is_empty() && self.problems.is_empty() {
            return Reading::failed(1, "there is no board in this file");
        }
        answer::sort(&mut self.problems);
        self
    }

    pub(super) fn problem(&mut self, line: usize, message: impl Into<String>) {
        match self.problems.len() {
            0..MOST_PROBLEMS => {
                let message = message.into();
                self.problems.push(Problem { line, message });
            }
            _ => self.further += 1,
        }
    }

    /// The number of a board that has none.
    pub(super) fn next_number(&self) -> u64 {
        self.boards
            .last()
            .map_or(1, |board| board.number.saturating_add(1))
    }

    /// Makes a board of a draft, or tells what is wrong with it.
    pub(super) fn add(&mut self, draft: Draft) {
        let number = draft.number.unwrap_or_else(|| self.next_number());
        let name = || format!("board {number}");
        for Problem { line, message } in &draft.problems {
            self.problem(*line, format!("{}: {message}", name()));
        }
        match Deal::given(draft.hands) {
            Ok(_) if !draft.problems.is_empty() => {}
            Ok(deal) if deal.missing().count() == 4 => {
                self.problem(draft.line, format!("{}: no hand is given", name()));
            }
            Ok(deal) => {
                let usual = Board::new(number, deal);
                let mut board = Board {
                    dealer: draft.dealer.unwrap_or(usual.dealer),
                    vulnerable: draft.vulnerable.unwrap_or(usual.vulnerable),
                    hand_type: draft.hand_type,
                    tricks: draft.tricks,
                    par: draft.par,
                    values: draft.values,
                    ..usual
                };
                let record = draft.record.filter(|record| {
                    !record.is_empty() && !super::pbn::is_as_written(&board, record)
                });
                board.record = record.map(Arc::new);
                self.boards.push(board);
            }
            Err(wrong) => {
                for wrong in wrong {
                    self.problem(draft.line, format!("{}: {wrong}", name()));
                }
            }
        }
    }
}

/// A board as a file tells it, before it is checked.
#[derive(Clone, Default, Debug)]
pub(super) struct Draft {
    /// The line of its hands.
    pub line: usize,
    pub number: Option<u64>,
    pub dealer: Option<Seat>,
    pub vulnerable: Option<Vulnerability>,
    pub hands: [Option<Hand>; 4],
    pub hand_type: Option<HandType>,
    pub tricks: Option<Tricks>,
    pub par: Option<i32>,
    pub values: Vec<(String, String)>,
    pub record: Option<Record>,
    pub problems: Vec<Problem>,
}

impl Draft {
    pub(super) fn at(line: usize) -> Draft {
        Draft {
            line,
            ..Draft::default()
        }
    }

    pub(super) fn problem(&mut self, line: usize, message: impl Into<String>) {
        if self.problems.len() < MOST_OF_A_BOARD {
            let message = message.into();
            self.problems.push(Problem { line, message });
        }
    }

    /// Takes what was understood, or notes what is wrong with it.
    pub(super) fn take<T>(&mut self, line: usize, result: Result<T, String>) -> Option<T> {
        result.map_err(|message| self.problem(line, message)).ok()
    }

    /// The dealer as it is written: a letter or a word; nothing, or a question mark, when it is not known.
    pub(super) fn read_dealer(&mut self, line: usize, text: &str) {
        self.dealer = match text.trim() {
            "" | "?" => None,
            text => self.take(line, seat(text)),
        };
    }

    /// What it was dealt as; nothing, or a question mark, when that is not known.
    pub(super) fn read_hand_type(&mut self, text: &str) {
        self.hand_type = match text.trim() {
            "?" => None,
            text => HandType::new(text),
        };
    }

    /// The vulnerability as it is written, in any of the usual ways.
    pub(super) fn read_vulnerable(&mut self, line: usize, text: &str) {
        self.vulnerable = match text.trim() {
            "" | "?" => None,
            text => self.take(line, vulnerability(text)),
        };
    }
}

/// A file as text: without its byte order mark, and bytes that are not UTF-8 replaced. Only names may have such.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
}

/// The letters of Windows-1252 from 0x80 to 0x9f; what it has no letter for stands for itself.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A file as text, and how it was written: UTF-8, or else Windows-1252, in which nothing is wrong.
pub(super) fn decoded(mut bytes: &[u8]) -> (Cow<'_, str>, Letters) {
    // Files that were joined may have more than one byte order mark.
    while let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        bytes = rest;
    }
    let line_end = bytes.iter().position(|&byte| byte == b'\n');
    let windows_lines = line_end.is_some_and(|at| at > 0 && bytes[at - 1] == b'\r');
    let (text, windows_letters) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => {
            let letter = |&byte: &u8| match byte {
                0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
                byte => char::from(byte),
            };
            (bytes.iter().map(letter).collect::<String>().into(), true)
        }
    };
    let letters = Letters {
        windows_lines,
        windows_letters,
    };
    (text, letters)
}

/// A text as bytes, written in some way; a letter that there is none for becomes a question mark.
pub(super) fn encoded(text: &str, letters: Letters) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' if letters.windows_lines => bytes.extend(b"\r\n"),
            letter if letter.is_ascii() || !letters.windows_letters => {
                bytes.extend(letter.encode_utf8(&mut [0; 4]).as_bytes());
            }
            letter => bytes.push(windows_letter(letter).unwrap_or(b'?')),
        }
    }
    bytes
}

/// The byte of a letter in Windows-1252.
pub(super) fn windows_letter(letter: char) -> Option<u8> {
    match WINDOWS.iter().position(|&known| known == letter) {
        Some(place) => Some(0x80 + place as u8),
        None => u8::try_from(letter as u32)
            .ok()
            .filter(|byte| !(0x80..0xa0).contains(byte)),
    }
}

/// The lines of a text with their numbers, without white space around them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
}

/// A piece of a file, short enough to be shown.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let safe = |c: char| if c.is_control() { '·' } else { c };
    let mut shown: String = text.chars().take(MOST).map(safe).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}

/// A seat by its letter or its name, in either case.
pub(super) fn seat(text: &str) -> Result<Seat, String> {
    text.parse()
        .map_err(|_| format!("{} is not a seat: N, E, S or W", quoted(text)))
}

/// A vulnerability as any of the formats writes it.
pub(super) fn vulnerability(text: &str) -> Result<Vulnerability, String> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "none" | "love" | "neither" | "-" | "o" | "0" | "z" => Vulnerability::None,
        "ns" | "n-s" | "n/s" | "n" => Vulnerability::NorthSouth,
        "ew" | "e-w" | "e/w" | "e" => Vulnerability::EastWest,
        "all" | "both" | "b" => Vulnerability::All,
        _ => {
            let text = quoted(text);
            return Err(format!(
                "{text} is not a vulnerability: None, NS, EW or All"
            ));
        }
    })
}

/// The number that a text begins with, after any other letters: `Board 7`, `o7`, `12A`.
pub(super) fn number_in(text: &str) -> Option<u64> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let digits = text[from..].split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

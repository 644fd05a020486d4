//! The lower part of a terminal, where a question stands until it is answered: text in colours, broken between words, drawn
//! over what stood there before.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use crossterm::terminal;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::failure::colour;

/// How text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    Plain,
    /// The mark before a question, and where a list stands.
    Mark,
    /// What is there beside the question: the usual answer, how to answer.
    Aside,
    /// An answer that was given.
    Answer,
    /// What is wrong.
    Wrong,
}

impl Look {
    /// Its number in the palette of a terminal.
    fn colour(self) -> Option<u8> {
        match self {
            Look::Plain => None,
            Look::Mark => Some(10),
            Look::Aside => Some(14),
            Look::Answer => Some(14),
            Look::Wrong => Some(9),
        }
    }
}

/// A letter as people see it, and how it looks.
type Cell = (String, Look);

/// Text in pieces that look different.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Text {
    cells: Vec<Cell>,
}

impl Text {
    /// The same with more of it.
    pub(crate) fn and(mut self, text: &str, look: Look) -> Text {
        // What would move the cursor is not shown.
        let shown = text
            .graphemes(true)
            .filter(|one| !one.contains(char::is_control));
        self.cells.extend(shown.map(|one| (one.to_owned(), look)));
        self
    }

    /// How many letters it has.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Broken into lines of so many columns, between words where that can be. Lines after the first begin with `indent`
    /// spaces. Each line says with which letter it begins.
    pub(crate) fn lines(&self, columns: usize, indent: usize) -> Vec<(usize, &[Cell])> {
        let columns = columns.max(20);
        let indent = indent.min(columns / 2);
        let mut lines = Vec::new();
        let mut from = 0;
        loop {
            let room = columns - if lines.is_empty() { 0 } else { indent };
            let mut width = 0;
            let mut end = from;
            while let Some((letter, _)) = self.cells.get(end) {
                width += letter.width();
                // A space at the end of a line need not be seen.
                let is_space = letter.trim().is_empty();
                if width > room + usize::from(is_space) {
                    break;
                }
                end += 1;
            }
            if end == self.cells.len() {
                lines.push((from, &self.cells[from..]));
                return lines;
            }
            let last_space = (from..end)
                .rev()
                .find(|&at| self.cells[at].0.trim().is_empty());
            let begins_with_text = |at: &usize| {
                self.cells[from..*at]
                    .iter()
                    .any(|(one, _)| !one.trim().is_empty())
            };
            let end = last_space
                .filter(begins_with_text)
                .map_or(end.max(from + 1), |at| at + 1);
            lines.push((from, &self.cells[from..end]));
            from = end;
        }
    }
}

/// A text of one look.
pub(crate) fn text(text: &str, look: Look) -> Text {
    Text::default().and(text, look)
}

/// How many columns and lines there are.
pub(crate) fn size() -> (usize, usize) {
    match terminal::size() {
        // The last column is left free: what is written there breaks differently on every terminal.
        Ok((columns, rows)) if columns > 20 => (usize::from(columns) - 1, usize::from(rows)),
        _ => (79, 24),
    }
}

/// The lines of a text that may have lines of its own, as long as the terminal is wide; what goes on is indented a little more
/// than its beginning.
pub(crate) fn wrapped(words: &str, columns: usize) -> String {
    let mut all = Vec::new();
    for line in words.lines() {
        let indent = line.len() - line.trim_start().len() + 2;
        let whole = text(line, Look::Plain);
        for (number, (_, cells)) in whole.lines(columns, indent).into_iter().enumerate() {
            let indent = if number == 0 { 0 } else { indent };
            let line: String = cells.iter().map(|(letter, _)| letter.as_str()).collect();
            all.push(format!("{:indent$}{}", "", line.trim_end()));
        }
    }
    all.join("\n")
}

/// What is drawn: texts one below the other, each with the indent of its further lines; and where the cursor is, as a letter of
/// one of them.
#[derive(Default)]
pub(crate) struct Page {
    texts: Vec<(Text, usize)>,
    cursor: Option<(usize, usize)>,
}

impl Page {
    /// Adds a text.
    pub(crate) fn add(&mut self, text: Text, indent: usize) {
        self.texts.push((text, indent));
    }

    /// Adds a text with the cursor before one of its letters.
    pub(crate) fn add_with_cursor(&mut self, text: Text, indent: usize, at: usize) {
        self.cursor = Some((self.texts.len(), at));
        self.add(text, indent);
    }
}

/// The part of the screen that is drawn over.
#[derive(Default)]
pub(crate) struct Screen {
    /// So many lines above the cursor it begins.
    above: usize,
}

impl Screen {
    /// Draws a page over what was drawn before.
    pub(crate) fn draw(&mut self, page: &Page) -> io::Result<()> {
        let (columns, rows) = size();
        let mut out = self.erased();
        let mut row = 0;
        let mut cursor = None;
        for (number, (text, indent)) in page.texts.iter().enumerate() {
            for (at, (from, cells)) in text.lines(columns, *indent).into_iter().enumerate() {
                // What does not fit on the screen cannot be drawn over.
                if row + 1 >= rows && row > 0 {
                    break;
                }
                if row > 0 {
                    out += "\r\n";
                }
                let indent = if at == 0 { 0 } else { *indent };
                let _ = write!(out, "{:indent$}", "");
                let seen = cells.iter().rposition(|(one, _)| !one.trim().is_empty());
                write_cells(&mut out, &cells[..seen.map_or(0, |last| last + 1)]);
                if let Some((of, letter)) = page.cursor
                    && of == number
                    && letter >= from
                {
                    let before = cells.iter().take(letter - from);
                    let width: usize = before.map(|(one, _)| one.width()).sum();
                    cursor = Some((row, indent + width));
                }
                row += 1;
            }
        }
        let last = row.saturating_sub(1);
        if let Some((row, column)) = cursor {
            if last > row {
                let _ = write!(out, "\u{1b}[{}A", last - row);
            }
            let _ = write!(out, "\r");
            if column > 0 {
                let _ = write!(out, "\u{1b}[{column}C");
            }
            self.above = row;
        } else {
            self.above = last;
        }
        write_out(&out)
    }

    /// Leaves a page where it is and goes to the line below it.
    pub(crate) fn leave(mut self, page: &Page) -> io::Result<()> {
        if page.texts.is_empty() {
            return write_out(&self.erased());
        }
        self.draw(&Page {
            texts: page.texts.clone(),
            cursor: None,
        })?;
        write_out("\r\n")
    }

    fn erased(&self) -> String {
        let up = match self.above {
            0 => String::new(),
            lines => format!("\u{1b}[{lines}A"),
        };
        format!("\r{up}\u{1b}[J")
    }
}

fn write_cells(out: &mut String, cells: &[Cell]) {
    let colours = colour();
    let mut look = Look::Plain;
    for (letter, of) in cells {
        if *of != look && colours {
            match of.colour() {
                Some(number) => {
                    let _ = write!(out, "\u{1b}[38;5;{number}m");
                }
                None => *out += "\u{1b}[39m",
            }
            look = *of;
        }
        *out += letter;
    }
    if look != Look::Plain {
        *out += "\u{1b}[39m";
    }
}

fn write_out(text: &str) -> io::Result<()> {
    let mut out = io::stderr().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words() {
        let long = "the quick brown fox jumps over the lazy dog and has no other reason to run";
        for columns in 20..60 {
            let text = wrapped(long, columns);
            assert!(text.lines().all(|line| line.width() <= columns), "{text}");
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(words, long.split_whitespace().collect::<Vec<_>>());
        }
        assert_eq!(
            wrapped("  = one two three four five", 22),
            "  = one two three four\n    five"
        );
        // A word that is longer than a line has to break somewhere.
        let word = "x".repeat(50);
        assert_eq!(wrapped(&word, 20).replace(['\n', ' '], ""), word);
        assert_eq!(wrapped("", 20), "");
    }

    #[test]
    fn each_line_knows_where_it_begins() {
        let text = text("one two three four five six seven", Look::Plain);
        let lines = text.lines(20, 2);
        let begins: Vec<usize> = lines.iter().map(|(from, _)| *from).collect();
        assert_eq!(begins, [0, 19]);
    }
}

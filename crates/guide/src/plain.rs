//! A page as plain text: paragraphs and tables fit a width, and what is to be typed or was printed stays as it is.

use unicode_width::UnicodeWidthStr;

/// Columns of a table are not made narrower than this.
const NARROWEST: usize = 10;

/// A page that the build script has made pieces of, in lines of at most so many columns; a word that is longer has a line of its own,
/// and code keeps its lines.
pub(crate) fn plain(pieces: &str, width: usize) -> String {
    let mut page = Plain {
        width,
        ..Plain::default()
    };
    for piece in pieces.split_terminator('\0') {
        page.take(piece);
    }
    let text = page.out.trim_end();
    format!("{text}\n")
}

/// A page that is being laid out.
#[derive(Default)]
struct Plain {
    width: usize,
    out: String,
    /// The text of the block that is being read; a line feed in it is kept.
    inline: String,
    /// The lists that we are in: the number of the next item, if they have numbers.
    lists: Vec<Option<u64>>,
    /// What stands before the first line of the next block: the mark of an item.
    mark: String,
    /// The rows of the table that is being read.
    rows: Vec<Vec<String>>,
}

impl Plain {
    fn take(&mut self, piece: &str) {
        let Some((kind, rest)) = piece.split_at_checked(1) else {
            return;
        };
        match kind {
            "t" => self.inline += rest,
            "b" | "c" => self.end_block(),
            "h" => self.end_heading(rest),
            "C" => self.end_code(),
            "l" => {
                self.end_block();
                self.lists.push(rest.parse().ok());
            }
            "L" => {
                self.end_block();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.gap();
                }
            }
            "i" => self.begin_item(),
            "r" => self.rows.push(Vec::new()),
            "d" => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            "T" => self.end_table(),
            _ => {}
        }
    }

    /// How far what is inside of lists stands from the edge.
    fn indent(&self) -> usize {
        let marks = self.lists.iter().map(|first| mark(*first).width());
        marks.sum()
    }

    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn begin_item(&mut self) {
        self.end_block();
        let Some(number) = self.lists.last_mut() else {
            return;
        };
        self.mark = mark(*number);
        if let Some(number) = number {
            *number += 1;
        }
    }

    /// Ends a paragraph, or the text of an item.
    fn end_block(&mut self) {
        let text = std::mem::take(&mut self.inline);
        if text.trim().is_empty() {
            return;
        }
        if self.lists.is_empty() {
            self.gap();
        }
        let indent = self.indent();
        let mark = std::mem::take(&mut self.mark);
        let mut before = format!("{:>indent$}", mark);
        for line in text.split('\n') {
            for line in wrapped(line, self.width.saturating_sub(indent)) {
                self.out += &format!("{before}{line}\n");
                before = " ".repeat(indent);
            }
        }
        if self.lists.is_empty() {
            self.out.push('\n');
        }
    }

    fn end_heading(&mut self, level: &str) {
        let title = std::mem::take(&mut self.inline);
        self.gap();
        let lines = wrapped(&title, self.width);
        let width = lines.iter().map(|line| line.width()).max().unwrap_or(0);
        for line in lines {
            self.out += &format!("{line}\n");
        }
        let under = match level {
            "1" => "=",
            "2" => "-",
            _ => "",
        };
        if !under.is_empty() {
            self.out += &format!("{}\n", under.repeat(width));
        }
        self.out.push('\n');
    }

    fn end_code(&mut self) {
        let text = std::mem::take(&mut self.inline);
        let indent = " ".repeat(self.indent() + 4);
        self.gap();
        for line in text.lines() {
            let line = format!("{indent}{line}");
            self.out += &format!("{}\n", line.trim_end());
        }
        self.out.push('\n');
    }

    fn end_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let widths = widths(&rows, self.width);
        self.gap();
        for (number, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = row
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| wrapped(cell, width))
                .collect();
            let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..lines {
                let parts = cells.iter().zip(&widths).map(|(cell, &width)| {
                    let part = cell.get(line).map_or("", String::as_str);
                    format!("{part}{}", " ".repeat(width.saturating_sub(part.width())))
                });
                let line = parts.collect::<Vec<_>>().join("  ");
                self.out += &format!("{}\n", line.trim_end());
            }
            if number == 0 {
                let rules = widths.iter().map(|&width| "-".repeat(width));
                self.out += &format!("{}\n", rules.collect::<Vec<_>>().join("  "));
            }
        }
        self.out.push('\n');
    }
}

/// The mark of an item.
fn mark(number: Option<u64>) -> String {
    number.map_or("- ".to_owned(), |number| format!("{number}. "))
}

/// How wide the columns of a table are: as wide as they want, but the widest give way until all fit.
fn widths(rows: &[Vec<String>], most: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wanted = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0).max(1)
    };
    let mut widths: Vec<usize> = (0..columns).map(wanted).collect();
    let gaps = 2 * columns.saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > most {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST => *widest -= 1,
            _ => break,
        }
    }
    widths
}

/// A text in lines of at most so many columns, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::pieces;

    /// Markdown as plain text.
    fn of(markdown: &str, width: usize) -> String {
        plain(&pieces(markdown), width)
    }

    #[test]
    fn paragraphs_have_no_marks() {
        let text = of(
            "# Odds\n\nCounted, *not* [estimated](odds.md).\n\n    fairdeal odds weak-two\n",
            12,
        );
        assert_eq!(
            text,
            "Odds\n====\n\nCounted, not\nestimated.\n\n    fairdeal odds weak-two\n"
        );
    }

    #[test]
    fn lists_and_code_are_laid_out() {
        let text = of(
            "## Two\n\n- one and two and\n  three\n- four\n\n1. five\n2. six\n\n```console\n$ ls\n```\n",
            12,
        );
        let made =
            "Two\n---\n\n- one and\n  two and\n  three\n- four\n\n1. five\n2. six\n\n    $ ls\n\n";
        assert_eq!(text.trim_end(), made.trim_end());
    }

    #[test]
    fn the_widest_column_of_a_table_gives_way() {
        let text = of(
            "| a | meaning |\n| --- | --- |\n| `x` | one two three four |\n",
            16,
        );
        assert_eq!(
            text.trim_end(),
            "a  meaning\n-  -------------\nx  one two three\n   four"
        );
    }

    #[test]
    fn no_page_is_wider_than_it_may_be_but_for_code_and_long_words() {
        for page in crate::PAGES {
            for width in [40, 80, 100] {
                for line in page.plain(width).lines() {
                    let is_code = line.starts_with("    ");
                    let is_table = line.contains("  ") && !line.starts_with("- ");
                    let is_word = line.trim().split(' ').count() <= 2;
                    assert!(
                        line.width() <= width || is_code || is_table || is_word,
                        "{}: {line}",
                        page.name
                    );
                }
            }
        }
    }
}

//! Places in a text: bytes here, lines and columns in editors, which count letters in one of two ways.

use ls_types::{Position, Range};

/// How an editor counts columns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Columns {
    /// In units of UTF-16, unless something else is agreed on.
    #[default]
    Utf16,
    /// In bytes.
    Utf8,
}

impl Columns {
    fn width(self, text: &str) -> usize {
        match self {
            Columns::Utf16 => text.chars().map(char::len_utf16).sum(),
            Columns::Utf8 => text.len(),
        }
    }

    /// Where a byte is.
    pub(crate) fn position(self, text: &str, at: usize) -> Position {
        let at = text.floor_char_boundary(at.min(text.len()));
        let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let line = text[..at].bytes().filter(|&byte| byte == b'\n').count();
        Position {
            line: line as u32,
            character: self.width(&text[line_start..at]) as u32,
        }
    }

    /// Where some bytes are.
    pub(crate) fn range(self, text: &str, bytes: std::ops::Range<usize>) -> Range {
        Range {
            start: self.position(text, bytes.start),
            end: self.position(text, bytes.end),
        }
    }

    /// Which byte is at a position. Behind the end of a line is its end, and behind the last line the end of all.
    pub(crate) fn byte(self, text: &str, position: Position) -> usize {
        let mut start = 0;
        for _ in 0..position.line {
            match text[start..].find('\n') {
                Some(length) => start += length + 1,
                None => return text.len(),
            }
        }
        let line = text[start..].split('\n').next().unwrap_or("");
        let line = line.strip_suffix('\r').unwrap_or(line);
        let wanted = position.character as usize;
        let mut before = 0;
        for (at, letter) in line.char_indices() {
            if before >= wanted {
                return start + at;
            }
            before += self.width(letter.encode_utf8(&mut [0; 4]));
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_and_found_again() {
        let text = "a\u{e9}\u{1f0a1}b\r\n\nlast";
        for columns in [Columns::Utf16, Columns::Utf8] {
            for (at, letter) in text.char_indices().filter(|(_, letter)| *letter != '\n') {
                let position = columns.position(text, at);
                assert_eq!(columns.byte(text, position), at, "{letter}");
            }
        }
        let at = |columns: Columns, at| {
            let Position { line, character } = columns.position(text, at);
            (line, character)
        };
        let b = text.find('b').unwrap();
        assert_eq!(at(Columns::Utf16, b), (0, 4));
        assert_eq!(at(Columns::Utf8, b), (0, 7));
        let far = |line, character| Columns::Utf16.byte(text, Position { line, character });
        assert_eq!(far(0, 99), b + 1);
        assert_eq!(far(99, 0), text.len());
        assert_eq!(far(1, 5), b + 3);
    }
}

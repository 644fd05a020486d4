//! A line that is being typed: what each key does to it. It knows no terminal.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

/// What is typed, in letters as people see them, and where the cursor stands among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    letters: Vec<String>,
    at: usize,
}

impl Line {
    /// A line with some text in it; the cursor is at its end.
    pub(crate) fn new(text: &str) -> Line {
        let letters: Vec<String> = text.graphemes(true).map(str::to_owned).collect();
        Line {
            at: letters.len(),
            letters,
        }
    }

    /// What is typed so far.
    pub(crate) fn text(&self) -> String {
        self.letters.concat()
    }

    /// Its letters.
    pub(crate) fn letters(&self) -> &[String] {
        &self.letters
    }

    /// Before which letter the cursor stands.
    pub(crate) fn cursor(&self) -> usize {
        self.at
    }

    /// Does what a key does in a line; `false` if that is nothing.
    pub(crate) fn press(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        match key.code {
            KeyCode::Left if control || alt => self.at = self.word_before(),
            KeyCode::Right if control || alt => self.at = self.word_after(),
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.letters.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.letters.len(),
            KeyCode::Backspace if control || alt => self.cut(self.word_before(), self.at),
            KeyCode::Backspace => self.cut(self.at.saturating_sub(1), self.at),
            KeyCode::Delete if control => self.cut(self.at, self.word_after()),
            KeyCode::Delete => self.cut(self.at, self.at + 1),
            KeyCode::Char(letter) if control => match letter {
                'a' => self.at = 0,
                'e' => self.at = self.letters.len(),
                'b' => self.at = self.at.saturating_sub(1),
                'f' => self.at = (self.at + 1).min(self.letters.len()),
                'u' => self.cut(0, self.at),
                'k' => self.cut(self.at, self.letters.len()),
                'w' => self.cut(self.word_before(), self.at),
                'h' => self.cut(self.at.saturating_sub(1), self.at),
                'd' => self.cut(self.at, self.at + 1),
                _ => return false,
            },
            KeyCode::Char(letter) if alt => match letter {
                'b' => self.at = self.word_before(),
                'f' => self.at = self.word_after(),
                'd' => self.cut(self.at, self.word_after()),
                _ => return false,
            },
            KeyCode::Char(letter) => self.put(letter),
            _ => return false,
        }
        true
    }

    /// Types a letter. An accent joins the letter before it.
    fn put(&mut self, letter: char) {
        let before: String = self.letters[..self.at].concat();
        let after = self.letters.split_off(self.at);
        *self = Line::new(&format!("{before}{letter}"));
        self.letters.extend(after);
    }

    fn cut(&mut self, from: usize, to: usize) {
        let to = to.min(self.letters.len());
        self.letters.drain(from..to);
        self.at = from;
    }

    /// Where the word before the cursor begins: spaces first, then what is none.
    fn word_before(&self) -> usize {
        let is_space = |at: usize| self.letters[at].trim().is_empty();
        let mut at = self.at;
        while at > 0 && is_space(at - 1) {
            at -= 1;
        }
        while at > 0 && !is_space(at - 1) {
            at -= 1;
        }
        at
    }

    /// Where the word after the cursor ends.
    fn word_after(&self) -> usize {
        let is_space = |at: usize| self.letters[at].trim().is_empty();
        let mut at = self.at;
        while at < self.letters.len() && is_space(at) {
            at += 1;
        }
        while at < self.letters.len() && !is_space(at) {
            at += 1;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(text: &str, keys: &[(KeyCode, KeyModifiers)]) -> (String, usize) {
        let mut line = Line::new(text);
        for (code, modifiers) in keys {
            line.press(KeyEvent::new(*code, *modifiers));
        }
        (line.text(), line.cursor())
    }

    #[test]
    fn keys_do_what_people_expect() {
        const NONE: KeyModifiers = KeyModifiers::NONE;
        const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        let control = |letter| (Char(letter), CONTROL);
        for (keys, text, at) in [
            (vec![(Char('x'), NONE)], "one twox", 8),
            (vec![(Left, NONE), (Char('x'), NONE)], "one twxo", 7),
            (
                vec![(Home, NONE), (Right, NONE), (Char('x'), NONE)],
                "oxne two",
                2,
            ),
            (vec![(Left, CONTROL)], "one two", 4),
            (vec![control('u')], "", 0),
            (vec![(Left, CONTROL), control('u')], "two", 0),
            (vec![control('w')], "one ", 4),
            (vec![control('w'), control('w')], "", 0),
            (vec![control('a'), control('k')], "", 0),
            (vec![control('a'), (Delete, NONE)], "ne two", 0),
            (
                vec![(Home, NONE), (Right, CONTROL), control('w')],
                " two",
                0,
            ),
            (vec![(Backspace, NONE), (End, NONE)], "one tw", 6),
            (
                vec![control('a'), (Left, NONE), (Backspace, NONE)],
                "one two",
                0,
            ),
            (vec![control('x')], "one two", 7),
        ] {
            assert_eq!(pressed("one two", &keys), (text.to_owned(), at), "{keys:?}");
        }
        // A letter with its accent is one letter.
        assert_eq!(
            pressed("cafe", &[(Char('\u{301}'), NONE)]),
            ("cafe\u{301}".to_owned(), 4)
        );
        assert_eq!(
            pressed("cafe\u{301}", &[(Backspace, NONE)]),
            ("caf".to_owned(), 3)
        );
    }
}

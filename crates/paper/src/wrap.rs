//! Text that is longer than a line.

use crate::font::{Face, width};
use crate::page::Ink;

/// A piece of text in one font and one colour; a line has several.
#[derive(Clone, PartialEq, Debug)]
pub struct Span {
    /// The text, as [`crate::shown`] gives it.
    pub text: String,
    /// Its font.
    pub face: Face,
    /// Its colour.
    pub ink: Ink,
}

/// How wide some spans are beside each other.
pub fn spans_width(spans: &[Span], size: f32) -> f32 {
    let widths = spans.iter().map(|span| width(&span.text, span.face, size));
    widths.sum()
}

/// The lines of a text that are at most so wide: broken at spaces, and within a word only where it is wider than a line. A
/// character that is wider than a line has a line of its own. Time is in proportion to the text.
///
/// ```
/// use paper::{Face, Ink, Span, wrap};
/// let span = Span { text: "lead the king".into(), face: Face::Regular, ink: Ink::BLACK };
/// let lines = wrap(&[span], 10.0, 45.0);
/// let texts: Vec<&str> = lines.iter().map(|line| line[0].text.as_str()).collect();
/// assert_eq!(texts, ["lead the", "king"]);
/// ```
pub fn wrap(spans: &[Span], size: f32, most: f32) -> Vec<Vec<Span>> {
    let mut lines = Lines {
        done: Vec::new(),
        line: Vec::new(),
        used: 0.0,
        most,
    };
    // A word may go over several spans, as in ♥K.
    let mut word: Vec<(char, Face, Ink, f32)> = Vec::new();
    let letters = spans.iter().flat_map(|span| {
        let with = move |letter| (letter, span.face, span.ink);
        span.text.chars().map(with)
    });
    let mut space: Option<(char, Face, Ink, f32)> = None;
    for (letter, face, ink) in letters {
        let glyph = face.glyph(letter);
        let wide = glyph.map_or(0.0, |glyph| glyph.advance) * size;
        if letter != ' ' {
            word.push((letter, face, ink, wide));
            continue;
        }
        if !word.is_empty() {
            lines.add(space.take(), &word);
            word.clear();
        }
        space = Some((letter, face, ink, wide));
    }
    if !word.is_empty() {
        lines.add(space, &word);
    }
    lines.end_line();
    lines.done
}

type Letter = (char, Face, Ink, f32);

struct Lines {
    done: Vec<Vec<Span>>,
    line: Vec<Span>,
    used: f32,
    most: f32,
}

impl Lines {
    fn add(&mut self, space: Option<Letter>, word: &[Letter]) {
        let wide: f32 = word.iter().map(|(.., wide)| wide).sum();
        let space = space.filter(|_| !self.line.is_empty());
        let before = space.map_or(0.0, |(.., wide)| wide);
        if !self.line.is_empty() && self.used + before + wide > self.most {
            self.end_line();
        } else if let Some(space) = space {
            self.push(space);
        }
        for &letter in word {
            if !self.line.is_empty() && self.used + letter.3 > self.most {
                self.end_line();
            }
            self.push(letter);
        }
    }

    fn push(&mut self, (letter, face, ink, wide): Letter) {
        match self.line.last_mut() {
            Some(span) if (span.face, span.ink) == (face, ink) => span.text.push(letter),
            _ => self.line.push(Span {
                text: letter.to_string(),
                face,
                ink,
            }),
        }
        self.used += wide;
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.done.push(std::mem::take(&mut self.line));
        }
        self.used = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str, ink: Ink) -> Span {
        Span {
            text: text.to_owned(),
            face: Face::Regular,
            ink,
        }
    }

    #[test]
    fn no_line_is_too_wide_and_no_letter_is_lost() {
        let text = format!("one {} two  three {}", "w".repeat(500), "ill ".repeat(300));
        let spans = [
            span(&text, Ink::BLACK),
            span("♥", Ink::RED),
            span("K", Ink::BLACK),
        ];
        for most in [30.0, 77.0, 400.0] {
            let lines = wrap(&spans, 9.0, most);
            let mut joined = String::new();
            for line in &lines {
                assert!(spans_width(line, 9.0) <= most + 0.01);
                joined.extend(line.iter().map(|span| span.text.as_str()));
            }
            let plain = |text: &str| text.replace(' ', "");
            assert_eq!(plain(&joined), plain(&(text.clone() + "♥K")));
        }
    }

    #[test]
    fn a_word_of_two_colours_stays_together() {
        let spans = [
            span("lead ", Ink::BLACK),
            span("♥", Ink::RED),
            span("K", Ink::BLACK),
        ];
        let lines = wrap(&spans, 10.0, 30.0);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1], spans[1..]);
    }
}

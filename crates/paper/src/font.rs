//! The fonts: which characters they have and how wide these are.
//!
//! They are DejaVu Sans Condensed, regular and bold, cut down to Latin, Greek, Cyrillic, the suits and a few signs
//! (fonts/README.md says how). Letters stand one beside the other without kerning, in PDF as in HTML.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::truetype::TrueType;

/// How far letters with accents go above the line they stand on, in parts of the size.
pub const ASCENT: f32 = 0.93;
/// How far letters go below that line, in parts of the size.
pub const DESCENT: f32 = 0.24;

/// Stands for a character that the fonts lack.
const MISSING: char = '□';

/// A font.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Face {
    /// The usual one.
    #[default]
    Regular,
    /// The heavy one.
    Bold,
}

/// A character in a font.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Glyph {
    /// Its number, for a file with the font in it.
    pub id: u16,
    /// In parts of the size.
    pub advance: f32,
}

struct Font(HashMap<char, Glyph>);

static REGULAR: LazyLock<Font> = LazyLock::new(|| Font::read(Face::Regular));
static BOLD: LazyLock<Font> = LazyLock::new(|| Font::read(Face::Bold));

impl Font {
    /// A font that cannot be read has no characters; a test sees to it that ours can.
    fn read(face: Face) -> Font {
        let read = || {
            let font = TrueType::new(face.file())?;
            let units = f32::from(font.units()?);
            let known = font.letters()?.into_iter().filter_map(|(letter, id)| {
                let advance = f32::from(font.advance(id)?) / units;
                Some((letter, Glyph { id, advance }))
            });
            Some(known.collect())
        };
        Font(read().unwrap_or_default())
    }
}

impl Face {
    pub(crate) fn file(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../fonts/DejaVuSansCondensed.ttf"),
            Face::Bold => include_bytes!("../fonts/DejaVuSansCondensed-Bold.ttf"),
        }
    }

    fn font(self) -> &'static Font {
        match self {
            Face::Regular => &REGULAR,
            Face::Bold => &BOLD,
        }
    }

    pub(crate) fn glyph(self, letter: char) -> Option<Glyph> {
        let known = &self.font().0;
        known.get(&letter).or_else(|| known.get(&MISSING)).copied()
    }

    /// Whether it has a character.
    pub fn has(self, letter: char) -> bool {
        self.font().0.contains_key(&letter)
    }
}

/// How wide a text is in points.
///
/// ```
/// use paper::{Face, width};
/// assert!(width("♠ A K 10", Face::Bold, 10.0) > width("♠ A K 10", Face::Regular, 10.0));
/// assert_eq!(width("", Face::Regular, 10.0), 0.0);
/// ```
pub fn width(text: &str, face: Face, size: f32) -> f32 {
    let advances = text.chars().filter_map(|letter| face.glyph(letter));
    advances.map(|glyph| glyph.advance).sum::<f32>() * size
}

/// A text as it can be shown: letters and their accents put together, white space as spaces, what is invisible left out, and a
/// box for each character that the fonts lack.
///
/// ```
/// assert_eq!(paper::shown("e\u{301}\t♠\u{200b} 橋"), "é ♠ □");
/// ```
pub fn shown(text: &str) -> String {
    let seen = text.nfc().filter_map(|letter| match letter {
        letter if letter.is_whitespace() || letter.is_control() => Some(' '),
        letter if is_invisible(letter) => None,
        letter if Face::Regular.has(letter) && Face::Bold.has(letter) => Some(letter),
        _ => Some(MISSING),
    });
    seen.collect()
}

/// What only tells how its neighbours are shown.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_have_what_cards_and_languages_need() {
        for face in [Face::Regular, Face::Bold] {
            for letter in "AKQJ1098765432♠♥♦♣–−—…·□éßŁőșΩжЯ€→№".chars()
            {
                assert!(face.has(letter), "{face:?} {letter}");
            }
        }
    }

    #[test]
    fn letters_have_the_width_of_the_font() {
        // A digit is 1,174 of 2,048 units wide, all digits are.
        for digit in '0'..='9' {
            let digit = digit.to_string();
            assert!((width(&digit, Face::Regular, 2048.0) - 1173.0).abs() < 2.0);
        }
    }

    #[test]
    fn whatever_is_shown_is_in_the_fonts() {
        let all = (0..0x3000)
            .chain([0x1F600, 0xE0001, 0x10FFFF])
            .filter_map(char::from_u32);
        for letter in shown(&all.collect::<String>()).chars() {
            assert!(Face::Bold.has(letter), "{letter:?}");
        }
    }
}

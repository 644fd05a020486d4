//! What a board was dealt as: the hand type of a script, or the subprofiles of a profile, in words.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The words for what a board was dealt as: a line of text that is not empty. A clone is cheap, because many boards have
/// the same.
///
/// ```
/// use bridge::HandType;
/// assert_eq!(HandType::new(" weak two \n").unwrap().as_str(), "weak two");
/// assert_eq!(HandType::new(" "), None);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandType(Arc<str>);

/// Longer words are cut: nobody reads them, and every board carries them.
const MOST_LETTERS: usize = 1000;

impl HandType {
    /// The words on one line, without white space around them; `None` if there are none.
    pub fn new(words: &str) -> Option<HandType> {
        let one_line = |letter: char| {
            if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') {
                ' '
            } else {
                letter
            }
        };
        let words: String = words.trim().chars().map(one_line).collect();
        let words: String = words.trim().chars().take(MOST_LETTERS).collect();
        let words = words.trim_end();
        (!words.is_empty()).then(|| HandType(words.into()))
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HandType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The words.
impl Serialize for HandType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for HandType {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "HandType".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_one_line_and_not_endless() {
        let words = HandType::new("\tNorth\r\nweak\u{2028}two ").unwrap();
        assert_eq!(words.as_str(), "North  weak two");
        let long = HandType::new(&"♠ ".repeat(5_000)).unwrap();
        assert_eq!(long.as_str().chars().count(), MOST_LETTERS - 1);
        for nothing in ["", "\n", " \u{0} "] {
            assert_eq!(HandType::new(nothing), None, "{nothing:?}");
        }
    }
}

//! Names of profiles: which will do, and which are the same to people.

use unicode_normalization::UnicodeNormalization;
use wizard::LONGEST_NAME;

use crate::error::StoreError;

/// Whether two names are the same to people: case, accents and spaces aside.
pub fn same_name(a: &str, b: &str) -> bool {
    key(a) == key(b)
}

fn key(name: &str) -> String {
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| word.nfc().collect::<String>().to_lowercase())
        .collect();
    words.join(" ")
}

/// That a name can be listed and typed.
///
/// # Errors
/// When it is empty, very long, or has characters that cannot be seen.
pub fn check_name(name: &str) -> Result<(), StoreError> {
    let wrong = |message: String| Err(StoreError::Name(message));
    match name.trim() {
        "" => wrong("a profile needs a name".to_owned()),
        text if text.chars().count() > LONGEST_NAME => wrong(format!(
            "the name has {} characters: at most {LONGEST_NAME}",
            text.chars().count()
        )),
        text if text.chars().any(char::is_control) => {
            wrong("the name has a character that cannot be seen, such as a new line".to_owned())
        }
        _ => Ok(()),
    }
}

/// A text without what would upset a terminal or a page.
pub(crate) fn visible(text: &str) -> String {
    let shown = text
        .chars()
        .map(|letter| if letter.is_control() { '?' } else { letter });
    shown.collect()
}

/// `Weak two defence@1.0`: a name and a version, if there is one.
pub(crate) fn full_name(name: &str, version: &str) -> String {
    match version {
        "" => name.to_owned(),
        version => format!("{name}@{version}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_people_take_for_the_same_are_the_same() {
        assert!(same_name("Weak  Two", " weak two "));
        assert!(same_name("Café", "CAFE\u{0301}"));
        assert!(!same_name("weak two", "weak-two"));
    }

    #[test]
    fn some_names_are_refused() {
        assert!(check_name("a/b: c.d").is_ok());
        for name in ["", "  ", "a\nb", "a\u{1b}[31m", &"x".repeat(121)] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }
}

//! Names of profiles, and file names for them.
//!
//! The name is in the file; the file name only has to be safe everywhere and to remind people of it. So any name will do,
//! slashes, dots and all, and names that differ in case or in how accents are put together are the same name.

use unicode_normalization::UnicodeNormalization;

use crate::error::ShelfError;

/// The longest name, in characters.
const LONGEST: usize = 120;
/// The longest file name without its ending, in bytes: systems allow 255, and temporary names are longer.
const LONGEST_STEM: usize = 100;
/// Names that some systems keep for devices.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

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
pub fn check_name(name: &str) -> Result<(), ShelfError> {
    let wrong = |message: String| Err(ShelfError::Name(message));
    match name.trim() {
        "" => wrong("a profile needs a name".to_owned()),
        text if text.chars().count() > LONGEST => wrong(format!(
            "the name has {} characters: at most {LONGEST}",
            text.chars().count()
        )),
        text if text.chars().any(char::is_control) => {
            wrong("the name has a character that cannot be seen, such as a new line".to_owned())
        }
        _ => Ok(()),
    }
}

/// A safe file name, without its ending, for a name and a version.
pub(crate) fn stem(name: &str, version: &str) -> String {
    let version = version_stem(version);
    let room = LONGEST_STEM - version.len();
    let mut stem = String::new();
    for letter in name.nfc().flat_map(char::to_lowercase) {
        let letter = if letter.is_alphanumeric() {
            letter
        } else {
            '-'
        };
        if letter == '-' && (stem.is_empty() || stem.ends_with('-')) {
            continue;
        }
        if stem.len() + letter.len_utf8() > room {
            break;
        }
        stem.push(letter);
    }
    let stem = stem.trim_end_matches('-');
    let device = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match stem {
        "" => format!("profile{version}"),
        _ if RESERVED.contains(&device) => format!("profile-{stem}{version}"),
        stem => format!("{stem}{version}"),
    }
}

/// `-v1.0`; nothing for a profile without a version.
fn version_stem(version: &str) -> String {
    let kept = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '.';
    let version: String = version.chars().filter(kept).take(20).collect();
    match version.trim_matches('.') {
        "" => String::new(),
        version => format!("-v{}", version.to_ascii_lowercase().replace("..", ".")),
    }
}

/// Versions in the order of their numbers: 1.10 is after 1.9.
pub(crate) fn version_order(version: &str) -> (Vec<u64>, String) {
    let numbers = version.split(|letter: char| !letter.is_ascii_digit());
    let numbers = numbers.filter_map(|number| number.parse().ok());
    (numbers.collect(), version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_safe() {
        for (name, version, file) in [
            ("Weak two defence", "1.0", "weak-two-defence-v1.0"),
            ("Weak two defence", "", "weak-two-defence"),
            ("../../etc/passwd", "", "etc-passwd"),
            ("C:\\boards\\a|b?*", "", "c-boards-a-b"),
            ("...", "", "profile"),
            ("", "", "profile"),
            ("CON", "", "profile-con"),
            ("com7", "", "profile-com7"),
            ("console", "", "console"),
            ("Über-Stürmer ♠", "", "über-stürmer"),
            ("a\u{0301}", "", "á"),
            ("x", "../../1", "x-v1"),
            ("x", "2..0", "x-v2.0"),
        ] {
            assert_eq!(stem(name, version), file, "{name:?} {version:?}");
        }
        for long in ["é".repeat(500), "x".repeat(500), "♠".repeat(500)] {
            let stem = stem(&long, &"9".repeat(500));
            assert!(stem.len() <= LONGEST_STEM, "{stem}");
        }
    }

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

    #[test]
    fn versions_are_numbers() {
        let mut versions = ["1.10", "1.9", "", "2", "1.9b"];
        versions.sort_by_key(|version| version_order(version));
        assert_eq!(versions, ["", "1.9", "1.9b", "1.10", "2"]);
    }
}

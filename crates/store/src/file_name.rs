//! File names for profiles, and the order of versions.
//!
//! The name is in the file; the file name only has to be safe everywhere and to remind people of it. So any name will do,
//! slashes, dots and all.

use unicode_normalization::UnicodeNormalization;

/// The longest file name without its ending, in bytes: systems allow 255, and temporary names are longer.
const LONGEST_STEM: usize = 100;
/// Names that some systems keep for devices.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

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
///
/// ```
/// assert!(store::version_order("1.10") > store::version_order("1.9"));
/// ```
pub fn version_order(version: &str) -> (Vec<u64>, String) {
    let numbers = version.split(|letter: char| !letter.is_ascii_digit());
    let numbers = numbers.filter_map(|number| number.parse().ok());
    (numbers.collect(), version.to_owned())
}

/// The version after another: 1.1 after 1.0, 1.10 after 1.9.
pub(crate) fn next_version(version: &str) -> String {
    let end = version.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match version[end.len()..].parse::<u64>() {
        Ok(number) => format!("{end}{}", number.saturating_add(1)),
        Err(_) if version.is_empty() => "1.1".to_owned(),
        Err(_) => format!("{version}.1"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_go_up() {
        for (version, next) in [
            ("1.0", "1.1"),
            ("1.9", "1.10"),
            ("2", "3"),
            ("", "1.1"),
            ("beta", "beta.1"),
        ] {
            assert_eq!(next_version(version), next);
            assert!(version_order(next) > version_order(version));
        }
    }

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
    fn versions_are_numbers() {
        let mut versions = ["1.10", "1.9", "", "2", "1.9b"];
        versions.sort_by_key(|version| version_order(version));
        assert_eq!(versions, ["", "1.9", "1.9b", "1.10", "2"]);
    }
}

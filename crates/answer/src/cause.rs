//! Why the system could not do something, in words for people: its own words and numbers tell them nothing.

use std::io::{Error, ErrorKind};

/// Why a file could not be read or written, as what follows `cannot read FILE: `.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// assert_eq!(answer::cause(&Error::from_raw_os_error(2)), "there is no such file");
/// assert_eq!(answer::cause(&ErrorKind::NotADirectory.into()), "part of its name is a file, and no folder");
/// assert_eq!(answer::cause(&Error::other("it has more than 16 MiB")), "it has more than 16 MiB");
/// ```
pub fn cause(error: &Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "part of its name is a file, and no folder",
        ErrorKind::PermissionDenied => "this user may not do that",
        ErrorKind::AlreadyExists => "it is there already",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no room left",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there",
        ErrorKind::InvalidFilename => "no file can have this name",
        ErrorKind::UnexpectedEof => "it ends too early",
        ErrorKind::BrokenPipe => "nobody reads it any more",
        ErrorKind::InvalidData => "it is not the text that it should be",
        _ => return without_numbers(&error.to_string()),
    };
    words.to_owned()
}

/// A sentence of the system without its number, and without a path that nobody named.
fn without_numbers(text: &str) -> String {
    let end = [" (os error ", " at path \""]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min();
    let words = text[..end.unwrap_or(text.len())].trim();
    match words.chars().next() {
        Some(first) if end.is_some() => {
            first.to_lowercase().to_string() + &words[first.len_utf8()..]
        }
        _ => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_system_is_left() {
        for number in 1..134 {
            let words = cause(&Error::from_raw_os_error(number));
            assert!(!words.contains("os error") && !words.is_empty(), "{words}");
        }
        let at = Error::other("too bad at path \"/tmp/.part-1\"");
        assert_eq!(cause(&at), "too bad");
    }
}

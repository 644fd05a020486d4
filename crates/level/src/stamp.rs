//! The line that says what a leveled copy was made from, so that a copy of a source that has changed since is told.

use std::fmt;
use std::ops::Range;

use sha2::{Digest, Sha256};

/// What the line begins with.
const BEGINS: &str = "# leveled-from: ";
/// What stands between the name and the hash.
const HASH: &str = " sha256:";

/// What a leveled copy was made from: `# leveled-from: slams.dlr sha256:…`.
///
/// ```
/// use level::LeveledFrom;
/// let stamp = LeveledFrom::new("slams.dlr", b"condition 1");
/// let copy = stamp.stamped("condition 1 and levelTheDeal\n");
/// let (found, _) = LeveledFrom::find(&copy).unwrap();
/// assert_eq!((found.file.as_str(), found.fits(b"condition 1")), ("slams.dlr", true));
/// assert!(!found.fits(b"condition 2"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeveledFrom {
    /// The name of the source, as it was called.
    pub file: String,
    /// The SHA-256 of its bytes, in small hexadecimal digits.
    pub sha256: String,
}

impl LeveledFrom {
    /// What is made from a file of this name and these bytes.
    pub fn new(file: &str, bytes: &[u8]) -> LeveledFrom {
        LeveledFrom {
            file: file.replace(|letter: char| letter.is_control(), " "),
            sha256: hexadecimal(&Sha256::digest(bytes)),
        }
    }

    /// The stamp of a copy, and where it stands, without the end of its line; `None` if it has none.
    pub fn find(text: &str) -> Option<(LeveledFrom, Range<usize>)> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let place = start..start + line.trim_end().len();
            start += line.len();
            let stamp = line.trim_end().strip_prefix(BEGINS);
            let Some((file, sha256)) = stamp.and_then(|stamp| stamp.rsplit_once(HASH)) else {
                continue;
            };
            let digits = |byte: u8| byte.is_ascii_hexdigit();
            if sha256.len() == 64 && sha256.bytes().all(digits) {
                let (file, sha256) = (file.to_owned(), sha256.to_lowercase());
                return Some((LeveledFrom { file, sha256 }, place));
            }
        }
        None
    }

    /// Whether it was made from these bytes.
    pub fn fits(&self, bytes: &[u8]) -> bool {
        hexadecimal(&Sha256::digest(bytes)) == self.sha256
    }

    /// A text with this stamp: in the place of the one it has, or as its first line.
    pub fn stamped(&self, text: &str) -> String {
        match LeveledFrom::find(text) {
            Some((_, place)) => format!("{}{self}{}", &text[..place.start], &text[place.end..]),
            None => {
                let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
                format!("{self}{newline}{text}")
            }
        }
    }
}

impl fmt::Display for LeveledFrom {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{BEGINS}{}{HASH}{}", self.file, self.sha256)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_written_once_and_read_again() {
        let stamp = LeveledFrom::new("a b.dlr", b"abc");
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(
            stamp.to_string(),
            format!("# leveled-from: a b.dlr sha256:{known}")
        );
        let once = stamp.stamped("one\r\ntwo\r\n");
        assert_eq!(once, format!("{stamp}\r\none\r\ntwo\r\n"));
        let other = LeveledFrom::new("new\nline", b"");
        let twice = other.stamped(&once);
        assert_eq!(twice, format!("{other}\r\none\r\ntwo\r\n"));
        assert_eq!(other.file, "new line");
        assert_eq!(
            LeveledFrom::find(&twice),
            Some((other.clone(), 0..other.to_string().len()))
        );
        for none in [
            "",
            "# leveled-from: a sha256:abc",
            "# leveled-from: ",
            "x # leveled-from: a sha256:",
        ] {
            assert_eq!(LeveledFrom::find(none), None);
        }
        let upper = format!("first\n# leveled-from: a sha256:{}\n", known.to_uppercase());
        let (found, place) = LeveledFrom::find(&upper).unwrap();
        assert!(found.fits(b"abc") && upper[place].starts_with("# leveled-from"));
    }
}

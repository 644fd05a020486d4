//! What boards are dealt by: a seed, which is a number or a text that is told to everyone, or a secret key with what was mixed
//! into it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use answer::Explained;
use space::{Key, digest};

/// A seed, or a public value, has no more bytes than this.
pub const MOST_SEED_BYTES: usize = 64 << 10;
/// More characters than this of a text are not shown.
const SHOWN: usize = 80;
/// No file of a key has so many bytes.
#[cfg(feature = "files")]
const MOST_KEY_BYTES: u64 = 4096;
#[cfg(feature = "files")]
const TOO_LARGE: &str = "a key is 32 bytes, or 64 hexadecimal digits, and this is much more";
/// So many hexadecimal digits of a key's mark tell it from others.
const MARK_SHOWN: usize = 16;

/// What boards are dealt by: the same seed gives the same boards. Digits that fit 64 bits are a number, whatever else is
/// written a text; a [`SecretKey`] makes one that does not tell its name.
///
/// ```
/// use fairdeal::Seed;
/// assert_eq!("7".parse(), Ok(Seed::from(7)));
/// assert_eq!("club evening".parse::<Seed>().unwrap().to_string(), "seed \"club evening\"");
/// assert!("".parse::<Seed>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    key: Key,
    named: Named,
}

/// What may be said of a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Named {
    Number(u64),
    Text(Arc<str>),
    /// The mark of a secret key, and what was mixed into it.
    Secret(String, Option<Arc<str>>),
}

/// Why there is no seed, or no key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeedError {
    /// Nothing was written.
    #[error("a seed has at least one character: write a number or any text")]
    Empty,
    /// A public value of nothing.
    #[error("a public value has at least one character: write it as it was published")]
    EmptyPublic,
    /// A text that is too long.
    #[error("a seed and a public value have at most 64 KiB, and this one has {0} bytes")]
    TooLong(usize),
    /// Something that is no key, of so many bytes.
    #[error("a key is 32 bytes, or 64 hexadecimal digits, and this is {0}")]
    NoKey(String),
    /// The system has no randomness to give.
    #[error("the system has no random numbers for a key: {0}")]
    NoRandomness(String),
}

impl Explained for SeedError {
    fn code(&self) -> &'static str {
        match self {
            SeedError::Empty | SeedError::EmptyPublic => "empty-seed",
            SeedError::TooLong(_) => "seed-too-long",
            SeedError::NoKey(_) => "no-key",
            SeedError::NoRandomness(_) => "no-randomness",
        }
    }
}

impl Seed {
    /// What the streams of its boards are keyed with.
    pub fn key(&self) -> Key {
        self.key
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<u64> {
        match self.named {
            Named::Number(number) => Some(number),
            _ => None,
        }
    }

    /// What others may be told of it: the number, the text, or of a secret key how its mark begins, with what was mixed into
    /// it.
    pub fn name(&self) -> String {
        match &self.named {
            Named::Number(number) => number.to_string(),
            Named::Text(text) => text.to_string(),
            Named::Secret(mark, None) => format!("key {}", &mark[..MARK_SHOWN]),
            Named::Secret(mark, Some(public)) => {
                format!("key {} with {public}", &mark[..MARK_SHOWN])
            }
        }
    }

    /// The mark of the secret key, if it is one.
    pub fn key_mark(&self) -> Option<&str> {
        match &self.named {
            Named::Secret(mark, _) => Some(mark),
            _ => None,
        }
    }

    /// One of our own, for boards that are only looked at: nothing that anybody gives leads to it.
    pub(crate) fn ours(purpose: &str) -> Seed {
        Seed {
            key: Key::ours(purpose),
            named: Named::Text(purpose.into()),
        }
    }

    /// How many boards further on the cycle of vulnerabilities begins, where that is by the seed.
    pub(crate) fn vulnerability_from(&self) -> u64 {
        let number = self.number();
        number.unwrap_or_else(|| self.key.number("vulnerability")) % 16
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed {
            key: number.into(),
            named: Named::Number(number),
        }
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        if let Ok(number) = text.parse::<u64>() {
            return Ok(number.into());
        }
        match text.len() {
            0 => Err(SeedError::Empty),
            length if length > MOST_SEED_BYTES => Err(SeedError::TooLong(length)),
            _ => Ok(Seed {
                key: Key::hashed("fairdeal seed", &[text.as_bytes()]),
                named: Named::Text(text.into()),
            }),
        }
    }
}

impl fmt::Display for Seed {
    /// `seed 7`, `seed "club evening"`, `key 3f2a91c04b7d55e1`: always on one line, and never long.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.named {
            Named::Number(number) => write!(f, "seed {number}"),
            Named::Text(text) => write!(f, "seed {}", quoted(text)),
            Named::Secret(mark, public) => {
                write!(f, "key {}", &mark[..MARK_SHOWN])?;
                match public {
                    Some(public) => write!(f, " with the public value {}", quoted(public)),
                    None => Ok(()),
                }
            }
        }
    }
}

/// A text in quotes, on one line, cut off where it is long.
pub(crate) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    let whole = shown.len() == text.len();
    let plain: String = shown
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    if whole {
        format!("\"{plain}\"")
    } else {
        format!("\"{plain}…\" ({} characters)", text.chars().count())
    }
}

/// 256 secret bits that boards are dealt by. They are never printed but by [`SecretKey::reveal`].
///
/// ```
/// let key = fairdeal::SecretKey::read(&[b'7'; 64])?;
/// assert_eq!(key.mark().len(), 64);
/// assert_ne!(key.seed(None)?, key.seed(Some("a public value"))?);
/// # Ok::<(), fairdeal::SeedError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SecretKey([u8; 32]);

impl SecretKey {
    /// The key that a file has: 32 bytes, or 64 hexadecimal digits with blanks around them or not.
    ///
    /// # Errors
    /// [`SeedError::NoKey`].
    pub fn read(file: &[u8]) -> Result<SecretKey, SeedError> {
        let digits = file.trim_ascii();
        let hexadecimal = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
        if let Ok(bytes) = file.try_into()
            && !hexadecimal
        {
            return Ok(SecretKey(bytes));
        }
        match std::str::from_utf8(digits) {
            Ok(digits) if hexadecimal => SecretKey::from_digits(digits),
            _ if file.is_empty() => Err(SeedError::NoKey("empty".to_owned())),
            _ => Err(SeedError::NoKey(answer::plural(file.len() as u64, "byte"))),
        }
    }

    /// The key of 64 hexadecimal digits.
    ///
    /// # Errors
    /// [`SeedError::NoKey`].
    pub fn from_digits(digits: &str) -> Result<SecretKey, SeedError> {
        let values: Option<Vec<u32>> = digits.chars().map(|digit| digit.to_digit(16)).collect();
        match values {
            Some(values) if values.len() == 64 => Ok(SecretKey(std::array::from_fn(|i| {
                (values[2 * i] << 4 | values[2 * i + 1]) as u8
            }))),
            Some(values) => Err(SeedError::NoKey(answer::plural(
                values.len() as u64,
                "digit",
            ))),
            None => Err(SeedError::NoKey("something else".to_owned())),
        }
    }

    /// The key of a file.
    ///
    /// # Errors
    /// A file that cannot be read, or that has no key in it.
    #[cfg(feature = "files")]
    pub fn open(path: &std::path::Path) -> Result<SecretKey, crate::Error> {
        use std::io::Read;
        let name = path.display();
        if path.is_dir() {
            let message = format!("{name} is a folder: a key is in a file");
            return Err(crate::Error::Unreadable(message));
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path);
        let read = file.and_then(|file| file.take(MOST_KEY_BYTES).read_to_end(&mut bytes));
        let cannot = |error| crate::open::cannot_read(path, &error);
        read.map_err(|error| crate::Error::Unreadable(cannot(error)))?;
        SecretKey::read(&bytes).map_err(|error| {
            let message = match error {
                _ if bytes.len() as u64 == MOST_KEY_BYTES => TOO_LARGE.to_owned(),
                error => error.to_string(),
            };
            let body = answer::ErrorBody::new("no-key", format!("{name} is no key: {message}"));
            crate::Error::Other(body)
        })
    }

    /// Writes a new file with it, which only its owner may read. What is there already stays.
    ///
    /// # Errors
    /// A file that is there already or cannot be written.
    #[cfg(feature = "files")]
    pub fn write_new(&self, path: &std::path::Path) -> Result<(), crate::Error> {
        use std::io::Write;
        let name = path.display();
        let cannot = |why: &dyn fmt::Display| {
            let message = format!("cannot write {name}: {why}");
            crate::Error::Other(answer::ErrorBody::new("cannot-write", message))
        };
        let there = "it is there already, and a key is never written over: name another file";
        if path.symlink_metadata().is_ok() {
            return Err(cannot(&there));
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(std::path::Path::new("."));
        if !folder.is_dir() {
            return Err(cannot(&format_args!(
                "there is no folder {}",
                folder.display()
            )));
        }
        // Such a file is for its owner alone from the beginning.
        let file = tempfile::Builder::new()
            .prefix(".fairdeal-")
            .tempfile_in(folder);
        let mut file = file.map_err(|error| cannot(&answer::cause(&error)))?;
        let written = writeln!(file, "{}", self.reveal()).and_then(|()| file.as_file().sync_all());
        written.map_err(|error| cannot(&answer::cause(&error)))?;
        file.persist_noclobber(path)
            .map_err(|error| match error.error.kind() {
                std::io::ErrorKind::AlreadyExists => cannot(&there),
                _ => cannot(&answer::cause(&error.error)),
            })?;
        Ok(())
    }

    /// A key that nobody knows, from the randomness of the system.
    ///
    /// # Errors
    /// Where it has none to give.
    #[cfg(feature = "random-seed")]
    pub fn random() -> Result<SecretKey, SeedError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| SeedError::NoRandomness(error.to_string()))?;
        Ok(SecretKey(bytes))
    }

    /// What may be made public of it beforehand, as 64 hexadecimal digits: only this key has this mark, and nobody can tell
    /// the key from it.
    pub fn mark(&self) -> String {
        hex(&digest("fairdeal key mark", &[&self.0]))
    }

    /// The key itself, as 64 hexadecimal digits.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The seed of its boards: of the key alone, or of the key and a value that was made public after the key was chosen.
    ///
    /// # Errors
    /// A public value that is empty or too long.
    pub fn seed(&self, public: Option<&str>) -> Result<Seed, SeedError> {
        let key = match public {
            None => Key::hashed("fairdeal key", &[&self.0]),
            Some("") => return Err(SeedError::EmptyPublic),
            Some(value) if value.len() > MOST_SEED_BYTES => {
                return Err(SeedError::TooLong(value.len()));
            }
            Some(value) => Key::hashed(
                "fairdeal key and public value",
                &[&self.0, value.as_bytes()],
            ),
        };
        Ok(Seed {
            key,
            named: Named::Secret(self.mark(), public.map(Arc::from)),
        })
    }

    /// A digest of some values that nobody without the key can guess.
    pub(crate) fn blinded(&self, purpose: &str, values: &[&[u8]]) -> String {
        let blind = digest("fairdeal blind", &[&self.0]);
        let values: Vec<&[u8]> = [&blind[..]]
            .into_iter()
            .chain(values.iter().copied())
            .collect();
        hex(&digest(purpose, &values))
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "SecretKey({})", &self.mark()[..MARK_SHOWN])
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A seed that nobody chose: short enough to be typed again.
#[cfg(feature = "random-seed")]
pub fn random_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let random = std::collections::hash_map::RandomState::new();
    random.build_hasher().finish() % 1_000_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(text: &str) -> Seed {
        text.parse().unwrap()
    }

    /// What was typed as a number stays that number; everything else is a text of its own.
    #[test]
    fn digits_are_numbers_and_the_rest_is_text() {
        for (text, number) in [
            ("0", 0),
            ("7", 7),
            ("007", 7),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(seed(text), Seed::from(number));
        }
        let texts = [
            "18446744073709551616",
            "-1",
            "7 ",
            " ",
            "7.0",
            "é",
            "🂡",
            "\u{0}",
        ];
        for (i, text) in texts.iter().enumerate() {
            assert_eq!(seed(text).number(), None, "{text}");
            assert_eq!(seed(text).name(), *text);
            for other in &texts[..i] {
                assert_ne!(seed(text).key(), seed(other).key(), "{text} {other}");
            }
        }
        assert_eq!("".parse::<Seed>(), Err(SeedError::Empty));
        let long = "x".repeat(MOST_SEED_BYTES);
        assert!(long.parse::<Seed>().is_ok());
        assert!((long + "x").parse::<Seed>().is_err());
    }

    /// The keys of texts and secrets never move. They were worked out with another program (Python's hashlib).
    #[test]
    fn keys_are_pinned() {
        let secret: [u8; 32] = std::array::from_fn(|i| i as u8);
        let key = SecretKey::read(&secret).unwrap();
        assert_eq!(
            key.mark(),
            "06fd7f8fec05866defcab9018b487a3e4608ecb011a857eff555b589d6d4418f"
        );
        let numbers = [
            seed("club evening"),
            key.seed(None).unwrap(),
            key.seed(Some("8 14 21")).unwrap(),
        ];
        let numbers = numbers.map(|seed| seed.key().number("test"));
        assert_eq!(
            numbers,
            [
                13_961_387_374_378_737_599,
                12_634_064_845_197_613_698,
                11_429_554_639_283_369_702
            ]
        );
    }

    #[test]
    fn a_key_is_32_bytes_or_64_digits() {
        let digits = "00ff10A0".repeat(8);
        let bytes = [0x00, 0xff, 0x10, 0xa0].repeat(8);
        let key = SecretKey::read(digits.as_bytes()).unwrap();
        assert_eq!(key, SecretKey::read(&bytes).unwrap());
        assert_eq!(
            key,
            SecretKey::read(format!(" {digits}\r\n").as_bytes()).unwrap()
        );
        assert_eq!(key.reveal(), digits.to_lowercase());
        // Raw bytes are taken as they are, with line ends at their end too.
        assert!(SecretKey::read(&[b'\n'; 32]).is_ok());
        for (wrong, said) in [
            (&b""[..], "empty"),
            (&[1; 31], "31 bytes"),
            (&[1; 33], "33 bytes"),
            (&[b'a'; 32], "32 digits"),
            (&[b'a'; 63], "63 digits"),
            (&[b'g'; 64], "64 bytes"),
        ] {
            let error = SecretKey::read(wrong).unwrap_err();
            assert_eq!(error, SeedError::NoKey(said.to_owned()));
        }
    }

    #[test]
    fn a_key_tells_its_mark_and_nothing_else() {
        let key = SecretKey::read(&[b'7'; 64]).unwrap();
        let seed = key.seed(Some("8 14")).unwrap();
        let said = format!("{key:?} {seed:?} {seed} {} {}", seed.name(), key.mark());
        assert!(!said.contains("7777"), "{said}");
        assert!(seed.to_string().contains("with the public value \"8 14\""));
        assert_eq!(seed.key_mark(), Some(&*key.mark()));
        assert_ne!(seed.key(), key.seed(None).unwrap().key());
        assert_eq!(key.seed(Some("")), Err(SeedError::EmptyPublic));
    }

    #[test]
    fn long_and_strange_texts_are_shown_on_one_line() {
        let long = seed(&"line\n".repeat(1000)).to_string();
        assert!(long.chars().count() < 120 && !long.contains('\n'), "{long}");
        assert!(long.ends_with("…\" (5000 characters)"), "{long}");
    }

    #[cfg(feature = "random-seed")]
    #[test]
    fn random_keys_differ() {
        assert_ne!(SecretKey::random().unwrap(), SecretKey::random().unwrap());
    }
}

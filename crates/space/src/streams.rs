//! Random streams: every board of a key has its own, and so has every other purpose that random numbers are drawn for.
//!
//! A [`Key`] is 256 bits. A number that somebody typed is one, and so is anything else after it went through SHA-256. The
//! numbers have their own corner of all keys, of 2^64 in 2^256, which no hash falls into: so no number, no text and no key of
//! a user meets a stream that was not meant for them.

use std::fmt;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// The generator of a stream: ChaCha with 8 rounds, the same on every machine.
pub type Stream = ChaCha8Rng;

/// What the streams of some boards are keyed with: a number, or 256 bits that came out of a hash.
///
/// ```
/// use rand::Rng;
/// use space::Key;
/// let key = Key::hashed("example", &[b"any text"]);
/// let (mut board, mut choice) = (key.stream(1), key.of("choices").stream(1));
/// assert_ne!(board.next_u64(), choice.next_u64());
/// assert_eq!(Key::from(7).stream(1), space::stream(7, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of some values, for a purpose: their [`digest`].
    pub fn hashed(purpose: &str, values: &[&[u8]]) -> Key {
        Key(digest(purpose, values))
    }

    /// A key of our own: nothing that anybody gives leads to it.
    pub fn ours(purpose: &str) -> Key {
        Key::hashed("fairdeal own streams", &[purpose.as_bytes()])
    }

    /// The key of a purpose other than the boards themselves.
    pub fn of(self, purpose: &str) -> Key {
        Key::hashed(
            "fairdeal streams of a purpose",
            &[purpose.as_bytes(), &self.0],
        )
    }

    /// The stream of one board: what it gives does not depend on any other board, so threads, order and sharding do not
    /// matter. Boards are numbered from 1, and no run has 2^64 - 1 of them.
    pub fn stream(self, board: u64) -> Stream {
        let mut stream = ChaCha8Rng::from_seed(self.0);
        stream.set_stream(board);
        stream
    }

    /// A number that follows from the key, for a purpose.
    pub fn number(self, purpose: &str) -> u64 {
        let Key(bytes) = self.of(purpose);
        bytes
            .iter()
            .take(8)
            .rev()
            .fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl From<u64> for Key {
    /// The number is in the first eight bytes, and the name of this scheme in the others.
    fn from(seed: u64) -> Key {
        let mut key = *b"........fairdeal board stream v1";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Key(key)
    }
}

impl fmt::Debug for Key {
    /// A key may be a secret, and what is printed of values ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Key(..)")
    }
}

/// The stream of one board of a number.
pub fn stream(seed: u64, board: u64) -> Stream {
    Key::from(seed).stream(board)
}

/// A number from 0 on that is less than 1.
pub(crate) fn from_zero_to_one(stream: &mut Stream) -> f64 {
    (stream.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// SHA-256 of some values, for a purpose. Equal digests mean the same purpose and the same values: what is hashed is the
/// purpose, a zero byte, and then of each value its length, in eight bytes, the lowest first, and its bytes.
pub fn digest(purpose: &str, values: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(purpose.as_bytes());
    hash.update([0]);
    for value in values {
        hash.update((value.len() as u64).to_le_bytes());
        hash.update(value);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What leads to keys must never move: boards of years ago are dealt again with it. The digests were worked out with
    /// another program (Python's hashlib).
    #[test]
    fn digests_are_pinned() {
        assert_eq!(
            hex(&Key::from(7).0),
            "0700000000000000".to_owned() + &hex(b"fairdeal board stream v1")
        );
        assert_eq!(
            hex(&digest("", &[])),
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
        );
        assert_eq!(
            hex(&digest("fairdeal test", &[b"ab", b"c"])),
            "17a7fa3f1f91b496a202c7e9037d98af74062d75fb51876aed484ac9607d2cd2"
        );
        assert_eq!(
            hex(&Key::ours("odds").0),
            "e8757a83fb4e4d3a80ae530ceb265d712e0b0550a73f8408d3fa5c34cd0d8f7d"
        );
        assert_eq!(
            hex(&Key::from(7).of("choices").0),
            "970b9961bc836a0dae57d8ef2cde00411ac511fcef030fd4bf9fd9e996554667"
        );
        assert_eq!(
            Key::from(7).number("vulnerability"),
            17_208_955_206_391_149_079
        );
    }

    /// Also worked out with another program.
    #[test]
    fn streams_are_pinned() {
        assert_eq!(stream(2024, 1).next_u64(), 7_977_419_237_917_156_426);
        assert_eq!(
            Key::hashed("fairdeal test", &[b"ab"]).stream(3).next_u64(),
            9_218_117_772_659_417_018
        );
    }

    #[test]
    fn values_are_kept_apart() {
        let one = digest("p", &[b"ab", b"c"]);
        for other in [
            digest("p", &[b"a", b"bc"]),
            digest("p", &[b"abc"]),
            digest("p", &[b"ab", b"c", b""]),
            digest("q", &[b"ab", b"c"]),
        ] {
            assert_ne!(one, other);
        }
    }

    /// No number that can be typed is the key of a purpose: those numbers have an end of their own, and keys that are hashed
    /// end as hashes do.
    #[test]
    fn numbers_meet_no_other_stream() {
        let end = |key: Key| key.0[8..].to_owned();
        let typed = end(Key::from(0));
        for seed in [1, 7, u64::MAX, u64::from_le_bytes(*b"choices.")] {
            assert_eq!(end(Key::from(seed)), typed);
            for purpose in ["choices", "order", ""] {
                assert_ne!(end(Key::from(seed).of(purpose)), typed);
                assert_ne!(end(Key::ours(purpose)), typed);
            }
        }
    }

    #[test]
    fn keys_are_not_printed() {
        let key = Key::hashed("secret", &[b"text"]);
        assert_eq!(format!("{key:?}"), "Key(..)");
    }
}

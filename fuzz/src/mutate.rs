//! Files, changed: cut, doubled, put together with others, and peppered with what matters to readers.

/// Numbers without any pattern that matters here, the same on every machine.
pub struct Dice(u64);

impl Dice {
    /// Those of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`, and 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Pieces that mean something to one reader or another.
const PIECES: [&[u8]; 40] = [
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"'",
    b"|",
    b",",
    b":",
    b".",
    b"?",
    b"=",
    b"==",
    b"/*",
    b"*/",
    b"#",
    b"%",
    b"\n",
    b"\n\n",
    b"\r",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    "\u{e9}".as_bytes(),
    b"-",
    b"-1",
    b"0",
    b"13",
    b"14",
    b"1e308",
    b"18446744073709551615",
    b"18446744073709551616",
    b"-9223372036854775808",
    b"null",
    b"true",
    b"[]",
    b"not ",
    b"rnd(",
];

/// A file with one to four changes.
pub fn mutated(file: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(40)).min(bytes.len());
        let piece = PIECES[dice.below(PIECES.len())];
        match dice.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, piece.iter().copied())),
            3 => drop(bytes.splice(at..end, piece.iter().copied())),
            4 => {
                let again = piece.repeat(1 + dice.below(8));
                bytes.splice(at..at, again);
            }
            5 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            6 => {
                let from = dice.below(other.len());
                let part: Vec<u8> = other[from..].iter().take(200).copied().collect();
                bytes.splice(at..at, part);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
    }
    bytes
}

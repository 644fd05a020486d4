//! Dominoes and sets of them. A domino has two ends with zero to six pips each; which end counts depends on trumps
//! and on what was led, and is no business of this file.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

/// The number of pips on one end of a domino: 0 (blank) to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pip(u8);

impl Pip {
    /// So many pips, up to six.
    pub fn new(pips: u8) -> Option<Pip> {
        (pips <= 6).then_some(Pip(pips))
    }

    /// All seven, blank first.
    pub fn all() -> impl DoubleEndedIterator<Item = Pip> {
        (0..=6).map(Pip)
    }

    /// 0 to 6.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// What players call the suit: `blanks`, `aces`, `deuces`, `treys`, `fours`, `fives` or `sixes`.
    pub fn suit_name(self) -> &'static str {
        [
            "blanks", "aces", "deuces", "treys", "fours", "fives", "sixes",
        ][self.index()]
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One of the 28 dominoes. `6-4` and `4-6` are the same one.
///
/// ```
/// use texas42::Domino;
/// assert_eq!("4-6".parse::<Domino>(), "6-4".parse());
/// assert_eq!("4-6".parse::<Domino>().unwrap().to_string(), "6-4");
/// assert!("7-1".parse::<Domino>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino(u8);

impl Domino {
    /// How many there are.
    pub const COUNT: usize = 28;

    /// The one with number 0: 0-0.
    pub(crate) const FIRST: Domino = Domino(0);

    /// The domino with these two ends.
    pub fn new(one: Pip, other: Pip) -> Domino {
        let (high, low) = (one.max(other).0, one.min(other).0);
        Domino(high * (high + 1) / 2 + low)
    }

    /// All 28: 0-0, 1-0, 1-1, 2-0 and so on to 6-6.
    pub fn all() -> impl DoubleEndedIterator<Item = Domino> {
        (0..Domino::COUNT as u8).map(Domino)
    }

    /// The domino of a number below 28.
    pub fn from_id(id: u8) -> Option<Domino> {
        (usize::from(id) < Domino::COUNT).then_some(Domino(id))
    }

    /// Its number below 28: its bit in a set.
    pub fn id(self) -> u8 {
        self.0
    }

    /// The end with more pips.
    pub fn high(self) -> Pip {
        Pip(match self.0 {
            0 => 0,
            1..=2 => 1,
            3..=5 => 2,
            6..=9 => 3,
            10..=14 => 4,
            15..=20 => 5,
            _ => 6,
        })
    }

    /// The end with fewer pips.
    pub fn low(self) -> Pip {
        let high = self.high().0;
        Pip(self.0 - high * (high + 1) / 2)
    }

    /// Whether both ends are the same.
    pub fn is_double(self) -> bool {
        self.high() == self.low()
    }

    /// What its pips are worth to the side that takes it: ten, five or nothing.
    pub fn count(self) -> u32 {
        match self.high().0 + self.low().0 {
            10 => 10,
            5 => 5,
            _ => 0,
        }
    }

    /// How far its pips are from seven.
    pub fn from_seven(self) -> u8 {
        (self.high().0 + self.low().0).abs_diff(7)
    }

    /// The set of it alone.
    pub fn alone(self) -> Dominoes {
        Dominoes(1 << self.0)
    }
}

/// A text that is not a domino.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a domino: write its two ends, each from 0 to 6, like 6-4")]
pub struct DominoError(String);

impl FromStr for Domino {
    type Err = DominoError;

    fn from_str(text: &str) -> Result<Domino, DominoError> {
        let end = |byte: u8| byte.checked_sub(b'0').and_then(Pip::new);
        match text.as_bytes() {
            &[one, b'-', other] => end(one).zip(end(other)),
            _ => None,
        }
        .map(|(one, other)| Domino::new(one, other))
        .ok_or_else(|| DominoError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Domino {
    /// The higher end first.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{}-{}", self.high(), self.low()))
    }
}

impl fmt::Debug for Domino {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of dominoes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dominoes(u32);

impl Dominoes {
    /// No domino.
    pub const NONE: Dominoes = Dominoes(0);
    /// All 28.
    pub const ALL: Dominoes = Dominoes((1 << Domino::COUNT) - 1);

    /// The seven doubles.
    pub const DOUBLES: Dominoes =
        Dominoes(1 | 1 << 2 | 1 << 5 | 1 << 9 | 1 << 14 | 1 << 20 | 1 << 27);

    /// The set with these bits; bits from 28 up are dropped.
    pub fn from_bits(bits: u32) -> Dominoes {
        Dominoes(bits & Dominoes::ALL.0)
    }

    /// Bit `id` is the domino of that number.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this one is in the set.
    pub fn has(self, domino: Domino) -> bool {
        self.0 >> domino.0 & 1 == 1
    }

    /// Whether the two sets share a domino.
    pub fn meets(self, other: Dominoes) -> bool {
        self.0 & other.0 != 0
    }

    /// The one with the lowest number.
    pub fn first(self) -> Option<Domino> {
        (self.0 != 0).then(|| Domino(self.0.trailing_zeros() as u8))
    }

    /// One after the other, by number.
    pub fn iter(self) -> impl Iterator<Item = Domino> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let domino = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(domino)
        })
    }

    /// All its subsets of a size, in some order.
    ///
    /// ```
    /// use texas42::Dominoes;
    /// assert_eq!(Dominoes::from_bits(0b1011).subsets(2).count(), 3);
    /// ```
    pub fn subsets(self, size: usize) -> impl Iterator<Item = Dominoes> {
        let members: Vec<u32> = self.iter().map(|domino| domino.alone().0).collect();
        let end = 1u64 << members.len();
        let mut next = (size <= members.len()).then(|| (1u64 << size) - 1);
        std::iter::from_fn(move || {
            let chosen = next?;
            next = following(chosen).filter(|&bits| bits < end);
            let mut set = 0;
            let mut rest = chosen;
            while rest != 0 {
                set |= members[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            Some(Dominoes(set))
        })
    }
}

/// The next larger number with as many bits.
fn following(bits: u64) -> Option<u64> {
    let lowest = bits & bits.wrapping_neg();
    let carried = bits.checked_add(lowest).filter(|_| lowest != 0)?;
    Some(((carried ^ bits) >> 2 >> lowest.trailing_zeros()) | carried)
}

impl FromIterator<Domino> for Dominoes {
    fn from_iter<I: IntoIterator<Item = Domino>>(dominoes: I) -> Dominoes {
        dominoes
            .into_iter()
            .fold(Dominoes::NONE, |set, domino| set | domino.alone())
    }
}

impl BitOr for Dominoes {
    type Output = Dominoes;
    fn bitor(self, other: Dominoes) -> Dominoes {
        Dominoes(self.0 | other.0)
    }
}

impl BitAnd for Dominoes {
    type Output = Dominoes;
    fn bitand(self, other: Dominoes) -> Dominoes {
        Dominoes(self.0 & other.0)
    }
}

impl Sub for Dominoes {
    type Output = Dominoes;
    fn sub(self, other: Dominoes) -> Dominoes {
        Dominoes(self.0 & !other.0)
    }
}

impl fmt::Debug for Dominoes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Seven different dominoes.
///
/// ```
/// use texas42::Hand;
/// let hand: Hand = "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse()?;
/// assert_eq!(hand.dominoes().len(), 7);
/// assert!("0-0 0-6 6-0 0-4 6-6 6-5 6-4".parse::<Hand>().is_err());
/// # Ok::<(), texas42::HandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hand(Dominoes);

/// Why dominoes are not a hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandError {
    /// One of them is none.
    #[error(transparent)]
    Domino(#[from] DominoError),
    /// One of them stands there twice.
    #[error("{0} stands there twice: a hand is seven different dominoes")]
    Twice(Domino),
    /// Not seven of them.
    #[error("a hand is seven dominoes, not {0}")]
    Number(usize),
}

impl Hand {
    /// How many dominoes a hand has.
    pub const SIZE: usize = 7;

    /// The hand of these dominoes.
    ///
    /// # Errors
    /// Not seven of them, or one of them twice.
    pub fn new(dominoes: impl IntoIterator<Item = Domino>) -> Result<Hand, HandError> {
        let mut set = Dominoes::NONE;
        let mut number = 0;
        for domino in dominoes {
            if set.has(domino) {
                return Err(HandError::Twice(domino));
            }
            set = set | domino.alone();
            number += 1;
        }
        match number {
            Hand::SIZE => Ok(Hand(set)),
            number => Err(HandError::Number(number)),
        }
    }

    /// All 1,184,040 hands.
    pub fn all() -> impl Iterator<Item = Hand> {
        let first = (1u64 << Hand::SIZE) - 1;
        std::iter::successors(Some(first), |&bits| {
            following(bits).filter(|&bits| bits <= Dominoes::ALL.0 as u64)
        })
        .map(|bits| Hand(Dominoes(bits as u32)))
    }

    /// Its dominoes.
    pub fn dominoes(self) -> Dominoes {
        self.0
    }

    /// The 21 others.
    pub fn others(self) -> Dominoes {
        Dominoes::ALL - self.0
    }
}

impl FromStr for Hand {
    type Err = HandError;

    /// Reads dominoes with spaces or commas between them.
    fn from_str(text: &str) -> Result<Hand, HandError> {
        let words = text.split([' ', ',', '\t', '\n']);
        // More than a set has cannot be a hand, and need not be kept.
        let words = words.filter(|word| !word.is_empty());
        let dominoes: Result<Vec<Domino>, DominoError> =
            words.take(Domino::COUNT + 1).map(str::parse).collect();
        Hand::new(dominoes?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_eight_dominoes_worth_thirty_five() {
        let names: Vec<String> = Domino::all().map(|d| d.to_string()).collect();
        assert_eq!(names[..4], ["0-0", "1-0", "1-1", "2-0"]);
        assert_eq!(names[27], "6-6");
        for domino in Domino::all() {
            assert_eq!(domino.to_string().parse(), Ok(domino));
            assert_eq!(Domino::new(domino.low(), domino.high()), domino);
        }
        assert_eq!(Domino::all().map(Domino::count).sum::<u32>(), 35);
        let doubles: Dominoes = Domino::all().filter(|domino| domino.is_double()).collect();
        assert_eq!(doubles, Dominoes::DOUBLES);
        assert_eq!(Domino::from_id(28), None);
        let sevens = Domino::all().filter(|domino| domino.from_seven() == 0);
        let sevens: Vec<String> = sevens.map(|domino| domino.to_string()).collect();
        assert_eq!(sevens, ["4-3", "5-2", "6-1"]);
    }

    #[test]
    fn what_is_no_domino() {
        for text in ["7-1", "6-", "6-44", "64", "", "6–4", "-1-2", "a-b"] {
            assert!(text.parse::<Domino>().is_err(), "{text}");
        }
        let said = |text: &str| text.parse::<Hand>().unwrap_err().to_string();
        assert_eq!(
            said("6-4 4-6 0-0 1-1 2-2 3-3 4-4"),
            "6-4 stands there twice: a hand is seven different dominoes"
        );
        assert_eq!(
            said("6-4 0-0 1-1 2-2 3-3 4-4"),
            "a hand is seven dominoes, not 6"
        );
        assert!(said("6-4 7-1").starts_with("'7-1' is not a domino"));
    }

    #[test]
    fn every_hand_once() {
        assert_eq!(Hand::all().count(), 1_184_040);
        assert!(Hand::all().all(|hand| hand.dominoes().len() == 7));
        assert!(Hand::all().is_sorted_by(|one, next| one < next));
        assert_eq!(Dominoes::ALL.subsets(2).count(), 28 * 27 / 2);
        assert_eq!(Dominoes::NONE.subsets(0).count(), 1);
        assert_eq!(Dominoes::NONE.subsets(1).count(), 0);
        assert_eq!(Dominoes::ALL.subsets(1_000).count(), 0);
    }
}

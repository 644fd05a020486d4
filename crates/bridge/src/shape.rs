//! Shapes of a hand, and sets of them.
//!
//! There are 560 ways to split thirteen cards over four suits, so a set of shapes is nine words, however it was
//! written. This module knows the classic patterns (`5xxx`, `any 4333`); the longer notation in braces has a
//! module of its own.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::{Hand, Suit};

/// How many shapes there are.
pub const SHAPES: usize = 560;

/// The lengths of a hand's suits: spades, hearts, diamonds, clubs, thirteen in all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape([u8; 4]);

impl Shape {
    /// The shape with these lengths (spades first), if they add up to thirteen.
    pub fn new(lengths: [u8; 4]) -> Option<Shape> {
        (lengths.iter().map(|&length| u32::from(length)).sum::<u32>() == 13)
            .then_some(Shape(lengths))
    }

    /// The shape of a hand of thirteen cards.
    pub fn of(hand: Hand) -> Option<Shape> {
        Shape::new(Suit::WRITTEN.map(|suit| hand.length(suit) as u8))
    }

    /// All 560, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Shape> {
        NUMBERING.shapes.iter().copied()
    }

    /// Its lengths, spades first.
    pub fn lengths(self) -> [u8; 4] {
        self.0
    }

    /// Its length in a suit.
    pub fn length(self, suit: Suit) -> u8 {
        self.0[3 - suit as usize]
    }

    /// Its number, below [`SHAPES`].
    pub fn index(self) -> usize {
        let [s, h, d, _] = self.0.map(usize::from);
        usize::from(NUMBERING.index[s << 8 | h << 4 | d])
    }
}

impl fmt::Display for Shape {
    /// `5=3=3=2`, spades first.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [s, h, d, c] = self.0;
        write!(f, "{s}={h}={d}={c}")
    }
}

/// The number of a hand's shape, straight from its bits: what a loop over deals asks for.
/// For anything but thirteen cards the answer means nothing, but is below [`SHAPES`].
#[inline]
pub fn shape_index(hand: Hand) -> usize {
    // Count the bits of four lanes at once.
    let pairs = hand.bits() - (hand.bits() >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let lanes = (bytes + (bytes >> 8)) & 0x000f_000f_000f_000f;
    // Lanes are clubs, diamonds, hearts, spades; the key leaves clubs out, since they follow.
    let key = (lanes >> 16 & 0xf) | (lanes >> 28 & 0xf0) | (lanes >> 40 & 0xf00);
    usize::from(NUMBERING.index[key as usize & 0xfff])
}

/// The numbering of the shapes, both ways.
struct Numbering {
    shapes: Vec<Shape>,
    /// By spades, hearts and diamonds, four bits each; 0 where there is no such shape.
    index: Box<[u16; 4096]>,
}

static NUMBERING: LazyLock<Numbering> = LazyLock::new(|| {
    let mut shapes = Vec::with_capacity(SHAPES);
    let mut index = Box::new([0; 4096]);
    for s in 0..=13u8 {
        for h in 0..=13 - s {
            for d in 0..=13 - s - h {
                let key = usize::from(s) << 8 | usize::from(h) << 4 | usize::from(d);
                index[key] = shapes.len() as u16;
                shapes.push(Shape([s, h, d, 13 - s - h - d]));
            }
        }
    }
    Numbering { shapes, index }
});

/// A set of shapes.
///
/// ```
/// use bridge::{ShapePattern, ShapeSet};
/// let flat: ShapePattern = "4333".parse().unwrap();
/// let long_spades: ShapePattern = "5xxx".parse().unwrap();
/// let set = ShapeSet::of(&flat, true).union(&ShapeSet::of(&long_spades, false));
/// assert_eq!(ShapeSet::of(&flat, true).len(), 4);
/// assert!(set.contains_hand("AK432.432.432.32".parse().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ShapeSet([u64; 9]);

impl ShapeSet {
    /// No shape.
    pub const EMPTY: ShapeSet = ShapeSet([0; 9]);

    /// Every shape: 560 of them.
    pub fn all() -> ShapeSet {
        let mut all = [u64::MAX; 9];
        all[8] = (1 << (560 - 512)) - 1;
        ShapeSet(all)
    }

    /// The shapes that pass a test.
    pub fn from_fn(test: impl Fn(Shape) -> bool) -> ShapeSet {
        Shape::all().filter(|&shape| test(shape)).collect()
    }

    /// The shapes that fit a pattern, in the suits as written or, with `any`, in any suits.
    pub fn of(pattern: &ShapePattern, any: bool) -> ShapeSet {
        let lengths = pattern.0;
        if !any {
            return ShapeSet::in_order(lengths);
        }
        let mut orders: Vec<[Option<u8>; 4]> = Vec::with_capacity(24);
        for order in permutations() {
            let [a, b, c, d] = order;
            let ordered = [lengths[a], lengths[b], lengths[c], lengths[d]];
            if !orders.contains(&ordered) {
                orders.push(ordered);
            }
        }
        let sets = orders.into_iter().map(ShapeSet::in_order);
        sets.fold(ShapeSet::EMPTY, |all, one| all.union(&one))
    }

    /// The shapes with these lengths, spades first. Scripts have many of them, and most have four numbers: nothing is looked for
    /// then.
    fn in_order(lengths: [Option<u8>; 4]) -> ShapeSet {
        if let [Some(s), Some(h), Some(d), Some(c)] = lengths {
            return Shape::new([s, h, d, c]).into_iter().collect();
        }
        ShapeSet::from_fn(|shape| fits(lengths, shape))
    }

    /// Whether it has this shape.
    pub fn contains(&self, shape: Shape) -> bool {
        self.contains_index(shape.index())
    }

    /// Whether it has the shape with this number.
    #[inline]
    pub fn contains_index(&self, index: usize) -> bool {
        self.0[index / 64 % 9] >> (index % 64) & 1 == 1
    }

    /// Whether a hand has one of these shapes. Never, unless the hand has thirteen cards.
    pub fn contains_hand(&self, hand: Hand) -> bool {
        Shape::of(hand).is_some_and(|shape| self.contains(shape))
    }

    /// The shapes in either.
    pub fn union(&self, other: &ShapeSet) -> ShapeSet {
        ShapeSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The shapes in this one and not in the other.
    pub fn minus(&self, other: &ShapeSet) -> ShapeSet {
        ShapeSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The shapes in both.
    pub fn common(&self, other: &ShapeSet) -> ShapeSet {
        ShapeSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// How many shapes.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// No shape at all.
    pub fn is_empty(&self) -> bool {
        *self == ShapeSet::EMPTY
    }

    /// Its shapes, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Shape> + '_ {
        Shape::all().filter(|&shape| self.contains(shape))
    }
}

impl FromIterator<Shape> for ShapeSet {
    fn from_iter<I: IntoIterator<Item = Shape>>(shapes: I) -> ShapeSet {
        let mut set = ShapeSet::EMPTY;
        for shape in shapes {
            let index = shape.index();
            set.0[index / 64] |= 1 << (index % 64);
        }
        set
    }
}

impl fmt::Debug for ShapeSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.len() {
            0..=12 => f
                .debug_set()
                .entries(self.iter().map(|shape| shape.to_string()))
                .finish(),
            many => write!(f, "{{{many} shapes}}"),
        }
    }
}

/// Whether a shape has the lengths that are given.
fn fits(lengths: [Option<u8>; 4], shape: Shape) -> bool {
    lengths
        .iter()
        .zip(shape.lengths())
        .all(|(wanted, length)| wanted.is_none_or(|wanted| wanted == length))
}

/// The 24 orders of four things.
pub(crate) fn permutations() -> Vec<[usize; 4]> {
    let mut orders = Vec::with_capacity(24);
    for a in 0..4 {
        for b in (0..4).filter(|&b| b != a) {
            for c in (0..4).filter(|&c| c != a && c != b) {
                orders.push([a, b, c, 6 - a - b - c]);
            }
        }
    }
    orders
}

/// Four lengths as the classic program writes them, spades first: digits, or `x` for any length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapePattern(pub(crate) [Option<u8>; 4]);

/// A text that is not a shape.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// Not four digits or x's.
    #[error("'{0}' is not a shape: write four lengths, spades first, like 5332 or 54xx")]
    Form(String),
    /// Four digits with a wrong sum.
    #[error("{text} is {cards} cards: the four lengths must add up to 13")]
    Sum {
        /// The shape as written.
        text: String,
        /// What its lengths add up to.
        cards: u32,
    },
    /// Digits that already pass thirteen, with an x.
    #[error("{text} is more than 13 cards: its lengths alone add up to {cards}")]
    TooMany {
        /// The shape as written.
        text: String,
        /// What its lengths add up to.
        cards: u32,
    },
}

impl answer::Explained for ShapeError {
    fn code(&self) -> &'static str {
        "not-a-shape"
    }
}

impl FromStr for ShapePattern {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<ShapePattern, ShapeError> {
        let form = || ShapeError::Form(text.to_owned());
        let letters: [u8; 4] = text.as_bytes().try_into().map_err(|_| form())?;
        let mut lengths = [None; 4];
        for (length, letter) in lengths.iter_mut().zip(letters) {
            *length = match letter {
                b'0'..=b'9' => Some(letter - b'0'),
                b'x' => None,
                _ => return Err(form()),
            };
        }
        let cards: u32 = lengths
            .iter()
            .flatten()
            .map(|&length| u32::from(length))
            .sum();
        let text = text.to_owned();
        match lengths.contains(&None) {
            false if cards != 13 => Err(ShapeError::Sum { text, cards }),
            true if cards > 13 => Err(ShapeError::TooMany { text, cards }),
            _ => Ok(ShapePattern(lengths)),
        }
    }
}

impl fmt::Display for ShapePattern {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for length in self.0 {
            match length {
                Some(length) => write!(f, "{length}")?,
                None => f.write_str("x")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, any: bool) -> ShapeSet {
        ShapeSet::of(&text.parse().unwrap(), any)
    }

    #[test]
    fn there_are_560_shapes_and_the_numbering_is_one_to_one() {
        assert_eq!(Shape::all().count(), SHAPES);
        assert!(
            Shape::all()
                .enumerate()
                .all(|(i, shape)| shape.index() == i)
        );
    }

    #[test]
    fn the_index_from_the_bits_is_the_index_of_the_shape() {
        for shape in Shape::all() {
            let mut bits = 0;
            for suit in Suit::ALL {
                bits |= ((1u64 << shape.length(suit)) - 1) << (16 * suit as u32);
            }
            let hand = Hand::from_bits(bits);
            assert_eq!(Shape::of(hand), Some(shape));
            assert_eq!(shape_index(hand), shape.index());
        }
    }

    #[test]
    fn patterns_count_as_they_should() {
        assert_eq!(set("4333", false).len(), 1);
        assert_eq!(set("4432", true).len(), 12);
        assert_eq!(set("xxxx", false).len(), SHAPES);
        assert_eq!(set("5xxx", false).len(), 45);
        assert_eq!(set("55xx", true).minus(&set("55xx", false)).len(), 20);
    }

    #[test]
    fn wrong_patterns_say_why() {
        assert!(matches!(
            "4433".parse::<ShapePattern>(),
            Err(ShapeError::Sum { cards: 14, .. })
        ));
        assert!(matches!(
            "77xx".parse::<ShapePattern>(),
            Err(ShapeError::TooMany { .. })
        ));
        assert!(matches!(
            "433".parse::<ShapePattern>(),
            Err(ShapeError::Form(_))
        ));
        assert!(matches!(
            "43€".parse::<ShapePattern>(),
            Err(ShapeError::Form(_))
        ));
    }
}

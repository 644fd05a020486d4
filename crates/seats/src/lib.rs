//! Four players at a table, partners opposite: what bridge, euchre and Texas 42 share.
//!
//! ```
//! use seats::{Seat, Side};
//! assert_eq!(Seat::West.next(), Seat::North);
//! assert_eq!(Seat::West.side(), Side::EastWest);
//! ```

#![forbid(unsafe_code)]

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A seat, clockwise from North. North and South play together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Seat {
    /// North
    North,
    /// East
    East,
    /// South
    South,
    /// West
    West,
}

impl Seat {
    /// All four, clockwise from North.
    pub const ALL: [Seat; 4] = [Seat::North, Seat::East, Seat::South, Seat::West];

    /// `N`, `E`, `S` or `W`.
    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// The seat of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Seat> {
        Self::ALL
            .into_iter()
            .find(|seat| seat.letter() == letter.to_ascii_uppercase())
    }

    /// The seat `steps` places further clockwise.
    #[inline]
    pub fn turned(self, steps: usize) -> Seat {
        Self::ALL[(self as usize).wrapping_add(steps) & 3]
    }

    /// The next seat clockwise, who plays after this one.
    #[inline]
    pub fn next(self) -> Seat {
        self.turned(1)
    }

    /// The seat opposite.
    #[inline]
    pub fn partner(self) -> Seat {
        self.turned(2)
    }

    /// The other three, clockwise.
    pub fn others(self) -> [Seat; 3] {
        [1, 2, 3].map(|steps| self.turned(steps))
    }

    /// The side that it plays for.
    #[inline]
    pub fn side(self) -> Side {
        Side::ALL[self as usize & 1]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(["North", "East", "South", "West"][*self as usize])
    }
}

/// A word that is no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seats are called North, East, South and West, or by their first letters")]
pub struct NoSuchSeat;

impl FromStr for Seat {
    type Err = NoSuchSeat;

    /// A name or a letter, in either case.
    ///
    /// ```
    /// assert_eq!("west".parse(), Ok(seats::Seat::West));
    /// assert_eq!("S".parse(), Ok(seats::Seat::South));
    /// assert!("nobody".parse::<seats::Seat>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Seat, NoSuchSeat> {
        let named = |seat: &Seat| {
            let mut letter = [0; 4];
            let letter = &*seat.letter().encode_utf8(&mut letter);
            name.eq_ignore_ascii_case(letter) || name.eq_ignore_ascii_case(&seat.to_string())
        };
        Seat::ALL.into_iter().find(named).ok_or(NoSuchSeat)
    }
}

/// On the wire a seat is its letter, as a value and as a key.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.letter())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(D::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Seat {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "enum": ["N", "E", "S", "W"]})
    }
}

/// One of the two partnerships.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// North and South
    NorthSouth,
    /// East and West
    EastWest,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::NorthSouth, Side::EastWest];

    /// The other side.
    #[inline]
    pub fn other(self) -> Side {
        Self::ALL[1 - self as usize]
    }

    /// Its two seats, North or East first.
    pub fn seats(self) -> [Seat; 2] {
        let first = Seat::ALL[self as usize];
        [first, first.partner()]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(["NS", "EW"][*self as usize])
    }
}

/// On the wire a side is `NS` or `EW`, as a value and as a key.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Side {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Side".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "enum": ["NS", "EW"]})
    }
}

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! The four seats at the table.

use std::fmt;

/// A seat, clockwise from North.
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
    pub fn turned(self, steps: usize) -> Seat {
        Self::ALL[(self as usize + steps) % 4]
    }

    /// The seat opposite.
    pub fn partner(self) -> Seat {
        self.turned(2)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Seat::North => "North",
            Seat::East => "East",
            Seat::South => "South",
            Seat::West => "West",
        })
    }
}

/// The two partnerships.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// North and South
    NorthSouth,
    /// East and West
    EastWest,
}

impl Side {
    /// Its two seats, North or East first.
    pub fn seats(self) -> [Seat; 2] {
        match self {
            Side::NorthSouth => [Seat::North, Seat::South],
            Side::EastWest => [Seat::East, Seat::West],
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Side::NorthSouth => "NS",
            Side::EastWest => "EW",
        })
    }
}

/// Which sides are vulnerable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Vulnerability {
    /// Neither side
    #[default]
    None,
    /// North and South only
    NorthSouth,
    /// East and West only
    EastWest,
    /// Both sides
    All,
}

impl Vulnerability {
    /// Whether it includes this side.
    pub fn includes(self, side: Side) -> bool {
        match self {
            Vulnerability::None => false,
            Vulnerability::NorthSouth => side == Side::NorthSouth,
            Vulnerability::EastWest => side == Side::EastWest,
            Vulnerability::All => true,
        }
    }
}

impl fmt::Display for Vulnerability {
    /// As PBN writes it: `None`, `NS`, `EW` or `All`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Vulnerability::None => "None",
            Vulnerability::NorthSouth => "NS",
            Vulnerability::EastWest => "EW",
            Vulnerability::All => "All",
        })
    }
}

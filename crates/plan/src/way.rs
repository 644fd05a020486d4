//! Ways to find boards, and their names: what a user pins a plan by.

use std::fmt;
use std::str::FromStr;

use bridge::Seat;

/// Where the hands of a try come from, before anything is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Every hand is dealt at random.
    Plain,
    /// One seat is drawn from the hands that might do.
    Hand(Seat),
    /// Two seats are drawn together from the hands that might do; the first in proportion to what it leaves the second.
    Hands(Seat, Seat),
    /// Whole deals are drawn from those that satisfy everything that can be counted.
    Count,
    /// Whole deals are drawn from those that satisfy what is said of single seats.
    CountSeats,
}

impl Way {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Way> {
        let seats = Seat::ALL.into_iter();
        let pairs = seats.clone().flat_map(|first| {
            let others = Seat::ALL.into_iter().filter(move |second| *second != first);
            others.map(move |second| Way::Hands(first, second))
        });
        let drawn = seats.map(Way::Hand).chain(pairs);
        [Way::Plain]
            .into_iter()
            .chain(drawn)
            .chain([Way::Count, Way::CountSeats])
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |seat: Seat| seat.letter().to_ascii_lowercase();
        match *self {
            Way::Plain => write!(f, "plain"),
            Way::Hand(seat) => write!(f, "hand-{}", letter(seat)),
            Way::Hands(first, second) => write!(f, "hands-{}{}", letter(first), letter(second)),
            Way::Count => write!(f, "count"),
            Way::CountSeats => write!(f, "count-seats"),
        }
    }
}

/// A name that no way has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "plans are called plain, hand-n, hands-ns (with the seats' letters), count and count-seats"
)]
pub struct NoSuchWay;

impl FromStr for Way {
    type Err = NoSuchWay;

    /// ```
    /// let way: plan::Way = "hands-sn".parse().unwrap();
    /// assert_eq!(way, plan::Way::Hands(bridge::Seat::South, bridge::Seat::North));
    /// assert!("hands-ss".parse::<plan::Way>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Way, NoSuchWay> {
        let name = name.to_ascii_lowercase();
        let named = |way: &Way| way.to_string() == name;
        Way::all().find(named).ok_or(NoSuchWay)
    }
}

/// How a plan is chosen. All give the same boards as often; they differ in how long it takes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Strategy {
    /// The way with the least work.
    #[default]
    Auto,
    /// Boards are drawn from exactly those that qualify, so that none is ever tried in vain; an error where that cannot
    /// be.
    Exact,
    /// Hands are dealt at random until they qualify.
    Reject,
    /// This way and no other.
    Pinned(Way),
}

//! Methods of finding boards, and their names: what a user pins a plan by.

use std::fmt;
use std::str::FromStr;

use bridge::Seat;

/// Where the hands of a try come from, before anything is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawMethod {
    /// Every hand is dealt at random.
    Plain,
    /// One seat is drawn from the hands that can still qualify.
    Hand(Seat),
    /// Two seats are drawn together from the hands that can still qualify; the first in proportion to what it leaves the second.
    Hands(Seat, Seat),
    /// Whole deals are drawn from those that satisfy everything that can be counted.
    Count,
    /// Whole deals are drawn from those that satisfy what is said of single seats.
    CountSeats,
    /// Whole deals are drawn from those in which these two seats can still qualify; the seats are in the order of the table.
    CountPair(Seat, Seat),
    /// What random numbers let through is drawn first, and then a deal for it, by a method of its own.
    Cases,
}

impl DrawMethod {
    /// All of them.
    pub fn all() -> impl Iterator<Item = DrawMethod> {
        let seats = Seat::ALL.into_iter();
        let pairs = seats.clone().flat_map(|first| {
            let others = Seat::ALL.into_iter().filter(move |second| *second != first);
            others.map(move |second| DrawMethod::Hands(first, second))
        });
        let drawn = seats.map(DrawMethod::Hand).chain(pairs);
        [DrawMethod::Plain]
            .into_iter()
            .chain(drawn)
            .chain([DrawMethod::Count, DrawMethod::CountSeats, DrawMethod::Cases])
            .chain(DrawMethod::counted_pairs())
    }

    /// Whether the engine counts something for it.
    pub(crate) fn counts(self) -> bool {
        matches!(
            self,
            DrawMethod::Count | DrawMethod::CountSeats | DrawMethod::CountPair(..)
        )
    }

    /// Those that count two seats.
    pub(crate) fn counted_pairs() -> impl Iterator<Item = DrawMethod> {
        let seats = Seat::ALL.into_iter().enumerate();
        seats.flat_map(|(place, first)| {
            let later = Seat::ALL.into_iter().skip(place + 1);
            later.map(move |second| DrawMethod::CountPair(first, second))
        })
    }
}

impl fmt::Display for DrawMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |seat: Seat| seat.letter().to_ascii_lowercase();
        match *self {
            DrawMethod::Plain => write!(f, "plain"),
            DrawMethod::Hand(seat) => write!(f, "hand-{}", letter(seat)),
            DrawMethod::Hands(first, second) => {
                write!(f, "hands-{}{}", letter(first), letter(second))
            }
            DrawMethod::Count => write!(f, "count"),
            DrawMethod::CountSeats => write!(f, "count-seats"),
            DrawMethod::CountPair(first, second) => {
                write!(f, "count-{}{}", letter(first), letter(second))
            }
            DrawMethod::Cases => write!(f, "cases"),
        }
    }
}

/// A name that no method has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "plans are called plain, hand-n, hands-ns, count-ns (with the seats' letters), count, count-seats and cases"
)]
pub struct NoSuchMethod;

impl FromStr for DrawMethod {
    type Err = NoSuchMethod;

    /// ```
    /// let method: plan::DrawMethod = "hands-sn".parse().unwrap();
    /// assert_eq!(method, plan::DrawMethod::Hands(bridge::Seat::South, bridge::Seat::North));
    /// assert!("hands-ss".parse::<plan::DrawMethod>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<DrawMethod, NoSuchMethod> {
        let name = name.to_ascii_lowercase();
        let named = |method: &DrawMethod| method.to_string() == name;
        DrawMethod::all().find(named).ok_or(NoSuchMethod)
    }
}

/// How a plan is chosen. All give the same boards as often; they differ in how long it takes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Strategy {
    /// The method with the least work.
    #[default]
    Auto,
    /// Boards are drawn from exactly those that qualify, so that none is ever tried in vain; an error where that cannot
    /// be.
    Exact,
    /// Hands are dealt at random until they qualify.
    Reject,
    /// This method and no other.
    Pinned(DrawMethod),
}

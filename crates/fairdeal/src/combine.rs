//! Boards of several files as one set, mixed by weight; and what parts of one run came to, joined.

use std::fmt;
use std::str::FromStr;

use bridge::Board;
use rand::RngExt;
use space::Stream;

use crate::dealt::DealReport;
use crate::error::Error;
use crate::seed::Seed;

/// More bytes than this are not read for a file of boards: some ten million boards.
pub const MOST_BOARD_BYTES: u64 = 1 << 30;

/// What several parts of one run came to, as files have it, together; `None` if the first text is no such thing.
///
/// # Errors
/// Where another one is not, or is not of that run.
pub fn join_reports<'a>(
    texts: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Option<DealReport>, Error> {
    let mut joined: Option<DealReport> = None;
    for (name, text) in texts {
        let report = match (serde_json::from_slice::<DealReport>(text), &joined) {
            (Ok(report), None) => report,
            (Ok(report), Some(joined)) => joined.joined(&report)?,
            (Err(_), None) => return Ok(None),
            (Err(_), Some(_)) => {
                let message = format!("{name} has no statistics of a run, and the others have");
                return Err(Error::Other(answer::ErrorBody::new("other-run", message)));
            }
        };
        joined = Some(report);
    }
    Ok(joined)
}

/// How many boards of a file there are for those of the others: only what weights are to each other matters. It is kept to
/// eight decimals.
///
/// ```
/// use fairdeal::Weight;
/// assert_eq!("50%".parse::<Weight>(), "0.5".parse());
/// assert_eq!("3".parse(), Ok(Weight::from(3)));
/// assert!("-1".parse::<Weight>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Weight(u64);

impl Weight {
    /// One board at a time.
    pub const ONE: Weight = Weight(Weight::UNITS);
    const UNITS: u64 = 100_000_000;
    const MOST: u64 = 1_000_000;
    const DECIMALS: usize = 6;

    /// As a whole number, by which weights can be added up.
    pub(crate) fn units(self) -> u64 {
        self.0
    }

    /// That of such a number.
    pub(crate) fn from_units(units: u64) -> Result<Weight, WeightError> {
        let fits = units <= Weight::MOST * Weight::UNITS;
        fits.then_some(Weight(units)).ok_or(WeightError)
    }

    /// Whether it leaves a file out.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether a text looks like one: a number, perhaps with decimals or a percent sign.
    pub fn is_like(text: &str) -> bool {
        let number = text.strip_suffix('%').unwrap_or(text);
        let digits = |byte: u8| byte.is_ascii_digit();
        number.bytes().any(digits)
            && number.bytes().all(|byte| digits(byte) || byte == b'.')
            && number.matches('.').count() <= 1
    }
}

impl From<u32> for Weight {
    fn from(weight: u32) -> Weight {
        Weight(u64::from(weight) * Weight::UNITS)
    }
}

/// A text that is no weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a weight is a number from 0 to 1000000 with at most six decimals, such as 3, 0.5 or 50%")]
pub struct WeightError;

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Weight, WeightError> {
        if !Weight::is_like(text) {
            return Err(WeightError);
        }
        let (number, unit) = match text.strip_suffix('%') {
            Some(number) => (number, Weight::UNITS / 100),
            None => (text, Weight::UNITS),
        };
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        if decimals.len() > Weight::DECIMALS {
            return Err(WeightError);
        }
        let whole: u64 = match whole {
            "" => 0,
            whole => whole.parse().map_err(|_| WeightError)?,
        };
        // Six decimals of a hundredth are eight: the units have so many.
        let decimals: u64 = format!("{decimals:0<width$}", width = Weight::DECIMALS)
            .parse()
            .map_err(|_| WeightError)?;
        let part = decimals * unit / 10u64.pow(Weight::DECIMALS as u32);
        let units = whole
            .checked_mul(unit)
            .and_then(|units| units.checked_add(part));
        let fits = |units: &u64| *units <= Weight::MOST * Weight::UNITS;
        units.filter(fits).map(Weight).ok_or(WeightError)
    }
}

/// The boards of one file, and how many of them there are for those of the others.
#[derive(Clone, Debug)]
pub struct WeightedBoards {
    /// The boards, in their order.
    pub boards: Vec<Board>,
    /// How many at a time; none of them if it is 0.
    pub weight: Weight,
}

/// How boards of several files are mixed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mixing {
    /// The seed of their order: the same seed gives the same order. Without one, the files take turns, and the boards of
    /// each keep their order.
    pub seed: Option<Seed>,
    /// Whether it goes on with the other files when one has no boards left.
    pub all: bool,
    /// At most so many boards.
    pub most: Option<u64>,
}

/// What became of several files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combined {
    /// The boards, numbered from 1.
    pub boards: Vec<Board>,
    /// How many boards of each part were not used.
    pub left: Vec<usize>,
    /// The seed of their order.
    pub seed: Option<Seed>,
}

impl fmt::Display for Combined {
    /// `32 boards; seed 7`
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&answer::plural(self.boards.len() as u64, "board"))?;
        match &self.seed {
            Some(seed) => write!(f, "; {seed}"),
            None => Ok(()),
        }
    }
}

/// The order of boards is drawn from streams of its own, apart from what boards are dealt from.
const ORDER: &str = "combine";

/// Mixes boards by weight: at every place the part comes next that is furthest behind its share. It ends where that part has
/// no board left, or goes on with the others if told to.
///
/// With a seed, the boards of each part are first put in a random order, and what was taken of all of them is then put in a
/// random order: each as likely as any other.
///
/// Boards are numbered anew. The dealer and the vulnerability follow the new number, unless those of a part did not follow
/// the old ones: then somebody chose them, and they stay.
///
/// ```
/// use fairdeal::{Mixing, WeightedBoards, bridge::{Board, Deal}, combine};
/// let part = |n: u64, weight: u32| {
///     let boards = (1..=n).map(|k| Board::new(k, Deal::default())).collect();
///     WeightedBoards { boards, weight: weight.into() }
/// };
/// let combined = combine(vec![part(6, 3), part(9, 1)], &Mixing::default())?;
/// assert_eq!(combined.boards.len(), 8);
/// assert_eq!(combined.left, [0, 7]);
/// # Ok::<(), fairdeal::Error>(())
/// ```
///
/// # Errors
/// When no part has a weight.
pub fn combine(parts: Vec<WeightedBoards>, mixing: &Mixing) -> Result<Combined, Error> {
    let weights: Vec<u64> = parts.iter().map(|part| part.weight.0).collect();
    if weights.iter().all(|&weight| weight == 0) {
        let message = "every file has the weight 0: nothing is left to combine";
        let error = answer::ErrorBody::new("nothing-to-combine", message);
        return Err(Error::Other(error));
    }
    let chosen: Vec<bool> = parts
        .iter()
        .map(|part| !part.boards.iter().all(Board::follows_its_number))
        .collect();
    let order = mixing.seed.as_ref().map(|seed| seed.key().of(ORDER));
    let mut rest: Vec<_> = Vec::new();
    for (part, number) in parts.into_iter().zip(1..) {
        let mut boards = part.boards;
        if let Some(order) = order {
            shuffle(&mut boards, &mut order.stream(number));
        }
        rest.push(boards.into_iter());
    }
    let mut used = vec![0u64; rest.len()];
    let mut taken: Vec<(usize, Board)> = Vec::new();
    let most = mixing.most.unwrap_or(u64::MAX);
    while (taken.len() as u64) < most {
        // The part whose next board would be due first; of several, the first one named.
        let due = |&i: &usize| (u128::from(used[i]) * 2 + 1, u128::from(weights[i]));
        let open = (0..rest.len()).filter(|&i| weights[i] > 0);
        let open = open.filter(|&i| !mixing.all || rest[i].len() > 0);
        let next = open.min_by(|a, b| {
            let ((x, v), (y, w)) = (due(a), due(b));
            (x * w).cmp(&(y * v))
        });
        let Some((i, board)) = next.and_then(|i| Some((i, rest[i].next()?))) else {
            break;
        };
        used[i] += 1;
        taken.push((i, board));
    }
    if let Some(order) = order {
        shuffle(&mut taken, &mut order.stream(0));
    }
    let numbered = taken.into_iter().zip(1..).map(|((i, mut board), number)| {
        if chosen[i] {
            board.number = number
        } else {
            board.renumber(number)
        }
        board
    });
    Ok(Combined {
        boards: numbered.collect(),
        left: rest.iter().map(ExactSizeIterator::len).collect(),
        seed: mixing.seed.clone(),
    })
}

/// A random order, each as likely as any other.
fn shuffle<T>(list: &mut [T], stream: &mut Stream) {
    for i in (1..list.len()).rev() {
        list.swap(i, stream.random_range(0..=i));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::{Deal, Hand, Seat, Vulnerability};

    const IN_ORDER: Mixing = Mixing {
        seed: None,
        all: false,
        most: None,
    };

    fn seeded(seed: u64) -> Mixing {
        Mixing {
            seed: Some(seed.into()),
            ..IN_ORDER
        }
    }

    /// Boards that can be told apart: the first card of North tells the part, and a value the place in it.
    fn weighted(mark: u8, boards: u64, weight: &str) -> WeightedBoards {
        let mut deal = Deal::default();
        deal[Seat::North] = Hand::from_bits(1 << mark);
        let numbered = |number: u64| Board {
            values: vec![("place".to_owned(), number.to_string())],
            ..Board::new(number, deal)
        };
        WeightedBoards {
            boards: (1..=boards).map(numbered).collect(),
            weight: weight.parse().unwrap(),
        }
    }

    fn part(mark: u8, boards: u64, weight: u64) -> WeightedBoards {
        weighted(mark, boards, &weight.to_string())
    }

    fn combined(parts: Vec<WeightedBoards>, mixing: &Mixing) -> Combined {
        combine(parts, mixing).unwrap()
    }

    fn marks(combined: &Combined) -> String {
        let mark = |board: &Board| board.deal[Seat::North].bits().trailing_zeros();
        let mark = |board| char::from(b'a' + mark(board) as u8);
        combined.boards.iter().map(mark).collect()
    }

    #[test]
    fn shares_hold_at_every_place() {
        let combined = combined(vec![part(0, 9, 3), part(1, 9, 1)], &IN_ORDER);
        assert_eq!(marks(&combined), "aabaaabaaaba");
        let numbers: Vec<u64> = combined.boards.iter().map(|board| board.number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
        assert!(combined.boards.iter().all(Board::follows_its_number));
    }

    #[test]
    fn it_goes_on_if_told_to_and_stops_if_told_to() {
        let parts = || vec![part(0, 2, 1), part(1, 5, 1)];
        let all = Mixing {
            all: true,
            ..IN_ORDER
        };
        let three = Mixing {
            most: Some(3),
            ..all.clone()
        };
        assert_eq!(marks(&combined(parts(), &IN_ORDER)), "abab");
        assert_eq!(marks(&combined(parts(), &all)), "ababbbb");
        assert_eq!(marks(&combined(parts(), &three)), "aba");
    }

    #[test]
    fn what_somebody_chose_stays() {
        let mut south = part(0, 3, 1);
        for board in &mut south.boards {
            board.dealer = Seat::South;
            board.vulnerable = Vulnerability::None;
        }
        let combined = combined(vec![part(1, 3, 1), south], &IN_ORDER);
        let dealers: String = combined
            .boards
            .iter()
            .map(|board| board.dealer.letter())
            .collect();
        assert_eq!(dealers, "NSSSNS");
    }

    #[test]
    fn weights_are_numbers_and_percentages() {
        let mix = |a: &str, b: &str| {
            let parts = vec![weighted(0, 9, a), weighted(1, 9, b)];
            marks(&combined(parts, &IN_ORDER))
        };
        for [a, b] in [
            ["1.5", "0.5"],
            ["150%", "50%"],
            ["75%", "25%"],
            ["0.75", "25%"],
            ["3", "1"],
        ] {
            assert_eq!(mix(a, b), "aabaaabaaaba", "{a} {b}");
        }
        for (text, units) in [
            ("0", 0),
            ("0.0", 0),
            (".5", 50_000_000),
            ("0.000001%", 1),
            ("1000000", 100_000_000_000_000),
            ("100000000%", 100_000_000_000_000),
        ] {
            assert_eq!(text.parse(), Ok(Weight(units)), "{text}");
        }
        for wrong in [
            "",
            ".",
            "%",
            "-1",
            "1e3",
            "1.0000001",
            "1000000.1",
            "1000001",
            "1.2.3",
            "１",
            "99999999999999999999",
        ] {
            assert_eq!(wrong.parse::<Weight>(), Err(WeightError), "{wrong}");
        }
    }

    #[test]
    fn a_weight_of_nothing_leaves_a_part_out() {
        let parts = || vec![part(0, 3, 1), part(1, 3, 0)];
        let without = combined(parts(), &IN_ORDER);
        assert_eq!(
            (marks(&without), without.left),
            ("aaa".to_owned(), vec![0, 3])
        );
        let all = Mixing {
            all: true,
            ..IN_ORDER
        };
        assert_eq!(marks(&combined(parts(), &all)), "aaa");
        let none = combine(vec![part(0, 3, 0)], &IN_ORDER).unwrap_err();
        assert!(none.to_string().contains("nothing is left to combine"));
    }

    /// What a seed gives is pinned, and the shares are those of the same files in order.
    #[test]
    fn a_seed_is_an_order() {
        let parts = || vec![part(0, 9, 3), part(1, 9, 1)];
        let mixed = combined(parts(), &seeded(8));
        assert_eq!(mixed, combined(parts(), &seeded(8)));
        assert_ne!(mixed.boards, combined(parts(), &seeded(7)).boards);
        let order = marks(&mixed);
        let count = |mark: char| order.chars().filter(|&one| one == mark).count();
        assert_eq!((count('a'), count('b')), (9, 3));
        let numbers: Vec<u64> = mixed.boards.iter().map(|board| board.number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
        let places: Vec<&str> = mixed
            .boards
            .iter()
            .map(|board| &*board.values[0].1)
            .collect();
        assert_eq!(
            (order.as_str(), places.join("")),
            ("bababaaaaaaa", "728695384791".to_owned())
        );
        assert_eq!(mixed.to_string(), "12 boards; seed 8");
    }

    /// Which of four boards comes first, which is left out, and where a board of another file comes: by chi-square with three
    /// degrees of freedom.
    #[test]
    fn every_order_is_as_likely_as_any_other() {
        let mut first = [0u32; 4];
        let mut missing = [0u32; 4];
        let mut place_of_other = [0u32; 4];
        let rounds = 4_000;
        for seed in 0..rounds {
            let three = Mixing {
                most: Some(3),
                ..seeded(seed)
            };
            let mixed = combined(vec![part(0, 4, 1)], &three);
            let place = |board: &Board| board.values[0].1.parse::<usize>().unwrap() - 1;
            let taken: Vec<usize> = mixed.boards.iter().map(place).collect();
            first[taken[0]] += 1;
            missing[(0..4).find(|place| !taken.contains(place)).unwrap()] += 1;
            let two = combined(vec![part(0, 3, 3), part(1, 1, 1)], &seeded(seed));
            place_of_other[marks(&two).find('b').unwrap()] += 1;
        }
        for counts in [first, missing, place_of_other] {
            let expected = rounds as f64 / 4.0;
            let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
            let chi: f64 = counts.iter().map(square).sum();
            // One in a thousand is above 16.3.
            assert!(chi < 16.3, "{counts:?}");
        }
    }
}

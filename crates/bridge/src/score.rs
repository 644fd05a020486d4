//! Contracts and what they score at duplicate bridge, and the scale of international match points.
//!
//! It knows the laws' scoring table (Law 77) and the IMP scale (Law 78B), and how the dealer language writes a
//! contract. It does not know who declares: a score is always seen from declarer's side.

use std::fmt;
use std::str::FromStr;

use crate::Suit;

/// What a contract is played in: a trump suit, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strain {
    /// A trump suit.
    Suit(Suit),
    /// No trumps.
    Notrump,
}

impl Strain {
    /// All five, in the order of the bidding: clubs lowest, notrump highest.
    pub const ALL: [Strain; 5] = [
        Strain::Suit(Suit::Clubs),
        Strain::Suit(Suit::Diamonds),
        Strain::Suit(Suit::Hearts),
        Strain::Suit(Suit::Spades),
        Strain::Notrump,
    ];

    /// `C`, `D`, `H`, `S` or `N`.
    pub fn letter(self) -> char {
        match self {
            Strain::Suit(suit) => suit.letter(),
            Strain::Notrump => 'N',
        }
    }

    /// As players write it: `♠`, or `NT`.
    pub fn in_words(self) -> String {
        match self {
            Strain::Suit(suit) => suit.symbol().to_string(),
            Strain::Notrump => "NT".to_owned(),
        }
    }

    /// The strain of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Strain> {
        Self::ALL
            .into_iter()
            .find(|strain| strain.letter() == letter.to_ascii_uppercase())
    }

    /// Where it stands in [`Strain::ALL`].
    pub fn index(self) -> usize {
        match self {
            Strain::Suit(suit) => suit as usize,
            Strain::Notrump => 4,
        }
    }

    /// The points of `tricks` odd tricks, undoubled: 20 each in a minor, 30 elsewhere, 10 more for the first in notrump.
    fn trick_points(self, tricks: i32) -> i32 {
        match self {
            Strain::Suit(Suit::Clubs | Suit::Diamonds) => 20 * tricks,
            Strain::Suit(Suit::Hearts | Suit::Spades) => 30 * tricks,
            Strain::Notrump => 30 * tricks + 10,
        }
    }
}

/// Whether the contract was doubled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Doubling {
    /// Nobody doubled.
    #[default]
    Undoubled,
    /// Doubled.
    Doubled,
    /// Redoubled.
    Redoubled,
}

impl Doubling {
    /// What the points of the odd tricks are multiplied by: 1, 2 or 4.
    fn factor(self) -> i32 {
        match self {
            Doubling::Undoubled => 1,
            Doubling::Doubled => 2,
            Doubling::Redoubled => 4,
        }
    }

    /// Nothing, `x` or `xx`.
    pub(crate) fn marks(self) -> &'static str {
        match self {
            Doubling::Undoubled => "",
            Doubling::Doubled => "x",
            Doubling::Redoubled => "xx",
        }
    }
}

/// A contract: so many odd tricks in a strain, perhaps doubled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contract {
    level: u8,
    strain: Strain,
    doubling: Doubling,
}

impl Contract {
    /// The contract of a level from 1 to 7, or `None` for any other level.
    pub fn new(level: u8, strain: Strain, doubling: Doubling) -> Option<Contract> {
        (1..=7).contains(&level).then_some(Contract {
            level,
            strain,
            doubling,
        })
    }

    /// 1 to 7.
    pub fn level(self) -> u8 {
        self.level
    }

    /// What it is played in.
    pub fn strain(self) -> Strain {
        self.strain
    }

    /// Whether it was doubled.
    pub fn doubling(self) -> Doubling {
        self.doubling
    }

    /// The contract as players write it: `3NT`, `4♠X`.
    ///
    /// ```
    /// let contract: bridge::score::Contract = "x4Sx".parse().unwrap();
    /// assert_eq!(contract.in_words(), "4♠X");
    /// ```
    pub fn in_words(self) -> String {
        let doubled = match self.doubling {
            Doubling::Undoubled => "",
            Doubling::Doubled => "X",
            Doubling::Redoubled => "XX",
        };
        format!("{}{}{doubled}", self.level, self.strain.in_words())
    }

    /// Its number in the order of the bidding, whether doubled or not: 1 for one club, 35 for seven notrump.
    ///
    /// ```
    /// assert_eq!(bridge::score::Contract::at_the_table("3NT").unwrap().in_order(), 15);
    /// ```
    pub fn in_order(self) -> u8 {
        5 * (self.level - 1) + self.strain.index() as u8 + 1
    }

    /// The contract of such a number, undoubled.
    pub fn from_order(number: u8) -> Option<Contract> {
        let place = usize::from(number.checked_sub(1)?);
        Contract::new(
            place as u8 / 5 + 1,
            Strain::ALL[place % 5],
            Doubling::Undoubled,
        )
    }

    /// How many tricks beat it.
    ///
    /// ```
    /// assert_eq!(bridge::score::Contract::at_the_table("3NT").unwrap().beaten_by(), 5);
    /// ```
    pub fn beaten_by(self) -> u8 {
        8 - self.level
    }

    /// Reads a contract as players and files write it: `3NT` or `3N`, doubled `4Sx`, redoubled `4Sxx`.
    ///
    /// # Errors
    /// A text that is none.
    ///
    /// ```
    /// use bridge::score::Contract;
    /// let contract = Contract::at_the_table("4sX").unwrap();
    /// assert_eq!(contract.as_at_the_table(), "4Sx");
    /// assert!(Contract::at_the_table("8C").is_err());
    /// ```
    pub fn at_the_table(text: &str) -> Result<Contract, TableContractError> {
        let read = || {
            let plain = text.trim().to_ascii_uppercase();
            let level = plain.chars().next()?.to_digit(10)?;
            let rest = &plain[1..];
            let bid = rest.trim_end_matches('X');
            let strain = match bid.trim_end() {
                "NT" => Strain::Notrump,
                other if other.len() == 1 => Strain::from_letter(other.chars().next()?)?,
                _ => return None,
            };
            let doubling = match rest.len() - bid.len() {
                0 => Doubling::Undoubled,
                1 => Doubling::Doubled,
                2 => Doubling::Redoubled,
                _ => return None,
            };
            Contract::new(level as u8, strain, doubling)
        };
        read().ok_or_else(|| TableContractError(text.to_owned()))
    }

    /// As players write it: `3NT`, `4Sx`.
    pub fn as_at_the_table(self) -> String {
        let strain = match self.strain {
            Strain::Notrump => "NT".to_owned(),
            Strain::Suit(suit) => suit.letter().to_string(),
        };
        format!("{}{strain}{}", self.level, self.doubling.marks())
    }
}

/// A text that is not a contract as players write it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a contract: write a level and a strain, like 3NT or 4S, and x or xx after it if doubled"
)]
pub struct TableContractError(String);

impl answer::Explained for TableContractError {
    fn code(&self) -> &'static str {
        "not-a-contract"
    }
}

/// A text that is not a contract.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a contract: write x, a level and a strain, like x3N, and x or xx after it if doubled"
)]
pub struct ContractError(String);

impl answer::Explained for ContractError {
    fn code(&self) -> &'static str {
        "not-a-contract"
    }
}

impl FromStr for Contract {
    type Err = ContractError;

    /// Reads a contract as the dealer language writes it: `x3N`; doubled `x4Sx`, redoubled `x4Sxx`. The later
    /// dialect writes `z` for the first letter.
    ///
    /// ```
    /// use bridge::score::{Contract, Doubling};
    /// let contract: Contract = "x4Sx".parse().unwrap();
    /// assert_eq!((contract.level(), contract.doubling()), (4, Doubling::Doubled));
    /// assert_eq!("z4Sx".parse(), Ok(contract));
    /// assert!("x8N".parse::<Contract>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Contract, ContractError> {
        let read = || {
            let mut letters = text.strip_prefix(['x', 'z'])?.chars();
            let level = letters.next()?.to_digit(10)?;
            let strain = Strain::from_letter(letters.next()?)?;
            let doubling = match letters.as_str() {
                "" => Doubling::Undoubled,
                "x" => Doubling::Doubled,
                "xx" => Doubling::Redoubled,
                _ => return None,
            };
            Contract::new(level as u8, strain, doubling)
        };
        read().ok_or_else(|| ContractError(text.to_owned()))
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let doubled = self.doubling.marks();
        write!(f, "x{}{}{doubled}", self.level, self.strain.letter())
    }
}

/// What declarer's side scores for taking `tricks` tricks: positive when the contract is made, negative when it is not.
///
/// Tricks are 0 to 13; a number outside goes on by the same arithmetic, up to a million either way.
///
/// ```
/// use bridge::score::score;
/// let game = "x3N".parse().unwrap();
/// assert_eq!(score(game, false, 9), 400);
/// assert_eq!(score(game, true, 8), -100);
/// ```
pub fn score(contract: Contract, vulnerable: bool, tricks: i32) -> i32 {
    // A million tricks either way is already absurd: the clamp only keeps the arithmetic from overflowing.
    let over = tricks.clamp(-1_000_000, 1_000_000) - 6 - i32::from(contract.level);
    if over < 0 {
        -penalty(contract.doubling, vulnerable, -over)
    } else {
        made(contract, vulnerable, over)
    }
}

/// The points of a contract made with `over` overtricks.
fn made(contract: Contract, vulnerable: bool, over: i32) -> i32 {
    let Contract {
        level,
        strain,
        doubling,
    } = contract;
    let odd = strain.trick_points(i32::from(level)) * doubling.factor();
    let if_vulnerable = |yes, no| if vulnerable { yes } else { no };
    let game = if odd >= 100 {
        if_vulnerable(500, 300)
    } else {
        50
    };
    let slam = match level {
        6 => if_vulnerable(750, 500),
        7 => if_vulnerable(1500, 1000),
        _ => 0,
    };
    let overtrick = match doubling {
        Doubling::Undoubled => strain.trick_points(1) - strain.trick_points(0),
        Doubling::Doubled => if_vulnerable(200, 100),
        Doubling::Redoubled => if_vulnerable(400, 200),
    };
    let insult = 50 * (doubling.factor() / 2);
    odd + game + slam + over * overtrick + insult
}

/// The points that `down` tricks too few give the other side.
fn penalty(doubling: Doubling, vulnerable: bool, down: i32) -> i32 {
    let doubled = if vulnerable {
        300 * down - 100
    } else {
        200 * down - 100 + 100 * (down - 3).max(0)
    };
    match doubling {
        Doubling::Undoubled => {
            if vulnerable {
                100 * down
            } else {
                50 * down
            }
        }
        Doubling::Doubled => doubled,
        Doubling::Redoubled => 2 * doubled,
    }
}

/// The largest difference that is still worth 0, 1, … 23 international match points.
const IMP_SCALE: [i32; 24] = [
    10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740,
    1990, 2240, 2490, 2990, 3490, 3990,
];

/// A difference between two scores in international match points, with its sign.
///
/// ```
/// use bridge::score::imps;
/// assert_eq!((imps(430), imps(-50), imps(10)), (10, -2, 0));
/// ```
pub fn imps(difference: i32) -> i32 {
    let size = difference.unsigned_abs();
    let points = IMP_SCALE.partition_point(|&most| size > most as u32);
    points as i32 * difference.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(contract: &str, vulnerable: bool, tricks: i32) -> i32 {
        score(contract.parse().unwrap(), vulnerable, tricks)
    }

    #[test]
    fn contracts_made_score_by_the_laws() {
        for (contract, vulnerable, tricks, points) in [
            ("x1C", false, 7, 70),
            ("x1N", true, 7, 90),
            ("x2H", false, 9, 140),
            ("x3N", false, 9, 400),
            ("x3N", true, 10, 630),
            ("x4S", true, 10, 620),
            ("x5D", false, 11, 400),
            ("x6H", true, 12, 1430),
            ("x6N", false, 12, 990),
            ("x7N", true, 13, 2220),
            ("x1Cx", false, 7, 140),
            ("x2Dx", true, 8, 180),
            ("x2Sx", true, 8, 670),
            ("x2Sx", false, 10, 670),
            ("x1Nxx", false, 7, 560),
            ("x1Cxx", false, 8, 430),
            ("x5Cxx", true, 12, 1400),
            ("x7Nxx", true, 13, 2980),
        ] {
            assert_eq!(
                scored(contract, vulnerable, tricks),
                points,
                "{contract} {vulnerable} {tricks}"
            );
        }
    }

    #[test]
    fn undertricks_cost_by_the_laws() {
        for (contract, not_vulnerable, vulnerable) in [
            ("x4S", [50, 100, 150, 200, 250], [100, 200, 300, 400, 500]),
            (
                "x4Sx",
                [100, 300, 500, 800, 1100],
                [200, 500, 800, 1100, 1400],
            ),
            (
                "x4Sxx",
                [200, 600, 1000, 1600, 2200],
                [400, 1000, 1600, 2200, 2800],
            ),
        ] {
            for down in 1..=5 {
                let costs = [not_vulnerable, vulnerable].map(|costs| -costs[down - 1]);
                let scores = [false, true].map(|v| scored(contract, v, 10 - down as i32));
                assert_eq!(scores, costs, "{contract} down {down}");
            }
        }
    }

    #[test]
    fn numbers_of_tricks_beyond_the_deck_do_not_overflow() {
        assert_eq!(scored("x3N", false, 20), 730);
        assert_eq!(scored("x3N", false, -1), -500);
        assert!(scored("x7Nxx", true, i32::MAX) > 0);
        assert!(scored("x7Nxx", true, i32::MIN) < 0);
    }

    #[test]
    fn the_imp_scale_is_the_laws() {
        let scale = [
            20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500,
            1750, 2000, 2250, 2500, 3000, 3500, 4000,
        ];
        for (points, least) in (1..).zip(scale) {
            assert_eq!(imps(least), points);
            assert_eq!(imps(10 - least), 1 - points);
        }
        assert_eq!(imps(i32::MIN), -24);
    }

    #[test]
    fn contracts_read_back_as_they_are_written() {
        for level in 1..=7 {
            for strain in Strain::ALL {
                for doubling in [Doubling::Undoubled, Doubling::Doubled, Doubling::Redoubled] {
                    let contract = Contract::new(level, strain, doubling).unwrap();
                    assert_eq!(contract.to_string().parse(), Ok(contract));
                }
            }
        }
        for text in [
            "", "x", "3N", "x0C", "x8C", "x3", "x3Z", "x3Nxxx", "x3Ny", "é3N", "xé",
        ] {
            assert!(text.parse::<Contract>().is_err(), "{text}");
        }
    }
}

//! What the winner of the bidding calls: trumps, or one of the games without them that houses allow.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Trump;

/// How the doubles stand in nel-o.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doubles {
    /// Each is the highest of its suit, as always.
    High,
    /// Each is the lowest of its suit.
    Low,
    /// They are a suit of their own, 6-6 high, and belong to no other.
    Own,
}

impl Doubles {
    /// All three.
    pub const ALL: [Doubles; 3] = [Doubles::High, Doubles::Low, Doubles::Own];

    /// `high`, `low` or `own`.
    pub fn name(self) -> &'static str {
        ["high", "low", "own"][self as usize]
    }
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    /// With these trumps, or with none.
    Trumps(Trump),
    /// The bidder must lose every trick, without trumps and without the partner.
    NelO(Doubles),
    /// Everybody plays what is closest to seven pips; the closest takes the trick, the first of equals.
    Sevens,
}

impl Call {
    /// How many there are.
    pub const COUNT: usize = 13;

    /// All of them: the nine trumps, nel-o with doubles high, low and as a suit of their own, sevens.
    pub fn all() -> impl Iterator<Item = Call> {
        let trumps = Trump::all().map(Call::Trumps);
        let others = Doubles::ALL.map(Call::NelO).into_iter();
        trumps.chain(others).chain([Call::Sevens])
    }

    /// Its number below [`Call::COUNT`].
    pub fn index(self) -> usize {
        match self {
            Call::Trumps(Trump::Pip(pip)) => pip.index(),
            Call::Trumps(Trump::Doubles) => 7,
            Call::Trumps(Trump::None) => 8,
            Call::NelO(doubles) => 9 + doubles as usize,
            Call::Sevens => 12,
        }
    }

    /// The call of a number.
    pub fn from_index(index: usize) -> Option<Call> {
        Call::all().nth(index)
    }

    /// What is trumps: nothing, in nel-o and sevens.
    pub fn trump(self) -> Trump {
        match self {
            Call::Trumps(trump) => trump,
            Call::NelO(_) | Call::Sevens => Trump::None,
        }
    }

    /// Whether it is nel-o, where the bidder's partner sits out.
    #[inline]
    pub fn is_nel_o(self) -> bool {
        matches!(self, Call::NelO(_))
    }

    /// It in words: `fives are trumps`, `follow me`, `nel-o with doubles low`, `sevens`.
    pub fn words(self) -> String {
        match self {
            Call::Trumps(Trump::None) => "follow me".to_owned(),
            Call::Trumps(trump) => format!("{} are trumps", trump.name()),
            Call::NelO(Doubles::Own) => "nel-o with doubles a suit of their own".to_owned(),
            Call::NelO(doubles) => format!("nel-o with doubles {}", doubles.name()),
            Call::Sevens => "sevens".to_owned(),
        }
    }
}

/// A text that is no call.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nobody can call '{0}': 0 to 6, doubles, none, nel-o high, nel-o low, nel-o own or sevens")]
pub struct CallError(String);

impl FromStr for Call {
    type Err = CallError;

    fn from_str(text: &str) -> Result<Call, CallError> {
        Call::all()
            .find(|call| call.to_string() == text)
            .ok_or_else(|| CallError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Call {
    /// `0` to `6`, `doubles`, `none`, `nel-o high`, `nel-o low`, `nel-o own` or `sevens`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Call::Trumps(trump) => trump.fmt(f),
            Call::NelO(doubles) => f.pad(&format!("nel-o {}", doubles.name())),
            Call::Sevens => f.pad("sevens"),
        }
    }
}

/// On the wire a call is what it is read from.
impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Call, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_as_they_are_written_and_numbered() {
        assert_eq!(Call::all().count(), Call::COUNT);
        for (i, call) in Call::all().enumerate() {
            assert_eq!(call.index(), i);
            assert_eq!(Call::from_index(i), Some(call));
            assert_eq!(call.to_string().parse(), Ok(call));
        }
        assert_eq!(Call::from_index(Call::COUNT), None);
        let error = "7".parse::<Call>().unwrap_err().to_string();
        assert!(error.starts_with("nobody can call '7': 0 to 6"), "{error}");
    }
}

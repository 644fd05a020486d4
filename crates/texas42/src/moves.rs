//! What a player can do: bid, call, play a domino. A move also has a number below 64, so that the moves that are legal are
//! one bit set: 0 to 27 are the dominoes, 28 is to pass, 30 to 41 are points, 42 to 48 are one to seven marks, 49 and 50
//! plunge and splash, and the calls come last.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Call, Domino};

/// The most marks that can be bid: four players cannot get further.
pub const MOST_MARKS: u8 = 7;

/// What is said before the first domino. Everybody hears it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bid {
    /// Nothing.
    Pass,
    /// To take so many of the 42 points: 30 to 41.
    Points(u8),
    /// To take all tricks, or in nel-o none, for so many marks: one to seven.
    Marks(u8),
    /// To take all tricks with three doubles or more: the partner calls and leads.
    Splash,
    /// To take all tricks with four doubles or more: the partner calls and leads.
    Plunge,
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Bids, or passes.
    Bid(Bid),
    /// Says what is played, having won the bidding.
    Call(Call),
    /// Plays a domino.
    Play(Domino),
}

const PASS: u8 = 28;
const PLUNGE: u8 = 49;
const SPLASH: u8 = 50;
const CALL: u8 = 51;

impl Bid {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Bid::Pass => PASS,
            Bid::Points(points) => points,
            Bid::Marks(marks) => 41 + marks,
            Bid::Plunge => PLUNGE,
            Bid::Splash => SPLASH,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Bid> {
        Some(match code {
            PASS => Bid::Pass,
            30..=41 => Bid::Points(code),
            42..=48 => Bid::Marks(code - 41),
            PLUNGE => Bid::Plunge,
            SPLASH => Bid::Splash,
            _ => return None,
        })
    }

    /// All that there are.
    pub fn all() -> impl Iterator<Item = Bid> {
        (PASS..CALL).filter_map(Bid::from_code)
    }

    /// How many doubles the hand of someone who says this has at least.
    pub fn doubles(self) -> usize {
        match self {
            Bid::Plunge => 4,
            Bid::Splash => 3,
            _ => 0,
        }
    }

    /// Whether the partner calls and leads.
    #[inline]
    pub fn is_partners_call(self) -> bool {
        matches!(self, Bid::Plunge | Bid::Splash)
    }
}

impl Move {
    /// Its number below 64.
    #[inline]
    pub fn code(self) -> u8 {
        match self {
            Move::Bid(bid) => bid.code(),
            Move::Call(call) => CALL + call.index() as u8,
            Move::Play(domino) => domino.id(),
        }
    }

    /// The move of a number.
    pub fn from_code(code: u8) -> Option<Move> {
        match code {
            0..PASS => Domino::from_id(code).map(Move::Play),
            CALL.. => Call::from_index(usize::from(code - CALL)).map(Move::Call),
            _ => Bid::from_code(code).map(Move::Bid),
        }
    }

    /// The domino, if it is one.
    pub fn domino(self) -> Option<Domino> {
        match self {
            Move::Play(domino) => Some(domino),
            _ => None,
        }
    }

    /// It in one word, as a key: the domino, the bid or the call.
    pub fn name(self) -> String {
        match self {
            Move::Bid(bid) => bid.to_string(),
            Move::Call(call) => call.to_string(),
            Move::Play(domino) => domino.to_string(),
        }
    }

    /// The one of these moves that someone means who types this: its name or its words; a domino with either end first.
    /// Where nothing is called so, its number from 1.
    ///
    /// ```
    /// use texas42::{Bid, Move};
    /// let moves = [Move::Bid(Bid::Pass), Move::Bid(Bid::Points(30)), Move::Play("6-4".parse()?)];
    /// assert_eq!(Move::meant_by("30", &moves), Some(moves[1]));
    /// assert_eq!(Move::meant_by("4-6", &moves), Some(moves[2]));
    /// assert_eq!(Move::meant_by("1", &moves), Some(moves[0]));
    /// assert_eq!(Move::meant_by("5-5", &moves), None);
    /// # Ok::<(), texas42::DominoError>(())
    /// ```
    pub fn meant_by(text: &str, moves: &[Move]) -> Option<Move> {
        let domino: Option<Domino> = text.parse().ok();
        let is_meant = |made: &&Move| {
            text.eq_ignore_ascii_case(&made.to_string())
                || text.eq_ignore_ascii_case(&made.name())
                || domino.is_some() && made.domino() == domino
        };
        let named = moves.iter().find(is_meant).copied();
        named.or_else(|| {
            let number = text.parse::<usize>().ok()?;
            moves.get(number.checked_sub(1)?).copied()
        })
    }
}

impl fmt::Display for Bid {
    /// `pass`, `30` to `41`, `1 mark`, `2 marks` and so on, `splash` or `plunge`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Bid::Pass => f.pad("pass"),
            Bid::Points(points) => f.pad(&points.to_string()),
            Bid::Marks(1) => f.pad("1 mark"),
            Bid::Marks(marks) => f.pad(&format!("{marks} marks")),
            Bid::Splash => f.pad("splash"),
            Bid::Plunge => f.pad("plunge"),
        }
    }
}

/// A text that is no bid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no bid: pass, 30 to 41, 1 mark, 2 marks and so on to 7, splash or plunge")]
pub struct BidError(String);

impl FromStr for Bid {
    type Err = BidError;

    fn from_str(text: &str) -> Result<Bid, BidError> {
        Bid::all()
            .find(|bid| bid.to_string() == text)
            .ok_or_else(|| BidError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Move::Bid(Bid::Pass) => f.pad("pass"),
            Move::Bid(bid) => f.pad(&format!("bid {bid}")),
            Move::Call(call) => f.pad(&format!("call {call}")),
            Move::Play(domino) => f.pad(&format!("play {domino}")),
        }
    }
}

/// A move as it goes over the wire.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMove {
    /// `pass`, `bid`, `call` or `play`.
    #[serde(rename = "move")]
    name: &'static str,
    /// What is bid: `30` to `41`, `1 mark` to `7 marks`, `splash` or `plunge`.
    bid: Option<String>,
    /// What is called: `0` to `6`, `doubles`, `none`, `nel-o high`, `nel-o low`, `nel-o own` or `sevens`.
    trump: Option<Call>,
    /// What is played.
    domino: Option<String>,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut written = WrittenMove {
            name: "pass",
            bid: None,
            trump: None,
            domino: None,
        };
        match *self {
            Move::Bid(Bid::Pass) => {}
            Move::Bid(bid) => (written.name, written.bid) = ("bid", Some(bid.to_string())),
            Move::Call(call) => (written.name, written.trump) = ("call", Some(call)),
            Move::Play(domino) => {
                (written.name, written.domino) = ("play", Some(domino.to_string()));
            }
        }
        written.serialize(serializer)
    }
}

/// A move as others write it. What a bot says beside its move is passed over, so that its answer can be handed on as it is.
#[derive(Deserialize)]
struct ReadMove {
    #[serde(rename = "move")]
    name: String,
    #[serde(default)]
    bid: Option<String>,
    #[serde(default)]
    trump: Option<String>,
    #[serde(default)]
    domino: Option<String>,
}

impl ReadMove {
    fn made(&self) -> Result<Move, String> {
        fn read<T: FromStr<Err: fmt::Display>>(
            text: &Option<String>,
            lacking: &str,
        ) -> Result<T, String> {
            let text = text.as_deref().ok_or_else(|| lacking.to_owned())?;
            text.parse().map_err(|error: T::Err| error.to_string())
        }
        match &*self.name {
            "pass" => Ok(Move::Bid(Bid::Pass)),
            "bid" => read(&self.bid, "'bid' needs a bid, like 30 or 2 marks").map(Move::Bid),
            "call" => read(&self.trump, "'call' needs a trump, like 5 or none").map(Move::Call),
            "play" => read(&self.domino, "'play' needs a domino, like 6-4").map(Move::Play),
            other => {
                let other: String = other.chars().take(20).collect();
                Err(format!(
                    "'{other}' is no move: write pass, bid, call or play"
                ))
            }
        }
    }
}

/// Read as it is written: `{"move":"bid","bid":"30"}`.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let read = ReadMove::deserialize(deserializer)?;
        read.made().map_err(D::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Move {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Texas42Move".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WrittenMove::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_number_of_its_own_and_is_read_as_it_is_written() {
        let moves: Vec<Move> = (0..64).filter_map(Move::from_code).collect();
        // All but 29.
        assert_eq!(moves.len(), 63);
        for made in moves {
            assert_eq!(Move::from_code(made.code()), Some(made));
            let text = serde_json::to_string(&made).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), made, "{text}");
        }
        assert_eq!(Bid::all().count(), 22);
        for bid in Bid::all() {
            assert_eq!(bid.to_string().parse(), Ok(bid));
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for (wrong, said) in [
            (r#"{"move":"fold"}"#, "'fold' is no move"),
            (r#"{"move":"play"}"#, "'play' needs a domino"),
            (r#"{"move":"play","domino":"7-7"}"#, "'7-7' is not a domino"),
            (r#"{"move":"bid","bid":"29"}"#, "'29' is no bid"),
            (r#"{"move":"call","trump":"7"}"#, "nobody can call '7'"),
        ] {
            let error = serde_json::from_str::<Move>(wrong).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}

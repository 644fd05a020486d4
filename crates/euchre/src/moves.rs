//! What a player can do: bid, discard, give a card, play a card. A move also has a number below 64, so that the moves
//! that are legal are one bit set.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Card, Stage, Trump};

/// What is said before the first card. Everybody hears it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bid {
    /// Nothing: no trump is named; and, asked to defend alone, no.
    Pass,
    /// Throws in a hand that the house lets one throw in.
    ThrowIn,
    /// The dealer takes up the upcard; its suit is trump.
    Order {
        /// Without the partner.
        alone: bool,
    },
    /// Names the trump in the second round.
    Name {
        /// What is trump.
        trump: Trump,
        /// Without the partner.
        alone: bool,
    },
    /// Defends alone against a player who goes alone.
    Defend,
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Says something.
    Bid(Bid),
    /// The dealer lays away a card, face down.
    Discard(Card),
    /// Where 'partner's best' is played: the partner's card for the lone player, or the lone player's card in return.
    Give(Card),
    /// Plays a card.
    Play(Card),
}

const PASS: u8 = 32;
const THROW_IN: u8 = 33;
const DEFEND: u8 = 34;
const ORDER: u8 = 35;
const ORDER_ALONE: u8 = 36;
const NAME: u8 = 40;
const NAME_ALONE: u8 = 48;

impl Bid {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Bid::Pass => PASS,
            Bid::ThrowIn => THROW_IN,
            Bid::Defend => DEFEND,
            Bid::Order { alone: false } => ORDER,
            Bid::Order { alone: true } => ORDER_ALONE,
            Bid::Name {
                trump,
                alone: false,
            } => NAME + trump as u8,
            Bid::Name { trump, alone: true } => NAME_ALONE + trump as u8,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Bid> {
        Some(match code {
            PASS => Bid::Pass,
            THROW_IN => Bid::ThrowIn,
            DEFEND => Bid::Defend,
            ORDER => Bid::Order { alone: false },
            ORDER_ALONE => Bid::Order { alone: true },
            NAME..48 => Bid::Name {
                trump: *Trump::ALL.get((code - NAME) as usize)?,
                alone: false,
            },
            NAME_ALONE..56 => Bid::Name {
                trump: *Trump::ALL.get((code - NAME_ALONE) as usize)?,
                alone: true,
            },
            _ => return None,
        })
    }

    /// Whether it goes alone.
    pub fn is_alone(self) -> bool {
        matches!(
            self,
            Bid::Order { alone: true } | Bid::Name { alone: true, .. }
        )
    }
}

impl Move {
    /// Its number below 64: that of the card, or one from 32 up for a bid.
    #[inline]
    pub fn code(self) -> u8 {
        match self {
            Move::Bid(bid) => bid.code(),
            Move::Discard(card) | Move::Give(card) | Move::Play(card) => card.id(),
        }
    }

    /// The move of a number, which for a card depends on what is to be done with it.
    pub fn from_code(code: u8, stage: Stage) -> Option<Move> {
        let Some(card) = Card::from_id(code) else {
            return Bid::from_code(code).map(Move::Bid);
        };
        match stage {
            Stage::Discard => Some(Move::Discard(card)),
            Stage::Give | Stage::Return => Some(Move::Give(card)),
            Stage::Play => Some(Move::Play(card)),
            _ => None,
        }
    }

    /// It in one word, as a key: the card, or the bid.
    pub fn name(self) -> String {
        self.card()
            .map_or_else(|| self.to_string(), |card| card.to_string())
    }

    /// The one of these moves that someone means who types this: its number from 1, its card, or its words.
    ///
    /// ```
    /// use euchre::{Bid, Move};
    /// let moves = [Move::Bid(Bid::Pass), Move::Bid(Bid::Order { alone: true })];
    /// assert_eq!(Move::meant_by("2", &moves), Some(moves[1]));
    /// assert_eq!(Move::meant_by("Order Alone", &moves), Some(moves[1]));
    /// assert_eq!(Move::meant_by("3", &moves), None);
    /// ```
    pub fn meant_by(text: &str, moves: &[Move]) -> Option<Move> {
        if let Ok(number) = text.parse::<usize>() {
            return moves.get(number.checked_sub(1)?).copied();
        }
        let is_meant = |made: &&Move| {
            text.eq_ignore_ascii_case(&made.to_string()) || text.eq_ignore_ascii_case(&made.name())
        };
        moves.iter().find(is_meant).copied()
    }

    /// The card, if it is one.
    pub fn card(self) -> Option<Card> {
        match self {
            Move::Bid(_) => None,
            Move::Discard(card) | Move::Give(card) | Move::Play(card) => Some(card),
        }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let alone = if self.is_alone() { " alone" } else { "" };
        match self {
            Bid::Pass => f.pad("pass"),
            Bid::ThrowIn => f.pad("throw in"),
            Bid::Defend => f.pad("defend alone"),
            Bid::Order { .. } => f.pad(&format!("order{alone}")),
            Bid::Name { trump, .. } => f.pad(&format!("{trump}{alone}")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Move::Bid(bid) => bid.fmt(f),
            Move::Discard(card) => f.pad(&format!("discard {card}")),
            Move::Give(card) => f.pad(&format!("give {card}")),
            Move::Play(card) => f.pad(&format!("play {card}")),
        }
    }
}

/// A move as it goes over the wire.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMove {
    /// `pass`, `order`, `name`, `discard`, `give`, `play`, `defend` or `throw_in`.
    #[serde(rename = "move")]
    name: &'static str,
    /// What is named trump: `C`, `D`, `H`, `S` or `NT`.
    suit: Option<&'static str>,
    /// The card.
    card: Option<Card>,
    /// Whether it goes alone.
    alone: bool,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, suit) = match *self {
            Move::Bid(Bid::Pass) => ("pass", None),
            Move::Bid(Bid::ThrowIn) => ("throw_in", None),
            Move::Bid(Bid::Defend) => ("defend", None),
            Move::Bid(Bid::Order { .. }) => ("order", None),
            Move::Bid(Bid::Name { trump, .. }) => ("name", Some(trump.letters())),
            Move::Discard(_) => ("discard", None),
            Move::Give(_) => ("give", None),
            Move::Play(_) => ("play", None),
        };
        let written = WrittenMove {
            name,
            suit,
            card: self.card(),
            alone: matches!(self, Move::Bid(bid) if bid.is_alone()),
        };
        written.serialize(serializer)
    }
}

/// A move as others write it. What a bot says beside its move is passed over, so that its answer can be handed on as it is.
#[derive(Deserialize)]
struct ReadMove {
    #[serde(rename = "move")]
    name: String,
    #[serde(default)]
    suit: Option<String>,
    #[serde(default)]
    card: Option<String>,
    #[serde(default)]
    alone: bool,
}

impl ReadMove {
    fn made(&self) -> Result<Move, String> {
        let alone = self.alone;
        let card = || -> Result<Card, String> {
            let text = self.card.as_deref();
            let text = text.ok_or_else(|| format!("'{}' needs a card", shortened(&self.name)))?;
            text.parse()
                .map_err(|error: crate::CardError| error.to_string())
        };
        let made = match &*self.name {
            "pass" => Move::Bid(Bid::Pass),
            "throw_in" => Move::Bid(Bid::ThrowIn),
            "defend" => Move::Bid(Bid::Defend),
            "order" => Move::Bid(Bid::Order { alone }),
            "name" => {
                let trump = self.suit.as_deref().and_then(Trump::from_letters);
                let trump = trump.ok_or("'name' needs a suit: C, D, H, S or NT")?;
                Move::Bid(Bid::Name { trump, alone })
            }
            "discard" => Move::Discard(card()?),
            "give" => Move::Give(card()?),
            "play" => Move::Play(card()?),
            other => {
                return Err(format!(
                    "'{}' is no move: write pass, order, name, discard, give, play, defend or throw_in",
                    shortened(other)
                ));
            }
        };
        match made {
            Move::Bid(Bid::Order { .. } | Bid::Name { .. }) => Ok(made),
            _ if alone => Err("only who orders or names goes alone".to_owned()),
            _ => Ok(made),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Read as it is written: `{"move":"name","suit":"D","alone":true}`.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let read = ReadMove::deserialize(deserializer)?;
        read.made().map_err(D::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Move {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EuchreMove".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WrittenMove::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bid_has_a_number_of_its_own() {
        let bids: Vec<Bid> = (32..64).filter_map(Bid::from_code).collect();
        assert_eq!(bids.len(), 15);
        for bid in bids {
            assert_eq!(Bid::from_code(bid.code()), Some(bid));
            assert_eq!(
                Move::from_code(bid.code(), Stage::Play),
                Some(Move::Bid(bid))
            );
        }
    }

    #[test]
    fn a_move_is_read_as_it_is_written() {
        let card: Card = "JH".parse().unwrap();
        let bids = (32..64).filter_map(Bid::from_code).map(Move::Bid);
        let cards = [Move::Discard(card), Move::Give(card), Move::Play(card)];
        for made in bids.chain(cards) {
            let text = serde_json::to_string(&made).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&text).unwrap(), made, "{text}");
        }
        for (wrong, said) in [
            (r#"{"move":"fold"}"#, "'fold' is no move"),
            (r#"{"move":"play"}"#, "'play' needs a card"),
            (r#"{"move":"play","card":"8H"}"#, "'8H' is not a card"),
            (r#"{"move":"name","suit":"X"}"#, "'name' needs a suit"),
            (
                r#"{"move":"pass","alone":true}"#,
                "only who orders or names goes alone",
            ),
        ] {
            let error = serde_json::from_str::<Move>(wrong).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}

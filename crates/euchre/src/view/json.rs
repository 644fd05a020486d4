//! Views as JSON, for programs in any language.

use serde::{Deserialize, Serialize, Serializer};

use super::{Clash, Seen, View};
use crate::moves::Bid;
use crate::{Call, Card, Cards, Public, Rules, Score, Seat, Trick, Trump};

/// Why a text is no view.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// It is no JSON, or something in it is missing or of the wrong kind.
    #[error("this is no view: {0}")]
    Unreadable(String),
    /// What it says cannot all be true.
    #[error(transparent)]
    Clash(#[from] Clash),
}

/// A view as it is written. Everything that may be missing has a default.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    deny_unknown_fields,
    expecting = "an object with seat, dealer, hand and upcard"
)]
struct WrittenView {
    /// Whose view it is: `N`, `E`, `S` or `W`.
    seat: String,
    /// Who dealt.
    dealer: String,
    /// The cards that the seat holds.
    hand: Vec<String>,
    /// The card turned up.
    upcard: String,
    /// Whether the dealer took it.
    #[serde(default)]
    taken: Option<bool>,
    /// What the seat itself laid away, as dealer.
    #[serde(default)]
    discard: Option<String>,
    /// What was said: `[seat, "pass"]`, `[seat, "order"]`, `[seat, "name", suit]`, with `"alone"` at the end where so.
    #[serde(default)]
    bids: Vec<Vec<String>>,
    /// What is trump: `C`, `D`, `H`, `S` or `NT`.
    #[serde(default)]
    trump: Option<String>,
    /// Who made it.
    #[serde(default)]
    maker: Option<String>,
    /// Whether the maker goes alone.
    #[serde(default)]
    alone: Option<bool>,
    /// Who defends alone.
    #[serde(default)]
    defend_alone: Option<String>,
    /// The tricks in the order played, each a list of seat and card; the last may be unfinished.
    #[serde(default)]
    tricks: Vec<Vec<(String, String)>>,
    /// The points before this hand.
    #[serde(default)]
    score: Score,
    /// The house rules.
    #[serde(default)]
    rules: Rules,
    /// Where 'partner's best' is played, the card that the seat gave to its partner,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<String>,
    /// and the card that it got.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    received: Option<String>,
    /// Face-down cards that the seat has rightly seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    kitty: Vec<String>,
}

/// The most cards, bids or tricks that are looked at: more than any hand can have.
const MOST: usize = 32;

fn unreadable(message: impl Into<String>) -> ViewError {
    ViewError::Unreadable(message.into())
}

fn seat(text: &str) -> Result<Seat, ViewError> {
    text.parse().map_err(|_| {
        unreadable(format!(
            "'{}' is not a seat: write N, E, S or W",
            shortened(text)
        ))
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

fn card(text: &str) -> Result<Card, ViewError> {
    text.parse()
        .map_err(|error: crate::CardError| unreadable(error.to_string()))
}

fn cards(texts: &[String]) -> Result<Vec<Card>, ViewError> {
    if texts.len() > MOST {
        Err(unreadable(format!(
            "{} cards are more than the deck has",
            texts.len()
        )))
    } else {
        texts.iter().map(|text| card(text)).collect()
    }
}

fn trump(text: &str) -> Result<Trump, ViewError> {
    Trump::from_letters(text).ok_or_else(|| {
        unreadable(format!(
            "'{}' is not a trump: write C, D, H, S or NT",
            shortened(text)
        ))
    })
}

/// A bid with its seat: `["W","name","D","alone"]`.
pub(crate) fn bid_from_json(words: &[String]) -> Result<(Seat, Bid), ViewError> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (alone, words) = match words.split_last() {
        Some((&"alone", rest)) => (true, rest),
        _ => (false, &words[..]),
    };
    let (who, bid) = match *words {
        [who, "pass"] if !alone => (who, Bid::Pass),
        [who, "throw_in"] if !alone => (who, Bid::ThrowIn),
        [who, "defend"] if !alone => (who, Bid::Defend),
        [who, "order"] | [who, "order", _] => (who, Bid::Order { alone }),
        [who, "name", suit] => (
            who,
            Bid::Name {
                trump: trump(suit)?,
                alone,
            },
        ),
        _ => {
            return Err(unreadable(
                "a bid is [seat, \"pass\"], [seat, \"order\"] or [seat, \"name\", suit], with \"alone\" at the end where so",
            ));
        }
    };
    Ok((seat(who)?, bid))
}

/// A bid with its seat, as it is written in a view.
pub(crate) fn bid_json(seat: Seat, bid: Bid, upcard: Card) -> Vec<String> {
    let mut words = vec![seat.letter().to_string()];
    match bid {
        Bid::Pass => words.push("pass".to_owned()),
        Bid::ThrowIn => words.push("throw_in".to_owned()),
        Bid::Defend => words.push("defend".to_owned()),
        Bid::Order { alone: false } => words.push("order".to_owned()),
        Bid::Order { alone: true } => {
            words.extend(["order".to_owned(), upcard.suit().letter().to_string()]);
        }
        Bid::Name { trump, .. } => words.extend(["name".to_owned(), trump.letters().to_owned()]),
    }
    if bid.is_alone() {
        words.push("alone".to_owned());
    }
    words
}

impl View {
    /// Reads a view.
    ///
    /// # Errors
    /// What cannot be read, or the facts that clash.
    pub fn from_json(text: &str) -> Result<View, ViewError> {
        let written: WrittenView =
            serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        Ok(View::new(written.seen()?)?)
    }

    /// Reads a view that is part of a document.
    ///
    /// # Errors
    /// As with [`View::from_json`].
    pub fn from_value(value: &serde_json::Value) -> Result<View, ViewError> {
        let written =
            WrittenView::deserialize(value).map_err(|error| unreadable(error.to_string()))?;
        Ok(View::new(written.seen()?)?)
    }
}

/// On the wire a view is what [`View::from_json`] reads.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let public = self.public();
        let call = public.call;
        let text = |card: Card| card.to_string();
        let seat = |seat: Seat| seat.letter().to_string();
        let list = |cards: Cards| cards.iter().map(text).collect();
        let written = WrittenView {
            seat: seat(self.seat()),
            dealer: seat(public.dealer),
            hand: list(self.hand()),
            upcard: text(public.upcard),
            taken: Some(call.is_some_and(|call| call.taken)),
            discard: self.discard().map(text),
            bids: public
                .bids
                .iter()
                .map(|&(seat, bid)| bid_json(seat, bid, public.upcard))
                .collect(),
            trump: call.map(|call| call.trump.letters().to_owned()),
            maker: call.map(|call| seat(call.maker)),
            alone: Some(call.is_some_and(|call| call.alone)),
            defend_alone: call.and_then(|call| call.defender).map(seat),
            tricks: public
                .tricks
                .iter()
                .map(|trick| {
                    trick
                        .0
                        .iter()
                        .map(|&(who, card)| (seat(who), text(card)))
                        .collect()
                })
                .collect(),
            score: public.score,
            rules: public.rules,
            given: self.given().map(text),
            received: self.received().map(text),
            kitty: list(self.kitty()),
        };
        written.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for View {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EuchreView".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WrittenView::json_schema(generator)
    }
}

impl WrittenView {
    fn seen(&self) -> Result<Seen, ViewError> {
        if self.bids.len() > MOST
            || self.tricks.len() > MOST
            || self.tricks.iter().any(|trick| trick.len() > MOST)
        {
            return Err(unreadable(
                "there are more bids or cards than a hand can have",
            ));
        }
        let bids: Result<Vec<_>, _> = self.bids.iter().map(|words| bid_from_json(words)).collect();
        let tricks = self.tricks.iter().map(|trick| {
            let plays = trick
                .iter()
                .map(|(who, what)| Ok((seat(who)?, card(what)?)));
            plays.collect::<Result<Vec<_>, ViewError>>().map(Trick)
        });
        let optional = |text: &Option<String>| text.as_deref().map(card).transpose();
        let mut public = Public::new(
            self.rules,
            self.score,
            seat(&self.dealer)?,
            card(&self.upcard)?,
        );
        public.bids = bids?;
        public.tricks = tricks.collect::<Result<Vec<_>, _>>()?;
        // An empty trick at the end says that the one before is finished, which we know.
        public.tricks.retain(|trick| !trick.0.is_empty());
        public.call = self.call(&public)?;
        Ok(Seen {
            public,
            seat: seat(&self.seat)?,
            hand: cards(&self.hand)?,
            discard: optional(&self.discard)?,
            given: optional(&self.given)?,
            received: optional(&self.received)?,
            kitty: cards(&self.kitty)?,
        })
    }

    /// The call: what is said of it, and where nothing is said, what follows from the bids.
    fn call(&self, public: &Public) -> Result<Option<Call>, ViewError> {
        let by_bids = public.called();
        let said = self.trump.is_some() || self.maker.is_some();
        if !said && self.taken != Some(true) && self.alone != Some(true) {
            // A view that leaves the call out has it from the bids.
            return Ok(by_bids);
        }
        let missing = |what: &str| {
            unreadable(format!(
                "{what} is missing, and there are no bids to tell it"
            ))
        };
        let trump = match (&self.trump, by_bids) {
            (Some(text), _) => trump(text)?,
            (None, Some(call)) => call.trump,
            (None, None) => return Err(missing("trump")),
        };
        let maker = match (&self.maker, by_bids) {
            (Some(text), _) => seat(text)?,
            (None, Some(call)) => call.maker,
            (None, None) => return Err(missing("maker")),
        };
        let taken = self.taken.or(by_bids.map(|call| call.taken));
        let alone = self.alone.or(by_bids.map(|call| call.alone));
        let defender = self.defend_alone.as_deref().map(seat).transpose()?;
        Ok(Some(Call {
            maker,
            trump,
            taken: taken.ok_or_else(|| missing("taken"))?,
            alone: alone.unwrap_or(false),
            defender: defender.or(by_bids.and_then(|call| call.defender)),
        }))
    }
}

//! The protocol of bot and referee, for games in any language: a line of JSON is answered with a line of JSON. A line that
//! is nothing of the kind is answered too, with what is wrong with it. A line may carry an `id` of any kind, which the
//! answer carries back; nothing is kept from one line to the next.

use std::fmt::Debug;

use answer::Explained;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use space::Stopped;

use crate::{RefereeError, RefereedHand};

/// The answer to a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotAnswer<A> {
    /// What the line had as its `id`; not there if it had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Json>,
    /// What is answered.
    #[serde(flatten)]
    pub said: Said<A>,
}

/// What is answered to a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Said<A> {
    /// A move, or what a referee says.
    Answer(Box<A>),
    /// What is wrong with the line.
    Refusal(BotRefusal),
}

/// What is wrong with a line that a bot was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotRefusal {
    /// A sentence.
    pub error: String,
    /// A word for programs.
    pub code: String,
    /// The facts that clash, where it is a view whose facts do.
    pub facts: Vec<String>,
}

impl BotRefusal {
    /// What an error says.
    pub fn of(error: &(impl Explained + ?Sized)) -> BotRefusal {
        let places = error.body().places.into_iter();
        BotRefusal {
            error: error.to_string(),
            code: error.code().to_owned(),
            facts: places.filter_map(|place| place.label).collect(),
        }
    }
}

/// A number, which may be too large for some who write JSON.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum NumberOrDigits {
    /// As a number.
    Number(u64),
    /// As its digits.
    Digits(String),
}

impl NumberOrDigits {
    /// The number; none, if the digits are those of no number of 64 bits.
    pub fn number(&self) -> Option<u64> {
        match self {
            NumberOrDigits::Number(number) => Some(*number),
            NumberOrDigits::Digits(digits) => digits.parse().ok(),
        }
    }
}

/// The answer to a line with a view or a request; none to an empty one. Of a line that is longer than `longest` the beginning
/// is enough, up to that length.
///
/// # Errors
/// It was stopped.
pub fn answer_line<H, R, A>(
    line: &[u8],
    longest: usize,
    answer: impl FnOnce(R) -> Result<A, RefereeError<H>>,
) -> Result<Option<BotAnswer<A>>, Stopped>
where
    H: RefereedHand + Debug,
    R: DeserializeOwned,
{
    let too_long = RefereeError::Request("the line is longer than 1 MB".to_owned());
    let (mut id, mut fields) = (None, Err(too_long));
    if line.len() < longest || line.ends_with(b"\n") {
        let text = String::from_utf8_lossy(line);
        if text.trim().is_empty() {
            return Ok(None);
        }
        let read: Result<Map<String, Json>, _> = serde_json::from_str(&text);
        fields = read.map_err(|error| RefereeError::View(H::unreadable(error.to_string())));
        if let Ok(fields) = &mut fields {
            id = fields.shift_remove("id");
        }
    }
    let request = fields.and_then(|of| asked_of(H::GAME, of).map_err(RefereeError::Request));
    let said = match request.and_then(answer) {
        Ok(answer) => Said::Answer(Box::new(answer)),
        Err(error) => match error.stopped() {
            Some(stopped) => return Err(stopped),
            None => Said::Refusal(BotRefusal::of(&error)),
        },
    };
    Ok(Some(BotAnswer { id, said }))
}

/// What the fields of a line ask of a game: a request, if they have a `do`; and otherwise what a bot does with the view that
/// they are, at the `level` and with the `seed` that may stand beside it.
///
/// # Errors
/// A sentence on what is wrong with them.
fn asked_of<R: DeserializeOwned>(game: &str, mut fields: Map<String, Json>) -> Result<R, String> {
    if let Some(asked) = fields.shift_remove("ask")
        && asked != game
    {
        return Err(format!(
            "here everything is asked of {game}: leave \"ask\" out"
        ));
    }
    if !fields.contains_key("do") {
        let mut asked = Map::new();
        asked.insert("do".to_owned(), "move".into());
        for name in ["level", "seed"] {
            let given = fields.shift_remove(name);
            asked.extend(given.map(|value| (name.to_owned(), value)));
        }
        asked.insert("view".to_owned(), Json::Object(fields));
        fields = asked;
    }
    R::deserialize(Json::Object(fields)).map_err(|error| error.to_string())
}

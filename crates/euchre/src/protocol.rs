//! The protocol of bot and referee, for games in any language: a line with a view in JSON is answered with a move in JSON, and
//! a line with a request ([`RefereeRequest`]) with its answer. A line that is neither is answered too, with what is wrong with
//! it. A line may carry an `id` of any kind, which the answer carries back; nothing is kept from one line to the next.

use answer::Explained;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use space::{Stopped, Watch};

use crate::{
    ClockedBot, MoveAsked, RefereeAnswer, RefereeError, RefereeRequest, ViewError, limits,
};

/// The answer to a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotAnswer {
    /// What the line had as its `id`; not there if it had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Json>,
    /// What is answered.
    #[serde(flatten)]
    pub said: Said,
}

/// What is answered to a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Said {
    /// A move, or what a referee says.
    Answer(Box<RefereeAnswer>),
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
    fn of(error: &RefereeError) -> BotRefusal {
        BotRefusal {
            error: error.to_string(),
            code: error.code().to_owned(),
            facts: error.facts().to_vec(),
        }
    }
}

/// The answer to a line; none to an empty one. Of a line that is longer than [`limits::LONGEST_VIEW`] the beginning is
/// enough, up to that length. The bot answers, unless the line names another level, with this seed, unless the line has one.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use euchre::{Bot, BotSettings, Level, answer_line};
/// let beginner = BotSettings::from(Bot::new(Level::Beginner)).with_clock(&std::time::Duration::default);
/// let watch = space::Watch::default();
/// let line = br#"{"id":7,"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#;
/// let answer = answer_line(line, &beginner, 1, &watch)?.unwrap();
/// assert_eq!(
///     serde_json::to_string(&answer).unwrap(),
///     r#"{"id":7,"move":"pass","suit":null,"card":null,"alone":false,"values":{},"reason":"by the rule of thumb"}"#
/// );
/// let refused = answer_line(b"{", &beginner, 1, &watch)?.unwrap();
/// assert_eq!(serde_json::to_value(&refused).unwrap()["code"], "not-a-view");
/// assert_eq!(answer_line(b"\n", &beginner, 1, &watch)?, None);
/// # Ok::<(), space::Stopped>(())
/// ```
pub fn answer_line(
    line: &[u8],
    bot: &ClockedBot<'_>,
    seed: u64,
    watch: &Watch,
) -> Result<Option<BotAnswer>, Stopped> {
    if line.len() >= limits::LONGEST_VIEW && !line.ends_with(b"\n") {
        let error = RefereeError::Request("the line is longer than 1 MB".to_owned());
        let said = Said::Refusal(BotRefusal::of(&error));
        return Ok(Some(BotAnswer { id: None, said }));
    }
    let text = String::from_utf8_lossy(line);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let (id, request) = read_line(&text);
    let answer = request.and_then(|request| request.answer(bot, seed, watch));
    let said = match answer {
        Ok(answer) => Said::Answer(Box::new(answer)),
        Err(RefereeError::Stopped(stopped)) => return Err(stopped),
        Err(error) => Said::Refusal(BotRefusal::of(&error)),
    };
    Ok(Some(BotAnswer { id, said }))
}

/// The id of a line, and what it asks: a request, or what a bot does with the view that it is.
fn read_line(text: &str) -> (Option<Json>, Result<RefereeRequest, RefereeError>) {
    let mut fields: Map<String, Json> = match serde_json::from_str(text) {
        Ok(fields) => fields,
        Err(error) => {
            let error = ViewError::Unreadable(error.to_string());
            return (None, Err(error.into()));
        }
    };
    let id = fields.shift_remove("id");
    (id, request(fields))
}

fn request(mut fields: Map<String, Json>) -> Result<RefereeRequest, RefereeError> {
    let wrong = |error: serde_json::Error| RefereeError::Request(error.to_string());
    if let Some(asked) = fields.shift_remove("ask")
        && asked != "euchre"
    {
        let message = "here everything is asked of euchre: leave \"ask\" out";
        return Err(RefereeError::Request(message.to_owned()));
    }
    if fields.contains_key("do") {
        return RefereeRequest::deserialize(Json::Object(fields)).map_err(wrong);
    }
    let mut asked = Map::new();
    for name in ["level", "seed"] {
        asked.extend(
            fields
                .shift_remove(name)
                .map(|value| (name.to_owned(), value)),
        );
    }
    asked.insert("view".to_owned(), Json::Object(fields));
    let asked = MoveAsked::deserialize(Json::Object(asked)).map_err(wrong)?;
    Ok(RefereeRequest::Move(asked))
}

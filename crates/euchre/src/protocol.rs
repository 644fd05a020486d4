//! The bot's protocol, for games in any language: a line with a view in JSON is answered with a move in JSON. A line that is
//! no view is answered too, with what is wrong with it.

use serde::Serialize;
use space::{Stopped, Watch};

use crate::{Judgement, NoMove, Player, View, ViewError, limits};

/// The answer to a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BotAnswer {
    /// A move, and what the bot thinks.
    Move(Judgement),
    /// What is wrong with the line.
    Refusal(BotRefusal),
}

/// What is wrong with a line that a bot was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotRefusal {
    /// A sentence.
    pub error: String,
    /// The facts that clash, where it is a view whose facts do.
    pub facts: Vec<String>,
}

fn refusal(error: impl ToString, facts: Vec<String>) -> BotAnswer {
    BotAnswer::Refusal(BotRefusal {
        error: error.to_string(),
        facts,
    })
}

/// A player's answer to a line; none to an empty one. Of a line that is longer than [`limits::LONGEST_VIEW`] the beginning is
/// enough, up to that length.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use euchre::{Bot, BotAnswer, Level, answer_line};
/// let (beginner, watch) = (Bot::new(Level::Beginner), space::Watch::default());
/// let line = br#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#;
/// let answer = answer_line(line, &beginner, 1, &watch)?.unwrap();
/// assert_eq!(
///     serde_json::to_string(&answer).unwrap(),
///     r#"{"move":"pass","suit":null,"card":null,"alone":false,"values":{},"reason":"by the rule of thumb"}"#
/// );
/// assert!(matches!(answer_line(b"{", &beginner, 1, &watch)?, Some(BotAnswer::Refusal(_))));
/// assert_eq!(answer_line(b"\n", &beginner, 1, &watch)?, None);
/// # Ok::<(), space::Stopped>(())
/// ```
pub fn answer_line(
    line: &[u8],
    player: &dyn Player,
    seed: u64,
    watch: &Watch,
) -> Result<Option<BotAnswer>, Stopped> {
    if line.len() >= limits::LONGEST_VIEW && !line.ends_with(b"\n") {
        let error = "the line is longer than 1 MB: that is no view";
        return Ok(Some(refusal(error, Vec::new())));
    }
    let text = String::from_utf8_lossy(line);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let view = match View::from_json(&text) {
        Ok(view) => view,
        Err(ViewError::Clash(clash)) => {
            return Ok(Some(refusal(&clash, clash.facts.clone())));
        }
        Err(unreadable) => return Ok(Some(refusal(unreadable, Vec::new()))),
    };
    Ok(Some(match player.play(&view, seed, watch) {
        Ok(judgement) => BotAnswer::Move(judgement),
        Err(NoMove::Stopped(stopped)) => return Err(stopped),
        Err(NoMove::Clash(clash)) => refusal(&clash, clash.facts.clone()),
        Err(not_to_move) => refusal(not_to_move, Vec::new()),
    }))
}

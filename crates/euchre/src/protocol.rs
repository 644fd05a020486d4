//! The protocol of bot and referee, for games in any language: a line with a view in JSON is answered with a move in JSON, and
//! a line with a request ([`RefereeRequest`]) with its answer. A line that is neither is answered too, with what is wrong with
//! it. A line may carry an `id` of any kind, which the answer carries back; nothing is kept from one line to the next.

use space::{Stopped, Watch};

use crate::{ClockedBot, Hand, RefereeAnswer, RefereeRequest, limits};

/// The answer to a line.
pub type BotAnswer = ::game::BotAnswer<RefereeAnswer>;

/// What is answered to a line.
pub type Said = ::game::Said<RefereeAnswer>;

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
///     r#"{"id":7,"move":"pass","suit":null,"card":null,"alone":false,"values":{},"reason":"one trump: by the rule of thumb"}"#
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
    let answer = |request: RefereeRequest| request.answer(bot, seed, watch);
    ::game::answer_line::<Hand, _, _>(line, limits::LONGEST_VIEW, answer)
}

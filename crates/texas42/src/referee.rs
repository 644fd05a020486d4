//! The referee: a program that embeds Texas 42 asks what may be done, has a move made, hears what a hand and a game come to,
//! and what a seat sees, without knowing a rule itself. Nothing is kept here between two requests: a game travels as its
//! record, so one referee serves any number of tables.

use std::convert::Infallible;

use ::game::{PlayedHand as _, RefereedHand};
use answer::Keyed;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::{Stopped, Watch};

use crate::{
    Call, ClockedBot, Game, IllegalMove, Judgement, Level, Move, NoMove, PlayedHand, Player, Score,
    Seat, Side, Stage, TrickTaken, View, ViewError, WorldsError, limits,
};

/// What a referee is asked: what is to be done in `do`, and what that needs.
///
/// ```
/// use texas42::{Bot, BotSettings, Level, RefereeRequest, Watch};
/// let bot = BotSettings::from(Bot::new(Level::Beginner)).with_clock(&std::time::Duration::default);
/// let request: RefereeRequest = serde_json::from_str(r#"{"do":"new","seed":7}"#)?;
/// let answer = serde_json::to_value(request.answer(&bot, 1, &Watch::default())?)?;
/// assert_eq!((&answer["turn"], &answer["stage"]), (&"N".into(), &"bid".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42RefereeRequest"))]
#[serde(tag = "do", rename_all = "lowercase")]
#[non_exhaustive]
pub enum RefereeRequest {
    /// What a bot does with a view.
    Move(MoveAsked),
    /// What may be done: by the seat of a view, or in a game.
    Legal(LegalAsked),
    /// The beginning of a game.
    New(NewGame),
    /// A game after a move.
    Apply(ApplyAsked),
    /// A game with its next hand dealt.
    Next(GameAsked),
    /// What a seat sees of a game.
    View(ViewAsked),
    /// What the hands of a game, and the game, came to.
    Score(GameAsked),
}

/// A view, and who thinks about it.
pub type MoveAsked = ::game::MoveAsked<PlayedHand>;

/// A view or a game.
pub type LegalAsked = ::game::LegalAsked<PlayedHand>;

/// How a game begins.
pub type NewGame = ::game::NewGame<PlayedHand>;

/// A game and a move in it.
pub type ApplyAsked = ::game::ApplyAsked<PlayedHand>;

/// A game.
pub type GameAsked = ::game::GameAsked<PlayedHand>;

/// A game, and who looks at it.
pub type ViewAsked = ::game::ViewAsked<PlayedHand>;

/// What may be done now.
pub type LegalMoves = ::game::LegalMoves<PlayedHand>;

/// How a game stands.
pub type TableAnswer = ::game::TableAnswer<PlayedHand>;

/// What a game came to.
pub type ScoreAnswer = ::game::ScoreAnswer<PlayedHand>;

/// What a referee answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42RefereeAnswer"))]
#[serde(untagged)]
#[non_exhaustive]
pub enum RefereeAnswer {
    /// What a bot does, and what it thinks.
    Move(Judgement),
    /// What may be done.
    Legal(LegalMoves),
    /// How a game stands.
    Table(Box<TableAnswer>),
    /// What a seat sees.
    View(Box<View>),
    /// What a game came to.
    Score(ScoreAnswer),
}

/// What a hand came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandScore {
    /// Who dealt.
    pub dealer: Seat,
    /// Who bid most; `null` if all passed.
    pub bidder: Option<Seat>,
    /// What was bid.
    pub bid: Option<String>,
    /// What was called.
    pub trump: Option<Call>,
    /// Whether the bid was made.
    pub made: Option<bool>,
    /// The tricks of each side.
    pub tricks: Keyed<Side, u8>,
    /// The points that each side took.
    pub points: Keyed<Side, u8>,
    /// What it brought each side: marks, or points where the house counts those.
    pub score: Score,
    /// All of it in a sentence.
    pub words: String,
}

/// Why a referee has no answer.
pub type RefereeError = ::game::RefereeError<PlayedHand>;

impl From<NoMove> for RefereeError {
    fn from(error: NoMove) -> RefereeError {
        match error {
            NoMove::Stopped(stopped) => RefereeError::Stopped(stopped),
            error => RefereeError::NoMove(error),
        }
    }
}

impl From<IllegalMove> for RefereeError {
    fn from(error: IllegalMove) -> RefereeError {
        RefereeError::Illegal(error)
    }
}

impl RefereeRequest {
    /// The answer. A bot that is asked for a move is this one, unless the request names a level, and thinks with this seed,
    /// unless the request has one.
    ///
    /// # Errors
    /// What is wrong with the request, or that it was stopped.
    pub fn answer(
        &self,
        bot: &ClockedBot<'_>,
        seed: u64,
        watch: &Watch,
    ) -> Result<RefereeAnswer, RefereeError> {
        Ok(match self {
            RefereeRequest::Move(asked) => {
                let level = |name: &str| Some(bot.at_level(Level::from_name(name)?));
                let play = |bot: ClockedBot, view: &View, seed| bot.play(view, seed, watch);
                RefereeAnswer::Move(asked.judged(*bot, seed, level, play)?)
            }
            RefereeRequest::Legal(asked) => RefereeAnswer::Legal(asked.legal()?),
            RefereeRequest::New(asked) => table(&asked.game()?),
            RefereeRequest::Apply(asked) => table(&asked.applied()?),
            RefereeRequest::Next(asked) => table(&asked.next()?),
            RefereeRequest::View(asked) => RefereeAnswer::View(Box::new(asked.view()?)),
            RefereeRequest::Score(asked) => RefereeAnswer::Score(asked.score()?),
        })
    }
}

fn table(game: &Game) -> RefereeAnswer {
    RefereeAnswer::Table(Box::new(TableAnswer::of(game)))
}

impl RefereedHand for PlayedHand {
    type Stage = Option<Stage>;
    type Trick = TrickTaken;
    type Result = HandScore;
    type ViewError = ViewError;
    type NoMove = NoMove;
    type FormatError = Infallible;

    const LEVEL: &'static str = "How well the bot plays: `random`, `beginner`, `club` or `expert`; else as the program that answers was told.";

    fn levels() -> String {
        Level::ALL.map(Level::name).join(", ")
    }

    fn read_view(view: &Json) -> Result<View, ViewError> {
        View::from_value(view)
    }

    fn unreadable(error: String) -> ViewError {
        ViewError::Json(error)
    }

    fn facts(error: &RefereeError) -> Vec<String> {
        match error {
            RefereeError::NoMove(NoMove::Worlds(WorldsError::Contradiction(facts))) => {
                facts.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }

    fn unsound() -> Option<ViewError> {
        Some(ViewError::House)
    }

    fn stage(&self) -> Option<Stage> {
        Some(self.position().stage())
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves().collect()
    }

    fn trick_taken(&self) -> Option<TrickTaken> {
        self.trick_taken()
    }

    fn hand_score(&self) -> Option<HandScore> {
        HandScore::of(self)
    }

    fn in_words(result: &HandScore) -> &str {
        &result.words
    }

    fn legal_in(view: &View) -> LegalMoves {
        LegalMoves {
            turn: view.is_to_move().then_some(view.seat()),
            stage: view.stage(),
            legal: view.legal_moves(),
        }
    }
}

impl HandScore {
    /// What a hand came to, once it is over.
    pub fn of(hand: &PlayedHand) -> Option<HandScore> {
        let score = hand.result()?;
        let position = hand.position();
        let by_side = |number: &dyn Fn(Side) -> u8| -> Keyed<Side, u8> {
            let sides = Side::ALL.into_iter();
            sides.map(|side| (side, number(side))).collect()
        };
        let contract = hand.contract();
        let made = contract.and_then(|_| position.is_made());
        let words = match (contract, hand.call(), made) {
            (Some(contract), Some(call), Some(made)) => {
                let side = contract.bidder.side();
                let took = if call.is_nel_o() {
                    answer::plural(u64::from(position.tricks(side)), "trick")
                } else {
                    answer::plural(u64::from(position.points(side)), "point")
                };
                format!(
                    "{} bid {}, {}: {side} took {took}, the bid was {}",
                    contract.bidder,
                    contract.bid,
                    call.words(),
                    if made { "made" } else { "set" }
                )
            }
            _ => "All passed.".to_owned(),
        };
        Some(HandScore {
            dealer: hand.dealer(),
            bidder: contract.map(|contract| contract.bidder),
            bid: contract.map(|contract| contract.bid.to_string()),
            trump: hand.call(),
            made,
            tricks: by_side(&|side| position.tricks(side)),
            points: by_side(&|side| position.points(side)),
            score,
            words,
        })
    }
}

/// The answer to a line.
pub type BotAnswer = ::game::BotAnswer<RefereeAnswer>;

/// What is answered to a line.
pub type Said = ::game::Said<RefereeAnswer>;

/// The answer to a line with a view or a request; none to an empty one. Of a line that is longer than
/// [`limits::LONGEST_VIEW`] the beginning is enough, up to that length. The bot answers, unless the line names another level,
/// with this seed, unless the line has one.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use texas42::{Bot, BotSettings, Level, answer_line};
/// let beginner = BotSettings::from(Bot::new(Level::Beginner)).with_clock(&std::time::Duration::default);
/// let watch = space::Watch::default();
/// let line = br#"{"id":7,"seat":"S","dealer":"E","hand":["6-6","6-5","6-4","6-3","5-5","4-4","1-0"]}"#;
/// let answer = answer_line(line, &beginner, 1, &watch)?.unwrap();
/// assert_eq!(
///     serde_json::to_string(&answer).unwrap(),
///     r#"{"id":7,"move":"bid","bid":"2 marks","trump":null,"domino":null,"forecast":null,"values":{},"reason":"by the rule of thumb"}"#
/// );
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
    ::game::answer_line::<PlayedHand, _, _>(line, limits::LONGEST_VIEW, answer)
}

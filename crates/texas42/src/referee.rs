//! The referee: a program that embeds Texas 42 asks what may be done, has a move made, hears what a hand and a game come to,
//! and what a seat sees, without knowing a rule itself. Nothing is kept here between two requests: a game travels as its
//! record, so one referee serves any number of tables.

use ::game::{
    GameRecordError, LineError, NoNewGame, NoNextHand, NotYourTurn, PlayedHand as _, RefereedHand,
};
use answer::{ErrorBody, Explained, Keyed};
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
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAsked {
    /// The view.
    #[cfg_attr(feature = "schema", schemars(with = "View"))]
    pub view: Json,
    /// How well the bot plays: `random`, `beginner`, `club` or `expert`; else as the program that answers was told.
    #[serde(default)]
    pub level: Option<String>,
    /// The seed of what it thinks: the same view, level and seed give the same move.
    #[serde(default)]
    pub seed: Option<u64>,
}

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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// A request that cannot be read.
    #[error("this is no request: {0}")]
    Request(String),
    /// A view that is none.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A bot that has no move.
    #[error(transparent)]
    NoMove(NoMove),
    /// A record that is none.
    #[error(transparent)]
    Record(#[from] GameRecordError),
    /// A move that the rules do not allow.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A move of somebody whose turn it is not.
    #[error(transparent)]
    NotYourTurn(#[from] NotYourTurn),
    /// A next hand where there is none.
    #[error(transparent)]
    NoNextHand(#[from] NoNextHand),
    /// A level that is none.
    #[error("there is no level '{0}': write one of {names}", names = Level::ALL.map(Level::name).join(", "))]
    Level(String),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<NoNewGame> for RefereeError {
    fn from(error: NoNewGame) -> RefereeError {
        match error {
            NoNewGame::Rules => ViewError::House.into(),
            error => RefereeError::Request(error.to_string()),
        }
    }
}

impl From<NoMove> for RefereeError {
    fn from(error: NoMove) -> RefereeError {
        match error {
            NoMove::Stopped(stopped) => RefereeError::Stopped(stopped),
            error => RefereeError::NoMove(error),
        }
    }
}

impl Explained for RefereeError {
    fn code(&self) -> &'static str {
        match self {
            RefereeError::Request(_) => "bad-request",
            RefereeError::View(error) => error.code(),
            RefereeError::NoMove(error) => error.code(),
            RefereeError::Record(error) => error.code(),
            RefereeError::Illegal(error) => error.code(),
            RefereeError::NotYourTurn(_) => "not-to-move",
            RefereeError::NoNextHand(_) => "no-next-hand",
            RefereeError::Level(_) => "no-such-level",
            RefereeError::Stopped(_) => "stopped",
        }
    }

    fn body(&self) -> ErrorBody {
        let mut body = ErrorBody::new(self.code(), self.to_string());
        if let RefereeError::NoMove(NoMove::Worlds(WorldsError::Contradiction(facts))) = self {
            let place = |fact: &crate::Fact| answer::Place {
                label: Some(fact.to_string()),
                ..answer::Place::default()
            };
            body.places = facts.iter().map(place).collect();
        }
        body
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
                let view = View::from_value(&asked.view)?;
                let seed = asked.seed.unwrap_or(seed);
                RefereeAnswer::Move(match &asked.level {
                    None => bot.play(&view, seed, watch)?,
                    Some(name) => {
                        let level = Level::from_name(name)
                            .ok_or_else(|| RefereeError::Level(name.chars().take(20).collect()))?;
                        bot.at_level(level).play(&view, seed, watch)?
                    }
                })
            }
            RefereeRequest::Legal(asked) => {
                let legal = asked.legal::<RefereeError>(|view| Ok(View::from_value(view)?))?;
                let either = || RefereeError::Request("give either a view or a game".to_owned());
                RefereeAnswer::Legal(legal.ok_or_else(either)?)
            }
            RefereeRequest::New(asked) => table(&asked.game()?),
            RefereeRequest::Apply(asked) => table(&asked.applied::<RefereeError>()?),
            RefereeRequest::Next(asked) => table(&asked.next::<RefereeError>()?),
            RefereeRequest::View(asked) => RefereeAnswer::View(Box::new(asked.view()?)),
            RefereeRequest::Score(asked) => {
                RefereeAnswer::Score(ScoreAnswer::of(&asked.game.replay()?))
            }
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
    let answer = |fields: Result<_, LineError>| {
        let fields = fields.map_err(|error| match error {
            LineError::TooLong => RefereeError::Request("the line is longer than 1 MB".to_owned()),
            LineError::Json(error) => ViewError::Json(error).into(),
        })?;
        let request: RefereeRequest =
            ::game::asked_of(PlayedHand::GAME, fields).map_err(RefereeError::Request)?;
        request.answer(bot, seed, watch)
    };
    let stopped = |error: &RefereeError| match error {
        RefereeError::Stopped(stopped) => Some(*stopped),
        _ => None,
    };
    ::game::answer_line(line, limits::LONGEST_VIEW, answer, stopped)
}

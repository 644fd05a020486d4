//! The referee: a program that embeds Texas 42 asks what may be done, has a move made, hears what a hand and a game come to,
//! and what a seat sees, without knowing a rule itself. Nothing is kept here between two requests: a game travels as its
//! record, so one referee serves any number of tables.

use std::fmt;

use ::game::{
    GameRecordError, LineError, NoNextHand, NotYourTurn, NumberOrDigits, PlayedHand as _,
};
use answer::{ErrorBody, Explained, Keyed};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::{Stopped, Watch};

use crate::{
    Call, ClockedBot, Game, GameRecord, HouseRules, IllegalMove, Judgement, Level, Move, NoMove,
    PlayedHand, Player, Score, Seat, Side, Stage, TrickTaken, View, ViewError, WorldsError, limits,
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
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalAsked {
    /// A view; either this or a game.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<View>"))]
    pub view: Option<Json>,
    /// A game, as its record.
    #[serde(default)]
    pub game: Option<GameRecord>,
}

/// How a game begins.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewGame {
    /// The seed of its deals: a number, or its digits as a text.
    pub seed: NumberOrDigits,
    /// The house rules; those not given are as tournaments have them.
    #[serde(default)]
    pub rules: HouseRules,
    /// Who deals first; else as the seed has it.
    #[serde(default)]
    pub dealer: Option<Seat>,
    /// The marks or points to begin with.
    #[serde(default)]
    pub score: Score,
}

/// A game and a move in it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApplyAsked {
    /// The game, as its record.
    pub game: GameRecord,
    /// The move of the player whose turn it is.
    #[serde(rename = "move")]
    pub made: Move,
    /// Who makes it, so that a player who is not asked cannot answer.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameAsked {
    /// The game, as its record.
    pub game: GameRecord,
}

/// A game, and who looks at it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewAsked {
    /// The game, as its record.
    pub game: GameRecord,
    /// Whose view is wanted.
    pub seat: Seat,
}

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

/// What may be done now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoves {
    /// Whose turn it is; `null` if that is not the seat that asks, or the hand is over.
    pub turn: Option<Seat>,
    /// What is to be done: `bid`, `call`, `play`; `over` when the hand is. `null` for a view that says nothing of the bidding.
    pub stage: Option<Stage>,
    /// What may be done.
    pub legal: Vec<Move>,
}

/// How a game stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableAnswer {
    /// The game: it is handed back with the next request. It holds all dominoes, so it is not for players.
    pub game: GameRecord,
    /// The number of the hand that is played, from 1.
    pub hand: usize,
    /// Whose turn it is, what is to be done, and what may be.
    #[serde(flatten)]
    pub moves: LegalMoves,
    /// The trick that the move finished.
    pub trick: Option<TrickTaken>,
    /// What the hand came to, once it is over. Then the next hand is dealt on request, if nobody has won.
    pub result: Option<HandScore>,
    /// The marks or points so far.
    pub score: Score,
    /// The side that has won the game.
    pub winner: Option<Side>,
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

/// What a game came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreAnswer {
    /// The hands that are over, in order.
    pub hands: Vec<HandScore>,
    /// The marks or points.
    pub score: Score,
    /// The side that has won the game.
    pub winner: Option<Side>,
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
            RefereeRequest::Legal(asked) => RefereeAnswer::Legal(asked.legal()?),
            RefereeRequest::New(asked) => table(&asked.game()?),
            RefereeRequest::Apply(asked) => {
                let mut game = asked.game.replay()?;
                game.make_by::<RefereeError>(asked.seat, asked.made)?;
                table(&game)
            }
            RefereeRequest::Next(asked) => {
                let mut game = asked.game.replay()?;
                game.deal_next()?;
                table(&game)
            }
            RefereeRequest::View(asked) => {
                let game = asked.game.replay()?;
                RefereeAnswer::View(Box::new(game.hand().view(asked.seat)))
            }
            RefereeRequest::Score(asked) => {
                RefereeAnswer::Score(ScoreAnswer::of(&asked.game.replay()?))
            }
        })
    }
}

fn table(game: &Game) -> RefereeAnswer {
    RefereeAnswer::Table(Box::new(TableAnswer::of(game)))
}

impl LegalAsked {
    fn legal(&self) -> Result<LegalMoves, RefereeError> {
        match (&self.view, &self.game) {
            (Some(view), None) => {
                let view = View::from_value(view)?;
                Ok(LegalMoves {
                    turn: view.is_to_move().then_some(view.seat()),
                    stage: view.stage(),
                    legal: view.legal_moves(),
                })
            }
            (None, Some(game)) => Ok(LegalMoves::of(game.replay()?.hand())),
            _ => Err(RefereeError::Request(
                "give either a view or a game".to_owned(),
            )),
        }
    }
}

impl NewGame {
    fn game(&self) -> Result<Game, RefereeError> {
        let wrong = |message: &str| RefereeError::Request(message.to_owned());
        let seed = self.seed.number();
        let seed = seed.ok_or_else(|| wrong("the seed is a number of up to 64 bits"))?;
        if !self.rules.are_sound() {
            return Err(ViewError::House.into());
        }
        if self.score.winner(self.rules.scoring).is_some() {
            return Err(wrong("at this score the game is won"));
        }
        let dealer = self.dealer.unwrap_or(Seat::ALL[(seed % 4) as usize]);
        Ok(Game::begun(self.rules, seed, dealer, self.score))
    }
}

impl LegalMoves {
    /// What may be done in a hand.
    pub fn of(hand: &PlayedHand) -> LegalMoves {
        LegalMoves {
            turn: hand.turn(),
            stage: Some(hand.position().stage()),
            legal: hand.position().legal_moves().collect(),
        }
    }
}

impl TableAnswer {
    /// How a game stands.
    pub fn of(game: &Game) -> TableAnswer {
        let hand = game.hand();
        TableAnswer {
            game: game.record(),
            hand: game.number(),
            moves: LegalMoves::of(hand),
            trick: hand.trick_taken(),
            result: HandScore::of(hand),
            score: game.score(),
            winner: game.winner(),
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

impl ScoreAnswer {
    /// What a game came to.
    pub fn of(game: &Game) -> ScoreAnswer {
        ScoreAnswer {
            hands: game.hands().filter_map(HandScore::of).collect(),
            score: game.score(),
            winner: game.winner(),
        }
    }
}

impl fmt::Display for ScoreAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, hand) in self.hands.iter().enumerate() {
            writeln!(f, "{}. {}", i + 1, hand.words)?;
        }
        writeln!(f, "{}", self.score)
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

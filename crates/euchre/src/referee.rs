//! The referee: a program that embeds euchre asks what may be done, has a move made, hears what a hand and a game come to,
//! and what a seat sees, without knowing a rule itself. Nothing is kept here between two requests: a game travels as its
//! record, so one referee serves any number of tables.

use std::fmt;

use ::game::{GameRecordError, NoNextHand, NotYourTurn, NumberOrDigits};
use answer::{ErrorBody, Explained, Keyed};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::{Stopped, Watch};

use crate::{
    Clash, ClockedBot, Egn, EgnError, EgnNames, Game, GameRecord, Hand, IllegalMove, Judgement,
    Level, Move, NoMove, Outcome, Player, Rules, Score, Seat, Side, Stage, TrickTaken, Trump, View,
    ViewError,
};

/// What a referee is asked: what is to be done in `do`, and what that needs.
///
/// ```
/// use euchre::{Bot, BotSettings, Level, RefereeRequest, Watch};
/// let bot = BotSettings::from(Bot::new(Level::Beginner)).with_clock(&std::time::Duration::default);
/// let request: RefereeRequest = serde_json::from_str(r#"{"do":"new","seed":7}"#)?;
/// let answer = serde_json::to_value(request.answer(&bot, 1, &Watch::default())?)?;
/// assert_eq!((&answer["turn"], &answer["stage"]), (&"N".into(), &"order".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// A game in EGN.
    Egn(EgnAsked),
    /// A game that was written in EGN.
    Read(ReadAsked),
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
    /// The house rules; those not given are off.
    #[serde(default)]
    pub rules: Rules,
    /// Who deals first; else as the seed has it.
    #[serde(default)]
    pub dealer: Option<Seat>,
    /// The points to begin with.
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

/// A game, and what it is called.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EgnAsked {
    /// The game, as its record.
    pub game: GameRecord,
    /// What the players and the game are called.
    #[serde(flatten)]
    pub names: EgnNames,
}

/// A game in EGN.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadAsked {
    /// The document.
    pub egn: Json,
}

/// What a referee answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// A game in EGN.
    Egn(Box<Egn>),
    /// A game that was read.
    Read(Box<ReadAnswer>),
}

/// What may be done now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMoves {
    /// Whose turn it is; `null` if that is not the seat that asks, or the hand is over.
    pub turn: Option<Seat>,
    /// What is to be done: `order`, `name`, `defend`, `discard`, `give`, `return`, `play`; `over` when the hand is.
    pub stage: Stage,
    /// What may be done.
    pub legal: Vec<Move>,
}

/// How a game stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableAnswer {
    /// The game: it is handed back with the next request. It holds all cards, so it is not for players.
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
    /// The points so far.
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
    /// Who made trump; `null` if nobody did.
    pub maker: Option<Seat>,
    /// What was trump.
    pub trump: Option<Trump>,
    /// Whether the maker played alone.
    pub alone: bool,
    /// Who defended alone.
    pub defend_alone: Option<Seat>,
    /// The tricks of each side.
    pub tricks: Keyed<Side, u8>,
    /// The points of each side.
    pub points: Keyed<Side, u8>,
    /// Whether it was thrown in, so that the same dealer deals again.
    pub thrown_in: bool,
    /// All of it in a sentence.
    pub words: String,
}

/// What a game came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreAnswer {
    /// The hands that are over, in order.
    pub hands: Vec<HandScore>,
    /// The points.
    pub score: Score,
    /// The side that has won the game.
    pub winner: Option<Side>,
}

/// A game that was read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadAnswer {
    /// How the game stands.
    #[serde(flatten)]
    pub table: TableAnswer,
    /// What the players and the game are called.
    pub names: EgnNames,
    /// Cards that the document does not tell, and where they were taken to be.
    pub filled_in: Vec<String>,
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
    /// A document that is no EGN, or none of our rules.
    #[error(transparent)]
    Egn(#[from] EgnError),
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

impl RefereeError {
    /// The facts that clash, where it is a view whose facts do.
    pub fn facts(&self) -> &[String] {
        match self {
            RefereeError::View(ViewError::Clash(Clash { facts }))
            | RefereeError::NoMove(NoMove::Clash(Clash { facts })) => facts,
            _ => &[],
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
            RefereeError::Egn(error) => error.code(),
            RefereeError::Stopped(_) => "stopped",
        }
    }

    fn body(&self) -> ErrorBody {
        let mut body = ErrorBody::new(self.code(), self.to_string());
        body.places = self
            .facts()
            .iter()
            .map(|fact| answer::Place {
                label: Some(fact.clone()),
                ..answer::Place::default()
            })
            .collect();
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
            RefereeRequest::Egn(asked) => {
                let game = asked.game.replay()?;
                RefereeAnswer::Egn(Box::new(Egn::of(&game, &asked.names)?))
            }
            RefereeRequest::Read(asked) => {
                let read = Egn::from_value(&asked.egn)?.read()?;
                RefereeAnswer::Read(Box::new(ReadAnswer {
                    table: TableAnswer::of(&read.game),
                    names: read.names,
                    filled_in: read.filled_in,
                }))
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
            (Some(view), None) => Ok(LegalMoves::of_view(&View::from_value(view)?)),
            (None, Some(game)) => Ok(LegalMoves::of(game.replay()?.hand())),
            _ => Err(RefereeError::Request(
                "give either a view or a game".to_owned(),
            )),
        }
    }
}

impl NewGame {
    /// The game, its first hand dealt.
    ///
    /// # Errors
    /// A seed that is no number, or a score at which the game is won.
    pub fn game(&self) -> Result<Game, RefereeError> {
        let wrong = |message: &str| RefereeError::Request(message.to_owned());
        let seed = self.seed.number();
        let seed = seed.ok_or_else(|| wrong("the seed is a number of up to 64 bits"))?;
        if self.score.winner().is_some() {
            return Err(wrong("at this score the game is won"));
        }
        let dealer = self.dealer.unwrap_or(Seat::ALL[(seed % 4) as usize]);
        Ok(Game::begun(self.rules, seed, dealer, self.score))
    }
}

impl LegalMoves {
    /// What may be done in a hand.
    pub fn of(hand: &Hand) -> LegalMoves {
        LegalMoves {
            turn: hand.turn(),
            stage: hand.position().stage(),
            legal: hand.position().legal_moves().collect(),
        }
    }

    /// What the seat of a view may do; nothing if it is not its turn.
    pub fn of_view(view: &View) -> LegalMoves {
        LegalMoves {
            turn: view.is_to_move().then_some(view.seat()),
            stage: view.stage(),
            legal: view.legal_moves(),
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
    pub fn of(hand: &Hand) -> Option<HandScore> {
        let outcome = hand.outcome()?;
        let Outcome {
            call,
            points,
            thrown_in,
        } = outcome;
        let points = |side: Side| points.for_side(side).max(0) as u8;
        let by_side = |number: &dyn Fn(Side) -> u8| -> Keyed<Side, u8> {
            Side::ALL
                .into_iter()
                .map(|side| (side, number(side)))
                .collect()
        };
        Some(HandScore {
            dealer: hand.public().dealer,
            maker: call.map(|call| call.maker),
            trump: call.map(|call| call.trump),
            alone: call.is_some_and(|call| call.alone),
            defend_alone: call.and_then(|call| call.defender),
            tricks: by_side(&|side| hand.position().tricks(side)),
            points: by_side(&points),
            thrown_in,
            words: outcome.to_string(),
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

//! The referee: a program that embeds euchre asks what may be done, has a move made, hears what a hand and a game come to,
//! and what a seat sees, without knowing a rule itself. Nothing is kept here between two requests: a game travels as its
//! record, so one referee serves any number of tables.

use ::game::RefereedHand;
use answer::Keyed;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::Watch;

use crate::{
    Clash, ClockedBot, Egn, EgnError, EgnNames, Game, GameRecord, Hand, IllegalMove, Judgement,
    Level, Move, NoMove, Outcome, Player, Seat, Side, Stage, TrickTaken, Trump, View, ViewError,
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
pub type MoveAsked = ::game::MoveAsked<Hand>;

/// A view or a game.
pub type LegalAsked = ::game::LegalAsked<Hand>;

/// How a game begins.
pub type NewGame = ::game::NewGame<Hand>;

/// A game and a move in it.
pub type ApplyAsked = ::game::ApplyAsked<Hand>;

/// A game.
pub type GameAsked = ::game::GameAsked<Hand>;

/// A game, and who looks at it.
pub type ViewAsked = ::game::ViewAsked<Hand>;

/// What may be done now.
pub type LegalMoves = ::game::LegalMoves<Hand>;

/// How a game stands.
pub type TableAnswer = ::game::TableAnswer<Hand>;

/// What a game came to.
pub type ScoreAnswer = ::game::ScoreAnswer<Hand>;

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
pub type RefereeError = ::game::RefereeError<Hand>;

impl From<ViewError> for RefereeError {
    fn from(error: ViewError) -> RefereeError {
        RefereeError::View(error)
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

impl From<IllegalMove> for RefereeError {
    fn from(error: IllegalMove) -> RefereeError {
        RefereeError::Illegal(error)
    }
}

impl From<EgnError> for RefereeError {
    fn from(error: EgnError) -> RefereeError {
        RefereeError::Format(error)
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
                let level = |name: &str| {
                    let (level, style) = Level::with_style(name)?;
                    Some(bot.at_level(level, style))
                };
                let play = |bot: ClockedBot, view: &View, seed| bot.play(view, seed, watch);
                RefereeAnswer::Move(asked.judged(*bot, seed, level, play)?)
            }
            RefereeRequest::Legal(asked) => RefereeAnswer::Legal(asked.legal()?),
            RefereeRequest::New(asked) => table(&asked.game()?),
            RefereeRequest::Apply(asked) => table(&asked.applied()?),
            RefereeRequest::Next(asked) => table(&asked.next()?),
            RefereeRequest::View(asked) => RefereeAnswer::View(Box::new(asked.view()?)),
            RefereeRequest::Score(asked) => RefereeAnswer::Score(asked.score()?),
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

impl RefereedHand for Hand {
    type Stage = Stage;
    type Trick = TrickTaken;
    type Result = HandScore;
    type ViewError = ViewError;
    type NoMove = NoMove;
    type FormatError = EgnError;

    const LEVEL: &'static str = "How well the bot plays: `random`, `beginner`, `casual`, `club`, `strong` or `expert`, and behind it, if it is so, `,careful` or\n`,bold`; else as the program that answers was told.";

    fn levels() -> String {
        let names = Level::ALL.map(Level::name).join(", ");
        format!("{names}, and ',careful' or ',bold' behind it if you like")
    }

    fn read_view(view: &Json) -> Result<View, ViewError> {
        View::from_value(view)
    }

    fn unreadable(error: String) -> ViewError {
        ViewError::Unreadable(error)
    }

    fn facts(error: &RefereeError) -> Vec<String> {
        match error {
            RefereeError::View(ViewError::Clash(Clash { facts }))
            | RefereeError::NoMove(NoMove::Clash(Clash { facts })) => facts.clone(),
            _ => Vec::new(),
        }
    }

    fn stage(&self) -> Stage {
        self.position().stage()
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

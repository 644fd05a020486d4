//! What a referee is asked and answers, whatever the game: what may be done, a game after a move, its next hand, what a seat
//! sees, and what it came to. Nothing is kept between two requests: a game travels as its record.

use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;

use answer::{ErrorBody, Explained};
use seats::{Seat, Side};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::Stopped;

use crate::{
    Game, GameRecord, GameRecordError, NoNextHand, NotYourTurn, NumberOrDigits, RecordedHand,
};

/// A hand of which a referee can tell all that there is to tell.
pub trait RefereedHand:
    RecordedHand<
        Rules: Default + PartialEq + Debug,
        Score: Debug + Display,
        Move: PartialEq + Debug + Serialize + DeserializeOwned,
        Illegal: Explained + Clone + PartialEq + Debug,
        Written: Clone + PartialEq,
    >
{
    /// What is to be done.
    type Stage: Clone + PartialEq + Debug + Serialize;
    /// A trick that was taken.
    type Trick: Clone + PartialEq + Debug + Serialize;
    /// What a hand came to.
    type Result: Clone + PartialEq + Debug + Serialize;
    /// Why something is no view.
    type ViewError: Explained + Clone + PartialEq + Debug;
    /// Why a bot has no move.
    type NoMove: Explained + Clone + PartialEq + Debug;
    /// Why a game in another format cannot be read or written; [`std::convert::Infallible`] where there is none.
    type FormatError: Explained + Clone + PartialEq + Debug;

    /// How a request says how well a bot plays, in words.
    const LEVEL: &'static str;
    /// The levels, as they are listed to somebody who names none of them.
    fn levels() -> String;
    /// Reads a view.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_view(view: &Json) -> Result<Self::View, Self::ViewError>;
    /// What is wrong with a view that is no JSON.
    fn unreadable(error: String) -> Self::ViewError;
    /// The facts that clash, where it is a view whose facts do.
    fn facts(error: &RefereeError<Self>) -> Vec<String>;
    /// What is wrong with house rules that nobody can play by; none where there are no such rules.
    fn unsound() -> Option<Self::ViewError> {
        None
    }
    /// What is to be done.
    fn stage(&self) -> Self::Stage;
    /// What may be done by the player whose turn it is.
    fn legal_moves(&self) -> Vec<Self::Move>;
    /// The trick that the last move finished.
    fn trick_taken(&self) -> Option<Self::Trick>;
    /// What the hand came to, once it is over.
    fn hand_score(&self) -> Option<Self::Result>;
    /// That in a sentence.
    fn in_words(result: &Self::Result) -> &str;
    /// What the seat of a view may do; nothing if it is not its turn.
    fn legal_in(view: &Self::View) -> LegalMoves<Self>;
}

/// A view, and who thinks about it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "MoveAsked", bound = "H::View: schemars::JsonSchema")
)]
#[serde(bound = "")]
pub struct MoveAsked<H: RefereedHand> {
    /// The view.
    #[cfg_attr(feature = "schema", schemars(with = "H::View"))]
    pub view: Json,
    /// How well the bot plays; else as the program that answers was told.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(description = H::LEVEL))]
    pub level: Option<String>,
    /// The seed of what it thinks: the same view, level and seed give the same move.
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(skip)]
    game: PhantomData<fn() -> H>,
}

impl<H: RefereedHand> MoveAsked<H> {
    /// What is thought of the view: by the player of the level that is asked for, which `level` finds, or else by the one that
    /// is there; with the seed that is asked for, or else with this one.
    ///
    /// # Errors
    /// What is wrong with the view or the level, or why the player has no move.
    pub fn judged<P, J, E>(
        &self,
        player: P,
        seed: u64,
        level: impl FnOnce(&str) -> Option<P>,
        play: impl FnOnce(P, &H::View, u64) -> Result<J, E>,
    ) -> Result<J, RefereeError<H>>
    where
        RefereeError<H>: From<E>,
    {
        let view = H::read_view(&self.view).map_err(RefereeError::View)?;
        let player = match &self.level {
            None => player,
            Some(name) => {
                level(name).ok_or_else(|| RefereeError::Level(name.chars().take(20).collect()))?
            }
        };
        Ok(play(player, &view, self.seed.unwrap_or(seed))?)
    }
}

/// A view or a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "LegalAsked",
        bound = "GameRecord<H>: schemars::JsonSchema, H::View: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct LegalAsked<H: RefereedHand> {
    /// A view; either this or a game.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<H::View>"))]
    pub view: Option<Json>,
    /// A game, as its record.
    #[serde(default)]
    pub game: Option<GameRecord<H>>,
}

impl<H: RefereedHand> LegalAsked<H> {
    /// What may be done.
    ///
    /// # Errors
    /// What is wrong with the view or the record, or that there is neither, or both.
    pub fn legal(&self) -> Result<LegalMoves<H>, RefereeError<H>> {
        match (&self.view, &self.game) {
            (Some(view), None) => {
                let view = H::read_view(view).map_err(RefereeError::View)?;
                Ok(H::legal_in(&view))
            }
            (None, Some(game)) => Ok(LegalMoves::of(game.replay()?.hand())),
            _ => Err(RefereeError::Request(
                "give either a view or a game".to_owned(),
            )),
        }
    }
}

/// How a game begins.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "NewGame",
        bound = "H::Rules: schemars::JsonSchema, H::Score: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct NewGame<H: RefereedHand> {
    /// The seed of its deals: a number, or its digits as a text.
    pub seed: NumberOrDigits,
    /// The house rules; those not given are as usual.
    #[serde(default)]
    pub rules: H::Rules,
    /// Who deals first; else as the seed has it.
    #[serde(default)]
    pub dealer: Option<Seat>,
    /// The score to begin with.
    #[serde(default)]
    pub score: H::Score,
}

/// Why a game cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoNewGame {
    /// A seed that is no number.
    #[error("the seed is a number of up to 64 bits")]
    Seed,
    /// House rules that nobody can play by.
    #[error("nobody can play by these rules")]
    Rules,
    /// A score at which one side has won.
    #[error("at this score the game is won")]
    Won,
}

impl<H: RefereedHand> NewGame<H> {
    /// The game, its first hand dealt.
    ///
    /// # Errors
    /// A seed that is no number, rules that nobody can play by, or a score at which the game is won.
    pub fn game(&self) -> Result<Game<H>, NoNewGame> {
        let seed = self.seed.number().ok_or(NoNewGame::Seed)?;
        if !H::are_sound(&self.rules) {
            return Err(NoNewGame::Rules);
        }
        if H::winner(self.rules, self.score).is_some() {
            return Err(NoNewGame::Won);
        }
        let dealer = self.dealer.unwrap_or(Seat::ALL[(seed % 4) as usize]);
        Ok(Game::begun(self.rules, seed, dealer, self.score))
    }
}

/// A game and a move in it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "ApplyAsked",
        bound = "GameRecord<H>: schemars::JsonSchema, H::Move: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct ApplyAsked<H: RefereedHand> {
    /// The game, as its record.
    pub game: GameRecord<H>,
    /// The move of the player whose turn it is.
    #[serde(rename = "move")]
    pub made: H::Move,
    /// Who makes it, so that a player who is not asked cannot answer.
    #[serde(default)]
    pub seat: Option<Seat>,
}

impl<H: RefereedHand> ApplyAsked<H> {
    /// The game after the move.
    ///
    /// # Errors
    /// What is wrong with the record or the move.
    pub fn applied(&self) -> Result<Game<H>, RefereeError<H>>
    where
        RefereeError<H>: From<H::Illegal>,
    {
        let mut game = self.game.replay()?;
        game.make_by::<RefereeError<H>>(self.seat, self.made)?;
        Ok(game)
    }
}

/// A game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "GameAsked", bound = "GameRecord<H>: schemars::JsonSchema")
)]
#[serde(bound = "")]
pub struct GameAsked<H: RefereedHand> {
    /// The game, as its record.
    pub game: GameRecord<H>,
}

impl<H: RefereedHand> GameAsked<H> {
    /// What the game came to.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn score(&self) -> Result<ScoreAnswer<H>, GameRecordError> {
        Ok(ScoreAnswer::of(&self.game.replay()?))
    }

    /// The game with its next hand dealt.
    ///
    /// # Errors
    /// What is wrong with the record, or why there is no next hand.
    pub fn next(&self) -> Result<Game<H>, RefereeError<H>> {
        let mut game = self.game.replay()?;
        game.deal_next()?;
        Ok(game)
    }
}

/// A game, and who looks at it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "ViewAsked", bound = "GameRecord<H>: schemars::JsonSchema")
)]
#[serde(bound = "")]
pub struct ViewAsked<H: RefereedHand> {
    /// The game, as its record.
    pub game: GameRecord<H>,
    /// Whose view is wanted.
    pub seat: Seat,
}

impl<H: RefereedHand> ViewAsked<H> {
    /// What the seat sees.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn view(&self) -> Result<H::View, GameRecordError> {
        Ok(self.game.replay()?.hand().view(self.seat))
    }
}

/// What may be done now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "LegalMoves",
        bound = "H::Stage: schemars::JsonSchema, H::Move: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct LegalMoves<H: RefereedHand> {
    /// Whose turn it is; `null` if that is not the seat that asks, or the hand is over.
    pub turn: Option<Seat>,
    /// What is to be done; `over` when the hand is.
    pub stage: H::Stage,
    /// What may be done.
    pub legal: Vec<H::Move>,
}

impl<H: RefereedHand> LegalMoves<H> {
    /// What may be done in a hand.
    pub fn of(hand: &H) -> LegalMoves<H> {
        LegalMoves {
            turn: hand.turn(),
            stage: hand.stage(),
            legal: hand.legal_moves(),
        }
    }

    /// What the seat of a view may do; nothing if it is not its turn.
    pub fn of_view(view: &H::View) -> LegalMoves<H> {
        H::legal_in(view)
    }
}

/// How a game stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "TableAnswer",
        bound = "GameRecord<H>: schemars::JsonSchema, LegalMoves<H>: schemars::JsonSchema, H::Trick: schemars::JsonSchema, H::Result: schemars::JsonSchema, H::Score: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct TableAnswer<H: RefereedHand> {
    /// The game: it is handed back with the next request. It holds all that was dealt, so it is not for players.
    pub game: GameRecord<H>,
    /// The number of the hand that is played, from 1.
    pub hand: usize,
    /// Whose turn it is, what is to be done, and what may be.
    #[serde(flatten)]
    pub moves: LegalMoves<H>,
    /// The trick that the move finished.
    pub trick: Option<H::Trick>,
    /// What the hand came to, once it is over. Then the next hand is dealt on request, if nobody has won.
    pub result: Option<H::Result>,
    /// The score so far.
    pub score: H::Score,
    /// The side that has won the game.
    pub winner: Option<Side>,
}

impl<H: RefereedHand> TableAnswer<H> {
    /// How a game stands.
    pub fn of(game: &Game<H>) -> TableAnswer<H> {
        let hand = game.hand();
        TableAnswer {
            game: game.record(),
            hand: game.number(),
            moves: LegalMoves::of(hand),
            trick: hand.trick_taken(),
            result: hand.hand_score(),
            score: game.score(),
            winner: game.winner(),
        }
    }
}

/// What a game came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "ScoreAnswer",
        bound = "H::Result: schemars::JsonSchema, H::Score: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct ScoreAnswer<H: RefereedHand> {
    /// The hands that are over, in order.
    pub hands: Vec<H::Result>,
    /// The score.
    pub score: H::Score,
    /// The side that has won the game.
    pub winner: Option<Side>,
}

impl<H: RefereedHand> ScoreAnswer<H> {
    /// What a game came to.
    pub fn of(game: &Game<H>) -> ScoreAnswer<H> {
        ScoreAnswer {
            hands: game.hands().filter_map(H::hand_score).collect(),
            score: game.score(),
            winner: game.winner(),
        }
    }
}

impl<H: RefereedHand> Display for ScoreAnswer<H> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, hand) in self.hands.iter().enumerate() {
            writeln!(f, "{}. {}", i + 1, H::in_words(hand))?;
        }
        writeln!(f, "{}", self.score)
    }
}

/// Why a referee has no answer.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum RefereeError<H: RefereedHand> {
    /// A request that cannot be read.
    Request(String),
    /// A view that is none.
    View(H::ViewError),
    /// A bot that has no move.
    NoMove(H::NoMove),
    /// A record that is none.
    Record(GameRecordError),
    /// A move that the rules do not allow.
    Illegal(H::Illegal),
    /// A move of somebody whose turn it is not.
    NotYourTurn(NotYourTurn),
    /// A next hand where there is none.
    NoNextHand(NoNextHand),
    /// A level that is none.
    Level(String),
    /// A game in another format that cannot be read or written.
    Format(H::FormatError),
    /// It was stopped.
    Stopped(Stopped),
}

impl<H: RefereedHand> From<GameRecordError> for RefereeError<H> {
    fn from(error: GameRecordError) -> RefereeError<H> {
        RefereeError::Record(error)
    }
}

impl<H: RefereedHand> From<NotYourTurn> for RefereeError<H> {
    fn from(error: NotYourTurn) -> RefereeError<H> {
        RefereeError::NotYourTurn(error)
    }
}

impl<H: RefereedHand> From<NoNextHand> for RefereeError<H> {
    fn from(error: NoNextHand) -> RefereeError<H> {
        RefereeError::NoNextHand(error)
    }
}

impl<H: RefereedHand> From<NoNewGame> for RefereeError<H> {
    fn from(error: NoNewGame) -> RefereeError<H> {
        let unsound = H::unsound().filter(|_| error == NoNewGame::Rules);
        unsound.map_or_else(
            || RefereeError::Request(error.to_string()),
            RefereeError::View,
        )
    }
}

impl<H: RefereedHand> RefereeError<H> {
    /// Whether it was stopped.
    pub fn stopped(&self) -> Option<Stopped> {
        match self {
            RefereeError::Stopped(stopped) => Some(*stopped),
            _ => None,
        }
    }
}

impl<H: RefereedHand> Display for RefereeError<H> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RefereeError::Request(wrong) => write!(f, "this is no request: {wrong}"),
            RefereeError::View(error) => Display::fmt(error, f),
            RefereeError::NoMove(error) => Display::fmt(error, f),
            RefereeError::Record(error) => Display::fmt(error, f),
            RefereeError::Illegal(error) => Display::fmt(error, f),
            RefereeError::NotYourTurn(error) => Display::fmt(error, f),
            RefereeError::NoNextHand(error) => Display::fmt(error, f),
            RefereeError::Level(name) => {
                write!(
                    f,
                    "there is no level '{name}': write one of {}",
                    H::levels()
                )
            }
            RefereeError::Format(error) => Display::fmt(error, f),
            RefereeError::Stopped(error) => Display::fmt(error, f),
        }
    }
}

impl<H: RefereedHand + Debug> std::error::Error for RefereeError<H> {}

impl<H: RefereedHand + Debug> Explained for RefereeError<H> {
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
            RefereeError::Format(error) => error.code(),
            RefereeError::Stopped(_) => "stopped",
        }
    }

    fn body(&self) -> ErrorBody {
        let place = |fact: String| answer::Place {
            label: Some(fact),
            ..answer::Place::default()
        };
        let mut body = ErrorBody::new(self.code(), self.to_string());
        body.places = H::facts(self).into_iter().map(place).collect();
        body
    }
}

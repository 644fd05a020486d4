//! What a referee is asked and answers, whatever the game: what may be done, a game after a move, its next hand, what a seat
//! sees, and what it came to. Nothing is kept between two requests: a game travels as its record.

use std::fmt::{self, Debug, Display};

use seats::{Seat, Side};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    Game, GameRecord, GameRecordError, NoNextHand, NotYourTurn, NumberOrDigits, RecordedHand,
};

/// A hand of which a referee can tell all that there is to tell.
pub trait RefereedHand:
    RecordedHand<
        Rules: Default + PartialEq + Debug,
        Score: Debug + Display,
        Move: PartialEq + Debug + Serialize + DeserializeOwned,
        Written: Clone + PartialEq,
    >
{
    /// What is to be done.
    type Stage: Clone + PartialEq + Debug + Serialize;
    /// A trick that was taken.
    type Trick: Clone + PartialEq + Debug + Serialize;
    /// What a hand came to.
    type Result: Clone + PartialEq + Debug + Serialize;

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
    /// What may be done; none if there is neither a view nor a game, or both. A view is read by `read`.
    ///
    /// # Errors
    /// What is wrong with the view or the record.
    pub fn legal<E: From<GameRecordError>>(
        &self,
        read: impl FnOnce(&Json) -> Result<H::View, E>,
    ) -> Result<Option<LegalMoves<H>>, E> {
        Ok(match (&self.view, &self.game) {
            (Some(view), None) => Some(H::legal_in(&read(view)?)),
            (None, Some(game)) => Some(LegalMoves::of(game.replay()?.hand())),
            _ => None,
        })
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
    pub fn applied<E>(&self) -> Result<Game<H>, E>
    where
        E: From<GameRecordError> + From<NotYourTurn> + From<H::Illegal>,
    {
        let mut game = self.game.replay()?;
        game.make_by::<E>(self.seat, self.made)?;
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
    /// The game with its next hand dealt.
    ///
    /// # Errors
    /// What is wrong with the record, or why there is no next hand.
    pub fn next<E: From<GameRecordError> + From<NoNextHand>>(&self) -> Result<Game<H>, E> {
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

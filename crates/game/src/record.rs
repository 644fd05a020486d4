//! Games as records: what a game was, so that it can be kept and played again, move by move.

use seats::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Game, PlayedHand};

/// A hand that can be written into a record and read again.
pub trait RecordedHand:
    PlayedHand<Rules: Serialize + DeserializeOwned, Score: Serialize + DeserializeOwned>
{
    /// The hand as it is written.
    type Written: Serialize + DeserializeOwned;

    /// The hand as it is written.
    fn written(&self) -> Self::Written;
    /// Who dealt.
    ///
    /// # Errors
    /// It is no seat.
    fn written_dealer(written: &Self::Written) -> Result<Seat, String>;
    /// How it was dealt.
    ///
    /// # Errors
    /// It is no deal.
    fn written_deal(written: &Self::Written) -> Result<Self::Deal, String>;
    /// What was done, in order.
    ///
    /// # Errors
    /// Something that is no move.
    fn written_moves(written: &Self::Written) -> Result<Vec<(Seat, Self::Move)>, String>;
    /// Whether what the hand brought is what was written, now that it was played again.
    fn ends_as(&self, written: &Self::Written) -> bool;
    /// Whether rules that were read can be played.
    fn are_sound(_: &Self::Rules) -> bool {
        true
    }
}

/// A game as it was played, to be kept and played again.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "GameRecord",
        bound = "H::Rules: schemars::JsonSchema, H::Score: schemars::JsonSchema, H::Written: schemars::JsonSchema"
    )
)]
#[serde(deny_unknown_fields, bound = "")]
pub struct GameRecord<H: RecordedHand> {
    /// Which game it is.
    game: String,
    /// The seed of the deals.
    seed: String,
    /// The house rules.
    rules: H::Rules,
    /// The points before the first hand; not there for 0-0.
    #[serde(default, skip_serializing_if = "is_nothing")]
    before: H::Score,
    /// The points at the end.
    score: H::Score,
    /// The hands, in order.
    hands: Vec<H::Written>,
}

fn is_nothing<S: Default + PartialEq>(score: &S) -> bool {
    *score == S::default()
}

impl<H: RecordedHand<Written: Clone>> Clone for GameRecord<H> {
    fn clone(&self) -> GameRecord<H> {
        GameRecord {
            game: self.game.clone(),
            seed: self.seed.clone(),
            rules: self.rules,
            before: self.before,
            score: self.score,
            hands: self.hands.clone(),
        }
    }
}

impl<H: RecordedHand<Rules: PartialEq, Written: PartialEq>> PartialEq for GameRecord<H> {
    fn eq(&self, other: &GameRecord<H>) -> bool {
        (&self.game, &self.seed, &self.hands) == (&other.game, &other.seed, &other.hands)
            && (self.rules, self.before, self.score) == (other.rules, other.before, other.score)
    }
}

impl<H: RecordedHand<Rules: Eq, Score: Eq, Written: Eq>> Eq for GameRecord<H> {}

impl<H: RecordedHand> std::fmt::Debug for GameRecord<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (hands, seed) = (self.hands.len(), &self.seed);
        write!(f, "GameRecord({} of seed {seed}, {hands} hands)", self.game)
    }
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no record of a {game} game: {wrong}")]
pub struct GameRecordError {
    game: &'static str,
    wrong: String,
}

impl answer::Explained for GameRecordError {
    fn code(&self) -> &'static str {
        "not-a-game-record"
    }
}

/// The most hands that a record may have: a game of passed hands could go on for ever.
const MOST_HANDS: usize = 10_000;

impl<H: RecordedHand> Game<H> {
    /// All that happened.
    pub fn record(&self) -> GameRecord<H> {
        GameRecord {
            game: H::GAME.to_owned(),
            seed: self.seed().to_string(),
            rules: self.rules(),
            before: self.score_before(),
            score: self.score(),
            hands: self.hands().map(H::written).collect(),
        }
    }
}

fn wrong<H: PlayedHand>(wrong: impl Into<String>) -> GameRecordError {
    GameRecordError {
        game: H::GAME,
        wrong: wrong.into(),
    }
}

impl<H: RecordedHand> GameRecord<H> {
    /// Reads a record.
    ///
    /// # Errors
    /// A text that is no record.
    pub fn from_json(text: &str) -> Result<GameRecord<H>, GameRecordError> {
        serde_json::from_str(text).map_err(|error| wrong::<H>(error.to_string()))
    }

    /// Plays the game again, move by move, with the cards or dominoes as they were recorded.
    ///
    /// # Errors
    /// Hands that are no deals, a move that the rules do not allow, or points that do not follow.
    pub fn replay(&self) -> Result<Game<H>, GameRecordError> {
        let seed = self.seed.parse();
        let seed = seed.map_err(|_| wrong::<H>("the seed is no number"))?;
        if self.game != H::GAME || self.hands.is_empty() || self.hands.len() > MOST_HANDS {
            let message = "it has no hands, or too many, or is of another game";
            return Err(wrong::<H>(message));
        }
        if !H::are_sound(&self.rules) {
            return Err(wrong::<H>("nobody can play by these rules"));
        }
        if H::winner(self.rules, self.before).is_some() {
            return Err(wrong::<H>("the game was won before its first hand"));
        }
        let mut game: Game<H> = Game::begun(self.rules, seed, Seat::North, self.before);
        for (i, written) in self.hands.iter().enumerate() {
            let at = |message: String| wrong::<H>(format!("hand {}: {message}", i + 1));
            if i > 0 {
                game.next_hand();
            }
            if game.number() != i + 1 {
                return Err(at("the one before is not over, or the game is".to_owned()));
            }
            let dealer = match i {
                0 => H::written_dealer(written).map_err(at)?,
                _ => game.hand().dealer(),
            };
            game.lay(dealer, H::written_deal(written).map_err(at)?);
            play_in::<H>(&mut game, written).map_err(at)?;
        }
        if game.score() == self.score {
            Ok(game)
        } else {
            Err(wrong::<H>("the score does not follow from the hands"))
        }
    }
}

fn play_in<H: RecordedHand>(game: &mut Game<H>, written: &H::Written) -> Result<(), String> {
    let dealer = game.hand().dealer();
    if H::written_dealer(written)? != dealer {
        return Err(format!("the dealer is {dealer}"));
    }
    for (seat, made) in H::written_moves(written)? {
        if game.hand().turn() != Some(seat) {
            return Err(format!("it is not {seat}'s turn to {made}"));
        }
        game.make(made).map_err(|error| error.to_string())?;
    }
    if game.hand().ends_as(written) {
        Ok(())
    } else {
        Err("the points do not follow from the moves".to_owned())
    }
}

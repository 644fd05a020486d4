//! A person at a table of bots, and games that are kept to be gone on with. What a terminal or a window shows of it is not
//! known here.

use seats::{Seat, Side};
use serde::{Deserialize, Serialize};

use crate::{Choice, Game, GameRecord, GameRecordError, PlayedHand, RecordedHand};

/// A game of one person with three bots.
#[derive(Clone)]
pub struct Seated<H: PlayedHand, B> {
    game: Game<H>,
    /// The person's seat.
    pub you: Seat,
    /// The bot opposite.
    pub partner: B,
    /// The bots at the sides.
    pub opponents: B,
}

impl<H: PlayedHand, B> Seated<H, B> {
    /// A person in the South, and the bots of a game.
    pub fn new(game: Game<H>, partner: B, opponents: B) -> Seated<H, B> {
        Seated {
            game,
            you: Seat::South,
            partner,
            opponents,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game<H> {
        &self.game
    }

    /// What the person knows.
    pub fn view(&self) -> H::View {
        self.game.hand().view(self.you)
    }

    /// Whether the person is to move.
    pub fn is_your_turn(&self) -> bool {
        self.game.hand().turn() == Some(self.you)
    }

    /// A seed for each decision of the game.
    pub fn thinking_seed(&self) -> u64 {
        let number = self.game.number() as u64 * 64 + self.game.hand().moves().len() as u64;
        self.game
            .seed()
            .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// One move of a bot, if it is a bot's turn: what it thinks of its view, with the seed of the decision.
    ///
    /// # Errors
    /// The bot had no answer: then nothing has happened.
    pub fn bot_moves<J: Choice<H::Move>, E: From<H::Illegal>>(
        &mut self,
        think: impl FnOnce(&B, &H::View, u64) -> Result<J, E>,
    ) -> Result<Option<(Seat, H::Move)>, E> {
        let Some(seat) = self.game.hand().turn().filter(|&seat| seat != self.you) else {
            return Ok(None);
        };
        let bot = if seat == self.you.partner() {
            &self.partner
        } else {
            &self.opponents
        };
        let view = self.game.hand().view(seat);
        let made = think(bot, &view, self.thinking_seed())?.choice();
        self.game.make(made)?;
        Ok(Some((seat, made)))
    }

    /// The person's move.
    ///
    /// # Errors
    /// A move that the rules do not allow; nothing happens.
    pub fn make(&mut self, made: H::Move) -> Result<(), H::Illegal> {
        self.game.make(made)
    }

    /// Deals the next hand, if one is due.
    pub fn next_hand(&mut self) {
        self.game.next_hand();
    }

    /// The side that has won.
    pub fn winner(&self) -> Option<Side> {
        self.game.winner()
    }

    /// Takes back the person's last move in this hand, and all that came after it. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let moves = self.game.hand().moves();
        let Some(last) = moves.iter().rposition(|&(seat, _)| seat == self.you) else {
            return false;
        };
        self.game.take_back_to(last);
        true
    }
}

impl<H: RecordedHand, B> Seated<H, B> {
    /// The game and its players, to be gone on with later; a bot is kept by its name.
    pub fn kept(&self, practice: bool, name: impl Fn(&B) -> String) -> KeptGame<H> {
        KeptGame {
            opponents: name(&self.opponents),
            partner: name(&self.partner),
            practice,
            game: self.game.record(),
        }
    }
}

/// A game that was stopped, and who played it: to be gone on with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct KeptGame<H: RecordedHand> {
    /// The bots at the sides.
    opponents: String,
    /// The bot opposite.
    partner: String,
    /// Whether moves can be taken back.
    pub practice: bool,
    /// The game.
    game: GameRecord<H>,
}

impl<H: RecordedHand> KeptGame<H> {
    /// Reads one.
    ///
    /// # Errors
    /// A text that is none.
    pub fn from_json(text: &str) -> Result<KeptGame<H>, NotKept> {
        serde_json::from_str(text).map_err(|error| NotKept::Unreadable(error.to_string()))
    }

    /// The game, where it stopped, with the bots of those names.
    ///
    /// # Errors
    /// A bot that is none, or a record that cannot be played.
    pub fn resumed<B>(&self, bot: impl Fn(&str) -> Option<B>) -> Result<Seated<H, B>, NotKept> {
        let players = bot(&self.opponents).zip(bot(&self.partner));
        let (opponents, partner) = players.ok_or(NotKept::Player)?;
        Ok(Seated::new(self.game.replay()?, partner, opponents))
    }
}

/// Why a game cannot be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotKept {
    /// It is no game that was kept.
    #[error("this is no game that was kept: {0}")]
    Unreadable(String),
    /// A player that is none.
    #[error("it was played with bots of another version")]
    Player,
    /// The record cannot be played.
    #[error(transparent)]
    Record(#[from] GameRecordError),
}

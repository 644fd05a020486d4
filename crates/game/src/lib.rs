//! What games of four players share, whatever their rules: hand after hand, the deal going round, and records that can be
//! played again ([`Game`], [`GameRecord`]); a person at a table of bots, whose game can be kept ([`Seated`], [`KeptGame`]); duels on the same deals from both sides ([`Duel`]); what a referee is asked and
//! answers ([`RefereedHand`]), and the lines of JSON that bots and referees are sent ([`answer_line`]). It knows no rule of any game.

#![forbid(unsafe_code)]

mod duel;
mod hand;
mod play;
mod protocol;
mod record;
mod referee;
mod seated;

pub use duel::{
    ArenaResult, Choice, Clock, Decision, Duel, Estimate, GamesWon, MillisecondsADecision, Tally,
    Thinker, ThinkingTime,
};
pub use hand::PlayedHand;
pub use play::{Game, NoNextHand, NotYourTurn};
pub use protocol::{BotAnswer, BotRefusal, NumberOrDigits, Said, answer_line};
pub use record::{GameRecord, GameRecordError, RecordedHand};
pub use referee::{
    ApplyAsked, GameAsked, LegalAsked, LegalMoves, MoveAsked, NewGame, NoNewGame, RefereeError,
    RefereedHand, ScoreAnswer, TableAnswer, ViewAsked,
};
pub use seated::{KeptGame, NotKept, Seated};

/// The text of the README, checked with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Euchre: the rules, what one player knows, and the worlds that fit it.
//!
//! A [`Hand`] is played by its rules and hands out a [`View`] for each seat. From a view come its [`Worlds`]: counted
//! exactly, drawn fairly.
//!
//! ```
//! use euchre::{Deal, Hand, Rules, Score, Seat, Worlds};
//!
//! let deal = Deal::random(&mut space::stream(1, 1));
//! let hand = Hand::new(Rules::default(), Score::default(), Seat::East, deal);
//! let worlds = Worlds::new(&hand.view(Seat::South)).unwrap();
//! // 18 cards that South has not seen: five each for three players, three in the kitty.
//! assert_eq!(worlds.count(), 8568 * 1287 * 56);
//! ```

#![forbid(unsafe_code)]

mod answers;
mod arena;
mod bid_weighing;
mod bidding;
mod bot;
mod bot_settings;
mod card;
mod egn;
mod errors;
mod game;
mod game_file;
mod goal;
mod hand;
mod heuristic;
mod in_world;
mod level;
pub mod limits;
mod moves;
mod outcome;
mod position;
mod protocol;
mod public;
mod reason;
mod referee;
mod rules;
mod session;
mod statistics;
#[cfg(feature = "files")]
mod statistics_file;
mod table_state;
mod trump;
mod view;
mod worlds;

pub use ::game::{
    ArenaResult, BotRefusal, Clock, Estimate, GameRecordError, GamesWon, NotKept, NumberOrDigits,
    Tally,
};
pub use answers::{Hint, SuitOdds, WeighingNote, WorldAnswer, WorldsAnswer, hint};
pub use arena::{Arena, Decision, DecisionTrace, Player, SomeWorlds};
pub use bid_weighing::{BidWeighing, WEIGHING_POLICY, WeighedWorlds};
pub use bidding::{BiddingTable, NoBiddingTable};
#[cfg(feature = "train")]
pub use bidding::{Exploited, Gain, Trained, Training};
pub use bot::{Bot, Judgement, MoveValue, NoMove};
pub use bot_settings::{BotSettings, BotSettingsError, ClockedBot};
pub use card::{Card, CardError, Cards, Rank, Suit};
pub use egn::{Egn, EgnError, EgnGame, EgnNames};
pub use game::{Game, GameRecord, WrittenHand};
pub use game_file::{GameFile, GameFileError};
pub use goal::{Goal, win_chance};
pub use hand::{Deal, Hand, IllegalMove};
pub use heuristic::{CardWorths, Heuristic};
pub use level::{Habits, Level, Style};
pub use moves::{Bid, Move};
pub use outcome::{Outcome, TrickTaken};
pub use position::Position;
pub use protocol::{BotAnswer, Said, answer_line};
pub use public::{Public, Trick, Void};
pub use referee::{
    ApplyAsked, EgnAsked, GameAsked, HandScore, LegalAsked, LegalMoves, MoveAsked, NewGame,
    ReadAnswer, ReadAsked, RefereeAnswer, RefereeError, RefereeRequest, ScoreAnswer, TableAnswer,
    ViewAsked,
};
pub use rules::{GAME, Points, Rules, Score};
pub use search::Budget;
pub use seats::{Seat, Side};
pub use session::{KeptGame, Players, Session};
pub use space::Watch;
pub use statistics::{BINS, CalibrationBin, Statistics};
#[cfg(feature = "files")]
pub use statistics_file::{StatisticsError, StatisticsFile};
pub use table_state::{Call, Stage};
pub use trump::Trump;
pub use view::{Clash, Seen, View, ViewError};
pub use worlds::{Odds, Place, World, Worlds};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

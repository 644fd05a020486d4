//! Texas 42: the rules, hands that cannot lose, and the proof.
//!
//! 28 dominoes go to four players, seven each; partners sit opposite. One pip, the doubles or nothing is trumps
//! ([`Trump`], [`Rules`]). [`is_gold`] and [`is_laydown`] name the hands that take every trick, [`prove`] settles by search
//! that there are no others. A [`PlayedHand`] is played by the rules of its house and hands out a [`View`] for each seat, which
//! is what that seat has seen; [`Worlds`] is what that leaves open, and a [`Bot`] searches them. [`odds`] plays worlds out
//! with open hands.
//!
//! ```
//! use texas42::{Hand, Rules, is_laydown};
//! let rules = Rules::new("none".parse()?);
//! let laydowns = Hand::all().filter(|hand| is_laydown(&rules, hand.dominoes(), hand.others()));
//! assert_eq!(laydowns.count(), 406);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod answers;
mod bid_weighing;
mod bot;
mod bot_settings;
mod call;
mod domino;
mod errors;
mod game;
mod gold;
mod heuristic;
mod house;
mod laydown;
pub mod limits;
mod moves;
mod odds;
mod perfect;
mod played_hand;
mod position;
mod proof;
mod referee;
mod refute;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod solver;
mod strength;
mod table_state;
mod view;
mod worlds;

pub use ::game::{ArenaResult, Clock, Estimate, GameRecordError, GamesWon, NotKept, Tally};
pub use answers::{
    BidChance, DominoStrength, DrawnSuit, HandAnswer, Hint, LeadReasons, OddsAnswer, OthersHands,
    PerfectAnswer, PerfectKinds, PerfectList, PerfectLists, PerfectRequest, RankedTrump,
    RefutationAnswer, StrengthAnswer, StrengthTable, TrumpChances, TrumpsTogether, WorldAnswer,
    WorldsAnswer, hint, odds, perfect_lists, strength,
};
pub use bid_weighing::{BidWeighing, WEIGHING_POLICY, WeighedWorlds};
#[doc(hidden)]
pub use bot::playout_points;
pub use bot::{Bot, Judgement, Level, MoveValue, NoMove};
pub use bot_settings::{BotSettings, BotSettingsError, ClockedBot};
pub use call::{Call, CallError, Doubles};
pub use domino::{Domino, DominoError, Dominoes, Hand, HandError, Pip};
pub use game::{Arena, Decision, Game, GameRecord, KeptGame, Player, Seated, WrittenHand};
pub use gold::{NotGold, is_gold, why_not_gold};
#[doc(hidden)]
pub use heuristic::{FEATURES, features};
pub use house::{HouseRules, NelORule, Score, Scoring};
pub use laydown::{Drawn, Lead, Rounds, is_laydown, leads};
pub use moves::{Bid, BidError, MOST_MARKS, Move};
pub use odds::{LOWEST_BID, OddsRequest, TrumpOdds, trump_odds};
pub use perfect::{PerfectKind, Wanted, best_trumps, perfect, shortfall};
pub use played_hand::{Deal, IllegalMove, PlayedHand, TrickTaken};
pub use position::Position;
pub use proof::{Plan, Proof, Siege, prove};
pub use referee::{
    ApplyAsked, BotAnswer, GameAsked, HandScore, LegalAsked, LegalMoves, MoveAsked, NewGame,
    RefereeAnswer, RefereeError, RefereeRequest, Said, ScoreAnswer, TableAnswer, ViewAsked,
    answer_line,
};
pub use refute::{Refutation, refute};
pub use rules::{Rules, Suit, Trump, TrumpError};
pub use search::Budget;
pub use seats::{Seat, Side};
pub use solver::{ALL_POINTS, Solver};
pub use space::Watch;
pub use strength::Strength;
pub use table_state::{Contract, Stage};
pub use view::{Fact, Public, View, ViewError, Void};
pub use worlds::{SuitOdds, Worlds, WorldsError};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The dominoes of a text, for tests.
#[cfg(test)]
fn set(text: &str) -> Dominoes {
    let dominoes = text.split_whitespace();
    dominoes
        .map(|word| word.parse::<Domino>().unwrap())
        .collect()
}

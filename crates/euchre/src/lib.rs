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

mod arena;
mod bot;
mod card;
mod game;
mod goal;
mod hand;
mod moves;
mod position;
mod public;
mod rules;
mod session;
mod statistics;
mod table;
mod thumb;
mod trump;
mod view;
mod weighing;
mod worlds;

pub use arena::{Arena, Decision, Estimate, Player, Tally};
pub use bot::{Bot, Judgement, Level, NoMove, Valued};
pub use card::{Card, CardError, Cards, Rank, Suit};
pub use game::{Game, Record, RecordError};
pub use goal::{Goal, win_chance};
pub use hand::{Deal, Hand, IllegalMove};
pub use moves::{Bid, Move};
pub use position::Position;
pub use public::{Public, Trick, Void};
pub use rules::{GAME, Points, Rules, Score};
pub use seats::{Seat, Side};
pub use session::{Company, Session};
pub use statistics::{BINS, Bin, Statistics, StatisticsError, StatisticsFile};
pub use table::{Call, Stage};
pub use thumb::{Figures, Thumb};
pub use trump::Trump;
pub use view::{Clash, Seen, View, ViewError, move_json};
pub use weighing::{POLICY, WeighedOdds, Weighing};
pub use worlds::{Odds, Place, World, Worlds};

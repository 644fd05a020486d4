//! Texas 42: the rules, hands that cannot lose, and the proof.
//!
//! 28 dominoes go to four players, seven each; partners sit opposite. One pip, the doubles or nothing is trumps
//! ([`Trump`], [`Rules`]). [`is_gold`] and [`is_laydown`] name the hands that take every trick, [`prove`] settles by search
//! that there are no others. A [`View`] is what one seat has seen, and [`Worlds`] what that leaves
//! open; [`odds`] plays worlds out with open hands.
//!
//! ```
//! use texas42::{Hand, Rules, is_laydown};
//! let rules = Rules::new("none".parse()?);
//! let laydowns = Hand::all().filter(|hand| is_laydown(&rules, hand.dominoes(), hand.others()));
//! assert_eq!(laydowns.count(), 406);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod domino;
mod gold;
mod laydown;
mod odds;
mod perfect;
mod proof;
mod refute;
mod rules;
mod solver;
mod strength;
mod view;
mod worlds;

pub use domino::{Domino, DominoError, Dominoes, Hand, HandError, Pip};
pub use gold::{NotGold, is_gold, why_not_gold};
pub use laydown::{Drawn, Lead, Rounds, is_laydown, leads};
pub use odds::{LOWEST_BID, TrumpOdds, odds};
pub use perfect::{Kind, Wanted, best_trumps, perfect, shortfall};
pub use proof::{Plan, Proof, Siege, prove};
pub use refute::{Refutation, refute};
pub use rules::{Rules, Suit, Trump, TrumpError};
pub use seats::Seat;
pub use solver::{ALL_POINTS, Solver};
pub use strength::Strength;
pub use view::{View, ViewError, Void};
pub use worlds::{SuitOdds, Worlds, WorldsError};

/// The dominoes of a text, for tests.
#[cfg(test)]
fn set(text: &str) -> Dominoes {
    let dominoes = text.split_whitespace();
    dominoes
        .map(|word| word.parse::<Domino>().unwrap())
        .collect()
}

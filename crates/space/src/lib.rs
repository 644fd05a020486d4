//! Sets of deals as values.
//!
//! A [`Deck`] goes to places of fixed capacity; a [`Setup`] says which deals qualify; a [`Space`] is the set
//! of them, which can be counted, sampled uniformly, indexed and listed, all exactly. This crate knows no
//! game: cards and places are numbers.
//!
//! ```
//! use rand::SeedableRng;
//! use space::{Cards, Deck, Quantity, Setup};
//!
//! // Two suits of four; two players with three cards each, and two cards face down.
//! let deck = Deck::new([[0, 1, 2, 3], [4, 5, 6, 7]])?;
//! let aces = Quantity::number(0, Cards::from_iter([3, 7]));
//! let space = Setup::new(deck, [3, 3, 2])?
//!     .require(aces.within(2..=2))?
//!     .build()?;
//! assert_eq!(space.count(), 6 * 10);
//!
//! let deal = space.sample(&mut space::stream(2024, 1)).unwrap();
//! assert!(deal[0].has(3) && deal[0].has(7));
//! assert_eq!(space.nth(space.rank(&deal)?)?, deal);
//! # Ok::<(), space::Error>(())
//! ```

#![forbid(unsafe_code)]

mod alike;
mod automaton;
mod binomial;
mod cards;
mod counting;
#[cfg(test)]
mod design;
mod ends_table;
mod error;
mod estimate;
mod find;
mod formulas;
mod graph;
mod grow;
mod index;
mod interval;
mod layout;
mod meter;
mod order;
mod parts;
mod quantity;
mod race;
mod random;
mod rule;
mod setup;
mod sides;
mod space;
mod state_table;
mod streams;
mod supply;
mod thin;
mod totals;
mod value_automaton;
mod watch;
mod weighing;

pub use binomial::binomial;
pub use cards::{Cards, Deal, Deck, MAX_PLACES};
pub use counting::Counting;
pub use error::Error;
pub use estimate::{ESTIMATES, EstimatedTally};
pub use formulas::{FormulaId, Formulas};
pub use interval::interval;
pub use order::Order;
pub use quantity::Quantity;
pub use random::{below, below_by_remainder, below_u32, below_u128, nearly_below};
pub use rule::{Reader, Rule};
pub use setup::{Budget, Setup};
pub use sides::Sampling;
pub use space::Space;
pub use streams::{Key, Stream, digest, stream};
pub use totals::{Marginals, Ratio};
pub use watch::{Meanwhile, Progress, Stopped, Watch};
pub use weighing::{WeighedTally, Weight};

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

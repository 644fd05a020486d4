//! Search for players who do not see all cards.
//!
//! A *world* is one way in which the hidden cards may lie. [`search`] draws world after world, tries every move in it by a
//! walk down a tree that the worlds share, finishes the game by the game's own heuristic, and gives the end to an
//! exact solver ([`solve`]). This crate knows no game: a game is a [`Position`], a move is a number below 64, and where worlds come
//! from is the caller's business, who can draw them only from what the player has seen.
//!
//! ```
//! use search::{Budget, Moves, Options, Position, Side, Watch, search};
//!
//! /// A card lies face down: 0 or 1, and 1 three times in four. Guess it.
//! #[derive(Clone)]
//! struct Guess { card: u8, guessed: Option<u8> }
//!
//! impl Position for Guess {
//!     fn to_move(&self) -> Option<Side> { self.guessed.is_none().then_some(Side::First) }
//!     fn moves(&self) -> Moves { Moves(0b11) }
//!     fn make(&mut self, number: u8) { self.guessed = Some(number) }
//!     fn value(&self) -> f64 { if self.guessed == Some(self.card) { 1.0 } else { 0.0 } }
//!     fn heuristic_move(&self, _: &mut space::Stream) -> u8 { 0 }
//! }
//!
//! use rand::Rng;
//! let worlds = |rng: &mut space::Stream| Guess { card: (rng.next_u32() % 4 > 0) as u8, guessed: None };
//! let budget = Budget::Iterations(1000);
//! let found = search(&worlds, 0.0..=1.0, &Options::default(), budget, 7, &Watch::default());
//! assert_eq!(found.best().unwrap().number, 1);
//! ```

#![forbid(unsafe_code)]

mod moves;
mod position;
mod race;
mod solve;
mod tree;

pub use moves::Moves;
pub use position::{Position, Side};
pub use solve::solve;
pub use space::Watch;
pub use tree::{Budget, MoveEstimate, Options, SearchResult, WORLDS_A_TIME, search};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

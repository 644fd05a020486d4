//! From a condition to boards.
//!
//! A [`Plan`] says how boards that satisfy a condition are found; [`Plans`] has one for each tier of board numbers, and a
//! [`Finder`] finds a board by its seed and number alone. [`run`] finds many, on as many threads as wanted. Every board of a
//! seed has its own random stream and a plan that follows from its number, so the boards do not depend on the threads, nor
//! on which part of a run is asked for, nor on how many there are.
//!
//! ```
//! use std::sync::Arc;
//! use plan::{Finder, Plans, Strategy, Watch};
//!
//! let input = script::Input::from_text("strong", "condition hcp(north) >= 16").unwrap();
//! let compiled = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
//! let plans = Arc::new(Plans::new(Strategy::Auto, &compiled.condition, &compiled.predeal));
//! let mut finder = plans.finder();
//! let found = finder.find(2024.into(), 1, u64::MAX, &Watch::default()).unwrap();
//! assert!(found.deal.is_some());
//! ```

#![forbid(unsafe_code)]

mod choosing;
mod counting;
mod finding;
mod tables;

pub use choosing::explain::{Asks, Step};
pub use choosing::method::{DrawMethod, NoSuchMethod, Strategy};
pub use choosing::plan::{Considered, Plan, PlanError};
pub use counting::conflict::{Conflict, Exists, conflict, exists};
pub use counting::exact::Inexact;
pub use counting::lint::{CountedFinding, lint, never};
pub use counting::odds::{Odds, OddsError, count, odds, survey};
pub use counting::placement::{Placement, placements};
pub use counting::project::without_seat;
pub use counting::seat_chances::{SeatChance, seat_chances, seat_odds};
pub use counting::value_table::ValueTable;
pub use finding::board_oracle::BoardOracle;
pub use finding::enumeration::Enumeration;
pub use finding::finder::{FindError, Finder, FoundBoard};
pub use finding::mix::{Mix, MixFinder};
pub use finding::plans::{Plans, PlansFinder};
pub use finding::quota::{Arrangement, Quota, QuotaPart};
pub use finding::run::{Chunk, Consumer, Dealt, Run, RunError, consumer, run};
pub use finding::trial::Trial;
pub use finding::worker::Worker;
pub use space::Watch;
pub use tables::pack::Pack;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

//! From a condition to boards.
//!
//! A [`Plan`] says how boards that satisfy a condition are found; [`run`] finds them, board by board, on as
//! many threads as wanted. Every board of a seed has its own random stream, so the boards do not depend on
//! the threads, nor on which part of a run is asked for.
//!
//! ```
//! use plan::{Plan, Stop};
//!
//! let input = script::Input::from_text("strong", "condition hcp(north) >= 16").unwrap();
//! let compiled = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
//! let plan = Plan::new(&compiled.condition, &compiled.predeal, 10).unwrap();
//! let mut worker = plan.worker();
//! let found = worker.board(2024, 1, u64::MAX, &Stop::default()).unwrap();
//! assert!(found.deal.is_some());
//! ```

mod class;
mod conflict;
mod exact;
mod explain;
mod form;
mod hands;
mod holdings;
mod lint;
mod mix;
mod odds;
mod once;
mod oracle;
mod pack;
mod partner;
mod pilot;
mod placement;
mod plan;
mod project;
mod ranges;
mod run;
mod trial;
mod way;
mod worker;

pub use conflict::{Conflict, Exists, conflict, exists};
pub use exact::Inexact;
pub use explain::{Asks, Step};
pub use lint::{Finding, lint};
pub use mix::{Mix, MixWorker};
pub use odds::{Odds, OddsError, SeatChance, Table, odds, seat_chances, seat_odds, survey};
pub use once::Once;
pub use placement::{Placement, placements};
pub use plan::{Considered, Plan, PlanError};
pub use run::{Chunk, Run, RunError, in_order, run};
pub use trial::Trial;
pub use way::{NoSuchWay, Strategy, Way};
pub use worker::{Dealt, Found, Stop, Worker};

//! Hand profiles.

mod attempts;
mod choice;
mod combination;
mod compile;
mod conflict;
mod counted;
mod dealable;
mod failures;
mod fields;
mod help;
mod line;
mod model;
mod plans;
mod read;
mod settings;
mod symmetry;
mod viability;

pub use attempts::{Attempted, Attempts, Method};
pub use choice::Choice;
pub use combination::{Combination, Combinations, MOST_COMBINATIONS, TooMany, proposed_order};
pub use compile::condition;
pub use conflict::{Conflict, conflict};
pub use counted::{Counted, SeatOdds};
pub use dealable::is_dealable;
pub use failures::{Event, Failures, Observer, SeatFailures, Unwatched, Why};
pub use fields::{Problem, Severity};
pub use help::{chance_of_length, given_beforehand, tight_seats};
pub use line::{Asks, Because, Demand, Line};
pub use model::{
    Contingent, Coupling, Exclusion, Further, IndexMap, Linked, PairOverride, Profile, RandomSuits,
    Range, RoleMode, RoleUsage, Standard, Subprofile, SuitRange, Tag,
};
pub use plans::{Drawn, Plans, PlansWorker, qualifies};
pub use read::{Reading, read, read_document};
pub use settings::{SettingError, Settings};
pub use viability::{LeftOut, Reason, Viability};

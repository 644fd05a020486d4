//! Hand profiles.

mod choice;
mod combination;
mod compile;
mod dealable;
mod fields;
mod line;
mod model;
mod plans;
mod read;
mod symmetry;

pub use choice::Choice;
pub use combination::{Combination, Combinations, MOST_COMBINATIONS, TooMany, proposed_order};
pub use compile::condition;
pub use dealable::is_dealable;
pub use fields::{Problem, Severity};
pub use line::{Asks, Because, Demand, Line};
pub use model::{
    Contingent, Coupling, Exclusion, Further, IndexMap, Linked, PairOverride, Profile, RandomSuits,
    Range, RoleMode, RoleUsage, Standard, Subprofile, SuitRange, Tag,
};
pub use plans::{Drawn, Plans, PlansWorker, qualifies};
pub use read::{Reading, read, read_document};

//! Hand profiles: what each seat should hold, by ranges of cards and high card points, for teachers who do not write
//! scripts.
//!
//! A document is [`read`] into a [`Profile`], with everything that is wrong by its path. Its [`Combinations`] are the
//! subprofiles and drawn suits that can come together, each dealable or not, each with its share; [`Plans`] deal them
//! fairly, a plan for each kind of combination, and [`Attempts`] by trying. [`Viability`] says what can never be dealt, in
//! the profile's own words, and [`Counted`] how rare the rest is. It knows no files and no terminals.
//!
//! ```
//! let reading = profile::read(r#"{
//!     "profile_name": "Six spades", "dealer": "N", "tag": "Opener",
//!     "seat_profiles": {"N": {"seat": "N", "subprofiles": [
//!         {"standard": {"spades": {"min_cards": 6, "max_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}}
//!     ]}}
//! }"#);
//! let profile = reading.profile.unwrap();
//! let combinations = profile::Combinations::new(&profile).unwrap();
//! let plans = profile::Plans::new(&combinations, Default::default(), 10, false);
//! let (_, found) = plans.worker().board(2024, 1, u64::MAX, &Default::default()).unwrap();
//! assert_eq!(found.deal.unwrap()[bridge::Seat::North].length(bridge::Suit::Spades), 6);
//! ```

mod attempts;
mod choice;
mod combination;
mod compare;
mod compile;
mod conflict;
mod counted;
mod dealable;
mod failures;
mod fields;
mod help;
mod line;
mod migrate;
mod model;
mod plans;
mod read;
mod rotate;
mod settings;
mod symmetry;
mod viability;
mod words;

pub use attempts::{Attempted, Attempts, Method};
pub use choice::Choice;
pub use combination::{Combination, Combinations, MOST_COMBINATIONS, TooMany, proposed_order};
pub use compare::{Distance, Tally};
pub use compile::condition;
pub use conflict::{Conflict, conflict, list};
pub use counted::{Counted, SeatOdds, one_in};
pub use dealable::is_dealable;
pub use failures::{Event, Failures, Observer, SeatFailures, Unwatched, Why};
pub use fields::{Problem, Severity};
pub use help::{chance_of_length, given_beforehand, tight_seats};
pub use line::{Asks, Because, Demand, Line, suit_word};
pub use migrate::{Migrated, SCHEMA_VERSION, migrate};
pub use model::{
    Contingent, Coupling, Exclusion, Further, IndexMap, Linked, PairOverride, Profile, RandomSuits,
    Range, RoleMode, RoleUsage, Standard, Subprofile, SuitRange, Tag,
};
pub use plans::{Drawn, Plans, PlansError, PlansWorker, qualifies};
pub use read::{Reading, read, read_document};
pub use rotate::rotate;
pub use settings::{SettingError, Settings};
pub use viability::{LeftOut, Reason, Viability};
pub use words::words;

/// The JSON Schema of the files, for editors and other programs.
pub const SCHEMA: &str = include_str!("schema.json");

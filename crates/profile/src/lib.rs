//! Hand profiles: what each seat should hold, by ranges of cards and high card points, for teachers who do not write
//! scripts.
//!
//! A document is [`read`] into a [`Profile`], with everything that is wrong by its path. Its [`Combinations`] are the
//! subprofiles and drawn suits that can come together, each dealable or not, each with its share; [`CombinationPlans`]
//! deal them fairly, with plans for each kind of combination, and [`Attempts`] by trying. [`Viability`] says what can never
//! be dealt, in the profile's own words, and [`Counted`] how rare the rest is. A [`LoadedProfile`] has all of this at hand,
//! and gives answers that are written as JSON and in words. It knows no files and no terminals.
//!
//! ```
//! use plan::Finder;
//!
//! let reading = profile::read(r#"{
//!     "profile_name": "Six spades", "dealer": "N", "tag": "Opener",
//!     "seat_profiles": {"N": {"seat": "N", "subprofiles": [
//!         {"standard": {"spades": {"min_cards": 6, "max_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}}
//!     ]}}
//! }"#);
//! let watch = plan::Watch::default();
//! let loaded = profile::LoadedProfile::new(reading, &watch).unwrap();
//! let source = loaded.source(Default::default(), &Default::default(), false, false);
//! let found = source.finder().find(2024.into(), 1, u64::MAX, &watch).unwrap();
//! assert_eq!(found.deal.unwrap()[bridge::Seat::North].length(bridge::Suit::Spades), 6);
//! ```

#![forbid(unsafe_code)]

mod answers;
mod attempting;
mod combining;
mod counting;
mod document;
mod finding;
mod loaded;

pub use answers::distance::{DistributionDistance, HandTally};
pub use answers::{
    ATTEMPTED_BOARDS, AttemptReport, AttemptRequest, AttemptedBoard, AttemptedHand,
    COMPARED_BOARDS, ClashingLine, CombinationChance, CombinationOdds, ComparedStrategies,
    ComparedStrategy, DealtCombination, DealtShares, DealtSubprofile, DealtTally,
    ExplainedCombination, HowDealt, LeftOutCombinations, LengthChances, NamedCombination,
    NamedSubprofile, NaturalShare, ProfileCheck, ProfileExplanation, ProfileFindings, ProfileOdds,
    ProfileReport, RareCombination, SAMPLE_SEED, SeatDistances, SingleCombination,
    StrategyComparison, TightSeat, TightSeats, about_one_in, natural,
};
pub use attempting::attempts::{AttemptMethod, Attempted, Attempts, AttemptsFinder};
pub use attempting::construct::helper_seat;
pub use attempting::failures::{
    AttemptEvent, AttemptObserver, FailureCause, FailureReport, Failures, SeatFailureReport,
    SeatFailures, Unobserved,
};
pub use attempting::help::{chance_of_length, given_beforehand, tight_seats};
pub use attempting::settings::{SettingError, Settings};
pub use attempting::trace::{AttemptTrace, TracedAttempt};
pub use combining::combination::{
    BadDraw, Combination, Combinations, CombinationsError, MOST_COMBINATIONS, proposed_order,
};
pub use combining::compile::condition;
pub use combining::conflict::{LineConflict, line_conflict};
pub use combining::dealable::is_dealable;
pub use combining::demand::{
    Demand, Demands, PairDemand, ProfileLine, Requirement, SuitReason, Whose, suit_word,
};
pub use combining::viability::{LeftOut, LeftOutReason, Viability};
pub use counting::chance::{ChanceBudget, ProfileChance, RarestCombination};
pub use counting::counted::{Counted, SeatOdds};
pub use counting::kept::{KeptCounts, Mark};
pub use document::fields::{Problem, ProblemList, Severity};
pub use document::migrate::{Migrated, SCHEMA_VERSION, migrate};
pub use document::model::{
    AllowedShapes, Contingent, Coupling, Exclusion, Further, IndexMap, Linked, PairConstraint,
    PairOverride, Profile, RandomSuits, Range, RoleMode, RoleUsage, Standard, Subprofile,
    SuitRange, Tag,
};
pub use document::read::{Reading, read, read_document};
pub use document::rotate::rotate;
pub use document::words::words;
pub use finding::combination_plans::{CombinationPlans, PlannedFinder, TriedFirst};
pub use finding::drawn::{AboutBoard, DrawnCombination, qualifies};
pub use finding::filter::ProfileFilter;
pub use finding::source::{ProfileFinder, ProfileSource, ProfileStrategy, ProfileStrategyError};
pub use loaded::{LoadError, LoadedProfile, MOST_BYTES, UndealableProfile, UnreadableProfile};

/// The JSON Schema of the files, for editors and other programs.
pub const SCHEMA: &str = include_str!("schema.json");

/// The examples of README.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

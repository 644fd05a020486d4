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
//! let found = source.finder().find(2024, 1, u64::MAX, &watch).unwrap();
//! assert_eq!(found.deal.unwrap()[bridge::Seat::North].length(bridge::Suit::Spades), 6);
//! ```

mod answers;
mod at_once;
mod attempts;
mod chance;
mod choice;
mod combination;
mod combination_plans;
mod compile;
mod conflict;
mod construct;
mod counted;
mod dealable;
mod demand;
mod distance;
mod drawn;
mod estimate;
mod failures;
mod fields;
mod filter;
mod hand_table;
mod help;
mod kept;
mod loaded;
mod migrate;
mod model;
mod narrow;
mod quick;
mod read;
mod rotate;
mod settings;
mod source;
mod symmetry;
mod trace;
mod viability;
mod words;

pub use answers::{
    ATTEMPTED_BOARDS, AttemptReport, AttemptRequest, AttemptedBoard, AttemptedHand,
    COMPARED_BOARDS, ClashingLine, CombinationChance, CombinationOdds, ComparedStrategies,
    ComparedStrategy, DealtCombination, DealtShares, DealtSubprofile, DealtTally,
    ExplainedCombination, HowDealt, LeftOutCombinations, LengthChances, NamedCombination,
    NamedSubprofile, NaturalShare, ProfileCheck, ProfileExplanation, ProfileFindings, ProfileOdds,
    ProfileReport, RareCombination, SAMPLE_SEED, SeatDistances, SingleCombination,
    StrategyComparison, TightSeat, TightSeats, about_one_in, natural,
};
pub use attempts::{AttemptMethod, Attempted, Attempts, AttemptsFinder};
pub use chance::{ChanceBudget, ProfileChance, RarestCombination};
pub use combination::{
    BadDraw, Combination, Combinations, CombinationsError, MOST_COMBINATIONS, proposed_order,
};
pub use combination_plans::{CombinationPlans, PlannedFinder, TriedFirst};
pub use compile::condition;
pub use conflict::{LineConflict, line_conflict};
pub use construct::helper_seat;
pub use counted::{Counted, SeatOdds};
pub use dealable::is_dealable;
pub use demand::{
    Demand, Demands, PairDemand, ProfileLine, Requirement, SuitReason, Whose, suit_word,
};
pub use distance::{DistributionDistance, HandTally};
pub use drawn::{AboutBoard, DrawnCombination, qualifies};
pub use failures::{
    AttemptEvent, AttemptObserver, FailureCause, FailureReport, Failures, SeatFailureReport,
    SeatFailures, Unobserved,
};
pub use fields::{Problem, ProblemList, Severity};
pub use filter::ProfileFilter;
pub use help::{chance_of_length, given_beforehand, tight_seats};
pub use kept::{KeptCounts, Mark};
pub use loaded::{LoadError, LoadedProfile, MOST_BYTES, UndealableProfile, UnreadableProfile};
pub use migrate::{Migrated, SCHEMA_VERSION, migrate};
pub use model::{
    AllowedShapes, Contingent, Coupling, Exclusion, Further, IndexMap, Linked, PairConstraint,
    PairOverride, Profile, RandomSuits, Range, RoleMode, RoleUsage, Standard, Subprofile,
    SuitRange, Tag,
};
pub use read::{Reading, read, read_document};
pub use rotate::rotate;
pub use settings::{SettingError, Settings};
pub use source::{ProfileFinder, ProfileSource, ProfileStrategy, ProfileStrategyError};
pub use trace::{AttemptTrace, TracedAttempt};
pub use viability::{LeftOut, LeftOutReason, Viability};
pub use words::words;

/// The JSON Schema of the files, for editors and other programs.
pub const SCHEMA: &str = include_str!("schema.json");

/// The examples of README.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

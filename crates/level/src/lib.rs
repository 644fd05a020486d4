//! Leveling: every hand type of a script as often as you want.
//!
//! A [`Scenario`] is a script without its keeps and with the types that its author wants in certain shares.
//! [`Frequencies`] say how often each type comes by nature, counted where possible. From there, [`mix()`] deals boards by
//! share, each type from its own space; and [`Leveled`] finds keep-conditions on spot cards that do about the same on a
//! program that can only throw deals away, and writes them into the script.
//!
//! What there is to tell goes out as [`LevelReport`], [`KeepRatesReport`], [`LeveledReport`] and [`SurveyTable`]: as JSON, or
//! in words.
//!
//! ```
//! use level::{Frequencies, MeasuringLimits, Options, Scenario, Watch};
//!
//! let text = "weak = hcp(south) <= 7\nstrong = hcp(south) >= 8\ncondition spades(south) >= 5";
//! let input = script::Input::from_text("five spades", text).unwrap();
//! let (script, _) = script::parse(&input, &Default::default());
//! let options = Options { types: vec![level::parse_types("weak,strong").unwrap()], ..Options::default() };
//! let scenario = Scenario::new(&script, &options).unwrap();
//! let frequencies = Frequencies::new(&scenario, &[], &MeasuringLimits::usual(), &Watch::default()).unwrap();
//! assert!(frequencies.is_exact());
//! // The rarer type is kept always.
//! assert_eq!(frequencies.rates()[0], 1.0);
//! assert!((frequencies.rates()[1] - 0.394).abs() < 0.001);
//! ```

#![forbid(unsafe_code)]

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alternatives;
mod check;
mod comments;
mod error;
mod exchange;
mod keep_search;
mod labels;
mod leveled;
mod leveled_report;
mod measure;
mod mix;
mod pilots;
mod rates;
mod rates_report;
mod report;
mod request;
mod rewrite;
mod scenario;
mod script_keeps;
mod script_types;
mod shares;
mod stamp;
mod survey;

pub use alternatives::{Alternative, TwoScripts};
pub use check::{LOOKED_AT, target_shares};
pub use error::LevelError;
pub use keep_search::{KeepAssignment, KeepFormula};
pub use labels::{LabeledCell, labeled_cells, labeled_mix};
pub use leveled::{KeepOptions, KeepStyle, LengthBias, Leveled, TwoAssignments};
pub use leveled_report::{
    BiasReport, DealtShares, KeepsReport, LeveledReport, TradeReport, Verification,
};
pub use measure::{Frequencies, MeasuredCell, MeasuringLimits, SuitLengths};
pub use mix::mix;
pub use pilots::{MOST_PILOTS, PilotChoice, check_pilots, choose_pilots};
pub use plan::Watch;
pub use rates::{BestKeeps, KeepRate, KeepRates};
pub use rates_report::{BestKeepsReport, KeepRatesReport, KeepReport, KeepWithinType};
pub use report::{LevelReport, OneTypeEach, TypeMeasure, TypeReport};
pub use request::{MOST_TYPES, Options, RequestedType, parse_shares, parse_types};
pub use scenario::{HandType, Scenario, TypeCell};
pub use script_keeps::{ScriptKeeps, taken_for_keeps};
pub use script_types::ScriptTypes;
pub use stamp::LeveledFrom;
pub use survey::{SurveyRow, SurveyTable, survey};

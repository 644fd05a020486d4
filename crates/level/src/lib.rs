//! Leveling: every hand type of a script as often as you want.
//!
//! A [`Scenario`] is a script without its keeps and with the types that its author wants in certain shares.
//! [`Frequencies`] say how often each type comes by nature, counted where possible. From there, [`mix`] deals boards by
//! share, each type from its own space; and [`Leveled`] finds keep-conditions on spot cards that do about the same on a
//! program that can only throw deals away, and writes them into the script.
//!
//! ```
//! use level::{Effort, Frequencies, Options, Scenario};
//!
//! let text = "weak = hcp(south) <= 7\nstrong = hcp(south) >= 8\ncondition spades(south) >= 5";
//! let input = script::Input::from_text("five spades", text).unwrap();
//! let (script, _) = script::parse(&input, &Default::default());
//! let options = Options { types: vec![level::types("weak,strong").unwrap()], ..Options::default() };
//! let scenario = Scenario::new(&script, &options).unwrap();
//! let frequencies = Frequencies::new(&scenario, &[], &Effort::default()).unwrap();
//! assert!(frequencies.is_exact());
//! // The rarer type is kept always.
//! assert_eq!(frequencies.rates()[0], 1.0);
//! assert!((frequencies.rates()[1] - 0.394).abs() < 0.001);
//! ```

mod asked;
mod assign;
mod check;
mod comments;
mod deal;
mod error;
mod exchange;
mod formula;
mod keeps;
mod leveled;
mod measure;
mod pilots;
mod rates;
mod rewrite;
mod scenario;
mod shares;
mod survey;

pub use asked::{Asked, MOST_TYPES, Options, shares, types};
pub use assign::Assignment;
pub use check::{LOOKED_AT, wanted};
pub use deal::mix;
pub use error::LevelError;
pub use formula::Formula;
pub use keeps::Keeps;
pub use leveled::{Bias, Combined, Leveled, Style};
pub use measure::{Effort, Frequencies, Lengths, Measured, percent};
pub use pilots::{MOST_PILOTS, check_pilots, pilots};
pub use rates::{Rates, Solved};
pub use scenario::{Cell, Scenario, Type};
pub use shares::targets;
pub use survey::{Surveyed, survey};

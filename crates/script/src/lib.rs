//! The dealer language: scripts as authors have written them since 1990, read, checked and compiled.
//!
//! [`parse`] turns text into a [`Script`], [`compile`] turns that into a [`condition::Condition`] and the rest of what
//! a script says; [`lint`] and [`portable`] find what is allowed but seldom meant, or not understood elsewhere. The
//! words come from one table, [`words`]. [`load`] reads and compiles in one call.
//!
//! ```
//! use script::{CompileOptions, Input, Settings, compile, parse};
//!
//! let input = Input::from_text("one notrump", "
//!     balanced = shape(south, any 4333 + any 4432 + any 5332)
//!     condition balanced and hcp(south) >= 15 and hcp(south) <= 17
//!     produce 10
//! ").unwrap();
//! let (script, diagnostics) = parse(&input, &Settings::default());
//! assert!(diagnostics.is_empty());
//! let compiled = compile(&script, &CompileOptions::default()).unwrap();
//! assert_eq!(compiled.produce, Some(10));
//! ```

#![forbid(unsafe_code)]

mod action;
mod again;
mod at_cursor;
mod compile;
mod diagnostic;
mod double_dummy;
mod doubtful;
mod expression;
mod faults;
mod format;
mod formulas;
mod ideas;
mod includes;
mod lint;
mod load;
mod metadata;
mod names;
mod of_hand;
mod outline;
mod parse;
mod points_table;
mod predeal;
mod print;
mod source;
pub mod syntax;
mod token;
mod vocabulary;
mod whole;
mod word;
mod written;

pub use at_cursor::{AtCursor, Call, Completion};
pub use compile::{CompileOptions, Compiled, Term, Value, compile};
pub use diagnostic::{
    Diagnostic, Fix, Located, RelatedPlace, Severity, closest, not_shown, order_for_showing,
    told_once,
};
pub use format::{Unreadable, format};
pub use ideas::Idea;
#[cfg(feature = "files")]
pub use includes::Folders;
pub use includes::{Include, Includes, Texts};
pub use lint::{lint, portable, satisfied, settled};
pub use load::{Loaded, load};
pub use names::{Definition, Names};
pub use of_hand::{HandWordError, of_hand};
pub use outline::{Fold, Part, PartKind};
pub use parse::parse;
pub use source::{Encoding, FileId, Input, InputError, MAX_BYTES, Settings, Sources, Span};
pub use syntax::{Action, Axis, Header, Item, Parameter, ReportItem, Script};
pub use whole::{WholeInclude, WholeScript, WholeText};
pub use word::{Dialect, Example, Formula, Group, MeasureWord, Word, WordList, words};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

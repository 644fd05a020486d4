//! What all answers share, whoever asked and whatever the game: counts and errors as they go over the wire, and numbers as
//! people read them.
//!
//! An answer is a type that is written as JSON (`Serialize`) and in words (`Display`). Its fields are named as in
//! docs/json.md; counts of deals are strings there, because most readers of JSON cannot hold them as numbers.

#![forbid(unsafe_code)]

mod cause;
mod count;
mod error;
mod keyed;
mod order;
mod words;

pub use cause::cause;
pub use count::Count;
pub use error::{ErrorAnswer, ErrorBody, Explained, Place};
pub use keyed::Keyed;
pub use order::{sort, sort_by, sort_by_key};
pub use words::{bar, listed, one_in, percent, plural, rarity, share};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

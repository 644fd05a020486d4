//! Fairdeal deals cards under conditions, fairly and exactly.
//!
//! This crate is the whole library: [`space`] counts and samples sets of deals of any deck, [`script`] reads the
//! dealer language, [`profile`] hand profiles (a [`wizard`] makes them, a [`shelf`] keeps them), [`plan`] finds boards,
//! [`level`] gives hand types their shares, [`classic`] is the old program to the byte, [`texas42`] knows the hands that cannot
//! lose at 42, [`euchre`] knows what a player can know and plays on it, by [`search`]. What ties a script to boards and
//! statistics is here: [`Dealing`], and for a profile [`ProfileDealing`].
//!
//! ```
//! use fairdeal::{Dealing, Request, script};
//!
//! let input = script::Input::from_text("notrump", "
//!     condition shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17
//!     action printoneline, average \"points\" hcp(south)
//! ").unwrap();
//! let compiled = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
//! let request = Request { boards: Some(10), seed: 1, ..Request::default() };
//! let dealing = Dealing::new(&compiled, &request).unwrap();
//! let mut text: Vec<u8> = Vec::new();
//! let outcome = dealing.run(&Default::default(), &mut |bytes, _| { text.extend(bytes); Ok(()) }).unwrap();
//! assert_eq!(outcome.boards, 10);
//! assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 10);
//! ```

pub use bridge;
pub use classic;
pub use condition;
pub use euchre;
pub use level;
pub use plan;
pub use profile;
pub use script;
pub use search;
pub use shelf;
pub use space;
pub use texas42;
pub use wizard;

mod acts;
mod combine;
mod counted;
mod dealing;
mod expected;
mod found;
mod profile_dealing;
mod sift;
mod solved;
mod statistics;
mod verify;

pub use bridge::Format;
pub use combine::{Combined, Part, combine};
pub use counted::counted_lints;
pub use dealing::{DealError, Dealing, Outcome, Request, Shard};
pub use expected::Expected;
pub use found::Source;
pub use profile_dealing::{How, ProfileDealing, ProfileOutcome, ProfileRequest};
pub use sift::Sifted;
pub use solved::Solved;
pub use statistics::Statistics;
pub use verify::{Verified, verify, verify_classic};

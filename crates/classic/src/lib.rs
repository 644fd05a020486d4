//! The classic `dealer` program, byte for byte: its switches, its output, its random numbers, its faults.
//!
//! [`run`] takes the arguments of the program and does what it does with a script; time lines aside, what it prints
//! for a seed is what the classic program prints. Scripts are read and evaluated by the crates `script` and
//! `condition`; this one knows only how the old program deals, counts and prints, and where it errs. A script that
//! relies on a fault still gets it, and a warning on standard error.
//!
//! The faults that are kept:
//! - The deck is never put back in order, and each place is swapped with any other, so that a card's place depends on
//!   the deal before: where 0.25 is right, probabilities go from 0.209 to 0.279.
//! - `altcount n` redefines another count than it says: the one two places earlier, hcp for 0 and controls for 1.
//!   Losers follow what becomes of controls and of the three top honours.
//! - `predeal spades(north) == 5` has no effect, and swapping moves predealt cards to other seats.
//! - `imps` gives 10 for 420 and 16 from 1,200 to 1,290, one too many.
//! - `<`, `>`, `E`, `O` and `F` in a comment between `/*` and `*/` are printed.
//! - Each board in PBN turns the statistics at the end off or on again.
//! - Numbers, and sums of averages, have 32 bits and come round at their ends.

#![forbid(unsafe_code)]

mod act;
mod deals;
mod faults;
mod pack;
mod pbn;
mod production;
mod random;
mod run;
mod switches;
mod tally;

pub use deals::Deals;
pub use pack::{PackError, Swapping};
pub use random::Rng;
pub use run::{STOPPED, Surroundings, predealt, run};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

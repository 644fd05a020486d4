//! The classic `dealer` program, byte for byte: its switches, its output, its random numbers, its faults.
mod deals;
mod pack;
mod random;

pub use deals::Deals;
pub use pack::{PackError, Swapping};
pub use random::Rng;

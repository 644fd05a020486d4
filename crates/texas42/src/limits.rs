//! What can be asked for at most, and what is meant when nothing is said: the same for everybody who asks.

use std::ops::RangeInclusive;

use crate::{ALL_POINTS, LOWEST_BID, Level};

/// The bids: 30 to 42, which is all seven tricks.
pub const BIDS: RangeInclusive<u32> = LOWEST_BID..=ALL_POINTS;

/// The lowest bids that a house may have: 30 to 42, which is one mark.
pub const MINIMUM_BIDS: RangeInclusive<u8> = 30..=42;

/// How many worlds are played out for odds, unless told otherwise.
pub const USUAL_WORLDS: u64 = 500;

/// Games that a bot may be told to play out for a decision.
pub const ITERATIONS: RangeInclusive<u64> = 1..=100_000_000;

/// Milliseconds that a bot may be given for a decision: up to an hour.
pub const MILLISECONDS: RangeInclusive<u64> = 1..=3_600_000;

/// Deals that an arena may be asked for,
pub const DEALS: RangeInclusive<u64> = 1..=10_000_000;

/// and how many it plays unless told otherwise.
pub const USUAL_DEALS: u64 = 400;

/// How well the bots at a person's table play, unless told otherwise.
pub const TABLE_LEVEL: Level = Level::Club;

/// How well a bot plays that is asked for a move or a hint, unless told otherwise.
pub const ADVICE_LEVEL: Level = Level::Expert;

/// The seed, where none is given and the answer should be the same each time.
pub const SEED: u64 = 1;

/// The most threads.
pub const MOST_THREADS: usize = 256;

/// The longest text that is read as a view, in bytes: a view is a few hundred.
pub const LONGEST_VIEW: usize = 1 << 20;

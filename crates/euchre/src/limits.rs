//! What can be asked for at most, and what is meant when nothing is said: the same for everybody who asks.

use std::ops::RangeInclusive;

use crate::Level;

/// Games that a bot may be told to play out for a decision.
pub const ITERATIONS: RangeInclusive<u64> = 1..=100_000_000;

/// Milliseconds that a bot may be given for a decision: up to an hour.
pub const MILLISECONDS: RangeInclusive<u64> = 1..=3_600_000;

/// Deals that an arena may be asked for,
pub const DEALS: RangeInclusive<u64> = 1..=10_000_000;

/// and how many it plays unless told otherwise.
pub const USUAL_DEALS: u64 = 1000;

/// Deals that a bidding table may be trained on,
pub const TRAINED_ON: RangeInclusive<u64> = 1..=1_000_000_000;

/// and how many it is trained on unless told otherwise.
pub const TRAINING_DEALS: u64 = 2_000_000;

/// The most threads.
pub const MOST_THREADS: usize = 256;

/// How well the bots at a person's table play, unless told otherwise.
pub const TABLE_LEVEL: Level = Level::Club;

/// How well a bot plays that is asked for a move or a hint, unless told otherwise.
pub const ADVICE_LEVEL: Level = Level::Expert;

/// The seed of what is thought, dealt in an arena and drawn, unless told otherwise.
pub const SEED: u64 = 1;

/// The longest text that is read as a view, in bytes: a view is a few hundred.
pub const LONGEST_VIEW: usize = 1 << 20;

/// The longest text that is read as a record of a game.
pub const LONGEST_RECORD: usize = 64 << 20;

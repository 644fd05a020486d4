//! A seed that nobody chose, where the system has randomness to give.

use std::hash::{BuildHasher, Hasher};

/// A seed that nobody chose: short enough to be typed again.
pub fn random_seed() -> u64 {
    let random = std::collections::hash_map::RandomState::new();
    random.build_hasher().finish() % 1_000_000_000
}

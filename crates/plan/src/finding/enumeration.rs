//! Each deal at most once: the deals of a space in the order of their numbers, or shuffled.

use rand::Rng;
use space::Key;

/// In which order deals come that come only once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enumeration {
    /// In the order of their numbers.
    InOrder,
    /// Shuffled by the seed.
    Shuffled,
}

/// A shuffle of the numbers below a bound, that can be asked for one number at a time: some rounds of mixing two halves of
/// a number (a Feistel network), repeated while the result is out of bounds. Each number is met exactly once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shuffle {
    count: u128,
    /// How many bits each half has.
    half: u32,
    keys: [u64; Shuffle::ROUNDS],
}

/// The board number whose stream the keys of a shuffle come from: no run has so many boards.
const KEYS: u64 = u64::MAX;

impl Shuffle {
    const ROUNDS: usize = 8;
    /// Halves shorter than this would mix badly.
    const LEAST: u32 = 4;

    pub(crate) fn new(key: Key, count: u128) -> Shuffle {
        let bits = u128::BITS - count.saturating_sub(1).leading_zeros();
        let mut stream = key.stream(KEYS);
        Shuffle {
            count,
            half: bits.div_ceil(2).max(Shuffle::LEAST),
            keys: std::array::from_fn(|_| stream.next_u64()),
        }
    }

    /// The number that comes at this place, if there is one.
    pub(crate) fn at(&self, place: u128) -> Option<u128> {
        let mut number = (place < self.count).then_some(place)?;
        loop {
            number = self.mixed(number);
            if number < self.count {
                return Some(number);
            }
        }
    }

    fn mixed(&self, number: u128) -> u128 {
        let mask = (1u128 << self.half) - 1;
        let (mut left, mut right) = ((number >> self.half) & mask, number & mask);
        for key in self.keys {
            (left, right) = (right, left ^ (u128::from(hash(key ^ right as u64)) & mask));
        }
        left << self.half | right
    }
}

/// Mixes the bits of a number (the finalizer of SplitMix64, twice, so that short numbers spread too).
fn hash(number: u64) -> u64 {
    (0..2).fold(number, |mut x, _| {
        x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    #[test]
    fn every_number_comes_once() {
        for count in [1u128, 2, 5, 255, 256, 257, 1000, 70_000] {
            let shuffle = Shuffle::new(Key::from(7), count);
            let mut seen: Vec<u128> = (0..count).filter_map(|place| shuffle.at(place)).collect();
            assert_eq!(shuffle.at(count), None);
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count), "{count}");
        }
        let large = Shuffle::new(Key::from(7), 1 << 95);
        assert!((0..1000).all(|place| large.at(place).is_some_and(|number| number < 1 << 95)));
    }

    /// Over many seeds, the first numbers are spread evenly, alone and in pairs.
    #[test]
    fn seeds_spread_the_numbers() {
        const COUNT: usize = 12;
        const SEEDS: u64 = 60_000;
        let mut first = [0.0f64; COUNT];
        let mut pairs = [0.0f64; COUNT * COUNT];
        for seed in 0..SEEDS {
            let shuffle = Shuffle::new(Key::from(seed), COUNT as u128);
            let (a, b) = (
                shuffle.at(0).unwrap() as usize,
                shuffle.at(1).unwrap() as usize,
            );
            first[a] += 1.0;
            pairs[a * COUNT + b] += 1.0;
        }
        let p = |counts: &[f64]| {
            let cells: Vec<f64> = counts.iter().copied().filter(|n| *n > 0.0).collect();
            let each = SEEDS as f64 / cells.len() as f64;
            let chi: f64 = cells.iter().map(|n| (n - each).powi(2) / each).sum();
            1.0 - ChiSquared::new(cells.len() as f64 - 1.0).unwrap().cdf(chi)
        };
        assert!(pairs.iter().filter(|n| **n > 0.0).count() == COUNT * (COUNT - 1));
        assert!(
            p(&first) > 1e-4 && p(&pairs) > 1e-4,
            "{} {}",
            p(&first),
            p(&pairs)
        );
    }
}

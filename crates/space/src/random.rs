//! Random numbers below a bound, the one room for them.
//!
//! There are several because what a seed gives is a promise: each of these draws from the generator in its own way, boards
//! that people have kept the seeds of depend on which, and none can stand in for another. New code takes [`below`]. No
//! bound may be 0: there is no number below it.

use rand::Rng;

/// A number below `bound`, each with exactly the same chance, from 64 random bits at a time (Lemire's method).
///
/// ```
/// let mut rng = space::stream(2024, 1);
/// let dice: Vec<u64> = (0..5).map(|_| 1 + space::below(6, &mut rng)).collect();
/// assert_eq!(dice, [3, 4, 6, 4, 5]);
/// ```
#[inline]
pub fn below(bound: u64, rng: &mut impl Rng) -> u64 {
    loop {
        let wide = u128::from(rng.next_u64()) * u128::from(bound);
        let low = wide as u64;
        // The quick test saves the division, which is slow, nearly always.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u64;
        }
    }
}

/// As [`below`], from 32 random bits at a time: the samples of spaces are drawn with it.
#[inline]
pub fn below_u32(bound: u32, rng: &mut impl Rng) -> u32 {
    loop {
        let wide = u64::from(rng.next_u32()) * u64::from(bound);
        let low = wide as u32;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (wide >> 32) as u32;
        }
    }
}

/// A number below `bound`, each with exactly the same chance: 128 random bits at a time, of which as many are taken as
/// the bound has, until they are below it.
pub fn below_u128(bound: u128, rng: &mut impl Rng) -> u128 {
    let mask = u128::MAX >> (bound - 1).leading_zeros().min(127);
    loop {
        let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        if bits & mask < bound {
            return bits & mask;
        }
    }
}

/// A number below `bound`, each with exactly the same chance: the remainder of 32 random bits, drawn again where they
/// are among the last few that would make some remainders likelier.
pub fn below_by_remainder(bound: u32, rng: &mut impl Rng) -> u32 {
    let most = u32::MAX - u32::MAX % bound;
    loop {
        let draw = rng.next_u32();
        if draw < most {
            return draw % bound;
        }
    }
}

/// A number below `bound`, each with nearly the same chance: no two differ by more than one in 2^32. It always takes 32
/// random bits, which is what a search wants; cards are not dealt with it.
#[inline]
pub fn nearly_below(bound: u32, rng: &mut impl Rng) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

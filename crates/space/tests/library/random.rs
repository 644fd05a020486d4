//! Random numbers below a bound: what each gives for a seed is a promise, and each is as even as it says.

use rand::{Rng, TryRng};
use space::{Stream, below, below_by_remainder, below_u32, below_u128, nearly_below, stream};

/// A generator that counts what is drawn from it.
struct Counted {
    stream: Stream,
    words: u32,
}

impl TryRng for Counted {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.words += 1;
        Ok(self.stream.next_u32())
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.words += 2;
        Ok(self.stream.next_u64())
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("numbers are drawn as words")
    }
}

/// Two ways to draw give the same numbers, and leave the generator at the same point.
fn alike<T: PartialEq + std::fmt::Debug>(
    one: impl Fn(&mut Counted) -> T,
    other: impl Fn(&mut Counted) -> T,
) {
    for seed in 0..200 {
        let new = || Counted {
            stream: stream(seed, 1),
            words: 0,
        };
        let (mut a, mut b) = (new(), new());
        for _ in 0..20 {
            assert_eq!((one(&mut a), a.words), (other(&mut b), b.words));
        }
    }
}

/// Lemire's method as it is in his paper.
fn lemire_32(bound: u32, rng: &mut impl Rng) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    let mut low = product as u32;
    if low < bound {
        let threshold = (0u32.wrapping_sub(bound)) % bound;
        while low < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
            low = product as u32;
        }
    }
    (product >> 32) as u32
}

fn lemire_64(bound: u64, rng: &mut impl Rng) -> u64 {
    let threshold = (0u64.wrapping_sub(bound)) % bound;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        if product as u64 >= threshold {
            return (product >> 64) as u64;
        }
    }
}

/// Bounds where a draw is nearly never, often and about half the time drawn again.
const BOUNDS: [u32; 8] = [1, 2, 3, 52, 1000, 1 << 31, (1 << 31) + 1, u32::MAX - 5];

#[test]
fn they_draw_as_they_always_have() {
    for bound in BOUNDS {
        alike(|rng| below_u32(bound, rng), |rng| lemire_32(bound, rng));
        let wide = u64::from(bound) << 32 | 7;
        for bound in [u64::from(bound), wide] {
            alike(|rng| below(bound, rng), |rng| lemire_64(bound, rng));
        }
        // The remainder of what lies below the last whole multiple of the bound.
        alike(
            |rng| below_by_remainder(bound, rng),
            |rng| loop {
                let draw = rng.next_u32();
                if draw / bound < u32::MAX / bound {
                    return draw % bound;
                }
            },
        );
        alike(
            |rng| nearly_below(bound, rng),
            |rng| (u128::from(rng.next_u32()) * u128::from(bound) / (1 << 32)) as u32,
        );
        // As many bits as the largest number below the bound has.
        let bits = 128 - (u128::from(bound) - 1).leading_zeros();
        alike(
            |rng| below_u128(bound.into(), rng),
            |rng| loop {
                let all = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                let some = all & ((1 << bits.max(1)) - 1);
                if some < bound.into() {
                    return some;
                }
            },
        );
    }
}

#[test]
fn what_a_seed_gives_is_pinned() {
    let mut rng = stream(2024, 1);
    let drawn = (
        below(1000, &mut rng),
        below_u32(1000, &mut rng),
        below_u128(1 << 100, &mut rng),
        below_by_remainder(1000, &mut rng),
        nearly_below(1000, &mut rng),
    );
    assert_eq!(drawn, (432, 755, 998250708365540627212281124302, 629, 635));
}

#[test]
fn they_stay_below_and_reach_every_number() {
    let mut rng = stream(1, 1);
    for bound in 1..30u32 {
        let mut seen = [[false; 30]; 5];
        for _ in 0..2000 {
            let drawn = [
                below(bound.into(), &mut rng) as u32,
                below_u32(bound, &mut rng),
                below_u128(bound.into(), &mut rng) as u32,
                below_by_remainder(bound, &mut rng),
                nearly_below(bound, &mut rng),
            ];
            for (seen, number) in seen.iter_mut().zip(drawn) {
                seen[number as usize] = true;
            }
        }
        let expected: [bool; 30] = std::array::from_fn(|number| number < bound as usize);
        assert_eq!(seen, [expected; 5]);
    }
}

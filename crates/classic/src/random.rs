//! The random numbers of the classic program, for byte-equal output.
//!
//! Two builds exist, and both draw from an additive feedback generator of 31 words: the original has words of 64
//! bits and reads its numbers from the high end, Debian's build is the C library's `rand` and reads the low end.
//! Nothing here is meant to be fair; it is meant to be the same.

use std::num::Wrapping;
use std::ops::AddAssign;

/// Which build's random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rng {
    /// The original program's, which the online tables run.
    #[default]
    Original,
    /// Those of the package in Debian: the C library's `rand`.
    Debian,
}

impl Rng {
    /// The build of a name, as `--rng` takes it.
    pub fn from_name(name: &str) -> Option<Rng> {
        match name {
            "original" => Some(Rng::Original),
            "debian" => Some(Rng::Debian),
            _ => None,
        }
    }

    /// Its generator, started with a seed.
    pub(crate) fn seeded(self, seed: i64) -> Generator {
        match self {
            Rng::Original => Generator::Original(Original::new(seed)),
            Rng::Debian => Generator::Debian(Debian::new(seed)),
        }
    }
}

/// A stream of random numbers.
pub(crate) trait RandomNumbers {
    /// The next number, below 2^31.
    fn draw(&mut self) -> u32;

    /// The next number as the shuffle sees it, below 2^16.
    fn draw_short(&mut self) -> u16;
}

/// Either build's generator.
#[derive(Clone)]
pub(crate) enum Generator {
    Original(Original),
    Debian(Debian),
}

impl Generator {
    /// A number from 0 up to, and not including, `below`: 0 if that is 0, and mirrored if it is negative.
    pub(crate) fn below(&mut self, below: i32) -> i32 {
        let draw = match self {
            Generator::Original(source) => source.draw(),
            Generator::Debian(source) => source.draw(),
        };
        (f64::from(below) * (f64::from(draw) / f64::from(1u32 << 31))) as i32
    }
}

const WORDS: usize = 31;

/// A ring of words, each the sum of itself and the word three places back when its turn comes.
#[derive(Clone)]
struct Feedback<W> {
    words: [W; WORDS],
    next: usize,
}

impl<W: Copy + AddAssign> Feedback<W> {
    fn new(mut words: [W; WORDS]) -> Feedback<W> {
        // The front pointer starts at the fourth word. Rounds are whole, so that word may as well be the first.
        words.rotate_left(3);
        let mut ring = Feedback { words, next: WORDS };
        // Both builds throw away the first 310 numbers.
        for _ in 0..310 {
            ring.next();
        }
        ring
    }

    /// Works out the next 31 numbers.
    fn round(&mut self) {
        for i in 0..3 {
            let behind = self.words[WORDS - 3 + i];
            self.words[i] += behind;
        }
        for i in 3..WORDS {
            let behind = self.words[i - 3];
            self.words[i] += behind;
        }
        self.next = 0;
    }

    #[inline]
    fn next(&mut self) -> W {
        if self.next == WORDS {
            self.round();
        }
        let word = self.words[self.next];
        self.next += 1;
        word
    }
}

/// The words that follow from the first by `step`.
fn chain<W: Copy>(first: W, step: impl Fn(W) -> W) -> [W; WORDS] {
    let mut words = [first; WORDS];
    for i in 1..WORDS {
        words[i] = step(words[i - 1]);
    }
    words
}

/// The original program's generator.
#[derive(Clone)]
pub(crate) struct Original(Feedback<Wrapping<u64>>);

impl Original {
    fn new(seed: i64) -> Original {
        let words = chain(Wrapping(seed as u64), |word| {
            word * Wrapping(1_103_515_145) + Wrapping(12_345)
        });
        Original(Feedback::new(words))
    }
}

impl RandomNumbers for Original {
    #[inline]
    fn draw(&mut self) -> u32 {
        (self.0.next().0 >> 1) as u32 & 0x7fff_ffff
    }

    #[inline]
    fn draw_short(&mut self) -> u16 {
        (self.0.next().0 >> 16) as u16
    }
}

/// The C library's `srand` and `rand`.
#[derive(Clone)]
pub(crate) struct Debian(Feedback<Wrapping<u32>>);

impl Debian {
    fn new(seed: i64) -> Debian {
        // srand takes the low 32 bits, and reads 0 as 1.
        let first = match seed as i32 {
            0 => 1,
            seed => seed,
        };
        // 16807 * word modulo 2^31 - 1 in 32 bits, with the sign that C gives a remainder.
        let words = chain(first, |word| {
            let word = 16_807 * (word % 127_773) - 2_836 * (word / 127_773);
            if word < 0 { word + i32::MAX } else { word }
        });
        Debian(Feedback::new(words.map(|word| Wrapping(word as u32))))
    }
}

impl RandomNumbers for Debian {
    #[inline]
    fn draw(&mut self) -> u32 {
        self.0.next().0 >> 1
    }

    #[inline]
    fn draw_short(&mut self) -> u16 {
        self.draw() as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rand(seed: i64, skip: usize) -> u32 {
        let mut source = Debian::new(seed);
        (0..skip).for_each(|_| _ = source.draw());
        source.draw()
    }

    #[test]
    fn debian_draws_what_the_c_library_draws() {
        // srand(seed) and then rand(), as a C program prints them.
        assert_eq!(rand(1, 0), 1_804_289_383);
        assert_eq!(rand(1, 1), 846_930_886);
        assert_eq!(rand(1, 2), 1_681_692_777);
        assert_eq!(rand(0, 0), rand(1, 0));
        assert_eq!(rand(-1, 5), rand(4_294_967_295, 5));
    }

    #[test]
    fn a_number_below_a_limit_is_the_share_of_the_range() {
        for (below, least, most) in [(10, 0, 9), (0, 0, 0), (-10, -9, 0)] {
            let mut generator = Rng::Debian.seeded(1);
            let draws: Vec<i32> = (0..1000).map(|_| generator.below(below)).collect();
            assert_eq!(draws.iter().min(), Some(&least));
            assert_eq!(draws.iter().max(), Some(&most));
        }
    }
}

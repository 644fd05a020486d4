//! Things that nothing tells apart.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// No number yet.
const UNSET: u32 = u32::MAX;
/// Up to so many combinations are numbered by their place in a list.
const MOST_LISTED: usize = 1 << 19;

/// One number for each thing, the same for those that are alike, and how many there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alike {
    pub of: Vec<u32>,
    pub number: usize,
}

impl Alike {
    /// All alike.
    pub(crate) fn all(things: usize) -> Alike {
        Alike {
            of: vec![0; things],
            number: 1,
        }
    }

    /// Those with the same value.
    pub(crate) fn by_value(values: impl Iterator<Item = i64>) -> Alike {
        let mut known: FxHashMap<i64, u32> = FxHashMap::default();
        let of = values.map(|value| {
            let next = known.len() as u32;
            *known.entry(value).or_insert(next)
        });
        let of = of.collect();
        Alike {
            of,
            number: known.len(),
        }
    }

    /// Those that are alike in both.
    pub(crate) fn and(self: Arc<Alike>, other: &Arc<Alike>) -> Arc<Alike> {
        if other.number <= 1 || Arc::ptr_eq(&self, other) {
            return self;
        }
        if self.number <= 1 {
            return other.clone();
        }
        let mut number = 0;
        let mut next = || {
            number += 1;
            number - 1
        };
        let width = other.number;
        let both = self.of.iter().zip(&other.of);
        let of = if self.number.saturating_mul(width) <= MOST_LISTED {
            let mut known = vec![UNSET; self.number * width];
            let numbered = both.map(|(&one, &two)| {
                let at = &mut known[one as usize * width + two as usize];
                if *at == UNSET {
                    *at = next();
                }
                *at
            });
            numbered.collect()
        } else {
            let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
            both.map(|(&one, &two)| *known.entry((one, two)).or_insert_with(&mut next))
                .collect()
        };
        Arc::new(Alike {
            of,
            number: number as usize,
        })
    }

    /// One thing of each number.
    pub(crate) fn examples(&self) -> Vec<u32> {
        let mut examples = vec![UNSET; self.number];
        let mut left = self.number;
        for (thing, &number) in self.of.iter().enumerate() {
            let example = &mut examples[number as usize];
            if *example == UNSET {
                *example = thing as u32;
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        examples
    }

    /// With numbers one that these say are.
    pub(crate) fn merged(self: Arc<Alike>, into: &[u32], number: usize) -> Arc<Alike> {
        if number == self.number {
            return self;
        }
        let of = self.of.iter().map(|&one| into[one as usize]).collect();
        Arc::new(Alike { of, number })
    }
}

/// For each line the number of the first that is equal to it, and where the first of each number is.
pub(crate) fn alike_lines<L: Eq + std::hash::Hash>(
    lines: impl Iterator<Item = L>,
) -> (Vec<u32>, Vec<usize>) {
    let mut known: FxHashMap<L, u32> = FxHashMap::default();
    let mut first = Vec::new();
    let number = |(at, line): (usize, L)| {
        *known.entry(line).or_insert_with(|| {
            first.push(at);
            first.len() as u32 - 1
        })
    };
    let into = lines.enumerate().map(number).collect();
    (into, first)
}

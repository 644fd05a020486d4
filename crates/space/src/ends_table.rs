//! What a formula makes of the ends of several parts: a table over the ends that it can tell apart, and no more.
//!
//! A part may end in thousands of ways, and all parts together in millions. But hardly any formula looks at all of them,
//! and one that is worked out from others tells apart less than these do together. So a table is made of the tables before it, and
//! made small again.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::Error;
use crate::alike::{Alike, alike_lines};
use crate::meter::Meter;

/// Tables with more entries are not made.
const MOST_ENTRIES: usize = 1 << 20;

/// The values of a formula for all ends.
#[derive(Clone)]
pub(crate) struct EndsTable {
    /// The parts that it looks at, in order, each with which of its ends are alike.
    parts: Vec<(usize, Arc<Alike>)>,
    /// The values; what changes the fastest is the number in the last part.
    values: Vec<i64>,
}

impl EndsTable {
    /// The same whatever the ends are.
    pub(crate) fn constant(value: i64) -> EndsTable {
        EndsTable {
            parts: Vec::new(),
            values: vec![value],
        }
    }

    /// A value for each end of one part.
    pub(crate) fn of_part(part: usize, values: impl Iterator<Item = i64> + Clone) -> EndsTable {
        let alike = Alike::by_value(values.clone());
        let mut of_numbers = vec![0; alike.number];
        for (&number, value) in alike.of.iter().zip(values) {
            of_numbers[number as usize] = value;
        }
        EndsTable {
            parts: vec![(part, Arc::new(alike))],
            values: of_numbers,
        }
    }

    /// What is worked out from some others; `None` if the table would be too large.
    pub(crate) fn combined(
        operands: &[&EndsTable],
        function: &mut dyn FnMut(&[i64]) -> i64,
        meter: &mut Meter,
    ) -> Result<Option<EndsTable>, Error> {
        let mut parts: Vec<(usize, Arc<Alike>)> = Vec::new();
        for (part, alike) in operands.iter().flat_map(|operand| &operand.parts) {
            match parts.binary_search_by_key(part, |(part, _)| *part) {
                Ok(at) => parts[at].1 = parts[at].1.clone().and(alike),
                Err(at) => parts.insert(at, (*part, alike.clone())),
            }
            meter.did(alike.of.len() as u64)?;
        }
        let sizes = parts.iter().map(|(_, alike)| alike.number);
        let entries = sizes.fold(1usize, |all, size| all.saturating_mul(size));
        if entries > MOST_ENTRIES {
            return Ok(None);
        }
        // For each part and each of its numbers, how much further on each operand has its value.
        let places: Vec<Vec<SmallVec<[usize; 4]>>> = parts
            .iter()
            .map(|(part, alike)| {
                let of_operands = operands.iter().map(|operand| operand.place_of(*part));
                let of_operands: Vec<Option<(usize, &Alike)>> = of_operands.collect();
                let of_example = |&example: &u32| {
                    let place = |one: &Option<(usize, &Alike)>| match one {
                        Some((stride, alike)) => stride * alike.of[example as usize] as usize,
                        None => 0,
                    };
                    of_operands.iter().map(place).collect()
                };
                alike.examples().iter().map(of_example).collect()
            })
            .collect();
        let mut values = Vec::with_capacity(entries);
        let mut own: SmallVec<[i64; 8]> = SmallVec::from_elem(0, operands.len());
        for entry in 0..entries {
            meter.did(4)?;
            let mut rest = entry;
            let mut places_here: SmallVec<[usize; 8]> = SmallVec::from_elem(0, operands.len());
            for of_part in places.iter().rev() {
                let of_number = &of_part[rest % of_part.len()];
                rest /= of_part.len();
                for (place, further) in places_here.iter_mut().zip(of_number) {
                    *place += further;
                }
            }
            for ((own, operand), place) in own.iter_mut().zip(operands).zip(places_here) {
                *own = operand.values[place];
            }
            values.push(function(&own));
        }
        let mut table = EndsTable { parts, values };
        table.make_small();
        Ok(Some(table))
    }

    /// The value for these ends, one a part.
    pub(crate) fn at(&self, ends: &[u32]) -> i64 {
        let place = self.parts.iter().fold(0, |place, (part, alike)| {
            place * alike.number + alike.of[ends[*part] as usize] as usize
        });
        self.values[place]
    }

    /// How far apart the numbers of a part are in the table, and which of its ends are alike; `None` if it does not look at it.
    fn place_of(&self, part: usize) -> Option<(usize, &Alike)> {
        let at = self.parts.iter().position(|(one, _)| *one == part)?;
        let after = self.parts[at + 1..].iter();
        let stride = after.map(|(_, alike)| alike.number).product();
        Some((stride, &self.parts[at].1))
    }

    /// All values with one number of a part.
    fn slice(&self, stride: usize, size: usize, number: usize) -> impl Iterator<Item = i64> {
        let blocks = self.values.chunks(stride * size);
        blocks.flat_map(move |block| block[number * stride..][..stride].iter().copied())
    }

    /// Makes ends one that it cannot tell apart.
    fn make_small(&mut self) {
        for at in 0..self.parts.len() {
            let (part, alike) = self.parts[at].clone();
            let size = alike.number;
            let stride = self.place_of(part).map_or(1, |(stride, _)| stride);
            let slices = (0..size).map(|number| self.slice(stride, size, number));
            let (into, first) = alike_lines(slices.map(Iterator::collect::<Vec<i64>>));
            if first.len() == size {
                continue;
            }
            let blocks = self.values.chunks(stride * size);
            let kept = blocks.flat_map(|block| {
                let first = first.iter();
                first.flat_map(|number| &block[number * stride..][..stride])
            });
            self.values = kept.copied().collect();
            self.parts[at].1 = alike.merged(&into, first.len());
        }
        self.parts.retain(|(_, alike)| alike.number > 1);
    }

    /// Which of so many ends of a part it cannot tell apart: the class of each in the order in which they come, `None` for those with
    /// which it is 0 whatever the others are.
    pub(crate) fn classes(&self, part: usize, ends: usize) -> Vec<Option<u32>> {
        let Some((stride, alike)) = self.place_of(part) else {
            let is_never = self.values.iter().all(|value| *value == 0);
            return vec![(!is_never).then_some(0); ends];
        };
        let is_never = |number| {
            let mut values = self.slice(stride, alike.number, number);
            values.all(|value| value == 0)
        };
        let is_never: Vec<bool> = (0..alike.number).map(is_never).collect();
        let mut class_of = vec![None; alike.number];
        let mut next = 0;
        let class = |&number: &u32| {
            let number = number as usize;
            if is_never[number] {
                return None;
            }
            if class_of[number].is_none() {
                class_of[number] = Some(next);
                next += 1;
            }
            class_of[number]
        };
        alike.of.iter().map(class).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Watch};

    /// Numbers that follow from each other, below a bound.
    fn numbers(mut state: u64) -> impl FnMut(u64) -> i64 {
        move |bound| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % bound) as i64
        }
    }

    /// Formulas of formulas, on parts with some ends each: the values are those of every combination of ends looked at by itself, and
    /// ends are one class if, and only if, no combination of the others tells them apart.
    #[test]
    fn tables_agree_with_every_combination_of_ends() {
        const SIZES: [usize; 3] = [7, 5, 9];
        let watch = Watch::default();
        let mut meter = Meter::new(Budget::default(), &watch);
        for case in 0..50 {
            let mut below = numbers(case);
            let mut of_ends =
                |size: usize, bound: u64| -> Vec<i64> { (0..size).map(|_| below(bound)).collect() };
            let seen: Vec<(usize, Vec<i64>)> = [0, 0, 1, 2, 2]
                .map(|part| (part, of_ends(SIZES[part], 2 + case % 3)))
                .into();
            let tables: Vec<EndsTable> = seen
                .iter()
                .map(|(part, values)| EndsTable::of_part(*part, values.iter().copied()))
                .collect();
            let sum = |v: &[i64]| v[0] + 2 * v[1] - v[2];
            let few = move |v: &[i64]| i64::from(v[0] > 1) * (v[1] + v[2]);
            let mut made = |tables: [&EndsTable; 3], function: &dyn Fn(&[i64]) -> i64| {
                let made = EndsTable::combined(&tables, &mut |values| function(values), &mut meter);
                made.unwrap().expect("it is small")
            };
            let one = made([&tables[0], &tables[2], &tables[3]], &sum);
            let all = made([&one, &tables[1], &tables[4]], &few);
            let value = |ends: [usize; 3]| {
                let seen = |at: usize| seen[at].1[ends[seen[at].0]];
                few(&[sum(&[seen(0), seen(2), seen(3)]), seen(1), seen(4)])
            };
            for (a, b, c) in [(0, 0, 0), (3, 2, 8), (6, 4, 1)] {
                assert_eq!(all.at(&[a, b, c].map(|end| end as u32)), value([a, b, c]));
            }
            for part in 0..3 {
                let slice = |end: usize| -> Vec<i64> {
                    let others = (0..SIZES[0] * SIZES[1] * SIZES[2]).map(|n| {
                        let (a, b) = (n % SIZES[0], n / SIZES[0] % SIZES[1]);
                        [a, b, n / SIZES[0] / SIZES[1]]
                    });
                    let with = others.map(|mut ends| {
                        ends[part] = end;
                        value(ends)
                    });
                    with.collect()
                };
                let mut known: Vec<Vec<i64>> = Vec::new();
                let expected = (0..SIZES[part]).map(|end| {
                    let slice = slice(end);
                    if slice.iter().all(|value| *value == 0) {
                        return None;
                    }
                    let at = known.iter().position(|one| *one == slice);
                    Some(at.unwrap_or_else(|| {
                        known.push(slice);
                        known.len() - 1
                    }) as u32)
                });
                let expected: Vec<Option<u32>> = expected.collect();
                assert_eq!(all.classes(part, SIZES[part]), expected, "{case} {part}");
            }
        }
    }

    /// What looks at too many ends at once is not made, and what never holds has no classes.
    #[test]
    fn tables_are_bounded() {
        let watch = Watch::default();
        let mut meter = Meter::new(Budget::default(), &watch);
        let tables: Vec<EndsTable> = (0..3)
            .map(|part| EndsTable::of_part(part, 0..120))
            .collect();
        let tables: Vec<&EndsTable> = tables.iter().collect();
        let sum = |values: &[i64]| values.iter().sum();
        assert!(
            EndsTable::combined(&tables, &mut { sum }, &mut meter)
                .unwrap()
                .is_none()
        );
        let never = EndsTable::combined(&tables[..2], &mut |_| 0, &mut meter);
        let never = never.unwrap().expect("it is small");
        assert_eq!(never.classes(1, 3), [None; 3]);
    }
}

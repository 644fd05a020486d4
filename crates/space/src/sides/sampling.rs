//! What is too much to count by sides: some of the first side's states are looked at, each for what others come to as well.
//!
//! After the single cards, all that is left is a sum over the first side's states in all classes. A state is drawn with a
//! chance in proportion to what it promises and, if it was, worked out exactly and counted as many times more. So the expected
//! value is the count whatever was promised; good promises only make it sharper.

use rand::Rng;
use rustc_hash::FxHashMap;

use super::blocks::Blocks;
use super::held_against::values_of;
use super::seat_table::Row;
use super::side::{STATE_BITS, Side, Ways};
use super::side_judge::SideJudge;
use super::spots::{Shared, Spots};
use super::{Deals, ELEMENTS_A_STEP, PAIRS_A_STEP, Sampling};
use crate::Error;
use crate::estimate::{ESTIMATES, EstimatedTally};
use crate::meter::Meter;
use crate::parts::Verdict;

/// Both sides after the single cards.
pub(super) struct Sides<'s, 'a> {
    pub(super) first: &'s mut Side<'a>,
    pub(super) second: &'s mut Side<'a>,
    pub(super) shared: &'s Shared<'s>,
    pub(super) verdict: &'s Verdict,
    /// What is held in memory already.
    pub(super) held: u64,
}

/// What the second side comes to in one class, by its ends: for each position, with the ways to take these cards.
struct ClassNumbers {
    /// All of them together.
    level: f64,
    of_ends: Vec<(usize, Vec<f64>)>,
}

/// The classes in which the first side takes so many cards.
struct OfTotal<'w> {
    total: usize,
    ways: Vec<&'w Ways>,
    classes: Vec<ClassNumbers>,
    promises: Promises,
}

/// What the rows of both places promise where the other side is as it is on average.
struct Promises {
    of_a: Vec<f64>,
    of_b: Vec<f64>,
}

/// Independent samples, none if they may take nothing; the classes come in the order of how many cards the first side takes.
pub(super) fn sampled(
    sides: Sides,
    together: &[(usize, &Ways, &Ways)],
    judges: &mut [SideJudge; 2],
    sampling: Sampling,
    meter: &mut Meter,
) -> Result<Deals, Error> {
    let Sides {
        first,
        second,
        shared,
        verdict,
        mut held,
    } = sides;
    let [judge_of_first, judge_of_second] = judges;
    if sampling.work == 0 {
        return Ok(Deals::Sampled(Vec::new()));
    }
    // What samples may take is said by whoever wants them; looking at the second side comes before that.
    meter.budget.work = u64::MAX;
    let classes = together.len() as u64;
    meter.watch().begin("estimating", Some(2 * classes));
    // First what everything promises, and what it would cost.
    let mut all: Vec<OfTotal> = Vec::new();
    let (mut promised, mut cost) = (0.0, 0.0);
    for of_total in together.chunk_by(|one, other| one.0 == other.0) {
        let total = of_total[0].0;
        first.forget();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        let mut classes = Vec::with_capacity(of_total.len());
        let mut mean = vec![0.0; spots.numbers.len() + 1];
        let mut blocks = Blocks::default();
        for (_, class, own) in of_total {
            meter.watch().add(1);
            second.add_up(class, &rest, judge_of_second, &mut blocks, meter)?;
            let weight = own.iter().map(|(_, ways)| *ways as f64).sum::<f64>();
            let mut level = 0.0;
            let of_ends = |&ends: &usize| {
                let numbers = blocks.numbers(ends).iter().zip(spots.numbers);
                let number = |(&number, &ways): (&u64, &u128)| number as f64 * ways as f64;
                let numbers: Vec<f64> = numbers.map(number).collect();
                for (sum, number) in mean.iter_mut().zip(&numbers) {
                    *sum += weight * number;
                    level += number;
                }
                (ends, numbers)
            };
            let of_ends: Vec<(usize, Vec<f64>)> = blocks.touched.iter().map(of_ends).collect();
            blocks.clear();
            held += 8 * (of_ends.len() * spots.numbers.len()) as u64 + 64;
            classes.push(ClassNumbers { level, of_ends });
            meter.hold(held + second.memory())?;
        }
        let norm = mean.iter().sum::<f64>();
        if norm == 0.0 {
            continue;
        }
        mean.iter_mut().for_each(|number| *number /= norm);
        let promises = Promises::new(first, total, &spots, &mean, meter)?;
        let ways: Vec<&Ways> = of_total.iter().map(|(_, _, own)| *own).collect();
        for (ways, class) in ways.iter().zip(&classes) {
            meter.did(2 * ways.len() as u64)?;
            let numbers = (spots.numbers.len() * class.of_ends.len()) as f64;
            for &(state, ways) in *ways {
                let promise = promises.of(state) * ways as f64 * class.level;
                let ([a, b], _) = first.rows(state);
                let pairs = (a.entries.len() * b.entries.len()) as f64;
                let steps = pairs / PAIRS_A_STEP as f64 + 2.0 * numbers / ELEMENTS_A_STEP as f64;
                cost += promise * (16.0 + steps);
                promised += promise;
            }
        }
        all.push(OfTotal {
            total,
            ways,
            classes,
            promises,
        });
    }
    // So many states as the work allows, in all samples together, and where each sample begins.
    let states = sampling.work as f64 * promised / cost.max(1.0);
    let step = promised * ESTIMATES as f64 / states.max(ESTIMATES as f64);
    let mut next = [0.0; ESTIMATES];
    for (number, next) in next.iter_mut().enumerate() {
        let mut stream = sampling.key.stream(1 + number as u64);
        *next = step * ((stream.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
    }
    let mut tallies: Vec<FxHashMap<(usize, usize), f64>> = vec![FxHashMap::default(); ESTIMATES];
    let mut upto = 0.0;
    for of_total in &all {
        first.forget();
        let spots = shared.spots(of_total.total, true);
        for (ways, class) in of_total.ways.iter().zip(&of_total.classes) {
            meter.watch().add(1);
            meter.did(2 * ways.len() as u64)?;
            for &(state, ways) in *ways {
                let promise = of_total.promises.of(state) * ways as f64 * class.level;
                upto += promise;
                let mut hits = [0u32; ESTIMATES];
                let mut is_hit = false;
                for (hits, next) in hits.iter_mut().zip(&mut next) {
                    while upto > *next {
                        *next += step;
                        *hits += 1;
                        is_hit = true;
                    }
                }
                if !is_hit {
                    continue;
                }
                let times = ways as f64 * step / promise;
                for (x, begin, numbers) in first.of_state(state, &spots, judge_of_first, meter)? {
                    for (y, of_class) in &class.of_ends {
                        let value = numbers.times(&of_class[begin..]);
                        let hit = hits.iter().zip(&mut tallies).filter(|(hits, _)| **hits > 0);
                        for (hits, tally) in hit {
                            let sum = tally.entry((x, *y)).or_insert(0.0);
                            *sum += times * f64::from(*hits) * value;
                        }
                    }
                }
                meter.hold(held + first.memory())?;
            }
        }
    }
    let sample = |tally: FxHashMap<(usize, usize), f64>| {
        let mut rows: Vec<((usize, usize), f64)> = tally.into_iter().collect();
        // In the same order every time: sums of fractions depend on it.
        rows.sort_unstable_by_key(|(ends, _)| *ends);
        let mut sample = EstimatedTally::new();
        for ((x, y), deals) in rows.into_iter().filter(|(_, deals)| *deals > 0.0) {
            if let Some(values) = values_of(verdict, [(first, x), (second, y)]) {
                *sample.entry(values.to_vec()).or_insert(0.0) += deals;
            }
        }
        sample
    };
    Ok(Deals::Sampled(tallies.into_iter().map(sample).collect()))
}

impl Promises {
    fn new(
        side: &mut Side,
        total: usize,
        spots: &Spots,
        mean: &[f64],
        meter: &mut Meter,
    ) -> Result<Promises, Error> {
        let tables = side.tables;
        let mut promises = Promises {
            of_a: vec![0.0; tables[0].rows.len()],
            of_b: vec![0.0; tables[1].rows.len()],
        };
        for a in 0..tables[0].used.len().min(total + 1) {
            let b = total - a;
            if tables[0].used[a].is_empty() || tables[1].used.get(b).is_none_or(Vec::is_empty) {
                continue;
            }
            let (width, table) = side.splits_of((a as u8, b as u8), spots);
            meter.did(table.len() as u64)?;
            let mut of_x = vec![0.0; table.len() / width];
            let mut of_y = vec![0.0; width];
            for (row, x) in table.chunks(width).zip(&mut of_x) {
                for (split, y) in row.iter().zip(&mut of_y) {
                    let promise = f64::from(split.ways) * mean[split.position as usize];
                    *x += promise;
                    *y += promise;
                }
            }
            let all = of_x.iter().sum::<f64>();
            let of = |row: &Row, total: usize, of: &[f64], scale: f64| {
                let entries = row.entries.iter().map(|entry| of[entry.id as usize]);
                (row.total == total && all > 0.0).then(|| entries.sum::<f64>() * scale)
            };
            let rows = tables[0].rows.iter().zip(&mut promises.of_a);
            rows.for_each(|(row, promise)| *promise = of(row, a, &of_x, 1.0).unwrap_or(*promise));
            let rows = tables[1].rows.iter().zip(&mut promises.of_b);
            let scale = 1.0 / all;
            rows.for_each(|(row, promise)| *promise = of(row, b, &of_y, scale).unwrap_or(*promise));
        }
        Ok(promises)
    }

    /// What a state promises: as if what one place takes said nothing of what the other does.
    #[inline]
    fn of(&self, state: u64) -> f64 {
        let mask = (1 << STATE_BITS) - 1;
        self.of_a[(state & mask) as usize] * self.of_b[(state >> STATE_BITS & mask) as usize]
    }
}

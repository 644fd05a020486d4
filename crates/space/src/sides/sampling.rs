//! What is too much to count by sides: some of the first side's states are looked at, each for what others come to as well.
//!
//! After the single cards, all that is left is a sum over the first side's states in all classes. A state is drawn with a
//! chance in proportion to what it promises and, if it was, worked out exactly and counted as many times more. So the expected
//! value is the count whatever was promised; good promises only make it sharper.

use rand::Rng;
use rustc_hash::FxHashMap;

use super::blocks::Blocks;
use super::outcomes::Outcomes;
use super::seat_table::{Row, ends};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::{Shared, Spots};
use super::ways::{STATE_BITS, STATE_MASK, Ways};
use super::{ELEMENTS_A_STEP, PAIRS_A_STEP, Sampling};
use crate::Error;
use crate::estimate::{ESTIMATES, EstimatedTally};
use crate::meter::Meter;

/// Both sides after the single cards.
pub(super) struct Sides<'s, 'a> {
    pub(super) first: &'s mut Side<'a>,
    pub(super) second: &'s mut Side<'a>,
    pub(super) shared: &'s Shared<'s>,
    pub(super) outcomes: &'s Outcomes<'s>,
    /// What is held in memory already.
    pub(super) held: u64,
}

/// About so many classes say what all of them promise.
const CLASSES_LOOKED_AT: usize = 1024;
/// So much of what is promised goes to all that could be, because a class that was not looked at may be unlike the others.
const TO_ALL: f64 = 0.1;

/// Fewer states than these, and than one of so many, tell less than boards do that take as much work.
const FEWEST_STATES: usize = 15_000;
const FEWEST_OF: usize = 64;
/// What it takes to add a number to a sum of two ends, in steps.
const WORK_A_SUM: f64 = 1.0;

/// What the second side comes to in one class, by line: for each position, with the ways to take these cards.
#[derive(Default)]
struct ClassNumbers {
    /// All of them together.
    level: f64,
    of_lines: Vec<ClassLine>,
    blocks: Blocks,
}

/// The same for one line, from a position on.
#[derive(Default)]
struct ClassLine {
    line: usize,
    first: usize,
    numbers: Vec<f64>,
}

/// What the rows of both places promise where the other side is as it is on average.
struct Promises {
    of_a: Vec<f64>,
    of_b: Vec<f64>,
}

/// Independent samples, `None` if they would be of too few states to tell anything; the classes come in the order of how many
/// cards the first side takes. The numbers of no class are kept: a class is added up when it is looked at.
pub(super) fn sampled(
    sides: Sides,
    together: &[(usize, &Ways, &Ways)],
    judges: &mut [SideJudge; 2],
    sampling: Sampling,
    meter: &mut Meter,
) -> Result<Option<Vec<EstimatedTally>>, Error> {
    let Sides {
        first,
        second,
        shared,
        outcomes,
        mut held,
    } = sides;
    let [judge_of_first, judge_of_second] = judges;
    // What samples may take is said by whoever wants them; looking at the second side comes before that.
    meter.budget.work = u64::MAX;
    let every = (together.len() / CLASSES_LOOKED_AT).max(1);
    meter
        .watch()
        .begin("estimating", Some(together.len() as u64));
    // First what everything promises, and what it would cost, by some of the classes.
    let mut all_promises: Vec<Promises> = Vec::new();
    let (mut promised, mut cost) = (0.0, 0.0);
    let mut numbers = ClassNumbers::default();
    let ends_of = |row: &Row| ends(&row.entries).count() as f64;
    let ends_of_rows = first
        .tables
        .map(|table| table.rows.iter().map(ends_of).collect::<Vec<f64>>());
    for of_total in together.chunk_by(|one, other| one.0 == other.0) {
        let total = of_total[0].0;
        first.forget();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        let mut mean = vec![0.0; spots.numbers.len()];
        let mut levels = Vec::with_capacity(of_total.len().div_ceil(every));
        for (_, class, own) in of_total.iter().step_by(every) {
            numbers.of_class(second, class, &spots, &rest, judge_of_second, meter)?;
            let weight = own.iter().map(|(_, ways)| *ways as f64).sum::<f64>();
            for of_line in &numbers.of_lines {
                for (sum, number) in mean[of_line.first..].iter_mut().zip(&of_line.numbers) {
                    *sum += weight * number;
                }
            }
            levels.push((numbers.level, numbers.work()));
            meter.hold(held + second.memory())?;
        }
        let promises = Promises::new(first, total, &spots, &mean, meter)?;
        held += promises.bytes();
        let looked_at = of_total.len() as f64 / levels.len() as f64;
        for ((_, _, own), (level, work)) in of_total.iter().step_by(every).zip(levels) {
            meter.did(2 * own.len() as u64)?;
            for &(state, ways) in *own {
                let promise = promises.of(state) * ways as f64 * level * looked_at;
                let ([a, b], _) = first.rows(state);
                let pairs = (a.entries.len() * b.entries.len()) as f64;
                let [a, b] = rows_of(state);
                let ends = ends_of_rows[0][a] * ends_of_rows[1][b];
                cost += promise * (16.0 + pairs / PAIRS_A_STEP as f64 + ends * work);
                promised += promise;
            }
        }
        all_promises.push(promises);
    }
    // So many states as the work allows, in all samples together, and where each sample begins.
    let states = sampling.work as f64 * promised / cost.max(1.0);
    let all: usize = together.iter().map(|(_, _, own)| own.len()).sum();
    if states < FEWEST_STATES.min(all / FEWEST_OF).max(1) as f64 {
        return Ok(None);
    }
    let step = promised * ESTIMATES as f64 / states;
    let mut next = [0.0; ESTIMATES];
    for (number, next) in next.iter_mut().enumerate() {
        let mut stream = sampling.key.stream(1 + number as u64);
        *next = step * ((stream.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
    }
    let mut soonest = next.iter().copied().fold(f64::INFINITY, f64::min);
    let mut tallies: FxHashMap<(usize, usize), [f64; ESTIMATES]> = FxHashMap::default();
    let mut upto = 0.0;
    let of_totals = together.chunk_by(|one, other| one.0 == other.0);
    for (of_total, promises) in of_totals.zip(&all_promises) {
        let total = of_total[0].0;
        first.forget();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        for (_, class, own) in of_total {
            meter.watch().add(1);
            meter.did(2 * own.len() as u64)?;
            numbers.of_class(second, class, &spots, &rest, judge_of_second, meter)?;
            for &(state, ways) in *own {
                let promise = promises.of(state) * ways as f64 * numbers.level;
                upto += promise;
                if upto <= soonest {
                    continue;
                }
                let mut hits = [0u32; ESTIMATES];
                for (hits, next) in hits.iter_mut().zip(&mut next) {
                    while upto > *next {
                        *next += step;
                        *hits += 1;
                    }
                }
                soonest = next.iter().copied().fold(f64::INFINITY, f64::min);
                let times = ways as f64 * step / promise;
                for (x, begin, ways) in first.of_state(state, &spots, judge_of_first, meter)? {
                    let lines = numbers.of_lines.iter();
                    for of_class in lines.filter(|one| outcomes.needs(x, one.line)) {
                        let value = ways.times(begin, &of_class.numbers, of_class.first);
                        if value == 0.0 {
                            continue;
                        }
                        let sums = tallies.entry((x, of_class.line)).or_default();
                        for (sum, hits) in sums.iter_mut().zip(hits) {
                            *sum += times * f64::from(hits) * value;
                        }
                    }
                }
                meter.hold(held + first.memory() + second.memory())?;
            }
        }
    }
    // In the same order every time: sums of fractions depend on it.
    let mut rows: Vec<((usize, usize), [f64; ESTIMATES])> = tallies.into_iter().collect();
    rows.sort_unstable_by_key(|(ends, _)| *ends);
    let mut samples = vec![EstimatedTally::new(); ESTIMATES];
    let sides = [(&*first, &*judge_of_first), (&*second, &*judge_of_second)];
    for ((x, line), sums) in rows {
        for (values, weight) in outcomes.of(sides, x, line)? {
            let weight = weight.numerator as f64 / weight.denominator as f64;
            let samples = samples.iter_mut().zip(sums);
            for (sample, deals) in samples.filter(|(_, deals)| *deals > 0.0) {
                *sample.entry(values.clone()).or_insert(0.0) += deals * weight;
            }
        }
    }
    Ok(Some(samples))
}

impl ClassNumbers {
    /// Those of another class, in place of these.
    fn of_class(
        &mut self,
        second: &mut Side,
        class: &Ways,
        spots: &Spots,
        rest: &Spots,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        second.add_up(class, rest, judge, &mut self.blocks, meter)?;
        self.level = 0.0;
        self.of_lines.truncate(self.blocks.touched.len());
        self.of_lines
            .resize_with(self.blocks.touched.len(), Default::default);
        for (&line, of_line) in self.blocks.touched.iter().zip(&mut self.of_lines) {
            let range = self.blocks.range(line);
            (of_line.line, of_line.first) = (line, range.start);
            let numbers = self.blocks.numbers(line)[range.clone()].iter();
            let number = |(&number, &ways): (&u64, &u128)| number as f64 * ways as f64;
            of_line.numbers.clear();
            of_line
                .numbers
                .extend(numbers.zip(&spots.numbers[range]).map(number));
            self.level += of_line.numbers.iter().sum::<f64>();
        }
        self.blocks.clear();
        Ok(())
    }

    /// What it takes to meet all of them, in steps.
    fn work(&self) -> f64 {
        let lengths = self.of_lines.iter().map(|of_line| of_line.numbers.len());
        let products = lengths.sum::<usize>() as f64 / ELEMENTS_A_STEP as f64;
        products + WORK_A_SUM * self.of_lines.len() as f64
    }
}

impl Promises {
    /// By what the other side comes to at each position in some classes.
    fn new(
        side: &mut Side,
        total: usize,
        spots: &Spots,
        mean: &[f64],
        meter: &mut Meter,
    ) -> Result<Promises, Error> {
        let tables = side.tables;
        let all_ways = spots.numbers.iter().map(|&ways| ways as f64);
        let (seen, could) = (mean.iter().sum::<f64>(), all_ways.clone().sum::<f64>());
        let part = |(number, ways): (&f64, f64)| {
            let to_all = ways / could;
            if seen > 0.0 {
                (1.0 - TO_ALL) * number / seen + TO_ALL * to_all
            } else {
                to_all
            }
        };
        // The last position is where what cannot be is.
        let mean: Vec<f64> = mean.iter().zip(all_ways).map(part).chain([0.0]).collect();
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

    fn bytes(&self) -> u64 {
        8 * (self.of_a.len() + self.of_b.len()) as u64
    }

    /// What a state promises: as if what one place takes said nothing of what the other does.
    #[inline]
    fn of(&self, state: u64) -> f64 {
        let [a, b] = rows_of(state);
        self.of_a[a] * self.of_b[b]
    }
}

/// Which rows the two places have in a state.
#[inline]
fn rows_of(state: u64) -> [usize; 2] {
    [state & STATE_MASK, state >> STATE_BITS & STATE_MASK].map(|row| row as usize)
}

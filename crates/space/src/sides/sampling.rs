//! What is too much to count by sides: some of the first side's states are looked at, each for what others come to as well.
//!
//! After the single cards, all that is left is a sum over the first side's states in all classes. A state is drawn with a
//! chance in proportion to what it promises and, if it was, worked out and counted as many times more: by its first place's
//! whole row, or by some entries of a long one, drawn in the same way. So the expected value is the count whatever was promised;
//! good promises only make it sharper.

use std::collections::BTreeMap;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f64x4, f64x8};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::Processor;
use super::class_sums::{ClassLines, ClassSums, LANES, MOST_LANES, Positions};
use super::entries::{Draw, Drawn, looked_at};
use super::hits::Hits;
use super::kept::{Kept, Lessons};
use super::outcomes::Outcomes;
use super::promises::{ClassOutlook, EndPairs, KeptPromises, Promises, Prospects};
use super::seat_table::{RowEntry, ends};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::{Shared, Split, Splits, Spots};
use super::ways::{STATE_BITS, Ways};
use super::{DEAD, PAIRS_A_STEP, Sampling, UNSET};
use crate::Error;
use crate::estimate::EstimatedTally;
use crate::meter::Meter;
use crate::streams::from_zero_to_one;

/// Both sides after the single cards.
pub(super) struct Sides<'s, 'a> {
    pub(super) first: &'s mut Side<'a>,
    pub(super) second: &'s mut Side<'a>,
    pub(super) shared: &'s Shared<'s>,
    pub(super) outcomes: &'s Outcomes<'s>,
    /// What is held in memory already.
    pub(super) held: u64,
}

/// So many samples there are at the most: they cost no more than one that is as large, and many tell better how far they are apart.
const SAMPLES: usize = 128;
/// And so many at the least, where states are few.
const FEWEST_SAMPLES: usize = 32;
/// About so many classes say what all of them promise.
const CLASSES_LOOKED_AT: usize = 512;
/// Of the states in a class that is looked at, about so many are worked out to learn from.
const LEARNT_FROM: usize = 12;

/// Fewer states than these, and than one of so many, tell less than boards do that take as much work;
const FEWEST_STATES: usize = 4_000;
const FEWEST_OF: usize = 64;
/// and a sample of fewer than these may hang on one of them: of 14 each, intervals held in 91 of 100 cases.
const FEWEST_A_SAMPLE: usize = 64;
/// So close are samples meant to be, in parts of what they tell,
const CLOSE: f64 = 0.00085;
/// with intervals that reach about so many standard errors;
const REACH: f64 = 1.98;
/// fewer states than these say badly how far off they are,
const ENOUGH_STATES: f64 = 16_000.0;
/// and this part of what they may take they take in any case.
const PART_IN_ANY_CASE: f64 = 32.0;
/// What it takes to look at a state, in steps, beside what both places take; how many of these meet a line in a step, and how many more
/// lines take as much as the first.
const WORK_A_SAMPLE: f64 = 200.0;
const MEETINGS_A_STEP: f64 = 6.0;
const MORE_LINES: f64 = 3.0;

/// What a pair of the first side's states comes to in a class: for each number of their ends and each line that they meet.
struct ComesTo {
    processor: Processor,
    /// Where each of them is listed: of so many lines, where these are known beforehand, and else.
    lines: usize,
    places: Vec<u32>,
    other_places: FxHashMap<(u32, u32), u32>,
    all: Vec<(u32, u32)>,
    values: Vec<f64>,
    touched: Vec<u32>,
}

impl ComesTo {
    fn new(outcomes: &Outcomes) -> ComesTo {
        let lines = if outcomes.are_told_apart() {
            outcomes.number_of_lines() as usize
        } else {
            0
        };
        ComesTo {
            processor: Processor::default(),
            lines,
            places: vec![UNSET; outcomes.told_apart() as usize * lines],
            other_places: FxHashMap::default(),
            all: Vec::new(),
            values: Vec::new(),
            touched: Vec::new(),
        }
    }

    fn add(&mut self, ends: u32, line: usize, value: f64) {
        let place = match self.places.get_mut(ends as usize * self.lines + line) {
            Some(place) => place,
            None => {
                let place = self.other_places.entry((ends, line as u32));
                place.or_insert(UNSET)
            }
        };
        if *place == UNSET {
            *place = self.all.len() as u32;
            self.all.push((ends, line as u32));
            self.values.push(0.0);
        }
        let sum = &mut self.values[*place as usize];
        if *sum == 0.0 {
            self.touched.push(*place);
        }
        *sum += value;
    }

    /// What there is, each with its place in the list, and nothing from then on.
    fn take(&mut self) -> impl Iterator<Item = (usize, f64)> {
        let touched = self.touched.drain(..).map(|place| place as usize);
        touched.map(|place| (place, std::mem::take(&mut self.values[place])))
    }
}

impl Side<'_> {
    /// What a pair of states comes to in a class, by some entries of the first place, each with how many times it counts. Hardly any
    /// is asked for twice, so what both places take meets the other side's numbers at once.
    fn comes_to(
        &mut self,
        (state, entries): (u64, &[(RowEntry, f64)]),
        lines: &ClassLines,
        (spots, outcomes): (&Spots, &Outcomes),
        judge: &mut SideJudge,
        into: &mut ComesTo,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let ([a, b], _) = self.rows(state);
        let totals = [a.total, b.total];
        let splits = self.splits_at((a.total as u8, b.total as u8), spots, meter)?;
        let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
        let lanes = lines.lanes();
        meter.did((entries.len() * b.entries.len()) as u64 / PAIRS_A_STEP)?;
        let of_b: SmallVec<[(u32, &[RowEntry]); 16]> = ends(&b.entries).collect();
        for xs in entries.chunk_by(|(x, _), (other, _)| x.end == other.end) {
            let end_a = xs[0].0.end;
            for &(end_b, ys) in &of_b {
                if self.is_settled() {
                    let number = self.number_of_two(end_a, end_b, &sums, judge, meter)?;
                    if number == DEAD {
                        continue;
                    }
                    let rows = (&self.splits[splits], xs, ys);
                    for (lines, numbers) in lines.side_by_side() {
                        let needed = |line: &usize| outcomes.needs(number as usize, *line);
                        if !lines.iter().any(needed) {
                            continue;
                        }
                        let values = into.processor.meeting(rows, lanes, numbers);
                        for (&line, value) in lines.iter().zip(values) {
                            if needed(&line) {
                                into.add(number, line, value);
                            }
                        }
                    }
                    continue;
                }
                let pairs = xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y)));
                for (&(x, times), &y) in pairs {
                    let Split { position, ways } = self.splits[splits].row(x.id)[y.id as usize];
                    if ways == 0 {
                        continue;
                    }
                    let all = self.sums_with(&sums, totals, [&x, &y]);
                    let number = self.number_of_two(end_a, end_b, &all, judge, meter)?;
                    if number == DEAD {
                        continue;
                    }
                    let ways = times * f64::from(ways);
                    for (lines, numbers) in lines.side_by_side() {
                        let numbers = &numbers[position as usize * lanes..][..lanes];
                        let lines = lines.iter().zip(numbers);
                        for (&line, number_of_line) in lines {
                            if outcomes.needs(number as usize, line) {
                                into.add(number, line, ways * number_of_line);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Entries of both places that meet, those of the first each with how many times it counts.
type Rows<'r> = (&'r Splits, &'r [(RowEntry, f64)], &'r [RowEntry]);

impl Processor {
    /// What some entries of both places come to against each of the lines that lie side by side.
    #[inline]
    fn meeting(self, rows: Rows, lanes: usize, numbers: &[f64]) -> [f64; MOST_LANES] {
        let Processor(level) = self;
        match lanes {
            1 => meeting_one(rows, numbers),
            LANES => dispatch!(level, simd => meeting::<_, f64x4<_>>(simd, rows, numbers)),
            _ => dispatch!(level, simd => meeting::<_, f64x8<_>>(simd, rows, numbers)),
        }
    }
}

/// In several sums each, so that hardly one waits for another; inlined, so that it is compiled for the processor that it is called for.
#[inline(always)]
fn meeting<S: Simd, V: SimdBase<S, Element = f64>>(
    simd: S,
    (splits, xs, ys): Rows,
    numbers: &[f64],
) -> [f64; MOST_LANES] {
    let add = |sum: &mut V, Split { position, ways }: Split, times: f64| {
        let numbers = &numbers[position as usize * V::LEN..][..V::LEN];
        *sum += V::from_slice(simd, numbers) * (times * f64::from(ways));
    };
    let mut sums = [V::splat(simd, 0.0); SUMS];
    let (some, rest) = ys.as_chunks::<SUMS>();
    for &(x, times) in xs {
        let row = splits.row(x.id);
        for ys in some {
            for (sum, y) in sums.iter_mut().zip(ys) {
                add(sum, row[y.id as usize], times);
            }
        }
        for y in rest {
            add(&mut sums[0], row[y.id as usize], times);
        }
    }
    let mut all = [0.0; MOST_LANES];
    for sum in &sums {
        for (all, sum) in all.iter_mut().zip(sum.as_slice()) {
            *all += sum;
        }
    }
    all
}

/// The same against one line.
fn meeting_one((splits, xs, ys): Rows, numbers: &[f64]) -> [f64; MOST_LANES] {
    let mut sums = [0.0; MOST_LANES];
    let (some, rest) = ys.as_chunks::<SUMS>();
    for &(x, times) in xs {
        let row = splits.row(x.id);
        let value = |y: &RowEntry| {
            let Split { position, ways } = row[y.id as usize];
            times * f64::from(ways) * numbers[position as usize]
        };
        for ys in some {
            for (sum, y) in sums.iter_mut().zip(ys) {
                *sum += value(y);
            }
        }
        sums[0] += rest.iter().map(value).sum::<f64>();
    }
    let all = sums.iter().sum();
    std::array::from_fn(|lane| if lane == 0 { all } else { 0.0 })
}

/// In so many sums entries meet a line.
const SUMS: usize = 4;

/// Classes that leave the first side as many spots, and what is known of them beforehand.
struct OfTotal<'c, P> {
    classes: &'c [Class<'c>],
    promises: P,
    /// The classes that were looked at, one of so many, and how many lines each has.
    looked_at: Vec<(ClassOutlook, f64)>,
}

/// How many spots the first side takes, and in how many ways the second side can be in each state, and the first.
type Class<'c> = (usize, &'c Ways, &'c Ways);

/// Independent samples, `None` if they would be of too few states to tell anything; the classes come in the order of how many
/// cards the first side takes. The numbers of no class are kept: a class is added up when it is looked at.
pub(super) fn sampled(
    sides: Sides,
    together: &[Class],
    judges: &mut [SideJudge; 2],
    sampling: Sampling,
    meter: &mut Meter,
) -> Result<Option<Vec<EstimatedTally>>, Error> {
    // What samples may take is said by whoever wants them; looking at the second side comes before that.
    meter.budget.work = u64::MAX;
    let classes = together.len();
    meter.watch().begin("estimating", Some(classes as u64));
    let outcomes = sides.outcomes;
    let pairs = EndPairs::new(sides.first, outcomes, &mut judges[0], meter)?;
    let mut sampler = Sampler {
        sides,
        judges,
        pairs,
        every: (classes / CLASSES_LOOKED_AT).max(1),
        sums: ClassSums::default(),
        comes_to: ComesTo::new(outcomes),
        drawn: Drawn::default(),
    };
    let (of_totals, lessons) = sampler.looked_at(together, meter)?;
    let kept = lessons.learnt();
    let of_totals = sampler.kept(of_totals, &kept);
    let (promised, cost) = sampler.promised(&of_totals, meter)?;
    // As many states as it takes to be close, in all samples together: no more than the work allows, and no fewer than a part of it does.
    let allowed = sampling.work as f64 * promised / cost.max(1.0);
    let close = (REACH * lessons.off(&kept) / CLOSE).powi(2);
    let states = close.max(ENOUGH_STATES);
    let states = states.clamp(allowed / PART_IN_ANY_CASE, allowed);
    let all: usize = together.iter().map(|(_, _, own)| own.len()).sum();
    let fewest = FEWEST_STATES.min((all / FEWEST_OF).max(FEWEST_SAMPLES * FEWEST_A_SAMPLE));
    if states < fewest as f64 {
        return Ok(None);
    }
    let samples = (states as usize / FEWEST_A_SAMPLE).clamp(FEWEST_SAMPLES, SAMPLES);
    let step = promised * samples as f64 / states;
    sampler
        .drawn(
            &of_totals,
            &kept,
            Hits::new(samples, step, sampling.key),
            meter,
        )
        .map(Some)
}

/// What draws states of the first side.
struct Sampler<'s, 'a, 'j, 'v> {
    sides: Sides<'s, 'a>,
    judges: &'j mut [SideJudge<'v>; 2],
    pairs: EndPairs,
    /// One of so many classes says what all of them promise.
    every: usize,
    sums: ClassSums,
    comes_to: ComesTo,
    /// The entries of a row that are looked at.
    drawn: Drawn,
}

impl Sampler<'_, '_, '_, '_> {
    /// What everything promises, by some of the classes, and how that compares with what comes of some of their states.
    fn looked_at<'c>(
        &mut self,
        together: &'c [Class<'c>],
        meter: &mut Meter,
    ) -> Result<(Vec<OfTotal<'c, Promises>>, Lessons), Error> {
        let Sampler {
            sides,
            judges: [judge_of_first, judge_of_second],
            pairs,
            every,
            sums,
            comes_to,
            drawn,
        } = self;
        let (first, second, outcomes) = (&mut *sides.first, &mut *sides.second, sides.outcomes);
        let mut of_totals = Vec::new();
        let mut lessons = Lessons::new(sides.shared.kinds());
        let mut weights = Vec::new();
        for classes in together.chunk_by(|one, other| one.0 == other.0) {
            let total = classes[0].0;
            first.forget_splits();
            second.forget();
            let spots = sides.shared.spots(total, true);
            let rest = sides.shared.spots(total, false);
            let positions = Positions::new(&spots);
            sums.forget();
            let mut mean = vec![0.0; spots.numbers.len()];
            let mut looked_at = Vec::with_capacity(classes.len().div_ceil(*every));
            let (mut of_lines, mut of_lines_bytes) = (Vec::new(), 0);
            for (_, class, own) in classes.iter().step_by(*every) {
                let (at, seen) = ((&positions, &rest), (&*pairs, outcomes));
                sums.look_at((second, class), at, seen, judge_of_second, meter)?;
                sums.add_up(second, at, meter)?;
                let weight = own.iter().map(|(_, ways)| *ways as f64).sum::<f64>();
                for (sum, number) in mean.iter_mut().zip(sums.of_lines.together()) {
                    *sum += weight * number;
                }
                let all_lines = sums.lines() as f64;
                let few = outcomes.lines_of_one();
                let lines = few.map_or(all_lines, |few| few.min(all_lines));
                looked_at.push((sums.outlook.clone(), lines));
                if outcomes.are_told_apart() {
                    let lines = std::mem::take(&mut sums.of_lines);
                    of_lines_bytes += lines.bytes();
                    of_lines.push(lines);
                }
                meter.hold(sides.held + of_lines_bytes + second.memory() + sums.memory())?;
            }
            let promises = Promises::new(first, pairs, total, &spots, &mean, meter)?;
            sides.held += promises.bytes();
            // Where ends meet in too many ways, it is not worth it to learn how much is kept, and there are no lines here.
            let learnt_from = classes.iter().step_by(*every).zip(&looked_at);
            for (((_, _, own), (outlook, _)), lines) in learnt_from.zip(&of_lines) {
                for &(state, ways) in own.iter().step_by((own.len() / LEARNT_FROM).max(1)) {
                    let promise = promises.of(state, pairs, outlook);
                    if promise == 0.0 {
                        continue;
                    }
                    let ([a, b], _) = first.rows(state);
                    let (hits, start) = (1, 0.5);
                    let draw = Draw { hits, start };
                    promises.entries((state, a), pairs, outlook, draw, drawn);
                    let (some, seen) = ((state, &drawn.entries[..]), (&spots, outcomes));
                    first.comes_to(some, lines, seen, judge_of_first, comes_to, meter)?;
                    for &(ends, line) in &comes_to.all[weights.len()..] {
                        weights.push(outcomes.weight_of(ends as usize, line as usize));
                    }
                    let values = comes_to.take();
                    let came = values.map(|(place, value)| weights[place] * value);
                    let came = came.sum::<f64>();
                    let [of_a, of_b] = promises.spreads(state);
                    lessons.add(
                        [(of_a, a.entries.len()), (of_b, b.entries.len())],
                        &outlook.spread,
                        ways as f64 * promise,
                        ways as f64 * came,
                    );
                    meter.hold(sides.held + of_lines_bytes + second.memory())?;
                }
            }
            of_totals.push(OfTotal {
                classes,
                promises,
                looked_at,
            });
        }
        Ok((of_totals, lessons))
    }

    /// As much of what is promised as is kept.
    fn kept<'c>(
        &mut self,
        of_totals: Vec<OfTotal<'c, Promises>>,
        kept: &Kept,
    ) -> Vec<OfTotal<'c, KeptPromises>> {
        let tables = self.sides.first.tables;
        let of_total = |mut one: OfTotal<'c, Promises>| {
            for (outlook, _) in &mut one.looked_at {
                outlook.keep(kept);
            }
            let before = one.promises.bytes();
            let promises = one.promises.kept(kept, tables);
            self.sides.held = self.sides.held - before + promises.bytes();
            OfTotal {
                classes: one.classes,
                promises,
                looked_at: one.looked_at,
            }
        };
        of_totals.into_iter().map(of_total).collect()
    }

    /// What all that is promised comes to, and what it would cost to work all of it out, in steps, by the classes that were looked at.
    fn promised(
        &self,
        of_totals: &[OfTotal<KeptPromises>],
        meter: &mut Meter,
    ) -> Result<(f64, f64), Error> {
        let mut prospects = Prospects::default();
        let (mut promised, mut cost) = (0.0, 0.0);
        for of_total in of_totals {
            let classes = of_total.classes.iter().step_by(self.every);
            let for_each = of_total.classes.len() as f64 / of_total.looked_at.len() as f64;
            for ((_, _, own), (outlook, lines)) in classes.zip(&of_total.looked_at) {
                meter.did(8 * own.len() as u64)?;
                let promises = &of_total.promises;
                promises.of_class(own, &self.pairs, outlook, &mut prospects);
                for ((state, _), promise) in own.iter().zip(&prospects.promises) {
                    let promise = promise * for_each;
                    let ([a, b], _) = self.sides.first.rows(*state);
                    let entries = (looked_at(a, 1) * b.entries.len()) as f64;
                    let lines = 1.0 + (lines - 1.0).max(0.0) / MORE_LINES;
                    cost += promise * (WORK_A_SAMPLE + entries * lines / MEETINGS_A_STEP);
                    promised += promise;
                }
            }
        }
        Ok((promised, cost))
    }

    /// Samples of states: each has a class wherever so much more was promised, from a place on that chance chooses, and in it a state,
    /// likewise. So a class that no sample has need not be added up.
    fn drawn(
        self,
        of_totals: &[OfTotal<KeptPromises>],
        kept: &Kept,
        mut hits: Hits,
        meter: &mut Meter,
    ) -> Result<Vec<EstimatedTally>, Error> {
        let Sampler {
            sides,
            judges: [judge_of_first, judge_of_second],
            pairs,
            mut sums,
            mut comes_to,
            mut drawn,
            ..
        } = self;
        let (first, second, outcomes) = (sides.first, sides.second, sides.outcomes);
        let mut prospects = Prospects::default();
        let mut tallies = vec![Vec::new(); hits.samples()];
        for of_total in of_totals {
            let total = of_total.classes[0].0;
            first.forget_splits();
            second.forget();
            sums.forget();
            let spots = sides.shared.spots(total, true);
            let rest = sides.shared.spots(total, false);
            let positions = Positions::new(&spots);
            let promises = &of_total.promises;
            for (_, class, own) in of_total.classes {
                meter.watch().add(1);
                meter.did(4 * own.len() as u64)?;
                let (at, seen) = ((&positions, &rest), (&pairs, outcomes));
                sums.look_at((second, class), at, seen, judge_of_second, meter)?;
                meter.hold(sides.held + second.memory() + sums.memory())?;
                sums.outlook.keep(kept);
                let outlook = &sums.outlook;
                promises.of_class(own, &pairs, outlook, &mut prospects);
                if !hits.of_class(&prospects.promises) {
                    continue;
                }
                sums.add_up(second, at, meter)?;
                let (lines, outlook) = (&sums.of_lines, &sums.outlook);
                for hit in hits.states.chunk_by(|one, other| one.0 == other.0) {
                    let (state, ways) = own[hit[0].0];
                    let times = ways as f64 * hits.step / prospects.promises[hit[0].0];
                    let ([row, _], _) = first.rows(state);
                    // All samples that have the state look at the whole row, or each at some entries of it.
                    let is_whole = looked_at(row, hit.len() as u32) == row.entries.len();
                    for samples in hit.chunk_by(|one, other| is_whole || one.1 == other.1) {
                        let start = from_zero_to_one(&mut hits.streams[samples[0].1]);
                        let draw = Draw {
                            hits: samples.len() as u32,
                            start,
                        };
                        promises.entries((state, row), &pairs, outlook, draw, &mut drawn);
                        let (some, seen) = ((state, &drawn.entries[..]), (&spots, outcomes));
                        let judge = &mut *judge_of_first;
                        first.comes_to(some, lines, seen, judge, &mut comes_to, meter)?;
                        for &(_, sample) in samples {
                            tallies[sample].resize(comes_to.all.len(), 0.0);
                        }
                        for (place, value) in comes_to.take() {
                            for &(_, sample) in samples {
                                tallies[sample][place] += times * value;
                            }
                        }
                    }
                }
            }
        }
        let both = [(&*first, &*judge_of_first), (&*second, &*judge_of_second)];
        let mut rows: BTreeMap<Vec<i64>, Vec<f64>> = BTreeMap::new();
        for (place, &(x, line)) in comes_to.all.iter().enumerate() {
            for (values, weight) in outcomes.of(both, x as usize, line as usize)? {
                let weight = weight.numerator as f64 / weight.denominator as f64;
                let row = rows
                    .entry(values)
                    .or_insert_with(|| vec![0.0; tallies.len()]);
                for (sum, tally) in row.iter_mut().zip(&tallies) {
                    *sum += weight * tally.get(place).copied().unwrap_or(0.0);
                }
            }
        }
        let of_sample = |sample: usize| {
            let rows = rows
                .iter()
                .map(|(values, row)| (values.clone(), row[sample]));
            rows.filter(|(_, deals)| *deals > 0.0).collect()
        };
        Ok((0..tallies.len()).map(of_sample).collect())
    }
}

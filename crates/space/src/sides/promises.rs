//! What states of the first side promise in a class: about what they come to against the other side.

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8};
use smallvec::SmallVec;

use super::MOST_BULK;
use super::blocks::Processor;
use super::entries::{Draw, Drawn, OfEntries};
use super::kept::{Kept, Spread};
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::seat_table::{Row, SeatTable, ends};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::Spots;
use super::ways::{STATE_BITS, STATE_MASK, Ways, with_one_row};
use crate::Error;
use crate::meter::Meter;

/// So much of what is promised goes to all that could be, because a class that was not looked at may be unlike the others.
const TO_ALL: f64 = 0.1;

/// What the first side's states are promised by in a class.
#[derive(Clone, Default)]
pub(super) struct ClassOutlook {
    /// What ends of the first side come to, by [`EndPairs`].
    pub(super) weights: Vec<f64>,
    /// Which cards the first side takes.
    pub(super) spread: Spread,
}

impl ClassOutlook {
    /// The class promises as much as is kept of it.
    pub(super) fn keep(&mut self, kept: &Kept) {
        let times = kept.of_class(&self.spread);
        self.weights.iter_mut().for_each(|weight| *weight *= times);
    }
}

/// What a row promises, by its ends as [`EndPairs`] has them.
type ByEnd = SmallVec<[(u32, f64); 2]>;

/// How the ends of the first side's places go together.
pub(super) struct EndPairs {
    /// For each place and each of its ends, its number among those that rows have.
    numbers: [Vec<u32>; 2],
    /// How many the first place has.
    of_first: usize,
    /// For each end of the second place and each of the first, which weight of a class they have.
    weights: Vec<u32>,
    /// Whether ends are told apart by what they come to with each line; else all are one.
    pub(super) are_told_apart: bool,
}

impl EndPairs {
    pub(super) fn new(
        side: &mut Side,
        outcomes: &Outcomes,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<EndPairs, Error> {
        let are_told_apart = outcomes.are_told_apart() && side.sums.is_empty();
        if !are_told_apart {
            return Ok(EndPairs {
                numbers: side.tables.map(|table| vec![0; table.ends.len()]),
                of_first: 1,
                weights: vec![0],
                are_told_apart,
            });
        }
        let lists = side.tables.map(SeatTable::ends_of_rows);
        let mut numbers = side.tables.map(|table| vec![0; table.ends.len()]);
        for (numbers, list) in numbers.iter_mut().zip(&lists) {
            for (&end, number) in list.iter().zip(0..) {
                numbers[end as usize] = number;
            }
        }
        let mut weights = Vec::with_capacity(lists[0].len() * lists[1].len());
        for &end_b in &lists[1] {
            for &end_a in &lists[0] {
                let number = side.number_of_two(end_a, end_b, &[], judge, meter)?;
                // The last weight is that of what never qualifies.
                weights.push(number.min(outcomes.told_apart()));
            }
        }
        Ok(EndPairs {
            numbers,
            of_first: lists[0].len(),
            weights,
            are_told_apart,
        })
    }

    /// What two rows promise in a class: as if what one place takes said nothing of what the other does.
    fn promise(&self, a: &ByEnd, b: &ByEnd, outlook: &ClassOutlook) -> f64 {
        let of_end = |&(end, of_b): &(u32, f64)| {
            let weights = &self.weights[end as usize * self.of_first..][..self.of_first];
            let weight = |end: u32| outlook.weights[weights[end as usize] as usize];
            let of_a = a.iter().map(|&(end, promise)| promise * weight(end));
            of_b * of_a.sum::<f64>()
        };
        b.iter().map(of_end).sum()
    }

    /// What an end of the first place comes to in a class with what a row of the second promises.
    fn with_end<P: Copy + Into<f64>>(
        &self,
        end: u32,
        of_row: &[(u32, P)],
        outlook: &ClassOutlook,
    ) -> f64 {
        let own = self.numbers[0][end as usize] as usize;
        let of_b = of_row.iter().map(|&(end, promise)| {
            let weight = self.weights[end as usize * self.of_first + own];
            promise.into() * outlook.weights[weight as usize]
        });
        of_b.sum()
    }
}

/// What states promise.
#[derive(Default)]
pub(super) struct Prospects {
    processor: Processor,
    /// For each end of the second place what those of the first come to with it in the class, in [`LANES`] side by side.
    with_ends: Vec<f32>,
    /// What the first place's ends come to with a row of the second.
    ends: Vec<f32>,
    pub(super) promises: Vec<f64>,
}

/// So many ends are looked at together.
const LANES: usize = 8;

/// What the rows of both places promise where the other side is as it is on average.
pub(super) struct Promises {
    /// For each place and each of its rows, by its ends.
    by_end: [Vec<ByEnd>; 2],
    /// Which cards they take.
    spreads: [Vec<Spread>; 2],
    of_entries: OfEntries,
}

/// As much of it as is kept, for each place: every state is looked at, so all rows lie side by side.
pub(super) struct KeptPromises {
    places: [KeptRows; 2],
    of_entries: OfEntries,
}

#[derive(Default)]
struct KeptRows {
    /// Where each row begins, and where the last one ends.
    begin: Vec<u32>,
    by_end: Vec<(u32, f32)>,
}

impl KeptRows {
    #[inline]
    fn row(&self, row: usize) -> &[(u32, f32)] {
        &self.by_end[self.begin[row] as usize..self.begin[row + 1] as usize]
    }
}

impl Promises {
    /// By what the other side comes to at each position in some classes.
    pub(super) fn new(
        side: &mut Side,
        pairs: &EndPairs,
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
        let rows = tables.map(|table| table.rows.len());
        let mut promises = Promises {
            by_end: rows.map(|rows| vec![ByEnd::new(); rows]),
            spreads: rows.map(|rows| vec![Spread::default(); rows]),
            of_entries: OfEntries::new(tables[0].used.len()),
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
            if all > 0.0 {
                of_y.iter_mut().for_each(|promise| *promise /= all);
                promises.add_rows(0, tables[0], pairs, a, &of_x);
                promises.add_rows(1, tables[1], pairs, b, &of_y);
                promises.of_entries.put(a, of_x);
            }
        }
        Ok(promises)
    }

    /// What the rows of a place promise that take so many cards, by what each way to take them does.
    fn add_rows(
        &mut self,
        place: usize,
        table: &SeatTable,
        pairs: &EndPairs,
        total: usize,
        of: &[f64],
    ) {
        let all = table.rows.iter().enumerate();
        for (row, Row { entries, .. }) in all.filter(|(_, row)| row.total == total) {
            let (mut mean, mut squares) = ([0.0; MOST_BULK], [0.0; MOST_BULK]);
            let mut sum = 0.0;
            for (end, entries) in ends(entries) {
                let mut of_end = 0.0;
                for entry in entries {
                    let promise = of[entry.id as usize];
                    let lanes = table.used[total][entry.id as usize].lanes;
                    for (kind, (mean, square)) in mean.iter_mut().zip(&mut squares).enumerate() {
                        let cards = f64::from(Numbers::lane(lanes, kind));
                        *mean += promise * cards;
                        *square += promise * cards * cards;
                    }
                    of_end += promise;
                }
                let number = pairs.numbers[place][end as usize];
                match self.by_end[place][row].last_mut() {
                    Some((last, sum)) if *last == number => *sum += of_end,
                    _ => self.by_end[place][row].push((number, of_end)),
                }
                sum += of_end;
            }
            let sum = sum.max(f64::MIN_POSITIVE);
            self.spreads[place][row] = Spread::of(
                mean.map(|cards| cards / sum),
                squares.map(|square| square / sum),
            );
        }
    }

    /// As much of it as is kept.
    pub(super) fn kept(self, kept: &Kept, tables: [&SeatTable; 2]) -> KeptPromises {
        let mut places = [KeptRows::default(), KeptRows::default()];
        for (place, rows) in places.iter_mut().enumerate() {
            rows.begin.push(0);
            let of_rows = self.by_end[place].iter().zip(&self.spreads[place]);
            for ((promises, spread), row) in of_rows.zip(&tables[place].rows) {
                if !promises.is_empty() {
                    let times = kept.of_row(place, (spread, row.entries.len()));
                    let promises = promises.iter();
                    let promises = promises.map(|(end, promise)| (*end, (promise * times) as f32));
                    rows.by_end.extend(promises);
                }
                rows.begin.push(rows.by_end.len() as u32);
            }
        }
        KeptPromises {
            places,
            of_entries: self.of_entries,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let of_row = size_of::<ByEnd>() + size_of::<Spread>();
        let rows = self.spreads.iter().map(Vec::len).sum::<usize>();
        (of_row * rows) as u64 + self.of_entries.bytes()
    }

    /// Which cards the rows of a state take.
    pub(super) fn spreads(&self, state: u64) -> [&Spread; 2] {
        let [a, b] = rows_of(state);
        [&self.spreads[0][a], &self.spreads[1][b]]
    }

    /// What a state promises in a class.
    pub(super) fn of(&self, state: u64, pairs: &EndPairs, outlook: &ClassOutlook) -> f64 {
        let [a, b] = rows_of(state);
        pairs.promise(&self.by_end[0][a], &self.by_end[1][b], outlook)
    }

    /// Some entries of the first place in a state.
    pub(super) fn entries(
        &self,
        (state, row): (u64, &Row),
        pairs: &EndPairs,
        outlook: &ClassOutlook,
        draw: Draw,
        drawn: &mut Drawn,
    ) {
        let of_b = &self.by_end[1][rows_of(state)[1]];
        let of_end = |end| pairs.with_end(end, of_b, outlook);
        self.of_entries.draw(row, &of_end, draw, drawn);
    }
}

impl KeptPromises {
    /// Some entries of the first place in a state.
    pub(super) fn entries(
        &self,
        (state, row): (u64, &Row),
        pairs: &EndPairs,
        outlook: &ClassOutlook,
        draw: Draw,
        drawn: &mut Drawn,
    ) {
        let of_b = self.places[1].row(rows_of(state)[1]);
        let of_end = |end| pairs.with_end(end, of_b, outlook);
        self.of_entries.draw(row, &of_end, draw, drawn);
    }

    /// What the states of a class promise, each with its ways.
    pub(super) fn of_class(
        &self,
        own: &Ways,
        pairs: &EndPairs,
        outlook: &ClassOutlook,
        prospects: &mut Prospects,
    ) {
        let width = pairs.of_first.next_multiple_of(LANES);
        let weights = outlook.weights.iter().copied();
        let unit = weights.fold(f64::MIN_POSITIVE, f64::max);
        let with_ends = &mut prospects.with_ends;
        with_ends.clear();
        for weights in pairs.weights.chunks(pairs.of_first) {
            let weight = |&weight: &u32| (outlook.weights[weight as usize] / unit) as f32;
            with_ends.extend(weights.iter().map(weight));
            with_ends.resize(with_ends.len().next_multiple_of(width), 0.0);
        }
        prospects.ends.resize(width, 0.0);
        prospects.promises.clear();
        let Processor(level) = prospects.processor;
        dispatch!(level, simd => self.add_class(simd, own, (width, unit), prospects));
    }

    /// Inlined, so that it is compiled for the processor that it is called for.
    #[inline(always)]
    fn add_class<S: Simd>(
        &self,
        simd: S,
        own: &Ways,
        (width, unit): (usize, f64),
        prospects: &mut Prospects,
    ) {
        let [of_a, of_b] = &self.places;
        let Prospects {
            with_ends,
            ends,
            promises,
            ..
        } = prospects;
        promises.resize(own.len(), 0.0);
        let mut promises = promises.iter_mut();
        for group in with_one_row(own) {
            let [_, b] = rows_of(group[0].0);
            let of_b = of_b.row(b);
            for (from, ends) in ends.chunks_mut(LANES).enumerate() {
                let mut sums = f32x8::splat(simd, 0.0);
                for &(end, promise) in of_b {
                    let with_end = &with_ends[end as usize * width + LANES * from..][..LANES];
                    sums += f32x8::from_slice(simd, with_end) * promise;
                }
                sums.store_slice(ends);
            }
            for (&(state, ways), promise) in group.iter().zip(&mut promises) {
                let of_row = of_a.row(rows_of(state)[0]).iter();
                let of_row = of_row.map(|&(end, promise)| promise * ends[end as usize]);
                *promise = ways as f64 * unit * f64::from(of_row.sum::<f32>());
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let of_place =
            |rows: &KeptRows| size_of_val(&rows.begin[..]) + size_of_val(&rows.by_end[..]);
        self.places.iter().map(of_place).sum::<usize>() as u64 + self.of_entries.bytes()
    }
}

/// Which rows the two places have in a state.
#[inline]
fn rows_of(state: u64) -> [usize; 2] {
    [state & STATE_MASK, state >> STATE_BITS & STATE_MASK].map(|row| row as usize)
}

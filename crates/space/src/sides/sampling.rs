//! What is too much to count by sides: some of the first side's states are looked at, each for what others come to as well.
//!
//! After the single cards, all that is left is a sum over the first side's states in all classes. A state is drawn with a
//! chance in proportion to what it promises and, if it was, worked out exactly and counted as many times more. So the expected
//! value is the count whatever was promised; good promises only make it sharper.

use rand::Rng;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::{Blocks, Processor, WaysOn, sum_of_products};
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::seat_table::{Row, SeatTable, ends};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::{Shared, Spots};
use super::ways::{STATE_BITS, STATE_MASK, Ways};
use super::{DEAD, ELEMENTS_A_STEP, MOST_BULK, PAIRS_A_STEP, Sampling};
use crate::Error;
use crate::estimate::EstimatedTally;
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

/// How many samples there are: they cost no more than one that is as large, and many tell better how far they are apart.
const SAMPLES: usize = 32;
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
    outlook: ClassOutlook,
    of_lines: Vec<ClassLine>,
    blocks: Blocks,
    processor: Processor,
    /// All lines together, by position, and what each comes to in all.
    all: Vec<f64>,
    levels: Vec<f64>,
}

/// What is the same in all classes that leave the first side as many spots: for each position in how many ways its cards can be taken,
/// and how many there are of each kind.
struct Positions {
    ways: Vec<f64>,
    cards: Vec<Vec<f64>>,
}

impl Positions {
    fn new(spots: &Spots) -> Positions {
        let positions = 0..spots.numbers.len();
        let of_kind = |kind: usize| {
            let lane = |position| f64::from(Numbers::lane(spots.lanes(position), kind));
            positions.clone().map(lane).collect()
        };
        Positions {
            ways: spots.numbers.iter().map(|&ways| ways as f64).collect(),
            cards: (0..spots.kinds()).map(of_kind).collect(),
        }
    }
}

/// What the first side's states are promised by in a class.
#[derive(Clone, Default)]
struct ClassOutlook {
    /// What all lines come to together, and where the first side's ends are told apart by number, what those of each number come to.
    level: f64,
    weights: Vec<f64>,
    /// How many cards of each kind the first side takes on average.
    mean: Mean,
}

/// How many cards of each kind, on average.
type Mean = [f32; MOST_BULK];

/// The same for one line, from a position on.
#[derive(Default)]
struct ClassLine {
    line: usize,
    first: usize,
    numbers: Vec<f64>,
}

impl ClassLine {
    /// What a pair of states comes to that goes on in so many ways, from a position on.
    fn times(&self, ways: &WaysOn, begin: usize, processor: Processor) -> f64 {
        ways.times(begin, &self.numbers, self.first, processor)
    }
}

/// What a row promises, by its ends.
type ByEnd = SmallVec<[(u32, f64); 2]>;

/// What the rows of both places promise where the other side is as it is on average.
struct Promises {
    /// For each place and each of its rows, by its ends.
    by_end: [Vec<ByEnd>; 2],
    /// For each place and row, how many cards of each kind it takes on average.
    mean: [Vec<Mean>; 2],
}

/// How much of what is promised is kept, by how far what both places take on average is from what the class leaves them: places that
/// want the same suit come to less together than each promises. Learnt from some states; whatever it says, samples have no bias.
struct Kept {
    kept: [f64; KEPT],
}

/// How many distances are told apart, and how many of them there are in a square of one card.
const KEPT: usize = 96;
const KEPT_IN_ONE: f32 = 4.0;
/// Of the states in a class that is looked at, about so many are worked out to learn from.
const LEARNT_FROM: usize = 6;
/// Never less than this part of what is kept on average: what was not seen may still be.
const LEAST_KEPT: f64 = 0.05;
/// As many states as this say that everything is kept, so that few others say little.
const AS_PROMISED: f64 = 8.0;

impl Kept {
    fn place(both: &Mean, class: &Mean) -> usize {
        let off = both
            .iter()
            .zip(class)
            .map(|(own, other)| (own - other).powi(2));
        ((off.sum::<f32>() * KEPT_IN_ONE) as usize).min(KEPT - 1)
    }
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
    let processor = Processor::default();
    // What samples may take is said by whoever wants them; looking at the second side comes before that.
    meter.budget.work = u64::MAX;
    let every = (together.len() / CLASSES_LOOKED_AT).max(1);
    meter
        .watch()
        .begin("estimating", Some(together.len() as u64));
    // First what everything promises, by some of the classes.
    let mut all_promises: Vec<Promises> = Vec::new();
    let mut looked_at: Vec<Vec<(ClassOutlook, f64)>> = Vec::new();
    let mut learnt = [(0.0, 0.0); KEPT];
    let mut numbers = ClassNumbers::default();
    for of_total in together.chunk_by(|one, other| one.0 == other.0) {
        let total = of_total[0].0;
        first.forget();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        let positions = Positions::new(&spots);
        let mut mean = vec![0.0; spots.numbers.len()];
        let mut outlooks = Vec::with_capacity(of_total.len().div_ceil(every));
        for (_, class, own) in of_total.iter().step_by(every) {
            numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
            numbers.weigh(outcomes);
            let weight = own.iter().map(|(_, ways)| *ways as f64).sum::<f64>();
            for of_line in &numbers.of_lines {
                for (sum, number) in mean[of_line.first..].iter_mut().zip(&of_line.numbers) {
                    *sum += weight * number;
                }
            }
            // Each of the first side's ends needs few lines, where it is known which.
            let lines = if outcomes.are_told_apart() {
                numbers.of_lines.len().max(1)
            } else {
                1
            };
            outlooks.push((numbers.outlook.clone(), numbers.work() / lines as f64));
            meter.hold(held + second.memory())?;
        }
        let promises = Promises::new(first, total, &spots, &mean, meter)?;
        held += promises.bytes();
        // Then how much of it is kept, by some of the states in them; where ends meet in too many ways, that is not worth it.
        let learnt_from = of_total.iter().step_by(every);
        for (_, class, own) in learnt_from.filter(|_| outcomes.are_told_apart()) {
            numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
            numbers.weigh(outcomes);
            for &(state, ways) in own.iter().step_by((own.len() / LEARNT_FROM).max(1)) {
                let promise = promises.of(
                    state,
                    &numbers.outlook,
                    first,
                    outcomes,
                    judge_of_first,
                    meter,
                )?;
                if promise == 0.0 {
                    continue;
                }
                let mut value = 0.0;
                for (x, begin, ways) in first.of_state(state, &spots, judge_of_first, meter)? {
                    for of_class in &numbers.of_lines {
                        let weight = outcomes.weight_of(x, of_class.line);
                        if weight > 0.0 {
                            value += weight * of_class.times(&ways, begin, processor);
                        }
                    }
                }
                let place = Kept::place(&promises.mean_of(state), &numbers.outlook.mean);
                let (promised, came) = &mut learnt[place];
                *promised += ways as f64 * promise;
                *came += ways as f64 * value;
                meter.hold(held + first.memory() + second.memory())?;
            }
        }
        all_promises.push(promises);
        looked_at.push(outlooks);
    }
    let kept = Kept::new(&learnt);
    // What all that is promised comes to, and what it would cost.
    let (mut promised, mut cost) = (0.0, 0.0);
    let ends_of = |row: &Row| ends(&row.entries).count() as f64;
    let ends_of_rows = first
        .tables
        .map(|table| table.rows.iter().map(ends_of).collect::<Vec<f64>>());
    let of_totals = together.chunk_by(|one, other| one.0 == other.0);
    for ((of_total, promises), outlooks) in of_totals.zip(&all_promises).zip(&looked_at) {
        let for_each = of_total.len() as f64 / outlooks.len() as f64;
        for ((_, _, own), (outlook, work)) in of_total.iter().step_by(every).zip(outlooks) {
            meter.did(8 * own.len() as u64)?;
            for &(state, ways) in *own {
                let promise =
                    promises.of(state, outlook, first, outcomes, judge_of_first, meter)?;
                let promise = promise * kept.of(promises, state, outlook) * ways as f64 * for_each;
                let ([a, b], _) = first.rows(state);
                let pairs = (a.entries.len() * b.entries.len()) as f64;
                let [a, b] = rows_of(state);
                let ends = ends_of_rows[0][a] * ends_of_rows[1][b];
                cost += promise * (16.0 + pairs / PAIRS_A_STEP as f64 + ends * work);
                promised += promise;
            }
        }
    }
    // So many states as the work allows, in all samples together, and where each sample begins.
    let states = sampling.work as f64 * promised / cost.max(1.0);
    let all: usize = together.iter().map(|(_, _, own)| own.len()).sum();
    if states < FEWEST_STATES.min(all / FEWEST_OF).max(1) as f64 {
        return Ok(None);
    }
    let step = promised * SAMPLES as f64 / states;
    let mut next = [0.0; SAMPLES];
    for (number, next) in next.iter_mut().enumerate() {
        let mut stream = sampling.key.stream(1 + number as u64);
        *next = step * ((stream.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
    }
    let mut soonest = next.iter().copied().fold(f64::INFINITY, f64::min);
    let mut tallies: FxHashMap<(usize, usize), [f64; SAMPLES]> = FxHashMap::default();
    let mut upto = 0.0;
    let of_totals = together.chunk_by(|one, other| one.0 == other.0);
    for (of_total, promises) in of_totals.zip(&all_promises) {
        let total = of_total[0].0;
        first.forget();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        let positions = Positions::new(&spots);
        for (_, class, own) in of_total {
            meter.watch().add(1);
            meter.did(8 * own.len() as u64)?;
            numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
            numbers.weigh(outcomes);
            for &(state, ways) in *own {
                let outlook = &numbers.outlook;
                let promise =
                    promises.of(state, outlook, first, outcomes, judge_of_first, meter)?;
                let promise = promise * kept.of(promises, state, outlook) * ways as f64;
                upto += promise;
                if upto <= soonest {
                    continue;
                }
                let mut hits = [0u32; SAMPLES];
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
                        let value = of_class.times(&ways, begin, processor);
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
    let mut rows: Vec<((usize, usize), [f64; SAMPLES])> = tallies.into_iter().collect();
    rows.sort_unstable_by_key(|(ends, _)| *ends);
    let mut samples = vec![EstimatedTally::new(); SAMPLES];
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
        positions: &Positions,
        rest: &Spots,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        second.add_up(class, rest, judge, &mut self.blocks, meter)?;
        let outlook = &mut self.outlook;
        outlook.level = 0.0;
        self.levels.clear();
        self.all.clear();
        self.all.resize(positions.ways.len(), 0.0);
        self.of_lines.truncate(self.blocks.touched.len());
        self.of_lines
            .resize_with(self.blocks.touched.len(), Default::default);
        for (&line, of_line) in self.blocks.touched.iter().zip(&mut self.of_lines) {
            let range = self.blocks.range(line);
            (of_line.line, of_line.first) = (line, range.start);
            let numbers = self.blocks.numbers(line)[range.clone()].iter();
            let number = |(&number, &ways): (&u64, &f64)| number as f64 * ways;
            of_line.numbers.clear();
            let ways = &positions.ways[range.clone()];
            of_line.numbers.extend(numbers.zip(ways).map(number));
            let level = of_line.numbers.iter().sum::<f64>();
            if self.levels.len() <= line {
                self.levels.resize(line + 1, 0.0);
            }
            self.levels[line] = level;
            outlook.level += level;
            for (sum, number) in self.all[range].iter_mut().zip(&of_line.numbers) {
                *sum += number;
            }
        }
        let all = outlook.level.max(f64::MIN_POSITIVE);
        outlook.mean = [0.0; MOST_BULK];
        for (mean, cards) in outlook.mean.iter_mut().zip(&positions.cards) {
            *mean = (sum_of_products(&self.all, cards, self.processor) / all) as f32;
        }
        self.blocks.clear();
        Ok(())
    }

    /// What the first side's ends come to in the class.
    fn weigh(&mut self, outcomes: &Outcomes) {
        self.outlook.weights.clear();
        let numbers = 0..outcomes.told_apart();
        let weights = numbers.map(|number| outcomes.weight_in(number, &self.levels));
        self.outlook.weights.extend(weights);
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
        let rows = tables.map(|table| table.rows.len());
        let mut promises = Promises {
            by_end: rows.map(|rows| vec![ByEnd::new(); rows]),
            mean: rows.map(|rows| vec![[0.0; MOST_BULK]; rows]),
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
                promises.add_rows(0, tables[0], a, &of_x);
                promises.add_rows(1, tables[1], b, &of_y);
            }
        }
        Ok(promises)
    }

    /// What the rows of a place promise that take so many cards, by what each way to take them does.
    fn add_rows(&mut self, place: usize, table: &SeatTable, total: usize, of: &[f64]) {
        let all = table.rows.iter().enumerate();
        for (row, Row { entries, .. }) in all.filter(|(_, row)| row.total == total) {
            let mut mean = [0.0; MOST_BULK];
            let mut sum = 0.0;
            for (end, entries) in ends(entries) {
                let mut of_end = 0.0;
                for entry in entries {
                    let promise = of[entry.id as usize];
                    let lanes = table.used[total][entry.id as usize].lanes;
                    for (kind, mean) in mean.iter_mut().enumerate() {
                        *mean += promise * f64::from(Numbers::lane(lanes, kind));
                    }
                    of_end += promise;
                }
                self.by_end[place][row].push((end, of_end));
                sum += of_end;
            }
            let sum = sum.max(f64::MIN_POSITIVE);
            self.mean[place][row] = mean.map(|cards| (cards / sum) as f32);
        }
    }

    fn bytes(&self) -> u64 {
        let of_row = size_of::<ByEnd>() + size_of::<Mean>();
        let rows = self.mean.iter().map(Vec::len).sum::<usize>();
        (of_row * rows) as u64
    }

    /// What a state promises in a class: as if what one place takes said nothing of what the other does.
    #[inline]
    fn of(
        &self,
        state: u64,
        outlook: &ClassOutlook,
        side: &mut Side,
        outcomes: &Outcomes,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<f64, Error> {
        let [a, b] = rows_of(state);
        let (of_a, of_b) = (&self.by_end[0][a], &self.by_end[1][b]);
        let sum = |of: &[(u32, f64)]| of.iter().map(|(_, promise)| promise).sum::<f64>();
        if !outcomes.are_told_apart() || !side.sums.is_empty() {
            return Ok(sum(of_a) * sum(of_b) * outlook.level);
        }
        let mut promise = 0.0;
        for &(end_a, of_a) in of_a {
            for &(end_b, of_b) in of_b {
                let number = side.number_of_two(end_a, end_b, &[], judge, meter)?;
                if number != DEAD {
                    promise += of_a * of_b * outlook.weights[number as usize];
                }
            }
        }
        Ok(promise)
    }

    /// How many cards of each kind both places of a state take on average.
    #[inline]
    fn mean_of(&self, state: u64) -> Mean {
        let [a, b] = rows_of(state);
        let (a, b) = (&self.mean[0][a], &self.mean[1][b]);
        std::array::from_fn(|kind| a[kind] + b[kind])
    }
}

impl Kept {
    /// By what was promised at each distance, and what came of it.
    fn new(learnt: &[(f64, f64); KEPT]) -> Kept {
        let (promised, came) = learnt
            .iter()
            .fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        if promised == 0.0 {
            return Kept { kept: [1.0; KEPT] };
        }
        let all = came / promised;
        // As if some more had kept what all of them do on average.
        let more = AS_PROMISED * promised / (LEARNT_FROM * CLASSES_LOOKED_AT) as f64;
        let kept = learnt.map(|(promised, came)| {
            let kept = (came + more * all) / (promised + more);
            kept.max(LEAST_KEPT * all).max(f64::MIN_POSITIVE)
        });
        Kept { kept }
    }

    #[inline]
    fn of(&self, promises: &Promises, state: u64, outlook: &ClassOutlook) -> f64 {
        self.kept[Kept::place(&promises.mean_of(state), &outlook.mean)]
    }
}

/// Which rows the two places have in a state.
#[inline]
fn rows_of(state: u64) -> [usize; 2] {
    [state & STATE_MASK, state >> STATE_BITS & STATE_MASK].map(|row| row as usize)
}

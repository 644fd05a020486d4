//! What is too much to count by sides: some of the first side's states are looked at, each for what others come to as well.
//!
//! After the single cards, all that is left is a sum over the first side's states in all classes. A state is drawn with a
//! chance in proportion to what it promises and, if it was, worked out exactly and counted as many times more. So the expected
//! value is the count whatever was promised; good promises only make it sharper.

use rand::Rng;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::{Blocks, sum_of_products};
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::seat_table::{Row, RowEntry, SeatTable, ends};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::{Shared, Split, Spots};
use super::ways::{STATE_BITS, STATE_MASK, Ways, with_one_row};
use super::{DEAD, MOST_BULK, PAIRS_A_STEP, Sampling};
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
const FEWEST_STATES: usize = 4_000;
const FEWEST_OF: usize = 64;
/// So close are samples meant to be, in parts of what they tell,
const CLOSE: f64 = 0.00105;
/// with intervals that reach about so many standard errors;
const REACH: f64 = 2.04;
/// fewer states than these say badly how far off they are,
const ENOUGH_STATES: f64 = 16_000.0;
/// and this part of what they may take they take in any case.
const PART_IN_ANY_CASE: f64 = 4.0;
/// What it takes to look at a state, in steps, beside what both places take; and how many of these meet the other side in a step.
const WORK_A_SAMPLE: f64 = 200.0;
const MEETINGS_A_STEP: f64 = 6.0;

/// What the second side comes to in one class, by line: for each position, with the ways to take these cards.
#[derive(Default)]
struct ClassNumbers {
    outlook: ClassOutlook,
    of_lines: Vec<ClassLine>,
    blocks: Blocks,
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
    /// What ends of the first side come to, by [`EndPairs`].
    weights: Vec<f64>,
    /// How many cards of each kind the first side takes on average.
    mean: Mean,
}

/// How many cards of each kind, on average.
type Mean = [f32; MOST_BULK];

/// The same for one line, by position; at the last there is nothing.
#[derive(Default)]
struct ClassLine {
    line: usize,
    numbers: Vec<f64>,
}

/// What a pair of the first side's states comes to in a class: for each number of their ends and each line that they meet.
#[derive(Default)]
struct ComesTo {
    /// Where each of them is listed.
    places: FxHashMap<(u32, u32), u32>,
    all: Vec<(u32, u32)>,
    values: Vec<f64>,
    touched: Vec<u32>,
}

impl ComesTo {
    fn add(&mut self, ends: u32, line: usize, value: f64) {
        let next = self.values.len() as u32;
        let place = *self.places.entry((ends, line as u32)).or_insert(next);
        if place == next {
            self.all.push((ends, line as u32));
            self.values.push(0.0);
        }
        let sum = &mut self.values[place as usize];
        if *sum == 0.0 {
            self.touched.push(place);
        }
        *sum += value;
    }

    /// What there is, each with its place in the list, and nothing from then on.
    fn take(&mut self) -> impl Iterator<Item = (usize, f64)> {
        let touched = self.touched.drain(..).map(|place| place as usize);
        touched.map(|place| (place, std::mem::take(&mut self.values[place])))
    }

    /// The ends and the line of a place.
    fn at(&self, place: usize) -> (usize, usize) {
        let (ends, line) = self.all[place];
        (ends as usize, line as usize)
    }
}

impl Side<'_> {
    /// What a pair of states comes to in a class. Hardly any is asked for twice, so what both places take meets the other side's
    /// numbers at once.
    fn comes_to(
        &mut self,
        state: u64,
        lines: &[ClassLine],
        (spots, outcomes): (&Spots, &Outcomes),
        judge: &mut SideJudge,
        into: &mut ComesTo,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let ([a, b], _) = self.rows(state);
        let totals = [a.total, b.total];
        let splits = self.splits_at((a.total as u8, b.total as u8), spots, meter)?;
        let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
        meter.did((a.entries.len() * b.entries.len()) as u64 / PAIRS_A_STEP)?;
        for (end_a, xs) in ends(&a.entries) {
            for (end_b, ys) in ends(&b.entries) {
                if self.is_settled() {
                    let number = self.number_of_two(end_a, end_b, &sums, judge, meter)?;
                    if number == DEAD {
                        continue;
                    }
                    let needed = |one: &&ClassLine| outcomes.needs(number as usize, one.line);
                    for ClassLine { line, numbers } in lines.iter().filter(needed) {
                        let splits = &self.splits[splits];
                        let of_row = |x: &RowEntry| meeting(splits.row(x.id), ys, numbers);
                        into.add(number, *line, xs.iter().map(of_row).sum());
                    }
                    continue;
                }
                for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y))) {
                    let Split { position, ways } = self.splits[splits].row(x.id)[y.id as usize];
                    if ways == 0 {
                        continue;
                    }
                    let all = self.sums_with(&sums, totals, [x, y]);
                    let number = self.number_of_two(end_a, end_b, &all, judge, meter)?;
                    if number == DEAD {
                        continue;
                    }
                    let needed = |one: &&ClassLine| outcomes.needs(number as usize, one.line);
                    for ClassLine { line, numbers } in lines.iter().filter(needed) {
                        let value = f64::from(ways) * numbers[position as usize];
                        into.add(number, *line, value);
                    }
                }
            }
        }
        Ok(())
    }
}

/// What one way to take cards comes to with some of the second place's, in four sums, none of which waits for another.
#[inline]
fn meeting(splits: &[Split], ys: &[RowEntry], numbers: &[f64]) -> f64 {
    let of = |y: &RowEntry| {
        let Split { position, ways } = splits[y.id as usize];
        f64::from(ways) * numbers[position as usize]
    };
    let (fours, rest) = ys.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for four in fours {
        for (sum, y) in sums.iter_mut().zip(four) {
            *sum += of(y);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(of).sum::<f64>()
}

/// What a row promises, by its ends as [`EndPairs`] has them.
type ByEnd = SmallVec<[(u32, f64); 2]>;

/// How the ends of the first side's places go together.
struct EndPairs {
    /// For each place and each of its ends, its number among those that rows have.
    numbers: [Vec<u32>; 2],
    /// How many the first place has.
    of_first: usize,
    /// For each end of the second place and each of the first, which weight of a class they have.
    weights: Vec<u32>,
    /// Whether ends are told apart by what they come to with each line; else all are one.
    are_told_apart: bool,
}

impl EndPairs {
    fn new(
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
    fn promise(&self, [a, b]: [&ByEnd; 2], outlook: &ClassOutlook) -> f64 {
        let with = |&(end, promise): &(u32, f64)| {
            let weights = &self.weights[end as usize * self.of_first..][..self.of_first];
            let of_a = a
                .iter()
                .map(|&(end, promise)| promise * outlook.weights[weights[end as usize] as usize]);
            promise * of_a.sum::<f64>()
        };
        b.iter().map(with).sum()
    }

    /// What each end of the first place comes to in a class with what a row of the second promises.
    fn with_row(&self, of_row: &ByEnd, outlook: &ClassOutlook, ends: &mut Vec<f64>) {
        ends.clear();
        ends.resize(self.of_first, 0.0);
        for &(end, promise) in of_row {
            let weights = &self.weights[end as usize * self.of_first..][..self.of_first];
            for (sum, &weight) in ends.iter_mut().zip(weights) {
                *sum += promise * outlook.weights[weight as usize];
            }
        }
    }
}

/// What states promise.
#[derive(Default)]
struct Prospects {
    /// What the first place's ends come to.
    ends: Vec<f64>,
    promises: Vec<f64>,
}

/// About how many ends a row has.
const ENDS_A_ROW: usize = 8;

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

/// A state that was worked out to learn from: at which distance, what it promised, and what came of it.
struct Learnt {
    place: usize,
    promised: f64,
    came: f64,
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
    // What samples may take is said by whoever wants them; looking at the second side comes before that.
    meter.budget.work = u64::MAX;
    let every = (together.len() / CLASSES_LOOKED_AT).max(1);
    meter
        .watch()
        .begin("estimating", Some(together.len() as u64));
    // First what everything promises, by some of the classes.
    let mut all_promises: Vec<Promises> = Vec::new();
    let mut looked_at: Vec<Vec<(ClassOutlook, f64)>> = Vec::new();
    let mut learnt: Vec<Learnt> = Vec::new();
    let mut numbers = ClassNumbers::default();
    let pairs = EndPairs::new(first, outcomes, judge_of_first, meter)?;
    let mut prospects = Prospects::default();
    let mut comes_to = ComesTo::default();
    let mut weights = Vec::new();
    for of_total in together.chunk_by(|one, other| one.0 == other.0) {
        let total = of_total[0].0;
        first.forget_splits();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        let positions = Positions::new(&spots);
        let mut mean = vec![0.0; spots.numbers.len()];
        let mut outlooks = Vec::with_capacity(of_total.len().div_ceil(every));
        for (_, class, own) in of_total.iter().step_by(every) {
            numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
            numbers.weigh(&pairs, outcomes);
            let weight = own.iter().map(|(_, ways)| *ways as f64).sum::<f64>();
            for of_line in &numbers.of_lines {
                for (sum, number) in mean.iter_mut().zip(&of_line.numbers) {
                    *sum += weight * number;
                }
            }
            let all_lines = numbers.of_lines.len() as f64;
            let lines = outcomes
                .lines_of_one()
                .map_or(all_lines, |few| few.min(all_lines));
            outlooks.push((numbers.outlook.clone(), lines));
            meter.hold(held + second.memory())?;
        }
        let promises = Promises::new(first, &pairs, total, &spots, &mean, meter)?;
        held += promises.bytes();
        // Then how much of it is kept, by some of the states in them; where ends meet in too many ways, that is not worth it.
        let learnt_from = of_total.iter().step_by(every);
        for (_, class, own) in learnt_from.filter(|_| outcomes.are_told_apart()) {
            numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
            numbers.weigh(&pairs, outcomes);
            for &(state, ways) in own.iter().step_by((own.len() / LEARNT_FROM).max(1)) {
                let promise = promises.of(state, &pairs, &numbers.outlook);
                if promise == 0.0 {
                    continue;
                }
                let lines = &numbers.of_lines;
                let seen = (&spots, outcomes);
                first.comes_to(state, lines, seen, judge_of_first, &mut comes_to, meter)?;
                for &(ends, line) in &comes_to.all[weights.len()..] {
                    weights.push(outcomes.weight_of(ends as usize, line as usize));
                }
                let values = comes_to.take();
                let value = values.map(|(place, value)| weights[place] * value);
                let value = value.sum::<f64>();
                learnt.push(Learnt {
                    place: Kept::place(&promises.mean_of(state), &numbers.outlook.mean),
                    promised: ways as f64 * promise,
                    came: ways as f64 * value,
                });
                meter.hold(held + second.memory())?;
            }
        }
        all_promises.push(promises);
        looked_at.push(outlooks);
    }
    let kept = Kept::new(&learnt);
    // What all that is promised comes to, and what it would cost.
    let (mut promised, mut cost) = (0.0, 0.0);
    let of_totals = together.chunk_by(|one, other| one.0 == other.0);
    for ((of_total, promises), outlooks) in of_totals.zip(&all_promises).zip(&looked_at) {
        let for_each = of_total.len() as f64 / outlooks.len() as f64;
        for ((_, _, own), (outlook, lines)) in of_total.iter().step_by(every).zip(outlooks) {
            meter.did(8 * own.len() as u64)?;
            for group in with_one_row(own) {
                promises.of_group(group, &pairs, outlook, &mut prospects);
                for (&(state, ways), promise) in group.iter().zip(&prospects.promises) {
                    let promise = promise * kept.of(promises, state, outlook);
                    let promise = promise * ways as f64 * for_each;
                    let ([a, b], _) = first.rows(state);
                    let entries = (a.entries.len() * b.entries.len()) as f64;
                    cost += promise * (WORK_A_SAMPLE + entries * lines / MEETINGS_A_STEP);
                    promised += promise;
                }
            }
        }
    }
    // As many states as it takes to be close, in all samples together: no more than the work allows, and no fewer than a part of it does.
    let allowed = sampling.work as f64 * promised / cost.max(1.0);
    let close = (REACH * kept.off(&learnt) / CLOSE).powi(2);
    let states = close.max(ENOUGH_STATES);
    let states = states.clamp(allowed / PART_IN_ANY_CASE, allowed);
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
    let mut tallies: Vec<[f64; SAMPLES]> = Vec::new();
    let mut upto = 0.0;
    let of_totals = together.chunk_by(|one, other| one.0 == other.0);
    for (of_total, promises) in of_totals.zip(&all_promises) {
        let total = of_total[0].0;
        first.forget_splits();
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        let positions = Positions::new(&spots);
        for (_, class, own) in of_total {
            meter.watch().add(1);
            meter.did(8 * own.len() as u64)?;
            numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
            numbers.weigh(&pairs, outcomes);
            for group in with_one_row(own) {
                let outlook = &numbers.outlook;
                promises.of_group(group, &pairs, outlook, &mut prospects);
                for (&(state, ways), promise) in group.iter().zip(&prospects.promises) {
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
                    let lines = &numbers.of_lines;
                    let seen = (&spots, outcomes);
                    first.comes_to(state, lines, seen, judge_of_first, &mut comes_to, meter)?;
                    tallies.resize(comes_to.all.len(), [0.0; SAMPLES]);
                    for (place, value) in comes_to.take() {
                        for (sum, hits) in tallies[place].iter_mut().zip(hits) {
                            *sum += times * f64::from(hits) * value;
                        }
                    }
                    meter.hold(held + second.memory())?;
                }
            }
        }
    }
    let mut samples = vec![EstimatedTally::new(); SAMPLES];
    let sides = [(&*first, &*judge_of_first), (&*second, &*judge_of_second)];
    for (place, sums) in tallies.into_iter().enumerate() {
        let (x, line) = comes_to.at(place);
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
        let mut all = 0.0;
        self.levels.clear();
        self.all.clear();
        self.all.resize(positions.ways.len(), 0.0);
        self.of_lines.truncate(self.blocks.touched.len());
        self.of_lines
            .resize_with(self.blocks.touched.len(), Default::default);
        for (&line, of_line) in self.blocks.touched.iter().zip(&mut self.of_lines) {
            let range = self.blocks.range(line);
            of_line.line = line;
            let numbers = self.blocks.numbers(line)[range.clone()].iter();
            let number = |(&number, &ways): (&u64, &f64)| number as f64 * ways;
            of_line.numbers.clear();
            of_line.numbers.resize(range.start, 0.0);
            let ways = &positions.ways[range.clone()];
            of_line.numbers.extend(numbers.zip(ways).map(number));
            of_line.numbers.resize(positions.ways.len() + 1, 0.0);
            let level = of_line.numbers.iter().sum::<f64>();
            if self.levels.len() <= line {
                self.levels.resize(line + 1, 0.0);
            }
            self.levels[line] = level;
            all += level;
            for (sum, number) in self.all.iter_mut().zip(&of_line.numbers) {
                *sum += number;
            }
        }
        let all = all.max(f64::MIN_POSITIVE);
        outlook.mean = [0.0; MOST_BULK];
        for (mean, cards) in outlook.mean.iter_mut().zip(&positions.cards) {
            *mean = (sum_of_products(&self.all, cards) / all) as f32;
        }
        self.blocks.clear();
        Ok(())
    }

    /// What the first side's ends come to in the class.
    fn weigh(&mut self, pairs: &EndPairs, outcomes: &Outcomes) {
        let weights = &mut self.outlook.weights;
        weights.clear();
        if pairs.are_told_apart {
            let numbers = 0..outcomes.told_apart();
            weights.extend(numbers.map(|number| outcomes.weight_in(number, &self.levels)));
            weights.push(0.0);
        } else {
            weights.push(self.levels.iter().sum());
        }
    }
}

impl Promises {
    /// By what the other side comes to at each position in some classes.
    fn new(
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
                promises.add_rows(0, tables[0], pairs, a, &of_x);
                promises.add_rows(1, tables[1], pairs, b, &of_y);
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
                let number = pairs.numbers[place][end as usize];
                match self.by_end[place][row].last_mut() {
                    Some((last, sum)) if *last == number => *sum += of_end,
                    _ => self.by_end[place][row].push((number, of_end)),
                }
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

    /// What a state promises in a class.
    fn of(&self, state: u64, pairs: &EndPairs, outlook: &ClassOutlook) -> f64 {
        let [a, b] = rows_of(state);
        pairs.promise([&self.by_end[0][a], &self.by_end[1][b]], outlook)
    }

    /// What some states promise in a class that have the same row of the second place.
    fn of_group(
        &self,
        group: &[(u64, u64)],
        pairs: &EndPairs,
        outlook: &ClassOutlook,
        prospects: &mut Prospects,
    ) {
        let Prospects { ends, promises } = prospects;
        let [_, b] = rows_of(group[0].0);
        let of_b = &self.by_end[1][b];
        promises.clear();
        let rows = group
            .iter()
            .map(|(state, _)| &self.by_end[0][rows_of(*state)[0]]);
        if group.len() < pairs.of_first / ENDS_A_ROW {
            promises.extend(rows.map(|of_a| pairs.promise([of_a, of_b], outlook)));
        } else {
            // Many share what their ends come to with that row.
            pairs.with_row(of_b, outlook, ends);
            promises.extend(rows.map(|of_a| {
                let of_ends = of_a.iter();
                let of_ends = of_ends.map(|(end, promise)| promise * ends[*end as usize]);
                of_ends.sum::<f64>()
            }));
        }
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
    fn new(states: &[Learnt]) -> Kept {
        let mut learnt = [(0.0, 0.0); KEPT];
        for state in states {
            let (promised, came) = &mut learnt[state.place];
            *promised += state.promised;
            *came += state.came;
        }
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

    /// How far what states come to is from what they promise, in parts of it, as the states tell that were learnt from; as far as it
    /// can be without any.
    fn off(&self, states: &[Learnt]) -> f64 {
        let (mut all, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for state in states {
            let promised = state.promised * self.kept[state.place];
            all += promised;
            sum += state.came;
            squares += state.came.powi(2) / promised;
        }
        let mean = sum / all;
        if mean > 0.0 {
            (squares / all / mean.powi(2) - 1.0).max(0.0).sqrt()
        } else {
            f64::INFINITY
        }
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

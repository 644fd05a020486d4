//! What is too much to count by sides: some of the first side's states are looked at, each for what others come to as well.
//!
//! After the single cards, all that is left is a sum over the first side's states in all classes. A state is drawn with a
//! chance in proportion to what it promises and, if it was, worked out and counted as many times more: by its first place's
//! whole row, or by some entries of a long one, drawn in the same way. So the expected value is the count whatever was promised;
//! good promises only make it sharper.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::{Blocks, sum_of, sum_of_products};
use super::entries::{Draw, Drawn, looked_at};
use super::kept::{Kept, Lessons, Spread};
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::promises::{ClassOutlook, EndPairs, KeptPromises, Promises, Prospects};
use super::seat_table::{RowEntry, ends};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::{Shared, Split, Splits, Spots};
use super::ways::{STATE_BITS, Ways, with_one_row};
use super::{DEAD, MOST_BULK, PAIRS_A_STEP, Sampling};
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

/// How many samples there are: they cost no more than one that is as large, and many tell better how far they are apart.
const SAMPLES: usize = 32;
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
const CLOSE: f64 = 0.0008;
/// with intervals that reach about so many standard errors;
const REACH: f64 = 2.04;
/// fewer states than these say badly how far off they are,
const ENOUGH_STATES: f64 = 16_000.0;
/// and this part of what they may take they take in any case.
const PART_IN_ANY_CASE: f64 = 32.0;
/// What it takes to look at a state, in steps, beside what both places take; how many of these meet a line in a step, and how many more
/// lines take as much as the first.
const WORK_A_SAMPLE: f64 = 200.0;
const MEETINGS_A_STEP: f64 = 6.0;
const MORE_LINES: f64 = 3.0;

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
/// and how many there are of each kind, and the squares of these.
struct Positions {
    ways: Vec<f64>,
    cards: Vec<Vec<f64>>,
    squares: Vec<Vec<f64>>,
}

impl Positions {
    fn new(spots: &Spots) -> Positions {
        let positions = 0..spots.numbers.len();
        let of_kind = |kind: usize| {
            let lane = |position| f64::from(Numbers::lane(spots.lanes(position), kind));
            positions.clone().map(lane).collect()
        };
        let cards: Vec<Vec<f64>> = (0..spots.kinds()).map(of_kind).collect();
        let squared = |cards: &Vec<f64>| cards.iter().map(|cards| cards * cards).collect();
        Positions {
            ways: spots.numbers.iter().map(|&ways| ways as f64).collect(),
            squares: cards.iter().map(squared).collect(),
            cards,
        }
    }
}

/// What the second side comes to in one line, by position; at the last there is nothing.
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

    fn add_all<const LINES: usize>(
        &mut self,
        ends: u32,
        lines: [&ClassLine; LINES],
        values: [f64; LINES],
    ) {
        for (line, value) in lines.iter().zip(values) {
            self.add(ends, line.line, value);
        }
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
    /// What a pair of states comes to in a class, by some entries of the first place, each with how many times it counts. Hardly any
    /// is asked for twice, so what both places take meets the other side's numbers at once.
    fn comes_to(
        &mut self,
        (state, entries): (u64, &[(RowEntry, f64)]),
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
        meter.did((entries.len() * b.entries.len()) as u64 / PAIRS_A_STEP)?;
        for xs in entries.chunk_by(|(x, _), (other, _)| x.end == other.end) {
            let end_a = xs[0].0.end;
            for (end_b, ys) in ends(&b.entries) {
                if self.is_settled() {
                    let number = self.number_of_two(end_a, end_b, &sums, judge, meter)?;
                    if number == DEAD {
                        continue;
                    }
                    let needed = lines.iter();
                    let needed = needed.filter(|one| outcomes.needs(number as usize, one.line));
                    let needed: SmallVec<[&ClassLine; 8]> = needed.collect();
                    let splits = &self.splits[splits];
                    // How numbers of cards go together is looked up once for several lines.
                    for some in needed.chunks(4) {
                        let rows = (splits, xs, ys);
                        match *some {
                            [a] => into.add_all(number, [a], meeting(rows, [a])),
                            [a, b] => into.add_all(number, [a, b], meeting(rows, [a, b])),
                            [a, b, c] => {
                                into.add_all(number, [a, b, c], meeting(rows, [a, b, c]));
                            }
                            [a, b, c, d] => {
                                into.add_all(number, [a, b, c, d], meeting(rows, [a, b, c, d]));
                            }
                            _ => {}
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
                    let needed = |one: &&ClassLine| outcomes.needs(number as usize, one.line);
                    for ClassLine { line, numbers } in lines.iter().filter(needed) {
                        let value = times * f64::from(ways) * numbers[position as usize];
                        into.add(number, *line, value);
                    }
                }
            }
        }
        Ok(())
    }
}

/// What some entries of both places come to against each of some lines, in several sums each, so that hardly one waits for another.
#[inline]
fn meeting<const LINES: usize>(
    (splits, xs, ys): (&Splits, &[(RowEntry, f64)], &[RowEntry]),
    lines: [&ClassLine; LINES],
) -> [f64; LINES] {
    let lines = lines.map(|line| &line.numbers[..]);
    let add = |sums: &mut [f64; LINES], Split { position, ways }: Split, times: f64| {
        let ways = times * f64::from(ways);
        for (sum, numbers) in sums.iter_mut().zip(lines) {
            *sum += ways * numbers[position as usize];
        }
    };
    let mut sums = [[0.0; LINES]; SUMS];
    let (some, rest) = ys.as_chunks::<SUMS>();
    for &(x, times) in xs {
        let row = splits.row(x.id);
        for ys in some {
            for (sums, y) in sums.iter_mut().zip(ys) {
                add(sums, row[y.id as usize], times);
            }
        }
        for y in rest {
            add(&mut sums[0], row[y.id as usize], times);
        }
    }
    std::array::from_fn(|line| sums.iter().map(|sums| sums[line]).sum())
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
    let pairs = EndPairs::new(sides.first, sides.outcomes, &mut judges[0], meter)?;
    let mut sampler = Sampler {
        sides,
        judges,
        pairs,
        every: (classes / CLASSES_LOOKED_AT).max(1),
        numbers: ClassNumbers::default(),
        comes_to: ComesTo::default(),
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
    let fewest = FEWEST_STATES.min((all / FEWEST_OF).max(SAMPLES * FEWEST_A_SAMPLE));
    if states < fewest as f64 {
        return Ok(None);
    }
    let step = promised * SAMPLES as f64 / states;
    sampler
        .drawn(&of_totals, &kept, (step, sampling), meter)
        .map(Some)
}

/// What draws states of the first side.
struct Sampler<'s, 'a, 'j, 'v> {
    sides: Sides<'s, 'a>,
    judges: &'j mut [SideJudge<'v>; 2],
    pairs: EndPairs,
    /// One of so many classes says what all of them promise.
    every: usize,
    numbers: ClassNumbers,
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
            numbers,
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
            let mut mean = vec![0.0; spots.numbers.len()];
            let mut looked_at = Vec::with_capacity(classes.len().div_ceil(*every));
            let (mut of_lines, mut of_lines_bytes) = (Vec::new(), 0);
            for (_, class, own) in classes.iter().step_by(*every) {
                numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
                numbers.weigh(pairs, outcomes);
                let weight = own.iter().map(|(_, ways)| *ways as f64).sum::<f64>();
                for of_line in &numbers.of_lines {
                    for (sum, number) in mean.iter_mut().zip(&of_line.numbers) {
                        *sum += weight * number;
                    }
                }
                let all_lines = numbers.of_lines.len() as f64;
                let few = outcomes.lines_of_one();
                let lines = few.map_or(all_lines, |few| few.min(all_lines));
                looked_at.push((numbers.outlook.clone(), lines));
                if outcomes.are_told_apart() {
                    let lines = std::mem::take(&mut numbers.of_lines);
                    let bytes = lines.iter().map(|line| size_of_val(&line.numbers[..]));
                    of_lines_bytes += bytes.sum::<usize>() as u64;
                    of_lines.push(lines);
                }
                meter.hold(sides.held + of_lines_bytes + second.memory())?;
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
                for group in with_one_row(own) {
                    let promises = &of_total.promises;
                    promises.of_group(group, &self.pairs, outlook, &mut prospects);
                    for ((state, _), promise) in group.iter().zip(&prospects.promises) {
                        let promise = promise * for_each;
                        let ([a, b], _) = self.sides.first.rows(*state);
                        let entries = (looked_at(a, 1) * b.entries.len()) as f64;
                        let lines = 1.0 + (lines - 1.0).max(0.0) / MORE_LINES;
                        cost += promise * (WORK_A_SAMPLE + entries * lines / MEETINGS_A_STEP);
                        promised += promise;
                    }
                }
            }
        }
        Ok((promised, cost))
    }

    /// Samples of states: each has one wherever so much more was promised, from a place on that chance chooses.
    fn drawn(
        self,
        of_totals: &[OfTotal<KeptPromises>],
        kept: &Kept,
        (step, sampling): (f64, Sampling),
        meter: &mut Meter,
    ) -> Result<Vec<EstimatedTally>, Error> {
        let Sampler {
            sides,
            judges: [judge_of_first, judge_of_second],
            pairs,
            mut numbers,
            mut comes_to,
            mut drawn,
            ..
        } = self;
        let (first, second, outcomes) = (sides.first, sides.second, sides.outcomes);
        let mut next = [0.0; SAMPLES];
        let stream = |number: usize| sampling.key.stream(1 + number as u64);
        let mut streams: [_; SAMPLES] = std::array::from_fn(stream);
        for (stream, next) in streams.iter_mut().zip(&mut next) {
            *next = step * from_zero_to_one(stream);
        }
        let mut soonest = next.iter().copied().fold(f64::INFINITY, f64::min);
        let mut prospects = Prospects::default();
        let mut tallies: Vec<[f64; SAMPLES]> = Vec::new();
        let mut upto = 0.0;
        for of_total in of_totals {
            let total = of_total.classes[0].0;
            first.forget_splits();
            second.forget();
            let spots = sides.shared.spots(total, true);
            let rest = sides.shared.spots(total, false);
            let positions = Positions::new(&spots);
            for (_, class, own) in of_total.classes {
                meter.watch().add(1);
                meter.did(8 * own.len() as u64)?;
                numbers.of_class(second, class, &positions, &rest, judge_of_second, meter)?;
                numbers.weigh(&pairs, outcomes);
                numbers.outlook.keep(kept);
                for group in with_one_row(own) {
                    let promises = &of_total.promises;
                    promises.of_group(group, &pairs, &numbers.outlook, &mut prospects);
                    for (&(state, ways), &promise) in group.iter().zip(&prospects.promises) {
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
                        let ([row, _], _) = first.rows(state);
                        // All samples that have the state look at the whole row, or each at some entries of it.
                        let is_whole = looked_at(row, hits.iter().sum()) == row.entries.len();
                        let together = if is_whole { SAMPLES } else { 1 };
                        for (hits, from) in hits.chunks(together).zip((0..).step_by(together)) {
                            let all = hits.iter().sum();
                            if all == 0 {
                                continue;
                            }
                            let start = from_zero_to_one(&mut streams[from]);
                            let draw = Draw { hits: all, start };
                            let (outlook, row) = (&numbers.outlook, (state, row));
                            promises.entries(row, &pairs, outlook, draw, &mut drawn);
                            let (some, seen) = ((state, &drawn.entries[..]), (&spots, outcomes));
                            first.comes_to(
                                some,
                                lines,
                                seen,
                                judge_of_first,
                                &mut comes_to,
                                meter,
                            )?;
                            tallies.resize(comes_to.all.len(), [0.0; SAMPLES]);
                            for (place, value) in comes_to.take() {
                                let sums = tallies[place][from..].iter_mut();
                                for (sum, hits) in sums.zip(hits) {
                                    *sum += times * f64::from(*hits) * value;
                                }
                            }
                        }
                        meter.hold(sides.held + second.memory())?;
                    }
                }
            }
        }
        let mut samples = vec![EstimatedTally::new(); SAMPLES];
        let both = [(&*first, &*judge_of_first), (&*second, &*judge_of_second)];
        for (place, sums) in tallies.into_iter().enumerate() {
            let (x, line) = comes_to.at(place);
            for (values, weight) in outcomes.of(both, x, line)? {
                let weight = weight.numerator as f64 / weight.denominator as f64;
                let samples = samples.iter_mut().zip(sums);
                for (sample, deals) in samples.filter(|(_, deals)| *deals > 0.0) {
                    *sample.entry(values.clone()).or_insert(0.0) += deals * weight;
                }
            }
        }
        Ok(samples)
    }
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
            let level = sum_of(&of_line.numbers[range]);
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
        let (mut mean, mut squares) = ([0.0; MOST_BULK], [0.0; MOST_BULK]);
        for (kind, cards) in positions.cards.iter().enumerate() {
            mean[kind] = sum_of_products(&self.all, cards) / all;
            squares[kind] = sum_of_products(&self.all, &positions.squares[kind]) / all;
        }
        outlook.spread = Spread::of(mean, squares);
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

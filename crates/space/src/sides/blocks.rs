//! In how many ways states go on, by position: for one pair of states, and added up.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16};

/// What the processor at hand can do at once: the loops that add up are compiled for each kind of processor, and the best is taken.
#[derive(Clone, Copy)]
pub(super) struct Processor(pub(super) Level);

impl Default for Processor {
    fn default() -> Processor {
        Processor(Level::new())
    }
}

impl Processor {
    /// How many bits are set in one of two lists alone.
    pub(super) fn apart(self, these: &[u64], those: &[u64]) -> u32 {
        dispatch!(self.0, _ => apart(these, those))
    }

    /// All bits that any of some numbers has.
    pub(super) fn any(self, numbers: &[u64]) -> u64 {
        dispatch!(self.0, _ => any(numbers))
    }

    /// Puts numbers behind others, each as a word of another size.
    pub(super) fn put<T: Copy + Default>(
        self,
        numbers: &[u64],
        into: &mut Vec<T>,
        word: impl Fn(u64) -> T,
    ) {
        let begin = into.len();
        into.resize(begin + numbers.len(), T::default());
        dispatch!(self.0, _ => copy(numbers, &mut into[begin..], &word));
    }

    /// Puts numbers in place of others, likewise.
    pub(super) fn take<T: Copy + Into<u64>>(self, numbers: &[T], into: &mut [u64]) {
        dispatch!(self.0, _ => copy(numbers, into, &Into::into));
    }
}

/// How a side goes on in one line.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) line: u32,
    /// The first position that has a number, and where the numbers begin and end.
    pub(super) first: usize,
    pub(super) begin: usize,
    pub(super) end: usize,
    /// None of them is larger.
    pub(super) most: u64,
}

impl Block {
    pub(super) fn is_narrow(&self) -> bool {
        self.most <= u16::MAX.into()
    }

    pub(super) fn is_wide(&self) -> bool {
        self.most <= u32::MAX.into()
    }
}

/// In how many ways a pair of states goes on, by position.
pub(super) enum WaysOn<'a> {
    Narrow(&'a [u16]),
    Wide(&'a [u32]),
    Long(&'a [u64]),
}

impl WaysOn<'_> {
    fn len(&self) -> usize {
        match self {
            WaysOn::Narrow(numbers) => numbers.len(),
            WaysOn::Wide(numbers) => numbers.len(),
            WaysOn::Long(numbers) => numbers.len(),
        }
    }
}

/// What blocks come to as a whole: the sums of their numbers, each so many times as some lists say.
#[derive(Default)]
pub(super) struct Wholes {
    processor: Processor,
    /// How many sums a block has.
    lists: usize,
    sums: Vec<f32>,
    numbers: Vec<f32>,
}

impl Wholes {
    /// Forgets all blocks.
    pub(super) fn clear(&mut self) {
        self.sums.clear();
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.sums.len() / self.lists.max(1)
    }

    /// The sums of a block.
    #[inline]
    pub(super) fn of(&self, block: usize) -> &[f32] {
        &self.sums[block * self.lists..][..self.lists]
    }

    /// The next block, whose numbers begin at a position.
    pub(super) fn add(&mut self, numbers: WaysOn, first: usize, lists: &[Vec<f32>]) {
        let Wholes {
            processor: Processor(level),
            sums,
            numbers: floats,
            ..
        } = self;
        self.lists = lists.len();
        floats.clear();
        match numbers {
            WaysOn::Narrow(numbers) => floats.extend(numbers.iter().map(|&ways| f32::from(ways))),
            WaysOn::Wide(numbers) => floats.extend(numbers.iter().map(|&ways| ways as f32)),
            WaysOn::Long(numbers) => floats.extend(numbers.iter().map(|&ways| ways as f32)),
        }
        for list in lists {
            let list = &list[first..][..floats.len()];
            sums.push(dispatch!(*level, simd => sum_of_products(simd, floats, list)));
        }
    }

    /// What is held in memory, in bytes.
    pub(super) fn memory(&self) -> u64 {
        (self.sums.capacity() * size_of::<f32>()) as u64
    }
}

/// In sums none of which waits for another, and which are the same on each processor.
#[inline(always)]
fn sum_of_products<S: Simd>(simd: S, numbers: &[f32], others: &[f32]) -> f32 {
    const AT_ONCE: usize = 16;
    let mut sums = [f32x16::splat(simd, 0.0); 2];
    let (numbers, last) = numbers.as_chunks::<AT_ONCE>();
    let (others, last_others) = others.as_chunks::<AT_ONCE>();
    for (number, (numbers, others)) in numbers.iter().zip(others).enumerate() {
        let [numbers, others] = [numbers, others].map(|some| f32x16::from_slice(simd, some));
        sums[number % 2] += numbers * others;
    }
    let last = last.iter().zip(last_others);
    let all: [f32; AT_ONCE] = (sums[0] + sums[1]).into();
    all.iter().sum::<f32>() + last.map(|(number, other)| number * other).sum::<f32>()
}

/// Numbers by position, for each line that came up.
#[derive(Default)]
pub(super) struct Blocks {
    processor: Processor,
    of_lines: Vec<Sums>,
    pub(super) touched: Vec<usize>,
}

impl Blocks {
    pub(super) fn block(&mut self, line: usize, width: usize) -> &mut Sums {
        if line >= self.of_lines.len() {
            self.of_lines.resize_with(line + 1, Sums::default);
        }
        let block = &mut self.of_lines[line];
        if !block.is_touched {
            block.is_touched = true;
            block.all.resize(width, 0);
            block.recent.resize(width, 0);
            (block.from, block.upto) = (width, 0);
            self.touched.push(line);
        }
        block
    }

    /// The positions of one line where something was added.
    pub(super) fn range(&self, line: usize) -> Range<usize> {
        self.of_lines[line].range()
    }

    /// The numbers of one line.
    pub(super) fn numbers(&self, line: usize) -> &[u64] {
        &self.of_lines[line].all
    }

    pub(super) fn settle(&mut self) {
        for &line in &self.touched {
            self.of_lines[line].settle();
        }
    }

    /// Adds what others come to.
    pub(super) fn add_all(&mut self, others: &Blocks, width: usize) {
        for &line in &others.touched {
            let sums = self.block(line, width);
            let others = &others.of_lines[line];
            let range = others.from..others.upto;
            sums.reaches(range.clone());
            let (level, all) = (sums.processor.0, &mut sums.all[range.clone()]);
            dispatch!(level, _ => add_long(all, &others.all[range], 1));
        }
    }

    /// Adds numbers one by one, wherever they are kept.
    pub(super) fn add_numbers(&self, sums: &mut [u64], numbers: &[u64]) {
        dispatch!(self.processor.0, _ => add_long(sums, numbers, 1));
    }

    pub(super) fn clear(&mut self) {
        for line in self.touched.drain(..) {
            let sums = &mut self.of_lines[line];
            let range = sums.range();
            sums.all[range.clone()].fill(0);
            sums.recent[range].fill(0);
            sums.is_touched = false;
        }
    }
}

/// Larger products go where there is room for many of them.
const MOST_AT_ONCE: u64 = 1 << 27;

/// Sums by position. A processor adds up twice as many words of half the size in a step, so what is sure to fit goes there
/// first.
#[derive(Default)]
pub(super) struct Sums {
    processor: Processor,
    is_touched: bool,
    all: Vec<u64>,
    recent: Vec<u32>,
    /// No recent sum is larger.
    bound: u64,
    /// The positions where something was added.
    from: usize,
    upto: usize,
}

impl Sums {
    /// Adds numbers so many times, from a position on; none of them is larger than `most`.
    pub(super) fn add(&mut self, numbers: WaysOn, first: usize, most: u64, times: u64) {
        let most = times.saturating_mul(most);
        self.reaches(first..first + numbers.len());
        let level = self.processor.0;
        if most > MOST_AT_ONCE {
            let sums = &mut self.all[first..];
            match (numbers, u32::try_from(times)) {
                (WaysOn::Narrow(numbers), Ok(times)) => {
                    dispatch!(level, _ => add_products(sums, numbers, times));
                }
                (WaysOn::Wide(numbers), Ok(times)) => {
                    dispatch!(level, _ => add_products(sums, numbers, times));
                }
                (WaysOn::Narrow(numbers), Err(_)) => {
                    dispatch!(level, _ => add_long(sums, numbers, times));
                }
                (WaysOn::Wide(numbers), Err(_)) => {
                    dispatch!(level, _ => add_long(sums, numbers, times));
                }
                (WaysOn::Long(numbers), _) => {
                    dispatch!(level, _ => add_long(sums, numbers, times));
                }
            }
            return;
        }
        if self.bound + most > u32::MAX.into() {
            self.settle();
        }
        self.bound += most;
        let sums = &mut self.recent[first..];
        match numbers {
            // A product of two short words is cheap.
            WaysOn::Narrow(numbers) => match u16::try_from(times) {
                Ok(times) => dispatch!(level, _ => add_short(sums, numbers, times)),
                Err(_) => dispatch!(level, _ => add_times(sums, numbers, times as u32)),
            },
            WaysOn::Wide(numbers) => dispatch!(level, _ => add_times(sums, numbers, times as u32)),
            // Long numbers are larger than that.
            WaysOn::Long(_) => {}
        }
    }

    /// The sum at a position.
    #[inline]
    pub(super) fn at(&mut self, position: usize) -> &mut u64 {
        &mut self.all[position]
    }

    /// The positions where something was added.
    fn range(&self) -> Range<usize> {
        self.from.min(self.upto)..self.upto
    }

    /// Something is added at these positions.
    pub(super) fn reaches(&mut self, range: Range<usize>) {
        self.from = self.from.min(range.start);
        self.upto = self.upto.max(range.end);
    }

    fn settle(&mut self) {
        let range = self.range();
        if self.bound > 0 {
            let (all, recent) = (&mut self.all[range.clone()], &mut self.recent[range]);
            dispatch!(self.processor.0, _ => settle(all, recent));
        }
        self.bound = 0;
    }
}

// Inlined, so that each is compiled for the processor that it is called for.

#[inline(always)]
fn apart(these: &[u64], those: &[u64]) -> u32 {
    let both = these.iter().zip(those);
    both.map(|(a, b)| (a ^ b).count_ones()).sum()
}

#[inline(always)]
fn any(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |any, number| any | number)
}

#[inline(always)]
fn copy<T: Copy, U>(from: &[T], into: &mut [U], word: &impl Fn(T) -> U) {
    for (into, &number) in into.iter_mut().zip(from) {
        *into = word(number);
    }
}

#[inline(always)]
fn add_short(sums: &mut [u32], numbers: &[u16], times: u16) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(u32::from(ways) * u32::from(times));
    }
}

#[inline(always)]
fn add_times<T: Copy + Into<u32>>(sums: &mut [u32], numbers: &[T], times: u32) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(ways.into().wrapping_mul(times));
    }
}

/// A product of two words of half the size is cheap.
#[inline(always)]
fn add_products<T: Copy + Into<u32>>(sums: &mut [u64], numbers: &[T], times: u32) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(u64::from(ways.into()) * u64::from(times));
    }
}

/// Bounded as all ways of one side are: see `Question::new`.
#[inline(always)]
fn add_long<T: Copy + Into<u64>>(sums: &mut [u64], numbers: &[T], times: u64) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(times.wrapping_mul(ways.into()));
    }
}

#[inline(always)]
fn settle(all: &mut [u64], recent: &mut [u32]) {
    for (sum, recent) in all.iter_mut().zip(recent) {
        *sum = sum.wrapping_add(std::mem::take(recent).into());
    }
}

//! In how many ways states go on, by position: for one pair of states, and added up.

use std::ops::Range;

/// How a side goes on with one combination of ends.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) ends: u32,
    /// The first position that has a number, and where the numbers begin and end.
    pub(super) first: usize,
    pub(super) begin: usize,
    pub(super) end: usize,
    /// The largest of them.
    pub(super) most: u64,
}

impl Block {
    pub(super) fn is_narrow(&self) -> bool {
        self.most <= u16::MAX.into()
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

    /// The sum of the products with other numbers; these begin at one position, the others at another.
    pub(super) fn times(&self, first: usize, others: &[f64], first_of_others: usize) -> f64 {
        let others = others.get(first.saturating_sub(first_of_others)..);
        let skipped = first_of_others.saturating_sub(first);
        let others = others.unwrap_or_default();
        match self {
            WaysOn::Narrow(numbers) => products(numbers, skipped, others, |number| number.into()),
            WaysOn::Wide(numbers) => products(numbers, skipped, others, |number| number.into()),
            WaysOn::Long(numbers) => products(numbers, skipped, others, |number| number as f64),
        }
    }
}

/// In eight sums, none of which waits for another.
fn products<T: Copy>(
    numbers: &[T],
    skipped: usize,
    others: &[f64],
    value: impl Fn(T) -> f64,
) -> f64 {
    let numbers = numbers.get(skipped..).unwrap_or_default();
    let length = numbers.len().min(others.len());
    let (numbers, others) = (numbers[..length].chunks(8), others[..length].chunks(8));
    let mut sums = [0.0; 8];
    for (numbers, others) in numbers.zip(others) {
        for ((sum, &number), &other) in sums.iter_mut().zip(numbers).zip(others) {
            *sum += value(number) * other;
        }
    }
    sums.iter().sum()
}

/// Numbers by position, for each combination of ends that came up.
#[derive(Default)]
pub(super) struct Blocks {
    of_ends: Vec<Sums>,
    pub(super) touched: Vec<usize>,
}

impl Blocks {
    pub(super) fn block(&mut self, ends: usize, width: usize) -> &mut Sums {
        if ends >= self.of_ends.len() {
            self.of_ends.resize_with(ends + 1, Sums::default);
        }
        let block = &mut self.of_ends[ends];
        if !block.is_touched {
            block.is_touched = true;
            block.all.resize(width, 0);
            block.recent.resize(width, 0);
            (block.from, block.upto) = (width, 0);
            self.touched.push(ends);
        }
        block
    }

    /// The positions of one combination where something was added.
    pub(super) fn range(&self, ends: usize) -> Range<usize> {
        self.of_ends[ends].range()
    }

    /// The numbers of one combination.
    pub(super) fn numbers(&self, ends: usize) -> &[u64] {
        &self.of_ends[ends].all
    }

    pub(super) fn settle(&mut self) {
        for &ends in &self.touched {
            self.of_ends[ends].settle();
        }
    }

    /// Adds what others come to.
    pub(super) fn add_all(&mut self, others: &Blocks, width: usize) {
        for &ends in &others.touched {
            let sums = self.block(ends, width);
            let others = &others.of_ends[ends];
            let range = others.from..others.upto;
            sums.reaches(range.clone());
            for (sum, other) in sums.all[range.clone()].iter_mut().zip(&others.all[range]) {
                *sum = sum.wrapping_add(*other);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        for ends in self.touched.drain(..) {
            let sums = &mut self.of_ends[ends];
            let range = sums.range();
            sums.all[range.clone()].fill(0);
            sums.recent[range].fill(0);
            sums.is_touched = false;
        }
    }
}

/// Sums by position. A processor adds up twice as many words of half the size in a step, so what is sure to fit goes there
/// first.
#[derive(Default)]
pub(super) struct Sums {
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
        if most > u32::MAX.into() {
            let sums = &mut self.all[first..];
            match numbers {
                WaysOn::Narrow(numbers) => add_long(sums, numbers, times),
                WaysOn::Wide(numbers) => add_long(sums, numbers, times),
                WaysOn::Long(numbers) => add_long(sums, numbers, times),
            }
            return;
        }
        if self.bound + most > u32::MAX.into() {
            self.settle();
        }
        self.bound += most;
        let sums = &mut self.recent[first..];
        match (numbers, times) {
            (WaysOn::Narrow(numbers), 1) => add_once(sums, numbers),
            (WaysOn::Wide(numbers), 1) => add_once(sums, numbers),
            (WaysOn::Narrow(numbers), times) => match u16::try_from(times) {
                // A product of two short words is cheap.
                Ok(times) => {
                    for (sum, &ways) in sums.iter_mut().zip(numbers) {
                        *sum = sum.wrapping_add(u32::from(ways) * u32::from(times));
                    }
                }
                Err(_) => add_times(sums, numbers, times as u32),
            },
            (WaysOn::Wide(numbers), times) => add_times(sums, numbers, times as u32),
            // Long numbers are larger than that.
            (WaysOn::Long(_), _) => {}
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
        let recent = &mut self.recent[range.clone()];
        for (sum, recent) in self.all[range].iter_mut().zip(recent) {
            *sum = sum.wrapping_add(std::mem::take(recent).into());
        }
        self.bound = 0;
    }
}

fn add_once<T: Copy + Into<u32>>(sums: &mut [u32], numbers: &[T]) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(ways.into());
    }
}

fn add_times<T: Copy + Into<u32>>(sums: &mut [u32], numbers: &[T], times: u32) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(ways.into().wrapping_mul(times));
    }
}

/// Bounded as all ways of one side are: see `Question::new`.
fn add_long<T: Copy + Into<u64>>(sums: &mut [u64], numbers: &[T], times: u64) {
    for (sum, &ways) in sums.iter_mut().zip(numbers) {
        *sum = sum.wrapping_add(times.wrapping_mul(ways.into()));
    }
}

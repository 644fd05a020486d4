//! Two places together: their states, how these go on, and what the other side leaves them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::numbers::Numbers;
use super::seat_table::{Row, RowEntry, SeatTable, cards_of};
use super::{DEAD, SumAcross, UNSET, WORK_A_PAIR, WORK_A_PRODUCT};
use crate::Error;
use crate::binomial::binomial;
use crate::meter::Meter;
use crate::rule::ValueList;

/// Two places: their states together.
pub(super) struct Side<'a> {
    pub(super) tables: [&'a SeatTable; 2],
    /// Which of the four they are, and which parts of the verdict.
    at: [usize; 2],
    pub(super) parts: [usize; 2],
    /// The sums across these two, each with its part.
    pub(super) sums: Vec<(usize, &'a SumAcross)>,
    /// The sums so far that came up, each list with a number.
    partial: FxHashMap<ValueList, u32>,
    pub(super) partials: Vec<ValueList>,
    /// Whether the sums no longer change after the single cards.
    settled: bool,
    /// The combinations of ends that came up.
    known_ends: FxHashMap<SmallVec<[u32; 4]>, u32>,
    pub(super) ends: Vec<SmallVec<[u32; 4]>>,
    /// For each pair of states after the single cards, how it goes on: which blocks.
    known: FxHashMap<u64, (usize, usize)>,
    /// A combination of ends, and where its numbers begin and end: each a position, and in how many ways.
    blocks: Vec<(u32, usize, usize)>,
    arena: Vec<(u32, u32)>,
    /// The numbers of the pair of states at hand by position, for each of its blocks, and which are not 0.
    open: Vec<(Vec<u32>, Vec<u32>)>,
}

/// States of both places and a list of sums, packed, each with its ways.
pub(super) type Ways = Vec<(u64, u64)>;

pub(super) const STATE_BITS: u32 = 20;

impl<'a> Side<'a> {
    pub(super) fn new(
        tables: &'a [SeatTable],
        at: [usize; 2],
        parts: [usize; 4],
        sums: &'a [SumAcross],
        first_sum: usize,
    ) -> Side<'a> {
        let sums = sums.iter().enumerate();
        let sums: Vec<(usize, &SumAcross)> = sums
            .filter(|(_, sum)| at.iter().any(|&at| sum.looks(at)))
            .map(|(i, sum)| (first_sum + i, sum))
            .collect();
        let start: ValueList = sums.iter().map(|(_, sum)| sum.base).collect();
        let settled = sums
            .iter()
            .all(|(_, sum)| sum.bulk.iter().all(|worths| *worths == [0; 4]));
        Side {
            settled,
            tables: at.map(|at| &tables[at]),
            at,
            parts: at.map(|at| parts[at]),
            sums,
            partial: [(start.clone(), 0)].into_iter().collect(),
            partials: vec![start],
            known_ends: FxHashMap::default(),
            ends: Vec::new(),
            known: FxHashMap::default(),
            blocks: Vec::new(),
            arena: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The ways after `number` cards of a rare kind came to the side, each so many times.
    pub(super) fn take(
        &mut self,
        kind: usize,
        from: &Ways,
        number: usize,
        times: u64,
        into: &mut Ways,
    ) {
        let mask = (1 << STATE_BITS) - 1;
        for &(state, ways) in from {
            let (a, b) = ((state & mask) as u32, (state >> STATE_BITS & mask) as u32);
            let sums = (state >> (2 * STATE_BITS)) as u32;
            for n in 0..=number {
                let a = self.tables[0].next(kind, a, n);
                let b = self.tables[1].next(kind, b, number - n);
                if a == DEAD || b == DEAD {
                    continue;
                }
                let sums = self.add(kind, sums, n, number - n);
                let state =
                    u64::from(a) | u64::from(b) << STATE_BITS | u64::from(sums) << (2 * STATE_BITS);
                let splits = binomial(number as u8, n as u8);
                into.push((state, ways * times * splits));
            }
        }
    }

    /// The number of the sums after some cards of a rare kind.
    fn add(&mut self, kind: usize, sums: u32, a: usize, b: usize) -> u32 {
        if self.sums.is_empty() || self.sums.iter().all(|(_, sum)| sum.rare[kind] == [0; 4]) {
            return sums;
        }
        let old = &self.partials[sums as usize];
        let new: ValueList = std::iter::zip(old, &self.sums)
            .map(|(value, (_, sum))| {
                let worths = sum.rare[kind];
                value + a as i64 * worths[self.at[0]] + b as i64 * worths[self.at[1]]
            })
            .collect();
        let partials = &mut self.partials;
        *self.partial.entry(new).or_insert_with_key(|new| {
            partials.push(new.clone());
            partials.len() as u32 - 1
        })
    }

    /// Puts sums that mean the same from here on in place of those that came up; ways whose sum never qualifies are dropped.
    pub(super) fn settle_sums(&self, ways: &mut Ways, classes: Option<&Vec<Vec<u32>>>) {
        if self.sums.is_empty() || !self.settled {
            return;
        }
        let end = |value: i64, (part, sum): &(usize, &SumAcross)| {
            let end = sum.end_of[(value - sum.low) as usize];
            let class = classes.map_or(end, |classes| classes[*part][end as usize]);
            (class != DEAD).then_some(class)
        };
        let mut first: FxHashMap<SmallVec<[u32; 4]>, u32> = FxHashMap::default();
        let mut stands_for = Vec::with_capacity(self.partials.len());
        for (number, values) in self.partials.iter().enumerate() {
            let ends: Option<SmallVec<[u32; 4]>> = std::iter::zip(values, &self.sums)
                .map(|(value, sum)| end(*value, sum))
                .collect();
            stands_for.push(ends.map(|ends| *first.entry(ends).or_insert(number as u32)));
        }
        let low = (1 << (2 * STATE_BITS)) - 1;
        ways.retain_mut(
            |(state, _)| match stands_for[(*state >> (2 * STATE_BITS)) as usize] {
                Some(sums) => {
                    *state = *state & low | u64::from(sums) << (2 * STATE_BITS);
                    true
                }
                None => false,
            },
        );
        merge(ways);
    }

    /// The rows of a pair of states, and how many cards of the kinds of many they take.
    pub(super) fn rows(&self, state: u64) -> ([&'a Row; 2], usize) {
        let mask = (1 << STATE_BITS) - 1;
        let rows = [state & mask, state >> STATE_BITS & mask];
        let tables = self.tables;
        let rows = [0, 1].map(|i| &tables[i].rows[rows[i] as usize]);
        (rows, cards_of(rows[0]) + cards_of(rows[1]))
    }

    /// How a pair of states goes on: for each combination of ends a block with, for each number of cards of the kinds of
    /// many that the sides can share, in how many ways this side can share its part.
    fn onward(
        &mut self,
        state: u64,
        numbers: &Numbers,
        shared: &Shared,
        is_first: bool,
        meter: &mut Meter,
    ) -> Result<(usize, usize), Error> {
        if let Some(&known) = self.known.get(&state) {
            return Ok(known);
        }
        let ([a, b], total) = self.rows(state);
        let work_of_one = b.len() as u64 * WORK_A_PAIR;
        meter.charge(a.len() as u64 * work_of_one + 16)?;
        meter.did(16)?;
        let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
        let guard = numbers.guard();
        let kinds = numbers.sizes.len();
        let total = if is_first {
            total
        } else {
            numbers.cards() - total
        };
        let (positions, width) = (&shared.positions[total], shared.numbers[total].len());
        // Which block the ends of two entries have is looked up once for each two ends.
        let ends_a = a.iter().map(|entry| entry.end).max().unwrap_or(0) as usize + 1;
        let ends_b = b.iter().map(|entry| entry.end).max().unwrap_or(0) as usize + 1;
        let mut block_of = vec![UNSET; if self.settled { ends_a * ends_b } else { 0 }];
        let begin = self.blocks.len();
        for x in a {
            meter.did(work_of_one)?;
            for y in b {
                let lanes = x.lanes + y.lanes;
                if (lanes + guard) & OVER != 0 {
                    continue;
                }
                let index = x.index + y.index;
                let index = if is_first {
                    index
                } else {
                    numbers.all.index - index
                };
                let position = positions[index as usize];
                if position == UNSET {
                    continue;
                }
                let known = self
                    .settled
                    .then_some(x.end as usize * ends_b + y.end as usize);
                let block = match known.map(|at| block_of[at]).filter(|block| *block != UNSET) {
                    Some(block) => block as usize,
                    None => {
                        let ends = self.ends_of(x, y, &sums, numbers);
                        let blocks = &self.blocks[begin..];
                        let block = match blocks.iter().position(|(one, ..)| *one == ends) {
                            Some(at) => begin + at,
                            None => {
                                self.blocks.push((ends, 0, 0));
                                if self.open.len() < self.blocks.len() - begin {
                                    self.open.push(Default::default());
                                }
                                let (values, _) = &mut self.open[self.blocks.len() - 1 - begin];
                                if values.len() < width {
                                    values.resize(width, 0);
                                }
                                self.blocks.len() - 1
                            }
                        };
                        if let Some(at) = known {
                            block_of[at] = block as u32;
                        }
                        block
                    }
                };
                let ways = (0..kinds).fold(1, |ways: u32, kind| {
                    let (all, own) = (Numbers::lane(lanes, kind), Numbers::lane(x.lanes, kind));
                    let at = usize::from(all & 31) << 5 | usize::from(own & 31);
                    ways.wrapping_mul(numbers.choose[at])
                });
                // No more than the ways to split the side's cards in two, which fit: see `Question::new`.
                let (values, touched) = &mut self.open[block - begin];
                let sum = &mut values[position as usize];
                if *sum == 0 {
                    touched.push(position);
                }
                *sum = sum.wrapping_add(ways);
            }
        }
        for (block, (values, touched)) in self.blocks[begin..].iter_mut().zip(&mut self.open) {
            block.1 = self.arena.len();
            let number = |position: u32| (position, std::mem::take(&mut values[position as usize]));
            self.arena.extend(touched.drain(..).map(number));
            block.2 = self.arena.len();
        }
        let onward = (begin, self.blocks.len());
        self.known.insert(state, onward);
        Ok(onward)
    }

    /// Adds up how some states go on, each as often as there are ways to it.
    pub(super) fn add_up(
        &mut self,
        ways: &Ways,
        numbers: &Numbers,
        shared: &Shared,
        is_first: bool,
        into: &mut Blocks,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        for &(state, ways) in ways {
            let (from, upto) = self.onward(state, numbers, shared, is_first, meter)?;
            let (_, total) = self.rows(state);
            let total = if is_first {
                total
            } else {
                numbers.cards() - total
            };
            let width = shared.numbers[total].len();
            for &(ends, begin, end) in &self.blocks[from..upto] {
                let numbers = &self.arena[begin..end];
                let work = WORK_A_PRODUCT * numbers.len() as u64 / 2 + 4;
                meter.charge(work)?;
                meter.did(work)?;
                let sums = into.block(ends as usize, width);
                for &(position, splits) in numbers {
                    // Bounded as all ways of one side are: see `Question::new`.
                    let sum = &mut sums[position as usize];
                    *sum = sum.wrapping_add(ways.wrapping_mul(u64::from(splits)));
                }
            }
        }
        Ok(())
    }

    fn ends_of(&mut self, x: &RowEntry, y: &RowEntry, sums: &[i64], numbers: &Numbers) -> u32 {
        let mut ends: SmallVec<[u32; 4]> = SmallVec::from_slice(&[x.end, y.end]);
        for (value, (_, sum)) in sums.iter().zip(&self.sums) {
            let mut value = *value;
            for kind in 0..numbers.sizes.len() {
                let worths = sum.bulk[kind];
                value += i64::from(Numbers::lane(x.lanes, kind)) * worths[self.at[0]];
                value += i64::from(Numbers::lane(y.lanes, kind)) * worths[self.at[1]];
            }
            ends.push(sum.end_of[(value - sum.low) as usize]);
        }
        let all = &mut self.ends;
        *self.known_ends.entry(ends).or_insert_with_key(|ends| {
            all.push(ends.clone());
            all.len() as u32 - 1
        })
    }

    /// What the arena and the lists take, in bytes.
    pub(super) fn memory(&self) -> u64 {
        let (arena, blocks) = (self.arena.capacity(), self.blocks.capacity());
        (8 * arena + 24 * blocks + 40 * self.known.capacity()) as u64
    }
}

/// A bit in each lane that is set when a kind has too few cards.
const OVER: u64 = 0x8080_8080_8080_8080;

/// The numbers of cards of the kinds of many that the first side can have, as far as the second can make do with the rest:
/// for each number of cards in all.
pub(super) struct Shared {
    /// For each index, its position among those that can be; [`UNSET`] for the others.
    positions: Vec<Vec<u32>>,
    /// In how many ways the cards of each of them can be taken.
    pub(super) numbers: Vec<Vec<u128>>,
}

impl Shared {
    pub(super) fn new(
        second: &Side,
        states: impl Iterator<Item = u64>,
        numbers: &Numbers,
        meter: &mut Meter,
    ) -> Result<Shared, Error> {
        let mut can = vec![vec![false; numbers.indices]; numbers.cards() + 1];
        let guard = numbers.guard();
        for state in states {
            let ([a, b], total) = second.rows(state);
            let work = (a.len() * b.len()) as u64;
            meter.charge(work)?;
            meter.did(work)?;
            let can = &mut can[numbers.cards() - total];
            for x in a {
                for y in b {
                    if (x.lanes + y.lanes + guard) & OVER == 0 {
                        can[(numbers.all.index - x.index - y.index) as usize] = true;
                    }
                }
            }
        }
        let mut shared = Shared {
            positions: vec![vec![UNSET; numbers.indices]; can.len()],
            numbers: vec![Vec::new(); can.len()],
        };
        for (total, all) in numbers.of_total.iter().enumerate() {
            for number in all
                .iter()
                .filter(|number| can[total][number.index as usize])
            {
                let known = &mut shared.numbers[total];
                shared.positions[total][number.index as usize] = known.len() as u32;
                known.push(numbers.ways(number.lanes));
            }
        }
        Ok(shared)
    }
}

/// Numbers by position, for each combination of ends that came up.
#[derive(Default)]
pub(super) struct Blocks {
    pub(super) of_ends: Vec<Vec<u64>>,
    pub(super) touched: Vec<usize>,
}

impl Blocks {
    fn block(&mut self, ends: usize, width: usize) -> &mut [u64] {
        if ends >= self.of_ends.len() {
            self.of_ends.resize(ends + 1, Vec::new());
        }
        let block = &mut self.of_ends[ends];
        if block.is_empty() {
            block.resize(width, 0);
            self.touched.push(ends);
        }
        block
    }

    pub(super) fn clear(&mut self) {
        for ends in self.touched.drain(..) {
            self.of_ends[ends].clear();
        }
    }
}

/// What some lists of ways take.
pub(super) fn bytes(lists: &[Ways]) -> u64 {
    let of_list = |list: &Ways| (size_of_val(&list[..]) + size_of::<Ways>()) as u64;
    lists.iter().map(of_list).sum()
}

/// Puts the ways to the same state together.
pub(super) fn merge(ways: &mut Ways) {
    ways.sort_unstable();
    ways.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

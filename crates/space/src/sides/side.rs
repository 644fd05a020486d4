//! Two places together: their states, how these go on, and what the other side leaves them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::numbers::Numbers;
use super::seat_table::{Row, SeatTable};
use super::{DEAD, ELEMENTS_A_STEP, PAIRS_A_STEP, SumAcross, UNSET};
use crate::Error;
use crate::binomial::binomial;
use crate::meter::Meter;
use crate::parts::Verdict;
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
    /// For each combination of ends its numbers, in how many ways by position.
    blocks: Vec<Block>,
    arena: Vec<u32>,
    /// The numbers of the pair of states at hand by position, for each of its blocks.
    open: Vec<Vec<u32>>,
    /// How the numbers of cards of both places go together.
    splits: Vec<Splits>,
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
            splits: Vec::new(),
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

    /// For each set of single cards that the side gets, all ways to share it, in place of the set itself.
    ///
    /// Where every rare kind is one card there is no need to go through them one after the other: what each place makes of
    /// its part is looked up.
    pub(super) fn share_sets(&self, sets: &mut [Ways], meter: &mut Meter) -> Result<(), Error> {
        let of_sets = self.tables.map(SeatTable::of_sets);
        let mut held = bytes(sets);
        for own in sets {
            for (set, _) in std::mem::take(own) {
                let before = own.len();
                let parts = 1u64 << set.count_ones();
                meter.charge(parts / PAIRS_A_STEP)?;
                meter.did(parts / PAIRS_A_STEP)?;
                let mut part = set;
                loop {
                    let a = of_sets[0][part as usize];
                    if a != DEAD {
                        let b = of_sets[1][(set ^ part) as usize];
                        if b != DEAD {
                            own.push((u64::from(a) | u64::from(b) << STATE_BITS, 1));
                        }
                    }
                    if part == 0 {
                        break;
                    }
                    part = (part - 1) & set;
                }
                let work = 2 * (own.len() - before) as u64;
                meter.charge(work)?;
                meter.did(work)?;
            }
            merge(own);
            own.shrink_to_fit();
            held += 16 * own.len() as u64;
            meter.hold(held)?;
        }
        Ok(())
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
    #[inline]
    pub(super) fn rows(&self, state: u64) -> ([&'a Row; 2], usize) {
        let mask = (1 << STATE_BITS) - 1;
        let rows = [state & mask, state >> STATE_BITS & mask];
        let tables = self.tables;
        let rows = [0, 1].map(|i| &tables[i].rows[rows[i] as usize]);
        (rows, rows[0].total + rows[1].total)
    }

    /// Forgets how states go on: others come, with another number of cards.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.blocks.clear();
        self.arena.clear();
        self.splits.clear();
    }

    /// How a pair of states goes on: for each combination of ends a block with, for each number of cards of the kinds of
    /// many that the sides can share, in how many ways this side can share its part.
    fn onward(
        &mut self,
        state: u64,
        spots: &Spots,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<(usize, usize), Error> {
        if let Some(&known) = self.known.get(&state) {
            return Ok(known);
        }
        let ([a, b], _) = self.rows(state);
        let pairs = (a.entries.len() * b.entries.len()) as u64;
        let work = 16 + pairs / PAIRS_A_STEP;
        meter.charge(work)?;
        meter.did(work)?;
        let tables = self.tables;
        let begin = self.blocks.len();
        let width = spots.numbers.len();
        let totals = (a.total as u8, b.total as u8);
        let splits = match self.splits.iter().position(|one| one.totals == totals) {
            Some(at) => at,
            None => {
                let splits = Splits::new(tables, totals, spots);
                let work = splits.table.len() as u64 / PAIRS_A_STEP;
                meter.charge(work)?;
                meter.did(work)?;
                self.splits.push(splits);
                self.splits.len() - 1
            }
        };
        let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
        for (end_a, xs) in a.ends() {
            for (end_b, ys) in b.ends() {
                if self.settled {
                    let ends = self.ends_of(end_a, end_b, &sums);
                    let Some(open) = self.open_block(ends, begin, width, judge, meter)? else {
                        continue;
                    };
                    let values = &mut self.open[open][..];
                    let splits = &self.splits[splits];
                    for x in xs {
                        let row = splits.row(x.id);
                        for y in ys {
                            let Split { position, ways } = row[y.id as usize];
                            // No more than the ways to split the side's cards in two.
                            let sum = &mut values[position as usize];
                            *sum = sum.wrapping_add(ways);
                        }
                    }
                    continue;
                }
                for x in xs {
                    for y in ys {
                        let Split { position, ways } = self.splits[splits].row(x.id)[y.id as usize];
                        if ways == 0 {
                            continue;
                        }
                        let lanes = [
                            tables[0].used[a.total][x.id as usize].lanes,
                            tables[1].used[b.total][y.id as usize].lanes,
                        ];
                        let mut all = sums.clone();
                        for (value, (_, sum)) in all.iter_mut().zip(&self.sums) {
                            for (kind, worths) in sum.bulk.iter().enumerate() {
                                for (lanes, at) in lanes.into_iter().zip(self.at) {
                                    *value += i64::from(Numbers::lane(lanes, kind)) * worths[at];
                                }
                            }
                        }
                        let ends = self.ends_of(end_a, end_b, &all);
                        if let Some(open) = self.open_block(ends, begin, width, judge, meter)? {
                            self.open[open][position as usize] += ways;
                        }
                    }
                }
            }
        }
        for (block, values) in self.blocks[begin..].iter_mut().zip(&mut self.open) {
            let values = &mut values[..=width];
            let first = values[..width].iter().position(|&ways| ways != 0);
            let last = values[..width].iter().rposition(|&ways| ways != 0);
            block.first = first.unwrap_or(0);
            block.begin = self.arena.len();
            if let (Some(first), Some(last)) = (first, last) {
                self.arena.extend_from_slice(&values[first..=last]);
            }
            block.end = self.arena.len();
            values.fill(0);
        }
        let onward = (begin, self.blocks.len());
        self.known.insert(state, onward);
        Ok(onward)
    }

    /// Where the numbers of a combination of ends are added up; `None` if it never qualifies.
    fn open_block(
        &mut self,
        ends: SmallVec<[u32; 4]>,
        begin: usize,
        width: usize,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<Option<usize>, Error> {
        let ends = match self.known_ends.get(&ends) {
            Some(&known) => known,
            None => {
                let new = self.ends.len() as u32;
                let stands_for = judge.stands_for(&ends, new, meter)?;
                if stands_for == new {
                    self.ends.push(ends.clone());
                }
                self.known_ends.insert(ends, stands_for);
                stands_for
            }
        };
        if ends == DEAD {
            return Ok(None);
        }
        let blocks = &self.blocks[begin..];
        if let Some(at) = blocks.iter().position(|block| block.ends == ends) {
            return Ok(Some(at));
        }
        let at = blocks.len();
        self.blocks.push(Block {
            ends,
            ..Block::default()
        });
        if self.open.len() <= at {
            self.open.push(Vec::new());
        }
        if self.open[at].len() <= width {
            self.open[at].resize(width + 1, 0);
        }
        Ok(Some(at))
    }

    /// Adds up how some states go on, each as often as there are ways to it.
    pub(super) fn add_up(
        &mut self,
        ways: &Ways,
        spots: &Spots,
        judge: &mut SideJudge,
        into: &mut Blocks,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        for &(state, ways) in ways {
            let (from, upto) = self.onward(state, spots, judge, meter)?;
            for block in &self.blocks[from..upto] {
                let numbers = &self.arena[block.begin..block.end];
                let work = numbers.len() as u64 / ELEMENTS_A_STEP + 4;
                meter.charge(work)?;
                meter.did(work)?;
                let sums = into.block(block.ends as usize, spots.numbers.len());
                let sums = &mut sums[block.first..][..numbers.len()];
                // Bounded as all ways of one side are: see `Question::new`. A product of two words of half the size is one step
                // of a processor for several at a time.
                match u32::try_from(ways) {
                    Ok(ways) => {
                        for (sum, &splits) in sums.iter_mut().zip(numbers) {
                            *sum = sum.wrapping_add(u64::from(ways) * u64::from(splits));
                        }
                    }
                    Err(_) => {
                        for (sum, &splits) in sums.iter_mut().zip(numbers) {
                            *sum = sum.wrapping_add(ways.wrapping_mul(u64::from(splits)));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// About what it takes to add up some lists of states, in steps: of the states a few are looked at.
    pub(super) fn forecast<'w>(
        &self,
        lists: impl Iterator<Item = &'w Ways>,
        shared: &Shared,
    ) -> u64 {
        let mut looked_at: Vec<u64> = Vec::new();
        let mut elements = 0;
        for ways in lists {
            let of_first = ways.first().map_or(0, |(state, _)| self.rows(*state).1);
            let width = shared.width_of(of_first);
            elements += (ways.len() * width) as u64;
            let few = ways.iter().map(|(state, _)| *state);
            looked_at.extend(few.filter(|state| state.wrapping_mul(ODD) >> (64 - LOOKED_AT) == 0));
        }
        looked_at.sort_unstable();
        looked_at.dedup();
        let pairs = looked_at.iter().map(|&state| {
            let ([a, b], _) = self.rows(state);
            (a.entries.len() * b.entries.len()) as u64
        });
        // Numbers of ways fill about two thirds of all positions.
        (pairs.sum::<u64>() << LOOKED_AT) / PAIRS_A_STEP + elements / ELEMENTS_A_STEP * 2 / 3
    }

    /// What one state comes to, for each combination of ends: where its numbers are.
    pub(super) fn of_state(
        &mut self,
        state: u64,
        spots: &Spots,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<impl Iterator<Item = (usize, usize, &[u32])>, Error> {
        let (from, upto) = self.onward(state, spots, judge, meter)?;
        let blocks = self.blocks[from..upto].iter();
        Ok(blocks.map(|block| {
            let numbers = &self.arena[block.begin..block.end];
            (block.ends as usize, block.first, numbers)
        }))
    }

    /// How the numbers of cards of both places go together, and how many the second has.
    pub(super) fn splits_of(&mut self, totals: (u8, u8), spots: &Spots) -> (usize, &[Split]) {
        let at = match self.splits.iter().position(|one| one.totals == totals) {
            Some(at) => at,
            None => {
                self.splits.push(Splits::new(self.tables, totals, spots));
                self.splits.len() - 1
            }
        };
        (self.splits[at].width, &self.splits[at].table)
    }

    /// How both places and the sums across them end.
    fn ends_of(&self, a: u32, b: u32, sums: &[i64]) -> SmallVec<[u32; 4]> {
        let of_sum = |(value, (_, sum)): (&i64, &(usize, &SumAcross))| {
            sum.end_of[(value - sum.low) as usize]
        };
        let sums = sums.iter().zip(&self.sums).map(of_sum);
        [a, b].into_iter().chain(sums).collect()
    }

    /// The parts of the verdict that a combination of ends stands for, each with its end.
    pub(super) fn parts(&self) -> impl Iterator<Item = usize> {
        let sums = self.sums.iter().map(|sum| sum.0);
        self.parts.iter().copied().chain(sums)
    }

    /// What the arena and the lists take, in bytes.
    pub(super) fn memory(&self) -> u64 {
        let (arena, blocks) = (self.arena.capacity(), self.blocks.capacity());
        (4 * arena + size_of::<Block>() * blocks + 40 * self.known.capacity()) as u64
    }
}

/// How a side goes on with one combination of ends.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    ends: u32,
    /// The first position that has a number, and where the numbers begin and end.
    first: usize,
    begin: usize,
    end: usize,
}

/// What becomes of a side's ends: those that the other side's ends cannot tell apart are one.
pub(super) struct SideJudge<'v> {
    verdict: &'v Verdict,
    parts: Vec<usize>,
    /// All combinations of the other side's ends, each for all parts; `None` if there are too many.
    others: Option<Vec<Vec<u32>>>,
    known: FxHashMap<Vec<Option<ValueList>>, u32>,
}

impl<'v> SideJudge<'v> {
    pub(super) fn new(verdict: &'v Verdict, side: &Side, other: &Side) -> SideJudge<'v> {
        let mut others = Some(vec![vec![0; verdict.parts()]]);
        let of_seat = |table: &SeatTable| {
            let rows = table.rows.iter().flat_map(|row| row.ends());
            let mut ends: Vec<u32> = rows.map(|(end, _)| end).collect();
            ends.sort_unstable();
            ends.dedup();
            ends
        };
        let of_sums = other
            .sums
            .iter()
            .map(|(_, sum)| (0..sum.ends.len() as u32).collect());
        let ends = other
            .tables
            .iter()
            .map(|table| of_seat(table))
            .chain(of_sums);
        for (part, ends) in other
            .parts()
            .zip(ends)
            .filter(|(part, _)| *part != usize::MAX)
        {
            others = others
                .filter(|all| all.len() * ends.len() <= MOST_OTHERS)
                .map(|all| {
                    let with = |one: &Vec<u32>, end: u32| {
                        let mut one = one.clone();
                        one[part] = end;
                        one
                    };
                    all.iter()
                        .flat_map(|one| ends.iter().map(move |&end| with(one, end)))
                        .collect()
                });
        }
        SideJudge {
            verdict,
            parts: side.parts().collect(),
            others,
            known: FxHashMap::default(),
        }
    }

    /// The number of the first ends that mean the same; `new` if there were none, [`DEAD`] if they never qualify.
    fn stands_for(&mut self, ends: &[u32], new: u32, meter: &mut Meter) -> Result<u32, Error> {
        let Some(others) = &self.others else {
            return Ok(new);
        };
        let work = others.len() as u64 * self.verdict.work();
        meter.charge(work / 8)?;
        meter.did(work)?;
        let of = |other: &Vec<u32>| {
            let mut all = other.clone();
            for (&part, &end) in self
                .parts
                .iter()
                .zip(ends)
                .filter(|(part, _)| **part != usize::MAX)
            {
                all[part] = end;
            }
            self.verdict.of(&all)
        };
        let all: Vec<Option<ValueList>> = others.iter().map(of).collect();
        if all.iter().all(Option::is_none) {
            return Ok(DEAD);
        }
        Ok(*self.known.entry(all).or_insert(new))
    }
}

/// More combinations of the other side's ends are not looked at.
const MOST_OTHERS: usize = 64;

/// Where two places' numbers of cards meet: the position of both together, and in how many ways they share the cards.
#[derive(Clone, Copy)]
pub(super) struct Split {
    pub(super) position: u32,
    pub(super) ways: u32,
}

/// All of them for two numbers of cards.
struct Splits {
    totals: (u8, u8),
    width: usize,
    table: Vec<Split>,
}

impl Splits {
    fn new(tables: [&SeatTable; 2], totals: (u8, u8), spots: &Spots) -> Splits {
        let used = [
            &tables[0].used[totals.0 as usize],
            &tables[1].used[totals.1 as usize],
        ];
        let guard = spots.all.guard();
        let kinds = spots.all.sizes.len();
        let mut table = Vec::with_capacity(used[0].len() * used[1].len());
        // What cannot be counts for nothing, behind all positions.
        let nowhere = Split {
            position: spots.numbers.len() as u32,
            ways: 0,
        };
        for x in used[0] {
            for y in used[1] {
                let lanes = x.lanes + y.lanes;
                let position = if (lanes + guard) & OVER != 0 {
                    UNSET
                } else {
                    spots.position(x.index + y.index)
                };
                table.push(if position == UNSET {
                    nowhere
                } else {
                    let ways = (0..kinds).fold(1, |ways: u32, kind| {
                        let (all, own) = (Numbers::lane(lanes, kind), Numbers::lane(x.lanes, kind));
                        let at = usize::from(all & 31) << 5 | usize::from(own & 31);
                        ways.wrapping_mul(spots.all.choose[at])
                    });
                    Split { position, ways }
                });
            }
        }
        Splits {
            totals,
            width: used[1].len(),
            table,
        }
    }

    #[inline]
    fn row(&self, x: u32) -> &[Split] {
        &self.table[x as usize * self.width..][..self.width]
    }
}

/// A bit in each lane that is set when a kind has too few cards.
const OVER: u64 = 0x8080_8080_8080_8080;

/// The numbers of cards of the kinds of many that a side can have, for one number of cards in all.
pub(super) struct Spots<'s> {
    all: &'s Numbers,
    positions: &'s [u32],
    is_first: bool,
    /// In how many ways the cards of each of them can be taken.
    pub(super) numbers: &'s [u128],
}

impl Spots<'_> {
    #[inline]
    fn position(&self, index: u32) -> u32 {
        let index = if self.is_first {
            index
        } else {
            self.all.all.index - index
        };
        self.positions[index as usize]
    }
}

/// The numbers of cards of the kinds of many that the first side can have, as far as the second can make do with the rest:
/// for each number of cards in all.
pub(super) struct Shared<'n> {
    all: &'n Numbers,
    /// For each index, its position among those that can be; [`UNSET`] for the others.
    positions: Vec<Vec<u32>>,
    /// In how many ways the cards of each of them can be taken.
    numbers: Vec<Vec<u128>>,
}

impl<'n> Shared<'n> {
    pub(super) fn new(
        second: &Side,
        states: impl Iterator<Item = u64>,
        numbers: &'n Numbers,
        meter: &mut Meter,
    ) -> Result<Shared<'n>, Error> {
        let mut can = vec![vec![false; numbers.indices]; numbers.cards() + 1];
        let guard = numbers.guard();
        // Which rows meet matters, and not what is known beside.
        let mut known: FxHashMap<u64, ()> = FxHashMap::default();
        for state in states.map(|state| state & ((1 << (2 * STATE_BITS)) - 1)) {
            if known.insert(state, ()).is_some() {
                continue;
            }
            let ([a, b], total) = second.rows(state);
            let work = (a.entries.len() * b.entries.len()) as u64 / PAIRS_A_STEP;
            meter.charge(work)?;
            meter.did(work)?;
            let can = &mut can[numbers.cards() - total];
            let used = [
                &second.tables[0].used[a.total],
                &second.tables[1].used[b.total],
            ];
            for x in &a.entries {
                let x = used[0][x.id as usize];
                for y in &b.entries {
                    let y = used[1][y.id as usize];
                    if (x.lanes + y.lanes + guard) & OVER == 0 {
                        can[(numbers.all.index - x.index - y.index) as usize] = true;
                    }
                }
            }
        }
        let mut shared = Shared {
            all: numbers,
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

    /// How many numbers there are for so many cards of one of the sides.
    fn width_of(&self, total: usize) -> usize {
        // The same for both sides, but for which of them takes so many.
        let other = self.all.cards() - total;
        self.numbers[total].len().max(self.numbers[other].len())
    }

    /// Those of the first side for so many cards, or of the second for what the first then leaves.
    pub(super) fn spots(&self, total: usize, is_first: bool) -> Spots<'_> {
        Spots {
            all: self.all,
            positions: &self.positions[total],
            is_first,
            numbers: &self.numbers[total],
        }
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
    ways.sort_unstable_by_key(|(state, _)| *state);
    ways.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// What is multiplied with spreads over the upper bits.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
/// Of two to this power states, one is looked at to say what all will cost.
const LOOKED_AT: u32 = 5;

/// A number that hardly two lists share.
pub(super) fn mixed(ways: &Ways) -> u64 {
    ways.iter()
        .fold(ways.len() as u64, |mixed, &(state, ways)| {
            let mixed = (mixed ^ state).wrapping_mul(ODD);
            let mixed = (mixed ^ mixed >> 29 ^ ways).wrapping_mul(ODD);
            mixed ^ mixed >> 32
        })
}

//! Two places together: their states, how these go on, and what the other side leaves them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::{Block, Blocks, Processor, WaysOn};
use super::known::Known;
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::seat_table::{Row, RowEntry, SeatTable, ends};
use super::side_judge::{Ends, SideJudge};
use super::spots::{Shared, Split, Splits, Spots};
use super::ways::{
    LOOKED_AT, STATE_BITS, STATE_MASK, Ways, bytes, counted, few_of, looked_at, merge, with_one_row,
};
use super::{DEAD, ELEMENTS_A_STEP, PAIRS_A_STEP, SumAcross, UNSET};
use crate::Error;
use crate::binomial::binomial;
use crate::meter::Meter;
use crate::rule::ValueList;

/// Two places: their states together.
pub(super) struct Side<'a> {
    pub(super) tables: [&'a SeatTable; 2],
    processor: Processor,
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
    /// Where there are no sums and not too many of them, their numbers by the ends of both places.
    listed_ends: Vec<u32>,
    /// For each pair of states after the single cards, how it goes on: which blocks.
    known: Known,
    /// For each line its numbers, in how many ways by position: those that are all small, and the others.
    blocks: Vec<Block>,
    narrow: Vec<u16>,
    wide: Vec<u32>,
    long: Vec<u64>,
    /// The numbers of the pair of states at hand by position, for each of its blocks.
    open: Vec<Vec<u64>>,
    /// Which blocks the states have that are added up together, and how often these count.
    found: Vec<(usize, usize, u64)>,
    /// How the numbers of cards of both places go together.
    pub(super) splits: Vec<Splits>,
}

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
        let all = at.map(|at| tables[at].ends.len()).iter().product::<usize>();
        let listed_ends = if sums.is_empty() && all <= MOST_LISTED_ENDS {
            vec![UNSET; all]
        } else {
            Vec::new()
        };
        Side {
            settled,
            processor: Processor::default(),
            tables: at.map(|at| &tables[at]),
            at,
            parts: at.map(|at| parts[at]),
            sums,
            partial: [(start.clone(), 0)].into_iter().collect(),
            partials: vec![start],
            listed_ends,
            known: Known::default(),
            blocks: Vec::new(),
            narrow: Vec::new(),
            wide: Vec::new(),
            long: Vec::new(),
            open: Vec::new(),
            found: Vec::new(),
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
    /// its part is looked up. So many bytes are held besides.
    pub(super) fn share_sets(
        &self,
        sets: &mut [Ways],
        held: u64,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let of_sets = self.tables.map(SeatTable::of_sets);
        let mut held = held + bytes(sets);
        let (mut all, mut spare) = (Vec::new(), Vec::new());
        for own in sets {
            all.clear();
            for (set, _) in std::mem::take(own) {
                let before = all.len();
                let parts = 1u64 << set.count_ones();
                meter.charge(parts / PAIRS_A_STEP)?;
                meter.did(parts / PAIRS_A_STEP)?;
                let mut part = set;
                loop {
                    let a = of_sets[0][part as usize];
                    if a != DEAD {
                        let b = of_sets[1][(set ^ part) as usize];
                        if b != DEAD {
                            all.push(u64::from(a) | u64::from(b) << STATE_BITS);
                        }
                    }
                    if part == 0 {
                        break;
                    }
                    part = (part - 1) & set;
                }
                let work = 2 * (all.len() - before) as u64;
                meter.charge(work)?;
                meter.did(work)?;
            }
            *own = counted(&mut all, &mut spare);
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
    pub(super) fn settle_sums(
        &self,
        all: &mut [Ways],
        classes: Option<&Vec<Vec<u32>>>,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        if self.sums.is_empty() || !self.settled {
            return Ok(());
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
        let mut spare = Ways::new();
        for ways in all {
            meter.did(4 * ways.len() as u64)?;
            ways.retain_mut(
                |(state, _)| match stands_for[(*state >> (2 * STATE_BITS)) as usize] {
                    Some(sums) => {
                        *state = *state & low | u64::from(sums) << (2 * STATE_BITS);
                        true
                    }
                    None => false,
                },
            );
            merge(ways, &mut spare);
        }
        Ok(())
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
        let rows = self.tables.map(|table| table.rows.len());
        self.known.clear(rows, self.partials.len());
        self.blocks.clear();
        self.narrow.clear();
        self.wide.clear();
        self.long.clear();
        self.forget_splits();
    }

    /// Forgets how numbers of cards go together.
    pub(super) fn forget_splits(&mut self) {
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
        if let Some(known) = self.known.get(state) {
            return Ok(known);
        }
        let ([a, b], _) = self.rows(state);
        let near = self.nearest(state);
        let pairs = near
            .as_ref()
            .map_or(a.entries.len() * b.entries.len(), |near| near.pairs);
        let work = WORK_A_STATE + pairs as u64 / PAIRS_A_STEP;
        meter.charge(work)?;
        meter.did(work)?;
        let begin = self.blocks.len();
        let width = spots.numbers.len();
        let totals = (a.total as u8, b.total as u8);
        let splits = self.splits_at(totals, spots, meter)?;
        let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
        let meeting = Meeting {
            splits,
            totals: [a.total, b.total],
            sums: &sums,
            begin,
            width,
        };
        match near {
            None => self.meet::<false>(&a.entries, &b.entries, &meeting, judge, meter)?,
            Some(near) => {
                self.begin_with(near.blocks, begin, width);
                let own = (state >> (near.seat as u32 * STATE_BITS) & STATE_MASK) as usize;
                let (more, less) = self.tables[near.seat].differences(own, near.row);
                if near.seat == 0 {
                    self.meet::<false>(&more, &b.entries, &meeting, judge, meter)?;
                    self.meet::<true>(&less, &b.entries, &meeting, judge, meter)?;
                } else {
                    self.meet::<false>(&a.entries, &more, &meeting, judge, meter)?;
                    self.meet::<true>(&a.entries, &less, &meeting, judge, meter)?;
                }
            }
        }
        let processor = self.processor;
        for (block, values) in self.blocks[begin..].iter_mut().zip(&mut self.open) {
            let values = &mut values[..=width];
            let first = values[..width].iter().position(|&ways| ways != 0);
            let last = values[..width].iter().rposition(|&ways| ways != 0);
            let (first, last) = (first.unwrap_or(0), last.map_or(0, |last| last + 1));
            let numbers = &values[first..last];
            block.first = first;
            // As long as the largest of them.
            block.most = processor.any(numbers);
            block.end = if block.is_narrow() {
                processor.put(numbers, &mut self.narrow, |ways| ways as u16);
                self.narrow.len()
            } else if block.is_wide() {
                processor.put(numbers, &mut self.wide, |ways| ways as u32);
                self.wide.len()
            } else {
                self.long.extend_from_slice(numbers);
                self.long.len()
            };
            block.begin = block.end - numbers.len();
            values.fill(0);
        }
        let onward = (begin, self.blocks.len());
        self.known.insert(state, onward);
        Ok(onward)
    }

    /// Where it is kept how the numbers of cards of both places go together.
    pub(super) fn splits_at(
        &mut self,
        totals: (u8, u8),
        spots: &Spots,
        meter: &mut Meter,
    ) -> Result<usize, Error> {
        if let Some(at) = self.splits.iter().position(|one| one.totals == totals) {
            return Ok(at);
        }
        let splits = Splits::new(self.tables, totals, spots);
        let work = splits.table.len() as u64 / PAIRS_A_STEP;
        meter.charge(work)?;
        meter.did(work)?;
        self.splits.push(splits);
        Ok(self.splits.len() - 1)
    }

    /// A pair of states that is known and differs from another in a few entries of one row, if there is one.
    fn nearest(&self, state: u64) -> Option<Near> {
        let ([a, b], _) = self.rows(state);
        let mut pairs = (a.entries.len() * b.entries.len()).saturating_sub(PAIRS_TO_COPY);
        let mut nearest = None;
        let others = [b.entries.len(), a.entries.len()];
        for (seat, others) in others.into_iter().enumerate() {
            let shift = seat as u32 * STATE_BITS;
            let row = (state >> shift & STATE_MASK) as usize;
            for &(other, off) in &self.tables[seat].near[row] {
                if off as usize * others >= pairs {
                    break;
                }
                let state = state & !(STATE_MASK << shift) | u64::from(other) << shift;
                if let Some(blocks) = self.known.get(state) {
                    pairs = off as usize * others;
                    nearest = Some(Near {
                        seat,
                        row: other as usize,
                        blocks,
                        pairs,
                    });
                    break;
                }
            }
        }
        nearest
    }

    /// Begins the numbers of a pair of states with those of another.
    fn begin_with(&mut self, blocks: (usize, usize), begin: usize, width: usize) {
        for at in blocks.0..blocks.1 {
            let block = self.blocks[at];
            let open = self.open_new(block.line, begin, width);
            let values = &mut self.open[open][block.first..];
            let range = block.begin..block.end;
            if block.is_narrow() {
                self.processor.take(&self.narrow[range], values);
            } else if block.is_wide() {
                self.processor.take(&self.wide[range], values);
            } else {
                values[..range.len()].copy_from_slice(&self.long[range]);
            }
        }
    }

    /// Adds what some entries of both places come to, or takes it away.
    fn meet<const AWAY: bool>(
        &mut self,
        a: &[RowEntry],
        b: &[RowEntry],
        meeting: &Meeting,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let Meeting {
            splits,
            totals,
            sums,
            begin,
            width,
        } = *meeting;
        // No more than the ways to split the side's cards in two, so many times.
        let add = |sum: &mut u64, ways: u32, times: u32| {
            let ways = u64::from(ways) * u64::from(times);
            *sum = if AWAY {
                sum.wrapping_sub(ways)
            } else {
                sum.wrapping_add(ways)
            }
        };
        for (end_a, xs) in ends(a) {
            for (end_b, ys) in ends(b) {
                if self.settled {
                    let number = self.number_of_two(end_a, end_b, sums, judge, meter)?;
                    if number == DEAD {
                        continue;
                    }
                    for &(line, times) in judge.lines(number) {
                        let open = self.open_line(line, begin, width);
                        let values = &mut self.open[open][..];
                        let splits = &self.splits[splits];
                        for x in xs {
                            let row = splits.row(x.id);
                            for y in ys {
                                let Split { position, ways } = row[y.id as usize];
                                add(&mut values[position as usize], ways, times);
                            }
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
                        let all = self.sums_with(sums, totals, [x, y]);
                        let number = self.number_of_two(end_a, end_b, &all, judge, meter)?;
                        if number == DEAD {
                            continue;
                        }
                        for &(line, times) in judge.lines(number) {
                            let open = self.open_line(line, begin, width);
                            add(&mut self.open[open][position as usize], ways, times);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the sums no longer change after the single cards.
    pub(super) fn is_settled(&self) -> bool {
        self.settled
    }

    /// The sums with what two entries add to them.
    pub(super) fn sums_with(
        &self,
        sums: &ValueList,
        totals: [usize; 2],
        entries: [&RowEntry; 2],
    ) -> ValueList {
        let lanes = |seat: usize| {
            let used = &self.tables[seat].used[totals[seat]];
            used[entries[seat].id as usize].lanes
        };
        let lanes = [0, 1].map(lanes);
        let mut all = sums.clone();
        for (value, (_, sum)) in all.iter_mut().zip(&self.sums) {
            for (kind, worths) in sum.bulk.iter().enumerate() {
                for (lanes, at) in lanes.into_iter().zip(self.at) {
                    *value += i64::from(Numbers::lane(lanes, kind)) * worths[at];
                }
            }
        }
        all
    }

    /// Where the numbers of a line are added up.
    fn open_line(&mut self, line: u32, begin: usize, width: usize) -> usize {
        let mut blocks = self.blocks[begin..].iter();
        match blocks.position(|block| block.line == line) {
            Some(at) => at,
            None => self.open_new(line, begin, width),
        }
    }

    /// The number of the ends of two places and of the sums across them; [`DEAD`] if they never qualify.
    #[inline]
    pub(super) fn number_of_two(
        &mut self,
        a: u32,
        b: u32,
        sums: &[i64],
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<u32, Error> {
        let place = a as usize * self.tables[1].ends.len() + b as usize;
        if let Some(&known) = self.listed_ends.get(place)
            && known != UNSET
        {
            return Ok(known);
        }
        let number = judge.number(self.ends_of(a, b, sums), meter)?;
        if let Some(known) = self.listed_ends.get_mut(place) {
            *known = number;
        }
        Ok(number)
    }

    /// The same for a line that is new to the pair of states at hand.
    fn open_new(&mut self, line: u32, begin: usize, width: usize) -> usize {
        let at = self.blocks.len() - begin;
        self.blocks.push(Block {
            line,
            ..Block::default()
        });
        if self.open.len() <= at {
            self.open.push(Vec::new());
        }
        if self.open[at].len() <= width {
            self.open[at].resize(width + 1, 0);
        }
        at
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
        // What is looked up lies far apart: all of it first, so that one look-up need not wait for the other.
        self.find(ways, spots, judge, meter)?;
        self.add_found(spots, into, meter)
    }

    /// Finds out how some states go on.
    pub(super) fn find(
        &mut self,
        ways: &Ways,
        spots: &Spots,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        self.found.clear();
        for &(state, ways) in ways {
            let (from, upto) = self.onward(state, spots, judge, meter)?;
            self.found.push((from, upto, ways));
        }
        Ok(())
    }

    /// The blocks of each of the states that were found last, and how often it counts.
    pub(super) fn found(&self) -> &[(usize, usize, u64)] {
        &self.found
    }

    /// Adds up the states that were found last.
    pub(super) fn add_found(
        &self,
        spots: &Spots,
        into: &mut Blocks,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        for &(from, upto, ways) in &self.found {
            for block in &self.blocks[from..upto] {
                let work = (block.end - block.begin) as u64 / ELEMENTS_A_STEP + 4;
                meter.charge(work)?;
                meter.did(work)?;
                let sums = into.block(block.line as usize, spots.numbers.len());
                sums.add(self.numbers_of(block), block.first, block.most, ways);
            }
        }
        into.settle();
        Ok(())
    }

    /// All blocks so far.
    pub(super) fn all_blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// What it takes to add up a long list of states by which entries of their rows meet, and not one after the other, in
    /// steps; `None` where that is not for them. How states go on is then not known to others.
    pub(super) fn work_together(&self, ways: &Ways) -> Option<u64> {
        if !self.sums.is_empty() || ways.len() < FEWEST_TOGETHER {
            return None;
        }
        let (_, total) = self.rows(ways[0].0);
        let mut work = 0;
        let mut is_known = [false; 64];
        for group in with_one_row(ways) {
            let ([_, b], _) = self.rows(group[0].0);
            let entries = self.tables[0].entries[total - b.total].len();
            if !std::mem::replace(&mut is_known[b.total], true) {
                let pairs = entries * self.tables[1].entries[b.total].len();
                if pairs > MOST_TOGETHER {
                    return None;
                }
                work += pairs as u64;
            }
            let of_group = group.iter().map(|(state, _)| {
                let ([a, _], _) = self.rows(*state);
                a.entries.len() as u64
            });
            work += of_group.sum::<u64>() + (b.entries.len() * entries / 2) as u64;
        }
        Some(work / PAIRS_A_STEP)
    }

    /// What it takes to add up a list of states one after the other, if none of them is known.
    fn work_one_by_one(&self, ways: &Ways, shared: &Shared) -> u64 {
        let total = ways.first().map_or(0, |(state, _)| self.rows(*state).1);
        let elements = shared.about(total) + ELEMENTS_A_BLOCK;
        let few = few_of(ways, LOOKED_AT);
        let of_few = few.map(|state| WORK_A_STATE + self.pairs_of(state, 1) / PAIRS_A_STEP);
        (of_few.sum::<u64>() << LOOKED_AT) + ways.len() as u64 * elements / ELEMENTS_A_STEP
    }

    /// Whether a list of states that few others have as well is better added up by which entries meet.
    pub(super) fn is_together(&self, ways: &Ways, shared: &Shared) -> bool {
        let together = self.work_together(ways);
        together.is_some_and(|together| together < self.work_one_by_one(ways, shared))
    }

    /// The same as [`Side::add_up`], by which entries of the rows meet.
    pub(super) fn add_up_together(
        &mut self,
        ways: &Ways,
        spots: &Spots,
        judge: &mut SideJudge,
        into: &mut Blocks,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let tables = self.tables;
        let work = self.work_together(ways).unwrap_or(0);
        meter.charge(work)?;
        let mut groups: Vec<&[(u64, u64)]> = with_one_row(ways).collect();
        let totals = |group: &[(u64, u64)]| {
            let state = group[0].0;
            let rows = [state & STATE_MASK, state >> STATE_BITS & STATE_MASK];
            [0, 1].map(|seat| tables[seat].rows[rows[seat] as usize].total)
        };
        groups.sort_by_key(|group| totals(group));
        for same in groups.chunk_by(|one, other| totals(one) == totals(other)) {
            let [total_a, total_b] = totals(same[0]);
            let all_a = &tables[0].entries[total_a];
            let all_b = &tables[1].entries[total_b];
            // In how many ways the single cards lie so that each two entries will do.
            let mut met = vec![0u64; all_a.len() * all_b.len()];
            let mut own = vec![0u64; all_a.len()];
            for &group in same {
                own.fill(0);
                for &(state, ways) in group {
                    let places = &tables[0].places[(state & STATE_MASK) as usize];
                    meter.did(places.len() as u64)?;
                    for &place in places {
                        own[place as usize] += ways;
                    }
                }
                let row = (group[0].0 >> STATE_BITS & STATE_MASK) as usize;
                for &place in &tables[1].places[row] {
                    meter.did(own.len() as u64)?;
                    let met = &mut met[place as usize * own.len()..][..own.len()];
                    into.add_numbers(met, &own);
                }
            }
            let splits = self.splits_at((total_a as u8, total_b as u8), spots, meter)?;
            let mut first_b = 0;
            for (end_b, ys) in ends(all_b) {
                let mut first_a = 0;
                for (end_a, xs) in ends(all_a) {
                    meter.did((xs.len() * ys.len()) as u64)?;
                    let number = judge.number([end_a, end_b].into_iter().collect(), meter)?;
                    if number != DEAD {
                        let splits = &self.splits[splits];
                        let sums = into.block(number as usize, spots.numbers.len());
                        sums.reaches(0..spots.numbers.len());
                        for (y, met) in ys.iter().zip(met[first_b * own.len()..].chunks(own.len()))
                        {
                            for (x, &ways) in xs.iter().zip(&met[first_a..]) {
                                let split = splits.row(x.id)[y.id as usize];
                                if split.ways != 0 && ways != 0 {
                                    let sum = sums.at(split.position as usize);
                                    *sum = sum.wrapping_add(ways.wrapping_mul(split.ways.into()));
                                }
                            }
                        }
                    }
                    first_a += xs.len();
                }
                first_b += ys.len();
            }
        }
        Ok(())
    }

    /// The numbers of a block.
    pub(super) fn numbers_of(&self, block: &Block) -> WaysOn<'_> {
        if block.is_narrow() {
            WaysOn::Narrow(&self.narrow[block.begin..block.end])
        } else if block.is_wide() {
            WaysOn::Wide(&self.wide[block.begin..block.end])
        } else {
            WaysOn::Long(&self.long[block.begin..block.end])
        }
    }

    /// About what it takes to add up some lists of states, in so many lines at the most, in steps: of the states a few are looked
    /// at.
    pub(super) fn forecast(&self, lists: &[&Ways], shared: &Shared, lines: u64) -> u64 {
        let one_of = looked_at(lists.iter().map(|ways| ways.len()).sum());
        let mut looked_at: Vec<u64> = Vec::new();
        let mut elements = 0;
        for ways in lists {
            let of_first = ways.first().map_or(0, |(state, _)| self.rows(*state).1);
            let width = shared.about(of_first);
            for state in few_of(ways, one_of) {
                let ([a, b], _) = self.rows(state);
                let blocks = (ends(&a.entries).count() * ends(&b.entries).count()) as u64;
                let blocks = blocks.min(lines);
                let pairs = (a.entries.len() * b.entries.len()) as u64;
                elements += (blocks * width).min(ELEMENTS_A_PAIR * pairs);
                elements += ELEMENTS_A_BLOCK * blocks;
                looked_at.push(state);
            }
        }
        (self.forecast_of_pairs(looked_at, 2) + elements / ELEMENTS_A_STEP) << one_of
    }

    /// The same where the other side's numbers are added up for each pair of states: each list with how many numbers there are in a
    /// line.
    pub(super) fn forecast_gathered(
        &mut self,
        lists: &[(&Ways, u64)],
        outcomes: &Outcomes,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<u64, Error> {
        let one_of = looked_at(lists.iter().map(|(ways, _)| ways.len()).sum());
        let mut looked_at: Vec<u64> = Vec::new();
        let mut elements = 0;
        for &(ways, numbers) in lists {
            for state in few_of(ways, one_of) {
                let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
                let lines = self.needed(state, &sums, outcomes, judge, meter)?;
                let lines = u64::from(lines.count_ones()).min(outcomes.number_of_lines());
                meter.did(8)?;
                elements += lines * (numbers + ELEMENTS_A_BLOCK);
                looked_at.push(state);
            }
        }
        let of_pairs = self.forecast_of_pairs(looked_at, 1);
        Ok((of_pairs + elements / ELEMENTS_A_STEP) << one_of)
    }

    /// What the entries of some states take to meet, each state once; rows of so many places may begin with others.
    fn forecast_of_pairs(&self, mut states: Vec<u64>, places: usize) -> u64 {
        states.sort_unstable();
        states.dedup();
        let pairs = states.iter().map(|&state| self.pairs_of(state, places));
        states.len() as u64 * WORK_A_STATE + pairs.sum::<u64>() / PAIRS_A_STEP
    }

    /// About how many numbers some states of a class come to together in a line.
    pub(super) fn numbers_of_class(&self, class: &Ways, shared: &Shared) -> u64 {
        let pairs = class.iter().map(|(state, _)| {
            let ([a, b], _) = self.rows(*state);
            (a.entries.len() * b.entries.len()) as u64
        });
        let total = class.first().map_or(0, |(state, _)| self.rows(*state).1);
        shared.about(total).min(pairs.sum())
    }

    /// About what it takes to work out how a pair of states goes on.
    pub(super) fn work_of_pair(&self, state: u64) -> u64 {
        WORK_A_STATE + self.pairs_of(state, 2) / PAIRS_A_STEP
    }

    /// About how many pairs of entries have to meet for a pair of states, if rows of so many places may begin with others.
    fn pairs_of(&self, state: u64, places: usize) -> u64 {
        let ([a, b], _) = self.rows(state);
        let all = a.entries.len() * b.entries.len();
        let of_seat = |(seat, others): (usize, usize)| {
            let row = (state >> (seat as u32 * STATE_BITS) & STATE_MASK) as usize;
            let near = self.tables[seat].near[row].last();
            near.map_or(all, |(_, off)| *off as usize * others + PAIRS_TO_COPY)
        };
        let others = [b.entries.len(), a.entries.len()].into_iter().enumerate();
        let near = others.take(places).map(of_seat).min();
        near.map_or(all, |near| near.min(all)) as u64
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
    fn ends_of(&self, a: u32, b: u32, sums: &[i64]) -> Ends {
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
        let arenas =
            2 * self.narrow.capacity() + 4 * self.wide.capacity() + 8 * self.long.capacity();
        let blocks = size_of::<Block>() * self.blocks.capacity();
        (arenas + blocks + self.known.bytes()) as u64
    }
}

/// A pair of states that goes on nearly as another does: its blocks, and how many pairs of entries they differ in.
struct Near {
    /// In which place's row it differs, and from which.
    seat: usize,
    row: usize,
    blocks: (usize, usize),
    pairs: usize,
}

/// Where entries of both places meet.
struct Meeting<'m> {
    splits: usize,
    totals: [usize; 2],
    sums: &'m ValueList,
    /// The first of the blocks of the pair of states at hand, and how many numbers each has.
    begin: usize,
    width: usize,
}

/// Shorter lists of states are added up one after the other, and those with more pairs of entries.
const FEWEST_TOGETHER: usize = if cfg!(test) { 1 } else { 1_000 };
const MOST_TOGETHER: usize = 1 << 23;

/// As long may a list of all ends of two places be.
const MOST_LISTED_ENDS: usize = 1 << 20;

/// What a pair of states takes beside the pairs of its entries, in steps.
pub(super) const WORK_A_STATE: u64 = 64;
/// What it takes to begin with another pair's numbers, in pairs of entries. Small decks are to be counted in every way.
pub(super) const PAIRS_TO_COPY: usize = if cfg!(test) { 1 } else { 128 };
/// What a block takes beside its numbers, and how many numbers there are for a pair of entries at the most, about.
const ELEMENTS_A_BLOCK: u64 = 4 * ELEMENTS_A_STEP;
const ELEMENTS_A_PAIR: u64 = 4;

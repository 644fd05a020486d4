//! The first side against all classes that leave it as many spots, each two of its states once.
//!
//! With which classes two states come, and how often, is known. So what the second side comes to in those classes is added up
//! first, number by number, and the entries of both rows meet the sums, once for each two states, in however many ways they
//! end. Rows that differ in a few entries share their sums: those of one are added to those of the other, and only the
//! difference meets them.

use std::ops::Range;

use super::blocks::{Block, Blocks, WaysOn};
use super::outcomes::Outcomes;
use super::seat_table::{RowEntry, ends};
use super::side::{PAIRS_TO_COPY, Side, WORK_A_STATE};
use super::side_judge::SideJudge;
use super::spots::{Split, Splits, Spots};
use super::ways::{STATE_BITS, STATE_MASK};
use super::{DEAD, ELEMENTS_A_STEP, PAIRS_A_STEP, UNSET};
use crate::Error;
use crate::meter::Meter;
use crate::rule::ValueList;

/// In how many ways a pair of states of the first side comes with a class.
#[derive(Clone, Copy, Default)]
pub(super) struct Met {
    pub(super) state: u64,
    pub(super) ways: u64,
    pub(super) class: u32,
}

/// All that meets.
#[derive(Default)]
pub(super) struct MetStates {
    all: Vec<Met>,
    /// Where it is put in order.
    spare: Vec<Met>,
}

impl MetStates {
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) fn extend(&mut self, more: impl Iterator<Item = Met>) {
        self.all.extend(more);
    }

    /// What it takes, in bytes, when it is put in order.
    pub(super) fn bytes(&self) -> u64 {
        let most = self.all.capacity().max(self.spare.capacity());
        2 * (size_of::<Met>() * most) as u64
    }

    /// In the order of a small key, those with the same key as they came.
    fn sort(&mut self, keys: usize, key: impl Fn(&Met) -> u64) {
        let mut place = vec![0usize; keys + 1];
        for one in &self.all {
            place[key(one) as usize + 1] += 1;
        }
        for at in 0..keys {
            place[at + 1] += place[at];
        }
        self.spare.resize(self.all.len(), Met::default());
        for one in &self.all {
            let place = &mut place[key(one) as usize];
            self.spare[*place] = *one;
            *place += 1;
        }
        std::mem::swap(&mut self.all, &mut self.spare);
    }
}

/// What the second side comes to in some classes: for each line the numbers by position.
#[derive(Default)]
pub(super) struct ClassNumbers {
    blocks: Vec<Block>,
    /// Where the blocks of each class end.
    upto: Vec<usize>,
    narrow: Vec<u16>,
    wide: Vec<u32>,
    long: Vec<u64>,
    /// The largest of all.
    most: u64,
}

impl ClassNumbers {
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.upto.clear();
        self.narrow.clear();
        self.wide.clear();
        self.long.clear();
        self.most = 0;
    }

    /// Keeps those of one more class, and says which number it has.
    pub(super) fn push(&mut self, sums: &Blocks) -> u32 {
        for &line in &sums.touched {
            let range = sums.range(line);
            let numbers = &sums.numbers(line)[range.clone()];
            let Some(first) = numbers.iter().position(|&number| number != 0) else {
                continue;
            };
            let end = numbers.iter().rposition(|&number| number != 0);
            let numbers = &numbers[first..end.map_or(first, |last| last + 1)];
            let first = range.start + first;
            let most = numbers.iter().copied().max().unwrap_or(0);
            let begin = if most <= u16::MAX.into() {
                self.narrow.extend(numbers.iter().map(|&one| one as u16));
                self.narrow.len()
            } else if most <= u32::MAX.into() {
                self.wide.extend(numbers.iter().map(|&one| one as u32));
                self.wide.len()
            } else {
                self.long.extend(numbers);
                self.long.len()
            } - numbers.len();
            self.most = self.most.max(most);
            self.blocks.push(Block {
                line: line as u32,
                first,
                begin,
                end: begin + numbers.len(),
                most,
            });
        }
        self.upto.push(self.blocks.len());
        self.upto.len() as u32 - 1
    }

    fn of_class(&self, class: u32) -> &[Block] {
        let class = class as usize;
        let from = class.checked_sub(1).map_or(0, |before| self.upto[before]);
        &self.blocks[from..self.upto[class]]
    }

    /// The numbers of a block from one position to another.
    fn numbers(&self, block: &Block, from: usize, upto: usize) -> WaysOn<'_> {
        let range = block.begin + from - block.first..block.begin + upto - block.first;
        if block.is_narrow() {
            WaysOn::Narrow(&self.narrow[range])
        } else if block.is_wide() {
            WaysOn::Wide(&self.wide[range])
        } else {
            WaysOn::Long(&self.long[range])
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let numbers = 2 * self.narrow.capacity() + 4 * self.wide.capacity();
        let lists = 8 * (self.long.capacity() + self.upto.capacity());
        (numbers + lists + size_of::<Block>() * self.blocks.capacity()) as u64
    }
}

/// How many deals there are for each of the first side's ends and each line.
pub(super) struct DealsByEnds<'o> {
    /// Which lines these ends need.
    pub(super) outcomes: &'o Outcomes<'o>,
    /// For each line, by the ends of the first side.
    of_lines: Vec<Vec<u128>>,
}

impl<'o> DealsByEnds<'o> {
    pub(super) fn new(outcomes: &'o Outcomes<'o>) -> DealsByEnds<'o> {
        DealsByEnds {
            outcomes,
            of_lines: Vec::new(),
        }
    }

    /// Adds some, or takes them away again: what is left in the end is right, whatever it was between.
    pub(super) fn add(&mut self, x: usize, y: usize, deals: u128) {
        if y >= self.of_lines.len() {
            self.of_lines.resize_with(y + 1, Vec::new);
        }
        let of_first = &mut self.of_lines[y];
        if x >= of_first.len() {
            of_first.resize(x + 1, 0);
        }
        of_first[x] = of_first[x].wrapping_add(deals);
    }

    /// Those that there are.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, u128)> {
        let of_lines = self.of_lines.iter().enumerate();
        let all = of_lines.flat_map(|(y, of_first)| {
            let of_first = of_first.iter().enumerate();
            of_first.map(move |(x, &deals)| (x, y, deals))
        });
        all.filter(|(.., deals)| *deals > 0)
    }

    pub(super) fn bytes(&self) -> u64 {
        let numbers = self.of_lines.iter().map(Vec::capacity).sum::<usize>();
        (16 * numbers + 24 * self.of_lines.capacity()) as u64
    }
}

/// Where two places' numbers of cards meet: the position of both together, and in how many ways the cards are taken and shared.
#[derive(Clone, Copy)]
struct Share {
    position: u32,
    ways: u64,
}

/// In how many ways the cards of each position can be taken; nothing is at the last.
fn ways_to_take(spots: &Spots, meter: &Meter) -> Result<Vec<u64>, Error> {
    let ways = spots.numbers.iter().map(|&ways| {
        let ways = u64::try_from(ways).ok();
        // Cards that are taken are shared in no more ways than this.
        ways.filter(|ways| *ways <= u64::from(u32::MAX))
    });
    let ways = ways.chain([Some(0)]).collect::<Option<Vec<u64>>>();
    ways.ok_or_else(|| meter.over())
}

/// How the entries of the first place meet the row of the second at hand.
struct RowAtHand<'r> {
    splits: &'r Splits,
    /// In how many ways the cards of each position can be taken.
    taken: &'r [u64],
    /// How many cards each place takes.
    totals: [usize; 2],
    sums: &'r ValueList,
    /// The second place's ends, each with its entries.
    ends: Vec<(u32, &'r [RowEntry])>,
    /// For each way to take cards of the first place, where its own shares begin, if they were looked at; they come end by end.
    from: Vec<u32>,
    own: OwnShares,
}

/// Shares side by side, without those that cannot be, and where those of each end of the second place are.
#[derive(Default)]
struct OwnShares {
    all: Vec<Share>,
    of_ends: Vec<Range<usize>>,
}

impl Split {
    /// The same with the ways to take the cards.
    #[inline]
    fn taking(self, taken: &[u64]) -> Share {
        let Split { position, ways } = self;
        let ways = u64::from(ways) * taken[position as usize];
        Share { position, ways }
    }
}

impl RowAtHand<'_> {
    /// Looks at the shares of some entries, if that is new.
    fn look_at(&mut self, entries: &[RowEntry]) {
        for x in entries {
            let from = &mut self.from[x.id as usize];
            if *from != UNSET {
                continue;
            }
            *from = self.own.of_ends.len() as u32;
            let splits = self.splits.row(x.id);
            for (_, ys) in &self.ends {
                let begin = self.own.all.len();
                let can_be = ys.iter().map(|y| splits[y.id as usize]);
                let can_be = can_be.filter(|split| split.ways != 0);
                self.own
                    .all
                    .extend(can_be.map(|split| split.taking(self.taken)));
                self.own.of_ends.push(begin..self.own.all.len());
            }
        }
    }

    /// The shares of an entry with those of one end, which were looked at.
    #[inline]
    fn shares(&self, x: &RowEntry, end: usize) -> &[Share] {
        let from = self.from[x.id as usize] as usize;
        &self.own.all[self.own.of_ends[from + end].clone()]
    }
}

impl Side<'_> {
    /// Adds up the deals of all that meets.
    pub(super) fn gather(
        &mut self,
        met: &mut MetStates,
        classes: &ClassNumbers,
        spots: &Spots,
        judge: &mut SideJudge,
        deals: &mut DealsByEnds,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let tables = self.tables;
        // No sum may be larger than all of them together.
        let all = met.all.iter().map(|one| u128::from(one.ways));
        let all = all.sum::<u128>();
        if all.saturating_mul(classes.most.into()) > u64::MAX.into() {
            return Err(meter.over());
        }
        meter.did(4 * met.all.len() as u64)?;
        self.by_rows(met);
        let met = &met.all;
        let width = spots.numbers.len();
        let taken = ways_to_take(spots, meter)?;
        let mut all_splits: Vec<Splits> = Vec::new();
        let mut place_of = vec![UNSET; tables[0].rows.len()];
        let mut waiting: Vec<Option<Blocks>> = Vec::new();
        let mut spare: Vec<Blocks> = Vec::new();
        let mut own_shares = OwnShares::default();
        for group in met.chunk_by(|one, other| one.state >> STATE_BITS == other.state >> STATE_BITS)
        {
            let ([a, b], _) = self.rows(group[0].state);
            let totals = [a.total, b.total];
            let row_of_b = (group[0].state >> STATE_BITS & STATE_MASK) as usize;
            let [least_of_b, most_of_b] = tables[1].between[row_of_b];
            let mut known = all_splits.iter();
            let known = match known.position(|one| one.totals.0 as usize == a.total) {
                Some(known) => known,
                None => {
                    let totals = totals.map(|total| total as u8).into();
                    let splits = Splits::new(tables, totals, spots);
                    let work = splits.table.len() as u64 / PAIRS_A_STEP;
                    meter.charge(work)?;
                    meter.did(work)?;
                    all_splits.push(splits);
                    all_splits.len() - 1
                }
            };
            let sums = self.partials[(group[0].state >> (2 * STATE_BITS)) as usize].clone();
            own_shares.all.clear();
            own_shares.of_ends.clear();
            let mut at_hand = RowAtHand {
                splits: &all_splits[known],
                taken: &taken,
                totals,
                sums: &sums,
                ends: ends(&b.entries).collect(),
                from: vec![UNSET; tables[0].used[a.total].len()],
                own: std::mem::take(&mut own_shares),
            };
            let lists: Vec<&[Met]> = group
                .chunk_by(|one, other| one.state == other.state)
                .collect();
            let row = |list: &[Met]| (list[0].state & STATE_MASK) as usize;
            for (place, list) in lists.iter().enumerate() {
                place_of[row(list)] = place as u32;
            }
            waiting.clear();
            waiting.resize_with(lists.len(), || None);
            // From the last row to the first: each may go on with what was added up to one before it.
            for (place, list) in lists.iter().enumerate().rev() {
                let own = row(list);
                let a = &tables[0].rows[own];
                let [least, most] = tables[0].between[own];
                let range = spots.range(least + least_of_b, most + most_of_b);
                let mut sums = waiting[place]
                    .take()
                    .or_else(|| spare.pop())
                    .unwrap_or_default();
                let needed =
                    self.needed(list[0].state, at_hand.sums, deals.outcomes, judge, meter)?;
                for &Met { class, ways, .. } in *list {
                    let blocks = classes.of_class(class).iter();
                    for block in blocks.filter(|block| needed >> block.line & 1 == 1) {
                        let upto = block.first + (block.end - block.begin);
                        let (from, upto) = (range.start.max(block.first), range.end.min(upto));
                        let work = upto.saturating_sub(from) as u64 / ELEMENTS_A_STEP + 4;
                        meter.charge(work)?;
                        meter.did(work)?;
                        if from < upto {
                            let numbers = classes.numbers(block, from, upto);
                            let sums = sums.block(block.line as usize, width + 1);
                            sums.add(numbers, from, block.most, ways);
                        }
                    }
                }
                sums.settle();
                if !sums.touched.is_empty() {
                    let all = a.entries.len() * b.entries.len();
                    let listed = tables[0].near[own].iter();
                    let listed = { listed.map(|(other, off)| (*other as usize, *off as usize)) }
                        .find(|(other, _)| *other < own && place_of[*other] != UNSET);
                    // What is listed may not be here; those just before it are.
                    let looked_at = match listed {
                        Some((_, off)) if off * b.entries.len() < PAIRS_TO_COPY => 0,
                        _ if all < 2 * PAIRS_TO_COPY => 0,
                        _ => tables[0].number_compared(a.total),
                    };
                    let before = lists[place.saturating_sub(looked_at)..place].iter();
                    let before = before.map(|list| {
                        let other = row(list);
                        (other, tables[0].apart(own, other))
                    });
                    let near = before.chain(listed).min_by_key(|(_, off)| *off);
                    let near = near.filter(|(_, off)| {
                        off * b.entries.len() + PAIRS_TO_COPY * sums.touched.len() < all
                    });
                    let pairs = near.map_or(all, |(_, off)| off * b.entries.len());
                    let work = WORK_A_STATE + pairs as u64 / PAIRS_A_STEP;
                    meter.charge(work)?;
                    meter.did(work)?;
                    let mut meeting = Meeting {
                        against: &sums,
                        at_hand: &mut at_hand,
                        judge: &mut *judge,
                        deals: &mut *deals,
                        meter: &mut *meter,
                    };
                    match near {
                        None => self.meet_sums::<false>(&a.entries, &mut meeting)?,
                        Some((other, _)) => {
                            let (more, less) = tables[0].differences(own, other);
                            self.meet_sums::<false>(&more, &mut meeting)?;
                            self.meet_sums::<true>(&less, &mut meeting)?;
                            let other = &mut waiting[place_of[other] as usize];
                            match other {
                                Some(other) => other.add_all(&sums, width + 1),
                                None => {
                                    *other = Some(sums);
                                    continue;
                                }
                            }
                        }
                    }
                }
                sums.clear();
                spare.push(sums);
            }
            own_shares = at_hand.own;
            for list in &lists {
                place_of[row(list)] = UNSET;
            }
        }
        Ok(())
    }

    /// In order: those with the same sums, and the same row of the second place, side by side.
    fn by_rows(&self, met: &mut MetStates) {
        let rows = self.tables.map(|table| table.rows.len());
        met.sort(rows[0], |one| one.state & STATE_MASK);
        met.sort(rows[1], |one| one.state >> STATE_BITS & STATE_MASK);
        if self.partials.len() > 1 {
            met.sort(self.partials.len(), |one| one.state >> (2 * STATE_BITS));
        }
    }

    /// The lines that some ends of a pair of states need, a bit each.
    pub(super) fn needed(
        &mut self,
        state: u64,
        sums: &ValueList,
        outcomes: &Outcomes,
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<u64, Error> {
        if outcomes.number_of_lines() == 1 || !self.is_settled() {
            return Ok(u64::MAX);
        }
        let ([a, b], _) = self.rows(state);
        let mut needed = 0;
        for (end_a, _) in ends(&a.entries) {
            for (end_b, _) in ends(&b.entries) {
                let number = self.number_of_two(end_a, end_b, sums, judge, meter)?;
                if number != DEAD {
                    needed |= outcomes.lines_of(number);
                }
            }
        }
        Ok(needed)
    }

    /// Adds the deals that some entries of the first place come to, or takes them away.
    fn meet_sums<const AWAY: bool>(
        &mut self,
        entries: &[RowEntry],
        meeting: &mut Meeting,
    ) -> Result<(), Error> {
        let Meeting {
            against,
            at_hand,
            judge,
            deals,
            meter,
        } = meeting;
        at_hand.look_at(entries);
        for (end_a, xs) in ends(entries) {
            for (at, &(end_b, ys)) in at_hand.ends.iter().enumerate() {
                if self.is_settled() {
                    let end = self.number_of_two(end_a, end_b, at_hand.sums, judge, meter)?;
                    if end != DEAD {
                        let shares = xs.iter().map(|x| at_hand.shares(x, at));
                        add_deals::<AWAY>(against, shares, end, deals);
                    }
                    continue;
                }
                for x in xs {
                    for y in ys {
                        let split = at_hand.splits.row(x.id)[y.id as usize];
                        if split.ways == 0 {
                            continue;
                        }
                        let share = split.taking(at_hand.taken);
                        let all = self.sums_with(at_hand.sums, at_hand.totals, [x, y]);
                        let end = self.number_of_two(end_a, end_b, &all, judge, meter)?;
                        if end != DEAD {
                            let shares = std::iter::once(std::slice::from_ref(&share));
                            add_deals::<AWAY>(against, shares, end, deals);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// What entries meet, and where it is added up.
struct Meeting<'m, 'o, 'r, 'j, 'v, 'w> {
    /// What the second side comes to with the pair of states at hand, by line and position.
    against: &'m Blocks,
    at_hand: &'m mut RowAtHand<'r>,
    judge: &'j mut SideJudge<'v>,
    deals: &'m mut DealsByEnds<'o>,
    meter: &'m mut Meter<'w>,
}

/// Adds the deals of shares that end in the same way, or takes them away.
#[inline]
fn add_deals<'s, const AWAY: bool>(
    against: &Blocks,
    shares: impl Iterator<Item = &'s [Share]> + Clone,
    end: u32,
    deals: &mut DealsByEnds,
) {
    let (end, outcomes) = (end as usize, deals.outcomes);
    for &line in against
        .touched
        .iter()
        .filter(|line| outcomes.needs(end, **line))
    {
        let numbers = against.numbers(line);
        let mut sum = 0u128;
        for shares in shares.clone() {
            for share in shares {
                let number = numbers[share.position as usize];
                sum = sum.wrapping_add(u128::from(number) * u128::from(share.ways));
            }
        }
        deals.add(end, line, if AWAY { sum.wrapping_neg() } else { sum });
    }
}

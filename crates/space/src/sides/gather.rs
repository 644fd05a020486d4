//! The first side against all classes that leave it as many spots, each two of its states once.
//!
//! With which classes two states come, and how often, is known. So what the second side comes to in those classes is added up
//! first, number by number, and the entries of both rows meet the sums, once for each two states, in however many ways they
//! end. Rows that differ in a few entries share their sums: those of one are added to those of the other, and only the
//! difference meets them.

use std::ops::Range;

use super::blocks::{Block, Blocks, WaysOn};
use super::seat_table::{RowEntry, SeatTable, ends};
use super::side::{PAIRS_TO_COPY, Side, WORK_A_STATE};
use super::side_judge::SideJudge;
use super::spots::{Splits, Spots};
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

/// What the second side comes to in some classes: for each of its ends the numbers by position.
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
        for &ends in &sums.touched {
            let range = sums.range(ends);
            let numbers = &sums.numbers(ends)[range.clone()];
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
                ends: ends as u32,
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
        } else if block.most <= u32::MAX.into() {
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

/// How many deals there are for each combination of the two sides' ends.
#[derive(Default)]
pub(super) struct DealsByEnds {
    /// For each end of the second side, by that of the first.
    of_second: Vec<Vec<u128>>,
}

impl DealsByEnds {
    /// Adds some, or takes them away again: what is left in the end is right, whatever it was between.
    pub(super) fn add(&mut self, x: usize, y: usize, deals: u128) {
        if y >= self.of_second.len() {
            self.of_second.resize_with(y + 1, Vec::new);
        }
        let of_first = &mut self.of_second[y];
        if x >= of_first.len() {
            of_first.resize(x + 1, 0);
        }
        of_first[x] = of_first[x].wrapping_add(deals);
    }

    /// Those that there are.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, u128)> {
        let of_second = self.of_second.iter().enumerate();
        let all = of_second.flat_map(|(y, of_first)| {
            let of_first = of_first.iter().enumerate();
            of_first.map(move |(x, &deals)| (x, y, deals))
        });
        all.filter(|(.., deals)| *deals > 0)
    }

    pub(super) fn bytes(&self) -> u64 {
        let numbers = self.of_second.iter().map(Vec::capacity).sum::<usize>();
        (16 * numbers + 24 * self.of_second.capacity()) as u64
    }
}

/// Where two places' numbers of cards meet: the position of both together, and in how many ways the cards are taken and shared.
#[derive(Clone, Copy)]
struct Share {
    position: u32,
    ways: u64,
}

/// All of them for two numbers of cards.
struct Shares {
    total: usize,
    width: usize,
    table: Vec<Share>,
}

impl Shares {
    fn new(
        tables: [&SeatTable; 2],
        totals: [usize; 2],
        spots: &Spots,
        meter: &mut Meter,
    ) -> Result<Shares, Error> {
        let splits = Splits::new(tables, totals.map(|total| total as u8).into(), spots);
        let work = splits.table.len() as u64 / PAIRS_A_STEP;
        meter.charge(work)?;
        meter.did(work)?;
        let mut table = Vec::with_capacity(splits.table.len());
        for split in &splits.table {
            let taken = spots.numbers.get(split.position as usize).copied();
            let ways = taken.unwrap_or(0).checked_mul(split.ways.into());
            let ways = ways.and_then(|ways| u64::try_from(ways).ok());
            table.push(Share {
                position: split.position,
                ways: ways.ok_or_else(|| meter.over())?,
            });
        }
        Ok(Shares {
            total: totals[0],
            width: splits.width,
            table,
        })
    }
}

/// What the second side comes to with a pair of states, by position.
enum Against<'g> {
    /// With one end.
    One(usize, &'g [u64]),
    /// With several: for each position where its numbers begin, with the place of their end in the list.
    Several {
        ends: &'g [usize],
        from: &'g [u32],
        numbers: &'g [(u32, u64)],
    },
}

/// How the entries of the first place meet the row of the second at hand.
struct RowAtHand<'r> {
    shares: &'r Shares,
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

impl<'r> RowAtHand<'r> {
    /// Looks at the shares of some entries, if that is new.
    fn look_at(&mut self, entries: &[RowEntry]) {
        for x in entries {
            let from = &mut self.from[x.id as usize];
            if *from != UNSET {
                continue;
            }
            *from = self.own.of_ends.len() as u32;
            let shares = &self.shares.table[x.id as usize * self.shares.width..];
            for (_, ys) in &self.ends {
                let begin = self.own.all.len();
                let can_be = ys.iter().map(|y| shares[y.id as usize]);
                self.own.all.extend(can_be.filter(|share| share.ways != 0));
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
        let mut all_shares: Vec<Shares> = Vec::new();
        let mut place_of = vec![UNSET; tables[0].rows.len()];
        let mut waiting: Vec<Option<Blocks>> = Vec::new();
        let mut spare: Vec<Blocks> = Vec::new();
        let (mut from, mut numbers) = (Vec::new(), Vec::new());
        let mut own_shares = OwnShares::default();
        for group in met.chunk_by(|one, other| one.state >> STATE_BITS == other.state >> STATE_BITS)
        {
            let ([a, b], _) = self.rows(group[0].state);
            let totals = [a.total, b.total];
            let row_of_b = (group[0].state >> STATE_BITS & STATE_MASK) as usize;
            let [least_of_b, most_of_b] = tables[1].between[row_of_b];
            let known = all_shares.iter().position(|shares| shares.total == a.total);
            let known = match known {
                Some(known) => known,
                None => {
                    all_shares.push(Shares::new(tables, totals, spots, meter)?);
                    all_shares.len() - 1
                }
            };
            let sums = self.partials[(group[0].state >> (2 * STATE_BITS)) as usize].clone();
            own_shares.all.clear();
            own_shares.of_ends.clear();
            let mut at_hand = RowAtHand {
                shares: &all_shares[known],
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
                for &Met { class, ways, .. } in *list {
                    for block in classes.of_class(class) {
                        let upto = block.first + (block.end - block.begin);
                        let (from, upto) = (range.start.max(block.first), range.end.min(upto));
                        let work = upto.saturating_sub(from) as u64 / ELEMENTS_A_STEP + 4;
                        meter.charge(work)?;
                        meter.did(work)?;
                        if from < upto {
                            let numbers = classes.numbers(block, from, upto);
                            let sums = sums.block(block.ends as usize, width + 1);
                            sums.add(numbers, from, block.most, ways);
                        }
                    }
                }
                sums.settle();
                let against = match &sums.touched[..] {
                    [] => None,
                    [one] => Some(Against::One(*one, sums.numbers(*one))),
                    several => {
                        by_position(&sums, width, &mut from, &mut numbers);
                        meter.did((several.len() * width) as u64 / PAIRS_A_STEP)?;
                        Some(Against::Several {
                            ends: several,
                            from: &from,
                            numbers: &numbers,
                        })
                    }
                };
                if let Some(against) = against {
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
                        against,
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
        let mut of_ends: Vec<u128> = Vec::new();
        for (end_a, xs) in ends(entries) {
            for (at, &(end_b, ys)) in at_hand.ends.iter().enumerate() {
                if self.is_settled() {
                    let end = self.number_of_two(end_a, end_b, at_hand.sums, judge, meter)?;
                    if end != DEAD {
                        let shares = xs.iter().flat_map(|x| at_hand.shares(x, at));
                        against.add::<AWAY>(shares, end, &mut of_ends, deals);
                    }
                    continue;
                }
                for x in xs {
                    for y in ys {
                        let shares = at_hand.shares;
                        let share = shares.table[x.id as usize * shares.width + y.id as usize];
                        if share.ways == 0 {
                            continue;
                        }
                        let all = self.sums_with(at_hand.sums, at_hand.totals, [x, y]);
                        let end = self.number_of_two(end_a, end_b, &all, judge, meter)?;
                        if end != DEAD {
                            against.add::<AWAY>([share].iter(), end, &mut of_ends, deals);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// What entries meet, and where it is added up.
struct Meeting<'m, 'g, 'r, 'j, 'v, 'w> {
    against: Against<'g>,
    at_hand: &'m mut RowAtHand<'r>,
    judge: &'j mut SideJudge<'v>,
    deals: &'m mut DealsByEnds,
    meter: &'m mut Meter<'w>,
}

impl Against<'_> {
    /// Adds the deals of shares that end in the same way.
    #[inline]
    fn add<'s, const AWAY: bool>(
        &self,
        shares: impl Iterator<Item = &'s Share>,
        end: u32,
        of_ends: &mut Vec<u128>,
        deals: &mut DealsByEnds,
    ) {
        let signed = |sum: u128| if AWAY { sum.wrapping_neg() } else { sum };
        match *self {
            Against::One(of_second, numbers) => {
                let sum = shares.fold(0u128, |sum, share| {
                    let number = numbers[share.position as usize];
                    sum.wrapping_add(u128::from(number) * u128::from(share.ways))
                });
                deals.add(end as usize, of_second, signed(sum));
            }
            Against::Several {
                ends,
                from,
                numbers,
            } => {
                of_ends.clear();
                of_ends.resize(ends.len(), 0);
                for share in shares {
                    let position = share.position as usize;
                    let numbers = &numbers[from[position] as usize..from[position + 1] as usize];
                    for &(place, number) in numbers {
                        let sum = &mut of_ends[place as usize];
                        *sum = sum.wrapping_add(u128::from(number) * u128::from(share.ways));
                    }
                }
                let sums = ends.iter().zip(of_ends.iter());
                for (&of_second, &sum) in sums.filter(|(_, sum)| **sum != 0) {
                    deals.add(end as usize, of_second, signed(sum));
                }
            }
        }
    }
}

/// The numbers of several ends by position, each with the place of its end in the list; nothing is at the last position.
fn by_position(sums: &Blocks, width: usize, from: &mut Vec<u32>, numbers: &mut Vec<(u32, u64)>) {
    from.clear();
    numbers.clear();
    for position in 0..width {
        from.push(numbers.len() as u32);
        for (&ends, place) in sums.touched.iter().zip(0..) {
            let number = sums.numbers(ends)[position];
            if number != 0 {
                numbers.push((place, number));
            }
        }
    }
    let end = numbers.len() as u32;
    from.extend([end, end]);
}

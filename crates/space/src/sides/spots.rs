//! Which numbers of the cards of the kinds of many the two sides can share, and how two places share those of a side.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::numbers::Numbers;
use super::seat_table::SeatTable;
use super::side::Side;
use super::ways::STATE_BITS;
use super::{PAIRS_A_STEP, UNSET};
use crate::Error;
use crate::meter::Meter;

/// Where two places' numbers of cards meet: the position of both together, and in how many ways they share the cards.
#[derive(Clone, Copy)]
pub(super) struct Split {
    pub(super) position: u32,
    pub(super) ways: u32,
}

/// All of them for two numbers of cards.
pub(super) struct Splits {
    pub(super) totals: (u8, u8),
    pub(super) width: usize,
    pub(super) table: Vec<Split>,
}

impl Splits {
    pub(super) fn new(tables: [&SeatTable; 2], totals: (u8, u8), spots: &Spots) -> Splits {
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
    pub(super) fn row(&self, x: u32) -> &[Split] {
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
    /// The numbers themselves, in order.
    keys: &'s [u64],
}

impl Spots<'_> {
    /// The positions from one number to another.
    pub(super) fn range(&self, least: u64, most: u64) -> Range<usize> {
        let from = self.keys.partition_point(|key| *key < least);
        from..self.keys.partition_point(|key| *key <= most).max(from)
    }

    /// How many kinds there are.
    pub(super) fn kinds(&self) -> usize {
        self.all.sizes.len()
    }

    /// How many cards of each kind there are at a position.
    pub(super) fn lanes(&self, position: usize) -> u64 {
        self.keys[position].swap_bytes()
    }

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
    /// The numbers themselves, as [`Number::key`] has them.
    keys: Vec<Vec<u64>>,
}

impl<'n> Shared<'n> {
    pub(super) fn new(
        second: &Side,
        states: impl Iterator<Item = u64>,
        numbers: &'n Numbers,
        meter: &mut Meter,
    ) -> Result<Shared<'n>, Error> {
        let mut can = vec![vec![false; numbers.indices]; numbers.cards() + 1];
        // How many of them there are besides: where all can be, there is nothing left to look for.
        let mut left: Vec<usize> = numbers.of_total.iter().map(Vec::len).collect();
        let guard = numbers.guard();
        // Which rows meet matters, and not what is known beside.
        let mut known: FxHashSet<u64> = FxHashSet::default();
        for state in states.map(|state| state & ((1 << (2 * STATE_BITS)) - 1)) {
            meter.did(1)?;
            if !known.insert(state) {
                continue;
            }
            let ([a, b], total) = second.rows(state);
            let of_first = numbers.cards() - total;
            if left[of_first] == 0 {
                continue;
            }
            let work = (a.entries.len() * b.entries.len()) as u64 / PAIRS_A_STEP;
            meter.charge(work)?;
            meter.did(work)?;
            let (can, left) = (&mut can[of_first], &mut left[of_first]);
            let used = [
                &second.tables[0].used[a.total],
                &second.tables[1].used[b.total],
            ];
            for x in &a.entries {
                let x = used[0][x.id as usize];
                for y in &b.entries {
                    let y = used[1][y.id as usize];
                    if (x.lanes + y.lanes + guard) & OVER == 0 {
                        let can = &mut can[(numbers.all.index - x.index - y.index) as usize];
                        *left -= usize::from(!std::mem::replace(can, true));
                    }
                }
            }
        }
        let mut shared = Shared {
            all: numbers,
            positions: vec![vec![UNSET; numbers.indices]; can.len()],
            numbers: vec![Vec::new(); can.len()],
            keys: vec![Vec::new(); can.len()],
        };
        for (total, all) in numbers.of_total.iter().enumerate() {
            for number in all
                .iter()
                .filter(|number| can[total][number.index as usize])
            {
                let known = &mut shared.numbers[total];
                shared.positions[total][number.index as usize] = known.len() as u32;
                known.push(numbers.ways(number.lanes));
                shared.keys[total].push(number.key());
            }
        }
        Ok(shared)
    }

    /// How many kinds there are.
    pub(super) fn kinds(&self) -> usize {
        self.all.sizes.len()
    }

    /// How many numbers there are for so many cards of one of the sides.
    fn width_of(&self, total: usize) -> usize {
        // The same for both sides, but for which of them takes so many.
        let other = self.all.cards() - total;
        self.numbers[total].len().max(self.numbers[other].len())
    }

    /// About how many of them have ways, for a pair of states: two thirds.
    pub(super) fn about(&self, total: usize) -> u64 {
        self.width_of(total) as u64 * 2 / 3
    }

    /// Those of the first side for so many cards, or of the second for what the first then leaves.
    pub(super) fn spots(&self, total: usize, is_first: bool) -> Spots<'_> {
        Spots {
            all: self.all,
            positions: &self.positions[total],
            is_first,
            numbers: &self.numbers[total],
            keys: &self.keys[total],
        }
    }
}

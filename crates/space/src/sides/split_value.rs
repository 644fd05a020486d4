//! A formula of one place as a small table: what it sees of the single cards against what it sees of the lengths.
//!
//! Holdings of single cards that a formula cannot tell apart are one row, and lengths that it cannot tell apart one column.
//! A formula is worked out from the tables of those before it, once for each row and column, and made small again: what
//! a place makes of all its hands costs some thousand calls a formula, however many holdings there are.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{UNSET, WORK_A_FORMULA, WORK_A_HOLDING};
use crate::Error;
use crate::meter::Meter;

/// Tables with more entries are not made.
const MOST_ENTRIES: usize = 1 << 22;
/// Up to so many combinations are numbered by their place in a list.
const MOST_LISTED: usize = 1 << 22;

/// One number for each thing, the same for those that are alike, and how many there are.
#[derive(Clone, Default)]
pub(super) struct Alike {
    pub(super) of: Vec<u32>,
    pub(super) number: usize,
}

impl Alike {
    /// All alike.
    fn all(things: usize) -> Alike {
        Alike {
            of: vec![0; things],
            number: 1,
        }
    }

    /// Those with the same value.
    pub(super) fn by_value(values: impl Iterator<Item = i64>) -> Alike {
        let mut known: FxHashMap<i64, u32> = FxHashMap::default();
        let of = values.map(|value| {
            let next = known.len() as u32;
            *known.entry(value).or_insert(next)
        });
        let of = of.collect();
        Alike {
            of,
            number: known.len(),
        }
    }

    /// Those that are alike in both.
    pub(super) fn and(mut self, other: &Alike) -> Alike {
        if other.number <= 1 {
            return self;
        }
        if self.number <= 1 {
            return other.clone();
        }
        let mut number = 0;
        let mut next = || {
            number += 1;
            number - 1
        };
        let width = other.number;
        if self.number.saturating_mul(width) <= MOST_LISTED {
            let mut known = vec![UNSET; self.number * width];
            for (one, &two) in self.of.iter_mut().zip(&other.of) {
                let at = &mut known[*one as usize * width + two as usize];
                if *at == UNSET {
                    *at = next();
                }
                *one = *at;
            }
        } else {
            let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
            for (one, &two) in self.of.iter_mut().zip(&other.of) {
                *one = *known.entry((*one, two)).or_insert_with(&mut next);
            }
        }
        self.number = number as usize;
        self
    }

    /// One thing of each number.
    fn examples(&self) -> Vec<u32> {
        let mut examples = vec![UNSET; self.number];
        for (thing, &number) in self.of.iter().enumerate() {
            if examples[number as usize] == UNSET {
                examples[number as usize] = thing as u32;
            }
        }
        examples
    }

    /// Makes numbers one that these say are.
    fn merge(&mut self, into: &[u32], number: usize) {
        for one in &mut self.of {
            *one = into[*one as usize];
        }
        self.number = number;
    }
}

/// The values of a formula for all holdings of single cards and all lengths.
#[derive(Clone)]
pub(super) struct SplitValue {
    pub(super) holdings: Alike,
    pub(super) lengths: Alike,
    /// Row by row: one for each number of holdings.
    pub(super) table: Vec<i64>,
}

impl SplitValue {
    /// The same for all.
    pub(super) fn constant(value: i64, holdings: usize, lengths: usize) -> SplitValue {
        SplitValue {
            holdings: Alike::all(holdings),
            lengths: Alike::all(lengths),
            table: vec![value],
        }
    }

    #[inline]
    pub(super) fn at(&self, holding: usize, lengths: usize) -> i64 {
        let row = self.holdings.of[holding] as usize * self.lengths.number;
        self.table[row + self.lengths.of[lengths] as usize]
    }

    /// What is worked out for one holding of each number and one of all lengths, given which are alike.
    pub(super) fn new(
        holdings: Alike,
        lengths: Alike,
        cost: usize,
        meter: &mut Meter,
        mut value: impl FnMut(usize, usize) -> i64,
    ) -> Result<SplitValue, Error> {
        let columns = lengths.examples();
        SplitValue::by_row(holdings, lengths, cost, meter, |holding, table| {
            let columns = columns.iter().map(|&column| column as usize);
            table.extend(columns.map(|column| value(holding, column)));
        })
    }

    /// The same where all of a holding is worked out at once.
    fn by_row(
        holdings: Alike,
        lengths: Alike,
        cost: usize,
        meter: &mut Meter,
        mut row: impl FnMut(usize, &mut Vec<i64>),
    ) -> Result<SplitValue, Error> {
        let entries = holdings.number.saturating_mul(lengths.number);
        if entries > MOST_ENTRIES {
            return Err(meter.over());
        }
        let seen = (holdings.of.len() + lengths.of.len()) as u64;
        let work = WORK_A_HOLDING * seen + WORK_A_FORMULA * (entries * (1 + cost)) as u64;
        meter.charge(work)?;
        meter.did(WORK_A_HOLDING * seen)?;
        let mut table = Vec::with_capacity(entries);
        let work_a_row = WORK_A_FORMULA * (lengths.number * (1 + cost)) as u64;
        for holding in holdings.examples() {
            meter.did(work_a_row)?;
            row(holding as usize, &mut table);
        }
        let mut all = SplitValue {
            holdings,
            lengths,
            table,
        };
        all.shrink();
        Ok(all)
    }

    /// From those of some operands.
    pub(super) fn combined(
        operands: &[&SplitValue],
        function: impl Fn(&[i64]) -> i64,
        meter: &mut Meter,
    ) -> Result<SplitValue, Error> {
        let (mut holdings, mut lengths) = match operands {
            [first, ..] => (first.holdings.clone(), first.lengths.clone()),
            [] => return Err(meter.over()),
        };
        for operand in &operands[1..] {
            holdings = holdings.and(&operand.holdings);
            lengths = lengths.and(&operand.lengths);
        }
        let columns = lengths.examples();
        // Where each operand has the columns, and then its row for a holding.
        let of_columns: Vec<Vec<u32>> = operands
            .iter()
            .map(|operand| {
                let columns = columns.iter();
                columns
                    .map(|&column| operand.lengths.of[column as usize])
                    .collect()
            })
            .collect();
        let mut values = vec![0; operands.len()];
        let number = operands.len();
        SplitValue::by_row(holdings, lengths, number, meter, |holding, table| {
            let rows: SmallVec<[&[i64]; 4]> = operands
                .iter()
                .map(|operand| operand.row(holding))
                .collect();
            table.extend((0..columns.len()).map(|column| {
                for ((value, row), of) in values.iter_mut().zip(&rows).zip(&of_columns) {
                    *value = row[of[column] as usize];
                }
                function(&values)
            }));
        })
    }

    /// The values of one holding, by the number of the lengths.
    fn row(&self, holding: usize) -> &[i64] {
        let width = self.lengths.number;
        &self.table[self.holdings.of[holding] as usize * width..][..width]
    }

    /// Makes equal rows one, and equal columns.
    fn shrink(&mut self) {
        let table = std::mem::take(&mut self.table);
        let width = self.lengths.number;
        let (into, rows) =
            alike((0..self.holdings.number).map(|row| &table[row * width..][..width]));
        self.holdings.merge(&into, rows.len());
        let height = rows.len();
        let mut turned = Vec::with_capacity(width * height);
        for column in 0..width {
            turned.extend(rows.iter().map(|row| row[column]));
        }
        // Where no holding is left, all columns are the same.
        let (into, columns) = alike((0..width).map(|column| &turned[column * height..][..height]));
        self.lengths.merge(&into, columns.len());
        self.table.reserve(rows.len() * columns.len());
        for row in 0..rows.len() {
            self.table.extend(columns.iter().map(|column| column[row]));
        }
    }

    /// For each number of holdings, whether the value is never this whatever the lengths.
    pub(super) fn is_always(&self, value: i64) -> Vec<bool> {
        let rows = self.table.chunks(self.lengths.number.max(1));
        rows.map(|row| row.iter().all(|one| *one == value))
            .collect()
    }

    /// Keeps some of the holdings.
    pub(super) fn keep(&mut self, kept: &[u32]) {
        let width = self.lengths.number;
        let mut into = vec![UNSET; self.holdings.number];
        let mut table = Vec::new();
        let mut number = 0;
        let of = kept.iter().map(|&at| {
            let row = self.holdings.of[at as usize] as usize;
            if into[row] == UNSET {
                into[row] = number;
                number += 1;
                table.extend_from_slice(&self.table[row * width..(row + 1) * width]);
            }
            into[row]
        });
        self.holdings.of = of.collect();
        self.holdings.number = number as usize;
        self.table = table;
    }
}

/// For each line the number of the first that is equal to it, and one line of each number.
fn alike<'t>(lines: impl Iterator<Item = &'t [i64]>) -> (Vec<u32>, Vec<&'t [i64]>) {
    let mut known: FxHashMap<&[i64], u32> = FxHashMap::default();
    let mut kept = Vec::new();
    let number = |line: &'t [i64]| {
        *known.entry(line).or_insert_with(|| {
            kept.push(line);
            kept.len() as u32 - 1
        })
    };
    let into = lines.map(number).collect();
    (into, kept)
}

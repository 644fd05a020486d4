//! A formula of one place as a small table: what it sees of the single cards against what it sees of the lengths.
//!
//! Holdings of single cards that a formula cannot tell apart are one row, and lengths that it cannot tell apart one column.
//! A formula is worked out from the tables of those before it, once for each row and column, and made small again: what
//! a place makes of all its hands costs some thousand calls a formula, however many holdings there are. A table has the
//! number of each value and not the value itself: what only gives its values other names, as 'not' does, shares the table.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{UNSET, WORK_A_HOLDING, WORK_AN_ENTRY};
use crate::Error;
use crate::alike::{Alike, alike_lines};
use crate::meter::Meter;

/// Tables with more entries are not made.
const MOST_ENTRIES: usize = 1 << 22;
/// Up to so many combinations of values are each worked out once.
const MOST_LISTED: usize = 1 << 19;

/// The values of a formula for all holdings of single cards and all lengths.
#[derive(Clone)]
pub(super) struct SplitValue {
    pub(super) holdings: Arc<Alike>,
    pub(super) lengths: Arc<Alike>,
    /// Row by row, one for each number of holdings: the number of the value.
    table: Arc<Vec<u16>>,
    /// The values, each once.
    values: Vec<i64>,
}

/// Values by their numbers.
#[derive(Default)]
struct Values {
    all: Vec<i64>,
    known: FxHashMap<i64, u16>,
    /// Whether there were more than can be numbered.
    too_many: bool,
}

impl Values {
    fn number(&mut self, value: i64) -> u16 {
        let next = self.all.len();
        *self.known.entry(value).or_insert_with(|| {
            self.too_many |= next >= usize::from(UNKNOWN);
            self.all.push(value);
            next as u16
        })
    }
}

/// The number of no value.
const UNKNOWN: u16 = u16::MAX;

impl SplitValue {
    /// The same for all.
    pub(super) fn constant(value: i64, holdings: usize, lengths: usize) -> SplitValue {
        SplitValue {
            holdings: Arc::new(Alike::all(holdings)),
            lengths: Arc::new(Alike::all(lengths)),
            table: Arc::new(vec![0]),
            values: vec![value],
        }
    }

    #[inline]
    pub(super) fn at(&self, holding: usize, lengths: usize) -> i64 {
        let row = self.holdings.of[holding] as usize;
        self.value(row, self.lengths.of[lengths] as usize)
    }

    /// The value of a row and a column.
    #[inline]
    pub(super) fn value(&self, row: usize, column: usize) -> i64 {
        self.values[usize::from(self.table[row * self.lengths.number + column])]
    }

    /// What is worked out for one holding of each number and one of all lengths, given which are alike.
    pub(super) fn new(
        holdings: Arc<Alike>,
        lengths: Arc<Alike>,
        meter: &mut Meter,
        value: &mut dyn FnMut(usize, usize) -> i64,
    ) -> Result<SplitValue, Error> {
        let columns = lengths.examples();
        let mut values = Values::default();
        let table = by_row(&holdings, &lengths, meter, &mut |holding, table| {
            let columns = columns.iter().map(|&column| column as usize);
            table.extend(columns.map(|column| values.number(value(holding, column))));
        })?;
        SplitValue::made_small(holdings, lengths, table, values, meter)
    }

    /// From those of some operands.
    pub(super) fn combined(
        operands: &[&SplitValue],
        function: &dyn Fn(&[i64]) -> i64,
        meter: &mut Meter,
    ) -> Result<SplitValue, Error> {
        let (first, others) = match operands {
            [one] => return one.mapped(function, meter),
            [first, others @ ..] => (first, others),
            [] => return Err(meter.over()),
        };
        let (mut holdings, mut lengths) = (first.holdings.clone(), first.lengths.clone());
        for operand in others {
            holdings = holdings.and(&operand.holdings);
            lengths = lengths.and(&operand.lengths);
        }
        let columns = lengths.examples();
        // Where each operand has the columns, and then its row for a holding.
        let of_operand = |operand: &&SplitValue| {
            let columns = columns.iter();
            let of = columns.map(|&column| operand.lengths.of[column as usize]);
            of.collect::<Vec<u32>>()
        };
        let of_columns: Vec<Vec<u32>> = operands.iter().map(of_operand).collect();
        let mut values = Values::default();
        let mut own: SmallVec<[i64; 8]> = SmallVec::from_elem(0, operands.len());
        let combinations = operands
            .iter()
            .fold(1usize, |all, one| all.saturating_mul(one.values.len()));
        // Most formulas have few combinations of values, and each is worked out once.
        let mut known = if combinations <= MOST_LISTED {
            vec![UNKNOWN; combinations]
        } else {
            Vec::new()
        };
        let table = by_row(&holdings, &lengths, meter, &mut |holding, table| {
            let rows: SmallVec<[&[u16]; 8]> = operands.iter().map(|one| one.row(holding)).collect();
            let mut work_out = |column: usize| {
                let all = operands.iter().zip(&rows).zip(&of_columns);
                for (own, ((operand, row), of)) in own.iter_mut().zip(all) {
                    *own = operand.values[usize::from(row[of[column] as usize])];
                }
                values.number(function(&own))
            };
            if known.is_empty() {
                table.extend((0..columns.len()).map(work_out));
            } else if let ([a, b], [of_a, of_b]) = (&rows[..], &of_columns[..]) {
                let width = operands[1].values.len();
                let both = of_a.iter().zip(of_b).enumerate();
                table.extend(both.map(|(column, (&at_a, &at_b))| {
                    let (a, b) = (a[at_a as usize], b[at_b as usize]);
                    let known = &mut known[usize::from(a) * width + usize::from(b)];
                    if *known == UNKNOWN {
                        *known = work_out(column);
                    }
                    *known
                }));
            } else {
                table.extend((0..columns.len()).map(|column| {
                    let all = operands.iter().zip(&rows).zip(&of_columns);
                    let place = all.fold(0, |place, ((operand, row), of)| {
                        place * operand.values.len() + usize::from(row[of[column] as usize])
                    });
                    let known = &mut known[place];
                    if *known == UNKNOWN {
                        *known = work_out(column);
                    }
                    *known
                }));
            }
        })?;
        SplitValue::made_small(holdings, lengths, table, values, meter)
    }

    /// The same with other values in place of these.
    fn mapped(
        &self,
        function: &dyn Fn(&[i64]) -> i64,
        meter: &mut Meter,
    ) -> Result<SplitValue, Error> {
        let mut values = Values::default();
        let into = self
            .values
            .iter()
            .map(|&value| values.number(function(&[value])));
        let into: Vec<u16> = into.collect();
        if values.all.len() == into.len() {
            // All that could be told apart still is.
            return Ok(SplitValue {
                values: values.all,
                ..self.clone()
            });
        }
        let table = by_row(
            &self.holdings,
            &self.lengths,
            meter,
            &mut |holding, table| {
                let row = self.row(holding).iter();
                table.extend(row.map(|&number| into[usize::from(number)]));
            },
        )?;
        let (holdings, lengths) = (self.holdings.clone(), self.lengths.clone());
        SplitValue::made_small(holdings, lengths, table, values, meter)
    }

    /// The numbers of the values of one holding, by the number of the lengths.
    fn row(&self, holding: usize) -> &[u16] {
        let width = self.lengths.number;
        &self.table[self.holdings.of[holding] as usize * width..][..width]
    }

    /// With equal rows one, and equal columns.
    fn made_small(
        holdings: Arc<Alike>,
        lengths: Arc<Alike>,
        table: Vec<u16>,
        values: Values,
        meter: &mut Meter,
    ) -> Result<SplitValue, Error> {
        if values.too_many {
            return Err(meter.over());
        }
        meter.did(WORK_A_HOLDING * (holdings.of.len() + lengths.of.len()) as u64 / 2)?;
        let width = lengths.number;
        let row = |row: usize| &table[row * width..][..width];
        let (into, rows) = alike_lines((0..holdings.number).map(row));
        let holdings = holdings.merged(&into, rows.len());
        let height = rows.len();
        let mut turned = vec![0; width * height];
        for (at, &of) in rows.iter().enumerate() {
            for (column, &number) in row(of).iter().enumerate() {
                turned[column * height + at] = number;
            }
        }
        // Where no holding is left, all columns are the same.
        let column = |column: usize| &turned[column * height..][..height];
        let (into, columns) = alike_lines((0..width).map(column));
        let lengths = lengths.merged(&into, columns.len());
        let table = if rows.len() * columns.len() == table.len() {
            table
        } else {
            let rows = rows.iter().map(|&of| row(of));
            rows.flat_map(|row| columns.iter().map(|&column| row[column]))
                .collect()
        };
        Ok(SplitValue {
            holdings,
            lengths,
            table: Arc::new(table),
            values: values.all,
        })
    }

    /// For each number of holdings, whether the value is this whatever the lengths.
    pub(super) fn is_always(&self, value: i64) -> Vec<bool> {
        let number = self.values.iter().position(|one| *one == value);
        let rows = self.table.chunks(self.lengths.number.max(1));
        rows.map(|row| row.iter().all(|one| Some(usize::from(*one)) == number))
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
        let of = of.collect();
        self.holdings = Arc::new(Alike {
            of,
            number: number as usize,
        });
        self.table = Arc::new(table);
    }
}

/// A table row by row, each for one holding of those that are alike.
fn by_row(
    holdings: &Alike,
    lengths: &Alike,
    meter: &mut Meter,
    row: &mut dyn FnMut(usize, &mut Vec<u16>),
) -> Result<Vec<u16>, Error> {
    let entries = holdings.number.saturating_mul(lengths.number);
    if entries > MOST_ENTRIES {
        return Err(meter.over());
    }
    let seen = WORK_A_HOLDING * (holdings.of.len() + lengths.of.len()) as u64;
    meter.charge(seen + WORK_AN_ENTRY * entries as u64)?;
    // The other half is done when equal rows are made one.
    meter.did(seen / 2)?;
    let mut table = Vec::with_capacity(entries);
    let work_a_row = WORK_AN_ENTRY * lengths.number as u64;
    for holding in holdings.examples() {
        meter.did(work_a_row)?;
        row(holding as usize, &mut table);
    }
    Ok(table)
}

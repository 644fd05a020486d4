//! Which ends of a side the other side can tell apart.

use rustc_hash::FxHashMap;

use super::DEAD;
use super::seat_table::{SeatTable, ends};
use super::side::Side;
use crate::Error;
use crate::meter::Meter;
use crate::parts::Verdict;
use crate::rule::ValueList;

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
            let rows = table.rows.iter().flat_map(|row| ends(&row.entries));
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
    pub(super) fn stands_for(
        &mut self,
        ends: &[u32],
        new: u32,
        meter: &mut Meter,
    ) -> Result<u32, Error> {
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
const MOST_OTHERS: usize = 256;

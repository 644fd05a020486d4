//! Which ends of a side the other side can tell apart.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::DEAD;
use super::outcomes::combinations;
use super::side::Side;
use crate::Error;
use crate::meter::Meter;
use crate::parts::Verdict;
use crate::rule::ValueList;

/// How both places of a side and the sums across them end.
pub(super) type Ends = SmallVec<[u32; 4]>;

/// Where ends are added up: in which lines, and how many times.
pub(super) type Lines = SmallVec<[(u32, u32); 2]>;

/// What becomes of a side's ends: those that the other side's ends cannot tell apart have one number.
pub(super) struct SideJudge<'v> {
    numbers: FxHashMap<Ends, u32>,
    /// For each number the first ends that had it, and where they are added up.
    first: Vec<Ends>,
    lines: Vec<Lines>,
    /// How ends are judged that were not seen before; `None` if all that can be are known.
    by_verdict: Option<ByVerdict<'v>>,
}

struct ByVerdict<'v> {
    verdict: &'v Verdict,
    parts: Vec<usize>,
    /// All combinations of the other side's ends, each for all parts; `None` if there are too many.
    others: Option<Vec<Vec<u32>>>,
    known: FxHashMap<Vec<Option<ValueList>>, u32>,
}

impl<'v> SideJudge<'v> {
    /// Of a side whose ends are looked at when they come, each a line of its own.
    pub(super) fn new(verdict: &'v Verdict, side: &Side, other: &Side) -> SideJudge<'v> {
        let others = combinations(other, MOST_OTHERS).map(|all| {
            let of_parts = |ends: &Ends| {
                let mut parts = vec![0; verdict.parts()];
                put_in(other.parts(), ends, &mut parts);
                parts
            };
            all.iter().map(of_parts).collect()
        });
        SideJudge {
            numbers: FxHashMap::default(),
            first: Vec::new(),
            lines: Vec::new(),
            by_verdict: Some(ByVerdict {
                verdict,
                parts: side.parts().collect(),
                others,
                known: FxHashMap::default(),
            }),
        }
    }

    /// Of a side of which all ends are known, with their numbers and where each of these is added up.
    pub(super) fn listed(ends: &[Ends], numbers: &[u32], lines: Vec<Lines>) -> SideJudge<'v> {
        let mut first = vec![Ends::new(); lines.len()];
        for (ends, &number) in ends.iter().zip(numbers).rev() {
            if number != DEAD {
                first[number as usize].clone_from(ends);
            }
        }
        SideJudge {
            numbers: ends.iter().cloned().zip(numbers.iter().copied()).collect(),
            first,
            lines,
            by_verdict: None,
        }
    }

    /// The number of some ends; [`DEAD`] if they never qualify.
    pub(super) fn number(&mut self, ends: Ends, meter: &mut Meter) -> Result<u32, Error> {
        if let Some(&known) = self.numbers.get(&ends) {
            return Ok(known);
        }
        let Some(by_verdict) = &mut self.by_verdict else {
            return Ok(DEAD);
        };
        let new = self.first.len() as u32;
        let number = by_verdict.stands_for(&ends, new, meter)?;
        if number == new {
            self.first.push(ends.clone());
            self.lines.push(Lines::from_elem((new, 1), 1));
        }
        self.numbers.insert(ends, number);
        Ok(number)
    }

    /// Where ends of a number are added up.
    #[inline]
    pub(super) fn lines(&self, number: u32) -> &[(u32, u32)] {
        &self.lines[number as usize]
    }

    /// The first ends of a number.
    pub(super) fn ends(&self, number: usize) -> &Ends {
        &self.first[number]
    }
}

impl ByVerdict<'_> {
    /// The number of the first ends that mean the same; `new` if there were none, [`DEAD`] if they never qualify.
    fn stands_for(&mut self, ends: &Ends, new: u32, meter: &mut Meter) -> Result<u32, Error> {
        let Some(others) = &self.others else {
            return Ok(new);
        };
        let work = others.len() as u64 * self.verdict.work();
        meter.charge(work / 8)?;
        meter.did(work)?;
        let of = |other: &Vec<u32>| {
            let mut all = other.clone();
            put_in(self.parts.iter().copied(), ends, &mut all);
            self.verdict.of(&all)
        };
        let all: Vec<Option<ValueList>> = others.iter().map(of).collect();
        if all.iter().all(Option::is_none) {
            return Ok(DEAD);
        }
        Ok(*self.known.entry(all).or_insert(new))
    }
}

/// Puts a side's ends where its parts are among all.
pub(super) fn put_in(parts: impl Iterator<Item = usize>, ends: &Ends, all: &mut [u32]) {
    for (part, &end) in parts.zip(ends) {
        if part != usize::MAX {
            all[part] = end;
        }
    }
}

/// More combinations of the other side's ends are not looked at.
const MOST_OTHERS: usize = 256;

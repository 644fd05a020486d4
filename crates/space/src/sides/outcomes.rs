//! What two sides' ends come to together: whether they qualify, how much a deal then counts, and with which values.
//!
//! The first side's ends see few things in the second's: with keeps on spot cards, for each hand type how likely its keep is,
//! whatever the numbers of cards are that say so. So how much each end of the second side counts for those of the first that
//! see the same is a *line*, and the second side is added up by lines: every end goes to each line as often as it counts there.
//! An end of the first side then meets the few lines it needs. Where there are as many lines as ends, every end is a line of
//! its own.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::DEAD;
use super::side::Side;
use super::side_judge::{Ends, Lines, SideJudge, put_in};
use crate::Error;
use crate::meter::Meter;
use crate::parts::Verdict;
use crate::rule::ValueList;
use crate::weighing::{self, Weighing, Weight, common_unit, divisor};

/// More combinations of both sides' ends are not looked at one by one.
const MOST_COMBINATIONS: usize = 1 << 18;
/// An end counts so many times in a line at the most: sums of them must fit.
const MOST_TIMES: u128 = 1 << 13;
/// So many lines can be told apart by a bit each.
const MOST_LINES: usize = 64;

/// With which line ends of the first side qualify: how many times they count, and with which values.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Use {
    line: u32,
    times: u128,
    values: Vec<i64>,
}

/// What both sides' ends come to.
pub(super) struct Outcomes<'v> {
    verdict: &'v Verdict,
    weighing: Option<&'v Weighing>,
    /// What the first side's ends come to with each line, by their number; `None` if there are too many combinations, and each
    /// end of the second side is a line.
    listed: Option<Listed>,
}

struct Listed {
    of_first: Vec<Vec<Use>>,
    /// For each of them a bit for each line.
    lines: Vec<u64>,
    /// And for each of its lines how much deals count, about.
    weights: Vec<SmallVec<[(u32, f64); 2]>>,
    /// How many lines there are.
    number: u64,
    /// How many times a deal counts that always does.
    unit: u128,
}

impl<'v> Outcomes<'v> {
    /// What they are, and how each side's ends are told apart.
    pub(super) fn new(
        verdict: &'v Verdict,
        weighing: Option<&'v Weighing>,
        first: &Side,
        second: &Side,
        meter: &mut Meter,
    ) -> Result<(Outcomes<'v>, [SideJudge<'v>; 2]), Error> {
        let mut outcomes = Outcomes {
            verdict,
            weighing,
            listed: None,
        };
        let of_first = combinations(first, MOST_COMBINATIONS);
        let of_second = combinations(second, MOST_COMBINATIONS);
        if let (Some(of_first), Some(of_second)) = (of_first, of_second)
            && of_first.len() * of_second.len() <= MOST_COMBINATIONS
        {
            let all = outcomes.all([(first, &of_first), (second, &of_second)], meter)?;
            if let Some(all) = all {
                let (listed, lines_of_second) = all.listed();
                let numbers = (0..).map(|number| Lines::from_elem((number, 1), 1));
                let lines_of_first = numbers.take(listed.of_first.len()).collect();
                outcomes.listed = Some(listed);
                let judges = [
                    SideJudge::listed(&of_first, &all.class_of_first, lines_of_first),
                    SideJudge::listed(&of_second, &all.class_of_second, lines_of_second),
                ];
                return Ok((outcomes, judges));
            }
        }
        let judges = [
            SideJudge::new(verdict, first, second),
            SideJudge::new(verdict, second, first),
        ];
        Ok((outcomes, judges))
    }

    /// What all combinations come to; `None` where weights have too many digits.
    fn all(
        &self,
        sides: [(&Side, &[Ends]); 2],
        meter: &mut Meter,
    ) -> Result<Option<AllOutcomes>, Error> {
        let [(first, of_first), (second, of_second)] = sides;
        let work = self.verdict.work();
        meter.charge(of_first.len() as u64 * of_second.len() as u64 * work / 8)?;
        let mut values: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
        let mut found: Vec<Option<(u32, Weight)>> = Vec::new();
        for x in of_first {
            meter.did(of_second.len() as u64 * work)?;
            for y in of_second {
                let Some(all) = values_of(self.verdict, [(first, x), (second, y)]) else {
                    found.push(None);
                    continue;
                };
                let Ok((weight, others)) = weighing::split(self.weighing, &all) else {
                    return Ok(None);
                };
                let next = values.len() as u32;
                let number = *values.entry(others.to_vec()).or_insert(next);
                found.push((weight.numerator > 0).then_some((number, weight)));
            }
        }
        let denominators = found.iter().flatten().map(|(_, weight)| weight.denominator);
        let Some(unit) = common_unit(denominators) else {
            return Ok(None);
        };
        let in_units = |one: &Option<(u32, Weight)>| match one {
            Some((values, weight)) => Some((*values, weight.in_units(unit)?)),
            None => Some((0, 0)),
        };
        let Some(table) = found.iter().map(in_units).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        // Those that are alike are one.
        let width = of_second.len();
        let (class_of_first, rows) = alike(table.chunks(width.max(1)).map(<[_]>::to_vec));
        let columns = (0..width).map(|y| rows.iter().map(|row| row[y]).collect());
        let (class_of_second, columns) = alike(columns);
        let mut list = vec![Vec::new(); values.len()];
        for (values, number) in values {
            list[number as usize] = values;
        }
        Ok(Some(AllOutcomes {
            class_of_first,
            class_of_second,
            first: rows.len(),
            columns,
            values: list,
            unit,
        }))
    }

    /// Whether it is known beforehand which lines ends of the first side need, and a bit each tells them apart.
    pub(super) fn are_told_apart(&self) -> bool {
        self.number_of_lines() <= MOST_LINES as u64
    }

    /// How many lines there are at the most.
    pub(super) fn number_of_lines(&self) -> u64 {
        self.listed
            .as_ref()
            .map_or(u64::MAX, |listed| listed.number)
    }

    /// How many lines ends of the first side need on average, where that is known.
    pub(super) fn lines_of_one(&self) -> Option<f64> {
        let listed = self.listed.as_ref()?;
        let all = listed.of_first.iter().map(Vec::len).sum::<usize>();
        Some(all as f64 / listed.of_first.len().max(1) as f64)
    }

    /// The lines that ends of the first side need, a bit each.
    #[inline]
    pub(super) fn lines_of(&self, first: u32) -> u64 {
        match &self.listed {
            Some(listed) => listed.lines[first as usize],
            None => u64::MAX,
        }
    }

    /// How much deals count in which ends of the first side meet a line, about; once, where that is not known yet.
    pub(super) fn weight_of(&self, first: usize, line: usize) -> f64 {
        let Some(listed) = &self.listed else {
            return 1.0;
        };
        let uses = listed.weights[first].iter();
        let uses = uses.filter(|(own, _)| *own as usize == line);
        uses.map(|(_, weight)| weight).sum()
    }

    /// How many ends of the first side are told apart by number.
    pub(super) fn told_apart(&self) -> u32 {
        let listed = self.listed.as_ref();
        listed.map_or(0, |listed| listed.of_first.len() as u32)
    }

    /// What ends of the first side come to, about, where lines come to so much.
    pub(super) fn weight_in(&self, first: u32, levels: &[f64]) -> f64 {
        let Some(listed) = &self.listed else {
            return levels.iter().sum();
        };
        let weights = listed.weights[first as usize].iter();
        let level = |line: u32| levels.get(line as usize).copied().unwrap_or(0.0);
        weights.map(|(line, weight)| weight * level(*line)).sum()
    }

    /// Whether ends of the first side need a line.
    #[inline]
    pub(super) fn needs(&self, first: usize, line: usize) -> bool {
        match &self.listed {
            Some(listed) if line < MOST_LINES => listed.lines[first] >> line & 1 == 1,
            _ => true,
        }
    }

    /// What ends of the first side come to with a line: each of the values, and how much a deal counts.
    pub(super) fn of(
        &self,
        sides: [(&Side, &SideJudge); 2],
        first: usize,
        line: usize,
    ) -> Result<Vec<(Vec<i64>, Weight)>, Error> {
        if let Some(listed) = &self.listed {
            let uses = listed.of_first[first].iter();
            let uses = uses.filter(|one| one.line as usize == line);
            let weight = |one: &Use| Weight {
                numerator: one.times,
                denominator: listed.unit,
            };
            return Ok(uses.map(|one| (one.values.clone(), weight(one))).collect());
        }
        let [(of_first, judge_of_first), (of_second, judge_of_second)] = sides;
        let both = [
            (of_first, judge_of_first.ends(first)),
            (of_second, judge_of_second.ends(line)),
        ];
        let Some(values) = values_of(self.verdict, both) else {
            return Ok(Vec::new());
        };
        let (weight, others) = weighing::split(self.weighing, &values)?;
        Ok(vec![(others.to_vec(), weight)])
    }
}

/// Every combination of ends that is not like another: with which values, and how many times it counts.
struct AllOutcomes {
    /// For each combination of a side's ends its class.
    class_of_first: Vec<u32>,
    class_of_second: Vec<u32>,
    /// How many classes the first side has.
    first: usize,
    /// For each class of the second side, what comes of it with each of the first.
    columns: Vec<Vec<(u32, u128)>>,
    values: Vec<Vec<i64>>,
    unit: u128,
}

impl AllOutcomes {
    /// By lines, and how often each class of the second side counts in them.
    fn listed(&self) -> (Listed, Vec<Lines>) {
        let by_what_is_seen = self.by_what_is_seen();
        let (of_first, lines_of_second) = match by_what_is_seen {
            Some(listed) => listed,
            None => self.by_ends(),
        };
        let bit = |one: &Use| match one.line as usize {
            line if line < MOST_LINES => 1u64 << line,
            _ => 0,
        };
        let lines = of_first
            .iter()
            .map(|uses| uses.iter().fold(0, |all, one| all | bit(one)));
        let number = of_first.iter().flatten().map(|one| one.line + 1).max();
        let weight = |one: &Use| (one.line, one.times as f64 / self.unit as f64);
        let weights = of_first
            .iter()
            .map(|uses| uses.iter().map(weight).collect());
        let listed = Listed {
            weights: weights.collect(),
            number: number.unwrap_or(0).into(),
            lines: lines.collect(),
            of_first,
            unit: self.unit,
        };
        (listed, lines_of_second)
    }

    /// A line for everything that the first side's ends see; `None` where these are no fewer than the second side's ends, or do not fit.
    fn by_what_is_seen(&self) -> Option<(Vec<Vec<Use>>, Vec<Lines>)> {
        let mut known: FxHashMap<Vec<u128>, u32> = FxHashMap::default();
        let mut of_first = Vec::with_capacity(self.first);
        for x in 0..self.first {
            let mut seen: Vec<u32> = Vec::new();
            let of = self.columns.iter().map(|column| column[x]);
            seen.extend(of.filter(|(_, times)| *times > 0).map(|(values, _)| values));
            seen.sort_unstable();
            seen.dedup();
            let mut uses = Vec::with_capacity(seen.len());
            for values in seen {
                let of = self.columns.iter().map(|column| match column[x] {
                    (own, times) if own == values => times,
                    _ => 0,
                });
                let mut line: Vec<u128> = of.collect();
                let common = line.iter().fold(0, |all, &one| divisor(all, one)).max(1);
                line.iter_mut().for_each(|one| *one /= common);
                if line.iter().any(|one| *one > MOST_TIMES) {
                    return None;
                }
                let next = known.len() as u32;
                let line = *known.entry(line).or_insert(next);
                if known.len() >= self.columns.len().min(MOST_LINES + 1) {
                    return None;
                }
                uses.push(Use {
                    line,
                    times: common,
                    values: self.values[values as usize].clone(),
                });
            }
            of_first.push(uses);
        }
        let mut lines_of_second = vec![Lines::new(); self.columns.len()];
        let mut lines: Vec<(Vec<u128>, u32)> = known.into_iter().collect();
        lines.sort_unstable_by_key(|(_, line)| *line);
        for (times, line) in lines {
            for (lines, times) in lines_of_second.iter_mut().zip(times) {
                if times > 0 {
                    lines.push((line, times as u32));
                }
            }
        }
        Some((of_first, lines_of_second))
    }

    /// A line for each class of the second side.
    fn by_ends(&self) -> (Vec<Vec<Use>>, Vec<Lines>) {
        let uses = |x: usize| {
            let columns = self.columns.iter().map(|column| column[x]).zip(0..);
            let columns = columns.filter(|((_, times), _)| *times > 0);
            let of = |((values, times), line): ((u32, u128), u32)| Use {
                line,
                times,
                values: self.values[values as usize].clone(),
            };
            columns.map(of).collect()
        };
        let lines = (0..self.columns.len() as u32).map(|line| Lines::from_elem((line, 1), 1));
        ((0..self.first).map(uses).collect(), lines.collect())
    }
}

/// For each list the number of the first that is equal to it, [`DEAD`] if nothing in it counts; and one list of each number.
fn alike(lists: impl Iterator<Item = Vec<(u32, u128)>>) -> (Vec<u32>, Vec<Vec<(u32, u128)>>) {
    let mut known: FxHashMap<Vec<(u32, u128)>, u32> = FxHashMap::default();
    let mut kept = Vec::new();
    let number = |list: Vec<(u32, u128)>| {
        if list.iter().all(|(_, times)| *times == 0) {
            return DEAD;
        }
        *known.entry(list).or_insert_with_key(|list| {
            kept.push(list.clone());
            kept.len() as u32 - 1
        })
    };
    let numbers = lists.map(number).collect();
    (numbers, kept)
}

/// All combinations of a side's ends, each place's and each sum's; `None` if there are more than so many.
pub(super) fn combinations(side: &Side, most: usize) -> Option<Vec<Ends>> {
    let of_sums = side.sums.iter();
    let of_sums = of_sums.map(|(_, sum)| (0..sum.ends.len() as u32).collect());
    let lists = side
        .tables
        .iter()
        .map(|table| table.ends_of_rows())
        .chain(of_sums);
    let mut all = vec![Ends::new()];
    for ends in lists {
        if all.len() * ends.len() > most {
            return None;
        }
        let with = |one: &Ends, end: u32| one.iter().copied().chain([end]).collect::<Ends>();
        let longer = all
            .iter()
            .flat_map(|one| ends.iter().map(move |&end| with(one, end)));
        all = longer.collect();
    }
    Some(all)
}

/// The tallied values of two sides' ends; `None` if they do not qualify.
pub(super) fn values_of(verdict: &Verdict, sides: [(&Side, &Ends); 2]) -> Option<ValueList> {
    let mut ends = vec![0; verdict.parts()];
    for (side, of_side) in sides {
        put_in(side.parts(), of_side, &mut ends);
    }
    verdict.of(&ends)
}

//! Which two places are a side, and which side is followed through the single cards by classes.
//!
//! As a rule the second side is the one with the fewest states: that is cheap, and good where there are quiet places. But it may cost ten
//! times as much as another: keeps on cards of two places that are one side are seen by nobody else, and the second side is added up
//! in as many lines as are seen of it. So where the rule takes too much, some sets of single cards are looked at for each way:
//! how many pairs of states both sides then have, and in how many lines they are added up.

use rustc_hash::FxHashSet;

use super::outcomes::Outcomes;
use super::seat_table::{SeatTable, ends};
use super::side::Side;
use super::ways::{ODD, STATE_BITS, Ways, merge, mixed};
use super::{DEAD, MOST_SINGLE, Question};
use crate::Error;
use crate::meter::Meter;
use crate::parts::Verdict;

/// So many sets of single cards are looked at, and as many of the rest of them.
const SETS: usize = 256;
/// How many lines ends are added up in where that is not known, and how many there are.
const MANY_LINES: [f64; 2] = [32.0, 1024.0];
/// About what a pair of states takes in a line and a class, in steps.
const WORK_A_LINE: f64 = 16.0;
/// The second side is led through the single cards one after the other, which takes this much more.
const SECOND: f64 = 1.5;
/// Where the first side is sampled, about one of so many of its states is looked at.
const SAMPLED: f64 = 8.0;

/// What takes this part of what is left can be counted, however roughly that is known.
const SURELY: f64 = 0.7;

/// The first side and the second.
pub(super) type Order = [[usize; 2]; 2];

/// What two places make of the sets that are looked at.
struct OfPair {
    /// Of each set.
    of_sets: Vec<Option<OfSet>>,
    /// About what it takes to work out how all pairs of states go on, each once.
    work: f64,
}

/// What two places make of a set of single cards.
struct OfSet {
    /// How many pairs of states they have, and in how many ways each of these ends, on average.
    states: f64,
    ends: f64,
    /// A number that hardly two lists of states share.
    mixed: u64,
}

/// The order in which the second side has the fewest states and ways to end: theirs are the classes, and the first side meets each of
/// their ends.
fn fewest_ends(tables: &[SeatTable], orders: &[Order]) -> Option<Order> {
    let ends_of = |at: usize| {
        let rows = tables[at].rows.iter();
        rows.map(|row| ends(&row.entries).count()).sum::<usize>()
    };
    let orders = orders.iter().copied();
    orders.min_by_key(|[_, [a, b]]| ends_of(*a) * ends_of(*b))
}

/// The order that takes the least, by what some sets of single cards tell: to be counted within what is left of the budget, or else to be
/// sampled, which looks at all of the second side.
pub(super) fn cheapest<'a>(
    question: &Question,
    tables: &'a [SeatTable],
    orders: &[Order],
    side: impl Fn([usize; 2]) -> Side<'a>,
    verdict: &Verdict,
    meter: &mut Meter,
) -> Result<Option<Order>, Error> {
    let single = question.rare.len();
    let are_single = question.rare.iter().all(|kind| kind.len() == 1);
    if !are_single || !(1..=MOST_SINGLE).contains(&single) {
        return Ok(fewest_ends(tables, orders));
    }
    let left = SURELY * meter.budget.work.saturating_sub(meter.work) as f64;
    let mut of_sets: Vec<Vec<u32>> = Vec::with_capacity(tables.len());
    for table in tables {
        meter.look()?;
        of_sets.push(table.of_sets());
    }
    let number = 1u64 << single;
    let sets = (1..=SETS as u64).map(|set| set.wrapping_mul(ODD) >> (64 - single));
    // The rest of a set is beside it.
    let sets: Vec<u64> = sets.flat_map(|set| [set, number - 1 - set]).collect();
    let mut known: Vec<([usize; 2], OfPair)> = Vec::new();
    let mut works: Vec<(Order, [f64; 2])> = Vec::new();
    let usual = fewest_ends(tables, orders);
    let others = orders.iter().copied().filter(|order| Some(*order) != usual);
    for order in usual.into_iter().chain(others) {
        for pair in order {
            if !known.iter().any(|(one, _)| *one == pair) {
                let [a, b] = pair.map(|at| &of_sets[at][..]);
                known.push((pair, OfPair::new([a, b], &sets, &side(pair), meter)?));
            }
        }
        let of = |pair: [usize; 2]| known.iter().find(|(one, _)| *one == pair);
        let (Some((_, of_first)), Some((_, of_second))) = (of(order[0]), of(order[1])) else {
            continue;
        };
        let [first, second] = order.map(&side);
        let (outcomes, _) = Outcomes::new(verdict, question.weighing, &first, &second, meter)?;
        let [each, lines] = match outcomes.lines_of_one() {
            Some(each) if outcomes.are_told_apart() => [each, outcomes.number_of_lines() as f64],
            _ => MANY_LINES,
        };
        let mut in_lines = [0.0; 2];
        let (mut live, mut different) = (0usize, FxHashSet::default());
        for (at, of_second) in of_second.of_sets.iter().enumerate() {
            let (Some(first), Some(second)) = (&of_first.of_sets[at ^ 1], of_second) else {
                continue;
            };
            live += 1;
            different.insert(second.mixed);
            for (sum, side) in in_lines.iter_mut().zip([first, second]) {
                *sum += side.states * (side.ends * each).min(lines);
            }
        }
        // Sets with the same states of the second side are one class: as many as there would be days in a year in which so many share a
        // birthday. Where none do, there may be as many as there are sets.
        let all = live as f64 / sets.len() as f64 * number as f64;
        let classes = match live - different.len() {
            0 => all,
            same => ((live * live) as f64 / (2.0 * same as f64)).min(all),
        };
        let of_one = WORK_A_LINE * classes / live.max(1) as f64;
        let [of_states, of_classes] = in_lines.map(|number| number * of_one);
        let of_first = of_first.work + of_states;
        let of_second = (of_second.work + of_classes) * SECOND;
        if Some(order) == usual && of_first + of_second <= left {
            return Ok(usual);
        }
        works.push((order, [of_first, of_second]));
    }
    let for_samples = question
        .sampling
        .map_or(0.0, |sampling| sampling.work as f64);
    let is_counted = |[of_first, of_second]: [f64; 2]| of_first + of_second <= left;
    let counted = works.iter().filter(|(_, works)| is_counted(*works));
    let counted = counted.map(|(order, works)| (works[0] + works[1], *order));
    let sampled = works.iter().filter(|(_, works)| works[1] <= for_samples);
    let sampled = sampled.map(|(order, works)| (works[0] / SAMPLED + works[1], *order));
    let least = |a: &(f64, Order), b: &(f64, Order)| a.0.total_cmp(&b.0);
    let best = counted.min_by(least).or_else(|| sampled.min_by(least));
    Ok(best.map_or(usual, |(_, order)| Some(order)))
}

impl OfPair {
    /// What two places make of some sets, by what each makes of its own.
    fn new(
        [of_a, of_b]: [&[u32]; 2],
        sets: &[u64],
        side: &Side,
        meter: &mut Meter,
    ) -> Result<OfPair, Error> {
        let (mut ways, mut spare) = (Ways::new(), Ways::new());
        let mut all: Vec<u64> = Vec::new();
        let ends_of = |state: u64| {
            let ([a, b], _) = side.rows(state);
            ends(&a.entries).count() * ends(&b.entries).count()
        };
        let mut of_sets = Vec::with_capacity(sets.len());
        for &set in sets {
            ways.clear();
            let mut part = set;
            loop {
                meter.did(2)?;
                let (a, b) = (of_a[part as usize], of_b[(set ^ part) as usize]);
                if a != DEAD && b != DEAD {
                    ways.push((u64::from(a) | u64::from(b) << STATE_BITS, 1));
                }
                if part == 0 {
                    break;
                }
                part = (part - 1) & set;
            }
            merge(&mut ways, &mut spare);
            let number = ways.len() as f64;
            // A few of them say how many ends they have.
            let few = ways.iter().step_by(ways.len() / 16 + 1);
            let few: Vec<usize> = few.map(|(state, _)| ends_of(*state)).collect();
            let of_few = few.iter().sum::<usize>() as f64 / few.len().max(1) as f64;
            of_sets.push((number > 0.0).then(|| OfSet {
                states: number,
                ends: of_few,
                mixed: mixed(&ways),
            }));
            all.extend(ways.iter().map(|(state, _)| *state));
        }
        // How many pairs of states there are in all, by how many came once and how many twice (Chao).
        meter.did(8 * all.len() as u64)?;
        all.sort_unstable();
        let (mut seen, mut once, mut twice, mut work) = (0.0, 0.0, 0.0, 0.0);
        for same in all.chunk_by(|one, other| one == other) {
            seen += 1.0;
            once += f64::from(u8::from(same.len() == 1));
            twice += f64::from(u8::from(same.len() == 2));
            work += side.work_of_pair(same[0]) as f64;
        }
        let number = seen + once * once / (2.0 * f64::max(twice, 1.0));
        Ok(OfPair {
            of_sets,
            work: work / f64::max(seen, 1.0) * number,
        })
    }
}

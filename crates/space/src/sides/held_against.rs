//! Both sides through the single cards, and then against each other.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::Blocks;
use super::gather::{ClassNumbers, DealsByEnds, Met, MetStates};
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::sampling::{self, Sides};
use super::side::Side;
use super::spots::Shared;
use super::ways::{STATE_BITS, Ways, bytes, merge, mixed};
use super::{Deals, MOST_SINGLE, Question, WORK_A_MOVE, WORK_A_PRODUCT};
use crate::Error;
use crate::binomial::binomial;
use crate::meter::Meter;
use crate::parts::Verdict;
use crate::weighing::WeighedTally;

/// Up to so many classes that take as many spots share few states.
const FEW_CLASSES: usize = 4;

/// What the second side comes to is looked at in one of so many classes, to say what all will cost.
const CLASSES_FOR_ONE: usize = 32;

/// What it takes to add to the deals of two ends, in steps: they lie far apart.
const WORK_A_SUM: u64 = 4;

/// How many deals there are, or about how many, by what both sides come to.
pub(super) fn held_against<'a>(
    question: &Question,
    first: &mut Side<'a>,
    second: &mut Side<'a>,
    numbers: &Numbers,
    verdict: &Verdict,
    merged: Option<&Vec<Vec<u32>>>,
    meter: &mut Meter,
) -> Result<Deals, Error> {
    let states = |side: &Side| {
        side.tables.iter().all(|table| {
            let layers = table.layers.iter().map(Vec::len);
            layers
                .chain([table.rows.len()])
                .all(|states| states < 1 << STATE_BITS)
        })
    };
    if !states(first) || !states(second) {
        return Err(meter.over());
    }
    // For each class, in how many ways the second side can be in each state, and the first.
    let mut classes: Vec<Ways> = vec![vec![(0, 1)]];
    let mut ways: Vec<Ways> = vec![vec![(0, 1)]];
    // Where all rare kinds are single cards, the first side's sets of them are kept instead, and shared in the end.
    let by_sets = first.sums.is_empty()
        && question.rare.len() <= MOST_SINGLE
        && question.rare.iter().all(|kind| kind.len() == 1);
    let (mut next, mut spare) = (Ways::new(), Ways::new());
    for (kind, cards) in question.rare.iter().enumerate() {
        let size = cards.len();
        let mut known: FxHashMap<u64, SmallVec<[u32; 1]>> = FxHashMap::default();
        let mut after: Vec<Ways> = Vec::new();
        let mut ways_after: Vec<Ways> = Vec::new();
        let mut held = bytes(&classes) + bytes(&ways);
        for (class, own) in classes.iter().zip(&ways) {
            for number in 0..=size {
                next.clear();
                second.take(kind, class, number, 1, &mut next);
                let work = WORK_A_MOVE * next.len() as u64 + 16;
                meter.charge(work)?;
                meter.did(work)?;
                merge(&mut next, &mut spare);
                if next.is_empty() {
                    continue;
                }
                held += 16 * next.len() as u64 + 32;
                let alike = known.entry(mixed(&next)).or_default();
                let at = alike.iter().find(|&&at| after[at as usize] == next);
                let at = match at {
                    Some(&at) => at as usize,
                    None => {
                        alike.push(after.len() as u32);
                        after.push(next.clone());
                        ways_after.push(Ways::new());
                        after.len() - 1
                    }
                };
                let into = &mut ways_after[at];
                let before = into.len();
                let times = binomial(size as u8, number as u8);
                if by_sets {
                    let card = u64::from(number == 0) << kind;
                    into.extend(own.iter().map(|(set, ways)| (set | card, *ways)));
                } else {
                    first.take(kind, own, size - number, times, into);
                }
                let work = WORK_A_MOVE * (into.len() - before) as u64;
                meter.charge(work)?;
                meter.did(work)?;
                held += 16 * (into.len() - before) as u64;
            }
            meter.hold(held)?;
        }
        for own in &mut ways_after {
            merge(own, &mut spare);
            own.shrink_to_fit();
        }
        (classes, ways) = (after, ways_after);
        if first.partials.len() >= 1 << 24 || second.partials.len() >= 1 << 24 {
            return Err(meter.over());
        }
    }
    if by_sets {
        first.share_sets(&mut ways, bytes(&classes), meter)?;
    }
    first.settle_sums(&mut ways, merged, meter)?;
    second.settle_sums(&mut classes, merged, meter)?;
    let both = || std::iter::zip(&classes, &ways).filter(|(_, own)| !own.is_empty());
    let states = both().flat_map(|(class, _)| class.iter().map(|(state, _)| *state));
    let shared = Shared::new(second, states, numbers, meter)?;
    let held = bytes(&classes) + bytes(&ways);
    // Classes in which the first side takes as many spots go together: how states go on is kept for one such number.
    let mut together: Vec<(usize, &Ways, &Ways)> = both()
        .filter(|(class, _)| !class.is_empty())
        .map(|(class, own)| (first.rows(own[0].0).1, class, own))
        .collect();
    together.sort_by_key(|(total, ..)| *total);
    let (outcomes, mut judges) = Outcomes::new(verdict, question.weighing, first, second, meter)?;
    // Where few classes share them, it does not pay to know how each two states go on.
    let in_total = |total: usize| together.iter().filter(|one| one.0 == total).count();
    let is_alone: Vec<bool> = (0..=numbers.cards())
        .map(|total| (1..=FEW_CLASSES).contains(&in_total(total)))
        .collect();
    let is_together = |first: &Side, own: &Ways| {
        own.first()
            .is_some_and(|(state, _)| is_alone[first.rows(*state).1])
            && first.is_together(own, &shared)
    };
    // A class of so many says about what the second side comes to in all of them.
    let mut numbers_of_class = 0;
    let mut lists = Vec::with_capacity(together.len());
    for (number, (_, class, own)) in together.iter().enumerate() {
        if number % CLASSES_FOR_ONE == 0 {
            numbers_of_class = second.numbers_of_class(class, &shared);
            meter.did(class.len() as u64)?;
        }
        lists.push((*own, numbers_of_class));
    }
    let of_together = together
        .iter()
        .filter(|(_, _, own)| is_together(first, own));
    let of_together = of_together.map(|(_, _, own)| first.work_together(own).unwrap_or(0));
    let of_together = of_together.sum::<u64>();
    lists.retain(|(own, _)| !is_together(first, own));
    let own: Vec<&Ways> = lists.iter().map(|(own, _)| *own).collect();
    let one_by_one = first.forecast(&own, &shared, u64::MAX);
    let gathered = if outcomes.are_told_apart() {
        first.forecast_gathered(&lists, &outcomes, &mut judges[0], meter)?
    } else {
        u64::MAX
    };
    // Where the second side ends in many ways, each class is better added up by itself. Small decks are to be counted in both.
    let is_gathered = if cfg!(test) {
        outcomes.are_told_apart() && together.len().is_multiple_of(2)
    } else {
        gathered <= one_by_one
    };
    let of_first = of_together + gathered.min(one_by_one);
    let of_classes: Vec<&Ways> = together.iter().map(|(_, class, _)| *class).collect();
    let of_second = second.forecast(&of_classes, &shared, outcomes.number_of_lines());
    let forecast = meter.work.saturating_add(of_first + of_second);
    if forecast > meter.budget.work {
        let sampling = question.sampling.ok_or_else(|| meter.over())?;
        // Samples look at all of the second side, which must not take more than they do.
        if of_second > sampling.work || forecast <= sampling.over {
            return Ok(Deals::TooMuch(forecast));
        }
        let sides = Sides {
            first,
            second,
            shared: &shared,
            outcomes: &outcomes,
            held,
        };
        let samples = sampling::sampled(sides, &together, &mut judges, sampling, meter)?;
        return Ok(match samples {
            Some(samples) => Deals::Sampled(samples, forecast),
            None => Deals::TooMuch(forecast),
        });
    }
    // A forecast that was somewhat too low is no reason to give up so late.
    meter.budget.work = meter.budget.work.saturating_mul(2);
    let [judge_of_first, judge_of_second] = &mut judges;
    meter.watch().begin("counting", Some(together.len() as u64));
    let mut deals = DealsByEnds::new(&outcomes);
    let (mut a, mut b) = (Blocks::default(), Blocks::default());
    let mut met = MetStates::default();
    let mut numbers_of_classes = ClassNumbers::default();
    for of_total in together.chunk_by(|one, other| one.0 == other.0) {
        let total = of_total[0].0;
        if is_gathered {
            first.forget_splits();
        } else {
            first.forget();
        }
        second.forget();
        let (spots, rest) = (shared.spots(total, true), shared.spots(total, false));
        met.clear();
        numbers_of_classes.clear();
        for (_, class, own) in of_total {
            meter.watch().add(1);
            second.add_up(class, &rest, judge_of_second, &mut b, meter)?;
            if is_together(first, own) {
                first.add_up_together(own, &spots, judge_of_first, &mut a, meter)?;
                multiplied(&a, &b, spots.numbers, &mut deals, meter)?;
                a.clear();
            } else if !is_gathered {
                first.add_up(own, &spots, judge_of_first, &mut a, meter)?;
                multiplied(&a, &b, spots.numbers, &mut deals, meter)?;
                a.clear();
            } else {
                let class = numbers_of_classes.push(&b);
                let of_class = |&(state, ways): &(u64, u64)| Met { state, ways, class };
                met.extend(own.iter().map(of_class));
            }
            b.clear();
            let of_both = first.memory() + second.memory() + numbers_of_classes.bytes();
            meter.hold(held + met.bytes() + of_both + deals.bytes())?;
        }
        first.gather(
            &mut met,
            &numbers_of_classes,
            &spots,
            judge_of_first,
            &mut deals,
            meter,
        )?;
    }
    let sides = [(&*first, &*judge_of_first), (&*second, &*judge_of_second)];
    let mut parts = Vec::new();
    for (x, line, deals) in deals.iter() {
        let of_line = outcomes.of(sides, x, line)?.into_iter();
        parts.extend(of_line.map(|(values, weight)| (values, weight, deals)));
    }
    Ok(Deals::Counted(WeighedTally::of_parts(&parts)?))
}

/// Adds the deals of a class in which both sides are added up, each by its ends.
fn multiplied(
    a: &Blocks,
    b: &Blocks,
    ways: &[u128],
    deals: &mut DealsByEnds,
    meter: &mut Meter,
) -> Result<(), Error> {
    // Where the second side has many ends, each has few numbers.
    let mut few: Vec<(usize, Vec<(usize, u64)>)> = Vec::with_capacity(b.touched.len());
    for &y in &b.touched {
        let range = b.range(y);
        meter.did(range.len() as u64 + 1)?;
        let numbers = range.clone().zip(b.numbers(y)[range].iter().copied());
        few.push((y, numbers.filter(|(_, number)| *number != 0).collect()));
    }
    let of_all: u64 = few.iter().map(|(_, numbers)| numbers.len() as u64).sum();
    let sums = few.len() as u64 * a.touched.len() as u64;
    meter.charge(WORK_A_PRODUCT * of_all * a.touched.len() as u64 + WORK_A_SUM * sums)?;
    // Where both sides end in thousands of ways, so many sums are more than there is room for.
    let most = a.touched.iter().max().map_or(0, |x| x + 1);
    meter.hold(deals.bytes() + (few.len() * most * size_of::<u128>()) as u64)?;
    // No more than four to the power of the cards, which are at most 62: nothing here is too large.
    for &x in &a.touched {
        let own = a.numbers(x).iter().zip(ways);
        let own: Vec<u128> = own.map(|(&x, &ways)| u128::from(x) * ways).collect();
        let outcomes = deals.outcomes;
        for (y, numbers) in few.iter().filter(|(y, _)| outcomes.needs(x, *y)) {
            meter.did(numbers.len() as u64 + 1)?;
            let products = numbers.iter();
            let sum = products.fold(0u128, |sum, &(at, number)| {
                sum.wrapping_add(own[at].wrapping_mul(number.into()))
            });
            deals.add(x, *y, sum);
        }
    }
    Ok(())
}

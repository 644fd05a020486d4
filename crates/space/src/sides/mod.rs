//! Counting by sides: the four places in two pairs, each counted for itself, and the pairs held against each other.
//!
//! The product of four rich conditions is out of reach, but two places meet the other two only in which cards they share.
//! So for every class of cards that the first pair can have, the splits between its two places that are good are counted,
//! and for the rest of the deck those of the second pair; what is left is a sum of products. The single cards (the honours)
//! go first, one after the other. Ways to give them to the two sides that the second pair cannot tell apart are one *class*:
//! quiet places have few, and the first pair is followed once for each class instead of for each set of cards. After them
//! a place's state says which numbers of the other cards (the spots) will do, a short list; the pairs of two lists are
//! added up by what the side takes of each kind, and the two sides are multiplied number by number.
//!
//! A place's states are found without automata for each formula: what it sees of its single cards and of its lengths is
//! worked out once for each combination, and single cards that leave the same list are one.

mod blocks;
mod class_sums;
mod entries;
mod gather;
mod held_against;
mod hits;
mod kept;
mod known;
mod numbers;
mod outcomes;
mod pairing;
mod promises;
mod sampling;
mod seat_table;
mod side;
mod side_judge;
mod split_value;
mod spots;
mod ways;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::formulas::{FormulaId, Formulas, Operands};
use crate::meter::Meter;
use crate::order::kinds;
use crate::parts::{Judge, Verdict, judges};
use crate::rule::ValueList;
use crate::setup::Settled;
use crate::weighing::{WeighedTally, Weighing};
use crate::{Cards, Error, EstimatedTally, Key, MAX_PLACES, Rule, Setup};

use held_against::held_against;
use numbers::Numbers;
use seat_table::SeatTable;
use side::Side;

/// Kinds with at most so many cards go one after the other; the others are told by numbers in the end.
const RARE: usize = 4;
/// The most kinds of the second sort: their numbers are lanes of one word.
const MOST_BULK: usize = 8;
/// How many holdings of single cards a place may have, and how many numbers of the other kinds a side.
const MOST_HOLDINGS: usize = 1 << 20;
const MOST_NUMBERS: usize = 1 << 16;
/// How many single cards are shared at once at the most.
const MOST_SINGLE: usize = 18;
/// The most values of a sum across two places.
const MOST_SUMS: i64 = 1 << 12;

/// What leads nowhere.
const DEAD: u32 = u32::MAX;
/// What has not been worked out yet.
const UNSET: u32 = u32::MAX - 1;

/// What some work costs, in the units of a budget.
const WORK_A_HOLDING: u64 = 1;
const WORK_AN_ENTRY: u64 = 1;
const WORK_A_ROW_ENTRY: u64 = 3;
const WORK_A_MOVE: u64 = 6;
const WORK_A_PRODUCT: u64 = 1;
/// How many pairs of entries of rows, and how many numbers of ways, a step does.
const PAIRS_A_STEP: u64 = 4;
const ELEMENTS_A_STEP: u64 = 32;

/// What was counted, or estimated.
pub(crate) struct SidesCount {
    /// In how many deals the tallied formulas have each combination of values, by weight.
    pub deals: Deals,
    /// For each place that something is said of, how many of its hands might do.
    pub alone: Vec<(usize, u128)>,
}

/// How many deals there are.
pub(crate) enum Deals {
    /// So many.
    Counted(WeighedTally),
    /// About so many, by independent samples; a count would take so much work.
    Sampled(Vec<EstimatedTally>, u64),
    /// A count would take so much work, and so would samples.
    TooMuch(u64),
}

/// Samples that are drawn where counting takes too much.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// What they are drawn with.
    pub key: Key,
    /// What they may take, about.
    pub work: u64,
    /// They are drawn where a count takes more work than this; whoever has something else to try first says more than the budget.
    pub over: u64,
}

/// Counts the deals by sides, or, where that would take more than the budget and it is wished, draws samples; `None` if the
/// question is not of the kind that can be.
pub(crate) fn count(
    setup: &Setup,
    settled: &Settled,
    tracked: u8,
    sampling: Option<Sampling>,
    meter: &mut Meter,
) -> Result<Option<SidesCount>, Error> {
    let Some(mut question) = Question::new(setup, settled, tracked, RARE) else {
        return Ok(None);
    };
    question.sampling = sampling;
    // Two places with sums across them, or with many single cards, are better counted layer by layer.
    let has_sums = question.judges.iter().any(|judge| !judge.across.is_empty());
    if tracked.count_ones() == 2 && (has_sums || question.rare.len() > MOST_SINGLE) {
        return Ok(None);
    }
    question.count(meter)
}

/// A question that can be counted by sides.
struct Question<'a> {
    settled: &'a Settled,
    formulas: Option<Arc<Formulas>>,
    /// The four places, and which of them something is said of.
    places: [usize; 4],
    tracked: u8,
    /// The rules that speak of one place, with those that follow from others.
    alone: Vec<(usize, FormulaId)>,
    judges: Vec<Judge>,
    /// The kinds of few cards and of many, each by its cards.
    rare: Vec<Cards>,
    bulk: Vec<Cards>,
    /// For each place, what it can tell of each kind: equal numbers are all one to it.
    rare_class: [Vec<usize>; 4],
    bulk_class: [Vec<usize>; 4],
    groups: &'a [Cards],
    /// Whether some rule on no place at all fails.
    never: bool,
    /// How much a deal counts, if not all count once.
    weighing: Option<&'a Weighing>,
    /// What samples are drawn with, if it takes too much.
    sampling: Option<Sampling>,
}

impl<'a> Question<'a> {
    /// `None` if it is none. Kinds with more than so many cards are told by numbers in the end.
    fn new(
        setup: &'a Setup,
        settled: &'a Settled,
        tracked: u8,
        few: usize,
    ) -> Option<Question<'a>> {
        let open: Vec<usize> = (0..MAX_PLACES).filter(|&p| settled.left[p] > 0).collect();
        let places: [usize; 4] = open.try_into().ok()?;
        let mask = places.iter().fold(0u8, |mask, place| mask | 1 << place);
        if settled
            .free
            .iter()
            .any(|c| settled.may[c as usize] & mask != mask)
        {
            return None;
        }
        let mut conjuncts = Vec::new();
        setup
            .rules()
            .for_each(|rule| rule.conjuncts(&mut conjuncts));
        let mut list: Option<Arc<Formulas>> = None;
        let mut same = |formulas: &Arc<Formulas>| match &list {
            Some(known) => Arc::ptr_eq(known, formulas),
            None => {
                list = Some(formulas.clone());
                true
            }
        };
        let mut implied = Vec::new();
        setup
            .implied()
            .for_each(|rule| rule.conjuncts(&mut implied));
        let bound = conjuncts
            .iter()
            .chain(&implied)
            .map(|rule| rule.as_formula());
        for formula in bound.chain(setup.tallied().iter().map(Some)) {
            if !same(&formula?.formulas) {
                return None;
            }
        }
        let seen = |rule: &Rule| rule.places(settled.free) & tracked;
        let (alone, several): (Vec<&Rule>, Vec<&Rule>) = conjuncts
            .into_iter()
            .partition(|rule| seen(rule).is_power_of_two());
        let never = several
            .iter()
            .any(|rule| seen(rule) == 0 && !rule.holds(&settled.fixed));
        let mut kinds = kinds(setup, settled, &places);
        let group = |cards: &Cards| {
            let card = cards.first();
            let groups = setup.deck().groups();
            groups
                .iter()
                .position(|group| card.is_some_and(|card| group.has(card)))
        };
        kinds.sort_by_key(|kind| (kind.len(), group(kind)));
        let (rare, bulk): (Vec<Cards>, Vec<Cards>) =
            kinds.into_iter().partition(|kind| kind.len() <= few);
        // All numbers of ways on one side must fit in 64 bits.
        let cards = |kinds: &[Cards]| kinds.iter().map(|kind| kind.len()).sum::<usize>() as f64;
        let bits = cards(&rare) * 3f64.log2() + cards(&bulk);
        let numbers = bulk
            .iter()
            .rev()
            .skip(1)
            .map(|kind| kind.len() + 1)
            .product::<usize>();
        let mut capacities = places.map(|place| settled.left[place]);
        capacities.sort_unstable();
        if bits > 63.9
            || capacities[2] + capacities[3] > 31
            || bulk.len() > MOST_BULK
            || numbers > MOST_NUMBERS
        {
            return None;
        }
        let classes = |place: usize, kinds: &[Cards]| {
            let mut known: Vec<Vec<u32>> = Vec::new();
            let class = |kind: &Cards| {
                let mut labels = Vec::new();
                setup.labels(place, kind.first().unwrap_or(0), &mut labels);
                let at = known.iter().position(|one| *one == labels);
                at.unwrap_or_else(|| {
                    known.push(labels);
                    known.len() - 1
                })
            };
            kinds.iter().map(class).collect::<Vec<usize>>()
        };
        let rare_class = places.map(|place| classes(place, &rare));
        let bulk_class = places.map(|place| classes(place, &bulk));
        // A rule that only helps must not tell cards apart that are all one to its place.
        let helps = |rule: &&Rule| {
            let place = seen(rule).trailing_zeros() as usize;
            let Some(at) = places.iter().position(|&one| one == place) else {
                return false;
            };
            let labels = |card: u8| {
                let mut labels = Vec::new();
                rule.labels(place, card, &mut labels);
                labels
            };
            let one_each = |class: &[usize], kinds: &[Cards]| {
                let mut known: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
                let cards = class.iter().zip(kinds);
                let mut cards = cards.flat_map(|(c, kind)| kind.iter().map(move |card| (*c, card)));
                cards.all(|(c, card)| {
                    *known.entry(c).or_insert_with(|| labels(card)) == labels(card)
                })
            };
            seen(rule).is_power_of_two()
                && one_each(&rare_class[at], &rare)
                && one_each(&bulk_class[at], &bulk)
        };
        let alone = implied.into_iter().filter(helps).chain(alone);
        let alone = alone.filter_map(|rule| {
            let id = rule.as_formula()?.id;
            Some((seen(rule).trailing_zeros() as usize, id))
        });
        let alone = alone.collect();
        Some(Question {
            settled,
            places,
            tracked,
            alone,
            judges: judges(setup, settled, tracked, &several),
            rare_class,
            bulk_class,
            groups: setup.deck().groups(),
            rare,
            bulk,
            formulas: list,
            never,
            weighing: setup.weighing.as_ref(),
            sampling: None,
        })
    }

    fn count(mut self, meter: &mut Meter) -> Result<Option<SidesCount>, Error> {
        let Some(sums) = self.sums() else {
            return Ok(None);
        };
        let Some(pairings) = self.pairings(&sums) else {
            return Ok(None);
        };
        let numbers = Numbers::new(&self.bulk);
        let mut tables = Vec::with_capacity(4);
        for at in 0..4 {
            match SeatTable::new(&self, at, &numbers, meter)? {
                Some(table) => tables.push(table),
                None => return Ok(None),
            }
        }
        if self.never || tables.iter().any(|table| table.rows.is_empty()) {
            let (deals, alone) = (Deals::Counted(WeighedTally::none()), Vec::new());
            return Ok(Some(SidesCount { deals, alone }));
        }
        // The verdict is a table over the ends of the tracked places and of the sums across places.
        let mut part = 0;
        let mut parts = [usize::MAX; 4];
        let mut ends = Vec::new();
        for at in 0..4 {
            let place = self.places[at];
            if self.tracked >> place & 1 == 1 {
                let judges = self.judges.iter_mut();
                judges.fold(0, |from, judge| judge.know(place, part, from));
                parts[at] = part;
                part += 1;
                ends.push(tables[at].ends.clone());
            }
        }
        let first_sum = part;
        let mut of_sum = sums.iter();
        for judge in &mut self.judges {
            for id in judge.across.clone() {
                judge.known.push((id, part, 0));
                part += 1;
                ends.extend(of_sum.next().map(|sum| sum.ends.clone()));
            }
        }
        let judges = std::mem::take(&mut self.judges);
        let mut verdict = Verdict::new(judges, ends);
        let merged = verdict.alike(usize::MAX, meter)?;
        for at in 0..4 {
            let classes = merged.as_ref().and_then(|merged| merged.get(parts[at]));
            tables[at].finish(&self, at, classes, &numbers, meter)?;
        }
        let alone = (0..4).filter(|&at| parts[at] != usize::MAX);
        let alone = alone.map(|at| (self.places[at], tables[at].ways(&self.rare, &self.bulk)));
        let alone: Vec<(usize, u128)> = alone.collect();
        if tables.iter().any(|table| table.rows.is_empty()) {
            return Ok(Some(SidesCount {
                deals: Deals::Counted(WeighedTally::none()),
                alone,
            }));
        }
        let orders = pairings.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
        let orders: Vec<pairing::Order> = orders.collect();
        let side = |pair: [usize; 2]| Side::new(&tables, pair, parts, &sums, first_sum);
        let cheapest = pairing::cheapest(&self, &tables, &orders, side, &verdict, meter)?;
        let Some([mut first, second]) = cheapest else {
            return Ok(None);
        };
        // Of the first place's rows only the differences meet those of the second: it is the one with which that is less.
        let [[all, apart], [all_of_other, apart_of_other]] = first.map(|at| tables[at].lengths());
        if apart_of_other * all < apart * all_of_other {
            first.reverse();
        }
        let (mut first, mut second) = (side(first), side(second));
        let deals = held_against(
            &self,
            &mut first,
            &mut second,
            &numbers,
            &verdict,
            merged.as_ref(),
            meter,
        )?;
        Ok(Some(SidesCount { deals, alone }))
    }

    /// The sums across places; `None` if one is not of the simple kind.
    fn sums(&self) -> Option<Vec<SumAcross>> {
        let mut sums = Vec::new();
        for judge in &self.judges {
            for &id in &judge.across {
                let Operands::Quantities { quantities, .. } = &judge.formulas.formula(id).operands
                else {
                    return None;
                };
                let [quantity] = &quantities[..] else {
                    return None;
                };
                let of_kinds = |kinds: &[Cards]| -> Vec<[i64; 4]> {
                    let of_kind = |kind: &Cards| {
                        let card = kind.first().unwrap_or(0);
                        self.places.map(|place| quantity.worth(place, card))
                    };
                    kinds.iter().map(of_kind).collect()
                };
                let (rare, bulk) = (of_kinds(&self.rare), of_kinds(&self.bulk));
                let all = std::iter::zip(&rare, &self.rare).chain(bulk.iter().zip(&self.bulk));
                let base = quantity.of(&self.settled.fixed);
                let (mut low, mut high) = (base, base);
                for (worths, kind) in all {
                    let number = kind.len() as i64;
                    low += number * worths.iter().copied().min().unwrap_or(0).min(0);
                    high += number * worths.iter().copied().max().unwrap_or(0).max(0);
                }
                if high - low > MOST_SUMS {
                    return None;
                }
                let function = &judge.formulas.formula(id).function;
                let mut ends: Vec<ValueList> = Vec::new();
                let end = |value: i64| {
                    let value = ValueList::from_elem(function(&[value]), 1);
                    let known = ends.iter().position(|one| *one == value);
                    known.unwrap_or_else(|| {
                        ends.push(value);
                        ends.len() - 1
                    }) as u32
                };
                let end_of = (low..=high).map(end).collect();
                sums.push(SumAcross {
                    rare,
                    bulk,
                    base,
                    low,
                    end_of,
                    ends,
                });
            }
        }
        Some(sums)
    }

    /// The ways to make two sides of the four places so that no sum goes across both.
    fn pairings(&self, sums: &[SumAcross]) -> Option<Vec<[[usize; 2]; 2]>> {
        let all = [[[0, 2], [1, 3]], [[0, 1], [2, 3]], [[0, 3], [1, 2]]];
        let fits = |sides: &&[[usize; 2]; 2]| {
            sums.iter().all(|sum| {
                let looks = |at: usize| sum.looks(at);
                !(sides[0].into_iter().any(looks) && sides[1].into_iter().any(looks))
            })
        };
        let fitting: Vec<[[usize; 2]; 2]> = all.iter().filter(fits).copied().collect();
        (!fitting.is_empty()).then_some(fitting)
    }
}

/// A sum of what the cards of several places are worth, and what becomes of it.
struct SumAcross {
    /// For each kind and place, what a card is worth.
    rare: Vec<[i64; 4]>,
    bulk: Vec<[i64; 4]>,
    /// What the cards that lie already are worth.
    base: i64,
    /// The least value, and for each from there on its end.
    low: i64,
    end_of: Vec<u32>,
    ends: Vec<ValueList>,
}

impl SumAcross {
    fn looks(&self, at: usize) -> bool {
        self.rare
            .iter()
            .chain(&self.bulk)
            .any(|worths| worths[at] != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::Tally;
    use crate::{Budget, Deal, Deck, Quantity, Watch};

    /// Every deal of ten cards in three groups, by the values of some formulas, one by one.
    fn one_by_one(setup: &Setup, formulas: &Formulas, ids: &[FormulaId]) -> Tally {
        let mut tally = Tally::new();
        let hands = |number: u32| (0u64..1 << 10).filter(move |hand| hand.count_ones() == number);
        for a in hands(3) {
            for b in hands(3).filter(|b| a & b == 0) {
                for c in hands(2).filter(|c| (a | b) & c == 0) {
                    let deal = Deal::new([a, b, c, 0x3ff - a - b - c].map(Cards));
                    if setup.holds(&deal) {
                        let values = ids.iter().map(|&id| formulas.value(id, &deal)).collect();
                        *tally.entry(values).or_insert(0) += 1;
                    }
                }
            }
        }
        tally
    }

    fn by_sides(
        setup: &Setup,
        formulas: &Arc<Formulas>,
        ids: &[FormulaId],
        few: usize,
    ) -> (Tally, Vec<(usize, u128)>) {
        let setup = setup.clone().tallying(formulas, ids).unwrap();
        let settled = setup.settle().unwrap();
        let tracked = settled.tracked(&setup);
        let question = Question::new(&setup, &settled, tracked, few).unwrap();
        let watch = Watch::default();
        let mut meter = Meter::new(Budget::default(), &watch);
        let SidesCount { deals, alone } = question.count(&mut meter).unwrap().unwrap();
        match deals {
            Deals::Counted(tally) => (tally.rows, alone),
            Deals::Sampled(..) | Deals::TooMuch(_) => panic!("it was to be counted"),
        }
    }

    /// Four cards a group, worth 0 to 3; the last group has two.
    fn points(place: usize) -> Quantity {
        Quantity::new(place, |card| i32::from(card % 4))
    }

    fn length(place: usize, group: u8) -> Quantity {
        Quantity::number(place, Cards(0x3ff & 0xf << (4 * group)))
    }

    fn deck() -> Setup {
        let deck = Deck::new([vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9]]).unwrap();
        Setup::new(deck, [3, 3, 2, 2]).unwrap()
    }

    /// Four places with a condition each, what two places have together, choices that depend on several, and values: one by
    /// one, with all kinds one after the other, with the large ones in the end, and layer by layer.
    #[test]
    fn sides_agree_with_every_deal_looked_at() {
        for case in 0..7u64 {
            let mut formulas = Formulas::default();
            let top = |place: usize| Quantity::number(place, Cards(0x288));
            let tops: Vec<FormulaId> = (0..4).map(|p| formulas.read([top(p)], |v| v[0])).collect();
            let low = |place: usize| Quantity::number(place, Cards(0x133));
            let few_low: Vec<FormulaId> = (0..4)
                .map(|p| formulas.read([low(p)], |v| (v[0] < 3).into()))
                .collect();
            let long: Vec<FormulaId> = (0..4)
                .map(|p| {
                    formulas.read([length(p, 0), length(p, 1)], |v| {
                        (v[0] > 1 || v[1] > 1).into()
                    })
                })
                .collect();
            let rich = formulas.combine([tops[0]], |v| (v[0] > 0).into());
            let mine = formulas.all([rich, long[0]]);
            let yours = formulas.any([tops[2], long[2]]);
            let meet = formulas.any([mine, yours]);
            let together = points(0) + points(2);
            let strong = formulas.read([together], move |v| (v[0] > 5 + case as i64 % 3).into());
            let fit = formulas.read([length(1, 2) + length(3, 2)], |v| (v[0] > 1).into());
            let choice = formulas.combine([meet, tops[1], long[3]], |v| match v[0] {
                0 => v[1],
                _ => v[2],
            });
            let held = |place: usize| Quantity::number(place, Cards(1));
            let has = formulas.read([held(1)], |v| v[0]);
            let has_not = formulas.read([held(0)], |v| (v[0] == 0).into());
            let difference = formulas.combine([tops[0], tops[3]], |v| v[0] - v[1]);
            let required = match case {
                0 => vec![meet, few_low[1]],
                1 => vec![strong, few_low[0], few_low[1], few_low[3]],
                2 => vec![fit, strong, long[1], few_low[2]],
                3 => vec![choice, few_low[0]],
                4 => vec![mine, yours, few_low[1], few_low[3]],
                5 => vec![strong, fit, choice],
                _ => vec![meet, has, few_low[2]],
            };
            let formulas = Arc::new(formulas);
            let mut setup = deck();
            for id in required {
                setup = setup.require(Rule::formula(&formulas, id)).unwrap();
            }
            if case == 4 {
                // It follows from what is required, and changes nothing.
                setup = setup.implies(Rule::formula(&formulas, rich)).unwrap();
            }
            if case == 6 {
                // So does this, but it tells a card apart that is like another to its place.
                setup = setup.implies(Rule::formula(&formulas, has_not)).unwrap();
            }
            if case == 3 {
                setup = setup.restrict(Cards(1 << 9), [1]).unwrap();
            }
            for ids in [vec![], vec![difference], vec![choice, long[1]]] {
                let expected = one_by_one(&setup, &formulas, &ids);
                assert!(expected.values().sum::<u128>() > 100, "{case}");
                for few in [1, 2, 4] {
                    let counted = by_sides(&setup, &formulas, &ids, few);
                    assert_eq!(counted.0, expected, "{case} {few}");
                }
                let watch = Watch::default();
                let counting = setup
                    .counting(&formulas, &ids, Budget::default(), &watch)
                    .unwrap();
                assert_eq!(counting.tally().unwrap(), expected, "{case}");
            }
        }
    }

    /// Deals that count by weights, which both sides have a say in: one by one, and by sides, where what the first side sees of the
    /// second is fewer things than the second has ends.
    #[test]
    fn weighed_deals_agree_with_every_deal_looked_at() {
        for case in 0..6u64 {
            let mut formulas = Formulas::default();
            let low = |place: usize| Quantity::number(place, Cards(0x133));
            let lows: Vec<FormulaId> = (0..4).map(|p| formulas.read([low(p)], |v| v[0])).collect();
            let rich: Vec<FormulaId> = (0..4)
                .map(|p| formulas.read([points(p)], move |v| (v[0] > 1 + p as i64 / 2).into()))
                .collect();
            // Like a keep on spot cards: by which of two types the first place is, one or the other number counts.
            let weight = formulas.combine([rich[0], lows[1], lows[3]], move |v| match v[0] {
                0 => v[1] * (5 - v[2]),
                _ if case % 2 == 0 => 20,
                _ => 3 * v[2],
            });
            let other = formulas.combine([rich[2], lows[1]], |v| 1 + v[0] * v[1]);
            let value = formulas.combine([rich[0], lows[3]], move |v| v[0] + (v[1] & case as i64));
            let (wanted, weights) = match case {
                0 | 1 => (vec![weight], 1),
                2 | 3 => (vec![weight, other, value], 2),
                _ => (vec![weight, value], 1),
            };
            let formulas = Arc::new(formulas);
            let rule = Rule::formula(&formulas, rich[3]);
            let setup = deck().require(rule).unwrap();
            let of = |values: &[i64]| values.iter().product::<i64>() as u128;
            let mut expected = Tally::new();
            for (values, deals) in one_by_one(&setup, &formulas, &wanted) {
                let deals = deals * of(&values[..weights]);
                if deals > 0 {
                    *expected.entry(values[weights..].to_vec()).or_insert(0) += deals;
                }
            }
            let weighing = setup.clone().weighing(weights, move |values| {
                let numerator = of(values);
                Some(crate::Weight {
                    numerator,
                    denominator: 60,
                })
            });
            let watch = Watch::default();
            let setup = weighing.clone().tallying(&formulas, &wanted).unwrap();
            let settled = setup.settle().unwrap();
            let tracked = settled.tracked(&setup);
            for few in [1, 2, 4] {
                let question = Question::new(&setup, &settled, tracked, few).unwrap();
                let mut meter = Meter::new(Budget::default(), &watch);
                let counted = question.count(&mut meter).unwrap().unwrap();
                let Deals::Counted(tally) = counted.deals else {
                    panic!("it was to be counted")
                };
                let in_units = |deals: u128| deals * tally.unit;
                let rows = tally.rows.iter();
                let rows = rows.map(|(values, deals)| (values.clone(), deals * 60));
                let rows: Tally = rows.filter(|(_, deals)| *deals > 0).collect();
                let expected = expected.iter();
                let expected = expected.map(|(values, deals)| (values.clone(), in_units(*deals)));
                assert_eq!(rows, expected.collect::<Tally>(), "{case} {few}");
            }
            let race = weighing.counting_by_layers(&formulas, &wanted, Budget::default(), &watch);
            let weighed = race.unwrap().weighed().unwrap();
            for (values, deals) in &expected {
                assert_eq!(weighed.rows[values] * 60, deals * weighed.unit, "{case}");
            }
        }
    }

    /// What a place's hands are is known without the others.
    #[test]
    fn the_hands_of_each_place_are_counted() {
        let mut formulas = Formulas::default();
        let all = (0..4).map(|p| formulas.read([points(p)], move |v| (v[0] > p as i64).into()));
        let all: Vec<FormulaId> = all.collect();
        let formulas = Arc::new(formulas);
        let mut setup = deck();
        for id in all {
            setup = setup.require(Rule::formula(&formulas, id)).unwrap();
        }
        let counted = by_sides(&setup, &formulas, &[], 2);
        let worth = |hand: u64| {
            let cards = (0..10).filter(|card| hand >> card & 1 == 1);
            cards.map(|card| card % 4).sum::<usize>()
        };
        for (place, ways) in counted.1 {
            let cards = if place < 2 { 3 } else { 2 };
            let hands = (0u64..1 << 10).filter(|hand| hand.count_ones() == cards);
            let expected = hands.filter(|&hand| worth(hand) > place).count();
            assert_eq!(ways, expected as u128, "{place}");
        }
    }

    /// Four players with six cards each of four groups: points, lengths, and how many points the first one has.
    fn too_much() -> (Setup, Arc<Formulas>, FormulaId) {
        let groups = [0..6u8, 6..12, 12..18, 18..24].map(Vec::from_iter);
        let points = |place| Quantity::new(place, |card| (i32::from(card) % 6 - 2).max(0));
        let length = |place, first: u8| Quantity::number(place, Cards::from_iter(first..first + 6));
        let mut formulas = Formulas::default();
        let value = formulas.read([points(0)], |v| v[0]);
        let strong = formulas.read([points(0), length(0, 0)], |v| {
            i64::from((5..=9).contains(&v[0]) && v[1] > 1 || v[0] > 11)
        });
        let long = formulas.read([points(1), length(1, 6)], |v| (v[0] < 9 && v[1] > 1).into());
        let either = formulas.read([points(2), length(2, 12)], |v| {
            (v[0] > 6 || v[1] > 2).into()
        });
        let quiet = formulas.read([points(3)], |v| (v[0] < 9).into());
        let formulas = Arc::new(formulas);
        let setup = Setup::new(Deck::new(groups).unwrap(), [6; 4]).unwrap();
        let rules = [strong, long, either, quiet].map(|id| Rule::formula(&formulas, id));
        let setup = rules.into_iter().try_fold(setup, Setup::require).unwrap();
        (setup, formulas, value)
    }

    /// Where counting takes too much, samples are right on average, of all deals and of those with each value, and how far
    /// apart they lie says how far off they are.
    #[test]
    fn samples_have_no_bias_and_their_intervals_hold() {
        let (setup, formulas, value) = too_much();
        let (counted, _) = by_sides(&setup, &formulas, &[value], 1);
        let truth = counted.values().sum::<u128>() as f64;
        let setup = setup.tallying(&formulas, &[value]).unwrap();
        let settled = setup.settle().unwrap();
        let tracked = settled.tracked(&setup);
        let watch = Watch::default();
        let with = |budget: u64, key: u64| {
            let work = budget;
            let memory = Budget::default().memory;
            let mut meter = Meter::new(Budget { work, memory }, &watch);
            let mut question = Question::new(&setup, &settled, tracked, 1).unwrap();
            let key = Key::from(key);
            let (work, over) = (500_000, 0);
            question.sampling = Some(Sampling { key, work, over });
            match question.count(&mut meter) {
                Ok(Some(SidesCount {
                    deals: Deals::Sampled(samples, _),
                    ..
                })) => Some(samples),
                _ => None,
            }
        };
        // A budget that is enough for all but the end.
        let mut budgets = std::iter::successors(Some(1_000u64), |budget| Some(budget * 21 / 20));
        let budgets = budgets.by_ref().take_while(|budget| *budget < 1 << 40);
        let budget = { budgets }.find(|&budget| with(budget, 0).is_some());
        let budget = budget.expect("it is sampled with some budget");
        let rounds = needs::rounds(20, 1_000);
        let of_round = |round: u64| with(budget, 1 + round).unwrap();
        let samples: Vec<Vec<EstimatedTally>> = (0..rounds).map(of_round).collect();
        let mean_and_error = |numbers: &[f64]| {
            let number = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / number;
            let off = numbers.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
            (mean, (off / (number - 1.0) / number).sqrt())
        };
        let total = |sample: &EstimatedTally| sample.values().sum::<f64>();
        let totals: Vec<f64> = samples.iter().flatten().map(total).collect();
        let (mean, error) = mean_and_error(&totals);
        assert!(
            error > 0.0 && (mean - truth).abs() < 4.0 * error,
            "{mean} {truth} {error}"
        );
        // Values that are too rare for all samples together say nothing.
        let common = counted
            .iter()
            .filter(|(_, count)| **count as f64 > truth / 30.0);
        for (values, &count) in common {
            let of = |sample: &EstimatedTally| sample.get(values).copied().unwrap_or(0.0);
            let numbers: Vec<f64> = samples.iter().flatten().map(of).collect();
            let (mean, error) = mean_and_error(&numbers);
            assert!(
                (mean - count as f64).abs() < 4.5 * error,
                "{values:?}: {mean} {count} {error}"
            );
        }
        let held = samples.iter().filter(|all| {
            let totals: Vec<f64> = all.iter().map(total).collect();
            let (mean, error) = mean_and_error(&totals);
            (mean - truth).abs() <= 2.039513 * error
        });
        let held = held.count() as f64 / rounds as f64;
        let by_luck = 3.0 * (0.95 * 0.05 / rounds as f64).sqrt();
        assert!((0.95 - held).abs() < 0.005 + by_luck, "{held}");
    }

    /// Sums across both sides, and places that are not four, are not for this way of counting.
    #[test]
    fn what_does_not_fall_into_sides_is_left_to_others() {
        let mut formulas = Formulas::default();
        let across = (0..4)
            .map(points)
            .fold(Quantity::default(), |all, one| all + one);
        let scaled = points(0) + points(1) + points(2);
        let sum = formulas.read([across + scaled], |v| (v[0] > 14).into());
        let formulas = Arc::new(formulas);
        let setup = deck().require(Rule::formula(&formulas, sum)).unwrap();
        let settled = setup.settle().unwrap();
        let tracked = settled.tracked(&setup);
        let watch = Watch::default();
        let mut meter = Meter::new(Budget::default(), &watch);
        assert!(
            count(&setup, &settled, tracked, None, &mut meter)
                .unwrap()
                .is_none()
        );
        let expected = one_by_one(&setup, &formulas, &[]);
        let counting = setup
            .counting(&formulas, &[], Budget::default(), &watch)
            .unwrap();
        assert_eq!(counting.tally().unwrap(), expected);
    }

    /// A budget bounds the work and the memory, and what would pass it is counted in another way or not at all.
    #[test]
    fn a_small_budget_is_kept() {
        let mut formulas = Formulas::default();
        let all = (0..4).map(|p| formulas.read([points(p)], |v| (v[0] > 1).into()));
        let all: Vec<FormulaId> = all.collect();
        let formulas = Arc::new(formulas);
        let mut setup = deck();
        for id in all {
            setup = setup.require(Rule::formula(&formulas, id)).unwrap();
        }
        let settled = setup.settle().unwrap();
        let tracked = settled.tracked(&setup);
        let watch = Watch::default();
        for budget in [
            Budget {
                work: 100,
                ..Budget::default()
            },
            Budget {
                memory: 100,
                ..Budget::default()
            },
        ] {
            let mut meter = Meter::new(budget, &watch);
            let counted = count(&setup, &settled, tracked, None, &mut meter).map(drop);
            let expected = if budget.memory == 100 {
                Error::OverMemory { memory: 100 }
            } else {
                Error::OverBudget { work: 100 }
            };
            assert_eq!(counted, Err(expected));
        }
    }
}

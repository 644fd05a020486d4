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

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::binomial::binomial;
use crate::formulas::{Formula, FormulaId, Formulas, Join, Operands};
use crate::grow::Tally;
use crate::meter::Meter;
use crate::order::kinds;
use crate::parts::{Judge, Verdict, judges};
use crate::rule::ValueList;
use crate::setup::Settled;
use crate::{Cards, Error, MAX_PLACES, Rule, Setup};

/// Kinds with at most so many cards go one after the other; the others are told by numbers in the end.
const RARE: usize = 4;
/// The most kinds of the second sort: their numbers are lanes of one word.
const MOST_BULK: usize = 8;
/// How many holdings of single cards a place may have, and how many numbers of the other kinds a side.
const MOST_HOLDINGS: usize = 1 << 20;
const MOST_NUMBERS: usize = 1 << 16;
/// The most values of a sum across two places.
const MOST_SUMS: i64 = 1 << 12;

/// What leads nowhere.
const DEAD: u32 = u32::MAX;
/// What has not been worked out yet.
const UNSET: u32 = u32::MAX - 1;

/// What some work costs, in the units of a budget.
const WORK_A_FORMULA: u64 = 2;
const WORK_A_ROW_ENTRY: u64 = 3;
const WORK_A_MOVE: u64 = 6;
const WORK_A_PAIR: u64 = 2;
const WORK_A_PRODUCT: u64 = 2;

/// What was counted.
pub(crate) struct SidesCount {
    /// In how many deals the tallied formulas have each combination of values.
    pub tally: Tally,
    /// For each place that something is said of, how many of its hands might do.
    pub alone: Vec<(usize, u128)>,
}

/// Counts the deals by sides; `None` if the question is not of the kind that can be.
pub(crate) fn count(
    setup: &Setup,
    settled: &Settled,
    tracked: u8,
    meter: &mut Meter,
) -> Result<Option<SidesCount>, Error> {
    let Some(question) = Question::new(setup, settled, tracked, RARE) else {
        return Ok(None);
    };
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
            let (tally, alone) = (Tally::new(), Vec::new());
            return Ok(Some(SidesCount { tally, alone }));
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
        let verdict = Verdict::new(judges, ends);
        let merged = verdict.alike(meter)?;
        for at in 0..4 {
            let classes = merged.as_ref().and_then(|merged| merged.get(parts[at]));
            tables[at].finish(&self, at, classes, meter)?;
        }
        let alone = (0..4).filter(|&at| parts[at] != usize::MAX);
        let alone = alone.map(|at| (self.places[at], tables[at].ways(&self.rare, &self.bulk)));
        let alone: Vec<(usize, u128)> = alone.collect();
        if tables.iter().any(|table| table.rows.is_empty()) {
            return Ok(Some(SidesCount {
                tally: Tally::new(),
                alone,
            }));
        }
        // The two places with the fewest states are the second pair: theirs are the classes.
        let states = |pair: [usize; 2]| tables[pair[0]].rows.len() * tables[pair[1]].rows.len();
        let orders = pairings.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
        let Some([first, second]) = orders.min_by_key(|[_, second]| states(*second)) else {
            return Ok(None);
        };
        let side = |pair: [usize; 2]| Side::new(&tables, pair, parts, &sums, first_sum);
        let (mut first, mut second) = (side(first), side(second));
        let tally = held_against(
            &self,
            &mut first,
            &mut second,
            &numbers,
            &verdict,
            merged.as_ref(),
            meter,
        )?;
        Ok(Some(SidesCount { tally, alone }))
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

/// How many cards of each kind of many: packed, eight bits a kind, and as a number that leaves out the last kind.
#[derive(Clone, Copy)]
struct Number {
    lanes: u64,
    index: u32,
}

/// All ways to take so many cards of the kinds of many.
struct Numbers {
    sizes: Vec<u8>,
    /// The number with all cards.
    all: Number,
    /// For each number of cards in all, the ways to take them.
    of_total: Vec<Vec<Number>>,
    /// How many values `index` has.
    indices: usize,
    /// In how many ways so many of so many cards can be taken: small, for the innermost loop. No side has 32 cards.
    choose: Vec<u32>,
}

impl Numbers {
    fn new(bulk: &[Cards]) -> Numbers {
        let sizes: Vec<u8> = bulk.iter().map(|kind| kind.len() as u8).collect();
        let mut strides = vec![0u32; sizes.len()];
        let mut indices = 1;
        for (stride, &size) in strides.iter_mut().zip(&sizes).take(sizes.len().max(1) - 1) {
            *stride = indices;
            indices *= u32::from(size) + 1;
        }
        let total: usize = sizes.iter().map(|&size| size as usize).sum();
        let mut of_total = vec![Vec::new(); total + 1];
        let mut open = vec![(0, 0, Number { lanes: 0, index: 0 })];
        while let Some((kind, taken, number)) = open.pop() {
            match sizes.get(kind) {
                None => of_total[taken].push(number),
                Some(&size) => open.extend((0..=size).rev().map(|n| {
                    let number = Number {
                        lanes: number.lanes | u64::from(n) << (8 * kind),
                        index: number.index + u32::from(n) * strides[kind],
                    };
                    (kind + 1, taken + n as usize, number)
                })),
            }
        }
        let all = of_total[total][0];
        let choose = (0..32 * 32).map(|at: u32| binomial((at >> 5) as u8, (at & 31) as u8) as u32);
        Numbers {
            choose: choose.collect(),
            sizes,
            all,
            of_total,
            indices: indices as usize,
        }
    }

    fn lane(lanes: u64, kind: usize) -> u8 {
        (lanes >> (8 * kind)) as u8
    }

    /// The bits that are set in a sum of two numbers, after adding this, when some kind has too few cards.
    fn guard(&self) -> u64 {
        let lanes = self.sizes.iter().enumerate();
        lanes.fold(0, |guard, (kind, &size)| {
            guard | u64::from(127 - size) << (8 * kind)
        })
    }

    /// How many cards there are.
    fn cards(&self) -> usize {
        self.of_total.len() - 1
    }

    /// In how many ways the cards of a number can be taken.
    fn ways(&self, lanes: u64) -> u128 {
        let kinds = self.sizes.iter().enumerate();
        kinds.fold(1, |ways, (kind, &size)| {
            ways * u128::from(binomial(size, Numbers::lane(lanes, kind)))
        })
    }
}

/// One entry of a row: a number of cards of the kinds of many that will do, and how the place then ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RowEntry {
    lanes: u64,
    index: u32,
    end: u32,
}

type Row = Vec<RowEntry>;

/// What one place makes of its cards.
struct SeatTable {
    /// For each holding of single cards, by its code, its row; [`DEAD`] if none will do.
    row_of: Vec<u32>,
    rows: Vec<Row>,
    ends: Vec<ValueList>,
    /// What one more card of each rare class adds to the code.
    strides: Vec<usize>,
    /// For each rare kind, the states before it and where each number of its cards leads.
    layers: Vec<Vec<SmallVec<[u32; 5]>>>,
}

/// How a formula is worked out for one place.
enum Source<'f> {
    /// From quantities: for each, what the cards that lie already are worth, what each rare class adds beyond the length of
    /// its group, and what each length is worth.
    Read(Vec<(i64, Vec<i64>, Vec<i64>)>, &'f Formula),
    /// From those before it.
    Combine(Vec<usize>, &'f Formula),
}

/// What a formula depends on.
const ON_RARE: u8 = 1;
const ON_LENGTHS: u8 = 2;
const ON_BOTH: u8 = 3;

impl SeatTable {
    fn new(
        question: &Question,
        at: usize,
        numbers: &Numbers,
        meter: &mut Meter,
    ) -> Result<Option<SeatTable>, Error> {
        let (rare_class, bulk_class) = (&question.rare_class[at], &question.bulk_class[at]);
        let place = question.places[at];
        let classes = |class: &[usize]| class.iter().max().map_or(0, |most| most + 1);
        let (rares, bulks) = (classes(rare_class), classes(bulk_class));
        let card_of = |class: &[usize], kinds: &[Cards], c: usize| {
            let kind = class
                .iter()
                .position(|&one| one == c)
                .map(|kind| kinds[kind]);
            kind.and_then(Cards::first).unwrap_or(0)
        };
        let rare_cards: Vec<u8> = (0..rares)
            .map(|c| card_of(rare_class, &question.rare, c))
            .collect();
        let bulk_cards: Vec<u8> = (0..bulks)
            .map(|c| card_of(bulk_class, &question.bulk, c))
            .collect();
        // A rare class belongs to the length of the bulk class that lies in the same group with it, if there is one.
        let within = |class: &[usize], kinds: &[Cards], c: usize| {
            let kinds = std::iter::zip(class, kinds).filter(|(one, _)| **one == c);
            let cards = kinds.fold(Cards::NONE, |all, (_, kind)| all | *kind);
            question
                .groups
                .iter()
                .position(|group| (cards - *group).is_empty())
        };
        let group_of_bulk: Vec<Option<usize>> = (0..bulks)
            .map(|c| within(bulk_class, &question.bulk, c))
            .collect();
        let length_of: Vec<Option<usize>> = (0..rares)
            .map(|c| {
                let group = within(rare_class, &question.rare, c)?;
                group_of_bulk.iter().position(|one| *one == Some(group))
            })
            .collect();
        let mut sizes = vec![0usize; rares];
        std::iter::zip(rare_class, &question.rare).for_each(|(&c, kind)| sizes[c] += kind.len());
        let left = question.settled.left[place] as usize;
        let mut strides = vec![0; rares];
        let mut holdings = 1usize;
        for c in 0..rares {
            strides[c] = holdings;
            holdings = holdings.saturating_mul(sizes[c] + 1);
        }
        let length_radix = left + 1;
        let length_codes = length_radix.saturating_pow(bulks as u32);
        if holdings > MOST_HOLDINGS || length_codes > MOST_HOLDINGS {
            return Ok(None);
        }
        // The formulas that are wanted of this place, and all they need.
        let required: Vec<FormulaId> = question
            .alone
            .iter()
            .filter(|(one, _)| *one == place)
            .map(|(_, id)| *id)
            .collect();
        let seen: Vec<FormulaId> = question
            .judges
            .iter()
            .flat_map(|judge| judge.seen_of(place))
            .collect();
        let mut sources = Vec::new();
        let mut depends: Vec<u8> = Vec::new();
        let mut local: FxHashMap<FormulaId, usize> = FxHashMap::default();
        if let Some(formulas) = &question.formulas {
            for id in formulas.needed(required.iter().chain(&seen).copied(), |_| true) {
                let formula = formulas.formula(id);
                let (source, on) = match &formula.operands {
                    Operands::Formulas(ids) => {
                        let ids: Vec<usize> = ids.iter().map(|id| local[id]).collect();
                        let on = ids.iter().fold(0, |on, &id| on | depends[id]);
                        (Source::Combine(ids, formula), on)
                    }
                    Operands::Quantities { quantities, .. } => {
                        let mut on = 0;
                        let mut reads = Vec::new();
                        for quantity in quantities {
                            let base = quantity.of(&question.settled.fixed);
                            let length = |c: usize| quantity.worth(place, bulk_cards[c]);
                            let lengths: Vec<i64> = (0..bulks).map(length).collect();
                            let rare = |c: usize| {
                                let worth = quantity.worth(place, rare_cards[c]);
                                worth - length_of[c].map_or(0, |length| lengths[length])
                            };
                            let rare: Vec<i64> = (0..rares).map(rare).collect();
                            on |= ON_RARE * u8::from(rare.iter().any(|w| *w != 0));
                            on |= ON_LENGTHS * u8::from(lengths.iter().any(|w| *w != 0));
                            reads.push((base, rare, lengths));
                        }
                        (Source::Read(reads, formula), on)
                    }
                };
                local.insert(id, sources.len());
                sources.push(source);
                depends.push(on);
            }
        }
        let required: Vec<usize> = required.iter().map(|id| local[id]).collect();
        let seen: Vec<usize> = seen.iter().map(|id| local[id]).collect();
        let mut reader = SeatReader {
            values: vec![0; sources.len()],
            sources,
            depends,
        };
        let of = |reader: &SeatReader, on: &[u8]| -> Vec<usize> {
            (0..reader.sources.len())
                .filter(|&f| on.contains(&reader.depends[f]))
                .collect()
        };
        let on_rare = of(&reader, &[0, ON_RARE]);
        let on_lengths = of(&reader, &[ON_LENGTHS]);
        let on_both = of(&reader, &[ON_BOTH]);
        // Holdings are put together by what the formulas that look at both see of them.
        let wanted = reader.wanted(&on_both, required.iter().chain(&seen));
        let mut by_key: FxHashMap<SmallVec<[i64; 16]>, Vec<u32>> = FxHashMap::default();
        let mut keys: Vec<SmallVec<[i64; 16]>> = Vec::new();
        let mut counts = vec![0usize; rares];
        for code in 0..holdings {
            meter.did(8)?;
            let mut rest = code;
            for c in 0..rares {
                counts[c] = rest % (sizes[c] + 1);
                rest /= sizes[c] + 1;
            }
            let held: usize = counts.iter().sum();
            if held > left || left - held >= numbers.of_total.len() {
                continue;
            }
            meter.charge(8 + WORK_A_FORMULA * on_rare.len() as u64)?;
            reader.rare(&on_rare, &counts);
            let fails = |&f: &usize| reader.depends[f] <= ON_RARE && reader.values[f] == 0;
            if required.iter().any(fails) {
                continue;
            }
            let mut key: SmallVec<[i64; 16]> = wanted.iter().map(|&f| reader.values[f]).collect();
            reader.raw(&on_both, &counts, &mut key);
            let codes = by_key.entry(key).or_insert_with_key(|key| {
                keys.push(key.clone());
                Vec::new()
            });
            codes.push(code as u32);
        }
        let mut table = SeatTable {
            row_of: vec![DEAD; holdings],
            rows: Vec::new(),
            ends: Vec::new(),
            strides,
            layers: Vec::new(),
        };
        let mut lengths_seen = Lengths::default();
        let mut compact = vec![UNSET; length_codes];
        let length_stride: Vec<usize> = (0..bulks).map(|c| length_radix.pow(c as u32)).collect();
        // For each way to take cards of the kinds of many, what it adds to the lengths.
        let added: Vec<Vec<u32>> = numbers
            .of_total
            .iter()
            .take(left + 1)
            .map(|all| {
                let code = |number: &Number| {
                    let kinds = bulk_class.iter().enumerate();
                    let lanes = kinds.map(|(kind, &c)| {
                        Numbers::lane(number.lanes, kind) as usize * length_stride[c]
                    });
                    lanes.sum::<usize>() as u32
                };
                all.iter().map(code).collect()
            })
            .collect();
        let mut known_rows: FxHashMap<Row, u32> = FxHashMap::default();
        let mut known_ends: FxHashMap<ValueList, u32> = FxHashMap::default();
        let mut end_of: Vec<u32> = Vec::new();
        for key in &keys {
            let codes = &by_key[key];
            for (value, &f) in key.iter().zip(&wanted) {
                reader.values[f] = *value;
            }
            let raw = &key[wanted.len()..];
            meter.charge(WORK_A_FORMULA * on_both.len() as u64)?;
            if reader.surely_fails(&on_both, &wanted, &required) {
                continue;
            }
            for (value, &f) in key.iter().zip(&wanted) {
                reader.values[f] = *value;
            }
            end_of.clear();
            end_of.resize(lengths_seen.all.len(), UNSET);
            let mut of_lengths: FxHashMap<(usize, u32), u32> = FxHashMap::default();
            for &code in codes {
                let (mut rest, mut held, mut own) = (code as usize, 0, 0);
                for c in 0..rares {
                    let number = rest % (sizes[c] + 1);
                    rest /= sizes[c] + 1;
                    held += number;
                    own += length_of[c].map_or(0, |length| number * length_stride[length]);
                }
                if let Some(&row) = of_lengths.get(&(held, own as u32)) {
                    table.row_of[code as usize] = row;
                    continue;
                }
                let mut row = Row::new();
                let ways = std::iter::zip(&numbers.of_total[left - held], &added[left - held]);
                for (number, &adds) in ways {
                    let lengths = own + adds as usize;
                    if compact[lengths] == UNSET {
                        meter.charge(WORK_A_FORMULA * on_lengths.len() as u64)?;
                        compact[lengths] = lengths_seen.all.len() as u32;
                        lengths_seen.add(&mut reader, &on_lengths, lengths, length_radix, bulks);
                    }
                    let at = compact[lengths] as usize;
                    if at >= end_of.len() {
                        end_of.resize(at + 1, UNSET);
                    }
                    if end_of[at] == UNSET {
                        meter.charge(8 + WORK_A_FORMULA * on_both.len() as u64)?;
                        let known = &lengths_seen.all[at];
                        reader.both(&on_both, &on_lengths, raw, known);
                        end_of[at] = if required.iter().any(|&f| reader.values[f] == 0) {
                            DEAD
                        } else {
                            let values: ValueList =
                                seen.iter().map(|&f| reader.values[f]).collect();
                            *known_ends.entry(values).or_insert_with_key(|values| {
                                table.ends.push(values.clone());
                                table.ends.len() as u32 - 1
                            })
                        };
                    }
                    if end_of[at] != DEAD {
                        row.push(RowEntry {
                            lanes: number.lanes,
                            index: number.index,
                            end: end_of[at],
                        });
                    }
                }
                meter.charge(8 + WORK_A_ROW_ENTRY * added[left - held].len() as u64)?;
                meter.did(WORK_A_ROW_ENTRY * added[left - held].len() as u64)?;
                let row = if row.is_empty() {
                    DEAD
                } else {
                    *known_rows.entry(row).or_insert_with_key(|row| {
                        table.rows.push(row.clone());
                        table.rows.len() as u32 - 1
                    })
                };
                of_lengths.insert((held, own as u32), row);
                table.row_of[code as usize] = row;
            }
        }
        Ok(Some(table))
    }

    /// Makes ends that are alike one, and from the rows the states before each rare kind.
    fn finish(
        &mut self,
        question: &Question,
        at: usize,
        classes: Option<&Vec<u32>>,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        if let Some(classes) = classes {
            let mut known: FxHashMap<Row, u32> = FxHashMap::default();
            let mut rows = Vec::new();
            let mut of_row = Vec::with_capacity(self.rows.len());
            // The first end of each class stands for it.
            let first: FxHashMap<u32, u32> = classes
                .iter()
                .enumerate()
                .rev()
                .map(|(end, class)| (*class, end as u32))
                .collect();
            for row in &self.rows {
                meter.did(row.len() as u64)?;
                let entry = |entry: &RowEntry| {
                    let class = classes[entry.end as usize];
                    (class != DEAD).then(|| RowEntry {
                        end: first[&class],
                        ..*entry
                    })
                };
                let row: Row = row.iter().filter_map(entry).collect();
                of_row.push(if row.is_empty() {
                    DEAD
                } else {
                    *known.entry(row).or_insert_with_key(|row| {
                        rows.push(row.clone());
                        rows.len() as u32 - 1
                    })
                });
            }
            self.rows = rows;
            for row in self.row_of.iter_mut().filter(|row| **row != DEAD) {
                *row = of_row[*row as usize];
            }
        }
        // Forward, the codes that can be there before each kind; then backward, those with the same future are one.
        let class = &question.rare_class[at];
        let mut codes: Vec<Vec<u32>> = vec![vec![0]];
        for (kind, &c) in question.rare.iter().zip(class) {
            let before = &codes[codes.len() - 1];
            let work_of_one = 2 * (kind.len() + 1) as u64;
            meter.charge(work_of_one * before.len() as u64)?;
            let stride = self.strides[c];
            let mut after: Vec<u32> = Vec::with_capacity(before.len() * (kind.len() + 1));
            for &code in before {
                meter.did(work_of_one)?;
                after.extend((0..=kind.len()).map(|n| code + (n * stride) as u32));
            }
            after.sort_unstable();
            after.dedup();
            codes.push(after);
        }
        let mut state_of = self.row_of.clone();
        for (i, (kind, &c)) in question.rare.iter().zip(class).enumerate().rev() {
            let mut known: FxHashMap<SmallVec<[u32; 5]>, u32> = FxHashMap::default();
            let mut layer = Vec::new();
            let mut here = vec![DEAD; self.row_of.len()];
            for &code in &codes[i] {
                meter.did(8)?;
                let next: SmallVec<[u32; 5]> = (0..=kind.len())
                    .map(|n| state_of[code as usize + n * self.strides[c]])
                    .collect();
                if next.iter().any(|&state| state != DEAD) {
                    here[code as usize] = *known.entry(next).or_insert_with_key(|next| {
                        layer.push(next.clone());
                        layer.len() as u32 - 1
                    });
                }
            }
            state_of = here;
            self.layers.push(layer);
        }
        self.layers.reverse();
        Ok(())
    }

    /// Where so many cards of a kind lead.
    #[inline]
    fn next(&self, kind: usize, state: u32, number: usize) -> u32 {
        self.layers[kind][state as usize][number]
    }

    /// How many of the place's hands might do.
    fn ways(&self, rare: &[Cards], bulk: &[Cards]) -> u128 {
        if self.rows.is_empty() {
            return 0;
        }
        let sizes: Vec<u8> = bulk.iter().map(|kind| kind.len() as u8).collect();
        let of_entry = |entry: &RowEntry| {
            let kinds = sizes.iter().enumerate();
            kinds.fold(1u128, |ways, (kind, &size)| {
                ways * u128::from(binomial(size, Numbers::lane(entry.lanes, kind)))
            })
        };
        let mut ways: Vec<u128> = self
            .rows
            .iter()
            .map(|row| row.iter().map(of_entry).sum())
            .collect();
        for (layer, kind) in self.layers.iter().zip(rare).rev() {
            let of_state = |next: &SmallVec<[u32; 5]>| {
                let live = next.iter().enumerate().filter(|(_, s)| **s != DEAD);
                live.map(|(n, &s)| {
                    u128::from(binomial(kind.len() as u8, n as u8)) * ways[s as usize]
                })
                .sum()
            };
            ways = layer.iter().map(of_state).collect();
        }
        ways.first().copied().unwrap_or(0)
    }
}

/// The values of the formulas that depend on lengths alone, for each lengths that came up.
#[derive(Default)]
struct Lengths {
    all: Vec<(Vec<i64>, Vec<i64>)>,
}

impl Lengths {
    fn add(
        &mut self,
        reader: &mut SeatReader,
        on_lengths: &[usize],
        mut code: usize,
        radix: usize,
        bulks: usize,
    ) {
        let lengths = (0..bulks).map(|_| {
            let length = code % radix;
            code /= radix;
            length as i64
        });
        let lengths: Vec<i64> = lengths.collect();
        reader.lengths(on_lengths, &lengths);
        let values = on_lengths.iter().map(|&f| reader.values[f]).collect();
        self.all.push((lengths, values));
    }
}

/// The formulas of one place, and their values for the cards at hand.
struct SeatReader<'f> {
    sources: Vec<Source<'f>>,
    depends: Vec<u8>,
    values: Vec<i64>,
}

impl SeatReader<'_> {
    fn work_out(&mut self, f: usize, read: impl Fn(&(i64, Vec<i64>, Vec<i64>), usize) -> i64) {
        let mut operands = ValueList::new();
        let function = match &self.sources[f] {
            Source::Read(reads, formula) => {
                operands.extend(reads.iter().enumerate().map(|(i, one)| read(one, i)));
                &formula.function
            }
            Source::Combine(ids, formula) => {
                operands.extend(ids.iter().map(|&id| self.values[id]));
                &formula.function
            }
        };
        self.values[f] = function(&operands);
    }

    /// Those that depend on single cards alone.
    fn rare(&mut self, on_rare: &[usize], counts: &[usize]) {
        for &f in on_rare {
            self.work_out(f, |(base, rare, _), _| base + scaled(rare, counts));
        }
    }

    /// Those that depend on lengths alone.
    fn lengths(&mut self, on_lengths: &[usize], lengths: &[i64]) {
        for &f in on_lengths {
            self.work_out(f, |(base, _, worths), _| {
                base + worths.iter().zip(lengths).map(|(a, b)| a * b).sum::<i64>()
            });
        }
    }

    /// Those of single cards that others look at which also look at lengths, or that are wanted themselves.
    fn wanted<'a>(&self, on_both: &[usize], roots: impl Iterator<Item = &'a usize>) -> Vec<usize> {
        let mut wanted: Vec<usize> = roots.copied().collect();
        for &f in on_both {
            if let Source::Combine(ids, _) = &self.sources[f] {
                wanted.extend(ids);
            }
        }
        wanted.retain(|&f| self.depends[f] <= ON_RARE);
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// What is read of single cards by the formulas that read both.
    fn raw(&self, on_both: &[usize], counts: &[usize], key: &mut SmallVec<[i64; 16]>) {
        for &f in on_both {
            if let Source::Read(reads, _) = &self.sources[f] {
                key.extend(
                    reads
                        .iter()
                        .map(|(base, rare, _)| base + scaled(rare, counts)),
                );
            }
        }
    }

    /// Those that depend on both, those of single cards being known.
    fn both(
        &mut self,
        on_both: &[usize],
        on_lengths: &[usize],
        raw: &[i64],
        known: &(Vec<i64>, Vec<i64>),
    ) {
        let (lengths, values) = known;
        for (&f, &value) in on_lengths.iter().zip(values) {
            self.values[f] = value;
        }
        let mut from = 0;
        for &f in on_both {
            let reads = match &self.sources[f] {
                Source::Read(reads, _) => reads.len(),
                Source::Combine(..) => 0,
            };
            self.work_out(f, |(_, _, worths), i| {
                raw[from + i] + worths.iter().zip(lengths).map(|(a, b)| a * b).sum::<i64>()
            });
            from += reads;
        }
    }

    /// Whether some required formula is 0 whatever the lengths, as far as can be seen without them.
    fn surely_fails(&self, on_both: &[usize], wanted: &[usize], required: &[usize]) -> bool {
        let mut known: Vec<Option<i64>> = vec![None; self.values.len()];
        for &f in wanted {
            known[f] = Some(self.values[f]);
        }
        for &f in on_both {
            if let Source::Combine(ids, formula) = &self.sources[f] {
                let mut all = ids.iter().map(|&id| known[id]);
                known[f] = match formula.join {
                    Join::All if all.clone().any(|value| value == Some(0)) => Some(0),
                    Join::Any if all.clone().any(|value| value.is_some_and(|v| v != 0)) => Some(1),
                    _ => {
                        let values: Option<ValueList> = all.by_ref().collect();
                        values.map(|values| (formula.function)(&values))
                    }
                };
            }
        }
        required.iter().any(|&f| known[f] == Some(0))
    }
}

fn scaled(worths: &[i64], counts: &[usize]) -> i64 {
    worths
        .iter()
        .zip(counts)
        .map(|(worth, &count)| worth * count as i64)
        .sum()
}

/// Two places: their states together.
struct Side<'a> {
    tables: [&'a SeatTable; 2],
    /// Which of the four they are, and which parts of the verdict.
    at: [usize; 2],
    parts: [usize; 2],
    /// The sums across these two, each with its part.
    sums: Vec<(usize, &'a SumAcross)>,
    /// The sums so far that came up, each list with a number.
    partial: FxHashMap<ValueList, u32>,
    partials: Vec<ValueList>,
    /// Whether the sums no longer change after the single cards.
    settled: bool,
    /// The combinations of ends that came up.
    known_ends: FxHashMap<SmallVec<[u32; 4]>, u32>,
    ends: Vec<SmallVec<[u32; 4]>>,
    /// For each pair of states after the single cards, how it goes on: which blocks.
    known: FxHashMap<u64, (usize, usize)>,
    /// A combination of ends, and where its numbers begin and end: each a position, and in how many ways.
    blocks: Vec<(u32, usize, usize)>,
    arena: Vec<(u32, u32)>,
    /// The numbers of the pair of states at hand by position, for each of its blocks, and which are not 0.
    open: Vec<(Vec<u32>, Vec<u32>)>,
}

/// States of both places and a list of sums, packed, each with its ways.
type Ways = Vec<(u64, u64)>;

const STATE_BITS: u32 = 20;

impl<'a> Side<'a> {
    fn new(
        tables: &'a [SeatTable],
        at: [usize; 2],
        parts: [usize; 4],
        sums: &'a [SumAcross],
        first_sum: usize,
    ) -> Side<'a> {
        let sums = sums.iter().enumerate();
        let sums: Vec<(usize, &SumAcross)> = sums
            .filter(|(_, sum)| at.iter().any(|&at| sum.looks(at)))
            .map(|(i, sum)| (first_sum + i, sum))
            .collect();
        let start: ValueList = sums.iter().map(|(_, sum)| sum.base).collect();
        let settled = sums
            .iter()
            .all(|(_, sum)| sum.bulk.iter().all(|worths| *worths == [0; 4]));
        Side {
            settled,
            tables: at.map(|at| &tables[at]),
            at,
            parts: at.map(|at| parts[at]),
            sums,
            partial: [(start.clone(), 0)].into_iter().collect(),
            partials: vec![start],
            known_ends: FxHashMap::default(),
            ends: Vec::new(),
            known: FxHashMap::default(),
            blocks: Vec::new(),
            arena: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The ways after `number` cards of a rare kind came to the side, each so many times.
    fn take(&mut self, kind: usize, from: &Ways, number: usize, times: u64, into: &mut Ways) {
        let mask = (1 << STATE_BITS) - 1;
        for &(state, ways) in from {
            let (a, b) = ((state & mask) as u32, (state >> STATE_BITS & mask) as u32);
            let sums = (state >> (2 * STATE_BITS)) as u32;
            for n in 0..=number {
                let a = self.tables[0].next(kind, a, n);
                let b = self.tables[1].next(kind, b, number - n);
                if a == DEAD || b == DEAD {
                    continue;
                }
                let sums = self.add(kind, sums, n, number - n);
                let state =
                    u64::from(a) | u64::from(b) << STATE_BITS | u64::from(sums) << (2 * STATE_BITS);
                let splits = binomial(number as u8, n as u8);
                into.push((state, ways * times * splits));
            }
        }
    }

    /// The number of the sums after some cards of a rare kind.
    fn add(&mut self, kind: usize, sums: u32, a: usize, b: usize) -> u32 {
        if self.sums.is_empty() || self.sums.iter().all(|(_, sum)| sum.rare[kind] == [0; 4]) {
            return sums;
        }
        let old = &self.partials[sums as usize];
        let new: ValueList = std::iter::zip(old, &self.sums)
            .map(|(value, (_, sum))| {
                let worths = sum.rare[kind];
                value + a as i64 * worths[self.at[0]] + b as i64 * worths[self.at[1]]
            })
            .collect();
        let partials = &mut self.partials;
        *self.partial.entry(new).or_insert_with_key(|new| {
            partials.push(new.clone());
            partials.len() as u32 - 1
        })
    }

    /// Puts sums that mean the same from here on in place of those that came up; ways whose sum never qualifies are dropped.
    fn settle_sums(&self, ways: &mut Ways, classes: Option<&Vec<Vec<u32>>>) {
        if self.sums.is_empty() || !self.settled {
            return;
        }
        let end = |value: i64, (part, sum): &(usize, &SumAcross)| {
            let end = sum.end_of[(value - sum.low) as usize];
            let class = classes.map_or(end, |classes| classes[*part][end as usize]);
            (class != DEAD).then_some(class)
        };
        let mut first: FxHashMap<SmallVec<[u32; 4]>, u32> = FxHashMap::default();
        let mut stands_for = Vec::with_capacity(self.partials.len());
        for (number, values) in self.partials.iter().enumerate() {
            let ends: Option<SmallVec<[u32; 4]>> = std::iter::zip(values, &self.sums)
                .map(|(value, sum)| end(*value, sum))
                .collect();
            stands_for.push(ends.map(|ends| *first.entry(ends).or_insert(number as u32)));
        }
        let low = (1 << (2 * STATE_BITS)) - 1;
        ways.retain_mut(
            |(state, _)| match stands_for[(*state >> (2 * STATE_BITS)) as usize] {
                Some(sums) => {
                    *state = *state & low | u64::from(sums) << (2 * STATE_BITS);
                    true
                }
                None => false,
            },
        );
        merge(ways);
    }

    /// The rows of a pair of states, and how many cards of the kinds of many they take.
    fn rows(&self, state: u64) -> ([&'a Row; 2], usize) {
        let mask = (1 << STATE_BITS) - 1;
        let rows = [state & mask, state >> STATE_BITS & mask];
        let tables = self.tables;
        let rows = [0, 1].map(|i| &tables[i].rows[rows[i] as usize]);
        (rows, cards_of(rows[0]) + cards_of(rows[1]))
    }

    /// How a pair of states goes on: for each combination of ends a block with, for each number of cards of the kinds of
    /// many that the sides can share, in how many ways this side can share its part.
    fn onward(
        &mut self,
        state: u64,
        numbers: &Numbers,
        shared: &Shared,
        is_first: bool,
        meter: &mut Meter,
    ) -> Result<(usize, usize), Error> {
        if let Some(&known) = self.known.get(&state) {
            return Ok(known);
        }
        let ([a, b], total) = self.rows(state);
        let work_of_one = b.len() as u64 * WORK_A_PAIR;
        meter.charge(a.len() as u64 * work_of_one + 16)?;
        meter.did(16)?;
        let sums = self.partials[(state >> (2 * STATE_BITS)) as usize].clone();
        let guard = numbers.guard();
        let kinds = numbers.sizes.len();
        let total = if is_first {
            total
        } else {
            numbers.cards() - total
        };
        let (positions, width) = (&shared.positions[total], shared.numbers[total].len());
        // Which block the ends of two entries have is looked up once for each two ends.
        let ends_a = a.iter().map(|entry| entry.end).max().unwrap_or(0) as usize + 1;
        let ends_b = b.iter().map(|entry| entry.end).max().unwrap_or(0) as usize + 1;
        let mut block_of = vec![UNSET; if self.settled { ends_a * ends_b } else { 0 }];
        let begin = self.blocks.len();
        for x in a {
            meter.did(work_of_one)?;
            for y in b {
                let lanes = x.lanes + y.lanes;
                if (lanes + guard) & OVER != 0 {
                    continue;
                }
                let index = x.index + y.index;
                let index = if is_first {
                    index
                } else {
                    numbers.all.index - index
                };
                let position = positions[index as usize];
                if position == UNSET {
                    continue;
                }
                let known = self
                    .settled
                    .then_some(x.end as usize * ends_b + y.end as usize);
                let block = match known.map(|at| block_of[at]).filter(|block| *block != UNSET) {
                    Some(block) => block as usize,
                    None => {
                        let ends = self.ends_of(x, y, &sums, numbers);
                        let blocks = &self.blocks[begin..];
                        let block = match blocks.iter().position(|(one, ..)| *one == ends) {
                            Some(at) => begin + at,
                            None => {
                                self.blocks.push((ends, 0, 0));
                                if self.open.len() < self.blocks.len() - begin {
                                    self.open.push(Default::default());
                                }
                                let (values, _) = &mut self.open[self.blocks.len() - 1 - begin];
                                if values.len() < width {
                                    values.resize(width, 0);
                                }
                                self.blocks.len() - 1
                            }
                        };
                        if let Some(at) = known {
                            block_of[at] = block as u32;
                        }
                        block
                    }
                };
                let ways = (0..kinds).fold(1, |ways: u32, kind| {
                    let (all, own) = (Numbers::lane(lanes, kind), Numbers::lane(x.lanes, kind));
                    let at = usize::from(all & 31) << 5 | usize::from(own & 31);
                    ways.wrapping_mul(numbers.choose[at])
                });
                // No more than the ways to split the side's cards in two, which fit: see `Question::new`.
                let (values, touched) = &mut self.open[block - begin];
                let sum = &mut values[position as usize];
                if *sum == 0 {
                    touched.push(position);
                }
                *sum = sum.wrapping_add(ways);
            }
        }
        for (block, (values, touched)) in self.blocks[begin..].iter_mut().zip(&mut self.open) {
            block.1 = self.arena.len();
            let number = |position: u32| (position, std::mem::take(&mut values[position as usize]));
            self.arena.extend(touched.drain(..).map(number));
            block.2 = self.arena.len();
        }
        let onward = (begin, self.blocks.len());
        self.known.insert(state, onward);
        Ok(onward)
    }

    /// Adds up how some states go on, each as often as there are ways to it.
    fn add_up(
        &mut self,
        ways: &Ways,
        numbers: &Numbers,
        shared: &Shared,
        is_first: bool,
        into: &mut Blocks,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        for &(state, ways) in ways {
            let (from, upto) = self.onward(state, numbers, shared, is_first, meter)?;
            let (_, total) = self.rows(state);
            let total = if is_first {
                total
            } else {
                numbers.cards() - total
            };
            let width = shared.numbers[total].len();
            for &(ends, begin, end) in &self.blocks[from..upto] {
                let numbers = &self.arena[begin..end];
                let work = WORK_A_PRODUCT * numbers.len() as u64 / 2 + 4;
                meter.charge(work)?;
                meter.did(work)?;
                let sums = into.block(ends as usize, width);
                for &(position, splits) in numbers {
                    // Bounded as all ways of one side are: see `Question::new`.
                    let sum = &mut sums[position as usize];
                    *sum = sum.wrapping_add(ways.wrapping_mul(u64::from(splits)));
                }
            }
        }
        Ok(())
    }

    fn ends_of(&mut self, x: &RowEntry, y: &RowEntry, sums: &[i64], numbers: &Numbers) -> u32 {
        let mut ends: SmallVec<[u32; 4]> = SmallVec::from_slice(&[x.end, y.end]);
        for (value, (_, sum)) in sums.iter().zip(&self.sums) {
            let mut value = *value;
            for kind in 0..numbers.sizes.len() {
                let worths = sum.bulk[kind];
                value += i64::from(Numbers::lane(x.lanes, kind)) * worths[self.at[0]];
                value += i64::from(Numbers::lane(y.lanes, kind)) * worths[self.at[1]];
            }
            ends.push(sum.end_of[(value - sum.low) as usize]);
        }
        let all = &mut self.ends;
        *self.known_ends.entry(ends).or_insert_with_key(|ends| {
            all.push(ends.clone());
            all.len() as u32 - 1
        })
    }

    /// What the arena and the lists take, in bytes.
    fn memory(&self) -> u64 {
        let (arena, blocks) = (self.arena.capacity(), self.blocks.capacity());
        (8 * arena + 24 * blocks + 40 * self.known.capacity()) as u64
    }
}

/// A bit in each lane that is set when a kind has too few cards.
const OVER: u64 = 0x8080_8080_8080_8080;

/// The numbers of cards of the kinds of many that the first side can have, as far as the second can make do with the rest:
/// for each number of cards in all.
struct Shared {
    /// For each index, its position among those that can be; [`UNSET`] for the others.
    positions: Vec<Vec<u32>>,
    /// In how many ways the cards of each of them can be taken.
    numbers: Vec<Vec<u128>>,
}

impl Shared {
    fn new(
        second: &Side,
        states: impl Iterator<Item = u64>,
        numbers: &Numbers,
        meter: &mut Meter,
    ) -> Result<Shared, Error> {
        let mut can = vec![vec![false; numbers.indices]; numbers.cards() + 1];
        let guard = numbers.guard();
        for state in states {
            let ([a, b], total) = second.rows(state);
            let work = (a.len() * b.len()) as u64;
            meter.charge(work)?;
            meter.did(work)?;
            let can = &mut can[numbers.cards() - total];
            for x in a {
                for y in b {
                    if (x.lanes + y.lanes + guard) & OVER == 0 {
                        can[(numbers.all.index - x.index - y.index) as usize] = true;
                    }
                }
            }
        }
        let mut shared = Shared {
            positions: vec![vec![UNSET; numbers.indices]; can.len()],
            numbers: vec![Vec::new(); can.len()],
        };
        for (total, all) in numbers.of_total.iter().enumerate() {
            for number in all
                .iter()
                .filter(|number| can[total][number.index as usize])
            {
                let known = &mut shared.numbers[total];
                shared.positions[total][number.index as usize] = known.len() as u32;
                known.push(numbers.ways(number.lanes));
            }
        }
        Ok(shared)
    }
}

/// Numbers by position, for each combination of ends that came up.
#[derive(Default)]
struct Blocks {
    of_ends: Vec<Vec<u64>>,
    touched: Vec<usize>,
}

impl Blocks {
    fn block(&mut self, ends: usize, width: usize) -> &mut [u64] {
        if ends >= self.of_ends.len() {
            self.of_ends.resize(ends + 1, Vec::new());
        }
        let block = &mut self.of_ends[ends];
        if block.is_empty() {
            block.resize(width, 0);
            self.touched.push(ends);
        }
        block
    }

    fn clear(&mut self) {
        for ends in self.touched.drain(..) {
            self.of_ends[ends].clear();
        }
    }
}

/// What some lists of ways take.
fn bytes(lists: &[Ways]) -> u64 {
    let of_list = |list: &Ways| (size_of_val(&list[..]) + size_of::<Ways>()) as u64;
    lists.iter().map(of_list).sum()
}

/// Puts the ways to the same state together.
fn merge(ways: &mut Ways) {
    ways.sort_unstable();
    ways.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// Both sides through the single cards, and then against each other.
fn held_against<'a>(
    question: &Question,
    first: &mut Side<'a>,
    second: &mut Side<'a>,
    numbers: &Numbers,
    verdict: &Verdict,
    merged: Option<&Vec<Vec<u32>>>,
    meter: &mut Meter,
) -> Result<Tally, Error> {
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
    for (kind, cards) in question.rare.iter().enumerate() {
        let size = cards.len();
        let mut known: FxHashMap<Ways, u32> = FxHashMap::default();
        let mut after: Vec<Ways> = Vec::new();
        let mut ways_after: Vec<Ways> = Vec::new();
        let mut held = bytes(&classes) + bytes(&ways);
        for (class, own) in classes.iter().zip(&ways) {
            for number in 0..=size {
                let mut next = Ways::new();
                second.take(kind, class, number, 1, &mut next);
                let work = WORK_A_MOVE * next.len() as u64 + 16;
                meter.charge(work)?;
                meter.did(work)?;
                merge(&mut next);
                if next.is_empty() {
                    continue;
                }
                held += 16 * next.len() as u64;
                let at = match known.get(&next) {
                    Some(&at) => at as usize,
                    None => {
                        after.push(next.clone());
                        ways_after.push(Ways::new());
                        known.insert(next, after.len() as u32 - 1);
                        after.len() - 1
                    }
                };
                let into = &mut ways_after[at];
                let before = into.len();
                let times = binomial(size as u8, number as u8);
                first.take(kind, own, size - number, times, into);
                let work = WORK_A_MOVE * (into.len() - before) as u64;
                meter.charge(work)?;
                meter.did(work)?;
                held += 16 * (into.len() - before) as u64;
            }
            meter.hold(held)?;
        }
        for own in &mut ways_after {
            merge(own);
            own.shrink_to_fit();
        }
        (classes, ways) = (after, ways_after);
        if first.partials.len() >= 1 << 24 || second.partials.len() >= 1 << 24 {
            return Err(meter.over());
        }
    }
    for ways in &mut ways {
        meter.did(4 * ways.len() as u64)?;
        first.settle_sums(ways, merged);
    }
    for ways in &mut classes {
        meter.did(4 * ways.len() as u64)?;
        second.settle_sums(ways, merged);
    }
    let both = || std::iter::zip(&classes, &ways).filter(|(_, own)| !own.is_empty());
    let states = both().flat_map(|(class, _)| class.iter().map(|(state, _)| *state));
    let mut states: Vec<u64> = states.collect();
    states.sort_unstable();
    states.dedup();
    let shared = Shared::new(second, states.into_iter(), numbers, meter)?;
    let held = bytes(&classes) + bytes(&ways);
    // How many deals there are for each combination of the two sides' ends.
    let mut deals: FxHashMap<(usize, usize), u128> = FxHashMap::default();
    let (mut a, mut b) = (Blocks::default(), Blocks::default());
    for (class, own) in both().filter(|(class, _)| !class.is_empty()) {
        first.add_up(own, numbers, &shared, true, &mut a, meter)?;
        second.add_up(class, numbers, &shared, false, &mut b, meter)?;
        meter.hold(held + first.memory() + second.memory())?;
        // The first side has the same number of cards in all its ways of one class.
        let (_, total) = first.rows(own[0].0);
        let ways = &shared.numbers[total];
        let work_of_one = WORK_A_PRODUCT * ways.len() as u64;
        meter.charge((a.touched.len() * b.touched.len()) as u64 * work_of_one)?;
        for &x in &a.touched {
            for &y in &b.touched {
                meter.did(work_of_one)?;
                let products = std::iter::zip(&a.of_ends[x], &b.of_ends[y]).zip(ways);
                let mut sum = deals.get(&(x, y)).copied().unwrap_or(0);
                for ((&x, &y), &ways) in products.filter(|((x, y), _)| **x != 0 && **y != 0) {
                    let product = (u128::from(x) * u128::from(y)).checked_mul(ways);
                    let all = product.and_then(|product| product.checked_add(sum));
                    sum = all.ok_or(Error::TooManyDeals)?;
                }
                deals.insert((x, y), sum);
            }
        }
        a.clear();
        b.clear();
    }
    let mut tally = Tally::new();
    for ((x, y), deals) in deals.into_iter().filter(|(_, deals)| *deals > 0) {
        let mut ends = vec![0; verdict.parts()];
        for (side, of_side) in [(&*first, x), (&*second, y)] {
            let parts = side
                .parts
                .iter()
                .copied()
                .chain(side.sums.iter().map(|sum| sum.0));
            for (part, &end) in parts.zip(&side.ends[of_side]) {
                if part != usize::MAX {
                    ends[part] = end;
                }
            }
        }
        if let Some(values) = verdict.of(&ends) {
            let all = tally.entry(values.to_vec()).or_insert(0);
            *all = all.checked_add(deals).ok_or(Error::TooManyDeals)?;
        }
    }
    Ok(tally)
}

/// How many cards the entries of a row take.
fn cards_of(row: &Row) -> usize {
    let lanes = row.first().map_or(0, |entry| entry.lanes);
    (0..MOST_BULK)
        .map(|kind| usize::from(Numbers::lane(lanes, kind)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
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
    ) -> SidesCount {
        let setup = setup.clone().tallying(formulas, ids).unwrap();
        let settled = setup.settle().unwrap();
        let tracked = settled.tracked(&setup);
        let question = Question::new(&setup, &settled, tracked, few).unwrap();
        let watch = Watch::default();
        let mut meter = Meter::new(Budget::default(), &watch);
        question.count(&mut meter).unwrap().unwrap()
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
                    assert_eq!(counted.tally, expected, "{case} {few}");
                }
                let watch = Watch::default();
                let counting = setup
                    .counting(&formulas, &ids, Budget::default(), &watch)
                    .unwrap();
                assert_eq!(counting.tally().unwrap(), expected, "{case}");
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
        for (place, ways) in counted.alone {
            let cards = if place < 2 { 3 } else { 2 };
            let hands = (0u64..1 << 10).filter(|hand| hand.count_ones() == cards);
            let expected = hands.filter(|&hand| worth(hand) > place).count();
            assert_eq!(ways, expected as u128, "{place}");
        }
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
            count(&setup, &settled, tracked, &mut meter)
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
            let counted = count(&setup, &settled, tracked, &mut meter).map(drop);
            let expected = if budget.memory == 100 {
                Error::OverMemory { memory: 100 }
            } else {
                Error::OverBudget { work: 100 }
            };
            assert_eq!(counted, Err(expected));
        }
    }
}

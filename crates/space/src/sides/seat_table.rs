//! What one place makes of its cards: a state for each holding of single cards, and a row of what then will do.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::blocks::Processor;
use super::numbers::{Number, Numbers};
use super::split_value::SplitValue;
use super::{DEAD, MOST_HOLDINGS, Question, UNSET, WORK_A_ROW_ENTRY};
use crate::alike::Alike;
use crate::binomial::binomial;
use crate::formulas::{Formula, FormulaId, Join, Operands};
use crate::meter::Meter;
use crate::rule::ValueList;
use crate::{Cards, Error};

/// One entry of a row: which of the ways to take so many cards of the kinds of many will do, and how the place then ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RowEntry {
    pub(super) end: u32,
    pub(super) id: u32,
}

/// What will do once the single cards are known.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Row {
    /// How many cards of the kinds of many it takes.
    pub(super) total: usize,
    /// Those with the same end side by side, once the table is finished.
    pub(super) entries: Vec<RowEntry>,
}

/// The ends of some entries in order, each with those that have it.
pub(super) fn ends(entries: &[RowEntry]) -> impl Iterator<Item = (u32, &[RowEntry])> {
    let same = entries.chunk_by(|a, b| a.end == b.end);
    same.map(|entries| (entries[0].end, entries))
}

/// What one place makes of its cards.
pub(super) struct SeatTable {
    /// For each holding of single cards, by its code, its row; [`DEAD`] if none will do.
    row_of: Vec<u32>,
    pub(super) rows: Vec<Row>,
    pub(super) ends: Vec<ValueList>,
    /// What one more card of each rare class adds to the code.
    strides: Vec<usize>,
    /// For each rare kind, the states before it and where each number of its cards leads.
    pub(super) layers: Vec<Vec<SmallVec<[u32; 5]>>>,
    /// For each number of cards of the kinds of many, the ways to take them that some row has. Entries of a finished table name
    /// their place in this list.
    pub(super) used: Vec<Vec<Number>>,
    /// For each number of cards of the kinds of many, all entries that some row of a finished table has, in order; and for
    /// each row where its own are among them.
    pub(super) entries: Vec<Vec<RowEntry>>,
    pub(super) places: Vec<Vec<u32>>,
    /// For each row of a finished table the first and the last of the ways to take cards that it has, as [`Number::key`] has them.
    pub(super) between: Vec<[u64; 2]>,
    /// For each row of a finished table, those that differ from it in the fewest entries, and in how many.
    pub(super) near: Vec<SmallVec<[(u32, u32); NEAR]>>,
    /// For each row of a finished table a bit for each of the entries that some row has, and where its words begin.
    bits: Vec<u64>,
    bits_from: Vec<usize>,
    processor: Processor,
}

type Entries = SmallVec<[RowEntry; 32]>;

/// How many rows near another are remembered, and how many after it are looked at.
const NEAR: usize = 4;
const LOOKED_AT_NEAR: usize = 256;
/// How many rows are compared with one whenever it comes, at the most, and of how many words.
const MOST_COMPARED: usize = 16;
const WORDS_COMPARED: usize = 64;

impl SeatTable {
    pub(super) fn new(
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
        let formulas = question.formulas.as_ref();
        // The holdings that leave the place as many other cards as there are.
        let mut live: Vec<u32> = Vec::new();
        let mut counts: Vec<u8> = Vec::new();
        for code in 0..holdings {
            meter.did(8)?;
            let mut rest = code;
            let at = counts.len();
            for size in &sizes {
                counts.push((rest % (size + 1)) as u8);
                rest /= size + 1;
            }
            let held: usize = counts[at..].iter().map(|&number| usize::from(number)).sum();
            if held <= left && left - held < numbers.of_total.len() {
                live.push(code as u32);
            } else {
                counts.truncate(at);
            }
        }
        meter.charge(4 * holdings as u64)?;
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
        // What each holding adds to the lengths by itself, and all lengths that can be.
        let own = |at: usize| {
            let own = |(number, length): (&u8, &Option<usize>)| {
                length.map_or(0, |length| usize::from(*number) * length_stride[length])
            };
            let counts = &counts[at * rares..(at + 1) * rares];
            let held: usize = counts.iter().map(|&number| usize::from(number)).sum();
            (held, counts.iter().zip(&length_of).map(own).sum::<usize>())
        };
        let mut own_of: Vec<(usize, usize)> = (0..live.len()).map(own).collect();
        let mut compact = vec![UNSET; length_codes];
        let mut lengths: Vec<i64> = Vec::new();
        let mut all_lengths = 0;
        let mut known: FxHashMap<(usize, usize), ()> = FxHashMap::default();
        for &(held, own) in &own_of {
            if known.insert((held, own), ()).is_some() {
                continue;
            }
            meter.did(added[left - held].len() as u64)?;
            for &adds in &added[left - held] {
                let mut code = own + adds as usize;
                if compact[code] == UNSET {
                    compact[code] = all_lengths;
                    all_lengths += 1;
                    for _ in 0..bulks {
                        lengths.push((code % length_radix) as i64);
                        code /= length_radix;
                    }
                }
            }
        }
        let all_lengths = all_lengths as usize;
        // Every formula is worked out for what it can tell apart; a holding that one of those required rules out is dropped.
        let mut values: FxHashMap<FormulaId, SplitValue> = FxHashMap::default();
        let read = |formula: &Formula, live: usize, counts: &[u8], meter: &mut Meter| {
            let Operands::Quantities { quantities, .. } = &formula.operands else {
                return Err(meter.over());
            };
            let (mut by_holding, mut by_lengths) = (Vec::new(), Vec::new());
            let (mut same_holdings, mut same_lengths) = (None::<Arc<Alike>>, None::<Arc<Alike>>);
            for quantity in quantities {
                let base = quantity.of(&question.settled.fixed);
                let worth = |c: usize| quantity.worth(place, bulk_cards[c]);
                let of_length: Vec<i64> = (0..bulks).map(worth).collect();
                let extra = |c: usize| {
                    let worth = quantity.worth(place, rare_cards[c]);
                    worth - length_of[c].map_or(0, |length| of_length[length])
                };
                let extra: Vec<(usize, i64)> = (0..rares).map(|c| (c, extra(c))).collect();
                let extra: Vec<(usize, i64)> = extra.into_iter().filter(|one| one.1 != 0).collect();
                let of_holding = |at: usize| {
                    let counts = &counts[at * rares..(at + 1) * rares];
                    let worths = extra.iter().map(|(c, worth)| worth * i64::from(counts[*c]));
                    base + worths.sum::<i64>()
                };
                let own: Vec<i64> = (0..live).map(of_holding).collect();
                let of_lengths = |at: usize| {
                    let lengths = &lengths[at * bulks..(at + 1) * bulks];
                    let worths = lengths.iter().zip(&of_length);
                    worths.map(|(length, worth)| length * worth).sum::<i64>()
                };
                let rest: Vec<i64> = (0..all_lengths).map(of_lengths).collect();
                meter.did((live / 2 + all_lengths) as u64)?;
                let alike = Arc::new(Alike::by_value(own.iter().copied()));
                meter.did(live as u64 / 2)?;
                same_holdings = Some(match same_holdings {
                    Some(same) => same.and(&alike),
                    None => alike,
                });
                let alike = Arc::new(Alike::by_value(rest.iter().copied()));
                same_lengths = Some(match same_lengths {
                    Some(same) => same.and(&alike),
                    None => alike,
                });
                by_holding.push(own);
                by_lengths.push(rest);
            }
            let (Some(same_holdings), Some(same_lengths)) = (same_holdings, same_lengths) else {
                return Ok(SplitValue::constant(
                    (formula.function)(&[]),
                    live,
                    all_lengths,
                ));
            };
            SplitValue::new(
                same_holdings,
                same_lengths,
                meter,
                &mut |holding, length| {
                    let operands: ValueList = std::iter::zip(&by_holding, &by_lengths)
                        .map(|(own, rest)| own[holding] + rest[length])
                        .collect();
                    (formula.function)(&operands)
                },
            )
        };
        let mut required_so_far: Option<SplitValue> = None;
        let mut wanted: Vec<SplitValue> = Vec::new();
        let roots = required.iter().map(|id| (*id, true));
        for (root, is_required) in roots.chain(seen.iter().map(|id| (*id, false))) {
            let Some(formulas) = formulas else {
                return Ok(None);
            };
            for id in formulas.needed([root], |_| true) {
                if values.contains_key(&id) {
                    continue;
                }
                let formula = formulas.formula(id);
                let value = match &formula.operands {
                    Operands::Quantities { .. } => read(formula, live.len(), &counts, meter)?,
                    Operands::Formulas(ids) => {
                        let operands: Vec<&SplitValue> = ids.iter().map(|id| &values[id]).collect();
                        match (formula.join, &operands[..]) {
                            (_, []) => {
                                let value = (formula.function)(&[]);
                                SplitValue::constant(value, live.len(), all_lengths)
                            }
                            (Join::All | Join::Any, [first, others @ ..]) => {
                                // Two at a time: what is decided need not be told apart any more.
                                let truth = |v: &[i64]| i64::from(v[0] != 0);
                                let mut all = SplitValue::combined(&[first], &truth, meter)?;
                                for other in others {
                                    all = match formula.join {
                                        Join::All => {
                                            let both = |v: &[i64]| (v[0] != 0 && v[1] != 0).into();
                                            SplitValue::combined(&[&all, other], &both, meter)?
                                        }
                                        _ => {
                                            let one = |v: &[i64]| (v[0] != 0 || v[1] != 0).into();
                                            SplitValue::combined(&[&all, other], &one, meter)?
                                        }
                                    };
                                }
                                all
                            }
                            (Join::Other, all) => {
                                SplitValue::combined(all, &formula.function, meter)?
                            }
                        }
                    }
                };
                values.insert(id, value);
            }
            let memory = values.len() * (live.len() + all_lengths) * size_of::<u32>();
            meter.hold(memory as u64)?;
            if !is_required {
                wanted.push(values[&root].clone());
                continue;
            }
            let both = match &required_so_far {
                None => values[&root].clone(),
                Some(before) => {
                    let both = |v: &[i64]| (v[0] != 0 && v[1] != 0).into();
                    SplitValue::combined(&[before, &values[&root]], &both, meter)?
                }
            };
            let fails = both.is_always(0);
            let is_live = |at: &u32| !fails[both.holdings.of[*at as usize] as usize];
            let kept: Vec<u32> = (0..live.len() as u32).filter(is_live).collect();
            required_so_far = Some(both);
            if kept.len() < live.len() {
                meter.did((kept.len() * (values.len() + rares)) as u64)?;
                values.values_mut().for_each(|value| value.keep(&kept));
                required_so_far
                    .iter_mut()
                    .for_each(|value| value.keep(&kept));
                live = kept.iter().map(|&at| live[at as usize]).collect();
                own_of = kept.iter().map(|&at| own_of[at as usize]).collect();
                let of =
                    |&at: &u32| counts[at as usize * rares..(at as usize + 1) * rares].to_vec();
                counts = kept.iter().flat_map(of).collect();
            }
        }
        drop(values);
        // How the place ends: a number for each combination of what the others see.
        const FAILS: i64 = -1;
        let mut ends: Vec<ValueList> = vec![ValueList::new()];
        let mut end = match &required_so_far {
            None => SplitValue::constant(0, live.len(), all_lengths),
            Some(required) => {
                let holds = |v: &[i64]| if v[0] != 0 { 0 } else { FAILS };
                SplitValue::combined(&[required], &holds, meter)?
            }
        };
        for value in &wanted {
            let mut known: FxHashMap<(i64, i64), i64> = FxHashMap::default();
            let mut longer: Vec<ValueList> = Vec::new();
            let holdings = end.holdings.clone().and(&value.holdings);
            let lengths = end.lengths.clone().and(&value.lengths);
            end = SplitValue::new(holdings, lengths, meter, &mut |holding, length| {
                let (before, value) = (end.at(holding, length), value.at(holding, length));
                if before == FAILS {
                    return FAILS;
                }
                *known.entry((before, value)).or_insert_with(|| {
                    let mut values = ends[before as usize].clone();
                    values.push(value);
                    longer.push(values);
                    longer.len() as i64 - 1
                })
            })?;
            ends = longer;
        }
        let mut table = SeatTable {
            row_of: vec![DEAD; holdings],
            rows: Vec::new(),
            ends,
            strides,
            layers: Vec::new(),
            used: Vec::new(),
            entries: Vec::new(),
            places: Vec::new(),
            between: Vec::new(),
            near: Vec::new(),
            bits: Vec::new(),
            bits_from: Vec::new(),
            processor: Processor::default(),
        };
        let mut known_rows: FxHashMap<Row, u32> = FxHashMap::default();
        let mut of_lengths: FxHashMap<(u32, usize, usize), u32> = FxHashMap::default();
        for (at, &code) in live.iter().enumerate() {
            let (held, own) = own_of[at];
            let alike = end.holdings.of[at];
            if let Some(&row) = of_lengths.get(&(alike, held, own)) {
                table.row_of[code as usize] = row;
                continue;
            }
            let mut entries = Vec::new();
            for (&adds, id) in added[left - held].iter().zip(0..) {
                let lengths = compact[own + adds as usize] as usize;
                let end = end.value(alike as usize, end.lengths.of[lengths] as usize);
                if end != FAILS {
                    let end = end as u32;
                    entries.push(RowEntry { end, id });
                }
            }
            let work = 8 + WORK_A_ROW_ENTRY * added[left - held].len() as u64;
            meter.charge(work)?;
            meter.did(work)?;
            let row = if entries.is_empty() {
                DEAD
            } else {
                let total = left - held;
                *known_rows
                    .entry(Row { total, entries })
                    .or_insert_with_key(|row| {
                        table.rows.push(row.clone());
                        table.rows.len() as u32 - 1
                    })
            };
            of_lengths.insert((alike, held, own), row);
            table.row_of[code as usize] = row;
        }
        Ok(Some(table))
    }

    /// Makes ends that are alike one, and from the rows the states before each rare kind.
    pub(super) fn finish(
        &mut self,
        question: &Question,
        at: usize,
        classes: Option<&Vec<u32>>,
        numbers: &Numbers,
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
                meter.did(row.entries.len() as u64)?;
                let entry = |entry: &RowEntry| {
                    let class = classes[entry.end as usize];
                    (class != DEAD).then(|| RowEntry {
                        end: first[&class],
                        ..*entry
                    })
                };
                let entries: Vec<RowEntry> = row.entries.iter().filter_map(entry).collect();
                of_row.push(if entries.is_empty() {
                    DEAD
                } else {
                    let total = row.total;
                    *known
                        .entry(Row { total, entries })
                        .or_insert_with_key(|row| {
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
        self.used = vec![Vec::new(); numbers.of_total.len()];
        let all = numbers.of_total.iter().map(|all| vec![UNSET; all.len()]);
        let mut place_of: Vec<Vec<u32>> = all.collect();
        for row in &mut self.rows {
            meter.did(row.entries.len() as u64)?;
            let (used, place_of) = (&mut self.used[row.total], &mut place_of[row.total]);
            for entry in &mut row.entries {
                let place = &mut place_of[entry.id as usize];
                if *place == UNSET {
                    *place = used.len() as u32;
                    used.push(numbers.of_total[row.total][entry.id as usize]);
                }
                entry.id = *place;
            }
            row.entries.sort_unstable();
            let keys = row
                .entries
                .iter()
                .map(|entry| used[entry.id as usize].key());
            let between = |[least, most]: [u64; 2], key: u64| [least.min(key), most.max(key)];
            self.between.push(keys.fold([u64::MAX, 0], between));
        }
        self.find_near(meter)?;
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

    /// For each row the rows that are nearest to it, of those that were found shortly before or after.
    fn find_near(&mut self, meter: &mut Meter) -> Result<(), Error> {
        self.near = vec![SmallVec::new(); self.rows.len()];
        self.bits_from = vec![0; self.rows.len()];
        self.places = vec![Vec::new(); self.rows.len()];
        for total in 0..self.used.len() {
            let all = self.rows.iter().enumerate();
            let rows: Vec<(u32, &Row)> = all
                .filter(|(_, row)| row.total == total)
                .map(|(at, row)| (at as u32, row))
                .collect();
            let entries = rows.iter().flat_map(|(_, row)| &row.entries);
            let mut entries: Vec<RowEntry> = entries.copied().collect();
            entries.sort_unstable();
            entries.dedup();
            let place_of: FxHashMap<RowEntry, u32> = entries.iter().copied().zip(0..).collect();
            // A bit for each entry that some row has.
            let words = entries.len().div_ceil(64);
            let mut bits = vec![0u64; words * rows.len()];
            for (of_row, (at, row)) in bits.chunks_mut(words.max(1)).zip(&rows) {
                let places: Vec<u32> = row.entries.iter().map(|entry| place_of[entry]).collect();
                for &place in &places {
                    of_row[place as usize / 64] |= 1 << (place % 64);
                }
                self.places[*at as usize] = places;
                self.bits_from[*at as usize] = self.bits.len();
                self.bits.extend_from_slice(of_row);
            }
            self.entries.push(entries);
            for (i, (at, row)) in rows.iter().enumerate() {
                let after = &rows[i + 1..rows.len().min(i + 1 + LOOKED_AT_NEAR)];
                let work = (after.len() * (words + 1)) as u64;
                meter.charge(work)?;
                meter.did(work)?;
                for (j, (other, other_row)) in after.iter().enumerate() {
                    let of = |at: usize| &bits[at * words..][..words];
                    let off = self.processor.apart(of(i), of(i + 1 + j));
                    for (at, row, other) in [(*at, row, *other), (*other, other_row, *at)] {
                        let near = &mut self.near[at as usize];
                        let last = near.get(NEAR - 1).map_or(u32::MAX, |(_, off)| *off);
                        if (off as usize) < row.entries.len() / 2 && off < last {
                            near.truncate(NEAR - 1);
                            let before = near.partition_point(|(_, one)| *one <= off);
                            near.insert(before, (other, off));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn bits_of(&self, row: usize) -> &[u64] {
        let words = self.entries[self.rows[row].total].len().div_ceil(64);
        &self.bits[self.bits_from[row]..][..words]
    }

    /// With how many others it pays to compare a row that takes so many cards, whenever it comes.
    pub(super) fn number_compared(&self, total: usize) -> usize {
        let words = self.entries[total].len().div_ceil(64);
        (WORDS_COMPARED / words.max(1)).clamp(1, MOST_COMPARED)
    }

    /// In how many entries two rows differ that take as many cards.
    #[inline]
    pub(super) fn apart(&self, row: usize, other: usize) -> usize {
        let (these, those) = (self.bits_of(row), self.bits_of(other));
        self.processor.apart(these, those) as usize
    }

    /// The entries that a row has and another has not, and the other way about.
    pub(super) fn differences(&self, row: usize, other: usize) -> (Entries, Entries) {
        let entries = &self.entries[self.rows[row].total];
        let only = |these: &[u64], those: &[u64]| {
            let mut only = Entries::new();
            for (word, (a, b)) in std::iter::zip(these, those).enumerate() {
                let mut left = a & !b;
                while left != 0 {
                    only.push(entries[64 * word + left.trailing_zeros() as usize]);
                    left &= left - 1;
                }
            }
            only
        };
        let (these, those) = (self.bits_of(row), self.bits_of(other));
        (only(these, those), only(those, these))
    }

    /// Where so many cards of a kind lead.
    #[inline]
    pub(super) fn next(&self, kind: usize, state: u32, number: usize) -> u32 {
        self.layers[kind][state as usize][number]
    }

    /// For each set of single cards, its row, where every rare kind is one card: a set has a bit for each of them.
    pub(super) fn of_sets(&self) -> Vec<u32> {
        let mut states = vec![if self.rows.is_empty() { DEAD } else { 0 }];
        for kind in 0..self.layers.len() {
            let with = |number: usize| {
                let states = states.iter();
                states.map(move |&state| match state {
                    DEAD => DEAD,
                    state => self.next(kind, state, number),
                })
            };
            states = with(0).chain(with(1)).collect();
        }
        states
    }

    /// The ends that some row has, in order.
    pub(super) fn ends_of_rows(&self) -> Vec<u32> {
        let rows = self.rows.iter().flat_map(|row| ends(&row.entries));
        let mut ends: Vec<u32> = rows.map(|(end, _)| end).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// How long the rows are, and in how many entries they differ from the nearest, on average.
    pub(super) fn lengths(&self) -> [f64; 2] {
        let rows = self.rows.iter().zip(&self.near);
        let sum = rows.fold([0, 0], |[all, apart], (row, near)| {
            let length = row.entries.len();
            let off = near.first().map_or(length, |(_, off)| *off as usize);
            [all + length, apart + off.min(length)]
        });
        sum.map(|sum| sum as f64 / self.rows.len().max(1) as f64)
    }

    /// How many of the place's hands might do.
    pub(super) fn ways(&self, rare: &[Cards], bulk: &[Cards]) -> u128 {
        if self.rows.is_empty() {
            return 0;
        }
        let sizes: Vec<u8> = bulk.iter().map(|kind| kind.len() as u8).collect();
        let of_number = |number: &Number| {
            let kinds = sizes.iter().enumerate();
            kinds.fold(1u128, |ways, (kind, &size)| {
                ways * u128::from(binomial(size, Numbers::lane(number.lanes, kind)))
            })
        };
        let of_row = |row: &Row| {
            let entries = row.entries.iter();
            let numbers = entries.map(|entry| &self.used[row.total][entry.id as usize]);
            numbers.map(of_number).sum()
        };
        let mut ways: Vec<u128> = self.rows.iter().map(of_row).collect();
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

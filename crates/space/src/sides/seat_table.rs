//! What one place makes of its cards: a state for each holding of single cards, and a row of what then will do.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::numbers::{Number, Numbers};
use super::{DEAD, MOST_BULK, MOST_HOLDINGS, Question, UNSET, WORK_A_FORMULA, WORK_A_ROW_ENTRY};
use crate::binomial::binomial;
use crate::formulas::{Formula, FormulaId, Join, Operands};
use crate::meter::Meter;
use crate::rule::ValueList;
use crate::{Cards, Error};

/// One entry of a row: a number of cards of the kinds of many that will do, and how the place then ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RowEntry {
    pub(super) lanes: u64,
    pub(super) index: u32,
    pub(super) end: u32,
}

pub(super) type Row = Vec<RowEntry>;

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
    pub(super) fn finish(
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
    pub(super) fn next(&self, kind: usize, state: u32, number: usize) -> u32 {
        self.layers[kind][state as usize][number]
    }

    /// How many of the place's hands might do.
    pub(super) fn ways(&self, rare: &[Cards], bulk: &[Cards]) -> u128 {
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

/// How many cards the entries of a row take.
pub(super) fn cards_of(row: &Row) -> usize {
    let lanes = row.first().map_or(0, |entry| entry.lanes);
    (0..MOST_BULK)
        .map(|kind| usize::from(Numbers::lane(lanes, kind)))
        .sum()
}

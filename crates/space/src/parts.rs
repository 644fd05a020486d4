//! Parts: the rules of a question, compiled along a track, and the verdict on where they end.
//!
//! All that is said of one place, its capacity included, is one part. What a rule says of several places goes by what
//! it sees of each: those of its formulas that need one place only are worked out by that place's part, whose ends
//! stand for their values. The verdict is a table over the ends of all parts. Ends that it cannot tell apart are made
//! one, and those that it never accepts are dropped, so a part is no larger than what the others can make use of.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Cell, DEAD};
use crate::ends_table::EndsTable;
use crate::formulas::{self, BoundFormula, FormulaId, Formulas, Join, Operands};
use crate::meter::Meter;
use crate::order::Track;
use crate::rule::ValueList;
use crate::setup::Settled;
use crate::value_automaton::{Along, ValueAutomaton};
use crate::{Deal, Error, MAX_PLACES, Quantity, Rule, Setup};

/// Tables of verdicts with more entries than this are not made: ends are then judged as they come.
const MOST_VERDICTS: usize = 200_000;
/// What one verdict costs,
const WORK_A_VERDICT: u64 = 50;
/// and what it takes to look one up.
const WORK_OF_LOOKING: u64 = 8;

/// The compiled rules: first one part for each tracked place, then those that look at several.
pub(crate) struct Parts {
    pub automata: Vec<Automaton>,
    pub verdict: Verdict,
}

/// What places ended as, in the orders compiled so far: two orders that go through a place's cards alike need it once.
pub(crate) type CompiledPlaces = FxHashMap<Vec<Cell>, ValueAutomaton>;

impl Parts {
    pub(crate) fn new(
        setup: &Setup,
        settled: &Settled,
        tracked: u8,
        track: &Track,
        compiled: &mut CompiledPlaces,
        meter: &mut Meter,
    ) -> Result<Parts, Error> {
        let mut conjuncts = Vec::new();
        setup
            .rules()
            .for_each(|rule| rule.conjuncts(&mut conjuncts));
        let places = |rule: &Rule| rule.places(settled.free) & tracked;
        // What speaks of one place goes into that place's part. What speaks of none (a constant, or cards that all lie
        // already) is with those of several: its automaton looks at no cell, and costs nothing.
        let (alone, several): (Vec<&Rule>, Vec<&Rule>) = conjuncts
            .into_iter()
            .partition(|rule| places(rule).is_power_of_two());
        let mut judges = judges(setup, settled, tracked, &several);
        let mut valued = Vec::new();
        for place in (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1) {
            let at: Vec<usize> = (0..track.cells.len())
                .filter(|&cell| track.cells[cell].place == place)
                .collect();
            let cells: Vec<Cell> = at.iter().map(|&cell| track.cells[cell]).collect();
            let rules = alone.iter().filter(|rule| places(rule) == 1 << place);
            let part = match compiled.get(&cells) {
                Some(part) => part.clone(),
                None => {
                    let part = of_place(settled, place, rules, &judges, &cells, meter)?;
                    compiled.insert(cells, part.clone());
                    part
                }
            };
            if part.automaton.start() == DEAD {
                // One place cannot have what it must: no deal qualifies, and the other places need no compiling.
                return Ok(Parts::empty(tracked, track));
            }
            judges
                .iter_mut()
                .fold(0, |from, judge| judge.know(place, valued.len(), from));
            valued.push(ValueAutomaton {
                automaton: part.automaton.spread(&at, track.cells.len()),
                ..part
            });
        }
        // A rule of readers that looks at several places is an automaton over all their cells: the product of what it
        // must remember of each. A formula is only so where it is read off the cards of several places at once, as a sum.
        let always = Automaton::constant(true, track.cells.len());
        for rule in several.iter().filter(|rule| !is_joint(rule, places(rule))) {
            let automaton = rule.compile(&always, &settled.fixed, &track.cells, meter)?;
            let ends = vec![ValueList::new()];
            valued.push(ValueAutomaton { automaton, ends });
        }
        for judge in &mut judges {
            for id in judge.across.clone() {
                let along = Along {
                    given: &always,
                    fixed: &settled.fixed,
                    cells: &track.cells,
                };
                let part = ValueAutomaton::of_formula(&judge.formulas, id, along, meter)?;
                judge.known.push((id, valued.len(), 0));
                valued.push(part);
            }
        }
        Verdict::new(judges, Vec::new()).reduce(valued, meter)
    }
}

impl Parts {
    /// Those of a question that nothing satisfies.
    fn empty(tracked: u8, track: &Track) -> Parts {
        let places = tracked.count_ones() as usize;
        Parts {
            automata: vec![Automaton::constant(false, track.cells.len()); places],
            verdict: Verdict::new(Vec::new(), vec![vec![ValueList::new()]; places]),
        }
    }
}

/// Whether a rule on several places is judged by what each of them ends as.
fn is_joint(rule: &Rule, places: u8) -> bool {
    rule.as_formula().is_some() && places != 0
}

/// All that is said of one place, and what others want to know of it.
fn of_place<'a>(
    settled: &Settled,
    place: usize,
    rules: impl Iterator<Item = &'a &'a Rule>,
    judges: &[Judge],
    cells: &[Cell],
    meter: &mut Meter,
) -> Result<ValueAutomaton, Error> {
    let always = Automaton::constant(true, cells.len());
    let left = settled.left[place] as i64;
    let capacity = Quantity::number(place, settled.free).within(left..=left);
    let mut part = capacity.compile(&always, &Deal::default(), cells, meter)?;
    for rule in rules {
        part = rule.compile(&part, &settled.fixed, cells, meter)?;
    }
    let along = Along {
        given: &part,
        fixed: &settled.fixed,
        cells,
    };
    // Values are worked out for hands that the place's own rules let pass, and no others: a predicate on four lengths is
    // explored only where they add up to the capacity.
    let mut all = ValueAutomaton::nothing(&part);
    for judge in judges {
        let ids: Vec<FormulaId> = judge.seen_of(place).collect();
        let values = ValueAutomaton::of_formulas(&judge.formulas, &ids, along, meter)?;
        all = all.beside(&values, meter)?;
    }
    Ok(all)
}

/// What one list of formulas makes of the ends of all parts.
pub(crate) struct Judge {
    pub formulas: Arc<Formulas>,
    /// The formulas that need one place, with that place.
    seen: Vec<(FormulaId, usize)>,
    /// The formulas that are read off the cards of several places.
    pub across: Vec<FormulaId>,
    /// The formulas whose value follows from a part's end: which part, and which of its numbers.
    pub known: Vec<(FormulaId, usize, usize)>,
    /// The formulas that are the same for all deals.
    constant: Vec<(FormulaId, i64)>,
    /// The formulas that are worked out from those, in order.
    worked_out: Vec<FormulaId>,
    /// The formulas that must not be 0.
    required: Vec<FormulaId>,
    /// The formulas whose values are wanted.
    tallied: Vec<FormulaId>,
}

/// A judge for every list of formulas that has rules on several places, or values to be tallied.
pub(crate) fn judges(
    setup: &Setup,
    settled: &Settled,
    tracked: u8,
    several: &[&Rule],
) -> Vec<Judge> {
    let mut judges: Vec<Judge> = Vec::new();
    let joint = several.iter().filter_map(|rule| rule.as_formula());
    let joint = joint.filter(|id| {
        let rule = Rule::formula(&id.formulas, id.id);
        rule.places(settled.free) & tracked != 0
    });
    let wanted = joint
        .map(|id| (id, true))
        .chain(setup.tallied().iter().map(|id| (id, false)));
    for (BoundFormula { formulas, id, .. }, required) in wanted {
        let known = judges
            .iter()
            .position(|judge| Arc::ptr_eq(&judge.formulas, formulas));
        let at = known.unwrap_or_else(|| {
            judges.push(Judge::new(formulas.clone()));
            judges.len() - 1
        });
        if required {
            judges[at].required.push(*id)
        } else {
            judges[at].tallied.push(*id)
        }
    }
    for judge in &mut judges {
        judge.look(settled, tracked);
    }
    judges
}

impl Judge {
    fn new(formulas: Arc<Formulas>) -> Judge {
        Judge {
            formulas,
            seen: Vec::new(),
            across: Vec::new(),
            known: Vec::new(),
            constant: Vec::new(),
            worked_out: Vec::new(),
            required: Vec::new(),
            tallied: Vec::new(),
        }
    }

    /// Finds out which formulas can be left to one place.
    fn look(&mut self, settled: &Settled, tracked: u8) {
        let places = formulas::places(&self.formulas, settled.free);
        let places = |id: FormulaId| places[id.0] & tracked;
        let is_read = |id: FormulaId| {
            matches!(
                self.formulas.formula(id).operands,
                Operands::Quantities { .. }
            )
        };
        // From what is wanted down, a formula that needs several places is opened and its operands are looked at; one that
        // needs a single place is that place's own business, operands and all.
        let open = |id: FormulaId| places(id).count_ones() > 1 && !is_read(id);
        let roots = self.required.iter().chain(&self.tallied);
        for id in self.formulas.needed(roots.copied(), open) {
            match places(id) {
                0 => {
                    let value = self.formulas.value(id, &settled.fixed);
                    self.constant.push((id, value));
                }
                mask if mask.is_power_of_two() => {
                    self.seen.push((id, mask.trailing_zeros() as usize));
                }
                _ if is_read(id) => self.across.push(id),
                _ => self.worked_out.push(id),
            }
        }
    }

    pub(crate) fn seen_of(&self, place: usize) -> impl Iterator<Item = FormulaId> {
        self.seen
            .iter()
            .filter(move |(_, p)| *p == place)
            .map(|(id, _)| *id)
    }

    /// Notes that a place's part has its formulas, after `from` others; how many it has then.
    pub(crate) fn know(&mut self, place: usize, part: usize, from: usize) -> usize {
        let ids: Vec<FormulaId> = self.seen_of(place).collect();
        let upto = from + ids.len();
        let numbered = ids.into_iter().zip(from..);
        self.known
            .extend(numbered.map(|(id, number)| (id, part, number)));
        upto
    }

    /// What its formulas make of the ends of all parts; `None` if a table would be too large.
    fn tables(
        &self,
        ends: &[Vec<ValueList>],
        meter: &mut Meter,
    ) -> Result<Option<FxHashMap<FormulaId, EndsTable>>, Error> {
        let mut tables: FxHashMap<FormulaId, EndsTable> = FxHashMap::default();
        for &(id, value) in &self.constant {
            tables.insert(id, EndsTable::constant(value));
        }
        for &(id, part, number) in &self.known {
            let values = ends[part].iter().map(|end| end[number]);
            tables.insert(id, EndsTable::of_part(part, values));
        }
        for &id in &self.worked_out {
            let formula = self.formulas.formula(id);
            let Operands::Formulas(ids) = &formula.operands else {
                continue;
            };
            let operands: Vec<&EndsTable> = ids.iter().map(|id| &tables[id]).collect();
            let table = match (formula.join, &operands[..]) {
                (Join::All | Join::Any, [first, others @ ..]) => {
                    // Two at a time: what is decided need not be told apart any more.
                    let truth = |values: &[i64]| i64::from(values[0] != 0);
                    let mut all = EndsTable::combined(&[first], &mut { truth }, meter)?;
                    for other in others {
                        let Some(before) = &all else { break };
                        let truth = |values: &[i64]| {
                            let [one, two] = [values[0] != 0, values[1] != 0];
                            i64::from(if formula.join == Join::All {
                                one && two
                            } else {
                                one || two
                            })
                        };
                        all = EndsTable::combined(&[before, other], &mut { truth }, meter)?;
                    }
                    all
                }
                (_, all) => EndsTable::combined(all, &mut &formula.function, meter)?,
            };
            match table {
                Some(table) => tables.insert(id, table),
                None => return Ok(None),
            };
        }
        Ok(Some(tables))
    }

    /// The tallied values, if all that is required holds.
    fn judge(&self, ends: &[&ValueList], values: &mut Vec<i64>, tally: &mut ValueList) -> bool {
        values.clear();
        values.resize(self.formulas.len(), 0);
        for &(id, value) in &self.constant {
            values[id.0] = value;
        }
        for &(id, part, number) in &self.known {
            values[id.0] = ends[part][number];
        }
        let mut operands = ValueList::new();
        for &id in &self.worked_out {
            let formula = self.formulas.formula(id);
            if let Operands::Formulas(ids) = &formula.operands {
                operands.clear();
                operands.extend(ids.iter().map(|id| values[id.0]));
                values[id.0] = (formula.function)(&operands);
            }
        }
        tally.extend(self.tallied.iter().map(|id| values[id.0]));
        self.required.iter().all(|id| values[id.0] != 0)
    }
}

/// What becomes of the ends of all parts together.
pub(crate) struct Verdict {
    judges: Vec<Judge>,
    /// For each part, what its ends stand for.
    ends: Vec<Vec<ValueList>>,
    /// The verdict on all of them, once it was worked out.
    listed: Option<Verdicts>,
}

/// The verdict on all ends: 0 for those that do not qualify, and a number for each combination of tallied values from 1 on.
struct Verdicts {
    numbers: EndsTable,
    tallies: Vec<ValueList>,
}

impl Verdict {
    /// The tallied values for these ends, one a part; `None` if they do not qualify.
    pub(crate) fn of(&self, ends: &[u32]) -> Option<ValueList> {
        if let Some(Verdicts { numbers, tallies }) = &self.listed {
            let number = numbers.at(ends) as usize;
            return number.checked_sub(1).map(|at| tallies[at].clone());
        }
        let numbers: Vec<&ValueList> = std::iter::zip(&self.ends, ends)
            .map(|(numbers, &end)| &numbers[end as usize])
            .collect();
        let mut values = Vec::new();
        let mut tally = ValueList::new();
        let mut judges = self.judges.iter();
        judges
            .all(|judge| judge.judge(&numbers, &mut values, &mut tally))
            .then_some(tally)
    }

    /// About what a verdict costs, free of charge: every formula that is worked out is a call.
    pub(crate) fn work(&self) -> u64 {
        if self.listed.is_some() {
            return WORK_OF_LOOKING;
        }
        let ids = self.judges.iter().map(|judge| {
            let looked_up = judge.constant.len() + judge.known.len() + judge.formulas.len() / 8;
            (looked_up + 8 * judge.worked_out.len()) as u64
        });
        WORK_A_VERDICT + ids.sum::<u64>()
    }

    /// The verdict on the ends of some parts, each a list of what they stand for.
    pub(crate) fn new(judges: Vec<Judge>, ends: Vec<Vec<ValueList>>) -> Verdict {
        Verdict {
            judges,
            ends,
            listed: None,
        }
    }

    /// How many parts there are.
    pub(crate) fn parts(&self) -> usize {
        self.ends.len()
    }

    /// For each part, which of its ends are alike: the class of each, [`DEAD`] for those that never qualify. Where one
    /// part has one end there is nothing to be made one, and with more combinations than these it is not worked out.
    pub(crate) fn alike(
        &mut self,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Vec<u32>>>, Error> {
        let sizes: Vec<usize> = self.ends.iter().map(Vec::len).collect();
        let combinations = sizes
            .iter()
            .fold(1, |all: usize, size| all.saturating_mul(*size));
        if combinations > most || combinations <= 1 {
            return Ok(None);
        }
        let combinations = combinations.min(MOST_VERDICTS);
        meter.charge(combinations as u64 * WORK_A_VERDICT)?;
        let Some(verdicts) = self.verdicts(meter)? else {
            return Ok(None);
        };
        let classes = sizes.iter().enumerate().map(|(part, &size)| {
            let classes = verdicts.numbers.classes(part, size).into_iter();
            classes.map(|class| class.unwrap_or(DEAD)).collect()
        });
        let classes = classes.collect();
        self.listed = Some(verdicts);
        Ok(Some(classes))
    }

    /// The verdict on all ends; `None` if it would be too large.
    fn verdicts(&self, meter: &mut Meter) -> Result<Option<Verdicts>, Error> {
        let mut numbers = EndsTable::constant(1);
        let mut tallies = vec![ValueList::new()];
        for judge in &self.judges {
            let Some(tables) = judge.tables(&self.ends, meter)? else {
                return Ok(None);
            };
            for id in &judge.required {
                let mut both = |values: &[i64]| values[0] * i64::from(values[1] != 0);
                match EndsTable::combined(&[&numbers, &tables[id]], &mut both, meter)? {
                    Some(table) => numbers = table,
                    None => return Ok(None),
                }
            }
            for id in &judge.tallied {
                let mut known: FxHashMap<(i64, i64), i64> = FxHashMap::default();
                let mut longer: Vec<ValueList> = Vec::new();
                let mut both = |values: &[i64]| match (values[0], values[1]) {
                    (0, _) => 0,
                    (before, value) => *known.entry((before, value)).or_insert_with(|| {
                        let mut tally = tallies[before as usize - 1].clone();
                        tally.push(value);
                        longer.push(tally);
                        longer.len() as i64
                    }),
                };
                match EndsTable::combined(&[&numbers, &tables[id]], &mut both, meter)? {
                    Some(table) => numbers = table,
                    None => return Ok(None),
                }
                tallies = longer;
            }
        }
        Ok(Some(Verdicts { numbers, tallies }))
    }

    /// The parts, with ends that make no difference made one and ends that never qualify dropped.
    fn reduce(mut self, mut parts: Vec<ValueAutomaton>, meter: &mut Meter) -> Result<Parts, Error> {
        self.ends = parts.iter().map(|part| part.ends.clone()).collect();
        // Each part in turn is made smaller by what the verdict makes of its ends, whatever the others' ends: two ends with
        // the same row in the table are one, and an end whose row is 'no' throughout is a dead state. With too many
        // combinations, all ends are kept, and the graph is larger but the same.
        if let Some(classes) = self.alike(MOST_VERDICTS, meter)? {
            for (part, classes) in parts.iter_mut().zip(classes) {
                if classes.len() > 1 {
                    part.merge(classes, meter)?;
                }
            }
            // One end stands for its whole class from now on: what it stands for is judged as they all are.
            self.ends = parts.iter().map(|part| part.ends.clone()).collect();
            self.listed = None;
        }
        Ok(Parts {
            automata: parts.into_iter().map(|part| part.automaton).collect(),
            verdict: self,
        })
    }
}

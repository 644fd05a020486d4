//! Automata that work out values: formulas, compiled along a sequence of cells.
//!
//! Where a rule has one end, a value has one for each number that it can be. Formulas are compiled from those they need,
//! two at a time, and made as small as they can be each time; so a sum of twenty terms never has more states than there
//! are sums.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Cell, DEAD, explore};
use crate::formulas::{FormulaId, Formulas, Operands};
use crate::meter::{Meter, Pace};
use crate::rule::ValueList;
use crate::{Deal, Error, MAX_PLACES, Stopped};

/// Tables of two values with more entries than this are not searched for values that decide alone.
const DECIDING_TABLE: usize = 20_000;

/// What calling a function costs: it may be a whole expression. It is not charged.
const WORK_A_CALL: u64 = 50;

/// What stands for the state of a value that no longer matters.
const ANY: u32 = DEAD - 1;

/// Where a value is worked out: for what another automaton lets pass, after the fixed cards, along these cells.
#[derive(Clone, Copy)]
pub(crate) struct Along<'a> {
    pub given: &'a Automaton,
    pub fixed: &'a Deal,
    pub cells: &'a [Cell],
}

/// An automaton, and for each of its ends the numbers that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct ValueAutomaton {
    pub automaton: Automaton,
    pub ends: Vec<ValueList>,
}

impl ValueAutomaton {
    /// No number at all: what is given, with one end.
    pub(crate) fn nothing(given: &Automaton) -> ValueAutomaton {
        ValueAutomaton {
            automaton: given.clone(),
            ends: vec![ValueList::new()],
        }
    }

    /// One formula.
    pub(crate) fn of_formula(
        formulas: &Formulas,
        id: FormulaId,
        along: Along,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Error> {
        ValueAutomaton::of_formulas(formulas, &[id], along, meter)
    }

    /// Several formulas at once: each end stands for their values, in this order.
    pub(crate) fn of_formulas(
        formulas: &Formulas,
        ids: &[FormulaId],
        along: Along,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Error> {
        // A condition of a hundred names would keep a hundred automata. How often each is still to be used says when it
        // can go, so that only those that wait for others are held at once.
        let needed = formulas.needed(ids.iter().copied(), |_| true);
        let mut uses: FxHashMap<FormulaId, usize> = FxHashMap::default();
        for &id in &needed {
            if let Operands::Formulas(operands) = &formulas.formula(id).operands {
                operands
                    .iter()
                    .for_each(|operand| *uses.entry(*operand).or_default() += 1);
            }
        }
        ids.iter().for_each(|id| *uses.entry(*id).or_default() += 1);
        let mut done: FxHashMap<FormulaId, ValueAutomaton> = FxHashMap::default();
        for id in needed {
            let formula = formulas.formula(id);
            let value = match &formula.operands {
                Operands::Quantities { .. } => ValueAutomaton::read(formulas, id, along, meter)?,
                Operands::Formulas(operands) => {
                    let parts: Vec<&ValueAutomaton> = operands.iter().map(|id| &done[id]).collect();
                    let function =
                        |numbers: &[i64]| ValueList::from_elem((formula.function)(numbers), 1);
                    let value = ValueAutomaton::joined(&parts, along.given, function, meter)?;
                    for operand in operands {
                        release(&mut uses, &mut done, *operand);
                    }
                    value
                }
            };
            done.insert(id, value);
        }
        let parts: Vec<&ValueAutomaton> = ids.iter().map(|id| &done[id]).collect();
        ValueAutomaton::joined(&parts, along.given, ValueList::from_slice, meter)
    }

    /// A formula that is read off the cards.
    fn read(
        formulas: &Formulas,
        id: FormulaId,
        along: Along,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Error> {
        let Along {
            given,
            fixed,
            cells,
        } = along;
        let formula = formulas.formula(id);
        let Operands::Quantities { quantities, worths } = &formula.operands else {
            return Ok(ValueAutomaton::nothing(given));
        };
        let mut start: ValueList = ValueList::from_elem(0, quantities.len());
        for place in 0..MAX_PLACES {
            for card in fixed[place].iter() {
                start = worths.add(&start, worths.label(place, card), 1);
            }
        }
        if given.start() == DEAD {
            return Ok(ValueAutomaton {
                automaton: given.clone(),
                ends: Vec::new(),
            });
        }
        let labels: Vec<u32> = cells
            .iter()
            .map(|cell| worths.label(cell.place, cell.card))
            .collect();
        let (automaton, ends) = explore(
            (0, start),
            cells.iter().map(|cell| cell.most),
            meter,
            |layer| labels[layer] != 0 || given.looks(layer),
            |layer, (before, numbers), number| {
                let before = given.next(layer, *before, number);
                (before != DEAD).then(|| (before, worths.add(numbers, labels[layer], number)))
            },
            |(_, numbers)| Some((formula.function)(numbers)),
        )?;
        Ok(ValueAutomaton {
            automaton,
            ends: ends
                .into_iter()
                .map(|end| ValueList::from_elem(end, 1))
                .collect(),
        })
    }

    /// A function of all the numbers of several values.
    fn joined(
        parts: &[&ValueAutomaton],
        given: &Automaton,
        function: impl Fn(&[i64]) -> ValueList,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Error> {
        match parts {
            [] => {
                let nothing = ValueAutomaton::nothing(given);
                Ok(nothing.mapped(|numbers| Some(function(numbers)), meter)?)
            }
            [only] => {
                let only = (*only).clone();
                Ok(only.mapped(|numbers| Some(function(numbers)), meter)?)
            }
            [a, b] => a.with(b, function, meter),
            // Two at a time, made small each time. Until the last one is there nothing is known of the function, and the
            // numbers are carried side by side; so a sum of many terms is better written as a sum of sums.
            [a, between @ .., b] => {
                let mut all = (*a).clone();
                for part in between {
                    all = all.with(part, ValueList::from_slice, meter)?;
                }
                all.with(b, function, meter)
            }
        }
    }

    /// A function of the numbers of two values, both along the same cells and for the same given.
    fn with(
        &self,
        other: &ValueAutomaton,
        function: impl Fn(&[i64]) -> ValueList,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Error> {
        let (a, b) = (&self.automaton, &other.automaton);
        if a.start() == DEAD || b.start() == DEAD {
            return Ok(ValueAutomaton {
                automaton: Automaton::constant(false, a.len()),
                ends: Vec::new(),
            });
        }
        let both = |i: u32, j: u32| {
            let mut numbers = self.ends[i as usize].clone();
            numbers.extend_from_slice(&other.ends[j as usize]);
            function(&numbers)
        };
        // Once one value is known and decides alone ('false and whatever'), the other no longer matters: pairs of
        // states that differ in it alone are then one. Without this a conjunction of twenty tests would follow all
        // twenty to the end, though the first that fails settles it.
        let few = self.ends.len() * other.ends.len() <= DECIDING_TABLE;
        let (of_a, of_b) = if few {
            let (sizes, pace) = ((self.ends.len(), other.ends.len()), meter.pace());
            (
                deciding(sizes.0, sizes.1, both, pace)?,
                deciding(sizes.1, sizes.0, |j, i| both(i, j), pace)?,
            )
        } else {
            (vec![false; self.ends.len()], vec![false; other.ends.len()])
        };
        let mut only_ends = |automaton: &Automaton, deciding: &[bool]| {
            if deciding.contains(&true) {
                automaton.only_ends(meter.pace())
            } else {
                Ok(Vec::new())
            }
        };
        let (only_a, only_b) = (only_ends(a, &of_a)?, only_ends(b, &of_b)?);
        let decided = |only: &[Vec<u32>], deciding: &[bool], layer: usize, state: u32| {
            let end = only.get(layer).map_or(DEAD, |layer| layer[state as usize]);
            end != DEAD && deciding[end as usize]
        };
        // A state whose only end left is one that decides settles the pair; of two that do, the first. ANY is not DEAD: the
        // value is still there, and it is just not looked at.
        let settle = |layer: usize, (i, j): (u32, u32)| match (i, j) {
            (ANY, _) | (_, ANY) => (i, j),
            _ if decided(&only_a, &of_a, layer, i) => (i, ANY),
            _ if decided(&only_b, &of_b, layer, j) => (ANY, j),
            _ => (i, j),
        };
        let next = |automaton: &Automaton, layer: usize, state: u32, number: u8| match state {
            ANY => ANY,
            _ => automaton.next(layer, state, number),
        };
        let (automaton, ends) = explore(
            settle(0, (0, 0)),
            (0..a.len()).map(|layer| a.most(layer).max(b.most(layer))),
            meter,
            |layer| a.looks(layer) || b.looks(layer),
            |layer, &(i, j), number| {
                let pair = (next(a, layer, i, number), next(b, layer, j, number));
                let dead = pair.0 == DEAD || pair.1 == DEAD;
                (!dead).then(|| settle(layer + 1, pair))
            },
            |&(i, j)| {
                // Whatever the end of a value that does not matter: the first is as good as any.
                let known = |end: u32| if end == ANY { 0 } else { end };
                Some(both(known(i), known(j)))
            },
        )?;
        Ok(ValueAutomaton { automaton, ends })
    }

    /// The same, with other numbers; ends without any are dropped.
    fn mapped(
        self,
        function: impl Fn(&[i64]) -> Option<ValueList>,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Stopped> {
        let mut known: FxHashMap<ValueList, u32> = FxHashMap::default();
        let mut ends = Vec::new();
        let mut classes = Vec::with_capacity(self.ends.len());
        for numbers in &self.ends {
            meter.did(WORK_A_CALL)?;
            classes.push(match function(numbers) {
                None => DEAD,
                Some(numbers) => *known.entry(numbers).or_insert_with_key(|numbers| {
                    ends.push(numbers.clone());
                    ends.len() as u32 - 1
                }),
            });
        }
        Ok(ValueAutomaton {
            automaton: self.automaton.with_ends(classes, meter)?,
            ends,
        })
    }

    /// The numbers of two values, side by side.
    pub(crate) fn beside(
        &self,
        other: &ValueAutomaton,
        meter: &mut Meter,
    ) -> Result<ValueAutomaton, Error> {
        self.with(other, ValueList::from_slice, meter)
    }

    /// Makes one of the ends of each class, and drops those whose class is [`DEAD`].
    pub(crate) fn merge(&mut self, classes: Vec<u32>, meter: &mut Meter) -> Result<(), Stopped> {
        let mut ends = Vec::new();
        for (&class, numbers) in classes.iter().zip(&self.ends) {
            // Classes are numbered in the order of their first ends.
            if class as usize == ends.len() {
                ends.push(numbers.clone());
            }
        }
        self.ends = ends;
        let automaton = std::mem::replace(&mut self.automaton, Automaton::constant(false, 0));
        self.automaton = automaton.with_ends(classes, meter)?;
        Ok(())
    }

    /// The rule that the first number is not 0.
    pub(crate) fn holding(self, meter: &mut Meter) -> Result<Automaton, Stopped> {
        let holds = |numbers: &[i64]| (numbers.first() != Some(&0)).then(ValueList::new);
        Ok(self.mapped(holds, meter)?.automaton)
    }
}

/// Which ends of one value decide alone: whatever the other one's end, what is made of both is the same.
fn deciding(
    ends: usize,
    others: usize,
    both: impl Fn(u32, u32) -> ValueList,
    pace: &mut Pace,
) -> Result<Vec<bool>, Stopped> {
    let decides = |end: u32| {
        pace.did(WORK_A_CALL * others as u64)?;
        let first = both(end, 0);
        Ok((1..others as u32).all(|other| both(end, other) == first))
    };
    (0..ends as u32).map(decides).collect()
}

/// Forgets a formula that has been used for the last time.
fn release(
    uses: &mut FxHashMap<FormulaId, usize>,
    done: &mut FxHashMap<FormulaId, ValueAutomaton>,
    id: FormulaId,
) {
    if let Some(left) = uses.get_mut(&id) {
        *left -= 1;
        if *left == 0 {
            done.remove(&id);
        }
    }
}

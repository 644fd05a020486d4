//! Automata that work out values: the lines of a sheet, compiled along a sequence of cells.
//!
//! Where a rule has one end, a value has one for each number that it can be. Lines are compiled from those they need,
//! two at a time, and made as small as they can be each time; so a sum of twenty terms never has more states than there
//! are sums.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Cell, DEAD, Meter, explore};
use crate::rule::Numbers;
use crate::sheet::{Line, Sheet, Source};
use crate::{Deal, Error, MAX_PLACES};

/// Tables of two values with more entries than this are not searched for values that decide alone.
const DECIDING_TABLE: usize = 20_000;

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
pub(crate) struct Valued {
    pub automaton: Automaton,
    pub ends: Vec<Numbers>,
}

impl Valued {
    /// No number at all: what is given, with one end.
    pub(crate) fn nothing(given: &Automaton) -> Valued {
        Valued {
            automaton: given.clone(),
            ends: vec![Numbers::new()],
        }
    }

    /// One line.
    pub(crate) fn of_line(
        sheet: &Sheet,
        line: Line,
        along: Along,
        meter: &mut Meter,
    ) -> Result<Valued, Error> {
        Valued::of_lines(sheet, &[line], along, meter)
    }

    /// Several lines at once: each end stands for their values, in this order.
    pub(crate) fn of_lines(
        sheet: &Sheet,
        lines: &[Line],
        along: Along,
        meter: &mut Meter,
    ) -> Result<Valued, Error> {
        let needed = sheet.needed(lines.iter().copied(), |_| true);
        let mut uses: FxHashMap<Line, usize> = FxHashMap::default();
        for &line in &needed {
            if let Source::Lines(operands) = &sheet.entry(line).source {
                operands
                    .iter()
                    .for_each(|operand| *uses.entry(*operand).or_default() += 1);
            }
        }
        lines
            .iter()
            .for_each(|line| *uses.entry(*line).or_default() += 1);
        let mut done: FxHashMap<Line, Valued> = FxHashMap::default();
        for line in needed {
            let entry = sheet.entry(line);
            let value = match &entry.source {
                Source::Cards { .. } => Valued::read(sheet, line, along, meter)?,
                Source::Lines(operands) => {
                    let parts: Vec<&Valued> = operands.iter().map(|line| &done[line]).collect();
                    let function =
                        |numbers: &[i64]| Numbers::from_elem((entry.function)(numbers), 1);
                    let value = Valued::joined(&parts, along.given, function, meter)?;
                    for operand in operands {
                        release(&mut uses, &mut done, *operand);
                    }
                    value
                }
            };
            done.insert(line, value);
        }
        let parts: Vec<&Valued> = lines.iter().map(|line| &done[line]).collect();
        Valued::joined(&parts, along.given, Numbers::from_slice, meter)
    }

    /// A line that is read off the cards.
    fn read(sheet: &Sheet, line: Line, along: Along, meter: &mut Meter) -> Result<Valued, Error> {
        let Along {
            given,
            fixed,
            cells,
        } = along;
        let entry = sheet.entry(line);
        let Source::Cards { quantities, worths } = &entry.source else {
            return Ok(Valued::nothing(given));
        };
        let mut start: Numbers = Numbers::from_elem(0, quantities.len());
        for place in 0..MAX_PLACES {
            for card in fixed[place].iter() {
                start = worths.add(&start, worths.label(place, card), 1);
            }
        }
        if given.start() == DEAD {
            return Ok(Valued {
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
            |(_, numbers)| Some((entry.function)(numbers)),
        )?;
        Ok(Valued {
            automaton,
            ends: ends
                .into_iter()
                .map(|end| Numbers::from_elem(end, 1))
                .collect(),
        })
    }

    /// A function of all the numbers of several values.
    fn joined(
        parts: &[&Valued],
        given: &Automaton,
        function: impl Fn(&[i64]) -> Numbers,
        meter: &mut Meter,
    ) -> Result<Valued, Error> {
        match parts {
            [] => Ok(Valued::nothing(given).mapped(|numbers| Some(function(numbers)))),
            [only] => Ok((*only).clone().mapped(|numbers| Some(function(numbers)))),
            [a, b] => a.with(b, function, meter),
            [a, between @ .., b] => {
                let mut all = (*a).clone();
                for part in between {
                    all = all.with(part, Numbers::from_slice, meter)?;
                }
                all.with(b, function, meter)
            }
        }
    }

    /// A function of the numbers of two values, both along the same cells and for the same given.
    fn with(
        &self,
        other: &Valued,
        function: impl Fn(&[i64]) -> Numbers,
        meter: &mut Meter,
    ) -> Result<Valued, Error> {
        let (a, b) = (&self.automaton, &other.automaton);
        if a.start() == DEAD || b.start() == DEAD {
            return Ok(Valued {
                automaton: Automaton::constant(false, a.len()),
                ends: Vec::new(),
            });
        }
        let both = |i: u32, j: u32| {
            let mut numbers = self.ends[i as usize].clone();
            numbers.extend_from_slice(&other.ends[j as usize]);
            function(&numbers)
        };
        // Once one value is known and decides alone, the other no longer matters.
        let few = self.ends.len() * other.ends.len() <= DECIDING_TABLE;
        let ends = |value: &Valued| 0..value.ends.len() as u32;
        let decides = |end: u32, first: bool| {
            if first {
                ends(other).all(|j| both(end, j) == both(end, 0))
            } else {
                ends(self).all(|i| both(i, end) == both(0, end))
            }
        };
        let of_a: Vec<bool> = ends(self).map(|end| few && decides(end, true)).collect();
        let of_b: Vec<bool> = ends(other).map(|end| few && decides(end, false)).collect();
        let only_ends = |automaton: &Automaton, deciding: &[bool]| {
            if deciding.contains(&true) {
                automaton.only_ends()
            } else {
                Vec::new()
            }
        };
        let (only_a, only_b) = (only_ends(a, &of_a), only_ends(b, &of_b));
        let decided = |only: &[Vec<u32>], deciding: &[bool], layer: usize, state: u32| {
            let end = only.get(layer).map_or(DEAD, |layer| layer[state as usize]);
            end != DEAD && deciding[end as usize]
        };
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
                let known = |end: u32| if end == ANY { 0 } else { end };
                Some(both(known(i), known(j)))
            },
        )?;
        Ok(Valued { automaton, ends })
    }

    /// The same, with other numbers; ends without any are dropped.
    pub(crate) fn mapped(self, function: impl Fn(&[i64]) -> Option<Numbers>) -> Valued {
        let mut known: FxHashMap<Numbers, u32> = FxHashMap::default();
        let mut ends = Vec::new();
        let classes = self.ends.iter().map(|numbers| {
            let Some(numbers) = function(numbers) else {
                return DEAD;
            };
            *known.entry(numbers).or_insert_with_key(|numbers| {
                ends.push(numbers.clone());
                ends.len() as u32 - 1
            })
        });
        let classes = classes.collect();
        Valued {
            automaton: self.automaton.with_ends(classes),
            ends,
        }
    }

    /// The numbers of two values, side by side.
    pub(crate) fn beside(&self, other: &Valued, meter: &mut Meter) -> Result<Valued, Error> {
        self.with(other, Numbers::from_slice, meter)
    }

    /// Makes one of the ends of each class, and drops those whose class is [`DEAD`].
    pub(crate) fn merge(&mut self, classes: Vec<u32>) {
        let mut ends = Vec::new();
        for (&class, numbers) in classes.iter().zip(&self.ends) {
            // Classes are numbered in the order of their first ends.
            if class as usize == ends.len() {
                ends.push(numbers.clone());
            }
        }
        self.ends = ends;
        let automaton = std::mem::replace(&mut self.automaton, Automaton::constant(false, 0));
        self.automaton = automaton.with_ends(classes);
    }

    /// The rule that the first number is not 0.
    pub(crate) fn holding(self) -> Automaton {
        let holds = |numbers: &[i64]| (numbers.first() != Some(&0)).then(Numbers::new);
        self.mapped(holds).automaton
    }
}

/// Forgets a line that has been used for the last time.
fn release(uses: &mut FxHashMap<Line, usize>, done: &mut FxHashMap<Line, Valued>, line: Line) {
    if let Some(left) = uses.get_mut(&line) {
        *left -= 1;
        if *left == 0 {
            done.remove(&line);
        }
    }
}

//! One rule, compiled along one order of the deck: a layered automaton, as small as it can be.
//!
//! The order is a sequence of *cells*. A cell is a class of cards and a place, and what is read at it is a
//! number: how many of that class go to that place. A rule becomes a deterministic automaton over those
//! numbers, one layer of states a cell, in which states with the same future are one state and states
//! without a future are gone. That is what makes 'never' early, and 'no longer matters' automatic, for
//! every reader alike: nobody writes bounds by hand.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::binomial::binomial;
use crate::meter::{Meter, Pace};
use crate::rule::Reader;
use crate::{Deal, Error, MAX_PLACES, Stopped};

/// What a transition costs, in splits tried: a reader's state is made and looked up.
const WORK_A_TRANSITION: u64 = 24;

/// What a verdict costs: it may be a whole expression.
const WORK_A_VERDICT: u64 = 100;

/// What going over one row of a layer again costs, and each of its entries. It is not charged: there are never more
/// rows than transitions that were.
const WORK_A_ROW: u64 = 8;
const WORK_AN_ENTRY: u64 = 1;

/// The state that cannot succeed.
pub(crate) const DEAD: u32 = u32::MAX;

/// A class of cards that may go to a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    pub place: usize,
    /// Any card of the class: in this place, all of the class have the same labels.
    pub card: u8,
    /// The most that can go there.
    pub most: u8,
}

/// The states before a cell, and where each number read leads.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Layer {
    states: u32,
    /// How many numbers can be read (0 to `numbers - 1`); 0 if the cell is not looked at, and the state stays.
    numbers: u32,
    /// `numbers` entries a state: the state in the next layer, or [`DEAD`].
    next: Vec<u32>,
}

impl Layer {
    /// Something of every state, from where each number read in it leads.
    fn of_rows<T>(
        &self,
        pace: &mut Pace,
        mut of_row: impl FnMut(&[u32]) -> T,
    ) -> Result<Vec<T>, Stopped> {
        let work = WORK_A_ROW + WORK_AN_ENTRY * u64::from(self.numbers);
        let rows = self.next.chunks(self.numbers as usize);
        rows.map(|row| {
            pace.did(work)?;
            Ok(of_row(row))
        })
        .collect()
    }
}

/// A compiled rule. The start is state 0 of the first layer. A rule has one end, state 0 after the last; an automaton
/// that works out a value has one for each value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Automaton {
    layers: Vec<Layer>,
    empty: bool,
    ends: u32,
}

impl Automaton {
    /// The rule that always or never holds.
    pub(crate) fn constant(holds: bool, cells: usize) -> Automaton {
        let layer = Layer {
            states: 1,
            numbers: 0,
            next: Vec::new(),
        };
        Automaton {
            layers: vec![layer; cells],
            empty: !holds,
            ends: 1,
        }
    }

    /// Compiles a reader, after the fixed cards, for what another automaton lets pass: the result is both.
    /// What the other refuses is never explored.
    pub(crate) fn compile<R: Reader>(
        reader: &R,
        given: &Automaton,
        fixed: &Deal,
        cells: &[Cell],
        meter: &mut Meter,
    ) -> Result<Automaton, Error> {
        let mut start = Some(reader.start());
        for place in 0..MAX_PLACES {
            for card in fixed[place].iter() {
                let label = reader.label(place, card);
                if label != 0 {
                    start = start.and_then(|state| reader.read(&state, place, label, 1));
                }
            }
        }
        let Some(start) = start.filter(|_| !given.empty) else {
            return Ok(Automaton::constant(false, cells.len()));
        };
        let labels: Vec<u32> = cells
            .iter()
            .map(|cell| reader.label(cell.place, cell.card))
            .collect();
        explore(
            (0, start),
            cells.iter().map(|cell| cell.most),
            meter,
            |layer| labels[layer] != 0 || given.looks(layer),
            |layer, (before, state), number| {
                let before = given.next(layer, *before, number);
                // Reading none of a class, or what the reader does not look at, is no news.
                let state = if number != 0 && labels[layer] != 0 {
                    reader.read(state, cells[layer].place, labels[layer], number)?
                } else {
                    state.clone()
                };
                (before != DEAD).then_some((before, state))
            },
            |(_, state)| reader.accepts(state).then_some(()),
        )
        .map(|(automaton, _)| automaton)
    }

    /// Both rules at once, under any join for which two failures fail.
    pub(crate) fn join(
        &self,
        other: &Automaton,
        join: fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Automaton, Error> {
        // A part that is dead stays dead, as a value: the join may hold without it. 'This or that' goes on as long as one
        // of them lives, and 'this and not that' can only hold once that is dead.
        let step = |part: &Automaton, layer: usize, state: u32, number: u8| match state {
            DEAD => DEAD,
            _ => part.next(layer, state, number),
        };
        let most = std::iter::zip(&self.layers, &other.layers)
            .map(|(a, b)| (a.numbers.max(b.numbers).max(1) - 1) as u8);
        let needs = |a: bool, b: bool| {
            // Without this part nothing can hold: 'never' is known at once.
            !join(false, true) && !join(false, false) && !a
                || !join(true, false) && !join(false, false) && !b
        };
        let first = (self.start(), other.start());
        if needs(first.0 != DEAD, first.1 != DEAD) {
            return Ok(Automaton {
                empty: true,
                ..self.clone()
            });
        }
        explore(
            first,
            most,
            meter,
            |layer| self.looks(layer) || other.looks(layer),
            |layer, &(a, b), number| {
                let pair = (step(self, layer, a, number), step(other, layer, b, number));
                (!needs(pair.0 != DEAD, pair.1 != DEAD)).then_some(pair)
            },
            |&(a, b)| join(a != DEAD, b != DEAD).then_some(()),
        )
        .map(|(automaton, _)| automaton)
    }

    /// The first state.
    pub(crate) fn start(&self) -> u32 {
        if self.empty { DEAD } else { 0 }
    }

    /// Whether a cell is looked at.
    pub(crate) fn looks(&self, layer: usize) -> bool {
        self.layers[layer].numbers > 0
    }

    /// How many states there are before a cell (or after the last).
    pub(crate) fn states(&self, layer: usize) -> u32 {
        self.layers
            .get(layer)
            .map_or(self.ends, |layer| layer.states)
    }

    /// How many cells it goes through.
    pub(crate) fn len(&self) -> usize {
        self.layers.len()
    }

    /// The most that can be read at a cell.
    pub(crate) fn most(&self, layer: usize) -> u8 {
        (self.layers[layer].numbers.max(1) - 1) as u8
    }

    /// The same automaton with its ends renumbered, those that are [`DEAD`] dropped, and as small as it can be.
    pub(crate) fn with_ends(self, ends: Vec<u32>, meter: &mut Meter) -> Result<Automaton, Stopped> {
        if self.empty {
            Ok(Automaton { ends: 1, ..self })
        } else {
            minimal(self.layers, ends, meter)
        }
    }

    /// The same automaton along a longer sequence of cells, of which it looks at those `at` these places only.
    pub(crate) fn spread(self, at: &[usize], cells: usize) -> Automaton {
        let mut layers = Vec::with_capacity(cells);
        let mut own = self.layers.into_iter().zip(at).peekable();
        for cell in 0..cells {
            match own.next_if(|(_, at)| **at == cell) {
                Some((layer, _)) => layers.push(layer),
                None => layers.push(Layer {
                    states: own.peek().map_or(self.ends, |(layer, _)| layer.states),
                    numbers: 0,
                    next: Vec::new(),
                }),
            }
        }
        Automaton { layers, ..self }
    }

    /// In how many ways cards can be taken so that it ends, when each cell takes them from a class of its own of so many.
    pub(crate) fn ways(&self, classes: &[u8], pace: &mut Pace) -> Result<u128, Stopped> {
        if self.empty {
            return Ok(0);
        }
        let mut ways = vec![1u128; self.ends as usize];
        for (layer, &class) in self.layers.iter().zip(classes).rev() {
            if layer.numbers > 0 {
                ways = layer.of_rows(pace, |row| {
                    let live = row.iter().enumerate().filter(|(_, s)| **s != DEAD);
                    live.map(|(n, &s)| u128::from(binomial(class, n as u8)) * ways[s as usize])
                        .sum()
                })?;
            }
        }
        Ok(ways[0])
    }

    /// For every layer and state, about in how many ways it can go on, when each cell takes cards from a class of its own of
    /// so many.
    pub(crate) fn ways_on(
        &self,
        classes: &[u8],
        pace: &mut Pace,
    ) -> Result<Vec<Vec<f64>>, Stopped> {
        let mut ways = vec![vec![1.0; self.ends as usize]];
        for (layer, &class) in self.layers.iter().zip(classes).rev() {
            let after = &ways[ways.len() - 1];
            let here = if layer.numbers == 0 {
                after.clone()
            } else {
                layer.of_rows(pace, |row| {
                    let live = row.iter().enumerate().filter(|(_, s)| **s != DEAD);
                    live.map(|(n, &s)| binomial(class, n as u8) as f64 * after[s as usize])
                        .sum()
                })?
            };
            ways.push(here);
        }
        ways.reverse();
        Ok(ways)
    }

    /// For every layer and state, the only end that it can still come to; [`DEAD`] if there are several.
    pub(crate) fn only_ends(&self, pace: &mut Pace) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut only: Vec<Vec<u32>> = vec![(0..self.ends).collect()];
        for layer in self.layers.iter().rev() {
            let after = &only[only.len() - 1];
            let here = if layer.numbers == 0 {
                after.clone()
            } else {
                layer.of_rows(pace, |row| {
                    let live = row.iter().filter(|s| **s != DEAD);
                    let mut ends = live.map(|&s| after[s as usize]);
                    let first = ends.next().unwrap_or(DEAD);
                    if ends.all(|end| end == first) {
                        first
                    } else {
                        DEAD
                    }
                })?
            };
            only.push(here);
        }
        only.reverse();
        Ok(only)
    }

    /// The least and the most that a future can add up to, for every layer and state, when each card read
    /// at a cell is worth something.
    pub(crate) fn bounds(
        &self,
        worths: &[i32],
        pace: &mut Pace,
    ) -> Result<Vec<Vec<(i32, i32)>>, Stopped> {
        let mut bounds = vec![vec![(0, 0); self.ends as usize]];
        for (layer, &worth) in self.layers.iter().zip(worths).rev() {
            let after = &bounds[bounds.len() - 1];
            let here = if layer.numbers == 0 {
                after.clone()
            } else {
                layer.of_rows(pace, |row| {
                    let live = row.iter().enumerate().filter(|(_, s)| **s != DEAD);
                    live.fold((i32::MAX, i32::MIN), |(least, most), (number, &s)| {
                        let (a, b) = after[s as usize];
                        let add = worth * number as i32;
                        (least.min(a + add), most.max(b + add))
                    })
                })?
            };
            bounds.push(here);
        }
        bounds.reverse();
        Ok(bounds)
    }

    /// Where a number leads from a state that is not dead.
    #[inline]
    pub(crate) fn next(&self, layer: usize, state: u32, number: u8) -> u32 {
        let Layer { numbers, next, .. } = &self.layers[layer];
        match *numbers {
            0 => state,
            n => next[(state * n + number as u32) as usize],
        }
    }
}

/// All states that can be reached, layer by layer, and then the smallest automaton that does the same, with what each
/// of its ends stands for.
pub(crate) fn explore<S: Clone + Eq + Hash, T: Clone + Eq + Hash>(
    start: S,
    most: impl ExactSizeIterator<Item = u8>,
    meter: &mut Meter,
    looks: impl Fn(usize) -> bool,
    read: impl Fn(usize, &S, u8) -> Option<S>,
    end: impl Fn(&S) -> Option<T>,
) -> Result<(Automaton, Vec<T>), Error> {
    let mut layers = Vec::with_capacity(most.len());
    let mut states = vec![start];
    for (i, most) in most.enumerate() {
        if !looks(i) {
            layers.push(Layer {
                states: states.len() as u32,
                numbers: 0,
                next: Vec::new(),
            });
            continue;
        }
        let numbers = most as u32 + 1;
        // A layer is charged before it is explored: one that would pass the budget is not begun.
        let work = numbers as u64 * WORK_A_TRANSITION;
        meter.charge(states.len() as u64 * work)?;
        // Only equal states are made one here. States that merely have the same future are not: that is not known
        // before the last layer is there, and is what `minimal` is for.
        let mut known: FxHashMap<S, u32> = FxHashMap::default();
        known.reserve(states.len());
        let mut after = Vec::new();
        let mut next = Vec::with_capacity(states.len() * numbers as usize);
        for state in &states {
            meter.did(work)?;
            for number in 0..=most {
                next.push(match read(i, state, number) {
                    None => DEAD,
                    Some(state) => *known.entry(state).or_insert_with_key(|state| {
                        after.push(state.clone());
                        after.len() as u32 - 1
                    }),
                });
            }
        }
        layers.push(Layer {
            states: states.len() as u32,
            numbers,
            next,
        });
        states = after;
    }
    meter.charge(states.len() as u64 * WORK_A_VERDICT)?;
    let mut known: FxHashMap<T, u32> = FxHashMap::default();
    let mut ends = Vec::new();
    let mut classes = Vec::with_capacity(states.len());
    for state in &states {
        meter.did(WORK_A_VERDICT)?;
        classes.push(match end(state) {
            None => DEAD,
            Some(end) => *known.entry(end).or_insert_with_key(|end| {
                ends.push(end.clone());
                ends.len() as u32 - 1
            }),
        });
    }
    Ok((minimal(layers, classes, meter)?, ends))
}

/// Merges, from the last layer up, the states with the same future, and drops those without one.
///
/// Two states have the same future if every number leads them to states with the same future: once the layer below is
/// merged, that is equality of two rows. One pass is enough, because the automaton has layers and so no cycles.
fn minimal(
    mut layers: Vec<Layer>,
    mut class: Vec<u32>,
    meter: &mut Meter,
) -> Result<Automaton, Stopped> {
    let ends = classes(&class);
    // `class[s]` is the new number of state `s` of the layer below.
    for layer in layers.iter_mut().rev() {
        if layer.numbers == 0 {
            // Nothing is read: the states are those of the layer below.
            layer.states = classes(&class);
            continue;
        }
        // Most rows fit in place: a cell of single cards has two numbers.
        let mut known: FxHashMap<SmallVec<[u32; 10]>, u32> = FxHashMap::default();
        let mut next = Vec::new();
        class = layer.of_rows(meter.pace(), |row| {
            let row: SmallVec<[u32; 10]> = row
                .iter()
                .map(|&s| if s == DEAD { DEAD } else { class[s as usize] })
                .collect();
            if row.iter().all(|&s| s == DEAD) {
                return DEAD;
            }
            let number = known.len() as u32;
            *known.entry(row).or_insert_with_key(|row| {
                next.extend_from_slice(row);
                number
            })
        })?;
        layer.states = known.len() as u32;
        layer.next = next;
    }
    // The start is the only state of its layer: it is number 0, unless it is dead.
    let empty = class.first() != Some(&0);
    Ok(Automaton {
        layers,
        empty,
        ends,
    })
}

fn classes(class: &[u32]) -> u32 {
    class
        .iter()
        .filter(|&&c| c != DEAD)
        .max()
        .map_or(0, |c| c + 1)
}

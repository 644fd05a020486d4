//! Supplies: what the deck has so much of, and that several places want. They show early that there is no way on.

use crate::automaton::Automaton;
use crate::layout::{Field, FieldOf};
use crate::meter::Pace;
use crate::order::{Leftover, Track};
use crate::setup::Settled;
use crate::state_table::StateKey;
use crate::{Cards, MAX_PLACES, Setup, Stopped};

/// Something that the deck has so much of, and that places want: points, or the cards of a suit. When the
/// places together want more than is left, or can take less, there is no way on.
#[derive(Clone, Debug)]
pub(crate) struct Supply {
    /// What a card in each slot is worth; `None` where the cards of a slot differ.
    pub worths: Vec<Option<i32>>,
    /// For each part, layer of cells and state: the least and the most that it can still take.
    pub wants: Vec<Vec<Vec<(i32, i32)>>>,
}

/// The supplies that at least two places have rules about.
pub(crate) fn supplies(
    setup: &Setup,
    settled: &Settled,
    tracked: u8,
    track: &Track,
    parts: &[Automaton],
    pace: &mut Pace,
) -> Result<Vec<Supply>, Stopped> {
    let mut quantities = Vec::new();
    setup
        .rules()
        .for_each(|rule| rule.quantities(&mut quantities));
    let mut wanted: Vec<([i32; 64], u8)> = Vec::new();
    for quantity in quantities {
        for place in (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1) {
            let worths: [i32; 64] = std::array::from_fn(|card| {
                if settled.free.has(card as u8) {
                    quantity.worth(place, card as u8) as i32
                } else {
                    0
                }
            });
            // What can fall below zero cannot run out.
            if worths.iter().all(|&w| w == 0) || worths.iter().any(|w| !(0..=1 << 20).contains(w)) {
                continue;
            }
            match wanted.iter_mut().find(|(known, _)| *known == worths) {
                Some((_, places)) => *places |= 1 << place,
                None => wanted.push((worths, 1 << place)),
            }
        }
    }
    let places = (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1).count();
    wanted
        .into_iter()
        .filter(|(_, places)| places.count_ones() >= 2)
        .map(|(worths, _)| {
            let of_slot = |cards: &Cards| {
                let mut all = cards.iter().map(|card| worths[card as usize]);
                let first = all.next()?;
                all.all(|worth| worth == first).then_some(first)
            };
            let of_cell: Vec<i32> = track
                .cells
                .iter()
                .map(|c| worths[c.card as usize])
                .collect();
            // The first parts are those of the places; the others have no cards of their own.
            let places = parts[..places].iter();
            let wants: Result<_, Stopped> =
                { places }.map(|part| part.bounds(&of_cell, pace)).collect();
            Ok(Supply {
                worths: track.slots.iter().map(of_slot).collect(),
                wants: wants?,
            })
        })
        .collect()
}

/// A supply that can be followed in the next layer.
pub(crate) struct SupplyCheck<'a> {
    supply: &'a Supply,
    /// What the cards of the classes not begun are worth.
    untouched: i32,
    /// Whether some places take all that is left over.
    rest: bool,
}

impl SupplyCheck<'_> {
    /// Whether the places can still share what is left.
    pub(crate) fn passes<K: StateKey>(&self, key: K, fields: &[Field], cell: usize) -> bool {
        let (mut left, mut least, mut most) = (self.untouched, 0, 0);
        let mut parts = 0;
        for field in fields {
            let value = key.value(field.shift, field.bits);
            match field.source {
                FieldOf::Part(p) => {
                    if let Some(wants) = self.supply.wants.get(p) {
                        // Parts with one state have no field: it is state 0.
                        (parts..p).for_each(|p| self.add(p, cell, 0, &mut least, &mut most));
                        let (a, b) = wants[cell][value as usize];
                        least += a;
                        most += b;
                        parts = p + 1;
                    }
                }
                FieldOf::Slot(slot) => {
                    left += value as i32 * self.supply.worths[slot].unwrap_or(0);
                }
            }
        }
        (parts..self.supply.wants.len()).for_each(|p| self.add(p, cell, 0, &mut least, &mut most));
        least <= left && (self.rest || left <= most)
    }

    fn add(&self, part: usize, cell: usize, state: usize, least: &mut i32, most: &mut i32) {
        // An automaton that is dead altogether has no states.
        if let Some((a, b)) = self.supply.wants[part][cell].get(state) {
            *least += a;
            *most += b;
        }
    }
}

/// The supplies that can be followed after step `s`: those whose worth is known for every slot with cards
/// still to come.
pub(crate) fn checks<'a>(
    supplies: &'a [Supply],
    track: &Track,
    after: &[Field],
    s: usize,
) -> Vec<SupplyCheck<'a>> {
    let rest = track
        .steps
        .iter()
        .any(|step| step.closes == Some(Leftover::Rest));
    let coming: Vec<usize> = (0..track.slots.len())
        .filter(|&slot| track.steps[s + 1..].iter().any(|step| step.slot == slot))
        .collect();
    let known = |slot: usize| after.iter().any(|f| f.source == FieldOf::Slot(slot));
    let follow = |supply| {
        let supply: &'a Supply = supply;
        let mut untouched = 0;
        for &slot in &coming {
            let worth = supply.worths[slot]?;
            if slot < track.first_slots && !known(slot) {
                untouched += worth * track.slots[slot].len() as i32;
            }
        }
        Some(SupplyCheck {
            supply,
            untouched,
            rest,
        })
    };
    supplies.iter().filter_map(follow).collect()
}

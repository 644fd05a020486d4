//! How states are packed: the state of each part, and the number of cards in each slot that is under way, in one key.

use crate::automaton::Automaton;
use crate::order::{Leftover, Step, Track};

/// What a packed state holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldOf {
    Part(usize),
    Slot(usize),
}

/// Where in a packed state one of them is.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub source: FieldOf,
    pub shift: u32,
    pub bits: u32,
}

/// How a state before step `s` is packed.
pub(crate) fn layout(track: &Track, parts: &[Automaton], s: usize) -> Vec<Field> {
    let steps = &track.steps;
    let cell = steps.get(s).map_or(track.cells.len(), |step| step.cell);
    let parts = parts.iter().enumerate().map(|(p, part)| {
        let last = part.states(cell).saturating_sub(1);
        (FieldOf::Part(p), u32::BITS - last.leading_zeros())
    });
    let slots = (0..track.slots.len()).filter_map(|slot| {
        // In the first block a slot is known to be full until its class comes; later ones must be counted
        // from their first cards on.
        let begins = |step: &Step| {
            if slot < track.first_slots {
                step.slot == slot
            } else {
                step.closes == Some(Leftover::Slot(slot))
            }
        };
        let from = steps.iter().position(begins)?;
        let upto = steps.iter().rposition(|step| step.slot == slot)?;
        let size = track.slots[slot].len() as u32;
        let field = (FieldOf::Slot(slot), u32::BITS - size.leading_zeros());
        (from + 1..=upto).contains(&s).then_some(field)
    });
    let mut shift = 0;
    let field = |(source, bits)| {
        shift += bits;
        Field {
            source,
            shift: shift - bits,
            bits,
        }
    };
    let all = parts.chain(slots);
    all.filter(|(_, bits)| *bits > 0).map(field).collect()
}

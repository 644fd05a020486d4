//! Growing a graph forward: from the states before a step to those after it, equal states merged.
//!
//! A state is a state of each part (a compiled rule) and the number of cards in each slot that is under
//! way, packed into one key. Growth goes on a layer at a time, so that several orders can be grown side by
//! side and the cheapest one finished.

use crate::Error;
use crate::automaton::{Automaton, DEAD, Meter};
use crate::graph::{self, Graph, Split};
use crate::order::{Leftover, Step, Supply, Track};
use crate::table::{Key, Table};

/// How many nodes are split before their children are looked up. Look-ups miss the cache; those of many
/// nodes together wait for memory together.
const NODES_AT_ONCE: usize = 64;

/// What a node costs, with its edges and the making of it, as a rule of thumb for prices.
const WORK_A_NODE: u64 = 40;

/// The nodes of a layer before they are counted.
pub(crate) struct RawLayer {
    /// Where each node's edges begin.
    pub first: Vec<u32>,
    /// The child's number in the next layer, and the split that leads there.
    pub edges: Vec<(u32, Split)>,
    /// How many cards wait in the step's slot, by node.
    pub have: Vec<u8>,
}

/// What a packed state holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Part(usize),
    Slot(usize),
}

#[derive(Clone, Copy)]
struct Field {
    source: Source,
    shift: u32,
    bits: u32,
}

/// A graph that is growing.
pub(crate) enum Growth {
    /// All states fit in 64 bits.
    Narrow(Grower<u64>),
    /// They do not.
    Wide(Grower<u128>),
}

impl Growth {
    /// Before the first step; `None` if the states do not even fit in 128 bits.
    pub(crate) fn new(
        track: Track,
        parts: Vec<Automaton>,
        supplies: Vec<Supply>,
        meter: Meter,
        width: usize,
    ) -> Option<Growth> {
        let layouts: Vec<Vec<Field>> = (0..=track.steps.len())
            .map(|s| layout(&track, &parts, s))
            .collect();
        let widths = layouts.iter().map(|fields| {
            let last = fields.last();
            last.map_or(0, |field| field.shift + field.bits)
        });
        match widths.max().unwrap_or(0) {
            0..=64 => Some(Growth::Narrow(Grower::new(
                track, parts, supplies, layouts, meter, width,
            ))),
            65..=128 => Some(Growth::Wide(Grower::new(
                track, parts, supplies, layouts, meter, width,
            ))),
            _ => None,
        }
    }

    /// What it will have cost in the end, if the layers to come are as large as the last one.
    pub(crate) fn price(&self) -> u64 {
        match self {
            Growth::Narrow(grower) => grower.price(),
            Growth::Wide(grower) => grower.price(),
        }
    }

    /// The work done so far.
    pub(crate) fn work(&self) -> u64 {
        match self {
            Growth::Narrow(grower) => grower.meter.work,
            Growth::Wide(grower) => grower.meter.work,
        }
    }

    /// The bytes its layers hold.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Growth::Narrow(grower) => grower.memory,
            Growth::Wide(grower) => grower.memory,
        }
    }

    /// Whether all layers are there.
    pub(crate) fn is_done(&self) -> bool {
        match self {
            Growth::Narrow(grower) => grower.is_done(),
            Growth::Wide(grower) => grower.is_done(),
        }
    }

    /// Whether states were left out because a layer had its width.
    pub(crate) fn is_cut(&self) -> bool {
        match self {
            Growth::Narrow(grower) => grower.cut,
            Growth::Wide(grower) => grower.cut,
        }
    }

    /// Grows the next layer.
    pub(crate) fn advance(&mut self) -> Result<(), Error> {
        match self {
            Growth::Narrow(grower) => grower.advance(),
            Growth::Wide(grower) => grower.advance(),
        }
    }

    /// The graph, counted, and the work it took.
    pub(crate) fn finish(self) -> Result<(Track, Graph, u64), Error> {
        match self {
            Growth::Narrow(grower) => grower.finish(),
            Growth::Wide(grower) => grower.finish(),
        }
    }
}

/// `whole * done / all`, whatever their size.
fn part_of(whole: usize, done: usize, all: usize) -> usize {
    match done == all {
        true => whole,
        false => (whole as u128 * done as u128 / all.max(1) as u128) as usize,
    }
}

/// How a state before step `s` is packed.
fn layout(track: &Track, parts: &[Automaton], s: usize) -> Vec<Field> {
    let steps = &track.steps;
    let cell = steps.get(s).map_or(track.cells.len(), |step| step.cell);
    let parts = parts.iter().enumerate().map(|(p, part)| {
        let last = part.states(cell).saturating_sub(1);
        (Source::Part(p), u32::BITS - last.leading_zeros())
    });
    let slots = (0..track.slots.len()).filter_map(|slot| {
        // In the first block a slot is known to be full until its class comes; later ones must be counted
        // from their first cards on.
        let begins = |step: &Step| match slot < track.first_slots {
            true => step.slot == slot,
            false => step.closes == Some(Leftover::Slot(slot)),
        };
        let from = steps.iter().position(begins)?;
        let upto = steps.iter().rposition(|step| step.slot == slot)?;
        let size = track.slots[slot].len() as u32;
        let field = (Source::Slot(slot), u32::BITS - size.leading_zeros());
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

/// A growing graph, with states packed in `K`.
pub(crate) struct Grower<K> {
    track: Track,
    parts: Vec<Automaton>,
    supplies: Vec<Supply>,
    layouts: Vec<Vec<Field>>,
    meter: Meter,
    memory: u64,
    layers: Vec<RawLayer>,
    /// The states of the last layer.
    keys: Vec<K>,
    /// The most states that a layer may have, and whether some were left out for it.
    width: usize,
    cut: bool,
}

impl<K: Key> Grower<K> {
    fn new(
        track: Track,
        parts: Vec<Automaton>,
        supplies: Vec<Supply>,
        layouts: Vec<Vec<Field>>,
        meter: Meter,
        width: usize,
    ) -> Grower<K> {
        let keys = match parts.iter().any(|part| part.start() == DEAD) {
            true => Vec::new(),
            false => vec![K::ZERO],
        };
        Grower {
            track,
            parts,
            supplies,
            layouts,
            meter,
            memory: 0,
            layers: Vec::new(),
            keys,
            width,
            cut: false,
        }
    }

    fn is_done(&self) -> bool {
        self.layers.len() == self.track.steps.len()
    }

    fn price(&self) -> u64 {
        let coming = self.track.steps.len() - self.layers.len();
        self.meter.work + (self.keys.len() * coming) as u64 * WORK_A_NODE
    }

    fn finish(self) -> Result<(Track, Graph, u64), Error> {
        let graph = graph::count(&self.track, self.layers, self.keys.len())?;
        Ok((self.track, graph, self.meter.work))
    }

    fn advance(&mut self) -> Result<(), Error> {
        let s = self.layers.len();
        let mut meter = self.meter.clone();
        let mut stage = Stage::new(self, s);
        let mut layer = RawLayer {
            first: Vec::with_capacity(self.keys.len()),
            edges: Vec::new(),
            have: Vec::with_capacity(self.keys.len()),
        };
        let mut done = 0;
        for keys in self.keys.chunks(NODES_AT_ONCE) {
            // Every few nodes get their part of a layer's width, so that what is kept is not all of one kind.
            done += keys.len();
            stage.found.room = part_of(self.width, done, self.keys.len());
            for &key in keys {
                let have = stage.enter(key);
                layer.have.push(have);
                let base = stage.base(key);
                stage.split(0, have, Split::NONE, base);
                stage.ends.push(stage.pending.len() as u32);
            }
            let work = stage.settle(&mut layer);
            meter.spend(work)?;
            let held = stage.found.memory() + 20 * layer.edges.len() as u64;
            if self.memory + held > meter.budget.memory {
                return Err(meter.over());
            }
        }
        let Found { keys, cut, .. } = stage.found;
        self.cut |= cut;
        self.keys = keys;
        self.meter = meter;
        // What stays: the edges, and for every node its first edge, its cards and later its count.
        self.memory += 12 * layer.edges.len() as u64 + 24 * layer.first.len() as u64;
        self.layers.push(layer);
        Ok(())
    }
}

/// One step of growth: everything that is the same for all nodes, and what one node is being split into.
struct Stage<'a, K> {
    track: &'a Track,
    parts: &'a [Automaton],
    step: &'a Step,
    /// The fields that the step reads.
    read: Vec<Field>,
    /// The fields that it leaves as they are, those that move alike together.
    same: Vec<Move<K>>,
    /// For each place of the step, the parts that look at its cell.
    lookers: Vec<Vec<Looker>>,
    /// Where the number of cards left is kept afterwards, and how many bits up.
    into: Option<(usize, u32)>,
    /// The current node: the state of each part, and the cards in each slot.
    states: Vec<u32>,
    slots: Vec<u8>,
    found: Found<'a, K>,
    /// The children of the last few nodes, not looked up yet, and where each node's children end.
    pending: Vec<(K, Split)>,
    ends: Vec<u32>,
    tried: u64,
}

/// Fields of a key that keep their value and move so many bits up.
struct Move<K> {
    mask: K,
    up: i32,
}

/// A part that looks at a cell.
struct Looker {
    part: usize,
    /// Where its state goes afterwards, if no later cell of the step changes it again.
    shift: Option<u32>,
}

/// The states of the next layer.
struct Found<'a, K> {
    table: Table<K>,
    keys: Vec<K>,
    after: &'a [Field],
    checks: Vec<Check<'a>>,
    /// The first cell that is still to come.
    cell: usize,
    /// How many states were seen, those that lead nowhere included.
    seen: u64,
    /// How many states there is room for so far, and whether some were left out.
    room: usize,
    cut: bool,
}

/// A supply that can be followed in the next layer.
struct Check<'a> {
    supply: &'a Supply,
    /// What the cards of the classes not begun are worth.
    untouched: i32,
    /// Whether some places take all that is left over.
    rest: bool,
}

impl<'a, K: Key> Stage<'a, K> {
    fn new(grower: &'a Grower<K>, s: usize) -> Stage<'a, K> {
        let (track, parts) = (&grower.track, &grower.parts);
        let step = &track.steps[s];
        let (before, after) = (&grower.layouts[s], &grower.layouts[s + 1]);
        let cells = step.cell..step.cell + step.places.len();
        let shift = |source: Source| {
            let field = after.iter().find(|field| field.source == source);
            field.map(|field| field.shift)
        };
        let into = match step.closes {
            None => Some(step.slot),
            Some(Leftover::Slot(slot)) => Some(slot),
            Some(Leftover::Rest | Leftover::None) => None,
        };
        let reads = |field: &Field| match field.source {
            Source::Part(p) => cells.clone().any(|cell| parts[p].looks(cell)),
            Source::Slot(slot) => slot == step.slot || Some(slot) == into,
        };
        let (read, kept): (Vec<Field>, Vec<Field>) = before.iter().partition(|f| reads(f));
        let mut same: Vec<Move<K>> = Vec::new();
        for field in kept {
            let Some(shift) = shift(field.source) else {
                continue;
            };
            let up = shift as i32 - field.shift as i32;
            let mask = K::field(u32::MAX >> (32 - field.bits), field.shift);
            match same.iter_mut().find(|other| other.up == up) {
                Some(other) => other.mask = other.mask | mask,
                None => same.push(Move { mask, up }),
            }
        }
        let lookers = cells.clone().map(|cell| {
            let looking = (0..parts.len()).filter(|&p| parts[p].looks(cell));
            let looker = |part: usize| Looker {
                part,
                shift: match (cell + 1..cells.end).any(|later| parts[part].looks(later)) {
                    true => None,
                    false => shift(Source::Part(part)),
                },
            };
            looking.map(looker).collect()
        });
        Stage {
            track,
            parts,
            step,
            read,
            same,
            lookers: lookers.collect(),
            into: into.map(|slot| (slot, shift(Source::Slot(slot)).unwrap_or(0))),
            states: vec![0; parts.len()],
            slots: vec![0; track.slots.len()],
            found: Found {
                table: Table::new(grower.keys.len()),
                keys: Vec::new(),
                after,
                checks: checks(grower, s),
                cell: track
                    .steps
                    .get(s + 1)
                    .map_or(track.cells.len(), |step| step.cell),
                seen: 0,
                room: 0,
                cut: false,
            },
            pending: Vec::new(),
            ends: Vec::new(),
            tried: 0,
        }
    }

    /// Unpacks a node; the number of cards in the step's slot.
    fn enter(&mut self, key: K) -> u8 {
        let first = self.track.first_slots;
        let slot = self.step.slot;
        self.slots[slot] = if slot < first {
            self.track.slots[slot].len() as u8
        } else {
            0
        };
        if let Some((into, _)) = self.into.filter(|(into, _)| *into != slot) {
            self.slots[into] = 0;
        }
        for field in &self.read {
            let value = key.value(field.shift, field.bits);
            match field.source {
                Source::Part(p) => self.states[p] = value,
                Source::Slot(slot) => self.slots[slot] = value as u8,
            }
        }
        self.slots[slot]
    }

    /// What the step leaves as it is, packed for the next layer.
    fn base(&self, key: K) -> K {
        let moves = self.same.iter();
        moves.fold(K::ZERO, |base, part| base | key.moved(part.mask, part.up))
    }

    /// Tries every number for the step's places from the `i`-th on.
    fn split(&mut self, i: usize, have: u8, split: Split, base: K) {
        let places = self.step.places.len();
        if i == places {
            return self.arrive(have, split, base);
        }
        let cell = self.step.cell + i;
        let most = self.track.cells[cell].most.min(have);
        let all = i + 1 == places && self.step.closes == Some(Leftover::None);
        let least = if all { have } else { 0 };
        if least > most {
            return;
        }
        self.tried += (most - least) as u64 + 1;
        let parts = self.parts;
        // Nearly always one part looks at a cell: that of its place, which no other cell of the step touches.
        if let [Looker { part, shift }] = self.lookers[i][..] {
            let state = self.states[part];
            let shift = shift.unwrap_or(0);
            for number in least..=most {
                let next = parts[part].next(cell, state, number);
                if next != DEAD {
                    let base = base | K::field(next, shift);
                    self.split(i + 1, have - number, split.with(i, number), base);
                }
            }
            return;
        }
        let lookers = std::mem::take(&mut self.lookers[i]);
        let saved: Vec<u32> = self.states.clone();
        for number in least..=most {
            let mut base = base;
            let alive = lookers.iter().all(|looker| {
                let next = parts[looker.part].next(cell, saved[looker.part], number);
                self.states[looker.part] = next;
                if let Some(shift) = looker.shift {
                    base = base | K::field(next, shift);
                }
                next != DEAD
            });
            if alive {
                self.split(i + 1, have - number, split.with(i, number), base);
            }
        }
        self.states.copy_from_slice(&saved);
        self.lookers[i] = lookers;
    }

    /// The end of a split: the state that it leads to.
    fn arrive(&mut self, have: u8, split: Split, base: K) {
        let key = match self.into {
            Some((slot, shift)) => {
                let waiting = if slot == self.step.slot {
                    0
                } else {
                    self.slots[slot]
                };
                base | K::field((waiting + have) as u32, shift)
            }
            None if have > 0 && self.step.closes == Some(Leftover::None) => return,
            None => base,
        };
        self.pending.push((key, split));
    }

    /// Looks up the pending children and writes the edges. The work since the last time: splits tried, look-ups
    /// and new states, in proportion to what they cost.
    fn settle(&mut self, layer: &mut RawLayer) -> u64 {
        let fresh = self.found.seen;
        let looked_up = self.pending.len() as u64;
        self.found
            .table
            .touch(self.pending.iter().map(|(key, _)| *key));
        let mut at = 0;
        for end in self.ends.drain(..) {
            layer.first.push(layer.edges.len() as u32);
            for &(key, split) in &self.pending[at..end as usize] {
                let child = self.found.node(key);
                if child != DEAD {
                    layer.edges.push((child, split));
                }
            }
            at = end as usize;
        }
        self.pending.clear();
        let fresh = self.found.seen - fresh;
        let check = (self.found.checks.len() * self.found.after.len()) as u64;
        std::mem::take(&mut self.tried) + 4 * looked_up + (16 + check) * fresh
    }
}

impl<K: Key> Found<'_, K> {
    /// The bytes in use.
    fn memory(&self) -> u64 {
        (self.table.memory() + self.keys.capacity() * size_of::<K>()) as u64
    }

    /// The number of a state, or [`DEAD`] if the places want what the deck no longer has.
    #[inline]
    fn node(&mut self, key: K) -> u32 {
        let Found {
            table,
            keys,
            after,
            checks,
            cell,
            seen,
            room,
            cut,
        } = self;
        table.get_or(key, || {
            *seen += 1;
            if !checks.iter().all(|check| check.passes(key, after, *cell)) {
                return DEAD;
            }
            if keys.len() >= *room {
                *cut = true;
                return DEAD;
            }
            keys.push(key);
            keys.len() as u32 - 1
        })
    }
}

impl Check<'_> {
    fn passes<K: Key>(&self, key: K, fields: &[Field], cell: usize) -> bool {
        let (mut left, mut least, mut most) = (self.untouched, 0, 0);
        let mut parts = 0;
        for field in fields {
            let value = key.value(field.shift, field.bits);
            match field.source {
                Source::Part(p) => {
                    if let Some(wants) = self.supply.wants.get(p) {
                        // Parts with one state have no field: it is state 0.
                        (parts..p).for_each(|p| self.add(p, cell, 0, &mut least, &mut most));
                        let (a, b) = wants[cell][value as usize];
                        least += a;
                        most += b;
                        parts = p + 1;
                    }
                }
                Source::Slot(slot) => {
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
fn checks<K>(grower: &Grower<K>, s: usize) -> Vec<Check<'_>> {
    let track = &grower.track;
    let after = &grower.layouts[s + 1];
    let rest = track
        .steps
        .iter()
        .any(|step| step.closes == Some(Leftover::Rest));
    let coming: Vec<usize> = (0..track.slots.len())
        .filter(|&slot| track.steps[s + 1..].iter().any(|step| step.slot == slot))
        .collect();
    let known = |slot: usize| after.iter().any(|f| f.source == Source::Slot(slot));
    let follow = |supply| {
        let supply: &Supply = supply;
        let mut untouched = 0;
        for &slot in &coming {
            let worth = supply.worths[slot]?;
            if slot < track.first_slots && !known(slot) {
                untouched += worth * track.slots[slot].len() as i32;
            }
        }
        Some(Check {
            supply,
            untouched,
            rest,
        })
    };
    grower.supplies.iter().filter_map(follow).collect()
}

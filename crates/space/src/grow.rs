//! Growing a graph forward: from the states before a step to those after it, equal states merged.
//!
//! A state is a state of each part (a compiled rule) and the number of cards in each slot that is under
//! way, packed into one key. Growth goes on a layer at a time, so that several orders can be grown side by
//! side and the cheapest one finished.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::automaton::{Automaton, DEAD};
use crate::graph::{self, Graph, Split};
use crate::layout::{Field, FieldOf, layout};
use crate::meter::{Meter, Pace};
use crate::order::{Leftover, Step, Track};
use crate::parts::Verdict;
use crate::rule::ValueList;
use crate::state_table::{StateKey, StateTable};
use crate::supply::{Supply, SupplyCheck, checks};
use crate::thin::{Thinning, UNIT};
use crate::{Error, Stopped};

/// How many nodes are split before their children are looked up. Look-ups miss the cache; those of many
/// nodes together wait for memory together.
const NODES_AT_ONCE: usize = 64;

/// What a node costs, with its edges and the making of it, as a rule of thumb for prices.
const WORK_A_NODE: u64 = 40;

/// What taking the ways on along an edge costs, and adding a state to a tally. Neither is charged: finding the edge and
/// the state took more, and that was.
const WORK_A_WAY: u64 = 2;
const WORK_A_TALLY: u64 = 40;

/// In how many ways each list of tallied values can come about.
pub(crate) type Tally = BTreeMap<Vec<i64>, u128>;

/// The nodes of a layer before they are counted.
#[derive(Clone, Default)]
pub(crate) struct RawLayer {
    /// Where each node's edges begin.
    pub first: Vec<u32>,
    /// The child's number in the next layer, and the split that leads there.
    pub edges: Vec<(u32, Split)>,
    /// How many cards wait in the step's slot, by node.
    pub have: Vec<u8>,
}

impl RawLayer {
    /// Adds the ways to its nodes, each taken on by the node's edges, to the ways to their children.
    fn add_ways(&self, step: &Step, to: &[u128], children: &mut [u128]) -> Result<(), Error> {
        for (node, ways) in to.iter().enumerate() {
            let first = self.first[node] as usize;
            let end = self
                .first
                .get(node + 1)
                .map_or(self.edges.len(), |&e| e as usize);
            for &(child, split) in &self.edges[first..end] {
                let all = &mut children[child as usize];
                let ways = ways.checked_mul(split.ways(self.have[node], step));
                *all = ways
                    .and_then(|ways| all.checked_add(ways))
                    .ok_or(Error::TooManyDeals)?;
            }
        }
        Ok(())
    }
}

/// What of a graph is kept while it grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// All layers, with at most so many states each: the graph can be walked.
    Layers(usize),
    /// Only the last layer, and in how many ways each of its states can be reached: enough to count the deals.
    Counts,
}

/// A graph that is growing.
#[derive(Clone)]
pub(crate) enum Growth<'w> {
    /// All states fit in 64 bits.
    Narrow(Grower<'w, u64>),
    /// They do not.
    Wide(Grower<'w, u128>),
}

impl<'w> Growth<'w> {
    /// Before the first step; `None` if the states do not even fit in 128 bits.
    pub(crate) fn new(
        track: Track,
        parts: Vec<Automaton>,
        supplies: Vec<Supply>,
        meter: Meter<'w>,
        keep: Keep,
    ) -> Option<Growth<'w>> {
        let layouts: Vec<Vec<Field>> = (0..=track.steps.len())
            .map(|s| layout(&track, &parts, s))
            .collect();
        let widths = layouts.iter().map(|fields| {
            let last = fields.last();
            last.map_or(0, |field| field.shift + field.bits)
        });
        match widths.max().unwrap_or(0) {
            0..=64 => Some(Growth::Narrow(Grower::new(
                track, parts, supplies, layouts, meter, keep,
            ))),
            65..=128 => Some(Growth::Wide(Grower::new(
                track, parts, supplies, layouts, meter, keep,
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

    /// For each step so far, how many states it went on from, and the work it took.
    pub(crate) fn costs(&self) -> &[(usize, u64)] {
        match self {
            Growth::Narrow(grower) => &grower.costs,
            Growth::Wide(grower) => &grower.costs,
        }
    }

    /// How many states the last layer has.
    pub(crate) fn states(&self) -> usize {
        match self {
            Growth::Narrow(grower) => grower.keys.len(),
            Growth::Wide(grower) => grower.keys.len(),
        }
    }

    /// The same, thinned from here on, whatever work it takes.
    pub(crate) fn thinned(mut self, thinning: Thinning) -> Growth<'w> {
        match &mut self {
            Growth::Narrow(grower) => grower.begin_thinning(thinning),
            Growth::Wide(grower) => grower.begin_thinning(thinning),
        }
        self
    }

    /// Grows the next layer.
    pub(crate) fn advance(&mut self) -> Result<(), Error> {
        match self {
            Growth::Narrow(grower) => grower.advance(),
            Growth::Wide(grower) => grower.advance(),
        }
    }

    /// The way it goes through the deck, and its parts.
    pub(crate) fn parts(&self) -> (&Track, &[Automaton]) {
        match self {
            Growth::Narrow(grower) => (&grower.track, &grower.parts),
            Growth::Wide(grower) => (&grower.track, &grower.parts),
        }
    }

    /// In how many ways the cards that are tracked can lie, for each verdict on how the parts end.
    pub(crate) fn tally(self, verdict: &Verdict) -> Result<Tally, Error> {
        match self {
            Growth::Narrow(grower) => grower.tally(verdict),
            Growth::Wide(grower) => grower.tally(verdict),
        }
    }

    /// The graph, counted, and the work it took.
    pub(crate) fn finish(self, verdict: &Verdict) -> Result<(Track, Graph, u64), Error> {
        match self {
            Growth::Narrow(grower) => grower.finish(verdict),
            Growth::Wide(grower) => grower.finish(verdict),
        }
    }
}

/// `whole * done / all`, whatever their size.
fn part_of(whole: usize, done: usize, all: usize) -> usize {
    if done == all {
        whole
    } else {
        (whole as u128 * done as u128 / all.max(1) as u128) as usize
    }
}

/// A growing graph, with states packed in `K`.
#[derive(Clone)]
pub(crate) struct Grower<'w, K> {
    track: Arc<Track>,
    parts: Arc<[Automaton]>,
    supplies: Arc<[Supply]>,
    layouts: Arc<[Vec<Field>]>,
    meter: Meter<'w>,
    memory: u64,
    layers: Vec<RawLayer>,
    /// The states of the last layer.
    keys: Vec<K>,
    keep: Keep,
    /// In how many ways each of them can be reached, if that is kept.
    counts: Vec<u128>,
    /// Whether states were left out because a layer had its width.
    cut: bool,
    /// What is kept of each layer, if not all is.
    thinning: Option<Thinning>,
    /// For each step, how many states it went on from, and the work it took.
    costs: Vec<(usize, u64)>,
}

impl<'w, K: StateKey> Grower<'w, K> {
    fn new(
        track: Track,
        parts: Vec<Automaton>,
        supplies: Vec<Supply>,
        layouts: Vec<Vec<Field>>,
        meter: Meter<'w>,
        keep: Keep,
    ) -> Grower<'w, K> {
        let keys = if parts.iter().any(|part| part.start() == DEAD) {
            Vec::new()
        } else {
            vec![K::ZERO]
        };
        Grower {
            track: Arc::new(track),
            parts: parts.into(),
            supplies: supplies.into(),
            layouts: layouts.into(),
            meter,
            memory: 0,
            layers: Vec::new(),
            counts: vec![1; keys.len()],
            keys,
            keep,
            cut: false,
            thinning: None,
            costs: Vec::new(),
        }
    }

    fn is_done(&self) -> bool {
        self.layers.len() == self.track.steps.len()
    }

    fn begin_thinning(&mut self, thinning: Thinning) {
        self.counts.iter_mut().for_each(|count| *count *= UNIT);
        self.meter.budget.work = u64::MAX;
        self.thinning = Some(thinning);
        self.thin();
    }

    /// Leaves out what is too much of the last layer, if it is to be thinned.
    fn thin(&mut self) {
        if let Some(thinning) = &mut self.thinning {
            let s = self.layers.len();
            let cell = { self.track.steps.get(s) }.map_or(self.track.cells.len(), |step| step.cell);
            thinning.thin(s, &mut self.keys, &mut self.counts, &self.layouts[s], cell);
        }
    }

    fn price(&self) -> u64 {
        let coming = self.track.steps.len() - self.layers.len();
        self.meter.work + (self.keys.len() * coming) as u64 * WORK_A_NODE
    }

    /// For each state after the last step, the tallied values; `None` where it does not qualify.
    fn verdicts(
        &self,
        verdict: &Verdict,
        pace: &mut Pace,
    ) -> Result<Vec<Option<ValueList>>, Stopped> {
        let fields = &self.layouts[self.track.steps.len()];
        let mut ends = vec![0; self.parts.len()];
        let work = verdict.work();
        let of_key = |key: &K| {
            pace.did(work)?;
            for field in fields {
                if let FieldOf::Part(part) = field.source {
                    ends[part] = key.value(field.shift, field.bits);
                }
            }
            Ok(verdict.of(&ends))
        };
        self.keys.iter().map(of_key).collect()
    }

    fn finish(self, verdict: &Verdict) -> Result<(Track, Graph, u64), Error> {
        let mut pace = self.meter.clone().into_pace();
        let verdicts = self.verdicts(verdict, &mut pace)?;
        let ends = verdicts.iter().map(Option::is_some).collect();
        let graph = graph::count(&self.track, self.layers, ends, &mut pace)?;
        Ok((Arc::unwrap_or_clone(self.track), graph, self.meter.work))
    }

    fn tally(self, verdict: &Verdict) -> Result<Tally, Error> {
        let mut pace = self.meter.clone().into_pace();
        let mut tally = Tally::new();
        let verdicts = self.verdicts(verdict, &mut pace)?;
        for (values, count) in verdicts.into_iter().zip(&self.counts) {
            if let Some(values) = values {
                pace.did(WORK_A_TALLY)?;
                let all = tally.entry(values.to_vec()).or_insert(0);
                *all = all.checked_add(*count).ok_or(Error::TooManyDeals)?;
            }
        }
        Ok(tally)
    }

    fn advance(&mut self) -> Result<(), Error> {
        let s = self.layers.len();
        // All that is the same for the whole layer is borrowed from the grower; what changes is kept aside until the end.
        let mut meter = self.meter.clone();
        let mut growth = LayerGrowth::new(self, s)?;
        let mut layer = RawLayer::default();
        let mut counts = Vec::new();
        let mut done = 0;
        for keys in self.keys.chunks(NODES_AT_ONCE) {
            let before = done;
            done += keys.len();
            growth.found.room = match self.keep {
                // Every few nodes get their part of a layer's width, so that what is kept is not all of one kind.
                Keep::Layers(width) => part_of(width, done, self.keys.len()),
                Keep::Counts => usize::MAX,
            };
            for &key in keys {
                let have = growth.enter(key);
                layer.have.push(have);
                let base = growth.base(key);
                growth.split(0, have, Split::NONE, base);
                growth.ends.push(growth.pending.len() as u32);
            }
            meter.did(growth.tried)?;
            let work = growth.settle(&mut layer, &mut meter)?;
            meter.charge(work)?;
            let mut held = growth.found.memory() + 20 * layer.edges.len() as u64;
            if self.keep == Keep::Counts {
                meter.did(WORK_A_WAY * layer.edges.len() as u64)?;
                counts.resize(growth.found.keys.len(), 0);
                layer.add_ways(
                    &self.track.steps[s],
                    &self.counts[before..done],
                    &mut counts,
                )?;
                // The ways have gone on to the children: the edges are not needed any more.
                layer = RawLayer::default();
                held += 16 * counts.capacity() as u64;
            }
            meter.hold(self.memory + held)?;
        }
        // Several graphs grow by turns, each with a meter of its own: a look at the end of a turn keeps their turns from
        // adding up to a long time without one.
        meter.look()?;
        let NextLayer { keys, cut, .. } = growth.found;
        self.cut |= cut;
        self.costs
            .push((self.keys.len(), meter.work - self.meter.work));
        self.keys = keys;
        self.meter = meter;
        // What stays: the edges, and for every node its first edge, its cards and later its count.
        self.memory += 12 * layer.edges.len() as u64 + 24 * layer.first.len() as u64;
        if self.keep == Keep::Counts {
            self.memory = (16 + size_of::<K>() * 2) as u64 * self.keys.len() as u64;
            self.counts = counts;
        }
        self.layers.push(layer);
        self.thin();
        Ok(())
    }
}

/// One step of growth: everything that is the same for all nodes, and what one node is being split into.
struct LayerGrowth<'a, K> {
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
    found: NextLayer<'a, K>,
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
struct NextLayer<'a, K> {
    table: StateTable<'a, K>,
    keys: Vec<K>,
    after: &'a [Field],
    checks: Vec<SupplyCheck<'a>>,
    /// The first cell that is still to come.
    cell: usize,
    /// How many states were seen, those that lead nowhere included.
    seen: u64,
    /// How many states there is room for so far, and whether some were left out.
    room: usize,
    cut: bool,
}

impl<'a, K: StateKey> LayerGrowth<'a, K> {
    fn new(grower: &'a Grower<'_, K>, s: usize) -> Result<LayerGrowth<'a, K>, Stopped> {
        let (track, parts) = (&grower.track, &grower.parts);
        let step = &track.steps[s];
        let (before, after) = (&grower.layouts[s], &grower.layouts[s + 1]);
        let cells = step.cell..step.cell + step.places.len();
        let shift = |source: FieldOf| {
            let field = after.iter().find(|field| field.source == source);
            field.map(|field| field.shift)
        };
        let into = match step.closes {
            None => Some(step.slot),
            Some(Leftover::Slot(slot)) => Some(slot),
            Some(Leftover::Rest | Leftover::None) => None,
        };
        let reads = |field: &Field| match field.source {
            FieldOf::Part(p) => cells.clone().any(|cell| parts[p].looks(cell)),
            FieldOf::Slot(slot) => slot == step.slot || Some(slot) == into,
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
                shift: if (cell + 1..cells.end).any(|later| parts[part].looks(later)) {
                    None
                } else {
                    shift(FieldOf::Part(part))
                },
            };
            looking.map(looker).collect()
        });
        Ok(LayerGrowth {
            track,
            parts,
            step,
            read,
            same,
            lookers: lookers.collect(),
            into: into.map(|slot| (slot, shift(FieldOf::Slot(slot)).unwrap_or(0))),
            states: vec![0; parts.len()],
            slots: vec![0; track.slots.len()],
            found: NextLayer {
                table: StateTable::new(grower.keys.len(), grower.meter.watch())?,
                keys: Vec::new(),
                after,
                checks: checks(&grower.supplies, track, after, s),
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
        })
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
                FieldOf::Part(p) => self.states[p] = value,
                FieldOf::Slot(slot) => self.slots[slot] = value as u8,
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
        // Nearly always one part looks at a cell: that of its place, which no other cell of the step touches. Its next state
        // then goes straight into the key, and `states` need not be put back. This loop is where growing spends its time.
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
        // Else a part may look at several cells of the step, and each must start from where the one before left it:
        // `states` holds that, and is put back for the next number. The lookers are taken out so that `self` is free.
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
    fn settle(&mut self, layer: &mut RawLayer, meter: &mut Meter) -> Result<u64, Stopped> {
        let check = (self.found.checks.len() * self.found.after.len()) as u64;
        let work = |looked_up: u64, fresh: u64| 4 * looked_up + (16 + check) * fresh;
        let before = self.found.seen;
        let looked_up = self.pending.len() as u64;
        self.found
            .table
            .touch(self.pending.iter().map(|(key, _)| *key));
        let mut at = 0;
        for end in self.ends.drain(..) {
            layer.first.push(layer.edges.len() as u32);
            let seen = self.found.seen;
            for &(key, split) in &self.pending[at..end as usize] {
                let child = self.found.node(key);
                if child != DEAD {
                    layer.edges.push((child, split));
                }
            }
            meter.did(work(u64::from(end) - at as u64, self.found.seen - seen))?;
            at = end as usize;
        }
        self.pending.clear();
        let tried = std::mem::take(&mut self.tried);
        Ok(tried + work(looked_up, self.found.seen - before))
    }
}

impl<K: StateKey> NextLayer<'_, K> {
    /// The bytes in use.
    fn memory(&self) -> u64 {
        (self.table.memory() + self.keys.capacity() * size_of::<K>()) as u64
    }

    /// The number of a state, or [`DEAD`] if the places want what the deck no longer has.
    #[inline]
    fn node(&mut self, key: K) -> u32 {
        let NextLayer {
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
            // A state that cannot go on is remembered as DEAD, so that it is checked once however often it is met.
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

//! Orders: how to go through the deck. An order is a sequence of blocks of places; within a block, all
//! classes of cards in turn, each split among the block's places. One block that has every place, with
//! classes by suit or honours first, and one block a place, are all the same mechanism.

use crate::automaton::{Automaton, Cell, Meter};
use crate::graph;
use crate::grow::Growth;
use crate::setup::Settled;
use crate::space::Slots;
use crate::{Budget, Cards, Deal, Error, MAX_PLACES, Quantity, Setup, Space};

/// A way to go through the deck. It decides how large the graph is, and nothing else: all give the same
/// space, in a different numbering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// All places together, one group of the deck (a suit) after the other.
    Groups,
    /// All places together, the smallest classes first: the honours, and then the spots.
    Rare,
    /// One place after the other; between them the rest of the deck is known only as far as the later
    /// places can tell it apart.
    Places,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 3] = [Order::Groups, Order::Rare, Order::Places];
}

/// What becomes of the cards of a class that its block's places do not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leftover {
    /// There must be none.
    None,
    /// They go to the places that nothing tracks.
    Rest,
    /// They wait in a slot, for a later block.
    Slot(usize),
}

/// One step: some of the cards in a slot go to some places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Where the class's cards wait.
    pub slot: usize,
    /// The places that take some; each has a cell, in this order.
    pub places: Vec<usize>,
    /// The first of those cells.
    pub cell: usize,
    /// Where the rest goes; `None` while the class has further steps.
    pub closes: Option<Leftover>,
}

/// An order worked out for one question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Track {
    pub steps: Vec<Step>,
    pub cells: Vec<Cell>,
    /// The cards that can ever wait in each slot. Those of the first block are there from the start.
    pub slots: Vec<Cards>,
    /// How many slots belong to the first block.
    pub first_slots: usize,
}

/// The most places that one step serves: their numbers are packed six bits each in 31.
const PLACES_A_STEP: usize = 5;
/// A class with more splits than this goes place by place. Thirteen cards to three places and the rest, or nine to
/// four places, still go at once: that makes more edges, but far fewer nodes.
const SPLITS_A_STEP: u64 = 600;

impl Track {
    fn new(setup: &Setup, settled: &Settled, tracked: u8, order: Order) -> Track {
        let places: Vec<usize> = (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1).collect();
        let all_tracked =
            (0..MAX_PLACES).all(|place| settled.left[place] == 0 || tracked >> place & 1 == 1);
        let blocks: Vec<Vec<usize>> = match order {
            _ if places.is_empty() => Vec::new(),
            Order::Groups | Order::Rare => vec![places],
            Order::Places => places.into_iter().map(|place| vec![place]).collect(),
        };
        // The classes of a block are what it and the later ones can tell apart.
        let classes_from = |b: usize| match blocks[b..].concat() {
            places if places.is_empty() => Vec::new(),
            places => sorted(setup, order, kinds(setup, settled, &places)),
        };
        let mut classes = classes_from(0);
        let mut track = Track {
            first_slots: classes.len(),
            slots: classes.clone(),
            ..Track::default()
        };
        let mut base = 0;
        for (b, block) in blocks.iter().enumerate() {
            let next = classes_from(b + 1);
            for (c, &class) in classes.iter().enumerate() {
                let card = class.first().expect("classes are not empty");
                let into = next.iter().position(|set| set.has(card));
                let leftover = match (into, all_tracked) {
                    (Some(slot), _) => Leftover::Slot(base + classes.len() + slot),
                    (None, true) => Leftover::None,
                    (None, false) => Leftover::Rest,
                };
                track.class(settled, base + c, class, block, leftover);
            }
            base += classes.len();
            track.slots.extend(&next);
            classes = next;
        }
        track
    }

    /// Adds the steps of one class in one block.
    fn class(
        &mut self,
        settled: &Settled,
        slot: usize,
        class: Cards,
        block: &[usize],
        leftover: Leftover,
    ) {
        let card = class.first().expect("classes are not empty");
        let places: Vec<usize> = block
            .iter()
            .copied()
            .filter(|&place| settled.may[card as usize] >> place & 1 == 1)
            .collect();
        let bins = places.len() as u64 + (leftover != Leftover::None) as u64;
        let few = splits(class.len() as u64, bins) <= SPLITS_A_STEP;
        let size = if few { PLACES_A_STEP } else { 1 };
        let mut chunks: Vec<&[usize]> = places.chunks(size).collect();
        if chunks.is_empty() {
            chunks.push(&[]);
        }
        let last = chunks.len() - 1;
        for (i, chunk) in chunks.into_iter().enumerate() {
            self.steps.push(Step {
                slot,
                places: chunk.to_vec(),
                cell: self.cells.len(),
                closes: (i == last).then_some(leftover),
            });
            self.cells.extend(chunk.iter().map(|&place| Cell {
                place,
                card,
                most: settled.left[place].min(class.len() as u8),
            }));
        }
    }
}

/// How many ways there are to split like cards among bins.
fn splits(cards: u64, bins: u64) -> u64 {
    let bars = bins.max(1) - 1;
    graph::choose((cards + bars).min(64) as u8, bars.min(64) as u8)
}

/// The free cards in classes that nothing can tell apart in these places.
fn kinds(setup: &Setup, settled: &Settled, places: &[usize]) -> Vec<Cards> {
    let mask = places.iter().fold(0u8, |mask, place| mask | 1 << place);
    let mut kinds: Vec<(Vec<u32>, Cards)> = Vec::new();
    for card in settled.free.iter() {
        let mut labels = vec![(settled.may[card as usize] & mask) as u32];
        for &place in places {
            setup.labels(place, card, &mut labels);
        }
        match kinds.iter_mut().find(|(known, _)| *known == labels) {
            Some((_, cards)) => *cards = *cards | Cards::one(card),
            None => kinds.push((labels, Cards::one(card))),
        }
    }
    kinds.into_iter().map(|(_, cards)| cards).collect()
}

/// The classes as an order wants them.
fn sorted(setup: &Setup, order: Order, mut classes: Vec<Cards>) -> Vec<Cards> {
    let group = |cards: &Cards| {
        let card = cards.first().expect("classes are not empty");
        let groups = setup.deck().groups();
        groups.iter().position(|group| group.has(card))
    };
    match order {
        Order::Groups | Order::Places => classes.sort_by_key(|c| (group(c), c.len())),
        Order::Rare => classes.sort_by_key(|c| (c.len(), group(c))),
    }
    classes
}

/// A question on its way to a space, in one order.
struct Candidate<'a> {
    setup: &'a Setup,
    settled: Settled,
    tracked: u8,
    order: Order,
    growth: Growth,
}

impl<'a> Candidate<'a> {
    /// Compiles the rules along a track.
    fn new(
        setup: &'a Setup,
        settled: Settled,
        tracked: u8,
        order: Order,
        track: Track,
        budget: Budget,
        width: usize,
    ) -> Result<Candidate<'a>, Error> {
        // Rules that take more than their part of the budget to compile would leave too little for the graph.
        let mut meter = Meter::new(Budget {
            work: budget.work / Order::ALL.len() as u64,
            ..budget
        });
        let parts = components(setup, &settled, tracked, &track, &mut meter)?;
        let supplies = supplies(setup, &settled, tracked, &track, &parts);
        meter.budget = budget;
        let over = meter.over();
        Ok(Candidate {
            setup,
            settled,
            tracked,
            order,
            growth: Growth::new(track, parts, supplies, meter, width).ok_or(over)?,
        })
    }

    fn finish(self) -> Result<Space, Error> {
        let (track, graph, work) = self.growth.finish()?;
        Space::new(
            self.setup.clone(),
            self.order,
            self.settled,
            self.tracked,
            track,
            graph,
            work,
        )
    }
}

/// Builds a space in one of some orders. All are grown side by side, a layer at a time, always the one with
/// the least price so far. The first to be done is about the cheapest, and the others have not been grown
/// past the point where they looked dearer.
pub(crate) fn build(setup: &Setup, orders: &[Order], budget: Budget) -> Result<Space, Error> {
    let (space, _) = build_of_width(setup, orders, budget, usize::MAX)?;
    Ok(space)
}

/// The width of the first attempt at finding a deal, and by how much the next ones are wider.
pub(crate) const FIRST_WIDTH: usize = 500;
const WIDER: usize = 16;

/// A deal, if there is one. A graph with only some of the states of each layer still has nothing but deals that qualify:
/// a narrow one is enough to find a deal of a question that has many, and a question that has few has a small graph.
pub(crate) fn find(setup: &Setup, budget: Budget, width: usize) -> Result<Option<Deal>, Error> {
    let mut width = width;
    let mut left = budget;
    loop {
        let (space, cut) = build_of_width(setup, &Order::ALL, left, width)?;
        if space.count() > 0 {
            return space.nth(0).map(Some);
        }
        if !cut {
            return Ok(None);
        }
        left.work = left.work.saturating_sub(space.work());
        width = width.saturating_mul(WIDER);
    }
}

/// A space of graphs with at most so many states a layer, and whether there would have been more.
fn build_of_width(
    setup: &Setup,
    orders: &[Order],
    budget: Budget,
    width: usize,
) -> Result<(Space, bool), Error> {
    let Some(settled) = setup.settle() else {
        return Ok((Space::empty(setup.clone(), orders[0]), false));
    };
    let tracked = settled.tracked(setup);
    let mut tracks: Vec<Track> = Vec::new();
    let mut candidates = Vec::new();
    let mut over = Meter::new(budget).over();
    for &order in orders {
        let track = Track::new(setup, &settled, tracked, order);
        if tracks.contains(&track) || track.slots.len() > Slots::MOST {
            continue;
        }
        tracks.push(track.clone());
        match Candidate::new(setup, settled.clone(), tracked, order, track, budget, width) {
            Ok(candidate) => candidates.push(candidate),
            Err(Error::OverBudget { .. }) => {}
            Err(error) => over = error,
        }
    }
    loop {
        // The budget is for all of them together.
        let spent: u64 = candidates.iter().map(|c| c.growth.work()).sum();
        if spent > budget.work {
            return Err(over);
        }
        let prices = candidates.iter().map(|c| c.growth.price()).enumerate();
        let Some((cheapest, _)) = prices.min_by_key(|(_, price)| *price) else {
            return Err(over);
        };
        let growth = &mut candidates[cheapest].growth;
        if growth.is_done() {
            let cut = growth.is_cut();
            return Ok((candidates.swap_remove(cheapest).finish()?, cut));
        }
        if let Err(error) = growth.advance() {
            candidates.swap_remove(cheapest);
            over = error;
        }
        // Together they may not hold more than one alone: the dearest gives way.
        let held: u64 = candidates.iter().map(|c| c.growth.memory()).sum();
        let prices = candidates.iter().map(|c| c.growth.price()).enumerate();
        if let (true, Some((dearest, _))) = (held > budget.memory, prices.max_by_key(|(_, p)| *p)) {
            candidates.swap_remove(dearest);
        }
    }
}

/// The rules, compiled: one automaton for all that is said of one place, its capacity included, and one for
/// each rule that looks at several.
fn components(
    setup: &Setup,
    settled: &Settled,
    tracked: u8,
    track: &Track,
    meter: &mut Meter,
) -> Result<Vec<Automaton>, Error> {
    let mut conjuncts = Vec::new();
    setup
        .rules()
        .for_each(|rule| rule.conjuncts(&mut conjuncts));
    let places = |rule: &crate::Rule| rule.places(settled.free) & tracked;
    let always = Automaton::constant(true, track.cells.len());
    let mut parts = Vec::new();
    for place in (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1) {
        let left = settled.left[place] as i64;
        let capacity = Quantity::number(place, settled.free).within(left..=left);
        let mut part = capacity.compile(&always, &Deal::default(), &track.cells, meter)?;
        for rule in conjuncts.iter().filter(|rule| places(rule) == 1 << place) {
            part = rule.compile(&part, &settled.fixed, &track.cells, meter)?;
        }
        parts.push(part);
    }
    for rule in conjuncts
        .iter()
        .filter(|rule| !places(rule).is_power_of_two())
    {
        parts.push(rule.compile(&always, &settled.fixed, &track.cells, meter)?);
    }
    Ok(parts)
}

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
fn supplies(
    setup: &Setup,
    settled: &Settled,
    tracked: u8,
    track: &Track,
    parts: &[Automaton],
) -> Vec<Supply> {
    let mut quantities = Vec::new();
    setup
        .rules()
        .for_each(|rule| rule.quantities(&mut quantities));
    let mut wanted: Vec<([i32; 64], u8)> = Vec::new();
    for quantity in quantities {
        for place in (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1) {
            let worths: [i32; 64] =
                std::array::from_fn(|card| match settled.free.has(card as u8) {
                    true => quantity.worth(place, card as u8) as i32,
                    false => 0,
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
            Supply {
                worths: track.slots.iter().map(of_slot).collect(),
                // The first parts are those of the places; the others have no cards of their own.
                wants: parts[..places]
                    .iter()
                    .map(|part| part.bounds(&of_cell))
                    .collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Deck;

    /// However narrow the first attempt: what is there is found, and what is not is proved.
    #[test]
    fn narrow_graphs_find_what_there_is() {
        let ranks = |place| Quantity::new(place, |card| i32::from(card % 6) * i32::from(card % 6));
        for wanted in 0..60 {
            let deck = Deck::new([vec![0, 1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10, 11]]).unwrap();
            let setup = Setup::new(deck, [4, 4, 4]).unwrap();
            let setup = setup.require("first", ranks(0).within(wanted..=wanted));
            let setup = setup.unwrap().require("second", ranks(1).within(30..=31));
            let setup = setup.unwrap();
            let count = setup.build().unwrap().count();
            for width in [1, 2, 7, 500] {
                let found = find(&setup, Budget::default(), width).unwrap();
                assert_eq!(found.is_some(), count > 0, "{wanted}");
                assert!(found.is_none_or(|deal| setup.holds(&deal)));
            }
        }
    }
}

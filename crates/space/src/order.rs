//! Orders: how to go through the deck. An order is a sequence of blocks of places; within a block, all
//! classes of cards in turn, each split among the block's places. One block that has every place, with
//! classes by suit or honours first, and one block a place, are all the same mechanism.

use crate::automaton::Cell;
use crate::binomial::binomial;
use crate::setup::Settled;
use crate::{Cards, MAX_PLACES, Setup};

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
    pub(crate) fn new(setup: &Setup, settled: &Settled, tracked: u8, order: Order) -> Track {
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
    binomial((cards + bars).min(64) as u8, bars.min(64) as u8)
}

/// The free cards in classes that nothing can tell apart in these places.
pub(crate) fn kinds(setup: &Setup, settled: &Settled, places: &[usize]) -> Vec<Cards> {
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

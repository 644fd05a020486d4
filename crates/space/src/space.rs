//! The set of deals that qualify, and uniform draws from it.

use rand::Rng;

use crate::binomial::binomial;
use crate::graph::{Edge, Graph, Layer};
use crate::order::{Leftover, Track};
use crate::random::{below_u32, below_u128};
use crate::setup::Settled;
use crate::{Cards, Deal, Error, MAX_PLACES, Order, Setup};

/// The most deals that a space may have: totals over all cards must fit in 128 bits too.
const MOST_DEALS: u128 = 1 << 120;

/// A set of deals: all that qualify, and no others.
///
/// Building it is the work ([`Setup::build`]); after that everything is a walk down its graph. A space is
/// immutable and can be shared between threads.
#[derive(Clone, Debug)]
pub struct Space {
    pub(crate) setup: Setup,
    order: Order,
    pub(crate) track: Track,
    pub(crate) graph: Graph,
    /// The cards that can lie in one place only.
    pub(crate) fixed: Deal,
    /// The places that nothing tracks, and what each can still take: they share what remains.
    pub(crate) rest: Vec<(usize, u8)>,
    /// In how many ways they can share it.
    pub(crate) rest_ways: u128,
    count: u128,
    work: u64,
}

impl Space {
    pub(crate) fn new(
        setup: Setup,
        order: Order,
        settled: Settled,
        tracked: u8,
        track: Track,
        graph: Graph,
        work: u64,
    ) -> Result<Space, Error> {
        let (rest, rest_ways) = share_rest(&settled, tracked)?;
        let count = graph.count.checked_mul(rest_ways);
        let count = count
            .filter(|&n| n < MOST_DEALS)
            .ok_or(Error::TooManyDeals)?;
        Ok(Space {
            setup,
            order,
            track,
            graph,
            fixed: settled.fixed,
            rest,
            rest_ways,
            count,
            work,
        })
    }

    /// The space of a question whose forced cards already clash.
    pub(crate) fn empty(setup: Setup, order: Order) -> Space {
        Space {
            setup,
            order,
            track: Track::default(),
            graph: Graph::default(),
            fixed: Deal::default(),
            rest: Vec::new(),
            rest_ways: 0,
            count: 0,
            work: 0,
        }
    }

    /// How many deals it has.
    pub fn count(&self) -> u128 {
        self.count
    }

    /// The question that it answers.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The order in which it was built.
    pub fn order(&self) -> Order {
        self.order
    }

    /// How much work it took to build, in the units of [`crate::Budget`].
    pub fn work(&self) -> u64 {
        self.work
    }

    /// How many nodes its graph has.
    pub fn nodes(&self) -> usize {
        self.graph.layers.iter().map(|l| l.first.len()).sum()
    }

    /// How many bytes its graph takes.
    pub fn memory(&self) -> usize {
        self.graph.layers.iter().map(Layer::memory).sum()
    }

    /// A deal, each with the same chance; `None` if there are none.
    ///
    /// A walk down the graph, without allocation. At each node 32 random bits decide the split, unless
    /// they fall right at a boundary between two: there exact arithmetic decides, with more bits.
    pub fn sample(&self, rng: &mut impl Rng) -> Option<Deal> {
        if self.count == 0 {
            return None;
        }
        let mut deal = self.fixed;
        let mut slots = Slots::new(&self.track);
        let mut rest = self.unclassed();
        let mut at = 0;
        for (s, (step, layer)) in self.track.steps.iter().zip(&self.graph.layers).enumerate() {
            let mut cards = slots.0[step.slot];
            let edge = self.pick(s, layer, at, cards, rng);
            at = edge.child;
            let split = edge.split();
            for (i, &place) in step.places.iter().enumerate() {
                let number = split.number(i);
                if number > 0 {
                    let taken = draw(cards, number, rng);
                    deal[place] = deal[place] | taken;
                    cards = cards - taken;
                }
            }
            match step.closes {
                None => slots.0[step.slot] = cards,
                Some(Leftover::Slot(slot)) => slots.0[slot] = slots.0[slot] | cards,
                Some(Leftover::Rest) => rest = rest | cards,
                Some(Leftover::None) => {}
            }
        }
        for &(place, number) in &self.rest {
            let taken = draw(rest, number, rng);
            deal[place] = deal[place] | taken;
            rest = rest - taken;
        }
        Some(deal)
    }

    /// The free cards when nothing is tracked, and so no step moves them.
    pub(crate) fn unclassed(&self) -> Cards {
        match self.track.first_slots {
            0 => (0..MAX_PLACES).fold(self.setup.deck().cards(), |cards, place| {
                cards - self.fixed[place]
            }),
            _ => Cards::NONE,
        }
    }

    /// One of a node's edges, with its exact share.
    #[inline]
    fn pick(&self, s: usize, layer: &Layer, at: u32, cards: Cards, rng: &mut impl Rng) -> Edge {
        let mut edge = layer.edges[at as usize];
        if edge.is_last() {
            return edge;
        }
        let draw = rng.next_u32();
        let mut i = at as usize;
        // `share` is less than 2 off: a draw that is further from a boundary than that is on its side.
        let mut close = false;
        while !edge.is_last() && draw >= edge.share.saturating_sub(2) {
            close |= draw < edge.share.saturating_add(2);
            i += 1;
            edge = layer.edges[i];
        }
        if close {
            return self.pick_exactly(s, layer, at, cards, draw, rng);
        }
        edge
    }

    /// Decides between edges that the first 32 bits leave open. With `total` ways on, the draw stands for
    /// the ways from `total * draw / 2^32` on, as many as `total / 2^32`; a uniform number below `total`
    /// says where in there, exactly.
    #[cold]
    fn pick_exactly(
        &self,
        s: usize,
        layer: &Layer,
        at: u32,
        cards: Cards,
        draw: u32,
        rng: &mut impl Rng,
    ) -> Edge {
        let step = &self.track.steps[s];
        let node = layer.node(at);
        let total = layer.counts[node];
        let fine = below_u128(total, rng);
        // total * draw + fine < upto * 2^32, with both sides split into high and low words.
        let (high, low) = {
            let low = (total & u64::MAX as u128) * draw as u128 + (fine & u64::MAX as u128);
            let high = (total >> 64) * draw as u128 + (fine >> 64) + (low >> 64);
            (high, low as u64)
        };
        let mut upto = 0u128;
        let edges = layer.edges_of(node);
        for &edge in edges {
            let ways = edge.split().ways(cards.len() as u8, step);
            upto += ways * self.ways_from(s + 1, edge.child);
            let bound = (upto >> 32, ((upto & u32::MAX as u128) << 32) as u64);
            if (high, low) < bound {
                return edge;
            }
        }
        edges[edges.len() - 1]
    }

    /// How many ways lead to the end from the node of layer `s` whose edges begin at `first`.
    pub(crate) fn ways_from(&self, s: usize, first: u32) -> u128 {
        match self.graph.layers.get(s) {
            Some(layer) => layer.counts[layer.node(first)],
            None => 1,
        }
    }
}

/// The places that nothing tracks with what each can still take, and in how many ways they can share what remains.
pub(crate) fn share_rest(
    settled: &Settled,
    tracked: u8,
) -> Result<(Vec<(usize, u8)>, u128), Error> {
    let rest: Vec<(usize, u8)> = (0..MAX_PLACES)
        .filter(|&place| tracked >> place & 1 == 0 && settled.left[place] > 0)
        .map(|place| (place, settled.left[place]))
        .collect();
    let mut left = rest.iter().map(|&(_, n)| n).sum();
    let mut ways = 1u128;
    for &(_, n) in &rest {
        ways = ways
            .checked_mul(binomial(left, n) as u128)
            .ok_or(Error::TooManyDeals)?;
        left -= n;
    }
    Ok((rest, ways))
}

/// The cards that wait in each slot during a walk.
pub(crate) struct Slots(pub [Cards; Slots::MOST]);

impl Slots {
    /// The most slots that an order may have.
    pub(crate) const MOST: usize = 256;

    pub(crate) fn new(track: &Track) -> Slots {
        let mut slots = [Cards::NONE; Slots::MOST];
        slots[..track.first_slots].copy_from_slice(&track.slots[..track.first_slots]);
        Slots(slots)
    }
}

/// `number` of these cards, each such set with the same chance.
#[inline]
fn draw(cards: Cards, number: u8, rng: &mut impl Rng) -> Cards {
    let have = cards.len();
    let number = number as usize;
    if number == have {
        return cards;
    }
    // The smaller side of the split is drawn.
    let few = number.min(have - number);
    let mut list = [0u8; 64];
    for (slot, card) in list.iter_mut().zip(cards.iter()) {
        *slot = card;
    }
    let mut drawn = Cards::NONE;
    for i in 0..few {
        let j = i + below_u32((have - i) as u32, rng) as usize;
        drawn = drawn | Cards::one(list[j]);
        list[j] = list[i];
    }
    if few == number { drawn } else { cards - drawn }
}

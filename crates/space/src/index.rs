//! The bijection between 0..count and the deals of a space: sampling without repeats, sharding and listing
//! all follow from it.

use crate::binomial::binomial;
use crate::graph::Split;
use crate::order::{Leftover, Step};
use crate::space::Slots;
use crate::{Cards, Deal, Error, Space};

impl Space {
    /// The deal with an index from 0 to `count() - 1`. The numbering depends on the order in which the
    /// space was built.
    ///
    /// # Errors
    /// [`Error::PastTheCount`].
    pub fn nth(&self, index: u128) -> Result<Deal, Error> {
        let count = self.count();
        if index >= count {
            return Err(Error::PastTheCount { index, count });
        }
        let (mut index, mut rest_index) = (index / self.rest_ways, index % self.rest_ways);
        let mut deal = self.fixed;
        let mut walk = Walk::new(self);
        let mut at = 0;
        for (s, (step, layer)) in self.track.steps.iter().zip(&self.graph.layers).enumerate() {
            let mut cards = walk.slots.0[step.slot];
            for &edge in layer.edges_of(layer.node(at)) {
                let ways = edge.split().ways(cards.len() as u8, step);
                let below = self.ways_from(s + 1, edge.child);
                if index >= ways * below {
                    index -= ways * below;
                    continue;
                }
                let mut which = index / below;
                index %= below;
                for (i, &place) in step.places.iter().enumerate() {
                    let taken = take_nth(cards, edge.split().number(i), &mut which);
                    deal[place] = deal[place] | taken;
                    cards = cards - taken;
                }
                at = edge.child;
                break;
            }
            walk.leave(step, cards);
        }
        for &(place, number) in &self.rest {
            let taken = take_nth(walk.rest, number, &mut rest_index);
            deal[place] = deal[place] | taken;
            walk.rest = walk.rest - taken;
        }
        Ok(deal)
    }

    /// The index of a deal: the inverse of [`Space::nth`].
    ///
    /// # Errors
    /// [`Error::NotInSpace`].
    pub fn rank(&self, deal: &Deal) -> Result<u128, Error> {
        if self.count() == 0 || !self.setup.holds(deal) {
            return Err(Error::NotInSpace);
        }
        let mut index = 0u128;
        let mut walk = Walk::new(self);
        let mut at = 0;
        for (s, (step, layer)) in self.track.steps.iter().zip(&self.graph.layers).enumerate() {
            let mut cards = walk.slots.0[step.slot];
            let have = cards.len() as u8;
            let went = step.places.iter().map(|&place| cards & deal[place]);
            let split = Split::of(went.map(|cards| cards.len() as u8));
            for &edge in layer.edges_of(layer.node(at)) {
                let below = self.ways_from(s + 1, edge.child);
                if edge.split() != split {
                    index += edge.split().ways(have, step) * below;
                    continue;
                }
                let mut radix = 1u128;
                let mut which = 0u128;
                for &place in &step.places {
                    let taken = cards & deal[place];
                    which += radix * rank_among(cards, taken) as u128;
                    radix *= binomial(cards.len() as u8, taken.len() as u8) as u128;
                    cards = cards - taken;
                }
                index += which * below;
                at = edge.child;
                break;
            }
            walk.leave(step, cards);
        }
        let mut radix = 1u128;
        let mut rest_index = 0u128;
        for &(place, number) in &self.rest {
            let taken = walk.rest & deal[place];
            rest_index += radix * rank_among(walk.rest, taken) as u128;
            radix *= binomial(walk.rest.len() as u8, number) as u128;
            walk.rest = walk.rest - taken;
        }
        Ok(index * self.rest_ways + rest_index)
    }

    /// All deals, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Deal> {
        let mut index = 0;
        std::iter::from_fn(move || {
            let deal = self.nth(index).ok()?;
            index += 1;
            Some(deal)
        })
    }
}

/// Which cards wait where, on a walk down the graph.
struct Walk {
    slots: Slots,
    rest: Cards,
}

impl Walk {
    fn new(space: &Space) -> Walk {
        Walk {
            slots: Slots::new(&space.track),
            rest: space.unclassed(),
        }
    }

    /// Moves on the cards that a step leaves.
    fn leave(&mut self, step: &Step, cards: Cards) {
        match step.closes {
            None => self.slots.0[step.slot] = cards,
            Some(Leftover::Slot(slot)) => self.slots.0[slot] = self.slots.0[slot] | cards,
            Some(Leftover::Rest) => self.rest = self.rest | cards,
            Some(Leftover::None) => {}
        }
    }
}

/// Takes the set of `number` cards that `index` names (its remainder), and leaves the quotient.
fn take_nth(cards: Cards, number: u8, index: &mut u128) -> Cards {
    let ways = binomial(cards.len() as u8, number) as u128;
    let mut which = (*index % ways) as u64;
    *index /= ways;
    // Combinations in colexicographic order: the highest position first.
    let list: Vec<u8> = cards.iter().collect();
    let mut taken = Cards::NONE;
    let mut left = number;
    for position in (0..list.len() as u8).rev() {
        if left == 0 {
            break;
        }
        let without = binomial(position, left);
        if which >= without {
            which -= without;
            left -= 1;
            taken = taken | Cards::one(list[position as usize]);
        }
    }
    taken
}

/// The index of a subset among the subsets of its size: the inverse of [`take_nth`].
fn rank_among(cards: Cards, taken: Cards) -> u64 {
    let mut rank = 0;
    let mut k = 0;
    for (position, card) in cards.iter().enumerate() {
        if taken.has(card) {
            k += 1;
            rank += binomial(position as u8, k);
        }
    }
    rank
}

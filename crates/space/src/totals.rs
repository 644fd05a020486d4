//! Totals over a whole space: how often each card lies in each place, exact expectations, and exact
//! distributions.

use std::collections::BTreeMap;

use crate::meter::Pace;
use crate::order::Leftover;
use crate::{Budget, Error, MAX_PLACES, Quantity, Setup, Space, Stopped, Watch};

/// What an edge costs in a pass over the graph, and each value that its child can add up to: about the same steps as
/// those of a build.
const WORK_AN_EDGE: u64 = 12;
const WORK_A_VALUE: u64 = 8;

/// An exact fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    /// Above the line.
    pub numerator: i128,
    /// Below the line.
    pub denominator: u128,
}

impl Ratio {
    /// As a floating-point number.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

/// In how many deals of a space each card lies in each place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marginals {
    counts: Vec<[u128; 64]>,
    total: u128,
}

impl Marginals {
    /// In how many deals the card lies in the place.
    pub fn count(&self, card: u8, place: usize) -> u128 {
        let cards = self.counts.get(place);
        cards.map_or(0, |cards| cards.get(card as usize).copied().unwrap_or(0))
    }

    /// The chance that the card lies in the place: 0 if there are no deals.
    pub fn chance(&self, card: u8, place: usize) -> f64 {
        match self.total {
            0 => 0.0,
            total => self.count(card, place) as f64 / total as f64,
        }
    }
}

impl Setup {
    /// In how many of the deals that qualify the quantity has each of its values, exactly, within a budget.
    ///
    /// # Errors
    /// [`Error::OverBudget`], [`Error::Stopped`], or a quantity that looks at a place that is not there.
    ///
    /// ```
    /// use space::{Budget, Cards, Deck, Quantity, Setup, Watch};
    /// let setup = Setup::new(Deck::new([[0, 1, 2, 3]])?, [2, 2])?;
    /// let low = Quantity::number(0, Cards(0b11));
    /// let low = setup.distribution(&low, Budget::default(), &Watch::default())?;
    /// assert_eq!(low.into_iter().collect::<Vec<_>>(), [(0, 1), (1, 4), (2, 1)]);
    /// # Ok::<(), space::Error>(())
    /// ```
    pub fn distribution(
        &self,
        quantity: &Quantity,
        budget: Budget,
        watch: &Watch,
    ) -> Result<BTreeMap<i64, u128>, Error> {
        let following = self.clone().follow(quantity.clone())?;
        let space = following.build_within(budget, watch)?;
        Ok(space.histogram(quantity, watch)?)
    }
}

impl Space {
    /// In how many deals each card lies in each place. One pass down the graph: for a graph of millions of nodes see
    /// [`Space::marginals_watched`].
    pub fn marginals(&self) -> Marginals {
        let marginals = self.marginals_watched(&Watch::default());
        marginals.expect("nobody has this watch, and so nobody stops it")
    }

    /// The same, and it can be stopped.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn marginals_watched(&self, watch: &Watch) -> Result<Marginals, Stopped> {
        let mut counts = vec![[0u128; 64]; MAX_PLACES];
        if self.count() > 0 {
            self.add_up(&mut counts, &mut Pace::new(watch))?;
        }
        Ok(Marginals {
            counts,
            total: self.count(),
        })
    }

    /// The mean of a quantity over all deals, exactly; `None` if there are none.
    pub fn expectation(&self, quantity: &Quantity) -> Option<Ratio> {
        let marginals = self.marginals();
        let mut numerator = 0i128;
        for card in self.setup.deck().cards().iter() {
            for place in 0..MAX_PLACES {
                let worth = quantity.worth(place, card) as i128;
                numerator += worth * marginals.count(card, place) as i128;
            }
        }
        (self.count() > 0).then_some(Ratio {
            numerator,
            denominator: self.count(),
        })
    }

    /// In how many deals the quantity has each of its values, exactly. The space is built anew with the
    /// quantity in sight, within the default budget.
    ///
    /// # Errors
    /// [`Error::OverBudget`], or a quantity that looks at a place that is not there.
    pub fn distribution(&self, quantity: &Quantity) -> Result<BTreeMap<i64, u128>, Error> {
        self.setup
            .distribution(quantity, Budget::default(), &Watch::default())
    }

    /// The distribution of a quantity that the graph can follow: from the last layer up, how many ways on
    /// give each value.
    fn histogram(
        &self,
        quantity: &Quantity,
        watch: &Watch,
    ) -> Result<BTreeMap<i64, u128>, Stopped> {
        if self.count() == 0 {
            return Ok(BTreeMap::new());
        }
        let mut pace = Pace::new(watch);
        let fixed = quantity.of(&self.fixed);
        let mut below = vec![BTreeMap::from([(fixed, self.rest_ways)])];
        for (s, (step, layer)) in self
            .track
            .steps
            .iter()
            .zip(&self.graph.layers)
            .enumerate()
            .rev()
        {
            let cells = &self.track.cells[step.cell..][..step.places.len()];
            let worths: Vec<i64> = cells
                .iter()
                .map(|cell| quantity.worth(cell.place, cell.card))
                .collect();
            let next = self.graph.layers.get(s + 1);
            let mut here = Vec::with_capacity(layer.first.len());
            for node in 0..layer.first.len() {
                let mut values = BTreeMap::new();
                for edge in layer.edges_of(node) {
                    let split = edge.split();
                    let ways = split.ways(layer.have[node], step);
                    let add: i64 = worths
                        .iter()
                        .enumerate()
                        .map(|(i, worth)| worth * split.number(i) as i64)
                        .sum();
                    let child = next.map_or(0, |layer| layer.node(edge.child));
                    pace.did(WORK_AN_EDGE + WORK_A_VALUE * below[child].len() as u64)?;
                    for (value, count) in &below[child] {
                        *values.entry(value + add).or_insert(0) += ways * count;
                    }
                }
                here.push(values);
            }
            below = here;
        }
        Ok(below.swap_remove(0))
    }

    /// Adds up, over all deals, where the cards lie.
    ///
    /// Going down, `ways` is the number of ways from the start to a node. In the first block a slot holds
    /// one kind. Later ones may hold several, and then `waiting` has, for every node and kind, the ways
    /// counted once for each card of the kind that still waits: cards of a slot are taken alike, so each
    /// goes to a place in the same share of the arrangements.
    fn add_up(&self, counts: &mut [[u128; 64]], pace: &mut Pace) -> Result<(), Stopped> {
        let track = &self.track;
        let kinds = track.first_slots;
        let mixed = if track.slots.len() > kinds { kinds } else { 0 };
        let mut sums = vec![vec![0u128; kinds]; MAX_PLACES];
        let mut rest = vec![0u128; kinds];
        let mut slot_of: Vec<usize> = (0..kinds).collect();
        let mut ways = vec![1u128];
        let mut waiting = vec![0u128; mixed];
        for (s, (step, layer)) in track.steps.iter().zip(&self.graph.layers).enumerate() {
            let next = self.graph.layers.get(s + 1);
            let nodes = next.map_or(1, |layer| layer.first.len());
            let mut ways_after = vec![0u128; nodes];
            let mut waiting_after = vec![0u128; nodes * mixed];
            for node in 0..layer.first.len() {
                let have = layer.have[node];
                let of_kind = |k: usize| {
                    if step.slot < kinds {
                        ways[node] * have as u128
                    } else {
                        waiting[node * mixed + k]
                    }
                };
                for edge in layer.edges_of(node) {
                    pace.did(WORK_AN_EDGE + kinds as u64)?;
                    let child = next.map_or(0, |layer| layer.node(edge.child));
                    let on = next.map_or(1, |layer| layer.counts[child]);
                    let split = edge.split();
                    let all = split.ways(have, step);
                    // In how many of them a given card is one of `number`.
                    let given = |number: u8| all * number as u128 / have.max(1) as u128;
                    let left = have - (0..step.places.len()).map(|i| split.number(i)).sum::<u8>();
                    ways_after[child] += ways[node] * all;
                    for k in 0..kinds {
                        if slot_of[k] == step.slot {
                            let cards = of_kind(k);
                            for (i, &place) in step.places.iter().enumerate() {
                                sums[place][k] += cards * given(split.number(i)) * on;
                            }
                            match step.closes {
                                None | Some(Leftover::Slot(_)) if mixed > 0 => {
                                    waiting_after[child * mixed + k] += cards * given(left);
                                }
                                Some(Leftover::Rest) => rest[k] += cards * given(left) * on,
                                _ => {}
                            }
                        } else if slot_of[k] >= kinds && mixed > 0 {
                            waiting_after[child * mixed + k] += waiting[node * mixed + k] * all;
                        }
                    }
                }
            }
            if let Some(Leftover::Slot(into)) = step.closes {
                slot_of
                    .iter_mut()
                    .filter(|slot| **slot == step.slot)
                    .for_each(|s| *s = into);
            }
            (ways, waiting) = (ways_after, waiting_after);
        }
        self.spread(counts, &sums, &rest);
        Ok(())
    }

    /// From the totals of a kind to those of its cards, which are all alike.
    fn spread(&self, counts: &mut [[u128; 64]], sums: &[Vec<u128>], rest: &[u128]) {
        let shared: u128 = self.rest.iter().map(|&(_, number)| number as u128).sum();
        let mut add_rest = |card: u8, ways: u128| {
            for &(place, number) in &self.rest {
                let given = self.rest_ways * number as u128 / shared;
                counts[place][card as usize] += ways * given;
            }
        };
        for (k, cards) in self.track.slots[..self.track.first_slots]
            .iter()
            .enumerate()
        {
            for card in cards.iter() {
                add_rest(card, rest[k] / cards.len() as u128);
            }
        }
        for card in self.unclassed().iter() {
            add_rest(card, 1);
        }
        for (k, cards) in self.track.slots[..self.track.first_slots]
            .iter()
            .enumerate()
        {
            for (place, sums) in sums.iter().enumerate() {
                for card in cards.iter() {
                    counts[place][card as usize] += sums[k] / cards.len() as u128 * self.rest_ways;
                }
            }
        }
        for (place, counts) in counts.iter_mut().enumerate() {
            for card in self.fixed[place].iter() {
                counts[card as usize] = self.count();
            }
        }
    }
}

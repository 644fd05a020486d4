//! From a question to its answer: the rules compiled in every order that fits, and a race between the orders.
//!
//! All orders are grown side by side, a layer at a time, always the one with the least price so far. The first to be
//! done is about the cheapest, and the others have not been grown past the point where they looked dearer.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::automaton::Meter;
use crate::graph::choose;
use crate::grow::{Growth, Keep};
use crate::order::{Order, Track};
use crate::parts::{Compiled, Parts, Verdict};
use crate::setup::Settled;
use crate::sheet::{Line, Sheet};
use crate::space::{Slots, share_rest};
use crate::supply::supplies;
use crate::{Budget, Deal, Error, MAX_PLACES, Ratio, Setup, Space, Watch};

/// A race is given up when even the cheapest order looks so many times dearer than the budget: layers shrink again
/// towards the end, but not by that much.
const HOPELESS: u64 = 3;
/// An order whose rules take so many times the work that they took in the first order is not considered: the graph
/// would be as much larger.
const DEARER: u64 = 2;

/// Builds a space in one of some orders.
pub(crate) fn build(
    setup: &Setup,
    orders: &[Order],
    budget: Budget,
    watch: &Watch,
) -> Result<Space, Error> {
    let (space, _) = build_of_width(setup, orders, budget, usize::MAX, watch)?;
    Ok(space)
}

/// The width of the first attempt at finding a deal, and by how much the next ones are wider.
pub(crate) const FIRST_WIDTH: usize = 500;
const WIDER: usize = 16;

/// A deal, if there is one. A graph with only some of the states of each layer still has nothing but deals that qualify:
/// a narrow one is enough to find a deal of a question that has many, and a question that has few has a small graph.
pub(crate) fn find(
    setup: &Setup,
    budget: Budget,
    width: usize,
    watch: &Watch,
) -> Result<Option<Deal>, Error> {
    let mut width = width;
    let mut left = budget;
    loop {
        let (space, cut) = build_of_width(setup, &Order::ALL, left, width, watch)?;
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
    watch: &Watch,
) -> Result<(Space, bool), Error> {
    let Some(race) = Race::new(setup, orders, budget, Keep::Layers(width), watch) else {
        return Ok((Space::empty(setup.clone(), orders[0]), false));
    };
    let (settled, tracked) = (race.settled.clone(), race.tracked);
    let Candidate {
        order,
        growth,
        verdict,
    } = race.winner()?;
    let cut = growth.is_cut();
    let (track, graph, work) = growth.finish(&verdict)?;
    let space = Space::new(setup.clone(), order, settled, tracked, track, graph, work)?;
    Ok((space, cut))
}

/// A question in one order, its rules compiled.
struct Candidate<'w> {
    order: Order,
    growth: Growth<'w>,
    verdict: Verdict,
}

/// A question on its way to an answer, in several orders.
struct Race<'w> {
    settled: Settled,
    tracked: u8,
    candidates: Vec<Candidate<'w>>,
    budget: Budget,
    /// Why there is no answer, if there is none.
    over: Error,
}

impl<'w> Race<'w> {
    /// Compiles the rules in every order; `None` if the forced cards already clash.
    fn new(
        setup: &Setup,
        orders: &[Order],
        budget: Budget,
        keep: Keep,
        watch: &'w Watch,
    ) -> Option<Race<'w>> {
        let settled = setup.settle()?;
        let tracked = settled.tracked(setup);
        let mut race = Race {
            tracked,
            candidates: Vec::new(),
            budget,
            over: Meter::new(budget, watch).over(),
            settled,
        };
        let mut tracks: Vec<Track> = Vec::new();
        let mut compiled = Compiled::default();
        // Rules that take more than their part of the budget to compile would leave too little for the graph; counting
        // takes less than a graph.
        let mut allowed = match keep {
            Keep::Layers(_) => budget.work / 3,
            Keep::Counts => budget.work / 2,
        };
        for &order in orders {
            let track = Track::new(setup, &race.settled, tracked, order);
            if tracks.contains(&track) || track.slots.len() > Slots::MOST {
                continue;
            }
            tracks.push(track.clone());
            let allowance = Budget {
                work: allowed,
                ..budget
            };
            let mut meter = Meter::new(allowance, watch);
            let parts = Parts::new(
                setup,
                &race.settled,
                tracked,
                &track,
                &mut compiled,
                &mut meter,
            );
            let Parts { automata, verdict } = match parts {
                Ok(parts) => parts,
                Err(Error::OverBudget { .. }) => continue,
                Err(error) => {
                    race.over = error;
                    continue;
                }
            };
            allowed = allowed.min(DEARER * meter.work + budget.work / 100);
            meter.budget = budget;
            let supplies = supplies(setup, &race.settled, tracked, &track, &automata);
            if let Some(growth) = Growth::new(track, automata, supplies, meter, keep) {
                race.candidates.push(Candidate {
                    order,
                    growth,
                    verdict,
                });
            }
        }
        Some(race)
    }

    /// The order that is done first.
    fn winner(self) -> Result<Candidate<'w>, Error> {
        let Race {
            mut candidates,
            budget,
            mut over,
            ..
        } = self;
        loop {
            // The budget is for all of them together.
            let spent: u64 = candidates.iter().map(|c| c.growth.work()).sum();
            let prices = candidates.iter().map(|c| c.growth.price()).enumerate();
            let Some((cheapest, price)) = prices.min_by_key(|(_, price)| *price) else {
                return Err(over);
            };
            if spent > budget.work || price / HOPELESS > budget.work {
                return Err(over);
            }
            let growth = &mut candidates[cheapest].growth;
            if growth.is_done() {
                return Ok(candidates.swap_remove(cheapest));
            }
            if let Err(error) = growth.advance() {
                candidates.swap_remove(cheapest);
                over = error;
            }
            // Together they may not hold more than one alone: the dearest gives way.
            let held: u64 = candidates.iter().map(|c| c.growth.memory()).sum();
            let prices = candidates.iter().map(|c| c.growth.price()).enumerate();
            let dearest = prices.max_by_key(|(_, price)| *price);
            if let (true, Some((dearest, _))) = (held > budget.memory, dearest) {
                candidates.swap_remove(dearest);
            }
        }
    }
}

/// A question with its rules compiled, before it is counted: what is known of each place alone, and then the count.
///
/// Counting takes less than building a [`Space`], because nothing but numbers is kept.
pub struct Study<'w> {
    /// None if the forced cards already clash.
    race: Option<Race<'w>>,
}

impl Setup {
    /// Compiles the rules, for a count of the deals by the values of some lines of a sheet.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`], if a line looks at one.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use space::{Budget, Cards, Deck, Quantity, Setup, Sheet, Watch};
    /// // Two players with three cards each of six: how many of the low cards does player 0 have?
    /// let deck = Deck::new([[0, 1, 2], [3, 4, 5]])?;
    /// let mut sheet = Sheet::default();
    /// let low = sheet.read([Quantity::number(0, Cards(0b111))], |values| values[0]);
    /// let setup = Setup::new(deck, [3, 3])?;
    /// let watch = Watch::default();
    /// let study = setup.study(&Arc::new(sheet), &[low], Budget::default(), &watch)?;
    /// let tally: Vec<_> = study.tally()?.into_iter().collect();
    /// assert_eq!(tally, [(vec![0], 1), (vec![1], 9), (vec![2], 9), (vec![3], 1)]);
    /// # Ok::<(), space::Error>(())
    /// ```
    pub fn study<'w>(
        &self,
        sheet: &Arc<Sheet>,
        lines: &[Line],
        budget: Budget,
        watch: &'w Watch,
    ) -> Result<Study<'w>, Error> {
        let setup = self.clone().tallying(sheet, lines)?;
        Ok(Study {
            race: Race::new(&setup, &Order::ALL, budget, Keep::Counts, watch),
        })
    }
}

impl Study<'_> {
    /// For each place that something is said of, the share of its hands that might do, whatever the others have. Where
    /// cards may not lie everywhere hands are not equally likely, and nothing is said.
    pub fn alone(&self) -> Vec<(usize, Ratio)> {
        let Some(race) = &self.race else {
            return Vec::new();
        };
        let Settled {
            free, left, may, ..
        } = &race.settled;
        let open = (0..MAX_PLACES)
            .filter(|&place| left[place] > 0)
            .fold(0u8, |mask, place| mask | 1 << place);
        let Some(candidate) = race.candidates.first() else {
            return Vec::new();
        };
        if free.iter().any(|card| may[card as usize] & open != open) {
            return Vec::new();
        }
        let (track, parts) = candidate.growth.parts();
        let classes = track.steps.iter().flat_map(|step| {
            let class = track.slots[step.slot].len() as u8;
            step.places.iter().map(move |_| class)
        });
        let classes: Vec<u8> = classes.collect();
        let places = (0..MAX_PLACES).filter(|p| race.tracked >> p & 1 == 1);
        let chance = |(place, part): (usize, &crate::automaton::Automaton)| {
            let ratio = Ratio {
                numerator: i128::try_from(part.ways(&classes)).ok()?,
                denominator: choose(free.len() as u8, left[place]).into(),
            };
            Some((place, ratio))
        };
        places.zip(parts).filter_map(chance).collect()
    }

    /// In how many deals the lines have each combination of values. Combinations that no deal has are not there.
    ///
    /// # Errors
    /// [`Error::OverBudget`], or [`Error::TooManyDeals`].
    pub fn tally(self) -> Result<BTreeMap<Vec<i64>, u128>, Error> {
        let Some(race) = self.race else {
            return Ok(BTreeMap::new());
        };
        let (_, rest_ways) = share_rest(&race.settled, race.tracked)?;
        let Candidate {
            growth, verdict, ..
        } = race.winner()?;
        let mut tally = growth.tally(&verdict)?;
        for count in tally.values_mut() {
            *count = count.checked_mul(rest_ways).ok_or(Error::TooManyDeals)?;
        }
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Deck;
    use crate::Quantity;

    /// However narrow the first attempt: what is there is found, and what is not is proved.
    #[test]
    fn narrow_graphs_find_what_there_is() {
        let ranks = |place| Quantity::new(place, |card| i32::from(card % 6) * i32::from(card % 6));
        for wanted in 0..60 {
            let deck = Deck::new([vec![0, 1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10, 11]]).unwrap();
            let setup = Setup::new(deck, [4, 4, 4]).unwrap();
            let setup = setup.require(ranks(0).within(wanted..=wanted));
            let setup = setup.unwrap().require(ranks(1).within(30..=31));
            let setup = setup.unwrap();
            let count = setup.build().unwrap().count();
            for width in [1, 2, 7, 500] {
                let found = find(&setup, Budget::default(), width, &Watch::default()).unwrap();
                assert_eq!(found.is_some(), count > 0, "{wanted}");
                assert!(found.is_none_or(|deal| setup.holds(&deal)));
            }
        }
    }
}

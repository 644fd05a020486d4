//! From a question to a graph: the rules compiled in every order that fits, and a race between the orders.
//!
//! All orders are grown side by side, a layer at a time, always the one with the least price so far. The first to be
//! done is about the cheapest, and the others have not been grown past the point where they looked dearer.

use std::sync::Arc;

use crate::grow::{Growth, Keep};
use crate::meter::Meter;
use crate::order::{Order, Track};
use crate::parts::{CompiledPlaces, Parts, Verdict};
use crate::setup::Settled;
use crate::space::Slots;
use crate::supply::supplies;
use crate::{Budget, Error, Setup, Space, Watch};

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

/// Builds a space in any order, if its rules compile in the first.
pub(crate) fn build_if_first_compiles(
    setup: &Setup,
    budget: Budget,
    watch: &Watch,
) -> Result<Space, Error> {
    let keep = Keep::Layers(usize::MAX);
    let race = Race::compiled(setup, &Order::ALL, budget, keep, GivesUp::AtTheFirst, watch)?;
    let (space, _) = finished(setup, Order::ALL[0], race)?;
    Ok(space)
}

/// A space of graphs with at most so many states a layer, and whether there would have been more.
pub(crate) fn build_of_width(
    setup: &Setup,
    orders: &[Order],
    budget: Budget,
    width: usize,
    watch: &Watch,
) -> Result<(Space, bool), Error> {
    let race = Race::new(setup, orders, budget, Keep::Layers(width), watch)?;
    finished(setup, orders[0], race)
}

/// The space of a race, and whether there would have been more; an empty one in this order if there is none to run.
fn finished(setup: &Setup, order: Order, race: Option<Race<'_>>) -> Result<(Space, bool), Error> {
    let Some(race) = race else {
        return Ok((Space::empty(setup.clone(), order), false));
    };
    let (settled, tracked) = (race.settled.clone(), race.tracked);
    let Candidate {
        order,
        growth,
        verdict,
    } = race.winner(&mut 0)?;
    let cut = growth.is_cut();
    let (track, graph, work) = growth.finish(&verdict)?;
    let space = Space::new(setup.clone(), order, settled, tracked, track, graph, work)?;
    Ok((space, cut))
}

/// When a race is not run because its rules take too much to compile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GivesUp {
    /// When they do in the first order: they hardly ever take less in another, and all of them cost three times as much to try.
    AtTheFirst,
    /// When they do in every order.
    AtTheLast,
}

/// A question in one order, its rules compiled.
#[derive(Clone)]
pub(crate) struct Candidate<'w> {
    pub order: Order,
    pub growth: Growth<'w>,
    pub verdict: Arc<Verdict>,
}

/// A question on its way to an answer, in several orders.
#[derive(Clone)]
pub(crate) struct Race<'w> {
    pub settled: Settled,
    pub tracked: u8,
    pub candidates: Vec<Candidate<'w>>,
    budget: Budget,
    /// Why there is no answer, if there is none.
    over: Error,
}

impl<'w> Race<'w> {
    /// Compiles the rules in every order; `None` if the forced cards already clash.
    pub(crate) fn new(
        setup: &Setup,
        orders: &[Order],
        budget: Budget,
        keep: Keep,
        watch: &'w Watch,
    ) -> Result<Option<Race<'w>>, Error> {
        Race::compiled(setup, orders, budget, keep, GivesUp::AtTheLast, watch)
    }

    fn compiled(
        setup: &Setup,
        orders: &[Order],
        budget: Budget,
        keep: Keep,
        gives_up: GivesUp,
        watch: &'w Watch,
    ) -> Result<Option<Race<'w>>, Error> {
        let Some(settled) = setup.settle() else {
            return Ok(None);
        };
        let tracked = settled.tracked(setup);
        let mut race = Race {
            tracked,
            candidates: Vec::new(),
            budget,
            over: Meter::new(budget, watch).over(),
            settled,
        };
        let mut tracks: Vec<Track> = Vec::new();
        let mut compiled = CompiledPlaces::default();
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
            watch.look()?;
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
                Err(Error::OverBudget { .. } | Error::OverMemory { .. })
                    if gives_up == GivesUp::AtTheFirst && race.candidates.is_empty() =>
                {
                    break;
                }
                Err(Error::OverBudget { .. } | Error::OverMemory { .. }) => continue,
                Err(Error::Stopped(stopped)) => return Err(stopped.into()),
                Err(error) => {
                    race.over = error;
                    continue;
                }
            };
            allowed = allowed.min(DEARER * meter.work + budget.work / 100);
            meter.budget = budget;
            let pace = meter.pace();
            let supplies = supplies(setup, &race.settled, tracked, &track, &automata, pace)?;
            if let Some(growth) = Growth::new(track, automata, supplies, meter, keep) {
                race.candidates.push(Candidate {
                    order,
                    growth,
                    verdict: Arc::new(verdict),
                });
            }
        }
        Ok(Some(race))
    }

    /// The order that is done first.
    pub(crate) fn winner(self, spent: &mut u64) -> Result<Candidate<'w>, Error> {
        let Race {
            mut candidates,
            budget,
            mut over,
            ..
        } = self;
        loop {
            // The budget is for all of them together.
            *spent = candidates.iter().map(|c| c.growth.work()).sum();
            let prices = candidates.iter().map(|c| c.growth.price()).enumerate();
            let Some((cheapest, price)) = prices.min_by_key(|(_, price)| *price) else {
                return Err(over);
            };
            if *spent > budget.work || price / HOPELESS > budget.work {
                let work = budget.work;
                return Err(Error::OverBudget { work });
            }
            let growth = &mut candidates[cheapest].growth;
            if growth.is_done() {
                return Ok(candidates.swap_remove(cheapest));
            }
            match growth.advance() {
                Ok(()) => {}
                Err(Error::Stopped(stopped)) => return Err(stopped.into()),
                Err(error) => {
                    candidates.swap_remove(cheapest);
                    over = error;
                }
            }
            // Together they may not hold more than one alone: the dearest gives way.
            let held: u64 = candidates.iter().map(|c| c.growth.memory()).sum();
            let prices = candidates.iter().map(|c| c.growth.price()).enumerate();
            let dearest = prices.max_by_key(|(_, price)| *price);
            if let (true, Some((dearest, _))) = (held > budget.memory, dearest) {
                candidates.swap_remove(dearest);
                let memory = budget.memory;
                over = Error::OverMemory { memory };
            }
        }
    }
}

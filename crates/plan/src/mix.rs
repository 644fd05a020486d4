//! Several plans, each with its share of the boards.
//!
//! Which plan a board comes from is drawn from the board's own stream, and then the board from what follows in it: so
//! neither threads nor shards nor the order of the boards matter. Nothing is thrown away for the sake of the shares.

use std::ops::ControlFlow;

use condition::EvalError;
use rand::Rng;

use crate::plan::Plan;
use crate::run::{Chunk, Run, RunError, chunk_size, run_by};
use crate::worker::{Dealt, Finder, Found, Stop, Worker};

/// Plans and how often each is drawn.
#[derive(Clone, Debug)]
pub struct Mix {
    /// For each plan, the bound below which a draw of 64 bits means it or one before.
    parts: Vec<(u64, Plan)>,
}

impl Mix {
    /// Plans with shares that need not add up to 1: only what they are to each other matters. A share is kept to about
    /// 15 digits.
    ///
    /// # Panics
    /// If there is no plan with a share above 0.
    pub fn new(parts: impl IntoIterator<Item = (f64, Plan)>) -> Mix {
        let parts = parts.into_iter().filter(|(share, _)| *share > 0.0);
        let parts: Vec<(f64, Plan)> = parts.collect();
        assert!(!parts.is_empty(), "a mix of nothing");
        let total: f64 = parts.iter().map(|(share, _)| share).sum();
        let mut upto = 0.0;
        let last = parts.len() - 1;
        let bounded = parts.into_iter().enumerate().map(|(i, (share, plan))| {
            upto += share;
            let bound = if i == last {
                u64::MAX
            } else {
                (upto / total * 2f64.powi(64)) as u64
            };
            (bound, plan)
        });
        Mix {
            parts: bounded.collect(),
        }
    }

    /// The plans, in their order; those without a share are not among them.
    pub fn plans(&self) -> impl Iterator<Item = &Plan> {
        self.parts.iter().map(|(_, plan)| plan)
    }

    /// Each plan's share.
    fn shares(&self) -> impl Iterator<Item = f64> {
        let bounds = self.parts.iter().map(|(bound, _)| *bound);
        let before = std::iter::once(0).chain(bounds.clone());
        bounds
            .zip(before)
            .map(|(bound, before)| (bound - before) as f64 / 2f64.powi(64))
    }

    fn mean(&self, of: impl Fn(&Plan) -> f64) -> f64 {
        let plans = self.plans().zip(self.shares());
        plans.map(|(plan, share)| share * of(plan)).sum()
    }

    /// About how many deals it takes to find a board, as far as short pilots could tell.
    pub fn tries_a_board(&self) -> f64 {
        self.mean(Plan::tries_a_board)
    }

    /// About what a board costs, in operations.
    pub fn price(&self) -> f64 {
        self.mean(Plan::price)
    }

    /// Whether the pilots came across a board of every plan.
    pub fn found_some(&self) -> bool {
        self.plans().all(Plan::found_some)
    }

    /// Someone who finds boards by these plans.
    pub fn worker(&self) -> MixWorker<'_> {
        MixWorker {
            workers: self
                .parts
                .iter()
                .map(|(bound, plan)| (*bound, plan.worker()))
                .collect(),
            last: 0,
        }
    }

    /// Deals the boards of a run, as [`crate::run`] does for one plan. `distinct` has no meaning here.
    ///
    /// # Errors
    /// The first thing that went wrong, in the order of the boards.
    pub fn run<T: Send, E>(
        &self,
        run: &Run,
        stop: &Stop,
        start: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &mut Dealt) -> Result<(), EvalError> + Sync,
        mut sink: impl FnMut(Chunk<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), RunError<E>> {
        let is_slow = self.plans().any(Plan::is_slow);
        let size = chunk_size(run, is_slow, self.tries_a_board());
        run_by(run, size, stop, || self.worker(), start, add, &mut sink)
    }
}

/// Finds boards by the plans of a mix, one after the other.
pub struct MixWorker<'a> {
    workers: Vec<(u64, Worker<'a>)>,
    last: usize,
}

impl MixWorker<'_> {
    /// Finds a board of a seed, in at most so many tries.
    ///
    /// # Errors
    /// When a condition has no answer for a deal.
    pub fn board(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<Found, EvalError> {
        let mut stream = space::stream(seed, number);
        let draw = stream.next_u64();
        let last = self.workers.len() - 1;
        let drawn = self.workers.partition_point(|(bound, _)| *bound <= draw);
        self.last = drawn.min(last);
        self.worker().board_from(stream, tries, stop)
    }

    /// Which of the plans the last board came from.
    pub fn last(&self) -> usize {
        self.last
    }
}

impl<'p> Finder<'p> for MixWorker<'p> {
    fn find(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        stop: &Stop,
    ) -> Result<Found, EvalError> {
        self.board(seed, number, tries, stop)
    }

    fn worker(&mut self) -> &mut Worker<'p> {
        &mut self.workers[self.last].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::Seat;

    fn plan(text: &str) -> Plan {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        Plan::new(&compiled.condition, &compiled.predeal, 1000).unwrap()
    }

    #[test]
    fn boards_come_by_share_and_from_the_plan_that_was_drawn() {
        let strong = plan("hcp(north) >= 15");
        let mix = Mix::new([
            (3.0, strong),
            (0.0, plan("1")),
            (1.0, plan("hcp(north) < 5")),
        ]);
        let mut worker = mix.worker();
        let mut weak = 0;
        for number in 1..=4000 {
            let found = worker.board(5, number, u64::MAX, &Stop::default()).unwrap();
            let points: u32 = found.deal.unwrap()[Seat::North]
                .cards()
                .map(|card| (card.rank().index() as u32).saturating_sub(8))
                .sum();
            assert_eq!(points < 5, worker.last() == 1);
            weak += u32::from(points < 5);
        }
        // A quarter of 4000, within four standard deviations.
        assert!((890..=1110).contains(&weak), "{weak}");
    }

    #[test]
    fn threads_do_not_matter() {
        let mix = Mix::new([
            (1.0, plan("hcp(north) >= 15")),
            (2.0, plan("spades(west) > 6")),
        ]);
        let deal = |threads: usize| {
            let run = Run {
                seed: 3,
                boards: 1..200,
                generate: None,
                threads,
                distinct: false,
            };
            let mut deals = Vec::new();
            let add = |made: &mut Vec<_>, dealt: &mut Dealt| {
                made.push(dealt.deal);
                Ok(())
            };
            let sink = |chunk: Chunk<Vec<_>>| -> Result<_, ()> {
                deals.extend(chunk.made);
                Ok(ControlFlow::Continue(()))
            };
            mix.run(&run, &Stop::default(), Vec::new, add, sink)
                .unwrap();
            deals
        };
        assert_eq!(deal(1), deal(3));
        assert_eq!(deal(1).len(), 199);
    }
}

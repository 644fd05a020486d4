//! Several conditions, each with its share of the boards.
//!
//! Which of them a board comes from is drawn from the board's own stream, and then the board from what follows in it: so
//! neither threads nor shards nor the order of the boards matter. Nothing is thrown away for the sake of the shares.

use std::sync::Arc;

use bridge::Deal;
use condition::EvalError;
use rand::Rng;
use space::Watch;

use crate::finding::finder::{FindError, Finder, FoundBoard};
use crate::finding::plans::{Plans, PlansFinder};
use crate::finding::quota::Quota;

/// The plans of several conditions, and how often each is drawn.
#[derive(Clone, Debug)]
pub struct Mix {
    /// For each part, the bound below which a draw of 64 bits means it or one before.
    parts: Vec<(u64, Arc<Plans>)>,
    /// Where the boards are a set that comes out exactly, which is of which part.
    quota: Option<Arc<Quota>>,
}

impl Mix {
    /// Plans with shares that need not add up to 1: only what they are to each other matters. A share is kept to about
    /// 15 digits.
    ///
    /// # Panics
    /// If there is none with a share above 0.
    pub fn new(parts: impl IntoIterator<Item = (f64, Plans)>) -> Mix {
        let parts = parts.into_iter().filter(|(share, _)| *share > 0.0);
        let parts: Vec<(f64, Plans)> = parts.collect();
        assert!(!parts.is_empty(), "a mix of nothing");
        let total: f64 = parts.iter().map(|(share, _)| share).sum();
        let mut upto = 0.0;
        let last = parts.len() - 1;
        let bounded = parts.into_iter().enumerate().map(|(i, (share, plans))| {
            upto += share;
            let bound = if i == last {
                u64::MAX
            } else {
                (upto / total * 2f64.powi(64)) as u64
            };
            (bound, Arc::new(plans.with_share(share / total)))
        });
        Mix {
            parts: bounded.collect(),
            quota: None,
        }
    }

    /// The same, its boards a set whose parts are those of this mix that have a share.
    pub fn with_quota(self, quota: Quota) -> Mix {
        let quota = Some(Arc::new(quota));
        Mix { quota, ..self }
    }

    /// How many boards each part has, if they are a set.
    pub fn quota(&self) -> Option<&Quota> {
        self.quota.as_deref()
    }

    /// The plans, in their order, each with its share; those without one are not among them.
    pub fn parts(&self) -> impl Iterator<Item = (&Arc<Plans>, f64)> {
        let bounds = self.parts.iter().map(|(bound, _)| *bound);
        let before = std::iter::once(0).chain(bounds.clone());
        let shares = bounds
            .zip(before)
            .map(|(bound, before)| (bound - before) as f64 / 2f64.powi(64));
        self.parts.iter().map(|(_, plans)| plans).zip(shares)
    }

    /// Someone who finds boards of this mix.
    pub fn finder(&self) -> MixFinder {
        let finder = |(bound, plans): &(u64, Arc<Plans>)| (*bound, plans.finder());
        MixFinder {
            finders: self.parts.iter().map(finder).collect(),
            quota: self.quota.clone(),
            last: 0,
        }
    }
}

/// Finds boards of a mix, one after the other, and tells which part each came from.
pub struct MixFinder {
    finders: Vec<(u64, PlansFinder)>,
    quota: Option<Arc<Quota>>,
    last: usize,
}

impl Finder for MixFinder {
    /// Which of the parts.
    type About = usize;

    fn find(
        &mut self,
        seed: u64,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<usize>, FindError> {
        let mut stream = space::stream(seed, number);
        let draw = stream.next_u64();
        let of_set = self.quota.as_ref().and_then(|set| set.part_of(number));
        let drawn =
            of_set.unwrap_or_else(|| self.finders.partition_point(|(bound, _)| *bound <= draw));
        self.last = drawn.min(self.finders.len() - 1);
        let finder = &mut self.finders[self.last].1;
        let found = finder.find_from(stream, number, tries, watch)?;
        Ok(FoundBoard {
            deal: found.deal,
            tries: found.tries,
            about: self.last,
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        self.finders[self.last].1.value(index, deal)
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        let all = self.finders.iter_mut();
        let mut least = u64::MAX;
        for (_, finder) in all {
            least = least.min(finder.boards_at_once(number, watch)?);
        }
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chunk, Dealt, Run, Strategy, consumer, run};
    use bridge::Seat;
    use std::ops::ControlFlow;

    fn plans(text: &str) -> Plans {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        Plans::new(Strategy::Auto, &compiled.condition, &compiled.predeal)
    }

    #[test]
    fn boards_come_by_share_and_from_the_plan_that_was_drawn() {
        let strong = plans("hcp(north) >= 15");
        let mix = Mix::new([
            (3.0, strong),
            (0.0, plans("1")),
            (1.0, plans("hcp(north) < 5")),
        ]);
        let shares: Vec<f64> = mix.parts().map(|(_, share)| share).collect();
        assert!((shares[0] - 0.75).abs() < 1e-12 && (shares[1] - 0.25).abs() < 1e-12);
        let mut finder = mix.finder();
        let mut weak = 0;
        for number in 1..=4000 {
            let found = finder.find(5, number, u64::MAX, &Watch::default()).unwrap();
            let points: u32 = found.deal.unwrap()[Seat::North]
                .cards()
                .map(|card| (card.rank().index() as u32).saturating_sub(8))
                .sum();
            assert_eq!(points < 5, found.about == 1);
            weak += u32::from(points < 5);
        }
        // A quarter of 4000, within four standard deviations.
        assert!((890..=1110).contains(&weak), "{weak}");
    }

    #[test]
    fn threads_do_not_matter() {
        let mix = Mix::new([
            (1.0, plans("hcp(north) >= 15")),
            (2.0, plans("spades(west) > 6")),
        ]);
        let deal = |threads: usize| {
            let whole = Run {
                seed: 3,
                boards: 1..200,
                generate: None,
                threads,
                distinct: false,
            };
            let mut deals = Vec::new();
            let add = |made: &mut Vec<_>, dealt: &mut Dealt<usize>| {
                made.push(dealt.deal);
                Ok(())
            };
            let sink = |chunk: Chunk<Vec<_>>| -> Result<_, ()> {
                deals.extend(chunk.made);
                Ok(ControlFlow::Continue(()))
            };
            let consumer = consumer(Vec::new, add);
            run(&whole, || mix.finder(), &consumer, &Watch::default(), sink).unwrap();
            deals
        };
        assert_eq!(deal(1), deal(3));
        assert_eq!(deal(1).len(), 199);
    }
}

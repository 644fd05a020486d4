//! Several conditions, each with its share of the boards.
//!
//! Which of them a board comes from is drawn from the board's own stream, and then the board from what follows in it: so
//! neither threads nor shards nor the order of the boards matter. Nothing is thrown away for the sake of the shares.

use std::sync::Arc;

use bridge::Deal;
use condition::EvalError;
use rand::Rng;
use space::{Key, Watch};

use crate::finding::choice::Choice;
use crate::finding::finder::{FindError, Finder, FoundBoard};
use crate::finding::plans::{Plans, PlansFinder};
use crate::finding::quota::Quota;

/// The plans of several conditions, and how often each is drawn.
#[derive(Clone, Debug)]
pub struct Mix {
    parts: Vec<Arc<Plans>>,
    choice: Choice,
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
        let shares: Vec<f64> = parts.iter().map(|(share, _)| *share).collect();
        let total: f64 = shares.iter().sum();
        let with_share = |(share, plans): (f64, Plans)| Arc::new(plans.with_share(share / total));
        Mix {
            parts: parts.into_iter().map(with_share).collect(),
            choice: Choice::new(&shares),
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
        self.parts.iter().zip(self.choice.shares())
    }

    /// Someone who finds boards of this mix.
    pub fn finder(&self) -> MixFinder {
        MixFinder {
            finders: self.parts.iter().map(|plans| plans.finder()).collect(),
            choice: self.choice.clone(),
            quota: self.quota.clone(),
            last: 0,
        }
    }
}

/// Finds boards of a mix, one after the other, and tells which part each came from.
pub struct MixFinder {
    finders: Vec<PlansFinder>,
    choice: Choice,
    quota: Option<Arc<Quota>>,
    last: usize,
}

impl Finder for MixFinder {
    /// Which of the parts.
    type About = usize;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<usize>, FindError> {
        let mut stream = key.stream(number);
        let draw = stream.next_u64();
        let of_set = self.quota.as_ref().and_then(|set| set.part_of(number));
        self.last = of_set.unwrap_or_else(|| self.choice.of(draw));
        let finder = &mut self.finders[self.last];
        let found = finder.find_from(stream, number, tries, watch)?;
        Ok(FoundBoard {
            deal: found.deal,
            tries: found.tries,
            about: self.last,
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        self.finders[self.last].value(index, deal)
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        let all = self.finders.iter_mut();
        let mut least = u64::MAX;
        for finder in all {
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
            let found = finder
                .find(5.into(), number, u64::MAX, &Watch::default())
                .unwrap();
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
                key: 3.into(),
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

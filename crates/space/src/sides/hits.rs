//! Which states independent samples have: each sample has one wherever so much more is promised, from a place on that chance chooses.
//!
//! Classes come one after the other, and which of them a sample has is known by what they promise as a whole; the states follow then. So a
//! class that no sample has need not be looked at further.

use crate::Key;
use crate::streams::{Stream, from_zero_to_one};

/// What samples have so far, and which states of the class at hand.
pub(super) struct Hits {
    pub(super) streams: Vec<Stream>,
    /// For so much that is promised a sample has a state.
    pub(super) step: f64,
    next: Vec<f64>,
    soonest: f64,
    /// What all classes so far promise.
    upto: f64,
    /// The places that samples have in the class, by what is promised before them, and the states there; each with its sample.
    points: Vec<(f64, usize)>,
    pub(super) states: Vec<(usize, usize)>,
}

impl Hits {
    /// So many samples, each with a state for so much that is promised.
    pub(super) fn new(samples: usize, step: f64, key: Key) -> Hits {
        let streams = (1..).map(|number| key.stream(number)).take(samples);
        let mut streams: Vec<Stream> = streams.collect();
        let next = streams.iter_mut();
        let next: Vec<f64> = next.map(|stream| step * from_zero_to_one(stream)).collect();
        Hits {
            streams,
            step,
            soonest: next.iter().copied().fold(f64::INFINITY, f64::min),
            next,
            upto: 0.0,
            points: Vec::new(),
            states: Vec::new(),
        }
    }

    /// How many samples there are.
    pub(super) fn samples(&self) -> usize {
        self.next.len()
    }

    /// Which states of another class samples have, in order, by what each state promises; whether there are any.
    pub(super) fn of_class(&mut self, promises: &[f64]) -> bool {
        let all = promises.iter().sum::<f64>();
        self.upto += all;
        if self.upto <= self.soonest {
            return false;
        }
        self.points.clear();
        for (sample, next) in self.next.iter_mut().enumerate() {
            let mut times = 0;
            while self.upto > *next {
                *next += self.step;
                times += 1;
            }
            if times > 0 {
                let step = all / times as f64;
                let start = from_zero_to_one(&mut self.streams[sample]);
                let point = |number: usize| (step * (start + number as f64), sample);
                self.points.extend((0..times).map(point));
            }
        }
        self.soonest = self.next.iter().copied().fold(f64::INFINITY, f64::min);
        self.points
            .sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        self.states.clear();
        // Whatever was rounded, each point is some state's that promises something.
        let last = promises.iter().rposition(|promise| *promise > 0.0);
        let last = last.unwrap_or(0);
        let (mut state, mut upto) = (0, promises[0]);
        for &(point, sample) in &self.points {
            while upto <= point && state < last {
                state += 1;
                upto += promises[state];
            }
            self.states.push((state, sample));
        }
        self.states.sort_unstable();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each state comes as often as it promises, in each sample and whatever stands beside it; what promises nothing never comes.
    #[test]
    fn states_come_as_often_as_they_promise() {
        const SAMPLES: usize = 4;
        const STEP: f64 = 4.0;
        let classes: [&[f64]; 4] = [
            &[3.0, 0.0, 1.0, 17.5],
            &[0.2],
            &[0.0, 0.0],
            &[5.0, 0.1, 2.0],
        ];
        let all = classes.iter().copied().flatten().sum::<f64>() / STEP;
        let mut often = classes.map(|class| vec![[0.0; SAMPLES]; class.len()]);
        let keys = 20_000;
        for key in 0..keys {
            let mut hits = Hits::new(SAMPLES, STEP, Key::from(key));
            let mut each = [0.0; SAMPLES];
            for (class, often) in classes.iter().zip(&mut often) {
                if !hits.of_class(class) {
                    continue;
                }
                assert!(hits.states.is_sorted());
                for &(state, sample) in &hits.states {
                    often[state][sample] += 1.0;
                    each[sample] += 1.0;
                }
            }
            // Evenly, so that no sample has one more or less than another.
            assert!(
                each.iter().all(|hits: &f64| (hits - all).abs() < 1.0),
                "{each:?}"
            );
        }
        for (class, often) in classes.iter().zip(&often) {
            for (promise, often) in class.iter().zip(often) {
                for often in often {
                    let (mean, expected) = (often / keys as f64, promise / STEP);
                    let error = (expected / keys as f64).sqrt();
                    assert!((mean - expected).abs() <= 4.0 * error, "{mean} {expected}");
                }
            }
        }
    }
}

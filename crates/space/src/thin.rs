//! Estimates by thinning: a graph that is too large to be counted is grown all the same, but of a layer with too many states
//! only some are kept, each in place of others too.
//!
//! A state is kept with a chance `p` in proportion to what it is expected to come to, and if it is, the ways to it count `1/p`
//! times. So the expected value of everything that is counted from there on is what it would be with all states: the
//! estimate has no bias, whatever the chances were; good chances only make it sharper. What a state is expected to come to is
//! the number of ways to it, times the ways on of each part by itself.

use std::sync::Arc;

use crate::Stopped;
use crate::automaton::Automaton;
use crate::layout::{Field, FieldOf};
use crate::meter::Pace;
use crate::order::Track;
use crate::state_table::StateKey;
use crate::streams::{Stream, from_zero_to_one};

/// The ways to a state are counted in so many parts of one, so that hardly anything is lost when they are divided.
pub(crate) const UNIT: u128 = 1 << 20;

/// How far the ways on of single parts are trusted: to the power of 7/8, a little less than fully. They take from the same cards,
/// and a state that was taken for hopeless and is not does more harm than one that was taken for good. (Roots are the same to
/// the last bit on every machine; other powers are not.)
fn trusted(ways_on: f64) -> f64 {
    let half = ways_on.sqrt();
    let quarter = half.sqrt();
    half * quarter * quarter.sqrt()
}

/// How promising the states of each part are.
#[derive(Debug)]
pub(crate) struct Outlook {
    /// For each part, cell and state, about in how many ways it could go on if it had all cards to itself.
    ways: Vec<Vec<Vec<f64>>>,
}

impl Outlook {
    pub(crate) fn new(
        track: &Track,
        parts: &[Automaton],
        pace: &mut Pace,
    ) -> Result<Outlook, Stopped> {
        let classes = track.steps.iter().flat_map(|step| {
            let class = track.slots[step.slot].len() as u8;
            step.places.iter().map(move |_| class)
        });
        let classes: Vec<u8> = classes.collect();
        let ways = parts.iter().map(|part| part.ways_on(&classes, pace));
        Ok(Outlook {
            ways: ways.collect::<Result<_, _>>()?,
        })
    }
}

/// What is kept of each layer.
#[derive(Clone, Debug)]
pub(crate) struct Thinning {
    /// How many states are kept before each step, and after the last.
    pub widths: Arc<[usize]>,
    pub stream: Stream,
    pub outlook: Arc<Outlook>,
}

impl Thinning {
    /// Keeps about as many states as are wanted, if there are more.
    pub(crate) fn thin<K: StateKey>(
        &mut self,
        step: usize,
        keys: &mut Vec<K>,
        counts: &mut Vec<u128>,
        fields: &[Field],
        cell: usize,
    ) {
        let width = self.widths.get(step).copied().unwrap_or(usize::MAX);
        if keys.len() <= width {
            return;
        }
        let promise = |(key, count): (&K, &u128)| {
            let mut ways_on = 1.0;
            for field in fields {
                if let FieldOf::Part(part) = field.source {
                    let state = key.value(field.shift, field.bits) as usize;
                    ways_on *= self.outlook.ways[part][cell][state];
                }
            }
            *count as f64 * trusted(ways_on)
        };
        let promises: Vec<f64> = keys.iter().zip(&*counts).map(promise).collect();
        let bound = bound(&promises, width);
        // One random number for all: whatever lies side by side is kept in turn.
        let mut next = from_zero_to_one(&mut self.stream);
        let mut upto = 0.0;
        let mut kept = 0;
        for (at, promise) in promises.into_iter().enumerate() {
            let chance = (promise / bound).min(1.0);
            upto += chance;
            if upto > next {
                next += 1.0;
                keys[kept] = keys[at];
                counts[kept] = if chance < 1.0 {
                    (counts[at] as f64 / chance) as u128
                } else {
                    counts[at]
                };
                kept += 1;
            }
        }
        keys.truncate(kept);
        counts.truncate(kept);
    }
}

/// The promise from which on a state is surely kept, so that about so many are kept in all.
fn bound(promises: &[f64], width: usize) -> f64 {
    let mut sorted = promises.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = sorted.iter().sum();
    for (surely, promise) in sorted.iter().enumerate().take(width) {
        let bound = rest / (width - surely) as f64;
        if *promise <= bound {
            return bound;
        }
        rest -= promise;
    }
    f64::MIN_POSITIVE
}

//! How likely a deal of a profile is, as far as that can be known without waiting: from what was counted before, from what
//! little can be counted now, and for the rest from an estimate.

use std::sync::atomic::{AtomicUsize, Ordering};

use answer::one_in;
use space::{Budget, Stopped, Watch};

use crate::combining::combination::{Combination, Combinations};
use crate::combining::demand::Demands;
use crate::counting::at_once::{Guesses, estimate};
use crate::counting::counted::{self, on_threads};
use crate::counting::estimate::Estimate;
use crate::counting::kept::{KeptCounts, Mark};
use crate::loaded::LoadedProfile;

/// Where each count could have less work than this, nothing is counted.
const LEAST_WORK: u64 = 500_000;
/// So many draws tell how rare a single combination is.
const DRAWS_FOR_ONE: usize = 200;
/// An estimate has two digits if it is off by no more than this part of it in 95 of 100 cases, and else one.
const TWO_DIGITS: f64 = 0.1;
/// What an interval of 95% reaches to either side, in standard errors.
const REACH: f64 = 1.96;

/// How much may be done to find out how likely a deal of a profile is. It is work that is bounded, and never time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceBudget {
    /// The work that all counts together may take, in the steps of a [`Budget`].
    pub work: u64,
    /// How many deals an estimate draws.
    pub draws: u32,
}

impl ChanceBudget {
    /// For an answer at once: a tenth of a second or so, even where there are hundreds of combinations.
    pub const SHORT: ChanceBudget = ChanceBudget {
        work: 4_000_000,
        draws: 3_000,
    };
    /// For somebody who looks at one profile: a second or so.
    pub const USUAL: ChanceBudget = ChanceBudget {
        work: 100_000_000,
        draws: 10_000,
    };
}

/// How likely a deal of a profile is, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub struct ProfileChance {
    /// How many combinations of subprofiles and suits there are.
    pub combinations: usize,
    /// How many of them can be dealt.
    pub dealable: usize,
    /// The chance that a random deal is one for the combination that was drawn, by the shares of the combinations; none if
    /// nothing can be dealt, or nothing was found.
    pub probability: Option<f64>,
    /// Of an estimate, its standard error; none if everything was counted.
    pub error: Option<f64>,
}

/// The combination that comes least often.
#[derive(Clone, PartialEq, Debug)]
pub struct RarestCombination {
    /// The combination in words.
    pub combination: String,
    /// The chance that a random deal is one of it.
    pub probability: f64,
    /// Whether it was counted, and not estimated.
    pub exact: bool,
}

impl ProfileChance {
    /// Whether there is a chance, and it was counted.
    pub fn is_exact(&self) -> bool {
        self.probability.is_some() && self.error.is_none()
    }

    /// In a few words: `1 in 88.7`, `about 1 in 300`, `never`, `not counted`.
    pub fn in_brief(&self) -> String {
        match (self.probability, self.error) {
            _ if self.dealable == 0 => "never".to_owned(),
            (None, _) => "not counted".to_owned(),
            (Some(probability), None) => format!("1 in {}", one_in(probability, 1)),
            (Some(probability), Some(error)) => {
                let precise = REACH * error <= TWO_DIGITS * probability;
                let digits = if precise { 2 } else { 1 };
                format!("about 1 in {}", rounded_one_in(probability, digits))
            }
        }
    }
}

/// `1 in` this many, with so many digits: what was estimated is not known any better.
pub(crate) fn rounded_one_in(probability: f64, digits: i32) -> String {
    let number = 1.0 / probability;
    let unit = 10f64.powf(number.log10().floor() - f64::from(digits - 1));
    let rounded = (number / unit).round() * unit;
    if unit < 1.0 {
        format!("{rounded:.1}")
    } else {
        format!("{rounded:.0}")
    }
}

impl LoadedProfile {
    /// The same profile, with what was counted before; what is counted of it from now on is kept there too.
    #[must_use]
    pub fn keeping(mut self, kept: &KeptCounts) -> LoadedProfile {
        let combinations = std::sync::Arc::make_mut(&mut self.combinations);
        combinations.kept = kept.clone();
        self
    }

    /// How likely a deal of it is: what was counted before, what can be counted within the budget, and an estimate of the
    /// rest.
    ///
    /// # Errors
    /// When it was stopped.
    ///
    /// ```
    /// use profile::{ChanceBudget, LoadedProfile};
    /// let reading = profile::read(r#"{"profile_name": "Six", "dealer": "N", "tag": "Opener", "seat_profiles":
    ///     {"N": {"subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}}"#);
    /// let watch = plan::Watch::default();
    /// let loaded = LoadedProfile::new(reading, &watch).unwrap();
    /// let estimated = loaded.chance(ChanceBudget { work: 0, draws: 100 }, 1, &watch).unwrap();
    /// assert_eq!(estimated.in_brief(), "about 1 in 19");
    /// let counted = loaded.chance(ChanceBudget::SHORT, 1, &watch).unwrap();
    /// assert_eq!(counted.in_brief(), "1 in 19.4");
    /// ```
    pub fn chance(
        &self,
        budget: ChanceBudget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileChance, Stopped> {
        let combinations = &*self.combinations;
        count(combinations, budget.work, threads, watch)?;
        let (known, unknown) = counted_share(combinations);
        let mut chance = ProfileChance {
            combinations: combinations.all().len(),
            dealable: combinations.dealable().count(),
            probability: Some(known).filter(|known| *known > 0.0),
            error: None,
        };
        if unknown {
            watch.begin("estimating", None);
            let Estimate { probability, error } = estimate(combinations, budget.draws, watch)?;
            let all = known + probability;
            // Where no draw came to its end, the rest is not known at all.
            chance.probability = (probability > 0.0).then_some(all);
            chance.error = chance.probability.map(|_| error);
        }
        Ok(chance)
    }

    /// The combination that comes least often, by what was counted; of those that were not, the one that looks rarest is
    /// estimated.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn rarest(&self, watch: &Watch) -> Result<Option<RarestCombination>, Stopped> {
        let combinations = &*self.combinations;
        let mut counted: Option<(usize, f64)> = None;
        let mut guessed: Option<(usize, f64)> = None;
        let mut guesses = Guesses::default();
        for (kind, form) in combinations.kinds.iter().enumerate() {
            watch.look()?;
            let (least, chance) = match combinations.kept.counted(Mark::of(form)) {
                Some(chance) => (&mut counted, chance),
                None => (&mut guessed, guesses.of(form)),
            };
            if least.is_none_or(|(_, known)| chance < known) {
                *least = Some((kind, chance));
            }
        }
        let mut rarest = counted.map(|(kind, chance)| (kind, chance, true));
        if let Some((kind, _)) = guessed {
            let form = &combinations.kinds[kind];
            let chance =
                crate::counting::estimate::estimate(form, DRAWS_FOR_ONE, watch)?.probability;
            if chance > 0.0 && counted.is_none_or(|(_, known)| chance < known) {
                rarest = Some((kind, chance, false));
            }
        }
        Ok(rarest.and_then(|(kind, probability, exact)| {
            let of_kind = |one: &&Combination| one.kind.is_some_and(|(of, _)| of == kind);
            let one = combinations.dealable().find(of_kind)?;
            Some(RarestCombination {
                combination: one.describe(&self.profile),
                probability,
                exact,
            })
        }))
    }
}

/// Counts the kinds that were not counted yet, all together within so much work.
fn count(
    combinations: &Combinations,
    work: u64,
    threads: usize,
    watch: &Watch,
) -> Result<(), Stopped> {
    let kept = &combinations.kept;
    let unknown = combinations.kinds.iter();
    let unknown: Vec<&Demands> = unknown
        .filter(|form| kept.counted(Mark::of(form)).is_none())
        .collect();
    let each = work / unknown.len().max(1) as u64;
    if each < LEAST_WORK {
        return Ok(());
    }
    let budget = Budget {
        work: each,
        ..Budget::default()
    };
    watch.begin("counting", Some(unknown.len() as u64));
    let next = AtomicUsize::new(0);
    on_threads(threads.min(unknown.len()), || {
        while let Some(form) = unknown.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mark = Mark::of(form);
            if watch.look().is_err() {
                break;
            }
            if !kept.was_tried(mark, each) {
                match counted::count(form, budget, watch) {
                    Ok(odds) if odds.count.is_some() => kept.keep(mark, &odds, each),
                    Ok(_) => kept.give_up(mark, each),
                    // It was stopped: nothing is known of it.
                    Err(_) => {}
                }
            }
            watch.add(1);
        }
    });
    watch.look()
}

/// What the kinds that were counted bring, by their shares; and whether there are others.
fn counted_share(combinations: &Combinations) -> (f64, bool) {
    let kinds = combinations
        .kinds
        .iter()
        .zip(combinations.shares_of_kinds());
    let (mut known, mut unknown) = (0.0, false);
    for (form, share) in kinds {
        match combinations.kept.counted(Mark::of(form)) {
            Some(chance) => known += share * chance,
            None => unknown = true,
        }
    }
    (known, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_has_the_digits_that_are_known() {
        let chance = |probability, error| ProfileChance {
            combinations: 2,
            dealable: 1,
            probability,
            error,
        };
        for (probability, error, words) in [
            (Some(1.0 / 88.73), None, "1 in 88.7"),
            (Some(1.0 / 312.0), Some(0.00001), "about 1 in 310"),
            (Some(1.0 / 312.0), Some(0.001), "about 1 in 300"),
            (Some(1.0 / 3.22), Some(0.001), "about 1 in 3.2"),
            (Some(1.0 / 3.22), Some(0.2), "about 1 in 3"),
            (None, None, "not counted"),
        ] {
            let chance = chance(probability, error);
            assert_eq!(chance.in_brief(), words);
            assert_eq!(chance.is_exact(), words == "1 in 88.7");
        }
        let never = ProfileChance {
            dealable: 0,
            ..chance(None, None)
        };
        assert_eq!(never.in_brief(), "never");
    }
}

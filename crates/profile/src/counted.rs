//! The odds of a profile, counted: of each combination, of each seat alone, and of each seat given the others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bridge::{Predeal, Seat};
use plan::Odds;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use space::{Budget, Stopped, Watch};

use crate::combination::{Combination, Combinations};
use crate::compile::condition_of;
use crate::demand::Demand;
use crate::kept::{KeptCounts, Mark};
use crate::symmetry::rename;

/// Odds of demands that were asked for, each worked out once however its suits and seats are named.
#[derive(Clone, Debug)]
pub struct Counted {
    known: FxHashMap<[Demand; 4], Odds>,
}

/// The odds of one seat, over all combinations by their shares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatOdds {
    /// The seat.
    pub seat: Seat,
    /// The chance that a random hand is one that is asked for.
    pub alone: f64,
    /// The same, if all others already have what is asked of them.
    pub given_others: f64,
    /// Whether all of it was counted, and nothing estimated.
    pub exact: bool,
}

impl Counted {
    /// Works out the odds of these demands, each within a budget, on some threads.
    ///
    /// # Errors
    /// When it was stopped: odds that were given up are none.
    pub fn new(
        wanted: impl IntoIterator<Item = [Demand; 4]>,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<Counted, Stopped> {
        let nothing = KeptCounts::default();
        Counted::knowing(&nothing, wanted, budget, threads, watch)
    }

    /// The same; what was kept is not worked out again, and what is worked out is kept.
    fn knowing(
        kept: &KeptCounts,
        wanted: impl IntoIterator<Item = [Demand; 4]>,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<Counted, Stopped> {
        watch.begin("counting", None);
        let mut forms: FxHashSet<[Demand; 4]> = FxHashSet::default();
        for one in wanted {
            watch.look()?;
            forms.insert(rename(&one).0);
        }
        let mut forms: Vec<[Demand; 4]> = forms.into_iter().collect();
        forms.sort_unstable();
        watch.begin("counting", Some(forms.len() as u64));
        let next = AtomicUsize::new(0);
        let known = Mutex::new(FxHashMap::default());
        on_threads(threads.min(forms.len()), || {
            while let Some(form) = forms.get(next.fetch_add(1, Ordering::Relaxed)) {
                if watch.look().is_err() {
                    break;
                }
                let mark = Mark::of(form);
                // No demand divides by anything or deals cards beforehand, so there are always odds, unless it was stopped.
                let odds = kept.odds(mark, budget.work).or_else(|| {
                    let condition = condition_of(form);
                    let odds = plan::odds(&condition, &Predeal::default(), budget, None, watch);
                    let odds = odds.ok()?;
                    kept.keep(mark, &odds, budget.work);
                    Some(odds)
                });
                if let Some(odds) = odds {
                    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    known.insert(*form, odds);
                }
                watch.add(1);
            }
        });
        watch.look()?;
        Ok(Counted {
            known: known.into_inner().unwrap_or_else(PoisonError::into_inner),
        })
    }

    /// The odds of all combinations that can be dealt.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn combinations(
        combinations: &Combinations,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<Counted, Stopped> {
        let kinds = combinations.kinds.iter().copied();
        Counted::knowing(&combinations.kept, kinds, budget, threads, watch)
    }

    /// What [`Counted::seats`] needs too: each seat alone, and all but each seat.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn with_seats(
        combinations: &Combinations,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<Counted, Stopped> {
        let dealable = combinations.dealable().map(|one| one.demands);
        let each = dealable.flat_map(|demands| {
            let seats = 0..4;
            let parts = seats.flat_map(move |seat| [only(&demands, seat), without(&demands, seat)]);
            parts.chain([demands])
        });
        Counted::knowing(&combinations.kept, each, budget, threads, watch)
    }

    /// The odds of some demands, if they were worked out.
    pub fn odds(&self, demands: &[Demand; 4]) -> Option<&Odds> {
        self.known.get(&rename(demands).0)
    }

    /// For each seat of which a combination asks something, the chance that a random hand is one that it asks for.
    pub fn alone(&self, combination: &Combination) -> Vec<(Seat, f64)> {
        let (form, names) = rename(&combination.demands);
        let odds = self.known.get(&form);
        let seats = odds.iter().flat_map(|odds| &odds.seats);
        seats
            .map(|(place, chance)| (names.seat(*place), *chance))
            .collect()
    }

    /// The chance that a random deal is one for the combination that was drawn, by the shares of the combinations.
    pub fn probability(&self, combinations: &Combinations) -> f64 {
        let each = combinations.dealable();
        each.map(|one| one.share * self.chance(&one.demands).0)
            .sum()
    }

    /// The chance of some demands, and whether it was counted.
    fn chance(&self, demands: &[Demand; 4]) -> (f64, bool) {
        match self.odds(demands) {
            Some(odds) => (odds.probability, odds.count.is_some()),
            None => (0.0, false),
        }
    }

    /// The odds of each seat of which something is asked.
    pub fn seats(&self, combinations: &Combinations) -> Vec<SeatOdds> {
        let odds = |seat: Seat| {
            let mut sum = SeatOdds {
                seat,
                alone: 0.0,
                given_others: 0.0,
                exact: true,
            };
            for Combination { demands, share, .. } in combinations.dealable() {
                let (alone, first) = self.chance(&only(demands, seat as usize));
                let (others, second) = self.chance(&without(demands, seat as usize));
                let (all, third) = self.chance(demands);
                sum.alone += share * alone;
                sum.given_others += share * if others > 0.0 { all / others } else { 0.0 };
                sum.exact &= first && second && third;
            }
            sum
        };
        combinations.asked_seats().into_iter().map(odds).collect()
    }
}

/// Does the same work on so many threads; one is the caller's own, and starts no other.
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    #[cfg(feature = "threads")]
    if threads > 1 {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(&work);
            }
            work();
        });
        return;
    }
    #[cfg(not(feature = "threads"))]
    let _ = threads;
    work();
}

/// What is asked of one seat alone.
fn only(demands: &[Demand; 4], seat: usize) -> [Demand; 4] {
    let mut only = [Demand::any(); 4];
    only[seat] = demands[seat];
    only
}

/// What is asked of the other three.
fn without(demands: &[Demand; 4], seat: usize) -> [Demand; 4] {
    let mut without = *demands;
    without[seat] = Demand::any();
    without
}

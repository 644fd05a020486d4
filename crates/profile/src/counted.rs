//! The odds of a profile, counted: of each combination, of each seat alone, and of each seat given the others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bridge::{Predeal, Seat};
use plan::Odds;
use rustc_hash::FxHashMap;
use space::Budget;

use crate::combination::{Combination, Combinations};
use crate::compile::condition_of;
use crate::line::Demand;
use crate::symmetry::rename;

/// Odds of demands that were asked for, each worked out once however its suits and seats are named.
#[derive(Clone, Debug)]
pub struct Counted {
    known: FxHashMap<[Demand; 4], Odds>,
}

/// The odds of one seat, over all combinations by their shares.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    pub fn new(
        wanted: impl IntoIterator<Item = [Demand; 4]>,
        budget: Budget,
        threads: usize,
    ) -> Counted {
        let mut forms: Vec<[Demand; 4]> = wanted.into_iter().map(|one| rename(&one).0).collect();
        forms.sort_unstable();
        forms.dedup();
        let next = AtomicUsize::new(0);
        let known = Mutex::new(FxHashMap::default());
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, forms.len().max(1)) {
                scope.spawn(|| {
                    while let Some(form) = forms.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let condition = condition_of(form);
                        // No demand divides by anything or deals cards beforehand, so there are always odds.
                        if let Ok(odds) = plan::odds(&condition, &Predeal::default(), budget, None)
                        {
                            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                            known.insert(*form, odds);
                        }
                    }
                });
            }
        });
        Counted {
            known: known.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The odds of all combinations that can be dealt.
    pub fn combinations(combinations: &Combinations, budget: Budget, threads: usize) -> Counted {
        Counted::new(combinations.kinds.iter().copied(), budget, threads)
    }

    /// What [`Counted::seats`] needs too: each seat alone, and all but each seat.
    pub fn with_seats(combinations: &Combinations, budget: Budget, threads: usize) -> Counted {
        let dealable = combinations.dealable().map(|one| one.demands);
        let each = dealable.flat_map(|demands| {
            let seats = 0..4;
            let parts = seats.flat_map(move |seat| [only(&demands, seat), without(&demands, seat)]);
            parts.chain([demands])
        });
        Counted::new(each, budget, threads)
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
        let asked = |seat: &Seat| {
            let mut all = combinations.dealable();
            all.any(|one| !one.demands[*seat as usize].is_any())
        };
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
        Seat::ALL.into_iter().filter(asked).map(odds).collect()
    }
}

/// A chance as people say it, `1 in` this many: `88.7`, `9116258`.
pub fn one_in(probability: f64) -> String {
    match 1.0 / probability {
        n if n < 1000.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
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

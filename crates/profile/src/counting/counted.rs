//! The odds of a profile, counted: of each combination, of each seat alone, and of each seat given the others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bridge::{Predeal, Seat};
use plan::Odds;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use space::{Budget, Stopped, Watch};

use crate::combining::combination::{Combination, Combinations};
use crate::combining::compile::condition_of;
use crate::combining::demand::Demands;
use crate::combining::symmetry::rename;
use crate::counting::estimate::estimate;
use crate::counting::hand_table::{ALL_HANDS, chance_of, count_of};
use crate::counting::kept::{KeptCounts, Mark};

/// How many deals there are.
pub(crate) const ALL_DEALS: u128 = 53_644_737_765_488_792_839_237_440_000;
/// An estimate weighs so many hands at the most.
const MOST_WEIGHED: usize = 20_000;

/// Odds of demands that were asked for, each worked out once however its suits and seats are named.
#[derive(Clone, Debug)]
pub struct Counted {
    known: FxHashMap<Demands, Odds>,
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
        wanted: impl IntoIterator<Item = Demands>,
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
        wanted: impl IntoIterator<Item = Demands>,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<Counted, Stopped> {
        watch.begin("counting", None);
        let mut forms: FxHashSet<Demands> = FxHashSet::default();
        for one in wanted {
            watch.look()?;
            forms.insert(rename(&one).0);
        }
        let mut forms: Vec<Demands> = forms.into_iter().collect();
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
                let odds = kept.odds(mark, budget.work).or_else(|| {
                    let odds = odds(form, budget, watch).ok()?;
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
            let parts = Seat::ALL.into_iter();
            let parts = parts.flat_map(move |seat| [only(&demands, seat), without(&demands, seat)]);
            parts.chain([demands])
        });
        Counted::knowing(&combinations.kept, each, budget, threads, watch)
    }

    /// The odds of some demands, if they were worked out.
    pub fn odds(&self, demands: &Demands) -> Option<&Odds> {
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
        let each = each.map(|one| one.share * self.chance(&one.demands).0);
        // A sum of nothing is -0.0.
        0.0 + each.sum::<f64>()
    }

    /// The chance of some demands, and whether it was counted.
    fn chance(&self, demands: &Demands) -> (f64, bool) {
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
                let (alone, first) = self.chance(&only(demands, seat));
                let (others, second) = self.chance(&without(demands, seat));
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

/// The odds of some demands: counted if that fits the budget, else estimated.
fn odds(demands: &Demands, budget: Budget, watch: &Watch) -> Result<Odds, Stopped> {
    let mut odds = count(demands, budget, watch)?;
    if odds.count.is_none() {
        let estimate = estimate(demands, MOST_WEIGHED, watch)?;
        odds.probability = estimate.probability;
        odds.interval = Some(estimate.interval());
    }
    Ok(odds)
}

/// The odds of some demands if they can be counted within the budget, else why not: nothing is estimated.
pub(crate) fn count(demands: &Demands, budget: Budget, watch: &Watch) -> Result<Odds, Stopped> {
    let asked = Seat::ALL
        .into_iter()
        .filter(|&seat| !demands[seat].is_any());
    let seats: Vec<(Seat, f64)> = asked
        .map(|seat| (seat, chance_of(&demands[seat])))
        .collect();
    let single = demands.is_of_single_hands() && seats.len() < 2;
    let count = if single {
        // What one seat has leaves all deals to the others.
        let hands = seats.first().map(|(seat, _)| count_of(&demands[*seat]));
        Ok(u128::from(hands.unwrap_or(ALL_HANDS)) * (ALL_DEALS / u128::from(ALL_HANDS)))
    } else {
        plan::count(&condition_of(demands), &Predeal::default(), budget, watch)
    };
    watch.look()?;
    Ok(Odds {
        probability: count.map_or(0.0, |count| count as f64 / ALL_DEALS as f64),
        reason: count.as_ref().err().map(ToString::to_string),
        count: count.ok(),
        total: ALL_DEALS,
        interval: None,
        seats,
    })
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
fn only(demands: &Demands, seat: Seat) -> Demands {
    demands.without(|other| other != seat)
}

/// What is asked of the other three.
fn without(demands: &Demands, seat: Seat) -> Demands {
    demands.without(|other| other == seat)
}

//! Counting without a graph: the deals that qualify, by the values of some formulas, and each place's hands alone.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::binomial::binomial;
use crate::formulas::{FormulaId, Formulas};
use crate::grow::Keep;
use crate::meter::{Meter, Pace};
use crate::race::{Candidate, Race};
use crate::setup::Settled;
use crate::sides::{self, Deals, Sampling, SidesCount};
use crate::space::share_rest;
use crate::weighing::{WeighedTally, Weighing};
use crate::{Budget, Error, MAX_PLACES, Order, Ratio, Setup, Watch};

/// A question with its rules compiled, before it is counted: what is known of each place alone, and then the count.
///
/// Counting takes less than building a [`Space`](crate::Space), because nothing but numbers is kept. Where something is
/// said of three or four places, or much of two, the places are counted by sides if that fits the budget; else layer by layer.
pub struct Counting<'w> {
    pub(crate) how: How<'w>,
    pub(crate) weighing: Option<Weighing>,
    /// What was spent so far.
    spent: Cell<u64>,
    budget: Budget,
    pub(crate) watch: &'w Watch,
}

/// After more work than there is by sides, this part of it goes into layers, with more than two places.
const PART_FOR_LAYERS: u64 = 4;

/// How a question is counted.
pub(crate) enum How<'w> {
    /// The forced cards already clash.
    Never,
    /// It was, by sides, or samples were drawn.
    BySides(Settled, SidesCount),
    /// Layer by layer.
    Race(Race<'w>),
}

impl Setup {
    /// Compiles the rules, for a count of the deals by the values of some formulas.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`], if a formula looks at one.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use space::{Budget, Cards, Deck, Quantity, Setup, Formulas, Watch};
    /// // Two players with three cards each of six: how many of the low cards does player 0 have?
    /// let deck = Deck::new([[0, 1, 2], [3, 4, 5]])?;
    /// let mut formulas = Formulas::default();
    /// let low = formulas.read([Quantity::number(0, Cards(0b111))], |values| values[0]);
    /// let setup = Setup::new(deck, [3, 3])?;
    /// let watch = Watch::default();
    /// let counting = setup.counting(&Arc::new(formulas), &[low], Budget::default(), &watch)?;
    /// let tally: Vec<_> = counting.tally()?.into_iter().collect();
    /// assert_eq!(tally, [(vec![0], 1), (vec![1], 9), (vec![2], 9), (vec![3], 1)]);
    /// # Ok::<(), space::Error>(())
    /// ```
    pub fn counting<'w>(
        &self,
        formulas: &Arc<Formulas>,
        ids: &[FormulaId],
        budget: Budget,
        watch: &'w Watch,
    ) -> Result<Counting<'w>, Error> {
        self.counted_or_sampled(formulas, ids, budget, None, watch)
    }

    /// The same, where what takes too much is to be [estimated](Counting::estimate): if it can be
    /// by sides, that is done at once. What is too much by sides is hardly less layer by layer, and has a part of the budget for it.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`], if a formula looks at one.
    pub fn counting_or_samples<'w>(
        &self,
        formulas: &Arc<Formulas>,
        ids: &[FormulaId],
        budget: Budget,
        sampling: Sampling,
        watch: &'w Watch,
    ) -> Result<Counting<'w>, Error> {
        self.counted_or_sampled(formulas, ids, budget, Some(sampling), watch)
    }

    /// The same layer by layer, for an [estimate](Counting::estimate) of what is too much by sides.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`], if a formula looks at one.
    pub fn counting_by_layers<'w>(
        &self,
        formulas: &Arc<Formulas>,
        ids: &[FormulaId],
        budget: Budget,
        watch: &'w Watch,
    ) -> Result<Counting<'w>, Error> {
        let setup = self.clone().tallying(formulas, ids)?;
        let race = Race::new(&setup, &Order::ALL, budget, Keep::Counts, watch)?;
        Ok(self.counted(race.map_or(How::Never, How::Race), 0, budget, watch))
    }

    fn counted<'w>(
        &self,
        how: How<'w>,
        spent: u64,
        budget: Budget,
        watch: &'w Watch,
    ) -> Counting<'w> {
        Counting {
            how,
            weighing: self.weighing.clone(),
            spent: Cell::new(spent),
            budget,
            watch,
        }
    }

    fn counted_or_sampled<'w>(
        &self,
        formulas: &Arc<Formulas>,
        ids: &[FormulaId],
        budget: Budget,
        sampling: Option<Sampling>,
        watch: &'w Watch,
    ) -> Result<Counting<'w>, Error> {
        let setup = self.clone().tallying(formulas, ids)?;
        let Some(settled) = setup.settle() else {
            return Ok(self.counted(How::Never, 0, budget, watch));
        };
        let tracked = settled.tracked(&setup);
        // Two places are mostly counted for less layer by layer, but where it is rich what is said of them, by sides; who is content
        // with samples asks such questions. Nothing of two places is sampled before the layers were tried.
        let by_sides_first = match tracked.count_ones() {
            0 | 1 => false,
            2 => sampling.is_some(),
            _ => true,
        };
        let (work, sampled) = match tracked.count_ones() {
            2 => (budget.work / 2, None),
            _ => (budget.work, sampling),
        };
        let mut meter = Meter::new(Budget { work, ..budget }, watch);
        let by_sides = if by_sides_first {
            sides::count(&setup, &settled, tracked, sampled, &mut meter)
        } else {
            Ok(None)
        };
        let spent = meter.work;
        let budget = match by_sides {
            Ok(Some(count)) => {
                return Ok(self.counted(How::BySides(settled, count), spent, budget, watch));
            }
            Ok(None) => budget,
            Err(Error::OverBudget { .. } | Error::OverMemory { .. }) => Budget {
                work: match tracked.count_ones() {
                    3.. if sampling.is_some() => budget.work / PART_FOR_LAYERS,
                    _ => budget.work.saturating_sub(spent),
                },
                ..budget
            },
            Err(error) => return Err(error),
        };
        let race = Race::new(&setup, &Order::ALL, budget, Keep::Counts, watch)?;
        Ok(self.counted(race.map_or(How::Never, How::Race), spent, budget, watch))
    }
}

impl Counting<'_> {
    /// Whether it takes too much, and samples were drawn by sides: [`Counting::estimate`] has them.
    pub fn is_sampled(&self) -> bool {
        let deals = match &self.how {
            How::BySides(_, count) => Some(&count.deals),
            How::Never | How::Race(_) => None,
        };
        matches!(deals, Some(Deals::Sampled(..)))
    }

    /// What was spent so far, in the units of a budget.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// What a count would take, in the units of a budget, where that is known to be more than there is.
    pub fn forecast(&self) -> Option<u64> {
        match &self.how {
            How::BySides(_, count) => match count.deals {
                Deals::Sampled(_, forecast) | Deals::TooMuch(forecast) => Some(forecast),
                Deals::Counted(_) => None,
            },
            How::Never | How::Race(_) => None,
        }
    }

    /// For each place that something is said of, the share of its hands that might do, whatever the others have. Where
    /// cards may not lie everywhere hands are not equally likely, and nothing is said.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn alone(&self) -> Result<Vec<(usize, Ratio)>, Error> {
        let race = match &self.how {
            How::Never => return Ok(Vec::new()),
            How::BySides(settled, count) => {
                let ratio = |&(place, ways): &(usize, u128)| {
                    let denominator =
                        binomial(settled.free.len() as u8, settled.left[place]).into();
                    let numerator = i128::try_from(ways).ok()?;
                    let ratio = Ratio {
                        numerator,
                        denominator,
                    };
                    Some((place, ratio))
                };
                return Ok(count.alone.iter().filter_map(ratio).collect());
            }
            How::Race(race) => race,
        };
        let Settled {
            free, left, may, ..
        } = &race.settled;
        let open = (0..MAX_PLACES)
            .filter(|&place| left[place] > 0)
            .fold(0u8, |mask, place| mask | 1 << place);
        let Some(candidate) = race.candidates.first() else {
            return Ok(Vec::new());
        };
        if free.iter().any(|card| may[card as usize] & open != open) {
            return Ok(Vec::new());
        }
        let (track, parts) = candidate.growth.parts();
        let classes = track.steps.iter().flat_map(|step| {
            let class = track.slots[step.slot].len() as u8;
            step.places.iter().map(move |_| class)
        });
        let classes: Vec<u8> = classes.collect();
        let places = (0..MAX_PLACES).filter(|p| race.tracked >> p & 1 == 1);
        let mut pace = Pace::new(self.watch);
        let mut chances = Vec::new();
        for (place, part) in places.zip(parts) {
            let ways = part.ways(&classes, &mut pace)?;
            if let Ok(numerator) = i128::try_from(ways) {
                let denominator = binomial(free.len() as u8, left[place]).into();
                let ratio = Ratio {
                    numerator,
                    denominator,
                };
                chances.push((place, ratio));
            }
        }
        Ok(chances)
    }

    /// In how many deals the formulas have each combination of values. Combinations that no deal has are not there. Where deals
    /// count by [weights](Setup::weighing), it is [`Counting::weighed`] that tells.
    ///
    /// # Errors
    /// [`Error::OverBudget`], [`Error::OverMemory`], or [`Error::TooManyDeals`].
    pub fn tally(&self) -> Result<BTreeMap<Vec<i64>, u128>, Error> {
        Ok(self.weighed()?.rows)
    }

    /// The same with each deal counted by its weight.
    ///
    /// # Errors
    /// [`Error::OverBudget`], [`Error::OverMemory`], or [`Error::TooManyDeals`], if weights have too many digits as well.
    pub fn weighed(&self) -> Result<WeighedTally, Error> {
        let race = match &self.how {
            How::Never => return Ok(WeighedTally::none()),
            How::BySides(_, count) => {
                return match &count.deals {
                    Deals::Counted(tally) => Ok(tally.clone()),
                    Deals::Sampled(..) | Deals::TooMuch(_) => Err(Error::OverBudget {
                        work: self.budget.work,
                    }),
                };
            }
            How::Race(race) => race.clone(),
        };
        let (_, rest_ways) = share_rest(&race.settled, race.tracked)?;
        let mut spent = 0;
        let winner = race.winner(&mut spent);
        self.spent.set(self.spent.get().saturating_add(spent));
        let Candidate {
            growth, verdict, ..
        } = winner?;
        let mut tally = growth.tally(&verdict)?;
        for count in tally.values_mut() {
            *count = count.checked_mul(rest_ways).ok_or(Error::TooManyDeals)?;
        }
        WeighedTally::new(tally, self.weighing.as_ref())
    }
}

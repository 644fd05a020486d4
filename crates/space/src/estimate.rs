//! Estimates of what is too much to count: the same graph, thinned, several times over.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::counting::How;
use crate::grow::{Growth, Tally};
use crate::meter::Pace;
use crate::race::{Candidate, Race};
use crate::sides::Deals;
use crate::space::share_rest;
use crate::thin::{Outlook, Thinning, UNIT};
use crate::weighing::weighed_about;
use crate::{Counting, Error, Key, Order, Watch};

/// How many estimates are made. Wider graphs gain more than further ones; but how far apart these are is all that tells how
/// good they are.
pub const ESTIMATES: usize = 8;

/// The orders, the best first. With honours before spots a state tells most of what it will come to; place by place, what the
/// later places get is open for long, and a few states come to most of everything. Which is the best for a question must not
/// be found out by trying: the one whose estimates lie close together by luck would be taken, and be believed.
const ORDERS: [Order; 3] = [Order::Rare, Order::Groups, Order::Places];
/// What steps cost is seen from one estimate of this width.
const PILOT_WIDTH: usize = 400;
/// No layer keeps more states than this.
const MOST: usize = 2_000_000;

/// In about how many deals the formulas have each combination of values.
pub type EstimatedTally = BTreeMap<Vec<i64>, f64>;

impl Counting<'_> {
    /// Independent estimates of the [`tally`](Counting::tally), [`ESTIMATES`] of them or more, that take about so much work together.
    /// None has a bias: their mean is what it would be if there were any number of them. There are none if the rules
    /// could not even be compiled, or would take too much by sides: [`Setup::counting_by_layers`](crate::Setup::counting_by_layers) is for those.
    ///
    /// # Errors
    /// [`Error::OverMemory`], if there is not the memory for it, [`Error::TooManyDeals`], or [`Error::Stopped`].
    pub fn estimate(&self, key: Key, work: u64) -> Result<Vec<EstimatedTally>, Error> {
        let race = match &self.how {
            How::Never => return Ok(vec![EstimatedTally::new(); ESTIMATES]),
            How::BySides(_, count) => {
                let tally = match &count.deals {
                    Deals::Sampled(samples, _) => return Ok(samples.clone()),
                    Deals::TooMuch(_) => return Ok(Vec::new()),
                    Deals::Counted(tally) => tally,
                };
                let unit = tally.unit as f64;
                let rows = tally.rows.iter();
                let tally = rows.map(|(values, count)| (values.clone(), *count as f64 / unit));
                return Ok(vec![tally.collect(); ESTIMATES]);
            }
            How::Race(race) => race,
        };
        let by_order = |order: Order| race.candidates.iter().find(|one| one.order == order);
        let Some(candidate) = ORDERS.into_iter().find_map(by_order) else {
            return Ok(Vec::new());
        };
        let thinned = Thinned::new(race, candidate, key, self.watch)?;
        let pilot = vec![PILOT_WIDTH; thinned.steps() + 1];
        let Sample { costs, .. } = thinned.tally(&pilot.into(), 0)?;
        let spent = costs.iter().map(|(_, work)| work).sum::<u64>();
        let mut each = work.saturating_sub(spent) / ESTIMATES as u64;
        self.watch.begin("estimating", Some(ESTIMATES as u64));
        loop {
            let widths = widths(&costs, each);
            match thinned.tallies(widths.into(), self.watch) {
                Err(Error::OverMemory { .. }) if each > 0 => each /= 2,
                tallies => {
                    let weighing = self.weighing.as_ref();
                    let tallies = tallies?.into_iter();
                    return tallies.map(|rows| weighed_about(rows, weighing)).collect();
                }
            }
        }
    }
}

/// How many states are kept before each step so that all steps take about so much work, where a pilot took so much for so
/// many. The errors of steps add up as the inverse of their widths, so a step that takes more for a state gets fewer states,
/// but not as much fewer.
fn widths(costs: &[(usize, u64)], work: u64) -> Vec<usize> {
    let a_state = |&(states, work): &(usize, u64)| work.max(1) as f64 / states.max(1) as f64;
    // What a pilot had not enough states for needs no thinning.
    let thinned = |(states, _): &&(usize, u64)| *states >= PILOT_WIDTH;
    let roots = costs
        .iter()
        .filter(thinned)
        .map(|cost| a_state(cost).sqrt());
    let scale = work as f64 / roots.sum::<f64>().max(1.0);
    let width = |cost: &(usize, u64)| {
        let width = (scale / a_state(cost).sqrt()) as usize;
        width.clamp(PILOT_WIDTH, MOST)
    };
    costs.iter().map(width).collect()
}

/// One order, to be thinned.
struct Thinned<'a, 'w> {
    candidate: &'a Candidate<'w>,
    outlook: Arc<Outlook>,
    rest_ways: u128,
    key: Key,
}

impl<'a, 'w> Thinned<'a, 'w> {
    fn new(
        race: &Race,
        candidate: &'a Candidate<'w>,
        key: Key,
        watch: &Watch,
    ) -> Result<Thinned<'a, 'w>, Error> {
        let (track, parts) = candidate.growth.parts();
        let outlook = Outlook::new(track, parts, &mut Pace::new(watch))?;
        let (_, rest_ways) = share_rest(&race.settled, race.tracked)?;
        Ok(Thinned {
            candidate,
            outlook: Arc::new(outlook),
            rest_ways,
            key,
        })
    }

    fn steps(&self) -> usize {
        self.candidate.growth.parts().0.steps.len()
    }

    /// Independent estimates with layers of so many states. What comes before the first layer with more is the same for all.
    fn tallies(&self, widths: Arc<[usize]>, watch: &Watch) -> Result<Vec<EstimatedTally>, Error> {
        let mut begun = self.candidate.growth.clone();
        while !begun.is_done() && begun.states() <= widths[begun.costs().len()] {
            begun.advance()?;
        }
        let one = |number: u64| {
            let sample = self.finish(begun.clone(), &widths, 1 + number);
            watch.add(1);
            sample.map(|sample| sample.tally)
        };
        (0..ESTIMATES as u64).map(one).collect()
    }

    /// An estimate with layers of so many states.
    fn tally(&self, widths: &Arc<[usize]>, number: u64) -> Result<Sample, Error> {
        self.finish(self.candidate.growth.clone(), widths, number)
    }

    fn finish(&self, begun: Growth, widths: &Arc<[usize]>, number: u64) -> Result<Sample, Error> {
        let mut growth = begun.thinned(Thinning {
            widths: widths.clone(),
            stream: self.key.stream(number),
            outlook: self.outlook.clone(),
        });
        while !growth.is_done() {
            growth.advance()?;
        }
        let costs = growth.costs().to_vec();
        let tally: Tally = growth.tally(&self.candidate.verdict)?;
        let ways = |count: u128| count as f64 / UNIT as f64 * self.rest_ways as f64;
        let rows = tally
            .into_iter()
            .map(|(values, count)| (values, ways(count)));
        Ok(Sample {
            tally: rows.collect(),
            costs,
        })
    }
}

/// One estimate, and for each step how many states it went on from, and the work it took.
struct Sample {
    tally: EstimatedTally,
    costs: Vec<(usize, u64)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::Keep;
    use crate::{Budget, Cards, Deck, Formulas, Quantity, Rule, Setup};

    /// Three players with eight cards each: points for two of them, a length for the third, and a sum across two. The value
    /// is how many of the high cards the first one has.
    fn question() -> (Setup, Arc<Formulas>, crate::FormulaId) {
        let deck = Deck::new([0..8u8, 8..16, 16..24].map(Vec::from_iter)).unwrap();
        let points = |place| Quantity::new(place, |card| (i32::from(card) % 8 - 4).max(0));
        let suit = |place, first: u8| Quantity::number(place, Cards::from_iter(first..first + 8));
        let mut formulas = Formulas::default();
        let high = Cards::from_iter([7, 15, 23]);
        let value = formulas.read([Quantity::number(0, high)], |values| values[0]);
        let setup = Setup::new(deck, [8, 8, 8]).unwrap();
        let rules = [
            points(0).within(6..=9),
            points(1).within(4..=8),
            suit(2, 0).within(3..=8),
            Rule::test([suit(0, 8), suit(1, 8)], |lengths| {
                lengths[0] + 2 * lengths[1] >= 7
            }),
        ];
        let setup = { rules.into_iter() }.try_fold(setup, Setup::require);
        (setup.unwrap(), Arc::new(formulas), value)
    }

    /// The variance of some numbers, in parts of the square of their mean.
    fn variance(numbers: &[f64]) -> f64 {
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let off = numbers.iter().map(|number| (number / mean - 1.0).powi(2));
        off.sum::<f64>() / (numbers.len() - 1) as f64
    }

    /// Eight estimates, as a mean and how far an interval of 95% reaches (Student, seven degrees of freedom).
    fn mean_and_reach(totals: &[f64]) -> (f64, f64) {
        let mean = totals.iter().sum::<f64>() / totals.len() as f64;
        let deviation = variance(totals).sqrt() * mean;
        (mean, 2.364624 * deviation / (totals.len() as f64).sqrt())
    }

    #[test]
    fn estimates_have_no_bias_and_their_intervals_hold() {
        let (setup, formulas, value) = question();
        let watch = Watch::default();
        let counting = setup.counting(&formulas, &[value], Budget::default(), &watch);
        let counting = counting.unwrap();
        let counted = counting.tally().unwrap();
        let truth = counted.values().sum::<u128>() as f64;
        // It is counted by sides; layer by layer it would be so.
        let setup = setup.tallying(&formulas, &[value]).unwrap();
        let race = Race::new(&setup, &Order::ALL, Budget::default(), Keep::Counts, &watch);
        let race = &race.unwrap().unwrap();
        let rounds = needs::rounds(150, 1_000) as usize;
        let mut orders = Vec::new();
        for candidate in &race.candidates {
            let thinned = Thinned::new(race, candidate, Key::from(7), &watch).unwrap();
            let widths: Arc<[usize]> = vec![25; thinned.steps() + 1].into();
            let number = |n: usize| thinned.tally(&widths, n as u64).unwrap().tally;
            let samples: Vec<EstimatedTally> = (0..8 * rounds).map(number).collect();
            let totals: Vec<f64> = { samples.iter() }
                .map(|sample| sample.values().sum())
                .collect();
            let all = totals.len() as f64;
            let mean = totals.iter().sum::<f64>() / all;
            let spread = variance(&totals).sqrt();
            // Something was left out, and yet the mean is the truth, of all deals and of those with each value.
            assert!(spread > 0.02, "{:?}: {spread}", candidate.order);
            let error = spread / all.sqrt();
            let off = mean / truth - 1.0;
            assert!(off.abs() < 4.0 * error, "{:?}: {off}", candidate.order);
            for (values, count) in &counted {
                let of = |sample: &EstimatedTally| sample.get(values).copied().unwrap_or(0.0);
                let numbers: Vec<f64> = samples.iter().map(of).collect();
                let mean = numbers.iter().sum::<f64>() / all;
                let error = (variance(&numbers) / all).sqrt();
                let off = mean / *count as f64 - 1.0;
                assert!(off.abs() < 4.5 * error, "{values:?}: {off} {error}");
            }
            let held = totals.chunks(8).filter(|eight| {
                let (mean, reach) = mean_and_reach(eight);
                (mean - truth).abs() <= reach
            });
            let held = held.count() as f64 / rounds as f64;
            let by_luck = 3.0 * (0.95 * 0.05 / rounds as f64).sqrt();
            assert!(
                (0.945 - by_luck..=0.96 + by_luck).contains(&held),
                "{held} {:?}",
                candidate.order
            );
            orders.push(candidate.order);
        }
        assert!(orders.contains(&Order::Places), "{orders:?}");
    }

    /// With room for everything, every estimate is the count.
    #[test]
    fn what_fits_is_counted() {
        let (setup, formulas, value) = question();
        let watch = Watch::default();
        let counting = setup.counting(&formulas, &[value], Budget::default(), &watch);
        let counting = counting.unwrap();
        let counted = counting.tally().unwrap();
        let estimates = counting.estimate(Key::from(7), 100_000_000).unwrap();
        assert_eq!(estimates.len(), ESTIMATES);
        for estimate in estimates {
            let rounded = estimate.into_iter().map(|(v, n)| (v, n.round() as u128));
            assert_eq!(rounded.collect::<BTreeMap<_, _>>(), counted);
        }
    }
}

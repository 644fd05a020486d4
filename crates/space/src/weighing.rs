//! Deals that count by weights: each as often as a fraction says, which some of the values that are tallied decide.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::estimate::EstimatedTally;
use crate::grow::Tally;
use crate::{Error, Setup};

/// How much a deal counts: a fraction, whose denominator is not zero. [`Weight::new`] makes one in lowest terms, and what is worked out
/// from such is in lowest terms as well.
///
/// ```
/// use space::Weight;
/// let (third, half) = (Weight::new(2, 6), Weight::new(1, 2));
/// assert_eq!(third.times(half), Some(Weight::new(1, 6)));
/// assert_eq!(third.plus(half), Some(Weight { numerator: 5, denominator: 6 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Weight {
    /// Above the line.
    pub numerator: u128,
    /// Below it.
    pub denominator: u128,
}

impl Weight {
    /// Of a deal that does not count.
    pub const ZERO: Weight = Weight {
        numerator: 0,
        denominator: 1,
    };
    /// Of a deal that counts as one.
    pub const ONE: Weight = Weight {
        numerator: 1,
        denominator: 1,
    };

    /// In lowest terms.
    pub fn new(numerator: u128, denominator: u128) -> Weight {
        let common = divisor(numerator, denominator).max(1);
        Weight {
            numerator: numerator / common,
            denominator: denominator / common,
        }
    }

    /// The product, unless it has too many digits.
    pub fn times(self, other: Weight) -> Option<Weight> {
        // Each against the other's first: what they share need not be multiplied.
        let a = Weight::new(self.numerator, other.denominator);
        let b = Weight::new(other.numerator, self.denominator);
        Some(Weight {
            numerator: a.numerator.checked_mul(b.numerator)?,
            denominator: a.denominator.checked_mul(b.denominator)?,
        })
    }

    /// The sum, unless it has too many digits.
    pub fn plus(self, other: Weight) -> Option<Weight> {
        let unit = common_unit([self.denominator, other.denominator].into_iter())?;
        let sum = self.in_units(unit)?.checked_add(other.in_units(unit)?)?;
        Some(Weight::new(sum, unit))
    }

    /// How many units of one over this it is, which its denominator must divide.
    pub(crate) fn in_units(self, unit: u128) -> Option<u128> {
        self.numerator.checked_mul(unit / self.denominator)
    }
}

/// A function of some values.
type WeightOf = dyn Fn(&[i64]) -> Option<Weight> + Send + Sync;

/// How much deals count, by the first few of the values that are tallied.
#[derive(Clone)]
pub(crate) struct Weighing {
    number: usize,
    of: Arc<WeightOf>,
}

impl fmt::Debug for Weighing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "by {} values", self.number)
    }
}

impl Weighing {
    /// The weight that a list of values says, and the other values.
    pub(crate) fn split<'v>(&self, values: &'v [i64]) -> Result<(Weight, &'v [i64]), Error> {
        let (own, others) = values.split_at(self.number.min(values.len()));
        let weight = (self.of)(own).filter(|weight| weight.denominator > 0);
        Ok((weight.ok_or(Error::TooManyDeals)?, others))
    }
}

/// The same, where deals may all count once.
pub(crate) fn split<'v>(
    weighing: Option<&Weighing>,
    values: &'v [i64],
) -> Result<(Weight, &'v [i64]), Error> {
    weighing.map_or(Ok((Weight::ONE, values)), |weighing| weighing.split(values))
}

/// In how many deals formulas have each combination of values, each deal by its weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeighedTally {
    /// For each combination of values the sum of the weights, in units.
    pub rows: BTreeMap<Vec<i64>, u128>,
    /// How many units a deal has that counts once.
    pub unit: u128,
}

impl WeighedTally {
    /// Of no deal.
    pub(crate) fn none() -> WeighedTally {
        let (rows, unit) = (BTreeMap::new(), 1);
        WeighedTally { rows, unit }
    }

    /// Of some numbers of deals, by all values that are tallied.
    pub(crate) fn new(deals: Tally, weighing: Option<&Weighing>) -> Result<WeighedTally, Error> {
        let Some(weighing) = weighing else {
            let (rows, unit) = (deals, 1);
            return Ok(WeighedTally { rows, unit });
        };
        let weights = deals.iter().map(|(values, &deals)| {
            let (weight, others) = weighing.split(values)?;
            Ok((others.to_vec(), weight, deals))
        });
        WeighedTally::of_parts(&weights.collect::<Result<Vec<_>, Error>>()?)
    }

    /// Of values, each with the weight of some deals.
    pub(crate) fn of_parts(parts: &[(Vec<i64>, Weight, u128)]) -> Result<WeighedTally, Error> {
        let denominators = parts.iter().map(|(_, weight, _)| weight.denominator);
        let unit = common_unit(denominators).ok_or(Error::TooManyDeals)?;
        let mut rows: BTreeMap<Vec<i64>, u128> = BTreeMap::new();
        for (values, weight, deals) in parts {
            let part = weight
                .in_units(unit)
                .and_then(|part| part.checked_mul(*deals));
            let row = rows.entry(values.clone()).or_insert(0);
            let sum = part.and_then(|part| row.checked_add(part));
            *row = sum.ok_or(Error::TooManyDeals)?;
        }
        Ok(WeighedTally { rows, unit })
    }
}

/// The same for numbers of deals that are themselves not exact.
pub(crate) fn weighed_about(
    rows: EstimatedTally,
    weighing: Option<&Weighing>,
) -> Result<EstimatedTally, Error> {
    let Some(weighing) = weighing else {
        return Ok(rows);
    };
    let mut weighed = EstimatedTally::new();
    for (values, deals) in rows {
        let (weight, others) = weighing.split(&values)?;
        let weight = weight.numerator as f64 / weight.denominator as f64;
        *weighed.entry(others.to_vec()).or_insert(0.0) += deals * weight;
    }
    Ok(weighed)
}

/// The least number that all of these divide, if it fits.
pub(crate) fn common_unit(mut denominators: impl Iterator<Item = u128>) -> Option<u128> {
    denominators.try_fold(1u128, |unit, one| {
        (unit / divisor(unit, one)).checked_mul(one)
    })
}

/// The greatest number that divides both; zero if both are.
pub(crate) fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Setup {
    /// The same question, where deals count by weights: the first so many of the values that are
    /// [tallied](Setup::counting) say how much, and are not among the values of a [`WeighedTally`].
    ///
    /// Places whose values only say how much a deal counts need not be told apart by them, so this takes less than a tally
    /// that is weighed afterwards.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use space::{Budget, Cards, Deck, Quantity, Setup, Formulas, Watch, Weight};
    /// // Two players with three cards each of six; a deal counts a third for each low card that player 0 has.
    /// let deck = Deck::new([[0, 1, 2], [3, 4, 5]])?;
    /// let mut formulas = Formulas::default();
    /// let low = formulas.read([Quantity::number(0, Cards(0b111))], |values| values[0]);
    /// let third = |values: &[i64]| Some(Weight { numerator: values[0] as u128, denominator: 3 });
    /// let setup = Setup::new(deck, [3, 3])?.weighing(1, third);
    /// let watch = Watch::default();
    /// let counting = setup.counting(&Arc::new(formulas), &[low], Budget::default(), &watch)?;
    /// let weighed = counting.weighed()?;
    /// // Nine deals count a third, nine two thirds, one counts once: ten deals in all.
    /// assert_eq!(weighed.rows[&vec![]], 10 * weighed.unit);
    /// # Ok::<(), space::Error>(())
    /// ```
    pub fn weighing(
        mut self,
        number: usize,
        of: impl Fn(&[i64]) -> Option<Weight> + Send + Sync + 'static,
    ) -> Setup {
        self.weighing = (number > 0).then(|| Weighing {
            number,
            of: Arc::new(of),
        });
        self
    }
}

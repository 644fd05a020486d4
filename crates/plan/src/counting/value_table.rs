//! How often values come among the deals that qualify: counted, or told by boards or by samples, and then with an interval.

use std::collections::BTreeMap;

use space::EstimatedTally;

/// What an interval of 95% reaches to either side, in standard errors.
const REACH: f64 = 1.959964;

/// How often values come, over all deals that qualify.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueTable {
    /// For each combination of values, in how many deals it comes, or how much these count, where random numbers have a say;
    /// in how many of the boards, if it was estimated.
    pub rows: BTreeMap<Vec<i64>, u128>,
    /// Where it was estimated from boards, the number of them.
    pub boards: Option<u64>,
    /// Where it was estimated from samples of all deals, what each of them came to.
    pub samples: Vec<EstimatedTally>,
}

impl ValueTable {
    /// The share of the deals that each combination of values has.
    pub fn shares(&self) -> impl Iterator<Item = (&[i64], f64)> {
        let all = self.rows.values().sum::<u128>() as f64;
        self.rows
            .iter()
            .map(move |(values, count)| (&values[..], *count as f64 / all))
    }

    /// The share of the deals whose values are such.
    pub fn share(&self, such: impl Fn(&[i64]) -> bool) -> f64 {
        let such = self.shares().filter(|(values, _)| such(values));
        such.map(|(_, share)| share).sum()
    }

    /// The mean of the first value; `None` if nothing qualifies.
    pub fn mean(&self) -> Option<f64> {
        let mean = self
            .shares()
            .map(|(values, share)| share * first(values))
            .sum();
        (!self.rows.is_empty()).then_some(mean)
    }

    /// Some of the values of samples.
    pub(super) fn of_samples(
        samples: &[EstimatedTally],
        range: std::ops::Range<usize>,
    ) -> ValueTable {
        let mut table = ValueTable::default();
        for sample in samples {
            let mut rows = EstimatedTally::new();
            for (values, weight) in sample {
                *rows.entry(values[range.clone()].to_vec()).or_insert(0.0) += weight;
            }
            for (values, weight) in &rows {
                *table.rows.entry(values.clone()).or_insert(0) += *weight as u128;
            }
            table.samples.push(rows);
        }
        table
    }

    /// Whether it was counted.
    pub fn is_exact(&self) -> bool {
        self.boards.is_none() && self.samples.is_empty()
    }

    /// Where it was not counted, the bounds that hold the mean in 95 of 100 cases; `None` also where fewer than two boards
    /// were found, which say nothing of how far apart values lie.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let mean = self.mean()?;
        if let Some((one, other)) = self.two_values() {
            // A share in other words: bounds that are alike on both sides are wrong where it is small.
            let (low, high) = self.share_interval(|values| first(values) == other)?;
            return Some((one + low * (other - one), one + high * (other - one)));
        }
        let reach = match self.boards {
            Some(boards) => {
                let known_from = boards.checked_sub(1).filter(|known_from| *known_from > 0)? as f64;
                let off = |(values, share): (&[i64], f64)| share * (first(values) - mean).powi(2);
                let variance: f64 = self.shares().map(off).sum();
                students(known_from) * (variance / known_from).sqrt()
            }
            None => reach_of_samples(self.samples.len()) * self.error_of_samples(mean, first)?,
        };
        Some((mean - reach, mean + reach))
    }

    /// The first values of boards, if there are just two of them, the smaller one first.
    fn two_values(&self) -> Option<(f64, f64)> {
        self.boards?;
        let smallest = self.rows.keys().map(|values| first(values));
        let (least, most) = smallest.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| {
            (a.min(value), b.max(value))
        });
        let mut all = self.rows.keys().map(|values| first(values));
        (least < most && all.all(|value| value == least || value == most)).then_some((least, most))
    }

    /// Where it was not counted, the bounds that hold a share in 95 of 100 cases: of the deals whose values are such.
    pub fn share_interval(&self, such: impl Fn(&[i64]) -> bool) -> Option<(f64, f64)> {
        match self.boards {
            Some(boards) => {
                let such = self.rows.iter().filter(|(values, _)| such(values));
                let found: u128 = such.map(|(_, number)| number).sum();
                Some(space::interval(found as u64, boards))
            }
            None => {
                let share = self.share(&such);
                let is = |values: &[i64]| f64::from(u8::from(such(values)));
                let error = self.error_of_samples(share, is)?;
                let reach = reach_of_samples(self.samples.len()) * error;
                Some(((share - reach).max(0.0), (share + reach).min(1.0)))
            }
        }
    }

    /// The standard error of the mean of something, which is known, as samples tell it.
    fn error_of_samples(&self, mean: f64, of: impl Fn(&[i64]) -> f64) -> Option<f64> {
        let number = self.samples.len() as f64;
        let all = self.samples.iter().flat_map(BTreeMap::values).sum::<f64>() / number;
        // By how much each sample, as large as it is, moves the mean.
        let moves = self.samples.iter().map(|sample| {
            let off = |(values, weight): (&Vec<i64>, &f64)| weight * (of(values) - mean);
            sample.iter().map(off).sum::<f64>() / all
        });
        let squares: f64 = moves.map(|moved| moved * moved).sum();
        (number > 1.0).then(|| (squares / (number * (number - 1.0))).sqrt())
    }
}

fn first(values: &[i64]) -> f64 {
    values.first().copied().unwrap_or(0) as f64
}

/// The reach of an interval of 95%, in standard errors that are known from so many samples.
pub(super) fn reach_of_samples(samples: usize) -> f64 {
    students(samples.saturating_sub(1).max(1) as f64)
}

/// The same for errors that are known from so much: Student's, by the first terms of its
/// expansion, and by its own for the fewest.
fn students(known_from: f64) -> f64 {
    const FEWEST: [f64; 4] = [12.7062, 4.3027, 3.1825, 2.7765];
    if let Some(known) = FEWEST.get(known_from as usize - 1) {
        return *known;
    }
    let (z, n) = (REACH, known_from);
    let [z3, z5, z7] = [z.powi(3), z.powi(5), z.powi(7)];
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n.powi(3))
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, StudentsT};

    use super::*;

    #[test]
    fn few_boards_are_trusted_less() {
        for known_from in [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 20.0, 1e6] {
            let student = StudentsT::new(0.0, 1.0, known_from).unwrap();
            let off = students(known_from) / student.inverse_cdf(0.975) - 1.0;
            assert!(off.abs() < 2e-3, "{known_from}: {off}");
        }
        let table = |rows: &[(i64, u128)]| ValueTable {
            rows: rows.iter().map(|&(value, n)| (vec![value], n)).collect(),
            boards: Some(rows.iter().map(|(_, n)| *n as u64).sum()),
            ..ValueTable::default()
        };
        // One board has a value, and does not say how good it is.
        assert_eq!(table(&[(3, 1)]).mean(), Some(3.0));
        assert_eq!(table(&[(3, 1)]).interval(), None);
        let (low, high) = table(&[(3, 1), (4, 1), (5, 1)]).interval().unwrap();
        assert!(low < 1.6 && high > 6.4, "{low} {high}");
        // Two values are a share: one of a thousand may be one of two hundred.
        let (low, high) = table(&[(0, 999), (100, 1)]).interval().unwrap();
        assert!(0.0 < low && low < 0.01 && high > 0.5, "{low} {high}");
        // What all of five boards have, others need not.
        let (low, high) = table(&[(0, 5)])
            .share_interval(|values| values != [0])
            .unwrap();
        assert!(low == 0.0 && high > 0.4, "{low} {high}");
    }
}

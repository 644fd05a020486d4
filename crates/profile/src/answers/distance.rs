//! How far boards are from fair: the shapes and points of hands, against those of boards that were dealt fairly.

use std::collections::BTreeMap;

use bridge::{Deal, Hand, Measure, PointCount, Seat, Shape};
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Cells with fewer boards expected than this are taken together.
const FEW: f64 = 5.0;

/// How often each value came, for each seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HandTally {
    boards: u64,
    /// By seat: the four lengths from the longest down.
    shapes: [BTreeMap<u64, u64>; 4],
    /// By seat: high card points.
    points: [BTreeMap<u64, u64>; 4],
}

/// How far one distribution is from another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionDistance {
    /// The share of boards that would have to change.
    pub off: f64,
    /// The chance that two samples of one distribution differ as much or more.
    pub chance: f64,
}

impl HandTally {
    /// Adds a deal, as the profile has its seats.
    pub fn add(&mut self, deal: &Deal) {
        self.boards += 1;
        for seat in Seat::ALL {
            let at = seat as usize;
            let hand = deal[seat];
            *self.shapes[at].entry(pattern(hand)).or_default() += 1;
            let points = Measure::Points(PointCount::HCP).in_hand(hand) as u64;
            *self.points[at].entry(points).or_default() += 1;
        }
    }

    /// Adds the boards of another.
    pub fn join(&mut self, other: &HandTally) {
        self.boards += other.boards;
        for at in 0..4 {
            for (mine, theirs) in [
                (&mut self.shapes[at], &other.shapes[at]),
                (&mut self.points[at], &other.points[at]),
            ] {
                for (value, number) in theirs {
                    *mine.entry(*value).or_default() += number;
                }
            }
        }
    }

    /// How far the shapes of a seat are from those of another tally; `None` if either has no boards.
    pub fn shapes_from(&self, other: &HandTally, seat: Seat) -> Option<DistributionDistance> {
        let at = seat as usize;
        distance(
            (&self.shapes[at], self.boards),
            (&other.shapes[at], other.boards),
        )
    }

    /// How far the points of a seat are from those of another tally; `None` if either has no boards.
    pub fn points_from(&self, other: &HandTally, seat: Seat) -> Option<DistributionDistance> {
        let at = seat as usize;
        distance(
            (&self.points[at], self.boards),
            (&other.points[at], other.boards),
        )
    }
}

/// The lengths of a hand from the longest down, as one number: 5332.
fn pattern(hand: Hand) -> u64 {
    let mut lengths = Shape::of(hand).map_or([0; 4], Shape::lengths);
    lengths.sort_unstable();
    lengths
        .into_iter()
        .rev()
        .fold(0, |all, length| 100 * all + u64::from(length))
}

/// Half the sum of the differences, and the chi-square test of two samples; `None` if one of them is empty.
fn distance(
    one: (&BTreeMap<u64, u64>, u64),
    other: (&BTreeMap<u64, u64>, u64),
) -> Option<DistributionDistance> {
    let (n, m) = (one.1 as f64, other.1 as f64);
    if n == 0.0 || m == 0.0 {
        return None;
    }
    let number = |sample: &BTreeMap<u64, u64>, value: &u64| {
        sample.get(value).copied().unwrap_or_default() as f64
    };
    let mut values: Vec<u64> = one.0.keys().chain(other.0.keys()).copied().collect();
    values.sort_unstable();
    values.dedup();
    let (mut off, mut chi, mut cells) = (0.0, 0.0, 0u32);
    let mut few = (0.0, 0.0);
    let mut cell = |a: f64, b: f64| {
        chi += (a * (m / n).sqrt() - b * (n / m).sqrt()).powi(2) / (a + b);
        cells += 1;
    };
    for value in &values {
        let (a, b) = (number(one.0, value), number(other.0, value));
        off += (a / n - b / m).abs() / 2.0;
        if (a + b) * n.min(m) / (n + m) < FEW {
            few = (few.0 + a, few.1 + b)
        } else {
            cell(a, b)
        }
    }
    if few.0 + few.1 > 0.0 {
        cell(few.0, few.1);
    }
    let freedom = f64::from(cells.saturating_sub(1));
    let chance = ChiSquared::new(freedom).map_or(1.0, |chi_squared| 1.0 - chi_squared.cdf(chi));
    Some(DistributionDistance { off, chance })
}

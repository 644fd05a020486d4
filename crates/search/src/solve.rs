//! The exact value of a position with open cards.

use std::ops::RangeInclusive;

use crate::{Position, Side};

/// The value of a position to the first side if both sides see all cards and play as well as can be, by alpha-beta.
/// Exact within the range; a value beyond it comes back as its bound. No allocation; the time grows with the number of
/// ways to play on, and the depth with the moves that are left.
pub fn solve<P: Position>(position: &P, range: RangeInclusive<f64>) -> f64 {
    let (mut low, mut high) = range.into_inner();
    let Some(side) = position.to_move() else {
        return position.value().clamp(low, high);
    };
    for number in position.moves().iter() {
        let mut next = position.clone();
        next.make(number);
        let value = solve(&next, low..=high);
        match side {
            Side::First => low = low.max(value),
            Side::Second => high = high.min(value),
        }
        if low >= high {
            break;
        }
    }
    match side {
        Side::First => low,
        Side::Second => high,
    }
}

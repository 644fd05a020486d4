//! The exact value of a position with open cards.

use std::ops::RangeInclusive;

use space::{Stopped, Watch};

use crate::{Position, Side};

/// The value of a position to the first side if both sides see all cards and play as well as can be, by alpha-beta.
/// Exact within the range; a value beyond it comes back as its bound. No allocation; the time grows with the number of
/// ways to play on, and the depth with the moves that are left. It looks at the watch every thousand positions.
///
/// # Errors
/// It was stopped.
pub fn solve<P: Position>(
    position: &P,
    range: RangeInclusive<f64>,
    watch: &Watch,
) -> Result<f64, Stopped> {
    let (low, high) = range.into_inner();
    PositionSolver::new(watch).value(position, low, high)
}

/// So many positions are gone through between two looks at the watch.
const POSITIONS_A_LOOK: u32 = 1000;

/// Solves one position after the other. It counts positions over all of them, so that many small ones cost no look each
/// and a large one does not go on for long unseen.
pub(crate) struct PositionSolver<'a> {
    watch: &'a Watch,
    until_look: u32,
}

impl<'a> PositionSolver<'a> {
    pub(crate) fn new(watch: &'a Watch) -> PositionSolver<'a> {
        PositionSolver {
            watch,
            until_look: POSITIONS_A_LOOK,
        }
    }

    pub(crate) fn value<P: Position>(
        &mut self,
        position: &P,
        mut low: f64,
        mut high: f64,
    ) -> Result<f64, Stopped> {
        let Some(side) = position.to_move() else {
            return Ok(position.value().clamp(low, high));
        };
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = POSITIONS_A_LOOK;
            self.watch.look()?;
        }
        for number in position.moves().iter() {
            let mut next = position.clone();
            next.make(number);
            let value = self.value(&next, low, high)?;
            match side {
                Side::First => low = low.max(value),
                Side::Second => high = high.min(value),
            }
            if low >= high {
                break;
            }
        }
        Ok(match side {
            Side::First => low,
            Side::Second => high,
        })
    }
}

//! What is kept between games: how calls went, what was lost against the hints, and whether odds came true as often as
//! they should. The file that it is kept in is another matter.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Odds are put into so many bins of equal width.
pub const BINS: usize = 10;

/// What happened to one player, in one game or in many.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Statistics {
    /// Games that were finished.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Hands that were finished.
    pub hands: u64,
    /// Hands in which the player made trump.
    pub calls: u64,
    /// Of those, hands that were made.
    pub made: u64,
    /// Of those, hands that were euchred.
    pub euchred: u64,
    /// Hands in which the player went alone.
    pub alone: u64,
    /// Of those, hands with all five tricks.
    pub marched: u64,
    /// Decisions that a hint was worked out for.
    pub decisions: u64,
    /// Points lost in them against the hint, together.
    pub points_lost: f64,
    /// How odds came true: for chances from 0 to 10%, 10 to 20% and so on.
    pub calibration: [CalibrationBin; BINS],
}

/// Odds of about the same size.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CalibrationBin {
    /// How often such odds were given.
    pub cases: u64,
    /// Their sum.
    pub said: f64,
    /// How often they came true.
    pub true_cases: u64,
}

impl Statistics {
    /// Adds what happened elsewhere.
    pub fn add(&mut self, other: &Statistics) {
        self.games += other.games;
        self.won += other.won;
        self.hands += other.hands;
        self.calls += other.calls;
        self.made += other.made;
        self.euchred += other.euchred;
        self.alone += other.alone;
        self.marched += other.marched;
        self.decisions += other.decisions;
        self.points_lost += other.points_lost;
        for (bin, more) in self.calibration.iter_mut().zip(&other.calibration) {
            bin.cases += more.cases;
            bin.said += more.said;
            bin.true_cases += more.true_cases;
        }
    }

    /// A chance was said, and came true or not.
    pub fn note_odds(&mut self, chance: f64, came_true: bool) {
        let bin = &mut self.calibration[((chance * BINS as f64) as usize).min(BINS - 1)];
        bin.cases += 1;
        bin.said += chance;
        bin.true_cases += came_true as u64;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "games: {} won of {}", self.won, self.games)?;
        writeln!(f, "hands: {}", self.hands)?;
        writeln!(
            f,
            "trump made: {} times, {} made, {} euchred; alone {} times, {} with all five",
            self.calls, self.made, self.euchred, self.alone, self.marched
        )?;
        if self.decisions > 0 {
            writeln!(
                f,
                "lost against the hint: {:.2} points in {} decisions, {:.3} each",
                self.points_lost,
                self.decisions,
                self.points_lost / self.decisions as f64
            )?;
        }
        for bin in self.calibration.iter().filter(|bin| bin.cases > 0) {
            let cases = bin.cases as f64;
            writeln!(
                f,
                "odds of about {:>3.0}% came true {:>3.0}% of {} times",
                100.0 * bin.said / cases,
                100.0 * bin.true_cases as f64 / cases,
                bin.cases
            )?;
        }
        Ok(())
    }
}

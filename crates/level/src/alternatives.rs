//! What else can be done where the keeps of one script come not close enough to the shares.

use std::fmt;

use script::Script;
use serde::Serialize;
use space::Watch;

use crate::leveled::{KeepStyle, Leveled};
use crate::{KeepOptions, LevelError, MeasuringLimits, PilotChoice, Scenario};

/// More than this and alternatives are looked for.
const TOO_FAR: f64 = 0.005;
/// The numbers of pilots that are tried for them.
const OFFERED: [usize; 3] = [4, 6, 8];

/// Something that comes closer to the shares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Alternative {
    /// Keeps of so many pilots.
    MorePilots {
        /// How many.
        pilots: usize,
        /// How far the worst share is off then.
        worst: f64,
    },
    /// Two scripts whose boards are mixed.
    TwoScripts {
        /// How far the worst share is off then.
        worst: f64,
    },
    /// Keeps of random numbers, where the program has those: nothing else was found.
    RandomKeeps,
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Alternative::MorePilots { pilots, worst } => {
                let worst = 100.0 * worst;
                write!(f, "with {pilots} pilots the worst share is {worst:.2} off")
            }
            Alternative::TwoScripts { worst } => {
                let worst = 100.0 * worst;
                write!(f, "with two scripts to be mixed, it is {worst:.2} off")
            }
            Alternative::RandomKeeps => {
                f.write_str("keeps of random numbers have any rate, where the program has rnd")
            }
        }
    }
}

/// Two leveled copies of a script, whose boards are to be mixed.
#[derive(Clone, PartialEq, Debug)]
pub struct TwoScripts {
    /// One.
    pub first: String,
    /// The other.
    pub second: String,
    /// How many boards of the one for how many of the other.
    pub weights: (u32, u32),
    /// How far the worst share of all boards is off.
    pub worst: f64,
    /// How far it would be with one script.
    pub worst_of_one: f64,
}

impl fmt::Display for TwoScripts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "the worst share of all boards is {:.2} percentage points off; with one script it would be {:.2}",
            100.0 * self.worst,
            100.0 * self.worst_of_one,
        )
    }
}

impl Leveled {
    /// What else could be done, where keeps of cards are too far off the shares; nothing where they are close enough.
    ///
    /// # Errors
    /// As for [`Leveled::new`].
    pub fn alternatives(
        &self,
        scenario: &Scenario,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Vec<Alternative>, LevelError> {
        let mut found = Vec::new();
        if self.style != KeepStyle::Cards || self.assignment.worst <= TOO_FAR {
            return Ok(found);
        }
        let used = self.frequencies.pilots.len();
        for number in OFFERED.into_iter().filter(|&number| number > used) {
            let options = KeepOptions {
                style: KeepStyle::Cards,
                pilots: PilotChoice::Number(number),
            };
            let worst = match Leveled::new(scenario, &options, limits, watch) {
                Ok(other) => other.assignment.worst,
                // So many cards are not to be had.
                Err(LevelError::Pilots(_)) => continue,
                Err(error) => return Err(error),
            };
            if worst < self.assignment.worst {
                let pilots = number;
                found.push(Alternative::MorePilots { pilots, worst });
            }
        }
        if let Some(mixed) = self.two_assignments(watch)? {
            found.push(Alternative::TwoScripts { worst: mixed.worst });
        }
        if found.is_empty() {
            found.push(Alternative::RandomKeeps);
        }
        Ok(found)
    }

    /// Two leveled copies of a script: mixed as said, their boards come closer to the shares than those of one.
    ///
    /// # Errors
    /// If no two come closer than one, or the script cannot be rewritten; or it was stopped.
    pub fn two_scripts(
        &self,
        script: &Script,
        scenario: &Scenario,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<TwoScripts, LevelError> {
        let mixed = self.two_assignments(watch)?;
        let mixed = mixed.ok_or(LevelError::OneScriptIsBest)?;
        let text = |assignment| {
            let one = self.with(scenario, assignment, limits, watch)?;
            one.script(script, scenario)
        };
        Ok(TwoScripts {
            first: text(mixed.first)?,
            second: text(mixed.second)?,
            weights: mixed.weights,
            worst: mixed.worst,
            worst_of_one: self.assignment.worst,
        })
    }
}

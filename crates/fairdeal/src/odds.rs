//! How likely what a question asks for is: counted where that fits the effort, else estimated.

use std::collections::BTreeMap;
use std::fmt;

use answer::Count;
use bridge::Seat;
use condition::NodeId;
use plan::OddsError;
use profile::ProfileOdds;
use serde::Serialize;
use space::Watch;

use crate::answers::StatisticAnswer;
use crate::asked_statistics::AskedStatistics;
use crate::deal_error::DealError;
use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::script_question::{Script, solver_if};

/// How likely a question is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Odds {
    /// Of a script.
    Script(Box<ScriptOdds>),
    /// Of a profile: of each combination, and of all by their shares.
    Profile(Box<ProfileOdds>),
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Odds::Script(odds) => odds.fmt(f),
            Odds::Profile(odds) => match &odds.only {
                Some(only) => Chance::from(only).fmt(f),
                None => odds.fmt(f),
            },
        }
    }
}

impl Odds {
    /// The chance that a deal qualifies.
    pub fn probability(&self) -> f64 {
        match self {
            Odds::Script(odds) => odds.odds.probability,
            Odds::Profile(odds) => odds.probability,
        }
    }

    /// Whether it was counted.
    pub fn is_exact(&self) -> bool {
        match self {
            Odds::Script(odds) => odds.odds.exact,
            Odds::Profile(odds) => odds.exact,
        }
    }
}

/// How likely a script is, and what its averages and frequencies come to over all deals that qualify.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptOdds {
    /// How likely it is.
    #[serde(flatten)]
    pub odds: Chance,
    /// What its averages and frequencies come to.
    pub values: Vec<StatisticAnswer>,
    /// The same in words.
    #[serde(skip)]
    words: String,
}

/// How likely a condition is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chance {
    /// How many deals qualify; null if they were not counted, or if random numbers have a say in it.
    pub count: Option<Count>,
    /// How many deals there are, with what is dealt beforehand.
    pub total: Count,
    /// The chance that a deal qualifies.
    pub probability: f64,
    /// Whether it was counted.
    pub exact: bool,
    /// Where it was not, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
    /// Why it was not counted.
    pub reason: Option<String>,
    /// For each seat that the condition speaks of, the exact chance that its hand alone might do.
    pub seats: BTreeMap<Seat, f64>,
}

impl From<&plan::Odds> for Chance {
    fn from(odds: &plan::Odds) -> Chance {
        Chance {
            count: odds.count.map(Count),
            total: Count(odds.total),
            probability: odds.probability,
            exact: odds.interval.is_none(),
            interval: odds.interval.map(|(low, high)| [low, high]),
            reason: odds.reason.clone(),
            seats: odds.seats.iter().copied().collect(),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let chance = |p: f64| format!("{}, 1 in {}", number(p), answer::one_in(p, 2));
        match (self.count, self.interval) {
            (Some(Count(0)), _) => writeln!(f, "no deal qualifies, of {}", self.total)?,
            (Some(count), _) => {
                let total = self.total;
                writeln!(f, "{count} deals qualify, of {total}: counted exactly")?;
                writeln!(f, "probability {}", chance(self.probability))?;
            }
            (None, Some([low, high])) => {
                let reason = self.reason.as_deref().unwrap_or("it was not counted");
                writeln!(f, "estimated, not counted: {reason}")?;
                let known = Known::new(self.probability, (high - low) / 2.0);
                if self.probability > 0.0 {
                    let (about, one_in) = (known.number(self.probability), known.one_in());
                    writeln!(f, "probability about {about}, 1 in {one_in}")?;
                } else {
                    writeln!(f, "none found")?;
                }
                let (low, high) = (known.number(low), known.number(high));
                writeln!(f, "95% interval: {low} to {high}")?;
            }
            (None, None) => {
                writeln!(f, "counted exactly, with random numbers as chances")?;
                writeln!(f, "probability {}", chance(self.probability))?;
            }
        }
        for (seat, alone) in &self.seats {
            if *alone == 0.0 {
                writeln!(f, "{seat} alone might do: never")?;
            } else {
                writeln!(f, "{seat} alone might do: probability {}", chance(*alone))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for ScriptOdds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.odds, self.words)
    }
}

/// How many digits of an estimate mean something: those down to one after the first that the interval leaves open.
struct Known {
    value: f64,
    /// The power of ten of the last digit that is shown.
    last: i32,
}

impl Known {
    fn new(value: f64, half_width: f64) -> Known {
        let last = if half_width > 0.0 {
            half_width.log10().floor() as i32 - 1
        } else {
            -12
        };
        Known { value, last }
    }

    /// `0.007256`, or `7.2e-9` for what is very small.
    fn number(&self, value: f64) -> String {
        if value == 0.0 {
            return "0".to_owned();
        }
        if value >= 1e-4 || self.value >= 1e-4 {
            let decimals = (-self.last).clamp(0, 12) as usize;
            return format!("{value:.decimals$}");
        }
        let digits = (value.log10().floor() as i32 - self.last).clamp(0, 9) as usize;
        format!("{value:.digits$e}")
    }

    /// The N of 1 in N, with as many digits.
    fn one_in(&self) -> String {
        let n = 1.0 / self.value;
        let digits = self.value.log10().floor() as i32 - self.last + 1;
        let decimals = digits - 1 - n.log10().floor() as i32;
        if decimals >= 0 {
            let decimals = decimals.min(2) as usize;
            format!("{n:.decimals$}")
        } else {
            let unit = 10f64.powi(-decimals);
            format!("{:.0}", (n / unit).round() * unit)
        }
    }
}

/// Twelve digits after the point, or after the first for what is very small: what was counted is known to the last.
fn number(value: f64) -> String {
    match value {
        v if v == 0.0 || v >= 1e-4 => format!("{v:.12}"),
        v => format!("{v:.9e}"),
    }
}

impl Script {
    /// How many deals qualify, and what averages and frequencies come to over all of them: counted where that fits the
    /// effort.
    ///
    /// ```
    /// use fairdeal::{Effort, Script, Watch};
    /// let script = Script::from_text("condition spades(north) == 6 and hcp(north) >= 10 and hcp(north) <= 12")?;
    /// let odds = script.odds(Effort::Usual, &Watch::default())?;
    /// assert_eq!(odds.odds.count.unwrap().0, 604600034108919818184129600);
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the script, a value without an answer, or that it was stopped.
    pub fn odds(&self, effort: Effort, watch: &Watch) -> Result<ScriptOdds, Error> {
        let compiled = self.compiled()?;
        let condition = &compiled.condition;
        let asked = AskedStatistics::new(compiled.actions.as_deref().unwrap_or_default());
        let asked = asked.map_err(DealError::Frequency)?;
        let nodes = asked.asked(condition);
        let solves = |node: NodeId| condition.graph().facts(node).solver;
        let mut needed = nodes.iter().flatten().copied().chain([condition.root()]);
        let solver = solver_if(needed.any(solves))?;
        let budget = effort.budget(Purpose::Odds);
        let survey = plan::survey(condition, &compiled.predeal, &nodes, budget, solver, watch);
        let (odds, tables) = survey.map_err(|error| match error {
            OddsError::Eval(error) => self.no_answer(compiled, error),
            OddsError::Plan(error) => self.no_plan(compiled, error, watch),
        })?;
        Ok(ScriptOdds {
            odds: Chance::from(&odds),
            values: asked.answers(&tables),
            words: asked.text(&tables),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_show_what_is_known() {
        let known = Known::new(0.007255610304, 5.0e-5);
        assert_eq!(known.number(0.007255610304), "0.007256");
        assert_eq!(known.one_in(), "137.8");
        let rare = Known::new(2.345678e-9, 3.1e-11);
        assert_eq!(rare.number(2.345678e-9), "2.346e-9");
        assert_eq!(rare.one_in(), "426300000");
        let none = Known::new(0.0, 5e-7);
        assert_eq!(
            (none.number(0.0), none.number(1e-6)),
            ("0".into(), "1.00e-6".into())
        );
    }
}

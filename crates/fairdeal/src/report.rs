//! Which seat makes a question hard: its chance alone, and given the others.

use std::fmt;

use bridge::Seat;
use condition::{Condition, Seats};
use plan::{OddsError, PlanError};
use profile::ProfileReport;
use serde::Serialize;
use space::Watch;

use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::script_question::{Script, solver_if};

/// Which seat makes a question hard.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Report {
    /// Of a script.
    Script(ScriptReport),
    /// Of a profile.
    Profile(Box<ProfileReport>),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Report::Script(report) => report.fmt(f),
            Report::Profile(report) => report.fmt(f),
        }
    }
}

/// Which seat makes a script hard.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptReport {
    /// The chance that a deal qualifies.
    pub probability: f64,
    /// Whether it was counted.
    pub exact: bool,
    /// The seat with the smallest chance given the others.
    pub hardest_seat: Option<Seat>,
    /// Each seat that the condition speaks of.
    pub seats: Vec<SeatReport>,
}

/// How hard a seat is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatReport {
    /// The seat.
    pub seat: Seat,
    /// The chance that its hand alone might do.
    pub alone: f64,
    /// The chance that a deal qualifies, if the hands of the others might do.
    pub given_others: f64,
    /// Whether both were counted.
    pub exact: bool,
}

impl fmt::Display for ScriptReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let one_in = |chance: f64| match chance {
            0.0 => "never".to_owned(),
            chance => answer::one_in(chance, 1),
        };
        writeln!(f, "a deal qualifies: 1 in {}", one_in(self.probability))?;
        let (alone, others) = ("alone, 1 in", "given the others, 1 in");
        writeln!(f, "{:<6}{alone:>14}{others:>26}", "seat")?;
        for one in &self.seats {
            let (alone, given) = (one_in(one.alone), one_in(one.given_others));
            writeln!(f, "{:<6}{alone:>14}{given:>26}", one.seat.to_string())?;
        }
        if let Some(seat) = self.hardest_seat {
            writeln!(f, "the hardest seat is {seat}")?;
        }
        if !self.exact || self.seats.iter().any(|one| !one.exact) {
            writeln!(
                f,
                "some of this is estimated: counting takes more work than the effort allows"
            )?;
        }
        Ok(())
    }
}

impl Script {
    /// Each seat's chance alone, and given the others: what is said of the others alone is taken as satisfied.
    ///
    /// ```
    /// use fairdeal::{Effort, Script, Watch};
    /// let script = Script::from_text("condition hcp(north) >= 20 and hcp(south) <= 15")?;
    /// let report = script.report(Effort::Usual, &Watch::default())?;
    /// assert_eq!(report.hardest_seat.unwrap().letter(), 'N');
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the script, or that it was stopped.
    pub fn report(&self, effort: Effort, watch: &Watch) -> Result<ScriptReport, Error> {
        let compiled = self.compiled()?;
        let (condition, predeal) = (&compiled.condition, &compiled.predeal);
        let budget = effort.budget(Purpose::Odds);
        let root = condition.root();
        let solver = solver_if(condition.graph().facts(root).solver)?;
        let odds_of = |condition: &Condition| {
            let odds = plan::odds(condition, predeal, budget, solver, watch);
            odds.map_err(|error| match error {
                OddsError::Eval(error) => self.no_answer(compiled, error),
                OddsError::Plan(PlanError::Never) => {
                    self.no_plan(compiled, PlanError::Never, watch)
                }
                OddsError::Plan(error) => self.no_plan(compiled, error, watch),
            })
        };
        let whole = odds_of(condition)?;
        let chances = plan::seat_chances(condition, predeal, budget, watch)?;
        let mut seats = Vec::new();
        for one in chances {
            let others = Seats::ALL.iter().filter(|seat| *seat != one.seat).collect();
            let others = odds_of(&plan::projected(condition, others))?;
            let given_others = match others.probability {
                0.0 => 0.0,
                chance => (whole.probability / chance).min(1.0),
            };
            seats.push(SeatReport {
                seat: one.seat,
                alone: one.chance,
                given_others,
                exact: one.exact && others.count.is_some() && whole.count.is_some(),
            });
        }
        let hardest = |a: &&SeatReport, b: &&SeatReport| a.given_others.total_cmp(&b.given_others);
        Ok(ScriptReport {
            probability: whole.probability,
            exact: whole.count.is_some(),
            hardest_seat: seats.iter().min_by(hardest).map(|one| one.seat),
            seats,
        })
    }
}

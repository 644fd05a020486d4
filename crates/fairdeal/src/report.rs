//! Which seat makes a question hard: its chance alone, and given the others.

use std::fmt;

use bridge::Seat;
use condition::Condition;
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
    /// The chance that a deal qualifies, among those in which all that is asked of the others holds.
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
                "some of this is estimated: counting takes more than the effort allows"
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
            let others = odds_of(&plan::without_seat(condition, one.seat))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &str) -> ScriptReport {
        let script = Script::from_text(text).unwrap();
        script.report(Effort::Usual, &Watch::default()).unwrap()
    }

    /// One seat's part left out, by hand: the chances are those of two scripts.
    #[test]
    fn given_the_others_is_what_is_left_when_a_seat_asks_nothing() {
        let (north, south) = ("spades(north) >= 5", "hcp(south) >= 15");
        let both = report(&format!("condition {north} and {south}"));
        let alone = |text: &str| report(&format!("condition {text}")).probability;
        let expected = [
            both.probability / alone(south),
            both.probability / alone(north),
        ];
        for (one, expected) in both.seats.iter().zip(expected) {
            assert!((one.given_others - expected).abs() < 1e-12, "{both:?}");
            assert!(one.exact);
        }
        assert_eq!(both.hardest_seat, Some(Seat::South));
        assert!(both.to_string().contains("the hardest seat is South"));
    }

    /// What is said of two seats together still counts for the other, as far as it can be told from it.
    #[test]
    fn what_is_said_of_two_seats_leaves_what_the_other_must_have() {
        let fit = report("condition spades(north) + spades(south) >= 15 - 2 and hcp(north) >= 12");
        let north = fit
            .seats
            .iter()
            .find(|one| one.seat == Seat::North)
            .unwrap();
        assert!(north.given_others < 1e-3, "{fit:?}");
    }
}

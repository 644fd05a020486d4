//! The answer to how often the keeps of a script are true, and which of them are the best.

use std::fmt::{self, Write as _};

use answer::{Count, percent};
use plan::Placement;
use script::Script;
use serde::Serialize;
use space::Watch;

use crate::report::{name_width, one_in};
use crate::{
    BestKeeps, Frequencies, KeepRate, KeepRates, LevelError, MeasuringLimits, Options, Scenario,
    ScriptKeeps,
};

/// The keeps that a script has, and how often each is true: among all deals, and among those of each type.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepRatesReport {
    /// The cards that the keeps are made of: `West C2`.
    pub pilots: Vec<String>,
    /// The keeps, in the order of the script.
    pub levels: Vec<KeepReport>,
    /// The best of them for each type, if that was asked for.
    pub solved: Option<BestKeepsReport>,
}

/// One keep, and how often it is true.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepReport {
    /// Its name.
    pub name: String,
    /// Its expression, as it was written.
    pub expression: String,
    /// The share of all deals in which it is true.
    pub rate: f64,
    /// The same as a fraction in lowest terms.
    pub fraction: [Count; 2],
    /// How often it is true among the deals of each type, where the script has types.
    pub types: Option<Vec<KeepWithinType>>,
}

/// How often a keep is true among the deals of a type.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepWithinType {
    /// The type.
    pub name: String,
    /// The share of its deals.
    pub rate: f64,
    /// In how many of its deals it is true, if they were counted,
    pub count: Option<Count>,
    /// and how many there are.
    pub of: Option<Count>,
}

/// The best keep for each type.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestKeepsReport {
    /// The keep of each type: a name, `1` for one that is kept always, `0` for one that never is.
    pub keeps: Vec<String>,
    /// The share of its deals that each type keeps.
    pub rates: Vec<f64>,
    /// The share of boards that each type gets.
    pub shares: Vec<f64>,
    /// The chance that a deal is kept.
    pub kept: f64,
    /// The share of boards that each type should have.
    pub targets: Vec<f64>,
}

impl KeepRatesReport {
    /// Works out the rates of a script's keeps and, where it has types or those are asked for, their rates within each;
    /// with `solve`, the best of them. New types must have been read with the script: see [`Options::definitions`].
    ///
    /// # Errors
    /// A script without keeps, or one that cannot be measured by its types; without types, if it is to be solved.
    pub fn new(
        script: &Script,
        options: &Options,
        solve: bool,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<KeepRatesReport, LevelError> {
        let keeps = ScriptKeeps::find(script, options)?;
        let rates = KeepRates::new(script, &keeps, watch)?;
        let scenario = match Scenario::new(script, options) {
            Ok(scenario) => scenario,
            // A script without types still has keeps.
            Err(LevelError::NoTypes) if !solve => return Ok(KeepRatesReport::of(&rates, None)),
            Err(error) => return Err(error),
        };
        let frequencies = rates.within(&scenario, limits, watch)?;
        let mut report = KeepRatesReport::of(&rates, Some((&scenario, &frequencies)));
        if solve {
            let best = rates.best_keeps(&frequencies, watch)?;
            report.solved = best.map(|best| BestKeepsReport::of(best, &frequencies));
        }
        Ok(report)
    }

    /// The report on rates that are known, among all deals and perhaps within the cells of a scenario.
    fn of(rates: &KeepRates, within: Option<(&Scenario, &Frequencies)>) -> KeepRatesReport {
        let keep = |keep: &KeepRate| {
            let (above, below) = keep.rate;
            KeepReport {
                name: keep.name.clone(),
                expression: keep.text.clone(),
                rate: above as f64 / below as f64,
                fraction: [above.into(), below.into()],
                types: within.map(|within| within_types(keep, within)),
            }
        };
        KeepRatesReport {
            pilots: pilot_names(&rates.pilots),
            levels: rates.keeps.iter().map(keep).collect(),
            solved: None,
        }
    }

    /// The names of the types; all keeps have the same.
    fn types(&self) -> Vec<&str> {
        let first = self.levels.first().and_then(|keep| keep.types.as_ref());
        let types = first.into_iter().flatten();
        types.map(|kind| kind.name.as_str()).collect()
    }
}

fn within_types(
    keep: &KeepRate,
    (scenario, frequencies): (&Scenario, &Frequencies),
) -> Vec<KeepWithinType> {
    let cells = scenario.cells.iter().zip(&frequencies.cells);
    let within = cells.map(|(cell, measured)| {
        let holds = |pattern: usize| keep.patterns[pattern];
        let exact = measured.exact_rate(holds);
        KeepWithinType {
            name: cell.name.clone(),
            rate: measured.rate(holds),
            count: exact.map(|(count, _)| count.into()),
            of: exact.map(|(_, all)| all.into()),
        }
    });
    within.collect()
}

impl BestKeepsReport {
    fn of(best: BestKeeps, frequencies: &Frequencies) -> BestKeepsReport {
        BestKeepsReport {
            keeps: best.names,
            rates: best.assignment.rates,
            shares: best.assignment.shares,
            kept: best.assignment.kept,
            targets: frequencies.targets.clone(),
        }
    }
}

/// `West C2`.
pub(crate) fn pilot_names(pilots: &[Placement]) -> Vec<String> {
    let pilots = pilots.iter();
    pilots
        .map(|pilot| format!("{} {}", pilot.seat, pilot.card))
        .collect()
}

impl fmt::Display for KeepRatesReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let width = name_width(self.levels.iter().map(|keep| keep.name.as_str()));
        let types = self.types();
        write!(f, "{:width$}  {:>12}  {:>9}", "keep", "exactly", "any deal")?;
        for name in &types {
            write!(f, "  {name:>9}")?;
        }
        writeln!(f, "  expression")?;
        for keep in &self.levels {
            let [above, below] = keep.fraction;
            let (fraction, rate) = (format!("{above}/{below}"), digits(keep.rate));
            write!(f, "{:width$}  {fraction:>12}  {rate:>9}", keep.name)?;
            for kind in keep.types.iter().flatten() {
                let width = kind.name.chars().count().max(9);
                write!(f, "  {:>width$}", digits(kind.rate))?;
            }
            writeln!(f, "  {}", keep.expression)?;
        }
        let mut within = self
            .levels
            .iter()
            .flat_map(|keep| keep.types.iter().flatten());
        if within.any(|kind| kind.count.is_none()) {
            writeln!(
                f,
                "rates within types are estimated where a type was too large to count"
            )?;
        }
        match &self.solved {
            Some(solved) => f.write_str(&solved.text(&types)),
            None => Ok(()),
        }
    }
}

impl BestKeepsReport {
    /// In words, with the names of the types.
    fn text(&self, types: &[&str]) -> String {
        let mut text = String::from("\nbest of these keeps:\n");
        let width = name_width(types.iter().copied());
        for (i, name) in types.iter().enumerate() {
            let _ = writeln!(
                text,
                "{name:width$}  {:10}  kept {}  share {:>7} (wanted {})",
                self.keeps[i],
                digits(self.rates[i]),
                percent(self.shares[i]),
                percent(self.targets[i]),
            );
        }
        let _ = writeln!(text, "{} is kept", one_in(self.kept));
        text
    }
}

fn digits(rate: f64) -> String {
    format!("{:.4}%", 100.0 * rate)
}

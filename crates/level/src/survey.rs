//! How the rates of the usual keeps move with what a script asks for: exact figures for a few common conditions.

use std::fmt::{self, Write as _};

use serde::Serialize;
use space::{Budget, Watch};

use crate::measure::pattern_counts;
use crate::{KeepRate, KeepRates, LevelError, MeasuredCell, Options, ScriptKeeps};

/// The conditions, each with what it is called.
const CONDITIONS: [(&str, &str); 20] = [
    ("any deal", "1"),
    ("South 7+ spades", "spades(south) >= 7"),
    ("South 8+ spades", "spades(south) >= 8"),
    ("South 7+ clubs", "clubs(south) >= 7"),
    ("South 8+ clubs", "clubs(south) >= 8"),
    ("West 7+ clubs", "clubs(west) >= 7"),
    ("West 8+ clubs", "clubs(west) >= 8"),
    ("East 7+ clubs", "clubs(east) >= 7"),
    ("South 0-7 HCP", "hcp(south) <= 7"),
    ("South 12-14 HCP", "hcp(south) >= 12 and hcp(south) <= 14"),
    ("South 20+ HCP", "hcp(south) >= 20"),
    ("South and North 25+ HCP", "hcp(south) + hcp(north) >= 25"),
    (
        "South 15-17 HCP, balanced",
        "shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17",
    ),
    ("South a singleton club", "clubs(south) == 1"),
    ("South a void in clubs", "clubs(south) == 0"),
    ("South a singleton", "shape(south, any 1xxx)"),
    ("South a void", "shape(south, any 0xxx)"),
    ("West a singleton club", "clubs(west) == 1"),
    ("West a void in clubs", "clubs(west) == 0"),
    ("East a void in diamonds", "diamonds(east) == 0"),
];

/// The keeps that the words show: the others are their complements, or close to these.
const SHOWN: [&str; 8] = [
    "keep015", "keep03", "keep06", "keep11", "keep19", "keep25", "keep33", "keep47",
];

/// The exact rates of the usual keeps in some situations.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SurveyTable {
    /// The names of the keeps, as in the include file `script/Leveling`.
    pub keeps: Vec<String>,
    /// The situations.
    pub rows: Vec<SurveyRow>,
}

/// The rates of the usual keeps under one condition.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SurveyRow {
    /// What the condition is called.
    pub situation: String,
    /// The condition, in the dealer language.
    pub condition: String,
    /// Its chance.
    pub probability: f64,
    /// The rates, in the order of the keeps.
    pub rates: Vec<f64>,
}

/// The usual keeps (`#include "script/Leveling"`) and their exact rates under common conditions.
///
/// # Errors
/// It was stopped; none that a caller can cause otherwise.
pub fn survey(watch: &Watch) -> Result<SurveyTable, LevelError> {
    let load = |text: &str| {
        let input = script::Input::from_text("survey", text)
            .map_err(|error| LevelError::Text(error.to_string()))?;
        Ok::<_, LevelError>(script::parse(&input, &script::Settings::default()).0)
    };
    let script = load("#include \"script/Leveling\"\n")?;
    let keeps = ScriptKeeps::find(&script, &Options::default())?;
    let rates = KeepRates::new(&script, &keeps, watch)?;
    // The first four names are the cards themselves.
    let named = rates.keeps.iter();
    let keeps: Vec<&KeepRate> = named.filter(|keep| keep.name.starts_with("keep")).collect();
    watch.begin("counting the situations", Some(CONDITIONS.len() as u64));
    let mut rows: Vec<SurveyRow> = Vec::new();
    for (situation, condition) in CONDITIONS {
        let script = load(&format!("condition {condition}"))?;
        let compiled = script::compile(&script, &Default::default()).map_err(LevelError::Script)?;
        let (asked, predeal) = (&compiled.condition, &compiled.predeal);
        let budget = Budget::default();
        let counts = pattern_counts(asked, predeal, &rates.pilots, budget, watch)?;
        watch.add(1);
        let Some(counts) = counts else {
            continue;
        };
        let cell = MeasuredCell::counted(counts, BRIDGE_DEALS);
        let rate = |keep: &&KeepRate| cell.rate(|pattern| keep.patterns[pattern]);
        rows.push(SurveyRow {
            situation: situation.to_owned(),
            condition: condition.to_owned(),
            probability: cell.probability,
            rates: keeps.iter().map(rate).collect(),
        });
    }
    Ok(SurveyTable {
        keeps: keeps.iter().map(|keep| keep.name.clone()).collect(),
        rows,
    })
}

/// 52!/13!^4.
const BRIDGE_DEALS: u128 = 53_644_737_765_488_792_839_237_440_000;

impl SurveyTable {
    /// All keeps with all digits, as comma-separated values with a line of names.
    pub fn csv(&self) -> String {
        let mut text = format!("situation,condition,probability,{}\n", self.keeps.join(","));
        for row in &self.rows {
            let rates: Vec<String> = row.rates.iter().map(f64::to_string).collect();
            let (situation, condition) = (&row.situation, &row.condition);
            let (probability, rates) = (row.probability, rates.join(","));
            let _ = writeln!(
                text,
                "\"{situation}\",\"{condition}\",{probability},{rates}"
            );
        }
        text
    }
}

impl fmt::Display for SurveyTable {
    /// The keeps that matter most, in percent.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let shown = self.keeps.iter().enumerate();
        let shown: Vec<(usize, &String)> = shown
            .filter(|(_, keep)| SHOWN.contains(&keep.as_str()))
            .collect();
        write!(f, "{:26}", "rates in percent")?;
        for (_, keep) in &shown {
            write!(f, " {keep:>8}")?;
        }
        writeln!(f)?;
        for row in &self.rows {
            write!(f, "{:26}", row.situation)?;
            for (i, _) in &shown {
                write!(f, " {:>8.3}", 100.0 * row.rates[*i])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

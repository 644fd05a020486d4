//! How the rates of the usual keeps move with what a script asks for: exact figures for a few common conditions.

use space::Budget;

use crate::measure::counted;
use crate::rates::Rates;
use crate::{Keeps, LevelError, Options};

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

/// The rates of the usual keeps under one condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Surveyed {
    /// What the condition is called.
    pub name: &'static str,
    /// The condition, in the dealer language.
    pub condition: &'static str,
    /// Its chance.
    pub probability: f64,
    /// The rates, in the order of the keeps.
    pub rates: Vec<f64>,
}

/// The usual keeps (`#include "script/Leveling"`) and their exact rates under common conditions.
///
/// # Errors
/// None that a caller can cause.
pub fn survey() -> Result<(Rates, Vec<Surveyed>), LevelError> {
    let load = |text: &str| {
        let input = script::Input::from_text("survey", text)
            .map_err(|error| LevelError::Text(error.to_string()))?;
        Ok::<_, LevelError>(script::parse(&input, &script::Settings::default()).0)
    };
    let script = load("#include \"script/Leveling\"\n")?;
    let keeps = Keeps::find(&script, &Options::default())?;
    let rates = Rates::new(&script, &keeps)?;
    let mut rows: Vec<Surveyed> = Vec::new();
    for (name, condition) in CONDITIONS {
        let script = load(&format!("condition {condition}"))?;
        let compiled = script::compile(&script, &Default::default()).map_err(LevelError::Script)?;
        let total = bridge_deals();
        let (condition_of, predeal) = (&compiled.condition, &compiled.predeal);
        let cell = counted(
            condition_of,
            predeal,
            &rates.pilots,
            Budget::default(),
            total,
        );
        let Some(cell) = cell else {
            continue;
        };
        let levels = rates.levels.iter();
        rows.push(Surveyed {
            name,
            condition,
            probability: cell.probability,
            rates: levels
                .map(|level| cell.rate(|p| level.patterns[p]))
                .collect(),
        });
    }
    Ok((rates, rows))
}

/// 52!/13!^4.
fn bridge_deals() -> u128 {
    53_644_737_765_488_792_839_237_440_000
}

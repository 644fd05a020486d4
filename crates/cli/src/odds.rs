//! `fairdeal odds`: how many deals qualify.

use clap::Args;
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::plan::{self, Odds, OddsError};
use fairdeal::script::Loaded;
use fairdeal::space::Budget;
use serde_json::{Map, json};

use crate::Failure;
use crate::profile;
use crate::sources::{self, ScriptArguments};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    /// How much work counting may take before the odds are estimated instead; a second does some hundred million
    #[arg(long, value_name = "STEPS", default_value_t = 300_000_000)]
    budget: u64,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let budget = Budget {
        work: arguments.budget,
        ..Budget::default()
    };
    if let Some(text) = profile::given(&arguments.script.file, &arguments.script.store)? {
        return profile::odds::run(&text, budget, arguments.json);
    }
    let loaded = arguments.script.load()?;
    let Loaded {
        script,
        compiled,
        diagnostics,
    } = &loaded;
    sources::show(diagnostics, &script.sources);
    let Some(compiled) = compiled else {
        return Err(Failure::Said(1));
    };
    let condition = &compiled.condition;
    let solver = match condition.graph().facts(condition.root()).solver {
        true => Some(Solver::load()?),
        false => None,
    };
    let odds = match plan::odds(condition, &compiled.predeal, budget, solver) {
        Ok(odds) => odds,
        Err(OddsError::Eval(error)) => return Err(sources::no_answer(error, compiled, &loaded)),
        Err(error) => return Err(error.into()),
    };
    match arguments.json {
        true => println!("{:#}", as_json(&odds)),
        false => print(&odds),
    }
    Ok(())
}

fn as_json(odds: &Odds) -> serde_json::Value {
    let seats: Map<_, _> = odds
        .seats
        .iter()
        .map(|(seat, chance)| (seat.letter().to_string(), json!(chance)))
        .collect();
    json!({
        "count": odds.count.map(|count| count.to_string()),
        "total": odds.total.to_string(),
        "probability": odds.probability,
        "exact": odds.count.is_some(),
        "interval": odds.interval.map(|(low, high)| [low, high]),
        "reason": odds.reason,
        "seats": seats,
    })
}

pub(crate) fn print(odds: &Odds) {
    let probability = odds.probability;
    match (odds.count, odds.interval) {
        (Some(0), _) => println!("no deal qualifies, of {}", odds.total),
        (Some(count), _) => {
            println!("{count} deals qualify, of {}: counted exactly", odds.total);
            println!(
                "probability {}, 1 in {}",
                number(probability),
                one_in(probability)
            );
        }
        (None, Some((low, high))) => {
            let reason = odds.reason.as_deref().unwrap_or("it was not counted");
            println!("estimated, not counted: {reason}");
            match probability > 0.0 {
                true => println!(
                    "probability about {}, 1 in {}",
                    number(probability),
                    one_in(probability)
                ),
                false => println!("none found"),
            }
            println!("95% interval: {} to {}", number(low), number(high));
        }
        (None, None) => {}
    }
    for (seat, chance) in &odds.seats {
        if *chance == 0.0 {
            println!("{seat} alone might do: never");
            continue;
        }
        println!(
            "{seat} alone might do: probability {}, 1 in {}",
            number(*chance),
            one_in(*chance)
        );
    }
}

/// Twelve digits after the point, or after the first for what is very small.
fn number(value: f64) -> String {
    match value {
        v if v == 0.0 || v >= 1e-4 => format!("{v:.12}"),
        v => format!("{v:.9e}"),
    }
}

fn one_in(probability: f64) -> String {
    match 1.0 / probability {
        n if n < 1000.0 => format!("{n:.2}"),
        n => format!("{n:.0}"),
    }
}

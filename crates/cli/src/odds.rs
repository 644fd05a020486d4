//! `fairdeal odds`: how many deals qualify.

use std::io::{self, Write};

use clap::Args;
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::condition::NodeId;
use fairdeal::plan::{self, Odds, OddsError};
use fairdeal::script::Loaded;
use fairdeal::space::Budget;
use fairdeal::{DealError, Expected};
use serde_json::{Map, json};

use crate::Failure;
use crate::profile;
use crate::progress;
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
    let expected = Expected::new(compiled.actions.as_deref().unwrap_or_default())
        .map_err(DealError::Frequency)?;
    let asked = expected.asked(condition);
    let solves = |node: NodeId| condition.graph().facts(node).solver;
    let mut needed = asked.iter().flatten().copied().chain([condition.root()]);
    let solver = if needed.any(solves) {
        Some(Solver::load()?)
    } else {
        None
    };
    let survey = || plan::survey(condition, &compiled.predeal, &asked, budget, solver);
    let (odds, tables) = match progress::waiting("counting", survey) {
        Ok(survey) => survey,
        Err(OddsError::Eval(error)) => return Err(sources::no_answer(error, compiled, &loaded)),
        Err(error) => return Err(error.into()),
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", as_json(&odds, expected.json(&tables)))?
    } else {
        print(&mut out, &odds)?;
        write!(out, "{}", expected.text(&tables))?;
    }
    Ok(())
}

fn as_json(odds: &Odds, values: serde_json::Value) -> serde_json::Value {
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
        "values": values,
    })
}

pub(crate) fn print(out: &mut impl Write, odds: &Odds) -> io::Result<()> {
    let chance = |p: f64| format!("{}, 1 in {}", number(p), one_in(p));
    let probability = odds.probability;
    match (odds.count, odds.interval) {
        (Some(0), _) => writeln!(out, "no deal qualifies, of {}", odds.total)?,
        (Some(count), _) => {
            let total = odds.total;
            writeln!(out, "{count} deals qualify, of {total}: counted exactly")?;
            writeln!(out, "probability {}", chance(probability))?;
        }
        (None, Some((low, high))) => {
            let reason = odds.reason.as_deref().unwrap_or("it was not counted");
            writeln!(out, "estimated, not counted: {reason}")?;
            if probability > 0.0 {
                writeln!(out, "probability about {}", chance(probability))?
            } else {
                writeln!(out, "none found")?
            }
            writeln!(out, "95% interval: {} to {}", number(low), number(high))?;
        }
        (None, None) => {}
    }
    for (seat, alone) in &odds.seats {
        if *alone == 0.0 {
            writeln!(out, "{seat} alone might do: never")?
        } else {
            writeln!(out, "{seat} alone might do: probability {}", chance(*alone))?
        }
    }
    Ok(())
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

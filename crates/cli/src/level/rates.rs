//! `fairdeal level rates`: the keep-conditions that a script has, and how often each is true.

use std::fmt::Write as _;

use clap::Args;
use fairdeal::level::{Frequencies, LevelError, Rates, Scenario, Solved};
use serde_json::json;

use super::{LevelArguments, one_in, percent};
use crate::Failure;
use crate::sources::ScriptArguments;
use crate::threads;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    #[command(flatten)]
    types: LevelArguments,

    /// Find the best of these keep-conditions for each type, and predict the shares
    #[arg(long)]
    solve: bool,

    /// How much work counting each type may be before it is estimated; a second does some hundred million steps
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = arguments.script.load_with(arguments.types.definitions())?;
    super::compiled(&loaded)?;
    let failed = |error| super::failure(error, &loaded);
    let options = arguments.types.options();
    let keeps = fairdeal::level::Keeps::find(&loaded.script, &options).map_err(failed)?;
    let rates = Rates::new(&loaded.script, &keeps).map_err(failed)?;
    // A script without types still has keeps.
    let scenario = match Scenario::new(&loaded.script, &options) {
        Ok(scenario) => Some(scenario),
        Err(LevelError::NoTypes) if !arguments.solve => None,
        Err(error) => return Err(failed(error)),
    };
    let within = match &scenario {
        Some(scenario) => {
            let effort = super::effort(arguments.budget, threads(None));
            let frequencies = super::frequencies(&loaded, scenario, &rates.pilots, &effort)?;
            Some((scenario, frequencies))
        }
        None => None,
    };
    let solved = match &within {
        Some((_, frequencies)) if arguments.solve => rates.solve(frequencies),
        _ => None,
    };
    let within = within
        .as_ref()
        .map(|(scenario, frequencies)| (*scenario, frequencies));
    if arguments.json {
        println!("{:#}", as_json(&rates, within, solved.as_ref()))
    } else {
        print!("{}", table(&rates, within));
        if let (Some((scenario, frequencies)), Some(solved)) = (within, &solved) {
            print!("{}", solution(scenario, frequencies, solved));
        }
    }
    Ok(())
}

type Within<'a> = Option<(&'a Scenario, &'a Frequencies)>;

fn as_json(rates: &Rates, within: Within, solved: Option<&Solved>) -> serde_json::Value {
    let pilots = rates
        .pilots
        .iter()
        .map(|pilot| format!("{} {}", pilot.seat, pilot.card));
    let levels = rates.levels.iter().map(|level| {
        let (above, below) = level.rate;
        let types = within.map(|(scenario, frequencies)| {
            let cells = scenario.cells.iter().zip(&frequencies.cells);
            let rate = cells.map(|(cell, measured)| {
                let holds = |pattern: usize| level.patterns[pattern];
                let exact = measured.exact_rate(holds);
                json!({
                    "name": cell.name,
                    "rate": measured.rate(holds),
                    "count": exact.map(|(count, _)| count.to_string()),
                    "of": exact.map(|(_, all)| all.to_string()),
                })
            });
            rate.collect::<Vec<_>>()
        });
        json!({
            "name": level.name,
            "expression": level.text,
            "rate": above as f64 / below as f64,
            "fraction": [above.to_string(), below.to_string()],
            "types": types,
        })
    });
    let solved = solved.map(|solved| {
        json!({
            "keeps": solved.names,
            "rates": solved.assignment.rates,
            "shares": solved.assignment.shares,
            "kept": solved.assignment.kept,
        })
    });
    json!({
        "pilots": pilots.collect::<Vec<_>>(),
        "levels": levels.collect::<Vec<_>>(),
        "solved": solved,
    })
}

fn table(rates: &Rates, within: Within) -> String {
    let mut text = String::new();
    let lines = rates.levels.iter();
    let width = lines.clone().map(|level| level.name.chars().count());
    let width = width.max().unwrap_or(0).max(4);
    let cells: Vec<&str> = match within {
        Some((scenario, _)) => scenario
            .cells
            .iter()
            .map(|cell| cell.name.as_str())
            .collect(),
        None => Vec::new(),
    };
    let _ = write!(
        text,
        "{:width$}  {:>12}  {:>9}",
        "keep", "exactly", "any deal"
    );
    for cell in &cells {
        let _ = write!(text, "  {cell:>9}");
    }
    let _ = writeln!(text, "  expression");
    for level in lines {
        let (above, below) = level.rate;
        let _ = write!(
            text,
            "{:width$}  {:>12}  {:>9}",
            level.name,
            format!("{above}/{below}"),
            digits(above as f64 / below as f64)
        );
        for (i, cell) in cells.iter().enumerate() {
            let rate = within.map(|(_, measured)| measured.cells[i].rate(|p| level.patterns[p]));
            let width = cell.chars().count().max(9);
            let _ = write!(text, "  {:>width$}", rate.map_or(String::new(), digits));
        }
        let _ = writeln!(text, "  {}", level.text);
    }
    if within.is_some_and(|(_, frequencies)| !frequencies.is_exact()) {
        let _ = writeln!(
            text,
            "rates within types are estimated where a type was too large to count"
        );
    }
    text
}

fn solution(scenario: &Scenario, frequencies: &Frequencies, solved: &Solved) -> String {
    let mut text = String::from("\nbest of these keeps:\n");
    let width = scenario.cells.iter().map(|cell| cell.name.chars().count());
    let width = width.max().unwrap_or(0).max(4);
    for (i, cell) in scenario.cells.iter().enumerate() {
        let _ = writeln!(
            text,
            "{:width$}  {:10}  kept {}  share {:>7} (wanted {})",
            cell.name,
            solved.names[i],
            digits(solved.assignment.rates[i]),
            percent(solved.assignment.shares[i]),
            percent(frequencies.targets[i]),
        );
    }
    let _ = writeln!(text, "{} is kept", one_in(solved.assignment.kept));
    text
}

fn digits(rate: f64) -> String {
    format!("{:.4}%", 100.0 * rate)
}

//! `fairdeal level report`: natural frequencies, targets, and what throwing away would cost.

use std::fmt::Write as _;

use clap::Args;
use fairdeal::level::{Frequencies, LOOKED_AT, Scenario};
use serde_json::json;

use super::{LevelArguments, bar, on_a_terminal, one_in, percent};
use crate::Failure;
use crate::sources::ScriptArguments;
use crate::threads;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    #[command(flatten)]
    types: LevelArguments,

    /// How much work counting each type may be before it is estimated; a second does some hundred million steps
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,

    /// Draw the shares as bars, as on a terminal
    #[arg(long)]
    plot: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let loaded = arguments.script.load_with(arguments.types.definitions())?;
    super::compiled(&loaded)?;
    let scenario = arguments.types.scenario(&loaded)?;
    let effort = super::effort(arguments.budget, threads(None));
    let frequencies = super::frequencies(&loaded, &scenario, &[], &effort)?;
    if arguments.json {
        println!("{:#}", as_json(&scenario, &frequencies))
    } else {
        let bars = arguments.plot || on_a_terminal();
        print!("{}", table(&scenario, &frequencies, bars));
    }
    Ok(())
}

pub(crate) fn as_json(scenario: &Scenario, frequencies: &Frequencies) -> serde_json::Value {
    let (natural, rates) = (frequencies.natural(), frequencies.rates());
    let types = scenario.cells.iter().enumerate().map(|(i, cell)| {
        let measured = &frequencies.cells[i];
        json!({
            "name": cell.name,
            "condition": cell.text,
            "count": measured.count.map(|count| count.to_string()),
            "probability": measured.probability,
            "exact": measured.count.is_some(),
            "interval": measured.interval.map(|(low, high)| [low, high]),
            "natural": natural[i],
            "target": frequencies.targets[i],
            "keep": rates[i],
        })
    });
    json!({
        "exact": frequencies.is_exact(),
        "one_type_each": if frequencies.one_type_each { "proved" } else { "seen" },
        "total": frequencies.total.to_string(),
        "probability": frequencies.probability(),
        "kept": frequencies.most(),
        "types": types.collect::<Vec<_>>(),
        "keeps": scenario.keeps.names(),
    })
}

fn table(scenario: &Scenario, frequencies: &Frequencies, bars: bool) -> String {
    let mut text = String::new();
    let how = if frequencies.is_exact() {
        "counted exactly"
    } else {
        "estimated where there is a ±, with the interval that holds in 95 of 100 cases"
    };
    let _ = writeln!(
        text,
        "{} qualifies, without keeps; {how}",
        one_in(frequencies.probability())
    );
    if !frequencies.one_type_each {
        let _ = writeln!(
            text,
            "each of {LOOKED_AT} boards was of exactly one type; that all deals are was not proved"
        );
    }
    if let Some(keeps) = super::keeps(scenario) {
        let _ = writeln!(text, "{keeps}");
    }
    let width = scenario.cells.iter().map(|cell| cell.name.chars().count());
    let width = width.max().unwrap_or(0).max(4);
    let _ = writeln!(
        text,
        "\n{:width$}  {:>16}  {:>8}  {:>9}  {:>8}",
        "type", "natural", "target", "keep", "result"
    );
    let (natural, rates) = (frequencies.natural(), frequencies.rates());
    for (i, cell) in scenario.cells.iter().enumerate() {
        let measured = &frequencies.cells[i];
        let target = percent(frequencies.targets[i]);
        let _ = writeln!(
            text,
            "{:width$}  {:>16}  {target:>8}  {:>8.3}%  {target:>8}",
            cell.name,
            super::natural(measured, natural[i]),
            100.0 * rates[i],
        );
    }
    if bars {
        let shares = natural.iter().chain(&frequencies.targets).copied();
        let largest = shares.fold(0.0, f64::max);
        for (i, cell) in scenario.cells.iter().enumerate() {
            let (natural, target) = (natural[i], frequencies.targets[i]);
            let _ = writeln!(
                text,
                "\n{:width$}  natural {}",
                cell.name,
                bar(natural, largest)
            );
            let _ = writeln!(text, "{:width$}  target  {}", "", bar(target, largest));
        }
    }
    let times = frequencies.probability() / frequencies.most();
    let _ = writeln!(
        text,
        "\na program that throws deals away keeps {}, so it takes {times:.1} times as many deals as without leveling",
        one_in(frequencies.most())
    );
    let _ = writeln!(text, "fairdeal deal --level throws none away");
    text
}

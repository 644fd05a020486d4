//! `fairdeal profile report`: which seat makes a profile hard, counted or by attempts.

use std::fmt::Display;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fairdeal::profile::{ATTEMPTED_BOARDS, AttemptMethod};
use fairdeal::space::Budget;
use serde::Serialize;

use super::store::StoreArguments;
use super::{SettingArguments, load};
use crate::Failure;
use crate::output::say;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// exact counts, without one attempt; reject and help deal boards and say where attempts fail
    #[arg(long, default_value = "exact")]
    strategy: ReportStrategy,

    /// How many boards reject and help deal
    #[arg(short = 'n', long, value_name = "N", default_value_t = ATTEMPTED_BOARDS)]
    boards: u64,

    /// The seed for them
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    settings: SettingArguments,

    /// How much work each count may take before it is estimated instead
    #[arg(long, value_name = "STEPS", default_value_t = 300_000_000)]
    budget: u64,

    /// As one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// As a table for spreadsheets
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportStrategy {
    Exact,
    Reject,
    Help,
}

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let (watch, threads) = (crate::watch(), crate::threads(None));
    let method = match arguments.strategy {
        ReportStrategy::Exact => {
            let budget = Budget {
                work: arguments.budget,
                ..Budget::default()
            };
            let loaded = load::any(&arguments.file, store)?;
            let work = || loaded.report(budget, threads, watch);
            let report = crate::progress::during(watch, work)?;
            print(arguments, &report, report.csv())?;
            if !report.is_exact() && !arguments.json && !arguments.csv {
                say(
                    "fairdeal: some of this is estimated: counting takes more work than the budget allows",
                );
            }
            return Ok(());
        }
        ReportStrategy::Reject => AttemptMethod::Reject,
        ReportStrategy::Help => AttemptMethod::Help,
    };
    let loaded = load::dealable(&arguments.file, store)?;
    let settings = arguments.settings.read()?;
    let Arguments { boards, seed, .. } = *arguments;
    let work = || loaded.attempted(method, &settings, boards, seed, threads, watch);
    let report = crate::progress::during(watch, work)?;
    print(arguments, &report, report.csv())
}

fn print(
    arguments: &Arguments,
    report: &(impl Serialize + Display),
    csv: String,
) -> Result<(), Failure> {
    match (arguments.json, arguments.csv) {
        (true, _) => crate::print_json(report)?,
        (_, true) => print!("{csv}"),
        _ => print!("{report}"),
    }
    Ok(())
}

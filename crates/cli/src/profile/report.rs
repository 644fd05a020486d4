//! `fairdeal profile report`: which seat makes a profile hard, counted or by attempts.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fairdeal::profile::{ATTEMPTED_BOARDS, AttemptMethod};

use super::{SettingArguments, StoreArguments};
use crate::output::say;
use crate::question::{EffortArguments, open_profile, say_warnings};
use crate::{Failure, print, progress, watch};

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

    #[command(flatten)]
    effort: EffortArguments,

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
    let profile = open_profile(&arguments.file, store)?;
    say_warnings(&profile.clone().into());
    let method = match arguments.strategy {
        ReportStrategy::Exact => {
            let effort = arguments.effort.effort();
            let report = progress::during(watch(), || profile.report(effort, watch()))?;
            if arguments.csv {
                return Ok(write!(std::io::stdout(), "{}", report.csv())?);
            }
            print(&report, arguments.json)?;
            if !report.is_exact() && !arguments.json {
                say(
                    "fairdeal: some of this is estimated: counting takes more work than the budget allows",
                );
            }
            return Ok(());
        }
        ReportStrategy::Reject => AttemptMethod::Reject,
        ReportStrategy::Help => AttemptMethod::Help,
    };
    let settings = arguments.settings.read()?;
    let (boards, seed) = (arguments.boards, arguments.seed);
    let attempt = || profile.attempted(method, &settings, boards, seed, watch());
    let report = progress::during(watch(), attempt)?;
    if arguments.csv {
        Ok(write!(std::io::stdout(), "{}", report.csv())?)
    } else {
        print(&report, arguments.json)
    }
}

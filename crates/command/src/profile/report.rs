//! `fairdeal profile report`: which seat makes a profile hard, counted or by attempts.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fairdeal::profile::{ATTEMPTED_BOARDS, AttemptMethod, AttemptRequest, SAMPLE_SEED};

use super::{SettingArguments, StoreArguments};
use crate::output::say;
use crate::question::{EffortArguments, open_profile, say_warnings};
use crate::{Failure, print, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// exact counts, without one attempt; reject, help and construct deal boards and say where attempts fail. A board that
    /// is given up is counted, and the next one tried
    #[arg(long, default_value = "exact")]
    strategy: ReportStrategy,

    /// How many boards reject, help and construct deal
    #[arg(short = 'n', long, value_name = "N", default_value_t = ATTEMPTED_BOARDS)]
    boards: u64,

    /// The seed for them
    #[arg(long, value_name = "S", default_value_t = SAMPLE_SEED)]
    seed: u64,

    /// Tell of each of them: attempts, shapes, HCP and hand types; with --csv, instead of the seats
    #[arg(long)]
    by_board: bool,

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
    Construct,
}

impl ReportStrategy {
    /// The attempts it makes, if any.
    fn attempts(self) -> Option<AttemptMethod> {
        match self {
            ReportStrategy::Exact => None,
            ReportStrategy::Reject => Some(AttemptMethod::Reject),
            ReportStrategy::Help => Some(AttemptMethod::Help),
            ReportStrategy::Construct => Some(AttemptMethod::Construct),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let method = arguments.strategy.attempts();
    if arguments.by_board && method.is_none() {
        let message =
            "counting deals no boards: --by-board needs --strategy reject, help or construct";
        return Err(Failure::Usage(message.to_owned()));
    }
    let profile = open_profile(&arguments.file, store)?;
    say_warnings(&profile.clone().into());
    let settings = arguments.settings.read()?;
    let Some(method) = method else {
        let effort = arguments.effort.effort();
        let report = || profile.report(&settings, effort, watch());
        let report = progress::during(watch(), report)?;
        if arguments.csv {
            return Ok(write!(std::io::stdout(), "{}", report.csv())?);
        }
        print(&report, arguments.json)?;
        if !report.is_exact() && !arguments.json {
            say("fairdeal: some of this is estimated: counting takes more than the effort allows");
        }
        return Ok(());
    };
    let request = AttemptRequest {
        settings,
        boards: arguments.boards,
        key: arguments.seed.into(),
        each_board: arguments.by_board,
        ..AttemptRequest::new(method)
    };
    let report = progress::during(watch(), || profile.attempted(&request, watch()))?;
    if arguments.csv {
        Ok(write!(std::io::stdout(), "{}", report.csv())?)
    } else {
        print(&report, arguments.json)
    }
}

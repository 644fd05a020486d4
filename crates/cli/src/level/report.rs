//! `fairdeal level report`: natural frequencies, targets, and what throwing away would cost.

use std::io::{self, IsTerminal, Write};

use clap::Args;

use super::LevelArguments;
use crate::question::{EffortArguments, QuestionArguments};
use crate::{Failure, print_json, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    types: LevelArguments,

    #[command(flatten)]
    effort: EffortArguments,

    /// Draw the shares as bars, as on a terminal
    #[arg(long)]
    plot: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = arguments.types.question(&arguments.question)?;
    let (options, effort) = (arguments.types.options(), arguments.effort.effort());
    let report = progress::during(watch(), || question.level(&options, effort, watch()))?;
    if arguments.json {
        return print_json(&report);
    }
    let mut out = io::stdout();
    let bars = arguments.plot || out.is_terminal();
    write!(out, "{}", report.text(bars))?;
    if !question.is_profile() {
        writeln!(out, "fairdeal deal --level throws none away")?;
    }
    Ok(())
}

//! `fairdeal report`: which seat makes a script or a profile hard.

use clap::Args;

use crate::question::{EffortArguments, QuestionArguments, say_warnings};
use crate::{Failure, print, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    effort: EffortArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = arguments.question.open()?;
    say_warnings(&question);
    let effort = arguments.effort.effort();
    let report = progress::during(watch(), || question.report(effort, watch()))?;
    print(&report, arguments.json)
}

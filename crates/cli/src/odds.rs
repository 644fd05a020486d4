//! `fairdeal odds`: how many deals qualify.

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
    let odds = progress::during(watch(), || question.odds(effort, watch()))?;
    print(&odds, arguments.json)
}

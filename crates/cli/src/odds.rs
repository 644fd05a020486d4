//! `fairdeal odds` and `fairdeal report`: how many deals qualify, and which seat makes that hard.

use std::fmt::Display;

use clap::Args;
use fairdeal::{Effort, Error, Question, Watch};
use serde::Serialize;

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

/// Prints what a question answers when it is asked to count.
pub(crate) fn run<A: Serialize + Display>(
    arguments: &Arguments,
    ask: fn(&Question, Effort, &Watch) -> Result<A, Error>,
) -> Result<(), Failure> {
    let question = arguments.question.open()?;
    say_warnings(&question);
    let effort = arguments.effort.effort();
    let answer = progress::during(watch(), || ask(&question, effort, watch()))?;
    print(&answer, arguments.json)
}

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

/// `odds` alone can be told what is given.
#[derive(Args)]
pub(crate) struct OddsArguments {
    #[command(flatten)]
    common: Arguments,

    /// Something that is known: the chance is that among the deals that satisfy it. It may use the names of the script
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
}

/// Prints how likely a question is.
pub(crate) fn run_odds(arguments: &OddsArguments) -> Result<(), Failure> {
    match &arguments.given {
        None => run(&arguments.common, Question::odds),
        Some(given) => run(&arguments.common, |question, effort, watch| {
            question.odds_given("--given", given, effort, watch)
        }),
    }
}

/// Prints what a question answers when it is asked to count.
pub(crate) fn run<A: Serialize + Display>(
    arguments: &Arguments,
    ask: impl FnOnce(&Question, Effort, &Watch) -> Result<A, Error>,
) -> Result<(), Failure> {
    let question = arguments.question.open()?;
    say_warnings(&question);
    let effort = arguments.effort.effort();
    let answer = progress::during(watch(), || ask(&question, effort, watch()))?;
    print(&answer, arguments.json)
}

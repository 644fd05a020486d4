//! `fairdeal odds` and `fairdeal report`: how many deals qualify, and which seat makes that hard.

use std::fmt::Display;

use clap::Args;
use fairdeal::{Error, LibraryRequest, Question, Watch};
use serde::Serialize;

use crate::question::{
    EffortArguments, QuestionArguments, QuestionsArguments, ask_library, say_warnings,
};
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

// `odds` takes several scripts, and can be told what is given.
#[derive(Args)]
pub(crate) struct OddsArguments {
    #[command(flatten)]
    question: QuestionsArguments,

    /// Something that is known: the chance is that among the deals that satisfy it. It may use the names of the script
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    given: Option<String>,

    #[command(flatten)]
    effort: EffortArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints how likely a question is, or each script of a library.
pub(crate) fn odds(arguments: &OddsArguments) -> Result<(), Failure> {
    let (effort, json) = (arguments.effort.effort(), arguments.json);
    match (arguments.question.open()?, &arguments.given) {
        (Some(question), None) => answer(&question, json, |watch| question.odds(effort, watch)),
        (Some(question), Some(given)) => answer(&question, json, |watch| {
            question.odds_given("--given", given, effort, watch)
        }),
        (None, None) => {
            let request = LibraryRequest::Odds(arguments.effort.of_library());
            ask_library(&arguments.question.library()?, &request, json)
        }
        (None, Some(_)) => Err(Failure::Usage(
            "--given is for one script, and these are several".to_owned(),
        )),
    }
}

/// Prints which seat makes a question hard.
pub(crate) fn report(arguments: &Arguments) -> Result<(), Failure> {
    let question = arguments.question.open()?;
    let effort = arguments.effort.effort();
    answer(&question, arguments.json, |watch| {
        question.report(effort, watch)
    })
}

/// Prints what a question answers when it is asked to count.
fn answer<A: Serialize + Display>(
    question: &Question,
    json: bool,
    ask: impl FnOnce(&Watch) -> Result<A, Error>,
) -> Result<(), Failure> {
    say_warnings(question);
    let answer = progress::during(watch(), || ask(watch()))?;
    print(&answer, json)
}

//! `fairdeal odds` and `fairdeal report`: how many deals qualify, and which seat makes that hard.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use fairdeal::{Error, LibraryRequest, Question, Watch};
use serde::Serialize;

use crate::deal::statistics_format;
use crate::output::{Output, say};
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

    /// Draw frequencies: as bars, and those of two values as a heat map
    #[arg(long)]
    plot: bool,

    /// Write averages and frequencies to this file too: as pictures (.svg), a page with pictures (.html), data (.json, .csv) or text
    /// (.txt)
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints how likely a question is, or each script of a library.
pub(crate) fn odds(arguments: &OddsArguments) -> Result<(), Failure> {
    let effort = arguments.effort.effort();
    let format = statistics_format(arguments.stats.as_deref())?;
    match (arguments.question.open()?, &arguments.given) {
        (Some(question), given) => {
            say_warnings(&question);
            // That the file can be written is known before anything is counted.
            let file = arguments.stats.as_deref().map(Output::of).transpose()?;
            let odds = progress::during(watch(), || match given {
                None => question.odds(effort, watch()),
                Some(given) => question.odds_given("--given", given, effort, watch()),
            })?;
            if let Some(mut file) = file {
                let text = odds.statistics(format, &arguments.question.title())?;
                let cannot = format!("cannot write {}", file.name());
                file.write(text.as_bytes()).context(cannot)?;
                file.finish(false)?;
            }
            if arguments.plot && !odds.has_frequencies() {
                say("fairdeal: --plot has no effect: the script counts no frequency");
            }
            if arguments.plot && !arguments.json {
                Ok(write!(io::stdout(), "{odds:#}")?)
            } else {
                print(&odds, arguments.json)
            }
        }
        (None, _) if arguments.plot || arguments.stats.is_some() => Err(Failure::Usage(
            "--plot and --stats are for one script, and these are several".to_owned(),
        )),
        (None, None) => {
            let request = LibraryRequest::Odds(arguments.effort.of_library());
            ask_library(&arguments.question.library()?, &request, arguments.json)
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

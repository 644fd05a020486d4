//! `fairdeal level report`: natural frequencies, targets, and what throwing away would cost.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use fairdeal::LibraryRequest;

use super::LevelArguments;
use crate::output::say;
use crate::question::{EffortArguments, QuestionsArguments, ask_library};
use crate::{Failure, print_json, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionsArguments,

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
    if arguments.plot && arguments.json {
        say("fairdeal: --plot has no effect with --json: that has the numbers");
    }
    let Some(question) = arguments.question.open()? else {
        if arguments.plot && !arguments.json {
            say("fairdeal: --plot has no effect with several files: it is for one");
        }
        let effort = arguments.effort.of_library();
        let request = LibraryRequest::Level(arguments.types.options(), effort);
        let library = arguments.question.library()?;
        return ask_library(&library, &request, arguments.json);
    };
    let question = arguments.types.typed(question)?;
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

//! `fairdeal level rates`: the keep-conditions that a script has, and how often each is true.

use clap::Args;

use super::LevelArguments;
use crate::output::say;
use crate::question::{EffortArguments, QuestionArguments};
use crate::{Failure, print, progress, threads, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    types: LevelArguments,

    /// Find the best of these keep-conditions for each type, and predict the shares
    #[arg(long)]
    solve: bool,

    #[command(flatten)]
    effort: EffortArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.types.have_shares() && !arguments.solve {
        say("fairdeal: --shares has no effect without --solve: rates do not depend on them");
    }
    let script = arguments.types.script(&arguments.question)?;
    let (options, solve) = (arguments.types.options(), arguments.solve);
    let work = (arguments.effort.effort(), threads(None));
    let rates = progress::during(watch(), || {
        script.keep_rates(&options, solve, work, watch())
    })?;
    print(&rates, arguments.json)
}

//! `fairdeal explain`: the plan in words, the seat that makes it hard, and what clashes where nothing qualifies.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use fairdeal::plan::DrawMethod;
use fairdeal::{Explain, Explanation, Question};

use crate::failure::colour;
use crate::question::{EffortArguments, QuestionArguments, say_warnings};
use crate::{Failure, print, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    /// For how many boards [default: the script's produce, or 40]
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<u64>,

    /// Explain this plan instead of the one that would be taken
    #[arg(long, value_name = "NAME")]
    plan: Option<DrawMethod>,

    #[command(flatten)]
    effort: EffortArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = arguments.question.open()?;
    say_warnings(&question);
    let began = Instant::now();
    let wanted = Explain {
        boards: arguments.boards,
        plan: arguments.plan,
        effort: arguments.effort.effort(),
        clock: Some(&|| began.elapsed().as_secs_f64()),
    };
    let explanation = progress::during(watch(), || question.explain(wanted, watch()))?;
    print(&explanation, arguments.json)?;
    if let (Explanation::Never(never), Question::Script(script), false) =
        (&explanation, &question, arguments.json)
        && let Some(finding) = never.finding()
    {
        let drawn = finding.render(script.sources(), colour());
        writeln!(std::io::stdout(), "\n{drawn}")?;
    }
    Ok(())
}

//! `fairdeal reveal`: what is made public after the event.

use std::path::PathBuf;

use clap::Args;
use fairdeal::{MOST_PROOF_BYTES, Question, Reveal, SecretKey, Statement};

use crate::Failure;
use crate::input::text_of;
use crate::level::LevelArguments;
use crate::output::Output;
use crate::question::QuestionArguments;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The statement that was made public before
    statement: PathBuf,

    #[command(flatten)]
    question: QuestionArguments,

    /// The file with the secret key
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// The public value, if the statement announces one
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    public: Option<String>,

    /// The file to write, as JSON; - is standard output. It has the key in it: whoever has it knows the boards
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Give the script's hand types certain shares, as for the statement
    #[arg(long)]
    level: bool,

    #[command(flatten, next_help_heading = "With --level")]
    types: LevelArguments,

    /// Print the reveal as one JSON object as well
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.types.check(arguments.level)?;
    let statement = Statement::from_json(&text(&arguments.statement)?).map_err(Failure::of)?;
    let key = SecretKey::open(&arguments.key)?;
    let public = arguments.public.as_deref();
    let reveal = Reveal::new(&statement, &arguments.question()?, &key, public)?;
    let mut out = Output::of(&arguments.output)?;
    out.write_json(&reveal)?;
    out.finish(false)?;
    crate::print_beside(&arguments.output, &reveal, arguments.json)
}

/// The text of a statement or a reveal.
pub(crate) fn text(path: &std::path::Path) -> Result<String, Failure> {
    Ok(text_of(
        path,
        MOST_PROOF_BYTES,
        "has more than 64 MiB: it is no statement and no reveal",
    )?)
}

impl Arguments {
    fn question(&self) -> Result<Question, Failure> {
        let question = self.question.open()?;
        if self.level {
            self.types.leveled(question, true)
        } else {
            Ok(question)
        }
    }
}

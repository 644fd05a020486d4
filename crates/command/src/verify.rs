//! `fairdeal verify`: whether boards are those that were committed to.

use std::path::PathBuf;

use clap::Args;
use fairdeal::{ComparedBoards, Opening, Published, Question, Reveal, Statement};

use crate::deal::thread_number;
use crate::reveal::text;
use crate::{Failure, board_file, print, progress, threads, watch};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The reveal
    reveal: PathBuf,

    /// The files of the boards that were played, all together; without any, everything but the boards is looked at
    boards: Vec<PathBuf>,

    /// The statement as it was made public before the event
    #[arg(long, value_name = "FILE")]
    statement: Option<PathBuf>,

    /// The script or profile as you know it: its text, and those it includes, must be what was committed to. Parameters and
    /// hand types are taken from the reveal
    #[arg(long, value_name = "FILE")]
    question: Option<PathBuf>,

    /// A further folder for its includes
    #[arg(short = 'I', long, value_name = "FOLDER", requires = "question")]
    include: Vec<PathBuf>,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = thread_number, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Exit code 0 means that everything is as it was committed to, 1 that something is not.

Examples:
  fairdeal verify reveal.json boards.pbn --statement statement.json
  fairdeal verify reveal.json morning.lin evening.lin --question slams.dlr";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let reveal = Reveal::from_json(&text(&arguments.reveal)?).map_err(Failure::of)?;
    let statement = match &arguments.statement {
        Some(file) => Some(Statement::from_json(&text(file)?).map_err(Failure::of)?),
        None => None,
    };
    let opening = Opening {
        include_folders: arguments.include.clone(),
        ..Opening::default()
    };
    let question = arguments.question.as_deref();
    let question = question
        .map(|file| Question::open(file, &opening))
        .transpose()?;
    let published = Published {
        statement: statement.as_ref(),
        question: question.as_ref(),
    };
    let mut files = Vec::new();
    for path in &arguments.boards {
        let format = board_file::by_extension(path)?;
        files.push(ComparedBoards {
            boards: board_file::read_whole(path, format)?,
            says_dealer: format.keeps().dealer,
        });
    }
    let threads = threads(arguments.threads);
    let proof = progress::during(watch(), || {
        reveal.verify(&published, &files, threads, watch())
    })?;
    print(&proof, arguments.json)?;
    if proof.holds {
        Ok(())
    } else {
        Err(Failure::Said(1))
    }
}

//! `fairdeal commit`: a public statement about boards, before they are dealt.

use std::path::PathBuf;

use clap::Args;
use fairdeal::plan::DrawMethod;
use fairdeal::{Deal, Question, SecretKey, Strategy};

use crate::deal::{number, strategy};
use crate::level::LevelArguments;
use crate::output::Output;
use crate::profile::yes_or_no;
use crate::question::{QuestionArguments, say_warnings};
use crate::{Failure, progress, watch};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    /// How many boards [default: the script's produce, or 40]
    #[arg(short = 'n', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    boards: Option<u64>,

    /// The file with the secret key: 32 bytes, or 64 hexadecimal digits
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "new_key",
        conflicts_with = "new_key"
    )]
    key: Option<PathBuf>,

    /// Make a new key from the randomness of the system, and write it to this file; what is there already is never written over
    #[arg(long, value_name = "FILE")]
    new_key: Option<PathBuf>,

    /// Where a value will come from that is drawn in public later and mixed into the key, in words; it must then be given to
    /// deal, with --public, and to reveal
    #[arg(long, value_name = "WORDS")]
    public_from: Option<String>,

    /// The file to write, as JSON; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// As for deal: auto, exact or reject
    #[arg(long, value_name = "STRATEGY", value_parser = strategy(), hide_possible_values = true)]
    strategy: Option<Strategy>,

    /// As for deal
    #[arg(long, value_name = "NAME", conflicts_with = "strategy")]
    plan: Option<DrawMethod>,

    /// No deal twice
    #[arg(long)]
    distinct: bool,

    /// Try at most so many deals [default: the script's generate, or as many as it takes]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    generate: Option<u64>,

    /// Of a profile: turn boards round half of the time, or never; else as the profile says
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    rotate: Option<bool>,

    /// Begin the cycle of vulnerabilities at a random board
    #[arg(long)]
    random_vulnerability: bool,

    /// Give the script's hand types certain shares, equal ones unless said otherwise
    #[arg(long, conflicts_with = "distinct")]
    level: bool,

    #[command(flatten, next_help_heading = "With --level")]
    types: LevelArguments,

    /// Print the statement as one JSON object as well
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The statement settles the question, how many boards, the key and the version, and tells nobody what they are: publish it, or its
mark. Deal with the same options, the key and the public value; keep the key to yourself until the boards were played. Then make
it public with fairdeal reveal, and anyone can deal the same boards again with fairdeal verify. docs/provable.md says what that
proves, and what it does not.

Example:
  fairdeal commit slams.dlr -n 36 --new-key secret.key --public-from \"lotto numbers of 20 November\" -o statement.json
  fairdeal deal slams.dlr -n 36 --key secret.key --public \"8 14 21 33 40 41\" -o boards.pbn
  fairdeal reveal statement.json slams.dlr --key secret.key --public \"8 14 21 33 40 41\" -o reveal.json
  fairdeal verify reveal.json boards.pbn --statement statement.json";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.types.check(arguments.level)?;
    let deal = arguments.deal(&arguments.question()?)?;
    let key = match &arguments.key {
        Some(file) => SecretKey::open(file)?,
        None => SecretKey::random().map_err(Failure::of)?,
    };
    let public = arguments.public_from.as_deref();
    let statement = progress::during(watch(), || deal.commit(&key, public, watch()))?;
    let mut out = Output::of(&arguments.output)?;
    out.write_json(&statement)?;
    if let Some(file) = &arguments.new_key {
        key.write_new(file)?;
    }
    out.finish(false)?;
    crate::print_beside(&arguments.output, &statement, arguments.json)
}

impl Arguments {
    fn question(&self) -> Result<Question, Failure> {
        let question = self.question.open()?;
        if self.level {
            return self.types.leveled(question, false);
        }
        say_warnings(&question);
        Ok(question)
    }

    /// What is asked for.
    fn deal(&self, question: &Question) -> Result<Deal, Failure> {
        let strategy = self.plan.map(Strategy::Plan).or(self.strategy);
        let deal = question
            .deal_usual()
            .number(self.boards)
            .generate(self.generate)
            .turned(self.rotate)
            .random_vulnerability(self.random_vulnerability)
            .strategy(strategy.unwrap_or_default());
        Ok(if self.distinct { deal.distinct() } else { deal })
    }
}

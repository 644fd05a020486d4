//! `fairdeal level`: the hand types of a script, how often they come, and keep-conditions that level them.

mod rates;
mod report;
mod survey;
mod write;

use clap::{Args, Subcommand};
use fairdeal::level::{LevelError, Options, RequestedType, parse_shares, parse_types};
use fairdeal::{Leveled, Question, Script};

use crate::Failure;
use crate::output::say;
use crate::question::{QuestionArguments, say_warnings};

#[derive(Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// How often each type comes by nature, how often it should, and what that costs a program that throws deals away
    Report(report::Arguments),
    /// Write a leveled copy of a script, for the classic program and the online tables
    Write(write::Arguments),
    /// The exact rates of the keep-conditions that a script has
    Rates(rates::Arguments),
    /// How the rates of the usual keep-conditions move with what a script asks for
    Survey(survey::Arguments),
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Report(arguments) => report::run(arguments),
        Command::Write(arguments) => write::run(arguments),
        Command::Rates(arguments) => rates::run(arguments),
        Command::Survey(arguments) => survey::run(arguments),
    }
}

/// A list of types.
#[derive(Clone)]
struct Types(Vec<RequestedType>);

fn types(text: &str) -> Result<Types, LevelError> {
    parse_types(text).map(Types)
}

/// A list of shares.
#[derive(Clone)]
struct Shares(Vec<f64>);

fn shares(text: &str) -> Result<Shares, LevelError> {
    parse_shares(text).map(Shares)
}

#[derive(Args)]
pub(crate) struct LevelArguments {
    /// The hand types: names of the script, or new ones like low=hcp(south)<12, with commas between. Given twice, boards are
    /// leveled by both lists [default: the names that begin with LevelType_, or else with HandType_, or else what the script
    /// keeps at rates of their own]
    #[arg(long, value_name = "TYPES", value_parser = types)]
    types: Vec<Types>,

    /// The shares of the types in percent, in their order; for the second list of types given again [default: by weight, as
    /// HandType_NAME_Share = n or LevelType_NAME_Share = n says, else equal]
    #[arg(long, value_name = "SHARES", value_parser = shares)]
    shares: Vec<Shares>,

    /// The types are those of the script's lines like: average "label" 100 * name
    #[arg(long, conflicts_with = "types")]
    from_averages: bool,

    /// A deal of several types counts for the first
    #[arg(long)]
    first_wins: bool,

    /// Deals of no type are a type of their own, named last
    #[arg(long)]
    rest: bool,

    /// This name is a keep, and counts as true; names made of spot cards or random numbers alone always do
    #[arg(long, value_name = "NAME")]
    drop: Vec<String>,

    /// This name is not a keep, whatever it is made of
    #[arg(long, value_name = "NAME")]
    hold: Vec<String>,
}

impl LevelArguments {
    pub(crate) fn are_given(&self) -> bool {
        let lists = [&self.drop, &self.hold].iter().any(|list| !list.is_empty());
        let flags = self.from_averages || self.first_wins || self.rest;
        lists || flags || !self.types.is_empty() || !self.shares.is_empty()
    }

    /// Whether shares are given on the command line.
    fn have_shares(&self) -> bool {
        !self.shares.is_empty()
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            types: self.types.iter().map(|types| types.0.clone()).collect(),
            shares: self.shares.iter().map(|shares| shares.0.clone()).collect(),
            from_averages: self.from_averages,
            first_wins: self.first_wins,
            rest: self.rest,
            drop: self.drop.clone(),
            hold: self.hold.clone(),
            types_source: "--types".to_owned(),
        }
    }

    /// That types are given only where boards are leveled by them.
    pub(crate) fn check(&self, leveled: bool) -> Result<(), Failure> {
        if leveled || !self.are_given() {
            return Ok(());
        }
        let message = "--types and what goes with it need --level".to_owned();
        Err(Failure::Usage(message))
    }

    /// A script whose types come in their shares. Which names were taken for keeps is said.
    pub(crate) fn leveled(&self, question: Question, quiet: bool) -> Result<Question, Failure> {
        let Question::Script(script) = question else {
            let message = "--level and --types are for scripts, and this is a profile";
            return Err(Failure::Usage(message.to_owned()));
        };
        let leveled = Leveled::new(&script, &self.options())?;
        if let Some(keeps) = leveled.keeps().filter(|_| !quiet) {
            say(format_args!("fairdeal: {keeps}"));
        }
        Ok(leveled.into())
    }

    /// The question with its new types. What might be wrong with it is said.
    fn typed(&self, question: Question) -> Result<Question, Failure> {
        let question = match question {
            Question::Script(script) => script.with_appended(self.options().definitions()).into(),
            Question::Profile(_) if self.are_given() => {
                let message = "types are named for scripts: those of a profile are its subprofiles";
                return Err(Failure::Usage(message.to_owned()));
            }
            other => other,
        };
        say_warnings(&question);
        Ok(question)
    }

    /// The same, if it is a script.
    fn script(&self, question: &QuestionArguments) -> Result<Script, Failure> {
        match self.typed(question.open()?)? {
            Question::Script(script) => Ok(script),
            _ => Err(Failure::Usage(
                "this is for scripts, and this is a profile".to_owned(),
            )),
        }
    }
}

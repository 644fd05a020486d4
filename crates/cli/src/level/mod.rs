//! `fairdeal level`: the hand types of a script, how often they come, and keep-conditions that level them.

mod rates;
mod report;
mod survey;
mod write;

use std::io::{self, IsTerminal};

use clap::{Args, Subcommand};
use fairdeal::level::{
    self, Asked, Effort, Frequencies, LevelError, Measured, Options, Scenario, percent,
};
use fairdeal::plan::Placement;
use fairdeal::script::Loaded;
use fairdeal::space::Budget;

use crate::Failure;
use crate::sources;

#[derive(Subcommand)]
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
pub(crate) struct Types(Vec<Asked>);

fn types(text: &str) -> Result<Types, String> {
    level::types(text).map(Types).map_err(without_option)
}

/// A list of shares.
#[derive(Clone)]
pub(crate) struct Shares(Vec<f64>);

fn shares(text: &str) -> Result<Shares, String> {
    level::shares(text).map(Shares).map_err(without_option)
}

/// What is wrong with an option's value, where its name is said already.
fn without_option(error: LevelError) -> String {
    match error {
        LevelError::Types(message) | LevelError::Share(message) => message,
        error => error.to_string(),
    }
}

#[derive(Args)]
pub(crate) struct LevelArguments {
    /// The hand types: names of the script, or new ones like low=hcp(south)<12, with commas between. Given twice, boards are
    /// leveled by both lists [default: the names that begin with HandType_]
    #[arg(long, value_name = "TYPES", value_parser = types)]
    types: Vec<Types>,

    /// The shares of the types in percent, in their order; for the second list of types given again [default: as
    /// HandType_NAME_Share = n says, else equal]
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

    fn options(&self) -> Options {
        Options {
            types: self.types.iter().map(|types| types.0.clone()).collect(),
            shares: self.shares.iter().map(|shares| shares.0.clone()).collect(),
            from_averages: self.from_averages,
            first_wins: self.first_wins,
            rest: self.rest,
            drop: self.drop.clone(),
            hold: self.hold.clone(),
        }
    }

    /// New types, to be read with the script.
    pub(crate) fn definitions(&self) -> Option<(String, String)> {
        self.options().definitions()
    }

    /// The scenario of a script that compiled.
    pub(crate) fn scenario(&self, loaded: &Loaded) -> Result<Scenario, Failure> {
        Scenario::new(&loaded.script, &self.options()).map_err(|error| failure(error, loaded))
    }
}

/// How much work measuring may be.
pub(crate) fn effort(budget: Option<u64>, threads: usize) -> Effort {
    let usual = Effort::default();
    Effort {
        budget: Budget {
            work: budget.unwrap_or(usual.budget.work),
            ..usual.budget
        },
        threads,
        ..usual
    }
}

/// Measures the types of a scenario.
pub(crate) fn frequencies(
    loaded: &Loaded,
    scenario: &Scenario,
    pilots: &[Placement],
    effort: &Effort,
) -> Result<Frequencies, Failure> {
    let measured = Frequencies::new(scenario, pilots, effort);
    measured.map_err(|error| unmeasured(error, scenario, loaded))
}

/// The share of boards that each type should have.
pub(crate) fn wanted(
    loaded: &Loaded,
    scenario: &Scenario,
    effort: &Effort,
) -> Result<Vec<f64>, Failure> {
    let wanted = level::wanted(scenario, effort);
    wanted.map_err(|error| unmeasured(error, scenario, loaded))
}

/// Why a scenario could not be measured.
fn unmeasured(error: LevelError, scenario: &Scenario, loaded: &Loaded) -> Failure {
    match error {
        LevelError::Eval(error) => sources::no_answer(error, &scenario.compiled, loaded),
        error => failure(error, loaded),
    }
}

/// What went wrong, at its place if it has one.
fn failure(error: LevelError, loaded: &Loaded) -> Failure {
    match error {
        LevelError::Script(diagnostics) => {
            sources::show(&diagnostics, &loaded.script.sources);
            Failure::Said(1)
        }
        error => Failure::Work(error.into()),
    }
}

/// The script, if it compiles; what is wrong with it is said.
fn compiled(loaded: &Loaded) -> Result<(), Failure> {
    sources::show(&loaded.diagnostics, &loaded.script.sources);
    match loaded.compiled {
        Some(_) => Ok(()),
        None => Err(Failure::Said(1)),
    }
}

/// The names that were taken for keeps, if there are any: the first few, and how many more.
pub(crate) fn keeps(scenario: &Scenario) -> Option<String> {
    const SHOWN: usize = 6;
    let names = scenario.keeps.names();
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = names[..names.len().min(SHOWN)].join(", ");
    (!names.is_empty()).then(|| format!("taken for keeps, and as true: {shown}{more}"))
}

/// A natural share, and how far it may be off where it was estimated.
fn natural(measured: &Measured, share: f64) -> String {
    let spread = measured.spread(share);
    let spread = spread.map_or(String::new(), |half| format!(" ± {:.2}", 100.0 * half));
    percent(share) + &spread
}

/// A bar of a share, as long as the largest share lets it be.
fn bar(share: f64, largest: f64) -> String {
    const WIDTH: f64 = 40.0;
    "█".repeat((WIDTH * share / largest.max(f64::MIN_POSITIVE)).round() as usize)
}

/// `1 in 6.0`.
fn one_in(probability: f64) -> String {
    match 1.0 / probability {
        n if n < 1000.0 => format!("1 in {n:.1}"),
        n => format!("1 in {n:.0}"),
    }
}

/// Whether bars may be drawn without being asked for.
fn on_a_terminal() -> bool {
    io::stdout().is_terminal()
}

//! The `fairdeal` command: arguments, calls and printing. What it does is in the library.

#![forbid(unsafe_code)]

mod at_table;
mod board_file;
mod check;
mod combine;
mod commit;
mod compare;
mod convert;
mod deal;
mod dealer;
mod euchre;
mod examples;
mod explain;
mod failure;
mod format;
mod help;
mod input;
mod interrupt;
mod lead;
mod level;
#[cfg(feature = "servers")]
mod lsp;
#[cfg(feature = "servers")]
mod mcp;
mod odds;
mod output;
mod profile;
mod progress;
mod question;
mod reveal;
mod seed;
#[cfg(feature = "servers")]
mod serve;
mod solve;
#[cfg(feature = "servers")]
mod studio;
mod texas42;
mod verify;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::watch;

/// Deals cards under conditions, fairly and exactly.
#[derive(Parser)]
#[command(
    name = "fairdeal",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Deal boards from a script in the dealer language, or from a hand profile; without either, boards as they come
    Deal(Box<deal::Arguments>),
    /// How many deals a script's condition allows, counted exactly where possible
    Odds(odds::OddsArguments),
    /// How boards of a script are found, what makes them rare, and why there may be none
    Explain(explain::Arguments),
    /// Level the hand types of a script: how often they come, and keep-conditions that make them come as often as you want
    #[command(subcommand)]
    Level(level::Command),
    /// Turn a file of boards into another format
    Convert(convert::Arguments),
    /// Mix the boards of several files by weight, and number them anew
    Combine(combine::Arguments),
    /// Solve boards double dummy: what each seat makes in each strain, and par
    Solve(solve::Arguments),
    /// Say what to lead against a contract: what each lead gives, over worlds that a script draws or over boards
    Lead(Box<lead::Arguments>),
    /// Make a public statement about boards before they are dealt by a secret key
    Commit(Box<commit::Arguments>),
    /// Make public, after the event, what is needed to deal the boards of a statement again
    Reveal(Box<reveal::Arguments>),
    /// Deal the boards of a reveal again, and compare them with those that were played
    Verify(verify::Arguments),
    /// Say which seat makes a script or a profile hard: its chance alone, and given the others
    Report(odds::Arguments),
    /// Show two scripts or profiles side by side: odds, averages, distributions and shares
    Compare(compare::Arguments),
    /// Find what is wrong with a script, or might be
    Check(check::Arguments),
    /// Lay scripts out anew: spaces and indents, comments and meaning as they were
    Format(format::Arguments),
    /// Make, change, keep and look into hand profiles
    Profile(profile::Arguments),
    /// List the words of the dealer language
    Words(words::Arguments),
    /// List, show and write the examples: scripts and profiles to begin with
    Examples(examples::Arguments),
    /// Euchre: play, and ask what a player can know
    Euchre(euchre::Arguments),
    /// Texas 42: hands that cannot lose, odds, and what a player knows
    #[command(subcommand)]
    Texas42(texas42::Command),
    /// Answer the same over HTTP, for sites and services
    #[cfg(feature = "servers")]
    Serve(serve::Arguments),
    /// Give an assistant tools to deal and count, by the model context protocol
    #[cfg(feature = "servers")]
    Mcp(mcp::Arguments),
    /// Help an editor with scripts, by the language server protocol
    #[cfg(feature = "servers")]
    Lsp(lsp::Arguments),
    /// Open the studio: the page in the browser where hands are described, counted, dealt and played
    #[cfg(feature = "servers")]
    Studio(studio::Arguments),
    /// Print what a shell needs to complete commands: bash, zsh, fish, elvish or powershell
    Completions(help::Completions),
    /// Print the manual page of a command
    Man(help::Man),
    /// Print a page of the guide, or the help of a command
    Help(help::Help),
    /// Do what the classic dealer program does, byte for byte
    #[command(disable_help_flag = true)]
    Dealer(dealer::Arguments),
}

/// The help of a command whose switches are its own.
fn help_on(command: &str) -> Result<(), Failure> {
    let mut cli = Cli::command();
    cli.build();
    match cli.find_subcommand_mut(command) {
        Some(command) => Ok(command.print_help()?),
        None => Ok(()),
    }
}

/// How many threads to use: as told, or one for each core.
fn threads(told: Option<usize>) -> usize {
    told.unwrap_or_else(fairdeal::cores)
}

/// Does what the arguments of this process ask for, and says how it ended.
pub fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    // Under the name of the classic program it is the classic program.
    let name = arguments.next().unwrap_or_default();
    let name = std::path::Path::new(&name).file_stem();
    if name.is_some_and(|name| name == "dealer") {
        return dealer::run(arguments);
    }
    interrupt::listen();
    let words: Vec<_> = std::env::args_os().collect();
    let json = wants_json(&words);
    // Whoever names a command does not see the list of all of them.
    let names_one = |word: &std::ffi::OsString| !word.to_string_lossy().starts_with('-');
    let command = if words.get(1).is_some_and(names_one) {
        Cli::command()
    } else {
        help::command()
    };
    let given = command.get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    let outcome = match cli.command {
        Command::Deal(arguments) => deal::run(&arguments),
        Command::Odds(arguments) => odds::odds(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Level(command) => level::run(&command),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Combine(arguments) => combine::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Lead(arguments) => lead::run(&arguments),
        Command::Commit(arguments) => commit::run(&arguments),
        Command::Reveal(arguments) => reveal::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Report(arguments) => odds::report(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Format(arguments) => format::run(&arguments),
        Command::Profile(arguments) => profile::run(&arguments),
        Command::Words(arguments) => words::run(&arguments),
        Command::Examples(arguments) => examples::run(&arguments),
        Command::Euchre(arguments) => euchre::run(&arguments),
        Command::Texas42(command) => texas42::run(&command),
        #[cfg(feature = "servers")]
        Command::Serve(arguments) => serve::run(&arguments),
        #[cfg(feature = "servers")]
        Command::Mcp(arguments) => mcp::run(&arguments),
        #[cfg(feature = "servers")]
        Command::Lsp(arguments) => lsp::run(&arguments),
        #[cfg(feature = "servers")]
        Command::Studio(arguments) => studio::run(&arguments),
        Command::Completions(arguments) => help::completions(&arguments),
        Command::Man(arguments) => help::man(&arguments),
        Command::Help(arguments) => help::help(&arguments),
        Command::Dealer(arguments) if arguments.asks_for_help() => help_on("dealer"),
        Command::Dealer(arguments) => return dealer::run(arguments.all.into_iter()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.say(json),
    }
}

/// Whether standard output is for one JSON answer: `deal` has boards there, unless they go to a file.
fn wants_json(arguments: &[std::ffi::OsString]) -> bool {
    let given = |name: &str| {
        arguments.iter().any(|one| {
            let one = one.to_string_lossy();
            one == name
                || one
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('='))
        })
    };
    let to_a_file = || {
        let short = |one: &std::ffi::OsString| one.to_string_lossy().starts_with("-o");
        given("--output") || given("--session") || arguments.iter().any(short)
    };
    given("--json") && (!given("deal") || to_a_file())
}

/// Prints an answer as one JSON object.
fn print_json(answer: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(answer).map_err(std::io::Error::other)?;
    Ok(writeln!(std::io::stdout(), "{json}")?)
}

/// Prints an answer that was also written to a file, unless that is standard output.
fn print_beside(
    file: &std::path::Path,
    answer: &(impl Serialize + std::fmt::Display),
    json: bool,
) -> Result<(), Failure> {
    if board_file::is_standard(file) {
        Ok(())
    } else {
        print(answer, json)
    }
}

/// Prints an answer: as JSON, or in words.
fn print(answer: &(impl Serialize + std::fmt::Display), json: bool) -> Result<(), Failure> {
    if json {
        print_json(answer)
    } else {
        Ok(write!(std::io::stdout(), "{answer}")?)
    }
}

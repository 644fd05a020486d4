//! `fairdeal profile`: what there is to do with a hand profile beside dealing it; and what the other commands do when they
//! are given a profile instead of a script.

mod check;
mod compare;
pub(crate) mod deal;
pub(crate) mod explain;
mod load;
mod migrate;
pub(crate) mod odds;
mod report;
mod session;
mod shelf;
mod store;
mod terminal;
mod wizard;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use fairdeal::profile::{SCHEMA, Settings};

use crate::Failure;

pub(crate) use check::run as check;
pub(crate) use load::{Loaded, given};
pub(crate) use store::StoreArguments;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    store: StoreArguments,
}

#[derive(Subcommand)]
enum Command {
    /// Make a profile, question by question
    New,
    /// Change a profile, question by question
    Edit(shelf::Name),
    /// Go on with a profile that was not finished
    Resume(wizard::Resume),
    /// List the profiles on the shelf, with their odds
    List(shelf::List),
    /// Show a profile in words
    Show(shelf::Show),
    /// Copy a profile under another name
    Copy(shelf::TwoNames),
    /// Give a profile another name
    Rename(shelf::TwoNames),
    /// Delete a profile, or a draft
    Delete(shelf::Delete),
    /// Keep a profile as it is, and put a new version of it beside it
    SaveAs(shelf::SaveAs),
    /// Turn a profile by one seat, West to North to East to South to West, under another name
    Rotate(shelf::Rotate),
    /// Put files on the shelf
    Import(shelf::Import),
    /// Write a profile to a file
    Export(shelf::Export),
    /// Find what is wrong with a profile, what can never be dealt, and what is very rare
    Check(check::Arguments),
    /// Say which seat makes a profile hard: counted, or by attempts
    Report(report::Arguments),
    /// Deal by every strategy, and show what each takes and how far it is from fair
    Compare(compare::Arguments),
    /// Write an older file in the current form; nothing is lost
    Migrate(migrate::Arguments),
    /// Print the JSON Schema of profiles
    Schema,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let store = &arguments.store;
    match &arguments.command {
        Command::New => wizard::new(&store.open()?),
        Command::Edit(arguments) => wizard::edit(&store.open()?, &arguments.name),
        Command::Resume(arguments) => wizard::resume(&store.open()?, arguments),
        Command::List(arguments) => shelf::list(&store.open()?, arguments),
        Command::Show(arguments) => shelf::show(&store.open()?, arguments),
        Command::Copy(arguments) => shelf::copy(&store.open()?, arguments),
        Command::Rename(arguments) => shelf::rename(&store.open()?, arguments),
        Command::Delete(arguments) => shelf::delete(&store.open()?, arguments),
        Command::SaveAs(arguments) => shelf::save_as(&store.open()?, arguments),
        Command::Rotate(arguments) => shelf::rotate(&store.open()?, arguments),
        Command::Import(arguments) => shelf::import(&store.open()?, arguments),
        Command::Export(arguments) => shelf::export(&store.open()?, arguments),
        Command::Check(arguments) => arguments.run(store),
        Command::Report(arguments) => report::run(arguments, store),
        Command::Compare(arguments) => compare::run(arguments, store),
        Command::Migrate(arguments) => migrate::run(arguments),
        Command::Schema => {
            io::stdout().write_all(SCHEMA.as_bytes())?;
            Ok(())
        }
    }
}

/// The constants of the methods that deal by attempts.
#[derive(Args)]
pub(crate) struct SettingArguments {
    /// Take the constants of reject and help from this file: {"fraction": 0.5, …}
    #[arg(long, value_name = "FILE", help_heading = "Profiles")]
    settings: Option<PathBuf>,

    /// Set a constant of reject or help, like fraction=0.75; may be given several times
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Profiles", value_parser = setting)]
    set: Vec<(String, String)>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("write a name and a value, like fraction=0.75")?;
    let mut settings = Settings::default();
    settings
        .set(name, value)
        .map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

impl SettingArguments {
    pub(crate) fn are_given(&self) -> bool {
        self.settings.is_some() || !self.set.is_empty()
    }

    /// The settings: those of the file, and over them those that were typed.
    pub(crate) fn read(&self) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        if let Some(path) = &self.settings {
            let text = load::text_of(path)?;
            let wrong = |error| anyhow::anyhow!("{}: {error}", path.display());
            settings.set_all(&text).map_err(wrong)?;
        }
        for (name, value) in &self.set {
            settings.set(name, value)?;
        }
        Ok(settings)
    }
}

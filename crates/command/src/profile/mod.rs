//! `fairdeal profile`: what there is to do with a hand profile beside dealing it; and what the other commands do when they
//! are given a profile instead of a script.

mod check;
mod compare;
mod deal;
mod line;
mod migrate;
mod report;
mod screen;
mod shell;
mod store;
mod store_arguments;
mod terminal;
mod wizard;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use fairdeal::profile::{MOST_BYTES, SCHEMA, Settings};
use fairdeal::store::{PlacedProfile, StoreError};

use crate::Failure;
use crate::input::text_of;
use crate::output::say;

pub(crate) use deal::{ProfileArguments, yes_or_no};
pub(crate) use store_arguments::StoreArguments;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    store: StoreArguments,
}

#[derive(Args)]
struct Name {
    /// The profile: its name, NAME@VERSION, or the name of its file
    name: String,
}

#[derive(Args)]
struct TwoNames {
    #[command(flatten)]
    name: Name,
    /// The new name
    new: String,
}

#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Make a profile, question by question
    New,
    /// Change a profile, question by question
    Edit(Name),
    /// Go on with a profile that was not finished
    Resume {
        /// The draft, by what `list --drafts` calls it, or by the profile's name [default: ask which]
        draft: Option<String>,
    },
    /// List the profiles on the shelf, with their odds
    List {
        /// The profiles that were begun and not finished, instead
        #[arg(long)]
        drafts: bool,
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show a profile in words
    Show {
        #[command(flatten)]
        name: Name,
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Copy a profile under another name
    Copy(TwoNames),
    /// Give a profile another name
    Rename(TwoNames),
    /// Delete a profile, a draft, or all drafts
    Delete {
        /// The profile: its name, NAME@VERSION, or the name of its file
        #[arg(required_unless_present = "drafts")]
        name: Option<String>,
        /// It is a draft, by what list --drafts calls it
        #[arg(long)]
        draft: bool,
        /// All profiles that were begun and not finished
        #[arg(long, conflicts_with_all = ["name", "draft"])]
        drafts: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Keep a profile as it is, and put a new version of it beside it
    SaveAs {
        #[command(flatten)]
        name: Name,
        /// The new version, such as 1.1
        version: String,
    },
    /// Turn a profile by one seat, West to North to East to South to West, under another name
    Rotate {
        #[command(flatten)]
        name: Name,
        /// The name of the one that is turned [default: the same, with the new dealer]
        new: Option<String>,
    },
    /// Put files on the shelf
    Import {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Put a file in the place of the profile that has its name and version
        #[arg(long)]
        replace: bool,
    },
    /// Write a profile to a file, with all four seats
    Export {
        #[command(flatten)]
        name: Name,
        /// The file to write; else standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
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
    let given = &arguments.store;
    let open = || given.open();
    match &arguments.command {
        Command::New => wizard::new(given),
        Command::Edit(Name { name }) => wizard::edit(given, name),
        Command::Resume { draft } => wizard::resume(given, draft.as_deref()),
        Command::List { drafts: true, json } => store::list_drafts(&open()?, *json),
        Command::List { json, .. } => store::list(&open()?, *json),
        Command::Show { name, json } => store::show(&open()?, &name.name, *json),
        Command::Copy(TwoNames { name, new }) => placed(open()?.copy(&name.name, new)),
        Command::Rename(TwoNames { name, new }) => placed(open()?.rename(&name.name, new)),
        Command::SaveAs { name, version } => placed(open()?.save_as(&name.name, version)),
        Command::Rotate { name, new } => placed(open()?.rotate(&name.name, new.as_deref())),
        Command::Delete {
            name, draft, yes, ..
        } => match name {
            Some(name) => store::delete(&open()?, name, *draft, *yes),
            None => store::delete_drafts(&open()?, *yes),
        },
        Command::Import { files, replace } => store::import(&open()?, files, *replace),
        Command::Export { name, output } => store::export(&open()?, &name.name, output.as_deref()),
        Command::Check(arguments) => check::run(arguments, given),
        Command::Report(arguments) => report::run(arguments, given),
        Command::Compare(arguments) => compare::run(arguments, given),
        Command::Migrate(arguments) => migrate::run(arguments, given),
        Command::Schema => Ok(io::stdout().write_all(SCHEMA.as_bytes())?),
    }
}

/// Says where a profile was put.
fn placed(placed: Result<PlacedProfile, StoreError>) -> Result<(), Failure> {
    say(placed.map_err(Failure::of)?);
    Ok(())
}

// The constants of the methods that deal by attempts.
#[derive(Args)]
pub(crate) struct SettingArguments {
    /// Take the constants of reject, help and construct from this file: {"fraction": 0.5, …}
    #[arg(long, value_name = "FILE", help_heading = "Profiles")]
    settings: Option<PathBuf>,

    /// Set a constant of reject, help or construct, like fraction=0.75; may be given several times
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
    /// The settings: those of the file, and over them those that were typed.
    pub(crate) fn read(&self) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        if let Some(path) = &self.settings {
            let text = text_of(path, MOST_BYTES, "has more than 16 MiB: it has no settings")?;
            let wrong = |error| anyhow::anyhow!("{}: {error}", path.display());
            settings.set_all(&text).map_err(wrong)?;
        }
        for (name, value) in &self.set {
            settings.set(name, value).map_err(Failure::of)?;
        }
        Ok(settings)
    }
}

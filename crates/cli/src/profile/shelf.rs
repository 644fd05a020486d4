//! `fairdeal profile list`, `show`, `copy`, `rename`, `delete`, `save-as`, `rotate`, `import` and `export`: what there is to
//! do with the profiles on the shelf beside editing them.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use fairdeal::store::{BrokenFile, PlacedProfile, ProfileStore, StoreError};

use super::terminal::{self, Asked};
use crate::output::{say, small_file};
use crate::progress::during;
use crate::{Failure, print_json, threads, watch};

#[derive(Args)]
pub(crate) struct Name {
    /// The profile: its name, NAME@VERSION, or the name of its file
    pub(crate) name: String,
}

#[derive(Args)]
pub(crate) struct List {
    /// The profiles that were begun and not finished, instead
    #[arg(long)]
    drafts: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    name: Name,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct TwoNames {
    #[command(flatten)]
    name: Name,

    /// The new name
    new: String,
}

#[derive(Args)]
pub(crate) struct Delete {
    #[command(flatten)]
    name: Name,

    /// It is a draft, by what list --drafts calls it
    #[arg(long)]
    draft: bool,

    /// Do not ask
    #[arg(long)]
    yes: bool,
}

#[derive(Args)]
pub(crate) struct SaveAs {
    #[command(flatten)]
    name: Name,

    /// The new version, such as 1.1
    version: String,
}

#[derive(Args)]
pub(crate) struct Rotate {
    #[command(flatten)]
    name: Name,

    /// The name of the one that is turned [default: the same, with the new dealer]
    new: Option<String>,
}

#[derive(Args)]
pub(crate) struct Import {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Export {
    #[command(flatten)]
    name: Name,

    /// The file to write; else standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn list(store: &ProfileStore, arguments: &List) -> Result<(), Failure> {
    if arguments.drafts {
        let listing = store.draft_listing()?;
        say_broken(&listing.broken);
        if arguments.json {
            return print_json(&listing);
        }
        if listing.drafts.is_empty() {
            say("no drafts");
        }
        return print(&listing);
    }
    let watch = watch();
    let listing = during(watch, || store.listing(threads(None), watch))?;
    say_broken(&listing.broken);
    if arguments.json {
        return print_json(&listing);
    }
    if listing.profiles.is_empty() {
        let folder = &listing.folder;
        say(format_args!(
            "no profiles in {folder} yet: fairdeal profile new makes one, fairdeal profile import takes files"
        ));
    }
    print(&listing)
}

/// What is broken is named.
fn say_broken(broken: &[BrokenFile]) {
    for one in broken {
        say(format_args!("fairdeal: {one}"));
    }
}

fn print(answer: &impl Display) -> Result<(), Failure> {
    Ok(write!(io::stdout().lock(), "{answer}")?)
}

pub(crate) fn show(store: &ProfileStore, arguments: &Show) -> Result<(), Failure> {
    let watch = watch();
    let name = &arguments.name.name;
    let shown = during(watch, || store.show(name, threads(None), watch))?;
    if arguments.json {
        print_json(&shown)
    } else {
        print(&shown)
    }
}

pub(crate) fn copy(store: &ProfileStore, arguments: &TwoNames) -> Result<(), Failure> {
    say_placed(store.copy(&arguments.name.name, &arguments.new))
}

pub(crate) fn rename(store: &ProfileStore, arguments: &TwoNames) -> Result<(), Failure> {
    say_placed(store.rename(&arguments.name.name, &arguments.new))
}

pub(crate) fn save_as(store: &ProfileStore, arguments: &SaveAs) -> Result<(), Failure> {
    say_placed(store.save_as(&arguments.name.name, &arguments.version))
}

pub(crate) fn rotate(store: &ProfileStore, arguments: &Rotate) -> Result<(), Failure> {
    say_placed(store.rotate(&arguments.name.name, arguments.new.as_deref()))
}

fn say_placed(placed: Result<PlacedProfile, StoreError>) -> Result<(), Failure> {
    match placed {
        Ok(placed) => {
            say(placed);
            Ok(())
        }
        Err(error @ StoreError::Version) => Err(Failure::Usage(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn import(store: &ProfileStore, arguments: &Import) -> Result<(), Failure> {
    let mut failed = false;
    for file in &arguments.files {
        let imported = if file == Path::new("-") {
            store.import_from("standard input", io::stdin().lock())
        } else {
            store.import(file)
        };
        if imported.placed.is_some() {
            say(imported);
        } else {
            failed = true;
            say(format_args!("fairdeal: {imported}"));
        }
    }
    if failed {
        Err(Failure::Said(1))
    } else {
        Ok(())
    }
}

pub(crate) fn export(store: &ProfileStore, arguments: &Export) -> Result<(), Failure> {
    let entry = store.find(&arguments.name.name)?;
    match &arguments.output {
        Some(path) => small_file(path, entry.text.as_bytes())?.finish()?,
        None => io::stdout().write_all(entry.text.as_bytes())?,
    }
    Ok(())
}

pub(crate) fn delete(store: &ProfileStore, arguments: &Delete) -> Result<(), Failure> {
    let name = &arguments.name.name;
    let deletion = if arguments.draft {
        store.draft_deletion(name)?
    } else {
        store.deletion(name)?
    };
    if !arguments.yes {
        if terminal::check().is_err() {
            let message = "there is no terminal to ask on: say --yes";
            return Err(Failure::Usage(message.to_owned()));
        }
        if !matches!(
            terminal::confirm(&deletion.question())?,
            Asked::Answer(true)
        ) {
            say("nothing is deleted");
            return Err(Failure::Said(1));
        }
    }
    say(deletion.delete()?);
    Ok(())
}

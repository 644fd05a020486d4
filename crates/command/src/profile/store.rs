//! `fairdeal profile list`, `show`, `import`, `export` and `delete`: what there is to do with the profiles on the shelf.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use fairdeal::store::{BrokenFile, ProfileStore};

use super::terminal;
use crate::output::{say, small_file};
use crate::progress::during;
use crate::{Failure, print_json, threads, watch};

pub(crate) fn list(store: &ProfileStore, as_json: bool) -> Result<(), Failure> {
    let listing = during(watch(), || store.listing(threads(None), watch()))?;
    say_broken(&listing.broken);
    if as_json {
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

pub(crate) fn list_drafts(store: &ProfileStore, as_json: bool) -> Result<(), Failure> {
    let listing = store.draft_listing()?;
    say_broken(&listing.broken);
    if as_json {
        return print_json(&listing);
    }
    if listing.drafts.is_empty() {
        say("no drafts");
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

pub(crate) fn show(store: &ProfileStore, name: &str, as_json: bool) -> Result<(), Failure> {
    let shown = during(watch(), || store.show(name, threads(None), watch()))?;
    if as_json {
        print_json(&shown)
    } else {
        print(&shown)
    }
}

pub(crate) fn import(
    store: &ProfileStore,
    files: &[PathBuf],
    replace: bool,
) -> Result<(), Failure> {
    let mut failed = false;
    for file in files {
        let imported = if file == Path::new("-") {
            store.import_from("standard input", io::stdin().lock(), replace)
        } else {
            store.import(file, replace)
        };
        if imported.placed.is_some() {
            say(imported);
        } else {
            failed = true;
            let is_taken = imported.error.as_ref();
            let is_taken = is_taken.is_some_and(|error| error.code == "name-taken");
            let hint = if is_taken {
                "; --replace puts it in its place"
            } else {
                ""
            };
            say(format_args!("fairdeal: {imported}{hint}"));
        }
    }
    if failed {
        Err(Failure::Said(1))
    } else {
        Ok(())
    }
}

pub(crate) fn export(store: &ProfileStore, name: &str, to: Option<&Path>) -> Result<(), Failure> {
    let text = store.export(name)?;
    match to {
        Some(path) => small_file(path, text.as_bytes())?.finish(false)?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(())
}

pub(crate) fn delete(
    store: &ProfileStore,
    name: &str,
    draft: bool,
    yes: bool,
) -> Result<(), Failure> {
    let deletion = if draft {
        store.draft_deletion(name)?
    } else {
        store.deletion(name)?
    };
    confirm(&deletion.question(), yes)?;
    say(deletion.delete()?);
    Ok(())
}

pub(crate) fn delete_drafts(store: &ProfileStore, yes: bool) -> Result<(), Failure> {
    let deletion = store.drafts_deletion()?;
    confirm(&deletion.question(), yes)?;
    for one in &deletion.busy {
        say(format_args!(
            "fairdeal: {one} is being edited in another window, and stays"
        ));
    }
    deletion.delete()?.iter().for_each(say);
    Ok(())
}

/// Asks before something is deleted, unless it was said that it should be.
fn confirm(question: &str, yes: bool) -> Result<(), Failure> {
    if !yes && terminal::check().is_err() {
        let message = "there is no terminal to ask on: say --yes";
        return Err(Failure::Usage(message.to_owned()));
    }
    if yes || terminal::confirm(question)?.answer() == Some(true) {
        Ok(())
    } else {
        say("nothing is deleted");
        Err(Failure::Said(1))
    }
}

//! `fairdeal profile list`, `show`, `copy`, `rename`, `delete`, `save-as`, `rotate`, `import` and `export`: what there is to
//! do with the profiles on the shelf beside editing them.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use fairdeal::profile;
use fairdeal::shelf::{Broken, Entry, Shelf};
use fairdeal::wizard::Standing;
use serde_json::{Value, json};

use super::load::text_of;
use super::terminal::{self, Asked};
use crate::Failure;
use crate::output::{count, say, small_file};
use crate::threads;

/// So much of what a profile teaches is listed.
const TEACHES: usize = 60;

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

pub(crate) fn list(shelf: &Shelf, arguments: &List) -> Result<(), Failure> {
    if arguments.drafts {
        return list_drafts(shelf, arguments.json);
    }
    let listing = shelf.list()?;
    say_broken(&listing.broken);
    let mut out = io::stdout().lock();
    if arguments.json {
        let profiles = listing.profiles.iter().map(|entry| {
            let mut value = about(entry);
            value["odds"] = odds(entry).into();
            value
        });
        let broken = listing.broken.iter().map(|one| {
            let file = one.file_name();
            json!({"file": file, "problems": one.problems})
        });
        let all = json!({
            "folder": shelf.folder().display().to_string(),
            "profiles": profiles.collect::<Vec<_>>(),
            "broken": broken.collect::<Vec<_>>(),
        });
        writeln!(out, "{all:#}")?;
        return Ok(());
    }
    if listing.profiles.is_empty() {
        let folder = shelf.folder().display();
        say(format_args!(
            "no profiles in {folder} yet: fairdeal profile new makes one, fairdeal profile import takes files"
        ));
        return Ok(());
    }
    let width = |of: fn(&Entry) -> &str| {
        let widths = listing.profiles.iter().map(|one| of(one).chars().count());
        widths.max().unwrap_or(0)
    };
    let (names, versions) = (width(Entry::name), width(Entry::version));
    for entry in &listing.profiles {
        let (name, version) = (visible(entry.name()), visible(entry.version()));
        let line = format!(
            "{name:names$}  {version:versions$}  {:>18}  {}",
            odds(entry),
            teaches(entry)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn list_drafts(shelf: &Shelf, as_json: bool) -> Result<(), Failure> {
    let found = shelf.drafts()?;
    say_broken(&found.broken);
    let mut out = io::stdout().lock();
    if as_json {
        let drafts = found.drafts.iter().map(|(identifier, draft)| {
            json!({"draft": identifier, "name": draft.name(), "of": draft.of, "next": draft.at, "answers": draft.answered.len()})
        });
        writeln!(out, "{:#}", json!({"drafts": drafts.collect::<Vec<_>>()}))?;
        return Ok(());
    }
    for (identifier, draft) in &found.drafts {
        let name = match draft.name() {
            "" => "no name yet".to_owned(),
            name => visible(name),
        };
        let what = match &draft.of {
            None => count(draft.answered.len() as u64, "answer"),
            Some(file) => format!("changes of {}", visible(file)),
        };
        writeln!(out, "{identifier:12}  {name}: {what}")?;
    }
    if found.drafts.is_empty() {
        say("no drafts");
    }
    Ok(())
}

/// What is broken is named, and left as it is.
fn say_broken(broken: &[Broken]) {
    for one in broken {
        let why = one.problems.first().map_or("", String::as_str);
        let file = visible(&one.file_name());
        say(format_args!(
            "fairdeal: {file} is broken and was left as it is: {why}"
        ));
    }
}

/// A text without what would upset a terminal.
fn visible(text: &str) -> String {
    let shown = text
        .chars()
        .map(|letter| if letter.is_control() { '?' } else { letter });
    shown.collect()
}

/// What a profile teaches, as far as there is room.
fn teaches(entry: &Entry) -> String {
    let text = visible(&entry.profile.description);
    if text.chars().count() <= TEACHES {
        text
    } else {
        let start: String = text.chars().take(TEACHES - 1).collect();
        format!("{}…", start.trim_end())
    }
}

/// `1 in 88.7`.
fn odds(entry: &Entry) -> String {
    match Standing::of(entry.document.clone(), threads(None)) {
        Standing::Possible {
            probability: Some(probability),
            exact,
            ..
        } => {
            let about = if exact { "" } else { "about " };
            format!("{about}1 in {}", profile::one_in(probability))
        }
        Standing::Possible { .. } | Standing::TooMany(_) => "not counted".to_owned(),
        Standing::Impossible(_) | Standing::Unfinished(_) => "never".to_owned(),
    }
}

fn about(entry: &Entry) -> Value {
    json!({
        "name": entry.name(),
        "version": entry.version(),
        "teaches": entry.profile.description,
        "file": entry.path.display().to_string(),
    })
}

pub(crate) fn show(shelf: &Shelf, arguments: &Show) -> Result<(), Failure> {
    let entry = shelf.find(&arguments.name.name)?;
    let standing = Standing::of(entry.document.clone(), threads(None));
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut value = about(&entry);
        value["words"] = profile::words(&entry.profile).lines().collect();
        value["standing"] = standing.lines().into();
        value["document"] = entry.document;
        writeln!(out, "{value:#}")?;
        return Ok(());
    }
    writeln!(out, "{}", visible(&entry.full_name()))?;
    let text = |name: &str| entry.document.get(name).and_then(Value::as_str);
    for name in ["description", "author", "category", "rotated_from"] {
        if let Some(text) = text(name).filter(|text| !text.is_empty()) {
            let label = match name {
                "author" => "by ",
                "category" => "in ",
                "rotated_from" => "turned from ",
                _ => "",
            };
            writeln!(out, "{label}{}", visible(text))?;
        }
    }
    writeln!(out, "{}", profile::words(&entry.profile).trim_end())?;
    writeln!(out)?;
    for line in standing.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A document with another name.
fn renamed(mut document: Value, name: &str) -> String {
    document["profile_name"] = name.trim().into();
    written(&document)
}

fn written(document: &Value) -> String {
    format!("{document:#}\n")
}

pub(crate) fn copy(shelf: &Shelf, arguments: &TwoNames) -> Result<(), Failure> {
    let entry = shelf.find(&arguments.name.name)?;
    let put = shelf.put(&renamed(entry.document, &arguments.new))?;
    say_put(&put);
    Ok(())
}

fn say_put(entry: &Entry) {
    let (name, path) = (entry.full_name(), entry.path.display());
    say(format_args!("{} is in {path}", visible(&name)));
}

pub(crate) fn rename(shelf: &Shelf, arguments: &TwoNames) -> Result<(), Failure> {
    let entry = shelf.find_only(&arguments.name.name)?;
    let _lock = shelf.lock(&entry)?;
    let text = renamed(entry.document.clone(), &arguments.new);
    say_put(&shelf.replace(&entry, &text)?);
    Ok(())
}

pub(crate) fn save_as(shelf: &Shelf, arguments: &SaveAs) -> Result<(), Failure> {
    let entry = shelf.find(&arguments.name.name)?;
    let version = arguments.version.trim();
    if version.is_empty() || version.chars().any(char::is_control) {
        return Err(Failure::Usage("write a version, such as 1.1".to_owned()));
    }
    let mut document = entry.document;
    document["version"] = version.into();
    say_put(&shelf.put(&written(&document))?);
    Ok(())
}

pub(crate) fn rotate(shelf: &Shelf, arguments: &Rotate) -> Result<(), Failure> {
    let entry = shelf.find(&arguments.name.name)?;
    let mut document = profile::rotate(entry.document.clone());
    document["rotated_from"] = entry.name().into();
    let name = match &arguments.new {
        Some(name) => name.clone(),
        None => format!(
            "{}, dealer {}",
            entry.name(),
            entry.profile.dealer.turned(1)
        ),
    };
    say_put(&shelf.put(&renamed(document, &name))?);
    Ok(())
}

pub(crate) fn import(shelf: &Shelf, arguments: &Import) -> Result<(), Failure> {
    let mut failed = false;
    for file in &arguments.files {
        let put = text_of(file).and_then(|text| Ok(shelf.put(&text)?));
        match put {
            Ok(entry) => say_put(&entry),
            Err(Failure::Work(error)) => {
                failed = true;
                let file = file.display();
                say(format_args!("fairdeal: {file} was not taken: {error:#}"));
            }
            Err(other) => return Err(other),
        }
    }
    if failed {
        Err(Failure::Said(1))
    } else {
        Ok(())
    }
}

pub(crate) fn export(shelf: &Shelf, arguments: &Export) -> Result<(), Failure> {
    let entry = shelf.find(&arguments.name.name)?;
    match &arguments.output {
        Some(path) => small_file(path, entry.text.as_bytes())?.finish()?,
        None => io::stdout().write_all(entry.text.as_bytes())?,
    }
    Ok(())
}

pub(crate) fn delete(shelf: &Shelf, arguments: &Delete) -> Result<(), Failure> {
    let name = &arguments.name.name;
    if arguments.draft {
        let Some((place, _)) = shelf.resume(name)? else {
            return Err(anyhow::anyhow!("{name} is being worked on in another window").into());
        };
        confirm(arguments, &format!("Delete the draft {name}?"))?;
        place.delete()?;
        say(format_args!("the draft {name} is deleted"));
        return Ok(());
    }
    let entry = shelf.find_only(name)?;
    let _lock = shelf.lock(&entry)?;
    let full_name = visible(&entry.full_name());
    confirm(arguments, &format!("Delete {full_name}?"))?;
    shelf.remove(&entry)?;
    say(format_args!("{full_name} is deleted"));
    Ok(())
}

/// That somebody really wants this.
fn confirm(arguments: &Delete, question: &str) -> Result<(), Failure> {
    if arguments.yes {
        return Ok(());
    }
    if terminal::check().is_err() {
        return Err(Failure::Usage(
            "there is no terminal to ask on: say --yes".to_owned(),
        ));
    }
    match terminal::confirm(question)? {
        Asked::Answer(true) => Ok(()),
        _ => {
            say("nothing is deleted");
            Err(Failure::Said(1))
        }
    }
}

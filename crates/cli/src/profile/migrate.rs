//! `fairdeal profile migrate`: an older file in the current form.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use fairdeal::profile::{self, ProblemList};

use super::load::text_of;
use crate::Failure;
use crate::output::{say, small_file};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile; - is standard input
    file: PathBuf,

    /// Write it to this file, which may be the same; else to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Say only what is wrong
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let reading = profile::read(&text_of(&arguments.file)?);
    let (Some(profile), Some(document)) = (&reading.profile, reading.document.clone()) else {
        say(ProblemList::from(reading.problems).to_string().trim_end());
        return Err(Failure::Said(1));
    };
    let migrated = profile::migrate(document, profile);
    let text = format!("{:#}\n", migrated.document);
    match &arguments.output {
        Some(path) => small_file(path, text.as_bytes())?.finish()?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    if !arguments.quiet {
        for change in &migrated.changes {
            say(format_args!("fairdeal: {change}"));
        }
        if migrated.changes.is_empty() {
            say("fairdeal: this file is current");
        }
    }
    Ok(())
}

//! `fairdeal profile migrate`: an older file in the current form.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use fairdeal::profile;

use super::StoreArguments;
use crate::Failure;
use crate::failure::show_problems;
use crate::output::{say, small_file};
use crate::question::open_profile;

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

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let read = open_profile(&arguments.file, store)?;
    let reading = read.reading();
    let (Some(profile), Some(document)) = (&reading.profile, reading.document.clone()) else {
        show_problems(&reading.problems);
        return Err(Failure::Said(1));
    };
    let migrated = profile::migrate(document, profile);
    let text = format!("{:#}\n", migrated.document);
    match &arguments.output {
        Some(path) => small_file(path, text.as_bytes())?.finish(arguments.quiet)?,
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

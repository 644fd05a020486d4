//! `fairdeal profile check`: what is wrong with a profile, what can never be dealt, and what is very rare.

use std::path::PathBuf;

use clap::Args;
use fairdeal::profile::{self, ProfileCheck};

use super::store::StoreArguments;
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// Everything as one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self, store: &StoreArguments) -> Result<(), Failure> {
        let reading = profile::read(&crate::question::text(&self.file, store)?);
        let watch = crate::watch();
        let work = || ProfileCheck::of(&reading, crate::threads(None), watch);
        let check = crate::progress::during(watch, work)?;
        if self.json {
            crate::print_json(&check)?;
        } else {
            crate::output::say(check.problems.to_string().trim_end());
            print!("{check}");
        }
        if check.can_be_dealt() {
            Ok(())
        } else {
            Err(Failure::Said(1))
        }
    }
}

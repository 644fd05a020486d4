//! `fairdeal profile check`: what is wrong with a profile, what can never be dealt, and what is very rare.

use std::path::PathBuf;

use clap::Args;
use fairdeal::Check;

use super::StoreArguments;
use crate::Failure;
use crate::check::check;
use crate::question::open_profile;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// Everything as one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let profile = open_profile(&arguments.file, store)?;
    check(&profile.into(), Check::default(), arguments.json)
}

//! `fairdeal euchre hint`: what to do with a view, and what one can know.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fairdeal::euchre::hint;

use super::options::{Thinking, clock};
use super::view_file;
use crate::{Failure, progress};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The view, as JSON; - is standard input
    view: PathBuf,

    #[command(flatten)]
    thinking: Thinking,

    /// Count a world less in which players would have bid or played otherwise: chances are then estimates
    #[arg(long)]
    weigh_bids: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let view = view_file::read(&arguments.view)?;
    let settings = arguments.thinking.settings();
    let (player, seed) = (settings.with_clock(&clock), arguments.thinking.seed);
    let (weigh_bids, watch) = (arguments.weigh_bids, crate::watch());
    let hint = progress::during(watch, || hint(&view, &player, weigh_bids, seed, watch))?;
    if arguments.json {
        return crate::print_json(&hint);
    }
    Ok(write!(std::io::stdout().lock(), "{hint}")?)
}

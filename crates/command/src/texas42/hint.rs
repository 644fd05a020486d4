//! `fairdeal texas42 hint`: what to do with a view, and what one can know.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fairdeal::texas42::{View, hint};

use super::options::Thinking;
use crate::euchre::{clock, view_file};
use crate::{Failure, progress};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The view, as JSON; - is standard input
    view: PathBuf,

    #[command(flatten)]
    thinking: Thinking,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (text, _) = view_file::text(&arguments.view)?;
    let view = View::from_json(&text)?;
    let player = arguments.thinking.settings().with_clock(&clock);
    let watch = crate::watch();
    let hint = progress::during(watch, || {
        hint(&view, &player, arguments.thinking.seed, watch)
    })?;
    if arguments.json {
        return crate::print_json(&hint);
    }
    Ok(write!(std::io::stdout().lock(), "{hint}")?)
}

//! `fairdeal texas42 strength`: the strength table.

use std::io::Write;

use clap::Args;
use fairdeal::texas42::{Domino, Trump, strength};

use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The domino that is led, like 6-4 [default: all 28]
    domino: Option<Domino>,

    /// What is trumps: 0 to 6, doubles or none [default: all nine]
    #[arg(long)]
    trump: Option<Trump>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let answer = strength(arguments.domino, arguments.trump, crate::watch())?;
    if arguments.json {
        return crate::print_json(&answer);
    }
    Ok(write!(std::io::stdout().lock(), "{answer}")?)
}

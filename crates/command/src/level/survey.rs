//! `fairdeal level survey`: how the rates of the usual keeps move with common conditions.

use std::io::{self, Write};

use clap::Args;
use fairdeal::level;

use crate::{Failure, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    /// As CSV, with all keeps and all digits
    #[arg(long)]
    csv: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let survey = progress::during(watch(), || level::survey(watch())).map_err(Failure::of)?;
    let text = if arguments.csv {
        survey.csv()
    } else {
        survey.to_string()
    };
    Ok(write!(io::stdout(), "{text}")?)
}

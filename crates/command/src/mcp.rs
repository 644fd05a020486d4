//! `fairdeal mcp`: tools for assistants, by the model context protocol.

use clap::Args;

use crate::interrupt::stoppable;
use crate::serve::BoundsArguments;
use crate::{Failure, watch};

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    bounds: BoundsArguments,
}

const HELP: &str = "\
An assistant's program starts it and speaks with it on standard input and output; docs/assistants.md says how to tell yours. To be asked
over HTTP, fairdeal serve has the same tools at /mcp.";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let bounds = arguments.bounds.bounds();
    Ok(stoppable(|| fairdeal_mcp::serve(&bounds, watch()))?)
}

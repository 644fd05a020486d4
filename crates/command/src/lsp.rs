//! `fairdeal lsp`: scripts in editors, by the language server protocol.

use clap::Args;

use crate::Failure;

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// As editors say it; there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

const HELP: &str = "\
An editor starts it and speaks with it on standard input and output; docs/editors.md says how to tell yours. Errors show as one types,
words and names are completed, and the odds of what is under the cursor are counted.";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { stdio: _ } = arguments;
    Ok(fairdeal_lsp::serve()?)
}

//! `fairdeal words`: the words of the dealer language, from the table that the parser uses.

use clap::Args;
use fairdeal::script::WordList;

use crate::{Failure, print};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only words that have this text in their name or meaning
    text: Option<String>,

    /// As JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let words = match &arguments.text {
        None => WordList::all(),
        Some(text) => WordList::about(text),
    };
    match &arguments.text {
        Some(text) if words.0.is_empty() && !arguments.json => {
            let message = format!("no word of the language has '{text}' in its name or meaning");
            Err(Failure::Work(anyhow::anyhow!(message)))
        }
        _ => print(&words, arguments.json),
    }
}

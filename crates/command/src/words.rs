//! `fairdeal words`: the words of the dealer language, from the table that the parser uses.

use clap::Args;
use fairdeal::script::WordList;

use crate::{Failure, print};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only words that have this text in their name or meaning, or that one writes it with: balanced, 1nt, fit
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
            let meant = fairdeal::script::WordList::like(text);
            let meant = meant.map_or(String::new(), |word| format!("; did you mean {word}?"));
            let message =
                format!("no word of the language has '{text}' in its name or meaning{meant}");
            Err(Failure::Work(anyhow::anyhow!(message)))
        }
        _ => print(&words, arguments.json),
    }
}

//! `fairdeal words`: the words of the dealer language, from the table that the parser uses.

use std::io::{self, Write};

use clap::Args;
use fairdeal::script::{Dialect, Group, Word, words};

use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only words that have this text in their name or meaning
    text: Option<String>,

    /// As JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = |word: &&Word| match &arguments.text {
        None => true,
        Some(text) => {
            let text = text.to_lowercase();
            let names = std::iter::once(&word.name).chain(word.spellings);
            let mut all = names.chain([&word.meaning]);
            all.any(|name| name.to_lowercase().contains(&text))
        }
    };
    let found: Vec<&Word> = words().iter().filter(wanted).collect();
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&found)?)?;
        return Ok(());
    }
    if let (Some(text), []) = (&arguments.text, &found[..]) {
        return Err(Failure::Work(anyhow::anyhow!(
            "no word of the language has '{text}' in its name or meaning"
        )));
    }
    let mut group = None;
    for word in found {
        if group != Some(word.group) {
            group = Some(word.group);
            writeln!(out, "\n{}", title(word.group))?;
        }
        // Functions have their arguments in brackets, statements after a space.
        let space = if word.arguments.starts_with(['(', '{']) || word.arguments.is_empty() {
            ""
        } else {
            " "
        };
        let name = format!("{}{space}{}", word.name, word.arguments);
        let later = match word.dialect {
            Dialect::Classic => "",
            Dialect::Later => " (not in the classic program)",
        };
        writeln!(out, "  {name:32} {}{later}", word.meaning)?;
        if !word.spellings.is_empty() {
            writeln!(out, "  {:32} also {}", "", word.spellings.join(", "))?;
        }
    }
    Ok(())
}

fn title(group: Group) -> &'static str {
    match group {
        Group::Hand => "What a hand shows",
        Group::Counts => "Counts that altcount can redefine",
        Group::Deal => "What needs more than one hand",
        Group::Operator => "Between expressions",
        Group::Statement => "Statements",
        Group::Action => "Actions",
        Group::Place => "Seats, suits and other names",
    }
}

//! `fairdeal euchre bot`: a JSON view a line in, a JSON move a line out, for games in any language.

use std::io::{self, BufRead, Read, Write};

use clap::Args;
use fairdeal::euchre::{NoMove, Player, View, ViewError};
use serde_json::{Value, json};

use super::options::{Thinker, Thinking};
use super::show;
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    thinking: Thinking,
}

/// The longest line that is read as a view.
const MOST: u64 = 1 << 20;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let thinker = arguments.thinking.thinker();
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MOST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() as u64 == MOST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            json!({"error": "the line is longer than 1 MB: that is no view", "facts": []})
        } else {
            let text = String::from_utf8_lossy(&line);
            if text.trim().is_empty() {
                continue;
            }
            answer(&thinker, &text, arguments.thinking.seed)
        };
        // Whoever asked is waiting for this line.
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
}

fn answer(thinker: &Thinker, text: &str, seed: u64) -> Value {
    let error = |message: String, facts: Vec<String>| json!({"error": message, "facts": facts});
    let view = match View::from_json(text) {
        Ok(view) => view,
        Err(ViewError::Clash(clash)) => return error(clash.to_string(), clash.facts),
        Err(unreadable) => return error(unreadable.to_string(), Vec::new()),
    };
    match thinker.play(&view, seed) {
        Ok(judgement) => Value::Object(show::judgement_json(&judgement)),
        Err(NoMove::Clash(clash)) => error(clash.to_string(), clash.facts),
        Err(not_to_move) => error(not_to_move.to_string(), Vec::new()),
    }
}

//! `fairdeal euchre hint`: what to do with a view, and what one can know.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fairdeal::euchre::{Player, Weighing, Worlds};
use serde_json::Value;

use super::options::Thinking;
use super::{show, view_file, worlds};
use crate::Failure;

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
    let view = view_file::read(&arguments.view)?;
    let thinker = arguments.thinking.thinker();
    let seed = arguments.thinking.seed;
    let judgement = thinker.play(&view, seed)?;
    let fitting = Worlds::new(&view)?;
    let weighing = thinker.bot.weigh_bids.then(|| Weighing::new(&view));
    let chances = worlds::chances(&fitting, weighing, seed);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let mut object = show::judgement_json(&judgement);
        object.insert(
            "worlds".to_owned(),
            Value::Object(show::worlds_json(&view, &fitting, &chances)),
        );
        writeln!(out, "{:#}", Value::Object(object))?;
        return Ok(());
    }
    let (values, odds) = (
        show::values_text(&judgement),
        show::worlds_text(&view, &fitting, &chances),
    );
    Ok(write!(out, "{values}\n{odds}")?)
}

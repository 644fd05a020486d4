//! `fairdeal texas42 worlds`: what a seat's view leaves open.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use fairdeal::random_seed;
use fairdeal::texas42::{View, Worlds};

use crate::Failure;
use crate::euchre::view_file;
use crate::output::say;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file with the view, as JSON; - is standard input
    view: PathBuf,

    /// As one JSON object
    #[arg(long, conflicts_with = "sample")]
    json: bool,

    /// Draw so many worlds instead, each with the same chance, one JSON object a line
    #[arg(long, value_name = "NUMBER")]
    sample: Option<u64>,

    /// The seed: the same seed gives the same worlds [default: a random one]
    #[arg(long, requires = "sample")]
    seed: Option<u64>,
}

const EXAMPLES: &str = r#"A view is what one seat has seen:
  {"seat": "S", "hand": ["6-5", "5-5", "4-4", "3-3", "2-2", "1-1"], "trump": "6",
   "tricks": [[["S", "6-6"], ["W", "6-0"], ["N", "5-0"], ["E", "6-1"]]]}
Only seat and hand are always needed; trump is 0 to 6, doubles or none; the last trick may be unfinished."#;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (text, _) = view_file::text(&arguments.view)?;
    let worlds = Worlds::new(&View::from_json(&text)?, crate::watch())?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Some(number) = arguments.sample {
        let seed = arguments.seed.unwrap_or_else(random_seed);
        for world in 1..=number {
            crate::watch().look()?;
            let world = worlds.draw(seed, world);
            writeln!(out, "{}", serde_json::to_string(&world)?)?;
        }
        out.flush()?;
        if arguments.seed.is_none() {
            say(format_args!("seed {seed}"));
        }
        return Ok(());
    }
    let answer = worlds.answer(crate::watch())?;
    if arguments.json {
        return crate::print_json(&answer);
    }
    write!(out, "{answer}")?;
    Ok(out.flush()?)
}

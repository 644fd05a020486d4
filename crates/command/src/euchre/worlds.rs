//! `fairdeal euchre worlds`: what may lie where, as far as a player can know.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fairdeal::euchre::{BidWeighing, Worlds, limits};
use fairdeal::space;

use super::view_file;
use crate::Failure;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The view, as JSON; - is standard input
    view: PathBuf,

    /// As one JSON object
    #[arg(long, conflicts_with = "sample")]
    json: bool,

    /// Draw so many worlds, one JSON object a line, each world with the same chance
    #[arg(long, value_name = "N")]
    sample: Option<u64>,

    /// The seed of the worlds that are drawn
    #[arg(long, value_name = "S", default_value_t = limits::SEED)]
    seed: u64,

    /// Count a world less in which players would have bid or played otherwise
    #[arg(long)]
    weigh_bids: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal euchre worlds view.json                    how many worlds fit, and who holds what
  fairdeal euchre worlds view.json --sample 1000      a thousand of them, fairly drawn";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let view = view_file::read(&arguments.view)?;
    let worlds = Worlds::new(&view)?;
    let weighing = arguments.weigh_bids.then(|| BidWeighing::new(&view));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(number) = arguments.sample {
        let mut rng = space::stream(arguments.seed, 0);
        let weighed = weighing.map(|weighing| weighing.usual(&worlds, &mut rng, crate::watch()));
        let weighed = weighed.transpose()?;
        for _ in 0..number {
            crate::watch().look()?;
            let world = worlds.draw(weighed.as_ref(), &mut rng);
            writeln!(out, "{}", serde_json::to_string(&world)?)?;
        }
        return Ok(out.flush()?);
    }
    let answer = worlds.answer(weighing.as_ref(), arguments.seed, crate::watch())?;
    if arguments.json {
        return crate::print_json(&answer);
    }
    write!(out, "{answer}")?;
    Ok(out.flush()?)
}

//! `fairdeal euchre worlds`: what may lie where, as far as a player can know.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fairdeal::euchre::{Place, Seat, View, Weighing, World, Worlds};
use fairdeal::space;
use serde_json::{Map, Value, json};

use super::show::{self, Chances};
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
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Count a world less in which players would have bid otherwise, by the rule of thumb
    #[arg(long)]
    weigh_bids: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal euchre worlds view.json                    how many worlds fit, and who holds what
  fairdeal euchre worlds view.json --sample 1000      a thousand of them, fairly drawn";

/// Worlds that estimates are made from, where bids weigh them.
const SAMPLES: u32 = 50_000;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let view = view_file::read(&arguments.view)?;
    let worlds = Worlds::new(&view)?;
    let weighing = arguments.weigh_bids.then(|| Weighing::new(&view));
    if let Some(number) = arguments.sample {
        return sample(&view, &worlds, weighing, number, arguments.seed);
    }
    let chances = chances(&worlds, weighing, arguments.seed);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(
            out,
            "{:#}",
            Value::Object(show::worlds_json(&view, &worlds, &chances))
        )?
    } else {
        write!(out, "{}", show::worlds_text(&view, &worlds, &chances))?
    }
    Ok(())
}

/// The odds of a view: counted, or weighed by the bids.
pub(crate) fn chances(worlds: &Worlds, weighing: Option<Weighing>, seed: u64) -> Chances<'_> {
    match weighing {
        None => Chances::Counted(worlds.odds()),
        Some(weighing) => {
            Chances::Weighed(weighing.odds(worlds, SAMPLES, &mut space::stream(seed, 0)))
        }
    }
}

fn sample(
    view: &View,
    worlds: &Worlds,
    weighing: Option<Weighing>,
    number: u64,
    seed: u64,
) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut rng = space::stream(seed, 0);
    for _ in 0..number {
        let world = match &weighing {
            Some(weighing) => weighing.sample(worlds, &mut rng),
            None => worlds.sample(&mut rng),
        };
        writeln!(out, "{}", world_json(view, &world))?;
    }
    Ok(out.flush()?)
}

/// The hidden places of a world.
pub(crate) fn world_json(view: &View, world: &World) -> Value {
    let others = Seat::ALL
        .into_iter()
        .filter(|&seat| seat != view.seat())
        .map(Place::Hand);
    let places = others.chain([Place::Kitty, Place::Discard]);
    let object: Map<_, _> = places
        .map(|place| {
            let cards: Vec<String> = world
                .at(place)
                .iter()
                .map(|card| card.to_string())
                .collect();
            (place.name().to_owned(), json!(cards))
        })
        .collect();
    Value::Object(object)
}

//! `fairdeal texas42 arena`: two bots, the same deals from both sides.

use std::io::Write;

use clap::Args;
use fairdeal::texas42::{Arena, BotSettings, limits};

use super::options::House;
use crate::euchre::clock;
use crate::{Failure, progress};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The bot whose marks are counted: a level, and habits after commas
    #[arg(long, value_name = "BOT")]
    a: BotSettings,

    /// The bot that it plays against
    #[arg(long, value_name = "BOT")]
    b: BotSettings,

    /// How many deals, each played twice, with the sides swapped
    #[arg(long, value_name = "N", default_value_t = limits::USUAL_DEALS, value_parser = clap::value_parser!(u64).range(limits::DEALS))]
    deals: u64,

    /// The seed of the deals
    #[arg(long, value_name = "S", default_value_t = limits::SEED)]
    seed: u64,

    /// How many threads; the result does not depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=limits::MOST_THREADS as i64))]
    threads: u16,

    #[command(flatten)]
    house: House,

    /// Say how long a decision took each of them
    #[arg(long)]
    times: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Bots: random, beginner, club or expert, and after commas iterations=N, time=MS, bids or even (whether bids weigh worlds),
flat (no tree), random-playouts.

Examples:
  fairdeal texas42 arena --a expert --b club --deals 200 --times
  fairdeal texas42 arena --a expert --b expert,bids --nel-o low --plunge";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let arena = Arena {
        a: &arguments.a.with_clock(&clock),
        b: &arguments.b.with_clock(&clock),
        house: arguments.house.rules(),
        seed: arguments.seed,
        deals: arguments.deals,
        threads: arguments.threads.into(),
        clock: if arguments.times { Some(&clock) } else { None },
    };
    let watch = crate::watch();
    let play = || arena.run(&|_| {}, watch);
    let tally = if arguments.quiet {
        play()
    } else {
        progress::during(watch, play)
    };
    let result = tally?.result();
    if arguments.json {
        crate::print_json(&result)?;
    } else {
        write!(std::io::stdout().lock(), "{result}")?;
    }
    if watch.is_stopped() {
        return Err(Failure::Said(130));
    }
    Ok(())
}

//! `fairdeal euchre arena`: two bots, the same deals from both sides.

use std::io::Write;

use clap::Args;
use fairdeal::euchre::{Arena, BotSettings, Decision, limits};

use super::options::{HouseRules, clock};
use crate::output::say;
use crate::{Failure, progress};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The bot whose points are counted: a level, and habits after commas
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
    house: HouseRules,

    /// Show on standard error what the bots knew, dealt and thought: a JSON object a decision
    #[arg(long)]
    trace: bool,

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
Bots: random, beginner, casual, club, strong or expert, and after commas careful or bold, and for an expert iterations=N,
time=MS, goal=points, goal=game, bids or even (whether what was bid and played weighs worlds), flat or tree (how to search), random-playouts.

Examples:
  fairdeal euchre arena --a expert --b strong --deals 2000 --times
  fairdeal euchre arena --a expert,time=10 --b expert,time=10,tree --deals 500 --stick-the-dealer";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let arena = Arena {
        a: &arguments.a.with_clock(&clock),
        b: &arguments.b.with_clock(&clock),
        rules: arguments.house.rules(),
        seed: arguments.seed,
        deals: arguments.deals,
        threads: arguments.threads.into(),
        clock: if arguments.times { Some(&clock) } else { None },
    };
    let watch = crate::watch();
    let on_decision = |decision: &Decision| {
        if arguments.trace
            && let Ok(trace) = serde_json::to_string(&decision.trace())
        {
            say(trace);
        }
    };
    let play = || arena.run(&on_decision, watch);
    let tally = if arguments.quiet || arguments.trace {
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

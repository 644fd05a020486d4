//! `fairdeal texas42 odds`: how often a hand makes its bid, with each trump.

use std::io::Write;

use clap::Args;
use fairdeal::random_seed;
use fairdeal::texas42::{ALL_POINTS, OddsRequest, Trump, limits, odds};

use crate::output::say;
use crate::{Failure, progress};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The seven dominoes of the bidder, who leads
    #[arg(required = true, value_name = "DOMINO")]
    hand: Vec<String>,

    /// What is trumps: 0 to 6, doubles or none [default: each, the best first]
    #[arg(long)]
    trump: Option<Trump>,

    /// The bid that makes a trump the best: 30 to 42, which is all seven tricks
    #[arg(long, default_value_t = ALL_POINTS, value_parser = clap::value_parser!(u32).range(i64::from(*limits::BIDS.start())..=i64::from(*limits::BIDS.end())))]
    bid: u32,

    /// How many worlds to play out
    #[arg(long, value_name = "NUMBER", default_value_t = limits::USUAL_WORLDS, value_parser = clap::value_parser!(u64).range(1..))]
    worlds: u64,

    /// The seed: the same seed gives the same worlds [default: a random one]
    #[arg(long)]
    seed: Option<u64>,

    /// As one JSON object
    #[arg(long)]
    json: bool,

    /// Say nothing but errors besides the odds
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Everybody sees all four hands here, the defenders and the bidder's side: at a table, where nobody does, chances differ.

Examples:
  fairdeal texas42 odds 5-5 5-6 5-4 5-0 6-6 4-4 1-0                all trumps, the best first
  fairdeal texas42 odds 5-5 5-6 5-4 5-0 6-6 4-4 1-0 --trump 5      every bid from 30 to 42";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let hand = super::hand_of(&arguments.hand)?;
    let seed = arguments.seed.unwrap_or_else(random_seed);
    let mut request = OddsRequest::new(hand, seed);
    request.bid = arguments.bid;
    request.worlds = arguments.worlds;
    request.threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    if let Some(trump) = arguments.trump {
        request.trumps = vec![trump];
    }
    let watch = crate::watch();
    let play = || odds(&request, watch);
    let answer = if arguments.quiet {
        play()
    } else {
        progress::during(watch, play)
    }?;
    if arguments.json {
        crate::print_json(&answer)?;
    } else {
        write!(std::io::stdout().lock(), "{answer}")?;
    }
    if !arguments.quiet {
        say(answer.note());
    }
    if answer.worlds < request.worlds {
        let (done, all) = (answer.worlds, request.worlds);
        say(format_args!(
            "fairdeal: stopped after {done} of {all} worlds"
        ));
        return Err(Failure::Said(130));
    }
    Ok(())
}

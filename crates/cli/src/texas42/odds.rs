//! `fairdeal texas42 odds`: how often a hand makes its bid, with each trump.

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;
use fairdeal::plan::Stop;
use fairdeal::texas42::{self, ALL_POINTS, Hand, LOWEST_BID, Trump, TrumpOdds};
use serde_json::{Value, json};

use crate::Failure;
use crate::deal::random_seed;
use crate::interrupt::on_interrupt;
use crate::output::say;
use crate::progress::Progress;

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
    #[arg(long, default_value_t = ALL_POINTS, value_parser = clap::value_parser!(u32).range(i64::from(LOWEST_BID)..=i64::from(ALL_POINTS)))]
    bid: u32,

    /// How many worlds to play out
    #[arg(long, value_name = "NUMBER", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
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

/// The bids that are shown for all trumps together.
const SHOWN: [u32; 3] = [ALL_POINTS, 36, LOWEST_BID];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let hand = super::hand_of(&arguments.hand)?;
    let trumps = match arguments.trump {
        Some(trump) => vec![trump],
        None => Trump::all().collect(),
    };
    let seed = arguments.seed.unwrap_or_else(random_seed);
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(arguments.worlds, "worlds", arguments.quiet);
    let odds = progress.during(&stop, || {
        texas42::odds(
            hand,
            &trumps,
            arguments.bid,
            arguments.worlds,
            seed,
            |done| {
                progress.set(done);
                !stop.is_stopped()
            },
        )
    })?;
    let done = odds.first().map_or(0, |odds| odds.worlds);
    let mut out = io::stdout().lock();
    match (arguments.json, &odds[..]) {
        (true, _) => writeln!(out, "{:#}", as_json(hand, seed, &odds))?,
        (false, [one]) => print_bids(&mut out, hand, one)?,
        (false, _) => print_trumps(&mut out, hand, &odds)?,
    }
    if !arguments.quiet {
        say(format_args!(
            "open hands: everybody sees everything; {done} worlds, seed {seed}"
        ));
    }
    if done < arguments.worlds && interrupted() {
        say(format_args!(
            "fairdeal: stopped after {done} of {} worlds",
            arguments.worlds
        ));
        return Err(Failure::Said(130));
    }
    Ok(())
}

fn print_trumps(out: &mut impl Write, hand: Hand, odds: &[TrumpOdds]) -> io::Result<()> {
    let title = |bid: u32| match bid {
        ALL_POINTS => "all seven".to_owned(),
        bid => format!("{bid} points"),
    };
    let [all, middle, low] = SHOWN.map(title);
    writeln!(out, "trumps     {all:24}{middle:24}{low}")?;
    for odds in odds {
        if is_certain(hand, odds.trump) {
            writeln!(out, "{:9}  certain: a lay-down", odds.trump.name())?;
            continue;
        }
        let [all, middle, low] = SHOWN.map(|bid| chance(odds, bid));
        writeln!(out, "{:9}  {all:24}{middle:24}{low}", odds.trump.name())?;
    }
    Ok(())
}

fn print_bids(out: &mut impl Write, hand: Hand, odds: &TrumpOdds) -> io::Result<()> {
    writeln!(out, "bid  made with {}", super::with(odds.trump))?;
    if is_certain(hand, odds.trump) {
        return writeln!(out, " 42  certain: a lay-down");
    }
    for bid in (LOWEST_BID..=ALL_POINTS).rev() {
        writeln!(out, "{bid:3}  {}", chance(odds, bid))?;
    }
    Ok(())
}

/// A lay-down needs no estimate.
fn is_certain(hand: Hand, trump: Trump) -> bool {
    texas42::is_laydown(&texas42::Rules::new(trump), hand.dominoes(), hand.others())
}

/// `12.3% (10.4 to 14.5)`.
fn chance(odds: &TrumpOdds, bid: u32) -> String {
    let Some((share, (low, high))) = odds.chance(bid) else {
        return "-".to_owned();
    };
    let [share, low, high] = [share, low, high].map(|chance| 100.0 * chance);
    format!("{share:5.1}% ({low:.1} to {high:.1})")
}

fn as_json(hand: Hand, seed: u64, odds: &[TrumpOdds]) -> Value {
    let trumps = odds.iter().map(|odds| {
        let bids = (LOWEST_BID..=ALL_POINTS).filter_map(|bid| {
            let (probability, (low, high)) = odds.chance(bid)?;
            Some(json!({ "bid": bid, "probability": probability, "interval": [low, high] }))
        });
        json!({
            "trump": odds.trump.to_string(),
            "laydown": is_certain(hand, odds.trump),
            "all_seven": odds.chance(ALL_POINTS).map(|(probability, _)| probability),
            "bids": bids.collect::<Value>(),
        })
    });
    let rules = texas42::Rules::new(Trump::None);
    json!({
        "hand": super::listed(&rules, hand.dominoes()),
        "exact": false,
        "open_hands": true,
        "worlds": odds.first().map_or(0, |odds| odds.worlds),
        "seed": seed.to_string(),
        "trumps": trumps.collect::<Value>(),
    })
}

//! `fairdeal texas42 hand`: whether a hand can lose, and why.

use std::io::Write;

use clap::Args;
use fairdeal::texas42::{HandAnswer, Trump};

use super::hand_of;
use crate::{Failure, progress};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The seven dominoes
    #[arg(required = true, value_name = "DOMINO")]
    hand: Vec<String>,

    /// What is trumps: 0 to 6, doubles or none [default: the best for the hand]
    #[arg(long)]
    trump: Option<Trump>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal texas42 hand 0-0 0-6 0-5 0-4 6-6 6-5 6-4 --trump 0     why it cannot lose
  fairdeal texas42 hand 6-6 6-5 6-4 6-2 5-5 4-4 1-0               its best trumps, and how it is beaten";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (hand, watch) = (hand_of(&arguments.hand)?, crate::watch());
    let judge = || HandAnswer::new(hand, arguments.trump, watch);
    let answer = progress::during(watch, judge)?;
    if arguments.json {
        return crate::print_json(&answer);
    }
    Ok(write!(std::io::stdout().lock(), "{answer}")?)
}

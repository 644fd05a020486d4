//! `fairdeal texas42`: hands that cannot lose, and what a player knows.

mod hand;
mod odds;
mod perfect;
mod strength;
mod worlds;

use clap::Subcommand;
use fairdeal::texas42::Hand;

use crate::Failure;

#[derive(Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// List the hands that cannot lose
    Perfect(perfect::Arguments),
    /// Judge a hand: whether it can lose, how, and with which trumps it is best
    Hand(hand::Arguments),
    /// What beats a domino that is led, what it beats, and what cannot follow
    Strength(strength::Arguments),
    /// How often a hand takes all seven tricks, or makes 30 to 42, with open hands
    Odds(odds::Arguments),
    /// How many worlds fit what a seat has seen, and who holds what
    Worlds(worlds::Arguments),
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Perfect(arguments) => perfect::run(arguments),
        Command::Hand(arguments) => hand::run(arguments),
        Command::Strength(arguments) => strength::run(arguments),
        Command::Odds(arguments) => odds::run(arguments),
        Command::Worlds(arguments) => worlds::run(arguments),
    }
}

/// The hand that was typed, in as many words as its user liked.
fn hand_of(words: &[String]) -> Result<Hand, Failure> {
    let hand = words.join(" ").parse::<Hand>();
    hand.map_err(|error| Failure::Usage(error.to_string()))
}

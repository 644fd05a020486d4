//! `fairdeal texas42`: hands that cannot lose, what a player knows, and play.

mod arena;
mod bot;
mod hand;
mod hint;
mod odds;
mod options;
mod perfect;
mod play;
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
    /// Play a game in the terminal, with and against bots
    Play(play::Arguments),
    /// A bot and a referee for other programs: a JSON view or request a line in, a JSON answer a line out
    Bot(bot::Arguments),
    /// What to do with a view, what each move is worth, and who probably holds what
    Hint(hint::Arguments),
    /// Let two bots play the same deals from both sides
    Arena(arena::Arguments),
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Perfect(arguments) => perfect::run(arguments),
        Command::Hand(arguments) => hand::run(arguments),
        Command::Strength(arguments) => strength::run(arguments),
        Command::Odds(arguments) => odds::run(arguments),
        Command::Worlds(arguments) => worlds::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Bot(arguments) => bot::run(arguments),
        Command::Hint(arguments) => hint::run(arguments),
        Command::Arena(arguments) => arena::run(arguments),
    }
}

/// The hand that was typed, in as many words as its user liked.
fn hand_of(words: &[String]) -> Result<Hand, Failure> {
    let hand = words.join(" ").parse::<Hand>();
    hand.map_err(|error| Failure::Usage(error.to_string()))
}

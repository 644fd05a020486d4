//! `fairdeal euchre`: play, and ask what a player can know.

mod arena;
mod bot;
mod draw;
mod hint;
mod options;
mod play;
mod train;
pub(crate) mod view_file;
mod worlds;

pub(crate) use bot::answer_lines;
use clap::{Args, Subcommand};
pub(crate) use options::clock;

use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Play a game in the terminal, with and against bots
    Play(play::Arguments),
    /// A bot and a referee for other programs: a JSON view or request a line in, a JSON answer a line out
    Bot(bot::Arguments),
    /// Count, list and weigh the worlds that fit what a player has seen
    Worlds(worlds::Arguments),
    /// What to do with a view, what each move is worth, and who probably holds what
    Hint(hint::Arguments),
    /// Let two bots play the same deals from both sides
    Arena(arena::Arguments),
    /// Train the table of how players bid, by which bids weigh worlds
    Train(train::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Play(arguments) => play::run(arguments),
        Command::Bot(arguments) => bot::run(arguments),
        Command::Worlds(arguments) => worlds::run(arguments),
        Command::Hint(arguments) => hint::run(arguments),
        Command::Arena(arguments) => arena::run(arguments),
        Command::Train(arguments) => train::run(arguments),
    }
}

//! `fairdeal texas42 bot`: a JSON view or request a line in, a JSON answer a line out, for games in any language.

use clap::Args;
use fairdeal::texas42::{Watch, answer_line};

use super::options::Thinking;
use crate::Failure;
use crate::euchre::{answer_lines, clock};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    thinking: Thinking,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let player = arguments.thinking.settings().with_clock(&clock);
    // Ctrl-C ends the program: nothing would be kept.
    let watch = Watch::default();
    answer_lines(|line| answer_line(line, &player, arguments.thinking.seed, &watch))
}

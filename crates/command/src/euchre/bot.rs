//! `fairdeal euchre bot`: a JSON view or request a line in, a JSON answer a line out, for games in any language.

use std::io::{self, BufRead, Read, Write};

use clap::Args;
use fairdeal::euchre::{Watch, answer_line, limits::LONGEST_VIEW};

use super::options::{Thinking, clock};
use crate::Failure;
use fairdeal::space::Stopped;
use serde::Serialize;

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

/// Reads line after line from standard input, and answers each at once. Of a line that is too long for a view no more than
/// the beginning is kept.
pub(crate) fn answer_lines<A: Serialize>(
    answer: impl Fn(&[u8]) -> Result<Option<A>, Stopped>,
) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = LONGEST_VIEW as u64;
        if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() == LONGEST_VIEW && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        if let Some(answer) = answer(&line)? {
            // Whoever asked is waiting for this line.
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
            out.flush()?;
        }
    }
}

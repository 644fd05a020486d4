//! `fairdeal dealer`: the classic program.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Args;
use fairdeal::classic::{self, Surroundings};

use crate::interrupt::{stoppable, watch};

/// What `--help` shows; `-h` is a switch of the classic program, and shows that program's own line.
const SWITCHES: &str = "\
The switches of the classic program:
  -p N        produce N boards           -g N        make N deals at the most
  -s SEED     the seed                   -t S        give up after S seconds without a board
  -2, -3      swap two or three hands    -h          its own help
  -v          no counts at the end       -q          no PBN
  -m          a progress meter           -0          no swapping
  -V          its version                -u          taken, and of no effect
And one of ours:
  --rng debian     the random numbers of Debian's build (without it, the original's)";

#[derive(Args)]
#[command(override_usage = "fairdeal dealer [SWITCHES] [FILE]", after_help = SWITCHES)]
pub(crate) struct Arguments {
    /// The switches and the script; without a script, standard input
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "SWITCHES AND FILE"
    )]
    pub(crate) all: Vec<OsString>,
}

impl Arguments {
    pub(crate) fn asks_for_help(&self) -> bool {
        self.all == ["--help"]
    }
}

pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let surroundings = Surroundings {
        stdin: &mut io::stdin().lock(),
        stdout: &mut io::stdout().lock(),
        stderr: &mut io::stderr().lock(),
        clock: &SystemTime::now,
    };
    ExitCode::from(stoppable(|| classic::run(arguments, surroundings, watch())))
}

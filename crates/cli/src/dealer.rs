//! `fairdeal dealer`: the classic program.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Args;
use fairdeal::classic::{self, Surroundings};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The switches of the classic program and its script; --rng debian for that build's random numbers
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) all: Vec<OsString>,
}

pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let surroundings = Surroundings {
        stdin: &mut io::stdin().lock(),
        stdout: &mut io::stdout().lock(),
        stderr: &mut io::stderr().lock(),
        clock: &SystemTime::now,
    };
    ExitCode::from(classic::run(arguments, surroundings))
}

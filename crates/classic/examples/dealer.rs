//! The classic program itself: what a link named `dealer` runs.

use std::io;
use std::process::ExitCode;
use std::time::SystemTime;

fn main() -> ExitCode {
    let surroundings = classic::Surroundings {
        stdin: &mut io::stdin().lock(),
        stdout: &mut io::stdout().lock(),
        stderr: &mut io::stderr().lock(),
        clock: &SystemTime::now,
    };
    let watch = space::Watch::default();
    classic::run(std::env::args_os().skip(1), surroundings, &watch).into()
}

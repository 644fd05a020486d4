//! The `fairdeal` command. What it does is in crate `command`; this is linked last, and built for speed because of that.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}

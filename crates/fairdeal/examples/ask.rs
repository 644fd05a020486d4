//! Answers requests as JSON, one a line, with the answer or the error, one a line: what every door says to them.

use std::io::{Write, stdin, stdout};

use fairdeal::{Watch, ask_json};

fn main() -> std::io::Result<()> {
    let mut out = stdout().lock();
    for line in stdin().lines() {
        let (Ok(answer) | Err(answer)) = ask_json(&line?, &Watch::default());
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

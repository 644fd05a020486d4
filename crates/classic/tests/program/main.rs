//! The whole program against the classic one: ours is called as a function, the installed one, if there is one, runs.

mod behaviour;
mod examples;
mod golden;

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use space::Watch;

/// What ours says on standard output and on standard error, and its exit code.
fn ours(switches: &[&str], script: &Path) -> (String, String, u8) {
    let mut args: Vec<OsString> = switches.iter().map(OsString::from).collect();
    args.push(script.into());
    run(args, "")
}

/// The same with the script on standard input.
fn run(args: Vec<OsString>, stdin: &str) -> (String, String, u8) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let surroundings = classic::Surroundings {
        stdin: &mut stdin.as_bytes(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        clock: &SystemTime::now,
    };
    let code = classic::run(args.into_iter(), surroundings, &Watch::default());
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    (text(stdout), text(stderr), code)
}

/// What the installed program says on standard output.
fn installed(dealer: &Path, switches: &[&str], script: &Path) -> String {
    let output = Command::new(dealer)
        .args(switches)
        .arg(script)
        .stdin(Stdio::null())
        .output()
        .expect("the installed program starts");
    String::from_utf8(output.stdout).expect("output is text")
}

/// An output without the lines that differ from run to run: the time that was needed, and the date.
fn lasting(output: &str) -> String {
    output
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("Time needed") && !line.starts_with("[Date "))
        .collect()
}

/// Two outputs must be the same; if not, the first line that differs says more than both of them.
fn assert_same(output: &str, expected: &str, what: &str) {
    let lines = output
        .split_inclusive('\n')
        .zip(expected.split_inclusive('\n'));
    for (number, (line, expected)) in (1..).zip(lines) {
        assert_eq!(line, expected, "{what}, line {number}");
    }
    let (lines, expected) = (output.lines().count(), expected.lines().count());
    assert_eq!(lines, expected, "{what}: the number of lines");
}

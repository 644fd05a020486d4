//! What some tests need and not every machine has: other programs, a terminal, rights; and time, for the long forms.
//!
//! A test that lacks something says so here and returns. It passes, and is on record: a line on standard output, and one
//! in the file that `FAIRDEAL_SKIPS` names, from which `./test` tells in the end what was not tried. Whoever must not
//! miss it names it in `FAIRDEAL_REQUIRE` (`dds,dealer`), and the test fails instead. All names, and how to get each thing,
//! stand in `needs.txt`, which `./test` reads too.

#![forbid(unsafe_code)]

mod timing;

use std::env;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use timing::{Timing, processor_time};

const NEEDS: &str = include_str!("../needs.txt");

/// How to get something; `None` if no need has this name.
fn how_to_get(name: &str) -> Option<&'static str> {
    let mut needs = NEEDS.lines().filter_map(|line| line.split_once(' '));
    let (_, how) = needs.find(|&(need, _)| need == name)?;
    Some(how.trim())
}

/// Whether a list with commas has a name.
fn names(list: &str, name: &str) -> bool {
    list.split(',').any(|listed| listed.trim() == name)
}

/// Puts on record that a test does without something.
///
/// # Panics
/// If `FAIRDEAL_REQUIRE` names it: then the test fails. Also if `needs.txt` does not know the name.
#[track_caller]
pub fn skipped(name: &str, why: impl Display) {
    let how = how_to_get(name).unwrap_or_else(|| panic!("{name} is not in needs.txt"));
    let required = env::var("FAIRDEAL_REQUIRE").unwrap_or_default();
    assert!(
        !names(&required, name),
        "FAIRDEAL_REQUIRE names {name}, which is not here: {why} ({how})"
    );
    println!("skipped: {name}: {why} ({how})");
    if let Some(file) = env::var_os("FAIRDEAL_SKIPS") {
        let mut file = OpenOptions::new().append(true).create(true).open(file);
        // One write for the line: tests run side by side, and what is appended at once stays together.
        let written = file
            .as_mut()
            .map(|file| file.write_all(format!("{name}\n").as_bytes()));
        assert!(
            matches!(written, Ok(Ok(()))),
            "cannot write to FAIRDEAL_SKIPS"
        );
    }
}

/// What was found, or a skip with the error as its reason.
#[track_caller]
pub fn found<T, E: Display>(name: &str, result: Result<T, E>) -> Option<T> {
    result.map_err(|why| skipped(name, why)).ok()
}

/// Whether a program starts and ends well; what it prints goes nowhere.
fn runs(program: impl AsRef<OsStr>, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The classic program, where Debian installs it.
#[track_caller]
pub fn dealer() -> Option<PathBuf> {
    let path = Path::new("/usr/games/dealer");
    if path.exists() {
        return Some(path.into());
    }
    skipped("dealer", format!("there is no {}", path.display()));
    None
}

/// A Python that has a module: the one that `FAIRDEAL_PYTHON` names, or the system's.
#[track_caller]
pub fn python_with(module: &str) -> Option<PathBuf> {
    let python = env::var_os("FAIRDEAL_PYTHON").unwrap_or_else(|| "python3".into());
    if runs(&python, &["-c", &format!("import {module}")]) {
        return Some(python.into());
    }
    let python = Path::new(&python).display();
    skipped(module, format!("{python} cannot import it"));
    None
}

/// Whether pages can be printed and read again: `chromium` and `pdftotext` are there.
#[track_caller]
pub fn browser() -> bool {
    let missing = [("chromium", "--version"), ("pdftotext", "-v")]
        .into_iter()
        .find(|&(program, version)| !runs(program, &[version]));
    if let Some((program, _)) = missing {
        skipped("browser", format!("{program} is not installed"));
    }
    missing.is_none()
}

/// Whether the text of PDF files can be read: `pdftotext` is there.
#[track_caller]
pub fn pdf() -> bool {
    let is_there = runs("pdftotext", &["-v"]);
    if !is_there {
        skipped("pdf", "pdftotext is not installed");
    }
    is_there
}

/// Whether tests take their long form: `FAIRDEAL_LONG` is set and neither empty nor 0. `./test full` sets it.
pub fn long() -> bool {
    env::var_os("FAIRDEAL_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// How often something is tried: as usual, or as in the long form.
pub fn rounds<T>(usual: T, in_long_form: T) -> T {
    if long() { in_long_form } else { usual }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_need_has_a_name_and_a_way_to_get_it() {
        for line in NEEDS.lines() {
            let (name, how) = line.split_once(' ').expect("a name and how to get it");
            assert!(
                how.starts_with(' ') && how_to_get(name) == Some(how.trim()),
                "{line}"
            );
        }
        assert_eq!(how_to_get("a-pony"), None);
    }

    #[test]
    fn a_list_names_whole_names() {
        assert!(names("dds,dealer", "dealer") && names("dds, dealer", "dealer"));
        assert!(!names("dds,dealers", "dealer") && !names("", "dealer"));
    }
}

//! The whole program: run as a command, with files, pipes and signals.

mod answers;
#[cfg(unix)]
mod at_a_terminal;
mod board_files;
mod carried;
mod euchre;
mod format;
#[cfg(unix)]
mod guide;
mod hostile;
#[cfg(unix)]
mod interrupted;
mod level;
mod messages;
mod notice;
mod pages;
mod paper;
mod profiles;
mod provable;
#[cfg(unix)]
mod readme;
mod same_boards;
#[cfg(unix)]
mod serve;
mod store;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod wizard;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// The command, in some folder.
fn fairdeal(folder: &Path) -> Command {
    let mut command = Command::new(binary());
    // What this user has solved is not for tests to read, nor theirs for this user.
    command.current_dir(folder).env("FAIRDEAL_CACHE", "");
    command
}

fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("fairdeal").to_path_buf()
}

/// A folder of its own, with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// What a command prints; it must end well.
fn printed(folder: &Path, arguments: &str) -> String {
    let assert = fairdeal(folder).args(arguments.split_whitespace()).assert();
    String::from_utf8(assert.success().get_output().stdout.clone()).unwrap()
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

//! The commands of the README and of the documents in `docs`, run as they stand there: what is shown is what they print.
//!
//! `README=overwrite cargo test -p fairdeal-cli --test program readme` writes down what they print now.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::binary;

/// What a line typed at a shell prints, errors included.
fn typed(line: &str, folder: &Path) -> String {
    let programs = binary().parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}; }} 2>&1")])
        .env("PATH", path)
        .env("FAIRDEAL_CACHE", "")
        .current_dir(folder)
        .output()
        .unwrap();
    // Trailing spaces do not survive editors.
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim_end()
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Runs the commands of a document, and says how many there were.
fn holds(document: &str) -> usize {
    holds_in(document, &root())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The same for a document whose commands are typed in a folder.
fn holds_in(document: &str, folder: &Path) -> usize {
    let root = root();
    let text = std::fs::read_to_string(root.join(document)).unwrap();
    let mut made = String::new();
    let mut run = 0;
    let mut showing = false;
    let mut printed = false;
    for line in text.lines() {
        if showing && line == "```" {
            showing = false;
        } else if line == "```console" {
            (showing, printed) = (true, false);
        } else if let (true, Some(command)) = (showing, line.strip_prefix("$ ")) {
            made += &format!("{line}\n{}", typed(command, folder));
            printed = true;
            run += 1;
            continue;
        } else if showing && printed {
            continue;
        }
        made += &format!("{line}\n");
    }
    if std::env::var_os("README").is_some_and(|value| value == "overwrite") {
        std::fs::write(root.join(document), &made).unwrap();
    } else {
        assert_eq!(made, text, "{document} is out of date");
    }
    run
}

#[test]
fn the_readme_holds() {
    assert!(holds("README.md") >= 3, "the README shows commands");
}

/// Pages without commands of their own, and what runs what they show instead.
const ELSEWHERE: [(&str, &str); 15] = [
    ("welcome.md", "it only leads to the others"),
    ("words.md", "guide.rs evaluates its examples"),
    ("commands.md", "help.rs makes it of the commands"),
    ("a-to-z.md", "guide.rs makes it of the others"),
    ("json.md", "answers.rs makes its answers"),
    (
        "library.md",
        "its examples are tests of the documentation of the library",
    ),
    ("python.md", "python/tests/test_guide.py runs it"),
    ("editors.md", "the tests of the language server speak to it"),
    ("server.md", "the tests of the server send its requests"),
    ("studio.md", "the tests of the page open it"),
    (
        "assistants.md",
        "the tests of the protocol's own client ask its tools",
    ),
    (
        "reliability.md",
        "tests/faults.py and the tests of fuzz/ try it",
    ),
    ("c.md", "tests/linked.py compiles and runs its programs"),
    (
        "tables.md",
        "the command of these pages writes no tables; the tests of tables do",
    ),
    (
        "scale.md",
        "the tests of the Python package deal on many machines",
    ),
];

/// What the pages write is of no use to anyone, and so is what is kept beside examples: they are run in a folder that looks like
/// the repository.
#[test]
fn every_page_of_the_guide_holds() {
    for (_, page) in crate::guide::pages() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["crates", "benches"] {
            let there = root().join(name).canonicalize().unwrap();
            std::os::unix::fs::symlink(there, folder.path().join(name)).unwrap();
        }
        copied(&root().join("examples"), &folder.path().join("examples"));
        let run = holds_in(&format!("docs/{page}"), folder.path());
        let is_elsewhere = ELSEWHERE.iter().any(|(name, _)| *name == page);
        assert_eq!(run == 0, is_elsewhere, "docs/{page} shows {run} commands");
    }
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|one| (one.path(), one.file_name())).unwrap();
        if path.is_dir() && name != ".counts" {
            copied(&path, &to.join(name));
        } else if path.is_file() {
            std::fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

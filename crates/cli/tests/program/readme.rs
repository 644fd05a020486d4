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

/// Its commands write files, which are of no use to anyone.
#[test]
fn the_document_about_proofs_holds() {
    let folder = tempfile::tempdir().unwrap();
    let examples = root().join("examples").canonicalize().unwrap();
    std::os::unix::fs::symlink(examples, folder.path().join("examples")).unwrap();
    assert!(
        holds_in("docs/provable.md", folder.path()) >= 5,
        "it shows commands"
    );
}

#[test]
fn the_documents_hold() {
    // What another build has counted there is not what this one would say.
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/profiles/.counts");
    let _ = std::fs::remove_dir_all(&kept);
    for document in [
        "docs/texas42.md",
        "docs/profiles.md",
        "docs/leveling.md",
        "docs/boards.md",
    ] {
        assert!(holds(document) >= 5, "{document} shows commands");
    }
    let _ = std::fs::remove_dir_all(kept);
}

//! Scripts in every word of the classic language, and what the classic program prints for them.
//!
//! Each `golden/*.dlr` begins with the command that runs it; beside it stands the output of Debian's program, without
//! the lines of time and date. Where that program is installed, the recordings are compared with it too, and
//! `RECORD_GOLDEN=1 cargo test -p fairdeal-classic --test program` writes them anew.

use std::fs;
use std::path::PathBuf;

use crate::{assert_same, installed, lasting, ours};

/// The scripts, in the order of their names. Paths are relative, because PBN shows them.
fn scripts() -> Vec<PathBuf> {
    let folder = fs::read_dir("tests/golden").expect("the tests run in the crate's folder");
    let mut scripts: Vec<PathBuf> = folder
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "dlr"))
        .collect();
    scripts.sort();
    scripts
}

/// The switches in the first line of a script, `# dealer -s 1 -p 40`.
fn switches(script: &str) -> Vec<&str> {
    let command = script
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# dealer "));
    let command = command.expect("a script begins with its command");
    command.split_whitespace().collect()
}

#[test]
fn the_recordings_are_what_the_installed_program_prints() {
    let Some(dealer) = needs::dealer() else {
        return;
    };
    let record = std::env::var_os("RECORD_GOLDEN").is_some();
    for path in scripts() {
        let script = fs::read_to_string(&path).unwrap();
        let output = installed(&dealer, &switches(&script), &path);
        let recording = path.with_extension("out");
        if record {
            fs::write(&recording, lasting(&output)).unwrap();
        }
        let recorded = fs::read_to_string(&recording).unwrap();
        assert_same(&lasting(&output), &recorded, &path.display().to_string());
    }
}

#[test]
fn ours_prints_what_was_recorded() {
    let scripts = scripts();
    assert!(scripts.len() >= 30);
    for path in scripts {
        let script = fs::read_to_string(&path).unwrap();
        let mut switches = switches(&script);
        switches.extend(["--rng", "debian"]);
        let (output, errors, code) = ours(&switches, &path);
        let recorded = fs::read_to_string(path.with_extension("out")).unwrap();
        let what = format!("{}: {errors}", path.display());
        assert_same(&lasting(&output), &recorded, &what);
        assert_eq!(code, 0, "{what}");
    }
}

/// Checksums of what ours prints with the original's random numbers, a line for each script.
#[test]
fn the_original_numbers_print_what_they_always_printed() {
    let sums: String = scripts()
        .iter()
        .map(|path| {
            let script = fs::read_to_string(path).unwrap();
            let (output, _, _) = ours(&switches(&script), path);
            let name = path.file_stem().unwrap().display().to_string();
            format!("{name} {:016x}\n", checksum(&lasting(&output)))
        })
        .collect();
    if std::env::var_os("RECORD_GOLDEN").is_some() {
        fs::write("tests/golden/original.sums", &sums).unwrap();
    }
    let recorded = fs::read_to_string("tests/golden/original.sums").unwrap();
    assert_same(&sums, &recorded, "original.sums");
}

/// FNV-1a.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn every_word_of_the_classic_language_is_in_one_of_them() {
    let texts: Vec<String> = scripts()
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let written = |spelling: &str| {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        texts.iter().any(|text| {
            text.match_indices(spelling).any(|(at, _)| {
                let alone = |letter: Option<char>| !letter.is_some_and(is_word);
                !spelling.starts_with(is_word)
                    || alone(text[..at].chars().next_back())
                        && alone(text[at + spelling.len()..].chars().next())
            })
        })
    };
    // These need a double dummy solver that the classic program does not bring along.
    let unsolved = ["tricks", "trick", "notrump", "notrumps", "evalcontract"];
    let missing: Vec<&str> = script::words()
        .iter()
        .filter(|word| word.dialect == script::Dialect::Classic)
        .flat_map(|word| word.spellings.iter().chain([&word.name]).copied())
        .filter(|spelling| !unsolved.contains(spelling) && !written(spelling))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

//! What people see: each script in `errors/`, and beside it everything that is said about it.
//!
//! To accept a change, run the test with UPDATE=1 in the environment and read the difference.

use std::path::Path;

use script::{CompileOptions, Input, Settings, compile, lint, parse, portable};

fn report(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let (script, mut diagnostics) = parse(
        &Input::from_text(name, &text).unwrap(),
        &Settings::default(),
    );
    diagnostics.extend(
        compile(&script, &CompileOptions::default())
            .err()
            .unwrap_or_default(),
    );
    diagnostics.extend(lint(&script));
    if name == "portable.dlr" {
        diagnostics.extend(portable(&script));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.render(&script.sources, false) + "\n\n")
        .collect()
}

#[test]
fn every_finding_says_where_what_and_what_to_do() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "dlr"));
    files.sort();
    assert!(files.len() >= 4);
    for path in files {
        let expected = path.with_extension("txt");
        let found = report(&path);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected, &found).unwrap();
        }
        assert_eq!(
            std::fs::read_to_string(&expected).unwrap_or_default(),
            found,
            "{}",
            path.display()
        );
    }
}

#[test]
fn the_form_for_programs_has_the_same_place() {
    let input = Input::from_text("a.dlr", "produce 3\n  x = hpc(north)\n").unwrap();
    let (script, diagnostics) = parse(&input, &Settings::default());
    let json = serde_json::to_value(diagnostics[0].located(&script.sources)).unwrap();
    let expected = serde_json::json!({
        "severity": "error", "code": "unknown-word", "message": "there is no function hpc",
        "help": "did you mean hcp?", "file": "a.dlr", "start": 16, "end": 19, "line": 2, "column": 7,
        "end_line": 2, "end_column": 10, "related": [],
    });
    assert_eq!(json, expected);
}

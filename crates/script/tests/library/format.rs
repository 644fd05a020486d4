//! Scripts laid out anew: what changes is shown in `format/after.dlr` (`UPDATE=1` writes it), and that nothing else does is tried
//! on every script there is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use script::{CompileOptions, Folders, Input, Settings, format, load};

fn settings() -> Settings {
    let fragments = "../cli/tests/cmd/deal.in";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(fragments);
    Settings {
        includes: Arc::new(Folders(vec![folder])),
        parameters: [(0, "hcp".to_owned())].into(),
        ..Settings::default()
    }
}

/// What a script means, and what it says in comments.
fn meaning(input: &Input) -> (String, String, Vec<String>) {
    let options = CompileOptions {
        double_dummy: true,
        ..CompileOptions::default()
    };
    let loaded = load(input, &settings(), &options);
    let script = &loaded.script;
    let comments = script.comments.iter();
    let comments = comments.map(|span| script.sources.slice(*span).trim_end().to_owned());
    let compiled = loaded.compiled.map(|compiled| {
        format!(
            "{:?} {:?} {:?} {:?} {:?}",
            compiled.condition,
            compiled.actions,
            compiled.predeal,
            compiled.produce,
            compiled.vulnerable
        )
    });
    (
        script.to_string(),
        compiled.unwrap_or_default(),
        comments.collect(),
    )
}

/// Every script of the repository.
fn scripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<PathBuf> = ["benches", "crates", "examples"]
        .map(|name| root.join(name))
        .into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dlr") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_script_with_everything() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format");
    let input = Input::from_path(&folder.join("before.dlr")).unwrap();
    let laid_out = format(&input, &settings()).unwrap_or_else(|wrong| {
        let wrong = wrong.diagnostics.iter();
        panic!("{:?}", wrong.map(|one| &one.message).collect::<Vec<_>>())
    });
    let golden = folder.join("after.dlr");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&golden, &laid_out).unwrap();
    }
    assert_eq!(laid_out, std::fs::read_to_string(golden).unwrap());
}

#[test]
fn every_script_means_what_it_meant_and_keeps_its_comments() {
    let (mut read, mut changed) = (0, 0);
    for path in scripts() {
        let Ok(input) = Input::from_path(&path) else {
            continue;
        };
        let Ok(text) = format(&input, &settings()) else {
            continue;
        };
        let name = path.display().to_string();
        let again = input.with_text(&name, &text).unwrap();
        assert_eq!(meaning(&again), meaning(&input), "{name}");
        let twice = format(&again, &settings()).unwrap_or_else(|_| panic!("{name}"));
        assert_eq!(twice, text, "{name} the second time");
        for line in text.lines() {
            let inside = line.contains("@chat") || line.contains('"');
            assert!(
                inside || line.trim_end() == line || !line.contains("//"),
                "{name}: {line}"
            );
        }
        read += 1;
        changed += usize::from(std::fs::read(&path).unwrap() != text.as_bytes());
    }
    assert!(read > 150 && changed > 80, "{read} read, {changed} changed");
}

/// However the spaces were, they come out the same; and where a text cannot be read, nothing comes out.
#[test]
fn spaces_do_not_matter() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/authors");
    for path in std::fs::read_dir(folder).unwrap().take(20) {
        let input = Input::from_path(&path.unwrap().path()).unwrap();
        let Ok(text) = format(&input, &settings()) else {
            continue;
        };
        // Texts and comments keep their spaces: only those around operators and at the ends of lines are tried.
        let is_plain = |line: &&str| !line.contains(['"', '#', '/', '*', '{', '}', '@']);
        let plain: Vec<&str> = text.lines().filter(is_plain).collect();
        let plain = plain.join("\n");
        let spaced = plain
            .replace(" and ", "   and\t")
            .replace('(', " ( ")
            .replace(')', " ) ")
            .replace('\n', "  \r\n");
        let tight = plain
            .replace(" >= ", ">=")
            .replace(" == ", "==")
            .replace(", ", ",");
        let of = |text: &str| format(&input.with_text("test", text).unwrap(), &settings());
        let Ok(straight) = of(&plain) else { continue };
        assert_eq!(of(&tight).unwrap(), straight);
        assert_eq!(of(&spaced).unwrap().replace("\r\n", "\n"), straight);
    }
}

#[test]
fn what_cannot_be_read_is_not_laid_out() {
    let of = |text: &str| {
        format(
            &Input::from_text("test", text).unwrap(),
            &Settings::default(),
        )
    };
    for text in [
        "a = (1",
        "title \"x\" b = \"never ends",
        "/* never ends",
        "a = 1 \u{7} 2",
        "a = $ hcp(south)",
    ] {
        let wrong = of(text).unwrap_err();
        assert!(
            wrong.diagnostics.iter().any(|said| said.is_error()),
            "{text}"
        );
    }
    // That something is not there is no reason.
    assert_eq!(
        of("#include \"mine\"\na=$1+1").unwrap(),
        "#include \"mine\"\na = $1 + 1\n"
    );
    assert_eq!(of(" \n\n").unwrap(), "");
    let deep = format!("a = {}1{}", "(\n".repeat(150), ")".repeat(150));
    assert!(of(&deep).unwrap().len() < 10_000);
}

/// What a `#` says in the first column it says nowhere else.
#[test]
fn headers_and_parameters_stay_what_they_are() {
    let of = |text: &str| {
        format(
            &Input::from_text("test", text).unwrap(),
            &Settings::default(),
        )
        .unwrap()
    };
    assert_eq!(of("# param 1 = 5\na=$1"), "# param 1 = 5\na = $1\n");
    assert_eq!(
        of(" # param 1 = 5\n# key: value\na=1"),
        "    # param 1 = 5\n# key: value\na = 1\n"
    );
    assert_eq!(of("a=(1\n# said\n+ 2)"), "a = (1\n# said\n    + 2)\n");
}

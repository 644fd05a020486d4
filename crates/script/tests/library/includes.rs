//! Includes: where they are found, and what they may not do.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use script::{CompileOptions, Folders, Input, Settings, Texts, compile, parse};

/// The messages of everything wrong with a script in a file.
fn errors(path: &Path, folders: &[PathBuf]) -> Vec<String> {
    let settings = Settings {
        includes: Arc::new(Folders(folders.to_vec())),
        ..Settings::default()
    };
    let (script, mut diagnostics) = parse(&Input::from_path(path).unwrap(), &settings);
    diagnostics.extend(
        compile(&script, &CompileOptions::default())
            .err()
            .unwrap_or_default(),
    );
    diagnostics.retain(script::Diagnostic::is_error);
    diagnostics
        .into_iter()
        .map(|diagnostic| diagnostic.message)
        .collect()
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_file_is_found_beside_the_script_and_in_the_folders() {
    let here = tempfile::tempdir().unwrap();
    let there = tempfile::tempdir().unwrap();
    write(
        here.path(),
        "parts/near.dlr",
        "near = 1\n#include \"nearer.dlr\"\n",
    );
    write(here.path(), "parts/nearer.dlr", "nearer = 1\n");
    write(there.path(), "far.dlr", "far = near\n");
    let text = "#include \"parts/near.dlr\"\n#include \"far.dlr\"\nnear and nearer and far";
    let main = write(here.path(), "main.dlr", text);
    assert_eq!(errors(&main, &[there.path().to_owned()]), [""; 0]);
    assert!(errors(&main, &[])[0].starts_with("cannot include far.dlr"));
}

#[test]
fn leveling_is_built_in_and_a_file_of_that_name_wins() {
    let folder = tempfile::tempdir().unwrap();
    let main = write(
        folder.path(),
        "main.dlr",
        "#include \"script/Leveling\"\nkeep06 or keep985 or keep0",
    );
    assert_eq!(errors(&main, &[]), [""; 0]);
    write(folder.path(), "script/Leveling", "keep06 = 1");
    assert_eq!(errors(&main, &[]).len(), 2);
}

#[test]
fn nothing_outside_the_folders_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let secret = write(folder.path(), "secret.dlr", "secret = 1\n");
    for path in [
        "../secret.dlr",
        "in/../../secret.dlr",
        secret.to_str().unwrap(),
        "..",
        "/dev/zero",
    ] {
        let main = write(
            folder.path(),
            "inner/main.dlr",
            &format!("#include \"{path}\"\n1"),
        );
        assert!(
            errors(&main, &[])[0].starts_with("cannot include"),
            "{path}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "secret.dlr", "secret = 1\n");
    let main = write(
        folder.path(),
        "inner/main.dlr",
        "#include \"link.dlr\"\n#include \"up/secret.dlr\"\n1",
    );
    std::os::unix::fs::symlink(
        folder.path().join("secret.dlr"),
        folder.path().join("inner/link.dlr"),
    )
    .unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("inner/up")).unwrap();
    let errors = errors(&main, &[]);
    assert_eq!(errors.len(), 2);
    assert!(
        errors.iter().all(|error| error.contains("leads out")),
        "{errors:?}"
    );
}

#[test]
fn circles_depth_size_and_folders_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let own = write(folder.path(), "own.dlr", "#include \"own.dlr\"\n1");
    assert_eq!(errors(&own, &[]), ["own.dlr includes itself"]);
    let two = write(folder.path(), "a.dlr", "#include \"b.dlr\"\n1");
    write(folder.path(), "b.dlr", "#include \"a.dlr\"\n");
    assert_eq!(errors(&two, &[]), ["a.dlr includes itself"]);
    for i in 0..40 {
        write(
            folder.path(),
            &format!("d{i}.dlr"),
            &format!("#include \"d{}.dlr\"\n", i + 1),
        );
    }
    assert_eq!(
        errors(&folder.path().join("d0.dlr"), &[]),
        ["includes are nested too deeply"]
    );
    write(folder.path(), "large.dlr", &" ".repeat(script::MAX_BYTES));
    let main = write(folder.path(), "main.dlr", "#include \"large.dlr\"\n1");
    assert!(errors(&main, &[])[0].contains("larger than"));
    let main = write(folder.path(), "main.dlr", "#include \".\"\n1");
    assert!(errors(&main, &[])[0].contains("not a file"));
}

/// The rules that hold whoever has the texts: nothing leads out, nothing is read twice, all together are bounded.
#[test]
fn texts_in_memory_follow_the_same_rules() {
    let large = " ".repeat(script::MAX_BYTES);
    let texts = Texts::from_iter([
        ("main", ""),
        ("parts/a", "#include \"b\"\na = 1\n"),
        ("parts/b", "b = 1\n"),
        ("b", "wrong = 1\n"),
        ("large", &large),
    ]);
    let settings = Settings {
        includes: Arc::new(texts),
        ..Settings::default()
    };
    let messages = |text: &str| -> Vec<String> {
        let input = Input::from_text("main", text).unwrap().at("main");
        let loaded = script::load(&input, &settings, &CompileOptions::default());
        let diagnostics = loaded.diagnostics.into_iter();
        diagnostics.map(|diagnostic| diagnostic.message).collect()
    };
    assert_eq!(messages("#include \"parts/a\"\na and b"), [""; 0]);
    assert_eq!(messages("#include \"main\"\n1"), ["main includes itself"]);
    for (name, refusal) in [
        ("parts/../b", "stays inside"),
        ("/b", "stays inside"),
        ("large", "larger than"),
        ("c", "no such file"),
    ] {
        let found = messages(&format!("#include \"{name}\"\n1"));
        assert!(found[0].contains(refusal), "{name}: {found:?}");
    }
    let again = messages("#include \"parts/a\"\n#include \"./parts/a\"\n1");
    assert!(again[0].contains("included already"), "{again:?}");
    // Nothing is read from the disk for a text that is no file, whatever it asks for.
    let here = Input::from_text("here", "#include \"Cargo.toml\"\n1").unwrap();
    let (_, diagnostics) = parse(&here, &Settings::default());
    assert!(diagnostics[0].message.contains("no such file"));
}

#[test]
fn parameters_are_put_in_place() {
    let input = Input::from_text("test", "hcp($1) >= $2 and shape($1, $3)").unwrap();
    let parameters = [
        (1, "south".into()),
        (2, "12 + 3".into()),
        (3, "any 4333".into()),
    ];
    let settings = Settings {
        parameters: parameters.into(),
        ..Settings::default()
    };
    let (script, diagnostics) = parse(&input, &settings);
    assert!(diagnostics.is_empty());
    assert_eq!(
        script.to_string(),
        "hcp(south) >= 12 + 3 and shape(south, any 4333)\n"
    );
    let (_, diagnostics) = parse(&input, &Settings::default());
    assert_eq!(
        diagnostics[0].help.as_deref(),
        Some("give parameter 1 a value, or the script a line # param 1 = value")
    );
}

#[test]
fn a_file_is_read_once_however_often_it_is_included() {
    let folder = tempfile::tempdir().unwrap();
    // Two to the fourteenth, if each were read each time.
    for i in 0..14 {
        let twice = format!("#include \"d{}.dlr\"\n", i + 1).repeat(2);
        write(folder.path(), &format!("d{i}.dlr"), &twice);
    }
    write(folder.path(), "d14.dlr", "strong = hcp(north) > 20\n");
    let main = write(folder.path(), "main.dlr", "#include \"d0.dlr\"\nstrong");
    assert_eq!(errors(&main, &[]), Vec::<String>::new());
}

/// Folders of files that include each other at random, by paths that go anywhere: each ends, and nothing outside is
/// ever read.
#[test]
fn random_includes_end_and_stay_inside() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % n
    };
    const STEPS: [&str; 8] = ["", "./", "../", "sub/", "//", "/", "in/../", "\u{e9}/"];
    const FILES: [&str; 7] = ["a", "b", "sub/c", "sub/d", "secret", "script/Leveling", ""];
    for _ in 0..needs::rounds(150, 5_000) {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "secret", "secretword = 1\n");
        for file in &FILES[..4] {
            let mut text = String::new();
            for _ in 0..below(5) {
                let path: String = (0..below(3)).map(|_| STEPS[below(STEPS.len())]).collect();
                let file = FILES[below(FILES.len())];
                let end = ["\"\n", "\n", "\" 1\n"][below(3)];
                text += &format!("#include \"{path}{file}{end}");
            }
            write(&folder.path().join("in"), file, &text);
        }
        let settings = Settings {
            includes: Arc::new(Folders(vec![folder.path().join("in/sub")])),
            ..Settings::default()
        };
        let input = Input::from_path(&folder.path().join("in/a")).unwrap();
        let (script, diagnostics) = parse(&input, &settings);
        assert!(!script.to_string().contains("secretword"));
        for diagnostic in diagnostics.iter().take(5) {
            assert!(!diagnostic.render(&script.sources, false).is_empty());
        }
    }
}

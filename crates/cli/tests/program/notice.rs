//! NOTICE names what must be named: what is in the program and under the Apache licence alone, and what it has in it from others.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn notice(root: &Path) -> String {
    std::fs::read_to_string(root.join("NOTICE")).unwrap()
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The packages that a package takes in, itself among them, but not what only its tests and its building need.
fn taken_in(metadata: &Value, name: &str) -> Vec<String> {
    let packages = metadata["packages"].as_array().unwrap();
    let first = packages
        .iter()
        .find(|package| package["name"] == name)
        .unwrap();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let mut known = vec![first["id"].as_str().unwrap().to_owned()];
    let mut next = 0;
    while let Some(id) = known.get(next).cloned() {
        next += 1;
        let node = nodes.iter().find(|node| node["id"] == *id).unwrap();
        for needed in node["deps"].as_array().unwrap() {
            let kinds = needed["dep_kinds"].as_array().unwrap();
            let is_normal = kinds.iter().any(|kind| kind["kind"].is_null());
            let id = needed["pkg"].as_str().unwrap().to_owned();
            if is_normal && !known.contains(&id) {
                known.push(id);
            }
        }
    }
    known
}

#[test]
fn what_is_under_the_apache_licence_alone_is_named() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let inside = taken_in(&metadata, "fairdeal-cli");
    let notice = notice(&root());
    let mut found = 0;
    for package in metadata["packages"].as_array().unwrap() {
        let id = package["id"].as_str().unwrap().to_owned();
        if inside.contains(&id) && package["license"] == "Apache-2.0" {
            let name = package["name"].as_str().unwrap();
            assert!(notice.contains(name), "NOTICE does not name {name}");
            found += 1;
        }
    }
    // The solver and its cards.
    assert!(found >= 2, "{found}");
}

/// All crates but the one for C, which must, and the one for the browser, where wasm-bindgen does, do without `unsafe`.
#[test]
fn crates_forbid_unsafe_code() {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<_> = crates.map(|entry| entry.unwrap().path()).collect();
    folders.push(root().join("python"));
    let mut without = Vec::new();
    for folder in folders {
        for name in ["src/lib.rs", "src/main.rs"] {
            let Ok(text) = std::fs::read_to_string(folder.join(name)) else {
                continue;
            };
            if !text.contains("\n#![forbid(unsafe_code)]\n") {
                without.push(folder.file_name().unwrap().to_string_lossy().into_owned());
            }
        }
    }
    without.sort();
    assert_eq!(without, ["ffi", "web"]);
}

/// The files that are built into the program and are no text of ours.
#[test]
fn what_others_made_and_is_built_in_is_named() {
    const OURS: [&str; 10] = [
        "md", "css", "dlr", "json", "jsonl", "txt", "rs", "html", "js", "table",
    ];
    let notice = notice(&root());
    let mut open = vec![root().join("crates")];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap();
            open.extend(entries.map(|entry| entry.unwrap().path()));
            continue;
        }
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if !is_source || path.components().any(|part| part.as_os_str() == "tests") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for after in text
            .split("include_bytes!(")
            .chain(text.split("include_str!("))
            .skip(1)
        {
            let Some(name) = after
                .trim_start()
                .strip_prefix('"')
                .and_then(|rest| rest.split('"').next())
            else {
                continue;
            };
            seen += 1;
            let file = name.rsplit('/').next().unwrap();
            let extension = file.rsplit('.').next().unwrap();
            assert!(
                OURS.contains(&extension) || notice.contains(file),
                "NOTICE does not name {file}, in {}",
                path.display()
            );
        }
    }
    assert!(seen > 0, "some files are built in");
}

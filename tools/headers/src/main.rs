//! The header for C and the C# that calls it, made of the sources in crates/ffi.
//!
//! `cargo run --manifest-path tools/headers/Cargo.toml` writes them; with `--check` behind ` -- ` it only says whether they
//! are up to date, and ends with 1 if they are not.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The files that have functions or structs for C, in the order of the header.
const SOURCES: [&str; 8] = [
    "guard",
    "watch",
    "ask",
    "questions",
    "plain",
    "bots",
    "worlds",
    "table",
];

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("crates/ffi/src");
    let sources = SOURCES.map(|name| folder.join(format!("{name}.rs")));
    let checks = std::env::args().any(|argument| argument == "--check");
    let made = [
        ("crates/ffi/include/fairdeal.h", header(&sources)),
        ("csharp/Fairdeal/Native.cs", c_sharp(&sources)),
    ];
    let mut code = ExitCode::SUCCESS;
    for (name, text) in made {
        let path = root.join(name);
        let is_same = std::fs::read_to_string(&path).is_ok_and(|known| known == text);
        if is_same {
            continue;
        }
        if checks {
            eprintln!("{name} is out of date: cargo run --manifest-path tools/headers/Cargo.toml writes it");
            code = ExitCode::FAILURE;
        } else if let Err(error) = std::fs::write(&path, text) {
            eprintln!("cannot write {name}: {error}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn header(sources: &[PathBuf]) -> String {
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        header: Some(include_str!("top.h").trim_end().to_owned()),
        include_guard: Some("FAIRDEAL_H".to_owned()),
        cpp_compat: true,
        no_includes: true,
        sys_includes: vec!["stdint.h".to_owned()],
        documentation_style: cbindgen::DocumentationStyle::C99,
        line_length: 110,
        enumeration: cbindgen::EnumConfig {
            prefix_with_name: true,
            rename_variants: cbindgen::RenameRule::ScreamingSnakeCase,
            ..Default::default()
        },
        ..Default::default()
    };
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = sources
        .iter()
        .fold(builder, |builder, path| builder.with_src(path));
    let mut header = Vec::new();
    let made = builder.generate().expect("the sources are Rust");
    made.write(&mut header);
    String::from_utf8(header).expect("the header is a text")
}

fn c_sharp(sources: &[PathBuf]) -> String {
    let builder = csbindgen::Builder::default()
        .csharp_namespace("Fairdeal")
        .csharp_class_name("Native")
        .csharp_class_accessibility("public")
        .csharp_dll_name("fairdeal")
        // Where nothing is loaded at run time, the library is part of the program.
        .csharp_dll_name_if("UNITY_IOS && !UNITY_EDITOR", "__Internal")
        .csharp_use_function_pointer(false)
        .csharp_use_nint_types(false)
        .csharp_generate_const_filter(|name| name.starts_with("FAIRDEAL_"));
    let builder = sources
        .iter()
        .fold(builder, |builder, path| builder.input_extern_file(path));
    let place = std::env::temp_dir().join(format!("fairdeal-{}.cs", std::process::id()));
    let made = builder.generate_csharp_file(&place);
    let text = made.map(|()| std::fs::read_to_string(&place).unwrap_or_default());
    let _ = std::fs::remove_file(&place);
    // Lines as git keeps them.
    let text = text.expect("the sources are Rust");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

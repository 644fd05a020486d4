//! Takes the pages of the guide into the program, in pieces and packed: those that docs/SUMMARY.md lists, in its order.

#[path = "src/pieces.rs"]
mod pieces;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec_zlib;

fn main() -> io::Result<()> {
    let docs = Path::new("../../docs");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/pieces.rs");
    println!("cargo:rerun-if-changed={}", docs.display());
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or_else(|| io::Error::other("cargo says where to write"))?;
    let summary = fs::read_to_string(docs.join("SUMMARY.md"))?;
    let mut text = String::from("&[");
    for line in summary.lines() {
        let Some((title, file)) = link(line) else {
            continue;
        };
        let name = file.trim_end_matches(".md");
        let packed = out.join(name);
        let page = pieces::pieces(&fs::read_to_string(docs.join(file))?);
        fs::write(&packed, compress_to_vec_zlib(page.as_bytes(), 10))?;
        text += &format!(
            "Page {{ name: {name:?}, title: {title:?}, packed: include_bytes!({packed:?}) }},"
        );
    }
    text.push(']');
    fs::write(out.join("pages.rs"), text)
}

/// The title and the file of a line like `- [Leveling](leveling.md)`.
fn link(line: &str) -> Option<(&str, &str)> {
    let (_, link) = line.split_once('[')?;
    let (title, file) = link.split_once("](")?;
    Some((title, file.split_once(')')?.0))
}

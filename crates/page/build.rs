//! Takes the page of the studio into the program, if it was built: every file of studio/dist, packed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use lzma_rust2::{LzmaOptions, LzmaWriter};

fn main() -> io::Result<()> {
    let dist = Path::new("../../studio/dist");
    // Where there is no page yet, its coming is seen in the folder around it.
    let watched = if dist.is_dir() {
        dist
    } else {
        Path::new("../../studio")
    };
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", watched.display());
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or_else(|| io::Error::other("cargo says where to write"))?;
    let mut files = Vec::new();
    if dist.is_dir() {
        list(dist, &mut files)?;
    }
    files.sort();
    let mut text = String::from("&[");
    for file in files {
        let name = file.strip_prefix(dist).unwrap_or(&file);
        let name = name.to_string_lossy().replace('\\', "/");
        let packed = out.join(name.replace('/', "-"));
        fs::write(&packed, packed_by_lzma(&fs::read(&file)?)?)?;
        let file = format!("PageFile {{ name: {name:?}, packed: include_bytes!({packed:?}) }},");
        writeln!(text, "{file}").map_err(io::Error::other)?;
    }
    text.push_str("]\n");
    fs::write(out.join("files.rs"), text)
}

/// By LZMA, which takes more than a quarter less for the engine than what browsers know.
fn packed_by_lzma(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let length = bytes.len();
    let options = LzmaOptions {
        // What unpacks it needs no more memory than that.
        dict_size: u32::try_from(length.max(1 << 12)).map_err(io::Error::other)?,
        ..LzmaOptions::with_preset(9)
    };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(length as u64))?;
    writer.write_all(bytes)?;
    writer.finish()
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

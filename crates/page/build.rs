//! Takes the page of the studio into the program, if it was built: every file of studio/dist, packed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec_zlib;

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
        fs::write(&packed, compress_to_vec_zlib(&fs::read(&file)?, 10))?;
        let file = format!("PageFile {{ name: {name:?}, packed: include_bytes!({packed:?}) }},");
        writeln!(text, "{file}").map_err(io::Error::other)?;
    }
    text.push_str("]\n");
    fs::write(out.join("files.rs"), text)
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

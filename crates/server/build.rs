//! Takes the description of all paths into the program, packed.

use std::path::PathBuf;
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec_zlib;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=openapi.json");
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or_else(|| io::Error::other("cargo says where to write"))?;
    let packed = compress_to_vec_zlib(&fs::read("openapi.json")?, 10);
    fs::write(out.join("openapi"), packed)
}

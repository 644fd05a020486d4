//! Takes the bidding table into the library, packed: it is mostly zeros.

use std::path::PathBuf;
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec_zlib;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=bidding.table");
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or_else(|| io::Error::other("cargo says where to write"))?;
    let table = fs::read("bidding.table")?;
    fs::write(out.join("bidding.table"), compress_to_vec_zlib(&table, 10))
}

//! How the program is linked on Linux, so that it starts soon.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|known| known == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    // With what goes on after a fault inside, and not in a library that is looked for, loaded and begun at every start.
    if has_unwinder() {
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// Whether the compiler for C that links here has the library that is to be linked in: it then knows where.
fn has_unwinder() -> bool {
    let asked = Command::new("cc")
        .arg("-print-file-name=libgcc_eh.a")
        .output();
    let path = asked.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
    env::var_os("HOST") == env::var_os("TARGET")
        && path.is_ok_and(|path| Path::new(&path).is_absolute())
}

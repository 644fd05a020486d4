//! Makes of the engine for the browser what a page loads: `fairdeal-bindgen ENGINE.wasm FOLDER`.

use std::error::Error;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [engine, folder] = &paths[..] else {
        eprintln!("fairdeal-bindgen: give the engine and a folder");
        return ExitCode::from(2);
    };
    match make(engine, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fairdeal-bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(engine: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(engine).out_name("engine").typescript(true).web(true)?;
    Ok(bindgen.generate(folder)?)
}

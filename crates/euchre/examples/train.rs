//! Trains the table of how players bid, by regret minimisation, writes it, and says what can be won from it.
//!
//!     train DEALS SEED FILE
//!
//! The table that comes with the library was made by `train 2000000 1 crates/euchre/bidding.table`.

use euchre::{Training, Watch};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    let asked = match &arguments[..] {
        [deals, seed, file] => number(deals).zip(number(seed)).zip(Some(file)),
        _ => None,
    };
    let Some(((deals, seed), file)) = asked else {
        eprintln!("say: train DEALS SEED FILE");
        std::process::exit(2);
    };
    let Ok(trained) = (Training { deals, seed }).run(&Watch::default()) else {
        return;
    };
    print!("{trained}");
    if let Err(error) = std::fs::write(file, &trained.file) {
        eprintln!("cannot write {file}: {error}");
        std::process::exit(1);
    }
}

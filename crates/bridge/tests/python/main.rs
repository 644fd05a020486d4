//! Python libraries for bridge read our files. Where Python or a library is missing there is nothing to compare
//! with, and the test says so.

mod bridgebots;
mod endplay;

use std::path::{Path, PathBuf};
use std::process::Command;

use bridge::{Card, Deal, Hand};

/// Numbers without any pattern that matters here, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn deal(&mut self) -> Deal {
        let mut cards: Vec<Card> = Card::all().collect();
        for i in (1..cards.len()).rev() {
            let other = self.below(i + 1);
            cards.swap(i, other);
        }
        let hand =
            |seat: usize| -> Hand { cards[13 * seat..13 * (seat + 1)].iter().copied().collect() };
        Deal([0, 1, 2, 3].map(hand))
    }
}

/// Runs a script of this folder over a folder of files.
fn run(python: PathBuf, script: &str, folder: &Path) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python");
    let output = Command::new(python)
        .arg(scripts.join(script))
        .arg(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

//! What may be done to Fairdeal by whoever gives it something to read: a list of *targets*, each of which takes any bytes.
//!
//! A target panics if something is wrong, and only then. Readers must not fail whatever they get, and what they took must hold
//! what it says; the differential ones make a question of the bytes and answer it in two ways. `tests/rounds.rs` tries each
//! with changed files as an ordinary test; with the feature `guided` a fuzzer chooses the bytes by which code
//! they reach. What once failed stays in `corpus/`, in the folder of its target.

#![forbid(unsafe_code)]

use std::fs::OpenOptions;
use std::io::Write;

mod dealt;
mod mutate;
mod readers;
mod seeds;
mod small_deck;

pub use dealt::values;
pub use mutate::{Dice, mutated};
pub use seeds::seeds;

/// Something that takes any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// What it is called; what once failed is in the folder of `corpus/` that is called so.
    pub name: &'static str,
    /// What is held against what, or read.
    pub about: &'static str,
    /// The files and folders of the checkout that it begins with.
    pub begins: &'static [&'static str],
    /// Panics if something is wrong.
    pub try_it: fn(&[u8]),
    /// How many inputs a short run tries, and a long one.
    pub rounds: (usize, usize),
}

/// All of them.
pub const TARGETS: [Target; 11] = [
    Target {
        name: "script",
        about: "scripts: read, checked, laid out, and asked at a place, as an editor does",
        begins: &["crates/script/tests/corpus", "examples"],
        try_it: readers::script,
        rounds: (400, 40_000),
    },
    Target {
        name: "boards",
        about: "files of boards in every format, written again and read again",
        begins: &[
            "crates/bridge/tests/data/formats/golden",
            "crates/bridge/tests/data/formats/others",
            "crates/bridge/tests/data/formats/corpus",
        ],
        try_it: readers::boards,
        rounds: (2_000, 200_000),
    },
    Target {
        name: "profile",
        about: "hand profiles: read, checked, and what can be dealt of them is dealt",
        begins: &["examples/profiles"],
        try_it: readers::profile,
        rounds: (300, 20_000),
    },
    Target {
        name: "euchre-view",
        about: "views of euchre: their worlds are counted, drawn, and give the view back",
        begins: &["crates/fairdeal/tests/golden/inputs/euchre.json"],
        try_it: readers::euchre_view,
        rounds: (2_000, 200_000),
    },
    Target {
        name: "texas42-view",
        about: "views of Texas 42, likewise",
        begins: &[
            "examples/texas42-view.json",
            "crates/fairdeal/tests/golden/inputs/dominoes.json",
        ],
        try_it: readers::texas42_view,
        rounds: (1_000, 100_000),
    },
    Target {
        name: "egn",
        about: "games of euchre in EGN, read and written",
        begins: &[],
        try_it: readers::egn,
        rounds: (2_000, 200_000),
    },
    Target {
        name: "wizard",
        about: "answers to the questions that make a profile",
        begins: &[],
        try_it: readers::wizard,
        rounds: (300, 20_000),
    },
    Target {
        name: "request",
        about: "requests in JSON, as the server and all other doors get them",
        begins: &["crates/fairdeal/tests/requests.jsonl"],
        try_it: readers::request,
        rounds: (300, 20_000),
    },
    Target {
        name: "plan",
        about: "conditions from a grammar: every board of every plan holds, and counts agree with dealing at random",
        begins: &[],
        try_it: dealt::plans,
        rounds: (40, 3_000),
    },
    Target {
        name: "message",
        about: "what editors and assistants say, as a stream of bytes",
        begins: &["crates/rpc/tests/data"],
        try_it: readers::messages,
        rounds: (2_000, 200_000),
    },
    Target {
        name: "count",
        about: "small decks and rules: counts, numbers and draws against a list of all deals",
        begins: &[],
        try_it: small_deck::count,
        rounds: (200, 20_000),
    },
];

/// The target of this name.
pub fn named(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

/// Says what was tried, and adds it to the list from which docs/reliability.md is made, where there is one.
///
/// # Panics
/// If the list cannot be written.
pub fn tell(kind: &str, what: &str, figure: &str) {
    println!("{kind}: {what}: {figure}");
    if let Some(list) = std::env::var_os("FAIRDEAL_TRIED") {
        let list = OpenOptions::new().append(true).create(true).open(list);
        let line = format!("{kind}\t{what}\t{figure}\n");
        list.unwrap().write_all(line.as_bytes()).unwrap();
    }
}

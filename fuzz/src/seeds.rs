//! What a target begins with: files that tests elsewhere have anyway, what once failed, and for questions that are made of bytes some
//! bytes.

use std::fs;
use std::path::{Path, PathBuf};

use fairdeal::euchre::{Egn, EgnNames, Game, Rules};

use crate::{Dice, Target};

/// More of a file than this is no more work for a reader.
const LONGEST: usize = 4_000;

/// The inputs that a target begins with, each with where it is from.
///
/// # Panics
/// If a folder of this checkout is not there.
pub fn seeds(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = here.join("corpus").join(target.name);
    let mut paths: Vec<PathBuf> = Vec::new();
    let begins = target
        .begins
        .iter()
        .map(|place| here.join("..").join(place));
    for place in begins.chain(own.is_dir().then_some(own)) {
        if place.is_file() {
            paths.push(place);
            continue;
        }
        let entries =
            fs::read_dir(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.is_file());
        files.sort();
        paths.append(&mut files);
    }
    let mut seeds = Vec::new();
    for path in paths {
        let mut file =
            fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            for line in file.split(|&byte| byte == b'\n') {
                let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
                let request = value
                    .and_then(|mut value| value.get_mut("request").map(serde_json::Value::take));
                seeds.extend(
                    request.map(|request| (path.clone(), request.to_string().into_bytes())),
                );
            }
            continue;
        }
        file.truncate(LONGEST);
        seeds.push((path, file));
    }
    match target.name {
        "plan" | "count" => {
            let mut dice = Dice::new(1);
            let bytes = |dice: &mut Dice| (0..120).map(|_| dice.below(256) as u8).collect();
            seeds.extend((0..40).map(|_| (PathBuf::from("bytes"), bytes(&mut dice))));
        }
        "egn" => {
            let games = (1..5).map(|seed| Game::new(Rules::default(), seed));
            let written = games.filter_map(|game| Egn::of(&game, &EgnNames::default()).ok());
            let texts = written.filter_map(|egn| serde_json::to_vec(&egn).ok());
            seeds.extend(texts.map(|text| (PathBuf::from("a game that begins"), text)));
        }
        _ => {}
    }
    seeds
}

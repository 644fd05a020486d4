//! Double dummy results that were worked out before, kept in a file of this user, by deal. They do not depend on anything else.
//!
//! Nothing here is needed, and the file may be deleted at any time. What cannot be read, is damaged, or was written by another
//! version of the program is passed over; what cannot be written is not kept. The file is written beside its place and moved
//! there, so that two at once see whole files; who writes last takes in what the other has written, and what falls between is
//! solved again one day.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bridge::double_dummy::KnownResults;
use bridge::score::Strain;
use bridge::{Card, Deal, Seat, Tricks};

use crate::files::{self, Overwrite};
use crate::kept::heading;

/// The environment variable that names the folder of what is kept; empty, nothing is.
pub const CACHE_VARIABLE: &str = "FAIRDEAL_CACHE";

/// The file in it.
const FILE: &str = "solved";
/// So many deals are kept: some five megabytes. When there are more, those that were solved first go.
const MOST_DEALS: usize = 100_000;
/// More than this was not written here.
const MOST_BYTES: u64 = 8 << 20;
/// A deal as 26 digits, and its results as 20.
const DIGITS: (usize, usize) = (26, 20);

/// Results that were worked out before. Any number of threads may ask and add.
#[derive(Debug)]
pub struct SolvedDeals {
    /// Where they are kept, if anywhere.
    file: Option<PathBuf>,
    known: Mutex<Known>,
}

#[derive(Default, Debug)]
struct Known {
    results: HashMap<String, String>,
    /// Those that are not in the file yet, in the order in which they came.
    new: Vec<String>,
}

impl SolvedDeals {
    /// Those that are kept in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> SolvedDeals {
        let file = folder.into().join(FILE);
        let results = read(&file).into_iter().collect();
        let known = Known {
            results,
            new: Vec::new(),
        };
        SolvedDeals {
            file: Some(file),
            known: Mutex::new(known),
        }
    }

    /// Those that are kept where it is usual: in the folder that the environment names (the value of [`CACHE_VARIABLE`]; an empty
    /// one says that nothing is kept), else where the platform has such things for this user.
    pub fn usual(variable: Option<OsString>) -> SolvedDeals {
        let of_user = || {
            let folders = directories::ProjectDirs::from("", "", "fairdeal")?;
            Some(folders.cache_dir().to_owned())
        };
        let folder = match variable {
            Some(folder) if folder.is_empty() => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => of_user(),
        };
        folder.map_or_else(SolvedDeals::nowhere, SolvedDeals::at)
    }

    /// Those of this run only: nothing is read, and nothing is kept.
    pub fn nowhere() -> SolvedDeals {
        SolvedDeals {
            file: None,
            known: Mutex::default(),
        }
    }

    /// Writes what is new to the file, with what others have written there since. Whether it could be kept matters to nobody.
    pub fn keep(&self) {
        let Some(file) = &self.file else {
            return;
        };
        let mut known = self.known();
        if known.new.is_empty() {
            return;
        }
        let mut lines = read(file);
        let new: Vec<String> = std::mem::take(&mut known.new);
        let fresh: HashSet<&String> = new.iter().collect();
        lines.retain(|(deal, _)| !fresh.contains(deal));
        let added = new.into_iter().filter_map(|deal| {
            let results = known.results.get(&deal)?.clone();
            Some((deal, results))
        });
        lines.extend(added);
        let first = lines.len().saturating_sub(MOST_DEALS);
        let mut text = String::new();
        for (deal, results) in &lines[first..] {
            text.push_str(&format!("{deal}{results}\n"));
        }
        let text = format!("{}\n{text}", heading(&text));
        let _ = files::write(file, &text, Overwrite::Instead);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownResults for SolvedDeals {
    fn of(&self, deal: &Deal) -> Option<Tricks> {
        let known = self.known();
        let digits = known.results.get(&deal_digits(deal)?)?;
        let tricks: Vec<u8> = digits
            .chars()
            .filter_map(|digit| Some(digit.to_digit(14)? as u8))
            .collect();
        (tricks.len() == DIGITS.1)
            .then(|| Tricks::from_fn(|seat, strain| tricks[5 * seat as usize + strain.index()]))
    }

    fn add(&self, deal: &Deal, tricks: &Tricks) {
        let Some(deal) = deal_digits(deal) else {
            return;
        };
        let digits = Seat::ALL.into_iter().flat_map(|seat| {
            Strain::ALL.map(|strain| char::from_digit(tricks.of(seat, strain).into(), 14))
        });
        let Some(digits) = digits.collect::<Option<String>>() else {
            return;
        };
        let mut known = self.known();
        if known.results.insert(deal.clone(), digits).is_none() {
            known.new.push(deal);
        }
    }
}

/// Who has each card, two bits each; `None` where somebody lacks cards.
fn deal_digits(deal: &Deal) -> Option<String> {
    let owner = |card: Card| {
        let seat = Seat::ALL.into_iter().find(|&seat| deal[seat].has(card));
        seat.map(|seat| seat as u32)
    };
    let owners: Vec<u32> = Card::all().map(owner).collect::<Option<_>>()?;
    owners
        .chunks(2)
        .map(|two| char::from_digit(4 * two[0] + two[1], 16))
        .collect()
}

/// The deals of a file and their results, in its order. Whatever is not as it was written here has none.
fn read(file: &Path) -> Vec<(String, String)> {
    let kept = || {
        let known = fs::metadata(file).ok()?;
        if !known.is_file() || known.len() > MOST_BYTES {
            return None;
        }
        let text = files::text(file).ok()?;
        let (first, rest) = text.split_once('\n')?;
        (first == heading(rest)).then(|| rest.to_owned())
    };
    let text = kept().unwrap_or_default();
    let line = |line: &str| {
        let (deal, results) = line.split_at_checked(DIGITS.0)?;
        (results.len() == DIGITS.1).then(|| (deal.to_owned(), results.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

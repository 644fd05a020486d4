//! Reading a profile, and showing what is wrong with it.

use std::io::{self, BufRead};
use std::path::Path;

use anyhow::Context;
use fairdeal::profile::{self, Combinations, Problem, Profile, Reading, Viability};
use fairdeal::shelf::ShelfError;

use super::store::StoreArguments;
use crate::Failure;
use crate::input::{bytes_of, name_of};
use crate::output::{count, say};

/// More than this is no profile.
const MOST_BYTES: u64 = 16 << 20;
/// More findings than this are counted and not shown.
const SHOWN: usize = 20;

/// A profile that can be dealt from.
pub(crate) struct Loaded {
    pub(crate) profile: Profile,
    pub(crate) problems: Vec<Problem>,
    pub(crate) combinations: Combinations,
}

/// The text of a profile, if that is what a command was given: a .json file, standard input that begins like one, or a name
/// on the shelf.
pub(crate) fn given(path: &Path, store: &StoreArguments) -> Result<Option<String>, Failure> {
    if path == Path::new("-") {
        // What was looked at stays in the buffer that everyone reads from; the lock must be gone when it is read.
        let begins_like_one = {
            let mut input = io::stdin().lock();
            let begins = input.fill_buf().context("cannot read standard input")?;
            let begins = begins.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begins);
            let first = begins.iter().find(|byte| !byte.is_ascii_whitespace());
            first == Some(&b'{')
        };
        return if begins_like_one {
            text_of(path).map(Some)
        } else {
            Ok(None)
        };
    }
    let extension = path.extension().unwrap_or_default();
    match extension.eq_ignore_ascii_case("json") {
        true => text_of_named(path, store).map(Some),
        false if path.exists() => Ok(None),
        false => on_shelf(path, store),
    }
}

/// The text of a profile that is a file, or a name on the shelf; - is standard input.
pub(crate) fn text_of_named(path: &Path, store: &StoreArguments) -> Result<String, Failure> {
    if path != Path::new("-")
        && !path.exists()
        && let Some(text) = on_shelf(path, store)?
    {
        return Ok(text);
    }
    text_of(path)
}

/// The text of a profile on the shelf; `None` if there is none of this name and it looks like that of a file.
fn on_shelf(name: &Path, store: &StoreArguments) -> Result<Option<String>, Failure> {
    let like_a_file = name.extension().is_some() || name.components().count() != 1;
    let Some(text) = name.to_str() else {
        return Ok(None);
    };
    match store.shelf().and_then(|shelf| Ok(shelf.find(text)?)) {
        Ok(entry) => Ok(Some(entry.text)),
        Err(Failure::Work(error)) if !is_not_there(&error) => Err(error.into()),
        Err(_) if like_a_file => Ok(None),
        Err(Failure::Work(error)) => {
            Err(anyhow::anyhow!("there is no file {text}, and {error}").into())
        }
        Err(other) => Err(other),
    }
}

fn is_not_there(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<ShelfError>();
    matches!(error, Some(ShelfError::NotThere { .. }))
}

/// The text of a file; - is standard input.
pub(crate) fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = bytes_of(path, MOST_BYTES, "has more than 16 MiB: it is no profile")?;
    let text = String::from_utf8(bytes);
    Ok(text.map_err(|_| anyhow::anyhow!("{} is not UTF-8 text", name_of(path)))?)
}

/// Shows findings on standard error.
pub(crate) fn show<'a>(problems: impl IntoIterator<Item = &'a Problem>) {
    let problems: Vec<&Problem> = problems.into_iter().collect();
    for problem in problems.iter().take(SHOWN) {
        let word = if problem.is_error() {
            "error"
        } else {
            "warning"
        };
        say(format_args!("{word}: {problem}"));
    }
    match problems.len().saturating_sub(SHOWN) {
        0 => {}
        more => say(format_args!("and {more} more")),
    }
}

impl Loaded {
    /// Reads a profile and looks at its combinations. What is wrong with it is shown, and then there is none; what might be
    /// is shown unless `quiet`. So is why nothing can be dealt.
    pub(crate) fn new(text: &str, quiet: bool) -> Result<Loaded, Failure> {
        let Reading {
            profile, problems, ..
        } = profile::read(text);
        let Some(profile) = profile else {
            show(&problems);
            return Err(Failure::Said(1));
        };
        if !quiet {
            show(&problems);
        }
        let combinations = Combinations::new(&profile)?;
        Ok(Loaded {
            profile,
            problems,
            combinations,
        })
    }

    /// Reads the profile of a file, or of a name on the shelf.
    pub(crate) fn from(
        path: &Path,
        store: &StoreArguments,
        quiet: bool,
    ) -> Result<Loaded, Failure> {
        Loaded::new(&text_of_named(path, store)?, quiet)
    }

    /// That there is something to deal. What cannot be dealt is said, unless `quiet`; if that is all, with the reasons.
    pub(crate) fn can_be_dealt(&self, quiet: bool) -> Result<(), Failure> {
        let all = self.combinations.all().len();
        let left_out = all - self.combinations.dealable().count();
        if left_out == all {
            say("fairdeal: nothing in this profile can be dealt:");
            for one in Viability::new(&self.profile, &self.combinations)
                .left_out
                .iter()
                .take(SHOWN)
            {
                say(format_args!("  {}", one.sentence(&self.profile)));
            }
            return Err(Failure::Said(1));
        }
        if left_out > 0 && !quiet {
            let all = count(all as u64, "combination");
            say(format_args!(
                "fairdeal: {left_out} of {all} cannot be dealt and are left out; fairdeal check says why"
            ));
        }
        Ok(())
    }

    /// What a subprofile is called beside its seat.
    pub(crate) fn name(&self, seat: fairdeal::bridge::Seat, index: usize) -> String {
        let name = &self.profile.seat(seat)[index].name;
        name.clone().unwrap_or_else(|| (index + 1).to_string())
    }
}

//! Opening a question by what a user calls it: a file, a name on the shelf, or a text that is read from somewhere.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use script::{Folders, Input, Settings};
use store::{ProfileStore, StoreError};

use crate::combine::{Weight, WeightError};
use crate::error::Error;
use crate::profile_question::Profile;
use crate::question::Question;
use crate::script_question::{Script, unreadable};

/// More than this is no profile.
const MOST_PROFILE_BYTES: u64 = 16 << 20;

/// What may be needed to open a question beside its name.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Further folders for the includes of a script.
    pub include_folders: Vec<PathBuf>,
    /// The texts of a script's parameters.
    pub parameters: BTreeMap<u8, String>,
    /// Where profiles are found by their names.
    pub store: Option<ProfileStore>,
}

impl Opening {
    /// Whether something was given that only a script can use.
    fn is_for_scripts(&self) -> bool {
        !self.include_folders.is_empty() || !self.parameters.is_empty()
    }

    fn settings(&self) -> Settings {
        Settings {
            includes: Arc::new(Folders(self.include_folders.clone())),
            parameters: self.parameters.clone(),
            ..Settings::default()
        }
    }
}

/// What a user calls one of several questions: a file or a name on the shelf, perhaps with a weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightedName {
    /// The file, or the name on the shelf.
    pub path: PathBuf,
    /// How often it comes.
    pub weight: Weight,
    /// What its boards call it: its file's name without folder and extension, as long as no other one is called so.
    pub name: String,
}

impl WeightedName {
    /// Takes names like `slams.dlr=3` apart. What follows the last `=` is a weight if it is a number, and if nothing is called
    /// by the whole.
    ///
    /// # Errors
    /// Weights that are too large, or have too many decimals.
    pub fn all(names: &[PathBuf], with: &Opening) -> Result<Vec<WeightedName>, WeightError> {
        let is_there = |name: &Path| {
            let on_shelf = |store: &ProfileStore| store.find(name.to_str()?).ok();
            name.exists() || with.store.as_ref().and_then(on_shelf).is_some()
        };
        let mut all = Vec::new();
        for path in names {
            let text = path.to_str().filter(|_| !is_there(path));
            let split = text.and_then(|text| text.rsplit_once('='));
            let (path, weight) = match split {
                Some((path, weight)) if Weight::is_like(weight) => {
                    (PathBuf::from(path), weight.parse()?)
                }
                _ => (path.clone(), Weight::ONE),
            };
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            let name = stem.to_string_lossy().into_owned();
            all.push(WeightedName { path, weight, name });
        }
        // Whoever shares a short name has a long one, and a number if that does not help.
        for long in [true, false] {
            let names: Vec<String> = all.iter().map(|one| one.name.clone()).collect();
            for (at, one) in all.iter_mut().enumerate() {
                let same = |other: &&String| **other == names[at];
                if names.iter().filter(same).count() < 2 {
                    continue;
                }
                one.name = if long {
                    one.path.display().to_string()
                } else {
                    let place = names[..=at].iter().filter(same).count();
                    format!("{} ({place})", names[at])
                };
            }
        }
        Ok(all)
    }
}

impl Question {
    /// Opens a script (any file but .json), a profile (.json), or a profile by its name on the shelf.
    ///
    /// # Errors
    /// What cannot be read; a name that is neither a file nor on the shelf.
    pub fn open(name: &Path, with: &Opening) -> Result<Question, Error> {
        let is_json = name
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if !is_json && name.exists() {
            let input = Input::from_path(name).map_err(unreadable)?;
            return Ok(Script::new(input, with.settings()).into());
        }
        let on_shelf = if name.exists() {
            None
        } else {
            on_shelf(name, with)?
        };
        match on_shelf {
            Some(found) => profile(found, with),
            None if is_json => profile(Profile::from_json(&text_of(name)?), with),
            // It is no file, and looks like one: reading it says so.
            None => {
                let input = Input::from_path(name).map_err(unreadable)?;
                Ok(Script::new(input, with.settings()).into())
            }
        }
    }

    /// Reads a question from somewhere: what begins like a JSON object is a profile.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn read(name: &str, mut from: impl BufRead, with: &Opening) -> Result<Question, Error> {
        let cannot = |error| Error::Unreadable(format!("cannot read {name}: {error}"));
        let begins = from.fill_buf().map_err(cannot)?;
        let begins = begins.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begins);
        let first = begins.iter().find(|byte| !byte.is_ascii_whitespace());
        if first == Some(&b'{') {
            profile(Profile::from_json(&bounded_text(name, from)?), with)
        } else {
            let input = Input::from_reader(name, from).map_err(unreadable)?;
            Ok(Script::new(input, with.settings()).into())
        }
    }
}

impl Profile {
    /// Opens a profile: a file, or a name on the shelf.
    ///
    /// # Errors
    /// What cannot be read; a name that is neither a file nor on the shelf.
    pub fn open(name: &Path, with: &Opening) -> Result<Profile, Error> {
        let on_shelf = if name.exists() {
            None
        } else {
            on_shelf(name, with)?
        };
        match on_shelf {
            Some(found) => Ok(found),
            None => Ok(Profile::from_json(&text_of(name)?)),
        }
    }

    /// Reads a profile from somewhere.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn read(name: &str, from: impl Read) -> Result<Profile, Error> {
        Ok(Profile::from_json(&bounded_text(name, from)?))
    }
}

fn profile(found: Profile, with: &Opening) -> Result<Question, Error> {
    if with.is_for_scripts() {
        let what = "an include folder or a parameter";
        let who = "scripts, and this is a profile";
        return Err(crate::DealError::NotForThis { what, who }.into());
    }
    Ok(found.into())
}

/// A profile on the shelf; `None` if there is none of this name and it looks like that of a file.
fn on_shelf(name: &Path, with: &Opening) -> Result<Option<Profile>, Error> {
    let like_a_file = name.extension().is_some() || name.components().count() != 1;
    let (Some(text), Some(store)) = (name.to_str(), &with.store) else {
        return Ok(None);
    };
    match store.find(text) {
        Ok(entry) => Ok(Some(Profile::on_shelf(&entry.text, store))),
        Err(StoreError::NotThere { .. }) if like_a_file => Ok(None),
        Err(error @ StoreError::NotThere { .. }) => Err(Error::Unreadable(format!(
            "there is no file {text}, and {error}"
        ))),
        Err(error) => Err(Error::other(&error)),
    }
}

fn text_of(path: &Path) -> Result<String, Error> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path);
    let file = file.map_err(|error| Error::Unreadable(format!("cannot read {name}: {error}")))?;
    bounded_text(&name, file)
}

fn bounded_text(name: &str, from: impl Read) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let read = from.take(MOST_PROFILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::Unreadable(format!("cannot read {name}: {error}")))?;
    if let Some(kind) = bridge::formats::not_text(&bytes) {
        let message = format!("{name} is {kind}, and no profile");
        return Err(Error::Unreadable(message));
    }
    if bytes.len() as u64 > MOST_PROFILE_BYTES {
        let message = format!("{name} has more than 16 MiB: it is no profile");
        return Err(Error::Unreadable(message));
    }
    let text = String::from_utf8(bytes);
    text.map_err(|_| Error::Unreadable(format!("{name} is not UTF-8 text")))
}

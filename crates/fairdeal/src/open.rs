//! Opening a question by what a user calls it: a file, a name on the shelf, an example, or a text that is read from somewhere.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bridge::Format;
use script::{Folders, Input, Settings};
use store::{ProfileStore, StoreError};

use crate::combine::{Weight, WeightError};
use crate::error::Error;
use crate::examples::Example;
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
    /// Whether a name that a script defines again means its last definition from there on.
    pub last_wins: bool,
}

impl Opening {
    /// Whether something was given that only a script can use.
    fn is_for_scripts(&self) -> bool {
        !self.include_folders.is_empty() || !self.parameters.is_empty() || self.last_wins
    }

    fn settings(&self) -> Settings {
        Settings {
            includes: Arc::new(Folders(self.include_folders.clone())),
            parameters: self.parameters.clone(),
            last_wins: self.last_wins,
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
    /// Opens a script (any file but .json), a profile (.json), a profile by its name on the shelf, or an example by its name.
    ///
    /// # Errors
    /// What cannot be read, or is a file of another kind; a name that is none of these.
    pub fn open(name: &Path, with: &Opening) -> Result<Question, Error> {
        let is_json = name
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if name.exists() {
            return if is_json {
                profile_from(name.display(), &text_of(name)?, with)
            } else {
                script_from(Input::from_path(name).map_err(unreadable)?, with)
            };
        }
        let (shelf, refusal) = match on_shelf(name, with) {
            Ok(found) => (found, None),
            Err(refusal) => (None, Some(refusal)),
        };
        if let Some(found) = shelf {
            return profile(found, with);
        }
        let example = name.to_str().and_then(Example::find);
        match (example, refusal) {
            (Some(example), _) if example.is_profile() => {
                profile(Profile::from_json(example.text), with)
            }
            (Some(example), _) => Question::from_text(example.file, example.text, with),
            (None, Some(refusal)) => Err(refusal),
            (None, None) => Err(Error::Unreadable(cannot_read(
                name,
                &std::io::ErrorKind::NotFound.into(),
            ))),
        }
    }

    /// The text of a script, and what to call it in messages.
    ///
    /// # Errors
    /// A text that is larger than a script can be.
    pub fn from_text(name: &str, text: &str, with: &Opening) -> Result<Question, Error> {
        script_from(Input::from_text(name, text).map_err(unreadable)?, with)
    }

    /// Reads a question from somewhere: what begins like a JSON object is a profile.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn read(name: &str, mut from: impl BufRead, with: &Opening) -> Result<Question, Error> {
        let cannot = |error: std::io::Error| {
            Error::Unreadable(format!("cannot read {name}: {}", answer::cause(&error)))
        };
        let begins = from.fill_buf().map_err(cannot)?;
        let begins = begins.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begins);
        let first = begins.iter().find(|byte| !byte.is_ascii_whitespace());
        if first == Some(&b'{') {
            profile_from(name, &bounded_text(name, from)?, with)
        } else {
            script_from(Input::from_reader(name, from).map_err(unreadable)?, with)
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

/// A script, unless its text is plainly that of something else.
fn script_from(input: Input, with: &Opening) -> Result<Question, Error> {
    let script = Script::new(input, with.settings());
    if script.compiled().is_err() {
        let sources = script.sources();
        let (name, text) = (sources.name(sources.main()), sources.text(sources.main()));
        if let Some(kind) = OtherKind::of(text) {
            return Err(Error::Unreadable(kind.said_of(name, "dealer script")));
        }
    }
    Ok(script.into())
}

/// A profile, unless its text is plainly that of something else.
fn profile_from(name: impl Display, text: &str, with: &Opening) -> Result<Question, Error> {
    let found = Profile::from_json(text);
    match OtherKind::of(text) {
        Some(kind) if !found.is_read() && kind != OtherKind::Json => {
            Err(Error::Unreadable(kind.said_of(name, "hand profile")))
        }
        _ => profile(found, with),
    }
}

/// What people give for a script by mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OtherKind {
    /// Boards.
    Boards(Format),
    /// A page of the web.
    Page,
    /// Some other document, a profile perhaps.
    Json,
}

impl OtherKind {
    /// By its first lines.
    fn of(text: &str) -> Option<OtherKind> {
        let text = text.trim_start();
        let begins = |mark: &str| {
            let first = text.get(..mark.len());
            first.is_some_and(|first| first.eq_ignore_ascii_case(mark))
        };
        let has_line = |mark: &str| text.lines().take(200).any(|line| line.starts_with(mark));
        let first_line = text.lines().next().unwrap_or("");
        if begins("% PBN") || has_line("[Deal \"") || has_line("[Event \"") {
            Some(OtherKind::Boards(Format::Pbn))
        } else if first_line.contains("md|") || begins("qx|") || begins("vg|") || begins("pn|") {
            Some(OtherKind::Boards(Format::Lin))
        } else if begins("<!doctype") || begins("<html") {
            Some(OtherKind::Page)
        } else if begins("{") && first_line.contains("\"hands\"") {
            Some(OtherKind::Boards(Format::Json))
        } else if begins("{") || begins("[") {
            Some(OtherKind::Json)
        } else {
            None
        }
    }

    /// What it is, and what to do.
    fn said_of(self, name: impl Display, wanted: &str) -> String {
        match self {
            OtherKind::Boards(format) => {
                let format = format.name().to_uppercase();
                format!(
                    "{name} has boards, as {format}, and is no {wanted}: convert, combine and solve take it as it is, and deal \
                     with a script keeps those of its boards that qualify (--from)"
                )
            }
            OtherKind::Page => format!(
                "{name} is a page of the web, and no {wanted}: copy the {wanted} from it into a file of its own"
            ),
            OtherKind::Json => format!(
                "{name} is JSON, and no {wanted}: a hand profile is a file whose name ends with .json"
            ),
        }
    }
}

/// Why a file cannot be read; where there is none, with the name that was probably meant.
///
/// ```
/// let nowhere = std::path::Path::new("no-such-folder/friday.pbn");
/// let error = std::io::ErrorKind::NotFound.into();
/// let said = fairdeal::cannot_read(nowhere, &error);
/// assert_eq!(said, "cannot read no-such-folder/friday.pbn: there is no folder no-such-folder");
/// ```
pub fn cannot_read(path: &Path, error: &std::io::Error) -> String {
    let said = format!("cannot read {}: ", path.display());
    if error.kind() != std::io::ErrorKind::NotFound {
        return said + &answer::cause(error);
    }
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return said + &format!("there is no folder {}", folder.display());
    }
    let meant = meant(path).map_or(String::new(), |meant| {
        format!("; did you mean {}?", meant.display())
    });
    said + &answer::cause(error) + &meant
}

/// The file beside a name that is most like it.
fn meant(path: &Path) -> Option<PathBuf> {
    /// In a folder with more, nobody is told anything.
    const MOST: usize = 10_000;
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries
        .take(MOST)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    answer::sort(&mut names);
    let wanted = path.file_name()?.to_str()?;
    let without_extension = |name: &&String| Path::new(name).file_stem() == Some(wanted.as_ref());
    let exact = names.iter().find(without_extension).map(String::as_str);
    let meant = exact.or_else(|| {
        // An ending that both have does not make two names alike.
        let ending = wanted.rfind('.').map_or("", |dot| &wanted[dot..]);
        let alike = |name: &&String| match name.strip_suffix(ending) {
            Some(stem) => script::closest(&wanted[..wanted.len() - ending.len()], [stem]).is_some(),
            None => true,
        };
        script::closest(wanted, names.iter().filter(alike).map(String::as_str))
    })?;
    Some(path.with_file_name(meant))
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
        Err(error @ StoreError::NotThere { .. }) => {
            let meant = meant(name).map_or(String::new(), |meant| {
                format!("; did you mean {}?", meant.display())
            });
            Err(Error::Unreadable(format!(
                "there is no file {text}, and {error}{meant}"
            )))
        }
        Err(error) => Err(Error::other(&error)),
    }
}

fn text_of(path: &Path) -> Result<String, Error> {
    let file = std::fs::File::open(path);
    let file = file.map_err(|error| Error::Unreadable(cannot_read(path, &error)))?;
    bounded_text(&path.display().to_string(), file)
}

fn bounded_text(name: &str, from: impl Read) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let read = from.take(MOST_PROFILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| {
        Error::Unreadable(format!("cannot read {name}: {}", answer::cause(&error)))
    })?;
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

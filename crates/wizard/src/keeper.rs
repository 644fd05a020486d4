//! What a session asks of the place where profiles and drafts are kept: a folder, the storage of a browser, a table in a
//! database. The session knows nothing else of it.

use answer::ErrorBody;
use serde_json::Value;

use crate::draft::Draft;

/// A profile that is changed, as it was when the change began.
#[derive(Clone, PartialEq, Debug)]
pub struct Original {
    /// By what the keeper finds it again: the name of its file, say.
    pub file: String,
    /// What was in it, to the byte.
    pub text: String,
    /// The same as a document.
    pub document: Value,
}

/// Where a session keeps the profile it is about. Whatever fails must leave what was there before.
pub trait Keeper {
    /// Keeps a draft, whole or not at all.
    ///
    /// # Errors
    /// Why it could not be kept.
    fn keep(&mut self, draft: &Draft) -> Result<(), ErrorBody>;

    /// What the draft is called, if one is kept.
    fn kept_as(&self) -> Option<String>;

    /// Throws the draft away.
    ///
    /// # Errors
    /// Why it is still there.
    fn discard(&mut self) -> Result<(), ErrorBody>;

    /// Whether a profile of this name and version is kept already, other than the one that is changed.
    fn taken(&self, name: &str, version: &str) -> Option<TakenName>;

    /// Saves the profile: in the place of the one that is changed, or as a new one.
    ///
    /// # Errors
    /// Why it could not be saved.
    fn save(&mut self, text: &str) -> Result<SavedProfile, SaveError>;

    /// Writes the profile to another place of the user's choice, where nothing is yet.
    ///
    /// # Errors
    /// Why it could not be written.
    fn write_copy(&mut self, to: &str, text: &str) -> Result<(), ErrorBody>;
}

/// A name that is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenName {
    /// The name and version that are there, as they are listed.
    pub name: String,
    /// The version that a new one could have.
    pub next_version: String,
}

/// A profile that was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedProfile {
    /// Its name.
    pub name: String,
    /// By what it is found again: its name, with its version where the name alone finds another.
    pub found_by: String,
    /// Where it is, as people find it.
    pub file: String,
}

/// Why a profile could not be saved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum SaveError {
    /// It needs another name: this one is taken, or cannot be one.
    Name(ErrorBody),
    /// Anything else; it may go better the next time.
    Failed(ErrorBody),
}

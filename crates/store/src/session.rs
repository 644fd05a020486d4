//! Sessions of the wizard on the profiles of a store: drafts in its folder, a lock as long as it lasts, files saved whole.

use std::io;
use std::path::Path;

use answer::{ErrorBody, Explained};
use wizard::{Draft, Keeper, Original, SaveError, SavedProfile, Session, TakenName};

use crate::answers::ListedDraft;
use crate::draft::DraftPlace;
use crate::entry::Entry;
use crate::error::StoreError;
use crate::file_name::{next_version, version_order};
use crate::files::{self, Overwrite};
use crate::folder::ProfileStore;
use crate::name::{full_name, same_name};

/// Keeps what a session is about in a store.
#[derive(Debug)]
pub struct StoreKeeper {
    store: ProfileStore,
    place: DraftPlace,
    /// The profile that is changed.
    entry: Option<Entry>,
}

/// A profile of a store that is being made or changed.
pub type StoreSession = Session<StoreKeeper>;

impl Keeper for StoreKeeper {
    fn keep(&mut self, draft: &Draft) -> Result<(), ErrorBody> {
        self.place.save(draft).map_err(|error| error.body())
    }

    fn kept_as(&self) -> Option<String> {
        let kept = self.place.is_kept();
        kept.then(|| self.place.identifier().to_owned())
    }

    fn discard(&mut self) -> Result<(), ErrorBody> {
        self.place.delete().map_err(|error| error.body())
    }

    fn taken(&self, name: &str, version: &str) -> Option<TakenName> {
        let own = self.entry.as_ref().map(|entry| entry.path.as_path());
        // That the folder cannot be read is said when it is saved.
        let mut all = self.store.list().ok()?.profiles;
        all.retain(|entry| same_name(entry.name(), name));
        let other = |entry: &&Entry| entry.is(name, version) && Some(entry.path.as_path()) != own;
        let taken = all.iter().find(other)?;
        let newest = all
            .iter()
            .map(Entry::version)
            .max_by_key(|version| version_order(version));
        Some(TakenName {
            name: full_name(taken.name(), version),
            next_version: next_version(newest.unwrap_or(version)),
        })
    }

    fn save(&mut self, text: &str) -> Result<SavedProfile, SaveError> {
        let saved = match &self.entry {
            Some(entry) => self.store.replace(entry, text),
            None => self.store.put(text),
        };
        match saved {
            Ok(entry) => Ok(SavedProfile {
                found_by: self.store.found_by(&entry),
                name: entry.name().to_owned(),
                file: entry.path.display().to_string(),
            }),
            Err(error @ (StoreError::Taken { .. } | StoreError::Name(_))) => {
                Err(SaveError::Name(error.body()))
            }
            Err(error) => Err(SaveError::Failed(error.body())),
        }
    }

    fn write_copy(&mut self, to: &str, text: &str) -> Result<(), ErrorBody> {
        let path = Path::new(to);
        let folder = files::folder_of(path);
        // A folder of the store is made when it is needed; one that somebody typed may be a slip.
        let written = if folder.is_dir() {
            files::write(path, text, Overwrite::Never)
        } else {
            let missing = format!("there is no folder {}", folder.display());
            Err(StoreError::Write {
                path: path.to_owned(),
                cause: io::Error::other(missing),
            })
        };
        match written {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Exists {
                path: path.to_owned(),
            }
            .body()),
            Err(error) => Err(error.body()),
        }
    }
}

/// How a change of a profile begins.
#[derive(Debug)]
pub enum EditStart {
    /// With what is saved.
    Ready(Box<StoreSession>),
    /// With a choice: there are changes that were not saved.
    Unsaved(Box<UnsavedChanges>),
}

/// Changes of a profile that were begun and not saved. Nobody else edits it meanwhile.
#[derive(Debug)]
pub struct UnsavedChanges {
    store: ProfileStore,
    place: DraftPlace,
    entry: Entry,
    draft: Draft,
}

impl UnsavedChanges {
    /// What can be done about it, in the order of [`UnsavedChanges::go_on`] and [`UnsavedChanges::begin_again`].
    pub const CHOICES: [&str; 2] = ["Go on with those changes", "Begin again from what is saved"];

    /// What is to be said.
    pub fn title(&self) -> String {
        format!("{:?} has changes that were not saved.", self.entry.name())
    }

    /// Goes on with the changes.
    ///
    /// # Errors
    /// When the profile can no longer be read.
    pub fn go_on(self) -> Result<StoreSession, StoreError> {
        self.store.go_on_with(self.place, &self.draft)
    }

    /// Begins again from what is saved. The changes are forgotten with the next answer.
    pub fn begin_again(self) -> StoreSession {
        self.store.change(self.place, self.entry)
    }
}

/// Which draft is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DraftChoice {
    /// This one, by what it is called.
    One(String),
    /// One of these: somebody has to choose.
    Which(Vec<ListedDraft>),
}

impl ProfileStore {
    /// Begins a new profile.
    ///
    /// # Errors
    /// When the store cannot be written to.
    pub fn new_session(&self) -> Result<StoreSession, StoreError> {
        Ok(Session::begin(StoreKeeper {
            store: self.clone(),
            place: self.new_draft()?,
            entry: None,
        }))
    }

    /// Begins to change a profile.
    ///
    /// # Errors
    /// What [`ProfileStore::find`] and [`ProfileStore::draft_of`] say.
    pub fn edit_session(&self, name: &str) -> Result<EditStart, StoreError> {
        let entry = self.find(name)?;
        let (place, draft) = self.draft_of(&entry)?;
        Ok(match draft {
            None => EditStart::Ready(Box::new(self.change(place, entry))),
            Some(draft) => EditStart::Unsaved(Box::new(UnsavedChanges {
                store: self.clone(),
                place,
                entry,
                draft,
            })),
        })
    }

    /// Goes on with a draft, by what it is called.
    ///
    /// # Errors
    /// When there is none, somebody works on it, or the profile that it changes can no longer be read.
    pub fn resume_session(&self, identifier: &str) -> Result<StoreSession, StoreError> {
        match self.resume(identifier)? {
            Some((place, draft)) => self.go_on_with(place, &draft),
            None => Err(StoreError::Busy {
                what: identifier.to_owned(),
            }),
        }
    }

    /// Which draft is meant: by what it is called, by the name of its profile, or the only one there is.
    ///
    /// # Errors
    /// When there is none, or the folder cannot be read.
    pub fn choose_draft(&self, named: Option<&str>) -> Result<DraftChoice, StoreError> {
        let mut drafts = self.draft_listing()?.drafts;
        match named {
            Some(named) => drafts
                .into_iter()
                .find(|one| one.draft == named || same_name(&one.name, named))
                .map(|one| DraftChoice::One(one.draft))
                .ok_or(StoreError::NoDraft),
            None if drafts.len() > 1 => Ok(DraftChoice::Which(drafts)),
            None => {
                let only = drafts.pop().ok_or(StoreError::NoDraft)?;
                Ok(DraftChoice::One(only.draft))
            }
        }
    }

    /// By what a profile is found: its name, with its version where the name alone finds another.
    fn found_by(&self, entry: &Entry) -> String {
        let names = [entry.name().to_owned(), entry.full_name()];
        let finds = |name: &String| self.find(name).is_ok_and(|found| found.path == entry.path);
        names
            .into_iter()
            .find(finds)
            .unwrap_or_else(|| entry.stem())
    }

    fn change(&self, place: DraftPlace, entry: Entry) -> StoreSession {
        let original = original(&entry);
        let keeper = StoreKeeper {
            store: self.clone(),
            place,
            entry: Some(entry),
        };
        Session::change(keeper, original)
    }

    fn go_on_with(&self, place: DraftPlace, draft: &Draft) -> Result<StoreSession, StoreError> {
        let entry = match self.changed_by(draft) {
            Ok(entry) => entry,
            // It can still be saved, as a new one.
            Err(StoreError::NotThere { .. }) => None,
            Err(error) => return Err(error),
        };
        let original = entry.as_ref().map(original);
        let keeper = StoreKeeper {
            store: self.clone(),
            place,
            entry,
        };
        Ok(Session::resume(keeper, draft, original))
    }
}

fn original(entry: &Entry) -> Original {
    Original {
        file: entry.file_name(),
        text: entry.text.clone(),
        document: entry.document.clone(),
    }
}

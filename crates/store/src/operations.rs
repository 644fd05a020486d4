//! What people do with the profiles in a store beside editing them: listing, showing, copying, renaming, new versions,
//! turning, importing, deleting.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use answer::Explained;
use serde_json::Value;
use space::Watch;
use wizard::OddsSoFar;

use crate::answers::{
    Deleted, DraftListing, ImportedFile, ListedDraft, ListedProfile, PlacedProfile, ProfileListing,
    ShownProfile,
};
use crate::draft::DraftPlace;
use crate::entry::Entry;
use crate::error::StoreError;
use crate::files::text_from;
use crate::folder::ProfileStore;
use crate::lock::Lock;
use crate::name::visible;

impl ProfileStore {
    /// All profiles with their odds, counted on some threads.
    ///
    /// # Errors
    /// When the folder cannot be read, or it was stopped.
    pub fn listing(&self, threads: usize, watch: &Watch) -> Result<ProfileListing, StoreError> {
        let contents = self.list()?;
        let listed = |entry: &Entry| {
            let odds = OddsSoFar::of(entry.document.clone(), threads, watch)?;
            Ok(ListedProfile {
                name: entry.name().to_owned(),
                version: entry.version().to_owned(),
                teaches: entry.profile.description.clone(),
                file: entry.path.display().to_string(),
                odds: odds.in_brief(),
            })
        };
        let profiles: Result<Vec<ListedProfile>, StoreError> =
            contents.profiles.iter().map(listed).collect();
        Ok(ProfileListing {
            folder: self.folder().display().to_string(),
            profiles: profiles?,
            broken: contents.broken,
        })
    }

    /// The profiles that were begun and not finished.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn draft_listing(&self) -> Result<DraftListing, StoreError> {
        let contents = self.drafts()?;
        let listed = contents
            .drafts
            .iter()
            .map(|(identifier, draft)| ListedDraft {
                draft: identifier.clone(),
                name: draft.name().to_owned(),
                of: draft.of.clone(),
                next: draft.at.clone(),
                answers: draft.answered.len(),
            });
        Ok(DraftListing {
            drafts: listed.collect(),
            broken: contents.broken,
        })
    }

    /// A profile in words, with its odds, counted on some threads.
    ///
    /// # Errors
    /// What [`ProfileStore::find`] says, or that it was stopped.
    pub fn show(
        &self,
        name: &str,
        threads: usize,
        watch: &Watch,
    ) -> Result<ShownProfile, StoreError> {
        let entry = self.find(name)?;
        let odds = OddsSoFar::of(entry.document.clone(), threads, watch)?;
        let words = profile::words(&entry.profile);
        Ok(ShownProfile {
            name: entry.name().to_owned(),
            version: entry.version().to_owned(),
            teaches: entry.profile.description.clone(),
            file: entry.path.display().to_string(),
            words: words.lines().map(str::to_owned).collect(),
            standing: odds.lines(),
            document: entry.document,
        })
    }

    /// Copies a profile under another name.
    ///
    /// # Errors
    /// What [`ProfileStore::find`] and [`ProfileStore::put`] say.
    pub fn copy(&self, name: &str, new: &str) -> Result<PlacedProfile, StoreError> {
        let entry = self.find(name)?;
        self.place(renamed(entry.document, new))
    }

    /// Gives a profile another name. If there are several versions, it must be said which.
    ///
    /// # Errors
    /// What [`ProfileStore::find_only`], [`ProfileStore::lock`] and [`ProfileStore::replace`] say.
    pub fn rename(&self, name: &str, new: &str) -> Result<PlacedProfile, StoreError> {
        let entry = self.find_only(name)?;
        let _lock = self.lock(&entry)?;
        let document = renamed(entry.document.clone(), new);
        Ok(placed(&self.replace(&entry, &written(&document))?))
    }

    /// Keeps a profile as it is, and puts a new version of it beside it.
    ///
    /// # Errors
    /// When this is no version, and what [`ProfileStore::find`] and [`ProfileStore::put`] say.
    pub fn save_as(&self, name: &str, version: &str) -> Result<PlacedProfile, StoreError> {
        let mut document = self.find(name)?.document;
        let version = version.trim();
        if version.is_empty() || version.chars().any(char::is_control) {
            return Err(StoreError::Version);
        }
        document["version"] = version.into();
        self.place(document)
    }

    /// Turns a profile by one seat, West to North to East to South to West, under another name: its own with the new
    /// dealer, unless one is given.
    ///
    /// # Errors
    /// What [`ProfileStore::find`] and [`ProfileStore::put`] say.
    pub fn rotate(&self, name: &str, new: Option<&str>) -> Result<PlacedProfile, StoreError> {
        let entry = self.find(name)?;
        let dealer = entry.profile.dealer.turned(1);
        let usual = format!("{}, dealer {dealer}", entry.name());
        let mut document = profile::rotate(entry.document.clone());
        document["rotated_from"] = entry.name().into();
        self.place(renamed(document, new.unwrap_or(&usual)))
    }

    /// Puts a file in the store, to the byte as it is, and says what became of it.
    pub fn import(&self, file: &Path) -> ImportedFile {
        let from = file.display().to_string();
        self.taken(from, File::open(file).and_then(text_from))
    }

    /// The same of what is read from somewhere else, such as standard input.
    pub fn import_from(&self, from: &str, source: impl Read) -> ImportedFile {
        self.taken(from.to_owned(), text_from(source))
    }

    fn taken(&self, from: String, text: io::Result<String>) -> ImportedFile {
        let text = text.map_err(|cause| StoreError::Read {
            path: PathBuf::from(&from),
            cause,
        });
        let (placed, error) = match text.and_then(|text| self.put(&text)) {
            Ok(entry) => (Some(placed(&entry)), None),
            Err(error) => (None, Some(error.body())),
        };
        ImportedFile {
            from,
            placed,
            error,
        }
    }

    /// Gets ready to delete a profile. If there are several versions, it must be said which.
    ///
    /// # Errors
    /// What [`ProfileStore::find_only`] and [`ProfileStore::lock`] say.
    pub fn deletion(&self, name: &str) -> Result<Deletion<'_>, StoreError> {
        let entry = self.find_only(name)?;
        let lock = self.lock(&entry)?;
        Ok(Deletion {
            store: self,
            what: Deletable::Profile {
                entry: Box::new(entry),
                _lock: lock,
            },
        })
    }

    /// Gets ready to delete a draft.
    ///
    /// # Errors
    /// When there is none, or somebody works on it.
    pub fn draft_deletion(&self, identifier: &str) -> Result<Deletion<'_>, StoreError> {
        let place = self.resume(identifier)?.map(|(place, _)| place);
        let place = place.ok_or_else(|| StoreError::Busy {
            what: identifier.to_owned(),
        })?;
        Ok(Deletion {
            store: self,
            what: Deletable::Draft(place),
        })
    }

    fn place(&self, document: Value) -> Result<PlacedProfile, StoreError> {
        Ok(placed(&self.put(&written(&document))?))
    }
}

/// Something that is about to be deleted, and that nobody edits meanwhile.
#[derive(Debug)]
pub struct Deletion<'s> {
    store: &'s ProfileStore,
    what: Deletable,
}

#[derive(Debug)]
enum Deletable {
    Profile { entry: Box<Entry>, _lock: Lock },
    Draft(DraftPlace),
}

impl Deletion<'_> {
    /// What to ask before it is done: `Delete Weak two defence@1.0?`
    pub fn question(&self) -> String {
        match &self.what {
            Deletable::Profile { entry, .. } => format!("Delete {}?", visible(&entry.full_name())),
            Deletable::Draft(place) => format!("Delete the draft {}?", place.identifier()),
        }
    }

    /// Deletes it.
    ///
    /// # Errors
    /// When its file is not as it was read, or cannot be removed.
    pub fn delete(self) -> Result<Deleted, StoreError> {
        match &self.what {
            Deletable::Profile { entry, .. } => {
                self.store.remove(entry)?;
                Ok(Deleted {
                    deleted: entry.full_name(),
                    draft: false,
                })
            }
            Deletable::Draft(place) => {
                place.delete()?;
                Ok(Deleted {
                    deleted: place.identifier().to_owned(),
                    draft: true,
                })
            }
        }
    }
}

fn placed(entry: &Entry) -> PlacedProfile {
    PlacedProfile {
        name: entry.name().to_owned(),
        version: entry.version().to_owned(),
        file: entry.path.display().to_string(),
    }
}

/// A document with another name.
fn renamed(mut document: Value, name: &str) -> Value {
    document["profile_name"] = name.trim().into();
    document
}

fn written(document: &Value) -> String {
    format!("{document:#}\n")
}

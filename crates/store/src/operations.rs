//! What people do with the profiles in a store beside editing them: listing, showing, copying, renaming, new versions,
//! turning, importing, deleting.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use answer::{Explained, listed};
use profile::ProfileChance;
use serde_json::{Value, json};
use space::Watch;

use crate::answers::{
    Deleted, DraftListing, ImportedFile, KnownOdds, ListedDraft, ListedProfile, PlacedProfile,
    ProfileListing, ShownProfile,
};
use crate::draft::DraftPlace;
use crate::entry::Entry;
use crate::error::StoreError;
use crate::files::text_from;
use crate::folder::ProfileStore;
use crate::kept::{KnownProfile, key};
use crate::lock::Lock;
use crate::name::visible;

impl ProfileStore {
    /// All profiles with what is known of their odds. Of those that nobody has looked at yet a few are looked at for a moment,
    /// on some threads, and that is kept: what takes longer is estimated here, and counted when somebody looks closely.
    ///
    /// # Errors
    /// When the folder cannot be read, or it was stopped.
    pub fn listing(&self, threads: usize, watch: &Watch) -> Result<ProfileListing, StoreError> {
        let contents = self.list()?;
        let known = self.glances(&contents, threads, watch)?;
        let listed = |entry: &Entry| {
            let chance = known.get(&key(&entry.document)).map(KnownProfile::chance);
            ListedProfile {
                name: entry.name().to_owned(),
                version: entry.version().to_owned(),
                newest: contents.is_newest(entry),
                category: entry.category().to_owned(),
                sort_order: entry.sort_order(),
                teaches: entry.profile.description.clone(),
                file: entry.path.display().to_string(),
                odds: match &chance {
                    Some(Some(chance)) => chance.in_brief(),
                    _ => "not counted".to_owned(),
                },
                known: chance.flatten().as_ref().map(known_odds),
            }
        };
        Ok(ProfileListing {
            folder: self.folder().display().to_string(),
            profiles: contents.profiles.iter().map(listed).collect(),
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
        let newest = self.list()?.is_newest(&entry);
        let (odds, chance) = self.look(&entry, threads, watch)?;
        let words = profile::words(&entry.profile);
        Ok(ShownProfile {
            name: entry.name().to_owned(),
            version: entry.version().to_owned(),
            newest,
            category: entry.category().to_owned(),
            teaches: entry.profile.description.clone(),
            file: entry.path.display().to_string(),
            words: words.lines().map(str::to_owned).collect(),
            standing: odds.lines(),
            known: chance.as_ref().map(known_odds),
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

    /// Gives a profile another name: the one without a version, if there is one; of several versions it must be said which.
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

    /// Puts a file in the store, to the byte as it is, and says what became of it. It may take the place of a profile of the
    /// same name and version, or not.
    pub fn import(&self, file: &Path, replace: bool) -> ImportedFile {
        let from = file.display().to_string();
        self.taken(from, File::open(file).and_then(text_from), replace)
    }

    /// The same of what is read from somewhere else, such as standard input.
    pub fn import_from(&self, from: &str, source: impl Read, replace: bool) -> ImportedFile {
        self.taken(from.to_owned(), text_from(source), replace)
    }

    fn taken(&self, from: String, text: io::Result<String>, replace: bool) -> ImportedFile {
        let text = text.map_err(|cause| StoreError::Read {
            path: PathBuf::from(&from),
            cause,
        });
        let put = text.and_then(|text| {
            if replace {
                self.put_or_replace(&text)
            } else {
                Ok((self.put(&text)?, false))
            }
        });
        match put {
            Ok((entry, replaced)) => ImportedFile {
                from,
                placed: Some(placed(&entry)),
                replaced,
                error: None,
            },
            Err(error) => ImportedFile {
                from,
                placed: None,
                replaced: false,
                error: Some(error.body()),
            },
        }
    }

    /// A profile for another program: its file to the byte, unless it leaves out seats. Those are written then, each with one
    /// subprofile for any hand, and everything else stays as it is.
    ///
    /// # Errors
    /// What [`ProfileStore::find`] says.
    pub fn export(&self, name: &str) -> Result<String, StoreError> {
        let Entry {
            text, mut document, ..
        } = self.find(name)?;
        let Some(seats) = document["seat_profiles"].as_object_mut() else {
            return Ok(text);
        };
        let before = seats.len();
        for seat in ["N", "E", "S", "W"] {
            if !seats.keys().any(|name| name.eq_ignore_ascii_case(seat)) {
                let any = json!({"seat": seat, "subprofiles": [any_hand()]});
                seats.insert(seat.to_owned(), any);
            }
        }
        Ok(if seats.len() == before {
            text
        } else {
            written(&document)
        })
    }

    /// Gets ready to delete a profile: the one without a version, if there is one; of several versions it must be said which.
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

    /// Gets ready to delete all drafts that nobody works on, the broken ones too.
    ///
    /// # Errors
    /// When there are none, or the folder cannot be read or written.
    pub fn drafts_deletion(&self) -> Result<DraftsDeletion, StoreError> {
        let (places, busy) = self.free_drafts()?;
        if !places.is_empty() {
            Ok(DraftsDeletion { places, busy })
        } else if busy.is_empty() {
            Err(StoreError::NoDraft)
        } else {
            Err(StoreError::Busy { what: listed(busy) })
        }
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

/// All drafts, about to be deleted. Nobody works on them meanwhile.
#[derive(Debug)]
pub struct DraftsDeletion {
    places: Vec<DraftPlace>,
    /// Drafts that somebody works on: they stay.
    pub busy: Vec<String>,
}

impl DraftsDeletion {
    /// What to ask before it is done: `Delete the drafts new-1 and new-2?`
    pub fn question(&self) -> String {
        let names = self.places.iter().map(|place| visible(place.identifier()));
        match self.places.len() {
            1 => format!("Delete the draft {}?", listed(names)),
            _ => format!("Delete the drafts {}?", listed(names)),
        }
    }

    /// Deletes them.
    ///
    /// # Errors
    /// When a file cannot be removed; those before it are gone.
    pub fn delete(self) -> Result<Vec<Deleted>, StoreError> {
        let deleted = |place: &DraftPlace| {
            place.delete()?;
            Ok(Deleted {
                deleted: place.identifier().to_owned(),
                draft: true,
            })
        };
        self.places.iter().map(deleted).collect()
    }
}

fn placed(entry: &Entry) -> PlacedProfile {
    PlacedProfile {
        name: entry.name().to_owned(),
        version: entry.version().to_owned(),
        file: entry.path.display().to_string(),
    }
}

/// A subprofile that any hand fits, as every program reads it.
fn any_hand() -> Value {
    let suit = json!({"min_cards": 0, "max_cards": 13, "min_hcp": 0, "max_hcp": 37});
    json!({
        "weight_percent": 100,
        "standard": {
            "spades": suit, "hearts": suit, "diamonds": suit, "clubs": suit,
            "total_min_hcp": 0, "total_max_hcp": 37
        },
        "random_suit_constraint": null,
        "partner_contingent_constraint": null,
        "opponents_contingent_suit_constraint": null
    })
}

fn known_odds(chance: &ProfileChance) -> KnownOdds {
    KnownOdds {
        combinations: chance.combinations,
        dealable: chance.dealable,
        probability: chance.probability,
        exact: chance.is_exact(),
        error: chance.error,
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

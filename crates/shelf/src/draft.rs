//! Drafts: profiles that are being made or changed, kept after every answer until they are saved.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::{Broken, Entry};
use crate::error::ShelfError;
use crate::files::{self, Place};
use crate::lock::Lock;
use crate::store::{Shelf, json_files};

/// So many profiles can be begun before one is finished.
const MOST_DRAFTS: u32 = 10_000;

/// What is kept of a profile that is being made or changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// The file name of the profile that is changed; none for a new one.
    pub of: Option<String>,
    /// What was in that file when the change began.
    pub was: Option<String>,
    /// The question that is to be answered next; none if all are.
    pub at: Option<String>,
    /// The questions that have been answered.
    pub answered: Vec<String>,
    /// The profile so far.
    pub document: Value,
}

impl Draft {
    /// The name of the profile so far; empty if it has none yet.
    pub fn name(&self) -> &str {
        let name = self.document.get("profile_name").and_then(Value::as_str);
        name.unwrap_or_default()
    }
}

/// The drafts on a shelf.
#[derive(Debug, Default)]
pub struct DraftsFound {
    /// Each with its identifier: the name of its file without the ending.
    pub drafts: Vec<(String, Draft)>,
    /// What cannot be read. It is left as it is.
    pub broken: Vec<Broken>,
}

/// The place of one draft, held by whoever works on it.
#[derive(Debug)]
pub struct DraftPlace {
    path: PathBuf,
    identifier: String,
    /// Nobody else works on it meanwhile.
    _lock: Lock,
}

impl Shelf {
    /// All drafts, those that somebody works on too.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn drafts(&self) -> Result<DraftsFound, ShelfError> {
        let mut found = DraftsFound::default();
        for path in json_files(&self.drafts_folder())? {
            let stem = path.file_stem().unwrap_or_default();
            let identifier = stem.to_string_lossy().into_owned();
            match read(&path) {
                Ok(draft) => found.drafts.push((identifier, draft)),
                Err(problem) => found.broken.push(Broken {
                    path,
                    problems: vec![problem],
                }),
            }
        }
        Ok(found)
    }

    /// A place for a profile that is begun.
    ///
    /// # Errors
    /// When the shelf cannot be written to.
    pub fn new_draft(&self) -> Result<DraftPlace, ShelfError> {
        for number in 1..MOST_DRAFTS {
            let identifier = format!("new-{number}");
            // What stands there, even if it is broken, is somebody's.
            if !self.draft_path(&identifier).exists()
                && let Some(place) = self.try_draft(&identifier)?
                && !place.path.exists()
            {
                return Ok(place);
            }
        }
        Err(ShelfError::Name(
            "there are too many drafts: finish some, or delete them".to_owned(),
        ))
    }

    /// The place for the changes of a profile, and what is there already. It is the profile's [`Shelf::lock`] too.
    ///
    /// # Errors
    /// When somebody else works on it, what is there cannot be read, or the shelf cannot be written to.
    pub fn draft_of(&self, entry: &Entry) -> Result<(DraftPlace, Option<Draft>), ShelfError> {
        let identifier = format!("edit-{}", entry.stem());
        let place = self
            .try_draft(&identifier)?
            .ok_or_else(|| ShelfError::Busy {
                what: format!("{:?}", entry.name()),
            })?;
        if !place.path.exists() {
            Ok((place, None))
        } else {
            let draft = place.read()?;
            Ok((place, Some(draft)))
        }
    }

    /// The place of a draft, to go on with it; `None` if somebody else does.
    ///
    /// # Errors
    /// When it cannot be read, or the shelf cannot be written to.
    pub fn resume(&self, identifier: &str) -> Result<Option<(DraftPlace, Draft)>, ShelfError> {
        // Only what was listed is opened, whatever else a name might lead to.
        let known = self.drafts()?.drafts;
        if known.iter().all(|(known, _)| known != identifier) {
            return Err(ShelfError::NotThere {
                name: identifier.to_owned(),
                folder: self.drafts_folder(),
                hint: String::new(),
            });
        }
        let Some(place) = self.try_draft(identifier)? else {
            return Ok(None);
        };
        let draft = place.read()?;
        Ok(Some((place, draft)))
    }

    /// The profile that a draft changes, as it was then.
    ///
    /// # Errors
    /// When the profile is gone or can no longer be read.
    pub fn changed_by(&self, draft: &Draft) -> Result<Option<Entry>, ShelfError> {
        let Some(file) = &draft.of else {
            return Ok(None);
        };
        let mut entry = self.find(file)?;
        if let Some(was) = &draft.was {
            entry.text.clone_from(was);
        }
        Ok(Some(entry))
    }

    fn try_draft(&self, identifier: &str) -> Result<Option<DraftPlace>, ShelfError> {
        let lock = Lock::try_take(self.folder(), identifier)?;
        Ok(lock.map(|lock| DraftPlace {
            path: self.draft_path(identifier),
            identifier: identifier.to_owned(),
            _lock: lock,
        }))
    }

    fn drafts_folder(&self) -> PathBuf {
        self.folder().join("drafts")
    }

    fn draft_path(&self, identifier: &str) -> PathBuf {
        self.drafts_folder().join(format!("{identifier}.json"))
    }
}

impl DraftPlace {
    /// What the draft is called.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// Keeps a draft, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written; what was kept before is still there.
    pub fn save(&self, draft: &Draft) -> Result<(), ShelfError> {
        let text = serde_json::to_string_pretty(draft).map_err(|error| ShelfError::Write {
            path: self.path.clone(),
            cause: error.into(),
        })?;
        files::write(&self.path, &(text + "\n"), Place::Any)?;
        Ok(())
    }

    /// Throws the draft away.
    ///
    /// # Errors
    /// When its file cannot be removed.
    pub fn delete(&self) -> Result<(), ShelfError> {
        match fs::remove_file(&self.path) {
            Err(cause) if self.path.exists() => Err(ShelfError::Write {
                path: self.path.clone(),
                cause,
            }),
            _ => Ok(()),
        }
    }

    /// Whether a draft was kept here.
    pub fn is_kept(&self) -> bool {
        self.path.exists()
    }

    fn read(&self) -> Result<Draft, ShelfError> {
        read(&self.path).map_err(|problem| {
            let cause = std::io::Error::other(problem);
            ShelfError::Read {
                path: self.path.clone(),
                cause,
            }
        })
    }
}

fn read(path: &Path) -> Result<Draft, String> {
    let text = files::text(path).map_err(|error| match error {
        ShelfError::Read { cause, .. } => cause.to_string(),
        error => error.to_string(),
    })?;
    serde_json::from_str(&text).map_err(|error| format!("it is no draft: {error}"))
}

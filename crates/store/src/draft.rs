//! Drafts: profiles that are being made or changed, kept after every answer until they are saved.

use std::fs;
use std::path::{Path, PathBuf};

use wizard::Draft;

use crate::answers::BrokenFile;
use crate::entry::{Entry, file_name};
use crate::error::StoreError;
use crate::files::{self, Overwrite};
use crate::folder::{ProfileStore, json_files};
use crate::lock::Lock;

/// So many profiles can be begun before one is finished.
const MOST_DRAFTS: u32 = 10_000;

/// The drafts in a store.
#[derive(Debug, Default)]
pub struct DraftContents {
    /// Each with its identifier: the name of its file without the ending.
    pub drafts: Vec<(String, Draft)>,
    /// What cannot be read. It is left as it is.
    pub broken: Vec<BrokenFile>,
}

/// The place of one draft, held by whoever works on it.
#[derive(Debug)]
pub struct DraftPlace {
    path: PathBuf,
    identifier: String,
    /// Nobody else works on it meanwhile.
    _lock: Lock,
}

impl ProfileStore {
    /// All drafts, those that somebody works on too.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn drafts(&self) -> Result<DraftContents, StoreError> {
        let mut found = DraftContents::default();
        for path in json_files(&self.drafts_folder())? {
            let stem = path.file_stem().unwrap_or_default();
            let identifier = stem.to_string_lossy().into_owned();
            match read(&path) {
                Ok(draft) => found.drafts.push((identifier, draft)),
                Err(problem) => found.broken.push(BrokenFile {
                    file: file_name(&path),
                    problems: vec![problem],
                }),
            }
        }
        Ok(found)
    }

    /// A place for a profile that is begun.
    ///
    /// # Errors
    /// When the store cannot be written to.
    pub fn new_draft(&self) -> Result<DraftPlace, StoreError> {
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
        Err(StoreError::Name(
            "there are too many drafts: finish some, or delete them".to_owned(),
        ))
    }

    /// The place for the changes of a profile, and what is there already. It is the profile's [`ProfileStore::lock`] too.
    ///
    /// # Errors
    /// When somebody else works on it, what is there cannot be read, or the store cannot be written to.
    pub fn draft_of(&self, entry: &Entry) -> Result<(DraftPlace, Option<Draft>), StoreError> {
        let identifier = format!("edit-{}", entry.stem());
        let place = self
            .try_draft(&identifier)?
            .ok_or_else(|| StoreError::Busy {
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
    /// When it cannot be read, or the store cannot be written to.
    pub fn resume(&self, identifier: &str) -> Result<Option<(DraftPlace, Draft)>, StoreError> {
        // Only what was listed is opened, whatever else a name might lead to.
        let known = self.drafts()?.drafts;
        if known.iter().all(|(known, _)| known != identifier) {
            return Err(StoreError::NoDraft);
        }
        let Some(place) = self.try_draft(identifier)? else {
            return Ok(None);
        };
        let draft = place.read()?;
        Ok(Some((place, draft)))
    }

    /// The places of all drafts that nobody works on, the broken ones too, for throwing them away; and what the others are
    /// called.
    pub(crate) fn free_drafts(&self) -> Result<(Vec<DraftPlace>, Vec<String>), StoreError> {
        let (mut free, mut busy) = (Vec::new(), Vec::new());
        for path in json_files(&self.drafts_folder())? {
            let stem = path.file_stem().unwrap_or_default();
            let identifier = stem.to_string_lossy().into_owned();
            match self.try_draft(&identifier)? {
                Some(place) => free.push(DraftPlace { path, ..place }),
                None => busy.push(identifier),
            }
        }
        Ok((free, busy))
    }

    /// The profile that a draft changes, as it was then.
    ///
    /// # Errors
    /// When the profile is gone or can no longer be read.
    pub fn changed_by(&self, draft: &Draft) -> Result<Option<Entry>, StoreError> {
        let Some(file) = &draft.of else {
            return Ok(None);
        };
        let mut entry = self.find(file)?;
        if let Some(was) = &draft.was {
            entry.text.clone_from(was);
        }
        Ok(Some(entry))
    }

    fn try_draft(&self, identifier: &str) -> Result<Option<DraftPlace>, StoreError> {
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
    pub fn save(&self, draft: &Draft) -> Result<(), StoreError> {
        let text = serde_json::to_string_pretty(draft).map_err(|error| StoreError::Write {
            path: self.path.clone(),
            cause: error.into(),
        })?;
        files::write(&self.path, &(text + "\n"), Overwrite::Instead)?;
        Ok(())
    }

    /// Throws the draft away.
    ///
    /// # Errors
    /// When its file cannot be removed.
    pub fn delete(&self) -> Result<(), StoreError> {
        match fs::remove_file(&self.path) {
            Err(cause) if self.path.exists() => Err(StoreError::Write {
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

    fn read(&self) -> Result<Draft, StoreError> {
        read(&self.path).map_err(|problem| {
            let cause = std::io::Error::other(problem);
            StoreError::Read {
                path: self.path.clone(),
                cause,
            }
        })
    }
}

fn read(path: &Path) -> Result<Draft, String> {
    let text = files::text(path).map_err(|error| match error {
        StoreError::Read { cause, .. } => cause.to_string(),
        error => error.to_string(),
    })?;
    serde_json::from_str(&text).map_err(|error| format!("it is no draft: {error}"))
}

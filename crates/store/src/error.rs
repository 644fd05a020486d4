//! Why something could not be done with the store.

use std::io;
use std::path::PathBuf;

use answer::{ErrorBody, Explained, Place};
use space::Stopped;

/// Why something could not be done with the store: what, where, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A file or folder could not be read.
    #[error("cannot read {path}: {}", answer::cause(cause), path = path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file or folder could not be written; what was there is still there.
    #[error("cannot write {path}: {}", answer::cause(cause), path = path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// There is a file already where a new one was to be written.
    #[error("{path} is there already", path = path.display())]
    Exists {
        /// Which.
        path: PathBuf,
    },
    /// Nobody said where profiles are kept, and this user has no folder for them.
    #[error("this user has no folder for profiles")]
    NoFolder,
    /// No profile has this name.
    #[error("there is no profile {name:?} on the shelf {folder}{hint}", folder = folder.display())]
    NotThere {
        /// The name.
        name: String,
        /// The store's folder.
        folder: PathBuf,
        /// What might have been meant, as the end of the sentence; or nothing.
        hint: String,
    },
    /// No draft is called that, or there is none at all.
    #[error("there is no such draft")]
    NoDraft,
    /// Several profiles have this name.
    #[error("several profiles are called {name:?}: say which one, {}", .which.join(" or "))]
    Several {
        /// The name.
        name: String,
        /// How each can be named.
        which: Vec<String>,
    },
    /// A profile of this name and version is there already.
    #[error("{name} is on the shelf already, in {path}", path = path.display())]
    Taken {
        /// Its name and version.
        name: String,
        /// Its file.
        path: PathBuf,
    },
    /// Somebody else is editing it.
    #[error("{what} is being edited in another window: finish there first")]
    Busy {
        /// What.
        what: String,
    },
    /// The file is not what it was when it was read.
    #[error("{path} was changed by another program since it was read: nothing was written", path = path.display())]
    Changed {
        /// Which file.
        path: PathBuf,
    },
    /// This can be no name.
    #[error("{0}")]
    Name(String),
    /// This can be no version.
    #[error("write a version, such as 1.1")]
    Version,
    /// This is no profile: what is wrong with it, a line each.
    #[error("this profile has something wrong in it: {}", .0.join("; "))]
    Wrong(Vec<String>),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Explained for StoreError {
    fn code(&self) -> &'static str {
        match self {
            StoreError::Read { .. } => "cannot-read",
            StoreError::Write { .. } => "cannot-write",
            StoreError::Exists { .. } => "file-exists",
            StoreError::NoFolder => "no-store",
            StoreError::NotThere { .. } => "no-such-profile",
            StoreError::NoDraft => "no-such-draft",
            StoreError::Several { .. } => "several-profiles",
            StoreError::Taken { .. } => "name-taken",
            StoreError::Busy { .. } => "being-edited",
            StoreError::Changed { .. } => "changed-meanwhile",
            StoreError::Name(_) => "bad-name",
            StoreError::Version => "bad-version",
            StoreError::Wrong(_) => "bad-profile",
            StoreError::Stopped(_) => "stopped",
        }
    }

    fn body(&self) -> ErrorBody {
        let path = match self {
            StoreError::Read { path, .. }
            | StoreError::Write { path, .. }
            | StoreError::Exists { path }
            | StoreError::Taken { path, .. }
            | StoreError::Changed { path } => Some(path),
            _ => None,
        };
        let place = path.map(|path| Place {
            file: Some(path.display().to_string()),
            ..Place::default()
        });
        ErrorBody {
            places: place.into_iter().collect(),
            ..ErrorBody::new(self.code(), self.to_string())
        }
    }
}

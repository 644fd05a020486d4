//! Why something could not be done with the shelf.

use std::io;
use std::path::PathBuf;

/// Why something could not be done with the shelf: what, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// A file or folder could not be read.
    #[error("cannot read {path}: {cause}", path = path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file or folder could not be written; what was there is still there.
    #[error("cannot write {path}: {cause}", path = path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// No profile has this name.
    #[error("there is no profile {name:?} on the shelf {folder}{hint}", folder = folder.display())]
    NotThere {
        /// The name.
        name: String,
        /// The shelf's folder.
        folder: PathBuf,
        /// What might have been meant, as the end of the sentence; or nothing.
        hint: String,
    },
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
    /// This is no profile: what is wrong with it, a line each.
    #[error("this profile has something wrong in it: {}", .0.join("; "))]
    Wrong(Vec<String>),
}

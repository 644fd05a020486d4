//! Where hand profiles are kept: a folder in which they stand as JSON files, found by their names. People know it as their
//! shelf.
//!
//! A [`ProfileStore`] lists, finds, puts, replaces and removes profiles, and does what people do with them: copy, rename,
//! new versions, turning, importing. It keeps the drafts of those that are being made, in sessions of the wizard. Files are
//! written whole or not at all, what cannot be read is reported and never touched, and a [`Lock`] keeps two editors apart.
//! What was counted is kept beside the profiles, so that looking at them does not count again.
//! What a profile means is known by `profile`, and what is asked by `wizard`; terminals and the environment are known to
//! nobody here.
//!
//! ```
//! # #[cfg(feature = "files")] {
//! let folder = tempfile::tempdir().unwrap();
//! let store = store::ProfileStore::at(folder.path());
//! store.put(r#"{"profile_name": "Six/spades", "version": "1.0", "dealer": "N", "tag": "Opener", "seat_profiles": {}}"#).unwrap();
//! let found = store.find("six/SPADES").unwrap();
//! assert_eq!(found.name(), "Six/spades");
//! assert_eq!(found.file_name(), "six-spades-v1.0.json");
//! # }
//! ```

#![forbid(unsafe_code)]

mod answers;
#[cfg(all(feature = "files", feature = "threads"))]
mod counting;
#[cfg(feature = "files")]
mod draft;
#[cfg(feature = "files")]
mod entry;
mod error;
#[cfg(feature = "files")]
mod file_name;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod kept;
#[cfg(feature = "files")]
mod lock;
mod name;
#[cfg(feature = "files")]
mod operations;
#[cfg(feature = "files")]
mod session;
#[cfg(feature = "files")]
mod solved;

pub use answers::{
    BrokenFile, Deleted, DraftListing, ImportedFile, KnownOdds, ListedDraft, ListedProfile,
    PlacedProfile, ProfileListing, ShownProfile,
};
pub use error::StoreError;
pub use name::{check_name, same_name};
pub use wizard::Draft;

#[cfg(all(feature = "files", feature = "threads"))]
pub use counting::BackgroundOdds;
#[cfg(feature = "files")]
pub use draft::{DraftContents, DraftPlace};
#[cfg(feature = "files")]
pub use entry::{Entry, StoreContents};
#[cfg(feature = "files")]
pub use file_name::version_order;
#[cfg(feature = "files")]
pub use folder::ProfileStore;
#[cfg(feature = "files")]
pub use lock::Lock;
#[cfg(feature = "files")]
pub use operations::{Deletion, DraftsDeletion};
#[cfg(feature = "files")]
pub use session::{DraftChoice, EditStart, StoreKeeper, StoreSession, UnsavedChanges};
#[cfg(feature = "files")]
pub use solved::{CACHE_VARIABLE, SolvedDeals};

/// The variable of the environment that names the folder: its value is for [`ProfileStore::usual`].
#[cfg(feature = "files")]
pub const STORE_VARIABLE: &str = "FAIRDEAL_STORE";

/// The examples of the crate's page, run as tests.
#[cfg(all(doctest, feature = "files"))]
#[doc = include_str!("../README.md")]
struct Readme;

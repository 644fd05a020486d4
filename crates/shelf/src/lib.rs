//! The shelf: a folder in which hand profiles stand as JSON files, found by their names.
//!
//! A [`Shelf`] lists, finds, puts, replaces and removes profiles, and keeps the [`Draft`]s of those that are being made.
//! Files are written whole or not at all, what cannot be read is reported and never touched, and a [`Lock`] keeps two
//! editors apart. It knows files and names; what a profile means is known by `profile`, and who edits by nobody here.
//!
//! ```
//! let folder = tempfile::tempdir().unwrap();
//! let shelf = shelf::Shelf::at(folder.path());
//! shelf.put(r#"{"profile_name": "Six/spades", "version": "1.0", "dealer": "N", "tag": "Opener", "seat_profiles": {}}"#).unwrap();
//! let found = shelf.find("six/SPADES").unwrap();
//! assert_eq!(found.name(), "Six/spades");
//! assert_eq!(found.file_name(), "six-spades-v1.0.json");
//! ```

mod draft;
mod entry;
mod error;
mod files;
mod lock;
mod name;
mod store;

pub use draft::{Draft, DraftPlace, DraftsFound};
pub use entry::{Broken, Entry, Listing};
pub use error::ShelfError;
pub use lock::Lock;
pub use name::{check_name, same_name};
pub use store::{Shelf, usual_folder};

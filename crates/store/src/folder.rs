//! The folder itself: listing, finding, putting, replacing and removing.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use profile::Problem;

use crate::answers::BrokenFile;
use crate::entry::{Entry, StoreContents, version_of};
use crate::error::StoreError;
use crate::file_name::{stem, version_order};
use crate::files::{self, Overwrite};
use crate::lock::Lock;
use crate::name::{check_name, full_name, same_name};

/// The lock of short changes to the folder as a whole.
const FOLDER_LOCK: &str = "shelf";
/// So many files of one name are tried.
const MOST_NAMESAKES: u32 = 10_000;

/// A folder in which profiles stand. It is made when something is first put there.
#[derive(Clone, Debug)]
pub struct ProfileStore {
    folder: PathBuf,
}

impl ProfileStore {
    /// The store in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> ProfileStore {
        ProfileStore {
            folder: folder.into(),
        }
    }

    /// The store that is usual: in the folder that was told, else in the one that the environment names (the value of
    /// [`STORE_VARIABLE`](crate::STORE_VARIABLE), unless it is empty), else where the platform keeps such things for this
    /// user.
    ///
    /// # Errors
    /// When nobody names a folder and this user has no home.
    pub fn usual(
        told: Option<PathBuf>,
        variable: Option<OsString>,
    ) -> Result<ProfileStore, StoreError> {
        let named = variable.filter(|folder| !folder.is_empty());
        let of_user = || {
            let folders = directories::ProjectDirs::from("", "", "fairdeal")?;
            Some(folders.data_dir().join("profiles"))
        };
        let folder = told.or(named.map(PathBuf::from)).or_else(of_user);
        folder.map(ProfileStore::at).ok_or(StoreError::NoFolder)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Everything on it. Files that are no profiles are in the listing too, each with what is wrong.
    ///
    /// # Errors
    /// When the folder cannot be read. One that is not there is empty.
    pub fn list(&self) -> Result<StoreContents, StoreError> {
        let mut listing = StoreContents::default();
        for path in json_files(&self.folder)? {
            match Entry::read(&path) {
                Ok(entry) => listing.profiles.push(entry),
                Err(broken) => listing.broken.push(broken),
            }
        }
        listing.profiles.sort_by_cached_key(Entry::order);
        Ok(listing)
    }

    /// The profile of a name: the newest version, or the one of `NAME@VERSION`; the name of its file finds it too.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find(&self, name: &str) -> Result<Entry, StoreError> {
        let listing = self.list()?;
        let mut found = listing.named(name);
        let newest = found.iter().map(|entry| version_order(entry.version()));
        if let Some(newest) = newest.max() {
            found.retain(|entry| version_order(entry.version()) == newest);
        }
        self.only(name, found, &listing)
    }

    /// The profile of a name, for what is not to be done to the wrong one: the one without a version, if there is one, else
    /// the only one.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn find_only(&self, name: &str) -> Result<Entry, StoreError> {
        let listing = self.list()?;
        let mut found = listing.named(name);
        if found.iter().any(|entry| entry.version().is_empty()) {
            found.retain(|entry| entry.version().is_empty());
        }
        self.only(name, found, &listing)
    }

    fn only(
        &self,
        name: &str,
        mut found: Vec<&Entry>,
        listing: &StoreContents,
    ) -> Result<Entry, StoreError> {
        let Some(one) = found.pop() else {
            return Err(StoreError::NotThere {
                name: name.to_owned(),
                folder: self.folder.clone(),
                hint: listing.hint(name),
            });
        };
        if found.is_empty() {
            return Ok(one.clone());
        }
        found.push(one);
        // Files that were copied by hand may agree in name and version: then only the file's name tells them apart.
        let alike = |entry: &&Entry| {
            let same = |other: &&&Entry| other.is(entry.name(), entry.version());
            found.iter().filter(same).count() > 1
        };
        let which = found.iter().map(|entry| {
            if alike(entry) {
                entry.stem()
            } else {
                entry.full_name()
            }
        });
        Err(StoreError::Several {
            name: name.to_owned(),
            which: which.map(|name| format!("{name:?}")).collect(),
        })
    }

    /// Puts a profile in the store, to the byte as it is.
    ///
    /// # Errors
    /// When it is no profile, one of its name and version is there already, or it cannot be written.
    pub fn put(&self, text: &str) -> Result<Entry, StoreError> {
        let (name, version) = self.checked(text)?;
        let _lock = Lock::take(&self.folder, FOLDER_LOCK)?;
        self.refuse_taken(&name, &version, None)?;
        self.put_new(text, &name, &version)
    }

    /// Puts a profile in the place of one that was read from the store. If it has another name or version now, its file
    /// gets another name too.
    ///
    /// # Errors
    /// When the file is not as it was read, or what [`ProfileStore::put`] says. Nothing is lost then.
    pub fn replace(&self, entry: &Entry, text: &str) -> Result<Entry, StoreError> {
        let (name, version) = self.checked(text)?;
        let _lock = Lock::take(&self.folder, FOLDER_LOCK)?;
        unchanged(entry)?;
        if entry.is(&name, &version) {
            files::write(&entry.path, text, Overwrite::Instead)?;
            return read_back(&entry.path);
        }
        self.refuse_taken(&name, &version, Some(&entry.path))?;
        // The new file is there before the old one goes: whatever happens between, nothing is lost.
        let put = self.put_new(text, &name, &version)?;
        remove(&entry.path)?;
        Ok(put)
    }

    /// Puts a profile in the store, in the place of the one of its name and version if there is one. Says whether there was.
    ///
    /// # Errors
    /// When somebody edits the one that is there, several have its name and version, or what [`ProfileStore::put`] says.
    pub fn put_or_replace(&self, text: &str) -> Result<(Entry, bool), StoreError> {
        let (name, version) = self.checked(text)?;
        let listing = self.list()?;
        let there = listing.profiles.iter();
        let there: Vec<&Entry> = there.filter(|one| one.is(&name, &version)).collect();
        if there.is_empty() {
            return Ok((self.put(text)?, false));
        }
        let entry = self.only(&full_name(&name, &version), there, &listing)?;
        let _lock = self.lock(&entry)?;
        Ok((self.replace(&entry, text)?, true))
    }

    /// Takes a profile from the store.
    ///
    /// # Errors
    /// When its file is not as it was read, or cannot be removed.
    pub fn remove(&self, entry: &Entry) -> Result<(), StoreError> {
        let _lock = Lock::take(&self.folder, FOLDER_LOCK)?;
        unchanged(entry)?;
        remove(&entry.path)
    }

    /// Says that a profile is being edited, until the lock is dropped.
    ///
    /// # Errors
    /// When somebody else edits it, or the store cannot be written to.
    pub fn lock(&self, entry: &Entry) -> Result<Lock, StoreError> {
        let lock = Lock::try_take(&self.folder, &format!("edit-{}", entry.stem()))?;
        lock.ok_or_else(|| StoreError::Busy {
            what: format!("{:?}", entry.name()),
        })
    }

    /// The name and version of what is to be put in the store.
    fn checked(&self, text: &str) -> Result<(String, String), StoreError> {
        let reading = profile::read(text);
        let Some((profile, document)) = reading.profile.as_ref().zip(reading.document.as_ref())
        else {
            let wrong = reading.errors().map(Problem::to_string);
            return Err(StoreError::Wrong(wrong.collect()));
        };
        check_name(&profile.name)?;
        Ok((profile.name.clone(), version_of(document).to_owned()))
    }

    /// That no profile but perhaps the one at a path has this name and version.
    fn refuse_taken(
        &self,
        name: &str,
        version: &str,
        but: Option<&Path>,
    ) -> Result<(), StoreError> {
        let listing = self.list()?;
        let taken = |entry: &&Entry| entry.is(name, version) && Some(entry.path.as_path()) != but;
        match listing.profiles.iter().find(taken) {
            None => Ok(()),
            Some(entry) => Err(StoreError::Taken {
                name: full_name(name, version),
                path: entry.path.clone(),
            }),
        }
    }

    /// Writes a file under a name that is free. A broken file keeps its name.
    fn put_new(&self, text: &str, name: &str, version: &str) -> Result<Entry, StoreError> {
        let stem = stem(name, version);
        for number in 1..MOST_NAMESAKES {
            let file = match number {
                1 => format!("{stem}.json"),
                number => format!("{stem}-{number}.json"),
            };
            let path = self.folder.join(file);
            if files::write(&path, text, Overwrite::Never)? {
                return read_back(&path);
            }
        }
        Err(StoreError::Name(format!(
            "too many files are called {stem}: give it another name"
        )))
    }
}

impl StoreContents {
    /// The profiles of a name, of `NAME@VERSION`, or of a file's name.
    fn named(&self, name: &str) -> Vec<&Entry> {
        let all = |fits: &dyn Fn(&Entry) -> bool| -> Vec<&Entry> {
            self.profiles.iter().filter(|entry| fits(entry)).collect()
        };
        let named = all(&|entry| same_name(entry.name(), name));
        if !named.is_empty() {
            return named;
        }
        if let Some((name, version)) = name.rsplit_once('@') {
            let versions = all(&|entry| entry.is(name, version.trim()));
            if !versions.is_empty() {
                return versions;
            }
        }
        all(&|entry| entry.stem() == name || entry.file_name() == name)
    }

    /// Whether no version of a profile is newer.
    pub(crate) fn is_newest(&self, entry: &Entry) -> bool {
        let order = |one: &Entry| version_order(one.version());
        let mut namesakes = self.profiles.iter();
        !namesakes.any(|one| same_name(one.name(), entry.name()) && order(one) > order(entry))
    }

    /// What might have been meant by a name that is not there.
    fn hint(&self, name: &str) -> String {
        let broken =
            |one: &&BrokenFile| one.file == name || one.file.strip_suffix(".json") == Some(name);
        if let Some(broken) = self.broken.iter().find(broken) {
            let why = broken.problems.first().map_or("", String::as_str);
            return format!(": its file {} is broken: {why}", broken.file);
        }
        let wanted = name.to_lowercase();
        let near = |entry: &&Entry| {
            let known = entry.name().to_lowercase();
            let close = strsim::damerau_levenshtein(&known, &wanted) <= 2 + wanted.len() / 8;
            close || (wanted.len() > 2 && known.contains(&wanted))
        };
        match self.profiles.iter().find(near) {
            Some(entry) => format!(": did you mean {:?}?", entry.name()),
            None => String::new(),
        }
    }
}

/// The files of a folder that might be profiles, in the order of their names. A folder that is not there has none.
pub(crate) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |cause| StoreError::Read {
        path: folder.to_owned(),
        cause,
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        let hidden = path
            .file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let json = path.extension().is_some_and(|ending| {
            let ending: &OsStr = ending;
            ending.eq_ignore_ascii_case("json")
        });
        if json && !hidden {
            paths.push(path);
        }
    }
    answer::sort(&mut paths);
    Ok(paths)
}

fn read_back(path: &Path) -> Result<Entry, StoreError> {
    Entry::read(path).map_err(|broken| StoreError::Wrong(broken.problems))
}

/// That a file is still what it was when it was read.
fn unchanged(entry: &Entry) -> Result<(), StoreError> {
    match files::text(&entry.path) {
        Ok(text) if text == entry.text => Ok(()),
        _ => Err(StoreError::Changed {
            path: entry.path.clone(),
        }),
    }
}

fn remove(path: &Path) -> Result<(), StoreError> {
    fs::remove_file(path).map_err(|cause| StoreError::Write {
        path: path.to_owned(),
        cause,
    })
}

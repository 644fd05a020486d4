//! Reading files that may be anything, and writing them whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::error::ShelfError;

/// More than this is no profile.
const MOST_BYTES: u64 = 16 << 20;

/// The text of a file. Whatever is no plain file of some size is an error, and is not waited for.
pub(crate) fn text(path: &Path) -> Result<String, ShelfError> {
    let failed = |cause| ShelfError::Read {
        path: path.to_owned(),
        cause,
    };
    let other = |message: &str| failed(io::Error::other(message.to_owned()));
    let known = fs::metadata(path).map_err(failed)?;
    if !known.is_file() {
        return Err(other("it is no file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(other("it has more than 16 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| other("it is not UTF-8 text"))
}

/// How a file may be put in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Only if there is none of this name.
    New,
    /// Instead of the one that is there.
    Any,
}

/// Writes a file beside its place and moves it there in one step. `false` if the place was taken.
pub(crate) fn write(path: &Path, text: &str, place: Place) -> Result<bool, ShelfError> {
    let failed = |cause: io::Error| ShelfError::Write {
        path: path.to_owned(),
        cause: plain(cause),
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let part = written(folder, text).map_err(failed)?;
    let placed = match place {
        Place::New => part.persist_noclobber(path),
        Place::Any => part.persist(path),
    };
    match placed {
        Ok(_) => Ok(true),
        Err(error) if place == Place::New && path.exists() => {
            drop(error.file);
            Ok(false)
        }
        Err(error) => Err(failed(error.error)),
    }
}

fn written(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let mut part = builder.prefix(".fairdeal-").tempfile_in(folder)?;
    part.write_all(text.as_bytes())?;
    readable(part.as_file())?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// The cause without the name of a temporary file, which would only puzzle the reader.
fn plain(error: io::Error) -> io::Error {
    match error.get_ref().and_then(|inner| inner.source()) {
        Some(cause) => io::Error::new(error.kind(), cause.to_string()),
        None => error,
    }
}

/// A temporary file is for its owner alone; a profile is for whoever may read the folder.
#[cfg(unix)]
fn readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &File) -> io::Result<()> {
    Ok(())
}

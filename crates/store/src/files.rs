//! Reading files that may be anything, and writing them whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::error::StoreError;

/// More than this is no profile.
const MOST_BYTES: u64 = 16 << 20;

/// The text of a file. Whatever is no plain file of some size is an error, and is not waited for.
pub(crate) fn text(path: &Path) -> Result<String, StoreError> {
    let failed = |cause| StoreError::Read {
        path: path.to_owned(),
        cause,
    };
    let known = fs::metadata(path).map_err(failed)?;
    if !known.is_file() {
        return Err(failed(io::Error::other("it is no file")));
    }
    let file = File::open(path).map_err(failed)?;
    text_from(file).map_err(failed)
}

/// The text that comes from somewhere, never more than a profile could have.
pub(crate) fn text_from(source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it has more than 16 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// How a file may be put in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// Only if there is none of this name.
    Never,
    /// Instead of the one that is there.
    Instead,
}

/// Writes a file beside its place and moves it there in one step. `false` if the place was taken.
pub(crate) fn write(path: &Path, text: &str, overwrite: Overwrite) -> Result<bool, StoreError> {
    let failed = |cause: io::Error| StoreError::Write {
        path: path.to_owned(),
        cause: plain(cause),
    };
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(failed)?;
    let part = written(folder, text).map_err(failed)?;
    let placed = match overwrite {
        Overwrite::Never => part.persist_noclobber(path),
        Overwrite::Instead => part.persist(path),
    };
    match placed {
        Ok(_) => Ok(true),
        Err(error) if overwrite == Overwrite::Never && path.exists() => {
            drop(error.file);
            Ok(false)
        }
        Err(error) => Err(failed(error.error)),
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
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

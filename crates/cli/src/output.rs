//! Where things are written: standard error, and files that are written whole or not at all.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use tempfile::NamedTempFile;

/// Says something on standard error. That nobody listens is no reason to stop.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Where boards go: standard output, a file that appears when it is complete, or something that is no file (a device, a
/// pipe) and gets them as they come.
pub(crate) enum Output {
    Standard(io::BufWriter<io::Stdout>),
    File { part: NamedTempFile, path: PathBuf },
    Stream { to: fs::File, path: PathBuf },
}

impl Output {
    /// Opens the output. A file is begun beside its place, so that it can be moved there in one step.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Output> {
        let Some(path) = path else {
            return Ok(Output::Standard(io::BufWriter::new(io::stdout())));
        };
        if path.is_dir() {
            anyhow::bail!("{} is a folder: name a file in it", path.display());
        }
        let name = path.as_os_str().to_string_lossy();
        if name.ends_with(std::path::is_separator) {
            anyhow::bail!("{name} is the name of a folder: name a file in it");
        }
        // A file put in the place of a device would be the end of the device.
        if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
            let to = fs::OpenOptions::new().write(true).open(path);
            return Ok(Output::Stream {
                to: to.with_context(|| format!("cannot write {}", path.display()))?,
                path: path.to_owned(),
            });
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        if !folder.is_dir() {
            let (path, name) = (path.display(), folder.display());
            if folder.exists() {
                anyhow::bail!("cannot write {path}: {name} is a file, and no folder");
            }
            anyhow::bail!(
                "cannot write {path}: there is no folder {name}: make it first, with mkdir {name}"
            );
        }
        let part = tempfile::Builder::new()
            .prefix(".fairdeal-")
            .tempfile_in(folder)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Output::File {
            part,
            path: path.to_owned(),
        })
    }

    /// The output of a name; - is standard output.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Output> {
        Output::open(Some(path).filter(|path| !crate::board_file::is_standard(path)))
    }

    /// Writes one JSON object.
    pub(crate) fn write_json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let json = serde_json::to_string_pretty(value)? + "\n";
        let written = self.write(json.as_bytes());
        written.with_context(|| format!("cannot write {}", self.name()))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.write_all(bytes),
            Output::File { part, .. } => part.write_all(bytes),
            Output::Stream { to, .. } => to.write_all(bytes),
        }
    }

    /// What it is called when something goes wrong with it.
    pub(crate) fn name(&self) -> String {
        match self {
            Output::Standard(_) => "standard output".to_owned(),
            Output::File { path, .. } | Output::Stream { path, .. } => path.display().to_string(),
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Output::Standard(mut out) => Ok(out.flush()?),
            Output::Stream { .. } => Ok(()),
            Output::File { part, path } => place(part, &path),
        }
    }

    /// Keeps what there is of a run that was cut off, as `NAME.part`, and says where.
    pub(crate) fn keep_part(self) -> anyhow::Result<Option<PathBuf>> {
        match self {
            Output::Standard(mut out) => {
                out.flush()?;
                Ok(None)
            }
            Output::Stream { .. } => Ok(None),
            Output::File { part, path } => {
                // An earlier part is not ours to throw away.
                let name = |n: u32| match n {
                    0 => format!("{}.part", path.display()),
                    n => format!("{}.part{n}", path.display()),
                };
                let kept = (0..)
                    .map(|n| PathBuf::from(name(n)))
                    .find(|path| !path.exists());
                let kept = kept.context("no name is free")?;
                place(part, &kept)?;
                Ok(Some(kept))
            }
        }
    }
}

/// A small file, written and not yet in its place.
pub(crate) fn small_file(path: &Path, bytes: &[u8]) -> anyhow::Result<Output> {
    let mut output = Output::open(Some(path))?;
    let written = output.write(bytes);
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(output)
}

fn place(part: NamedTempFile, path: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    // A temporary file is for its owner alone; what was there keeps its permissions, a new file gets the usual ones.
    let permissions = match fs::metadata(path) {
        Ok(known) => Some(known.permissions()),
        Err(_) => usual_permissions(),
    };
    if let Some(permissions) = permissions {
        part.as_file()
            .set_permissions(permissions)
            .with_context(cannot)?;
    }
    part.as_file().sync_all().with_context(cannot)?;
    // The name of the temporary file would only puzzle the reader.
    let placed = part.persist(path).map_err(|error| error.error);
    placed.with_context(cannot)?;
    Ok(())
}

#[cfg(unix)]
fn usual_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<fs::Permissions> {
    None
}

/// Whether someone stopped reading, as `head` does: no reason to complain.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

//! A folder for a session: the boards for the online tables, for other programs and for people, and a small manifest.

use std::fs;
use std::path::Path;

use anyhow::Context;
use fairdeal::Format;
use fairdeal::bridge::Board;
use fairdeal::bridge::formats::Style;

use crate::Failure;

/// The files of a session.
const FILES: [(&str, Format); 3] = [
    ("boards.lin", Format::Lin),
    ("boards.pbn", Format::Pbn),
    ("boards.txt", Format::Text),
];

/// That the folder can be made: better known before anything is dealt.
pub(crate) fn check(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        let folder = folder.display();
        return Err(anyhow::anyhow!("{folder} is there already: name a new folder").into());
    }
    Ok(())
}

/// Writes the folder, whole or not at all: it is made beside its place and moved there in one step.
pub(crate) fn write(
    folder: &Path,
    boards: &[Board],
    style: &Style,
    manifest: &str,
) -> Result<(), Failure> {
    check(folder)?;
    let cannot = || format!("cannot write {}", folder.display());
    let parent = folder
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let made = tempfile::Builder::new()
        .prefix(".fairdeal-")
        .tempdir_in(parent)
        .with_context(cannot)?;
    for (name, format) in FILES {
        let mut bytes = Vec::new();
        format.write(boards, style, &mut bytes)?;
        fs::write(made.path().join(name), bytes).with_context(cannot)?;
    }
    fs::write(made.path().join("manifest.json"), manifest).with_context(cannot)?;
    usual_permissions(made.path()).with_context(cannot)?;
    fs::rename(made.path(), folder).with_context(cannot)?;
    // It is no longer where it was made, so there is nothing to tidy up.
    let _ = made.keep();
    Ok(())
}

/// A temporary folder is for its owner alone; this one is like any other.
#[cfg(unix)]
fn usual_permissions(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn usual_permissions(_: &Path) -> std::io::Result<()> {
    Ok(())
}

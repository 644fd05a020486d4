//! The profile that a command was given.

use std::path::Path;

use fairdeal::profile::{LoadedProfile, MOST_BYTES};

use super::store::StoreArguments;
use crate::Failure;
use crate::input::{bytes_of, name_of};

/// The text of a file; - is standard input.
pub(crate) fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = bytes_of(path, MOST_BYTES, "has more than 16 MiB: it is no profile")?;
    let text = String::from_utf8(bytes);
    Ok(text.map_err(|_| anyhow::anyhow!("{} is not UTF-8 text", name_of(path)))?)
}

/// A profile of which boards can be dealt: a file, or a name on the shelf.
pub(super) fn dealable(path: &Path, store: &StoreArguments) -> Result<LoadedProfile, Failure> {
    let loaded = any(path, store)?;
    loaded.ensure_dealable(crate::watch())?;
    Ok(loaded)
}

/// A profile, whether it can be dealt or not.
pub(super) fn any(path: &Path, store: &StoreArguments) -> Result<LoadedProfile, Failure> {
    let question = crate::question::open(path, store)?;
    let script = || Failure::Usage("this is a script, and the command is for profiles".to_owned());
    question.profile().cloned().ok_or_else(script)
}

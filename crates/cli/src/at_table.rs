//! What all games have that are played in a terminal: lines that are typed, records that are read, and the game that was
//! stopped last, which is kept.

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fairdeal::euchre::limits::LONGEST_RECORD;

use crate::{Failure, output};

/// The longest answer that is read.
const MOST: u64 = 1000;

/// What is typed after a prompt, in small letters; none at the end of the input.
pub(crate) fn typed(
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<String>, Failure> {
    write!(out, "> ")?;
    out.flush()?;
    let mut line = Vec::new();
    if input.take(MOST).read_until(b'\n', &mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_lowercase()))
}

/// The text of a file with a game.
pub(crate) fn text_of(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST_RECORD as u64).read_to_string(&mut text))
        .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text)
}

/// Where programs keep what is theirs.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
    };
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .map(|folder| folder.join("fairdeal"))
}

/// Makes a folder, if it is not there.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// The place of the game that was stopped last.
pub(crate) struct KeptFile {
    /// What the game is called: `euchre`.
    game: &'static str,
    path: PathBuf,
}

impl KeptFile {
    /// That of a game; none where programs have no place for what is theirs.
    pub(crate) fn of(game: &'static str) -> Option<KeptFile> {
        let path = data_folder()?.join(format!("{game}.game.json"));
        Some(KeptFile { game, path })
    }

    /// What was kept there, read by `read`.
    pub(crate) fn resumed<T, E>(
        kept: Option<&KeptFile>,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, Failure>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let none = || anyhow::anyhow!("no game was stopped: there is nothing to go on with");
        let kept = kept.filter(|kept| kept.path.is_file()).ok_or_else(none)?;
        let read = read(&text_of(&kept.path)?);
        Ok(read.with_context(|| kept.path.display().to_string())?)
    }

    /// Keeps a game that was stopped, and says so.
    pub(crate) fn keep(
        &self,
        game: &impl serde::Serialize,
        resumed: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if let Some(folder) = self.path.parent() {
            make_folder(folder)?;
        }
        let file = output::small_file(&self.path, serde_json::to_string(game)?.as_bytes())?;
        if resumed {
            file.replace()?;
        } else {
            // Another game may have been stopped before.
            file.finish(false)?;
        }
        let name = self.game;
        Ok(writeln!(
            out,
            "The game is kept: 'fairdeal {name} play --resume' goes on with it."
        )?)
    }

    /// A game that was gone on with is over, and need not be kept any more.
    pub(crate) fn forget(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let cannot = format!("cannot remove {}", self.path.display());
                Err(anyhow::Error::new(error).context(cannot).into())
            }
            _ => Ok(()),
        }
    }
}

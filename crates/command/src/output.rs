//! Where things are written: standard error, and files that are written whole or not at all.
//!
//! One rule holds for every file that a command is told to write: it is written, as scripts expect, and what was there before is
//! kept beside it under the same name with a `~` at its end, unless it was the same.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use tempfile::NamedTempFile;
use unicode_width::UnicodeWidthStr;

/// Says something on standard error. That nobody listens is no reason to stop. On a terminal, lines end between words.
pub(crate) fn say(text: impl Display) {
    let mut text = text.to_string();
    if io::stderr().is_terminal()
        && let Ok((columns, _)) = crossterm::terminal::size()
    {
        text = wrapped(&text, columns.into());
    }
    let _ = writeln!(io::stderr(), "{text}");
}

/// What sentences begin with. Other lines are tables, scripts and drawings, which stay as they are.
const SENTENCES: [&str; 7] = [
    "fairdeal: ",
    "error: ",
    "error[",
    "warning: ",
    "warning[",
    "= help: ",
    "= note: ",
];

/// Breaks sentences between words, so that no line is longer than so many columns; they go on below their first word.
fn wrapped(text: &str, columns: usize) -> String {
    let lines = text.split('\n').map(|line| match indent_of_sentence(line) {
        Some(indent) if width(line) > columns && indent + 20 <= columns => {
            wrapped_line(line, indent, columns)
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Where a sentence goes on in the next line, if the line is one.
fn indent_of_sentence(line: &str) -> Option<usize> {
    let plain = without_colours(line);
    let text = plain.trim_start();
    let before = plain.len() - text.len();
    let start = SENTENCES.iter().find(|start| text.starts_with(**start))?;
    Some(match *start {
        "= help: " | "= note: " => before + start.len(),
        _ => before + 2,
    })
}

fn wrapped_line(line: &str, indent: usize, columns: usize) -> String {
    let mut wrapped = String::new();
    let mut reached = 0;
    for word in line.split_inclusive(' ') {
        let needs = width(word.trim_end());
        if reached + needs > columns && reached > indent {
            wrapped.truncate(wrapped.trim_end_matches(' ').len());
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            reached = indent;
        }
        wrapped.push_str(word);
        reached += width(word);
    }
    wrapped
}

/// How many columns a text takes.
fn width(text: &str) -> usize {
    without_colours(text).width()
}

/// A text without what only changes its colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain
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

    /// Puts the file in its place. What was there is kept, and where it is, is said unless that is to be `quiet`.
    pub(crate) fn finish(self, quiet: bool) -> anyhow::Result<()> {
        if let Output::File { part, path } = &self
            && let Some(kept) = keep_earlier(part.path(), path)?
            && !quiet
        {
            let (path, kept) = (path.display(), kept.display());
            say(format_args!(
                "fairdeal: {path} was there already; what was in it is now in {kept}"
            ));
        }
        self.replace()
    }

    /// Puts the file in its place, for good: for what is meant to change a file where it is.
    pub(crate) fn replace(self) -> anyhow::Result<()> {
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

/// Keeps what is at a place beside it, if something else is about to go there; where it is then. At any moment the place has the
/// earlier file, whole.
fn keep_earlier(new: &Path, place: &Path) -> anyhow::Result<Option<PathBuf>> {
    let mut name = place.as_os_str().to_owned();
    name.push("~");
    let kept = PathBuf::from(name);
    let cannot = || {
        format!(
            "cannot keep what is in {} as {}",
            place.display(),
            kept.display()
        )
    };
    // A link that leads nowhere is kept too.
    if fs::symlink_metadata(place).is_err() || are_same(new, place).unwrap_or(false) {
        return Ok(None);
    }
    match fs::remove_file(&kept) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(cannot);
        }
        _ => {}
    }
    // Not every file system has a second name for a file.
    fs::hard_link(place, &kept)
        .or_else(|_| fs::copy(place, &kept).map(|_| ()))
        .with_context(cannot)?;
    Ok(Some(kept))
}

/// Whether two files have the same in them.
fn are_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (fs::File::open(one)?, fs::File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (io::BufReader::new(one), io::BufReader::new(other));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if left[..length] != right[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(left.is_empty() && right.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_between_words_and_drawings_are_not() {
        let sentence = "fairdeal: the script counts no frequency, and so nothing is drawn";
        assert_eq!(
            wrapped(sentence, 30),
            "fairdeal: the script counts no\n  frequency, and so nothing is\n  drawn"
        );
        assert_eq!(wrapped(sentence, 80), sentence);
        let coloured = "\u{1b}[1mwarning\u{1b}[0m[x]: one two three four five six seven eight nine";
        let lines = wrapped(coloured, 40);
        assert!(lines.lines().all(|line| width(line) <= 40), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 10);
        let drawn = "1 | condition hcp(north) > 12 and hcp(south) > 12 and spades(north) > 4";
        assert_eq!(wrapped(drawn, 30), drawn);
        // A word that is too long for any line is left whole.
        let long = format!("fairdeal: {} is no file", "x".repeat(60));
        assert_eq!(wrapped(&long, 40).lines().count(), 3);
    }

    #[test]
    fn what_was_there_is_kept_unless_it_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boards.pbn");
        let kept = folder.path().join("boards.pbn~");
        let write = |text: &str| small_file(&path, text.as_bytes())?.finish(true);
        write("one").unwrap();
        write("one").unwrap();
        assert!(!kept.exists());
        for (new, earlier) in [("two", "one"), ("three", "two"), ("three", "two")] {
            write(new).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), new);
            assert_eq!(fs::read_to_string(&kept).unwrap(), earlier);
        }
        // Files that are longer than what is read at once, and differ at the end.
        let long = "x".repeat(20_000);
        write(&format!("{long}1")).unwrap();
        write(&format!("{long}2")).unwrap();
        assert!(fs::read_to_string(&kept).unwrap().ends_with("x1"));
    }
}

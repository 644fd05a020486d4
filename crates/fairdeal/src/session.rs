//! A folder for a session: the boards for the online tables, for other programs and for people, and a small manifest. It is
//! written whole or not at all; a session that was stopped stays beside its place, and can be completed.

use std::fs;
use std::path::{Path, PathBuf};

use answer::ErrorBody;
use bridge::Board;
use bridge::formats::{Format, Style};

use crate::dealt::{DealReport, Dealt, Ended};
use crate::error::Error;

/// The files of a session.
const FILES: [(&str, Format); 3] = [
    ("boards.lin", Format::Lin),
    ("boards.pbn", Format::Pbn),
    ("boards.txt", Format::Text),
];
/// The file that a session goes on from, and the manifest.
const BOARDS: &str = "boards.json";
const MANIFEST: &str = "manifest.json";
/// More than this is no part of a session.
const MOST_BYTES: u64 = 1 << 30;

/// A session's folder.
#[derive(Clone, Debug)]
pub struct SessionFolder {
    folder: PathBuf,
    /// What an earlier run that was stopped left.
    part: Option<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    boards: Vec<Board>,
    report: DealReport,
}

/// What was written.
#[derive(Clone, PartialEq, Debug)]
pub struct SessionWritten {
    /// Where it is: the folder, or its part if the session is not complete.
    pub folder: PathBuf,
    /// What all its boards come to, those of an earlier part included.
    pub report: DealReport,
}

impl SessionFolder {
    /// A folder that can be made; what an earlier run that was stopped left beside it is gone on with, if `start` is the
    /// board after its last.
    ///
    /// # Errors
    /// A folder that is there already, or a part that ends at another board.
    pub fn new(folder: &Path, start: Option<u64>) -> Result<SessionFolder, Error> {
        if folder.exists() {
            return Err(refused(format!(
                "{} is there already: name a new folder",
                folder.display()
            )));
        }
        let beside = part_of(folder);
        let part = if beside.exists() {
            let part = Part::read(&beside)?;
            let next = part.next();
            if start != Some(next) {
                return Err(refused(format!(
                    "{} is a session that was stopped: it goes on from board {next}, with the same seed",
                    beside.display()
                )));
            }
            Some(part)
        } else {
            None
        };
        Ok(SessionFolder {
            folder: folder.to_owned(),
            part,
        })
    }

    /// Writes what was dealt, whose boards were kept: as the folder, or, if it was stopped, as its part.
    ///
    /// # Errors
    /// What cannot be written, or a part of another run.
    pub fn write(self, dealt: &Dealt, style: &Style) -> Result<SessionWritten, Error> {
        let own = dealt.report();
        let (boards, report) = match &self.part {
            None => (dealt.kept.clone(), own),
            Some(part) => {
                let boards = [&part.boards[..], &dealt.kept[..]].concat();
                (boards, part.report.joined(&own)?)
            }
        };
        let complete = dealt.ended != Ended::Stopped;
        let beside = part_of(&self.folder);
        let place = if complete { &self.folder } else { &beside };
        let made = Made::new(place)?;
        for (name, format) in FILES {
            let mut bytes = Vec::new();
            let written = format.write(&boards, style, &mut bytes);
            written.map_err(crate::deal::DealError::from)?;
            made.file(name, &bytes)?;
        }
        if !complete {
            // Everything that is known of the boards, so that nothing is lost when it goes on.
            let mut bytes = Vec::new();
            let written = Format::Json.write(&boards, style, &mut bytes);
            written.map_err(crate::deal::DealError::from)?;
            made.file(BOARDS, &bytes)?;
        }
        let manifest = serde_json::to_string_pretty(&report).map_err(std::io::Error::other)?;
        made.file(MANIFEST, format!("{manifest}\n").as_bytes())?;
        if complete {
            made.put_in_place()?;
            // What the part had is in what was made.
            if self.part.is_some() {
                fs::remove_dir_all(&beside)?;
            }
        } else {
            made.replace()?;
        }
        Ok(SessionWritten {
            folder: place.clone(),
            report,
        })
    }
}

impl Part {
    fn read(folder: &Path) -> Result<Part, Error> {
        let read = |name: &str| -> Result<Vec<u8>, Error> {
            use std::io::Read;
            let path = folder.join(name);
            let cannot =
                |error| Error::Unreadable(format!("cannot read {}: {error}", path.display()));
            let file = fs::File::open(&path).map_err(cannot)?;
            let mut bytes = Vec::new();
            file.take(MOST_BYTES)
                .read_to_end(&mut bytes)
                .map_err(cannot)?;
            Ok(bytes)
        };
        let no_part = |why: String| {
            let folder = folder.display();
            refused(format!("{folder} is no session that can go on: {why}"))
        };
        let manifest = read(MANIFEST)?;
        let report =
            serde_json::from_slice(&manifest).map_err(|error| no_part(error.to_string()))?;
        let reading = Format::Json.read(&read(BOARDS)?);
        match reading.problems.first() {
            Some(problem) => Err(no_part(format!(
                "{BOARDS}:{}: {}",
                problem.line, problem.message
            ))),
            None => Ok(Part {
                boards: reading.boards,
                report,
            }),
        }
    }

    /// The first board that it lacks.
    fn next(&self) -> u64 {
        self.boards.last().map_or(1, |board| board.number + 1)
    }
}

/// Where a session lies that was stopped.
fn part_of(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    while let Some(trimmed) = name
        .to_str()
        .and_then(|name| name.strip_suffix(std::path::MAIN_SEPARATOR))
    {
        name = trimmed.into();
    }
    name.push(".part");
    PathBuf::from(name)
}

fn refused(message: String) -> Error {
    Error::Other(ErrorBody::new("session-folder", message))
}

/// A folder that is made beside its place and moved there in one step.
struct Made {
    made: tempfile::TempDir,
    place: PathBuf,
}

impl Made {
    fn new(place: &Path) -> Result<Made, Error> {
        let parent = place
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let made = tempfile::Builder::new()
            .prefix(".fairdeal-")
            .tempdir_in(parent);
        let made = made.map_err(|error| {
            let place = place.display();
            Error::Other(ErrorBody::new(
                "cannot-write",
                format!("cannot write {place}: {error}"),
            ))
        })?;
        Ok(Made {
            made,
            place: place.to_owned(),
        })
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        Ok(fs::write(self.made.path().join(name), bytes)?)
    }

    /// Puts it in its place, from which what was there is taken away first, and removed only then.
    fn replace(self) -> Result<(), Error> {
        if !self.place.exists() {
            return self.put_in_place();
        }
        let earlier = Made::new(&self.place)?;
        let aside = earlier.made.path().join("earlier");
        fs::rename(&self.place, &aside)?;
        self.put_in_place()
    }

    /// Puts it in its place, where nothing is.
    fn put_in_place(self) -> Result<(), Error> {
        usual_permissions(self.made.path())?;
        fs::rename(self.made.path(), &self.place)?;
        // It is no longer where it was made, so there is nothing to tidy up.
        let _ = self.made.keep();
        Ok(())
    }
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

//! A folder for a session: the boards for the online tables, for other programs and for people, and a small manifest. It is
//! written whole or not at all; a session that was stopped stays beside its place, and can be completed. What was kept of a
//! file cannot: it is begun anew, and then replaces what was there.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use answer::ErrorBody;
use bridge::Board;
use bridge::formats::{Format, Style};

use crate::dealing::Dealing;
use crate::dealt::{DealReport, Dealt, DealtAnswer, Ended, SessionAnswer, SessionFile};
use crate::error::Error;
use crate::seed::{Seed, quoted};
use crate::statistics::Statistics;

/// The files of a session, and what each is for.
const FILES: [(&str, Format, &str); 4] = [
    ("boards.lin", Format::Lin, "for the online tables"),
    ("boards.pbn", Format::Pbn, "for other programs"),
    ("boards.html", Format::Html, "to print"),
    ("boards.txt", Format::Text, "to read"),
];
/// The file that a session goes on from, and the manifest.
const BOARDS: &str = "boards.json";
const MANIFEST: &str = "manifest.json";
/// More than this is no part of a session.
const MOST_BYTES: u64 = 1 << 30;

/// A session's folder, which is made beside its place while its boards are dealt.
#[derive(Debug)]
pub struct SessionFolder {
    folder: PathBuf,
    made: Made,
    /// What an earlier run that was stopped left.
    part: Option<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    place: PathBuf,
    boards: Vec<Board>,
    report: DealReport,
}

/// What was written.
#[derive(Clone, PartialEq, Debug)]
pub struct SessionWritten {
    /// Where it is: the folder, or its part if the session is not complete.
    pub folder: PathBuf,
    /// What all its boards come to, those of an earlier part included, and its files.
    pub report: DealReport,
    /// What the script counted, of all boards.
    pub statistics: Statistics,
}

impl SessionFolder {
    /// The formats of its files.
    pub const FORMATS: [Format; 4] = [FILES[0].1, FILES[1].1, FILES[2].1, FILES[3].1];

    /// A folder that can be made. What an earlier run that was stopped left beside it is gone on with.
    ///
    /// # Errors
    /// A folder that is there already or cannot be made, or a part that cannot be gone on with.
    pub fn open(folder: &Path) -> Result<SessionFolder, Error> {
        let name = folder.as_os_str().to_string_lossy();
        let file = Path::new(name.trim_end_matches(std::path::is_separator));
        if folder.exists() || file.is_file() {
            return Err(refused(format!(
                "{} is there already: name a new folder",
                folder.display()
            )));
        }
        let beside = part_of(folder);
        let part = beside.exists().then(|| Part::read(&beside)).transpose()?;
        Ok(SessionFolder {
            folder: folder.to_owned(),
            made: Made::new(folder)?,
            part,
        })
    }

    /// The seed of the part that is gone on with. A secret key is not told there.
    pub fn seed(&self) -> Option<Seed> {
        let report = &self.part.as_ref()?.report;
        match report.key() {
            None => report.seed().parse().ok(),
            Some(_) => None,
        }
    }

    /// That a run is what the part lacks: of the same question and seed, from the board after its last. Boards that are taken
    /// from a file are all looked at again.
    ///
    /// # Errors
    /// What is right.
    pub fn check(&self, dealing: &Dealing, from_file: bool) -> Result<(), Error> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let (place, next) = (part.place.display(), part.next());
        let (question, seed) = (dealing.mark(), &dealing.seed);
        if !part.report.is_of(&question, &seed.name(), seed.key_mark()) {
            let seed = match self.seed() {
                Some(seed) => seed.to_string(),
                None => quoted(part.report.seed()),
            };
            return Err(refused(format!(
                "{place} is a session of another question or seed: it is of {seed}"
            )));
        }
        let part_of_file = part.report.is_filtered();
        if part_of_file != from_file {
            let (is, take) = if part_of_file {
                ("is what was kept of a file", "give the file again")
            } else {
                ("is a session that was stopped", "leave the file out")
            };
            return Err(refused(format!(
                "{place} {is}: {take}, or take {place} away to begin anew"
            )));
        }
        if !part_of_file && dealing.run.boards.start != next {
            return Err(refused(format!(
                "{place} is a session that was stopped: it goes on from board {next}, with the same seed"
            )));
        }
        Ok(())
    }

    /// Writes what was dealt, whose boards were kept: as the folder, or, if it was stopped, as its part.
    ///
    /// # Errors
    /// What cannot be written, or a part of another run.
    pub fn write(
        self,
        dealing: &Dealing,
        dealt: &Dealt,
        style: &Style,
    ) -> Result<SessionWritten, Error> {
        let SessionFolder { folder, made, part } = self;
        let mut statistics = dealt.statistics.clone();
        let own = dealt.report();
        let goes_on = part.as_ref().filter(|part| !part.report.is_filtered());
        let (boards, mut report) = match goes_on {
            None => (dealt.kept.clone(), own),
            Some(part) => {
                if let DealtAnswer::Script(earlier) = &part.report.dealt {
                    let joined = statistics.join_answers(&earlier.statistics);
                    joined.ok_or_else(|| refused("the part counts other things".to_owned()))?;
                }
                let boards = [&part.boards[..], &dealt.kept[..]].concat();
                let whole = part.report.joined(&own)?;
                // What the part lacked was asked for twice.
                let asked = part.report.asked;
                (
                    boards,
                    DealReport {
                        asked,
                        ended: dealt.ended,
                        ..whole
                    },
                )
            }
        };
        let complete = dealt.ended != Ended::Stopped;
        let beside = part_of(&folder);
        // Everything that is known of the boards, so that nothing is lost when it goes on.
        let rest = (BOARDS, Format::Json, "to go on from");
        let rest = (!complete).then_some(rest);
        let mut files = Vec::new();
        for (name, format, about) in FILES.into_iter().chain(rest) {
            let style = Style {
                introduction: dealing.question.introduction(format),
                ..dealing.style(style)
            };
            let mut bytes = Vec::new();
            let written = format.write(&boards, &style, &mut bytes);
            written.map_err(crate::deal_error::DealError::from)?;
            made.file(name, &bytes)?;
            files.push((name, about));
        }
        files.push((MANIFEST, "what was dealt"));
        let file = |(name, about): (&str, &str)| SessionFile {
            name: name.to_owned(),
            about: about.to_owned(),
        };
        let place = if complete {
            folder.clone()
        } else {
            beside.clone()
        };
        report.session = Some(SessionAnswer {
            folder: place.display().to_string(),
            files: files.into_iter().map(file).collect(),
        });
        let manifest = serde_json::to_string_pretty(&report).map_err(std::io::Error::other)?;
        made.file(MANIFEST, format!("{manifest}\n").as_bytes())?;
        if complete {
            made.put_in(&place)?;
            // What the part had is in what was made, or was looked at again.
            if part.is_some() {
                fs::remove_dir_all(&beside)?;
            }
        } else {
            made.replace(&place)?;
        }
        Ok(SessionWritten {
            folder: place,
            report,
            statistics,
        })
    }
}

impl Part {
    fn read(folder: &Path) -> Result<Part, Error> {
        let read = |name: &str| -> Result<Vec<u8>, Error> {
            use std::io::Read;
            let path = folder.join(name);
            let cannot = |error| Error::Unreadable(crate::cannot_read(&path, &error));
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
                place: folder.to_owned(),
                boards: reading.boards,
                report,
            }),
        }
    }

    /// The first board that it lacks.
    fn next(&self) -> u64 {
        self.boards
            .last()
            .map_or(1, |board| board.number.saturating_add(1))
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
#[derive(Debug)]
struct Made(tempfile::TempDir);

impl Made {
    fn new(place: &Path) -> Result<Made, Error> {
        let parent = place
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let cannot = |why: &dyn std::fmt::Display| {
            let message = format!("cannot write {}: {why}", place.display());
            Error::Other(ErrorBody::new("cannot-write", message))
        };
        if !parent.is_dir() {
            let parent = parent.display();
            let why =
                format_args!("there is no folder {parent}: make it first, with mkdir {parent}");
            return Err(cannot(&why));
        }
        let made = tempfile::Builder::new()
            .prefix(".fairdeal-")
            .tempdir_in(parent);
        // The name of the temporary folder would only puzzle the reader.
        made.map(Made)
            .map_err(|error| cannot(&answer::cause(&error)))
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let mut file = fs::File::create(self.0.path().join(name))?;
        file.write_all(bytes)?;
        Ok(file.sync_all()?)
    }

    /// Puts it in a place, from which what was there is taken away first, and removed only then.
    fn replace(self, place: &Path) -> Result<(), Error> {
        if !place.exists() {
            return self.put_in(place);
        }
        let earlier = Made::new(place)?;
        fs::rename(place, earlier.0.path().join("earlier"))?;
        self.put_in(place)
    }

    /// Puts it in a place where nothing is.
    fn put_in(self, place: &Path) -> Result<(), Error> {
        usual_permissions(self.0.path())?;
        fs::rename(self.0.path(), place)?;
        // It is no longer where it was made, so there is nothing to tidy up.
        let _ = self.0.keep();
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

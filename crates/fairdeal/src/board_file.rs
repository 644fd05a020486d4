//! A file of boards, read and written by its name: the format by its extension, what is wrong as one error with its lines, and
//! a file that is written whole or not at all.

use std::io::{self, Read, Write};
use std::path::Path;

use answer::{ErrorBody, Place};
use bridge::Board;
use bridge::formats::{Format, Reading, Style};

use crate::combine::MOST_BOARD_BYTES;
use crate::error::Error;
use crate::open::cannot_read;

/// The format of a file, by its name.
///
/// # Errors
/// A name that does not tell.
pub fn format_by_name(path: &Path) -> Result<Format, Error> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Format::from_extension(&extension).ok_or_else(|| {
        let (path, names) = (path.display(), Format::ALL.map(Format::name).join(", "));
        refused(format!(
            "the name {path} does not tell the format: say one of {names}"
        ))
    })
}

/// The boards of a file; those with something wrong are left out if that is allowed, and are an error if not.
///
/// # Errors
/// What cannot be read, or all that is wrong with it, by line.
pub fn read_boards(
    path: &Path,
    format: Option<Format>,
    skip_bad: bool,
) -> Result<Vec<Board>, Error> {
    let name = path.display().to_string();
    // What the name does not tell is said before the file is opened.
    #[cfg(feature = "tables")]
    if let (None, Some(table)) = (format, table_by_name(path)) {
        let bytes = bytes_of(path)?;
        check_size(&name, &bytes)?;
        return boards_of(&name, crate::read_table(table, &bytes), skip_bad);
    }
    let format = format.map_or_else(|| format_by_name(path), Ok)?;
    boards_in(&name, &bytes_of(path)?, format, skip_bad)
}

/// What is in a file, or so much of it that it is seen to be too large.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Error> {
    let cannot = |error: io::Error| Error::Unreadable(cannot_read(path, &error));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
    let mut file = file.take(MOST_BOARD_BYTES + 1);
    file.read_to_end(&mut bytes).map_err(cannot)?;
    Ok(bytes)
}

/// The kind of table that a file has, by its name.
#[cfg(feature = "tables")]
pub fn table_by_name(path: &Path) -> Option<table::TableFormat> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    table::TableFormat::from_extension(&extension)
}

fn check_size(name: &str, bytes: &[u8]) -> Result<(), Error> {
    if bytes.len() as u64 > MOST_BOARD_BYTES {
        let message = format!("{name} has more than 1 GiB: take it in parts");
        return Err(refused(message));
    }
    Ok(())
}

/// The boards in some bytes, which messages call by a name: as [`read_boards`].
///
/// # Errors
/// All that is wrong, by line.
pub fn boards_in(
    name: &str,
    bytes: &[u8],
    format: Format,
    skip_bad: bool,
) -> Result<Vec<Board>, Error> {
    check_size(name, bytes)?;
    if !format.is_read() {
        return Err(refused(format!(
            "boards cannot be read from {}: it is made for people to look at",
            format.name()
        )));
    }
    boards_of(name, format.read(bytes), skip_bad)
}

/// The boards of a file that was read, unless something is wrong that must not be.
fn boards_of(name: &str, reading: Reading, skip_bad: bool) -> Result<Vec<Board>, Error> {
    let Some(first) = reading.problems.first() else {
        return Ok(reading.boards);
    };
    if skip_bad && !reading.boards.is_empty() {
        return Ok(reading.boards);
    }
    let more = match reading.problems.len() - 1 + reading.further {
        0 => String::new(),
        more => format!("; and {more} more like this"),
    };
    let places = reading.problems.iter().map(|problem| Place {
        file: Some(name.to_owned()),
        line: Some(problem.line),
        label: Some(problem.message.clone()),
        ..Place::default()
    });
    let good = reading.boards.len() as u64;
    let message = format!("{name}:{}: {}{more}", first.line, first.message);
    Err(Error::Other(ErrorBody {
        places: places.collect(),
        help: (good > 0).then(|| {
            let good = answer::plural(good, "board");
            format!("leave out the bad ones to read the {good} without problems")
        }),
        ..ErrorBody::new("board-file", message)
    }))
}

/// Writes boards to a file, whole or not at all.
///
/// # Errors
/// What the format has no place for, or why the file cannot be written.
pub fn write_boards(
    path: &Path,
    boards: &[Board],
    format: Option<Format>,
    style: &Style,
) -> Result<(), Error> {
    #[cfg(feature = "tables")]
    if let (None, Some(table)) = (format, table_by_name(path)) {
        let bytes = crate::write_table(table, boards, style.origin.as_deref())?;
        return write_file(path, |out| out.write_all(&bytes).map_err(Error::Write));
    }
    let format = format.map_or_else(|| format_by_name(path), Ok)?;
    let mut bytes = Vec::new();
    let written = format.write(boards, style, &mut bytes);
    written.map_err(|error| Error::other(&error))?;
    write_file(path, |out| out.write_all(&bytes).map_err(Error::Write))
}

/// Writes a file beside its place and moves it there when it is whole; if it cannot be made, nothing has changed.
///
/// # Errors
/// What the writing says, or why there can be no such file.
pub fn write_file<T>(
    path: &Path,
    write: impl FnOnce(&mut io::BufWriter<std::fs::File>) -> Result<T, Error>,
) -> Result<T, Error> {
    let cannot = |error: io::Error| {
        let (path, why) = (path.display(), answer::cause(&error));
        Error::Other(ErrorBody::new(
            "cannot-write",
            format!("cannot write {path}: {why}"),
        ))
    };
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut part = tempfile::Builder::new();
    part.prefix(".fairdeal-");
    #[cfg(unix)]
    part.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let part = part
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .map_err(cannot)?;
    let mut out = io::BufWriter::new(part.reopen().map_err(cannot)?);
    let written = write(&mut out)?;
    out.flush().map_err(cannot)?;
    part.persist(path).map_err(|error| cannot(error.error))?;
    Ok(written)
}

fn refused(message: String) -> Error {
    Error::Other(ErrorBody::new("board-file", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "n AKQJT98765432... e - s - w -\nn AAQJT98765432... e - s - w -\n";

    #[test]
    fn what_is_wrong_is_said_by_line_and_may_be_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boards.oneline");
        std::fs::write(&path, TWO).unwrap();
        let body = read_boards(&path, None, false).unwrap_err().body();
        assert_eq!(
            (body.code.as_str(), body.places[0].line),
            ("board-file", Some(2))
        );
        assert_eq!(
            body.help.unwrap(),
            "leave out the bad ones to read the 1 board without problems"
        );
        assert_eq!(read_boards(&path, None, true).unwrap().len(), 1);
        let unknown = read_boards(&folder.path().join("boards.doc"), None, false);
        assert!(
            unknown
                .unwrap_err()
                .to_string()
                .contains("does not tell the format")
        );
        let paper = boards_in("page", b"<html>", Format::Html, false);
        assert!(
            paper
                .unwrap_err()
                .to_string()
                .contains("for people to look at")
        );
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("boards.pbn");
        let boards = boards_in("text", TWO.as_bytes(), Format::Oneline, true).unwrap();
        write_boards(&path, &boards, None, &Style::default()).unwrap();
        assert_eq!(
            read_boards(&path, None, false).unwrap()[0].deal,
            boards[0].deal
        );
        let before = std::fs::read(&path).unwrap();
        // A hand that is not given has no place there.
        write_boards(&path, &boards, Some(Format::Bri), &Style::default()).unwrap_err();
        let failed = write_file(&path, |out| {
            out.write_all(b"half")?;
            Err::<(), Error>(Error::Stopped)
        });
        failed.unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), before);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("none").join("boards.pbn");
        let said = write_boards(&nowhere, &boards, None, &Style::default()).unwrap_err();
        assert!(said.to_string().starts_with("cannot write "), "{said}");
    }
}

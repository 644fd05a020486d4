//! The text of a script and of what it includes, and places in it.
//!
//! An [`Input`] is where reading begins; [`Sources`] are all files that were read, so that a [`Span`] can be turned
//! into a line and a column. Reading is bounded, and nothing is read twice; where includes come from is for whoever
//! reads the script to say.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "files")]
use crate::includes::Folders;
use crate::includes::{Include, Includes, stays_inside};

/// No script, and no script with all its includes, may be larger.
pub const MAX_BYTES: usize = 4 << 20;

/// What some editors put at the start of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Includes may be nested so deep.
pub const MAX_INCLUDE_DEPTH: usize = 16;

/// The built-in leveling include, for scripts that have no file of that name.
const LEVELING: (&str, &str) = ("script/Leveling", include_str!("leveling.dlr"));

/// A script that could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The file could not be read.
    #[error("cannot read {name}: {}", answer::cause(cause))]
    Unreadable {
        /// The file.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// It is a file of another kind.
    #[error("{name} is {kind}, and no dealer script")]
    NotText {
        /// The file.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// There is too much of it.
    #[error("{name} is larger than {} MB: that is no dealer script", MAX_BYTES >> 20)]
    TooLarge {
        /// The file.
        name: String,
    },
}

impl answer::Explained for InputError {
    fn code(&self) -> &'static str {
        match self {
            InputError::Unreadable { .. } => "unreadable",
            InputError::NotText { .. } => "not-text",
            InputError::TooLarge { .. } => "too-large",
        }
    }
}

/// How a script's characters are written as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// As everything is today.
    #[default]
    Utf8,
    /// As scripts of the 1990s are: a byte for each character. What is not UTF-8 is read as this.
    Latin1,
}

impl Encoding {
    fn decode(bytes: Vec<u8>) -> (String, Encoding) {
        match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(error) => {
                let text = error.as_bytes().iter().map(|&byte| char::from(byte));
                (text.collect(), Encoding::Latin1)
            }
        }
    }

    /// The bytes of a text, for output in its script's encoding.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Latin1 => text
                .chars()
                .map(|letter| u8::try_from(letter).unwrap_or(b'?'))
                .collect(),
        }
    }
}

/// The script to read: its name, its text, and the folder that its includes are looked for in.
#[derive(Clone, Debug)]
pub struct Input {
    name: String,
    text: String,
    encoding: Encoding,
    /// Whether it began with a byte order mark.
    marked: bool,
    home: Home,
}

/// Where a text is at home; a text that is no file is nowhere.
#[derive(Clone, Default, Debug)]
struct Home {
    /// The folder that its includes are looked for in first.
    folder: Option<PathBuf>,
    /// What it is known by, whatever name led to it.
    place: Option<PathBuf>,
}

impl Input {
    /// Another text in the place of this one, a copy that was rewritten for instance: what it includes is looked for where
    /// this one's includes are.
    ///
    /// # Errors
    /// If it is larger than [`MAX_BYTES`].
    pub fn with_text(&self, name: &str, text: &str) -> Result<Input, InputError> {
        let Input {
            name, text, marked, ..
        } = Input::from_text(name, text)?;
        Ok(Input {
            name,
            text,
            marked,
            ..self.clone()
        })
    }

    /// How its characters were written.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// A text that is no file: there is nothing beside it that it could include.
    ///
    /// # Errors
    /// If it is larger than [`MAX_BYTES`].
    pub fn from_text(name: &str, text: &str) -> Result<Input, InputError> {
        Input::from_reader(name, text.as_bytes())
    }

    /// Everything that a reader gives, standard input for instance. Stops reading where it is too much.
    pub fn from_reader(name: &str, mut reader: impl Read) -> Result<Input, InputError> {
        let unreadable = |cause| InputError::Unreadable {
            name: name.to_owned(),
            cause,
        };
        let mut first = Vec::new();
        let read = reader.by_ref().take(16).read_to_end(&mut first);
        read.map_err(unreadable)?;
        if let Some(kind) = bridge::formats::not_text(&first) {
            let name = name.to_owned();
            return Err(InputError::NotText { name, kind });
        }
        let marked = first.starts_with(BYTE_ORDER_MARK);
        let (text, encoding) = read_bounded((&*first).chain(reader), MAX_BYTES)
            .map_err(unreadable)?
            .ok_or_else(|| InputError::TooLarge {
                name: name.to_owned(),
            })?;
        Ok(Input {
            name: name.to_owned(),
            text,
            encoding,
            marked,
            home: Home::default(),
        })
    }

    /// The same script, known to be at this place among the texts that can be included: what it includes is looked for
    /// beside it first, and it cannot include itself.
    pub fn at(self, place: impl Into<PathBuf>) -> Input {
        let place = place.into();
        Input {
            home: Home {
                folder: place.parent().map(Path::to_owned),
                place: Some(place),
            },
            ..self
        }
    }

    /// A file; its includes are looked for beside it.
    #[cfg(feature = "files")]
    pub fn from_path(path: &Path) -> Result<Input, InputError> {
        let name = path.display().to_string();
        let file = std::fs::File::open(path).map_err(|cause| InputError::Unreadable {
            name: name.clone(),
            cause,
        })?;
        let mut input = Input::from_reader(&name, file)?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        // Beside the name that was given, which may be a link: its author put the includes where the link is.
        input.home = Home {
            folder: Some(folder.unwrap_or(Path::new(".")).to_owned()),
            place: path.canonicalize().ok(),
        };
        Ok(input)
    }
}

/// What the caller adds to a script.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where includes come from. Unless someone says otherwise: with the feature `files` from the folder of a script that is
    /// a file; else there are none.
    pub includes: Arc<dyn Includes>,
    /// The texts of the parameters `$0` to `$9`.
    pub parameters: BTreeMap<u8, String>,
    /// Statements that are read after the script, as if they stood at its end, and what to call the place they come from.
    pub appended: Option<(String, String)>,
    /// A condition that is known to hold, for questions like 'how likely is the script's, given this one', and what to call
    /// the place it comes from. It may use the names of the script, and is none of its statements.
    pub given: Option<(String, String)>,
    /// Values that are asked of each board beside what the script asks, such as the columns of a table: for each what to call
    /// the place it comes from, and an expression. They may use the names of the script, and are none of its statements.
    pub columns: Vec<(String, String)>,
    /// Whether a name that is defined again means its last definition from there on, as in some programs; else that is an
    /// error.
    pub last_wins: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            #[cfg(feature = "files")]
            includes: Arc::new(Folders::default()),
            #[cfg(not(feature = "files"))]
            includes: Arc::new(crate::includes::Texts::default()),
            parameters: BTreeMap::new(),
            appended: None,
            given: None,
            columns: Vec::new(),
            last_wins: false,
        }
    }
}

/// The number of a file in its [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub(crate) u32);

/// A place in a file: from one byte up to, and not including, another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// Which file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// From the start of one place to the end of another in the same file; the first alone if they are not.
    pub fn to(self, end: Span) -> Span {
        if self.file == end.file && end.end >= self.start {
            Span {
                end: end.end,
                ..self
            }
        } else {
            self
        }
    }

    /// The place before its first byte.
    pub fn first(self) -> Span {
        Span {
            end: self.start,
            ..self
        }
    }

    /// Whether a byte is in it, or right behind it.
    pub fn touches(self, file: FileId, at: u32) -> bool {
        self.file == file && (self.start..=self.end).contains(&at)
    }

    /// As a range of bytes.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: String,
    text: String,
    /// Where lines begin.
    lines: Vec<u32>,
    home: Home,
}

/// Every file that was read for a script, the script itself first.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    files: Vec<SourceFile>,
    bytes: usize,
    /// Whether the script itself began with a byte order mark.
    pub(crate) marked: bool,
}

/// What became of an include.
pub(crate) enum Included {
    /// It was read.
    Now(FileId),
    /// It had been read already.
    Again(FileId),
}

/// An include that is refused, in words.
pub(crate) type Refusal = String;

impl Sources {
    pub(crate) fn new(input: &Input) -> Sources {
        let mut sources = Sources {
            marked: input.marked,
            ..Sources::default()
        };
        let (name, text) = (input.name.clone(), input.text.clone());
        sources.add(name, text, input.home.clone());
        sources
    }

    fn add(&mut self, name: String, text: String, home: Home) -> FileId {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0)
            .chain(breaks.map(|(at, _)| at as u32 + 1))
            .collect();
        self.bytes += text.len();
        self.files.push(SourceFile {
            name,
            text,
            lines,
            home,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds a text that is no file.
    pub(crate) fn append(&mut self, name: &str, text: &str) -> FileId {
        self.add(name.to_owned(), text.to_owned(), Home::default())
    }

    /// The place after all that a file has.
    pub(crate) fn end_of(&self, file: FileId) -> Span {
        let end = self.text(file).len() as u32;
        Span {
            file,
            start: end,
            end,
        }
    }

    /// The script itself.
    pub fn main(&self) -> FileId {
        FileId(0)
    }

    /// All files, the script itself first.
    pub(crate) fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The folder that the includes of a file are looked for in, and where it is itself.
    pub(crate) fn home(&self, file: FileId) -> (Option<&Path>, Option<&Path>) {
        let home = &self.files[file.0 as usize].home;
        (home.folder.as_deref(), home.place.as_deref())
    }

    /// The texts of all files, the script itself first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.text.as_str())
    }

    /// The name of a file, as it was given or found.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// The text of a place.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.range()).unwrap_or("")
    }

    /// The line and column of a place, both from 1; columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let lines = &self.files[span.file.0 as usize].lines;
        let line = lines.partition_point(|&start| start <= span.start);
        (line, self.before_on_line(span).chars().count() + 1)
    }

    /// The line and column after the last character of a place, in the same way.
    pub fn end_line_column(&self, span: Span) -> (usize, usize) {
        self.line_column(Span {
            start: span.end.max(span.start),
            ..span
        })
    }

    /// A place with all of its lines, where nothing else stands on them; else the place alone.
    pub(crate) fn whole_lines(&self, span: Span) -> Span {
        let text = self.text(span.file);
        let after = text.get(span.end as usize..).unwrap_or("");
        let end = after.find('\n').map_or(after.len(), |at| at + 1);
        let before = self.before_on_line(span);
        if before.trim().is_empty() && after[..end].trim().is_empty() {
            Span {
                start: span.start - before.len() as u32,
                end: span.end + end as u32,
                ..span
            }
        } else {
            span
        }
    }

    /// Where a file is, whatever name led to it; what is no file is nowhere.
    pub fn place(&self, file: FileId) -> Option<&Path> {
        self.home(file).1
    }

    /// The file at a place.
    pub fn at_place(&self, place: &Path) -> Option<FileId> {
        self.position(|file| file.home.place.as_deref() == Some(place))
    }

    /// What stands before a place on its line.
    pub(crate) fn before_on_line(&self, span: Span) -> &str {
        let file = &self.files[span.file.0 as usize];
        let line = file.lines.partition_point(|&start| start <= span.start);
        let start = file.lines[line - 1];
        file.text
            .get(start as usize..span.start as usize)
            .unwrap_or("")
    }

    /// Where a text begins, up to the end of its line, that ends only on the line of some place, and before it.
    pub(crate) fn text_ended_before(&self, span: Span) -> Option<Span> {
        let before = self.before_on_line(span);
        if before.matches('"').count().is_multiple_of(2) {
            return None;
        }
        let text = self.text(span.file);
        let line = (span.start as usize).checked_sub(before.len())?;
        let start = text.get(..line)?.rfind('"')?;
        let end = start + text[start..].find('\n')?;
        Some(Span {
            file: span.file,
            start: start as u32,
            end: end as u32,
        })
    }

    /// Finds and reads an include, unless it was read before.
    pub(crate) fn include(
        &mut self,
        from: FileId,
        name: &str,
        settings: &Settings,
    ) -> Result<Included, Refusal> {
        if !stays_inside(name) {
            return Err(
                "an include stays inside its folder: give a path without .. and not from the root"
                    .into(),
            );
        }
        let folder = |file: FileId| self.files[file.0 as usize].home.folder.as_deref();
        let beside: Vec<&Path> = [from, self.main()].into_iter().filter_map(folder).collect();
        if let Some(include) = settings.includes.open(name, &beside)? {
            let known = self.position(|file| file.home.place.as_ref() == Some(&include.place));
            return match known {
                Some(known) => Ok(Included::Again(known)),
                None => self.read(name, include).map(Included::Now),
            };
        }
        if name == LEVELING.0 {
            let (name, text) = LEVELING;
            return Ok(match self.position(|file| file.name == name) {
                Some(known) => Included::Again(known),
                None => Included::Now(self.add(name.into(), text.into(), Home::default())),
            });
        }
        Err("there is no such file beside the script or in the include folders".into())
    }

    fn position(&self, test: impl Fn(&SourceFile) -> bool) -> Option<FileId> {
        self.files
            .iter()
            .position(test)
            .map(|index| FileId(index as u32))
    }

    fn read(&mut self, name: &str, include: Include) -> Result<FileId, Refusal> {
        let room = MAX_BYTES.saturating_sub(self.bytes);
        let (text, _) = read_bounded(include.reader, room)
            .map_err(|cause| format!("cannot be read: {}", answer::cause(&cause)))?
            .ok_or("with this include the script is larger than 4 MB")?;
        let home = Home {
            folder: include.place.parent().map(Path::to_owned),
            place: Some(include.place),
        };
        Ok(self.add(name.to_owned(), text, home))
    }
}

/// The text a reader gives, if it is no longer than `limit`; a byte order mark is left out.
fn read_bounded(reader: impl Read, limit: usize) -> io::Result<Option<(String, Encoding)>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    let fits = bytes.len() <= limit;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(fits.then(|| Encoding::decode(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_do_not_stop_a_script() {
        let input = Input::from_reader("latin", &b"\xef\xbb\xbf# caf\xe9\n1"[..]).unwrap();
        assert_eq!(input.text, "# caf\u{e9}\n1");
        assert_eq!(input.encoding(), Encoding::Latin1);
        assert_eq!(Encoding::Latin1.encode(&input.text), b"# caf\xe9\n1");
    }

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let sources = Sources::new(&Input::from_text("test", "a\n  \u{e9}b\n").unwrap());
        let span = |start| Span {
            file: sources.main(),
            start,
            end: start + 1,
        };
        assert_eq!(sources.line_column(span(0)), (1, 1));
        assert_eq!(sources.line_column(span(6)), (2, 4));
    }
}

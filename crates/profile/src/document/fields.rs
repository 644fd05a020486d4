//! Reading a document value by value, with the path of each: whatever is wrong is noted at its place, and reading goes
//! on, so that one look finds all of it.

use std::fmt;

use bridge::{Seat, Suit};
use serde::Serialize;
use serde_json::{Map, Value};

/// More findings than this help nobody.
const MOST_PROBLEMS: usize = 1_000;
/// More than this are counted and not shown.
const SHOWN: usize = 20;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing can be dealt.
    Error,
    /// It can, but perhaps not what was meant.
    Warning,
    /// It can, and this is how it is understood.
    Note,
}

/// Something that is wrong with a profile, or might be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// How bad.
    pub severity: Severity,
    /// Where: `seat_profiles.N.subprofiles[1].standard`; empty for the whole document.
    pub path: String,
    /// What.
    pub message: String,
}

impl Problem {
    /// Whether nothing can be dealt because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "{path}: {}", self.message),
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// All that is wrong with a profile, or might be, or is good to know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemList {
    /// How many of them are errors.
    pub errors: usize,
    /// How many are warnings.
    pub warnings: usize,
    /// How many only say how something is understood.
    pub notes: usize,
    /// Each of them, in the order of the document.
    pub problems: Vec<Problem>,
}

impl From<Vec<Problem>> for ProblemList {
    fn from(problems: Vec<Problem>) -> ProblemList {
        let of = |severity| {
            let of = problems.iter().filter(|one| one.severity == severity);
            of.count()
        };
        ProblemList {
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            notes: of(Severity::Note),
            problems,
        }
    }
}

impl fmt::Display for ProblemList {
    /// A line each, the errors first and the notes last; after the first twenty, how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let of = |severity| {
            let all = self.problems.iter();
            all.filter(move |problem| problem.severity == severity)
        };
        let sorted = of(Severity::Error)
            .chain(of(Severity::Warning))
            .chain(of(Severity::Note));
        for problem in sorted.take(SHOWN) {
            writeln!(f, "{}: {problem}", problem.severity)?;
        }
        match self.problems.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "and {more} more"),
        }
    }
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    fn add(&mut self, severity: Severity, path: &str, message: String) {
        if self.0.len() < MOST_PROBLEMS {
            self.0.push(Problem {
                severity,
                path: path.to_owned(),
                message,
            });
        }
    }

    pub(crate) fn error(&mut self, path: &str, message: impl Into<String>) {
        self.add(Severity::Error, path, message.into());
    }

    pub(crate) fn warn(&mut self, path: &str, message: impl Into<String>) {
        self.add(Severity::Warning, path, message.into());
    }

    pub(crate) fn note(&mut self, path: &str, message: impl Into<String>) {
        self.add(Severity::Note, path, message.into());
    }
}

/// A value and its place.
#[derive(Clone)]
pub(crate) struct At<'d> {
    pub(crate) path: String,
    pub(crate) value: &'d Value,
}

/// A value as it is shown in a message: not much of it.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.chars().count() > 30 => {
            let start: String = text.chars().take(30).collect();
            format!("{start:?}…")
        }
        value => value.to_string(),
    }
}

impl<'d> At<'d> {
    fn is_not(&self, what: &str, problems: &mut Problems) {
        problems.error(&self.path, format!("{} is not {what}", shown(self.value)));
    }

    pub(crate) fn text(&self, problems: &mut Problems) -> Option<&'d str> {
        let text = self.value.as_str();
        if text.is_none() {
            self.is_not("a text", problems);
        }
        text
    }

    pub(crate) fn flag(&self, problems: &mut Problems) -> Option<bool> {
        let flag = self.value.as_bool();
        if flag.is_none() {
            self.is_not("true or false", problems);
        }
        flag
    }

    pub(crate) fn number(&self, problems: &mut Problems) -> Option<f64> {
        let number = self.value.as_f64();
        if number.is_none() {
            self.is_not("a number", problems);
        }
        number
    }

    /// A whole number with its bounds. Some programs write 5 as 5.0.
    pub(crate) fn whole(&self, min: u8, max: u8, problems: &mut Problems) -> Option<u8> {
        match self.value.as_f64() {
            Some(number) if number.fract() != 0.0 => self.is_not("a whole number", problems),
            Some(number) if number < min.into() => {
                problems.error(&self.path, format!("{} is under {min}", shown(self.value)));
            }
            Some(number) if number > max.into() => {
                problems.error(&self.path, format!("{} is over {max}", shown(self.value)));
            }
            Some(number) => return Some(number as u8),
            None => self.is_not("a whole number", problems),
        }
        None
    }

    pub(crate) fn seat(&self, problems: &mut Problems) -> Option<Seat> {
        let seat = self.value.as_str().and_then(seat);
        if seat.is_none() {
            self.is_not("a seat: N, E, S or W", problems);
        }
        seat
    }

    pub(crate) fn suit(&self, problems: &mut Problems) -> Option<Suit> {
        let letter = self.value.as_str().and_then(one_letter);
        let suit = letter.and_then(Suit::from_letter);
        if suit.is_none() {
            self.is_not("a suit: S, H, D or C", problems);
        }
        suit
    }

    /// One of some words.
    pub(crate) fn word<T: Copy>(&self, words: &[(&str, T)], problems: &mut Problems) -> Option<T> {
        let known = |text: &str| words.iter().find(|(word, _)| *word == text);
        let found = self.value.as_str().and_then(known);
        if found.is_none() {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.is_not(&format!("one of {}", all.join(", ")), problems);
        }
        found.map(|(_, meaning)| *meaning)
    }

    pub(crate) fn list(&self, problems: &mut Problems) -> Option<Vec<At<'d>>> {
        let Some(items) = self.value.as_array() else {
            self.is_not("a list", problems);
            return None;
        };
        let at = |(i, value)| At {
            path: format!("{}[{i}]", self.path),
            value,
        };
        Some(items.iter().enumerate().map(at).collect())
    }

    pub(crate) fn fields(&self, problems: &mut Problems) -> Option<Fields<'d>> {
        let Some(map) = self.value.as_object() else {
            self.is_not("an object", problems);
            return None;
        };
        Some(Fields {
            path: self.path.clone(),
            map,
            known: Vec::new(),
        })
    }
}

fn one_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// The seat of a letter.
pub(crate) fn seat(text: &str) -> Option<Seat> {
    one_letter(text).and_then(Seat::from_letter)
}

/// An object, and which of its fields were asked for.
pub(crate) struct Fields<'d> {
    pub(crate) path: String,
    map: &'d Map<String, Value>,
    known: Vec<&'static str>,
}

impl<'d> Fields<'d> {
    /// A field; `None` if it is not there, or null.
    pub(crate) fn get(&mut self, name: &'static str) -> Option<At<'d>> {
        self.known.push(name);
        let value = self.map.get(name).filter(|value| !value.is_null())?;
        Some(At {
            path: join(&self.path, name),
            value,
        })
    }

    /// A field that must be there.
    pub(crate) fn need(&mut self, name: &'static str, problems: &mut Problems) -> Option<At<'d>> {
        let found = self.get(name);
        if found.is_none() {
            problems.error(&join(&self.path, name), "is missing");
        }
        found
    }

    /// All fields, whatever their names.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'d str, At<'d>)> {
        let path = self.path.clone();
        self.map.iter().map(move |(name, value)| {
            let path = join(&path, name);
            (name.as_str(), At { path, value })
        })
    }

    /// Names the fields that nobody asked for.
    pub(crate) fn end(self, problems: &mut Problems) {
        for name in self.map.keys() {
            if self.known.contains(&name.as_str()) {
                continue;
            }
            let likely = self
                .known
                .iter()
                .find(|known| strsim::damerau_levenshtein(known, name) <= 2);
            let hint = likely.map_or(String::new(), |known| format!(": did you mean {known}?"));
            let message = format!("this field is not known; it is kept and has no effect{hint}");
            problems.warn(&join(&self.path, name), message);
        }
    }
}

/// The path of a field.
fn join(path: &str, name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    match path {
        "" => name,
        path => format!("{path}.{name}"),
    }
}

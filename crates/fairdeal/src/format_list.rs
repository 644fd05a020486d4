//! The formats of files of boards, for those who let people choose one.

use std::fmt;

use bridge::formats::{Audience, Format, Paper, PaperLayout};
use serde::Serialize;

/// What there is to choose of files of boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatList {
    /// The formats.
    pub formats: Vec<FormatAnswer>,
    /// What may be on pages for printing.
    pub layouts: Vec<NamedChoice>,
    /// Whom they may be for.
    pub audiences: Vec<&'static str>,
    /// The sizes of paper.
    pub papers: Vec<&'static str>,
}

/// A choice, and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedChoice {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
}

/// A format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatAnswer {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The endings of its files, the usual one first.
    pub extensions: &'static [&'static str],
    /// Whether boards can be read from it.
    pub read: bool,
    /// Whether it is pages for printing.
    pub paper: bool,
    /// Whether it has a place for double dummy results.
    pub results: bool,
}

impl fmt::Display for FormatList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let width = self.formats.iter().map(|format| format.name.len()).max();
        for FormatAnswer { name, about, .. } in &self.formats {
            writeln!(f, "{name:0$}  {about}", width.unwrap_or(0))?;
        }
        Ok(())
    }
}

impl FormatList {
    /// All there is.
    ///
    /// ```
    /// let list = fairdeal::FormatList::all();
    /// assert!(list.formats.iter().any(|format| format.name == "pbn" && format.read && format.results));
    /// ```
    pub fn all() -> FormatList {
        let formats = Format::ALL.into_iter().map(|format| FormatAnswer {
            name: format.name(),
            about: format.about(),
            extensions: format.extensions(),
            read: format.is_read(),
            paper: format.is_paper(),
            results: format.takes_results(),
        });
        let layouts = PaperLayout::ALL.into_iter().map(|layout| NamedChoice {
            name: layout.name(),
            about: layout.about(),
        });
        FormatList {
            formats: formats.collect(),
            layouts: layouts.collect(),
            audiences: Audience::ALL.map(Audience::name).to_vec(),
            papers: Paper::ALL.map(Paper::name).to_vec(),
        }
    }
}

//! What is said of a store: what stands in it, a profile in words, where something was put. Each is written as JSON and in
//! words.

use std::fmt;

use answer::{ErrorBody, plural};
use serde::Serialize;
use serde_json::Value;

use crate::name::{full_name, visible};

/// What stands before a profile of a category.
const INDENT: &str = "  ";
/// So much of what a profile teaches is listed.
const TEACHES: usize = 60;

/// All profiles in a store, with their odds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileListing {
    /// The folder.
    pub folder: String,
    /// The profiles: by category, those without one first; then by `sort_order`, name, and the newest version first.
    pub profiles: Vec<ListedProfile>,
    /// What cannot be read. It is left as it is.
    pub broken: Vec<BrokenFile>,
}

/// A profile in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedProfile {
    /// Its name.
    pub name: String,
    /// Its version; empty if it has none.
    pub version: String,
    /// Whether no version of it is newer.
    pub newest: bool,
    /// What it belongs to; empty if that is not said.
    pub category: String,
    /// Its place among those of its category, if it has one.
    pub sort_order: Option<f64>,
    /// What it teaches; may be empty.
    pub teaches: String,
    /// Its file.
    pub file: String,
    /// How rare its deals are: `1 in 88.7`, `about 1 in 300`, `never`, `not counted`.
    pub odds: String,
    /// The same in numbers; none if nothing is known of it yet.
    pub known: Option<KnownOdds>,
}

/// What is known of the odds of a profile.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownOdds {
    /// How many combinations of subprofiles and suits there are.
    pub combinations: usize,
    /// How many of them can be dealt.
    pub dealable: usize,
    /// The chance that a random deal is one for the combination that was drawn; none if nothing can be dealt, or nothing was
    /// found.
    pub probability: Option<f64>,
    /// Whether that was counted, and nothing estimated.
    pub exact: bool,
    /// Of an estimate, its standard error.
    pub error: Option<f64>,
}

impl ListedProfile {
    /// What it teaches, as far as there is room.
    fn teaches_in_brief(&self) -> String {
        let text = visible(&self.teaches);
        if text.chars().count() <= TEACHES {
            text
        } else {
            let start: String = text.chars().take(TEACHES - 1).collect();
            format!("{}…", start.trim_end())
        }
    }
}

impl fmt::Display for ProfileListing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let width = |of: fn(&ListedProfile) -> &str| {
            let widths = self.profiles.iter().map(|one| of(one).chars().count());
            widths.max().unwrap_or(0)
        };
        let (mut names, versions) = (width(|one| &one.name), width(|one| &one.version));
        if self.profiles.iter().any(|one| !one.category.is_empty()) {
            names += INDENT.len();
        }
        let mut category = "";
        for (at, one) in self.profiles.iter().enumerate() {
            // A category is spelled as the first of it spells it.
            if one.category.to_lowercase() != category.to_lowercase() {
                let gap = if at == 0 { "" } else { "\n" };
                category = &one.category;
                writeln!(f, "{gap}{}:", visible(category))?;
            }
            let indent = if category.is_empty() { "" } else { INDENT };
            let name = format!("{indent}{}", visible(&one.name));
            let version = visible(&one.version);
            let line = format!(
                "{name:names$}  {version:versions$}  {:>18}  {}",
                one.odds,
                one.teaches_in_brief()
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A file in the store that is no profile, or no draft. It is left as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrokenFile {
    /// The name of the file.
    pub file: String,
    /// What is wrong with it, first things first.
    pub problems: Vec<String>,
}

impl fmt::Display for BrokenFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let why = self.problems.first().map_or("", String::as_str);
        let file = visible(&self.file);
        write!(f, "{file} is broken and was left as it is: {why}")
    }
}

/// The profiles that were begun and not finished.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftListing {
    /// The drafts.
    pub drafts: Vec<ListedDraft>,
    /// What cannot be read. It is left as it is.
    pub broken: Vec<BrokenFile>,
}

/// A draft in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedDraft {
    /// What it is called.
    pub draft: String,
    /// The name of the profile so far; empty if it has none yet.
    pub name: String,
    /// The file of the profile that it changes; none for a new one.
    pub of: Option<String>,
    /// The question that is to be answered next; none if all are.
    pub next: Option<String>,
    /// How many questions have been answered.
    pub answers: usize,
}

impl ListedDraft {
    /// As it is offered to whoever might go on with it.
    pub fn offer(&self) -> String {
        let name = match self.name.as_str() {
            "" => "a profile without a name".to_owned(),
            name => format!("{name:?}"),
        };
        let answered = plural(self.answers as u64, "answer");
        match &self.of {
            None => format!("{name}, {answered} ({})", self.draft),
            Some(_) => format!("changes of {name} ({})", self.draft),
        }
    }
}

impl fmt::Display for DraftListing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for one in &self.drafts {
            let name = match one.name.as_str() {
                "" => "no name yet".to_owned(),
                name => visible(name),
            };
            let what = match &one.of {
                None => plural(one.answers as u64, "answer"),
                Some(file) => format!("changes of {}", visible(file)),
            };
            writeln!(f, "{:12}  {name}: {what}", one.draft)?;
        }
        Ok(())
    }
}

/// A profile, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownProfile {
    /// Its name.
    pub name: String,
    /// Its version; empty if it has none.
    pub version: String,
    /// Whether no version of it is newer.
    pub newest: bool,
    /// What it belongs to; empty if that is not said.
    pub category: String,
    /// What it teaches; may be empty.
    pub teaches: String,
    /// Its file.
    pub file: String,
    /// What it says in words, a line each.
    pub words: Vec<String>,
    /// Whether it can be dealt and how rare that is, a line each.
    pub standing: Vec<String>,
    /// The odds in numbers; none if there are too many combinations to look at.
    pub known: Option<KnownOdds>,
    /// The document itself.
    pub document: Value,
}

impl fmt::Display for ShownProfile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", visible(&full_name(&self.name, &self.version)))?;
        for (field, label) in [
            ("description", ""),
            ("author", "by "),
            ("category", "in "),
            ("rotated_from", "turned from "),
        ] {
            let text = self.document.get(field).and_then(Value::as_str);
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                writeln!(f, "{label}{}", visible(text))?;
            }
        }
        writeln!(f, "{}\n", self.words.join("\n").trim_end())?;
        for line in &self.standing {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// A profile that was put in the store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacedProfile {
    /// Its name.
    pub name: String,
    /// Its version; empty if it has none.
    pub version: String,
    /// Its file.
    pub file: String,
}

impl fmt::Display for PlacedProfile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = visible(&full_name(&self.name, &self.version));
        write!(f, "{name} is in {}", self.file)
    }
}

/// What became of a file that was to be put in the store.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedFile {
    /// The file that was read.
    pub from: String,
    /// Where its profile is now; none if it was not taken.
    pub placed: Option<PlacedProfile>,
    /// Whether it took the place of another of its name and version.
    pub replaced: bool,
    /// Why it was not taken.
    pub error: Option<ErrorBody>,
}

impl fmt::Display for ImportedFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (&self.placed, &self.error) {
            (Some(placed), _) if self.replaced => {
                write!(f, "{placed}, in the place of what was there")
            }
            (Some(placed), _) => placed.fmt(f),
            (None, Some(error)) => write!(f, "{} was not taken: {}", self.from, error.message),
            (None, None) => write!(f, "{} was not taken", self.from),
        }
    }
}

/// A profile or a draft that was deleted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deleted {
    /// What: its name and version, or what the draft was called.
    pub deleted: String,
    /// Whether it was a draft.
    pub draft: bool,
}

impl fmt::Display for Deleted {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let what = if self.draft { "the draft " } else { "" };
        write!(f, "{what}{} is deleted", visible(&self.deleted))
    }
}

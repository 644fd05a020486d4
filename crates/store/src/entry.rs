//! A profile as it stands in the store, and what else was found there.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use profile::{Problem, Profile};
use serde_json::Value;

use crate::answers::BrokenFile;
use crate::error::StoreError;
use crate::file_name::version_order;
use crate::files;
use crate::name::{full_name, same_name};

/// A profile that stands in the store.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// What is in the file, to the byte.
    pub text: String,
    /// The same as a document.
    pub document: Value,
    /// What it says.
    pub profile: Profile,
    /// What might be wrong with it.
    pub warnings: Vec<Problem>,
}

/// All that stands in a store.
#[derive(Clone, Debug, Default)]
pub struct StoreContents {
    /// The profiles: by category, those without one first; then by their `sort_order`, those without one last; then by name,
    /// the newest version first.
    pub profiles: Vec<Entry>,
    /// What cannot be read.
    pub broken: Vec<BrokenFile>,
}

impl Entry {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Entry, BrokenFile> {
        let broken = |problems: Vec<String>| BrokenFile {
            file: file_name(path),
            problems,
        };
        let text = match files::text(path) {
            Ok(text) => text,
            Err(StoreError::Read { cause, .. }) => return Err(broken(vec![cause.to_string()])),
            Err(error) => return Err(broken(vec![error.to_string()])),
        };
        let reading = profile::read(&text);
        let problems = reading.errors().map(Problem::to_string).collect();
        match (reading.profile, reading.document) {
            (Some(profile), Some(document)) => Ok(Entry {
                path: path.to_owned(),
                text,
                document,
                profile,
                warnings: reading.problems,
            }),
            _ => Err(broken(problems)),
        }
    }

    /// The name of the profile.
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// Its version; empty if it has none.
    pub fn version(&self) -> &str {
        version_of(&self.document)
    }

    /// `Weak two defence@1.0`: what it can be found by, whatever other versions there are.
    pub fn full_name(&self) -> String {
        full_name(self.name(), self.version())
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        file_name(&self.path)
    }

    /// The name of its file without the ending, which finds it too.
    pub fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Whether it has this name and version.
    pub(crate) fn is(&self, name: &str, version: &str) -> bool {
        same_name(self.name(), name) && self.version() == version
    }

    /// What it belongs to; empty if that is not said.
    pub fn category(&self) -> &str {
        let category = self.document.get("category").and_then(Value::as_str);
        category.unwrap_or_default().trim()
    }

    /// Its place among those of its category, if it has one.
    pub fn sort_order(&self) -> Option<f64> {
        self.document.get("sort_order").and_then(Value::as_f64)
    }

    /// Its place in a list.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        // Numbers in their order, as whole numbers: the sign bit of a float is turned so that they compare.
        let place = self.sort_order().map_or(i64::MAX, |order| {
            let bits = order.to_bits() as i64;
            bits ^ (((bits >> 63) as u64) >> 1) as i64
        });
        (
            self.category().to_lowercase(),
            place,
            self.name().to_lowercase(),
            Reverse(version_order(self.version())),
            self.path.clone(),
        )
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

pub(crate) fn version_of(document: &Value) -> &str {
    let version = document.get("version").and_then(Value::as_str);
    version.unwrap_or_default().trim()
}

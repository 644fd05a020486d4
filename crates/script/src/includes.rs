//! Where the texts come from that a script includes.
//!
//! Reading asks an [`Includes`] for a name and gets a text, or that there is none. [`Texts`] has them in memory, for a page
//! in a browser or a server; [`Folders`] reads files. What holds for all of them is seen to by the one who asks: a name never
//! leads out of its folder, nothing is read twice, and all together are bounded.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Cursor, Read};
use std::path::{Component, Path, PathBuf};

/// Someone who has texts to include.
pub trait Includes: fmt::Debug + Send + Sync {
    /// Opens what is included by a name, which is a path without `..` and not from the root. `beside` are the folders where
    /// it is looked for first: that of the text that includes it, and that of the script. `None` if there is nothing of that
    /// name.
    ///
    /// # Errors
    /// Why there is something of that name that may not, or cannot, be included: the end of a sentence.
    fn open(&self, name: &str, beside: &[&Path]) -> Result<Option<Include>, String>;
}

/// A text to include, opened.
pub struct Include {
    /// Where it is. One place is read once, however many names lead there, and what it includes itself is looked for in its
    /// folder.
    pub place: PathBuf,
    /// What is there. It is read no further than is allowed.
    pub reader: Box<dyn Read>,
}

impl Include {
    /// A text in memory.
    pub fn from_text(place: impl Into<PathBuf>, text: impl Into<String>) -> Include {
        Include {
            place: place.into(),
            reader: Box::new(Cursor::new(text.into())),
        }
    }
}

impl fmt::Debug for Include {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Include").field(&self.place).finish()
    }
}

/// Whether a name stays inside the folder that it is looked for in.
pub(crate) fn stays_inside(name: &str) -> bool {
    Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// Texts in memory, by their paths.
///
/// ```
/// use std::sync::Arc;
///
/// use script::{Input, Settings, Texts};
///
/// let texts = Texts::from_iter([("parts/strong.dlr", "strong = hcp(north) >= 20")]);
/// let settings = Settings {
///     includes: Arc::new(texts),
///     ..Settings::default()
/// };
/// let text = "#include \"parts/strong.dlr\"\ncondition strong";
/// let loaded = script::load(&Input::from_text("page", text).unwrap(), &settings, &Default::default());
/// assert!(loaded.compiled.is_some());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Texts(BTreeMap<PathBuf, String>);

impl<P: Into<PathBuf>, T: Into<String>> FromIterator<(P, T)> for Texts {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(texts: I) -> Texts {
        let texts = texts.into_iter();
        Texts(
            texts
                .map(|(path, text)| (path.into(), text.into()))
                .collect(),
        )
    }
}

impl Includes for Texts {
    fn open(&self, name: &str, beside: &[&Path]) -> Result<Option<Include>, String> {
        // Without the dots that mean 'here'.
        let plain = |path: PathBuf| -> PathBuf {
            let parts = path.components();
            parts.filter(|part| *part != Component::CurDir).collect()
        };
        let folders = beside.iter().copied().chain([Path::new("")]);
        let mut places = folders.map(|folder| plain(folder.join(name)));
        let found = places.find_map(|place| self.0.get_key_value(&place));
        Ok(found.map(|(place, text)| Include::from_text(place, text)))
    }
}

/// Files: beside the text that includes them, and in further folders, in the order in which they are searched. A link that
/// leads out of its folder is refused, and so is what is no plain file.
#[cfg(feature = "files")]
#[derive(Clone, Default, Debug)]
pub struct Folders(pub Vec<PathBuf>);

#[cfg(feature = "files")]
impl Includes for Folders {
    fn open(&self, name: &str, beside: &[&Path]) -> Result<Option<Include>, String> {
        let further = self.0.iter().map(PathBuf::as_path);
        for folder in beside.iter().copied().chain(further) {
            let (Ok(folder), Ok(place)) = (folder.canonicalize(), folder.join(name).canonicalize())
            else {
                continue;
            };
            if !place.starts_with(&folder) {
                return Err("this file leads out of the folder it may come from".to_owned());
            }
            // Devices and pipes may never end, and opening one may already hang.
            if !std::fs::metadata(&place).is_ok_and(|about| about.is_file()) {
                return Err("this is not a file".to_owned());
            }
            let file = std::fs::File::open(&place)
                .map_err(|cause| format!("cannot be read: {}", answer::cause(&cause)))?;
            return Ok(Some(Include {
                place,
                reader: Box::new(file),
            }));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_beside_the_one_that_includes_it_and_from_the_top() {
        let texts = Texts::from_iter([("a", "top"), ("in/a", "inner"), ("in/b", "other")]);
        let place = |name: &str, beside: &[&str]| {
            let beside: Vec<&Path> = beside.iter().map(Path::new).collect();
            let found = texts.open(name, &beside).unwrap();
            found.map(|found| found.place.display().to_string())
        };
        assert_eq!(place("a", &[]).as_deref(), Some("a"));
        assert_eq!(place("./a", &["in"]).as_deref(), Some("in/a"));
        assert_eq!(place("b", &["", "in"]).as_deref(), Some("in/b"));
        assert_eq!(place("b", &[]), None);
    }
}

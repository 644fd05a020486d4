//! A script with all that it includes, as one value that can be carried elsewhere and read again: no file is needed then.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::compile::CompileOptions;
use crate::includes::{Include, Includes};
use crate::source::{Input, InputError, Settings};

/// A script, the texts that it includes and its parameters. It says nothing of where they were found: the same texts in
/// another folder are the same value.
///
/// ```
/// use script::{Input, Settings, WholeScript};
/// let input = Input::from_text("script", "condition hcp(south) >= $0").unwrap();
/// let settings = Settings { parameters: [(0, "15".to_owned())].into(), ..Settings::default() };
/// let whole = WholeScript::new(&input, &settings);
/// let (input, settings) = whole.read("again").unwrap();
/// assert!(script::load(&input, &settings, &Default::default()).compiled.is_some());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeScript {
    /// The texts, the script itself first.
    pub texts: Vec<WholeText>,
    /// What each include leads to.
    pub includes: Vec<WholeInclude>,
    /// The texts of the parameters.
    pub parameters: BTreeMap<u8, String>,
    /// Statements that are read after the script, as if they stood at its end.
    pub appended: Option<String>,
    /// Whether a name that is defined again means its last definition from there on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_wins: bool,
}

/// A text of a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeText {
    /// The number of its folder; the script itself is in folder 0.
    pub folder: usize,
    /// The text.
    pub text: String,
}

/// What an include leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeInclude {
    /// The folder of the text that includes it.
    pub folder: usize,
    /// The name, as it stands there.
    pub name: String,
    /// The number of the text.
    pub text: usize,
}

impl WholeScript {
    /// What a script is made of; its includes are read once more for that.
    pub fn new(input: &Input, settings: &Settings) -> WholeScript {
        let recorded = Arc::new(Recorded {
            includes: settings.includes.clone(),
            opened: Mutex::default(),
        });
        let recording = Settings {
            includes: recorded.clone(),
            ..settings.clone()
        };
        let loaded = crate::load(input, &recording, &CompileOptions::default());
        let sources = &loaded.script.sources;
        let mut folders: Vec<Option<PathBuf>> = Vec::new();
        let mut number_of = |folder: Option<PathBuf>| {
            let known = folders.iter().position(|known| *known == folder);
            known.unwrap_or_else(|| {
                folders.push(folder);
                folders.len() - 1
            })
        };
        let mut texts = Vec::new();
        let mut places: Vec<Option<PathBuf>> = Vec::new();
        let main = sources.home(sources.main());
        number_of(main.0.map(Path::to_owned));
        let mut opened = recorded
            .opened
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (file, text) in sources.files().zip(sources.texts()) {
            let (folder, place) = sources.home(file);
            let is_included = opened.iter().any(|one| Some(&*one.place) == place);
            // What comes with the program, and what is appended, is found without being carried.
            if file == sources.main() || is_included {
                places.push(place.map(Path::to_owned));
                texts.push(WholeText {
                    folder: number_of(folder.map(Path::to_owned)),
                    text: text.to_owned(),
                });
            }
        }
        let mut includes: Vec<WholeInclude> = Vec::new();
        for one in opened.drain(..) {
            let found = places
                .iter()
                .position(|place| place.as_ref() == Some(&one.place));
            let Some(text) = found else { continue };
            let include = WholeInclude {
                folder: number_of(one.beside),
                name: one.name,
                text,
            };
            if !includes.contains(&include) {
                includes.push(include);
            }
        }
        WholeScript {
            texts,
            includes,
            parameters: settings.parameters.clone(),
            appended: settings.appended.clone().map(|(_, text)| text),
            last_wins: settings.last_wins,
        }
    }

    /// The script and what is needed to read it, with what to call it in messages.
    ///
    /// # Errors
    /// A text that is larger than a script can be.
    pub fn read(&self, name: &str) -> Result<(Input, Settings), InputError> {
        let text = self.texts.first().map_or("", |text| &text.text);
        let input = Input::from_text(name, text)?.at(place(0, 0));
        let settings = Settings {
            includes: Arc::new(Carried(self.clone())),
            parameters: self.parameters.clone(),
            appended: self
                .appended
                .clone()
                .map(|text| ("appended".to_owned(), text)),
            given: None,
            columns: Vec::new(),
            last_wins: self.last_wins,
        };
        Ok((input, settings))
    }
}

/// Where a text is that has no other place.
fn place(folder: usize, text: usize) -> PathBuf {
    PathBuf::from(folder.to_string()).join(text.to_string())
}

/// The includes of someone else, and what was opened there.
#[derive(Debug)]
struct Recorded {
    includes: Arc<dyn Includes>,
    opened: Mutex<Vec<Opened>>,
}

#[derive(PartialEq, Eq, Debug)]
struct Opened {
    beside: Option<PathBuf>,
    name: String,
    place: PathBuf,
}

impl Includes for Recorded {
    fn open(&self, name: &str, beside: &[&Path]) -> Result<Option<Include>, String> {
        let found = self.includes.open(name, beside)?;
        if let Some(found) = &found {
            let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
            opened.push(Opened {
                beside: beside.first().map(|folder| folder.to_path_buf()),
                name: name.to_owned(),
                place: found.place.clone(),
            });
        }
        Ok(found)
    }
}

/// The includes of a script that is carried as one value.
#[derive(Debug)]
struct Carried(WholeScript);

impl Includes for Carried {
    fn open(&self, name: &str, beside: &[&Path]) -> Result<Option<Include>, String> {
        let folder = beside
            .first()
            .and_then(|folder| folder.to_str()?.parse().ok());
        let WholeScript {
            texts, includes, ..
        } = &self.0;
        let mut includes = includes.iter();
        let found = includes.find(|one| Some(one.folder) == folder && one.name == name);
        Ok(found.and_then(|one| {
            let text = texts.get(one.text)?;
            Some(Include::from_text(
                place(text.folder, one.text),
                &*text.text,
            ))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::includes::Texts;

    fn settings(texts: &[(&str, &str)]) -> Settings {
        Settings {
            includes: Arc::new(Texts::from_iter(texts.iter().copied())),
            ..Settings::default()
        }
    }

    fn texts_read(input: &Input, settings: &Settings) -> Vec<String> {
        let loaded = crate::load(input, settings, &CompileOptions::default());
        assert!(loaded.compiled.is_some(), "{:?}", loaded.diagnostics);
        loaded.script.sources.texts().map(str::to_owned).collect()
    }

    /// Two texts of one name in two folders, one text by two names, and what comes with the program.
    #[test]
    fn what_is_carried_reads_the_same() {
        let texts = [
            (
                "parts/a",
                "#include \"b\"\n#include \"script/Leveling\"\na = b",
            ),
            ("parts/b", "b = hcp(north) > 20"),
            ("b", "#include \"parts/./a\"\nc = a"),
        ];
        let text = "#include \"parts/a\"\n#include \"b\"\ncondition a and c";
        for input in [
            Input::from_text("script", text).unwrap(),
            Input::from_text("script", text).unwrap().at("script"),
        ] {
            let settings = settings(&texts);
            let whole = WholeScript::new(&input, &settings);
            let (again, carried) = whole.read("again").unwrap();
            assert_eq!(texts_read(&again, &carried), texts_read(&input, &settings));
            assert_eq!(WholeScript::new(&again, &carried), whole);
        }
    }

    #[test]
    fn where_it_lies_is_no_part_of_it() {
        let text = "#include \"a\"\ncondition a";
        let at = |folder: &str| {
            let place = format!("{folder}/a");
            let settings = settings(&[(&place, "a = hcp(north) > 20")]);
            let input = Input::from_text("script", text).unwrap();
            WholeScript::new(&input.at(format!("{folder}/script")), &settings)
        };
        assert_eq!(at("one"), at("other/place"));
        assert_eq!(at("one").texts.len(), 2);
    }

    #[test]
    fn what_leads_nowhere_is_no_include() {
        let whole = WholeScript {
            texts: Vec::new(),
            includes: vec![WholeInclude {
                folder: 0,
                name: "a".to_owned(),
                text: 7,
            }],
            parameters: BTreeMap::new(),
            appended: None,
            last_wins: false,
        };
        let carried = Carried(whole);
        assert!(carried.open("a", &[Path::new("0")]).unwrap().is_none());
        assert!(carried.open("a", &[]).unwrap().is_none());
    }
}

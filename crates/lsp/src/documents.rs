//! The texts that are open in an editor, and the folder that they may include from.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use fairdeal::script::{Folders, Include, Includes, Input, Settings};
use fairdeal::{PointedOdds, Script, Watch};
use ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::positions::Columns;

/// A text at one moment. What is found out about it is kept with it, and what is being found out ends with it.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: Option<i32>,
    pub(crate) text: Arc<str>,
    pub(crate) place: Option<PathBuf>,
    pub(crate) watch: Watch,
    includes: Arc<Workspace>,
    script: OnceLock<Result<Script, String>>,
    pointed: OnceLock<PointedOdds>,
}

impl Document {
    /// The script that it is, or why it is none.
    pub(crate) fn script(&self) -> Result<&Script, &str> {
        let read = || {
            let name = match &self.place {
                Some(place) => place.display().to_string(),
                None => "script".to_owned(),
            };
            let input = Input::from_text(&name, &self.text).map_err(|error| error.to_string())?;
            let input = match &self.place {
                Some(place) => input.at(place),
                None => input,
            };
            let settings = Settings {
                includes: self.includes.clone(),
                ..Settings::default()
            };
            Ok(Script::new(input, settings))
        };
        self.script.get_or_init(read).as_ref().map_err(|why| &**why)
    }

    /// What is known of the odds of its parts, if it is a script.
    pub(crate) fn pointed(&self) -> Option<&PointedOdds> {
        let script = self.script().ok()?;
        let nothing = || PointedOdds::of(script.clone());
        Some(self.pointed.get_or_init(nothing))
    }

    /// Whether it has read the file at a place, as far as is known.
    fn has_read(&self, place: &Path) -> bool {
        let script = self.script.get().and_then(|script| script.as_ref().ok());
        script.is_some_and(|script| script.sources().at_place(place).is_some())
    }
}

/// What may be included: files below the folders of the workspace, as they are in the editor where they are open there.
#[derive(Default, Debug)]
struct Workspace {
    folders: Vec<PathBuf>,
    open: HashMap<PathBuf, Arc<str>>,
}

impl Includes for Workspace {
    fn open(&self, name: &str, beside: &[&Path]) -> Result<Option<Include>, String> {
        let Some(found) = Folders(self.folders.clone()).open(name, beside)? else {
            return Ok(None);
        };
        let is_below = |folder: &PathBuf| found.place.starts_with(folder);
        if !self.folders.iter().any(is_below) {
            return Err("this file is not below the folder that is open in the editor".to_owned());
        }
        Ok(Some(match self.open.get(&found.place) {
            Some(text) => Include::from_text(found.place, &**text),
            None => found,
        }))
    }
}

/// All that is open.
#[derive(Default, Debug)]
pub(crate) struct Documents {
    state: Mutex<State>,
}

#[derive(Default, Debug)]
struct State {
    columns: Columns,
    folders: Vec<PathBuf>,
    open: HashMap<Uri, Arc<Document>>,
}

impl State {
    /// What a text at some place may include. Where no folder is open, that is what lies below its own.
    fn includes(&self, place: Option<&Path>) -> Arc<Workspace> {
        let own = place.and_then(Path::parent).map(Path::to_owned);
        let folders = match &self.folders[..] {
            [] => own.into_iter().collect(),
            folders => folders.to_vec(),
        };
        let texts = self.open.values().filter_map(|document| {
            let place = document.place.clone()?;
            Some((place, document.text.clone()))
        });
        Arc::new(Workspace {
            folders,
            open: texts.collect(),
        })
    }

    fn put(&mut self, uri: Uri, version: Option<i32>, text: Arc<str>) -> Arc<Document> {
        let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
        let path = uri.to_file_path().filter(|_| is_file);
        let place = path.map(|path| path.canonicalize().unwrap_or_else(|_| path.into_owned()));
        if let Some(before) = self.open.remove(&uri) {
            before.watch.stop();
        }
        let text = match text.strip_prefix('\u{feff}') {
            Some(text) => Arc::from(text),
            None => text,
        };
        let document = Arc::new(Document {
            includes: self.includes(place.as_deref()),
            uri: uri.clone(),
            version,
            text,
            place,
            watch: Watch::default(),
            script: OnceLock::new(),
            pointed: OnceLock::new(),
        });
        self.open.insert(uri, document.clone());
        document
    }

    /// The texts that have read a file are read anew.
    fn renew(&mut self, place: Option<&Path>, but: &Uri) -> Vec<Arc<Document>> {
        let Some(place) = place else {
            return Vec::new();
        };
        let old: Vec<Arc<Document>> = self
            .open
            .values()
            .filter(|one| one.uri != *but && one.has_read(place))
            .cloned()
            .collect();
        let again = old.into_iter();
        again
            .map(|one| self.put(one.uri.clone(), one.version, one.text.clone()))
            .collect()
    }
}

impl Documents {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is agreed on at the beginning: how columns are counted, and the folders that are open.
    pub(crate) fn begin(&self, columns: Columns, folders: impl Iterator<Item = PathBuf>) {
        let mut state = self.state();
        state.columns = columns;
        state.folders = folders
            .filter_map(|folder| folder.canonicalize().ok())
            .collect();
    }

    pub(crate) fn columns(&self) -> Columns {
        self.state().columns
    }

    /// A text that is open.
    pub(crate) fn get(&self, uri: &Uri) -> Option<Arc<Document>> {
        self.state().open.get(uri).cloned()
    }

    /// All texts that are open.
    pub(crate) fn all(&self) -> Vec<Arc<Document>> {
        self.state().open.values().cloned().collect()
    }

    /// Whether this is still how the text is.
    pub(crate) fn is_current(&self, document: &Arc<Document>) -> bool {
        let now = self.get(&document.uri);
        now.is_some_and(|now| Arc::ptr_eq(&now, document))
    }

    /// A text is opened, or is now another one: it, and all others that it is a part of.
    pub(crate) fn put(&self, uri: &Uri, version: i32, text: String) -> Vec<Arc<Document>> {
        let mut state = self.state();
        let document = state.put(uri.clone(), Some(version), text.into());
        let mut all = state.renew(document.place.as_deref(), uri);
        all.insert(0, document);
        all
    }

    /// A text changes in places. What the editor says of a text that is not open is left alone.
    pub(crate) fn change(
        &self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Vec<Arc<Document>> {
        let columns = self.columns();
        let Some(document) = self.get(uri) else {
            return Vec::new();
        };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let start = columns.byte(&text, range.start);
                    let end = columns.byte(&text, range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
            }
        }
        self.put(uri, version, text)
    }

    /// A text is closed; what includes it goes on with the file.
    pub(crate) fn close(&self, uri: &Uri) -> Vec<Arc<Document>> {
        let mut state = self.state();
        let Some(closed) = state.open.remove(uri) else {
            return Vec::new();
        };
        closed.watch.stop();
        state.renew(closed.place.as_deref(), uri)
    }

    /// Everything is to end.
    pub(crate) fn stop(&self) {
        for document in self.all() {
            document.watch.stop();
        }
    }

    /// How the editor calls the file at a place.
    pub(crate) fn uri_of(&self, place: &Path) -> Option<Uri> {
        let state = self.state();
        let mut open = state.open.values();
        let known = open.find(|document| document.place.as_deref() == Some(place));
        known
            .map(|document| document.uri.clone())
            .or_else(|| Uri::from_file_path(place))
    }
}

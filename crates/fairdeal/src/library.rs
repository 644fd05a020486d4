//! A library of scripts: files and folders of them, asked the same thing side by side, with one table of what came out.
//!
//! What is wrong with one script is a line of the table, and stops none of the others.

use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use answer::{ErrorBody, plural};
use script::Located;
use serde::Serialize;
use space::Watch;

use crate::board_file::write_file;
use crate::check::{Check, CheckReport, ScriptCheck};
use crate::effort::Effort;
use crate::error::Error;
use crate::leveled::Leveled;
use crate::leveled_copy::CopyOptions;
use crate::open::{Opening, cannot_read};
use crate::question::Question;

/// More scripts are no library that anybody wrote.
const MOST_SCRIPTS: usize = 10_000;
/// Folders in folders are looked into so deep.
const DEEPEST: usize = 8;
/// The extensions of scripts in a folder.
const EXTENSIONS: [&str; 3] = ["dlr", "btn", "dl"];

/// Scripts and profiles, opened; what could not be says why.
#[derive(Debug)]
pub struct Library {
    files: Vec<LibraryFile>,
}

/// A file of a library.
#[derive(Debug)]
struct LibraryFile {
    name: String,
    /// Where it lies within the folder that it was found in; else the last part of its name.
    within: PathBuf,
    question: Result<Question, Error>,
}

/// What is asked of each script of a library.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LibraryRequest {
    /// What is wrong with it, or might be.
    Check(Check),
    /// How likely it is.
    Odds(Effort),
    /// How often its hand types come, and should.
    Level(level::Options, Effort),
    /// A leveled copy of it, in a folder.
    Copy(LibraryCopies),
}

/// How leveled copies of a library are made.
#[derive(Clone, Debug)]
pub struct LibraryCopies {
    /// Which types should have which shares.
    pub options: level::Options,
    /// How copies are made.
    pub copy: CopyOptions,
    /// The folder of the copies. It is made if need be.
    pub folder: PathBuf,
    /// Whether copies are made anew that are of the scripts as they are.
    pub again: bool,
}

/// What became of a leveled copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CopyState {
    /// It was written.
    Written,
    /// It is of the script as it is, by its hash.
    UpToDate,
}

/// What came of a library, a row for each script, in order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LibraryTable {
    /// The rows.
    pub scripts: Vec<LibraryRow>,
    /// How long all of it took, in seconds.
    pub seconds: f64,
}

/// What came of one script.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LibraryRow {
    /// Its file.
    pub file: String,
    /// How many errors it has.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// What was found in it, where it was checked.
    pub diagnostics: Vec<Located>,
    /// The chance that a deal qualifies, where that was asked for.
    pub probability: Option<f64>,
    /// Whether that was counted.
    pub exact: Option<bool>,
    /// How many deals a program makes for a board that deals at random and throws away what does not qualify, or is one too many
    /// of its type.
    pub deals_a_board: Option<f64>,
    /// Its hand types, where they were asked for.
    pub types: Vec<LibraryType>,
    /// What became of its leveled copy, if one was to be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy: Option<CopyState>,
    /// Of a copy that was written, how far the worst share is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst: Option<f64>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Why there is no answer.
    pub error: Option<ErrorBody>,
    /// What a check found, as people are shown it.
    #[serde(skip)]
    pub check: Option<ScriptCheck>,
}

/// A hand type of a script in a library.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LibraryType {
    /// What it is called.
    pub name: String,
    /// Its share by nature.
    pub natural: f64,
    /// The share it should have.
    pub target: f64,
}

impl Library {
    /// Opens files, and all scripts (.dlr, .btn, .dl) of folders and of the folders in them, by name.
    ///
    /// # Errors
    /// A folder that cannot be read, or has no scripts; more than 10,000 of them.
    pub fn open(names: &[PathBuf], with: &Opening) -> Result<Library, Error> {
        let mut files = Vec::new();
        let mut add = |path: PathBuf, within: PathBuf| {
            files.push(LibraryFile {
                name: path.display().to_string(),
                within,
                question: Question::open(&path, with),
            });
        };
        for name in names {
            if !name.is_dir() {
                let within = name.file_name().unwrap_or_default().into();
                add(name.clone(), within);
                continue;
            }
            let mut paths = Vec::new();
            scripts_in(name, DEEPEST, &mut paths)?;
            if paths.is_empty() {
                let name = name.display();
                return Err(refused(format!(
                    "{name} has no scripts: their files end with .dlr, .btn or .dl"
                )));
            }
            for path in paths {
                let within = path.strip_prefix(name).unwrap_or(&path).to_owned();
                add(path, within);
            }
        }
        if files.len() > MOST_SCRIPTS {
            return Err(refused(format!(
                "these are more than {MOST_SCRIPTS} scripts: take them in parts"
            )));
        }
        Ok(Library { files })
    }

    /// A folder of scripts whose leveled copies are to be in another.
    ///
    /// # Errors
    /// As for [`Library::open`]; folders of which one is in the other: copies would be taken for scripts the next time.
    pub fn open_to_copy(folder: &Path, copies: &Path, with: &Opening) -> Result<Library, Error> {
        if !folder.is_dir() {
            let folder = folder.display();
            return Err(refused(format!("{folder} is no folder of scripts")));
        }
        let place = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let known = |path: &Path| path.canonicalize().unwrap_or_else(|_| place(path));
        if known(copies).starts_with(known(folder)) {
            return Err(refused(
                "the copies need a folder outside of that of the scripts: they would be taken for scripts the next time"
                    .to_owned(),
            ));
        }
        Library::open(&[folder.to_owned()], with)
    }

    /// Whether some names stand for more than one question: several of them, or a folder.
    pub fn is_meant_by(names: &[PathBuf]) -> bool {
        names.len() > 1 || names.iter().any(|name| name.is_dir())
    }

    /// How much work each answer may take unless someone says otherwise: less than for one script alone.
    pub fn usual_effort() -> Effort {
        Effort::Quick
    }

    /// Its questions, each with the name of its file.
    pub fn questions(&self) -> impl Iterator<Item = (&str, Option<&Question>)> {
        let files = self.files.iter();
        files.map(|file| (file.name.as_str(), file.question.as_ref().ok()))
    }

    /// Asks the same of all, on so many threads. `clock` says how many seconds have passed.
    ///
    /// ```
    /// use fairdeal::{Effort, Library, LibraryRequest, Opening, Watch};
    /// let names = ["weak-two", "no-such-script.dlr"].map(Into::into);
    /// let library = Library::open(&names, &Opening::default())?;
    /// let request = LibraryRequest::Odds(Effort::Quick);
    /// let table = library.ask(&request, 2, &|| 0.0, &Watch::default())?;
    /// assert!(table.scripts[0].probability.is_some());
    /// assert!(table.scripts[1].error.is_some());
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// That it was stopped.
    pub fn ask(
        &self,
        request: &LibraryRequest,
        threads: usize,
        clock: &(dyn Fn() -> f64 + Sync),
        watch: &Watch,
    ) -> Result<LibraryTable, Error> {
        let began = clock();
        watch.begin("asking scripts", Some(self.files.len() as u64));
        let rows: Vec<Mutex<LibraryRow>> = self.files.iter().map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        let work = || loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (Some(file), Some(place)) = (self.files.get(at), rows.get(at)) else {
                return;
            };
            if watch.is_stopped() {
                return;
            }
            let began = clock();
            // How far one script is says nothing of the library.
            let mut row = row_of(file, request, &watch.part());
            row.seconds = clock() - began;
            *place
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner()) = row;
            watch.add(1);
        };
        on_threads(threads.min(self.files.len()), &work);
        watch.look()?;
        let rows = rows.into_iter().map(|row| {
            row.into_inner()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        });
        Ok(LibraryTable {
            scripts: rows.collect(),
            seconds: clock() - began,
        })
    }
}

/// Does the same on so many threads, the caller's own among them.
fn on_threads(threads: usize, work: &(impl Fn() + Sync)) {
    #[cfg(feature = "threads")]
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    #[cfg(not(feature = "threads"))]
    {
        let _ = threads;
        work();
    }
}

fn row_of(file: &LibraryFile, request: &LibraryRequest, watch: &Watch) -> LibraryRow {
    let mut row = LibraryRow {
        file: file.name.clone(),
        ..LibraryRow::default()
    };
    match &file.question {
        Ok(question) => {
            if let Err(error) = row.answer(question, &file.within, request, watch) {
                row.error = Some(error.body());
                if !row.is_usable() {
                    row.errors = row.errors.max(1);
                }
            }
        }
        Err(error) => {
            row.errors = 1;
            row.error = Some(error.body());
        }
    }
    row
}

impl LibraryRow {
    fn answer(
        &mut self,
        question: &Question,
        within: &Path,
        request: &LibraryRequest,
        watch: &Watch,
    ) -> Result<(), Error> {
        if let Question::Script(script) = question {
            let findings = script.findings();
            self.errors = findings.iter().filter(|finding| finding.is_error()).count();
            self.warnings = findings.len() - self.errors;
        }
        match request {
            LibraryRequest::Check(wanted) => match question.check(*wanted, watch) {
                CheckReport::Script(check) => {
                    (self.errors, self.warnings) = (check.errors, check.warnings);
                    self.diagnostics = check.diagnostics.clone();
                    self.check = Some(check);
                }
                CheckReport::Profile(check) if !check.can_be_dealt() => {
                    self.errors = 1;
                    let message = "this profile cannot be dealt";
                    self.error = Some(ErrorBody::new("profile", message));
                }
                // A library has files, and no mixtures.
                CheckReport::Profile(_) | CheckReport::Mixed(_) => {}
            },
            LibraryRequest::Odds(effort) => {
                let odds = question.odds(*effort, watch)?;
                self.probability = Some(odds.probability());
                self.exact = Some(odds.is_exact());
                self.deals_a_board = Some(1.0 / odds.probability()).filter(|n| n.is_finite());
            }
            LibraryRequest::Level(options, effort) => {
                let report = question.level(options, *effort, watch)?;
                self.probability = Some(report.probability);
                self.exact = Some(report.exact);
                let kept = report.probability * report.kept;
                self.deals_a_board = Some(1.0 / kept).filter(|n| n.is_finite());
                let types = report.types.iter().map(|one| LibraryType {
                    name: one.name.clone(),
                    natural: one.natural,
                    target: one.target,
                });
                self.types = types.collect();
            }
            LibraryRequest::Copy(copies) => self.copy(question, within, copies, watch)?,
        }
        Ok(())
    }

    /// Writes a leveled copy, unless there is one of the script as it is.
    fn copy(
        &mut self,
        question: &Question,
        within: &Path,
        copies: &LibraryCopies,
        watch: &Watch,
    ) -> Result<(), Error> {
        let Question::Script(script) = question else {
            let message = "only scripts are leveled: a profile has its shares already";
            return Err(refused(message.to_owned()));
        };
        let path = copies.folder.join(within);
        if !copies.again && script.is_source_of(&path) {
            self.copy = Some(CopyState::UpToDate);
            return Ok(());
        }
        let script = script.with_appended(copies.options.definitions());
        let copy = Leveled::new(&script, &copies.options)?.copy(&copies.copy, watch)?;
        watch.look()?;
        let report = copy.report();
        self.probability = Some(report.report.probability);
        self.exact = Some(report.report.exact);
        self.deals_a_board = Some(1.0 / report.leveled.kept).filter(|n| n.is_finite());
        let types = report.report.types.iter().map(|one| LibraryType {
            name: one.name.clone(),
            natural: one.natural,
            target: one.target,
        });
        self.types = types.collect();
        self.worst = Some(report.leveled.worst);
        write_whole(&path, &copy.encoded(copy.text()))?;
        self.copy = Some(CopyState::Written);
        Ok(())
    }

    /// Whether it is as good as it can be: what names no hand types, or has no averages to take them from, has none to be
    /// leveled, and is not wrong for that.
    pub fn is_usable(&self) -> bool {
        match &self.error {
            Some(error) => ["no-types", "no-averages"].contains(&error.code.as_str()),
            None => self.errors == 0,
        }
    }
}

impl LibraryTable {
    /// Whether every script can be used.
    pub fn is_usable(&self) -> bool {
        self.scripts.iter().all(LibraryRow::is_usable)
    }
}

impl fmt::Display for LibraryTable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let asked = self.scripts.iter().any(|row| row.probability.is_some());
        let typed = self.scripts.iter().any(|row| !row.types.is_empty());
        let copied = self.scripts.iter().any(|row| row.copy.is_some());
        let width = |row: &LibraryRow| row.file.chars().count();
        let width = self.scripts.iter().map(width).max().unwrap_or(0).max(4);
        write!(f, "{:width$}", "file")?;
        if asked {
            write!(f, "  {:>14}  {:>14}", "1 in", "deals a board")?;
        }
        if copied {
            write!(f, "  {:>10}  {:>9}", "copy", "worst off")?;
        }
        writeln!(f, "  {:>6}  {:>8}  {:>7}", "errors", "warnings", "time")?;
        for row in &self.scripts {
            let LibraryRow {
                file,
                errors,
                warnings,
                ..
            } = row;
            write!(f, "{file:width$}")?;
            if asked {
                let rarity = row
                    .probability
                    .map_or("-".to_owned(), |p| rarity(p, row.exact));
                let cost = row
                    .deals_a_board
                    .map_or("-".to_owned(), |n| answer::one_in(1.0 / n, 1));
                write!(f, "  {rarity:>14}  {cost:>14}")?;
            }
            if copied {
                let state = match row.copy {
                    Some(CopyState::Written) => "written",
                    Some(CopyState::UpToDate) => "up to date",
                    None => "-",
                };
                let worst = row.worst.map(|off| format!("{:.2}%", 100.0 * off));
                let worst = worst.unwrap_or_else(|| "-".to_owned());
                write!(f, "  {state:>10}  {worst:>9}")?;
            }
            writeln!(f, "  {errors:>6}  {warnings:>8}  {:>5.2} s", row.seconds)?;
            if typed && !row.types.is_empty() {
                let share = |one: &LibraryType| {
                    let (from, to) = (100.0 * one.natural, 100.0 * one.target);
                    format!("{} {from:.2}% -> {to:.2}%", one.name)
                };
                let shares: Vec<String> = row.types.iter().map(share).collect();
                writeln!(f, "    {}", shares.join(", "))?;
            }
            if let Some(error) = &row.error {
                writeln!(f, "    {}", error.message)?;
            }
        }
        let number = plural(self.scripts.len() as u64, "script");
        let wrong = self.scripts.iter().filter(|row| !row.is_usable()).count();
        let wrong = match wrong {
            0 => String::new(),
            n => format!(", {n} with errors"),
        };
        let of = |state| {
            self.scripts
                .iter()
                .filter(|row| row.copy == Some(state))
                .count()
        };
        let copies = match (of(CopyState::Written), of(CopyState::UpToDate)) {
            _ if !copied => String::new(),
            (written, kept) => format!(", {written} written, {kept} up to date"),
        };
        writeln!(f, "{number}{copies}{wrong}; {:.1} s", self.seconds)
    }
}

/// The N of 1 in N; what was not counted is about that.
fn rarity(probability: f64, exact: Option<bool>) -> String {
    match probability {
        0.0 if exact == Some(true) => "never".to_owned(),
        0.0 => "none found".to_owned(),
        p if exact == Some(true) => answer::one_in(p, 1),
        p => format!("about {}", answer::one_in(p, 0)),
    }
}

/// The scripts of a folder and of the folders in it, by name; what is hidden is left out.
fn scripts_in(folder: &Path, deep: usize, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let cannot = |error| Error::Unreadable(cannot_read(folder, &error));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
        if paths.len() > MOST_SCRIPTS {
            break;
        }
    }
    answer::sort(&mut paths);
    for path in paths {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let is_script = EXTENSIONS.iter().any(|known| extension == *known);
        if found.len() >= MOST_SCRIPTS {
            let folder = folder.display();
            return Err(refused(format!(
                "{folder} has more than {MOST_SCRIPTS} scripts: take it in parts"
            )));
        } else if is_script && path.is_file() {
            found.push(path);
        } else if deep > 0 && path.is_dir() {
            scripts_in(&path, deep - 1, found)?;
        }
    }
    Ok(())
}

/// Writes a file whole, or not at all; folders on the way are made.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| {
            let why = answer::cause(&error);
            refused(format!("cannot write {}: {why}", path.display()))
        })?;
    }
    write_file(path, |out| Ok(out.write_all(bytes)?))
}

fn refused(message: String) -> Error {
    Error::Other(ErrorBody::new("library", message))
}

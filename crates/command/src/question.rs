//! The question that a command is about, and the options that all commands on questions have.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use fairdeal::{Effort, Library, LibraryRequest, Opening, Profile, Question};

use crate::failure::{show, show_problems};
use crate::output::say;
use crate::profile::StoreArguments;
use crate::{Failure, print, progress, watch};

#[derive(Args)]
pub(crate) struct QuestionArguments {
    /// The script (.dlr, .btn, .dl), the hand profile (.json, or its name on the shelf) or the name of an example; - is standard
    /// input
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    reading: ReadingArguments,
}

// One question, or a library of them.
#[derive(Args)]
pub(crate) struct QuestionsArguments {
    /// The script (.dlr, .btn, .dl), the hand profile (.json, or its name on the shelf) or the name of an example; - is standard
    /// input. Several, or a folder of scripts: each is asked, side by side, and a table shows what came out
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: ReadingArguments,
}

// How a question is read.
#[derive(Args)]
pub(crate) struct ReadingArguments {
    /// The script itself instead of its file: a condition, as a rule
    #[arg(
        short = 'e',
        long = "expression",
        value_name = "SCRIPT",
        allow_hyphen_values = true
    )]
    expression: Option<String>,

    #[command(flatten)]
    opening: OpeningArguments,
}

// What a question may need beside its name.
#[derive(Args)]
pub(crate) struct OpeningArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// A further folder to look for #include files in; may be given several times
    #[arg(short = 'I', long = "include", value_name = "FOLDER")]
    include: Vec<PathBuf>,

    /// The text of a parameter: --param 3=15 makes $3 mean 15
    #[arg(long = "param", value_name = "N=TEXT", value_parser = parameter)]
    parameters: Vec<(u8, String)>,

    /// A name that is defined again means its last definition from there on; else that is an error
    #[arg(long)]
    last_wins: bool,
}

// How much work an answer may take.
#[derive(Args)]
pub(crate) struct EffortArguments {
    /// How much counting may take: quick (400 MB of memory), usual (1 GB) or patient (4 GB), each ten times the work of the one
    /// before [default: usual; quick for each
    /// script of several]
    #[arg(long, value_name = "EFFORT", value_parser = effort, conflicts_with = "budget")]
    effort: Option<Effort>,

    /// The same in steps; a second does some hundred million
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,
}

impl EffortArguments {
    pub(crate) fn effort(&self) -> Effort {
        self.told().unwrap_or_default()
    }

    /// The same for each script of a library.
    pub(crate) fn of_library(&self) -> Effort {
        self.told().unwrap_or_else(Library::usual_effort)
    }

    fn told(&self) -> Option<Effort> {
        self.budget.map(Effort::Steps).or(self.effort)
    }
}

pub(crate) fn effort(name: &str) -> Result<Effort, String> {
    Effort::from_name(name).ok_or_else(|| "write quick, usual or patient".to_owned())
}

fn parameter(text: &str) -> Result<(u8, String), String> {
    let (number, value) = text
        .split_once('=')
        .ok_or("write a number and a text, like 3=15")?;
    match number.strip_prefix('$').unwrap_or(number).parse() {
        Ok(number @ 0..=9) => Ok((number, value.to_owned())),
        _ => Err(format!("parameters go from 0 to 9, there is no {number}")),
    }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

impl QuestionArguments {
    /// The question. What is wrong with it is not said yet.
    pub(crate) fn open(&self) -> Result<Question, Failure> {
        let question = self.reading.open(self.file.as_deref())?;
        question.ok_or_else(nothing_named)
    }
}

impl QuestionArguments {
    /// The scripts of a folder, whose leveled copies are to be in another.
    pub(crate) fn library_to_copy(&self, folder: &Path, to: &Path) -> Result<Library, Failure> {
        Ok(Library::open_to_copy(folder, to, &self.reading.opening())?)
    }
}

impl QuestionsArguments {
    /// The question, if there is one; else there is a library.
    pub(crate) fn open(&self) -> Result<Option<Question>, Failure> {
        if Library::is_meant_by(&self.files) {
            return Ok(None);
        }
        let question = self
            .reading
            .open(self.files.first().map(PathBuf::as_path))?;
        Ok(Some(question.ok_or_else(nothing_named)?))
    }

    /// What pictures are called: the file, or the script itself.
    pub(crate) fn title(&self) -> String {
        let file = self.files.first().map(|file| file.display().to_string());
        let title = file.or_else(|| self.reading.expression.clone());
        title.unwrap_or_default()
    }

    /// The library.
    pub(crate) fn library(&self) -> Result<Library, Failure> {
        let wrong = if self.reading.expression.is_some() {
            "give files or -e, not both"
        } else if self.files.iter().any(|file| is_standard(file)) {
            "standard input is one script: name it alone"
        } else {
            return Ok(Library::open(&self.files, &self.reading.opening())?);
        };
        Err(Failure::Usage(wrong.to_owned()))
    }
}

/// Asks a library, and prints the table. Whatever a check found in its scripts is shown first.
pub(crate) fn ask_library(
    library: &Library,
    request: &LibraryRequest,
    json: bool,
) -> Result<(), Failure> {
    let began = Instant::now();
    let clock = || began.elapsed().as_secs_f64();
    let ask = || library.ask(request, fairdeal::cores(), &clock, watch());
    let table = progress::during(watch(), ask)?;
    if !json {
        for ((_, question), row) in library.questions().zip(&table.scripts) {
            if let (Some(Question::Script(script)), Some(check)) = (question, &row.check) {
                show(check.findings(), script.sources());
            }
        }
    }
    print(&table, json)?;
    if table.is_usable() {
        Ok(())
    } else {
        Err(Failure::Said(1))
    }
}

fn nothing_named() -> Failure {
    let message = "name a script or a profile, or write a condition after -e";
    Failure::Usage(message.to_owned())
}

impl OpeningArguments {
    pub(crate) fn opening(&self) -> Opening {
        Opening {
            include_folders: self.include.clone(),
            parameters: self.parameters.iter().cloned().collect(),
            store: self.store.open().ok(),
            last_wins: self.last_wins,
        }
    }

    /// A question of this name. What is wrong with it is not said yet.
    pub(crate) fn open(&self, file: &Path) -> Result<Question, Failure> {
        let opening = self.opening();
        let question = if is_standard(file) {
            Question::read("standard input", io::stdin().lock(), &opening)?
        } else {
            Question::open(file, &opening)?
        };
        say_unused_parameters(&question);
        Ok(question)
    }
}

impl ReadingArguments {
    pub(crate) fn opening(&self) -> Opening {
        self.opening.opening()
    }

    /// The question of a file, or of the text that is given instead; none if nothing is.
    pub(crate) fn open(&self, file: Option<&Path>) -> Result<Option<Question>, Failure> {
        match (file, &self.expression) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => {
                let message = "give a file or -e, not both";
                Err(Failure::Usage(message.to_owned()))
            }
            (None, Some(text)) => {
                let question = Question::from_text("command line", text, &self.opening.opening())?;
                say_unused_parameters(&question);
                Ok(Some(question))
            }
            (Some(file), None) => self.opening.open(file).map(Some),
        }
    }
}

fn say_unused_parameters(question: &Question) {
    for number in question.unused_parameters() {
        say(format_args!(
            "fairdeal: --param {number} has no effect: nothing in the script says ${number}"
        ));
    }
}

/// The profile of a file, or of a name on the shelf; - is standard input.
pub(crate) fn open_profile(file: &Path, store: &StoreArguments) -> Result<Profile, Failure> {
    let opening = Opening {
        store: store.open().ok(),
        ..Opening::default()
    };
    Ok(if is_standard(file) {
        Profile::read("standard input", io::stdin().lock())?
    } else {
        Profile::open(file, &opening)?
    })
}

/// Says what might be wrong with a question. What is wrong is said when it is used.
pub(crate) fn say_warnings(question: &Question) {
    match question {
        Question::Script(script) if script.compiled().is_ok() => {
            show(&script.findings(), script.sources());
        }
        Question::Profile(profile) if profile.is_read() => show_problems(profile.warnings()),
        Question::Mixed(mixed) => {
            for one in mixed.questions() {
                say_warnings(&one.question);
            }
        }
        _ => {}
    }
}

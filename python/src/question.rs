//! A question: what is asked of it goes in as the JSON of a request, and comes back as the JSON of an answer and its words.
//! The classes that Python shows are made of this in Python, where they have their types.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fairdeal::answer::ErrorBody;
use fairdeal::bridge::formats::Style;
use fairdeal::store::{ProfileStore, STORE_VARIABLE};
use fairdeal::{
    ColumnRequest, Deal, DealRequest, Effort, Error, Leveled, Mixed, MixedQuestion, NoText,
    Opening, Profile, QuestionRequest, Request, TextTo, Wanted, Watch, WholeQuestion, ask_about,
};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::boards::Boards;
use crate::error::{asked_wrongly, raised};
use crate::files::{format_named, known_results};
use crate::table::{Rows, report_of};
use crate::work::{Listener, work};

/// What can be dealt.
#[pyclass(frozen, module = "fairdeal._fairdeal")]
#[derive(Clone)]
pub(crate) struct Question(pub(crate) fairdeal::Question);

/// What is asked for beside what a request has a place for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Run {
    shard: Option<(u64, u64)>,
    threads: Option<usize>,
    solve: bool,
    cache: bool,
    turned: Option<bool>,
    random_vulnerability: bool,
    /// Where boards are solved, only the first so many.
    solve_first: Option<u64>,
}

/// An answer as JSON, and in words.
pub(crate) type Told = (String, String);

pub(crate) fn told(answer: &(impl Serialize + ToString)) -> Told {
    let json = serde_json::to_string(answer).unwrap_or_default();
    (json, answer.to_string())
}

pub(crate) fn read<T: DeserializeOwned>(py: Python, json: &str) -> PyResult<T> {
    fairdeal::read_request(json).map_err(|error| raised(py, &error))
}

pub(crate) fn effort(py: Python, name: &str) -> PyResult<Effort> {
    let effort = Effort::from_name(name);
    effort.ok_or_else(|| asked_wrongly(py, "an effort is quick, usual or patient"))
}

impl Question {
    /// What is asked for, by the usual rule for seeds.
    pub(crate) fn dealt(&self, py: Python, request: &str, run: Run) -> PyResult<Deal> {
        let request: DealRequest = read(py, request)?;
        let deal = || -> Result<Deal, Error> {
            let mut deal = request
                .of(&self.0)?
                .solve(run.solve)
                .turned(run.turned)
                .random_vulnerability(run.random_vulnerability);
            if run.solve {
                deal = deal.known_results(Some(known_results(run.cache)));
            }
            if let Some(first) = run.solve_first {
                deal = deal.solve_first(first);
            }
            if let Some(threads) = run.threads {
                deal = deal.threads(threads.clamp(1, fairdeal::MOST_THREADS));
            }
            if let Some((part, of)) = run.shard {
                deal = deal.shard(part, of);
            }
            if request.seed.is_some() || request.key.is_some() {
                return Ok(deal);
            }
            deal.seed_or_drawn(None, fairdeal::random_seed)
        };
        deal().map_err(|error| raised(py, &error))
    }
}

#[pymethods]
impl Question {
    /// A script by its text.
    #[staticmethod]
    fn script(
        py: Python,
        name: &str,
        text: &str,
        parameters: BTreeMap<u8, String>,
        include_folders: Vec<PathBuf>,
        last_wins: bool,
    ) -> PyResult<Question> {
        let opening = Opening {
            parameters,
            include_folders,
            last_wins,
            ..Opening::default()
        };
        let question = fairdeal::Question::from_text(name, text, &opening);
        question.map(Question).map_err(|error| raised(py, &error))
    }

    /// A script or a profile by the name of its file, or by that of an example; a profile also by its name on the shelf.
    #[staticmethod]
    fn open(
        py: Python,
        path: PathBuf,
        parameters: BTreeMap<u8, String>,
        include_folders: Vec<PathBuf>,
        last_wins: bool,
        shelf: Option<PathBuf>,
    ) -> PyResult<Question> {
        let opening = Opening {
            parameters,
            include_folders,
            last_wins,
            store: ProfileStore::usual(shelf, std::env::var_os(STORE_VARIABLE)).ok(),
        };
        let question = fairdeal::Question::open(&path, &opening);
        question.map(Question).map_err(|error| raised(py, &error))
    }

    /// A profile by its JSON.
    #[staticmethod]
    fn profile(text: &str) -> Question {
        Question(Profile::from_json(text).into())
    }

    /// Several questions, mixed by weight.
    #[staticmethod]
    fn mixed(py: Python, questions: Vec<(String, String, Py<Question>)>) -> PyResult<Question> {
        let mixed = || -> Result<Mixed, Error> {
            let each = questions.iter().map(|(name, weight, question)| {
                Ok(MixedQuestion {
                    name: name.clone(),
                    weight: weight.parse().map_err(|error: fairdeal::WeightError| {
                        Error::Other(ErrorBody::new("bad-request", error.to_string()))
                    })?,
                    question: question.get().0.clone(),
                })
            });
            Mixed::new(each.collect::<Result<_, Error>>()?)
        };
        let mixed = mixed().map_err(|error| raised(py, &error))?;
        Ok(Question(mixed.into()))
    }

    /// The same script, its hand types in shares.
    fn leveled(&self, py: Python, request: &str) -> PyResult<Question> {
        let request: QuestionRequest = read(py, request)?;
        let fairdeal::Question::Script(script) = &self.0 else {
            return Err(asked_wrongly(
                py,
                "only a script that is not leveled yet can be leveled",
            ));
        };
        let leveled = || Leveled::new(script, &request.options()?);
        let leveled = leveled().map_err(|error| raised(py, &error))?;
        Ok(Question(leveled.into()))
    }

    /// Whether it is a profile.
    #[getter]
    fn is_profile(&self) -> bool {
        self.0.is_profile()
    }

    /// What it is called on pages that are printed of it.
    #[getter]
    fn title(&self) -> Option<String> {
        self.0.title()
    }

    /// A short mark by which parts of one run are told from parts of another.
    #[getter]
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// Answers a request.
    #[pyo3(signature = (request, progress=None))]
    fn ask(&self, py: Python, request: &str, progress: Listener) -> PyResult<Told> {
        let request: Request = read(py, request)?;
        work(py, &progress, |watch| {
            let answer = ask_about(&self.0, &request, watch)?;
            watch.look()?;
            Ok(told(&answer))
        })
    }

    /// What to lead, on some threads.
    #[pyo3(signature = (request, threads, progress=None))]
    fn lead(
        &self,
        py: Python,
        request: &str,
        threads: Option<usize>,
        progress: Listener,
    ) -> PyResult<Told> {
        let asked: fairdeal::LeadAsked = read(py, request)?;
        let mut request = asked.request().map_err(|error| raised(py, &error))?;
        request.threads = threads
            .unwrap_or_else(fairdeal::cores)
            .clamp(1, fairdeal::MOST_THREADS);
        work(py, &progress, |watch| {
            let answer = self.0.lead(&request, watch)?;
            watch.look()?;
            Ok(told(&answer))
        })
    }

    /// Two questions side by side.
    #[pyo3(signature = (other, names, effort, progress=None))]
    fn compare(
        &self,
        py: Python,
        other: &Question,
        names: [String; 2],
        effort: &str,
        progress: Listener,
    ) -> PyResult<Told> {
        let effort = self::effort(py, effort)?;
        let names = names.each_ref().map(String::as_str);
        work(py, &progress, |watch| {
            Ok(told(&self.0.compare(&other.0, names, effort, watch)?))
        })
    }

    /// Boards, one after the other.
    #[pyo3(signature = (request, run, progress=None))]
    fn deal(&self, py: Python, request: &str, run: Run, progress: Listener) -> PyResult<Boards> {
        let deal = self.dealt(py, request, run)?;
        let dealing = work(py, &progress, |watch| deal.ready(watch))?;
        let seed = dealing.seed().name();
        Boards::new(dealing, seed, Watch::default(), progress)
    }

    /// Boards as a table, with these columns by name and expression.
    #[pyo3(signature = (request, run, columns, progress=None))]
    fn table(
        &self,
        py: Python,
        request: &str,
        run: Run,
        columns: Vec<(String, String)>,
        progress: Listener,
    ) -> PyResult<Rows> {
        let deal = self.dealt(py, request, run)?;
        let columns = columns.into_iter();
        let columns = columns.map(|(name, expression)| ColumnRequest { name, expression });
        let columns: Vec<ColumnRequest> = columns.collect();
        let table = work(py, &progress, |watch| {
            deal.ready(watch)?.into_table(&columns)
        })?;
        Ok(Rows::new(table, progress))
    }

    /// The question as one text, with all that it includes.
    fn whole(&self) -> String {
        serde_json::to_string(&WholeQuestion::of(&self.0)).unwrap_or_default()
    }

    /// The question of such a text.
    #[staticmethod]
    fn from_whole(py: Python, text: &str) -> PyResult<Question> {
        let whole: WholeQuestion = read(py, text)?;
        let question = whole.question().map_err(|error| raised(py, &error))?;
        Ok(Question(question))
    }

    /// Deals, and writes the boards to a file, or only counts; tells what came of it.
    #[pyo3(signature = (request, run, path, format, title, progress=None))]
    #[allow(clippy::too_many_arguments, reason = "its caller names them all")]
    fn run(
        &self,
        py: Python,
        request: &str,
        run: Run,
        path: Option<PathBuf>,
        format: Option<&str>,
        title: Option<String>,
        progress: Listener,
    ) -> PyResult<Told> {
        let deal = self.dealt(py, request, run)?;
        let told_format = format.map(|name| format_named(py, name)).transpose()?;
        work(py, &progress, move |watch| {
            let style = Style {
                title,
                ..Style::default()
            };
            let dealing = deal.ready(watch)?;
            let run = |wanted: &Wanted, sink: &mut dyn fairdeal::BoardSink| {
                let dealt = dealing.run(wanted, sink, watch)?;
                // A part of a file would be taken for the whole.
                watch.look()?;
                Ok::<_, Error>(report_of(&dealt))
            };
            let Some(path) = path else {
                let wanted = Wanted {
                    style,
                    format: Some(fairdeal::Format::Json),
                    ..Wanted::default()
                };
                return run(&wanted, &mut NoText);
            };
            if let (None, Some(format)) = (told_format, fairdeal::table_by_name(&path)) {
                let table = dealing.into_table(&[])?;
                return fairdeal::write_file(&path, |out| {
                    let dealt = table.write(format, &mut TextTo(out), watch)?;
                    watch.look()?;
                    Ok(report_of(&dealt))
                });
            }
            let format = told_format.map_or_else(|| fairdeal::format_by_name(&path), Ok)?;
            let wanted = Wanted {
                style,
                format: Some(format),
                ..Wanted::default()
            };
            fairdeal::write_file(&path, |out| run(&wanted, &mut TextTo(out)))
        })
    }
}

//! What went wrong, whatever was asked: one type, with its places.

use std::fmt;
use std::io;
use std::sync::Arc;

use answer::{ErrorBody, Explained, Place};
use script::{Diagnostic, Sources};

use crate::deal_error::DealError;
use crate::seed::SeedError;

/// Why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// What was to be read cannot be.
    Unreadable(String),
    /// Something in a script, at its places.
    Script(Box<ScriptError>),
    /// Something in a profile, each thing with its path.
    Profile(Vec<profile::Problem>),
    /// Nothing in a profile can be dealt: why, a sentence each.
    NothingDealable(Vec<String>),
    /// Boards cannot be dealt as they were asked for.
    Deal(DealError),
    /// Hand types cannot have their shares.
    Level(level::LevelError),
    /// Boards cannot be written, or a file cannot.
    Write(io::Error),
    /// It was stopped.
    Stopped,
    /// Anything else that a library says, with its word for programs.
    Other(ErrorBody),
}

/// What is wrong with a script, and the texts that it is wrong in.
#[derive(Clone, Debug)]
pub struct ScriptError {
    /// The findings, errors first.
    pub findings: Vec<Diagnostic>,
    /// What they are in.
    pub sources: Arc<Sources>,
    /// What they come to, where that is more than the findings say.
    pub headline: Option<String>,
}

impl Error {
    /// An error at its place in a script.
    pub(crate) fn at(finding: Diagnostic, sources: &Arc<Sources>) -> Error {
        Error::Script(Box::new(ScriptError {
            findings: vec![finding],
            sources: sources.clone(),
            headline: None,
        }))
    }

    /// Any error that knows its word for programs.
    pub fn other(error: &impl Explained) -> Error {
        Error::Other(error.body())
    }

    /// The error in the shape that goes over the wire.
    pub fn body(&self) -> ErrorBody {
        match self {
            Error::Unreadable(message) => ErrorBody::new("unreadable", message),
            Error::Script(error) => error.body(),
            Error::Profile(problems) => ErrorBody {
                places: problems.iter().map(problem_place).collect(),
                ..ErrorBody::new("profile", self.to_string())
            },
            Error::NothingDealable(_) => ErrorBody::new("nothing-dealable", self.to_string()),
            Error::Deal(error) => error.body(),
            Error::Level(error) => error.body(),
            Error::Write(error) => ErrorBody::new("cannot-write", answer::cause(error)),
            Error::Stopped => ErrorBody::new("stopped", "stopped"),
            Error::Other(body) => body.clone(),
        }
    }
}

fn problem_place(problem: &profile::Problem) -> Place {
    Place {
        path: Some(problem.path.clone()),
        label: Some(problem.message.clone()),
        ..Place::default()
    }
}

impl ScriptError {
    fn body(&self) -> ErrorBody {
        let place = |span: script::Span, label: &str| {
            let (line, column) = self.sources.line_column(span);
            let (end_line, end_column) = self.sources.end_line_column(span);
            Place {
                file: Some(self.sources.name(span.file).to_owned()),
                line: Some(line),
                column: Some(column),
                end_line: Some(end_line),
                end_column: Some(end_column),
                path: None,
                text: Some(self.sources.slice(span).to_owned()),
                label: Some(label.to_owned()),
            }
        };
        let mut places = Vec::new();
        for finding in &self.findings {
            places.push(place(finding.span, &finding.sentence()));
            for (span, label) in &finding.related {
                places.push(place(*span, label));
            }
            for span in &finding.again {
                places.push(place(*span, "here again"));
            }
        }
        let first = self.findings.first();
        ErrorBody {
            code: first.map_or("script", |finding| finding.code).to_owned(),
            message: self.to_string(),
            places,
            help: first.and_then(|finding| finding.help.clone()),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (&self.headline, self.findings.first()) {
            (Some(headline), _) => write!(f, "{headline}"),
            (None, Some(finding)) => {
                let (line, column) = self.sources.line_column(finding.span);
                let file = self.sources.name(finding.span.file);
                write!(f, "{file}:{line}:{column}: {}", finding.sentence())
            }
            (None, None) => write!(f, "the script cannot be used"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Unreadable(message) => write!(f, "{message}"),
            Error::Script(error) => write!(f, "{error}"),
            Error::Profile(problems) => match problems.iter().find(|problem| problem.is_error()) {
                Some(problem) => write!(f, "{problem}"),
                None => write!(f, "the profile cannot be used"),
            },
            Error::NothingDealable(reasons) => {
                write!(f, "nothing in this profile can be dealt")?;
                reasons
                    .iter()
                    .try_for_each(|reason| write!(f, "; {reason}"))
            }
            Error::Deal(error) => write!(f, "{error}"),
            Error::Level(error) => write!(f, "{error}"),
            Error::Write(error) => write!(f, "{}", answer::cause(error)),
            Error::Stopped => write!(f, "stopped"),
            Error::Other(body) => write!(f, "{}", body.message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Write(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Write(error)
    }
}

impl From<space::Stopped> for Error {
    fn from(_: space::Stopped) -> Error {
        Error::Stopped
    }
}

impl From<SeedError> for Error {
    fn from(error: SeedError) -> Error {
        Error::other(&error)
    }
}

impl From<DealError> for Error {
    fn from(error: DealError) -> Error {
        match error {
            DealError::Plan(plan::PlanError::Stopped) => Error::Stopped,
            error => Error::Deal(error),
        }
    }
}

//! What is wrong with a script, or might be: values with their place.
//!
//! A [`Diagnostic`] is made for two readers: a person, who sees the line with a caret under the place (drawn by
//! `annotate-snippets`, the crate that draws the Rust compiler's own errors: it needs no macros, no global hooks, and
//! renders to a plain string), and an editor, which takes the structured form of [`Located`].

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::source::{Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The script means something, but perhaps not what its author meant.
    Warning,
    /// The script means nothing.
    Error,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// A short name for this kind of finding, for filters and tests.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to write instead.
    pub help: Option<String>,
    /// Another place that has to do with it, and how.
    pub related: Option<(Span, String)>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, span, message.into())
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, span, message.into())
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: String) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            message,
            span,
            help: None,
            related: None,
        }
    }

    /// The same, with what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same, with another place.
    pub fn related(mut self, span: Span, how: impl Into<String>) -> Diagnostic {
        self.related = Some((span, how.into()));
        self
    }

    /// Whether the script cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The form for programs.
    pub fn located(&self, sources: &Sources) -> Located {
        let (line, column) = sources.line_column(self.span);
        Located {
            severity: self.severity,
            code: self.code,
            message: self.message.clone(),
            help: self.help.clone(),
            file: sources.name(self.span.file).to_owned(),
            start: self.span.start,
            end: self.span.end,
            line,
            column,
        }
    }

    /// The form for people: the message, the line, a caret under the place, and the help.
    pub fn render(&self, sources: &Sources, colour: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let snippet = |span: Span, kind: AnnotationKind, label: Option<&str>| {
            let annotation = kind.span(self.within(sources, span));
            let annotation = match label {
                Some(label) => annotation.label(label.to_owned()),
                None => annotation,
            };
            Snippet::source(sources.text(span.file))
                .path(sources.name(span.file))
                .annotation(annotation)
        };
        let mut group = Group::with_title(level.primary_title(&self.message).id(self.code))
            .element(snippet(self.span, AnnotationKind::Primary, None));
        if let Some((span, how)) = &self.related {
            group = group.element(snippet(*span, AnnotationKind::Context, Some(how)));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[group])
    }

    /// A span cut to its first line, so that a statement over many lines does not fill the screen.
    fn within(&self, sources: &Sources, span: Span) -> std::ops::Range<usize> {
        let line = sources.slice(span).lines().next().unwrap_or("");
        let start = span.start as usize;
        start..start + line.len()
    }
}

/// A diagnostic with its place in plain words: what `--json` prints.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Located {
    /// How bad.
    pub severity: Severity,
    /// The short name.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The file.
    pub file: String,
    /// The first byte of the place.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
}

/// The candidate most like a word that is not one of them, if any is alike enough.
pub(crate) fn closest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let reach = match word.len() {
        0..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| {
            let lower = word.to_lowercase();
            (
                strsim::osa_distance(&lower, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|&(distance, candidate)| distance <= reach && distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

//! What is wrong with a script, or might be: values with their place.
//!
//! A [`Diagnostic`] is made for two readers: a person, who sees the line with a caret under the place (drawn by
//! `annotate-snippets`, the crate that draws the Rust compiler's own errors: it needs no macros, no global hooks, and
//! renders to a plain string), and an editor, which takes the structured form of [`Located`].

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::source::{Sources, Span};

/// Nobody reads more findings of one kind than this, and a hostile file could have a million.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

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
    /// Other places that have to do with it, and how.
    pub related: Vec<(Span, String)>,
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
            related: Vec::new(),
        }
    }

    /// The same, with what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same, with another place.
    pub fn related(mut self, span: Span, how: impl Into<String>) -> Diagnostic {
        self.related.push((span, how.into()));
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
        let snippet = |span: Span| {
            let (line, text, within) = excerpt(sources, span);
            let snippet = Snippet::source(text).line_start(line);
            (text, snippet.path(sources.name(span.file)), within)
        };
        let (text, first, within) = snippet(self.span);
        let mut snippets = vec![(text, first.annotation(AnnotationKind::Primary.span(within)))];
        for (span, how) in &self.related {
            let (text, other, within) = snippet(*span);
            let annotation = AnnotationKind::Context.span(within).label(how);
            // The same text, not only an equal one: both places are on one line of one file.
            let at = snippets
                .iter()
                .position(|(known, _)| std::ptr::eq(*known, text));
            let (text, shown) = match at {
                Some(at) => snippets.remove(at),
                None => (text, other),
            };
            snippets.insert(
                at.unwrap_or(snippets.len()),
                (text, shown.annotation(annotation)),
            );
        }
        let title = level.primary_title(&self.message).id(self.code);
        let snippets = snippets.into_iter().map(|(_, snippet)| snippet);
        let mut group = Group::with_title(title).elements(snippets);
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
}

/// Longer lines are shown in part.
const LONG_LINE: usize = 1_000;

/// The line on which a place begins: its number, its text, and where the place is in it. A place over several lines
/// is cut at the end of the first, so that a long statement does not fill the screen.
fn excerpt(sources: &Sources, span: Span) -> (usize, &str, Range<usize>) {
    let text = sources.text(span.file);
    let (line, _) = sources.line_column(span);
    let start = text.floor_char_boundary(span.start as usize);
    let mut from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mut to = text[start..].find('\n').map_or(text.len(), |at| start + at);
    if to - from > LONG_LINE {
        from = text.floor_char_boundary(from.max(start.saturating_sub(LONG_LINE / 2)));
        to = text.ceil_char_boundary(to.min(start + LONG_LINE / 2));
    }
    let end = text.ceil_char_boundary(span.end as usize).clamp(start, to);
    (line, &text[from..to], start - from..end - from)
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
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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

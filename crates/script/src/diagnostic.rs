//! What is wrong with a script, or might be: values with their place.
//!
//! A [`Diagnostic`] is made for two readers: a person, who sees the line with a caret under the place (drawn by
//! `annotate-snippets`, the crate that draws the Rust compiler's own errors: it needs no macros, no global hooks, and
//! renders to a plain string), and an editor, which takes the structured form of [`Located`].

use std::cmp::Reverse;
use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use answer::{ErrorBody, Place};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::source::{Sources, Span};

/// Nobody reads more findings of one kind than this, and a hostile file could have a million.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The script means something, but perhaps not what its author meant.
    Warning,
    /// The script means nothing.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
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
    /// Further places of which the same is to be said.
    pub again: Vec<Span>,
    /// What would put it right, where one thing clearly would.
    pub fix: Option<Fix>,
}

/// A change that puts a finding right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What is taken out; nothing, where only something is put in.
    pub span: Span,
    /// What is put in its place.
    pub text: String,
}

impl fmt::Display for Fix {
    /// What it does: `write spades`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = self.text.trim();
        match (text.is_empty(), self.span.range().is_empty()) {
            (true, _) => f.write_str("leave it out"),
            (false, true) => write!(f, "put {text} here"),
            (false, false) => write!(f, "write {text}"),
        }
    }
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
            again: Vec::new(),
            fix: None,
        }
    }

    /// The same, with what to write in its place.
    pub(crate) fn instead(self, text: impl Into<String>) -> Diagnostic {
        let span = self.span;
        self.fixed(span, text)
    }

    /// The same, with what to write in some place to put it right.
    pub(crate) fn fixed(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        self.fix = Some(Fix { span, text });
        self
    }

    /// What was probably meant: said, and offered.
    pub(crate) fn meant(self, text: &str) -> Diagnostic {
        self.help(format!("did you mean {text}?")).instead(text)
    }

    /// The changes that put it right, at its place and at those of which the same is to be said.
    pub fn fixes(&self) -> Vec<Fix> {
        let Some(fix) = &self.fix else {
            return Vec::new();
        };
        let others = self.again.iter().filter(|_| fix.span == self.span);
        let others = others.map(|span| Fix {
            span: *span,
            text: fix.text.clone(),
        });
        std::iter::once(fix.clone()).chain(others).collect()
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

    /// What is wrong, and how often, if more than once: `there is no function usereval, 64 times`.
    pub fn sentence(&self) -> String {
        match self.again.len() {
            0 => self.message.clone(),
            more => format!("{}, {} times", self.message, more + 1),
        }
    }

    /// The form for programs.
    pub fn located(&self, sources: &Sources) -> Located {
        let (line, column) = sources.line_column(self.span);
        let (end_line, end_column) = sources.end_line_column(self.span);
        let related = |span: Span, label: &str| {
            let (line, column) = sources.line_column(span);
            let (end_line, end_column) = sources.end_line_column(span);
            RelatedPlace {
                label: label.to_owned(),
                file: sources.name(span.file).to_owned(),
                start: span.start,
                end: span.end,
                line,
                column,
                end_line,
                end_column,
            }
        };
        let others = self.related.iter().map(|(span, how)| related(*span, how));
        let again = self.again.iter().map(|span| related(*span, "here again"));
        Located {
            severity: self.severity,
            code: self.code,
            message: self.sentence(),
            help: self.help.clone(),
            file: sources.name(self.span.file).to_owned(),
            start: self.span.start,
            end: self.span.end,
            line,
            column,
            end_line,
            end_column,
            related: others.chain(again).collect(),
        }
    }

    /// As an error of any kind: its place first, then the others that have to do with it.
    pub fn body(&self, sources: &Sources) -> ErrorBody {
        let place = |span: Span, label: Option<&String>| {
            let (line, column) = sources.line_column(span);
            let (end_line, end_column) = sources.end_line_column(span);
            Place {
                file: Some(sources.name(span.file).to_owned()),
                line: Some(line),
                column: Some(column),
                end_line: Some(end_line),
                end_column: Some(end_column),
                path: None,
                text: Some(sources.slice(span).to_owned()),
                label: label.cloned(),
            }
        };
        let related = self.related.iter();
        ErrorBody {
            places: std::iter::once(place(self.span, None))
                .chain(related.map(|(span, how)| place(*span, Some(how))))
                .collect(),
            help: self.help.clone(),
            ..ErrorBody::new(self.code, self.sentence())
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
        let title = level.primary_title(self.sentence()).id(self.code);
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

/// Findings in the order in which they are shown: errors before warnings, each by its place. Among the first twenty, say,
/// of a script's findings there is then no warning that keeps an error from being seen.
///
/// ```
/// let twice = "#include \"script/Leveling\"\n".repeat(2);
/// let input = script::Input::from_text("test", &format!("{twice}hpc(north) > 5")).unwrap();
/// let mut findings = script::load(&input, &Default::default(), &Default::default()).diagnostics;
/// assert_eq!(findings[0].code, "include-again");
/// script::order_for_showing(&mut findings);
/// assert_eq!(findings[0].code, "unknown-word");
/// assert_eq!(script::not_shown(&findings, 1).as_deref(), Some("and 1 more"));
/// ```
pub fn order_for_showing(findings: &mut [Diagnostic]) {
    answer::sort_by_key(findings, |finding| {
        (Reverse(finding.severity), finding.span)
    });
}

/// The same findings, those of which the same is to be said as one: at the first of their places.
///
/// ```
/// let text = "a = usereval(1)\nb = usereval(2)\nc = usereval(3)";
/// let input = script::Input::from_text("test", text).unwrap();
/// let findings = script::load(&input, &Default::default(), &Default::default()).diagnostics;
/// let findings = script::told_once(findings);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].sentence(), "there is no function usereval, 3 times");
/// ```
pub fn told_once(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut known: FxHashMap<(Severity, &'static str, String, Option<String>), usize> =
        FxHashMap::default();
    for finding in findings {
        let key = (
            finding.severity,
            finding.code,
            finding.message.clone(),
            finding.help.clone(),
        );
        // What has other places to do with it is a finding of its own, wherever it stands.
        let earlier = known.get(&key).filter(|_| finding.related.is_empty());
        match earlier.map(|&at| &mut told[at]) {
            Some(earlier) => {
                if earlier.span != finding.span && !earlier.again.contains(&finding.span) {
                    earlier.again.push(finding.span);
                }
            }
            None => {
                if finding.related.is_empty() {
                    known.insert(key, told.len());
                }
                told.push(finding);
            }
        }
    }
    told
}

/// How many findings are not among the first so many, in words: `and 3 more`, or `and 3 more, 1 of them an error`. Nothing if
/// all are.
pub fn not_shown(findings: &[Diagnostic], shown: usize) -> Option<String> {
    let rest = findings.get(shown..).filter(|rest| !rest.is_empty())?;
    let errors = rest.iter().filter(|finding| finding.is_error()).count();
    let more = rest.len();
    Some(match errors {
        0 => format!("and {more} more"),
        _ if errors == more => format!("and {}", answer::plural(more as u64, "more error")),
        1 => format!("and {more} more, 1 of them an error"),
        _ => format!("and {more} more, {errors} of them errors"),
    })
}

/// A diagnostic with its place in plain words: the form for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The line on which the place ends,
    pub end_line: usize,
    /// and the column after its last character.
    pub end_column: usize,
    /// Other places that have to do with it, and those of which the same is to be said.
    pub related: Vec<RelatedPlace>,
}

/// Another place that has to do with a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelatedPlace {
    /// What is there: `first defined here`.
    pub label: String,
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
    /// The line on which the place ends,
    pub end_line: usize,
    /// and the column after its last character.
    pub end_column: usize,
}

impl fmt::Display for Located {
    /// One line, as compilers write them, and a second with the help: `a.dlr:2:7: error: there is no function hpc`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Located {
            severity,
            message,
            help,
            file,
            line,
            column,
            ..
        } = self;
        write!(f, "{file}:{line}:{column}: {severity}: {message}")?;
        match help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// The candidate most like a word that is not one of them, if any is alike enough.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let reach = match word.len() {
        0..=3 => 1,
        4..=6 => 2,
        // Comparing takes the square of the length, and a name this long has parts that say what is meant.
        41.. => return None,
        _ => 3,
    };
    closest_within(reach, word, candidates)
}

/// The candidate that is most like a word, if it is so many letters away at the most.
pub(crate) fn closest_within<'a>(
    reach: usize,
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word && candidate.len().abs_diff(word.len()) <= reach)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Input;

    #[test]
    fn no_warning_keeps_an_error_from_being_seen() {
        let sources = Sources::new(&Input::from_text("test", &"x ".repeat(30)).unwrap());
        let at = |start| Span {
            file: sources.main(),
            start,
            end: start + 1,
        };
        let mut findings: Vec<Diagnostic> = (0..25)
            .map(|i| Diagnostic::warning("late", at(2 * i), "perhaps"))
            .collect();
        findings.push(Diagnostic::error("wrong", at(58), "second"));
        findings.push(Diagnostic::error("wrong", at(56), "first"));
        order_for_showing(&mut findings);
        let messages: Vec<&str> = findings.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(messages[..3], ["first", "second", "perhaps"]);
        assert!(findings[2..].is_sorted_by_key(|finding| finding.span));
        assert_eq!(not_shown(&findings, 20).as_deref(), Some("and 7 more"));
        assert_eq!(
            not_shown(&findings, 1).as_deref(),
            Some("and 26 more, 1 of them an error")
        );
        assert_eq!(
            not_shown(&findings[..2], 0).as_deref(),
            Some("and 2 more errors")
        );
        assert_eq!(not_shown(&findings, 27), None);
        let body = findings[0].body(&sources);
        assert_eq!(
            (body.code.as_str(), body.places[0].column),
            ("wrong", Some(57))
        );
        assert_eq!(
            findings[0].located(&sources).to_string(),
            "test:1:57: error: first"
        );
    }
}

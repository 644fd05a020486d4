//! What the library says of a text, in the words of the protocol.

use std::collections::HashMap;
use std::sync::Arc;

use fairdeal::script::{
    AtCursor, Completion, Diagnostic as Finding, FileId, Fix, Group, PartKind, Severity, Span, Word,
};
use fairdeal::{Check, Effort, PartOdds, Pointed, Script, Watch};
use ls_types::*;

use crate::documents::{Document, Documents};
use crate::positions::Columns;

/// How a text is called whose letters have a width of their own.
const LANGUAGE: &str = "dealer";

/// Longer pieces of scripts are cut where they are shown.
const LONGEST_SHOWN: usize = 1_000;

/// One text, and how to answer about it.
pub(crate) struct Replies {
    documents: Arc<Documents>,
    document: Arc<Document>,
    columns: Columns,
}

impl Replies {
    pub(crate) fn new(documents: Arc<Documents>, document: Arc<Document>) -> Replies {
        Replies {
            columns: documents.columns(),
            documents,
            document,
        }
    }

    fn script(&self) -> Option<&Script> {
        self.document.script().ok()
    }

    fn at(&self, position: Position) -> u32 {
        self.columns.byte(&self.document.text, position) as u32
    }

    /// A place in the text itself.
    fn range(&self, span: Span) -> Range {
        self.columns.range(&self.document.text, span.range())
    }

    /// A place in any of the texts of a script, if it is in a file.
    fn location(&self, script: &Script, span: Span) -> Option<Location> {
        let sources = script.sources();
        if span.file == sources.main() {
            return Some(Location {
                uri: self.document.uri.clone(),
                range: self.range(span),
            });
        }
        Some(Location {
            uri: self.documents.uri_of(sources.place(span.file)?)?,
            range: self.columns.range(sources.text(span.file), span.range()),
        })
    }

    /// All that is wrong with the text, or might be. Nothing if it was stopped.
    pub(crate) fn diagnostics(&self) -> Option<Vec<Diagnostic>> {
        let script = match self.document.script() {
            Ok(script) => script,
            Err(why) => {
                return Some(vec![Diagnostic {
                    severity: Some(DiagnosticSeverity::ERROR),
                    source: Some("fairdeal".to_owned()),
                    message: why.to_owned(),
                    ..Diagnostic::default()
                }]);
            }
        };
        let wanted = Check {
            effort: Effort::Quick,
            ..Check::default()
        };
        let check = script.check(wanted, &self.document.watch);
        if self.document.watch.is_stopped() {
            return None;
        }
        let findings = check.findings().iter();
        Some(
            findings
                .flat_map(|finding| self.diagnostic(script, finding))
                .collect(),
        )
    }

    /// A finding at each of its places.
    fn diagnostic(&self, script: &Script, finding: &Finding) -> Vec<Diagnostic> {
        let places = std::iter::once(&finding.span).chain(&finding.again);
        let of_place = |span: &Span| {
            let own = span.file == script.sources().main();
            let mut related: Vec<DiagnosticRelatedInformation> = finding
                .related
                .iter()
                .filter_map(|(span, how)| {
                    Some(DiagnosticRelatedInformation {
                        location: self.location(script, *span)?,
                        message: how.clone(),
                    })
                })
                .collect();
            let mut message = finding.message.clone();
            if let Some(help) = &finding.help {
                message = format!("{message}\nhelp: {help}");
            }
            let range = if own {
                self.range(*span)
            } else {
                // What is wrong in a file that is included is shown where it is included.
                let name = script.sources().name(span.file);
                related.extend(self.location(script, *span).map(|location| {
                    DiagnosticRelatedInformation {
                        location,
                        message: "here".to_owned(),
                    }
                }));
                message = format!("in {name}: {message}");
                self.include_of(name)
            };
            Diagnostic {
                range,
                severity: Some(match finding.severity {
                    Severity::Error => DiagnosticSeverity::ERROR,
                    Severity::Warning => DiagnosticSeverity::WARNING,
                }),
                code: Some(NumberOrString::String(finding.code.to_owned())),
                source: Some("fairdeal".to_owned()),
                message,
                related_information: Some(related).filter(|all| !all.is_empty()),
                ..Diagnostic::default()
            }
        };
        places.map(of_place).collect()
    }

    /// The line of the text that includes a file; its first line if another file does.
    fn include_of(&self, name: &str) -> Range {
        let text = &self.document.text;
        let start = text.find(&format!("#include \"{name}\"")).unwrap_or(0);
        let length = text[start..].find('\n').unwrap_or(text.len() - start);
        self.columns.range(text, start..start + length)
    }

    pub(crate) fn completion(&self, position: Position) -> Option<Vec<CompletionItem>> {
        let script = &self.script()?.loaded().script;
        let cursor = AtCursor::new(&self.document.text, self.at(position));
        let all = cursor.completions(script).into_iter();
        Some(all.map(completion_item).collect())
    }

    pub(crate) fn signature(&self, position: Position) -> Option<SignatureHelp> {
        let script = &self.script()?.loaded().script;
        let call = AtCursor::new(&self.document.text, self.at(position)).call(script)?;
        let parameter = |name: &&str| ParameterInformation {
            label: ParameterLabel::Simple((*name).to_owned()),
            documentation: None,
        };
        let signature = SignatureInformation {
            label: format!("{}({})", call.name, call.parameters.join(", ")),
            documentation: call
                .word
                .map(|word| Documentation::String(word.meaning.to_owned())),
            parameters: Some(call.parameters.iter().map(parameter).collect()),
            active_parameter: Some(call.argument as u32),
        };
        Some(SignatureHelp {
            signatures: vec![signature],
            active_signature: Some(0),
            active_parameter: Some(call.argument as u32),
        })
    }

    /// What a name stands for, what a word means, and the odds of the condition there.
    pub(crate) fn hover(&self, position: Position, watch: &Watch) -> Option<Hover> {
        let script = self.script()?;
        let sources = script.sources();
        let at = self.at(position);
        let mut parts = Vec::new();
        let mut range = None;
        let names = script.loaded().script.names();
        if let Some((name, place)) = names.at(sources.main(), at) {
            range = Some(place);
            if let Some(given) = names.definition(name) {
                parts.push(code(sources.slice(given.statement)));
            }
        } else if let Some((word, place)) = AtCursor::new(&self.document.text, at).word() {
            range = Some(place);
            parts.push(told(word));
        }
        let pointed = self.document.pointed()?.at(sources.main(), at, watch);
        if let Ok(Some(Pointed { odds, is_last })) = pointed {
            let PartOdds { place, chance } = odds;
            let short = chance.in_short();
            parts.push(format!("**{short}**\n\n{}", code(sources.slice(place))));
            parts.push(format!("```text\n{chance}```"));
            if !is_last {
                parts.push("It is being counted: point at it again.".to_owned());
            }
            range = range.or(Some(place));
        }
        if parts.is_empty() {
            return None;
        }
        Some(Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: parts.join("\n\n---\n\n"),
            }),
            range: range.map(|span| self.range(span)),
        })
    }

    pub(crate) fn definition(&self, position: Position) -> Option<Location> {
        let script = self.script()?;
        let at = self.at(position);
        let main = script.sources().main();
        let written = &script.loaded().script;
        if let Some(name) = AtCursor::new(&self.document.text, at).include() {
            return self.location(script, first_of(written.included(name)?));
        }
        let names = written.names();
        let (name, _) = names.at(main, at)?;
        self.location(script, names.definition(name)?.place)
    }

    /// Where the name at a position stands, in this text and in all others that are open and have it from the same place.
    pub(crate) fn references(
        &self,
        position: Position,
        declaration: bool,
    ) -> Option<Vec<Location>> {
        let script = self.script()?;
        let names = script.loaded().script.names();
        let (name, _) = names.at(script.sources().main(), self.at(position))?;
        let given = names
            .definition(name)
            .and_then(|given| self.location(script, given.place));
        let mut all: Vec<Location> = Vec::new();
        for replies in self.all_open() {
            let Some(script) = replies.script() else {
                continue;
            };
            let names = script.loaded().script.names();
            let known = names
                .definition(name)
                .and_then(|one| replies.location(script, one.place));
            if known != given {
                continue;
            }
            let places = names
                .places(name)
                .filter_map(|span| replies.location(script, span));
            all.extend(places.filter(|place| declaration || Some(place) != given.as_ref()));
        }
        sorted(&mut all);
        Some(all)
    }

    fn all_open(&self) -> Vec<Replies> {
        let others = self.documents.all().into_iter();
        let others = others.map(|one| Replies::new(self.documents.clone(), one));
        others.collect()
    }

    /// The name at a position, where it can be changed.
    pub(crate) fn renamable(&self, position: Position) -> Option<PrepareRenameResponse> {
        let script = self.script()?;
        let names = script.loaded().script.names();
        let (name, span) = names.at(script.sources().main(), self.at(position))?;
        names.definition(name)?;
        Some(PrepareRenameResponse::RangeWithPlaceholder {
            range: self.range(span),
            placeholder: name.to_owned(),
        })
    }

    /// A name becomes another one: in this text, in what it includes, and in all others that are open and include the same.
    pub(crate) fn rename(
        &self,
        position: Position,
        new: &str,
    ) -> Result<Option<WorkspaceEdit>, String> {
        let Some(script) = self.script() else {
            return Ok(None);
        };
        let names = script.loaded().script.names();
        let Some((name, _)) = names.at(script.sources().main(), self.at(position)) else {
            return Ok(None);
        };
        script.loaded().script.rename(name, new)?;
        let places = self.references(position, true).unwrap_or_default();
        let edits = places.into_iter().map(|place| {
            let edit = TextEdit::new(place.range, new.to_owned());
            (place.uri, edit)
        });
        Ok(Some(edit_of(edits)))
    }

    pub(crate) fn symbols(&self) -> Option<Vec<DocumentSymbol>> {
        let parts = self.script()?.loaded().script.outline().into_iter();
        let symbol = |part: fairdeal::script::Part| {
            #[expect(deprecated, reason = "the type has no other constructor")]
            DocumentSymbol {
                name: part.name,
                detail: None,
                kind: match part.kind {
                    PartKind::Condition => SymbolKind::BOOLEAN,
                    PartKind::Number => SymbolKind::NUMBER,
                    PartKind::Points => SymbolKind::FUNCTION,
                    PartKind::Statement => SymbolKind::EVENT,
                },
                tags: None,
                deprecated: None,
                range: self.range(part.span),
                selection_range: self.range(part.place),
                children: None,
            }
        };
        Some(parts.map(symbol).collect())
    }

    pub(crate) fn folds(&self) -> Option<Vec<FoldingRange>> {
        let folds = self.script()?.loaded().script.folds().into_iter();
        let fold = |fold: fairdeal::script::Fold| {
            let range = self.range(fold.span);
            FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind: fold.comment.then_some(FoldingRangeKind::Comment),
                ..FoldingRange::default()
            }
        };
        Some(folds.map(fold).collect())
    }

    /// The text laid out anew: nothing, if it is so already or cannot be read.
    pub(crate) fn formatting(&self) -> Option<Vec<TextEdit>> {
        let laid_out = self.script()?.laid_out().ok()?;
        let all = self
            .columns
            .range(&self.document.text, 0..self.document.text.len());
        Some(if laid_out.changed {
            vec![TextEdit::new(all, laid_out.text)]
        } else {
            Vec::new()
        })
    }

    /// What would put right what is wrong in some range.
    pub(crate) fn actions(&self, wanted: Range, said: &[Diagnostic]) -> Option<CodeActionResponse> {
        let script = self.script()?;
        let main = script.sources().main();
        let findings = script.fixable().into_iter();
        let here =
            findings.filter(|one| one.span.file == main && meet(self.range(one.span), wanted));
        let action = |finding: Finding| {
            let Fix { span, text } = finding.fix.clone()?;
            let edit = TextEdit::new(self.range(span), text);
            let about = said.iter().filter(|one| {
                one.code == Some(NumberOrString::String(finding.code.to_owned()))
                    && one.range == self.range(finding.span)
            });
            Some(CodeActionOrCommand::CodeAction(CodeAction {
                title: finding.fix.as_ref()?.to_string(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(about.cloned().collect()),
                edit: Some(edit_of([(self.document.uri.clone(), edit)])),
                is_preferred: Some(true),
                ..CodeAction::default()
            }))
        };
        Some(here.filter_map(action).collect())
    }

    /// How likely the parts of the script are, behind their names. Nothing if it was stopped.
    pub(crate) fn hints(&self, wanted: Range, watch: &Watch) -> Option<Vec<InlayHint>> {
        let parts = self.script()?.odds_of_parts(Effort::Quick, watch).ok()?;
        if watch.is_stopped() {
            return None;
        }
        let hint = |part: &PartOdds| {
            let position = self.range(part.place).end;
            let is_wanted = (wanted.start..=wanted.end).contains(&position);
            is_wanted.then(|| InlayHint {
                position,
                label: InlayHintLabel::String(part.chance.in_short()),
                kind: None,
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(part.chance.to_string())),
                padding_left: Some(true),
                padding_right: Some(true),
                data: None,
            })
        };
        Some(parts.iter().filter_map(hint).collect())
    }
}

fn first_of(file: FileId) -> Span {
    Span {
        file,
        start: 0,
        end: 0,
    }
}

fn meet(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn sorted(places: &mut Vec<Location>) {
    let key = |place: &Location| (place.uri.to_string(), place.range.start, place.range.end);
    places.sort_by_key(key);
    places.dedup();
}

fn edit_of(edits: impl IntoIterator<Item = (Uri, TextEdit)>) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (uri, edit) in edits {
        changes.entry(uri).or_default().push(edit);
    }
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

/// A piece of a script, to be shown.
fn code(text: &str) -> String {
    let cut = text.floor_char_boundary(LONGEST_SHOWN.min(text.len()));
    let more = if cut < text.len() { "\n…" } else { "" };
    format!("```{LANGUAGE}\n{}{more}\n```", &text[..cut])
}

fn told(word: &Word) -> String {
    let sentences = word.told().join("  \n");
    format!("{}\n\n{sentences}", code(&word.usage()))
}

fn completion_item(one: Completion) -> CompletionItem {
    let kind = match one.word.map(|word| word.group) {
        None => CompletionItemKind::VARIABLE,
        Some(Group::Hand | Group::Counts | Group::Deal) => CompletionItemKind::FUNCTION,
        Some(Group::Operator) => CompletionItemKind::OPERATOR,
        Some(Group::Statement) => CompletionItemKind::KEYWORD,
        Some(Group::Action) => CompletionItemKind::EVENT,
        Some(Group::Place) => CompletionItemKind::CONSTANT,
    };
    CompletionItem {
        label: one.text,
        kind: Some(kind),
        detail: one.word.map(Word::usage),
        documentation: Some(Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: match one.word {
                Some(word) => told(word),
                None => code(one.meaning.as_deref().unwrap_or_default()),
            },
        })),
        ..CompletionItem::default()
    }
}

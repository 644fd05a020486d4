//! What a script consists of, for an editor that shows it at a glance.

use crate::source::Span;
use crate::syntax::{Script, StatementKind};

/// A part of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What to call it.
    pub name: String,
    /// What it is.
    pub kind: PartKind,
    /// The whole of it.
    pub span: Span,
    /// The place that stands for it.
    pub place: Span,
}

/// What a part of a script is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// A name for something true or false.
    Condition,
    /// A name for a number.
    Number,
    /// A table of points.
    Points,
    /// Any other statement.
    Statement,
}

/// What can be folded away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// From where to where, over several lines.
    pub span: Span,
    /// Whether it is nothing but comments.
    pub comment: bool,
}

impl Script {
    /// The parts of the script itself, without what it includes, in order.
    ///
    /// ```
    /// let input = script::Input::from_text("test", "opens = hcp(west) > 12\nproduce 3\ncondition opens").unwrap();
    /// let (script, _) = script::parse(&input, &Default::default());
    /// let names: Vec<String> = script.outline().into_iter().map(|part| part.name).collect();
    /// assert_eq!(names, ["opens", "produce", "condition"]);
    /// ```
    pub fn outline(&self) -> Vec<Part> {
        let main = self.sources.main();
        let names = self.names();
        let own = self.statements.iter().filter(|one| one.span.file == main);
        own.map(|statement| {
            let given = names
                .definitions
                .iter()
                .find(|one| one.statement == statement.span);
            let (name, place) = match given {
                Some(given) => (given.name.clone(), given.place),
                None => {
                    let text = self.sources.slice(statement.span);
                    let letters = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
                    let first = &text[..letters];
                    let keyword = !matches!(
                        statement.kind,
                        StatementKind::Condition { keyword: false, .. }
                    );
                    let name = if keyword { first } else { "condition" };
                    (name.to_owned(), statement.span)
                }
            };
            let kind = match given.map(|given| given.expr) {
                None => PartKind::Statement,
                Some(None) => PartKind::Points,
                Some(Some(expr)) if self.is_condition(expr) => PartKind::Condition,
                Some(Some(_)) => PartKind::Number,
            };
            Part {
                name: if name.is_empty() {
                    "statement".to_owned()
                } else {
                    name
                },
                kind,
                span: statement.span,
                place,
            }
        })
        .collect()
    }

    /// What can be folded in the script itself: statements and comments over several lines, and comments on lines that follow
    /// each other.
    pub fn folds(&self) -> Vec<Fold> {
        let main = self.sources.main();
        let statements = self.statements.iter().map(|one| (one.span, false));
        let mut comments: Vec<Span> = Vec::new();
        for &span in self.comments.iter().filter(|span| span.file == main) {
            let leads = self.sources.before_on_line(span).trim().is_empty();
            match comments.last_mut() {
                Some(last)
                    if leads
                        && self.sources.line_column(span).0
                            == self.sources.end_line_column(*last).0 + 1 =>
                {
                    last.end = span.end;
                }
                _ if leads => comments.push(span),
                _ => {}
            }
        }
        let all = statements.chain(comments.into_iter().map(|span| (span, true)));
        let mut folds: Vec<Fold> = all
            .filter(|(span, _)| span.file == main && self.sources.slice(*span).contains('\n'))
            .map(|(span, comment)| Fold { span, comment })
            .collect();
        answer::sort_by_key(&mut folds, |fold| fold.span);
        folds
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Settings, parse};

    #[test]
    fn comments_below_each_other_are_one_fold() {
        let text =
            "// one\n// two\n\n// three\na = 1 + // said\n// four\n2\n/* a\nb */\ncondition a";
        let (script, _) = parse(
            &Input::from_text("test", text).unwrap(),
            &Settings::default(),
        );
        let folds = script.folds();
        let folds: Vec<(&str, bool)> = folds
            .iter()
            .map(|fold| (script.sources.slice(fold.span), fold.comment))
            .collect();
        assert_eq!(
            folds,
            [
                ("// one\n// two", true),
                ("a = 1 + // said\n// four\n2", false),
                ("/* a\nb */", true)
            ]
        );
    }
}

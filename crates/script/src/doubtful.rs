//! Lints of single expressions and statements: numbers that are not what they seem, things said twice, and what people
//! forget about `or`, texts and hundredths.

use bridge::Measure;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::lint::short;
use crate::source::Span;
use crate::syntax::*;
use crate::word::{MeasureWord, words};

/// A number of boards below 0, and a backslash in a text.
pub(crate) fn statements(script: &Script, findings: &mut Vec<Diagnostic>) {
    for statement in &script.statements {
        let (word, number) = match statement.kind {
            StatementKind::Produce(number) => ("produce", number),
            StatementKind::Generate(number) => ("generate", number),
            _ => continue,
        };
        if number < 0 {
            let message = format!("{word} needs a whole number, 0 or more");
            findings.push(
                Diagnostic::error("number-below-zero", statement.span, message)
                    .help(format!("write {word} {}", number.unsigned_abs()))
                    .instead(format!("{word} {}", number.unsigned_abs())),
            );
        }
    }
    for span in &script.backslashes {
        let text = script.sources.slice(*span);
        let Some(at) = text.find("\\n") else {
            continue;
        };
        let start = span.start + at as u32;
        let place = Span {
            start,
            end: start + 2,
            ..*span
        };
        findings.push(
            Diagnostic::warning(
                "newline-in-text",
                place,
                "inside a text, \\n is printed as it stands: no new line begins",
            )
            .help("end the text before it: \"points\", \\n"),
        );
    }
}

/// `hearts(west) == (3 or 4)`, and numbers that are hundredths on one side only.
pub(crate) fn comparison(
    script: &Script,
    span: Span,
    left: ExprId,
    right: ExprId,
    findings: &mut Vec<Diagnostic>,
) {
    for (number, other) in [(right, left), (left, right)] {
        or_of_numbers(script, span, number, other, findings);
        hundredths(script, span, number, other, findings);
    }
}

fn or_of_numbers(
    script: &Script,
    span: Span,
    numbers: ExprId,
    other: ExprId,
    findings: &mut Vec<Diagnostic>,
) {
    let kind = &script.expr(script.ungrouped(numbers)).kind;
    let ExprKind::Or(terms) = kind else { return };
    let is_number = |id: &ExprId| matches!(script.expr(*id).kind, ExprKind::Number(_));
    if !terms.iter().all(is_number) {
        return;
    }
    let text = |id: ExprId| script.sources.slice(script.expr(id).span);
    let inner = script.expr(script.ungrouped(numbers)).span;
    let message = format!(
        "{} is 1, whatever the cards: or joins conditions, not numbers",
        short(script.sources.slice(inner))
    );
    let other = short(text(other));
    let each = terms
        .iter()
        .take(4)
        .map(|id| format!("{other} == {}", text(*id)));
    findings.push(
        Diagnostic::warning("or-of-numbers", span, message)
            .help(format!("write {}", each.collect::<Vec<_>>().join(" or "))),
    );
}

/// `cccc(north) >= 12` asks for 0.12, and `hcp(south) >= 10.0` for a thousand points.
fn hundredths(
    script: &Script,
    span: Span,
    number: ExprId,
    other: ExprId,
    findings: &mut Vec<Diagnostic>,
) {
    let number = script.ungrouped(number);
    let other = script.expr(script.ungrouped(other));
    let counts_hundredths = match &other.kind {
        ExprKind::Measure { count, .. } => match count {
            MeasureWord::Fixed(Measure::HalfLosers | Measure::Quality | Measure::FourCs) => true,
            MeasureWord::Fixed(_) => false,
            // What another table gives may be either.
            _ if has_own_table(script) => return,
            _ => false,
        },
        ExprKind::Length { .. } => false,
        _ => return,
    };
    let word = script.sources.slice(other.span);
    let word = word.split('(').next().unwrap_or(word).trim();
    let written = script.sources.slice(script.expr(number).span);
    let (code, message, help, instead) = match (&script.expr(number).kind, counts_hundredths) {
        (ExprKind::Number(value @ 1..100), true) => (
            "hundredths",
            format!(
                "{word} counts in hundredths: {written} is {:.2} here",
                *value as f64 / 100.0
            ),
            format!("write {value}.00, or {value}00"),
            format!("{value}00"),
        ),
        (ExprKind::Decimal(value), false) if *value >= 100 => (
            "hundredths",
            format!(
                "a number with a point counts in hundredths, and {word} does not: {written} is {value} here"
            ),
            format!("write {}", value / 100),
            (value / 100).to_string(),
        ),
        _ => return,
    };
    let place = script.expr(number).span;
    let finding = Diagnostic::warning(code, span, message).help(help);
    findings.push(finding.fixed(place, instead));
}

fn has_own_table(script: &Script) -> bool {
    let own = |kind: &StatementKind| {
        matches!(
            kind,
            StatementKind::PointCount(_) | StatementKind::AltCount(..)
        )
    };
    script
        .statements
        .iter()
        .any(|statement| own(&statement.kind))
}

/// The names that draw random numbers: to say one twice is to draw twice.
pub(crate) struct Draws<'a> {
    script: &'a Script,
    names: FxHashSet<&'a str>,
}

impl<'a> Draws<'a> {
    pub(crate) fn new(script: &'a Script) -> Draws<'a> {
        let mut draws = Draws {
            script,
            names: FxHashSet::default(),
        };
        let is_random = |expr: &Expr| matches!(expr.kind, ExprKind::Random(_));
        if !script.exprs.iter().any(is_random) {
            return draws;
        }
        for statement in &script.statements {
            if let StatementKind::Define { name, expr, .. } = &statement.kind
                && draws.draws(*expr)
            {
                draws.names.insert(name);
            }
        }
        draws
    }

    fn draws(&self, expr: ExprId) -> bool {
        let mut open = vec![expr];
        while let Some(id) = open.pop() {
            match &self.script.expr(id).kind {
                ExprKind::Random(_) => return true,
                ExprKind::Name(name) if self.names.contains(name.as_str()) => return true,
                kind => kind.for_each_operand(|operand| open.push(operand)),
            }
        }
        false
    }
}

/// `x > 4 and x > 4`, `a or a`, and a number among conditions: `hearts(west) == 3 or 4`.
pub(crate) fn terms(
    script: &Script,
    terms: &[ExprId],
    draws: &Draws,
    findings: &mut Vec<Diagnostic>,
) {
    /// What is longer nobody reads, and to write it out takes time.
    const MOST_LETTERS: usize = 1_000;
    let mut said: FxHashMap<String, Span> = FxHashMap::default();
    let is_number = |id: &ExprId| matches!(script.expr(*id).kind, ExprKind::Number(_));
    // Numbers alone are no condition, and have a lint of their own where they are compared.
    if terms.iter().all(is_number) {
        return;
    }
    for &term in terms {
        let id = script.ungrouped(term);
        let expr = script.expr(id);
        match expr.kind {
            ExprKind::Number(number) if !(0..=1).contains(&number) => {
                findings.push(
                    Diagnostic::warning(
                        "number-as-condition",
                        expr.span,
                        format!("{number} alone is always true"),
                    )
                    .help("write what it is compared with again: x == 3 or x == 4"),
                );
                continue;
            }
            // A card that is asked for twice has a lint of its own.
            ExprKind::HasCard { .. } | ExprKind::Number(_) | ExprKind::Invalid => continue,
            _ => {}
        }
        if expr.span.range().len() > MOST_LETTERS || draws.draws(id) {
            continue;
        }
        let text = script.show(id);
        if let Some(first) = said.get(&text) {
            findings.push(
                Diagnostic::warning("said-twice", expr.span, "this is said twice")
                    .related(*first, "here already")
                    .help("is something else meant? else leave one of them out"),
            );
        } else {
            said.insert(text, expr.span);
        }
    }
}

/// `a or b and c` is `a or (b and c)`.
pub(crate) fn mixed(script: &Script, span: Span, terms: &[ExprId], findings: &mut Vec<Diagnostic>) {
    let is_and = |id: &&ExprId| matches!(script.expr(**id).kind, ExprKind::And(_));
    let Some(bare) = terms.iter().find(is_and) else {
        return;
    };
    if terms.iter().all(|id| is_and(&id)) {
        return;
    }
    let inner = script.expr(*bare).span;
    findings.push(
        Diagnostic::warning("and-before-or", span, "and binds before or here")
            .related(inner, "this goes together")
            .help("put parentheses around what belongs together"),
    );
}

/// The cards that a text names, however it is written: the right way to write them, and what is wrong with this one.
pub(crate) fn cards(text: &str) -> Option<(String, &'static str)> {
    let upper = text.to_uppercase();
    let (suit, ranks) = upper.split_at_checked(1)?;
    const ORDER: &str = "AKQJT98765432";
    let is_suit = "SHDC".contains(suit);
    if !is_suit
        || ranks.is_empty()
        || ranks.len() > 20
        || !ranks.chars().all(|rank| ORDER.contains(rank))
    {
        return None;
    }
    // A word of the language is no hand.
    if words().iter().any(|word| word.name == text) {
        return None;
    }
    let sorted: String = ORDER.chars().filter(|rank| ranks.contains(*rank)).collect();
    let wrong = if sorted.len() < ranks.len() {
        "a card is named twice here"
    } else if sorted != ranks {
        "cards are written from the highest to the lowest"
    } else {
        "cards are written in capitals"
    };
    Some((format!("{suit}{sorted}"), wrong))
}

//! Lints: what a script may say, and its author seldom means.
//!
//! Each of them was found in published scripts. They look at the syntax tree, and at what compiling has
//! settled; what needs counting is for those who can count. A finding is a warning, and the script runs as it stands.

use bridge::{Card, Hand, PointCount, Seat, Suit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::Compiled;
use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS};
use crate::doubtful;
use crate::source::Span;
use crate::syntax::*;
use crate::word::MeasureWord;

/// Everything in a script that is probably not meant, in the order of the text.
///
/// ```
/// let input = script::Input::from_text("typo", "hcp(north) > 15 not hcp(south) == 3").unwrap();
/// let (script, _) = script::parse(&input, &script::Settings::default());
/// let codes: Vec<_> = script::lint(&script).iter().map(|finding| finding.code).collect();
/// assert_eq!(codes, ["replaced-condition", "missing-and", "not-compared"]);
/// ```
pub fn lint(script: &Script) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    conditions(script, &mut findings);
    unused_names(script, &mut findings);
    type_shares(script, &mut findings);
    doubtful::statements(script, &mut findings);
    let draws = doubtful::Draws::new(script);
    let adders = Adders::new(script);
    for expr in &script.exprs {
        if findings.len() > ENOUGH {
            break;
        }
        match &expr.kind {
            ExprKind::Shape { list, .. } => any_once(list, &mut findings),
            ExprKind::Compare(comparison, left, right) => {
                not_compared(script, expr.span, *left, &mut findings);
                chained(script, expr.span, *comparison, *left, *right, &mut findings);
                doubtful::comparison(script, expr.span, *left, *right, &mut findings);
            }
            ExprKind::And(terms) => {
                same_card(script, terms, &mut findings);
                doubtful::terms(script, terms, &draws, &mut findings);
            }
            ExprKind::Or(terms) => {
                doubtful::terms(script, terms, &draws, &mut findings);
                doubtful::mixed(script, expr.span, terms, &mut findings);
            }
            _ => {}
        }
    }
    adders.counted_twice(&mut findings);
    answer::sort_by_key(&mut findings, |finding| {
        (finding.span.file, finding.span.start)
    });
    findings.truncate(MAX_DIAGNOSTICS);
    findings
}

/// A condition whose answer is known without any deal: false always, or true always.
///
/// ```
/// let input = script::Input::from_text("points", "hcp(north) > 50").unwrap();
/// let loaded = script::load(&input, &Default::default(), &Default::default());
/// let finding = script::settled(&loaded.script, &loaded.compiled.unwrap()).unwrap();
/// assert_eq!(finding.code, "never");
/// ```
pub fn settled(script: &Script, compiled: &Compiled) -> Option<Diagnostic> {
    satisfied(script, compiled.condition.settled()?)
}

/// The finding that every deal satisfies the condition of a script, or that none does; `None` if it has no condition.
pub fn satisfied(script: &Script, always: bool) -> Option<Diagnostic> {
    let mut statements = script.own_statements().rev();
    let condition =
        statements.find(|statement| matches!(statement.kind, StatementKind::Condition { .. }))?;
    Some(if !always {
        Diagnostic::warning("never", condition.span, "no deal satisfies this condition")
    } else {
        Diagnostic::warning(
            "always",
            condition.span,
            "every deal satisfies this condition",
        )
    })
}

/// What the classic program would not take, or would take to mean something else, in the order of the text.
pub fn portable(script: &Script) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = script
        .later
        .iter()
        .map(|(span, why)| {
            Diagnostic::warning("portable", *span, format!("in the classic program, {why}"))
        })
        .collect();
    let shapes = script
        .exprs
        .iter()
        .filter(|expr| matches!(expr.kind, ExprKind::Shape { .. }));
    if let Some(first_too_many) = shapes.clone().nth(CLASSIC_SHAPES) {
        let message =
            format!("in the classic program, a script has at most {CLASSIC_SHAPES} shapes");
        findings.push(
            Diagnostic::warning("portable", first_too_many.span, message)
                .help("join some: shape(north, any 4333 + any 4432) is one"),
        );
    }
    answer::sort_by_key(&mut findings, |finding| {
        (finding.span.file, finding.span.start)
    });
    findings.truncate(MAX_DIAGNOSTICS);
    findings
}

/// Beyond this a script is not looked at any more: only the first few findings are shown anyway.
const ENOUGH: usize = 10 * MAX_DIAGNOSTICS;

/// It says 32, and stops at the 32nd.
const CLASSIC_SHAPES: usize = 31;

/// A condition or a list of actions that is replaced, and a statement that begins in the middle of a line.
fn conditions(script: &Script, findings: &mut Vec<Diagnostic>) {
    let conditions: Vec<&Statement> = script
        .own_statements()
        .filter(|statement| matches!(statement.kind, StatementKind::Condition { .. }))
        .collect();
    let is_action = |statement: &&Statement| {
        matches!(
            statement.kind,
            StatementKind::Action(_) | StatementKind::MoreActions(_)
        )
    };
    let actions: Vec<&Statement> = script.statements.iter().filter(is_action).collect();
    for pair in actions.windows(2) {
        let [earlier, later] = pair else { continue };
        // Actions without the word join what there is.
        if !matches!(later.kind, StatementKind::Action(_)) || findings.len() == MAX_DIAGNOSTICS {
            continue;
        }
        findings.push(
            Diagnostic::warning(
                "replaced-action",
                earlier.span,
                "these actions are never done: a later list replaces them",
            )
            .related(later.span, "the actions that count")
            .help("join the two lists with a comma"),
        );
    }
    for pair in conditions.windows(2).take(MAX_DIAGNOSTICS) {
        let [earlier, later] = pair else { continue };
        findings.push(
            Diagnostic::warning(
                "replaced-condition",
                earlier.span,
                "this condition is never asked: a later one replaces it",
            )
            .related(later.span, "the condition that counts")
            .help("join the two with and"),
        );
    }
    let pairs = script.own_statements().zip(script.own_statements().skip(1));
    for (before, statement) in pairs {
        let bare = matches!(
            statement.kind,
            StatementKind::Condition { keyword: false, .. }
        );
        let follows = matches!(
            before.kind,
            StatementKind::Condition { .. } | StatementKind::Define { .. }
        );
        if findings.len() > ENOUGH {
            return;
        }
        if bare && follows && !leads_its_line(script, statement.span) {
            findings.push(
                Diagnostic::warning(
                    "missing-and",
                    statement.span,
                    "a new condition begins here, in the middle of a line",
                )
                .help("put and before it if it belongs to what stands before")
                .fixed(statement.span.first(), "and "),
            );
        }
    }
}

fn leads_its_line(script: &Script, span: Span) -> bool {
    script.sources.before_on_line(span).trim_start().is_empty()
}

/// A name that nothing uses. Names of included files are there for whoever wants them.
fn unused_names(script: &Script, findings: &mut Vec<Diagnostic>) {
    // What could not be read may have used them.
    if script.unreadable {
        return;
    }
    let used: FxHashSet<&str> = script
        .exprs
        .iter()
        .filter_map(|expr| match &expr.kind {
            ExprKind::Name(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    for statement in &script.statements {
        if let StatementKind::Define {
            name, name_span, ..
        } = &statement.kind
            && name_span.file == script.sources.main()
            && !used.contains(name.as_str())
            && !is_read_by_name(name)
        {
            let name = script.sources.slice(*name_span);
            findings.push(
                Diagnostic::warning("unused-name", *name_span, format!("nothing uses {name}"))
                    .help("use it, or leave it out")
                    .fixed(script.sources.whole_lines(statement.span), ""),
            );
        }
    }
}

/// What names begin with that leveling reads, without anything in the script that uses them.
const TYPE_PREFIXES: [&str; 2] = ["HandType_", "LevelType_"];
const SHARE: &str = "_Share";

fn is_read_by_name(name: &str) -> bool {
    TYPE_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Types without a share among others that have one, and a share of no type.
fn type_shares(script: &Script, findings: &mut Vec<Diagnostic>) {
    let names = script.statements.iter();
    let names: FxHashMap<&str, Span> = names
        .filter_map(|statement| match &statement.kind {
            StatementKind::Define {
                name, name_span, ..
            } => Some((name.as_str(), *name_span)),
            _ => None,
        })
        .collect();
    for prefix in TYPE_PREFIXES {
        let of_prefix = names.iter().filter(|(name, _)| name.starts_with(prefix));
        let (shares, types): (Vec<_>, Vec<_>) =
            of_prefix.partition(|(name, _)| name.ends_with(SHARE));
        for (name, span) in &shares {
            let of = name.strip_suffix(SHARE).unwrap_or(name);
            if !names.contains_key(of) {
                let message = format!("there is no {of} that this could be a share of");
                findings.push(
                    Diagnostic::warning("share-of-no-type", **span, message)
                        .help("write the name of a type before _Share, or leave it out"),
                );
            }
        }
        let has = |name: &str| names.contains_key(format!("{name}{SHARE}").as_str());
        if !types.iter().any(|(name, _)| has(name)) {
            continue;
        }
        for (name, span) in types.iter().filter(|(name, _)| !has(name)) {
            let message =
                format!("{name} has no share, and other types have: it weighs 1 beside them");
            findings.push(
                Diagnostic::warning("type-without-share", **span, message).help(format!(
                    "write {name}{SHARE} = 1, or what it should weigh: shares are weights, 2 2 1 are 40%, 40% and 20%"
                )),
            );
        }
    }
}

/// `any 4333 + 4432`: the `any` is for the first shape only. A shape without it, its lengths falling like those of a
/// shape in general, after one with it, was probably meant in general.
fn any_once(list: &ShapeList, findings: &mut Vec<Diagnostic>) {
    let Some(first) = list.terms.iter().position(|term| term.any) else {
        return;
    };
    for term in &list.terms[first + 1..] {
        let lengths = term.pattern.as_bytes();
        let general = !lengths.contains(&b'x') && lengths.is_sorted_by(|a, b| a >= b);
        if term.add && !term.any && general {
            let pattern = &term.pattern;
            let [s, h, d, c] = [0, 1, 2, 3].map(|i| char::from(lengths[i]));
            let message = format!(
                "any belongs to the shape before: this is {s} spades, {h} hearts, {d} diamonds, {c} clubs"
            );
            findings.push(
                Diagnostic::warning("any-once", term.span, message)
                    .help(format!("write any {pattern}"))
                    .instead(format!("any {pattern}")),
            );
        }
    }
}

/// `not a == b` is `(not a) == b`.
fn not_compared(script: &Script, span: Span, left: ExprId, findings: &mut Vec<Diagnostic>) {
    if let ExprKind::Not(inner) = script.expr(left).kind {
        let inner = script.sources.slice(script.expr(inner).span);
        let message = format!(
            "not belongs to {} alone, and its 0 or 1 is compared",
            short(inner)
        );
        findings.push(
            Diagnostic::warning("not-compared", span, message)
                .help("write not (… == …), or turn the comparison around"),
        );
    }
}

/// `a == b == c` is `(a == b) == c`, and `x == 0 + y == 0` is `(x == (0 + y)) == 0`.
fn chained(
    script: &Script,
    span: Span,
    comparison: Comparison,
    left: ExprId,
    right: ExprId,
    findings: &mut Vec<Diagnostic>,
) {
    let ExprKind::Compare(inner, _, middle) = script.expr(left).kind else {
        return;
    };
    let is_equality = |comparison| matches!(comparison, Comparison::Equal | Comparison::Unequal);
    let compares_comparisons = is_equality(comparison)
        && !is_equality(inner)
        && matches!(script.expr(right).kind, ExprKind::Compare(..));
    if compares_comparisons {
        return;
    }
    let sum = matches!(script.expr(middle).kind, ExprKind::Arithmetic(..));
    let help = if sum {
        "put each comparison in parentheses: (x == 0) + (y == 0)"
    } else {
        "write both comparisons and join them with and: a == b and b == c"
    };
    findings.push(
        Diagnostic::warning(
            "chained-comparison",
            span,
            "this compares the 0 or 1 of a comparison",
        )
        .help(help),
    );
}

/// `hascard(north, AS) and hascard(north, AS)`: another card was meant.
fn same_card(script: &Script, terms: &[ExprId], findings: &mut Vec<Diagnostic>) {
    let mut seen: FxHashMap<(Seat, Card), Span> = FxHashMap::default();
    for &term in terms {
        let expr = script.expr(script.ungrouped(term));
        if let ExprKind::HasCard { seat, card } = expr.kind
            && let Some(first) = seen.insert((seat, card), expr.span)
        {
            findings.push(
                Diagnostic::warning("counted-twice", expr.span, "this card is asked for twice")
                    .related(first, "here already")
                    .help("is another card meant?"),
            );
        }
    }
}

/// Sums of cards: which cards each term counts.
struct Adders<'a> {
    script: &'a Script,
    names: FxHashMap<&'a str, ExprId>,
    /// Whether the counts are the usual ones.
    usual: bool,
}

impl<'a> Adders<'a> {
    fn new(script: &'a Script) -> Adders<'a> {
        let mut names = FxHashMap::default();
        let mut usual = true;
        for statement in &script.statements {
            match &statement.kind {
                StatementKind::Define { name, expr, .. } => {
                    names.insert(name.as_str(), *expr);
                }
                StatementKind::AltCount(..) => usual = false,
                _ => {}
            }
        }
        Adders {
            script,
            names,
            usual,
        }
    }

    /// An honour that two terms of one sum count.
    fn counted_twice(&self, findings: &mut Vec<Diagnostic>) {
        let mut inside = FxHashSet::default();
        // Whole sums come after their parts, so going backwards meets each sum before the sums inside it.
        for (index, expr) in self.script.exprs.iter().enumerate().rev() {
            if let ExprKind::Arithmetic(Arithmetic::Add, ..) = expr.kind
                && !inside.contains(&index)
            {
                self.check_sum(ExprId(index as u32), &mut inside, findings);
            }
        }
    }

    fn check_sum(
        &self,
        sum: ExprId,
        inside: &mut FxHashSet<usize>,
        findings: &mut Vec<Diagnostic>,
    ) {
        let mut seen: Vec<(Seat, Hand, Span)> = Vec::new();
        let mut open = vec![sum];
        while let Some(id) = open.pop() {
            let id = self.script.ungrouped(id);
            inside.insert(id.index());
            let expr = self.script.expr(id);
            if let ExprKind::Arithmetic(Arithmetic::Add, left, right) = expr.kind {
                open.extend([right, left]);
                continue;
            }
            let Some((seat, cards)) = self.counts(id) else {
                continue;
            };
            let again = seen.iter().find_map(|&(other, counted, span)| {
                let both = counted.common(cards).cards().next()?;
                (other == seat).then_some((both, span))
            });
            if let Some((card, first)) = again {
                let message = format!("{card} is counted twice in this sum");
                findings.push(
                    Diagnostic::warning("counted-twice", expr.span, message)
                        .related(first, "here already")
                        .help("is another card meant?"),
                );
            }
            seen.push((seat, cards, expr.span));
            // A sum of thousands of terms is no sum of honours.
            if seen.len() > 100 {
                return;
            }
        }
    }

    /// The cards of which a term counts each as one.
    fn counts(&self, id: ExprId) -> Option<(Seat, Hand)> {
        let mut id = self.script.ungrouped(id);
        // Names of names of names are more than anyone writes to count a card.
        for _ in 0..4 {
            let next = match &self.script.expr(id).kind {
                ExprKind::Name(name) => *self.names.get(name.as_str())?,
                ExprKind::Choose(test, ..) => *test,
                ExprKind::HasCard { seat, card } => return Some((*seat, Hand::EMPTY.with(*card))),
                ExprKind::Measure {
                    count: MeasureWord::Alternate(number),
                    seat,
                    suit,
                } if self.usual && *number < 9 => {
                    return Some((
                        *seat,
                        counted(PointCount::ALTERNATES[usize::from(*number)], *suit),
                    ));
                }
                _ => return None,
            };
            // A definition that stands after its use is an error elsewhere, and could lead round in circles here.
            id = self.script.ungrouped(next);
        }
        None
    }
}

/// The cards that a count counts, in one suit or in all.
fn counted(count: PointCount, suit: Option<Suit>) -> Hand {
    Card::all()
        .filter(|card| {
            suit.is_none_or(|suit| card.suit() == suit) && count.of_rank(card.rank()) != 0
        })
        .collect()
}

pub(crate) fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

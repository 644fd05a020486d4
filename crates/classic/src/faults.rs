//! Warnings for scripts that rely on a fault of the classic program.
//!
//! It reads the script as written, before anything is dealt. The faults themselves are reproduced elsewhere: by the
//! pack, by the tallies, and in what a script compiles to.

use script::syntax::{ExprKind, Predealt, StatementKind};
use script::{Compiled, Diagnostic, Script, Span};

use crate::Swapping;

/// What the classic program gets wrong in this script, each with its place.
pub(crate) fn warnings(script: &Script, swapping: Swapping) -> Vec<Diagnostic> {
    let statements = script
        .statements
        .iter()
        .flat_map(|statement| match &statement.kind {
            StatementKind::AltCount(which, _) => {
                let message = format!("the classic program redefines {} here", altcount(*which));
                vec![Diagnostic::warning(
                    "classic-altcount",
                    statement.span,
                    message,
                )]
            }
            StatementKind::Predeal(items) => {
                let ignored = items
                    .iter()
                    .filter(|item| matches!(item.what, Predealt::Length(..)))
                    .map(|item| {
                        let message = "the classic program ignores predealt lengths";
                        Diagnostic::warning("classic-predeal", item.span, message)
                            .help("put the length into the condition")
                    });
                let swapped = (swapping != Swapping::None).then(|| {
                    let message = "swapping moves predealt cards to other seats";
                    Diagnostic::warning("classic-swap", statement.span, message)
                });
                ignored.chain(swapped).collect()
            }
            _ => Vec::new(),
        });
    let imps = script
        .exprs
        .iter()
        .find(|expr| matches!(expr.kind, ExprKind::Imps(_)))
        .map(|expr| {
            let message =
                "the classic program counts one too many for 420 and for 1200 to 1290 points";
            Diagnostic::warning("classic-imps", expr.span, message)
        });
    let echoed = script
        .comments
        .iter()
        .find(|&&comment| echoes(script, comment).next().is_some())
        .map(|&comment| {
            let message = "the classic program prints the <, >, E, O and F in this comment";
            Diagnostic::warning("classic-comment", comment, message).help("say it after //")
        });
    statements.chain(imps).chain(echoed).collect()
}

/// What the classic program prints of the script's `/* */` comments before anything else: its rule for them excludes the
/// letters of `<<EOF>>`, and what no rule takes is printed.
pub(crate) fn echoed(script: &Script) -> String {
    let comments = script.comments.iter();
    comments
        .flat_map(|&comment| echoes(script, comment))
        .collect()
}

fn echoes(script: &Script, comment: Span) -> impl Iterator<Item = char> {
    let text = script.sources.slice(comment);
    let block = if text.starts_with("/*") { text } else { "" };
    block
        .chars()
        .filter(|letter| matches!(letter, '<' | '>' | 'E' | 'O' | 'F'))
}

/// Whether some number on the way may need more than 32 bits.
pub(crate) fn may_wrap(compiled: &Compiled) -> bool {
    let graph = compiled.condition.graph();
    graph.iter().any(|(id, _)| {
        let facts = graph.facts(id);
        facts.low < i32::MIN.into() || facts.high > i32::MAX.into()
    })
}

/// What `altcount` with this number changes in the classic program.
fn altcount(which: i64) -> String {
    match which {
        0 => "hcp".to_owned(),
        1 => "controls, and losers with them,".to_owned(),
        8 => "top3 (pt6), and losers with it,".to_owned(),
        _ => format!("pt{}", which.saturating_sub(2)),
    }
}

//! The lints that need counting, as findings with their places in a script.

use plan::Finding;
use script::{Compiled, Diagnostic, Script};
use space::Budget;

/// What counting shows of a script, within a budget for each question that it asks: a condition that nothing or
/// everything satisfies, and hand types kept by coins of their own that overlap.
///
/// ```
/// let text = "condition hcp(north) > 20 and hcp(south) > 20";
/// let input = fairdeal::script::Input::from_text("points", text).unwrap();
/// let loaded = fairdeal::script::load(&input, &Default::default(), &Default::default());
/// let compiled = loaded.compiled.unwrap();
/// let findings = fairdeal::counted_lints(&loaded.script, &compiled, Default::default());
/// assert_eq!(findings[0].code, "never");
/// ```
pub fn counted_lints(script: &Script, compiled: &Compiled, budget: Budget) -> Vec<Diagnostic> {
    let findings = plan::lint(&compiled.condition, &compiled.predeal, budget);
    let diagnostic = |finding| match finding {
        Finding::Never => script::satisfied(script, false),
        Finding::Always => script::satisfied(script, true),
        Finding::Overlap(one, other) => {
            let (one, other) = (compiled.place(one)?, compiled.place(other)?);
            let overlap = Diagnostic::warning(
                "overlapping-keeps",
                one,
                "some deals are of this type and of another: they are kept by either's coin, not at the rate of one",
            );
            Some(
                overlap
                    .related(other, "the other type")
                    .help("let one type exclude the other: … and not …"),
            )
        }
    };
    findings.into_iter().filter_map(diagnostic).collect()
}

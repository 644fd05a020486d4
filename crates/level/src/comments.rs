//! What a leveling block says of itself, in comments that every program passes over.

use std::fmt::Write as _;

use answer::percent;

use crate::leveled::{KeepStyle, Leveled};
use crate::{LevelReport, Scenario};

/// What the block says of itself: wanted, exact and predicted figures.
pub(crate) fn comments(leveled: &Leveled, scenario: &Scenario) -> String {
    let frequencies = &leveled.frequencies;
    let mut text = String::new();
    let how = match leveled.style {
        KeepStyle::Cards => "a keep is true when certain spot cards lie in certain hands",
        KeepStyle::Rnd => "a keep is a throw of dice",
    };
    let counted = if frequencies.is_exact() {
        "All figures are counted."
    } else {
        "Figures with ± are estimated, with the interval that holds in 95 of 100 cases; the shares follow from them."
    };
    let _ = writeln!(
        text,
        "# Types that come too often are kept only now and then: {how}.\n# {counted}"
    );
    let width = scenario
        .cells
        .iter()
        .map(|cell| cell.name.len())
        .max()
        .unwrap_or(0)
        .max(4);
    let _ = writeln!(
        text,
        "# {:width$}  {:>16}  {:>11}  {:>8}  {:>12}  {:>7}",
        "type", "natural", "keep wanted", "keep", "share wanted", "share"
    );
    let report = LevelReport::of_scenario(scenario, frequencies);
    // The scale that was chosen may be lower than it could be.
    let scale = leveled.assignment.kept;
    for (i, kind) in report.types.iter().enumerate() {
        let wanted = (scale * kind.target / kind.probability.max(f64::MIN_POSITIVE)).min(1.0);
        let _ = writeln!(
            text,
            "# {:width$}  {:>16}  {:>11.5}  {:>8.5}  {:>12}  {:>7}",
            kind.name,
            kind.natural_share(),
            wanted,
            leveled.assignment.rates[i],
            percent(kind.target),
            percent(leveled.assignment.shares[i]),
        );
    }
    let _ = writeln!(
        text,
        "# The worst share is {:.2} percentage points off. 1 deal in {:.1} is kept; by nature 1 in {:.1} qualifies.",
        100.0 * leveled.assignment.worst,
        1.0 / leveled.assignment.kept,
        1.0 / frequencies.probability(),
    );
    for (cell, bias) in scenario.cells.iter().zip(&leveled.bias) {
        if let Some(bias) = bias {
            let suit = format!("{:?}", bias.suit).to_lowercase();
            let _ = writeln!(
                text,
                "# Bias of {}: {} has about {:.1} {suit} on average, where all such deals have {:.1}.",
                cell.name, bias.seat, bias.kept, bias.natural,
            );
        }
    }
    text
}

//! Types that have shares, crossed with the hand types that boards are told by: how often each label comes within each cell,
//! and plans for the deals of either, so that a set can have the shares of the one and the order of the other.

use bridge::double_dummy::Solver;
use plan::{Mix, OddsError, Plans, Strategy, Watch};

use crate::measure::MeasuringLimits;
use crate::{LevelError, Scenario};

/// The deals of a cell that have one of the labels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LabeledCell {
    /// Which cell.
    pub cell: usize,
    /// Which of the labels; one more than there are for deals that have none.
    pub label: usize,
    /// The chance that a deal is one of them.
    pub probability: f64,
    /// Their share of the deals of the cell.
    pub within: f64,
}

/// For each cell with a share, its labels that come at all: counted where that fits the limits, else estimated.
///
/// # Errors
/// A condition without an answer, or it was stopped.
pub fn labeled_cells(
    scenario: &Scenario,
    shares: &[f64],
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<Vec<LabeledCell>, LevelError> {
    let mut labeled: Vec<LabeledCell> = Vec::new();
    let cells = scenario.cells.iter().zip(shares).enumerate();
    for (cell, (kind, _)) in cells.filter(|(_, (_, share))| **share > 0.0) {
        let first = labeled.len();
        for (label, node) in scenario.label_nodes().enumerate() {
            let both = scenario.condition_and(&[kind.node, node], Vec::new());
            let odds = plan::odds(&both, scenario.predeal(), limits.budget, None, watch);
            let odds = odds.map_err(|error| match error {
                OddsError::Eval(error) => LevelError::from(error),
                OddsError::Plan(error) => error.into(),
            })?;
            if odds.probability > 0.0 {
                labeled.push(LabeledCell {
                    cell,
                    label,
                    probability: odds.probability,
                    within: 0.0,
                });
            }
        }
        let all: f64 = labeled[first..].iter().map(|one| one.probability).sum();
        for one in &mut labeled[first..] {
            one.within = one.probability / all;
        }
    }
    Ok(labeled)
}

/// Plans for the deals of each labeled cell, in their order, by the shares of the cells.
pub fn labeled_mix(
    scenario: &Scenario,
    shares: &[f64],
    labeled: &[LabeledCell],
    strategy: Strategy,
    solver: Option<Solver>,
) -> Mix {
    let nodes: Vec<_> = scenario.label_nodes().collect();
    Mix::new(labeled.iter().map(|one| {
        let cell = &scenario.cells[one.cell];
        let condition = scenario.dealt_with(cell, nodes[one.label]);
        let plans = Plans::new(strategy, &condition, scenario.predeal());
        (shares[one.cell] * one.within, plans.with_solver(solver))
    }))
}

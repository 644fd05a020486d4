//! Dealing by share: plans for each cell, and the cell of each board drawn from the board's own stream.

use bridge::double_dummy::Solver;
use plan::{Mix, PlanError, Plans, Strategy, Watch};

use crate::{LevelError, Scenario};

/// Plans for all boards, with a share for each cell: see [`crate::target_shares`]. The cells are parts of the mix in their
/// order; those without a share are none.
///
/// The plans of the first boards are made at once, so that a cell that cannot be dealt shows before any board is.
///
/// # Errors
/// When a cell that should be dealt cannot be, or planning was stopped.
pub fn mix(
    scenario: &Scenario,
    shares: &[f64],
    strategy: Strategy,
    solver: Option<Solver>,
    watch: &Watch,
) -> Result<Mix, LevelError> {
    let cells = scenario.cells.iter().zip(shares.iter().copied());
    let dealt: Vec<_> = cells.filter(|(_, share)| *share > 0.0).collect();
    if dealt.is_empty() {
        return Err(LevelError::NoTypes);
    }
    let mix = Mix::new(dealt.iter().map(|(cell, share)| {
        let plans = Plans::new(strategy, &scenario.dealt_of(cell), scenario.predeal());
        (*share, plans.with_solver(solver))
    }));
    for ((cell, _), (plans, _)) in dealt.iter().zip(mix.parts()) {
        plans.plan_of(1, watch).map_err(|error| match error {
            PlanError::Never => LevelError::Empty(cell.name.clone(), ""),
            other => other.into(),
        })?;
    }
    Ok(mix)
}

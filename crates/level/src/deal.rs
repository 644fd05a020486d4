//! Dealing by share: a plan for each cell, and the cell of each board drawn from the board's own stream.

use bridge::double_dummy::Solver;
use plan::{Mix, Plan, PlanError, Strategy};

use crate::{LevelError, Scenario};

/// Plans for so many boards in all, with a share for each cell: see [`crate::wanted`]. A cell's plan is priced for its share of them.
///
/// # Errors
/// When a cell that should be dealt cannot be.
pub fn mix(
    scenario: &Scenario,
    shares: &[f64],
    strategy: Strategy,
    boards: u64,
    solver: Option<Solver>,
) -> Result<Mix, LevelError> {
    let mut parts = Vec::new();
    for (cell, &share) in scenario.cells.iter().zip(shares) {
        if share == 0.0 {
            continue;
        }
        let condition = scenario.dealt_of(cell);
        let boards = (boards as f64 * share).ceil() as u64;
        let plan = Plan::by(strategy, &condition, scenario.predeal(), boards);
        let plan = plan.map_err(|error| match error {
            PlanError::Never => LevelError::Empty(cell.name.clone(), ""),
            other => other.into(),
        })?;
        parts.push((share, plan.with_solver(solver)));
    }
    if parts.is_empty() {
        Err(LevelError::NoTypes)
    } else {
        Ok(Mix::new(parts))
    }
}

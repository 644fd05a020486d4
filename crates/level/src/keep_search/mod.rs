//! The search for keeps: for each cell a condition that is true as often as the cell's deals should be kept.
//!
//! It takes two steps. First come the candidates: all short formulas over the pilot cards, or the keeps that a script has
//! already, each with the share of a cell's deals that it keeps. Then one candidate is assigned to each cell, so that the
//! shares of the cells come as close to their targets as can be and few deals are thrown away. What a chosen keep does to
//! the hands of a cell, and how it is written into a script, is known elsewhere.

mod assignment;
mod formula;

pub use assignment::KeepAssignment;
pub(crate) use assignment::{CandidateKeep, CellNeed, assignments, best, predicted};
pub use formula::KeepFormula;
pub(crate) use formula::KeepFormulas;

use space::Watch;

use crate::{LevelError, MeasuredCell};

/// So many formulas are looked at between two looks at the watch: each takes a sum over the patterns.
const LOOK_UP: usize = 1024;

/// For each cell, the formulas as candidates: how many of the cell's deals each of them keeps.
pub(crate) fn candidates_of_formulas(
    formulas: &KeepFormulas,
    cells: &[MeasuredCell],
    watch: &Watch,
) -> Result<Vec<Vec<CandidateKeep>>, LevelError> {
    let mut candidates = Vec::with_capacity(cells.len());
    for cell in cells {
        let mut of_cell = Vec::new();
        for (keep, (set, literals)) in formulas.iter().enumerate() {
            if keep % LOOK_UP == 0 {
                watch.look()?;
            }
            of_cell.push(CandidateKeep {
                rate: cell.rate(|pattern| formula::has(set, pattern)),
                literals,
                keep,
            });
        }
        candidates.push(of_cell);
    }
    Ok(candidates)
}

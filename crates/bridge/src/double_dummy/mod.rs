//! Double dummy: what can be made when everyone sees all cards, and the par that follows from it.
//!
//! The results come from a solver that is built in: the crate `pons-dds`, which is DDS by Bo Haglund and Søren Hein in
//! Rust. Par is worked out here, exactly, from the twenty results alone. Without the feature `double-dummy` there is no
//! solver; par is there all the same.

#[cfg(not(feature = "double-dummy"))]
mod absent;
mod costs;
#[cfg(feature = "double-dummy")]
mod engines;
mod leads;
mod par;
mod solved;
mod solver;

pub use costs::{CardCost, PlayCosts};
pub use leads::{BoardLead, BoardLeads, Leads, TouchingCards};
pub(crate) use par::result_in_words;
pub use par::{Par, ParContract, par, par_as_played};
pub use solved::{SolvedBoard, SolvedBoards, result_values};
pub use solver::{KnownResults, Solver, SolverError};

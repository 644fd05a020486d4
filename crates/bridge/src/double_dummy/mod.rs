//! Double dummy: what can be made when everyone sees all cards, and the par that follows from it.
//!
//! The results come from DDS, the solver by Bo Haglund and Søren Hein, which is looked for when the program runs:
//! Fairdeal builds without it, and says what to install where it is missing. Par is worked out here, exactly, from
//! the twenty results alone. Without the feature `double-dummy` no solver is looked for; par is there all the same.

#[cfg(not(feature = "double-dummy"))]
mod absent;
#[cfg(feature = "double-dummy")]
mod dds;
mod par;
mod solved;
mod solver;

pub use par::{Par, ParContract, par};
pub use solved::{SolvedBoard, SolvedBoards};
pub use solver::{Solver, SolverError};

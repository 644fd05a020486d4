//! Double dummy: what can be made when everyone sees all cards, and the par that follows from it.
//!
//! The results come from DDS, the solver by Bo Haglund and Søren Hein, which is looked for when the program runs:
//! Fairdeal builds without it, and says what to install where it is missing. Par is worked out here, exactly, from
//! the twenty results alone.

mod dds;
mod par;
mod solver;

pub use par::{Par, ParContract, par};
pub use solver::{Solver, SolverError};

//! The library, as those see it who use it.

mod answers;
mod figures;
mod rewriting;

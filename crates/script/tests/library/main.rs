//! The library, as those see it who use it.

mod classic;
mod counts;
mod errors;
mod format;
#[cfg(feature = "files")]
mod fuzz;
mod grammar;
#[cfg(feature = "files")]
mod includes;
mod round_trip;

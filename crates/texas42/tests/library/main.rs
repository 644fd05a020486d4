//! The library, as those see it who use it.

mod brute;
mod laydowns;
#[cfg(feature = "schema")]
mod schemas;

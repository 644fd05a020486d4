//! The library, as those see it who use it.

mod coins;
mod coverage;
mod fair;
mod spots;
mod strategies;
mod tiers;

//! Counting: conditions as questions to the engine, and what follows from the answers.

pub(crate) mod coins;
pub(crate) mod conflict;
#[cfg(test)]
mod coverage;
mod estimate;
pub(crate) mod exact;
pub(crate) mod lint;
pub(crate) mod odds;
pub(crate) mod placement;
pub(crate) mod project;
pub(crate) mod seat_chances;
pub(crate) mod spots;
pub(crate) mod value_table;

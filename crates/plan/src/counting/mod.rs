//! Counting: conditions as questions to the engine, and what follows from the answers.

pub(crate) mod coins;
pub(crate) mod conflict;
pub(crate) mod exact;
pub(crate) mod lint;
pub(crate) mod odds;
pub(crate) mod placement;
pub(crate) mod project;
pub(crate) mod spots;

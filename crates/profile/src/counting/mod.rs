//! How rare hands, combinations and whole profiles are: counted, estimated, and kept.

pub(crate) mod at_once;
pub(crate) mod chance;
pub(crate) mod counted;
pub(crate) mod estimate;
pub(crate) mod hand_table;
pub(crate) mod kept;

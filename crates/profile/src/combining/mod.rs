//! What a profile means: its combinations, what each asks of the hands, which can be dealt, and why the others cannot.

pub(crate) mod choice;
pub(crate) mod combination;
pub(crate) mod compile;
pub(crate) mod conflict;
pub(crate) mod dealable;
pub(crate) mod demand;
pub(crate) mod narrow;
pub(crate) mod symmetry;
pub(crate) mod viability;

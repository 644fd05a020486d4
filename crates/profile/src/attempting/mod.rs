//! Dealing by attempts, as other programs do, and why attempts fail.

pub(crate) mod attempts;
pub(crate) mod construct;
pub(crate) mod failures;
pub(crate) mod help;
pub(crate) mod settings;
pub(crate) mod trace;

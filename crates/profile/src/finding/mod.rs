//! From combinations to boards: drawn, tried for, planned; and boards that come from elsewhere.

pub(crate) mod combination_plans;
pub(crate) mod drawn;
pub(crate) mod filter;
pub(crate) mod quick;
pub(crate) mod source;

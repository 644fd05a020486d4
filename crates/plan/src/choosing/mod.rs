//! Choosing a plan: the methods there are, the order of the checks, and what each would cost.

pub(crate) mod cases;
mod cheapest;
pub(crate) mod checks;
pub(crate) mod explain;
#[cfg(test)]
mod good_plans;
pub(crate) mod method;
pub(crate) mod plan;
pub(crate) mod planner;

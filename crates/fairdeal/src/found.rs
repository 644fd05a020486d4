//! Where boards come from: one plan, or several with their shares.

use plan::{Mix, Plan};

/// Where boards come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Boards of one condition.
    Plan(Box<Plan>),
    /// Boards of several, each with its share.
    Mix(Mix),
}

impl Source {
    /// The name of the plan, or of all of them.
    pub fn name(&self) -> String {
        match self {
            Source::Plan(plan) => plan.way().to_string(),
            Source::Mix(mix) => {
                let names = mix.plans().map(|plan| plan.way().to_string());
                format!("leveled {}", names.collect::<Vec<_>>().join("+"))
            }
        }
    }

    /// About what a board costs, in operations.
    pub fn price(&self) -> f64 {
        match self {
            Source::Plan(plan) => plan.price(),
            Source::Mix(mix) => mix.price(),
        }
    }

    /// Whether pilots came across boards.
    pub fn found_some(&self) -> bool {
        match self {
            Source::Plan(plan) => plan.found_some(),
            Source::Mix(mix) => mix.found_some(),
        }
    }

    /// Whether every draw is a board.
    pub fn is_exact(&self) -> bool {
        match self {
            Source::Plan(plan) => plan.is_exact(),
            Source::Mix(mix) => mix.plans().all(Plan::is_exact),
        }
    }

    /// Whether it gives each deal at most once.
    pub fn gives_each_once(&self) -> bool {
        matches!(self, Source::Plan(plan) if plan.gives_each_once())
    }

    /// How many deals qualify, if boards are drawn from exactly those, alike.
    pub fn count(&self) -> Option<u128> {
        match self {
            Source::Plan(plan) => plan.count(),
            Source::Mix(_) => None,
        }
    }

    /// The exact share of all deals that tries are drawn from; 1 for several plans, which have no share in common.
    pub fn share(&self) -> f64 {
        match self {
            Source::Plan(plan) => plan.share(),
            Source::Mix(_) => 1.0,
        }
    }

    /// Whether boards come in shares that somebody chose.
    pub fn is_leveled(&self) -> bool {
        matches!(self, Source::Mix(_))
    }
}

//! Where the boards of a profile come from: planned, or by attempts; and one finder for both.

use std::fmt;
use std::sync::Arc;

use bridge::Deal;
use condition::EvalError;
use plan::{DrawMethod, FindError, Finder, FoundBoard, Strategy, Watch};
use space::Key;

use crate::attempting::attempts::{AttemptMethod, Attempts, AttemptsFinder};
use crate::finding::combination_plans::{CombinationPlans, PlannedFinder};
use crate::finding::drawn::AboutBoard;

/// How boards of a profile are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProfileStrategy {
    /// By a plan for each combination.
    Planned(Strategy),
    /// By attempts.
    Attempts(AttemptMethod),
}

impl Default for ProfileStrategy {
    /// The plan with the least work for each combination.
    fn default() -> ProfileStrategy {
        ProfileStrategy::Planned(Strategy::Auto)
    }
}

impl ProfileStrategy {
    /// Whether every deal that qualifies has the same chance, and every combination its share.
    pub fn is_fair(self) -> bool {
        match self {
            ProfileStrategy::Planned(_) => true,
            ProfileStrategy::Attempts(method) => method.unfair_because().is_none(),
        }
    }

    /// That it can be followed for profiles.
    ///
    /// # Errors
    /// When it pins a plan that names seats.
    pub fn check(self) -> Result<(), ProfileStrategyError> {
        match self {
            ProfileStrategy::Planned(Strategy::Pinned(
                DrawMethod::Hand(_) | DrawMethod::Hands(..),
            )) => Err(ProfileStrategyError::NamesSeats),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for ProfileStrategy {
    /// `auto`, `exact`, `reject`, `help`, `construct`, or the name of a plan.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ProfileStrategy::Planned(Strategy::Auto) => f.pad("auto"),
            ProfileStrategy::Planned(Strategy::Exact) => f.pad("exact"),
            ProfileStrategy::Planned(Strategy::Reject) => f.pad("reject"),
            ProfileStrategy::Planned(Strategy::Pinned(method)) => method.fmt(f),
            ProfileStrategy::Attempts(method) => method.fmt(f),
        }
    }
}

/// Why a strategy cannot be followed for profiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileStrategyError {
    /// It pins a plan that names seats.
    #[error(
        "plans that name seats are for scripts: a profile has a plan for each combination, whoever has which hand"
    )]
    NamesSeats,
}

impl answer::Explained for ProfileStrategyError {
    fn code(&self) -> &'static str {
        "plan-names-seats"
    }
}

/// Where the boards of a profile come from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ProfileSource {
    /// Plans for each combination.
    Planned(Arc<CombinationPlans>),
    /// Attempts.
    Attempts(Arc<Attempts>),
}

impl ProfileSource {
    /// Someone who finds boards of it.
    pub fn finder(&self) -> ProfileFinder {
        match self {
            ProfileSource::Planned(plans) => ProfileFinder::Planned(plans.finder()),
            ProfileSource::Attempts(attempts) => ProfileFinder::Attempts(attempts.finder()),
        }
    }
}

/// Finds boards of a profile, one after the other.
#[non_exhaustive]
pub enum ProfileFinder {
    /// By plans.
    Planned(PlannedFinder),
    /// By attempts.
    Attempts(AttemptsFinder),
}

impl Finder for ProfileFinder {
    type About = AboutBoard;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<AboutBoard>, FindError> {
        match self {
            ProfileFinder::Planned(finder) => finder.find(key, number, tries, watch),
            ProfileFinder::Attempts(finder) => finder.find(key, number, tries, watch),
        }
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        match self {
            ProfileFinder::Planned(finder) => finder.value(index, deal),
            ProfileFinder::Attempts(finder) => finder.value(index, deal),
        }
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        match self {
            ProfileFinder::Planned(finder) => finder.boards_at_once(number, watch),
            ProfileFinder::Attempts(finder) => finder.boards_at_once(number, watch),
        }
    }
}

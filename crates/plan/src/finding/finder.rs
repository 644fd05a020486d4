//! Whoever finds boards, one after the other.

use bridge::Deal;
use condition::EvalError;
use space::{Key, Watch};

use crate::PlanError;

/// Finds the boards of a run, each by its key and number alone, so that neither threads nor shards nor the order in which
/// boards are asked for change any of them. Each thread has a finder of its own.
///
/// Plans, mixes of plans and profiles are dealt through this one door: [`crate::run`] and whoever wants boards one at a
/// time know nothing more.
pub trait Finder {
    /// What it can tell of a board beside its cards: which of several plans it came from, say.
    type About;

    /// Finds a board, in at most so many tries. Where none is found, the tries ran out or the watch was stopped.
    ///
    /// # Errors
    /// When there is no plan for it, or the condition has no answer for a deal.
    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<Self::About>, FindError>;

    /// One of the condition's further values, for the board found last. (Random numbers that the value asks for go on in that
    /// board's stream.)
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError>;

    /// How many boards, from this one on, a thread should find before it hands them over.
    ///
    /// # Errors
    /// When there is no plan for them.
    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError>;
}

/// The end of a search for a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundBoard<A = ()> {
    /// The deal, unless the tries ran out or the search was stopped.
    pub deal: Option<Deal>,
    /// How many deals were tried.
    pub tries: u64,
    /// What else there is to tell.
    pub about: A,
}

/// Why a board was not found, however long one looks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FindError {
    /// There is no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The condition or a value has no answer for some deal.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

//! Why nothing, or not all, was dealt.

use answer::Explained;
use bridge::formats::{Format, WriteError};
use plan::PlanError;

/// Boards kept to the end, for the pages of `print` or for a file that is written at once, are bounded: more than this
/// nobody prints.
pub(crate) const MAX_KEPT: u64 = 1 << 20;

/// The most deals that are listed at once.
pub(crate) const MAX_LISTED: u64 = 10_000_000;

/// Why nothing, or not all, was dealt.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// No deal fits what is dealt beforehand.
    #[error(transparent)]
    Plan(PlanError),
    /// The script asks for a negative number of boards or tries.
    #[error("a script cannot {0} {1}")]
    Number(&'static str, i64),
    /// A frequency whose bounds are upside down, or that has too many cells.
    #[error("the frequency \"{0}\" has its bounds upside down, or more than four million cells")]
    Frequency(String),
    /// `evalcontract` without a contract.
    #[error(
        "evalcontract needs a side, a contract and its vulnerability: evalcontract(NS, x4S, nv)"
    )]
    EvalContract,
    /// More deals than anyone wants to list.
    #[error("{0} deals qualify, and at most {MAX_LISTED} are listed at once")]
    TooManyToList(u128),
    /// Deals that came before can only be passed over from the first board on.
    #[error(
        "this plan is not exact: deals that came before are passed over from the first board on, so a part of the run cannot be dealt alone"
    )]
    NoDistinctPart,
    /// `print`, and some formats, keep all boards to the end.
    #[error("{0} keeps every board to the end: at most {MAX_KEPT} boards")]
    Kept(&'static str),
    /// A format has no place for so many boards.
    #[error("{format} numbers boards up to {most}, and {asked} are asked for", format = .0.name(), most = .1, asked = .2)]
    TooMany(Format, u64, u64),
    /// A file of a format has no place for so many boards at once.
    #[error("a {format} file has at most {most} boards, and {asked} are asked for: deal them in parts", format = .0.name(), most = .1, asked = .2)]
    TooManyAtOnce(Format, u64, u64),
    /// A format has no place for a board.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What is written has no place for double dummy results.
    #[error("{0} no place for double dummy results: write {places}", places = Format::names_with_results())]
    NoPlaceForResults(String),
    /// Something is asked of a question that it does not have.
    #[error("{what} is for {who}")]
    NotForThis {
        /// What is asked.
        what: &'static str,
        /// What has it.
        who: &'static str,
    },
    /// A part that the run does not have.
    #[error("there is no part {0} of {1}: parts are numbered from 1")]
    NoSuchPart(u64, u64),
    /// A part of a run that nobody gave a seed.
    #[error("a part of a run needs a seed: without one, each part would be of a run of its own")]
    PartWithoutSeed,
    /// A strategy that is not for profiles.
    #[error(transparent)]
    ProfileStrategy(#[from] profile::ProfileStrategyError),
    /// Attempts have limits of their own.
    #[error(
        "dealing by attempts has limits of its own: reject_attempts, construct_attempts, attempts and tries"
    )]
    AttemptsHaveLimits,
    /// There is nothing to trace.
    #[error("there are no attempts to trace")]
    NothingToTrace,
    /// A set of a script without types.
    #[error(
        "a set in exact shares needs types to share its boards between: level the script by its hand types, or mix several questions"
    )]
    SetWithoutTypes,
    /// A set in which no deal may come twice.
    #[error(
        "a set in exact shares cannot pass over deals that came before: the type of a board that is passed over would lack one"
    )]
    DistinctSet,
    /// A set that is too large.
    #[error("a set in exact shares has at most {most} boards, and {0} are asked for", most = plan::Quota::MOST_BOARDS)]
    SetTooLarge(u64),
    /// Boards of numbered trays whose vulnerability is to be random.
    #[error(
        "a board that is turned to its dealer has the vulnerability of its number: it cannot be random as well"
    )]
    TurnedAndRandom,
    /// A mixture of nothing.
    #[error("there is nothing to mix: no question has a weight above 0")]
    NothingToMix,
    /// A mixture of too many questions.
    #[error("at most {most} questions are mixed, and there are {0}", most = crate::mixed::MOST_QUESTIONS)]
    TooManyToMix(usize),
}

impl Explained for DealError {
    fn code(&self) -> &'static str {
        match self {
            DealError::Plan(PlanError::Never | PlanError::Predeal) => "never",
            DealError::Plan(PlanError::Inexact(_)) => "not-exact",
            DealError::Plan(_) => "no-plan",
            DealError::Number(..) => "negative-number",
            DealError::Frequency(_) => "bad-frequency",
            DealError::EvalContract => "evalcontract",
            DealError::TooManyToList(_) => "too-many-to-list",
            DealError::NoDistinctPart => "distinct-part",
            DealError::Kept(_) => "too-many-kept",
            DealError::TooMany(..) | DealError::TooManyAtOnce(..) => "too-many-for-format",
            DealError::Write(_) => "cannot-write",
            DealError::NoPlaceForResults(_) => "no-place-for-results",
            DealError::NotForThis { .. } => "not-for-this",
            DealError::NoSuchPart(..) => "no-such-part",
            DealError::PartWithoutSeed => "part-without-seed",
            DealError::ProfileStrategy(error) => error.code(),
            DealError::AttemptsHaveLimits => "attempts-have-limits",
            DealError::NothingToTrace => "nothing-to-trace",
            DealError::SetWithoutTypes => "set-without-types",
            DealError::DistinctSet => "distinct-set",
            DealError::SetTooLarge(_) => "set-too-large",
            DealError::TurnedAndRandom => "turned-and-random",
            DealError::NothingToMix => "nothing-to-mix",
            DealError::TooManyToMix(_) => "too-many-to-mix",
        }
    }
}

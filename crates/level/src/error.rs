//! What can go wrong with leveling, in words for the author of a script.

use answer::Explained;
use condition::EvalError;
use plan::{FindError, PlanError};
use script::Diagnostic;
use space::Stopped;

/// Why a script cannot be leveled as asked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// A list of types that cannot be read.
    #[error("{0}")]
    Types(String),
    /// No types were named, and the script names none.
    #[error("no hand types")]
    NoTypes,
    /// What a script keeps at a rate of its own, without a name for it.
    #[error("the script keeps this at a rate of its own, and has no name for it: {0}")]
    Unnamed(String),
    /// No average speaks of a name.
    #[error("the script has no line like: average \"label\" 100 * name")]
    NoAverages,
    /// A name that the script does not define.
    #[error("the script has no name {name}{}", did_you_mean(.close))]
    NoSuchName {
        /// The name.
        name: String,
        /// One that it has.
        close: Option<String>,
    },
    /// A type that is more than a question about the cards.
    #[error("{0} draws a random number, so it is no hand type")]
    Random(String),
    /// A type that looks like a keep.
    #[error("{0} is made of spot cards or random numbers alone, so it is taken for a keep")]
    IsKeep(String),
    /// The condition or a type asks the solver.
    #[error("{0} asks for double dummy results, and leveling cannot count those")]
    Solver(String),
    /// The same type twice.
    #[error("{0} is named twice")]
    Twice(String),
    /// Too many types, or combinations of them.
    #[error("{0} types or combinations are too many: at most {1}")]
    TooMany(usize, usize),
    /// Too many lists of types.
    #[error("one list of types can be given, or two, not {0}")]
    Dimensions(usize),
    /// Shares and types do not match.
    #[error("{shares} shares are given for {types} types: {names}")]
    ShareCount {
        /// How many shares.
        shares: usize,
        /// How many types.
        types: usize,
        /// The types.
        names: String,
    },
    /// Shares that cannot be.
    #[error("{0}")]
    Share(String),
    /// Shares that are not 100 percent.
    #[error("the shares add up to {0}%, not to 100%")]
    Sum(String),
    /// A type that no deal is of.
    #[error("no deal of this script is of type {0}{1}")]
    Empty(String, &'static str),
    /// Deals that are of two types.
    #[error("{first} and {second} overlap: {share} of the deals are both")]
    Overlap {
        /// A type.
        first: String,
        /// Another.
        second: String,
        /// The share of deals that are of both, in words.
        share: String,
    },
    /// Deals that are of no type.
    #[error("{share} of the deals are of none of these types{of}")]
    Gap {
        /// The share, in words.
        share: String,
        /// Which types, where there are two lists.
        of: String,
    },
    /// Two dimensions whose cells leave no shares.
    #[error("no shares of the combinations give these shares of the types: {0}")]
    NoFit(String),
    /// A pilot card that has its place already.
    #[error("the pilot card {0} is predealt, so it decides nothing")]
    Predealt(String),
    /// A pilot card that the scenario asks about.
    #[error("the script itself asks about the pilot card {0}")]
    Mentioned(String),
    /// No pilot cards, too many, or one twice.
    #[error("{0}")]
    Pilots(String),
    /// A script without keeps.
    #[error("this script defines no keep conditions: names built only from hascard of spot cards")]
    NoKeeps,
    /// Two scripts were asked for, and one does as well.
    #[error("no two assignments come closer to the shares than one: write one script")]
    OneScriptIsBest,
    /// Nothing that can be changed in the text.
    #[error("{0}")]
    Text(String),
    /// The script does not compile without its keeps.
    #[error("without its keeps the script is wrong")]
    Script(Vec<Diagnostic>),
    /// Nothing can be dealt.
    #[error(transparent)]
    Plan(PlanError),
    /// A condition that has no answer for some deal.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// It was stopped before there was an answer.
    #[error("leveling was stopped")]
    Stopped,
}

impl From<Stopped> for LevelError {
    fn from(_: Stopped) -> LevelError {
        LevelError::Stopped
    }
}

impl From<PlanError> for LevelError {
    fn from(error: PlanError) -> LevelError {
        match error {
            PlanError::Stopped => LevelError::Stopped,
            error => LevelError::Plan(error),
        }
    }
}

impl From<FindError> for LevelError {
    fn from(error: FindError) -> LevelError {
        match error {
            FindError::Plan(error) => error.into(),
            FindError::Eval(error) => error.into(),
        }
    }
}

impl Explained for LevelError {
    fn code(&self) -> &'static str {
        match self {
            LevelError::Types(_) => "bad-types",
            LevelError::NoTypes => "no-types",
            LevelError::Unnamed(_) => "unnamed-type",
            LevelError::NoAverages => "no-averages",
            LevelError::NoSuchName { .. } => "no-such-name",
            LevelError::Random(_) => "random-type",
            LevelError::IsKeep(_) => "type-is-keep",
            LevelError::Solver(_) => "level-double-dummy",
            LevelError::Twice(_) => "type-twice",
            LevelError::TooMany(..) => "too-many-types",
            LevelError::Dimensions(_) => "too-many-lists",
            LevelError::ShareCount { .. } => "share-count",
            LevelError::Share(_) => "bad-share",
            LevelError::Sum(_) => "share-sum",
            LevelError::Empty(..) => "empty-type",
            LevelError::Overlap { .. } => "types-overlap",
            LevelError::Gap { .. } => "types-gap",
            LevelError::NoFit(_) => "shares-do-not-fit",
            LevelError::Predealt(_) => "pilot-predealt",
            LevelError::Mentioned(_) => "pilot-mentioned",
            LevelError::Pilots(_) => "bad-pilots",
            LevelError::NoKeeps => "no-keeps",
            LevelError::OneScriptIsBest => "one-script-is-best",
            LevelError::Text(_) => "cannot-rewrite",
            LevelError::Script(_) => "wrong-without-keeps",
            LevelError::Plan(error) => match error {
                PlanError::Predeal => "predeal",
                PlanError::Never => "never",
                PlanError::Stopped => "stopped",
                _ => "no-plan",
            },
            LevelError::Eval(_) => "no-answer",
            LevelError::Stopped => "stopped",
        }
    }

    fn help(&self) -> Option<String> {
        let help = match self {
            LevelError::Types(_) => {
                "write names of the script, or new ones like low=hcp(south)<12, with commas between"
            }
            LevelError::NoTypes => {
                "name them, define HandType_NAME = … in the script, or take those of its averages"
            }
            LevelError::Unnamed(_) => "give it one, HandType_NAME = … for instance",
            LevelError::IsKeep(_) => "say that this name is no keep, and it is taken as it is",
            LevelError::Overlap { .. } => "say that the first one counts",
            LevelError::Gap { .. } => {
                "make them a type of their own, or put them out of the condition"
            }
            LevelError::NoKeeps => "say which other names are keeps",
            LevelError::Mentioned(_) | LevelError::Predealt(_) => {
                "choose another card, or let the pilots be chosen"
            }
            LevelError::Eval(_) => "guard it: x > 0 and 10 / x > 2 asks only where x is not 0",
            _ => return None,
        };
        Some(help.to_owned())
    }
}

fn did_you_mean(close: &Option<String>) -> String {
    close
        .as_ref()
        .map_or(String::new(), |name| format!(": did you mean {name}?"))
}

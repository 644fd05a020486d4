//! What can go wrong with leveling, in words for the author of a script.

use condition::EvalError;
use plan::PlanError;
use script::Diagnostic;

/// Why a script cannot be leveled as asked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LevelError {
    /// A list of types that cannot be read.
    #[error("--types: {0}")]
    Types(String),
    /// No types were named, and the script names none.
    #[error(
        "no hand types: name them with --types a,b,c, define HandType_NAME = … in the script, or take those of its averages with --from-averages"
    )]
    NoTypes,
    /// No average speaks of a name.
    #[error("--from-averages: the script has no line like: average \"label\" 100 * name")]
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
    #[error(
        "{0} is made of spot cards or random numbers alone, so it is taken for a keep; --hold {0} takes it as it is"
    )]
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
    /// Too many dimensions.
    #[error("--types can be given once or twice, not {0} times")]
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
    #[error("--shares: {0}")]
    Share(String),
    /// Shares that are not 100 percent.
    #[error("the shares add up to {0}%, not to 100%")]
    Sum(String),
    /// A type that no deal is of.
    #[error("no deal of this script is of type {0}{1}")]
    Empty(String, &'static str),
    /// Deals that are of two types.
    #[error(
        "{first} and {second} overlap: {share} of the deals are both; say with --first-wins that the first one counts"
    )]
    Overlap {
        /// A type.
        first: String,
        /// Another.
        second: String,
        /// The share of deals that are of both, in words.
        share: String,
    },
    /// Deals that are of no type.
    #[error(
        "{share} of the deals are of none of these types{of}; make them a type of their own with --rest, or put them out of the condition"
    )]
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
    #[error("--pilots: {0}")]
    Pilots(String),
    /// A script without keeps.
    #[error(
        "this script defines no keep conditions: names built only from hascard of spot cards, or named with --drop"
    )]
    NoKeeps,
    /// Nothing that can be changed in the text.
    #[error("{0}")]
    Text(String),
    /// The script does not compile without its keeps.
    #[error("without its keeps the script is wrong")]
    Script(Vec<Diagnostic>),
    /// Nothing can be dealt.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A condition that has no answer for some deal.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

fn did_you_mean(close: &Option<String>) -> String {
    close
        .as_ref()
        .map_or(String::new(), |name| format!(": did you mean {name}?"))
}

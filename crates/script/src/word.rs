//! What a word of the language is, and how the parser finds one.
//!
//! The words themselves stand in one table beside this, for the parser, the help and the documentation alike. A
//! word of the classic program is reserved, in every spelling. A later word is a word only where it can be one, so
//! that an old script which calls something `seed` or `par` still runs.

use std::fmt;
use std::sync::LazyLock;

use bridge::{Measure, PointCount, Seat, Side, Suit, Vulnerability};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::ideas::Idea;
use crate::vocabulary::WORDS;

/// Where a word belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// What a hand shows.
    Hand,
    /// Counts that `altcount` can redefine.
    Counts,
    /// What needs more than one hand.
    Deal,
    /// Between expressions.
    Operator,
    /// What a script is made of.
    Statement,
    /// What is done with a deal.
    Action,
    /// Seats, sides, suits and so on.
    Place,
}

/// Who understands a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The classic program, and everything since.
    Classic,
    /// DealerV2 and later programs.
    Later,
}

/// One word of the language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Word {
    /// How it is usually written.
    pub name: &'static str,
    /// Its other spellings.
    pub spellings: &'static [&'static str],
    /// Where it belongs.
    pub group: Group,
    /// What follows it.
    pub arguments: &'static str,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// Who understands it.
    pub dialect: Dialect,
    /// Where a way to count comes from.
    pub source: Option<&'static str>,
    /// A hand, and what the word says of it.
    pub example: Option<Example>,
    /// Where programs differ over it.
    pub differs: Option<&'static str>,
    #[serde(skip)]
    pub(crate) sense: Sense,
}

/// A worked hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Example {
    /// The hand, spades first.
    pub hand: &'static str,
    /// What the word says of it.
    pub value: i64,
}

/// What is asked of a hand that is no one measure: sums, and comparisons of sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// Marty Bergen's starting points.
    Bergen,
    /// High card points and spades are 15 or more.
    Rule15,
    /// High card points and the two longest suits are 20 or more.
    Rule20,
    /// The same with quick tricks are 22 or more.
    Rule22,
}

/// What a word is to the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sense {
    /// A measure of a hand.
    Measure(MeasureWord),
    /// Something that is worked out from measures of a hand.
    Formula(Formula),
    Suit(Suit),
    NoTrump,
    Shape,
    HasCard,
    Tricks,
    Par,
    ParContract,
    Lead,
    Auction,
    Contract,
    Result,
    Score,
    Imps,
    Random,
    And,
    Or,
    Not,
    Any,
    Seat(Seat),
    Vulnerability(Vulnerability),
    /// `vul` and `nv`: is declarer vulnerable?
    Declarer(bool),
    Statement(StatementWord),
    Action(ActionWord),
    /// `better` in `evalcontract`.
    Better,
    /// `deal` and `trix` in a report.
    ReportDeal,
    ReportTricks,
}

/// What a measure counts, before `pointcount` and `altcount` have been read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MeasureWord {
    /// High card points, or whatever `pointcount` says.
    Hcp,
    /// Controls.
    Controls,
    /// One of the ten alternate counts.
    Alternate(u8),
    /// A measure that no statement can change.
    Fixed(Measure),
}

impl MeasureWord {
    /// What it counts unless a statement says otherwise.
    pub fn usual(self) -> Measure {
        match self {
            MeasureWord::Hcp => Measure::Points(PointCount::HCP),
            MeasureWord::Controls => Measure::Points(PointCount::CONTROLS),
            MeasureWord::Alternate(number) => {
                Measure::Points(PointCount::ALTERNATES[usize::from(number) % 10])
            }
            MeasureWord::Fixed(measure) => measure,
        }
    }
}

/// Whether a measure takes a suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuitArgument {
    Never,
    IfWanted,
    Always,
}

impl Word {
    /// How it is used: `hcp(seat[, suit])`, `produce number`.
    pub fn usage(&self) -> String {
        // Functions have their arguments in brackets, statements after a space.
        let space = if self.arguments.starts_with(['(', '{']) || self.arguments.is_empty() {
            ""
        } else {
            " "
        };
        format!("{}{space}{}", self.name, self.arguments)
    }

    /// What is to be said of it: what it means, its other spellings, where it comes from, a worked hand, and where programs
    /// differ.
    pub fn told(&self) -> Vec<String> {
        let later = match self.dialect {
            Dialect::Classic => "",
            Dialect::Later => " (not in the classic program)",
        };
        let mut told = vec![format!("{}{later}", self.meaning)];
        if !self.spellings.is_empty() {
            told.push(format!("also {}", self.spellings.join(", ")));
        }
        told.extend(self.source.map(|source| format!("from {source}")));
        let example = self.example;
        told.extend(example.map(|Example { hand, value }| format!("{hand} has {value}")));
        told.extend(self.differs.map(str::to_owned));
        told
    }

    /// Whether it takes a suit, as its arguments say: `(seat)`, `(seat[, suit])` or `(seat, suit)`.
    pub(crate) fn suit_argument(&self) -> SuitArgument {
        match self.arguments {
            "(seat, suit)" => SuitArgument::Always,
            "(seat)" => SuitArgument::Never,
            _ => SuitArgument::IfWanted,
        }
    }
}

/// The words that begin a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatementWord {
    Produce,
    Generate,
    Dealer,
    Vulnerable,
    Predeal,
    PointCount,
    AltCount,
    Condition,
    Action,
    Seed,
    Title,
    StartBoard,
    Opener,
    Points,
}

/// The words that begin an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActionWord {
    PrintAll,
    PrintEw,
    PrintNs,
    PrintSide,
    PrintPbn,
    PrintCompact,
    PrintOneline,
    Print,
    PrintEs,
    Average,
    Frequency,
    BucketFrequency,
    EvalContract,
    CsvReport,
    PrintReport,
    Export,
}

/// Every word, in the order in which help shows them.
///
/// ```
/// let hcp = script::words().iter().find(|word| word.name == "hcp").unwrap();
/// assert_eq!(hcp.spellings, ["hcps"]);
/// ```
pub fn words() -> &'static [Word] {
    WORDS
}

/// The word of a spelling.
pub(crate) fn find(spelling: &str) -> Option<&'static Word> {
    SPELLINGS.get(spelling).map(|&index| &WORDS[index])
}

/// Every spelling of every word.
pub(crate) fn spellings() -> impl Iterator<Item = &'static str> {
    WORDS
        .iter()
        .flat_map(|word| std::iter::once(word.name).chain(word.spellings.iter().copied()))
}

/// Every spelling of every word that is followed by something in parentheses, and stands for a value.
pub(crate) fn functions() -> impl Iterator<Item = &'static str> {
    let is_function = |word: &&Word| word.arguments.starts_with('(') && word.group <= Group::Deal;
    let functions = WORDS.iter().filter(is_function);
    functions.flat_map(|word| std::iter::once(word.name).chain(word.spellings.iter().copied()))
}

static SPELLINGS: LazyLock<FxHashMap<&'static str, usize>> = LazyLock::new(|| {
    let all = WORDS.iter().enumerate().flat_map(|(index, word)| {
        std::iter::once(word.name)
            .chain(word.spellings.iter().copied())
            .map(move |spelling| (spelling, index))
    });
    all.collect()
});

/// Some words of the language, to be shown.
///
/// ```
/// let words = script::WordList::about("losers");
/// let names: Vec<&str> = words.0.iter().map(|word| word.name).collect();
/// assert_eq!(names, ["losers", "ltc", "nltc", "adjltc"]);
/// assert!(words.to_string().contains("What a hand shows"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct WordList(
    /// The words.
    pub Vec<&'static Word>,
    /// What was probably looked for, and how it is written.
    #[serde(skip)]
    pub Vec<&'static Idea>,
);

impl WordList {
    /// All of them, in the order in which help shows them.
    pub fn all() -> WordList {
        WordList(words().iter().collect(), Vec::new())
    }

    /// Those that have this text in their name, their other spellings or their meaning, in either case; and those with which
    /// one writes what the text names, like `balanced` or `1nt`.
    pub fn about(text: &str) -> WordList {
        let ideas = Idea::about(text);
        let said: Vec<&Word> = ideas.iter().flat_map(|idea| idea.words()).collect();
        let text = text.to_lowercase();
        let has = |word: &&Word| {
            let names = std::iter::once(&word.name).chain(word.spellings);
            let mut all = names.chain([&word.meaning]);
            all.any(|name| name.to_lowercase().contains(&text)) || said.contains(word)
        };
        WordList(words().iter().filter(has).collect(), ideas)
    }

    /// The word that was probably meant by one that is in no name and no meaning.
    pub fn like(text: &str) -> Option<&'static str> {
        crate::diagnostic::closest(text, spellings())
    }
}

impl fmt::Display for WordList {
    /// By groups, each with its title: what is written, what it means, and its other spellings.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut group = None;
        for word in &self.0 {
            if group != Some(word.group) {
                group = Some(word.group);
                writeln!(f, "\n{}", word.group)?;
            }
            let mut name = word.usage();
            for sentence in word.told() {
                writeln!(f, "  {name:32} {sentence}")?;
                name.clear();
            }
        }
        for (number, idea) in self.1.iter().enumerate() {
            let title = if number == 0 {
                "\nHow it is written\n"
            } else {
                ""
            };
            writeln!(f, "{title}  {}:\n      {}", idea.means, idea.written)?;
        }
        Ok(())
    }
}

impl fmt::Display for Group {
    /// Its title.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Group::Hand => "What a hand shows",
            Group::Counts => "Counts that altcount can redefine",
            Group::Deal => "What needs more than one hand",
            Group::Operator => "Between expressions",
            Group::Statement => "Statements",
            Group::Action => "Actions",
            Group::Place => "Seats, suits and other names",
        })
    }
}

impl Sense {
    /// The side that `NS` and `EW` name.
    pub(crate) fn side(self) -> Option<Side> {
        match self {
            Sense::Vulnerability(Vulnerability::NorthSouth) => Some(Side::NorthSouth),
            Sense::Vulnerability(Vulnerability::EastWest) => Some(Side::EastWest),
            _ => None,
        }
    }
}

/// Whether a spelling is one that only later programs know, though the word is classic.
pub(crate) fn is_later_spelling(spelling: &str) -> bool {
    spelling == "both"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_means_one_word() {
        let all: Vec<&str> = spellings().collect();
        assert_eq!(all.len(), SPELLINGS.len());
    }

    #[test]
    fn every_measure_says_in_its_arguments_whether_it_takes_a_suit() {
        for word in words() {
            if let Sense::Measure(_) = word.sense {
                let known = ["(seat)", "(seat, suit)", "(seat[, suit])"];
                assert!(known.contains(&word.arguments), "{}", word.name);
            }
        }
        let of = |name| find(name).unwrap().suit_argument();
        assert_eq!(of("cccc"), SuitArgument::Never);
        assert_eq!(of("quality"), SuitArgument::Always);
        assert_eq!(of("losers"), SuitArgument::IfWanted);
    }

    #[test]
    fn every_word_says_what_it_means_in_a_sentence() {
        for word in words() {
            assert!(word.meaning.ends_with('.'), "{}", word.name);
        }
    }
}

//! The words of the language: one table for the parser, the help and the documentation.
//!
//! A word of the classic program is reserved, in every spelling. A later word is a word only where it can be one, so
//! that an old script which calls something `seed` or `par` still runs.

use std::sync::LazyLock;

use bridge::{Measure, PointCount, Seat, Side, Suit, Vulnerability};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Where a word belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
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
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The classic program, and everything since.
    Classic,
    /// DealerV2 and later programs.
    Later,
}

/// One word of the language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
    #[serde(skip)]
    pub(crate) sense: Sense,
}

/// What a word is to the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sense {
    /// A measure of a hand.
    Measure(Count),
    Suit(Suit),
    NoTrump,
    Shape,
    HasCard,
    Tricks,
    Par,
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
    /// `deal` and `trix` in a report.
    ReportDeal,
    ReportTricks,
}

/// What a measure counts, before `pointcount` and `altcount` have been read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Count {
    /// High card points, or whatever `pointcount` says.
    Hcp,
    /// Controls.
    Controls,
    /// One of the ten alternate counts.
    Alternate(u8),
    /// Something that no statement can change.
    Fixed(Fixed),
}

/// A measure that no statement can change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fixed {
    /// Classic losers.
    Losers,
    /// Modern losers, times 100.
    HalfLosers,
    /// The Four C's, times 100.
    FourCs,
    /// Suit quality, times 100.
    Quality,
}

impl Fixed {
    /// The measure itself.
    pub fn measure(self) -> Measure {
        match self {
            Fixed::Losers => Measure::Losers,
            Fixed::HalfLosers => Measure::HalfLosers,
            Fixed::FourCs => Measure::FourCs,
            Fixed::Quality => Measure::Quality,
        }
    }
}

impl Count {
    /// What it counts unless a statement says otherwise.
    pub fn usual(self) -> Measure {
        match self {
            Count::Hcp => Measure::Points(PointCount::HCP),
            Count::Controls => Measure::Points(PointCount::CONTROLS),
            Count::Alternate(number) => {
                Measure::Points(PointCount::ALTERNATES[usize::from(number) % 10])
            }
            Count::Fixed(fixed) => fixed.measure(),
        }
    }

    /// Which arguments it takes: a suit never (cccc), always (quality), or if one likes.
    pub(crate) fn suit(self) -> Option<bool> {
        match self {
            Count::Fixed(Fixed::FourCs) => Some(false),
            Count::Fixed(Fixed::Quality) => Some(true),
            _ => None,
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
}

/// Every word, in the order in which help shows them.
///
/// ```
/// let hcp = script::words().iter().find(|word| word.name == "hcp").unwrap();
/// assert_eq!(hcp.spellings, ["hcps"]);
/// ```
pub fn words() -> &'static [Word] {
    &WORDS
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

static SPELLINGS: LazyLock<FxHashMap<&'static str, usize>> = LazyLock::new(|| {
    let all = WORDS.iter().enumerate().flat_map(|(index, word)| {
        std::iter::once(word.name)
            .chain(word.spellings.iter().copied())
            .map(move |spelling| (spelling, index))
    });
    all.collect()
});

const fn word(
    name: &'static str,
    spellings: &'static [&'static str],
    group: Group,
    arguments: &'static str,
    meaning: &'static str,
    sense: Sense,
) -> Word {
    Word {
        name,
        spellings,
        group,
        arguments,
        meaning,
        dialect: Dialect::Classic,
        sense,
    }
}

const fn later(word: Word) -> Word {
    Word {
        dialect: Dialect::Later,
        ..word
    }
}

const SEAT_SUIT: &str = "(seat[, suit])";

const fn alternate(
    number: u8,
    name: &'static str,
    spellings: &'static [&'static str],
    meaning: &'static str,
) -> Word {
    word(
        name,
        spellings,
        Group::Counts,
        SEAT_SUIT,
        meaning,
        Sense::Measure(Count::Alternate(number)),
    )
}

const fn action(
    name: &'static str,
    arguments: &'static str,
    meaning: &'static str,
    word_sense: ActionWord,
) -> Word {
    word(
        name,
        &[],
        Group::Action,
        arguments,
        meaning,
        Sense::Action(word_sense),
    )
}

const fn statement(
    name: &'static str,
    arguments: &'static str,
    meaning: &'static str,
    word_sense: StatementWord,
) -> Word {
    word(
        name,
        &[],
        Group::Statement,
        arguments,
        meaning,
        Sense::Statement(word_sense),
    )
}

const fn place(
    name: &'static str,
    spellings: &'static [&'static str],
    meaning: &'static str,
    sense: Sense,
) -> Word {
    word(name, spellings, Group::Place, "", meaning, sense)
}

static WORDS: [Word; 71] = [
    word(
        "hcp",
        &["hcps"],
        Group::Hand,
        SEAT_SUIT,
        "High card points, A=4 K=3 Q=2 J=1 unless pointcount says otherwise.",
        Sense::Measure(Count::Hcp),
    ),
    word(
        "controls",
        &["control"],
        Group::Hand,
        SEAT_SUIT,
        "Controls: two for an ace, one for a king.",
        Sense::Measure(Count::Controls),
    ),
    word(
        "losers",
        &["loser"],
        Group::Hand,
        SEAT_SUIT,
        "Losers: up to three a suit, less one for each of A K Q; Kx and Ax one, Qx two.",
        Sense::Measure(Count::Fixed(Fixed::Losers)),
    ),
    word(
        "spades",
        &["spade"],
        Group::Hand,
        "(seat)",
        "How many spades a hand has; elsewhere, the suit.",
        Sense::Suit(Suit::Spades),
    ),
    word(
        "hearts",
        &["heart"],
        Group::Hand,
        "(seat)",
        "How many hearts a hand has; elsewhere, the suit.",
        Sense::Suit(Suit::Hearts),
    ),
    word(
        "diamonds",
        &["diamond"],
        Group::Hand,
        "(seat)",
        "How many diamonds a hand has; elsewhere, the suit.",
        Sense::Suit(Suit::Diamonds),
    ),
    word(
        "clubs",
        &["club"],
        Group::Hand,
        "(seat)",
        "How many clubs a hand has; elsewhere, the suit.",
        Sense::Suit(Suit::Clubs),
    ),
    word(
        "shape",
        &[],
        Group::Hand,
        "(seat, list) or {seat, list}",
        "Whether the lengths of a hand, spades first, are in a list like any 4333 + 54xx - any 0xxx.",
        Sense::Shape,
    ),
    word(
        "any",
        &[],
        Group::Hand,
        "4333",
        "In a list of shapes: this one shape, in any order of the suits.",
        Sense::Any,
    ),
    word(
        "hascard",
        &[],
        Group::Hand,
        "(seat, card)",
        "Whether a hand has a card, written like AS or TC.",
        Sense::HasCard,
    ),
    word(
        "cccc",
        &[],
        Group::Hand,
        "(seat)",
        "The Four C's of Kaplan and Rubens, times 100.",
        Sense::Measure(Count::Fixed(Fixed::FourCs)),
    ),
    word(
        "quality",
        &[],
        Group::Hand,
        "(seat, suit)",
        "The quality of a suit, times 100.",
        Sense::Measure(Count::Fixed(Fixed::Quality)),
    ),
    later(word(
        "ltc",
        &[],
        Group::Hand,
        SEAT_SUIT,
        "Losers with halves, times 100: AQ half, AJT one and a half, Qxx two and a half.",
        Sense::Measure(Count::Fixed(Fixed::HalfLosers)),
    )),
    alternate(
        0,
        "tens",
        &["ten", "pt0"],
        "Tens, or whatever altcount 0 says.",
    ),
    alternate(
        1,
        "jacks",
        &["jack", "pt1"],
        "Jacks, or whatever altcount 1 says.",
    ),
    alternate(
        2,
        "queens",
        &["queen", "pt2"],
        "Queens, or whatever altcount 2 says.",
    ),
    alternate(
        3,
        "kings",
        &["king", "pt3"],
        "Kings, or whatever altcount 3 says.",
    ),
    alternate(
        4,
        "aces",
        &["ace", "pt4"],
        "Aces, or whatever altcount 4 says.",
    ),
    alternate(
        5,
        "top2",
        &["pt5"],
        "How many of A K, or whatever altcount 5 says.",
    ),
    alternate(
        6,
        "top3",
        &["pt6"],
        "How many of A K Q, or whatever altcount 6 says.",
    ),
    alternate(
        7,
        "top4",
        &["pt7"],
        "How many of A K Q J, or whatever altcount 7 says.",
    ),
    alternate(
        8,
        "top5",
        &["pt8"],
        "How many of A K Q J T, or whatever altcount 8 says.",
    ),
    alternate(
        9,
        "c13",
        &["pt9"],
        "C13 points, A=6 K=4 Q=2 J=1, or whatever altcount 9 says.",
    ),
    word(
        "tricks",
        &["trick"],
        Group::Deal,
        "(seat, strain)",
        "Double dummy tricks of a declarer.",
        Sense::Tricks,
    ),
    later(word(
        "dds",
        &[],
        Group::Deal,
        "(seat, strain)",
        "Double dummy tricks of a declarer.",
        Sense::Tricks,
    )),
    later(word(
        "par",
        &[],
        Group::Deal,
        "(side[, vulnerability])",
        "The double dummy par score of a side.",
        Sense::Par,
    )),
    word(
        "score",
        &[],
        Group::Deal,
        "(vul or nv, contract, tricks)",
        "The score of a contract like x3N for so many tricks; x3Nx is doubled, x3Nxx redoubled.",
        Sense::Score,
    ),
    word(
        "imps",
        &["imp"],
        Group::Deal,
        "(points)",
        "A difference in points as international match points.",
        Sense::Imps,
    ),
    word(
        "rnd",
        &[],
        Group::Deal,
        "(number)",
        "A random number from 0 up to, and not including, the number; each use is its own draw.",
        Sense::Random,
    ),
    word(
        "and",
        &["&&"],
        Group::Operator,
        "",
        "Both are true.",
        Sense::And,
    ),
    word(
        "or",
        &["||"],
        Group::Operator,
        "",
        "One of the two is true.",
        Sense::Or,
    ),
    word(
        "not",
        &["!"],
        Group::Operator,
        "",
        "It is false; not binds tighter than everything else.",
        Sense::Not,
    ),
    statement(
        "condition",
        "expression",
        "What must hold of a deal; the last one counts, and the word may be left out.",
        StatementWord::Condition,
    ),
    statement(
        "produce",
        "number",
        "How many boards to deal.",
        StatementWord::Produce,
    ),
    statement(
        "generate",
        "number",
        "How many deals to try at most.",
        StatementWord::Generate,
    ),
    statement(
        "dealer",
        "seat",
        "Who deals, for output that says so.",
        StatementWord::Dealer,
    ),
    statement(
        "vulnerable",
        "none, NS, EW or all",
        "Who is vulnerable, for output that says so.",
        StatementWord::Vulnerable,
    ),
    statement(
        "predeal",
        "seat SAK,HQ … or spades(seat)==5 …",
        "Cards, or numbers of cards, that a seat always has.",
        StatementWord::Predeal,
    ),
    statement(
        "pointcount",
        "numbers",
        "What hcp counts, from the ace down.",
        StatementWord::PointCount,
    ),
    statement(
        "altcount",
        "which numbers",
        "What tens, jacks … c13 (0 to 9) count, from the ace down.",
        StatementWord::AltCount,
    ),
    statement(
        "action",
        "actions",
        "What to do with each deal: actions with commas between.",
        StatementWord::Action,
    ),
    later(statement(
        "seed",
        "number",
        "The seed of the random numbers.",
        StatementWord::Seed,
    )),
    later(statement(
        "title",
        "\"text\"",
        "A title for what is printed.",
        StatementWord::Title,
    )),
    action(
        "printall",
        "",
        "The four hands side by side.",
        ActionWord::PrintAll,
    ),
    action(
        "printew",
        "",
        "West and East side by side.",
        ActionWord::PrintEw,
    ),
    later(action(
        "printns",
        "",
        "North and South side by side.",
        ActionWord::PrintNs,
    )),
    later(action(
        "printside",
        "(side)",
        "The two hands of a side, side by side.",
        ActionWord::PrintSide,
    )),
    action("printpbn", "", "The deal as PBN.", ActionWord::PrintPbn),
    action(
        "printcompact",
        "[(expression)]",
        "The deal on four lines.",
        ActionWord::PrintCompact,
    ),
    action(
        "printoneline",
        "[(expression)]",
        "The deal on one line.",
        ActionWord::PrintOneline,
    ),
    action(
        "print",
        "(seats)",
        "The hands of these seats, each seat on pages of its own.",
        ActionWord::Print,
    ),
    action(
        "printes",
        "(texts and expressions)",
        "Texts, values and \\n, one after the other.",
        ActionWord::PrintEs,
    ),
    action(
        "average",
        "[\"label\"] expression",
        "The average of a value over the deals.",
        ActionWord::Average,
    ),
    action(
        "frequency",
        "[\"label\"] (expression, low, high[, expression, low, high])",
        "How often a value, or a pair of values, takes each number.",
        ActionWord::Frequency,
    ),
    later(action(
        "bktfreq",
        "[\"label\"] (expression, low, high, step[, expression, low, high, step])",
        "The same in steps.",
        ActionWord::BucketFrequency,
    )),
    action(
        "evalcontract",
        "[(side, contract, vul or nv)]",
        "What a contract scores, double dummy.",
        ActionWord::EvalContract,
    ),
    later(action(
        "csvrpt",
        "(texts, expressions, seats, sides, deal)",
        "A line of comma-separated values.",
        ActionWord::CsvReport,
    )),
    later(action(
        "printrpt",
        "(texts, expressions, seats, sides, deal)",
        "The same, among what is printed.",
        ActionWord::PrintReport,
    )),
    place(
        "north",
        &[],
        "The seat; also n where a seat is expected.",
        Sense::Seat(Seat::North),
    ),
    place(
        "east",
        &[],
        "The seat; also e where a seat is expected.",
        Sense::Seat(Seat::East),
    ),
    place(
        "south",
        &[],
        "The seat; also s where a seat is expected.",
        Sense::Seat(Seat::South),
    ),
    place(
        "west",
        &[],
        "The seat; also w where a seat is expected.",
        Sense::Seat(Seat::West),
    ),
    place(
        "notrump",
        &["notrumps"],
        "The strain without trumps.",
        Sense::NoTrump,
    ),
    place(
        "NS",
        &["ns"],
        "North and South.",
        Sense::Vulnerability(Vulnerability::NorthSouth),
    ),
    place(
        "EW",
        &["ew"],
        "East and West.",
        Sense::Vulnerability(Vulnerability::EastWest),
    ),
    place(
        "all",
        &["both"],
        "Both sides are vulnerable.",
        Sense::Vulnerability(Vulnerability::All),
    ),
    place(
        "none",
        &[],
        "Nobody is vulnerable.",
        Sense::Vulnerability(Vulnerability::None),
    ),
    place("vul", &[], "Declarer is vulnerable.", Sense::Declarer(true)),
    place(
        "nv",
        &[],
        "Declarer is not vulnerable.",
        Sense::Declarer(false),
    ),
    later(place(
        "deal",
        &[],
        "In a report: the whole deal on one line.",
        Sense::ReportDeal,
    )),
    later(place(
        "trix",
        &[],
        "In a report: double dummy tricks in all strains, of a seat or of the deal.",
        Sense::ReportTricks,
    )),
];

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
    fn every_word_says_what_it_means_in_a_sentence() {
        for word in words() {
            assert!(word.meaning.ends_with('.'), "{}", word.name);
        }
    }
}

//! The words of the language: the one table that parser, help and documentation read.
//!
//! A word is added here and nowhere else, unless it does something that no word did before.

use bridge::{Measure, Seat, Suit, Vulnerability};

use crate::word::{ActionWord, Dialect, Group, MeasureWord, Sense, StatementWord, Word};

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
        Sense::Measure(MeasureWord::Alternate(number)),
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

/// Every word, in the order in which help shows them.
pub(crate) static WORDS: &[Word] = &[
    word(
        "hcp",
        &["hcps"],
        Group::Hand,
        SEAT_SUIT,
        "High card points, A=4 K=3 Q=2 J=1 unless pointcount says otherwise.",
        Sense::Measure(MeasureWord::Hcp),
    ),
    word(
        "controls",
        &["control"],
        Group::Hand,
        SEAT_SUIT,
        "Controls: two for an ace, one for a king.",
        Sense::Measure(MeasureWord::Controls),
    ),
    word(
        "losers",
        &["loser"],
        Group::Hand,
        SEAT_SUIT,
        "Losers: up to three a suit, less one for each of A K Q; Kx and Ax one, Qx two.",
        Sense::Measure(MeasureWord::Fixed(Measure::Losers)),
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
        Sense::Measure(MeasureWord::Fixed(Measure::FourCs)),
    ),
    word(
        "quality",
        &[],
        Group::Hand,
        "(seat, suit)",
        "The quality of a suit, times 100.",
        Sense::Measure(MeasureWord::Fixed(Measure::Quality)),
    ),
    later(word(
        "ltc",
        &[],
        Group::Hand,
        SEAT_SUIT,
        "Losers with halves, times 100: AQ half, AJT one and a half, Qxx two and a half.",
        Sense::Measure(MeasureWord::Fixed(Measure::HalfLosers)),
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
        "The double dummy par score of a side, which bids first where that matters.",
        Sense::Par,
    )),
    later(word(
        "parcontract",
        &[],
        Group::Deal,
        "(side[, vulnerability])",
        "The highest contract of a side at double dummy par, in the order of the bidding; compare it with a contract like x3N. 0 where par is none of theirs; a report says it in words.",
        Sense::ParContract,
    )),
    later(word(
        "lead",
        &[],
        Group::Deal,
        "(seat, strain, card)",
        "Double dummy tricks of a declarer after the lead of a card, which the leader must have.",
        Sense::Lead,
    )),
    later(word(
        "auction",
        &[],
        Group::Deal,
        "([seat,] \"calls\")",
        "Whether the auction of a board from a file begins like 1N -P- 2C/2D: the other side between dashes or in parentheses, ? any call, * any number, AP all pass; the seat makes the first call.",
        Sense::Auction,
    )),
    later(word(
        "contract",
        &[],
        Group::Deal,
        "([seat,] \"contracts\")",
        "Whether the contract of a board from a file is like 3N/4S or pass: ? any level or strain, x and xx doubled and redoubled; the seat plays it.",
        Sense::Contract,
    )),
    later(word(
        "result",
        &[],
        Group::Deal,
        "()",
        "The tricks that declarer took on a board from a file, -1 where the file does not say.",
        Sense::Result,
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
        "The tricks, the percentage made and the score of a contract, on average, double dummy.",
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

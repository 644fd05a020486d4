//! The words of the language: the one table that parser, help and documentation read.
//!
//! A word is added here and nowhere else, unless it does something that no word did before.

use bridge::{Measure, PointCount, Seat, Suit, Vulnerability};

use crate::word::{
    ActionWord, Dialect, Example, Formula, Group, MeasureWord, Sense, StatementWord, Word,
};

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
        source: None,
        example: None,
        differs: None,
        sense,
    }
}

/// A way to count: where it comes from, and a worked hand.
const fn counted(source: &'static str, hand: &'static str, value: i64, word: Word) -> Word {
    Word {
        source: Some(source),
        example: Some(Example { hand, value }),
        ..word
    }
}

/// A word over which programs differ.
const fn differing(differs: &'static str, word: Word) -> Word {
    Word {
        differs: Some(differs),
        ..word
    }
}

/// A measure that the classic program does not know.
const fn measure(
    name: &'static str,
    arguments: &'static str,
    meaning: &'static str,
    measure: Measure,
) -> Word {
    later(word(
        name,
        &[],
        Group::Hand,
        arguments,
        meaning,
        Sense::Measure(MeasureWord::Fixed(measure)),
    ))
}

/// Something worked out from measures, which the classic program does not know.
const fn formula(name: &'static str, meaning: &'static str, formula: Formula) -> Word {
    later(word(
        name,
        &[],
        Group::Hand,
        "(seat)",
        meaning,
        Sense::Formula(formula),
    ))
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
    counted(
        "F. Dudley Courtenay, The System the Experts Play (1934)",
        "AQT6542.5.T86.A5",
        6,
        word(
            "losers",
            &["loser"],
            Group::Hand,
            SEAT_SUIT,
            "Losers: up to three a suit, less one for each of A K Q; Kx and Ax one, Qx two.",
            Sense::Measure(MeasureWord::Fixed(Measure::Losers)),
        ),
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
    counted(
        "Edgar Kaplan and Jeff Rubens, The Bridge World, October 1982",
        "AQT6542.5.T86.A5",
        1510,
        differing(
            "DealerV2 follows another reading of the article, and counts some hands otherwise.",
            word(
                "cccc",
                &[],
                Group::Hand,
                "(seat)",
                "The Four C's of Kaplan and Rubens, times 100.",
                Sense::Measure(MeasureWord::Fixed(Measure::FourCs)),
            ),
        ),
    ),
    word(
        "quality",
        &[],
        Group::Hand,
        "(seat, suit)",
        "The quality of a suit, times 100.",
        Sense::Measure(MeasureWord::Fixed(Measure::Quality)),
    ),
    counted(
        "the manual of DealerV2",
        "AQT6542.5.T86.A5",
        600,
        measure(
            "ltc",
            SEAT_SUIT,
            "Losers with halves, times 100: AQ half, AJT one and a half, Qxx two and a half.",
            Measure::HalfLosers,
        ),
    ),
    counted(
        "Johannes Koelman, The Bridge World, May 2003",
        "KQJ2.KQ2.KQ2.KQ2",
        600,
        measure(
            "nltc",
            SEAT_SUIT,
            "New losers, times 100: 1.5 for a missing ace, 1 for a missing king of two cards or more, 0.5 for a missing queen of three or more.",
            Measure::NewLosers,
        ),
    ),
    counted(
        "the practice that Johannes Koelman describes in The Bridge World, May 2003; sources differ in how much, and this is half a loser a card",
        "AQT6542.5.T86.A5",
        550,
        measure(
            "adjltc",
            SEAT_SUIT,
            "Adjusted losers, times 100: losers, half a loser less for each ace and half a loser more for each queen.",
            Measure::AdjustedLosers,
        ),
    ),
    counted(
        "Zar Petkov, Zar Points: Aggressive Bidding Hand Evaluation (2003), before partner has bid",
        "AQT6542.5.T86.A5",
        30,
        measure(
            "zar",
            "(seat)",
            "Zar points: 4-3-2-1 points, controls, the cards of the two longest suits, and those of the longest less the shortest.",
            Measure::Zar,
        ),
    ),
    counted(
        "Marty Bergen, Slam Bidding Made Easier (2008): starting points; of doubletons, those with Q or J and no ace are dubious",
        "K43.A73.AKT92.32",
        17,
        formula(
            "bergen",
            "4-3-2-1 points; 1 for each card over four in a suit; 1 for a suit of four or more with three of A K Q J T; 1 less for K, Q or J alone and for a dubious doubleton; 1 (2) more or less where aces and tens, and queens and jacks, differ by three (six).",
            Formula::Bergen,
        ),
    ),
    counted(
        "the same article as cccc",
        "AQT6542.5.T86.A5",
        1510,
        measure("knr", "(seat)", "The same as cccc.", Measure::FourCs),
    ),
    counted(
        "the scale of that name; what Marty Bergen corrects 4-3-2-1 points by comes to the same",
        "AQT6542.5.T86.A5",
        1100,
        measure(
            "bumrap",
            SEAT_SUIT,
            "BUM-RAP points, times 100: A=4.5 K=3 Q=1.5 J=0.75 T=0.25.",
            Measure::Points(PointCount::BUM_RAP),
        ),
    ),
    counted(
        "Thomas Andrews, on evaluating hands for three notrump",
        "AQT6542.5.T86.A5",
        1060,
        measure(
            "fifths",
            SEAT_SUIT,
            "Fifths, times 100: A=4 K=2.8 Q=1.8 J=1 T=0.4.",
            Measure::Points(PointCount::FIFTHS),
        ),
    ),
    counted(
        "David Jackson and Ron Klinger, Better Balanced Bidding: The Banzai Method",
        "AQT6542.5.T86.A5",
        15,
        measure(
            "banzai",
            SEAT_SUIT,
            "Banzai points: A=5 K=4 Q=3 J=2 T=1.",
            Measure::Points(PointCount::BANZAI),
        ),
    ),
    counted(
        "Ely Culbertson's honour tricks, as they are counted today",
        "AQT6542.K.KQ6.K5",
        300,
        measure(
            "quicktricks",
            SEAT_SUIT,
            "Quick tricks, times 100: AK 2, AQ 1.5, A 1, KQ 1, a king that is not alone 0.5.",
            Measure::QuickTricks,
        ),
    ),
    counted(
        "Charles Goren, after William Anderson; without his deduction for unprotected honours",
        "AQT6542.5.T86.A5",
        3,
        measure(
            "goren",
            SEAT_SUIT,
            "Goren's distribution points: 3 for a void, 2 for a singleton, 1 for a doubleton.",
            Measure::ShortSuits,
        ),
    ),
    counted(
        "Fred Karpin; some count the longest suit alone",
        "AQT6542.5.T86.A5",
        3,
        measure(
            "karpin",
            SEAT_SUIT,
            "Karpin's distribution points: 1 for each card over four in a suit.",
            Measure::LongSuits,
        ),
    ),
    counted(
        "Richard Pavlicek, Pavlicek Point Count; wasted are K, Q or J alone, and Q or J in a doubleton",
        "KQT6542.J.T86.Q5",
        1,
        measure(
            "pavlicek",
            SEAT_SUIT,
            "Pavlicek's distribution points: 3, 2, 1 for void, singleton, doubleton; with a wasted honour only what that is more than its 4-3-2-1 points.",
            Measure::Pavlicek,
        ),
    ),
    counted(
        "Marty Bergen, Points Schmoints! (1995), for a fourth seat",
        "AQJ42.K85.T862.7",
        1,
        formula(
            "rule15",
            "Whether 4-3-2-1 points and spades are 15 or more.",
            Formula::Rule15,
        ),
    ),
    counted(
        "Marty Bergen, Points Schmoints! (1995)",
        "AQT6542.5.T86.A5",
        1,
        formula(
            "rule20",
            "Whether 4-3-2-1 points and the cards of the two longest suits are 20 or more.",
            Formula::Rule20,
        ),
    ),
    counted(
        "the rule of 20 with two quick tricks, which Ron Klinger calls Highly Cutie",
        "AQT6542.5.T86.A5",
        1,
        formula(
            "rule22",
            "Whether 4-3-2-1 points, the cards of the two longest suits and quick tricks are 22 or more.",
            Formula::Rule22,
        ),
    ),
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
        "Double dummy tricks of a declarer. A strain is a suit or notrump, or its number: clubs 0 to notrump 4.",
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
        "The score of a contract like x3N for so many tricks; x3Nx is doubled, x3Nxx redoubled. In numbers: 1 or 0, and five times the level and the strain, 40 or 80 more if doubled or redoubled.",
        Sense::Score,
    ),
    differing(
        "The classic program gives one too many for 420 points, and for 1200 to 1290.",
        word(
            "imps",
            &["imp"],
            Group::Deal,
            "(points)",
            "A difference in points as international match points.",
            Sense::Imps,
        ),
    ),
    differing(
        "In the classic program rnd(0) is 0.",
        word(
            "rnd",
            &[],
            Group::Deal,
            "(number)",
            "A random number from 0 up to, and not including, the number; each use is its own draw. rnd(0) is the number of the board.",
            Sense::Random,
        ),
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
    differing(
        "The classic program reads lengths, and ignores them.",
        statement(
            "predeal",
            "seat SAK,HQ … or spades(seat)==5 …",
            "Cards, or numbers of cards, that a seat always has.",
            StatementWord::Predeal,
        ),
    ),
    statement(
        "pointcount",
        "numbers",
        "What hcp counts, from the ace down.",
        StatementWord::PointCount,
    ),
    differing(
        "The classic program counts from hcp, 0, and controls, 1, so that each number means the count two places earlier.",
        statement(
            "altcount",
            "which numbers",
            "What tens, jacks … c13 (0 to 9) count, from the ace down.",
            StatementWord::AltCount,
        ),
    ),
    statement(
        "action",
        "actions",
        "What to do with each deal: actions with commas between. Actions without the word join those there are.",
        StatementWord::Action,
    ),
    later(statement(
        "points",
        "\"name\" { table }",
        "A way to count of one's own, used as name(seat[, suit]): for each card, A 4.5; for a suit that is just this, [Kx] -1 (x is below the ten), or has these and any others, [AK+] 0.5; and for its length, length 6+ 2. All that fits is added up; with a decimal point anywhere, all is times 100.",
        StatementWord::Points,
    )),
    later(statement(
        "seed",
        "number",
        "The seed of the random numbers; with 0, one is drawn.",
        StatementWord::Seed,
    )),
    later(statement(
        "title",
        "\"text\"",
        "A title for what is printed; without its second quote it ends with the line.",
        StatementWord::Title,
    )),
    later(statement(
        "startboard",
        "number",
        "The number of the first board; dealers and vulnerability go by it.",
        StatementWord::StartBoard,
    )),
    later(statement(
        "opener",
        "seat",
        "Who opens the bidding, for what asks for it.",
        StatementWord::Opener,
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
        "How often a value, or a pair of values, takes each number; without bounds, (expression) or (expression, expression), all that come.",
        ActionWord::Frequency,
    ),
    later(action(
        "bktfreq",
        "[\"label\"] (expression, low, high, step[, expression, low, high, step])",
        "The same in steps; the class of the highest number is as wide as the others.",
        ActionWord::BucketFrequency,
    )),
    differing(
        "The classic program stops at it.",
        action(
            "evalcontract",
            "[(side, contract, vul or nv[, better])]",
            "The tricks, the percentage made and the score of a contract that South or West plays double dummy, and the games and slams it misses, on average.",
            ActionWord::EvalContract,
        ),
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
    later(action(
        "export",
        "(side or seat)",
        "The hands of a side, or a hand, as cards to be dealt beforehand, like -E ST65,HAJ,DQT94,C8762.",
        ActionWord::Export,
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
        "better",
        &[],
        "In evalcontract: the partner who takes more tricks plays.",
        Sense::Better,
    )),
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

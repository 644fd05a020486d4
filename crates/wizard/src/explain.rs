//! What each question is about, in a few sentences, for whoever answers with a question mark.

use serde_json::Value;

use crate::question::type_name;
use crate::step::Step;

/// How a range is written.
const RANGE: &str = "5 is exactly five cards, 5-6 five or six, 5+ at least five, at most 3 three or fewer; any says \
     nothing. Points in the suit can follow: 5-6 cards, 4+ HCP.";

/// What a question is about.
pub(crate) fn explanation(document: &Value, step: Step) -> String {
    let of = |seat, index| type_name(document, seat, index);
    match step {
        Step::Name => "By this name you find the profile again, and deal from it. Any words will do. A name that is taken can \
             be used for a new version of the same profile."
            .to_owned(),
        Step::Teaches => "A sentence or two that remind you, and tell others, what the boards are good for. Nothing depends \
             on it."
            .to_owned(),
        Step::Dealer => "The seat that deals, and so calls first. All boards have this dealer, or its partner where boards \
             are turned round."
            .to_owned(),
        Step::Tag => "Whether the boards are for those who open the bidding or for those who come in over an opening. It \
             is a label to find profiles by: the cards do not depend on it."
            .to_owned(),
        Step::Hand(seat) => format!(
            "Say in one line what {seat} holds. Shapes: balanced, semi-balanced, any 5-4-2-2. Suits: 6 spades, 5+ hearts, at \
             most 3 clubs. A suit that is drawn anew for each board: 5+ major, 6 in a random minor, 5+ in a random suit. \
             High card points: 15-17, 12+. Alternatives: balanced 12-14 or 6+ spades, 5-10. Another seat's drawn suit: 3+ \
             in South's suit. Enter takes what is shown, and anything is any hand. For more (names, several random suits, \
             shapes to leave out) write details."
        ),
        Step::Types(seat) => format!(
            "{seat} can have several kinds of hands, of which each board has one: a weak two or a strong one, say. 0 is any \
             hand, 1 is one kind, and more are asked about one by one."
        ),
        Step::TypeName(seat, index) => format!(
            "A short name for {}, which helps to tell kinds of hands apart later. It may be left empty.",
            of(seat, index)
        ),
        Step::Suit(seat, index, _) => format!("How many cards {} has in this suit. {RANGE}", of(seat, index)),
        Step::Points(seat, index) => format!(
            "How many high card points {} has in all: 4 for an ace, 3, 2 and 1 for king, queen and jack. 12-14 is a range, \
             15+ at least fifteen, at most 7 seven or fewer; any says nothing.",
            of(seat, index)
        ),
        Step::Shapes(seat, index) => format!(
            "Which shapes {} may have. Balanced is 4333, 4432 and 5332 in any order; semi-balanced has 5422 and 6322 too. any \
             5-4-2-2 is this shape in any order; 5xxx is five spades and anything else, because spades, hearts, diamonds and \
             clubs come in this order.",
            of(seat, index)
        ),
        Step::Further(seat, index) => format!(
            "{} can also have a suit that is drawn at random for each board, such as a six-card suit that is spades on one \
             board and hearts on the next. Where another seat has such a suit, something can be asked in that suit: three \
             cards for support, say.",
            of(seat, index)
        ),
        Step::Allowed(..) => "The suits that can be drawn. S H D C are all four; majors are spades and hearts, minors \
             diamonds and clubs. Each is equally likely."
            .to_owned(),
        Step::Number(..) => "How many different suits are drawn for each board. Each has its own range: for a hand with two \
             suits, say, 5+ in the first and 4+ in the second."
            .to_owned(),
        Step::Drawn(..) => format!("What holds in the suit that is drawn, in the place of what was said of that suit before. {RANGE}"),
        Step::Pairs(..) => "Usually all suits that are drawn have the same ranges. A pair named here has its own: SH when \
             spades and hearts are drawn, in either order."
            .to_owned(),
        Step::Pair(..) => format!("What holds in this suit when this pair is drawn. {RANGE}"),
        Step::Whose(..) => "Only seats that have a random suit can be chosen: it may be the partner or an opponent.".to_owned(),
        Step::Which(..) => "Usually the suit that the other seat drew first. Where it draws all but one of some suits, the \
             one that was left can be meant instead."
            .to_owned(),
        Step::Range(..) => format!("What holds in that suit. {RANGE}"),
        Step::Excluded(seat, index) => format!(
            "Shapes that {} never has. 64xx is six spades, four hearts and anything else; 4441 is this shape. 2 major suits \
             of 4 cards leaves out hands with four cards in both. Several are separated by semicolons.",
            of(seat, index)
        ),
        Step::Together => "What two partners hold between them, such as 8+ hearts between North and South, or 25-27 HCP \
             between East and West. It holds beside all that was said of the single hands. Several are separated by \
             semicolons."
            .to_owned(),
        Step::Weights(seat) => format!(
            "How often each kind of hand of {seat} comes, in percent: 50 30 20. The boards that come out have these shares, \
             however rare a hand is by nature. Equal says that all come equally often."
        ),
        Step::Roles(side) => {
            let [first, second] = side.seats();
            format!(
                "Both {first} and {second} have several kinds of hands. Each for itself: any kind of the one can come with \
                 any kind of the other. Otherwise one of them chooses, and the other has the kind that goes with it: the \
                 first with the first, the second with the second, or as you say next."
            )
        }
        Step::Map(_) => "For each hand type of the seat that chooses, those of the partner that can come with it. Same \
             puts 1 with 1, 2 with 2 and so on; 1: 2 3; 2: 1 puts 2 or 3 with 1, and 1 with 2."
            .to_owned(),
        Step::Role(seat, index) => format!(
            "Whether {} may be used when this seat chooses the kind of hand, when its partner does, or both.",
            of(seat, index)
        ),
        Step::SuitsDiffer => "More than one seat has a random suit. Yes says that no suit is drawn by two of them on the same board; \
             no leaves each draw to itself."
            .to_owned(),
        Step::Order => "The order in which the seats are looked at by the strategy help, and in which the first of two \
             partners chooses. For all other dealing it makes no difference. Clockwise begins with the dealer."
            .to_owned(),
        Step::Rotation => "Yes turns every second board or so round by half: North's hand goes to South, East's to West, and \
             the other one deals. So both sides of the table get to play what is taught."
            .to_owned(),
        Step::About => "Who made the profile, what it is listed under, and a number that says where it stands in a list. \
             All of it may be left out: Enter takes what is shown."
            .to_owned(),
    }
}

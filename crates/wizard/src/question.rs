//! What is asked at a step, in words, with what was answered so far.

use bridge::{Seat, Side, Suit};
use profile::{Range, SuitRange, suit_word};
use serde::Serialize;
use serde_json::Value;

use crate::Wizard;
use crate::about;
use crate::coupling;
use crate::document::{self, FurtherKind, of_type};
use crate::exclusions;
use crate::explain;
use crate::hand;
use crate::parse;
use crate::shapes;
use crate::step::Step;
use crate::together;

/// A question as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// The step it is, by its name.
    pub step: Step,
    /// The question.
    pub title: String,
    /// How it can be answered.
    pub help: String,
    /// What it is about, in a few sentences, for whoever answers with a question mark.
    pub explanation: String,
    /// The answer so far, or the usual one.
    pub usual: String,
    /// The answers to choose from; none if the answer is typed.
    pub choices: Vec<String>,
    /// Whether the answer so far is changed in places, as a sentence is; a range is typed anew.
    pub edits_usual: bool,
}

pub(crate) fn question(wizard: &Wizard, step: Step) -> Question {
    let document = wizard.document();
    let (title, help) = wording(document, step);
    let usual = usual(wizard, step);
    let edits_usual = match step {
        Step::Name | Step::Teaches | Step::TypeName(..) => true,
        Step::Excluded(..) | Step::Map(_) | Step::Together | Step::About => usual.contains(' '),
        _ => false,
    };
    Question {
        step,
        title,
        help,
        explanation: explain::explanation(document, step),
        usual,
        choices: choices(document, step),
        edits_usual,
    }
}

/// `South`, `South, hand type 2 (weak)`.
pub(crate) fn type_name(document: &Value, seat: Seat, index: usize) -> String {
    let name = document::text(document, &format!("{}/name", of_type(seat, index)));
    match (document::types(document, seat), name) {
        (1, "") => seat.to_string(),
        (1, name) => format!("{seat} ({name})"),
        (_, "") => format!("{seat}, hand type {}", index + 1),
        (_, name) => format!("{seat}, hand type {} ({name})", index + 1),
    }
}

const RANGE: &str = "5, 5-6, 5+, at most 3 or any; with points: 5-6 cards, 4+ HCP";
const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

fn wording(document: &Value, step: Step) -> (String, String) {
    let of = |seat: Seat, index: usize| type_name(document, seat, index);
    let (title, help) = match step {
        Step::Name => (
            "What is the profile called?".to_owned(),
            "any name you like; ? explains any question",
        ),
        Step::Teaches => (
            "What does it teach?".to_owned(),
            "a sentence or two; may be left empty",
        ),
        Step::Dealer => ("Who deals?".to_owned(), ""),
        Step::Tag => ("Who is it for?".to_owned(), ""),
        Step::Hand(seat) => (
            format!("What does {seat} hold?"),
            "balanced 15-17; 5+ major, 0-7; 6 spades, 5-10; this or that; or details",
        ),
        Step::Types(seat) => (
            format!("How many hand types can {seat} have?"),
            "0 if any hand will do, 1 for one kind of hand, more for alternatives",
        ),
        Step::TypeName(seat, index) => (
            format!("{}: a short name?", of(seat, index)),
            "such as weak two, or two suits; may be left empty",
        ),
        Step::Suit(seat, index, suit) => {
            let title = format!("{}: {}?", of(seat, index), suit_word(suit, false));
            (title, RANGE)
        }
        Step::Points(seat, index) => (
            format!("{}: high card points in all?", of(seat, index)),
            "12-14, 15+, at most 7, or any",
        ),
        Step::Shapes(seat, index) => (
            format!("{}: which shapes?", of(seat, index)),
            "any, balanced, semi-balanced, any 5-4-2-2, 5xxx",
        ),
        Step::Further(seat, index) => (format!("{}: anything more?", of(seat, index)), ""),
        Step::Allowed(seat, index) => (
            format!("{}: random suits out of which?", of(seat, index)),
            "S H D C or some of them, majors, minors",
        ),
        Step::Number(seat, index) => (
            format!(
                "{}: how many suits are drawn for each board?",
                of(seat, index)
            ),
            "",
        ),
        Step::Drawn(seat, index, at) => {
            let which = match document::number_drawn(document, seat, index) {
                1 => "the drawn suit".to_owned(),
                _ => format!("the {} suit that is drawn", PLACES[at.min(3)]),
            };
            (format!("{}: {which}?", of(seat, index)), RANGE)
        }
        Step::Pairs(seat, index) => (
            format!(
                "{}: which pairs of suits have other ranges?",
                of(seat, index)
            ),
            "none, or pairs such as SH, DC",
        ),
        Step::Pair(seat, index, pair, at) => {
            let suits = document::pairs(document, seat, index);
            let suits = suits.get(pair).copied().unwrap_or([Suit::Clubs; 2]);
            let words = suits.map(|suit| suit_word(suit, false));
            let of = of(seat, index);
            let title = format!(
                "{of}, when {} and {} are drawn: {}?",
                words[0],
                words[1],
                words[at.min(1)]
            );
            (title, RANGE)
        }
        Step::Whose(seat, index) => (format!("{}: whose suit?", of(seat, index)), ""),
        Step::Which(seat, index) => {
            let other = whose(document, seat, index);
            (format!("{}: which suit of {other}?", of(seat, index)), "")
        }
        Step::Range(seat, index) => {
            let other = whose(document, seat, index);
            (
                format!("{}: in that suit of {other}?", of(seat, index)),
                RANGE,
            )
        }
        Step::Excluded(seat, index) => (
            format!("{}: shapes to leave out?", of(seat, index)),
            "none; shapes like 64xx, 4441; or 2 major suits of 4 cards",
        ),
        Step::Together => (
            "Anything of two partners together?".to_owned(),
            "8+ hearts between North and South; 25+ HCP between East and West; nothing",
        ),
        Step::Weights(seat) => (
            format!("{seat}: how often does each hand type come?"),
            "equal, or a percentage for each, like 50 30 20",
        ),
        Step::Roles(side) => {
            let [first, second] = side.seats();
            let title = format!("{first} and {second}: who chooses a hand type first?");
            (
                title,
                "whoever follows has the type of the same number, or what you say next",
            )
        }
        Step::Map(side) => {
            let first = coupling::driver(document, side);
            let title = format!(
                "Which types of {} go with those of {first}?",
                first.partner()
            );
            (
                title,
                "same: 1 with 1, 2 with 2; or write it down: 1: 2 3; 2: 1",
            )
        }
        Step::Role(seat, index) => (format!("{}: used when?", of(seat, index)), ""),
        Step::SuitsDiffer => (
            "Must the random suits of all seats be different?".to_owned(),
            "",
        ),
        Step::Order => (
            "In which order are the hands dealt?".to_owned(),
            "it matters for the strategy help only; clockwise is from the dealer",
        ),
        Step::Rotation => ("Turn half of the boards round?".to_owned(), ""),
        Step::About => (
            "Author, category, order in lists?".to_owned(),
            "author Ann Lee; category Openings; order 30; or nothing",
        ),
    };
    (title, help.to_owned())
}

/// The seat whose suit a hand type looks at; the partner if none is named.
fn whose(document: &Value, seat: Seat, index: usize) -> Seat {
    document::pointed_at(document, seat, index).unwrap_or(seat.partner())
}

/// The seats whose suit a hand type may look at: those that draw one, and the one it looks at already.
pub(crate) fn can_be_pointed_at(document: &Value, seat: Seat, index: usize) -> Vec<Seat> {
    let mut seats = document::can_point_at(document, seat);
    seats
        .extend(document::pointed_at(document, seat, index).filter(|known| !seats.contains(known)));
    seats
}

/// What can be chosen at a step; none if it is typed.
pub(crate) fn choices(document: &Value, step: Step) -> Vec<String> {
    let seats = |seats: &[Seat]| seats.iter().map(Seat::to_string).collect();
    match step {
        Step::Dealer => seats(&Seat::ALL),
        Step::Tag => TAGS.map(|(label, _)| label.to_owned()).to_vec(),
        Step::Further(seat, index) => {
            let others = can_be_pointed_at(document, seat, index);
            let offered = if others.is_empty() { 2 } else { 3 };
            KINDS[..offered]
                .iter()
                .map(|&kind| kind.to_owned())
                .collect()
        }
        Step::Whose(seat, index) => seats(&can_be_pointed_at(document, seat, index)),
        Step::Which(seat, index) => {
            let other = whose(document, seat, index);
            [false, true].map(|not| which_label(other, not)).to_vec()
        }
        Step::Roles(side) => coupling::modes(side)
            .map(coupling::DriverMode::label)
            .to_vec(),
        Step::Role(..) => coupling::ROLES.map(|(label, _)| label.to_owned()).to_vec(),
        Step::Rotation | Step::SuitsDiffer => ["yes", "no"].map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

/// What a profile is for: as offered, and as written.
pub(crate) const TAGS: [(&str, &str); 2] = [
    ("those who open", "Opener"),
    ("those who overcall", "Overcaller"),
];

/// What a hand type can ask beyond its ranges; the last only where another seat has a random suit.
const KINDS: [&str; 3] = [
    "nothing more",
    "suits drawn at random for each board",
    "something in the random suit of another seat",
];

pub(crate) fn which_label(other: Seat, not_drawn: bool) -> String {
    if !not_drawn {
        format!("the first that {other} drew")
    } else {
        format!("the one that {other} did not draw")
    }
}

/// The answer so far, as it can be typed or chosen.
fn usual(wizard: &Wizard, step: Step) -> String {
    let document = wizard.document();
    let chosen = |at: usize| choices(document, step).swap_remove(at);
    let range = |range: SuitRange| {
        if range == SuitRange::ANY {
            "any".to_owned()
        } else {
            range.to_string()
        }
    };
    match step {
        Step::Name => document::text(document, "/profile_name").to_owned(),
        Step::Teaches => document::text(document, "/description").to_owned(),
        Step::Dealer => {
            let dealer = document::seat(document, "/dealer");
            dealer.unwrap_or(Seat::North).to_string()
        }
        Step::Tag => {
            let tag = document::text(document, "/tag");
            let known = TAGS.iter().position(|(_, word)| *word == tag);
            chosen(known.unwrap_or(0))
        }
        Step::Hand(seat) => hand::words(document, seat),
        Step::Types(seat) => document::types(document, seat).to_string(),
        Step::TypeName(seat, index) => {
            document::text(document, &format!("{}/name", of_type(seat, index))).to_owned()
        }
        Step::Suit(seat, index, suit) => {
            range(document::suit_range(document, &of_suit(seat, index, suit)))
        }
        Step::Points(seat, index) => {
            let standard = document.pointer(&format!("{}/standard", of_type(seat, index)));
            let points = document::range(standard, document::TOTAL, Range::POINTS);
            points.within(Range::POINTS).unwrap_or("any".to_owned())
        }
        Step::Shapes(seat, index) => match shapes::words(&shapes::of(document, seat, index)) {
            words if words.is_empty() => "any".to_owned(),
            words => words,
        },
        Step::Further(seat, index) => KINDS[match document::kind(document, seat, index) {
            FurtherKind::Nothing => 0,
            FurtherKind::Random => 1,
            FurtherKind::Partner | FurtherKind::Opponent => 2,
        }]
        .to_owned(),
        Step::Allowed(seat, index) => letters(&document::allowed(document, seat, index), " "),
        Step::Number(seat, index) => document::number_drawn(document, seat, index).to_string(),
        Step::Drawn(seat, index, at) => range(document::drawn_range(seat, index, at, document)),
        Step::Pairs(seat, index) => {
            let pairs = document::pairs(document, seat, index);
            let words: Vec<String> = pairs.iter().map(|pair| letters(pair, "")).collect();
            if words.is_empty() {
                "none".to_owned()
            } else {
                words.join(", ")
            }
        }
        Step::Pair(seat, index, pair, at) => {
            let place = document::of_pair(seat, index, pair, at);
            range(document::suit_range(document, &place))
        }
        Step::Whose(seat, index) => whose(document, seat, index).to_string(),
        Step::Which(seat, index) => {
            let place = document::of_further(document, seat, index).unwrap_or_default();
            let not = document::flag(document, &format!("{place}/use_non_chosen_suit"), false);
            chosen(usize::from(not))
        }
        Step::Range(seat, index) => {
            let place = document::of_further(document, seat, index).unwrap_or_default();
            range(document::suit_range(
                document,
                &format!("{place}/suit_range"),
            ))
        }
        Step::Excluded(seat, index) => exclusions::words(document, seat, index),
        Step::Together => together::words(document),
        Step::About => about::words(document),
        Step::Weights(seat) => weights(document, seat),
        Step::Roles(side) => coupling::mode(document, side).label(),
        Step::Map(side) => map(document, side),
        Step::Role(seat, index) => chosen(coupling::role(document, seat, index)),
        Step::Order => match document::given_order(document) {
            Some(order) => order.map(|seat| seat.letter().to_string()).join(" "),
            None => "clockwise".to_owned(),
        },
        Step::SuitsDiffer => {
            let differ = document::flag(document, "/random_suits_differ", false);
            chosen(usize::from(!differ))
        }
        Step::Rotation => {
            let turned = document::flag(document, "/rotate_deals_by_default", true);
            chosen(usize::from(!turned))
        }
    }
}

/// Where what is asked in a suit stands.
pub(crate) fn of_suit(seat: Seat, index: usize, suit: Suit) -> String {
    format!(
        "{}/standard/{}",
        of_type(seat, index),
        suit_word(suit, false)
    )
}

fn letters(suits: &[Suit], between: &str) -> String {
    let letters: Vec<String> = suits.iter().map(|suit| suit.letter().to_string()).collect();
    letters.join(between)
}

/// The shares, if they still fit the hand types there are.
fn weights(document: &Value, seat: Seat) -> String {
    let Some(weights) = document::weights(document, seat) else {
        return "equal".to_owned();
    };
    let words: Vec<String> = weights.iter().map(f64::to_string).collect();
    let text = words.join(" ");
    match parse::weights(&text, weights.len()) {
        Ok(_) => text,
        Err(_) => "equal".to_owned(),
    }
}

fn map(document: &Value, side: Side) -> String {
    coupling::map_words(coupling::map(document, side).as_ref())
}

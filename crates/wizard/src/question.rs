//! What is asked at a step, in words, with what was answered so far.

use bridge::{Seat, Side, Suit};
use profile::{Range, SuitRange, suit_word};
use serde::Serialize;
use serde_json::Value;

use crate::Wizard;
use crate::coupling;
use crate::document::{self, FurtherKind, of_type};
use crate::exclusions;
use crate::parse;
use crate::step::Step;

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
        Step::Excluded(..) | Step::Map(_) => usual.contains(' '),
        _ => false,
    };
    Question {
        step,
        title,
        help,
        usual,
        choices: choices(document, step),
        edits_usual,
    }
}

/// `South`, `South, hand type 2 (weak)`.
fn type_name(document: &Value, seat: Seat, index: usize) -> String {
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
            "any name you like",
        ),
        Step::Teaches => (
            "What does it teach?".to_owned(),
            "a sentence or two for whoever looks for it later; may be left empty",
        ),
        Step::Dealer => ("Who deals?".to_owned(), ""),
        Step::Tag => ("Who is it for?".to_owned(), ""),
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
        Step::Further(seat, index) => (format!("{}: anything more?", of(seat, index)), ""),
        Step::Allowed(seat, index) => (
            format!("{}: random suits out of which?", of(seat, index)),
            "S H D C, or some of them",
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
            let other = other_seat(document, seat, index);
            (format!("{}: which suit of {other}?", of(seat, index)), "")
        }
        Step::Range(seat, index) => {
            let other = other_seat(document, seat, index);
            (
                format!("{}: in that suit of {other}?", of(seat, index)),
                RANGE,
            )
        }
        Step::Excluded(seat, index) => (
            format!("{}: shapes to leave out?", of(seat, index)),
            "none; shapes like 64xx, 4441; or 2 major suits of 4 cards",
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
                "the partner then has the type of the same number, or what you say next",
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
        Step::Order => (
            "In which order are the hands dealt?".to_owned(),
            "it matters for the strategy help only; clockwise is from the dealer",
        ),
        Step::Rotation => ("Turn half of the boards round?".to_owned(), ""),
    };
    (title, help.to_owned())
}

/// The seat whose suit a hand type looks at.
pub(crate) fn other_seat(document: &Value, seat: Seat, index: usize) -> Seat {
    match document::kind(document, seat, index) {
        FurtherKind::Opponent => {
            let field = FurtherKind::Opponent.field().unwrap_or_default();
            let place = format!("{}/{field}/opponent_seat", of_type(seat, index));
            document::seat(document, &place).unwrap_or(seat.turned(3))
        }
        _ => seat.partner(),
    }
}

/// What can be chosen at a step; none if it is typed.
pub(crate) fn choices(document: &Value, step: Step) -> Vec<String> {
    let seats = |seats: &[Seat]| seats.iter().map(Seat::to_string).collect();
    match step {
        Step::Dealer => seats(&Seat::ALL),
        Step::Tag => TAGS.map(|(label, _)| label.to_owned()).to_vec(),
        Step::Further(seat, _) => KINDS.map(|(_, label)| kind_label(label, seat)).to_vec(),
        Step::Whose(seat, _) => seats(&[seat.turned(1), seat.turned(3)]),
        Step::Which(seat, index) => {
            let other = other_seat(document, seat, index);
            [false, true].map(|not| which_label(other, not)).to_vec()
        }
        Step::Roles(side) => coupling::modes(side)
            .map(coupling::DriverMode::label)
            .to_vec(),
        Step::Role(..) => coupling::ROLES.map(|(label, _)| label.to_owned()).to_vec(),
        Step::Rotation => ["yes", "no"].map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

/// What a profile is for: as offered, and as written.
pub(crate) const TAGS: [(&str, &str); 2] = [
    ("those who open", "Opener"),
    ("those who overcall", "Overcaller"),
];

const KINDS: [(FurtherKind, &str); 4] = [
    (FurtherKind::Nothing, "nothing more"),
    (FurtherKind::Random, "suits drawn at random for each board"),
    (
        FurtherKind::Partner,
        "something in a random suit of PARTNER",
    ),
    (
        FurtherKind::Opponent,
        "something in a random suit of an opponent",
    ),
];

fn kind_label(label: &str, seat: Seat) -> String {
    label.replace("PARTNER", &seat.partner().to_string())
}

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
        Step::Further(seat, index) => {
            let kind = document::kind(document, seat, index);
            let known = FurtherKind::ALL.iter().position(|&known| known == kind);
            chosen(known.unwrap_or(0))
        }
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
        Step::Whose(seat, index) => other_seat(document, seat, index).to_string(),
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
        Step::Weights(seat) => weights(document, seat),
        Step::Roles(side) => coupling::mode(document, side).label(),
        Step::Map(side) => map(document, side),
        Step::Role(seat, index) => chosen(coupling::role(document, seat, index)),
        Step::Order => {
            let given = document::given_order(document);
            // Whoever changes a profile that goes without an order is not given one.
            let proposed = if wizard.has_answered(step) {
                None
            } else {
                wizard.proposed_order()
            };
            match given.or(proposed) {
                Some(order) => order.map(|seat| seat.letter().to_string()).join(" "),
                None => "clockwise".to_owned(),
            }
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

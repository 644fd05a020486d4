//! The steps: which questions there are for a document, in their order.

use std::fmt;

use bridge::{Seat, Side, Suit};
use profile::suit_word;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::coupling;
use crate::document::{self, FurtherKind};

/// One question. Hand types are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Step {
    /// The name of the profile.
    Name,
    /// What it teaches.
    Teaches,
    /// Who deals.
    Dealer,
    /// Whether it is for those who open or who overcall.
    Tag,
    /// What a seat holds, in a line.
    Hand(Seat),
    /// How many hand types a seat has.
    Types(Seat),
    /// The name of a hand type.
    TypeName(Seat, usize),
    /// Its cards and points in a suit.
    Suit(Seat, usize, Suit),
    /// Its points in all.
    Points(Seat, usize),
    /// The shapes it may have.
    Shapes(Seat, usize),
    /// What it asks beyond that.
    Further(Seat, usize),
    /// The suits that are drawn from.
    Allowed(Seat, usize),
    /// How many are drawn.
    Number(Seat, usize),
    /// What holds of the first that is drawn, of the second, and so on.
    Drawn(Seat, usize, usize),
    /// The pairs of suits with ranges of their own.
    Pairs(Seat, usize),
    /// What holds of the first or second suit of such a pair.
    Pair(Seat, usize, usize, usize),
    /// The seat whose suit matters.
    Whose(Seat, usize),
    /// The suit that the other seat drew, or the one it did not draw.
    Which(Seat, usize),
    /// What holds of it.
    Range(Seat, usize),
    /// The shapes that are left out.
    Excluded(Seat, usize),
    /// What two partners hold together.
    Together,
    /// How often each hand type of a seat comes.
    Weights(Seat),
    /// Who of a pair chooses first.
    Roles(Side),
    /// Which hand types of the partner go with those of the seat that chooses first.
    Map(Side),
    /// In which role a hand type may be used.
    Role(Seat, usize),
    /// Whether no suit is drawn by two seats.
    SuitsDiffer,
    /// The dealing order.
    Order,
    /// Whether boards are turned round.
    Rotation,
    /// Who made it, and what it is listed under.
    About,
}

impl Step {
    /// Whether it is never asked by itself: what it asks for has an answer that nearly everybody wants.
    pub fn is_optional(self) -> bool {
        matches!(self, Step::Order | Step::SuitsDiffer | Step::Role(..))
    }

    /// The seat of which it asks something that a line could have said.
    pub(crate) fn detail_of(self) -> Option<Seat> {
        match self {
            Step::Types(seat)
            | Step::TypeName(seat, _)
            | Step::Suit(seat, ..)
            | Step::Points(seat, _)
            | Step::Shapes(seat, _)
            | Step::Further(seat, _)
            | Step::Allowed(seat, _)
            | Step::Number(seat, _)
            | Step::Drawn(seat, ..)
            | Step::Pairs(seat, _)
            | Step::Pair(seat, ..)
            | Step::Whose(seat, _)
            | Step::Which(seat, _)
            | Step::Range(seat, _)
            | Step::Excluded(seat, _) => Some(seat),
            Step::Name
            | Step::Teaches
            | Step::Dealer
            | Step::Tag
            | Step::Hand(_)
            | Step::Together
            | Step::Weights(_)
            | Step::Roles(_)
            | Step::Map(_)
            | Step::Role(..)
            | Step::SuitsDiffer
            | Step::Order
            | Step::Rotation
            | Step::About => None,
        }
    }
}

impl fmt::Display for Step {
    /// A short name by which it can be found again: `N.1.spades`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut of = |seat: &Seat, index: &usize, what: &str| {
            write!(f, "{}.{}.{what}", seat.letter(), index + 1)
        };
        match self {
            Step::Name => f.write_str("name"),
            Step::Teaches => f.write_str("teaches"),
            Step::Dealer => f.write_str("dealer"),
            Step::Tag => f.write_str("tag"),
            Step::Hand(seat) => write!(f, "{}.hand", seat.letter()),
            Step::Types(seat) => write!(f, "{}.types", seat.letter()),
            Step::TypeName(seat, index) => of(seat, index, "name"),
            Step::Suit(seat, index, suit) => of(seat, index, suit_word(*suit, false)),
            Step::Points(seat, index) => of(seat, index, "points"),
            Step::Shapes(seat, index) => of(seat, index, "shapes"),
            Step::Further(seat, index) => of(seat, index, "further"),
            Step::Allowed(seat, index) => of(seat, index, "suits"),
            Step::Number(seat, index) => of(seat, index, "number"),
            Step::Drawn(seat, index, at) => of(seat, index, &format!("suit{}", at + 1)),
            Step::Pairs(seat, index) => of(seat, index, "pairs"),
            Step::Pair(seat, index, pair, at) => {
                of(seat, index, &format!("pair{}.{}", pair + 1, at + 1))
            }
            Step::Whose(seat, index) => of(seat, index, "whose"),
            Step::Which(seat, index) => of(seat, index, "which"),
            Step::Range(seat, index) => of(seat, index, "range"),
            Step::Excluded(seat, index) => of(seat, index, "excluded"),
            Step::Together => f.write_str("together"),
            Step::Weights(seat) => write!(f, "{}.weights", seat.letter()),
            Step::Roles(side) => write!(f, "{side}.roles"),
            Step::Map(side) => write!(f, "{side}.map"),
            Step::Role(seat, index) => of(seat, index, "role"),
            Step::SuitsDiffer => f.write_str("suits"),
            Step::Order => f.write_str("order"),
            Step::Rotation => f.write_str("rotation"),
            Step::About => f.write_str("about"),
        }
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Step {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "The name of a question, such as N.1.spades.",
        })
    }
}

/// All steps of a document: what it is about, then seat by seat from the dealer, then how the hands belong together.
pub(crate) fn steps(document: &Value) -> Vec<Step> {
    let mut steps = vec![Step::Name, Step::Dealer, Step::Tag];
    let dealer = document::seat(document, "/dealer").unwrap_or(Seat::North);
    for seat in [0, 1, 2, 3].map(|further| dealer.turned(further)) {
        steps.extend([Step::Hand(seat), Step::Types(seat)]);
        for index in 0..document::types(document, seat) {
            type_steps(document, seat, index, &mut steps);
        }
    }
    steps.push(Step::Together);
    for side in [Side::NorthSouth, Side::EastWest] {
        steps.extend(coupling::steps(document, side));
        let chooses = |seat: &Seat| {
            document::types(document, *seat) > 1 && !coupling::follows(document, *seat)
        };
        steps.extend(side.seats().into_iter().filter(chooses).map(Step::Weights));
    }
    let drawing = Seat::ALL
        .into_iter()
        .filter(|&seat| document::draws(document, seat));
    if drawing.count() > 1 {
        steps.push(Step::SuitsDiffer);
    }
    steps.extend([Step::Order, Step::Rotation, Step::Teaches, Step::About]);
    steps
}

fn type_steps(document: &Value, seat: Seat, index: usize, steps: &mut Vec<Step>) {
    steps.push(Step::TypeName(seat, index));
    steps.extend(Suit::WRITTEN.map(|suit| Step::Suit(seat, index, suit)));
    steps.extend([
        Step::Points(seat, index),
        Step::Shapes(seat, index),
        Step::Further(seat, index),
    ]);
    match document::kind(document, seat, index) {
        FurtherKind::Nothing => {}
        FurtherKind::Random => {
            steps.extend([Step::Allowed(seat, index), Step::Number(seat, index)]);
            let number = document::number_drawn(document, seat, index);
            steps.extend((0..number).map(|at| Step::Drawn(seat, index, at)));
            if number == 2 && document::allowed(document, seat, index).len() > 1 {
                steps.push(Step::Pairs(seat, index));
                for pair in 0..document::pairs(document, seat, index).len() {
                    steps.extend([0, 1].map(|at| Step::Pair(seat, index, pair, at)));
                }
            }
        }
        FurtherKind::Partner | FurtherKind::Opponent => {
            // Where there is nobody else to look at, nobody has to choose.
            let known = document::pointed_at(document, seat, index);
            if document::can_point_at(document, seat) != Vec::from_iter(known) {
                steps.push(Step::Whose(seat, index));
            }
            steps.extend([Step::Which(seat, index), Step::Range(seat, index)]);
        }
    }
    steps.push(Step::Excluded(seat, index));
}

//! The lines of a profile that hold of one board, each in the profile's own words and numbers, and what they ask of
//! each hand together.

use std::fmt;

use bridge::{Hand, Measure, PointCount, Seat, Shape, ShapeSet, Suit};

use crate::model::{Range, SuitRange};

/// What a line asks of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// So many cards of a suit.
    Cards(Suit, Range),
    /// So many points in a suit.
    PointsIn(Suit, Range),
    /// So many points.
    Points(Range),
    /// None of these shapes.
    Not(ShapeSet, String),
}

/// Why a line speaks of the suit that it speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuitReason {
    /// The subprofile says so.
    Standard,
    /// The seat drew this suit.
    Drawn,
    /// Another seat drew it.
    DrawnBy(Seat),
    /// Another seat might have drawn it and did not.
    NotDrawnBy(Seat),
}

/// One line of a profile, for one seat of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProfileLine {
    /// Whose hand.
    pub seat: Seat,
    /// What it asks.
    pub asks: Requirement,
    /// Why this suit.
    pub because: SuitReason,
    /// Where it stands in the document.
    pub path: String,
}

/// `spades`, or `spade`.
pub fn suit_word(suit: Suit, one: bool) -> &'static str {
    let words = [
        ("clubs", "club"),
        ("diamonds", "diamond"),
        ("hearts", "heart"),
        ("spades", "spade"),
    ];
    let (many, single) = words[suit as usize];
    if one { single } else { many }
}

/// `5`, `5-6`, `5+` or `at most 1`.
fn numbers(range: Range, whole: Range) -> String {
    match range {
        Range { min, max } if min == max => min.to_string(),
        Range { min, max } if max == whole.max => format!("{min}+"),
        Range { min, max } if min == whole.min => format!("at most {max}"),
        range => range.to_string(),
    }
}

impl Range {
    /// `5`, `5-6`, `5+` or `at most 1`; `None` if it is the whole and says nothing.
    pub fn within(self, whole: Range) -> Option<String> {
        (self != whole).then(|| numbers(self, whole))
    }
}

impl Requirement {
    /// The range without its unit: `15-18`, `5+`.
    pub(crate) fn numbers(&self) -> String {
        match self {
            Requirement::Cards(_, range) => numbers(*range, Range::CARDS),
            Requirement::PointsIn(_, range) | Requirement::Points(range) => {
                numbers(*range, Range::POINTS)
            }
            Requirement::Not(_, words) => words.clone(),
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let numbers = self.numbers();
        match self {
            Requirement::Cards(suit, range) => {
                write!(f, "{numbers} {}", suit_word(*suit, range.max == 1))
            }
            Requirement::PointsIn(suit, _) => {
                write!(f, "{numbers} HCP in {}", suit_word(*suit, false))
            }
            Requirement::Points(_) => write!(f, "{numbers} HCP"),
            Requirement::Not(..) => write!(f, "not {numbers}"),
        }
    }
}

impl fmt::Display for ProfileLine {
    /// `North 5-6 spades`, `East at most 1 heart (West's suit)`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.asks)?;
        match self.because {
            SuitReason::Standard => Ok(()),
            SuitReason::Drawn => f.write_str(" (its random suit)"),
            SuitReason::DrawnBy(seat) => write!(f, " ({seat}'s suit)"),
            SuitReason::NotDrawnBy(seat) => write!(f, " (the suit {seat} did not draw)"),
        }
    }
}

/// The lines of a range in one suit: none for what says nothing.
pub(crate) fn lines_of_suit(
    seat: Seat,
    suit: Suit,
    range: SuitRange,
    because: SuitReason,
    path: &str,
) -> impl Iterator<Item = ProfileLine> {
    let cards = (range.cards != Range::CARDS).then_some(Requirement::Cards(suit, range.cards));
    // A suit has ten points in all.
    let says = range.points.min > 0 || range.points.max < POINTS_IN_SUIT;
    let points = says.then_some(Requirement::PointsIn(suit, range.points));
    [cards, points]
        .into_iter()
        .flatten()
        .map(move |asks| ProfileLine {
            seat,
            asks,
            because,
            path: path.to_owned(),
        })
}

/// The high card points of a suit.
pub(crate) const POINTS_IN_SUIT: u8 = 10;
/// And of the deck.
pub(crate) const POINTS_IN_DECK: u8 = 40;

/// What the lines of a board ask of one hand, taken together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Demand {
    /// Cards by suit, clubs first.
    pub cards: [Range; 4],
    /// Points by suit, clubs first.
    pub points: [Range; 4],
    /// Points in all.
    pub total: Range,
    /// The shapes that are not excluded.
    pub shapes: ShapeSet,
}

impl Demand {
    /// Any hand.
    pub fn any() -> Demand {
        Demand {
            cards: [Range::CARDS; 4],
            points: [Range {
                min: 0,
                max: POINTS_IN_SUIT,
            }; 4],
            total: Range::POINTS,
            shapes: ShapeSet::all(),
        }
    }

    /// What lines ask of each seat, from North.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a ProfileLine>) -> [Demand; 4] {
        let mut demands = [Demand::any(); 4];
        for line in lines {
            demands[line.seat as usize].add(&line.asks);
        }
        demands
    }

    fn add(&mut self, asks: &Requirement) {
        let meet = |known: &mut Range, range: &Range| *known = known.common(*range);
        match asks {
            Requirement::Cards(suit, range) => meet(&mut self.cards[*suit as usize], range),
            Requirement::PointsIn(suit, range) => meet(&mut self.points[*suit as usize], range),
            Requirement::Points(range) => meet(&mut self.total, range),
            Requirement::Not(shapes, _) => self.shapes = self.shapes.minus(shapes),
        }
    }

    /// Whether it asks for nothing.
    pub fn is_any(&self) -> bool {
        *self == Demand::any()
    }

    /// Whether a shape has the lengths it asks for.
    pub fn allows(&self, shape: Shape) -> bool {
        let fits = |suit: Suit| self.cards[suit as usize].contains(shape.length(suit));
        Suit::ALL.into_iter().all(fits) && self.shapes.contains(shape)
    }

    /// Whether a hand has the shape it asks for, whatever its points.
    pub fn has_shape(&self, hand: Hand) -> bool {
        Shape::of(hand).is_some_and(|shape| self.allows(shape))
    }

    /// Whether a hand has the points it asks for.
    pub fn has_points(&self, hand: Hand) -> bool {
        let points = |suit: Suit| PointCount::HCP.of(hand.holding(suit)) as u8;
        let fits = |suit: Suit| self.points[suit as usize].contains(points(suit));
        Suit::ALL.into_iter().all(fits)
            && self
                .total
                .contains(Measure::Points(PointCount::HCP).in_hand(hand) as u8)
    }

    /// Whether a hand is one that it asks for.
    pub fn holds(&self, hand: Hand) -> bool {
        self.has_shape(hand) && self.has_points(hand)
    }
}

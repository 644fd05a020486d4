//! The lines of a profile that hold of one board, each in the profile's own words and numbers, and what they ask of
//! each hand together.

use std::fmt;
use std::ops::{Index, IndexMut};

use bridge::{Deal, Hand, Measure, PointCount, Seat, Shape, ShapeSet, Side, Suit};

use crate::document::model::{PairConstraint, Range, SuitRange};

/// What a line asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// So many cards of a suit.
    Cards(Suit, Range),
    /// So many points in a suit.
    PointsIn(Suit, Range),
    /// So many points.
    Points(Range),
    /// One of these shapes.
    Shapes(ShapeSet, String),
    /// None of these shapes.
    Not(ShapeSet, String),
}

/// Of whom a line asks something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Whose {
    /// Two partners' hands together.
    Pair(Side),
    /// One hand.
    Hand(Seat),
}

impl Whose {
    /// The seats that it asks.
    pub fn seats(self) -> Vec<Seat> {
        match self {
            Whose::Hand(seat) => vec![seat],
            Whose::Pair(side) => side.seats().to_vec(),
        }
    }
}

impl fmt::Display for Whose {
    /// `North`, or `North and South together`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Whose::Hand(seat) => seat.fmt(f),
            Whose::Pair(side) => {
                let [first, second] = side.seats();
                write!(f, "{first} and {second} together")
            }
        }
    }
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

/// One line of a profile, for one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProfileLine {
    /// Of whom.
    pub whose: Whose,
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
        Range { min, max } if max >= whole.max => format!("{min}+"),
        Range { min, max } if min == whole.min => format!("at most {max}"),
        range => range.to_string(),
    }
}

impl Range {
    /// `5`, `5-6`, `5+` or `at most 1`; `None` if it is the whole and says nothing.
    pub fn within(self, whole: Range) -> Option<String> {
        let says = self.min > whole.min || self.max < whole.max;
        says.then(|| numbers(self, whole))
    }
}

impl Requirement {
    /// The range without its unit: `15-18`, `5+`.
    pub(crate) fn numbers(&self) -> String {
        match self {
            Requirement::Cards(_, range) => numbers(*range, Range::CARDS),
            Requirement::PointsIn(_, range) => numbers(*range, Range::POINTS_IN_SUIT),
            Requirement::Points(range) if range.max > Range::POINTS.max => {
                numbers(*range, Range::POINTS_TOGETHER)
            }
            Requirement::Points(range) => numbers(*range, Range::POINTS),
            Requirement::Shapes(_, words) | Requirement::Not(_, words) => words.clone(),
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
            Requirement::Shapes(..) => f.write_str(&numbers),
            Requirement::Not(..) => write!(f, "not {numbers}"),
        }
    }
}

impl fmt::Display for ProfileLine {
    /// `North 5-6 spades`, `East at most 1 heart (West's suit)`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.whose, self.asks)?;
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
    let says = range.points.within(Range::POINTS_IN_SUIT).is_some();
    let points = says.then_some(Requirement::PointsIn(suit, range.points));
    [cards, points]
        .into_iter()
        .flatten()
        .map(move |asks| ProfileLine {
            whose: Whose::Hand(seat),
            asks,
            because,
            path: path.to_owned(),
        })
}

/// The lines of what two partners hold together.
pub(crate) fn lines_of_pair(pair: &PairConstraint) -> impl Iterator<Item = ProfileLine> {
    let cards = Suit::WRITTEN.into_iter().filter_map(|suit| {
        let range = pair.asks.cards[suit as usize];
        let says = range != Range::CARDS;
        says.then_some(Requirement::Cards(suit, range))
    });
    let points = pair.asks.points;
    let points = (points != Range::POINTS_TOGETHER).then_some(Requirement::Points(points));
    cards.chain(points).map(|asks| ProfileLine {
        whose: Whose::Pair(pair.side),
        asks,
        because: SuitReason::Standard,
        path: pair.path.clone(),
    })
}

/// The high card points of a suit.
pub(crate) const POINTS_IN_SUIT: u8 = Range::POINTS_IN_SUIT.max;
/// And of the deck.
pub(crate) const POINTS_IN_DECK: u8 = Range::POINTS_TOGETHER.max;

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
            points: [Range::POINTS_IN_SUIT; 4],
            total: Range::POINTS,
            shapes: ShapeSet::all(),
        }
    }

    fn add(&mut self, asks: &Requirement) {
        match asks {
            Requirement::Cards(suit, range) => meet(&mut self.cards[*suit as usize], range),
            Requirement::PointsIn(suit, range) => meet(&mut self.points[*suit as usize], range),
            Requirement::Points(range) => meet(&mut self.total, range),
            Requirement::Shapes(shapes, _) => self.shapes = self.shapes.common(shapes),
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

fn meet(known: &mut Range, range: &Range) {
    *known = known.common(*range);
}

/// What the lines of a board ask of two partners' hands together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PairDemand {
    /// Cards by suit, clubs first.
    pub cards: [Range; 4],
    /// Points.
    pub points: Range,
}

impl PairDemand {
    /// Any two hands.
    pub const ANY: PairDemand = PairDemand {
        cards: [Range::CARDS; 4],
        points: Range::POINTS_TOGETHER,
    };

    fn add(&mut self, asks: &Requirement) {
        match asks {
            Requirement::Cards(suit, range) => meet(&mut self.cards[*suit as usize], range),
            Requirement::Points(range) => meet(&mut self.points, range),
            // Nothing else is asked of two hands.
            Requirement::PointsIn(..) | Requirement::Shapes(..) | Requirement::Not(..) => {}
        }
    }

    /// Whether it asks for nothing.
    pub fn is_any(&self) -> bool {
        *self == PairDemand::ANY
    }

    /// Whether two hands have the cards of each suit that it asks for.
    pub fn has_cards(&self, hands: [Hand; 2]) -> bool {
        Suit::ALL.into_iter().all(|suit| {
            let cards = hands.map(|hand| hand.length(suit) as u8);
            self.cards[suit as usize].contains(cards[0] + cards[1])
        })
    }

    /// Whether two hands have the points that it asks for.
    pub fn has_points(&self, hands: [Hand; 2]) -> bool {
        let points = hands.map(|hand| Measure::Points(PointCount::HCP).in_hand(hand) as u8);
        self.points.contains(points[0] + points[1])
    }
}

/// What is asked of a board: of each hand, and of the hands of partners together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Demands {
    /// Of each seat, from North.
    pub hands: [Demand; 4],
    /// Of North and South together, and of East and West.
    pub pairs: [PairDemand; 2],
}

impl Demands {
    /// Any deal.
    pub fn any() -> Demands {
        Demands {
            hands: [Demand::any(); 4],
            pairs: [PairDemand::ANY; 2],
        }
    }

    /// What lines ask, taken together.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a ProfileLine>) -> Demands {
        let mut demands = Demands::any();
        for line in lines {
            match line.whose {
                Whose::Hand(seat) => demands.hands[seat as usize].add(&line.asks),
                Whose::Pair(side) => demands.pairs[side as usize].add(&line.asks),
            }
        }
        demands
    }

    /// What is asked of a side's hands together.
    pub fn pair(&self, side: Side) -> &PairDemand {
        &self.pairs[side as usize]
    }

    /// Whether something is asked of a seat, alone or with its partner.
    pub fn asks(&self, seat: Seat) -> bool {
        !self[seat].is_any() || !self.pair(seat.side()).is_any()
    }

    /// Whether nothing is asked of partners together.
    pub fn is_of_single_hands(&self) -> bool {
        self.pairs.iter().all(PairDemand::is_any)
    }

    /// Whether a deal is one that is asked for.
    pub fn holds(&self, deal: &Deal) -> bool {
        let alone = |seat: Seat| self[seat].holds(deal[seat]);
        Seat::ALL.into_iter().all(alone) && self.hold_together(deal)
    }

    /// Whether partners have together what is asked of them; those whose hands are not given whole may still.
    pub(crate) fn hold_together(&self, deal: &Deal) -> bool {
        Side::ALL.into_iter().all(|side| {
            let hands = side.seats().map(|seat| deal[seat]);
            let (pair, whole) = (self.pair(side), hands.iter().all(|hand| hand.len() == 13));
            !whole || pair.has_cards(hands) && pair.has_points(hands)
        })
    }

    /// The same with nothing asked of some seats, nor of a pair that one of them is of.
    pub fn without(&self, seats: impl Fn(Seat) -> bool) -> Demands {
        let mut fewer = *self;
        for seat in Seat::ALL.into_iter().filter(|&seat| seats(seat)) {
            fewer.hands[seat as usize] = Demand::any();
            fewer.pairs[seat.side() as usize] = PairDemand::ANY;
        }
        fewer
    }
}

impl Index<Seat> for Demands {
    type Output = Demand;

    fn index(&self, seat: Seat) -> &Demand {
        &self.hands[seat as usize]
    }
}

impl IndexMut<Seat> for Demands {
    fn index_mut(&mut self, seat: Seat) -> &mut Demand {
        &mut self.hands[seat as usize]
    }
}

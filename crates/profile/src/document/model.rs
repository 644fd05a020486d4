//! What a profile says: ranges for each seat, in alternatives, and how the alternatives of partners belong together.
//!
//! A [`Profile`] is made by [`crate::read`] from a document, and only if nothing is wrong with it: every index in it
//! points at something, every range has something in it, and the weights of a seat add up to one.

use std::collections::BTreeMap;
use std::fmt;

use bridge::{Seat, ShapeSet, Side, Suit};

use crate::combining::demand::PairDemand;

/// From one number to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    /// The least.
    pub min: u8,
    /// The most.
    pub max: u8,
}

impl Range {
    /// As many cards as a hand can have of a suit.
    pub const CARDS: Range = Range { min: 0, max: 13 };
    /// As many high card points as a hand can have.
    pub const POINTS: Range = Range { min: 0, max: 37 };
    /// As many as a suit has.
    pub const POINTS_IN_SUIT: Range = Range { min: 0, max: 10 };
    /// As many as two hands can have together: all there are.
    pub const POINTS_TOGETHER: Range = Range { min: 0, max: 40 };

    /// Whether it has this number.
    pub fn contains(self, number: u8) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// What is in both; upside down if nothing is.
    pub fn common(self, other: Range) -> Range {
        Range {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.min > self.max
    }
}

impl fmt::Display for Range {
    /// `5`, or `5-6`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.min == self.max {
            write!(f, "{}", self.min)
        } else {
            write!(f, "{}-{}", self.min, self.max)
        }
    }
}

/// How many cards and points a hand has in one suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SuitRange {
    /// Cards.
    pub cards: Range,
    /// High card points.
    pub points: Range,
}

impl SuitRange {
    /// Anything.
    pub const ANY: SuitRange = SuitRange {
        cards: Range::CARDS,
        points: Range::POINTS,
    };
}

/// What a hand has in each suit, and its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// By suit, clubs first.
    pub suits: [SuitRange; 4],
    /// All its high card points.
    pub points: Range,
}

impl Standard {
    /// Any hand.
    pub const ANY: Standard = Standard {
        suits: [SuitRange::ANY; 4],
        points: Range::POINTS,
    };
}

/// Suits that are drawn anew for each board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomSuits {
    /// The suits to draw from.
    pub allowed: Vec<Suit>,
    /// What holds of the first that is drawn, of the second, and so on: as many as are drawn.
    pub ranges: Vec<SuitRange>,
    /// What holds instead when two certain suits are drawn.
    pub overrides: Vec<PairOverride>,
}

impl RandomSuits {
    /// How many suits are not drawn.
    pub fn left(&self) -> usize {
        self.allowed.len().saturating_sub(self.ranges.len())
    }

    /// All ordered draws, each as likely as any other.
    pub fn draws(&self) -> Vec<Vec<Suit>> {
        let mut draws = vec![Vec::new()];
        for _ in 0..self.ranges.len() {
            let longer = |draw: &Vec<Suit>| {
                let draw = draw.clone();
                let fresh = self.allowed.iter().filter(|suit| !draw.contains(suit));
                fresh
                    .map(|&suit| draw.iter().copied().chain([suit]).collect())
                    .collect::<Vec<Vec<Suit>>>()
            };
            draws = draws.iter().flat_map(longer).collect();
        }
        draws
    }

    /// What holds of each suit of a draw.
    pub fn ranges_of(&self, draw: &[Suit]) -> Vec<SuitRange> {
        let pair = |pair: &&PairOverride| match *draw {
            [a, b] => pair.suits == [a, b] || pair.suits == [b, a],
            _ => false,
        };
        match self.overrides.iter().find(pair) {
            Some(pair) if pair.suits[0] == draw[0] => pair.ranges.to_vec(),
            Some(pair) => vec![pair.ranges[1], pair.ranges[0]],
            None => self.ranges.clone(),
        }
    }
}

/// What holds of two suits when just these are drawn, in either order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairOverride {
    /// The suits.
    pub suits: [Suit; 2],
    /// What holds of each.
    pub ranges: [SuitRange; 2],
}

/// What holds of a suit that another seat has drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contingent {
    /// Whose suit.
    pub seat: Seat,
    /// What holds of it.
    pub range: SuitRange,
    /// Whether it is the suit which that seat might have drawn and did not.
    pub not_chosen: bool,
}

/// What a subprofile says beyond its standard ranges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Further {
    /// Nothing.
    Nothing,
    /// Suits drawn at random.
    Random(RandomSuits),
    /// A range in the partner's drawn suit.
    Partner(Contingent),
    /// A range in an opponent's drawn suit.
    Opponent(Contingent),
}

impl Further {
    /// The random suits, if that is what it is.
    pub fn random(&self) -> Option<&RandomSuits> {
        match self {
            Further::Random(random) => Some(random),
            _ => None,
        }
    }

    /// The range in another seat's suit, if that is what it is.
    pub fn contingent(&self) -> Option<&Contingent> {
        match self {
            Further::Partner(contingent) | Further::Opponent(contingent) => Some(contingent),
            _ => None,
        }
    }
}

/// In which role of a pair a subprofile may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RoleUsage {
    /// In either.
    #[default]
    Any,
    /// Only by the seat that drives.
    DriverOnly,
    /// Only by the seat that follows.
    FollowerOnly,
}

/// Hands that do not qualify though the ranges would let them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    /// Their shapes.
    pub shapes: ShapeSet,
    /// The same in words.
    pub words: String,
    /// Where it stands in the document.
    pub path: String,
}

/// The shapes that a hand may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowedShapes {
    /// All of them.
    pub shapes: ShapeSet,
    /// The same in words.
    pub words: String,
}

/// What two partners hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairConstraint {
    /// Which partners.
    pub side: Side,
    /// What is asked of their hands together.
    pub asks: PairDemand,
    /// The subprofiles, from 0, of North or East and of South or West, for which it holds; `None` if for all.
    pub only: Option<Vec<[usize; 2]>>,
    /// Where it stands in the document.
    pub path: String,
}

impl PairConstraint {
    /// Whether it holds when each seat, from North, has one of its subprofiles.
    pub fn applies(&self, subprofiles: [usize; 4]) -> bool {
        let pair = self.side.seats().map(|seat| subprofiles[seat as usize]);
        self.only.as_ref().is_none_or(|only| only.contains(&pair))
    }
}

/// One of the alternatives of a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Subprofile {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The ranges that always hold.
    pub standard: Standard,
    /// The shapes that it may have, where they are named.
    pub shapes: Option<AllowedShapes>,
    /// What holds beyond them.
    pub further: Further,
    /// How often it is drawn: a share of one.
    pub weight: f64,
    /// In which role it may be used.
    pub usage: RoleUsage,
    /// What does not qualify.
    pub exclusions: Vec<Exclusion>,
    /// Where it stands in the document; empty for a seat that is not mentioned.
    pub path: String,
}

impl Subprofile {
    /// For a seat that nothing is said of.
    pub fn any() -> Subprofile {
        Subprofile {
            name: None,
            standard: Standard::ANY,
            shapes: None,
            further: Further::Nothing,
            weight: 1.0,
            usage: RoleUsage::Any,
            exclusions: Vec::new(),
            path: String::new(),
        }
    }
}

/// Who of a pair draws first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoleMode {
    /// This seat.
    Drives(Seat),
    /// Either, at random for each board.
    Random,
    /// The first of the two in the dealing order.
    First,
    /// Neither: each draws for itself.
    Off,
}

/// For an index of one seat, the indices that the other may have. Both count from 0.
pub type IndexMap = BTreeMap<usize, Vec<usize>>;

/// One seat is drawn by its weights, and the other within what belongs to that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linked {
    /// The seat that is drawn first.
    pub primary: Seat,
    /// What the other may have then; an index that is not in it leaves the other free.
    pub map: IndexMap,
}

/// How the alternatives of two partners belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coupling {
    /// Who drives.
    pub mode: RoleMode,
    /// What the other may have then, instead of the same index.
    pub bespoke: Option<IndexMap>,
    /// A map that says it all, and goes before the mode.
    pub linked: Option<Linked>,
}

/// What a profile is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// Hands for those who open.
    Opener,
    /// Hands for those who overcall.
    Overcaller,
}

/// What each seat should hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// What it teaches.
    pub description: String,
    /// Who deals.
    pub dealer: Seat,
    /// What it is for.
    pub tag: Tag,
    /// The order in which hands are dealt where that matters: in [`crate::AttemptMethod::Help`].
    pub order: [Seat; 4],
    /// Whether boards are turned round half of the time.
    pub rotates: bool,
    /// Whether its ranges are passed over: for tests of other programs.
    pub bypassed: bool,
    /// The alternatives of each seat, from North: at least one.
    pub seats: [Vec<Subprofile>; 4],
    /// How those of partners belong together: North and South, then East and West.
    pub couplings: [Coupling; 2],
    /// What partners hold together.
    pub pairs: Vec<PairConstraint>,
    /// Whether no suit is drawn by two seats.
    pub suits_differ: bool,
}

impl Profile {
    /// The alternatives of a seat.
    pub fn seat(&self, seat: Seat) -> &[Subprofile] {
        &self.seats[seat as usize]
    }

    /// How the alternatives of a side's seats belong together.
    pub fn coupling(&self, side: Side) -> &Coupling {
        &self.couplings[side as usize]
    }

    /// What a subprofile is called: its seat with its name, or its number from 1 if there are several.
    pub fn name_of(&self, seat: Seat, index: usize) -> String {
        self.name_at(seat, index, seat)
    }

    /// The same for a board that may be turned round: `at` is where the seat is at the table.
    pub(crate) fn name_at(&self, seat: Seat, index: usize, at: Seat) -> String {
        let all = self.seat(seat);
        match &all[index].name {
            Some(name) => format!("{at} ({name})"),
            None if all.len() > 1 => format!("{at} {}", index + 1),
            None => at.to_string(),
        }
    }
}

//! The nodes of a condition: what can be asked of a deal, and how answers combine.
//!
//! Every node is a whole number; 0 is false and anything else is true. Nodes are plain values that name each other
//! by number, so a walk over them needs nothing but the [`crate::Graph`] they live in.

use std::fmt;

use bridge::score::{Contract, Strain};
use bridge::{Card, Measure, Seat, ShapeSet, Side, Suit, Told, Vulnerability};

/// The number of a node in its graph. A node's operands have smaller numbers than the node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Where a node came from, as its maker numbers places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin(pub u32);

/// The two-sided arithmetic operators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arithmetic {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a * b
    Multiply,
    /// a / b, cut off toward zero
    Divide,
    /// What is left of a after dividing by b; it has the sign of a
    Modulo,
}

impl Arithmetic {
    /// The result; `None` for a division by zero or a result that does not fit.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Arithmetic::Add => a.checked_add(b),
            Arithmetic::Subtract => a.checked_sub(b),
            Arithmetic::Multiply => a.checked_mul(b),
            Arithmetic::Divide => a.checked_div(b),
            Arithmetic::Modulo => a.checked_rem(b),
        }
    }
}

/// The comparisons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    /// a == b
    Equal,
    /// a != b
    Unequal,
    /// a < b
    Less,
    /// a <= b
    AtMost,
    /// a > b
    More,
    /// a >= b
    AtLeast,
}

impl Comparison {
    /// Whether it holds.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::More => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    /// The one that holds when this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Unequal,
            Comparison::Unequal => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::More,
            Comparison::More => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }

    /// The one that says the same with its sides exchanged.
    pub fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::More,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::More => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            same => same,
        }
    }
}

/// One node of a condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number.
    Constant(i64),
    /// A measure of one hand, in one suit or in all.
    Measure {
        /// Whose hand.
        seat: Seat,
        /// What is measured.
        measure: Measure,
        /// In which suit; in the whole hand if none.
        suit: Option<Suit>,
    },
    /// Whether a hand has one of these shapes.
    Shape {
        /// Whose hand.
        seat: Seat,
        /// Which shapes.
        shapes: ShapeSet,
    },
    /// Whether a hand has this card.
    HasCard {
        /// Whose hand.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// 1 for 0, and 0 for anything else.
    Not(NodeId),
    /// The number with its sign changed.
    Negate(NodeId),
    /// An arithmetic operator.
    Arithmetic(Arithmetic, NodeId, NodeId),
    /// A comparison: 1 or 0.
    Compare(Comparison, NodeId, NodeId),
    /// 1 if none of these is 0; they are asked in order, up to the first 0.
    All(Box<[NodeId]>),
    /// 1 if one of these is not 0; they are asked in order, up to the first that is not.
    Any(Box<[NodeId]>),
    /// One of two values, and only that one is worked out.
    Choose {
        /// Which one.
        test: NodeId,
        /// The value if the test is not 0.
        yes: NodeId,
        /// The value if it is.
        no: NodeId,
    },
    /// A random number from 0 up to, and not including, another; each node is its own draw.
    Random {
        /// Which draw: no two nodes have the same.
        draw: u32,
        /// One more than the largest.
        below: NodeId,
    },
    /// The number of the board that is looked for, from 1.
    BoardNumber,
    /// Double dummy tricks of a declarer.
    Tricks {
        /// The declarer.
        seat: Seat,
        /// The trumps.
        strain: Strain,
    },
    /// The double dummy par score of a side.
    Par {
        /// The side.
        side: Side,
        /// Who is vulnerable.
        vulnerable: Vulnerability,
    },
    /// The score of a contract.
    Score {
        /// The contract.
        contract: Contract,
        /// Whether declarer is vulnerable.
        vulnerable: bool,
        /// How many tricks are made.
        tricks: NodeId,
    },
    /// A difference in points as international match points.
    Imps(NodeId),
    /// What only someone else can answer.
    Ask(Box<Asked>),
}

/// What a condition asks of a solver or of a file, beside tricks and par.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// Double dummy tricks of a declarer after an opening lead, which the leader must have.
    AfterLead {
        /// The declarer.
        declarer: Seat,
        /// The trumps.
        strain: Strain,
        /// The card that is led.
        card: Card,
    },
    /// The highest contract of a side at par by its number in the order of the bidding, 1 for one club to 35; 0 where par is no
    /// contract of that side.
    ParContract {
        /// The side.
        side: Side,
        /// Who is vulnerable.
        vulnerable: Vulnerability,
    },
    /// What a file says of the board.
    Told(Told),
}

impl Node {
    /// Calls `visit` with each operand, in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Node::Constant(_)
            | Node::Measure { .. }
            | Node::Shape { .. }
            | Node::HasCard { .. }
            | Node::BoardNumber
            | Node::Tricks { .. }
            | Node::Par { .. }
            | Node::Ask(_) => {}
            Node::Not(a)
            | Node::Negate(a)
            | Node::Imps(a)
            | Node::Random { below: a, .. }
            | Node::Score { tricks: a, .. } => visit(*a),
            Node::Arithmetic(_, a, b) | Node::Compare(_, a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().copied().for_each(visit),
            Node::Choose { test, yes, no } => {
                visit(*test);
                visit(*yes);
                visit(*no);
            }
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);
    /// All four.
    pub const ALL: Seats = Seats(0b1111);

    /// Whether it has this seat.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat as u8 & 1 == 1
    }

    /// Whether every seat of this set is in the other.
    pub fn within(self, other: Seats) -> bool {
        self.0 & !other.0 == 0
    }

    /// The seats in either.
    pub fn union(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All sets of some of its seats, and of all; not the empty one.
    pub fn subsets(self) -> impl Iterator<Item = Seats> {
        let subsets = (1..=Seats::ALL.0).map(Seats);
        subsets.filter(move |subset| subset.within(self))
    }

    /// Its seats, clockwise from North.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL
            .into_iter()
            .filter(move |&seat| self.contains(seat))
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Seats {
        Seats(1 << seat as u8)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats
            .into_iter()
            .fold(Seats::NONE, |all, seat| all.union(seat.into()))
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.iter()
            .try_for_each(|seat| write!(f, "{}", seat.letter()))
    }
}

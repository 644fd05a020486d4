//! The second of two seats that are drawn together: by shape, for each shape of the first and what the condition sees of it.

use std::collections::HashMap;

use bridge::{Hand, Seat};
use rand::Rng;

use crate::tables::class::{TableRequest, WorkLooks};
use crate::tables::holdings::MOST_IN_HAND;
use crate::tables::pack::Pack;
use crate::tables::prepared::{HandClass, PreparedNodes, Range};
use crate::tables::ranges::{Ranges, Truth};

/// The shapes of a second seat that can still qualify, for each shape of the first and what the condition sees of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SecondHands {
    lists: Vec<ShapeList>,
}

impl SecondHands {
    /// A hand of one of the shapes of a list, from what the first hand leaves.
    #[inline]
    pub(crate) fn draw(&self, list: u32, first: Hand, rng: &mut impl Rng) -> Hand {
        self.lists[list as usize].draw(first, rng)
    }
}

/// Some shapes, and how many hands have them.
#[derive(Clone, Debug, Default)]
struct ShapeList {
    /// The number of hands up to and with each shape.
    upto: Vec<u64>,
    lengths: Vec<[u8; 4]>,
}

/// Finds the second seat's shapes, remembering what it has found.
///
/// There are thousands of classes of first hands, and hundreds of shapes for each. But a condition sees little of the first
/// hand that matters to the second: which suit was opened, say. So classes are told apart by what is seen of them, and the
/// second seat's shapes are worked out once for each of the few things seen.
#[derive(Debug)]
pub(crate) struct SecondSeat {
    /// For what is seen of the first seat, and for what that leaves of the second.
    sees: Ranges,
    ranges: Ranges,
    other: Seat,
    /// The shapes that can still qualify with some first hand or other.
    possible: Vec<[u8; 4]>,
    /// What the condition sees of the first seat.
    seen: Vec<usize>,
    /// For each thing seen, the shapes of the second seat that can still qualify.
    positions: HashMap<Vec<Range>, usize>,
    shapes: Vec<Vec<[u8; 4]>>,
    /// The list of each shape of the first seat and thing seen.
    lists: HashMap<([u8; 4], usize), u32>,
    hands: SecondHands,
    /// How many shapes are in all lists.
    listed: u64,
    /// What was worked out for the possible shapes: both ranges begin with it.
    done_before: u64,
    /// What is being worked out: a thing seen, how many of the possible shapes were asked about, and those that can still
    /// qualify.
    asking: Option<(Vec<Range>, usize, Vec<[u8; 4]>)>,
    looks: WorkLooks,
}

impl SecondSeat {
    /// The second seat of a condition whose terms on the first are kept apart. `None` if it was stopped.
    pub(crate) fn new(
        nodes: PreparedNodes,
        request: &TableRequest,
        other: Seat,
    ) -> Option<SecondSeat> {
        let mut ranges = Ranges::of(nodes);
        let mut possible = Vec::new();
        let mut looks = WorkLooks::default();
        for lengths in shapes() {
            looks.look(request.watch, ranges.work())?;
            if can_qualify(&mut ranges, other, lengths) {
                possible.push(lengths);
            }
        }
        Some(SecondSeat {
            done_before: ranges.work(),
            possible,
            seen: ranges.seen_of(request.seat),
            sees: ranges.clone(),
            ranges,
            other,
            positions: HashMap::new(),
            shapes: Vec::new(),
            lists: HashMap::new(),
            hands: SecondHands::default(),
            listed: 0,
            asking: None,
            looks,
        })
    }

    /// The lists that were made, which are then no longer here.
    pub(crate) fn hands(&mut self) -> SecondHands {
        std::mem::take(&mut self.hands)
    }

    /// How much work it has done so far, in nodes worked out: two shapes are listed in the time of one.
    pub(crate) fn work(&self) -> u64 {
        self.sees.work() + self.ranges.work() + self.listed / 2
    }

    /// How many nodes have really been worked out.
    fn done(&self) -> u64 {
        self.work() - self.done_before
    }

    /// The list of second hands for a class of first ones, and how many there are. `None` if it takes too much work, or was
    /// stopped: the same class can then be asked for again.
    pub(crate) fn list(&mut self, class: &HandClass, request: &TableRequest) -> Option<(u32, u64)> {
        if self.asking.is_none() {
            self.looks.look(request.watch, self.done())?;
            let seen = self.sees.seen(&self.seen, class);
            self.asking = Some((seen, 0, Vec::new()));
        }
        let position = self.position(request)?;
        let lists = &mut self.hands.lists;
        let list = *self
            .lists
            .entry((class.lengths, position))
            .or_insert_with(|| {
                let list = ShapeList::new(class.lengths, &self.shapes[position]);
                self.listed += self.shapes[position].len() as u64;
                lists.push(list);
                lists.len() as u32 - 1
            });
        let hands = lists[list as usize].upto.last().copied().unwrap_or(0);
        Some((list, hands))
    }
}

impl SecondSeat {
    /// Where the shapes stand that can still qualify with what is seen.
    fn position(&mut self, request: &TableRequest) -> Option<usize> {
        let (seen, ..) = self.asking.as_ref()?;
        if let Some(&position) = self.positions.get(seen) {
            self.asking = None;
            return Some(position);
        }
        self.ranges.give(&self.seen, seen);
        while let Some((_, asked, _)) = &self.asking
            && let Some(&lengths) = self.possible.get(*asked)
        {
            if self.work() > request.work {
                return None;
            }
            self.looks.look(request.watch, self.done())?;
            let can = can_qualify(&mut self.ranges, self.other, lengths);
            if let Some((_, asked, shapes)) = &mut self.asking {
                *asked += 1;
                shapes.extend(can.then_some(lengths));
            }
        }
        let (seen, _, shapes) = self.asking.take()?;
        self.shapes.push(shapes);
        self.positions.insert(seen, self.shapes.len() - 1);
        Some(self.shapes.len() - 1)
    }
}

/// Whether some hand of this shape can still qualify.
fn can_qualify(ranges: &mut Ranges, seat: Seat, lengths: [u8; 4]) -> bool {
    let class = HandClass {
        seat,
        lengths,
        points: (0, MOST_IN_HAND as i64),
    };
    ranges.truth(&class) != Truth::Never
}

impl ShapeList {
    /// These shapes, as far as the first hand leaves them.
    fn new(first: [u8; 4], shapes: &[[u8; 4]]) -> ShapeList {
        let mut list = ShapeList::default();
        let mut total = 0;
        for lengths in shapes {
            let hands: u64 = (0..4)
                .map(|suit| space::binomial(13 - first[suit], lengths[suit]))
                .product();
            if hands > 0 {
                total += hands;
                list.upto.push(total);
                list.lengths.push(*lengths);
            }
        }
        list
    }

    /// A hand of one of the shapes, from what the first hand leaves.
    #[inline]
    fn draw(&self, first: Hand, rng: &mut impl Rng) -> Hand {
        let Some(&total) = self.upto.last() else {
            return Hand::EMPTY;
        };
        let index = space::below(total, rng);
        let lengths = self.lengths[self.upto.partition_point(|&upto| upto <= index)];
        let mut hand = 0;
        for (suit, length) in lengths.into_iter().enumerate() {
            let left = !first.bits() & (0x1fff << (16 * suit));
            hand |= Pack::new(left).draw(length.into(), rng);
        }
        Hand::from_bits(hand)
    }
}

/// All ways to have thirteen cards in four suits.
pub(crate) fn shapes() -> impl Iterator<Item = [u8; 4]> {
    (0..=13u8).flat_map(|c| {
        (0..=13 - c).flat_map(move |d| (0..=13 - c - d).map(move |h| [c, d, h, 13 - c - d - h]))
    })
}

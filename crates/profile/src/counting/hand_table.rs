//! The hands of one seat that are asked for, counted and in an order: any of them can be drawn as likely as any other,
//! with one random number.
//!
//! What is asked of one hand is asked suit by suit, but for its points in all and its shapes. So the suits are taken in
//! two pairs: how many ways each pair has to come to its points, for each two lengths, is worked out once, and the shapes put
//! the pairs together. That takes some ten thousand additions; a hand is then found by its
//! number as a word is found in a dictionary.

use std::sync::LazyLock;

use bridge::{Hand, Shape, ShapeSet, Suit};
use rand::Rng;

use crate::combining::demand::{Demand, PairDemand};
use crate::document::model::Range;

/// The most points of two suits.
const PAIR_POINTS: usize = 20;
/// The bits of a holding that are honours, and those that are not.
const HONOURS: u16 = 0x1e00;
const SPOTS: u16 = 0x01ff;

/// For each number of cards, in rising order, the sets of so many of thirteen: those of the lowest cards come first.
static SUBSETS: LazyLock<[Vec<u16>; 14]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let of_size = |set: &u16| set.count_ones() as usize == number;
        (0..1 << 13).filter(of_size).collect()
    })
});

/// In how many ways so many of a suit's cards, or of some of them, can be taken.
pub(crate) const fn ways(of: u32, number: u32) -> u32 {
    const TRIANGLE: [[u32; 14]; 14] = {
        let mut triangle = [[0; 14]; 14];
        let mut row = 0;
        while row < 14 {
            triangle[row][0] = 1;
            let mut at = 1;
            while at <= row {
                triangle[row][at] = triangle[row - 1][at - 1] + triangle[row - 1][at];
                at += 1;
            }
            row += 1;
        }
        triangle
    };
    TRIANGLE[of as usize][number as usize]
}

/// The points of four honours, ace highest.
fn points_of(honours: u16) -> usize {
    let held = |bit: u32| (honours >> bit & 1) as usize;
    4 * held(12) + 3 * held(11) + 2 * held(10) + held(9)
}

/// What a hand may have in one suit: for each length the points, as a bit set.
type Allowed = [u16; 14];

/// What one suit leaves to choose from.
#[derive(Clone, Debug)]
struct SuitCards {
    /// The cards that are not honours.
    spots: u16,
    /// Every set of its honours, with its points.
    honours: Vec<(u16, usize)>,
    /// For each length and points that are allowed, how many holdings there are.
    ways: [[u32; 11]; 14],
}

impl SuitCards {
    fn new(cards: u16, allowed: &Allowed) -> SuitCards {
        let (spots, all) = (cards & SPOTS, cards & HONOURS);
        let number = spots.count_ones();
        let mut suit = SuitCards {
            spots,
            honours: Vec::with_capacity(16),
            ways: [[0; 11]; 14],
        };
        // All sets of the honours that there are, the empty one last.
        let mut honours = all;
        loop {
            let points = points_of(honours);
            suit.honours.push((honours, points));
            let held = honours.count_ones();
            for taken in 0..=number {
                let length = (held + taken) as usize;
                if allowed[length] >> points & 1 == 1 {
                    suit.ways[length][points] += ways(number, taken);
                }
            }
            if honours == 0 {
                break;
            }
            honours = (honours - 1) & all;
        }
        suit
    }

    /// A holding of this length and these points, by its number.
    fn nth(&self, length: usize, points: usize, mut number: u32) -> u16 {
        let spots = self.spots.count_ones();
        for &(honours, worth) in &self.honours {
            let Some(taken) = length.checked_sub(honours.count_ones() as usize) else {
                continue;
            };
            if worth != points || taken as u32 > spots {
                continue;
            }
            let here = ways(spots, taken as u32);
            if number < here {
                return honours | some_of(self.spots, taken, number);
            }
            number -= here;
        }
        unreachable!("the number is below the number of holdings")
    }
}

/// So many of these cards of a suit, by the number of the set.
#[inline]
pub(crate) fn some_of(cards: u16, number: usize, set: u32) -> u16 {
    spread(SUBSETS[number][set as usize], cards)
}

/// A set of the lowest cards, as a set of these.
#[inline]
fn spread(mut set: u16, among: u16) -> u16 {
    if among & (among + 1) == 0 {
        return set;
    }
    let (mut left, mut taken) = (among, 0);
    while set != 0 {
        let lowest = left & left.wrapping_neg();
        taken |= lowest & (set & 1).wrapping_neg();
        left ^= lowest;
        set >>= 1;
    }
    taken
}

/// How many ways two suits have to come to their points, for two lengths.
type PairWays = [u32; PAIR_POINTS + 1];

/// The hands of thirteen of some cards that are asked for.
#[derive(Clone, Debug)]
pub(crate) struct HandTable {
    suits: [SuitCards; 4],
    total: Range,
    /// By the lengths of clubs and diamonds, and by those of hearts and spades.
    low: Vec<PairWays>,
    high: Vec<PairWays>,
    /// The shapes with a hand, by suit, clubs first; and how many hands there are up to and with each.
    shapes: Vec<[u8; 4]>,
    upto: Vec<u64>,
}

/// What is asked of one hand of some cards, in the form in which it is counted.
pub(crate) struct HandAsked {
    cards: Hand,
    allowed: [Allowed; 4],
    total: Range,
    shapes: Option<ShapeSet>,
    /// The shapes that may be left, where that is asked.
    left: Option<ShapeSet>,
}

impl HandAsked {
    /// What a demand asks of thirteen of these cards.
    pub(crate) fn new(demand: &Demand, cards: Hand) -> HandAsked {
        let allowed = Suit::ALL.map(|suit| {
            let Range { min, max } = demand.points[suit as usize];
            let points = bits(min, max);
            let fits = |length: u8| demand.cards[suit as usize].contains(length);
            std::array::from_fn(|length| if fits(length as u8) { points } else { 0 })
        });
        let every = demand.shapes == ShapeSet::all();
        HandAsked {
            cards,
            allowed,
            total: demand.total,
            shapes: (!every).then_some(demand.shapes),
            left: None,
        }
    }

    /// The same, and that the other thirteen of 26 cards are what a demand asks for.
    pub(crate) fn leaving(mut self, demand: &Demand) -> HandAsked {
        self.leaving_ranges(demand.cards, demand.points, demand.total);
        self.left = (demand.shapes != ShapeSet::all()).then_some(demand.shapes);
        self
    }

    /// The same, and that the other thirteen of 26 cards make, with a partner's hand, what is asked of both together.
    pub(crate) fn leaving_beside(mut self, pair: &PairDemand, partner: Hand) -> HandAsked {
        let PairRest { cards, total } = PairRest::new(pair, partner);
        self.leaving_ranges(cards, [Range::POINTS_IN_SUIT; 4], total);
        self
    }

    fn leaving_ranges(&mut self, cards: [Range; 4], points: [Range; 4], total: Range) {
        let mut whole = 0;
        for suit in 0..4 {
            let holding = self.cards.holding(Suit::ALL[suit]).0;
            let (length, worth) = (holding.count_ones() as usize, points_of(holding) as u8);
            whole += worth;
            for (held, allowed) in self.allowed[suit].iter_mut().enumerate() {
                let left = length.checked_sub(held);
                *allowed &= match left {
                    Some(left) if cards[suit].contains(left as u8) => mirrored(points[suit], worth),
                    _ => 0,
                };
            }
        }
        self.total = match whole.checked_sub(total.min) {
            Some(max) => self.total.common(Range {
                min: whole.saturating_sub(total.max),
                max,
            }),
            None => NOTHING,
        };
    }

    /// The same, and what a partner's hand leaves of what is asked of both together.
    pub(crate) fn beside(mut self, pair: &PairDemand, partner: Hand) -> HandAsked {
        let PairRest { cards, total } = PairRest::new(pair, partner);
        for (range, allowed) in cards.into_iter().zip(&mut self.allowed) {
            for (held, allowed) in allowed.iter_mut().enumerate() {
                if !range.contains(held as u8) {
                    *allowed = 0;
                }
            }
        }
        self.total = self.total.common(total);
        self
    }

    /// The same, and that all 26 cards are what is asked of two partners together.
    pub(crate) fn all_of(mut self, pair: &PairDemand) -> HandAsked {
        let mut points = 0;
        let mut fits = true;
        for suit in Suit::ALL {
            let holding = self.cards.holding(suit).0;
            points += points_of(holding) as u8;
            fits &= pair.cards[suit as usize].contains(holding.count_ones() as u8);
        }
        if !fits || !pair.points.contains(points) {
            self.total = NOTHING;
        }
        self
    }

    fn allows(&self, shape: Shape) -> bool {
        let left = || {
            let lengths = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
            let lengths = lengths.map(|suit| {
                let all = self.cards.length(suit) as u8;
                all.saturating_sub(shape.length(suit))
            });
            Shape::new(lengths)
        };
        self.shapes
            .as_ref()
            .is_none_or(|shapes| shapes.contains(shape))
            && self
                .left
                .as_ref()
                .is_none_or(|shapes| left().is_some_and(|shape| shapes.contains(shape)))
    }
}

/// A range that has nothing.
const NOTHING: Range = Range { min: 1, max: 0 };

/// What a hand leaves to its partner of what is asked of both together.
struct PairRest {
    cards: [Range; 4],
    total: Range,
}

impl PairRest {
    fn new(pair: &PairDemand, partner: Hand) -> PairRest {
        let rest = |range: Range, has: u8| match range.max.checked_sub(has) {
            Some(max) => Range {
                min: range.min.saturating_sub(has),
                max,
            },
            None => NOTHING,
        };
        let holdings = Suit::ALL.map(|suit| partner.holding(suit).0);
        let points: usize = holdings.iter().map(|&holding| points_of(holding)).sum();
        PairRest {
            cards: [0, 1, 2, 3]
                .map(|suit| rest(pair.cards[suit], holdings[suit].count_ones() as u8)),
            total: rest(pair.points, points as u8),
        }
    }
}

/// The numbers of a range, as a bit set.
fn bits(min: u8, max: u8) -> u16 {
    let upto = |number: u8| (1u32 << (u32::from(number).min(15) + 1)) - 1;
    let below = (1u32 << u32::from(min).min(15)) - 1;
    if min > max {
        0
    } else {
        (upto(max) & !below) as u16
    }
}

/// The points that leave a range of a whole.
fn mirrored(range: Range, whole: u8) -> u16 {
    match whole.checked_sub(range.min) {
        Some(most) => bits(whole.saturating_sub(range.max), most),
        None => 0,
    }
}

impl HandTable {
    pub(crate) fn new(asked: &HandAsked) -> HandTable {
        let suit = |suit: Suit| {
            let cards = asked.cards.holding(suit).0;
            SuitCards::new(cards, &asked.allowed[suit as usize])
        };
        let suits = Suit::ALL.map(suit);
        let low = pair_ways(&suits[0], &suits[1]);
        let high = pair_ways(&suits[2], &suits[3]);
        let mut table = HandTable {
            suits,
            total: asked.total,
            low,
            high,
            shapes: Vec::new(),
            upto: Vec::new(),
        };
        let mut sum = 0;
        for shape in Shape::all() {
            let lengths = Suit::ALL.map(|suit| shape.length(suit));
            let possible = Suit::ALL
                .iter()
                .all(|&suit| table.suits[suit as usize].can_have(lengths[suit as usize]));
            if !possible || !asked.allows(shape) {
                continue;
            }
            let number: u64 = table.by_points(lengths).map(|(_, ways)| ways).sum();
            if number > 0 {
                sum += number;
                table.shapes.push(lengths);
                table.upto.push(sum);
            }
        }
        table
    }

    /// How many hands there are.
    pub(crate) fn count(&self) -> u64 {
        self.upto.last().copied().unwrap_or(0)
    }

    /// About how many bytes it takes.
    pub(crate) fn memory(&self) -> usize {
        let pairs = self.low.len() + self.high.len();
        pairs * size_of::<PairWays>() + self.shapes.len() * size_of::<([u8; 4], u64)>()
    }

    /// Every shape with a hand, by suit, clubs first; and how many hands it has.
    pub(crate) fn by_shape(&self) -> impl Iterator<Item = ([u8; 4], u64)> {
        let before = std::iter::once(0).chain(self.upto.iter().copied());
        let number = self
            .upto
            .iter()
            .zip(before)
            .map(|(upto, before)| upto - before);
        self.shapes.iter().copied().zip(number)
    }

    /// For a shape, the hands by the points of clubs and diamonds.
    fn by_points(&self, [c, d, h, s]: [u8; 4]) -> impl Iterator<Item = (usize, u64)> {
        let (low, high) = (&self.low[place(c, d)], &self.high[place(h, s)]);
        let mut upto = [0u64; PAIR_POINTS + 2];
        for (points, ways) in high.iter().enumerate() {
            upto[points + 1] = upto[points] + u64::from(*ways);
        }
        let window = move |points: usize| {
            let (from, to) = self.window(points);
            upto[to].saturating_sub(upto[from])
        };
        low.iter()
            .enumerate()
            .map(move |(points, ways)| (points, u64::from(*ways) * window(points)))
    }

    /// From which to below which points of hearts and spades the hand's points are those asked for.
    fn window(&self, points: usize) -> (usize, usize) {
        let (min, max) = (usize::from(self.total.min), usize::from(self.total.max));
        let from = min.saturating_sub(points).min(PAIR_POINTS + 1);
        let to = (max + 1).saturating_sub(points).min(PAIR_POINTS + 1);
        (from, to.max(from))
    }

    /// A hand by its number, below [`HandTable::count`].
    pub(crate) fn nth(&self, number: u64) -> Hand {
        let at = self.upto.partition_point(|upto| *upto <= number);
        let before = at.checked_sub(1).map_or(0, |before| self.upto[before]);
        self.nth_of_shape(at, number - before)
    }

    /// A hand of one of the shapes of [`HandTable::by_shape`], by its number among them.
    pub(crate) fn nth_of_shape(&self, shape: usize, mut number: u64) -> Hand {
        let lengths = self.shapes[shape];
        let mut points = 0;
        for (of_low, ways) in self.by_points(lengths) {
            points = of_low;
            if number < ways {
                break;
            }
            number -= ways;
        }
        let [c, d, h, s] = lengths.map(usize::from);
        let low = u64::from(self.low[place(lengths[0], lengths[1])][points]);
        let (of_low, mut of_high) = (number % low, number / low);
        let high = &self.high[place(lengths[2], lengths[3])];
        let (mut high_points, _) = self.window(points);
        while of_high >= u64::from(high[high_points]) {
            of_high -= u64::from(high[high_points]);
            high_points += 1;
        }
        let [clubs, diamonds] = split(&self.suits[0], &self.suits[1], [c, d], points, of_low);
        let [hearts, spades] = split(&self.suits[2], &self.suits[3], [h, s], high_points, of_high);
        let holdings = [clubs, diamonds, hearts, spades];
        let bits = holdings.iter().rev();
        Hand::from_bits(bits.fold(0, |bits, holding| bits << 16 | u64::from(*holding)))
    }

    /// Any of the hands, each as likely as any other. There must be one.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut impl Rng) -> Hand {
        self.nth(space::below(self.count(), rng))
    }
}

impl SuitCards {
    fn can_have(&self, length: u8) -> bool {
        self.ways[usize::from(length)].iter().any(|ways| *ways > 0)
    }
}

/// Two holdings of these lengths and points together, by their number.
fn split(
    one: &SuitCards,
    other: &SuitCards,
    [first, second]: [usize; 2],
    points: usize,
    mut number: u64,
) -> [u16; 2] {
    for of_one in points.saturating_sub(10)..=points.min(10) {
        let of_other = points - of_one;
        let (a, b) = (one.ways[first][of_one], other.ways[second][of_other]);
        let here = u64::from(a) * u64::from(b);
        if number < here {
            let (i, j) = (number % u64::from(a), number / u64::from(a));
            return [
                one.nth(first, of_one, i as u32),
                other.nth(second, of_other, j as u32),
            ];
        }
        number -= here;
    }
    unreachable!("the number is below the number of ways")
}

/// Where two lengths stand.
fn place(first: u8, second: u8) -> usize {
    14 * usize::from(first) + usize::from(second)
}

fn pair_ways(one: &SuitCards, other: &SuitCards) -> Vec<PairWays> {
    let mut pairs = vec![[0; PAIR_POINTS + 1]; 14 * 14];
    for first in (0..14u8).filter(|&length| one.can_have(length)) {
        for second in (0..14 - first).filter(|&length| other.can_have(length)) {
            let ways = &mut pairs[place(first, second)];
            for (i, a) in one.ways[usize::from(first)].iter().enumerate() {
                if *a == 0 {
                    continue;
                }
                for (j, b) in other.ways[usize::from(second)].iter().enumerate() {
                    ways[i + j] += a * b;
                }
            }
        }
    }
    pairs
}

/// How many hands a demand asks for.
pub(crate) fn count_of(demand: &Demand) -> u64 {
    HandTable::new(&HandAsked::new(demand, Hand::DECK)).count()
}

/// The share of all hands that a demand asks for.
pub(crate) fn chance_of(demand: &Demand) -> f64 {
    count_of(demand) as f64 / ALL_HANDS as f64
}

/// How many hands there are for the first seat, for the second and for the third.
pub(crate) const ALL_HANDS: u64 = 635_013_559_600;
pub(crate) const SECOND_HANDS: u64 = 8_122_425_444;
pub(crate) const THIRD_HANDS: u64 = 10_400_600;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    fn some_range(rng: &mut impl Rng, from: u8, to: u8) -> Range {
        let min = rng.random_range(from..=to);
        Range {
            min,
            max: rng.random_range(min..=to),
        }
    }

    /// What some hand may be asked for: seldom everything at once.
    fn some_demand(rng: &mut impl Rng) -> Demand {
        let mut demand = Demand::any();
        for suit in 0..4 {
            if rng.random_range(0..3) == 0 {
                demand.cards[suit] = some_range(rng, 0, 6);
            }
            if rng.random_range(0..4) == 0 {
                demand.points[suit] = some_range(rng, 0, 7);
            }
        }
        if rng.random_range(0..2) == 0 {
            demand.total = some_range(rng, 3, 20);
        }
        if rng.random_range(0..3) == 0 {
            demand.shapes = ShapeSet::from_fn(|shape| shape.length(Suit::Spades) % 2 == 1);
        }
        demand
    }

    /// So many of the deck's cards.
    fn some_cards(number: usize, rng: &mut impl Rng) -> Hand {
        Hand::from_bits(plan::Pack::new(Hand::DECK.bits()).draw(number, rng))
    }

    /// All hands of thirteen of some cards.
    fn hands_of(cards: Hand) -> impl Iterator<Item = Hand> {
        let all: Vec<u64> = (0..64)
            .map(|bit| 1 << bit)
            .filter(|bit| cards.bits() & bit != 0)
            .collect();
        let end = 1u32 << all.len();
        // The next number with as many bits: the lowest run of ones moves up by one, the rest of it goes to the bottom.
        let next = move |set: &u32| {
            let lowest = set & set.wrapping_neg();
            let moved = set + lowest;
            Some((((set ^ moved) / lowest) >> 2) | moved).filter(|set| *set < end)
        };
        std::iter::successors(Some((1u32 << 13) - 1), next).map(move |set| {
            let held = (0..all.len()).filter(|at| set >> at & 1 == 1);
            Hand::from_bits(held.map(|at| all[at]).sum())
        })
    }

    /// Every hand that is asked for has a number, and no other hand has.
    #[test]
    fn the_table_has_the_hands_that_are_asked_for() {
        let mut rng = space::stream(11, 1);
        let mut some = 0;
        for _ in 0..300 {
            let (demand, cards) = (some_demand(&mut rng), some_cards(17, &mut rng));
            let mut wanted: Vec<u64> = hands_of(cards)
                .filter(|&hand| demand.holds(hand))
                .map(|hand| hand.bits())
                .collect();
            let table = HandTable::new(&HandAsked::new(&demand, cards));
            let mut listed: Vec<u64> = (0..table.count()).map(|n| table.nth(n).bits()).collect();
            wanted.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, wanted);
            some += usize::from(!wanted.is_empty());
        }
        assert!(some > 50, "{some}");
    }

    /// What the rest of 26 cards must be, and what partners have together: against all ten million ways to share them.
    #[test]
    fn two_hands_are_counted_together() {
        let mut rng = space::stream(12, 1);
        let mut counts = Vec::new();
        for round in 0..needs::rounds(3, 20) {
            let cards = some_cards(26, &mut rng);
            let [mut one, mut other] = [Demand::any(); 2];
            one.cards[round as usize % 4] = some_range(&mut rng, 2, 7);
            one.points[1] = some_range(&mut rng, 0, 7);
            other.shapes = ShapeSet::from_fn(|shape| shape.length(Suit::Spades) % 2 == 1);
            other.total = some_range(&mut rng, 4, 20);
            let left = Hand::from_bits(Hand::DECK.bits() & !cards.bits());
            let partner = Hand::from_bits(plan::Pack::new(left.bits()).draw(13, &mut rng));
            let pair = PairDemand {
                cards: [
                    Range::CARDS,
                    Range::CARDS,
                    some_range(&mut rng, 2, 9),
                    Range::CARDS,
                ],
                points: some_range(&mut rng, 8, 30),
            };
            let together = |hands: [Hand; 2]| pair.has_cards(hands) && pair.has_points(hands);
            let asked = HandAsked::new(&one, cards).leaving(&other);
            let (asked, fits): (HandAsked, Box<dyn Fn(Hand, Hand) -> bool>) = match round % 3 {
                0 => (
                    asked.beside(&pair, partner),
                    Box::new(|hand, _| together([hand, partner])),
                ),
                1 => {
                    let asked = asked.leaving_beside(&pair, partner);
                    (asked, Box::new(|_, rest| together([rest, partner])))
                }
                _ => (
                    asked.all_of(&pair),
                    Box::new(|hand, rest| together([hand, rest])),
                ),
            };
            let wanted = hands_of(cards).filter(|&hand| {
                let rest = Hand::from_bits(cards.bits() & !hand.bits());
                one.holds(hand) && other.holds(rest) && fits(hand, rest)
            });
            let count = HandTable::new(&asked).count();
            assert_eq!(count, wanted.count() as u64);
            counts.push(count);
        }
        assert!(counts.iter().any(|&count| count > 0), "{counts:?}");
    }

    #[test]
    fn all_hands_are_counted() {
        assert_eq!(count_of(&Demand::any()), ALL_HANDS);
        // Four of each suit in the order clubs to spades, say: 4-3-3-3 with four clubs.
        let mut flat = Demand::any();
        flat.cards = [4, 3, 3, 3].map(|n| Range { min: n, max: n });
        let three = u64::from(ways(13, 3));
        assert_eq!(
            count_of(&flat),
            u64::from(ways(13, 4)) * three * three * three
        );
    }
}

//! Hands of one seat in classes, by shape and points, and of a second seat by shape.
//!
//! What a condition makes of a whole class is worked out once ([`crate::tables::ranges`]). Hands of the classes that can
//! still qualify are then drawn, every one with the same chance, from tables of the 8,192 holdings: a random number, a few
//! look-ups, and nothing thrown away. A second seat can be drawn with the first: how many of its hands have a shape depends
//! on the first hand's shape alone, so the first is drawn in proportion to how many second hands can still qualify.
//!
//! Why shape and points: most of what authors ask of a hand follows from them, and their classes are few (560 shapes, some
//! forty numbers of points) and can be counted. How many hands a class has is a convolution of four suits, each of which
//! has so many holdings of a length and so many points; that is done for two suits at a time, because the same two sums
//! then serve to count all classes and to find the hand that an index means.

use std::sync::Arc;

use bridge::{Hand, Measure, PointCount, Rank, Seat, Suit};
use condition::{Condition, Graph, Node, NodeId, Seats};
use rand::Rng;
use space::Watch;

use crate::counting::project::reachable;
use crate::tables::holdings::{MOST_IN_HAND, MOST_IN_SUIT, PAIR, PairNumbers, SuitHoldings, suits};
use crate::tables::prepared::{HandClass, PreparedNodes, Range};
use crate::tables::ranges::{Ranges, Truth};
use crate::tables::second_seat::{SecondHands, SecondSeat, shapes};

/// The hands of a shape and a number of points, as they are drawn.
#[derive(Clone, Copy, Debug)]
struct DrawnClass {
    /// The weight of all classes up to and with this one.
    upto: u128,
    lengths: [u8; 4],
    points: u8,
    /// How many hands it has.
    hands: u64,
    /// The second hands that can still qualify, as a list of [`SecondHands`].
    second: u32,
}

/// Where no comparison says where to split a range of points, the middle of those that are wider than this: what cards a
/// hand can have depends on its points too.
const WIDE: i64 = 10;

fn middle_if_wide((low, high): Range) -> Option<i64> {
    (high - low > WIDE).then_some((low + high) / 2)
}

/// A table that is asked for: of which hands, and what it may take.
#[derive(Clone, Debug)]
pub(crate) struct TableRequest<'a> {
    /// What must hold; of its conjuncts, those that read the table's seats alone are looked at.
    pub condition: &'a Condition,
    pub seat: Seat,
    /// What the seat has beforehand, and what others have.
    pub has: Hand,
    pub lacks: Hand,
    /// How much work it may take, in nodes worked out.
    pub work: u64,
    pub watch: &'a Watch,
}

impl TableRequest<'_> {
    /// The conjuncts that read no other seats than these.
    fn roots(&self, seats: Seats) -> Vec<NodeId> {
        let graph = self.condition.graph();
        let within = |node: &NodeId| graph.facts(*node).seats.within(seats);
        let conjuncts = self.condition.conjuncts().iter().copied();
        conjuncts.filter(within).collect()
    }
}

/// All hands of a seat that can still qualify, by class.
#[derive(Clone, Debug)]
pub(crate) struct ClassTable {
    count: PointCount,
    suits: Arc<[SuitHoldings; 4]>,
    /// Clubs with diamonds, hearts with spades.
    pairs: Arc<[PairNumbers; 2]>,
    /// Shapes with ranges of points, of each of which the condition says one thing: what a second seat is asked about.
    ranges: Vec<HandClass>,
    /// The same by single numbers of points.
    classes: Vec<DrawnClass>,
    /// For equal parts of all weight, the class that the part begins in; a part is so many bits wide. An index is found from
    /// there in a step or two, where a binary search would miss the cache a dozen times.
    guide: Vec<u32>,
    part_bits: u32,
    total: u128,
    /// The weight of everything, whether it can qualify or not.
    all: u128,
    second: Option<Arc<SecondHands>>,
    /// How many nodes were worked out for it.
    work: u64,
}

/// The guide has up to 2 to the power of this many parts.
const GUIDE_BITS: u32 = 12;

/// A table in the making. What would take more work than is allowed is laid aside, and can be taken up where it was left
/// when more is allowed, or when it was only stopped: what has been worked out is then the same as in one go.
#[derive(Debug)]
pub(crate) enum TableBuilder {
    /// Of one seat.
    One(Box<OneSeatBuilder>),
    /// Of a seat whose table is there, with another.
    Two(Box<TwoSeatsBuilder>),
}

impl TableBuilder {
    /// Begins the table for a seat. `None` if there is no point count that makes classes.
    pub(crate) fn one(request: &TableRequest) -> Option<TableBuilder> {
        let builder = OneSeatBuilder::new(request)?;
        Some(TableBuilder::One(Box::new(builder)))
    }

    /// Begins the table of the same hands in proportion to how many of a second seat can still qualify with them, and those
    /// drawn as well. `None` if it was stopped. Nothing may be dealt beforehand.
    pub(crate) fn two(
        first: &Arc<ClassTable>,
        request: &TableRequest,
        second: Seat,
    ) -> Option<TableBuilder> {
        let builder = TwoSeatsBuilder::new(first, request, second)?;
        Some(TableBuilder::Two(Box::new(builder)))
    }

    /// How many nodes have been worked out for it so far.
    pub(crate) fn work(&self) -> u64 {
        match self {
            TableBuilder::One(builder) => builder.ranges.work(),
            TableBuilder::Two(builder) => builder.second.work(),
        }
    }

    /// The table; or itself, if that takes too much work or was stopped.
    pub(crate) fn build(mut self, request: &TableRequest) -> Result<ClassTable, TableBuilder> {
        let built = match &mut self {
            TableBuilder::One(builder) => builder.build(request),
            TableBuilder::Two(builder) => builder.build(request),
        };
        match (built, self) {
            (Some(()), TableBuilder::One(mut builder)) => {
                builder.table.work = builder.ranges.work();
                Ok(builder.table)
            }
            (Some(()), TableBuilder::Two(mut builder)) => {
                builder.table.work = builder.second.work();
                Ok(builder.table)
            }
            (None, unfinished) => Err(unfinished),
        }
    }
}

/// The table of one seat in the making.
#[derive(Debug)]
pub(crate) struct OneSeatBuilder {
    table: ClassTable,
    ranges: Ranges,
    seat: Seat,
    /// The shapes that are still to be asked about.
    shapes: std::vec::IntoIter<[u8; 4]>,
    /// The shape that is being asked about: how many hands it has of each number of points, and the ranges of points that
    /// are open.
    asking: Option<([u8; 4], Vec<u64>, Vec<Range>)>,
    looks: WorkLooks,
}

/// How many nodes had been worked out when the watch was last looked at.
#[derive(Default, Debug)]
pub(crate) struct WorkLooks(u64);

impl WorkLooks {
    /// Whether it is still wanted, after so many nodes in all. One question of one class works out each node at most once:
    /// that is the most work between two looks.
    pub(crate) fn look(&mut self, watch: &Watch, done: u64) -> Option<()> {
        let since = done - std::mem::replace(&mut self.0, done);
        watch.look_after(since).ok()
    }
}

impl OneSeatBuilder {
    fn new(request: &TableRequest) -> Option<OneSeatBuilder> {
        let seat = request.seat;
        let graph = request.condition.shared_graph();
        let roots = request.roots(seat.into());
        let count = point_count(&graph, &roots, seat)?;
        let suits = suits(&count, request.has, request.lacks);
        let [clubs, diamonds, hearts, spades] = &*suits;
        let pairs = [
            PairNumbers::new(clubs, diamonds),
            PairNumbers::new(hearts, spades),
        ];
        let free = 52 - request.has.len() - request.lacks.len();
        let table = ClassTable {
            count,
            suits,
            pairs: Arc::new(pairs),
            ranges: Vec::new(),
            classes: Vec::new(),
            guide: Vec::new(),
            part_bits: 0,
            total: 0,
            all: space::binomial(free as u8, 13 - request.has.len() as u8).into(),
            second: None,
            work: 0,
        };
        Some(OneSeatBuilder {
            table,
            ranges: Ranges::of(PreparedNodes::new(graph, &roots, count, None)),
            seat,
            shapes: shapes().collect::<Vec<_>>().into_iter(),
            asking: None,
            looks: WorkLooks::default(),
        })
    }

    /// Asks about one shape after the other. `None` if it takes too much work, or was stopped.
    fn build(&mut self, request: &TableRequest) -> Option<()> {
        loop {
            self.ask_points(request)?;
            self.looks.look(request.watch, self.ranges.work())?;
            let Some(lengths) = self.shapes.next() else {
                break;
            };
            // Most shapes are ruled out at once, whatever the points; only for the others is it worth knowing how many
            // hands they have.
            let any_points = HandClass {
                seat: self.seat,
                lengths,
                points: (0, MOST_IN_HAND as i64),
            };
            if self.ranges.truth(&any_points) == Truth::Never {
                continue;
            }
            let numbers = self.table.numbers(lengths);
            let has = |&points: &usize| numbers[points] > 0;
            let least = (0..=MOST_IN_HAND).find(has);
            let most = (0..=MOST_IN_HAND).rfind(has);
            if let Some((least, most)) = least.zip(most) {
                self.asking = Some((lengths, numbers, vec![(least as i64, most as i64)]));
            }
        }
        self.table.make_guide();
        Some(())
    }

    /// Asks about the open ranges of points of a shape. They are halved where an answer changes, and not asked for one by
    /// one: what is asked of points is mostly one range or two, so that a shape takes some five questions and not forty.
    fn ask_points(&mut self, request: &TableRequest) -> Option<()> {
        let Some((lengths, numbers, open)) = &mut self.asking else {
            return Some(());
        };
        while let Some(&points) = open.last() {
            if self.ranges.work() > request.work {
                return None;
            }
            self.looks.look(request.watch, self.ranges.work())?;
            open.pop();
            let (low, high) = points;
            let class = HandClass {
                seat: self.seat,
                lengths: *lengths,
                points,
            };
            let split = match self.ranges.truth(&class) {
                Truth::Never => continue,
                Truth::Always => None,
                Truth::Perhaps => self.ranges.split().or_else(|| middle_if_wide(points)),
            };
            match split {
                Some(split) => open.extend([(split + 1, high), (low, split)]),
                None => self.table.add_range(class, numbers, 0, 1),
            }
        }
        self.asking = None;
        Some(())
    }
}

/// The table of two seats in the making.
///
/// The weight of a first hand must be exact, or pairs would not be equally likely. It is, because the second seat is told
/// apart by shape alone: of a suit of which the first hand has n cards, there are as many ways to have m as to choose m of
/// 13 - n, whichever cards those are.
#[derive(Debug)]
pub(crate) struct TwoSeatsBuilder {
    table: ClassTable,
    first: Arc<ClassTable>,
    second: SecondSeat,
    /// How many of the first seat's ranges are done.
    done: usize,
}

impl TwoSeatsBuilder {
    fn new(
        first: &Arc<ClassTable>,
        request: &TableRequest,
        second: Seat,
    ) -> Option<TwoSeatsBuilder> {
        let graph = request.condition.shared_graph();
        let mut both = request.roots([request.seat, second].into_iter().collect());
        both.retain(|&node| graph.facts(node).seats.contains(second));
        let nodes = PreparedNodes::new(graph, &both, first.count, Some(request.seat));
        let table = ClassTable {
            ranges: Vec::new(),
            classes: Vec::new(),
            guide: Vec::new(),
            total: 0,
            all: first.all * u128::from(space::binomial(39, 13)),
            ..ClassTable::clone(first)
        };
        Some(TwoSeatsBuilder {
            table,
            first: first.clone(),
            second: SecondSeat::new(nodes, request, second)?,
            done: 0,
        })
    }

    /// Asks about one class of first hands after the other. `None` if it takes too much work, or was stopped.
    fn build(&mut self, request: &TableRequest) -> Option<()> {
        while let Some(class) = self.first.ranges.get(self.done) {
            let (list, hands) = self.second.list(class, request)?;
            let numbers = self.table.numbers(class.lengths);
            self.table.add_range(*class, &numbers, list, hands);
            self.done += 1;
        }
        self.table.second = Some(Arc::new(self.second.hands()));
        self.table.make_guide();
        Some(())
    }
}

impl ClassTable {
    /// Adds the hands of a shape and a range of points, each with so many second hands of a list.
    fn add_range(&mut self, class: HandClass, numbers: &[u64], second: u32, weight: u64) {
        if weight == 0 {
            return;
        }
        self.ranges.push(class);
        for points in class.points.0..=class.points.1 {
            let hands = numbers[points as usize];
            if hands > 0 {
                self.total += u128::from(hands) * u128::from(weight);
                self.classes.push(DrawnClass {
                    upto: self.total,
                    lengths: class.lengths,
                    points: points as u8,
                    hands,
                    second,
                });
            }
        }
    }

    /// Notes where equal parts of all weight begin.
    fn make_guide(&mut self) {
        self.part_bits = (128 - self.total.leading_zeros()).saturating_sub(GUIDE_BITS);
        let mut class = 0;
        let begins = |part: u128| {
            let at = part << self.part_bits;
            while self
                .classes
                .get(class)
                .is_some_and(|found| found.upto <= at)
            {
                class += 1;
            }
            class as u32
        };
        self.guide = (0..=self.total >> self.part_bits).map(begins).collect();
    }

    /// How many nodes were worked out for it.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// The share of deals that are in the table.
    pub(crate) fn share(&self) -> f64 {
        self.total as f64 / self.all.max(1) as f64
    }

    /// How many hands of a shape have each number of points.
    fn numbers(&self, lengths: [u8; 4]) -> Vec<u64> {
        let [c, d, h, s] = lengths.map(usize::from);
        let (minors, majors) = (self.pairs[0].of(c, d), self.pairs[1].of(h, s));
        let mut numbers = vec![0; MOST_IN_HAND + 1];
        let most = majors.iter().rposition(|&m| m > 0).map_or(0, |q| q + 1);
        for (p, &n) in minors.iter().enumerate().filter(|(_, n)| **n > 0) {
            for (number, &m) in numbers[p..].iter_mut().zip(&majors[..most]) {
                *number += n * m;
            }
        }
        numbers
    }

    /// A hand of the table, and one of the second seat if there is one: every pair with the same chance. `None` if
    /// there are none.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut impl Rng) -> Option<(Hand, Hand)> {
        if self.total == 0 {
            return None;
        }
        // The index means a class first, then within it a pair of minors and a pair of majors, and in each of those the two
        // holdings: mixed radix all the way down, so that one random number is enough.
        let index = wide_below(self.total, rng);
        let mut at = self.guide[(index >> self.part_bits) as usize] as usize;
        while self.classes[at].upto <= index {
            at += 1;
        }
        let class = &self.classes[at];
        let mut left = match self.second {
            // Where each hand weighs 1, the index says which hand of the class it is.
            None => (class.upto - 1 - index) as u64,
            // Else it says only which class: all its hands weigh the same, and one of them is drawn.
            Some(_) => space::below(class.hands, rng),
        };
        let [c, d, h, s] = class.lengths.map(usize::from);
        let points = class.points as usize;
        let (minors, majors) = (self.pairs[0].of(c, d), self.pairs[1].of(h, s));
        let mut in_minors = points.saturating_sub(PAIR - 1);
        while left >= minors[in_minors] * majors[points - in_minors] {
            left -= minors[in_minors] * majors[points - in_minors];
            in_minors += 1;
        }
        let others = majors[points - in_minors];
        let minors = self.pair(
            [Suit::Clubs, Suit::Diamonds],
            [c, d],
            in_minors,
            left / others,
        );
        let in_majors = points - in_minors;
        let majors = self.pair(
            [Suit::Hearts, Suit::Spades],
            [h, s],
            in_majors,
            left % others,
        );
        let first = Hand::from_bits(minors | majors);
        let second = match &self.second {
            None => Hand::EMPTY,
            Some(second) => second.draw(class.second, first, rng),
        };
        Some((first, second))
    }

    /// The pair of holdings with an index, as bits of a hand.
    #[inline]
    fn pair(&self, suits: [Suit; 2], lengths: [usize; 2], points: usize, index: u64) -> u64 {
        let [a, b] = suits.map(|suit| &self.suits[suit as usize]);
        let number = |p: usize| a.number(lengths[0], p) * b.number(lengths[1], points - p);
        let mut left = index;
        let mut first = points.saturating_sub(MOST_IN_SUIT);
        while left >= number(first) {
            left -= number(first);
            first += 1;
        }
        let others = b.number(lengths[1], points - first);
        let x = a.nth(lengths[0], first, left / others);
        let y = b.nth(lengths[1], points - first, left % others);
        x << (16 * suits[0] as u32) | y << (16 * suits[1] as u32)
    }
}

/// The point count that a condition asks most of a seat's whole hand.
fn point_count(graph: &Graph, roots: &[NodeId], seat: Seat) -> Option<PointCount> {
    let mut counts: Vec<PointCount> = Vec::new();
    for id in reachable(graph, roots) {
        if let Node::Measure {
            seat: whose,
            measure: Measure::Points(count),
            suit: None,
        } = graph.node(id)
            && *whose == seat
        {
            counts.push(*count);
        }
    }
    let fits = |count: &PointCount| {
        let values = || Rank::all().map(|rank| count.of_rank(rank));
        values().all(|v| v >= 0) && values().map(|v| v as i64).sum::<i64>() <= MOST_IN_SUIT as i64
    };
    let hcp = counts.iter().find(|count| **count == PointCount::HCP);
    let chosen = hcp.or(counts.first()).copied().unwrap_or(PointCount::HCP);
    fits(&chosen).then_some(chosen)
}

/// A number below `bound`, each with the same chance; most bounds fit into 64 bits, which takes half the random bits.
#[inline]
fn wide_below(bound: u128, rng: &mut impl Rng) -> u128 {
    match u64::try_from(bound) {
        Ok(bound) => space::below(bound, rng).into(),
        Err(_) => space::below_u128(bound, rng),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use space::{Cards, Deck, Quantity, Rule, Setup};
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    fn table(text: &str, has: Hand, lacks: Hand) -> ClassTable {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let condition = loaded.compiled.expect(text).condition;
        let request = TableRequest {
            condition: &condition,
            seat: Seat::North,
            has,
            lacks,
            work: u64::MAX,
            watch: &Watch::default(),
        };
        let builder = TableBuilder::one(&request).unwrap();
        builder.build(&request).unwrap()
    }

    fn number(text: &str) -> u128 {
        table(text, Hand::EMPTY, Hand::EMPTY).total
    }

    #[test]
    fn shapes_and_points_are_counted_exactly() {
        let all = table("hcp(north) >= 0", Hand::EMPTY, Hand::EMPTY);
        assert_eq!((all.total, all.all), (635013559600, 635013559600));
        assert_eq!(
            number("spades(north) == 6 and hcp(north) >= 10 and hcp(north) <= 12"),
            7156885014
        );
        let balanced = "shape(north, any 4333 + any 4432 + any 5332)";
        assert_eq!(
            number(&format!(
                "{balanced} and hcp(north) >= 15 and hcp(north) <= 17"
            )),
            30897212184
        );
        assert_eq!(number("hcp(north) > 40 or spades(north) > 13"), 0);
        // What a class leaves open is left open: aces are at most a quarter of the points.
        let aces = number("hcp(north) < 8 and aces(north) == 2");
        assert_eq!(aces, 0);
        assert!(number("hcp(north) == 8 and aces(north) == 2") > 0);
    }

    /// A table that is laid aside again and again, because it takes too much work or was stopped, is the one made in one go.
    #[test]
    fn a_table_is_taken_up_where_it_was_left() {
        let text = "condition (spades(north) > 4 and spades(south) > 3 or hearts(north) > 4 and hearts(south) > 3) \
                    and hcp(north) > 11 and hcp(south) > 9 and losers(south) < 9";
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let condition = loaded.compiled.unwrap().condition;
        let asleep = Watch::default();
        fn request<'a>(condition: &'a Condition, work: u64, watch: &'a Watch) -> TableRequest<'a> {
            TableRequest {
                condition,
                seat: Seat::North,
                has: Hand::EMPTY,
                lacks: Hand::EMPTY,
                work,
                watch,
            }
        }
        let in_pieces = |mut builder: TableBuilder| {
            let (mut work, mut laid_aside) = (100, 0);
            loop {
                let stops_soon = Watch::stopping_at(7);
                for watch in [&stops_soon, &asleep] {
                    match builder.build(&request(&condition, work, watch)) {
                        Ok(table) => return (table, laid_aside),
                        Err(unfinished) => builder = unfinished,
                    }
                    laid_aside += 1;
                }
                work += work / 2;
            }
        };
        let shown = |table: &ClassTable| format!("{:?} {:?}", table.classes, table.second);
        let enough = request(&condition, u64::MAX, &asleep);
        let begin = || TableBuilder::one(&enough).unwrap();
        let one = begin().build(&enough).unwrap();
        let (again, laid_aside) = in_pieces(begin());
        assert!(
            shown(&one) == shown(&again) && laid_aside > 5,
            "{laid_aside}"
        );
        let one = Arc::new(one);
        let begin = || TableBuilder::two(&one, &enough, Seat::South).unwrap();
        let two = begin().build(&enough).unwrap();
        let (again, laid_aside) = in_pieces(begin());
        assert!(
            shown(&two) == shown(&again) && laid_aside > 5,
            "{laid_aside}"
        );
    }

    #[test]
    fn predealt_cards_are_kept() {
        let has: Hand = "AK...".parse().unwrap();
        let lacks: Hand = "QJ.A..".parse().unwrap();
        let table = table("hcp(north) == 7 and hearts(north) == 3", has, lacks);
        let mut rng = space::stream(1, 1);
        for _ in 0..1000 {
            let hand = table.draw(&mut rng).unwrap().0;
            assert_eq!(hand.common(has), has);
            assert!(hand.common(lacks).is_empty());
            assert_eq!((hand.len(), hand.length(Suit::Hearts)), (13, 3));
            assert_eq!(PointCount::HCP.of_hand(hand), 7);
        }
    }

    /// Draws against the distribution that the engine counts.
    #[test]
    fn draws_are_uniform() {
        let table = table(
            "spades(north) >= 5 and hcp(north) >= 10 and hcp(north) <= 12",
            Hand::EMPTY,
            Hand::EMPTY,
        );
        let suit = |s: u32| Cards(0x1fff << (16 * s));
        let hcp = |card: u8| (i32::from(card % 16) - 8).clamp(0, 4);
        let deck = Deck::new((0..4).map(|s| suit(s).iter().collect::<Vec<u8>>())).unwrap();
        let rules = [
            Quantity::number(0, suit(3)).within(5..=13),
            Quantity::new(0, hcp).within(10..=12),
        ];
        let setup = Setup::new(deck, [13; 4]).unwrap();
        let space = setup.require(Rule::all(rules)).unwrap().build().unwrap();
        // Hearts, and points in diamonds, and one card.
        let diamonds = move |card: u8| if suit(1).has(card) { hcp(card) } else { 0 };
        let quantity = Quantity::number(0, suit(2))
            + Quantity::new(0, move |c| 20 * diamonds(c))
            + Quantity::new(0, |c| 1000 * i32::from(c == 0));
        let exact = space.distribution(&quantity).unwrap();
        let mut rng = space::stream(5, 5);
        let draws = 100_000;
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..draws {
            let hand = table.draw(&mut rng).unwrap().0;
            let deal = space::Deal::new([Cards(hand.bits())]);
            *seen.entry(quantity.of(&deal)).or_insert(0u32) += 1;
        }
        let mut chi = 0.0;
        let mut cells = 0;
        for (value, count) in &exact {
            let expected = *count as f64 / space.count() as f64 * f64::from(draws);
            if expected > 5.0 {
                let found = f64::from(seen.get(value).copied().unwrap_or(0));
                chi += (found - expected).powi(2) / expected;
                cells += 1;
            }
        }
        let p = 1.0 - ChiSquared::new(f64::from(cells) - 1.0).unwrap().cdf(chi);
        assert!(p > 1e-4 && cells > 50, "p = {p}, {cells} cells");
    }
}

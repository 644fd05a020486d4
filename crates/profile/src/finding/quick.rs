//! Boards of a combination without a plan: the seat whose hand is the rarest is drawn from its hands, the others are dealt
//! and looked at.
//!
//! A plan is worth its price if there are boards enough to share it. A profile has hundreds of combinations, and the first
//! twenty boards are of twenty of them: so each board is tried for like this first, which needs nothing but a small
//! table. What is not found soon is tried for with the shape of a second seat drawn along with the first hand, which needs
//! a larger one. Only what was not found so either is worth counting. Every deal that qualifies has the same chance in each
//! try of either kind: so it has the same chance in the end, whoever finds it.

use std::sync::{Arc, LazyLock, OnceLock};

use bridge::{Deal, Hand, Seat, Shape, Suit};
use plan::{FoundBoard, Pack};
use space::{Stream, Watch};

use crate::combining::demand::{Demand, Demands};
use crate::counting::hand_table::{ALL_HANDS, HandAsked, HandTable, SECOND_HANDS, some_of, ways};
use crate::document::model::Range;

/// A look at the watch comes after so many tries: about a millisecond.
const TRIES_A_LOOK: u64 = 4096;
/// After so many tries a second seat's shape is drawn too,
const ALONE: u64 = 1_000;
/// if that leaves at most so much of what is tried.
const WORTH_WHILE: f64 = 0.5;
/// What is asked of two partners together is taken to be this rare, when the order of the seats is chosen.
const TOGETHER: f64 = 0.25;

/// For each holding, its length and its points.
static HOLDINGS: LazyLock<Vec<(u8, u8)>> = LazyLock::new(|| {
    let holding = |bits: u16| {
        let worth = [1, 2, 3, 4].into_iter().enumerate();
        let held = worth.filter(|(at, _)| bits >> (9 + at) & 1 == 1);
        (bits.count_ones() as u8, held.map(|(_, worth)| worth).sum())
    };
    (0..1 << 13).map(holding).collect()
});

/// Tries for the boards of a combination.
#[derive(Clone, Debug)]
pub(crate) struct QuickTries {
    demands: Demands,
    /// The seat that is drawn, and its hands; `None` if nothing is asked of any seat alone.
    first: Option<(Seat, Arc<HandTable>)>,
    /// The others of which something is asked, in the order in which they are dealt, and then the rest.
    asked: Vec<SeatCheck>,
    rest: Vec<Seat>,
    /// The first hand with the shape of a second, once that was looked for; `None` if it is of no use.
    two: OnceLock<Option<TwoSeats>>,
}

/// What is drawn for a try, and about how many tries a board takes.
pub(crate) struct ExpectedTries {
    /// Whose hand is drawn from those that are asked for.
    pub(crate) hand: Option<Seat>,
    /// Whose shape is drawn with it.
    pub(crate) shape: Option<Seat>,
    pub(crate) tries: f64,
}

/// The hands of a first seat, with the shapes of a second that they leave cards for: any such pair can be drawn as likely as
/// any other.
#[derive(Clone, Debug)]
struct TwoSeats {
    first: Seat,
    table: Arc<HandTable>,
    second: Seat,
    /// For each shape of the first seat, the number of pairs up to and with it.
    upto: Vec<u128>,
    /// The same for each shape of the second with it.
    seconds: Vec<ShapeList>,
}

/// For a shape of the first seat: how many hands it has, and the shapes of the second, by suit, clubs first, with the number
/// of hands up to and with each.
#[derive(Clone, Debug)]
struct ShapeList {
    hands: u64,
    shapes: Vec<[u8; 4]>,
    upto: Vec<u64>,
}

impl ShapeList {
    /// The shapes that a demand allows of what a first hand of a shape leaves.
    fn new(first: [u8; 4], hands: u64, allowed: &[[u8; 4]]) -> ShapeList {
        let left = first.map(|length| 13 - length);
        let mut list = ShapeList {
            hands,
            shapes: Vec::new(),
            upto: Vec::new(),
        };
        let mut sum = 0;
        for &shape in allowed {
            let of = |suit: usize| u64::from(ways(left[suit].into(), shape[suit].into()));
            let number = of(0) * of(1) * of(2) * of(3);
            if number > 0 {
                sum += number;
                list.shapes.push(shape);
                list.upto.push(sum);
            }
        }
        list
    }

    fn count(&self) -> u64 {
        self.upto.last().copied().unwrap_or(0)
    }

    /// One of the hands, by its number, from what the first leaves.
    fn nth(&self, first: Hand, number: u64) -> Hand {
        let at = self.upto.partition_point(|upto| *upto <= number);
        let before = at.checked_sub(1).map_or(0, |before| self.upto[before]);
        let mut number = number - before;
        let mut bits = 0;
        for suit in Suit::ALL {
            let left = 0x1fff & !first.holding(suit).0;
            let length = self.shapes[at][suit as usize];
            let ways = u64::from(ways(left.count_ones(), length.into()));
            let holding = some_of(left, length.into(), (number % ways) as u32);
            bits |= u64::from(holding) << (16 * suit as u32);
            number /= ways;
        }
        Hand::from_bits(bits)
    }
}

impl TwoSeats {
    fn new(first: Seat, table: &Arc<HandTable>, second: Seat, demand: &Demand) -> TwoSeats {
        let allowed: Vec<[u8; 4]> = Shape::all()
            .filter(|&shape| demand.allows(shape))
            .map(|shape| Suit::ALL.map(|suit| shape.length(suit)))
            .collect();
        let list = |(shape, hands)| ShapeList::new(shape, hands, &allowed);
        let seconds: Vec<ShapeList> = table.by_shape().map(list).collect();
        let mut sum = 0;
        let upto = seconds.iter().map(|list| {
            sum += u128::from(list.hands) * u128::from(list.count());
            sum
        });
        TwoSeats {
            first,
            second,
            table: table.clone(),
            upto: upto.collect(),
            seconds,
        }
    }

    /// How many pairs there are.
    fn count(&self) -> u128 {
        self.upto.last().copied().unwrap_or(0)
    }

    /// The share of the pairs of hands of which only the first is looked at.
    fn share(&self) -> f64 {
        let all = self.table.count() as f64 * SECOND_HANDS as f64;
        self.count() as f64 / all
    }

    /// Any of the pairs, each as likely as any other.
    fn draw(&self, stream: &mut Stream) -> [Hand; 2] {
        let number = space::below_u128(self.count(), stream);
        let at = self.upto.partition_point(|upto| *upto <= number);
        let before = at.checked_sub(1).map_or(0, |before| self.upto[before]);
        let (number, list) = (number - before, &self.seconds[at]);
        let hands = u128::from(list.hands);
        let first = self.table.nth_of_shape(at, (number % hands) as u64);
        [first, list.nth(first, (number / hands) as u64)]
    }
}

/// What is looked at when a seat has been dealt.
#[derive(Clone, Debug)]
struct SeatCheck {
    seat: Seat,
    /// For each suit, clubs first, the lengths and the points that it may have, as bit sets.
    lengths: [u16; 4],
    points: [u16; 4],
    total: Range,
    /// Where it matters which lengths come together.
    shapes: bool,
    /// Where something is asked of it and its partner, who has been dealt.
    pair: bool,
}

impl SeatCheck {
    fn new(seat: Seat, demand: &Demand, pair: bool) -> SeatCheck {
        let bits = |range: Range| (range.min..=range.max.min(15)).fold(0, |bits, n| bits | 1 << n);
        SeatCheck {
            seat,
            lengths: demand.cards.map(bits),
            points: demand.points.map(bits),
            total: demand.total,
            shapes: demand.shapes != Demand::any().shapes,
            pair,
        }
    }

    /// Whether a hand is one that is asked for, as far as lengths and points say.
    #[inline]
    fn passes(&self, hand: Hand) -> bool {
        let holdings = &HOLDINGS[..1 << 13];
        let mut total = 0;
        let mut fits = 1;
        for suit in 0..4 {
            let (length, points) = holdings[(hand.bits() >> (16 * suit)) as usize & 0x1fff];
            fits &= self.lengths[suit] >> length & self.points[suit] >> points;
            total += points;
        }
        fits & 1 == 1 && self.total.contains(total)
    }
}

impl QuickTries {
    /// For these demands; `chance` knows how rare a hand is that is asked for.
    pub(crate) fn new(demands: &Demands, chance: impl Fn(&Demand) -> f64) -> QuickTries {
        let asked = Seat::ALL.into_iter().filter(|&seat| demands.asks(seat));
        let mut left: Vec<(f64, Seat)> = asked.map(|seat| (chance(&demands[seat]), seat)).collect();
        answer::sort_by(&mut left, |a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        let first = left.pop().map(|(_, seat)| {
            let asked = HandAsked::new(&demands[seat], Hand::DECK);
            (seat, Arc::new(HandTable::new(&asked)))
        });
        let mut dealt: Vec<Seat> = first.iter().map(|(seat, _)| *seat).collect();
        let mut checks = Vec::new();
        // The rarest next, where a pair that is complete with it counts.
        while !left.is_empty() {
            let pair =
                |seat: Seat| !demands.pair(seat.side()).is_any() && dealt.contains(&seat.partner());
            let chance =
                |(chance, seat): &(f64, Seat)| chance * if pair(*seat) { TOGETHER } else { 1.0 };
            let rarest =
                (0..left.len()).min_by(|&a, &b| chance(&left[a]).total_cmp(&chance(&left[b])));
            let (_, seat) = left.remove(rarest.unwrap_or(0));
            checks.push(SeatCheck::new(seat, &demands[seat], pair(seat)));
            dealt.push(seat);
        }
        let rest = Seat::ALL.into_iter().filter(|seat| !dealt.contains(seat));
        QuickTries {
            demands: *demands,
            rest: rest.collect(),
            asked: checks,
            first,
            two: OnceLock::new(),
        }
    }

    /// The first hand with the shape of the second that leaves the least.
    fn two_seats(&self) -> Option<&TwoSeats> {
        let two = self.two.get_or_init(|| {
            let (first, table) = self.first.as_ref()?;
            let second = |check: &SeatCheck| {
                let demand = &self.demands[check.seat];
                TwoSeats::new(*first, table, check.seat, demand)
            };
            let all = self.asked.iter().map(second);
            let rarest = all.min_by(|a, b| a.count().cmp(&b.count()))?;
            (rarest.count() > 0 && rarest.share() <= WORTH_WHILE).then_some(rarest)
        });
        two.as_ref()
    }

    /// What is drawn, and about how many tries a board takes, if a deal has this chance to be one.
    pub(crate) fn expected(&self, chance: f64) -> ExpectedTries {
        let first = self.first.as_ref();
        let share = first.map_or(1.0, |(_, table)| table.count() as f64 / ALL_HANDS as f64);
        let hand = first.map(|(seat, _)| *seat);
        let alone = share / chance;
        match self.two_seats().filter(|_| alone > ALONE as f64) {
            Some(two) => ExpectedTries {
                hand,
                shape: Some(two.second),
                tries: two.share() * alone,
            },
            None => ExpectedTries {
                hand,
                shape: None,
                tries: alone,
            },
        }
    }

    /// About how many bytes its tables take.
    pub(crate) fn memory(&self) -> usize {
        let first = self.first.iter().map(|(_, table)| table.memory());
        let two = self.two.get().into_iter().flatten();
        let lists = two.flat_map(|two| &two.seconds);
        let lists = lists.map(|list| list.shapes.len() * size_of::<([u8; 4], u64)>());
        first.sum::<usize>() + lists.sum::<usize>()
    }

    /// A board in at most so many tries.
    pub(crate) fn board(&self, mut stream: Stream, tries: u64, watch: &Watch) -> FoundBoard {
        let mut tried = 0;
        let mut told = 0;
        let mut found = None;
        while found.is_none() && tried < tries {
            if tried - told == TRIES_A_LOOK {
                watch.add_tries(tried - told);
                told = tried;
                if watch.look_after(TRIES_A_LOOK).is_err() {
                    break;
                }
            }
            tried += 1;
            let two = (tried > ALONE).then(|| self.two_seats()).flatten();
            found = self.try_once(two, &mut stream);
        }
        watch.add_tries(tried - told);
        FoundBoard {
            deal: found,
            tries: tried,
            about: (),
        }
    }

    /// One try: the first hand from its table, perhaps with a second, the others at random, up to the first that does not
    /// fit.
    #[inline]
    fn try_once(&self, two: Option<&TwoSeats>, stream: &mut Stream) -> Option<Deal> {
        let mut deal = Deal::default();
        let mut bits = Hand::DECK.bits();
        let mut second = None;
        if let Some(two) = two {
            [deal[two.first], deal[two.second]] = two.draw(stream);
            bits &= !deal[two.first].bits() & !deal[two.second].bits();
            second = Some(two.second);
        } else if let Some((seat, table)) = &self.first {
            deal[*seat] = table.draw(stream);
            bits &= !deal[*seat].bits();
        }
        // A second hand is there already: if it does not fit, nothing need be dealt.
        let drawn = self.asked.iter().filter(|check| Some(check.seat) == second);
        for check in drawn {
            if !check.passes(deal[check.seat]) {
                return None;
            }
        }
        let mut pack = Pack::new(bits);
        for check in &self.asked {
            if Some(check.seat) != second {
                deal[check.seat] = Hand::from_bits(pack.draw(13, stream));
                let hand = deal[check.seat];
                if !check.passes(hand) || check.shapes && !self.demands[check.seat].has_shape(hand)
                {
                    return None;
                }
            }
            if check.pair {
                let pair = self.demands.pair(check.seat.side());
                let hands = [deal[check.seat], deal[check.seat.partner()]];
                if !pair.has_cards(hands) || !pair.has_points(hands) {
                    return None;
                }
            }
        }
        for seat in &self.rest {
            deal[*seat] = Hand::from_bits(pack.draw(13, stream));
        }
        Some(deal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::hand_table::chance_of;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    /// A weak two in spades, five or six hearts with opening values, and not much in the third hand.
    fn demands() -> Demands {
        let mut demands = Demands::any();
        let range = |min, max| Range { min, max };
        let [one, other, third, _] = &mut demands.hands;
        one.cards[Suit::Spades as usize] = range(6, 6);
        one.points[Suit::Spades as usize] = range(5, 7);
        other.cards[Suit::Hearts as usize] = range(5, 6);
        other.total = range(12, 20);
        third.total = range(0, 12);
        demands.pairs[1].cards[Suit::Clubs as usize] = range(4, 8);
        demands
    }

    /// What is looked at of a deal: lengths and points that each way of drawing could get wrong.
    fn seen(deal: &Deal) -> [usize; 6] {
        let points = |seat: Seat| bridge::PointCount::HCP.of_hand(deal[seat]) as usize;
        [
            deal[Seat::North].length(Suit::Hearts),
            deal[Seat::East].length(Suit::Spades),
            deal[Seat::East].length(Suit::Clubs),
            points(Seat::North),
            points(Seat::East),
            deal[Seat::South].length(Suit::Spades),
        ]
    }

    /// The chance that two samples of one distribution differ as these do, for each thing that is looked at.
    fn chances(one: &[Deal], other: &[Deal]) -> Vec<f64> {
        (0..6)
            .map(|what| {
                let mut counts = vec![[0.0f64; 2]; 41];
                for (i, deals) in [one, other].into_iter().enumerate() {
                    for deal in deals {
                        counts[seen(deal)[what]][i] += 1.0;
                    }
                }
                let cells: Vec<[f64; 2]> =
                    counts.into_iter().filter(|[a, b]| a + b >= 10.0).collect();
                let chi: f64 = cells.iter().map(|[a, b]| (a - b).powi(2) / (a + b)).sum();
                1.0 - ChiSquared::new(cells.len() as f64 - 1.0).unwrap().cdf(chi)
            })
            .collect()
    }

    /// Deals by tries of one kind.
    fn deals(
        number: usize,
        seed: u64,
        mut one: impl FnMut(&mut Stream) -> Option<Deal>,
    ) -> Vec<Deal> {
        let mut stream = space::stream(seed, 1);
        std::iter::from_fn(|| Some(one(&mut stream)))
            .flatten()
            .take(number)
            .collect()
    }

    /// With a second seat's shape drawn too, every deal is as likely as with one hand drawn alone, and as with none. If the
    /// first hand were drawn without regard to what it leaves the second, the same test would say so.
    #[test]
    fn either_way_of_trying_is_fair() {
        let demands = demands();
        let quick = QuickTries::new(&demands, chance_of);
        let two = quick.two_seats().expect("a second shape is worth drawing");
        let plain = deals(4_000, 1, |stream| {
            let mut pack = Pack::new(Hand::DECK.bits());
            let deal = Deal([(); 4].map(|()| Hand::from_bits(pack.draw(13, stream))));
            demands.holds(&deal).then_some(deal)
        });
        let alone = deals(20_000, 2, |stream| quick.try_once(None, stream));
        let both = deals(20_000, 3, |stream| quick.try_once(Some(two), stream));
        for tried in [&alone, &both] {
            assert!(tried.iter().all(|deal| demands.holds(deal)));
            let same = chances(&plain, &tried[..4_000]);
            assert!(same.iter().all(|&chance| chance > 1e-4), "{same:?}");
        }
        let same = chances(&alone, &both);
        assert!(same.iter().all(|&chance| chance > 1e-4), "{same:?}");
        let unfair = TwoSeats {
            // As many pairs for each first hand.
            upto: two
                .seconds
                .iter()
                .scan(0, |sum, list| {
                    *sum += u128::from(list.hands) << 40;
                    Some(*sum)
                })
                .collect(),
            seconds: two
                .seconds
                .iter()
                .map(|list| ShapeList {
                    hands: list.hands << 40,
                    ..list.clone()
                })
                .collect(),
            ..two.clone()
        };
        let unfair = deals(20_000, 4, |stream| {
            let number = space::below_u128(unfair.count(), stream);
            let at = unfair.upto.partition_point(|upto| *upto <= number);
            let list = &two.seconds[at];
            let first = two.table.nth_of_shape(at, space::below(list.hands, stream));
            let second = list.nth(first, space::below(list.count(), stream));
            let mut pack = Pack::new(Hand::DECK.bits() & !first.bits() & !second.bits());
            let mut deal = Deal::default();
            [deal[two.first], deal[two.second]] = [first, second];
            for seat in Seat::ALL
                .into_iter()
                .filter(|seat| ![two.first, two.second].contains(seat))
            {
                deal[seat] = Hand::from_bits(pack.draw(13, stream));
            }
            demands.holds(&deal).then_some(deal)
        });
        assert!(chances(&alone, &unfair).iter().any(|&chance| chance < 1e-9));
    }
}

//! How rare a combination is, estimated where counting is too much work: not by deals that happen to fit, of which there may
//! be none in a million, but by hands that are drawn to fit and weighed.
//!
//! The rarest seat's hand is drawn from all that it is asked for, the second's from all that the first leaves it; the third
//! and the fourth share the rest, and how many ways they have is counted. The product of the three numbers, over all deals, is
//! right on average: some thousands of them tell a chance to a few hundredths of it, however small it is.

use bridge::{Deal, Hand, Seat};
use space::{Key, Stopped, Watch};

use crate::combining::demand::Demands;
use crate::counting::hand_table::{
    ALL_HANDS, HandAsked, HandTable, SECOND_HANDS, THIRD_HANDS, chance_of,
};

/// At least so many are weighed,
const FEWEST: usize = 200;
/// and then more until the standard error is at most this part of the estimate.
const GOOD_ENOUGH: f64 = 0.005;
/// A look at the watch comes after so many.
const WEIGHED_A_LOOK: usize = 16;
/// What the streams of the hands that are drawn are for; no board shares them.
const STREAMS: &str = "weighed deals";
/// So many standard errors on either side hold the truth in 95 of 100 cases.
const DEVIATIONS: f64 = 1.96;

/// A chance that was estimated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// The chance.
    pub(crate) probability: f64,
    /// Its standard error.
    pub(crate) error: f64,
}

impl Estimate {
    /// From so many weights, their sum and that of their squares. One alone tells nothing.
    pub(crate) fn of(number: f64, sum: f64, squares: f64) -> Estimate {
        if number < 2.0 {
            return Estimate {
                probability: 0.0,
                error: 0.0,
            };
        }
        let mean = sum / number;
        let variance = (squares / number - mean * mean).max(0.0);
        Estimate {
            probability: mean,
            error: (variance / (number - 1.0)).sqrt(),
        }
    }

    /// The bounds that hold the chance in 95 of 100 cases.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let off = DEVIATIONS * self.error;
        let Estimate { probability, .. } = self;
        ((probability - off).max(0.0), (probability + off).min(1.0))
    }
}

/// The chance that a random deal is one of these, from at most so many weighed ones.
pub(crate) fn estimate(demands: &Demands, most: usize, watch: &Watch) -> Result<Estimate, Stopped> {
    estimate_from(demands, most, 0, watch)
}

/// The same with the hands of one of many streams.
fn estimate_from(
    demands: &Demands,
    most: usize,
    stream: u64,
    watch: &Watch,
) -> Result<Estimate, Stopped> {
    let weighing = Weighing::new(demands);
    let mut stream = Key::ours(STREAMS).stream(stream);
    let (mut number, mut sum, mut squares) = (0.0, 0.0, 0.0);
    while number < most as f64 && weighing.first.count() > 0 {
        if (number as usize).is_multiple_of(WEIGHED_A_LOOK) {
            watch.look()?;
        }
        let weight = weighing.draw(&mut stream);
        number += 1.0;
        sum += weight;
        squares += weight * weight;
        let Estimate { probability, error } = Estimate::of(number, sum, squares);
        if number >= FEWEST as f64 && error <= GOOD_ENOUGH * probability {
            break;
        }
    }
    Ok(Estimate::of(number, sum, squares))
}

/// Hands that are drawn to fit and weighed.
pub(crate) struct Weighing<'d> {
    demands: &'d Demands,
    /// The seats, the rarest first.
    order: [Seat; 4],
    /// The hands of the first.
    first: HandTable,
}

impl<'d> Weighing<'d> {
    pub(crate) fn new(demands: &'d Demands) -> Weighing<'d> {
        let mut order = Seat::ALL.map(|seat| (chance_of(&demands[seat]), seat));
        answer::sort_by(&mut order, |a, b| a.0.total_cmp(&b.0));
        let order = order.map(|(_, seat)| seat);
        let first = HandTable::new(&HandAsked::new(&demands[order[0]], Hand::DECK));
        Weighing {
            demands,
            order,
            first,
        }
    }

    /// The share of deals that hands which are drawn stand for: on average, that of the deals that are asked for.
    pub(crate) fn draw(&self, stream: &mut space::Stream) -> f64 {
        if self.first.count() == 0 {
            return 0.0;
        }
        weigh(self.demands, self.order, &self.first, stream)
    }
}

/// Two hands that fit, and the share of deals that they stand for.
fn weigh(
    demands: &Demands,
    order: [Seat; 4],
    table: &HandTable,
    stream: &mut space::Stream,
) -> f64 {
    let [first, second, third, fourth] = order;
    let mut deal = Deal::default();
    deal[first] = table.draw(stream);
    let asked = asked_of(demands, second, &deal);
    let hands = HandTable::new(&asked);
    if hands.count() == 0 {
        return 0.0;
    }
    deal[second] = hands.draw(stream);
    let asked = asked_of(demands, third, &deal).leaving(&demands[fourth]);
    // Whoever is the fourth's partner has been dealt, or is the third: then what both have together is known as well.
    let together = demands.pair(fourth.side());
    let asked = if third == fourth.partner() {
        asked.all_of(together)
    } else {
        asked.leaving_beside(together, deal[fourth.partner()])
    };
    let rest = HandTable::new(&asked).count();
    let shares = [
        (table.count(), ALL_HANDS),
        (hands.count(), SECOND_HANDS),
        (rest, THIRD_HANDS),
    ];
    let shares = shares.map(|(some, all)| some as f64 / all as f64);
    shares.iter().product()
}

/// What is asked of a seat of the cards that are left, with what its partner has, if that was dealt.
fn asked_of(demands: &Demands, seat: Seat, deal: &Deal) -> HandAsked {
    let asked = HandAsked::new(&demands[seat], deal.rest());
    let partner = deal[seat.partner()];
    if partner.is_empty() {
        asked
    } else {
        asked.beside(demands.pair(seat.side()), partner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combining::compile::condition_of;
    use crate::document::model::Range;
    use bridge::{Predeal, Suit};

    /// Demands of all kinds, from one in forty to one in a thousand million.
    fn some_demands() -> Vec<Demands> {
        let range = |min, max| Range { min, max };
        let mut all = Vec::new();
        for (long, strong) in [(5, 8), (6, 10), (7, 12)] {
            for pairs in [false, true] {
                for third in [false, true] {
                    let mut demands = Demands::any();
                    demands.hands[0].cards[Suit::Spades as usize] = range(long, 13);
                    demands.hands[2].total = range(strong, strong + 3);
                    demands.hands[3].cards[Suit::Hearts as usize] = range(long - 1, long);
                    if third {
                        demands.hands[1].points[Suit::Spades as usize] = range(3, 9);
                        demands.hands[1].total = range(strong, 20);
                    }
                    if pairs {
                        demands.pairs[0].cards[Suit::Clubs as usize] = range(7, 9);
                        demands.pairs[1].points = range(16, 24);
                    }
                    all.push(demands);
                }
            }
        }
        all
    }

    /// The bounds hold the truth in about 95 of 100 cases: the same chances, each from a stream of its own.
    #[test]
    fn the_bounds_hold_the_truth() {
        let (mut held, mut all) = (0, 0);
        let watch = Watch::default();
        for demands in some_demands() {
            let count = plan::count(
                &condition_of(&demands),
                &Predeal::default(),
                Default::default(),
                &watch,
            );
            let truth = count.unwrap() as f64 / 53_644_737_765_488_792_839_237_440_000.0;
            for seed in 0..needs::rounds(10, 100) {
                let found = estimate_from(&demands, 200, seed, &watch).unwrap();
                assert!(
                    (0.4..2.5).contains(&(found.probability / truth)),
                    "{found:?} for {truth}"
                );
                let (low, high) = found.interval();
                held += u32::from((low..=high).contains(&truth));
                all += 1;
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.88..=0.99).contains(&share), "{held} of {all}");
    }

    /// What cannot be dealt is never.
    #[test]
    fn nothing_is_nothing() {
        let mut demands = Demands::any();
        demands.hands[0].total = Range { min: 38, max: 37 };
        let none = estimate(&demands, 100, &Watch::default()).unwrap();
        assert_eq!((none.probability, none.interval()), (0.0, (0.0, 0.0)));
    }
}

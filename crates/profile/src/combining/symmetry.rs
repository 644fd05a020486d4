//! Demands that are the same but for the names of suits and seats are one: a deal for one of them is a deal for the other,
//! with suits and seats exchanged, and what was worked out for one need not be worked out again.

use bridge::{Deal, Hand, Seat, Shape, ShapeSet, Suit};

use crate::combining::demand::{Demand, Demands, PairDemand};

/// What the suits and seats of a renamed demand stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Names {
    /// For each place, the seat that it stands for.
    seats: [Seat; 4],
    /// For each suit, clubs first, the suit that it stands for.
    suits: [Suit; 4],
}

/// Four demands in a form that does not depend on which suits and seats they name, the smallest of all such forms, and
/// what its names stand for.
pub(crate) fn rename(demands: &Demands) -> (Demands, Names) {
    let single = demands.is_of_single_hands();
    let mut best: Option<(Demands, Names)> = None;
    for suits in orders() {
        let suits = suits.map(|suit| Suit::ALL[suit]);
        let mut seats = Seat::ALL.map(|seat| {
            let demand = demands[seat];
            (renamed(&demand, suits), seat)
        });
        let mut pairs = demands.pairs;
        if single {
            seats.sort_unstable();
        } else {
            pairs = pairs.map(|pair| renamed_pair(&pair, suits));
            sort_by_pairs(&mut seats, &mut pairs);
        }
        let found = Demands {
            hands: seats.map(|(demand, _)| demand),
            pairs,
        };
        if best.is_none_or(|(best, _)| found < best) {
            let seats = seats.map(|(_, seat)| seat);
            best = Some((found, Names { seats, suits }));
        }
    }
    // There are 24 orders of the suits, so one of them was the best.
    let as_they_are = Names {
        seats: Seat::ALL,
        suits: Suit::ALL,
    };
    best.unwrap_or((*demands, as_they_are))
}

/// Demands in a form that does not depend on which suits they name, the smallest of all such forms; and for each suit of
/// it, clubs first, the suit that it stands for.
pub(crate) fn rename_suits(demands: &Demands) -> (Demands, [Suit; 4]) {
    let each = orders().map(|suits| {
        let suits = suits.map(|suit| Suit::ALL[suit]);
        let form = Demands {
            hands: demands.hands.map(|demand| renamed(&demand, suits)),
            pairs: demands.pairs.map(|pair| renamed_pair(&pair, suits)),
        };
        (form, suits)
    });
    let best = each.min_by_key(|(form, _)| *form);
    best.unwrap_or((*demands, Suit::ALL))
}

impl Names {
    /// The seat that a place stands for.
    pub(crate) fn seat(&self, place: Seat) -> Seat {
        self.seats[place as usize]
    }

    /// A deal for the renamed demands as a deal for those they were made from.
    pub(crate) fn back(&self, deal: &Deal) -> Deal {
        let mut named = Deal::default();
        for (hand, seat) in deal.0.into_iter().zip(self.seats) {
            let suits = Suit::ALL.into_iter().zip(self.suits);
            let bits = suits.fold(0, |bits, (from, to)| {
                bits | u64::from(hand.holding(from).0) << (16 * to as u32)
            });
            named[seat] = Hand::from_bits(bits);
        }
        named
    }
}

fn renamed(demand: &Demand, suits: [Suit; 4]) -> Demand {
    let excluded = demand.shapes != ShapeSet::all();
    Demand {
        cards: suits.map(|suit| demand.cards[suit as usize]),
        points: suits.map(|suit| demand.points[suit as usize]),
        total: demand.total,
        shapes: if !excluded {
            demand.shapes
        } else {
            ShapeSet::from_fn(|shape| {
                let mut lengths = [0; 4];
                for (from, to) in Suit::ALL.into_iter().zip(suits) {
                    // A shape is written with spades first.
                    lengths[3 - to as usize] = shape.length(from);
                }
                Shape::new(lengths).is_some_and(|shape| demand.shapes.contains(shape))
            })
        },
    }
}

fn renamed_pair(demand: &PairDemand, suits: [Suit; 4]) -> PairDemand {
    PairDemand {
        cards: suits.map(|suit| demand.cards[suit as usize]),
        ..*demand
    }
}

/// Sorts the partners of each pair, and the pairs: who is whose partner stays.
fn sort_by_pairs(seats: &mut [(Demand, Seat); 4], pairs: &mut [PairDemand; 2]) {
    let [n, e, s, w] = *seats;
    let mut sorted = [(pairs[0], [n, s]), (pairs[1], [e, w])];
    for (_, partners) in &mut sorted {
        partners.sort_unstable();
    }
    sorted.sort_unstable();
    let [(first, [n, s]), (second, [e, w])] = sorted;
    (*seats, *pairs) = ([n, e, s, w], [first, second]);
}

/// The 24 orders of four things.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    let all = (0..256usize).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]);
    all.filter(|order| (0..4).all(|i| order.contains(&i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::model::Range;

    /// However suits and seats are exchanged, the form is the same, and a deal for it comes back as one that fits.
    #[test]
    fn the_form_does_not_depend_on_names() {
        let mut demands = Demands::any();
        let [one, other, third, _] = &mut demands.hands;
        one.cards[3] = Range { min: 6, max: 6 };
        one.points[3] = Range { min: 5, max: 7 };
        other.total = Range { min: 12, max: 20 };
        third.cards[0] = Range { min: 5, max: 5 };
        third.shapes = ShapeSet::from_fn(|shape| shape.length(Suit::Hearts) != 4);
        the_same_form(&demands, |_| true);
        // What is asked of partners together keeps them together.
        demands.pairs[0].cards[2] = Range { min: 8, max: 13 };
        demands.pairs[0].points = Range { min: 20, max: 40 };
        the_same_form(&demands, |seats| (seats[0] + seats[2]) % 2 == 0);
    }

    /// However suits are exchanged, and seats in these orders.
    fn the_same_form(demands: &Demands, orders_of_seats: impl Fn(&[usize; 4]) -> bool) {
        let (form, _) = rename(demands);
        let deal = a_deal(&form);
        for suits in orders() {
            for seats in orders().filter(&orders_of_seats) {
                let suits = suits.map(|suit| Suit::ALL[suit]);
                let pairs = [seats[0] % 2, seats[1] % 2];
                let other = Demands {
                    hands: seats.map(|seat| renamed(&demands.hands[seat], suits)),
                    pairs: pairs.map(|pair| renamed_pair(&demands.pairs[pair], suits)),
                };
                let (same, names) = rename(&other);
                assert_eq!(same, form);
                assert!(other.holds(&names.back(&deal)));
            }
        }
    }

    /// Some deal that fits.
    fn a_deal(demands: &Demands) -> Deal {
        use rand::seq::SliceRandom;
        let mut cards: Vec<bridge::Card> = bridge::Card::all().collect();
        let mut rng = space::stream(1, 1);
        loop {
            cards.shuffle(&mut rng);
            let hand = |seat: usize| cards[13 * seat..][..13].iter().copied().collect::<Hand>();
            let deal = Deal([0, 1, 2, 3].map(hand));
            if demands.holds(&deal) {
                return deal;
            }
        }
    }
}

//! Demands that are the same but for the names of suits and seats are one: a deal for one of them is a deal for the other,
//! with suits and seats exchanged, and what was worked out for one need not be worked out again.

use bridge::{Deal, Hand, Seat, Shape, ShapeSet, Suit};

use crate::demand::Demand;

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
pub(crate) fn rename(demands: &[Demand; 4]) -> ([Demand; 4], Names) {
    let excluded = demands.map(|demand| demand.shapes != Demand::any().shapes);
    let mut best: Option<([Demand; 4], Names)> = None;
    for suits in orders() {
        let suits = suits.map(|suit| Suit::ALL[suit]);
        let mut seats = Seat::ALL.map(|seat| {
            let demand = demands[seat as usize];
            (renamed(&demand, suits, excluded[seat as usize]), seat)
        });
        seats.sort_unstable();
        let found = seats.map(|(demand, _)| demand);
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

fn renamed(demand: &Demand, suits: [Suit; 4], excluded: bool) -> Demand {
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

/// The 24 orders of four things.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    let all = (0..256usize).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]);
    all.filter(|order| (0..4).all(|i| order.contains(&i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Range;

    /// However suits and seats are exchanged, the form is the same, and a deal for it comes back as one that fits.
    #[test]
    fn the_form_does_not_depend_on_names() {
        let mut demands = [Demand::any(); 4];
        demands[0].cards[3] = Range { min: 6, max: 6 };
        demands[0].points[3] = Range { min: 5, max: 7 };
        demands[1].total = Range { min: 12, max: 20 };
        demands[2].cards[0] = Range { min: 5, max: 5 };
        demands[2].shapes = ShapeSet::from_fn(|shape| shape.length(Suit::Hearts) != 4);
        let (form, _) = rename(&demands);
        for suits in orders() {
            for seats in orders() {
                let suits = suits.map(|suit| Suit::ALL[suit]);
                let other = seats.map(|seat| renamed(&demands[seat], suits, true));
                let (same, names) = rename(&other);
                assert_eq!(same, form);
                let deal = a_deal(&form);
                let back = names.back(&deal);
                assert!(std::iter::zip(other, back.0).all(|(demand, hand)| demand.holds(hand)));
            }
        }
    }

    /// Some deal that fits.
    fn a_deal(demands: &[Demand; 4]) -> Deal {
        use rand::seq::SliceRandom;
        let mut cards: Vec<bridge::Card> = bridge::Card::all().collect();
        let mut rng = space::stream(1, 1);
        loop {
            cards.shuffle(&mut rng);
            let hand = |seat: usize| cards[13 * seat..][..13].iter().copied().collect::<Hand>();
            let deal = Deal([0, 1, 2, 3].map(hand));
            if std::iter::zip(demands, deal.0).all(|(demand, hand)| demand.holds(hand)) {
                return deal;
            }
        }
    }
}

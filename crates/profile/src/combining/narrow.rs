//! What follows from ranges that must add up: the cards and points of a suit over the four seats, those of a hand over its
//! suits, those of two partners together. Nothing that can be dealt is lost, and much of what cannot is seen at once.

use crate::combining::demand::{Demands, POINTS_IN_SUIT};
use crate::document::model::Range;

/// The same deals, asked for by the narrowest ranges that adding up gives; `None` if it shows that there is no deal.
pub(crate) fn narrowed(demands: &Demands) -> Option<Demands> {
    let mut demands = *demands;
    let cards = Table {
        cells: demands.hands.map(|hand| hand.cards),
        hands: [exactly(13); 4],
        suit: 13,
        pairs_in_suits: demands.pairs.map(|pair| pair.cards),
        pairs: [exactly(26); 2],
    };
    let points = Table {
        cells: demands.hands.map(|hand| hand.points),
        hands: demands.hands.map(|hand| hand.total),
        suit: POINTS_IN_SUIT,
        pairs_in_suits: [[Range::POINTS_IN_SUIT; 4]; 2],
        pairs: demands.pairs.map(|pair| pair.points),
    };
    let (cards, points) = (cards.narrowed()?, points.narrowed()?);
    for (seat, hand) in demands.hands.iter_mut().enumerate() {
        hand.cards = cards.cells[seat];
        hand.points = points.cells[seat];
        hand.total = points.hands[seat];
    }
    for (side, pair) in demands.pairs.iter_mut().enumerate() {
        pair.cards = cards.pairs_in_suits[side];
        pair.points = points.pairs[side];
    }
    Some(demands)
}

fn exactly(number: u8) -> Range {
    Range {
        min: number,
        max: number,
    }
}

/// Numbers by seat and suit, of which only ranges are known, and their sums.
#[derive(Clone, Copy, PartialEq)]
struct Table {
    cells: [[Range; 4]; 4],
    hands: [Range; 4],
    /// What the four seats have of each suit.
    suit: u8,
    pairs_in_suits: [[Range; 4]; 2],
    pairs: [Range; 2],
}

impl Table {
    fn narrowed(mut self) -> Option<Table> {
        // Ranges only become narrower, so this comes to an end.
        loop {
            let before = self;
            for seat in 0..4 {
                add_up(&mut self.hands[seat], self.cells[seat].each_mut())?;
            }
            for side in 0..2 {
                for suit in 0..4 {
                    let [n, e, s, w] = self.cells.each_mut();
                    let seats = if side == 0 { [n, s] } else { [e, w] };
                    let cells = seats.map(|cells| &mut cells[suit]);
                    add_up(&mut self.pairs_in_suits[side][suit], cells)?;
                }
                let [n, e, s, w] = self.hands.each_mut();
                let hands = if side == 0 { [n, s] } else { [e, w] };
                add_up(&mut self.pairs[side], hands)?;
                add_up(&mut self.pairs[side], self.pairs_in_suits[side].each_mut())?;
            }
            for suit in 0..4 {
                let sides = self.pairs_in_suits.each_mut().map(|side| &mut side[suit]);
                add_up(&mut exactly(self.suit), sides)?;
            }
            add_up(&mut exactly(4 * self.suit), self.pairs.each_mut())?;
            if self == before {
                return Some(self);
            }
        }
    }
}

/// Narrows a sum and its parts to what they leave each other; `None` if nothing is left.
fn add_up<const N: usize>(sum: &mut Range, mut parts: [&mut Range; N]) -> Option<()> {
    let least: u8 = parts.iter().map(|part| part.min).sum();
    let most: u8 = parts.iter().map(|part| part.max).sum();
    *sum = sum.common(Range {
        min: least,
        max: most,
    });
    if sum.is_empty() {
        return None;
    }
    for part in &mut parts {
        // What the others take at the least and at the most.
        let (others_least, others_most) = (least - part.min, most - part.max);
        let left = Range {
            min: sum.min.saturating_sub(others_most),
            max: sum.max.saturating_sub(others_least),
        };
        **part = part.common(left);
        if part.is_empty() {
            return None;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(min: u8, max: u8) -> Range {
        Range { min, max }
    }

    /// What is left for East is what nobody else must have.
    #[test]
    fn what_others_must_have_is_not_there_for_anybody_else() {
        let mut demands = Demands::any();
        demands.hands[0].cards[3] = range(5, 13);
        demands.hands[2].points[0] = range(4, 8);
        demands.pairs[0].points = range(25, 40);
        let narrow = narrowed(&demands).unwrap();
        assert_eq!(narrow.hands[0].cards[3], range(5, 13));
        assert_eq!(narrow.hands[0].cards[0], range(0, 8));
        assert_eq!(narrow.hands[1].cards[3], range(0, 8));
        assert_eq!(narrow.hands[1].points[0], range(0, 6));
        assert_eq!(narrow.hands[1].total, range(0, 15));
        assert_eq!(narrow.pairs[1].points, range(0, 15));
        assert_eq!(narrow.hands[2].total, range(4, 37));
    }

    #[test]
    fn what_does_not_add_up_is_refused() {
        // Nineteen points in two suits of which South has some, and three in a third.
        let mut demands = Demands::any();
        demands.hands[1].points[3] = range(0, 0);
        demands.hands[1].points[0] = range(0, 3);
        demands.hands[1].total = range(19, 22);
        assert!(narrowed(&demands).is_some());
        demands.hands[2].points[2] = range(1, 10);
        demands.hands[2].points[1] = range(4, 10);
        assert_eq!(narrowed(&demands), None);
        // Partners who must share what the others have.
        let mut demands = Demands::any();
        demands.pairs[0].cards[0] = range(8, 13);
        demands.hands[1].cards[0] = range(3, 13);
        demands.hands[3].cards[0] = range(3, 13);
        assert_eq!(narrowed(&demands), None);
    }
}

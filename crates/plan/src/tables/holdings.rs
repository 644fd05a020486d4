//! The 8,192 holdings of a suit by length and points, and how many hands two suits make: what classes of hands are counted
//! and drawn from.

use std::sync::Arc;

use bridge::{Hand, Holding, Measure, PointCount, Suit, SuitTable};

/// The most points that a suit may have in a count that makes classes: 4-3-2-1 has 10, 6-4-2-1 has 13.
pub(crate) const MOST_IN_SUIT: usize = 16;
/// So many points that a hand may have.
pub(crate) const MOST_IN_HAND: usize = 4 * MOST_IN_SUIT;

/// The holdings of one suit that a seat may have, by length and points.
#[derive(Clone, Debug)]
pub(crate) struct SuitHoldings {
    holdings: Vec<u16>,
    /// Where the holdings of a length and so many points begin; the next entry is where they end.
    first: Vec<u32>,
}

impl SuitHoldings {
    /// Those of a suit, of which the seat has some cards for sure, and others for sure not. `points` has the points of
    /// every holding.
    pub(crate) fn new(points: &SuitTable, has: Holding, lacks: Holding) -> SuitHoldings {
        let fits = |bits: &u16| bits & has.0 == has.0 && bits & lacks.0 == 0;
        let class = |bits: u16| {
            let holding = Holding(bits);
            holding.len() * (MOST_IN_SUIT + 1) + points.holding(holding) as usize
        };
        let mut first = vec![0; 14 * (MOST_IN_SUIT + 1) + 1];
        for bits in (0..1u16 << 13).filter(fits) {
            first[class(bits) + 1] += 1;
        }
        for class in 1..first.len() {
            first[class] += first[class - 1];
        }
        let mut next = first.clone();
        let mut holdings = vec![0; first[first.len() - 1] as usize];
        for bits in (0..1u16 << 13).filter(fits) {
            let place = &mut next[class(bits)];
            holdings[*place as usize] = bits;
            *place += 1;
        }
        SuitHoldings { holdings, first }
    }

    #[inline]
    pub(crate) fn number(&self, length: usize, points: usize) -> u64 {
        let class = length * (MOST_IN_SUIT + 1) + points;
        u64::from(self.first[class + 1] - self.first[class])
    }

    #[inline]
    pub(crate) fn nth(&self, length: usize, points: usize, index: u64) -> u64 {
        let class = length * (MOST_IN_SUIT + 1) + points;
        self.holdings[(u64::from(self.first[class]) + index) as usize].into()
    }
}

/// Two suits together: how many pairs of holdings have these lengths and so many points.
#[derive(Clone, Debug)]
pub(crate) struct PairNumbers(Vec<u64>);

/// The most points that two suits can have, and one more.
pub(crate) const PAIR: usize = 2 * MOST_IN_SUIT + 1;

impl PairNumbers {
    pub(crate) fn new(a: &SuitHoldings, b: &SuitHoldings) -> PairNumbers {
        let mut numbers = vec![0; 14 * 14 * PAIR];
        for la in 0..14 {
            for lb in 0..14 - la {
                for pa in 0..=MOST_IN_SUIT {
                    let first = a.number(la, pa);
                    if first == 0 {
                        continue;
                    }
                    for pb in 0..=MOST_IN_SUIT {
                        numbers[(la * 14 + lb) * PAIR + pa + pb] += first * b.number(lb, pb);
                    }
                }
            }
        }
        PairNumbers(numbers)
    }

    #[inline]
    pub(crate) fn of(&self, la: usize, lb: usize) -> &[u64] {
        &self.0[(la * 14 + lb) * PAIR..][..PAIR]
    }
}

/// The holdings of the four suits. Suits of which nothing is known beforehand are all the same.
pub(crate) fn suits(count: &PointCount, has: Hand, lacks: Hand) -> Arc<[SuitHoldings; 4]> {
    let points = SuitTable::new(Measure::Points(*count));
    let mut made: Vec<((Holding, Holding), SuitHoldings)> = Vec::new();
    Arc::new(Suit::ALL.map(|suit| {
        let known = (has.holding(suit), lacks.holding(suit));
        if let Some((_, holdings)) = made.iter().find(|(other, _)| *other == known) {
            return holdings.clone();
        }
        let holdings = SuitHoldings::new(&points, known.0, known.1);
        made.push((known, holdings.clone()));
        holdings
    }))
}

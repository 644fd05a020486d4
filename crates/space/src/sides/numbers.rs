//! How many cards of each kind of many a place or a side takes, packed into one word.

use crate::Cards;
use crate::binomial::binomial;

/// How many cards of each kind of many: packed, eight bits a kind, and as a number that leaves out the last kind.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) lanes: u64,
    pub(super) index: u32,
}

impl Number {
    /// Numbers of as many cards in their order: the first kind weighs most. That of a sum is the sum of those of its parts.
    pub(super) fn key(&self) -> u64 {
        self.lanes.swap_bytes()
    }
}

/// All ways to take so many cards of the kinds of many.
pub(super) struct Numbers {
    pub(super) sizes: Vec<u8>,
    /// The number with all cards.
    pub(super) all: Number,
    /// For each number of cards in all, the ways to take them.
    pub(super) of_total: Vec<Vec<Number>>,
    /// How many values `index` has.
    pub(super) indices: usize,
    /// In how many ways so many of so many cards can be taken: small, for the innermost loop. No side has 32 cards.
    pub(super) choose: Vec<u32>,
}

impl Numbers {
    pub(super) fn new(bulk: &[Cards]) -> Numbers {
        let sizes: Vec<u8> = bulk.iter().map(|kind| kind.len() as u8).collect();
        let mut strides = vec![0u32; sizes.len()];
        let mut indices = 1;
        for (stride, &size) in strides.iter_mut().zip(&sizes).take(sizes.len().max(1) - 1) {
            *stride = indices;
            indices *= u32::from(size) + 1;
        }
        let total: usize = sizes.iter().map(|&size| size as usize).sum();
        let mut of_total = vec![Vec::new(); total + 1];
        let mut open = vec![(0, 0, Number { lanes: 0, index: 0 })];
        while let Some((kind, taken, number)) = open.pop() {
            match sizes.get(kind) {
                None => of_total[taken].push(number),
                Some(&size) => open.extend((0..=size).rev().map(|n| {
                    let number = Number {
                        lanes: number.lanes | u64::from(n) << (8 * kind),
                        index: number.index + u32::from(n) * strides[kind],
                    };
                    (kind + 1, taken + n as usize, number)
                })),
            }
        }
        let all = of_total[total][0];
        let choose = (0..32 * 32).map(|at: u32| binomial((at >> 5) as u8, (at & 31) as u8) as u32);
        Numbers {
            choose: choose.collect(),
            sizes,
            all,
            of_total,
            indices: indices as usize,
        }
    }

    #[inline]
    pub(super) fn lane(lanes: u64, kind: usize) -> u8 {
        (lanes >> (8 * kind)) as u8
    }

    /// The bits that are set in a sum of two numbers, after adding this, when some kind has too few cards.
    pub(super) fn guard(&self) -> u64 {
        let lanes = self.sizes.iter().enumerate();
        lanes.fold(0, |guard, (kind, &size)| {
            guard | u64::from(127 - size) << (8 * kind)
        })
    }

    /// How many cards there are.
    pub(super) fn cards(&self) -> usize {
        self.of_total.len() - 1
    }

    /// In how many ways the cards of a number can be taken.
    pub(super) fn ways(&self, lanes: u64) -> u128 {
        let kinds = self.sizes.iter().enumerate();
        kinds.fold(1, |ways, (kind, &size)| {
            ways * u128::from(binomial(size, Numbers::lane(lanes, kind)))
        })
    }
}

//! Which pairs of states were worked out already.

use rustc_hash::FxHashMap;

use super::UNSET;
use super::ways::{STATE_BITS, STATE_MASK};

/// As long as this may a list of all pairs of states be.
const MOST_LISTED: usize = 1 << 22;

/// Which blocks pairs of states have: in a list by both states if that is not too long, which is looked through in order.
#[derive(Default)]
pub(super) struct Known {
    rows: [usize; 2],
    listed: Vec<(u32, u32)>,
    others: FxHashMap<u64, (u32, u32)>,
}

impl Known {
    /// Forgets all, and makes room for so many rows of both places and so many sums.
    pub(super) fn clear(&mut self, rows: [usize; 2], sums: usize) {
        self.others.clear();
        self.listed.clear();
        self.rows = rows;
        let all = rows[0].saturating_mul(rows[1]).saturating_mul(sums);
        if all <= MOST_LISTED {
            self.listed.resize(all, (UNSET, UNSET));
        }
    }

    #[inline]
    fn place(&self, state: u64) -> usize {
        let b = (state >> STATE_BITS & STATE_MASK) as usize;
        let sums = (state >> (2 * STATE_BITS)) as usize;
        (sums * self.rows[1] + b) * self.rows[0] + (state & STATE_MASK) as usize
    }

    #[inline]
    pub(super) fn get(&self, state: u64) -> Option<(usize, usize)> {
        let (from, upto) = if self.listed.is_empty() {
            *self.others.get(&state)?
        } else {
            self.listed[self.place(state)]
        };
        (from != UNSET).then_some((from as usize, upto as usize))
    }

    pub(super) fn insert(&mut self, state: u64, (from, upto): (usize, usize)) {
        let blocks = (from as u32, upto as u32);
        if self.listed.is_empty() {
            self.others.insert(state, blocks);
        } else {
            let place = self.place(state);
            self.listed[place] = blocks;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.listed.capacity() + 24 * self.others.capacity()
    }
}

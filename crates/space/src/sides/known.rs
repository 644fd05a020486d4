//! Which pairs of states were worked out already.

use rustc_hash::FxHashMap;

use super::ways::{STATE_BITS, STATE_MASK};

/// As long as this may a list of all pairs of states be.
const MOST_LISTED: usize = 1 << 22;
/// Where blocks have higher numbers than this, they begin anew.
const MOST_NUMBERED: u32 = 1 << 31;

/// Which blocks pairs of states have: in a list by both states if that is not too long, which is looked through in order.
///
/// Numbers of blocks begin where those that were forgotten ended, so that a list need not be emptied.
#[derive(Default)]
pub(super) struct Known {
    rows: [usize; 2],
    listed: Vec<(u32, u32)>,
    others: FxHashMap<u64, (u32, u32)>,
    /// What was forgotten has lower numbers than the first, and nothing has higher ones than the last.
    begin: u32,
    end: u32,
}

impl Known {
    /// Forgets all, and makes room for so many rows of both places and so many sums.
    pub(super) fn clear(&mut self, rows: [usize; 2], sums: usize) {
        self.others.clear();
        let all = rows[0].saturating_mul(rows[1]).saturating_mul(sums);
        let length = if all <= MOST_LISTED { all } else { 0 };
        if self.rows != rows || self.listed.len() != length || self.end > MOST_NUMBERED {
            self.listed.clear();
            self.listed.resize(length, (0, 0));
            self.rows = rows;
            self.end = 0;
        }
        // What was never known has the number 0.
        self.end += 1;
        self.begin = self.end;
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
        let known = from.checked_sub(self.begin)?;
        Some((known as usize, (upto - self.begin) as usize))
    }

    pub(super) fn insert(&mut self, state: u64, (from, upto): (usize, usize)) {
        let [from, upto] = [from, upto].map(|block| self.begin + block as u32);
        self.end = self.end.max(upto);
        if self.listed.is_empty() {
            self.others.insert(state, (from, upto));
        } else {
            let place = self.place(state);
            self.listed[place] = (from, upto);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.listed.capacity() + 24 * self.others.capacity()
    }
}

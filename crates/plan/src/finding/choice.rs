//! One of several things, by their shares.

/// Which of several things a draw of 64 bits means.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// For each, the bound below which a draw means it or one before.
    bounds: Vec<u64>,
}

impl Choice {
    /// Shares need not add up to 1: only what they are to each other matters. A share is kept to about 15 digits.
    pub(crate) fn new(shares: &[f64]) -> Choice {
        let total: f64 = shares.iter().sum();
        let mut upto = 0.0;
        let mut bounds: Vec<u64> = shares
            .iter()
            .map(|share| {
                upto += share;
                (upto / total * 2f64.powi(64)) as u64
            })
            .collect();
        if let Some(last) = bounds.last_mut() {
            *last = u64::MAX;
        }
        Choice { bounds }
    }

    /// What a draw means.
    #[inline]
    pub(crate) fn of(&self, draw: u64) -> usize {
        let drawn = self.bounds.partition_point(|bound| *bound <= draw);
        drawn.min(self.bounds.len() - 1)
    }

    /// The shares, as they are kept.
    pub(crate) fn shares(&self) -> impl Iterator<Item = f64> {
        let before = std::iter::once(0).chain(self.bounds.iter().copied());
        let bounds = self.bounds.iter().zip(before);
        bounds.map(|(bound, before)| (bound - before) as f64 / 2f64.powi(64))
    }
}

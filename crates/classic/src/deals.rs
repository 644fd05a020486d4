//! The endless sequence of deals that one seed of the classic program gives.

use bridge::{Card, Deal, Seat};

use crate::pack::{Pack, PackError, Swapping};
use crate::random::{Generator, Rng};

/// The deals of a seed, in order, without end.
///
/// A shuffle takes about 52 random numbers and no memory. The deals are not fair: see the crate's faults.
///
/// ```
/// use classic::{Deals, Rng, Swapping};
/// let mut deals = Deals::new(Rng::Debian, 1, &[], Swapping::None).unwrap();
/// let first = deals.next().unwrap();
/// assert_eq!(
///     first.to_string(),
///     "n 2.T98.K752.KJT84 e 5.J7642.986.9763 s AQ8.AQ5.QJT.AQ52 w KJT97643.K3.A43."
/// );
/// ```
#[derive(Clone)]
pub struct Deals {
    pack: Pack,
    generator: Generator,
}

impl Deals {
    /// The deals of a build's random numbers and a seed, with some cards dealt in advance.
    pub fn new(
        rng: Rng,
        seed: i64,
        predealt: &[(Seat, Card)],
        swapping: Swapping,
    ) -> Result<Deals, PackError> {
        Ok(Deals {
            pack: Pack::new(predealt, swapping)?,
            generator: rng.seeded(seed),
        })
    }

    /// The next deal.
    pub fn deal(&mut self) -> Deal {
        self.pack.deal(&mut self.generator)
    }

    /// The `rnd` of the language: a number from 0 up to, and not including, `below`. It is drawn from the same
    /// stream as the deals, so it changes all that follow.
    pub fn random(&mut self, below: i32) -> i32 {
        self.generator.below(below)
    }
}

impl Iterator for Deals {
    type Item = Deal;

    fn next(&mut self) -> Option<Deal> {
        Some(self.deal())
    }
}

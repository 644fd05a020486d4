//! Sampling when only some rules fit the graph: the others are checked afterwards.

use rand::Rng;

use crate::{Budget, Deal, Error, Rule, Setup, Space};

/// A space that is too large, and the rules that cut it down. Drawing until a deal passes the check is
/// still exactly uniform over what qualifies; only the count is no longer known.
#[derive(Clone, Debug)]
pub struct Relaxed {
    space: Space,
    check: Vec<Rule>,
}

impl Relaxed {
    /// Leaves the rules of these names to a check, and builds the space of the others.
    ///
    /// # Errors
    /// A name that no rule has, or a space that is over budget even so.
    pub fn new(setup: &Setup, names: &[&str], budget: Budget) -> Result<Relaxed, Error> {
        let (setup, check) = setup.relax(names)?;
        let space = setup.build_within(budget, &crate::Watch::default())?;
        Ok(Relaxed { space, check })
    }

    /// The space that the draws come from: all that qualify, and more.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Whether a deal of that space passes the check.
    pub fn passes(&self, deal: &Deal) -> bool {
        self.check.iter().all(|rule| rule.holds(deal))
    }

    /// A deal that qualifies, each with the same chance, and the number of draws it took; `None` if none
    /// of so many draws qualified.
    pub fn sample(&self, rng: &mut impl Rng, tries: u64) -> Option<(Deal, u64)> {
        (1..=tries).find_map(|tried| {
            let deal = self.space.sample(rng)?;
            self.passes(&deal).then_some((deal, tried))
        })
    }
}

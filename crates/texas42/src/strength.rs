//! The strength table: what happens to a domino that is led. Generated from the rules, and printable.

use crate::{Domino, Dominoes, Rules, Suit};

/// What the other 27 dominoes can do to one that is led: three sets that share nothing.
///
/// ```
/// use texas42::{Rules, Strength};
/// let rules = Rules::new("0".parse()?);
/// let strength = Strength::of(&rules, "6-4".parse()?);
/// assert_eq!(rules.shown(strength.higher), "6-6 6-5");
/// assert_eq!(rules.shown(strength.beats), "6-3 6-2 6-1");
/// assert_eq!(strength.ruffs.len(), 7);
/// assert_eq!(strength.cannot_follow.len(), 27 - 2 - 3 - 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The domino.
    pub domino: Domino,
    /// The suit that it is led as.
    pub led_as: Suit,
    /// What beats it by following suit.
    pub higher: Dominoes,
    /// The trumps that beat it, from a hand that cannot follow.
    pub ruffs: Dominoes,
    /// What follows suit and is beaten.
    pub beats: Dominoes,
    /// What cannot follow, and does not beat it.
    pub cannot_follow: Dominoes,
}

impl Strength {
    /// The strength of a domino that is led.
    pub fn of(rules: &Rules, domino: Domino) -> Strength {
        let led_as = rules.led_as(domino);
        let members = rules.members(led_as) - domino.alone();
        let higher = rules.over(domino);
        let ruffs = rules.trumps() - rules.members(led_as);
        Strength {
            domino,
            led_as,
            higher,
            ruffs,
            beats: members - higher,
            cannot_follow: Dominoes::ALL - domino.alone() - members - ruffs,
        }
    }

    /// All that beats it.
    pub fn beaten_by(&self) -> Dominoes {
        self.higher | self.ruffs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Trump;

    /// The table agrees with a trick of two dominoes, played by the rules.
    #[test]
    fn the_table_is_what_two_dominoes_do() {
        for rules in Trump::all().map(Rules::new) {
            for domino in Domino::all() {
                let strength = Strength::of(&rules, domino);
                for other in Domino::all().filter(|&other| other != domino) {
                    let beats = rules.beats(other, domino, strength.led_as);
                    let follows = rules.members(strength.led_as).has(other);
                    assert_eq!(strength.beaten_by().has(other), beats);
                    assert_eq!(strength.ruffs.has(other), beats && !follows);
                    assert_eq!(strength.beats.has(other), !beats && follows);
                    assert_eq!(strength.cannot_follow.has(other), !beats && !follows);
                }
            }
        }
    }
}

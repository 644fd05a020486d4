//! Lists of hands that cannot lose, and how far any other hand is from being one.

use std::fmt;

use crate::{Domino, Dominoes, Hand, Rules, Trump, is_gold, is_laydown};

/// What kind of hand that cannot lose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Gold perfect: see [`is_gold`].
    Gold,
    /// Takes all seven tricks whatever happens: see [`is_laydown`].
    Laydown,
}

impl Kind {
    /// Whether a hand is of this kind.
    pub fn includes(self, rules: &Rules, hand: Hand) -> bool {
        match self {
            Kind::Gold => is_gold(rules, hand),
            Kind::Laydown => is_laydown(rules, hand.dominoes(), hand.others()),
        }
    }

    /// The trumps with which there can be such hands.
    pub fn trumps(self) -> impl Iterator<Item = Trump> {
        Trump::all().filter(move |trump| match self {
            Kind::Gold => matches!(trump, Trump::Pip(_)),
            Kind::Laydown => true,
        })
    }
}

impl fmt::Display for Kind {
    /// `gold` or `laydown`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Kind::Gold => "gold",
            Kind::Laydown => "laydown",
        })
    }
}

/// Which hands are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// With all of these dominoes.
    pub with: Dominoes,
    /// With so many trumps.
    pub trumps: Option<usize>,
}

impl Wanted {
    /// Whether a hand is wanted.
    pub fn includes(&self, rules: &Rules, hand: Hand) -> bool {
        let trumps = (hand.dominoes() & rules.trumps()).len();
        (self.with - hand.dominoes()).is_empty()
            && self.trumps.is_none_or(|wanted| wanted == trumps)
    }
}

/// All hands of a kind, the fewest trumps first, then as they read. It takes a few hundredths of a second.
///
/// ```
/// use texas42::{Kind, Rules, Wanted, perfect};
/// let rules = Rules::new("0".parse()?);
/// let gold = perfect(&rules, Kind::Gold, &Wanted::default());
/// assert_eq!(gold.len(), 49);
/// assert_eq!(rules.shown(gold[0].dominoes()), "0-0 0-6 0-5 0-4 6-6 5-5 4-4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perfect(rules: &Rules, kind: Kind, wanted: &Wanted) -> Vec<Hand> {
    let mut hands: Vec<Hand> = Hand::all()
        .filter(|&hand| wanted.includes(rules, hand) && kind.includes(rules, hand))
        .collect();
    let everything = rules.arranged(Dominoes::ALL);
    hands.sort_by_cached_key(|hand| {
        let places = everything
            .iter()
            .map(|&domino| !hand.dominoes().has(domino));
        let trumps = (hand.dominoes() & rules.trumps()).len();
        (trumps, places.collect::<Vec<bool>>())
    });
    hands
}

/// The fewest dominoes that would have to be taken away from the others so that the rule makes a hand a lay-down: none, if it
/// is one.
///
/// Trumps and the rest can be looked at one after the other, because the rest wait until all trumps are gone. Of the
/// trumps that are out, the highest are the ones to go: that makes our top trumps more, and theirs fewer. Of the rest, sets
/// are tried, the small ones first. A domino matters only if it can follow something that we lead.
///
/// ```
/// use texas42::{Hand, Rules, shortfall};
/// let rules = Rules::new("0".parse()?);
/// let away = shortfall(&rules, "0-0 0-6 0-5 0-4 6-6 6-4 6-2".parse()?);
/// // Without 6-5, two leads of sixes draw 6-3 and 6-1, and 6-2 is good.
/// assert_eq!(rules.shown(away), "6-5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shortfall(rules: &Rules, hand: Hand) -> Dominoes {
    let (ours, others) = (hand.dominoes(), hand.others());
    let mut away = Dominoes::NONE;
    for trump in rules.arranged(others & rules.trumps()) {
        if is_laydown(rules, ours, (others & rules.trumps()) - away) {
            break;
        }
        away = away | trump.alone();
    }
    let led = (ours - rules.trumps())
        .iter()
        .fold(Dominoes::NONE, |all, domino| {
            all | rules.members(rules.led_as(domino))
        });
    let left = others - away;
    let mut sets = (0..=Domino::COUNT).flat_map(|size| (others & led).subsets(size));
    let rest = sets.find(|&set| is_laydown(rules, ours, left - set));
    away | rest.unwrap_or(Dominoes::NONE)
}

/// What each trump is worth to a hand: the dominoes to take away, the fewest first, then in the order of
/// [`Trump::all`]. The first is the best trump.
///
/// ```
/// use texas42::{Trump, best_trumps};
/// let ranking = best_trumps("0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse()?);
/// assert_eq!(ranking[0], ("0".parse()?, Default::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_trumps(hand: Hand) -> Vec<(Trump, Dominoes)> {
    let mut ranking: Vec<(Trump, Dominoes)> = Trump::all()
        .map(|trump| (trump, shortfall(&Rules::new(trump), hand)))
        .collect();
    ranking.sort_by_key(|(_, away)| away.len());
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(trump: &str) -> Rules {
        Rules::new(trump.parse().unwrap())
    }

    #[test]
    fn lists_can_be_narrowed() {
        let blanks = rules("0");
        let by_trumps = [4, 5, 6, 7].map(|trumps| {
            let wanted = Wanted {
                trumps: Some(trumps),
                ..Wanted::default()
            };
            perfect(&blanks, Kind::Gold, &wanted).len()
        });
        assert_eq!(by_trumps, [26, 16, 6, 1]);
        let with = crate::set("6-6 6-5");
        let wanted = Wanted { with, trumps: None };
        let some = perfect(&blanks, Kind::Laydown, &wanted);
        let all = perfect(&blanks, Kind::Laydown, &Wanted::default());
        let has = |hand: &&Hand| hand.dominoes() & with == with;
        assert_eq!(some.len(), all.iter().filter(has).count());
        assert!(!some.is_empty() && some.len() < all.len());
    }

    /// Every set of so few dominoes, trumps among them, tried one by one, is no better.
    #[test]
    fn no_fewer_dominoes_would_do() {
        for trump in Trump::all() {
            let rules = Rules::new(trump);
            for hand in Hand::all().step_by(50_021) {
                let away = shortfall(&rules, hand);
                let others = hand.others();
                assert!(is_laydown(&rules, hand.dominoes(), others - away));
                let fewer = away.len().min(5).saturating_sub(1);
                let mut sets = others.subsets(fewer);
                let better = sets.find(|&set| {
                    away.len() <= 5 && is_laydown(&rules, hand.dominoes(), others - set)
                });
                assert_eq!(better.filter(|_| !away.is_empty()), None);
            }
        }
    }

    #[test]
    fn a_laydown_needs_nothing() {
        let none = rules("none");
        let laydowns = perfect(&none, Kind::Laydown, &Wanted::default());
        assert!(
            laydowns
                .iter()
                .all(|&hand| shortfall(&none, hand).is_empty())
        );
        // The worst that can be asked for comes back quickly.
        let worst: Hand = "1-0 2-0 2-1 3-0 3-1 3-2 4-0".parse().unwrap();
        assert!(best_trumps(worst).iter().all(|(_, away)| away.len() > 3));
    }
}

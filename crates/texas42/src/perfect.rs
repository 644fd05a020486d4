//! Lists of hands that cannot lose, and how far any other hand is from being one.

use std::fmt;

use serde::{Serialize, Serializer};
use space::{Stopped, Watch};

use crate::{Domino, Dominoes, Hand, Rules, Trump, is_gold, is_laydown};

/// What kind of hand that cannot lose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PerfectKind {
    /// Gold perfect: see [`is_gold`].
    Gold,
    /// Takes all seven tricks whatever happens: see [`is_laydown`].
    Laydown,
}

impl PerfectKind {
    /// Whether a hand is of this kind.
    pub fn includes(self, rules: &Rules, hand: Hand) -> bool {
        match self {
            PerfectKind::Gold => is_gold(rules, hand),
            PerfectKind::Laydown => is_laydown(rules, hand.dominoes(), hand.others()),
        }
    }

    /// The trumps with which there can be such hands.
    pub fn trumps(self) -> impl Iterator<Item = Trump> {
        Trump::all().filter(move |trump| match self {
            PerfectKind::Gold => matches!(trump, Trump::Pip(_)),
            PerfectKind::Laydown => true,
        })
    }
}

impl fmt::Display for PerfectKind {
    /// `gold` or `laydown`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            PerfectKind::Gold => "gold",
            PerfectKind::Laydown => "laydown",
        })
    }
}

/// On the wire a kind is its name.
impl Serialize for PerfectKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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

/// So many hands or sets of dominoes are gone through between two looks at the watch: under a millisecond.
const HANDS_A_LOOK: usize = 4096;

/// All hands of a kind, the fewest trumps first, then as they read. It takes a few hundredths of a second, and looks at the
/// watch every 4096 hands.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use texas42::{PerfectKind, Rules, Wanted, Watch, perfect};
/// let rules = Rules::new("0".parse()?);
/// let gold = perfect(&rules, PerfectKind::Gold, &Wanted::default(), &Watch::default())?;
/// assert_eq!(gold.len(), 49);
/// assert_eq!(rules.shown(gold[0].dominoes()), "0-0 0-6 0-5 0-4 6-6 5-5 4-4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perfect(
    rules: &Rules,
    kind: PerfectKind,
    wanted: &Wanted,
    watch: &Watch,
) -> Result<Vec<Hand>, Stopped> {
    let mut hands = Vec::new();
    for (i, hand) in Hand::all().enumerate() {
        if i % HANDS_A_LOOK == 0 {
            watch.look()?;
        }
        if wanted.includes(rules, hand) && kind.includes(rules, hand) {
            hands.push(hand);
        }
    }
    let everything = rules.arranged(Dominoes::ALL);
    hands.sort_by_cached_key(|hand| {
        let places = everything
            .iter()
            .map(|&domino| !hand.dominoes().has(domino));
        let trumps = (hand.dominoes() & rules.trumps()).len();
        (trumps, places.collect::<Vec<bool>>())
    });
    Ok(hands)
}

/// The fewest dominoes that would have to be taken away from the others so that the rule makes a hand a lay-down: none, if it
/// is one.
///
/// Trumps and the rest can be looked at one after the other, because the rest wait until all trumps are gone. Of the
/// trumps that are out, the highest are the ones to go: that makes our top trumps more, and theirs fewer. Of the rest, sets
/// are tried, the small ones first. A domino matters only if it can follow something that we lead. A poor hand can take a
/// tenth of a second; it looks at the watch every 4096 sets.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use texas42::{Hand, Rules, Watch, shortfall};
/// let rules = Rules::new("0".parse()?);
/// let away = shortfall(&rules, "0-0 0-6 0-5 0-4 6-6 6-4 6-2".parse()?, &Watch::default())?;
/// // Without 6-5, two leads of sixes draw 6-3 and 6-1, and 6-2 is good.
/// assert_eq!(rules.shown(away), "6-5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shortfall(rules: &Rules, hand: Hand, watch: &Watch) -> Result<Dominoes, Stopped> {
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
    let sets = (0..=Domino::COUNT).flat_map(|size| (others & led).subsets(size));
    for (i, set) in sets.enumerate() {
        if i % HANDS_A_LOOK == 0 {
            watch.look()?;
        }
        if is_laydown(rules, ours, left - set) {
            return Ok(away | set);
        }
    }
    Ok(away)
}

/// What each trump is worth to a hand: the dominoes to take away, the fewest first, then in the order of
/// [`Trump::all`]. The first is the best trump.
///
/// # Errors
/// It was stopped.
///
/// ```
/// use texas42::{Trump, Watch, best_trumps};
/// let ranking = best_trumps("0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse()?, &Watch::default())?;
/// assert_eq!(ranking[0], ("0".parse()?, Default::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_trumps(hand: Hand, watch: &Watch) -> Result<Vec<(Trump, Dominoes)>, Stopped> {
    let mut ranking = Vec::new();
    for trump in Trump::all() {
        ranking.push((trump, shortfall(&Rules::new(trump), hand, watch)?));
    }
    answer::sort_by_key(&mut ranking, |(_, away)| away.len());
    Ok(ranking)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(trump: &str) -> Rules {
        Rules::new(trump.parse().unwrap())
    }

    fn listed(rules: &Rules, kind: PerfectKind, wanted: &Wanted) -> Vec<Hand> {
        perfect(rules, kind, wanted, &Watch::default()).unwrap()
    }

    #[test]
    fn lists_can_be_narrowed() {
        let blanks = rules("0");
        let by_trumps = [4, 5, 6, 7].map(|trumps| {
            let wanted = Wanted {
                trumps: Some(trumps),
                ..Wanted::default()
            };
            listed(&blanks, PerfectKind::Gold, &wanted).len()
        });
        assert_eq!(by_trumps, [26, 16, 6, 1]);
        let with = crate::set("6-6 6-5");
        let wanted = Wanted { with, trumps: None };
        let some = listed(&blanks, PerfectKind::Laydown, &wanted);
        let all = listed(&blanks, PerfectKind::Laydown, &Wanted::default());
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
                let away = shortfall(&rules, hand, &Watch::default()).unwrap();
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
        let watch = Watch::default();
        let none = rules("none");
        let laydowns = listed(&none, PerfectKind::Laydown, &Wanted::default());
        assert!(
            laydowns
                .iter()
                .all(|&hand| shortfall(&none, hand, &watch) == Ok(Dominoes::NONE))
        );
        // The worst that can be asked for comes back quickly.
        let worst: Hand = "1-0 2-0 2-1 3-0 3-1 3-2 4-0".parse().unwrap();
        let ranking = best_trumps(worst, &watch).unwrap();
        assert!(ranking.iter().all(|(_, away)| away.len() > 3));
    }

    #[test]
    fn lists_and_rankings_can_be_stopped() {
        let (rules, wanted) = (rules("none"), Wanted::default());
        let watch = Watch::default();
        perfect(&rules, PerfectKind::Laydown, &wanted, &watch).unwrap();
        // So many hands between two looks.
        assert_eq!(watch.looks(), 1_184_040u64.div_ceil(HANDS_A_LOOK as u64));
        let poor: Hand = "0-0 6-5 5-0 4-3 3-2 2-1 1-0".parse().unwrap();
        let watch = Watch::default();
        let away = shortfall(&rules, poor, &watch).unwrap();
        let least = (1..away.len() as u64).fold(1, |n, _| 2 * n) / HANDS_A_LOOK as u64;
        assert!(watch.looks() > least && watch.looks() > 50, "{away:?}");
        // Stopped soon after the beginning, there is no list and no ranking.
        for looks in [0, 1, 20] {
            let watch = Watch::default();
            let stopped = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while watch.looks() < looks {
                        std::hint::spin_loop();
                    }
                    watch.stop();
                });
                // Long enough to be caught, however slow the other thread is.
                (0..1000).find_map(|_| best_trumps(poor, &watch).err())
            });
            assert_eq!(stopped, Some(Stopped));
            let none = perfect(&rules, PerfectKind::Gold, &wanted, &watch);
            assert_eq!(none, Err(Stopped));
        }
    }
}

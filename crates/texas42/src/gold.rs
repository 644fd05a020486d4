//! Gold perfect hands, exactly by their definition: a pip is trumps; four trumps or more; no outside domino beats any
//! of our trumps; and each of the others, led, is beaten only by dominoes in the hand or by trumps.
//!
//! Every gold hand is a lay-down, and most lay-downs are not gold: see [`crate::Rounds`].

use crate::{Domino, Dominoes, Hand, Rules, Strength, Trump};

/// The fewest trumps of a gold hand.
const TRUMPS: usize = 4;

/// A line of the definition that a hand does not keep to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotGold {
    /// Trumps are not a pip.
    NoPip,
    /// Fewer than four trumps.
    FewTrumps(usize),
    /// A trump that trumps outside the hand beat.
    Trump(Domino, Dominoes),
    /// Another domino that is beaten, when led, by these of its suit outside the hand.
    Led(Domino, Dominoes),
}

/// Whether a hand is gold.
///
/// ```
/// use texas42::{Hand, Rules, is_gold};
/// let blanks = Rules::new("0".parse()?);
/// assert!(is_gold(&blanks, "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse()?));
/// assert!(!is_gold(&blanks, "0-0 0-6 0-5 0-4 6-6 6-4 6-2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_gold(rules: &Rules, hand: Hand) -> bool {
    let dominoes = hand.dominoes();
    matches!(rules.trump(), Trump::Pip(_))
        && (dominoes & rules.trumps()).len() >= TRUMPS
        && !dominoes
            .iter()
            .any(|domino| rules.over(domino).meets(hand.others()))
}

/// Every line of the definition that a hand does not keep to: none, if it is gold. Without a pip as trumps, the others
/// do not apply.
pub fn why_not_gold(rules: &Rules, hand: Hand) -> Vec<NotGold> {
    if !matches!(rules.trump(), Trump::Pip(_)) {
        return vec![NotGold::NoPip];
    }
    let mut faults = Vec::new();
    let trumps = (hand.dominoes() & rules.trumps()).len();
    if trumps < TRUMPS {
        faults.push(NotGold::FewTrumps(trumps));
    }
    for domino in rules.arranged(hand.dominoes()) {
        let outside = Strength::of(rules, domino).higher & hand.others();
        if outside.is_empty() {
            continue;
        }
        faults.push(if rules.trumps().has(domino) {
            NotGold::Trump(domino, outside)
        } else {
            NotGold::Led(domino, outside)
        });
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suit;

    /// 49 for each pip: 26, 16, 6 and 1 with four to seven trumps; 342 different ones in all.
    #[test]
    fn forty_nine_for_each_pip() {
        let mut all = Vec::new();
        for trump in Trump::all() {
            let rules = Rules::new(trump);
            let gold: Vec<Hand> = Hand::all().filter(|&hand| is_gold(&rules, hand)).collect();
            if !matches!(trump, Trump::Pip(_)) {
                assert!(gold.is_empty());
                continue;
            }
            let with = |trumps| {
                let has = |hand: &&Hand| (hand.dominoes() & rules.trumps()).len() == trumps;
                gold.iter().filter(has).count()
            };
            assert_eq!([4, 5, 6, 7].map(with), [26, 16, 6, 1]);
            all.extend(gold);
        }
        assert_eq!(all.len(), 343);
        all.sort();
        let twice: Vec<Hand> = all
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        assert_eq!(twice, ["6-6 6-5 6-4 6-3 5-5 5-4 5-3".parse().unwrap()]);
    }

    /// A domino is led as its higher end. To ask that it be safe as its lower one too would miss six hands of 49.
    #[test]
    fn checking_the_low_end_too_gives_forty_three() {
        for rules in Trump::all().take(7).map(Rules::new) {
            let safe_both_ways = |hand: &Hand| {
                hand.dominoes().iter().all(|domino| {
                    let mut ends = rules.suits_of(domino);
                    ends.all(|suit: Suit| !rules.over_in(domino, suit).meets(hand.others()))
                })
            };
            let gold = Hand::all().filter(|&hand| is_gold(&rules, hand));
            assert_eq!(gold.filter(safe_both_ways).count(), 43);
        }
    }

    #[test]
    fn known_examples() {
        let faults = |trump: &str, hand: &str| {
            let rules = Rules::new(trump.parse().unwrap());
            let hand: Hand = hand.parse().unwrap();
            let faults = why_not_gold(&rules, hand);
            assert_eq!(faults.is_empty(), is_gold(&rules, hand));
            faults
        };
        assert_eq!(faults("0", "0-0 0-6 0-5 0-4 6-6 6-5 6-4"), []);
        assert_eq!(faults("1", "1-1 1-6 1-5 1-4 6-6 5-5 4-4"), []);
        // The double of trumps is missing.
        assert_eq!(faults("0", "0-6 0-5 0-4 0-3 6-6 6-5 6-4").len(), 4);
        let domino = |text: &str| text.parse::<Domino>().unwrap();
        assert_eq!(
            faults("0", "0-0 0-6 0-5 0-4 6-6 6-4 6-2"),
            [
                NotGold::Led(domino("6-4"), domino("6-5").alone()),
                NotGold::Led(domino("6-2"), domino("6-5").alone() | domino("6-3").alone()),
            ]
        );
        assert_eq!(
            faults("0", "0-0 0-6 0-5 6-6 5-5 4-4 3-3"),
            [NotGold::FewTrumps(3)]
        );
        assert_eq!(
            faults("doubles", "6-6 5-5 4-4 3-3 2-2 1-1 0-0"),
            [NotGold::NoPip]
        );
    }
}

//! Lay-downs by rule: hands that take all seven tricks whatever the others hold and play.
//!
//! **The rule.** Count, for each suit, the dominoes of it that are out, and how often it has been led. Somebody holds each of
//! the dominoes that are out, and whoever can follow must: every lead of a suit takes at least one of it away. So once a suit
//! was led as often as dominoes of it were out, they are all gone. Lead, round after round, whatever nothing that may still be
//! out can beat: trumps first, and the rest when all trumps are gone. If that gets rid of the whole hand, it is a
//! lay-down.
//!
//! With trumps this is the rule that players know, with the run of top trumps drawing the others. With no trumps the same
//! counting in every suit finds more than 'nothing outside beats it' does. That no other hand is a lay-down is not
//! said here: [`crate::prove`] finds out by search, hand by hand.

use crate::{Domino, Dominoes, Hand, Rules, Suit};

/// The leads of a hand, in rounds: each is the set of dominoes that nothing still out can beat after the rounds before.
/// What never comes up is [`Rounds::left`].
///
/// ```
/// use texas42::{Hand, Rounds, Rules};
/// let rules = Rules::new("none".parse()?);
/// let hand: Hand = "6-6 6-5 6-4 6-3 6-1 5-5 4-4".parse()?;
/// let mut rounds = Rounds::new(&rules, hand.dominoes(), hand.others());
/// assert_eq!(rules.shown(rounds.next().unwrap()), "6-6 5-5 4-4 6-5 6-4 6-3");
/// // Four leads of sixes have drawn the two that were out.
/// assert_eq!(rules.shown(rounds.next().unwrap()), "6-1");
/// assert!(rounds.next().is_none() && rounds.left().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rounds<'a> {
    rules: &'a Rules,
    left: Dominoes,
    others: Dominoes,
    /// How often each suit was led.
    led: [usize; Suit::COUNT],
}

impl<'a> Rounds<'a> {
    /// The rounds of a hand, with these dominoes out.
    pub fn new(rules: &'a Rules, hand: Dominoes, others: Dominoes) -> Rounds<'a> {
        Rounds {
            rules,
            left: hand,
            others,
            led: [0; Suit::COUNT],
        }
    }

    /// What has not been led yet.
    pub fn left(&self) -> Dominoes {
        self.left
    }

    /// What may still be out: members of suits that were led less often than dominoes of them were out.
    pub fn may_be_out(&self) -> Dominoes {
        Suit::all()
            .filter(|&suit| self.is_drawn(suit))
            .fold(self.others, |out, suit| out - self.rules.members(suit))
    }

    /// Whether a suit was led as often as dominoes of it were out.
    pub fn is_drawn(&self, suit: Suit) -> bool {
        self.led[suit.index()] >= (self.others & self.rules.members(suit)).len()
    }

    /// How often a suit was led.
    pub fn led(&self, suit: Suit) -> usize {
        self.led[suit.index()]
    }
}

impl Iterator for Rounds<'_> {
    type Item = Dominoes;

    fn next(&mut self) -> Option<Dominoes> {
        let out = self.may_be_out();
        let candidates = if out.meets(self.rules.trumps()) {
            self.left & self.rules.trumps()
        } else {
            self.left
        };
        let mut round = Dominoes::NONE;
        for domino in candidates.iter() {
            if !self.rules.over(domino).meets(out) {
                round = round | domino.alone();
                self.led[self.rules.led_as(domino).index()] += 1;
            }
        }
        self.left = self.left - round;
        (!round.is_empty()).then_some(round)
    }
}

/// Whether a hand is a lay-down with these dominoes out, by the rule.
pub fn is_laydown(rules: &Rules, hand: Dominoes, others: Dominoes) -> bool {
    let trumps = hand & rules.trumps();
    // Most hands have too few trumps to draw the others', and are done with at once.
    if trumps != hand && trumps.len() < (others & rules.trumps()).len() {
        return false;
    }
    let mut rounds = Rounds::new(rules, hand, others);
    while rounds.next().is_some() {}
    rounds.left.is_empty()
}

/// One lead of a lay-down, and why nothing beats it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lead {
    /// The domino.
    pub domino: Domino,
    /// What would beat it, but is in the same hand.
    pub yours: Dominoes,
    /// What would beat it, but has been drawn: by so many leads of a suit of which so many were out.
    pub drawn: Vec<Drawn>,
}

/// Dominoes that are gone because a suit was led as often as dominoes of it were out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The suit.
    pub suit: Suit,
    /// How often it was led.
    pub led: usize,
    /// How many of it were out.
    pub out: usize,
    /// Those of them that would have beaten the lead.
    pub beaters: Dominoes,
}

/// The leads that take all seven tricks, in order; or `None`, if the rule finds none.
///
/// ```
/// use texas42::{Rules, leads};
/// let rules = Rules::new("0".parse()?);
/// let leads = leads(&rules, "6-4 6-5 6-6 0-0 0-4 0-5 0-6".parse()?).unwrap();
/// let order: Vec<String> = leads.iter().map(|lead| rules.written(lead.domino)).collect();
/// assert_eq!(order.join(" "), "0-0 0-6 0-5 0-4 6-6 6-5 6-4");
/// assert_eq!(leads[6].drawn[0].led, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn leads(rules: &Rules, hand: Hand) -> Option<Vec<Lead>> {
    let mut rounds = Rounds::new(rules, hand.dominoes(), hand.others());
    let mut leads = Vec::new();
    loop {
        // What is drawn is known before a round begins.
        let before = rounds.clone();
        let Some(round) = rounds.next() else { break };
        let round = rules.arranged(round).into_iter();
        leads.extend(round.map(|domino| lead(rules, hand, &before, domino)));
    }
    rounds.left.is_empty().then_some(leads)
}

fn lead(rules: &Rules, hand: Hand, before: &Rounds, domino: Domino) -> Lead {
    let beaters = if rules.trumps().has(domino) {
        rules.over(domino)
    } else {
        rules.over(domino) | rules.trumps()
    };
    let mut outside = beaters & hand.others();
    let mut drawn = Vec::new();
    for suit in Suit::all().filter(|&suit| before.is_drawn(suit)) {
        let members = hand.others() & rules.members(suit);
        if members.meets(outside) {
            drawn.push(Drawn {
                suit,
                led: before.led(suit),
                out: members.len(),
                beaters: members & outside,
            });
            outside = outside - members;
        }
    }
    Lead {
        domino,
        yours: rules.over(domino) & hand.dominoes(),
        drawn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Trump;

    #[test]
    fn every_beater_of_a_lead_is_yours_or_drawn() {
        for rules in Trump::all().map(Rules::new) {
            for hand in Hand::all() {
                if !is_laydown(&rules, hand.dominoes(), hand.others()) {
                    continue;
                }
                let leads = leads(&rules, hand).unwrap();
                let order: Dominoes = leads.iter().map(|lead| lead.domino).collect();
                assert_eq!((order, leads.len()), (hand.dominoes(), 7));
                for lead in leads {
                    let strength = crate::Strength::of(&rules, lead.domino);
                    let drawn = lead.drawn.iter().map(|drawn| drawn.beaters);
                    let drawn = drawn.fold(Dominoes::NONE, |all, some| all | some);
                    assert_eq!(drawn, strength.beaten_by() & hand.others());
                    assert!(lead.drawn.iter().all(|drawn| drawn.led >= drawn.out));
                }
            }
        }
    }

    /// With no trumps, 'nothing outside the hand beats it' is not the whole truth.
    #[test]
    fn with_no_trumps_leads_draw_what_would_beat_later_ones() {
        let rules = Rules::new(Trump::None);
        let unbeaten = |hand: &Hand| {
            let mut dominoes = hand.dominoes().iter();
            dominoes.all(|domino| !rules.over(domino).meets(hand.others()))
        };
        assert_eq!(Hand::all().filter(unbeaten).count(), 114);
    }
}

//! The proof by search that a hand is a lay-down, or is not.
//!
//! **The game.** We hold n dominoes and lead; three others hold the 3n that are out. We must take every trick, so we
//! lead to every trick. We see what is played and nothing else; how the others' dominoes lie and what they play is as bad for
//! us as the rules allow, partner included. A hand is a lay-down if some way of choosing the leads takes all tricks against
//! every layout and play. To search that game as it stands, with everything we might know at each moment, is
//! hopeless for a million hands. Two smaller games hold it between them.
//!
//! **The drain game favours the others.** Forget who holds what: only the set of what is out matters. A lead is called safe
//! if nothing out is higher in its suit and, unless it is a trump, no trump is out. To a safe lead of a suit of which
//! something is out, the others give up one such domino, of their choice, and nothing else. Real play gives up at least that,
//! because somebody holds a domino of the suit and must follow; and the fewer are out, the more leads are safe, now and
//! later. So what wins the drain game wins the real one, by the same leads.
//!
//! **Two plans favour us.** Each is a layout (or, for the first, a choice among layouts that look alike so far) and a way to
//! play it that takes a trick whatever we lead in whatever order. What either plan beats is no lay-down.
//! - *The ruff.* The trumps that are out are more than our trumps above them. One player holds them all and follows with the
//!   lowest. As long as we lead those top trumps, the other two throw away what is no trump. When we lead a lower trump, the
//!   highest one out beats it. When we lead another suit, the player with the trumps may have none of that suit: what
//!   was seen so far allows it, if enough dominoes that are neither trumps, nor of that suit, nor thrown away, are there to
//!   fill that hand.
//! - *The siege.* One player holds `beaters` and `fodder`, n dominoes in all. The beaters beat some of our dominoes
//!   by following suit. We may lead all the others, in any order, and are given those tricks; the player always has fodder to
//!   follow with or throw away, and never has to part with a beater. In the end we must lead a domino that is beaten.
//!   This holds even if we see all hands.
//!
//! For every hand of the full set and every trump, either the drain game is won or one of the plans is found: the tests
//! run through all of them. So the question is settled exactly, and [`crate::is_laydown`] gives the same answers.

use rustc_hash::FxHashMap;

use crate::{Domino, Dominoes, Hand, Rules, Suit};

/// What the search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The drain game is won: the hand takes all tricks.
    Wins,
    /// The hand can be beaten, by this plan.
    Loses(Plan),
    /// Neither was found. It never happens with a hand of the full set of 28; it can with a few dominoes.
    Open,
}

/// How three players who hold everything else beat a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// One player holds all trumps that are out, more than our top trumps can draw.
    Ruff,
    /// One player keeps what beats our last domino.
    Siege(Siege),
}

/// The hand of the player who lays siege.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Siege {
    /// What is kept, and beats something in our hand.
    pub beaters: Dominoes,
    /// What is played to our other leads.
    pub fodder: Dominoes,
}

/// Settles whether a hand takes all tricks against three others who hold these dominoes, as many each. What is not dealt
/// like that, or is more than seven each, stays open.
///
/// ```
/// use texas42::{Hand, Plan, Proof, Rules, prove};
/// let rules = Rules::new("0".parse()?);
/// let proof = |hand: &str| hand.parse().map(|hand: Hand| prove(&rules, hand.dominoes(), hand.others()));
/// assert_eq!(proof("0-0 0-6 0-5 0-4 6-6 6-5 6-4")?, Proof::Wins);
/// assert_eq!(proof("0-0 0-6 0-5 0-1 6-6 6-5 6-4")?, Proof::Wins);
/// assert_eq!(proof("0-0 0-6 0-4 0-3 6-6 6-5 6-4")?, Proof::Loses(Plan::Ruff));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(rules: &Rules, hand: Dominoes, others: Dominoes) -> Proof {
    let size = hand.len();
    if size > Hand::SIZE || others.len() != 3 * size || hand.meets(others) {
        return Proof::Open;
    }
    if ruff(rules, hand, others) {
        return Proof::Loses(Plan::Ruff);
    }
    if let Some(siege) = lone_beater(rules, hand, others) {
        return Proof::Loses(Plan::Siege(siege));
    }
    if wins_drain(rules, hand, others, &mut FxHashMap::default()) {
        return Proof::Wins;
    }
    match siege(rules, hand, others) {
        Some(siege) => Proof::Loses(Plan::Siege(siege)),
        None => Proof::Open,
    }
}

/// The trumps of a hand that nothing out beats.
pub(crate) fn top_trumps(rules: &Rules, hand: Dominoes, others: Dominoes) -> Dominoes {
    let trumps = (hand & rules.trumps()).iter();
    trumps
        .filter(|&domino| !rules.over(domino).meets(others))
        .collect()
}

/// Whether the plan of the ruff beats a hand.
fn ruff(rules: &Rules, hand: Dominoes, others: Dominoes) -> bool {
    let out = others & rules.trumps();
    let top = top_trumps(rules, hand, others).len();
    if out.len() <= top || out.len() > hand.len() || top == hand.len() {
        return false;
    }
    // Two players throw away a domino to each of the leads of top trumps, before they know what will be led next.
    let thrown = 2 * top;
    (hand - rules.trumps()).iter().all(|domino| {
        let filling = others - out - rules.members(rules.led_as(domino));
        filling.len() >= hand.len() - out.len() + thrown
    })
}

/// Whether the drain game is won.
fn wins_drain(
    rules: &Rules,
    hand: Dominoes,
    out: Dominoes,
    known: &mut FxHashMap<(Dominoes, Dominoes), bool>,
) -> bool {
    if hand.is_empty() {
        return true;
    }
    if let Some(&won) = known.get(&(hand, out)) {
        return won;
    }
    let safe = |domino: Domino| {
        let trump = rules.trumps().has(domino);
        !rules.over(domino).meets(out) && (trump || !out.meets(rules.trumps()))
    };
    let won = hand.iter().filter(|&domino| safe(domino)).any(|domino| {
        let hand = hand - domino.alone();
        match out & rules.members(rules.led_as(domino)) {
            Dominoes::NONE => wins_drain(rules, hand, out, known),
            following => following
                .iter()
                .all(|given| wins_drain(rules, hand, out - given.alone(), known)),
        }
    });
    known.insert((hand, out), won);
    won
}

/// How often each suit is led if these dominoes are.
fn leads_by_suit(rules: &Rules, leads: Dominoes) -> [usize; Suit::COUNT] {
    let mut number = [0; Suit::COUNT];
    for domino in leads.iter() {
        number[rules.led_as(domino).index()] += 1;
    }
    number
}

/// A siege with one beater, seen at a glance; nearly every hand that is no lay-down falls to one.
///
/// Let the beater be s-t, and let the rest be led. It is enough that for s, and for t, as many dominoes of the suit
/// are out as it will be led, besides the beater, whose other end is not led at all (or which are its double). For
/// then the player takes those, and anything else to fill the hand, and keeps this up: *in s there is fodder for each
/// lead of s that is to come, and for each led suit v one more if s-v is in the hand* (and the same for t). A lead of s takes
/// one away on both sides. A lead of v takes at most s-v, and with it its share. When the player must throw something
/// away, there is more fodder than leads of s and t to come, so some domino is spare.
fn lone_beater(rules: &Rules, hand: Dominoes, others: Dominoes) -> Option<Siege> {
    // High beaters first: they beat more of a hand, and make the plainer plans.
    let mut out = Domino::all().rev().filter(|&domino| others.has(domino));
    out.find_map(|beater| {
        let beaten: Dominoes = hand
            .iter()
            .filter(|&domino| rules.over(domino).has(beater))
            .collect();
        if beaten.is_empty() {
            return None;
        }
        let leads = leads_by_suit(rules, hand - beaten);
        let mut fodder = Dominoes::NONE;
        for suit in rules.suits_of(beater) {
            let mut wanted = leads[suit.index()];
            for domino in (others & (rules.members(suit) - beater.alone())).iter() {
                let mut ends = rules.suits_of(domino);
                if wanted > 0 && ends.all(|end| end == suit || leads[end.index()] == 0) {
                    fodder = fodder | domino.alone();
                    wanted -= 1;
                }
            }
            if wanted > 0 {
                return None;
            }
        }
        let missing = hand.len() - 1 - fodder.len();
        let filling = (others - fodder - beater.alone()).iter().take(missing);
        Some(Siege {
            beaters: beater.alone(),
            fodder: filling.fold(fodder, |fodder, domino| fodder | domino.alone()),
        })
    })
}

/// A siege, whichever there is.
fn siege(rules: &Rules, hand: Dominoes, others: Dominoes) -> Option<Siege> {
    let beat_something = hand.iter().fold(Dominoes::NONE, |all, domino| {
        all | (rules.over(domino) & others)
    });
    let mut beaters = (1..=hand.len()).flat_map(|size| beat_something.subsets(size));
    beaters.find_map(|beaters| {
        let beaten = hand.iter().filter(|&d| rules.over(d).meets(beaters));
        let leads = hand - beaten.collect();
        if beaters.len() + leads.len() > hand.len() {
            return None;
        }
        let by_suit = leads_by_suit(rules, leads);
        let mut fodders = (others - beaters).subsets(hand.len() - beaters.len());
        let fodder = fodders.find(|&fodder| {
            let siege = Siege { beaters, fodder };
            siege.has_enough(rules, &by_suit) && siege.holds(rules, &by_suit)
        })?;
        Some(Siege { beaters, fodder })
    })
}

impl Siege {
    /// The player's whole hand.
    pub fn hand(&self) -> Dominoes {
        self.beaters | self.fodder
    }

    /// What must be so: fodder for each lead of a suit that some beater belongs to.
    fn has_enough(&self, rules: &Rules, leads: &[usize; Suit::COUNT]) -> bool {
        Suit::all().all(|suit| {
            let members = rules.members(suit);
            !members.meets(self.beaters) || (self.fodder & members).len() >= leads[suit.index()]
        })
    }

    /// Whether the beaters are safe whatever the order of the leads, of which there are so many in each suit.
    fn holds(&self, rules: &Rules, leads: &[usize; Suit::COUNT]) -> bool {
        Suit::all()
            .filter(|suit| leads[suit.index()] > 0)
            .all(|suit| self.answer(rules, suit, leads).is_some())
    }

    /// What to play to a lead of a suit, so that the siege goes on. The leads are those to come, this one included.
    pub(crate) fn answer(
        &self,
        rules: &Rules,
        suit: Suit,
        leads: &[usize; Suit::COUNT],
    ) -> Option<Domino> {
        let mut later = *leads;
        later[suit.index()] = later[suit.index()].checked_sub(1)?;
        let playable = rules.playable(self.hand(), suit) & self.fodder;
        playable.iter().find(|&domino| {
            let rest = Siege {
                fodder: self.fodder - domino.alone(),
                ..*self
            };
            rest.holds(rules, &later)
        })
    }

    /// What to play to a lead, when these of our dominoes, it included, are still to be led before the siege ends.
    pub(crate) fn follow(&self, rules: &Rules, lead: Domino, to_come: Dominoes) -> Option<Domino> {
        self.answer(rules, rules.led_as(lead), &leads_by_suit(rules, to_come))
    }
}

//! How a hand that is no lay-down is beaten: one layout and one play, trick by trick. The plan comes from the proof;
//! here it is played out by the rules, against leads that are as good as any.

use crate::proof::top_trumps;
use crate::{Domino, Dominoes, Hand, Plan, Proof, Rules, Siege, prove};

/// A layout and a play in which a hand loses a trick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The hands of the three others, from the left of the leader on; the partner is the second.
    pub hands: [Dominoes; 3],
    /// The tricks, each in the order played. The last one is lost, and the others are won.
    pub tricks: Vec<[Domino; 4]>,
    /// Whether this layout beats every order of leads, even by a leader who sees it. If not, it beats this one, and each
    /// other order is beaten by some layout of its kind.
    pub beats_every_order: bool,
}

impl Refutation {
    /// Who beat the last lead, as an index into [`Refutation::hands`].
    pub fn winner(&self, rules: &Rules) -> Option<usize> {
        let trick = self.tricks.last()?;
        crate::rules::winner(rules, trick).checked_sub(1)
    }
}

/// How a hand is beaten; `None` for a lay-down.
///
/// ```
/// use texas42::{Rules, refute};
/// let rules = Rules::new("0".parse()?);
/// let beaten = refute(&rules, "0-0 0-6 0-5 0-4 6-6 6-4 6-2".parse()?).unwrap();
/// assert!(beaten.beats_every_order);
/// let last = beaten.tricks.last().unwrap();
/// assert_eq!((rules.written(last[0]), rules.written(last[1])), ("6-4".into(), "6-5".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refute(rules: &Rules, hand: Hand) -> Option<Refutation> {
    match prove(rules, hand.dominoes(), hand.others()) {
        Proof::Loses(Plan::Siege(siege)) => Some(besiege(rules, hand, siege)),
        Proof::Loses(Plan::Ruff) => Some(ruff(rules, hand)),
        Proof::Wins | Proof::Open => None,
    }
}

/// The siege, played out.
fn besiege(rules: &Rules, hand: Hand, mut siege: Siege) -> Refutation {
    let mut table = FourHands::new(rules, hand, siege.hand());
    let dealt = table.hands;
    let free: Dominoes = hand
        .dominoes()
        .iter()
        .filter(|&domino| !rules.over(domino).meets(siege.beaters))
        .collect();
    let mut tricks = Vec::new();
    while let Some(lead) = table.best_lead(hand.dominoes() - free) {
        let answer = if free.has(lead) {
            siege.follow(rules, lead, table.ours & free)
        } else {
            (rules.over(lead) & siege.beaters).first()
        };
        let Some(answer) = answer else { break };
        siege.fodder = siege.fodder - answer.alone();
        tricks.push(table.play(lead, answer));
        if !free.has(lead) {
            break;
        }
    }
    Refutation {
        hands: dealt,
        tricks,
        beats_every_order: true,
    }
}

/// The ruff, played out: the leader takes the top trumps and then tries another suit, if there is one.
fn ruff(rules: &Rules, hand: Hand) -> Refutation {
    let (ours, others) = (hand.dominoes(), hand.others());
    let trumps = others & rules.trumps();
    let top = top_trumps(rules, ours, others);
    let next = rules.arranged(ours - rules.trumps()).into_iter().next();
    let next = next.or_else(|| rules.arranged(ours - top).into_iter().next());
    let led = next.map(|domino| rules.led_as(domino));
    let avoided = led.map_or(Dominoes::NONE, |suit| rules.members(suit));
    let filling = (others - trumps - avoided)
        .iter()
        .take(Hand::SIZE - trumps.len());
    let holder = filling.fold(trumps, |all, domino| all | domino.alone());
    let mut table = FourHands::new(rules, hand, holder);
    let dealt = table.hands;
    let leads = rules.arranged(top).into_iter().chain(next);
    let tricks = leads.filter_map(|lead| {
        // Low trumps while the top ones are led, and then the highest.
        let out = rules.arranged(table.hands[0] & rules.trumps());
        let answer = if top.has(lead) {
            out.last()
        } else {
            out.first()
        };
        answer.map(|&answer| table.play(lead, answer))
    });
    Refutation {
        tricks: tricks.collect(),
        hands: dealt,
        beats_every_order: false,
    }
}

/// Four hands in play: ours, and the others' from the left on. The one on the left plays by a plan, the other two keep to
/// the rules and waste nothing.
struct FourHands<'a> {
    rules: &'a Rules,
    ours: Dominoes,
    hands: [Dominoes; 3],
}

impl FourHands<'_> {
    fn new(rules: &Rules, hand: Hand, left: Dominoes) -> FourHands<'_> {
        let rest = hand.others() - left;
        let partner: Dominoes = rest.iter().step_by(2).collect();
        FourHands {
            rules,
            ours: hand.dominoes(),
            hands: [left, partner, rest - partner],
        }
    }

    /// A lead that nothing out can beat, if there is one; else one of those that are lost anyway.
    fn best_lead(&self, lost: Dominoes) -> Option<Domino> {
        let out = self
            .hands
            .iter()
            .fold(Dominoes::NONE, |all, &one| all | one);
        let trumps_out = out.meets(self.rules.trumps());
        let leads = self.rules.arranged(self.ours);
        let sure = |&domino: &Domino| {
            let trump = self.rules.trumps().has(domino);
            !self.rules.over(domino).meets(out) && (trump || !trumps_out)
        };
        let lead = leads.iter().copied().find(sure);
        lead.or_else(|| leads.into_iter().find(|&domino| lost.has(domino)))
    }

    /// Plays a trick in which the player on the left answers so.
    fn play(&mut self, lead: Domino, answer: Domino) -> [Domino; 4] {
        let led = self.rules.led_as(lead);
        let lowest = |hand: Dominoes| {
            let playable = self.rules.playable(hand, led).iter();
            playable.min_by_key(|&domino| {
                let follows = self.rules.members(led).has(domino);
                let trump = self.rules.trumps().has(domino);
                let height = if follows {
                    self.rules.rank(domino, led)
                } else {
                    0
                };
                (trump, height, domino.count(), domino)
            })
        };
        let [_, partner, right] = self.hands;
        let trick = [
            lead,
            answer,
            lowest(partner).unwrap_or(lead),
            lowest(right).unwrap_or(lead),
        ];
        self.ours = self.ours - lead.alone();
        for (hand, played) in self.hands.iter_mut().zip(&trick[1..]) {
            *hand = *hand - played.alone();
        }
        trick
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Trump;

    /// Plays a refutation by the rules: all tricks legal, all but the last won by us, the last one lost.
    fn check(rules: &Rules, hand: Hand, refutation: &Refutation) {
        let name = || format!("{}: {}", rules.trump(), rules.shown(hand.dominoes()));
        let [a, b, c] = refutation.hands;
        let mut hands = [hand.dominoes(), a, b, c];
        let all = hands.iter().fold(Dominoes::NONE, |all, &one| all | one);
        assert_eq!(all, Dominoes::ALL, "{}", name());
        assert!(hands.iter().all(|hand| hand.len() == 7), "{}", name());
        let last = refutation.tricks.len() - 1;
        for (i, trick) in refutation.tricks.iter().enumerate() {
            let led = rules.led_as(trick[0]);
            for (j, (hand, &played)) in hands.iter_mut().zip(trick).enumerate() {
                let may = match j {
                    0 => *hand,
                    _ => rules.playable(*hand, led),
                };
                assert!(may.has(played), "{} {refutation:?}", name());
                *hand = *hand - played.alone();
            }
            let lost = crate::rules::winner(rules, trick) != 0;
            assert_eq!(lost, i == last, "{} {refutation:?}", name());
        }
    }

    #[test]
    fn what_is_shown_beats_the_hand() {
        for trump in Trump::all() {
            let rules = Rules::new(trump);
            for hand in Hand::all().step_by(701) {
                if let Some(refutation) = refute(&rules, hand) {
                    check(&rules, hand, &refutation);
                }
            }
        }
    }

    /// Hands with five doubles come near to lay-downs with no trumps: sieges of every kind.
    #[test]
    fn hands_that_nearly_do_are_beaten_too() {
        let rules = Rules::new(Trump::None);
        let mut beaten = 0;
        for hand in Hand::all() {
            let doubles = hand.dominoes().iter().filter(|d| d.is_double()).count();
            let others = hand.others();
            if doubles < 5 || crate::is_laydown(&rules, hand.dominoes(), others) {
                continue;
            }
            check(&rules, hand, &refute(&rules, hand).unwrap());
            beaten += 1;
        }
        assert!(beaten > 1_000, "{beaten}");
    }
}

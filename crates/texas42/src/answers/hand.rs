//! Whether a hand can lose, and why.

use std::fmt;

use answer::plural;
use serde::Serialize;
use space::{Stopped, Watch};

use super::shown;
use crate::{
    Hand, Lead, NotGold, Refutation, Rules, Suit, Trump, best_trumps, leads, refute, shortfall,
    why_not_gold,
};

/// What is said of a hand with one trump, given or the best.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandAnswer {
    /// The hand, trumps first.
    pub hand: Vec<String>,
    /// What is trumps.
    pub trump: Trump,
    /// Whether the hand is gold perfect.
    pub gold: bool,
    /// Every line of the definition of a gold hand that it does not keep to, in words.
    pub not_gold: Vec<String>,
    /// Whether it is a lay-down.
    pub laydown: bool,
    /// The leads of a lay-down, in order; null if it is none.
    pub leads: Option<Vec<LeadReasons>>,
    /// How it is beaten; null for a lay-down.
    pub refutation: Option<RefutationAnswer>,
    /// The fewest dominoes that would have to be taken from the others to make it a lay-down.
    pub away: Vec<String>,
    /// What each trump is worth to the hand, the best first; not there if a trump was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<RankedTrump>>,
}

/// One lead of a lay-down, and why nothing beats it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeadReasons {
    /// The domino.
    pub domino: String,
    /// What would beat it, but is in the same hand.
    pub yours: Vec<String>,
    /// What would beat it, but has been drawn.
    pub drawn: Vec<DrawnSuit>,
}

/// Dominoes that are gone because a suit was led as often as dominoes of it were out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnSuit {
    /// The suit.
    pub suit: Suit,
    /// How often it was led.
    pub led: usize,
    /// How many of it were out.
    pub out: usize,
    /// Those of them that would have beaten the lead.
    pub beaters: Vec<String>,
}

/// A layout and a play in which a hand loses a trick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutationAnswer {
    /// The hands of the three others.
    pub hands: OthersHands,
    /// The tricks, each from the leader round. The last one is lost.
    pub tricks: Vec<[String; 4]>,
    /// Whether this layout beats every order of leads. If not, it beats this one, and each other order is beaten by some
    /// layout of its kind.
    pub beats_every_order: bool,
    /// Who beat the last lead, as an index from the leader's left.
    #[serde(skip)]
    pub winner: Option<usize>,
}

/// The hands of the three others, from the leader's left on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OthersHands {
    /// Of the player on the left.
    pub left: Vec<String>,
    /// Of the partner.
    pub partner: Vec<String>,
    /// Of the player on the right.
    pub right: Vec<String>,
}

/// What a trump is worth to a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedTrump {
    /// The trump.
    pub trump: Trump,
    /// The fewest dominoes that would have to be taken from the others to make the hand a lay-down.
    pub away: Vec<String>,
}

impl HandAnswer {
    /// What is to be said of a hand with this trump, or with its best one.
    ///
    /// # Errors
    /// It was stopped.
    ///
    /// ```
    /// use texas42::{HandAnswer, Watch};
    /// let hand = "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse()?;
    /// let answer = HandAnswer::new(hand, None, &Watch::default())?;
    /// assert!(answer.gold && answer.laydown && answer.trump == "0".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(hand: Hand, trump: Option<Trump>, watch: &Watch) -> Result<HandAnswer, Stopped> {
        let ranking = match trump {
            Some(trump) => vec![(trump, shortfall(&Rules::new(trump), hand, watch)?)],
            None => best_trumps(hand, watch)?,
        };
        let (best, away) = ranking[0];
        let rules = &Rules::new(best);
        let not_gold = why_not_gold(rules, hand);
        let leads = leads(rules, hand);
        let ranked = ranking.iter().map(|&(trump, away)| RankedTrump {
            trump,
            away: Rules::new(trump).names(away),
        });
        Ok(HandAnswer {
            hand: rules.names(hand.dominoes()),
            trump: best,
            gold: not_gold.is_empty(),
            not_gold: not_gold
                .iter()
                .map(|fault| in_words(rules, fault))
                .collect(),
            laydown: leads.is_some(),
            leads: leads.map(|leads| leads.iter().map(|lead| reasons(rules, lead)).collect()),
            refutation: refute(rules, hand).map(|refutation| refutation_of(rules, &refutation)),
            away: rules.names(away),
            ranking: trump.is_none().then(|| ranked.collect()),
        })
    }
}

fn in_words(rules: &Rules, fault: &NotGold) -> String {
    match *fault {
        NotGold::NoPip => "gold hands have a pip as trumps".to_owned(),
        NotGold::FewTrumps(trumps) => {
            format!("{}, and four are needed", plural(trumps as u64, "trump"))
        }
        NotGold::Trump(domino, by) => {
            let (domino, by) = (rules.written(domino), rules.shown(by));
            format!("{domino}, a trump, is beaten by {by}")
        }
        NotGold::Led(domino, by) => {
            let (domino, by) = (rules.written(domino), rules.shown(by));
            format!("{domino}, led, is beaten by {by}")
        }
    }
}

fn reasons(rules: &Rules, lead: &Lead) -> LeadReasons {
    let drawn = lead.drawn.iter().map(|drawn| DrawnSuit {
        suit: drawn.suit,
        led: drawn.led,
        out: drawn.out,
        beaters: rules.names(drawn.beaters),
    });
    LeadReasons {
        domino: rules.written(lead.domino),
        yours: rules.names(lead.yours),
        drawn: drawn.collect(),
    }
}

fn refutation_of(rules: &Rules, refutation: &Refutation) -> RefutationAnswer {
    let [left, partner, right] = refutation.hands.map(|hand| rules.names(hand));
    let tricks = refutation.tricks.iter();
    RefutationAnswer {
        hands: OthersHands {
            left,
            partner,
            right,
        },
        tricks: tricks
            .map(|trick| trick.map(|domino| rules.written(domino)))
            .collect(),
        beats_every_order: refutation.beats_every_order,
        winner: refutation.winner(rules),
    }
}

impl fmt::Display for HandAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(ranking) = &self.ranking {
            writeln!(f, "trumps     away from a lay-down")?;
            for RankedTrump { trump, away } in ranking {
                let dominoes = match away.len() {
                    0 => "0: it is one".to_owned(),
                    n => format!("{n}: {}", away.join(" ")),
                };
                writeln!(f, "{:9}  {dominoes}", trump.name())?;
            }
            writeln!(f)?;
        }
        let name = match (self.laydown, self.gold) {
            (true, true) => "gold perfect, and a lay-down",
            (true, false) => "a lay-down",
            (false, _) => "not a lay-down",
        };
        let hand = self.hand.join(" ");
        writeln!(f, "{hand} with {}: {name}", self.trump.as_trumps())?;
        for fault in &self.not_gold {
            writeln!(f, "not gold: {fault}")?;
        }
        if let Some(leads) = &self.leads {
            writeln!(f, "\nlead  why nothing beats it")?;
            for lead in leads {
                writeln!(f, "{:4}  {lead}", lead.domino)?;
            }
        }
        if let Some(refutation) = &self.refutation {
            write!(f, "\n{refutation}")?;
        }
        if !self.away.is_empty() {
            let dominoes = match self.away.len() {
                1 => "1 domino".to_owned(),
                number => format!("{number} dominoes"),
            };
            let away = self.away.join(" ");
            writeln!(f, "{dominoes} away from a lay-down: {away}")?;
        }
        Ok(())
    }
}

/// The reasons, without the lead.
impl fmt::Display for LeadReasons {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut reasons = Vec::new();
        if !self.yours.is_empty() {
            reasons.push(format!("you have {}", self.yours.join(" ")));
        }
        for drawn in &self.drawn {
            let leads = plural(drawn.led as u64, "lead");
            let draw = if drawn.led == 1 { "draws" } else { "draw" };
            let (suit, out) = (drawn.suit.name(), drawn.out);
            let beaters = drawn.beaters.join(" ");
            reasons.push(format!(
                "{leads} of {suit} {draw} the {out} out, and so {beaters}"
            ));
        }
        if reasons.is_empty() {
            f.write_str("nothing is higher")
        } else {
            f.write_str(&reasons.join("; "))
        }
    }
}

/// The places of the other three, from the leader's left on.
const PLACES: [&str; 3] = ["left", "partner", "right"];

impl fmt::Display for RefutationAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "beaten, if the others hold")?;
        let OthersHands {
            left,
            partner,
            right,
        } = &self.hands;
        for (place, hand) in PLACES.iter().zip([left, partner, right]) {
            writeln!(f, "  {place:7}  {}", shown(hand))?;
        }
        writeln!(f, "\ntrick  you  left  partner  right")?;
        for (i, [you, left, partner, right]) in self.tricks.iter().enumerate() {
            write!(f, "{:5}  {you}  {left}   {partner}      {right}", i + 1)?;
            match self.winner.filter(|_| i + 1 == self.tricks.len()) {
                Some(winner) => writeln!(f, "    beaten by {}", PLACES[winner])?,
                None => writeln!(f)?,
            }
        }
        writeln!(
            f,
            "{}",
            if self.beats_every_order {
                "No order of leads takes all seven against these hands."
            } else {
                "Whatever is led instead, they can hold their dominoes so that it is beaten too."
            }
        )
    }
}

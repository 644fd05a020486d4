//! A plan as something to show: its steps in order, and the share of deals that each lets pass.

use bridge::Seat;
use condition::{NodeId, Seats};

use crate::choosing::plan::Plan;

/// A step of a plan, after the hands were drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The seats that are dealt for it.
    pub deals: Vec<Seat>,
    /// What is asked of the cards so far.
    pub asks: Asks,
    /// About the share of deals that pass, of those that come so far; `None` where the rehearsal did not come.
    pub passes: Option<f64>,
}

/// What a step asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// A conjunct of the condition.
    Conjunct(NodeId),
    /// Whether these seats' hands can still qualify, by what the whole condition says of them.
    CanQualify(Seats),
}

impl Plan {
    /// The checks, in the order in which they are made.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.checks.iter().map(|check| {
            let (node, seats) = self.conjuncts[check.conjunct];
            Step {
                deals: check.deals.clone(),
                asks: if check.conjunct < self.own {
                    Asks::Conjunct(node)
                } else {
                    Asks::CanQualify(seats)
                },
                passes: check.passes,
            }
        })
    }

    /// The conjuncts that need no check, because only deals that satisfy them are drawn.
    pub fn held(&self) -> impl Iterator<Item = NodeId> {
        let nodes = self.conjuncts[..self.own].iter().map(|(node, _)| *node);
        nodes.filter(|node| self.hands.hold(*node))
    }

    /// The seats that are dealt last, because nothing is asked of them.
    pub fn unread(&self) -> &[Seat] {
        &self.unread
    }
}

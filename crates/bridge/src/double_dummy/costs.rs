//! What each card of a recorded play has cost, all cards seen.
//!
//! A card costs its own side as many tricks as that side could take before it and no longer can after it. No card gains: what it
//! brings, it could have brought before it was played.

use std::fmt;

use serde::Serialize;

use super::leads::contract_text;
use crate::auction::LegalPlay;
use crate::score::Contract;
use crate::{Board, Card, Deal, Seat, Vulnerability};

/// The play of a board, with what each card has cost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayCosts {
    /// The number of the board.
    pub number: u64,
    /// Who deals.
    pub dealer: Seat,
    /// Who is vulnerable.
    pub vulnerable: Vulnerability,
    /// The cards.
    pub hands: Deal,
    /// The contract: `3NT`, `4Sx`.
    #[serde(serialize_with = "contract_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub contract: Contract,
    /// Who plays it.
    pub declarer: Seat,
    /// What declarer could take before the opening lead.
    pub tricks: u8,
    /// What declarer could still take after the last card that is recorded.
    pub at_the_end: u8,
    /// How many tricks declarer and dummy have given away.
    pub lost_by_declarer: u8,
    /// How many tricks the defenders have given away.
    pub lost_by_defenders: u8,
    /// The cards, in the order of their play.
    pub cards: Vec<CardCost>,
}

/// A card of a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardCost {
    /// To which trick, from 1.
    pub trick: u8,
    /// Who played it; dummy's cards are dummy's.
    pub seat: Seat,
    /// The card: `SQ`.
    #[serde(serialize_with = "card_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub card: Card,
    /// What declarer can take after it.
    pub tricks: u8,
    /// How many tricks it has cost the side that played it.
    pub cost: u8,
    /// Whether the contract could be made before it and no longer can, or the other way about.
    pub turns: bool,
}

fn card_text<S: serde::Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(card)
}

impl PlayCosts {
    /// What the solver says of a play: the tricks that declarer can take before it, and after each card.
    pub fn new(
        board: &Board,
        contract: Contract,
        declarer: Seat,
        play: &LegalPlay,
        along: &[u8],
    ) -> PlayCosts {
        let needed = 6 + contract.level();
        let mut costs = PlayCosts {
            number: board.number,
            dealer: board.dealer,
            vulnerable: board.vulnerable,
            hands: board.deal,
            contract,
            declarer,
            tricks: along.first().copied().unwrap_or(0),
            at_the_end: along.last().copied().unwrap_or(0),
            lost_by_declarer: 0,
            lost_by_defenders: 0,
            cards: Vec::new(),
        };
        for (place, (played, pair)) in play.cards().iter().zip(along.windows(2)).enumerate() {
            let [before, after] = [pair[0], pair[1]];
            let declaring = played.seat.side() == declarer.side();
            let (cost, lost) = if declaring {
                (before.saturating_sub(after), &mut costs.lost_by_declarer)
            } else {
                (after.saturating_sub(before), &mut costs.lost_by_defenders)
            };
            *lost += cost;
            costs.cards.push(CardCost {
                trick: place as u8 / 4 + 1,
                seat: played.seat,
                card: played.card,
                tricks: after,
                cost,
                turns: (before >= needed) != (after >= needed),
            });
        }
        costs
    }
}

impl fmt::Display for PlayCosts {
    /// The cards that cost something, a line each, and what they come to.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (number, declarer) = (self.number, self.declarer);
        let contract = self.contract.as_at_the_table();
        let tricks = answer::plural(self.tricks.into(), "trick");
        writeln!(
            f,
            "Board {number}, {contract} by {declarer}: {tricks} before the opening lead"
        )?;
        for card in self.cards.iter().filter(|card| card.cost > 0) {
            let made = card.tricks >= 6 + self.contract.level();
            let turn = match (card.turns, made) {
                (false, _) => "",
                (true, true) => ": now it can be made",
                (true, false) => ": now it cannot be made",
            };
            let seat = card.seat.to_string();
            writeln!(
                f,
                "  trick {:2}  {seat:5} {}  costs {}, declarer takes {}{turn}",
                card.trick, card.card, card.cost, card.tricks
            )?;
        }
        let cards = answer::plural(self.cards.len() as u64, "card");
        let [declarer, defenders] = [self.lost_by_declarer, self.lost_by_defenders]
            .map(|lost| answer::plural(lost.into(), "trick"));
        writeln!(
            f,
            "  after {cards} declarer takes {}; declarer gave away {declarer}, the defenders {defenders}",
            self.at_the_end
        )
    }
}

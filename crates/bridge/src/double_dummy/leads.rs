//! Opening leads: what the defenders take after each, on one board.
//!
//! Cards that touch in the leader's hand are worth the same and are told together, as players think of them.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::score::Contract;
use crate::{Board, Card, Deal, Hand, Seat, Suit, Vulnerability};

/// The tricks that the defenders can take after each opening lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leads(Vec<(Card, u8)>);

impl Leads {
    pub(super) fn new(leads: Vec<(Card, u8)>) -> Leads {
        Leads(leads)
    }

    /// The tricks after the lead of a card, if the leader has it.
    pub fn of(&self, card: Card) -> Option<u8> {
        let lead = self.0.iter().find(|(known, _)| *known == card)?;
        Some(lead.1)
    }

    /// The most that any lead gives.
    pub fn best(&self) -> u8 {
        let tricks = self.0.iter().map(|(_, tricks)| *tricks);
        tricks.max().unwrap_or(0)
    }
}

/// Cards of one suit that touch, the highest first: whichever of them is led, it comes to the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TouchingCards(Vec<Card>);

impl TouchingCards {
    /// The cards of a hand, touching ones together, as hands are written: spades first, the highest first.
    ///
    /// ```
    /// use bridge::double_dummy::TouchingCards;
    /// let hand = "QJ962.84.K75.J83".parse().unwrap();
    /// let cards: Vec<String> = TouchingCards::of(hand).iter().map(|cards| cards.to_string()).collect();
    /// assert_eq!(cards.join(", "), "S QJ, S 9, S 6, S 2, H 8, H 4, D K, D 7, D 5, C J, C 8, C 3");
    /// ```
    pub fn of(hand: Hand) -> Vec<TouchingCards> {
        let mut groups: Vec<TouchingCards> = Vec::new();
        for suit in Suit::WRITTEN {
            let mut ranks: Vec<_> = hand.holding(suit).ranks().collect();
            ranks.sort_unstable_by(|a, b| b.cmp(a));
            let mut last = None;
            for rank in ranks {
                let card = Card::new(suit, rank);
                match (last, groups.last_mut()) {
                    (Some(above), Some(group)) if above == rank.index() + 1 => group.0.push(card),
                    _ => groups.push(TouchingCards(vec![card])),
                }
                last = Some(rank.index());
            }
        }
        groups
    }

    /// The highest of them.
    pub fn first(&self) -> Card {
        self.0[0]
    }

    /// All of them.
    pub fn cards(&self) -> &[Card] {
        &self.0
    }
}

impl fmt::Display for TouchingCards {
    /// The suit, and the ranks: `S QJ`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ", self.first().suit().letter())?;
        self.0
            .iter()
            .try_for_each(|card| write!(f, "{}", card.rank().letter()))
    }
}

/// A list of cards: `["SQ", "SJ"]`.
impl Serialize for TouchingCards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Card::to_string))
    }
}

/// The opening leads of a board against a contract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardLeads {
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
    /// Who leads.
    pub leader: Seat,
    /// What declarer can take after the best lead.
    pub tricks: u8,
    /// The leads, those that give the defenders the most first.
    pub leads: Vec<BoardLead>,
}

/// A lead, or touching cards that are worth the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardLead {
    /// The cards.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub cards: TouchingCards,
    /// The tricks that the defenders can take after it.
    pub tricks: u8,
    /// Whether they beat the contract.
    pub beats: bool,
}

/// A contract in JSON: as players write it.
pub(crate) fn contract_text<S: Serializer>(
    contract: &Contract,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&contract.as_at_the_table())
}

impl BoardLeads {
    /// What the solver says of a board.
    pub fn new(board: &Board, contract: Contract, declarer: Seat, leads: &Leads) -> BoardLeads {
        let leader = declarer.turned(1);
        let lead = |cards: TouchingCards| {
            let tricks = leads.of(cards.first()).unwrap_or(0);
            BoardLead {
                tricks,
                beats: tricks >= contract.beaten_by(),
                cards,
            }
        };
        let mut sorted: Vec<BoardLead> = TouchingCards::of(board.deal[leader])
            .into_iter()
            .map(lead)
            .collect();
        answer::sort_by_key(&mut sorted, |lead| std::cmp::Reverse(lead.tricks));
        BoardLeads {
            number: board.number,
            dealer: board.dealer,
            vulnerable: board.vulnerable,
            hands: board.deal,
            contract,
            declarer,
            leader,
            tricks: 13 - leads.best(),
            leads: sorted,
        }
    }
}

impl fmt::Display for BoardLeads {
    /// A line for each number of tricks, the most first.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let BoardLeads {
            number,
            declarer,
            leader,
            ..
        } = self;
        let contract = self.contract.as_at_the_table();
        let result = i32::from(self.tricks) - 6 - i32::from(self.contract.level());
        let fate = match result {
            0 => "just made after the best lead".to_owned(),
            1.. => format!("made with {result} over after the best lead"),
            _ => format!("down {} after the best lead", -result),
        };
        writeln!(
            f,
            "Board {number}, {contract} by {declarer}, {leader} leads: {fate}"
        )?;
        for same in self.leads.chunk_by(|a, b| a.tricks == b.tricks) {
            let cards: Vec<String> = same.iter().map(|lead| lead.cards.to_string()).collect();
            let beats = if same[0].beats { "beats it" } else { "" };
            let line = format!("  {:>2} {beats:8}  {}", same[0].tricks, cards.join(", "));
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

//! A condition as a question to the engine: which deals qualify, all of them and no others.
//!
//! And, or and not become those of rules. What is below them, comparisons for the most part, becomes a test on
//! quantities that add up card by card: lengths, points and single cards as they are, and for measures that look at a
//! suit as a whole, such as losers, which of its top cards are held and how many cards there are.

use std::sync::{Arc, Mutex};

use bridge::{Hand, Holding, Measure, Predeal, Rank, Seat, ShapeSet, Suit};
use condition::{Condition, Graph, Node, NodeId};
use space::{Cards, Deck, Quantity, Rule, Setup};

use crate::ranges::{Ranges, Truth};

/// Conditions with more comparisons than this, names put in place, are not counted.
const MOST_TESTS: usize = 2_000;
/// And so deep may they be nested.
const MOST_DEPTH: usize = 200;

/// Why a condition cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Inexact {
    /// It asks for a random number or a double dummy result.
    #[error("it depends on more than the cards")]
    Opaque(NodeId),
    /// It may have no answer for some deal.
    #[error("it divides by something that may be zero")]
    MayFail(NodeId),
    /// It is too large.
    #[error("it is too large")]
    TooLarge,
    /// Counting takes more than was allowed.
    #[error("counting takes more work than the budget allows")]
    OverBudget,
}

impl From<space::Error> for Inexact {
    fn from(error: space::Error) -> Inexact {
        match error {
            space::Error::OverBudget { .. } => Inexact::OverBudget,
            _ => Inexact::TooLarge,
        }
    }
}

/// The suit's cards.
pub(crate) fn cards_of(suit: Suit) -> Cards {
    Cards(0x1fff << (16 * suit as u32))
}

/// All deals that have the predealt cards and lengths.
pub(crate) fn predealt(predeal: &Predeal) -> Result<Setup, space::Error> {
    let deck = Deck::new(Suit::ALL.map(|suit| cards_of(suit).iter().collect::<Vec<u8>>()))?;
    let mut setup = Setup::new(deck, [13; 4])?;
    for seat in Seat::ALL {
        let place = seat as usize;
        setup = setup.restrict(Cards(predeal.hands[place].bits()), [place])?;
        for suit in Suit::ALL {
            if let Some(length) = predeal.length(seat, suit) {
                let length = i64::from(length);
                let rule = Quantity::number(place, cards_of(suit)).within(length..=length);
                setup = setup.require(format!("{seat} {suit:?}"), rule)?;
            }
        }
    }
    Ok(setup)
}

/// The rules of a condition, one for each conjunct.
pub(crate) fn rules(condition: &Condition) -> Result<Vec<Rule>, Inexact> {
    let conjuncts = condition.conjuncts().iter();
    conjuncts.map(|&node| rule(condition, node)).collect()
}

/// The rule of each node that has one.
pub(crate) fn rules_of(graph: &Graph, nodes: &[NodeId]) -> Vec<Option<Rule>> {
    let graph = Arc::new(graph.clone());
    let rule = |&node: &NodeId| {
        let graph = graph.clone();
        Translation { graph, tests: 0 }.rule(node, 0).ok()
    };
    nodes.iter().map(rule).collect()
}

/// The rule of one node.
pub(crate) fn rule(condition: &Condition, node: NodeId) -> Result<Rule, Inexact> {
    let mut translation = Translation {
        graph: Arc::new(condition.graph().clone()),
        tests: 0,
    };
    translation.rule(node, 0)
}

struct Translation {
    graph: Arc<Graph>,
    tests: usize,
}

impl Translation {
    fn rule(&mut self, id: NodeId, depth: usize) -> Result<Rule, Inexact> {
        if depth > MOST_DEPTH || self.tests > MOST_TESTS {
            return Err(Inexact::TooLarge);
        }
        let facts = self.graph.facts(id);
        match self.graph.node(id).clone() {
            _ if facts.opaque => Err(Inexact::Opaque(id)),
            _ if facts.may_fail => Err(Inexact::MayFail(id)),
            Node::Constant(0) => Ok(Rule::any([])),
            Node::Constant(_) => Ok(Rule::all([])),
            Node::All(terms) => Ok(Rule::all(self.rules(&terms, depth)?)),
            Node::Any(terms) => Ok(Rule::any(self.rules(&terms, depth)?)),
            Node::Not(a) => Ok(!self.rule(a, depth + 1)?),
            _ => Ok(self.test(id)),
        }
    }

    fn rules(&mut self, terms: &[NodeId], depth: usize) -> Result<Vec<Rule>, Inexact> {
        terms
            .iter()
            .map(|&term| self.rule(term, depth + 1))
            .collect()
    }

    /// A node that is no junction, as a test on quantities.
    fn test(&mut self, id: NodeId) -> Rule {
        self.tests += 1;
        let ranges = Ranges::new(self.graph.clone(), id);
        let mut quantities: Vec<Quantity> = Vec::new();
        let mut add = |quantity: Quantity| {
            let known = quantities.iter().position(|known| *known == quantity);
            known.unwrap_or_else(|| {
                quantities.push(quantity);
                quantities.len() - 1
            })
        };
        let atoms: Vec<(NodeId, Atom)> = ranges
            .atoms()
            .into_iter()
            .map(|node| (node, Atom::new(self.graph.node(node), &mut add)))
            .collect();
        // The engine asks from one thread at a time; the lock only says so.
        let state = Mutex::new((ranges, Vec::new()));
        Rule::test(quantities, move |values| {
            let mut state = state
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            let (ranges, known): &mut (Ranges, Vec<(NodeId, i64)>) = &mut state;
            known.clear();
            known.extend(atoms.iter().map(|(node, atom)| (*node, atom.value(values))));
            ranges.truth_of(known) == Truth::Always
        })
    }
}

/// How the value of an atom follows from quantities, named by their index.
enum Atom {
    /// It is one.
    Sum(usize),
    /// Whether four lengths, spades first, are one of these shapes.
    Shape([usize; 4], ShapeSet),
    /// A measure of one suit, from its summary.
    InSuit(usize, Measure, u32),
    /// A measure of the hand, from the summaries of its suits, clubs first.
    InHand([usize; 4], Measure, u32),
}

impl Atom {
    fn new(node: &Node, add: &mut impl FnMut(Quantity) -> usize) -> Atom {
        match node {
            Node::HasCard { seat, card } => {
                Atom::Sum(add(Quantity::number(*seat as usize, Cards::one(card.id()))))
            }
            Node::Shape { seat, shapes } => {
                let length = |suit| add(Quantity::number(*seat as usize, cards_of(suit)));
                Atom::Shape(Suit::WRITTEN.map(length), *shapes)
            }
            Node::Measure {
                seat,
                measure,
                suit,
            } => Atom::measure(*seat, *measure, *suit, add),
            // Other nodes are no atoms; nothing is said of their cards.
            _ => Atom::Sum(add(Quantity::default())),
        }
    }

    fn measure(
        seat: Seat,
        measure: Measure,
        suit: Option<Suit>,
        add: &mut impl FnMut(Quantity) -> usize,
    ) -> Atom {
        let place = seat as usize;
        let wanted = suit.map_or(Cards(Hand::DECK.bits()), cards_of);
        match (measure, suit) {
            (Measure::Length, _) => Atom::Sum(add(Quantity::number(place, wanted))),
            (Measure::Points(count), _) => Atom::Sum(add(Quantity::new(place, |card| {
                let rank = Rank::all().nth(card as usize % 16);
                let worth = rank.map_or(0, |rank| count.of_rank(rank));
                if wanted.has(card) { worth } else { 0 }
            }))),
            (measure, suit) => {
                let top = top_cards(measure);
                let mut summary = |suit: Suit| add(summary(place, suit, top));
                match suit {
                    Some(suit) => Atom::InSuit(summary(suit), measure, top),
                    None => Atom::InHand(Suit::ALL.map(summary), measure, top),
                }
            }
        }
    }

    fn value(&self, values: &[i64]) -> i64 {
        match self {
            Atom::Sum(index) => values[*index],
            Atom::Shape(lengths, shapes) => {
                let lengths = lengths.map(|index| values[index].clamp(0, 13) as u8);
                let shape = bridge::Shape::new(lengths);
                shape.is_some_and(|shape| shapes.contains(shape)).into()
            }
            Atom::InSuit(index, measure, top) => {
                measure.in_suit(example(values[*index], *top)).into()
            }
            Atom::InHand(summaries, measure, top) => {
                let bits = Suit::ALL
                    .into_iter()
                    .zip(summaries)
                    .fold(0, |bits, (suit, index)| {
                        bits | u64::from(example(values[*index], *top).0) << (16 * suit as u32)
                    });
                measure.in_hand(Hand::from_bits(bits)).into()
            }
        }
    }
}

/// A suit's length and which of its top cards are held, as a quantity: cards below the top count 1, those at the top
/// also a bit of their own.
fn summary(place: usize, suit: Suit, top: u32) -> Quantity {
    Quantity::new(place, |card| {
        let rank = u32::from(card % 16);
        match cards_of(suit).has(card) {
            false => 0,
            true if rank + top < 13 => 1,
            true => 1 + (16 << (12 - rank)),
        }
    })
}

/// A holding with this summary: which low cards it has does not matter.
fn example(summary: i64, top: u32) -> Holding {
    let bits = summary >> 4;
    let high = (0..top)
        .filter(|i| bits >> i & 1 == 1)
        .fold(0, |high, i| high | 1 << (12 - i));
    let low = (summary & 15) as u32
        - u32::from(high as u16)
            .count_ones()
            .min((summary & 15) as u32);
    Holding(high as u16 | ((1u32 << low) - 1) as u16)
}

/// How many top cards of a suit a measure tells apart: it depends on those and on the length alone.
fn top_cards(measure: Measure) -> u32 {
    let decides = |top: u32| {
        let mut known = std::collections::HashMap::new();
        (0..1u16 << 13).all(|bits| {
            let high = bits >> (13 - top);
            let value = measure.in_suit(Holding(bits));
            *known.entry((high, bits.count_ones())).or_insert(value) == value
        })
    };
    (0..13).find(|&top| decides(top)).unwrap_or(13)
}

#[cfg(test)]
mod tests {
    use super::*;
    use condition::{Evaluator, NoOracle};

    fn condition(text: &str) -> Condition {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        loaded.compiled.expect(text).condition
    }

    /// The rules say of every deal what the evaluator says.
    #[test]
    fn rules_and_evaluator_agree() {
        let texts = [
            "spades(north)==6 and hcp(north)>=10 and hcp(north)<=12",
            "shape(south, any 4333 + any 4432 + any 5332 - 5xxx) or losers(south) < 7",
            "(hcp(south) + (spades(south) > 5 ? 2 : 0) > 14) and not hascard(west, QD)",
            "losers(east, hearts) == 2 and quality(north, spades) > 300 and cccc(west) > 1000",
            "top3(north, clubs) + top3(south, clubs) == 3 or controls(east) * 3 > hcp(east)",
            "hcp(north) - hcp(south) != 4 and hearts(north) + hearts(south) >= 8",
        ];
        let everything = predealt(&Predeal::default()).unwrap().build().unwrap();
        let mut rng = space::stream(4, 4);
        for text in texts {
            let condition = condition(text);
            let rules = rules(&condition).unwrap();
            let mut evaluator = Evaluator::new(&condition);
            let mut held = 0;
            for _ in 0..2000 {
                let deal = everything.sample(&mut rng).unwrap();
                let hands = bridge::Deal([0, 1, 2, 3].map(|p| Hand::from_bits(deal[p].0)));
                let holds = evaluator.holds(&hands, &mut NoOracle).unwrap();
                assert_eq!(
                    rules.iter().all(|rule| rule.holds(&deal)),
                    holds,
                    "{text} {hands}"
                );
                held += u32::from(holds);
            }
            assert!(held > 0, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_counted_is_said() {
        let opaque = condition("rnd(10) > 3 and hcp(north) > 5");
        assert!(matches!(rules(&opaque), Err(Inexact::Opaque(_))));
        let division = condition("100 / hcp(north) > 5");
        assert!(matches!(rules(&division), Err(Inexact::MayFail(_))));
    }
}

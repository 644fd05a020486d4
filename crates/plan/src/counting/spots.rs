//! Spot cards as coins: keeps on cards that nothing else can tell from others, as weights.
//!
//! `West has the two of clubs` is how authors toss a coin with cards. Where nothing else tells that card from other low clubs,
//! all of them are exchanged in thought: whoever knows how many of these cards each hand has knows the chance that certain of them
//! lie in certain hands, whatever else holds. So such a question is a random number whose chances depend on numbers of cards,
//! and deals are counted by their weights as with coins, instead of following every such card by itself.

use std::collections::HashMap;

use bridge::{Card, Measure, Predeal, Seat};
use condition::{Condition, Graph, Node, NodeId};
use space::{Cards, Weight};

use crate::counting::exact::{cards_of, top_cards, worth};
use crate::counting::project::reachable;

/// With fewer such cards than this, following each of them by itself takes less.
const FEWEST: usize = 3;
/// With more, the patterns that they make are more work than the cards themselves: authors and tools use four.
const MOST: usize = 6;

/// Conditions of more conjuncts and values times nodes are left as they are.
const MOST_READ: usize = 10_000_000;

/// A question for a spot card in a hand, taken for a random number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pilot {
    /// The number that takes its place: 1 if the hand has the card.
    pub draw: u32,
    pub seat: Seat,
    pub card: Card,
    /// The cards that nothing else tells from it, itself among them.
    pub alike: Cards,
}

/// A condition with random numbers in place of some spot cards.
pub(crate) struct Exchanged {
    pub graph: Graph,
    pub conjuncts: Vec<NodeId>,
    pub pilots: Vec<Pilot>,
}

impl Exchanged {
    /// `None` if there are too few such cards, or too many. No pilot is among what is asked beside.
    pub(crate) fn new(
        condition: &Condition,
        predeal: &Predeal,
        asked: &[Vec<NodeId>],
    ) -> Option<Exchanged> {
        let graph = condition.graph();
        let roots: Vec<&[NodeId]> = condition
            .conjuncts()
            .iter()
            .map(std::slice::from_ref)
            .chain(asked.iter().map(|nodes| &nodes[..]))
            .collect();
        let all: Vec<NodeId> = reachable(graph, &roots.concat());
        let is_long = roots.len().saturating_mul(graph.len()) > MOST_READ;
        if is_long || all.iter().any(|&node| graph.facts(node).solver) {
            return None;
        }
        // What tells cards of a suit apart beside questions for single ones.
        let mut measures: Vec<Measure> = Vec::new();
        for &node in &all {
            match graph.node(node) {
                Node::Measure { measure, .. } if !measures.contains(measure) => {
                    measures.push(*measure);
                }
                _ => {}
            }
        }
        let tops: Vec<u32> = measures.iter().map(|&measure| top_of(measure)).collect();
        let label = |card: u8| -> Vec<i64> {
            let of = |(measure, top): (&Measure, &u32)| match measure {
                Measure::Length | Measure::Points(_) => worth(*measure, None, card),
                _ => i64::from(card % 16).max(12 - i64::from(*top)),
            };
            measures.iter().zip(&tops).map(of).collect()
        };
        let dealt = predeal.hands.iter().fold(0, |all, hand| all | hand.bits());
        let alike = |card: Card| {
            let (own, suit) = (label(card.id()), cards_of(card.suit()));
            let free = (suit - Cards(dealt)).iter();
            Cards::from_iter(free.filter(|&other| label(other) == own))
        };
        let mut asked_for: Vec<(NodeId, Seat, Card, Cards)> = Vec::new();
        for &node in &all {
            if let Node::HasCard { seat, card } = graph.node(node) {
                asked_for.push((node, *seat, *card, alike(*card)));
            }
        }
        // Cards that are alike must be asked for by one conjunct and by nothing else.
        let reads = |nodes: &&[NodeId]| {
            let cards = reachable(graph, nodes).into_iter();
            cards.fold(Cards::NONE, |all, node| match graph.node(node) {
                Node::HasCard { card, .. } => all | Cards::one(card.id()),
                _ => all,
            })
        };
        let reads: Vec<Cards> = roots.iter().map(reads).collect();
        let askers = |alike: Cards| {
            let asks = |(_, read): &(usize, &Cards)| !(**read & alike).is_empty();
            let askers = reads.iter().enumerate().filter(asks);
            askers.map(|(root, _)| root).collect::<Vec<usize>>()
        };
        let conjuncts = condition.conjuncts().len();
        let stand_alone = |(_, _, card, alike): &(NodeId, Seat, Card, Cards)| {
            let is_one_of_several = alike.has(card.id()) && alike.len() > 1;
            is_one_of_several && matches!(askers(*alike)[..], [one] if one < conjuncts)
        };
        let chosen: Vec<bool> = asked_for.iter().map(stand_alone).collect();
        let mut chosen = chosen.into_iter();
        asked_for.retain(|_| chosen.next().unwrap_or(false));
        let cards = asked_for
            .iter()
            .fold(Cards::NONE, |all, one| all | Cards::one(one.2.id()));
        if !(FEWEST..=MOST).contains(&cards.len()) {
            return None;
        }
        let mut graph = graph.clone();
        let two = graph.constant(2);
        let mut into: HashMap<NodeId, NodeId> = HashMap::new();
        let mut pilots = Vec::new();
        for (node, seat, card, alike) in asked_for {
            let random = graph.random(two);
            if let Node::Random { draw, .. } = *graph.node(random) {
                pilots.push(Pilot {
                    draw,
                    seat,
                    card,
                    alike,
                });
            }
            into.insert(node, random);
        }
        let conjuncts = condition.conjuncts();
        let conjuncts = conjuncts
            .iter()
            .map(|&root| put_in(&mut graph, root, &mut into))
            .collect();
        Some(Exchanged {
            graph,
            conjuncts,
            pilots,
        })
    }
}

fn top_of(measure: Measure) -> u32 {
    match measure {
        Measure::Length | Measure::Points(_) => 0,
        _ => top_cards(measure),
    }
}

/// The node with others in place of some of those it needs.
fn put_in(graph: &mut Graph, root: NodeId, into: &mut HashMap<NodeId, NodeId>) -> NodeId {
    for id in reachable(graph, &[root]) {
        if into.contains_key(&id) {
            continue;
        }
        let node = graph.node(id).clone();
        let mut changes = false;
        node.for_each_operand(|operand| changes |= into[&operand] != operand);
        let new = if !changes {
            id
        } else {
            let of = |id: &NodeId| into[id];
            match &node {
                Node::Not(a) => graph.not(of(a)),
                Node::Negate(a) => graph.negate(of(a)),
                Node::Arithmetic(operator, a, b) => graph.arithmetic(*operator, of(a), of(b)),
                Node::Compare(comparison, a, b) => graph.compare(*comparison, of(a), of(b)),
                Node::All(terms) => graph.all(terms.iter().map(of).collect()),
                Node::Any(terms) => graph.any(terms.iter().map(of).collect()),
                Node::Choose { test, yes, no } => graph.choose(of(test), of(yes), of(no)),
                Node::Score {
                    contract,
                    vulnerable,
                    tricks,
                } => graph.score(*contract, *vulnerable, of(tricks)),
                Node::Imps(a) => graph.imps(of(a)),
                Node::Random { below, .. } => graph.random(of(below)),
                Node::Constant(_)
                | Node::Measure { .. }
                | Node::Shape { .. }
                | Node::HasCard { .. }
                | Node::BoardNumber
                | Node::Tricks { .. }
                | Node::Par { .. }
                | Node::Ask(_) => id,
            }
        };
        into.insert(id, new);
    }
    into[&root]
}

/// Some pilots that belong together, and where the numbers are that their chances depend on.
#[derive(Default, Debug)]
pub(crate) struct Together {
    pub pilots: Vec<Pilot>,
    /// For each hand and each set of cards that are alike, which value of the cards says how many it has.
    pub numbers: Vec<(Seat, Cards, usize)>,
}

impl Together {
    /// The hands and sets of cards whose numbers decide.
    pub(crate) fn asked(&self) -> Vec<(Seat, Cards)> {
        let mut asked: Vec<(Seat, Cards)> = Vec::new();
        for pilot in &self.pilots {
            if !asked.contains(&(pilot.seat, pilot.alike)) {
                asked.push((pilot.seat, pilot.alike));
            }
        }
        asked
    }

    /// The chance that exactly those pilots hold whose bits are set.
    pub(crate) fn chance(&self, pattern: u32, cards: &[i64]) -> Option<Weight> {
        let mut chance = Weight::ONE;
        let mut sets: Vec<Cards> = Vec::new();
        for pilot in &self.pilots {
            if sets.contains(&pilot.alike) {
                continue;
            }
            sets.push(pilot.alike);
            let of_set = |one: &&(Seat, Cards, usize)| one.1 == pilot.alike;
            let numbers = self.numbers.iter().filter(of_set);
            let mut held: Vec<(Option<Seat>, u128)> = numbers
                .map(|(seat, _, at)| (Some(*seat), u128::try_from(cards[*at]).unwrap_or(0)))
                .collect();
            let all = pilot.alike.len() as u128;
            let rest = all.checked_sub(held.iter().map(|one| one.1).sum())?;
            held.push((None, rest));
            let asked: Vec<u8> = {
                let pilots = self.pilots.iter().filter(|one| one.alike == pilot.alike);
                let mut ids: Vec<u8> = pilots.map(|one| one.card.id()).collect();
                ids.sort_unstable();
                ids.dedup();
                ids
            };
            let ways = self.ways(pattern, &asked, &mut held)?;
            let of = (0..asked.len() as u128).try_fold(1u128, |of, i| of.checked_mul(all - i))?;
            chance = chance.times(Weight::new(ways, of))?;
        }
        Some(chance)
    }

    /// In how many ways some cards can be given to those who have so many, so that the pilots are as they should.
    fn ways(&self, pattern: u32, asked: &[u8], held: &mut [(Option<Seat>, u128)]) -> Option<u128> {
        let [card, others @ ..] = asked else {
            return Some(1);
        };
        let mut ways = 0u128;
        for at in 0..held.len() {
            let (seat, number) = held[at];
            let fits = |(bit, pilot): (usize, &Pilot)| {
                pilot.card.id() != *card || (pattern >> bit & 1 == 1) == (Some(pilot.seat) == seat)
            };
            if number == 0 || !self.pilots.iter().enumerate().all(fits) {
                continue;
            }
            held[at].1 -= 1;
            let then = self.ways(pattern, others, held)?;
            held[at].1 += 1;
            ways = ways.checked_add(number.checked_mul(then)?)?;
        }
        Some(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Given numbers of cards, the chances are those of all ways to lay them.
    #[test]
    fn chances_are_those_of_all_ways_to_lay_the_cards() {
        let card = |name: &str| -> Card { name.parse().unwrap() };
        let alike = Cards::from_iter(["2C", "3C", "4C", "5C", "6C"].map(|name| card(name).id()));
        let pilot = |draw, seat, name: &str| Pilot {
            draw,
            seat,
            card: card(name),
            alike,
        };
        let together = Together {
            pilots: vec![
                pilot(0, Seat::West, "2C"),
                pilot(1, Seat::East, "3C"),
                pilot(2, Seat::West, "3C"),
                pilot(3, Seat::West, "5C"),
            ],
            numbers: vec![(Seat::West, alike, 0), (Seat::East, alike, 1)],
        };
        for (west, east) in [(2, 1), (0, 3), (5, 0), (1, 4), (3, 2)] {
            // Each card goes to West, East or somebody else.
            let mut found = vec![0u128; 16];
            let mut all = 0;
            for lie in 0..3usize.pow(5) {
                let of = |i: u32| lie / 3usize.pow(i) % 3;
                let number = |who: usize| (0..5).filter(|&i| of(i) == who).count() as i64;
                if number(0) != west || number(1) != east {
                    continue;
                }
                all += 1;
                let holds = [of(0) == 0, of(1) == 1, of(1) == 0, of(3) == 0];
                let pattern = (0..4)
                    .filter(|&bit| holds[bit])
                    .fold(0, |p, bit| p | 1 << bit);
                found[pattern] += 1;
            }
            for (pattern, &ways) in found.iter().enumerate() {
                let chance = together.chance(pattern as u32, &[west, east]).unwrap();
                assert_eq!(chance, Weight::new(ways, all), "{west} {east} {pattern}");
            }
        }
    }
}

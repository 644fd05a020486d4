//! A condition made ready to be worked out for classes of hands: the nodes that matter, with what can be said of them
//! beforehand.

use std::sync::Arc;

use bridge::{Holding, Measure, PointCount, Rank, Seat, Suit};
use condition::{Arithmetic, Graph, Node, NodeId, Seats};

use crate::counting::project::reachable;

/// A least and a most.
pub(crate) type Range = (i64, i64);

/// Nodes are asked from the top, by recursion; chains longer than this are worked out from below first.
const DEPTH: u32 = 100;

/// What a class says of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandClass {
    pub seat: Seat,
    /// Cards by suit, in the order of [`Suit::ALL`].
    pub lengths: [u8; 4],
    /// Points in the count that makes the classes.
    pub points: Range,
}

/// What cards of a point count can be worth, by their number and by the points of the count that makes the classes.
#[derive(Clone, Debug)]
pub(crate) struct PointBounds {
    /// The most that so many cards of a suit can be worth.
    best: [i64; 14],
    /// The most that a point of the classes can be worth, as a fraction; `None` if some card has only this worth.
    ratio: Option<(i64, i64)>,
    negative: bool,
    /// Whether it is the count that makes the classes.
    same: bool,
}

impl PointBounds {
    fn new(count: &PointCount, base: &PointCount) -> PointBounds {
        let mut values = Rank::all()
            .map(|rank| i64::from(count.of_rank(rank)))
            .collect::<Vec<i64>>();
        answer::sort_by(&mut values, |a, b| b.cmp(a));
        let mut best = [0; 14];
        for (cards, value) in values.iter().enumerate() {
            best[cards + 1] = best[cards] + value.max(&0);
        }
        PointBounds {
            best,
            ratio: ratio(count, base),
            negative: values.iter().any(|value| *value < 0),
            same: count == base,
        }
    }

    /// What a hand of a class can be worth, in one suit or in all.
    pub(crate) fn of(&self, class: &HandClass, suit: Option<Suit>) -> Option<Range> {
        if self.same && suit.is_none() {
            return Some(class.points);
        }
        let most_of = |suit: Suit| self.best[class.lengths[suit as usize] as usize];
        let by_length = match suit {
            Some(suit) => most_of(suit),
            None => Suit::ALL.into_iter().map(most_of).sum(),
        };
        let by_points = self
            .ratio
            .map_or(by_length, |(a, b)| class.points.1 * a / b);
        (!self.negative).then_some((0, by_length.min(by_points)))
    }
}

/// The most that a point of one count can be worth in another, as a fraction; `None` if some card has only the other.
fn ratio(count: &PointCount, base: &PointCount) -> Option<(i64, i64)> {
    let mut most = (0, 1);
    for rank in Rank::all() {
        let (value, points) = (
            i64::from(count.of_rank(rank)),
            i64::from(base.of_rank(rank)),
        );
        match points {
            0 if value > 0 => return None,
            p if p > 0 && value * most.1 > most.0 * p => most = (value, p),
            _ => {}
        }
    }
    Some(most)
}

/// A node, and where its operands are.
#[derive(Clone, Debug)]
pub(crate) struct PreparedNode {
    pub id: NodeId,
    first: u32,
    operands: u32,
    /// The seats whose cards it reads.
    pub seats: Seats,
    /// What it can be, whatever the cards.
    pub anything: Range,
    /// Whether it depends on more of a class than the shape.
    pub by_points: bool,
    /// By how much it grows with each point of the hand, as far as that can be said.
    pub slope: i64,
    /// Whether nothing more is known of it: it may fail, for instance.
    pub open: bool,
    /// For points, what they can be worth.
    pub worth: Option<Box<PointBounds>>,
}

/// A condition, or some of its conjuncts, as it is worked out: the nodes that matter, operands first.
#[derive(Debug)]
pub(crate) struct PreparedNodes {
    pub graph: Arc<Graph>,
    pub entries: Vec<PreparedNode>,
    operands: Vec<u32>,
    pub roots: Vec<u32>,
    /// The nodes that chains are cut at.
    pub cuts: Vec<u32>,
    pub count: PointCount,
}

impl PreparedNodes {
    /// What some nodes need. Where a list of terms has several that read the seat `apart` alone, they become a list of
    /// their own: what the rest of the condition sees of that seat is then one answer, and not many.
    pub(crate) fn new(
        graph: Arc<Graph>,
        roots: &[NodeId],
        count: PointCount,
        apart: Option<Seat>,
    ) -> PreparedNodes {
        let nodes = reachable(&graph, roots);
        let mut prepared = PreparedNodes {
            entries: Vec::with_capacity(nodes.len()),
            operands: Vec::new(),
            roots: Vec::new(),
            cuts: Vec::new(),
            count,
            graph: graph.clone(),
        };
        let mut heights: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut places: Vec<u32> = Vec::with_capacity(nodes.len());
        let index = |id: NodeId| nodes.binary_search(&id).unwrap_or_default();
        for &id in &nodes {
            let node = graph.node(id);
            let mut operands = Vec::new();
            node.for_each_operand(|operand| operands.push(places[index(operand)]));
            if let (Some(seat), Node::All(_) | Node::Any(_)) = (apart, node) {
                let alone = |o: &u32| prepared.entries[*o as usize].seats == seat.into();
                let (theirs, others): (Vec<u32>, Vec<u32>) =
                    operands.iter().partition(|o| alone(o));
                if theirs.len() > 1 && !others.is_empty() {
                    let list = prepared.push(id, theirs, &mut heights);
                    operands = std::iter::once(list).chain(others).collect();
                }
            }
            let place = prepared.push(id, operands, &mut heights);
            places.push(place);
        }
        prepared.roots = roots.iter().map(|&root| places[index(root)]).collect();
        prepared
    }

    /// Adds a node with these operands.
    fn push(&mut self, id: NodeId, operands: Vec<u32>, heights: &mut Vec<u32>) -> u32 {
        let node = self.graph.node(id);
        let facts = self.graph.facts(id);
        let entry = |o: &u32| &self.entries[*o as usize];
        let seats = if operands.is_empty() {
            facts.seats
        } else {
            operands
                .iter()
                .fold(Seats::NONE, |seats, o| seats.union(entry(o).seats))
        };
        let worth = match node {
            Node::Measure {
                measure: Measure::Points(points),
                ..
            } => Some(Box::new(PointBounds::new(points, &self.count))),
            _ => None,
        };
        let losers = matches!(
            node,
            Node::Measure {
                measure: Measure::Losers,
                ..
            }
        );
        let by_points = worth.is_some()
            || losers
            || matches!(node, Node::HasCard { .. })
            || operands.iter().any(|o| entry(o).by_points);
        let slope_of = |i: usize| entry(&operands[i]).slope;
        let slope = match node {
            Node::Measure { suit: None, .. } => i64::from(worth.as_ref().is_some_and(|w| w.same)),
            Node::Negate(_) => slope_of(0).saturating_neg(),
            Node::Arithmetic(Arithmetic::Add, ..) => slope_of(0).saturating_add(slope_of(1)),
            Node::Arithmetic(Arithmetic::Subtract, ..) => slope_of(0).saturating_sub(slope_of(1)),
            Node::Choose { .. } => slope_of(1).max(slope_of(2)),
            _ => 0,
        };
        let at = self.entries.len() as u32;
        let highest = operands.iter().map(|&o| heights[o as usize] + 1).max();
        let height = highest.unwrap_or(0);
        if height >= DEPTH {
            self.cuts.push(at);
        }
        heights.push(if height >= DEPTH { 0 } else { height });
        let entry = PreparedNode {
            id,
            first: self.operands.len() as u32,
            operands: operands.len() as u32,
            seats,
            anything: (facts.low, facts.high),
            open: facts.may_fail,
            by_points,
            slope,
            worth,
        };
        self.operands.extend(operands);
        self.entries.push(entry);
        at
    }

    /// The operands of a node.
    pub(crate) fn operands(&self, entry: &PreparedNode) -> &[u32] {
        &self.operands[entry.first as usize..][..entry.operands as usize]
    }

    /// What a measure other than points can be for a class.
    pub(crate) fn measure(
        &self,
        class: &HandClass,
        measure: Measure,
        suit: Option<Suit>,
    ) -> Option<Range> {
        let length = |suit: Suit| i64::from(class.lengths[suit as usize]);
        match (measure, suit) {
            (Measure::Length, Some(suit)) => Some((length(suit), length(suit))),
            (Measure::Length, None) => Some((13, 13)),
            (Measure::Losers, suit) => {
                // A suit of small cards has the most losers for its length.
                let small = |suit: Suit| Holding((1 << class.lengths[suit as usize].min(10)) - 1);
                let most_of = |suit: Suit| i64::from(measure.in_suit(small(suit)));
                let most: i64 = match suit {
                    Some(suit) => most_of(suit),
                    None => Suit::ALL.into_iter().map(most_of).sum(),
                };
                Some(((most - self.winners(class.points.1)).max(0), most))
            }
            _ => None,
        }
    }

    /// The most aces, kings and queens that so many points can be: the cheapest first, four of each.
    fn winners(&self, points: i64) -> i64 {
        let mut worths = [Rank::ACE, Rank::KING, Rank::QUEEN].map(|rank| self.count.of_rank(rank));
        worths.sort_unstable();
        let mut left = points;
        let mut winners = 0;
        for worth in worths.map(i64::from) {
            let cards = if worth > 0 { (left / worth).min(4) } else { 4 };
            winners += cards;
            left -= cards * worth.max(0);
        }
        winners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A suit has as many losers as cards, and no more than three.
    #[test]
    fn losers_of_a_class() {
        let prepared = PreparedNodes::new(Arc::default(), &[], PointCount::HCP, None);
        for clubs in 0..=13u8 {
            let class = HandClass {
                seat: Seat::North,
                lengths: [clubs, 13 - clubs, 0, 0],
                points: (0, 0),
            };
            let most = |length: u8| i64::from(length.min(3));
            let (in_clubs, in_all) = (most(clubs), most(clubs) + most(13 - clubs));
            let of = |suit| prepared.measure(&class, Measure::Losers, suit);
            assert_eq!(of(Some(Suit::Clubs)), Some((in_clubs, in_clubs)));
            assert_eq!(of(None), Some((in_all, in_all)));
        }
    }
}

//! Coins: what random numbers decide, as weights.
//!
//! A random number knows nothing of the cards. Whoever knows what a conjunct asks of the cards knows the chance that its
//! random numbers let it hold: `West has seven clubs and rnd(1000) < 139` holds with a chance of 139 in 1000 where West has
//! them, and never elsewhere. So a condition with random numbers gives every deal a weight, an exact fraction; deals are
//! counted by their weights, and the chance of the condition is the mean of all weights.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use bridge::Seat;
use condition::{Graph, Node, NodeId};
use space::{Cards, Weight};

use crate::counting::exact::Inexact;
use crate::counting::project::reachable;
use crate::counting::spots::{Pilot, Together};

/// Random numbers that belong together are looked at together if they have no more combinations than this,
const MOST_TOGETHER: u64 = 1 << 20;
/// and no more of them mean different things than this.
const MOST_OUTCOMES: usize = 1 << 12;
/// So many outcomes are followed at the most to find the chance of one combination of cards.
const MOST_FOLLOWED: u32 = 1 << 16;

/// Something that a conjunct asks of the cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CardPart {
    /// A value.
    One(NodeId),
    /// Whether all of these hold.
    All(Vec<NodeId>),
    /// Whether one of these holds.
    Any(Vec<NodeId>),
    /// How many of these cards a hand has.
    Number(Seat, Cards),
}

/// What a node is worked out from.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Known(i64),
    /// One of the values that the cards have.
    Cards(usize),
    /// One of the values that random numbers decide: which of which group.
    Coin(usize, usize),
    /// A node before it.
    Step(usize),
}

/// Patterns of pilots, each with in how many ways the other random numbers can come.
type Patterns = Vec<(u32, u64)>;

/// Random numbers that some values share, and what those values come to: each combination, and in how many ways for each
/// pattern of the pilots that are among them.
#[derive(Debug)]
struct Group {
    outcomes: Vec<(Vec<i64>, Patterns)>,
    /// In how many ways those that are no pilots can come.
    ways: u64,
    together: Together,
}

impl Group {
    /// How likely an outcome is, for some values of what is asked of the cards.
    fn chance(&self, outcome: usize, cards: &[i64]) -> Option<Weight> {
        let (_, patterns) = &self.outcomes[outcome];
        let mut patterns = patterns.iter();
        patterns.try_fold(Weight::ZERO, |all, &(pattern, ways)| {
            let part = Weight::new(ways.into(), self.ways.into());
            all.plus(part.times(self.together.chance(pattern, cards)?)?)
        })
    }
}

/// A conjunct with random numbers, as a function of what it asks of the cards.
#[derive(Debug)]
pub(crate) struct Coins {
    /// What it asks of the cards.
    pub cards: Vec<CardPart>,
    /// Which draws it makes.
    pub draws: Vec<u32>,
    groups: Vec<Group>,
    /// The nodes that look at both, each with its operands; the last is the conjunct.
    steps: Vec<(Node, Vec<Operand>)>,
    root: Operand,
    weights: Mutex<Weights>,
}

/// The chances that came up, each with a number; 0 is the number of what never holds.
#[derive(Default, Debug)]
struct Weights {
    of_cards: HashMap<Vec<i64>, i64>,
    numbers: HashMap<Weight, i64>,
    all: Vec<Weight>,
}

/// The number of a chance that could not be worked out.
const UNKNOWN: i64 = -1;

impl Coins {
    /// What a node asks of the cards, and what of chance.
    ///
    /// # Errors
    /// [`Inexact::Opaque`], if it asks for more than that, or for a random number below something that is not fixed;
    /// [`Inexact::MayFail`]; [`Inexact::TooLarge`].
    pub(crate) fn new(graph: &Graph, root: NodeId, pilots: &[Pilot]) -> Result<Coins, Inexact> {
        let facts = graph.facts(root);
        if facts.solver || !facts.draws {
            return Err(Inexact::Opaque(root));
        }
        if facts.may_fail {
            return Err(Inexact::MayFail(root));
        }
        let of_chance =
            |node: NodeId| graph.facts(node).draws && graph.facts(node).seats.is_empty();
        let of_both = |node: NodeId| graph.facts(node).draws && !graph.facts(node).seats.is_empty();
        let mixed: Vec<NodeId> = reachable(graph, &[root])
            .into_iter()
            .filter(|&node| of_both(node))
            .collect();
        // The largest nodes that look at chance only.
        let mut coins: Vec<NodeId> = Vec::new();
        let mut coin = |node: NodeId| {
            if of_chance(node) && !coins.contains(&node) {
                coins.push(node);
            }
        };
        coin(root);
        for &node in &mixed {
            // What is drawn below a number that the cards decide is no coin.
            if matches!(graph.node(node), Node::Random { .. }) {
                return Err(Inexact::Opaque(root));
            }
            graph.node(node).for_each_operand(&mut coin);
        }
        let (mut groups, places) = groups(graph, root, &coins, pilots)?;
        let mut cards: Vec<CardPart> = Vec::new();
        let mut part = |part: CardPart| {
            let known = cards.iter().position(|one| *one == part);
            Operand::Cards(known.unwrap_or_else(|| {
                cards.push(part);
                cards.len() - 1
            }))
        };
        let other = |node: NodeId| {
            let known = graph.as_constant(node).map(Operand::Known);
            let coin = || {
                coins
                    .iter()
                    .position(|&coin| coin == node)
                    .map(|i| places[i])
            };
            let step = || mixed.iter().position(|&step| step == node);
            known
                .or_else(|| coin().map(|(group, place)| Operand::Coin(group, place)))
                .or_else(|| step().map(Operand::Step))
        };
        let mut steps = Vec::with_capacity(mixed.len());
        for &node in &mixed {
            let (mut operands, mut of_cards) = (Vec::new(), Vec::new());
            let joins = matches!(graph.node(node), Node::All(_) | Node::Any(_));
            graph.node(node).for_each_operand(|one| match other(one) {
                Some(operand) => operands.push(operand),
                None if joins => of_cards.push(one),
                None => operands.push(part(CardPart::One(one))),
            });
            // What a list asks of the cards is one thing, whatever its order.
            match (graph.node(node), &of_cards[..]) {
                (_, []) => {}
                (_, [one]) => operands.push(part(CardPart::One(*one))),
                (Node::All(_), _) => operands.push(part(CardPart::All(of_cards))),
                _ => operands.push(part(CardPart::Any(of_cards))),
            }
            steps.push((graph.node(node).clone(), operands));
        }
        let root = other(root).unwrap_or(Operand::Known(0));
        for group in &mut groups {
            for (seat, alike) in group.together.asked() {
                if let Operand::Cards(at) = part(CardPart::Number(seat, alike)) {
                    group.together.numbers.push((seat, alike, at));
                }
            }
        }
        Ok(Coins {
            draws: draws(graph, &coins),
            root,
            cards,
            groups,
            steps,
            weights: Mutex::default(),
        })
    }

    /// The number of the chance that it holds, for some values of what it asks of the cards; 0 if it never does.
    pub(crate) fn number(&self, cards: &[i64]) -> i64 {
        let mut weights = self.weights.lock().unwrap_or_else(PoisonError::into_inner);
        let Weights {
            of_cards,
            numbers,
            all,
        } = &mut *weights;
        match of_cards.entry(cards.to_vec()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = match self.chance(cards) {
                    None => UNKNOWN,
                    Some(Weight::ZERO) => 0,
                    Some(chance) => *numbers.entry(chance).or_insert_with(|| {
                        all.push(chance);
                        all.len() as i64
                    }),
                };
                *new.insert(number)
            }
        }
    }

    /// The chance that a number stands for; `None` if it could not be worked out.
    pub(crate) fn of_number(&self, number: i64) -> Option<Weight> {
        if number == 0 {
            return Some(Weight::ZERO);
        }
        let weights = self.weights.lock().unwrap_or_else(PoisonError::into_inner);
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        weights.all.get(place).copied()
    }

    /// The chance that it holds, where nothing is asked of the cards.
    pub(crate) fn alone(&self) -> Option<f64> {
        let chance = self.cards.is_empty().then(|| self.chance(&[]))??;
        Some(chance.numerator as f64 / chance.denominator as f64)
    }

    /// The chance that it holds, for some values of what it asks of the cards.
    fn chance(&self, cards: &[i64]) -> Option<Weight> {
        let mut fixed = vec![None; self.groups.len()];
        self.follow(cards, &mut fixed, &mut MOST_FOLLOWED.clone())
    }

    /// The same where some groups have had their outcomes.
    fn follow(
        &self,
        cards: &[i64],
        fixed: &mut Vec<Option<usize>>,
        left: &mut u32,
    ) -> Option<Weight> {
        *left = left.checked_sub(1)?;
        let open = match self.value(cards, fixed) {
            Ok(0) => return Some(Weight::ZERO),
            Ok(_) => return Some(Weight::ONE),
            Err(open) => open,
        };
        let group = &self.groups[open];
        let mut chance = Weight::ZERO;
        for place in 0..group.outcomes.len() {
            let part = group.chance(place, cards)?;
            if part == Weight::ZERO {
                continue;
            }
            fixed[open] = Some(place);
            let then = self.follow(cards, fixed, left)?;
            chance = chance.plus(part.times(then)?)?;
        }
        fixed[open] = None;
        Some(chance)
    }

    /// The value of the conjunct, or a group that it depends on.
    fn value(&self, cards: &[i64], fixed: &[Option<usize>]) -> Result<i64, usize> {
        let mut values: Vec<Result<i64, usize>> = Vec::with_capacity(self.steps.len());
        let of = |values: &[Result<i64, usize>], operand: Operand| match operand {
            Operand::Known(value) => Ok(value),
            Operand::Cards(place) => Ok(cards[place]),
            Operand::Coin(group, place) => match fixed[group] {
                Some(outcome) => Ok(self.groups[group].outcomes[outcome].0[place]),
                None => Err(group),
            },
            Operand::Step(step) => values[step],
        };
        let mut operands = Vec::new();
        for (node, from) in &self.steps {
            operands.clear();
            operands.extend(from.iter().map(|&operand| of(&values, operand)));
            values.push(worked_out(node, &operands));
        }
        of(&values, self.root)
    }
}

/// The value of a node from those of its operands, as far as they are known; else why it is not.
fn worked_out<E: Copy>(node: &Node, operands: &[Result<i64, E>]) -> Result<i64, E> {
    // The operands are asked in order up to the one that decides; what decides may be known before what comes first.
    let junction = |decides: fn(i64) -> bool, value: i64| {
        let known = operands.iter().filter_map(|operand| operand.ok());
        if known.clone().any(decides) {
            return Ok(value);
        }
        let open = operands.iter().find_map(|operand| operand.err());
        open.map_or(Ok(1 - value), Err)
    };
    match node {
        Node::Not(_) => Ok(i64::from(operands[0]? == 0)),
        Node::Negate(_) => Ok(operands[0]?.wrapping_neg()),
        // What may fail was refused.
        Node::Arithmetic(operator, ..) => {
            Ok(operator.apply(operands[0]?, operands[1]?).unwrap_or(0))
        }
        Node::Compare(comparison, ..) => Ok(comparison.holds(operands[0]?, operands[1]?).into()),
        Node::All(_) => junction(|value| value == 0, 0),
        Node::Any(_) => junction(|value| value != 0, 1),
        Node::Choose { .. } => match operands[0]? {
            0 => operands[2],
            _ => operands[1],
        },
        Node::Score {
            contract,
            vulnerable,
            ..
        } => {
            let tricks = operands[0]?.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            Ok(bridge::score::score(*contract, *vulnerable, tricks).into())
        }
        Node::Imps(_) => {
            let points = operands[0]?.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            Ok(bridge::score::imps(points).into())
        }
        Node::Constant(value) => Ok(*value),
        Node::Measure { .. }
        | Node::Shape { .. }
        | Node::HasCard { .. }
        | Node::Random { .. }
        | Node::BoardNumber
        | Node::Ask(_)
        | Node::Tricks { .. }
        | Node::Par { .. } => unreachable!("neither cards nor draws are worked out here"),
    }
}

/// The draws that some nodes make.
pub(crate) fn draws(graph: &Graph, nodes: &[NodeId]) -> Vec<u32> {
    let draw = |node: NodeId| match graph.node(node) {
        Node::Random { draw, .. } => Some(*draw),
        _ => None,
    };
    reachable(graph, nodes)
        .into_iter()
        .filter_map(draw)
        .collect()
}

/// Which group, and which of its values.
type InGroup = (usize, usize);

/// Nodes that only look at random numbers, those that share some together, with what they come to; and where each is.
fn groups(
    graph: &Graph,
    root: NodeId,
    coins: &[NodeId],
    pilots: &[Pilot],
) -> Result<(Vec<Group>, Vec<InGroup>), Inexact> {
    // Where one pilot is says something of those that are like it.
    let with_alike = |node: NodeId| {
        let mut all = draws(graph, &[node]);
        let own: Vec<Cards> = pilots
            .iter()
            .filter(|pilot| all.contains(&pilot.draw))
            .map(|pilot| pilot.alike)
            .collect();
        let others = pilots.iter().filter(|pilot| own.contains(&pilot.alike));
        all.extend(others.map(|pilot| pilot.draw));
        all
    };
    let mut members: Vec<(Vec<u32>, Vec<usize>)> = Vec::new();
    for (coin, &node) in coins.iter().enumerate() {
        let mut together = (with_alike(node), vec![coin]);
        let shares = |(others, _): &(Vec<u32>, Vec<usize>)| {
            others.iter().any(|draw| together.0.contains(draw))
        };
        let (joined, apart): (Vec<_>, Vec<_>) =
            std::mem::take(&mut members).into_iter().partition(shares);
        for (draws, coins) in joined {
            together.0.extend(draws);
            together.1.extend(coins);
        }
        members = apart;
        members.push(together);
    }
    let mut places = vec![(0, 0); coins.len()];
    let mut groups = Vec::with_capacity(members.len());
    for (number, (_, together)) in members.iter().enumerate() {
        for (place, &coin) in together.iter().enumerate() {
            places[coin] = (number, place);
        }
        let nodes: Vec<NodeId> = together.iter().map(|&coin| coins[coin]).collect();
        groups.push(group(graph, root, &nodes, pilots)?);
    }
    Ok((groups, places))
}

/// What some nodes come to, over all values of the random numbers that they ask for.
fn group(
    graph: &Graph,
    root: NodeId,
    nodes: &[NodeId],
    pilots: &[Pilot],
) -> Result<Group, Inexact> {
    let needed = reachable(graph, nodes);
    let mut bounds: Vec<u64> = Vec::new();
    // For each number that is drawn, whether it is a pilot: its bit in a pattern.
    let mut bits: Vec<Option<usize>> = Vec::new();
    let mut together = Together::default();
    for &node in &needed {
        // What follows from the board's number, or from what its file says, is no matter of chance.
        if matches!(graph.node(node), Node::BoardNumber | Node::Ask(_)) {
            return Err(Inexact::Opaque(root));
        }
        if let Node::Random { below, draw } = graph.node(node) {
            let pilot = pilots.iter().find(|pilot| pilot.draw == *draw);
            bits.push(pilot.map(|_| together.pilots.len()));
            together.pilots.extend(pilot.cloned());
            match graph
                .as_constant(*below)
                .and_then(|below| u64::try_from(below).ok())
            {
                Some(below @ 1..) => bounds.push(below),
                _ => return Err(Inexact::Opaque(root)),
            }
        }
    }
    let ways = bounds
        .iter()
        .try_fold(1u64, |ways, &bound| ways.checked_mul(bound));
    let ways = ways
        .filter(|&ways| ways <= MOST_TOGETHER)
        .ok_or(Inexact::TooLarge)?;
    if together.pilots.len() > u32::BITS as usize {
        return Err(Inexact::TooLarge);
    }
    let place = |node: NodeId| needed.iter().position(|&one| one == node);
    let operands: Vec<Vec<usize>> = needed
        .iter()
        .map(|&node| {
            let mut places = Vec::new();
            graph
                .node(node)
                .for_each_operand(|operand| places.extend(place(operand)));
            places
        })
        .collect();
    let wanted: Vec<usize> = nodes.iter().filter_map(|&node| place(node)).collect();
    let mut outcomes: BTreeMap<Vec<i64>, BTreeMap<u32, u64>> = BTreeMap::new();
    let mut drawn = vec![0u64; bounds.len()];
    let mut values: Vec<Result<i64, ()>> = Vec::with_capacity(needed.len());
    let mut arguments = Vec::new();
    for _ in 0..ways {
        values.clear();
        let mut numbers = drawn.iter();
        for (&node, from) in needed.iter().zip(&operands) {
            arguments.clear();
            arguments.extend(from.iter().map(|&place| values[place]));
            let value = match graph.node(node) {
                Node::Random { .. } => numbers.next().map(|&number| number as i64).ok_or(()),
                other => worked_out(other, &arguments),
            };
            values.push(value);
        }
        let row: Vec<i64> = wanted
            .iter()
            .map(|&place| values[place].unwrap_or(0))
            .collect();
        let set = bits.iter().zip(&drawn).filter(|(_, drawn)| **drawn == 1);
        let pattern = set
            .filter_map(|(bit, _)| *bit)
            .fold(0, |all, bit| all | 1 << bit);
        *outcomes.entry(row).or_default().entry(pattern).or_insert(0) += 1;
        if outcomes.len() > MOST_OUTCOMES {
            return Err(Inexact::TooLarge);
        }
        // The next combination, as an odometer counts.
        for (number, bound) in drawn.iter_mut().zip(&bounds) {
            *number += 1;
            if *number < *bound {
                break;
            }
            *number = 0;
        }
    }
    let of_row =
        |(row, patterns): (Vec<i64>, BTreeMap<u32, u64>)| (row, patterns.into_iter().collect());
    Ok(Group {
        outcomes: outcomes.into_iter().map(of_row).collect(),
        ways: ways >> together.pilots.len(),
        together,
    })
}

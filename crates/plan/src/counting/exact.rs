//! A condition as a question to the engine: which deals qualify, all of them and no others.
//!
//! Every node of the condition becomes a formula, once, however often it is used. Atoms are read off quantities
//! that add up card by card: lengths, points and single cards as they are, and for measures that look at a suit as a
//! whole, such as losers, which of its top cards are held and how many cards there are. Sums of atoms that are compared
//! are one quantity, also where they go across seats. Everything else is worked out from the formulas before it; terms of
//! one seat are joined before they meet those of others, so that the engine can leave them to that seat.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bridge::{Hand, Holding, Measure, Predeal, Rank, Seat, Suit};
use condition::{Arithmetic, Condition, Graph, Node, NodeId, Seats};
use space::{
    Cards, Counting, Deck, FormulaId, Formulas, Quantity, Rule, Setup, WeighedTally, Weight,
};

use crate::counting::coins::{CardPart, Coins};
use crate::counting::project::{project, reachable};
use crate::counting::spots::{Exchanged, Pilot};
use crate::tables::second_seat::shapes;

/// Conditions with more formulas than this are not counted.
const MOST_FORMULAS: usize = 10_000;
/// What a card may be worth at the most, for sums of atoms to be one quantity.
const MOST_WORTH: i64 = 1 << 20;

/// Why a condition cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Inexact {
    /// It asks for a double dummy result, the board's number, or a random number that does not stand by itself.
    #[error("it depends on more than the cards")]
    Opaque(NodeId),
    /// It may have no answer for some deal.
    #[error("it divides by something that may be zero")]
    MayFail(NodeId),
    /// It is too large.
    #[error("it is too large")]
    TooLarge,
    /// Counting takes more work than was allowed.
    #[error("counting takes more work than the effort allows")]
    OverBudget,
    /// Counting takes more memory than was allowed.
    #[error("counting takes more memory than the effort allows")]
    OverMemory,
    /// Counting was stopped.
    #[error("counting was stopped")]
    Stopped,
}

impl From<space::Error> for Inexact {
    fn from(error: space::Error) -> Inexact {
        match error {
            space::Error::OverBudget { .. } => Inexact::OverBudget,
            space::Error::OverMemory { .. } => Inexact::OverMemory,
            space::Error::Stopped(_) => Inexact::Stopped,
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
                setup = setup.require(rule)?;
            }
        }
    }
    Ok(setup)
}

/// What the engine is to count: the deals that satisfy a condition, by values that someone wants to know. Where random
/// numbers have a say, the deals that might.
pub(crate) struct CountingProblem {
    pub setup: Setup,
    pub formulas: Arc<Formulas>,
    /// The conjuncts with random numbers: how likely each is, by the number of a chance.
    coins: Vec<(FormulaId, Arc<Coins>)>,
    /// The questions for spot cards that are taken for random numbers.
    pub pilots: Vec<Pilot>,
    /// For each list of values their formulas; `None` where one of them cannot be counted.
    pub asked: Vec<Option<Vec<FormulaId>>>,
    /// For each list what it takes to count the deals by it.
    pub extra: Vec<Extra>,
}

impl CountingProblem {
    /// The same for a condition that the cards alone decide.
    pub(crate) fn of_cards(
        condition: &Condition,
        predeal: &Predeal,
    ) -> Result<CountingProblem, Inexact> {
        let problem = CountingProblem::new(condition, predeal, &[])?;
        if problem.is_of_cards() {
            Ok(problem)
        } else {
            Err(Inexact::Opaque(condition.root()))
        }
    }

    pub(crate) fn new(
        condition: &Condition,
        predeal: &Predeal,
        asked: &[Vec<NodeId>],
    ) -> Result<CountingProblem, Inexact> {
        let (graph, conjuncts) = (condition.graph().clone(), condition.conjuncts());
        CountingProblem::of_conjuncts(graph, conjuncts, Vec::new(), predeal, asked)
    }

    /// The same with spot cards that nothing else tells from others taken for coins, if there are such: less to count, but not the
    /// deals themselves.
    pub(crate) fn exchanged(
        condition: &Condition,
        predeal: &Predeal,
        asked: &[Vec<NodeId>],
    ) -> Result<CountingProblem, Inexact> {
        let exchanged = Exchanged::new(condition, predeal, asked).and_then(|exchanged| {
            let Exchanged {
                graph,
                conjuncts,
                pilots,
            } = exchanged;
            CountingProblem::of_conjuncts(graph, &conjuncts, pilots, predeal, asked).ok()
        });
        match exchanged {
            Some(problem) => Ok(problem),
            None => CountingProblem::new(condition, predeal, asked),
        }
    }

    fn of_conjuncts(
        mut graph: Graph,
        conjuncts: &[NodeId],
        pilots: Vec<Pilot>,
        predeal: &Predeal,
        asked: &[Vec<NodeId>],
    ) -> Result<CountingProblem, Inexact> {
        // What a condition on several seats says of each of them alone.
        let mut alone = Vec::new();
        for &node in conjuncts {
            let seats = graph.facts(node).seats;
            for seat in seats.iter().filter(|_| seats.len() > 1) {
                alone.push(project(&mut graph, node, seat.into()));
            }
        }
        let mut translation = Translation::new(&graph);
        translation.pilots = pilots;
        let (mut ids, mut coins) = (Vec::new(), Vec::new());
        for &node in conjuncts {
            let conjunct = translation.conjunct(node)?;
            ids.push(conjunct.formula);
            coins.extend(conjunct.coins.map(|coins| (conjunct.formula, coins)));
        }
        let seen: HashSet<NodeId> = reachable(&graph, conjuncts).into_iter().collect();
        let of_list = |nodes: &Vec<NodeId>| {
            let of_nodes = nodes.iter().map(|&node| Extra::of(&graph, &seen, node));
            of_nodes.max().unwrap_or(Extra::Little)
        };
        let extra = asked.iter().map(of_list).collect();
        let asked = asked.iter().map(|nodes| {
            let ids = nodes.iter().map(|&node| translation.formula(node).ok());
            ids.collect()
        });
        let asked = asked.collect();
        // One that has no formula is left out: it only helps.
        let alone: Vec<FormulaId> = alone
            .into_iter()
            .filter(|&node| graph.as_constant(node).is_none())
            .filter_map(|node| translation.formula(node).ok())
            .collect();
        let (formulas, pilots) = (Arc::new(translation.formulas), translation.pilots);
        let mut setup = predealt(predeal)?;
        for formula in alone {
            setup = setup.implies(Rule::formula(&formulas, formula))?;
        }
        for formula in ids {
            setup = setup.require(Rule::formula(&formulas, formula))?;
        }
        Ok(CountingProblem {
            setup,
            formulas,
            coins,
            pilots,
            asked,
            extra,
        })
    }

    /// Whether a deal qualifies by its cards alone, and nothing is drawn but what stands for cards.
    pub(crate) fn is_of_cards(&self) -> bool {
        let is_pilot = |draw: &u32| self.pilots.iter().any(|pilot| pilot.draw == *draw);
        let mut draws = self.coins.iter().flat_map(|(_, coins)| &coins.draws);
        draws.all(is_pilot)
    }

    /// The formulas whose values say how much a deal counts; they come before those of other values.
    pub(crate) fn weights(&self) -> impl Iterator<Item = FormulaId> {
        self.coins.iter().map(|(formula, _)| *formula)
    }

    /// The lists of values that can be counted, and take so much.
    pub(crate) fn countable(&self, extra: Extra) -> Vec<usize> {
        let lists = self.asked.iter().zip(&self.extra).enumerate();
        let lists = lists.filter(|(_, (ids, own))| ids.is_some() && **own == extra);
        lists.map(|(list, _)| list).collect()
    }

    /// The formulas of each list of values; `None` if one of them cannot be counted.
    pub(crate) fn all_asked(&self) -> Option<Vec<&Vec<FormulaId>>> {
        self.asked.iter().map(Option::as_ref).collect()
    }

    /// What is counted, with each deal as much as random numbers let it count: the values of [`CountingProblem::weights`] say so,
    /// and come before those of others.
    pub(crate) fn weighing(&self) -> Setup {
        let coins: Vec<Arc<Coins>> = self.coins.iter().map(|(_, coins)| coins.clone()).collect();
        self.setup.clone().weighing(coins.len(), move |numbers| {
            let mut numbers = coins.iter().zip(numbers);
            numbers.try_fold(Weight::ONE, |all, (coins, &number)| {
                all.times(coins.of_number(number)?)
            })
        })
    }

    /// What was counted, by values. Cards that were exchanged in thought come to whole deals again.
    pub(crate) fn weighed(&self, counting: &Counting) -> Result<WeighedTally, Inexact> {
        let mut weighed = counting.weighed()?;
        if self.is_of_cards() {
            weighed
                .rows
                .values_mut()
                .for_each(|row| *row /= weighed.unit);
            weighed.unit = 1;
        }
        Ok(weighed)
    }
}

/// What it takes to count the deals by some values, beside what the deals take alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Extra {
    /// Little: shares of what the condition itself tells apart, such as its hand types, and of what one hand is.
    Little,
    /// Something: numbers of one hand, each of which is told apart from the others.
    Some,
    /// Much: what several hands have together, so that all that says of each of them is told apart.
    Much,
}

impl Extra {
    fn of(graph: &Graph, seen: &HashSet<NodeId>, node: NodeId) -> Extra {
        let share = match graph.node(node) {
            Node::Arithmetic(Arithmetic::Multiply, a, b) => match graph.as_constant(*a) {
                Some(_) => *b,
                None if graph.as_constant(*b).is_some() => *a,
                None => node,
            },
            _ => node,
        };
        let is_share = graph.facts(share).is_truth();
        match graph.facts(node).seats.len() {
            0 | 1 if is_share => Extra::Little,
            0 | 1 => Extra::Some,
            _ if is_share && is_told(graph, seen, share) => Extra::Little,
            _ => Extra::Much,
        }
    }
}

/// Whether a truth follows from truths that were seen, by 'and', 'or' and 'not' alone.
fn is_told(graph: &Graph, seen: &HashSet<NodeId>, node: NodeId) -> bool {
    let mut open = vec![node];
    let mut known = HashSet::new();
    while let Some(node) = open.pop() {
        if !known.insert(node) {
            continue;
        }
        let is_truth = graph.facts(node).is_truth();
        match graph.node(node) {
            _ if is_truth && seen.contains(&node) => {}
            Node::Constant(_) => {}
            node @ (Node::Not(_) | Node::All(_) | Node::Any(_)) if is_truth => {
                node.for_each_operand(|operand| open.push(operand));
            }
            _ => return false,
        }
    }
    true
}

/// What a conjunct says of the cards.
pub(crate) struct ConjunctRule {
    pub rule: Rule,
    /// Whether it holds wherever the rule does; else random numbers decide.
    pub decides: bool,
}

/// The rule of each conjunct that has one, all of the same formulas.
pub(crate) fn rules_of(graph: &Graph, nodes: &[NodeId]) -> Vec<Result<ConjunctRule, Inexact>> {
    let mut translation = Translation::new(graph);
    let conjuncts: Vec<Result<Conjunct, Inexact>> = nodes
        .iter()
        .map(|&node| translation.conjunct(node))
        .collect();
    let formulas = Arc::new(translation.formulas);
    let rule = |conjunct: Result<Conjunct, Inexact>| {
        conjunct.map(|conjunct| ConjunctRule {
            rule: Rule::formula(&formulas, conjunct.formula),
            decides: conjunct.coins.is_none(),
        })
    };
    conjuncts.into_iter().map(rule).collect()
}

/// A conjunct as a formula: it is not 0 where the conjunct holds, or, with random numbers, where it might.
struct Conjunct {
    formula: FormulaId,
    coins: Option<Arc<Coins>>,
}

/// A condition on its way to formulas.
struct Translation<'a> {
    graph: &'a Graph,
    formulas: Formulas,
    ids: HashMap<NodeId, FormulaId>,
    /// The formulas of measures in one suit, which those of whole hands share.
    in_suit: HashMap<(Seat, Measure, Suit), FormulaId>,
    /// The draws of the conjuncts so far.
    drawn: Vec<u32>,
    /// Those that stand for cards.
    pilots: Vec<Pilot>,
}

impl<'a> Translation<'a> {
    fn new(graph: &'a Graph) -> Translation<'a> {
        Translation {
            graph,
            formulas: Formulas::default(),
            ids: HashMap::new(),
            in_suit: HashMap::new(),
            drawn: Vec::new(),
            pilots: Vec::new(),
        }
    }

    /// The formula of a node, with all that it needs before it.
    fn formula(&mut self, root: NodeId) -> Result<FormulaId, Inexact> {
        let facts = self.graph.facts(root);
        if facts.opaque {
            return Err(Inexact::Opaque(root));
        }
        if facts.may_fail {
            return Err(Inexact::MayFail(root));
        }
        // Operands come before what they are operands of.
        for id in reachable(self.graph, &[root]) {
            if !self.ids.contains_key(&id) {
                let formula = self.translate(id);
                self.ids.insert(id, formula);
            }
            if self.ids.len() > MOST_FORMULAS {
                return Err(Inexact::TooLarge);
            }
        }
        Ok(self.ids[&root])
    }

    /// The formula of a conjunct. With random numbers it is the number of its chance, which is 0 where it never holds.
    fn conjunct(&mut self, root: NodeId) -> Result<Conjunct, Inexact> {
        if !self.graph.facts(root).draws {
            let formula = self.formula(root)?;
            return Ok(Conjunct {
                formula,
                coins: None,
            });
        }
        let coins = Arc::new(Coins::new(self.graph, root, &self.pilots)?);
        // The chances of conjuncts are multiplied: what is drawn once must not be asked by two.
        if coins.draws.iter().any(|draw| self.drawn.contains(draw)) {
            return Err(Inexact::Opaque(root));
        }
        self.drawn.extend(&coins.draws);
        let mut parts = Vec::with_capacity(coins.cards.len());
        for part in &coins.cards {
            let nodes = match part {
                CardPart::One(node) => std::slice::from_ref(node),
                CardPart::All(nodes) | CardPart::Any(nodes) => nodes,
                CardPart::Number(..) => &[],
            };
            for &node in nodes {
                self.formula(node)?;
            }
            parts.push(match part {
                CardPart::One(node) => self.ids[node],
                CardPart::All(nodes) => self.junction(nodes, Formulas::all),
                CardPart::Any(nodes) => self.junction(nodes, Formulas::any),
                CardPart::Number(seat, cards) => {
                    let number = Quantity::number(*seat as usize, *cards);
                    self.formulas.read([number], |values| values[0])
                }
            });
        }
        let chances = coins.clone();
        let formula = self
            .formulas
            .combine(parts, move |cards| chances.number(cards));
        Ok(Conjunct {
            formula,
            coins: Some(coins),
        })
    }

    fn translate(&mut self, id: NodeId) -> FormulaId {
        if let Some(formula) = self.sum(id) {
            return formula;
        }
        let formula = |node: &NodeId| self.ids[node];
        match self.graph.node(id) {
            Node::Constant(value) => {
                let value = *value;
                self.formulas.combine([], move |_| value)
            }
            Node::Measure {
                seat,
                measure,
                suit,
            } => self.measure(*seat, *measure, *suit),
            Node::Shape { seat, shapes } => {
                let place = *seat as usize;
                let shapes = *shapes;
                let lengths = Suit::WRITTEN.map(|suit| Quantity::number(place, cards_of(suit)));
                self.formulas.read(lengths, move |lengths| {
                    let lengths = [0, 1, 2, 3].map(|suit| lengths[suit].clamp(0, 13) as u8);
                    let shape = bridge::Shape::new(lengths);
                    shape.is_some_and(|shape| shapes.contains(shape)).into()
                })
            }
            Node::HasCard { seat, card } => {
                let quantity = Quantity::number(*seat as usize, Cards::one(card.id()));
                self.formulas.read([quantity], |values| values[0])
            }
            Node::Not(a) => {
                let a = formula(a);
                self.formulas
                    .combine([a], |values| i64::from(values[0] == 0))
            }
            Node::Negate(a) => {
                let a = formula(a);
                self.formulas
                    .combine([a], |values| values[0].wrapping_neg())
            }
            Node::Arithmetic(operator, a, b) => {
                let (operator, ids) = (*operator, [formula(a), formula(b)]);
                // What may fail was refused; on the way there, any value will do.
                self.formulas.combine(ids, move |values| {
                    operator.apply(values[0], values[1]).unwrap_or(0)
                })
            }
            Node::Compare(comparison, a, b) => {
                let (comparison, ids) = (*comparison, [formula(a), formula(b)]);
                self.formulas.combine(ids, move |values| {
                    comparison.holds(values[0], values[1]).into()
                })
            }
            Node::All(terms) => self.junction(terms, Formulas::all),
            Node::Any(terms) => self.junction(terms, Formulas::any),
            Node::Choose { test, yes, no } => {
                let ids = [formula(test), formula(yes), formula(no)];
                self.formulas.combine(ids, |values| match values[0] {
                    0 => values[2],
                    _ => values[1],
                })
            }
            Node::Score {
                contract,
                vulnerable,
                tricks,
            } => {
                let (contract, vulnerable, tricks) = (*contract, *vulnerable, formula(tricks));
                self.formulas.combine([tricks], move |values| {
                    let tricks = values[0].clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                    bridge::score::score(contract, vulnerable, tricks).into()
                })
            }
            Node::Imps(points) => {
                let points = formula(points);
                self.formulas.combine([points], |values| {
                    let points = values[0].clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                    bridge::score::imps(points).into()
                })
            }
            // Whatever needs these was refused.
            Node::Random { .. }
            | Node::BoardNumber
            | Node::Tricks { .. }
            | Node::Par { .. }
            | Node::Ask(_) => self.formulas.combine([], |_| 0),
        }
    }

    /// And, or or: the terms of each seat first, two at a time, and then what is left, at once.
    fn junction(
        &mut self,
        terms: &[NodeId],
        join: fn(&mut Formulas, Vec<FormulaId>) -> FormulaId,
    ) -> FormulaId {
        let mut groups: Vec<(Seats, FormulaId)> = Vec::new();
        let mut across: Vec<FormulaId> = Vec::new();
        for term in terms {
            let seats = self.graph.facts(*term).seats;
            let formula = self.ids[term];
            match groups.iter_mut().find(|(known, _)| *known == seats) {
                _ if seats.len() > 1 => across.push(formula),
                Some((_, group)) => *group = join(&mut self.formulas, vec![*group, formula]),
                None => groups.push((seats, formula)),
            }
        }
        let groups = groups.into_iter().map(|(_, formula)| formula);
        let parts: Vec<FormulaId> = groups.chain(across).collect();
        match parts[..] {
            [one] if terms.len() > 1 => one,
            _ => join(&mut self.formulas, parts),
        }
    }

    fn measure(&mut self, seat: Seat, measure: Measure, suit: Option<Suit>) -> FormulaId {
        let place = seat as usize;
        match (measure, suit) {
            (_, Some(suit)) => self.measure_in_suit(seat, measure, suit),
            (Measure::Length | Measure::Points(_), None) => {
                let quantity = Quantity::new(place, |card| worth(measure, None, card) as i32);
                self.formulas.read([quantity], |values| values[0])
            }
            (measure, None) => {
                let suits = Suit::ALL.map(|suit| self.measure_in_suit(seat, measure, suit));
                let [c, d, h, s] = suits;
                let minors = self.formulas.combine([c, d], sum);
                let most = self.formulas.combine([minors, h], sum);
                let all = self.formulas.combine([most, s], sum);
                if adds_up(measure) {
                    return all;
                }
                // The hand's shape counts beside its suits.
                let lengths = Suit::ALL.map(|suit| Quantity::number(place, cards_of(suit)));
                let discount = self.formulas.read(lengths, move |lengths| {
                    let lengths = [0, 1, 2, 3].map(|suit| lengths[suit].clamp(0, 13) as u8);
                    beside_suits(measure, lengths).into()
                });
                self.formulas.combine([all, discount], sum)
            }
        }
    }

    fn measure_in_suit(&mut self, seat: Seat, measure: Measure, suit: Suit) -> FormulaId {
        if let Some(&formula) = self.in_suit.get(&(seat, measure, suit)) {
            return formula;
        }
        let formula = match measure {
            Measure::Length | Measure::Points(_) => {
                let worth = |card| worth(measure, Some(suit), card) as i32;
                self.formulas
                    .read([Quantity::new(seat as usize, worth)], |values| values[0])
            }
            _ => {
                let top = top_cards(measure);
                let summary = summary(seat as usize, suit, top);
                self.formulas.read([summary], move |values| {
                    measure.in_suit(example(values[0], top)).into()
                })
            }
        };
        self.in_suit.insert((seat, measure, suit), formula);
        formula
    }

    /// A comparison of sums of atoms that add up card by card: one quantity, compared with a number.
    fn sum(&mut self, id: NodeId) -> Option<FormulaId> {
        let Node::Compare(comparison, a, b) = self.graph.node(id) else {
            return None;
        };
        let mut sum = Sum::default();
        sum.add(self.graph, *a, 1, 0)?;
        sum.add(self.graph, *b, -1, 0)?;
        let Sum { atoms, constant } = sum;
        let of_atom = |&(scale, atom): &(i64, NodeId)| {
            let (seat, worth) = additive(self.graph.node(atom))?;
            Some(Quantity::new(seat as usize, move |card| {
                (scale * worth(card)) as i32
            }))
        };
        let quantities: Option<Vec<Quantity>> = atoms.iter().map(of_atom).collect();
        let quantity = quantities?
            .into_iter()
            .fold(Quantity::default(), |all, quantity| all + quantity);
        let comparison = *comparison;
        Some(self.formulas.read([quantity], move |values| {
            comparison.holds(values[0] + constant, 0).into()
        }))
    }
}

fn sum(values: &[i64]) -> i64 {
    values.iter().sum()
}

/// Atoms, each so many times, and a number.
#[derive(Default)]
struct Sum {
    atoms: Vec<(i64, NodeId)>,
    constant: i64,
}

impl Sum {
    /// Adds a node so many times, if it is a sum.
    fn add(&mut self, graph: &Graph, id: NodeId, scale: i64, depth: usize) -> Option<()> {
        /// Longer sums are nobody's.
        const MOST: usize = 50;
        if depth > MOST || self.atoms.len() > MOST || scale.abs() > MOST_WORTH {
            return None;
        }
        match graph.node(id) {
            Node::Constant(value) => {
                let value = scale.checked_mul(*value)?;
                self.constant = self.constant.checked_add(value)?;
                (self.constant.abs() < i64::MAX / 2).then_some(())
            }
            Node::Negate(a) => self.add(graph, *a, -scale, depth + 1),
            Node::Arithmetic(Arithmetic::Add, a, b) => {
                self.add(graph, *a, scale, depth + 1)?;
                self.add(graph, *b, scale, depth + 1)
            }
            Node::Arithmetic(Arithmetic::Subtract, a, b) => {
                self.add(graph, *a, scale, depth + 1)?;
                self.add(graph, *b, -scale, depth + 1)
            }
            Node::Arithmetic(Arithmetic::Multiply, a, b) => {
                let (factor, node) = match (graph.as_constant(*a), graph.as_constant(*b)) {
                    (Some(factor), _) => (factor, b),
                    (_, Some(factor)) => (factor, a),
                    _ => return None,
                };
                self.add(graph, *node, scale.checked_mul(factor)?, depth + 1)
            }
            node => {
                let (_, worth) = additive(node)?;
                let bounded = |card| {
                    worth(card)
                        .checked_mul(scale)
                        .is_some_and(|w| w.abs() <= MOST_WORTH)
                };
                (0..64).all(bounded).then(|| self.atoms.push((scale, id)))
            }
        }
    }
}

/// Whose cards an atom adds up, and what each is worth; `None` for what does not add up card by card.
fn additive(node: &Node) -> Option<(Seat, impl Fn(u8) -> i64)> {
    let (seat, measure, suit, only) = match node {
        Node::HasCard { seat, card } => (*seat, Measure::Length, None, Some(card.id())),
        Node::Measure {
            seat,
            measure: measure @ (Measure::Length | Measure::Points(_)),
            suit,
        } => (*seat, *measure, *suit, None),
        _ => return None,
    };
    Some((seat, move |card| match only {
        Some(only) => (card == only).into(),
        None => worth(measure, suit, card),
    }))
}

/// What a card adds to a length or to points.
pub(crate) fn worth(measure: Measure, suit: Option<Suit>, card: u8) -> i64 {
    let wanted = suit.map_or(Cards(Hand::DECK.bits()), cards_of);
    let rank = Rank::all().nth(card as usize % 16);
    match measure {
        _ if !wanted.has(card) => 0,
        Measure::Points(count) => rank.map_or(0, |rank| count.of_rank(rank)).into(),
        _ => 1,
    }
}

/// A suit's length and which of its top cards are held, as a quantity: cards below the top count 1, those at the top
/// also a bit of their own.
fn summary(place: usize, suit: Suit, top: u32) -> Quantity {
    Quantity::new(place, |card| {
        let rank = u32::from(card % 16);
        if !cards_of(suit).has(card) {
            0
        } else if rank + top < 13 {
            1
        } else {
            1 + (16 << (12 - rank))
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

/// What a measure adds to the sum over the suits for the shape of the whole hand, clubs first.
fn beside_suits(measure: Measure, lengths: [u8; 4]) -> i32 {
    let lowest = |length: u8| (1u64 << length) - 1;
    let bits = (0..4).fold(0, |bits, suit| bits | lowest(lengths[suit]) << (16 * suit));
    measure.for_shape(Hand::from_bits(bits))
}

/// Whether a measure of a whole hand is the sum over its suits, whatever the shape.
fn adds_up(measure: Measure) -> bool {
    shapes().all(|lengths| beside_suits(measure, lengths) == 0)
}

/// How many top cards of a suit a measure tells apart: it depends on those and on the length alone.
pub(crate) fn top_cards(measure: Measure) -> u32 {
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

    /// Shares of hand types go with the deals, whether a type is asked for as the condition has it or put together of what it has;
    /// numbers of one hand come next, and what several hands have together comes last.
    #[test]
    fn what_values_take_beside_the_deals() {
        let text = "weak = hcp(north) < 8 and spades(north) > 5
            fit = spades(south) > 2 and weak
            slam = hcp(south) > 20 and spades(south) + spades(north) > 8
            condition (fit or slam) and hcp(east) < 10
            action average 100 * fit, average slam, average 100 * (fit and not slam), average 100 * (hcp(west) > 9),
            average hcp(north), average losers(south) * 2,
            average hcp(north) + hcp(south), average 100 * (hcp(west) > 9 and fit), average 100 * (hearts(north) > hearts(south))";
        let condition = condition(text);
        let asked = condition.values().iter().map(|&value| vec![value]);
        let asked: Vec<Vec<NodeId>> = asked.collect();
        let problem = CountingProblem::new(&condition, &Predeal::default(), &asked).unwrap();
        let expected = [
            [Extra::Little; 4].as_slice(),
            &[Extra::Some; 2],
            &[Extra::Much; 3],
        ];
        assert_eq!(problem.extra, expected.concat());
        assert_eq!(problem.countable(Extra::Some), [4, 5]);
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
            "zar(north) >= 26 and bergen(south) < 13 or rule20(east) and not rule22(west)",
            "nltc(north) + nltc(south) <= 1500 and adjltc(east) > 700 or rule15(west)",
            "quicktricks(north) >= 150 and pavlicek(east) + goren(east) > karpin(east, spades)",
            "fifths(south) > 900 and bumrap(west, hearts) < 500 or banzai(north) > 20",
            "points \"mine\" { A 4.5 K 3 [K] -1 [Qx] 0.25 [AQ+] 0.5 length 6+ 1.5 length 0 3 } mine(north) > 900",
        ];
        let everything = predealt(&Predeal::default()).unwrap().build().unwrap();
        let mut rng = space::stream(4, 4);
        for text in texts {
            let condition = condition(text);
            let setup = CountingProblem::new(&condition, &Predeal::default(), &[]);
            let setup = setup.unwrap().setup;
            let mut evaluator = Evaluator::new(&condition);
            let mut held = 0;
            for _ in 0..2000 {
                let deal = everything.sample(&mut rng).unwrap();
                let hands = bridge::Deal([0, 1, 2, 3].map(|p| Hand::from_bits(deal[p].0)));
                let holds = evaluator.holds(&hands, &mut NoOracle).unwrap();
                assert_eq!(setup.holds(&deal), holds, "{text} {hands}");
                held += u32::from(holds);
            }
            assert!(held > 0, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_counted_is_said() {
        let opaque = condition("rnd(hcp(east)) > 3 and hcp(north) > 5");
        let asked = |condition| CountingProblem::new(&condition, &Predeal::default(), &[]).err();
        assert!(matches!(asked(opaque), Some(Inexact::Opaque(_))));
        let division = condition("100 / hcp(north) > 5");
        assert!(matches!(asked(division), Some(Inexact::MayFail(_))));
    }
}

//! Cases: what random numbers let through, drawn before the cards.
//!
//! Authors level hand types by coins: `(weak and rnd(1000) < 139) or strong`. Dealing a hand and then throwing the coin
//! wastes most of the weak ones. But the coin knows nothing of the cards, so it may as well come first: a try takes the case
//! `weak` with a chance in proportion to 139 in 1000 times the share of deals that are drawn from for it, and the case `strong`
//! likewise; where the deal that is then drawn does not qualify, it starts over with the choice of a case. Every deal that
//! qualifies comes as often as its weight says. A deal of two cases must not come by both: a case is without those before it.

use condition::{Condition, Graph, Node, NodeId};

use crate::counting::coins::{Coins, draws};

/// More cases than this are not told apart.
const MOST: usize = 64;

/// A part of a condition, and the chance that random numbers let it through.
pub(crate) struct CoinCase {
    pub condition: Condition,
    pub chance: f64,
}

/// The cases of a condition: the terms of the first choice that random numbers have a say in. What asks for nothing but
/// random numbers is a part of every chance. `None` if random numbers decide nothing by themselves.
pub(crate) fn coin_cases(condition: &Condition) -> Option<Vec<CoinCase>> {
    let mut graph = condition.graph().clone();
    if !graph.facts(condition.root()).draws {
        return None;
    }
    let (coins, mut others): (Vec<NodeId>, Vec<NodeId>) = condition
        .conjuncts()
        .iter()
        .partition(|&&node| is_coin(&graph, node));
    let always = chance_of(&graph, &coins)?;
    let choice = others.iter().find_map(|&node| {
        let terms = terms_of(&graph, node)?;
        Some((node, terms))
    });
    let mut terms = match choice {
        Some((conjunct, terms)) => {
            others.retain(|&node| node != conjunct);
            terms
        }
        None if coins.is_empty() => return None,
        None => vec![Term {
            chance: 1.0,
            ..Term::default()
        }],
    };
    // What is drawn once must not be taken for two draws.
    let thrown = coins
        .into_iter()
        .chain(terms.iter().flat_map(|term| term.coins.iter().copied()));
    let thrown: Vec<NodeId> = thrown.collect();
    let kept = others
        .iter()
        .chain(terms.iter().flat_map(|term| &term.rest))
        .copied();
    let kept: Vec<NodeId> = kept.collect();
    let mut once = draws(&graph, &kept);
    for coin in thrown {
        let its = draws(&graph, &[coin]);
        if its.iter().any(|draw| once.contains(draw)) {
            return None;
        }
        once.extend(its);
    }
    // What no coin is thrown for comes first: the cases after it are without it, and the cards say so.
    answer::sort_by_key(&mut terms, |term| !term.coins.is_empty());
    let mut before: Vec<NodeId> = Vec::new();
    let mut cases = Vec::new();
    for term in terms.into_iter().filter(|term| term.chance > 0.0) {
        let all = others.iter().chain(&term.rest).chain(&before).copied();
        let root = graph.all(all.collect());
        cases.push((root, always * term.chance));
        if let Some(node) = term.node {
            let without = graph.not(node);
            if let Some(origin) = graph.origin(node) {
                graph.set_origin(without, origin);
            }
            before.push(without);
        }
    }
    let case = |(root, chance)| CoinCase {
        condition: Condition::new(graph.clone(), root, condition.values().to_vec()),
        chance,
    };
    Some(cases.into_iter().map(case).collect())
}

/// A term of a choice: what random numbers alone decide of it, with the chance that they let it through, and the rest.
#[derive(Default)]
struct Term {
    node: Option<NodeId>,
    coins: Vec<NodeId>,
    chance: f64,
    rest: Vec<NodeId>,
}

/// The terms of a choice in which random numbers decide something by themselves.
fn terms_of(graph: &Graph, conjunct: NodeId) -> Option<Vec<Term>> {
    let facts = graph.facts(conjunct);
    if !facts.draws || facts.solver || facts.may_fail {
        return None;
    }
    let nodes = match graph.node(conjunct) {
        Node::Any(terms) if terms.len() <= MOST => &terms[..],
        _ => return None,
    };
    let term = |&node: &NodeId| {
        let parts = match graph.node(node) {
            Node::All(parts) => &parts[..],
            _ => &[node],
        };
        let (coins, rest): (Vec<NodeId>, Vec<NodeId>) =
            parts.iter().partition(|&&part| is_coin(graph, part));
        Some(Term {
            node: Some(node),
            chance: chance_of(graph, &coins)?,
            coins,
            rest,
        })
    };
    let terms: Option<Vec<Term>> = nodes.iter().map(term).collect();
    terms.filter(|terms| terms.iter().any(|term| !term.coins.is_empty()))
}

/// Whether a node asks for random numbers and nothing else.
fn is_coin(graph: &Graph, node: NodeId) -> bool {
    graph.facts(node).draws && graph.facts(node).seats.is_empty()
}

/// The chance that all of these hold, which ask for nothing but random numbers of their own.
fn chance_of(graph: &Graph, coins: &[NodeId]) -> Option<f64> {
    coins.iter().try_fold(1.0, |chance, &coin| {
        Some(chance * Coins::new(graph, coin, &[]).ok()?.alone()?)
    })
}

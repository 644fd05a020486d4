//! What is probably not meant, and only counting shows: a condition that nothing or everything satisfies, and hand types
//! with coins of their own that overlap.
//!
//! A coin is a condition on spot cards: authors keep a hand type at a wanted rate by asking for 'the type, and West has
//! the two of clubs'. The rates are right only if no deal is of two types: it would be kept by either coin.

use bridge::{Deal, Hand, Predeal};
use condition::{Condition, Evaluator, Graph, NoOracle, Node, NodeId};
use space::{Budget, Key, Watch};

use crate::counting::conflict::{Exists, exists};
use crate::counting::exact;
use crate::counting::project::reachable;

/// Pairs of types beyond this many are not looked at.
const MOST_PAIRS: usize = 12;

/// Something that is probably not meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedFinding {
    /// No deal satisfies the condition.
    Never,
    /// Every deal does.
    Always,
    /// Two terms of a disjunction, each kept by a coin, that have deals in common.
    Overlap(NodeId, NodeId),
}

/// All that is shown within the budget, which is for each question that is asked. What is not shown is not said.
///
/// ```
/// let text = "strong = hcp(south) > 15  long = spades(south) > 5
///     condition (strong and hascard(west, 2C)) or (long and hascard(east, 2D))";
/// let input = script::Input::from_text("types", text).unwrap();
/// let script = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let (budget, watch) = Default::default();
/// let findings = plan::lint(&script.condition, &script.predeal, budget, &watch);
/// assert!(matches!(findings[..], [plan::CountedFinding::Overlap(..)]));
/// ```
pub fn lint(
    condition: &Condition,
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Vec<CountedFinding> {
    if condition.settled().is_some() {
        return Vec::new();
    }
    let mut graph = condition.graph().clone();
    let fails = graph.not(condition.root());
    let exist = |nodes: &[NodeId]| exists(&graph, nodes, predeal, budget, watch);
    if exist(condition.conjuncts()) == Exists::No {
        return vec![CountedFinding::Never];
    }
    let mut findings = Vec::new();
    if exist(&[fails]) == Exists::No {
        findings.push(CountedFinding::Always);
    }
    for (one, other) in pairs(&graph, condition.root()) {
        let both: Vec<NodeId> = [&one.kind[..], &other.kind[..]].concat();
        if exist(&both) == Exists::Yes {
            findings.push(CountedFinding::Overlap(one.term, other.term));
        }
    }
    findings
}

/// Those of some nodes that hold in no deal, as far as the budget shows, which is for each of them. What holds in one of a few
/// random deals is not looked at further, nor what cannot be counted.
///
/// ```
/// let input = script::Input::from_text("names", "long = spades(south) > 5 never = long and spades(north) > 8").unwrap();
/// let script = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let nodes = ["long", "never"].map(|name| script.named(name).unwrap());
/// let (budget, watch) = Default::default();
/// assert_eq!(plan::never(script.condition.graph(), &nodes, &script.predeal, budget, &watch), [nodes[1]]);
/// ```
pub fn never(
    graph: &Graph,
    nodes: &[NodeId],
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Vec<NodeId> {
    const DEALS: u64 = 300;
    let can_be_asked = |node: &NodeId| {
        let facts = graph.facts(*node);
        !facts.opaque && !facts.may_fail && !facts.solver
    };
    let mut left: Vec<NodeId> = nodes.iter().copied().filter(can_be_asked).collect();
    let Ok(all) = exact::predealt(predeal).and_then(|base| base.build_within(budget, watch)) else {
        return Vec::new();
    };
    let mut rng = Key::ours("names that are never true").stream(0);
    let mut graph = graph.clone();
    let always = graph.constant(1);
    let condition = Condition::new(graph.clone(), always, left.clone());
    let mut evaluator = Evaluator::new(&condition);
    let mut seen = vec![false; left.len()];
    for _ in 0..DEALS {
        let Some(deal) = all.sample(&mut rng) else {
            return Vec::new();
        };
        let deal = Deal([0, 1, 2, 3].map(|place| Hand::from_bits(deal[place].0)));
        evaluator.next_deal();
        for (value, seen) in seen.iter_mut().enumerate() {
            *seen |= !matches!(evaluator.value(value, &deal, &mut NoOracle), Ok(0));
        }
    }
    let mut seen = seen.into_iter();
    left.retain(|_| !seen.next().unwrap_or(true));
    left.retain(|&node| {
        let node = graph.truth(node);
        exists(&graph, &[node], predeal, budget, watch) == Exists::No
    });
    left
}

/// A term of a disjunction: a hand type, and the coin that keeps it.
struct Kept {
    term: NodeId,
    kind: Vec<NodeId>,
    coin: Vec<NodeId>,
}

/// The types that have a coin, two by two, where the coins differ.
fn pairs(graph: &Graph, root: NodeId) -> Vec<(Kept, Kept)> {
    let mut pairs = Vec::new();
    for id in reachable(graph, &[root]) {
        let Node::Any(terms) = graph.node(id) else {
            continue;
        };
        for (i, &one) in terms.iter().enumerate() {
            for &other in &terms[i + 1..] {
                let both = (kept(graph, one), kept(graph, other));
                let differ = both.0.coin != both.1.coin;
                let with_coins = !both.0.coin.is_empty() && !both.1.coin.is_empty();
                let with_kinds = !both.0.kind.is_empty() && !both.1.kind.is_empty();
                if differ && with_coins && with_kinds {
                    pairs.push(both);
                }
                if pairs.len() == MOST_PAIRS {
                    return pairs;
                }
            }
        }
    }
    pairs
}

fn kept(graph: &Graph, term: NodeId) -> Kept {
    let conjuncts = match graph.node(term) {
        Node::All(conjuncts) => conjuncts,
        _ => std::slice::from_ref(&term),
    };
    let (coin, kind) = conjuncts.iter().partition(|node| is_coin(graph, **node));
    Kept { term, kind, coin }
}

/// Whether a node asks for nothing but who holds some spot cards.
fn is_coin(graph: &Graph, node: NodeId) -> bool {
    /// The nine is the highest spot card.
    const NINE: usize = 7;
    let mut asks = false;
    let only_spots = reachable(graph, &[node])
        .into_iter()
        .all(|id| match graph.node(id) {
            Node::HasCard { card, .. } => {
                asks = true;
                card.rank().index() <= NINE
            }
            Node::All(_) | Node::Any(_) | Node::Not(_) | Node::Constant(_) => true,
            _ => false,
        });
    asks && only_spots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<CountedFinding> {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        lint(
            &compiled.condition,
            &compiled.predeal,
            Budget::default(),
            &Watch::default(),
        )
    }

    #[test]
    fn what_nothing_or_everything_satisfies() {
        assert_eq!(
            findings("hcp(north) > 20 and hcp(south) > 20"),
            [CountedFinding::Never]
        );
        assert_eq!(
            findings("controls(north) == 12 and hcp(north) < 28"),
            [CountedFinding::Never]
        );
        assert_eq!(
            findings("hcp(north) < 38 or spades(south) > 1"),
            [CountedFinding::Always]
        );
        assert_eq!(findings("hcp(north) > 20 and hcp(south) > 18"), []);
        assert_eq!(findings("hcp(north) > 20 and rnd(6) > 4"), []);
    }

    #[test]
    fn types_that_overlap() {
        let types = |limit: &str| {
            format!(
                "strong = hcp(south) > 15  weak = hcp(south) < {limit}
                 c1 = hascard(west, 2C)  c2 = hascard(east, 2D)
                 keep06 = c1 and c2  keep30 = keep06 or hascard(west, 3C)
                 condition hearts(south) > 4 and ((strong and keep06) or (weak and keep30))"
            )
        };
        assert_eq!(findings(&types("12")), []);
        assert_eq!(findings(&types("16")), []);
        assert!(matches!(
            findings(&types("17"))[..],
            [CountedFinding::Overlap(..)]
        ));
        // One coin for both is no harm; an honour is no coin.
        assert_eq!(
            findings(
                "(hcp(south) > 15 or hcp(south) < 20) and hascard(west, 2C) and hcp(east) > 3"
            ),
            []
        );
        assert_eq!(
            findings(
                "(hcp(south) > 9 and hascard(west, AC)) or (hcp(south) > 8 and hascard(west, KC))"
            ),
            []
        );
    }
}

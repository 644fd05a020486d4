//! Why nothing qualifies: a few parts of a condition that clash, none of which can be left out.

use bridge::Predeal;
use condition::{Graph, NodeId, Seats};
use space::{Budget, Setup, Watch};

use crate::counting::exact;

/// Whether deals exist that satisfy some parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exists {
    /// There are some.
    Yes,
    /// There are none: that is proved.
    No,
    /// Neither was shown within the budget.
    Unknown,
}

/// Parts that clash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Which parts, by their place in the list. None at all if what is dealt beforehand clashes by itself.
    pub parts: Vec<usize>,
    /// Whether it is shown that without any one of them, deals exist.
    pub irreducible: bool,
}

/// Whether deals exist in which all these nodes hold. What cannot be counted (a random number, a double dummy result)
/// leaves only No or Unknown.
pub fn exists(
    graph: &Graph,
    nodes: &[NodeId],
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Exists {
    let all: Vec<usize> = (0..nodes.len()).collect();
    Parts::new(graph, nodes, predeal, budget, watch).exist(&all)
}

/// A smallest set of these nodes that no deal satisfies: without any one of them, deals exist. `None` if it is not proved
/// that they clash.
///
/// ```
/// let text = "condition hcp(north) >= 20 and spades(north) >= 5 and hcp(south) >= 12 and hcp(east) > 8";
/// let input = script::Input::from_text("too much", text).unwrap();
/// let script = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let (graph, nodes) = (script.condition.graph(), script.condition.conjuncts());
/// let (budget, watch) = Default::default();
/// let conflict = plan::conflict(graph, nodes, &script.predeal, budget, &watch).unwrap();
/// assert!(conflict.irreducible);
/// // The spades do not matter: 20, 12 and 9 points are one more than there are.
/// assert_eq!(conflict.parts.len(), 3);
/// ```
pub fn conflict(
    graph: &Graph,
    nodes: &[NodeId],
    predeal: &Predeal,
    budget: Budget,
    watch: &Watch,
) -> Option<Conflict> {
    let parts = Parts::new(graph, nodes, predeal, budget, watch);
    let mut left = parts.clashing_seats()?;
    let mut irreducible = true;
    // Each part in turn is left out, for good if the others still clash. What is said of several seats goes first: what
    // is left is then as plain as can be.
    let mut order = left.clone();
    answer::sort_by_key(&mut order, |&part| {
        let seats = graph.facts(nodes[part]).seats.len();
        (std::cmp::Reverse(seats), std::cmp::Reverse(part))
    });
    for part in order {
        let others: Vec<usize> = left.iter().copied().filter(|&p| p != part).collect();
        match parts.exist(&others) {
            Exists::No => left = others,
            Exists::Yes => {}
            Exists::Unknown => irreducible = false,
        }
    }
    Some(Conflict {
        parts: left,
        irreducible,
    })
}

/// The parts of a condition, as rules where they have one.
struct Parts<'a> {
    graph: &'a Graph,
    nodes: &'a [NodeId],
    base: Option<Setup>,
    rules: Vec<Option<space::Rule>>,
    budget: Budget,
    watch: &'a Watch,
}

impl Parts<'_> {
    fn new<'a>(
        graph: &'a Graph,
        nodes: &'a [NodeId],
        predeal: &Predeal,
        budget: Budget,
        watch: &'a Watch,
    ) -> Parts<'a> {
        Parts {
            graph,
            nodes,
            base: exact::predealt(predeal).ok(),
            rules: exact::rules_of(graph, nodes)
                .into_iter()
                .map(|rule| Some(rule.ok()?.rule))
                .collect(),
            budget,
            watch,
        }
    }

    /// Whether deals exist that satisfy some of the parts.
    fn exist(&self, parts: &[usize]) -> Exists {
        let named = |(setup, whole): (Setup, bool), &part: &usize| match &self.rules[part] {
            Some(rule) => {
                let setup = setup.require(rule.clone()).ok()?;
                Some((setup, whole))
            }
            None => Some((setup, false)),
        };
        let start = self.base.clone().map(|setup| (setup, true));
        let Some((setup, whole)) = start.and_then(|start| parts.iter().try_fold(start, named))
        else {
            return Exists::Unknown;
        };
        match setup.find(self.budget, self.watch) {
            Ok(None) => Exists::No,
            Ok(Some(_)) if whole => Exists::Yes,
            Ok(Some(_)) | Err(_) => Exists::Unknown,
        }
    }

    /// The parts of as few seats as clash by themselves, single seats being tried first; `None` if even all of them are
    /// not shown to clash. What has no rule proves nothing.
    fn clashing_seats(&self) -> Option<Vec<usize>> {
        let mut sets: Vec<Seats> = (0..16u8).map(seats_of).collect();
        answer::sort_by_key(&mut sets, |seats| seats.len());
        let spoken_of = |seats: Seats| {
            let within = |&part: &usize| {
                let about = self.graph.facts(self.nodes[part]).seats;
                self.rules[part].is_some() && about.within(seats)
            };
            (0..self.nodes.len()).filter(within).collect::<Vec<usize>>()
        };
        let mut tried: Vec<Vec<usize>> = Vec::new();
        sets.into_iter().map(spoken_of).find(|parts| {
            let fresh = !tried.contains(parts);
            tried.push(parts.clone());
            fresh && self.exist(parts) == Exists::No
        })
    }
}

fn seats_of(mask: u8) -> Seats {
    let seats = bridge::Seat::ALL.into_iter();
    seats.filter(|seat| mask >> *seat as u8 & 1 == 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conflict_of(text: &str) -> Option<(Vec<String>, bool)> {
        let text = format!("condition {text}");
        let input = script::Input::from_text("test", &text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(&text);
        let (graph, nodes) = (compiled.condition.graph(), compiled.condition.conjuncts());
        let conflict = conflict(
            graph,
            nodes,
            &compiled.predeal,
            Budget::default(),
            &Watch::default(),
        )?;
        let written = |&part: &usize| {
            let span = compiled.place(nodes[part]).unwrap();
            loaded.script.sources.slice(span).to_owned()
        };
        let mut parts: Vec<String> = conflict.parts.iter().map(written).collect();
        parts.sort();
        Some((parts, conflict.irreducible))
    }

    #[test]
    fn what_clashes_and_nothing_else() {
        let (parts, irreducible) = conflict_of(
            "hcp(north) >= 15 and hcp(north) <= 18 and hcp(east) >= 12 and hcp(east) <= 20 and hcp(south) >= 8 \
             and hcp(south) <= 17 and hcp(west) >= 6 and hcp(west) <= 11 and spades(west) >= 6",
        )
        .unwrap();
        let expected = [
            "hcp(east) >= 12",
            "hcp(north) >= 15",
            "hcp(south) >= 8",
            "hcp(west) >= 6",
        ];
        assert_eq!(parts, expected);
        assert!(irreducible);

        let (parts, irreducible) = conflict_of(
            "shape(north, any 5xxx) and hcp(north) >= 12 and controls(north) == 7 and hcp(north) <= 13 and hcp(south) > 3",
        )
        .unwrap();
        assert_eq!(parts, ["controls(north) == 7", "hcp(north) <= 13"]);
        assert!(irreducible);

        let (parts, _) =
            conflict_of("spades(north) > 7 and spades(south) > 5 and hcp(east) > 3").unwrap();
        assert_eq!(parts, ["spades(north) > 7", "spades(south) > 5"]);
    }

    #[test]
    fn what_can_be_dealt_has_no_conflict() {
        assert_eq!(conflict_of("hcp(north) >= 30 and hcp(south) >= 9"), None);
        assert_eq!(conflict_of("hcp(north) >= 20 and rnd(10) > 8"), None);
    }

    /// What a random number leaves open is no reason; what it never allows is.
    #[test]
    fn random_numbers_do_not_hide_a_conflict() {
        let (parts, irreducible) =
            conflict_of("rnd(10) > 3 and hcp(north) > 20 and hcp(north) < hcp(south)").unwrap();
        assert_eq!(parts, ["hcp(north) < hcp(south)", "hcp(north) > 20"]);
        assert!(irreducible);
        let (parts, irreducible) = conflict_of("hcp(north) >= 20 and rnd(10) > 12").unwrap();
        assert_eq!(parts, ["rnd(10) > 12"]);
        assert!(irreducible);
    }
}

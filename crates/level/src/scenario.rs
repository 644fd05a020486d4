//! A script as a scenario to be leveled: what it deals without its keeps, and the hand types, each with its share.
//!
//! With two lists of types, each board is of a type of either: the *cells* are the combinations. With one list, the cells
//! are the types. This knows the script and the shares that are asked for; how often a cell comes is measured elsewhere.

use bridge::Predeal;
use condition::{Condition, Graph, NodeId};
use script::syntax::{Action, ExprKind, StatementKind};
use script::{CompileOptions, Compiled, Script};

use crate::request::MOST_TYPES;
use crate::script_keeps::{ScriptKeeps, defined, definition};
use crate::script_types::kept_types;
use crate::{LevelError, Options, RequestedType};

/// What names of types begin with, and what their shares end with, in scripts that say so themselves.
pub(crate) const PREFIX: &str = "HandType_";
/// The same for types that only have shares, where boards are told by their hand types.
const LEVELED_PREFIX: &str = "LevelType_";
const SHARE: &str = "_Share";
/// The largest share that a script can write.
const MOST_WEIGHT: i64 = 1_000_000;
/// The most combinations of types: each is measured and planned for.
const MOST_CELLS: usize = 100;
/// The name of the type of all deals that are of none.
const REST: &str = "rest";

/// A hand type.
#[derive(Clone, PartialEq, Debug)]
pub struct HandType {
    /// What it is called.
    pub name: String,
    /// The expression that stands for it.
    pub text: String,
    /// The share of boards that it should have.
    pub share: f64,
    pub(crate) node: NodeId,
}

/// What boards are leveled by: a type, or a combination of two.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeCell {
    /// What it is called.
    pub name: String,
    /// The expression that stands for it, whatever else the script asks.
    pub text: String,
    /// Its types, by their places in the lists.
    pub types: Vec<usize>,
    pub(crate) node: NodeId,
}

/// A script to be leveled.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The lists of types: one, or two.
    pub dimensions: Vec<Vec<HandType>>,
    /// The cells, in the order of the lists.
    pub cells: Vec<TypeCell>,
    /// Where the types are those that begin with `LevelType_`, the hand types that boards are told by. They have no shares of
    /// their own, and need not be parts of the others.
    pub labels: Vec<HandType>,
    /// What deals have that are of no label.
    unlabeled: NodeId,
    /// The keeps that the script has already, which count for nothing here.
    pub keeps: ScriptKeeps,
    /// The script without its keeps.
    pub compiled: Compiled,
    /// Whether a deal of several types counts for the first.
    pub first_wins: bool,
    /// Whether deals of no type are a type.
    pub rest: bool,
    /// What the place is called that new types came from.
    pub(crate) types_source: String,
    graph: Graph,
}

impl Scenario {
    /// The scenario of a script. New types must have been read with it: see [`Options::definitions`].
    ///
    /// # Errors
    /// Names that are not there, types that are no questions about cards, shares that do not add up.
    pub fn new(script: &Script, options: &Options) -> Result<Scenario, LevelError> {
        let keeps = ScriptKeeps::find(script, options)?;
        let without = keeps.taken_as_true(script);
        let compile = CompileOptions {
            double_dummy: true,
            ..CompileOptions::default()
        };
        let compiled = script::compile(&without, &compile).map_err(LevelError::Script)?;
        let condition = &compiled.condition;
        let mut graph = condition.graph().clone();
        if graph.facts(condition.root()).solver {
            return Err(LevelError::Solver("the condition".to_owned()));
        }
        let lists = asked(script, options, &keeps)?;
        let mut dimensions = Vec::new();
        for (i, list) in lists.iter().enumerate() {
            let given = options.shares.get(i).map(Vec::as_slice);
            let shares = shares(script, list, given, options.rest)?;
            let script = (script, &keeps);
            dimensions.push(dimension(
                list, &shares, options, script, &compiled, &mut graph,
            )?);
        }
        let number: usize = dimensions.iter().map(Vec::len).product();
        if number > MOST_CELLS {
            return Err(LevelError::TooMany(number, MOST_CELLS));
        }
        let cells = cells(&dimensions, &mut graph);
        let labels = labels(script, options, &compiled, &mut graph)?;
        let any_label = graph.any(labels.iter().map(|label| label.node).collect());
        let unlabeled = graph.not(any_label);
        Ok(Scenario {
            dimensions,
            cells,
            labels,
            unlabeled,
            keeps,
            first_wins: options.first_wins,
            rest: options.rest,
            types_source: options.types_source.clone(),
            compiled,
            graph,
        })
    }

    /// What is dealt beforehand.
    pub fn predeal(&self) -> &Predeal {
        &self.compiled.predeal
    }

    /// What the script asks of every deal, without its keeps; `values` are further nodes of the graph.
    pub fn condition(&self, values: Vec<NodeId>) -> Condition {
        let root = self.compiled.condition.root();
        Condition::new(self.graph.clone(), root, values)
    }

    /// What is asked of the deals of a cell, without the values of the script's actions.
    pub fn condition_of(&self, cell: &TypeCell) -> Condition {
        self.condition_and(&[cell.node], Vec::new())
    }

    /// The same with those values and then one for each label, for boards that are dealt.
    pub(crate) fn dealt_of(&self, cell: &TypeCell) -> Condition {
        let mut values = self.compiled.condition.values().to_vec();
        values.extend(self.labels.iter().map(|label| label.node));
        self.condition_and(&[cell.node], values)
    }

    /// What the deals of each label have, and then what those have that are of none.
    pub(crate) fn label_nodes(&self) -> impl Iterator<Item = NodeId> {
        let labels = self.labels.iter().map(|label| label.node);
        labels.chain([self.unlabeled])
    }

    /// What is asked of the deals of a cell that have more, with the values of boards that are dealt.
    pub(crate) fn dealt_with(&self, cell: &TypeCell, more: NodeId) -> Condition {
        let values = self.dealt_of(cell).values().to_vec();
        self.condition_and(&[cell.node, more], values)
    }

    /// The name of the label of a board that was dealt, whose values are asked for one by one; `None` if it has none.
    ///
    /// # Errors
    /// What `ask` says.
    pub fn label_of<E>(
        &self,
        ask: &mut dyn FnMut(usize) -> Result<i64, E>,
    ) -> Result<Option<&str>, E> {
        let first = self.compiled.condition.values().len();
        for (value, label) in (first..).zip(&self.labels) {
            if ask(value)? != 0 {
                return Ok(Some(&label.name));
            }
        }
        Ok(None)
    }

    /// The condition and more.
    pub(crate) fn condition_and(&self, nodes: &[NodeId], values: Vec<NodeId>) -> Condition {
        let mut graph = self.graph.clone();
        let root = self.compiled.condition.root();
        let terms = std::iter::once(root).chain(nodes.iter().copied());
        let root = graph.all(terms.collect());
        Condition::new(graph, root, values)
    }

    /// The condition, and none of a list of types.
    pub(crate) fn outside(&self, dimension: &[HandType]) -> Condition {
        let mut graph = self.graph.clone();
        let any = graph.any(dimension.iter().map(|t| t.node).collect());
        let none = graph.not(any);
        let root = graph.all(vec![self.compiled.condition.root(), none]);
        Condition::new(graph, root, Vec::new())
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The condition, and at least two of a list of types.
    pub(crate) fn of_two(&self, dimension: &[HandType]) -> Condition {
        let mut graph = self.graph.clone();
        let mut both = Vec::new();
        for (i, second) in dimension.iter().enumerate() {
            for first in &dimension[..i] {
                both.push(graph.all(vec![first.node, second.node]));
            }
        }
        let some = graph.any(both);
        let root = graph.all(vec![self.compiled.condition.root(), some]);
        Condition::new(graph, root, Vec::new())
    }
}

/// A type that is asked for, as the script has it.
struct Wanted {
    /// What it is called.
    called: String,
    /// The names of the script that are all true for it.
    names: Vec<String>,
    /// The expression that stands for it.
    text: String,
}

impl Wanted {
    /// A type that is a name of the script.
    fn name(name: &str) -> Wanted {
        Wanted {
            called: called(name).to_owned(),
            names: vec![name.to_owned()],
            text: name.to_owned(),
        }
    }
}

/// The types that are asked for, or that the script names, or that it keeps each at a rate of its own.
fn asked(
    script: &Script,
    options: &Options,
    keeps: &ScriptKeeps,
) -> Result<Vec<Vec<Wanted>>, LevelError> {
    let lists = match (options.types.len(), options.from_averages) {
        (0, true) => vec![of_averages(script)],
        (0, false) => vec![leveled_by_convention(script)],
        (1 | 2, _) => options.types.clone(),
        (many, _) => return Err(LevelError::Dimensions(many)),
    };
    let wanted = |list: &Vec<RequestedType>| {
        let names = list.iter().map(|asked| Wanted::name(&asked.name));
        names.collect()
    };
    let mut lists: Vec<Vec<Wanted>> = lists.iter().map(wanted).collect();
    if lists.iter().any(Vec::is_empty) {
        if options.from_averages {
            return Err(LevelError::NoAverages);
        }
        let kept = kept_types(script, keeps)?;
        if kept.is_empty() {
            return Err(LevelError::NoTypes);
        }
        let kept = kept.into_iter().map(|kept| Wanted {
            called: kept.called,
            names: kept.names,
            text: kept.text,
        });
        lists = vec![kept.collect()];
    }
    match lists.iter().find(|list| list.len() > MOST_TYPES) {
        Some(list) => Err(LevelError::TooMany(list.len(), MOST_TYPES)),
        None => Ok(lists),
    }
}

fn named(name: &str) -> RequestedType {
    RequestedType {
        name: name.to_owned(),
        meaning: None,
    }
}

/// `HandType_NAME = …`
pub(crate) fn by_convention(script: &Script) -> Vec<RequestedType> {
    beginning_with(script, PREFIX)
}

/// `LevelType_NAME = …` if there are such, else the hand types.
fn leveled_by_convention(script: &Script) -> Vec<RequestedType> {
    let leveled = beginning_with(script, LEVELED_PREFIX);
    if leveled.is_empty() {
        by_convention(script)
    } else {
        leveled
    }
}

fn beginning_with(script: &Script, prefix: &str) -> Vec<RequestedType> {
    let names = script.statements.iter().filter_map(definition);
    names
        .map(|(name, _)| name)
        .filter(|name| name.starts_with(prefix) && !name.ends_with(SHARE))
        .map(named)
        .collect()
}

/// What a type is called: its name without what it begins with by convention.
fn called(name: &str) -> &str {
    let prefixes = [PREFIX, LEVELED_PREFIX];
    let mut short = prefixes
        .iter()
        .filter_map(|prefix| name.strip_prefix(prefix));
    short.next().unwrap_or(name)
}

/// The hand types of a script that is leveled by others.
fn labels(
    script: &Script,
    options: &Options,
    compiled: &Compiled,
    graph: &mut Graph,
) -> Result<Vec<HandType>, LevelError> {
    let said = !options.types.is_empty() || options.from_averages;
    if said || beginning_with(script, LEVELED_PREFIX).is_empty() {
        return Ok(Vec::new());
    }
    let mut labels = Vec::new();
    for RequestedType { name, .. } in by_convention(script) {
        if defined(script, &format!("{name}{SHARE}")).is_ok() {
            return Err(LevelError::Share(format!(
                "{name}{SHARE} gives a share to a type that is not leveled: the types that begin with {LEVELED_PREFIX} are"
            )));
        }
        let node = compiled.named(&name);
        let fit = |node: &NodeId| {
            let facts = graph.facts(*node);
            !facts.opaque && !facts.may_fail && !facts.solver
        };
        if let Some(node) = node.filter(fit) {
            // A deal of several is told by the first.
            let own = graph.truth(node);
            let before = labels.iter().map(|label: &HandType| label.node);
            let before = graph.any(before.collect());
            let none_before = graph.not(before);
            labels.push(HandType {
                node: graph.all(vec![own, none_before]),
                share: 0.0,
                text: name.clone(),
                name: called(&name).to_owned(),
            });
        }
    }
    Ok(labels)
}

/// `average "label" 100 * name`, each name once.
fn of_averages(script: &Script) -> Vec<RequestedType> {
    let mut names: Vec<RequestedType> = Vec::new();
    // A later list of actions replaces an earlier one, and those without the word join it.
    let mut actions = Vec::new();
    for statement in &script.statements {
        match &statement.kind {
            StatementKind::Action(list) => actions = list.iter().collect(),
            StatementKind::MoreActions(list) => actions.extend(list),
            _ => {}
        }
    }
    for action in actions {
        let Action::Average { value, .. } = action else {
            continue;
        };
        let mut operands = Vec::new();
        let value = script.ungrouped(*value);
        script
            .expr(value)
            .kind
            .for_each_operand(|id| operands.push(id));
        let kinds = operands
            .iter()
            .map(|&id| &script.expr(script.ungrouped(id)).kind);
        let kinds: Vec<&ExprKind> = kinds.collect();
        if let [ExprKind::Number(100), ExprKind::Name(name)]
        | [ExprKind::Name(name), ExprKind::Number(100)] = kinds[..]
            && !names.iter().any(|known| known.name == *name)
        {
            names.push(named(name));
        }
    }
    names
}

/// What a type weighs beside the others where nothing is said.
const WEIGHT: f64 = 1.0;

/// The shares of a list of types, adding up to 1; the rest comes last.
fn shares(
    script: &Script,
    list: &[Wanted],
    given: Option<&[f64]>,
    rest: bool,
) -> Result<Vec<f64>, LevelError> {
    let types = list.len() + usize::from(rest);
    let Some(given) = given else {
        // What scripts say are weights: 2, 2 and 1 are 40, 40 and 20 percent.
        let weights = list.iter().map(|wanted| written_share(script, wanted));
        let mut weights: Vec<f64> = weights.collect::<Result<_, LevelError>>()?;
        weights.extend(rest.then_some(WEIGHT));
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            let message = "all shares are 0: at least one type needs a share above 0";
            return Err(LevelError::Share(message.to_owned()));
        }
        return Ok(weights.iter().map(|weight| weight / sum).collect());
    };
    if given.len() != types {
        let names = list.iter().map(|wanted| wanted.text.as_str());
        let names: Vec<&str> = names.chain(rest.then_some(REST)).collect();
        return Err(LevelError::ShareCount {
            shares: given.len(),
            types,
            names: names.join(", "),
        });
    }
    let sum: f64 = given.iter().sum();
    if (100.0 - sum).abs() > 1e-6 {
        return Err(LevelError::Sum(
            format!("{sum:.6}")
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned(),
        ));
    }
    Ok(given.iter().map(|share| share / 100.0).collect())
}

/// `HandType_NAME_Share = n`, what the type weighs beside the others.
fn written_share(script: &Script, wanted: &Wanted) -> Result<f64, LevelError> {
    let [name] = &wanted.names[..] else {
        return Ok(WEIGHT);
    };
    let name = format!("{name}{SHARE}");
    let Ok(expr) = defined(script, &name) else {
        return Ok(WEIGHT);
    };
    match script.expr(script.ungrouped(expr)).kind {
        ExprKind::Number(share @ 0..=MOST_WEIGHT) => Ok(share as f64),
        ExprKind::Decimal(share) if (0..=100 * MOST_WEIGHT).contains(&share) => {
            Ok(share as f64 / 100.0)
        }
        _ => Err(LevelError::Share(format!(
            "{name} is not a number from 0 to {MOST_WEIGHT}"
        ))),
    }
}

/// The types of one list.
fn dimension(
    list: &[Wanted],
    shares: &[f64],
    options: &Options,
    (script, keeps): (&Script, &ScriptKeeps),
    compiled: &Compiled,
    graph: &mut Graph,
) -> Result<Vec<HandType>, LevelError> {
    let mut types: Vec<HandType> = Vec::new();
    let (mut before, mut nodes): (Vec<String>, Vec<NodeId>) = (Vec::new(), Vec::new());
    for (wanted, &share) in list.iter().zip(shares) {
        let mut own = Vec::new();
        for name in &wanted.names {
            defined(script, name)?;
            if keeps.has(name) {
                return Err(LevelError::IsKeep(name.clone()));
            }
            let Some(node) = compiled.named(name) else {
                return Err(LevelError::Random(name.clone()));
            };
            if graph.facts(node).solver {
                return Err(LevelError::Solver(name.clone()));
            }
            own.push(graph.truth(node));
        }
        let own = graph.all(own);
        let text = &wanted.text;
        let (node, whole) = if !options.first_wins || nodes.is_empty() {
            (own, text.clone())
        } else {
            let any = graph.any(nodes.clone());
            let none = graph.not(any);
            let whole = format!("{text} and not ({})", before.join(" or "));
            (graph.all(vec![own, none]), whole)
        };
        before.push(if text.contains(' ') {
            format!("({text})")
        } else {
            text.clone()
        });
        nodes.push(own);
        types.push(HandType {
            name: wanted.called.clone(),
            text: whole,
            share,
            node,
        });
    }
    if let (true, Some(&share)) = (options.rest, shares.last()) {
        let any = graph.any(nodes);
        types.push(HandType {
            name: REST.to_owned(),
            text: format!("not ({})", before.join(" or ")),
            share,
            node: graph.not(any),
        });
    }
    Ok(types)
}

/// The cells of the lists.
fn cells(dimensions: &[Vec<HandType>], graph: &mut Graph) -> Vec<TypeCell> {
    let single = |(i, kind): (usize, &HandType)| TypeCell {
        name: kind.name.clone(),
        text: kind.text.clone(),
        types: vec![i],
        node: kind.node,
    };
    match dimensions {
        [one, other] => {
            let mut cells = Vec::new();
            for (i, a) in one.iter().enumerate() {
                for (j, b) in other.iter().enumerate() {
                    cells.push(TypeCell {
                        name: format!("{}/{}", a.name, b.name),
                        text: format!("{} and {}", a.text, b.text),
                        types: vec![i, j],
                        node: graph.all(vec![a.node, b.node]),
                    });
                }
            }
            cells
        }
        _ => dimensions
            .iter()
            .flatten()
            .enumerate()
            .map(single)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "HandType_Weak = hcp(south) < 8\nHandType_Weak_Share = 50\nHandType_Middle = hcp(south) < 15\n\
        HandType_Strong = hcp(south) > 14\ncoin = rnd(2)\nlucky = hcp(south) > rnd(9)\ncondition spades(south) > 4\n\
        action average \"weak\" 100 * HandType_Weak, average \"points\" hcp(south), average (HandType_Strong) * 100";

    fn scenario(options: &Options) -> Result<Scenario, LevelError> {
        let settings = script::Settings {
            appended: options.definitions(),
            ..script::Settings::default()
        };
        let input = script::Input::from_text("test", TEXT).unwrap();
        let (script, _) = script::parse(&input, &settings);
        Scenario::new(&script, options)
    }

    fn of(types: &str) -> Options {
        Options {
            types: vec![crate::parse_types(types).unwrap()],
            ..Options::default()
        }
    }

    fn names(scenario: &Scenario) -> Vec<&str> {
        scenario
            .cells
            .iter()
            .map(|cell| cell.name.as_str())
            .collect()
    }

    #[test]
    fn types_are_found_by_convention_and_by_averages() {
        let found = scenario(&Options::default()).unwrap();
        assert_eq!(names(&found), ["Weak", "Middle", "Strong"]);
        let shares: Vec<f64> = found.dimensions[0].iter().map(|t| t.share).collect();
        assert_eq!(shares, [50.0 / 52.0, 1.0 / 52.0, 1.0 / 52.0]);
        let averages = Options {
            from_averages: true,
            ..Options::default()
        };
        assert_eq!(names(&scenario(&averages).unwrap()), ["Weak", "Strong"]);
    }

    #[test]
    fn types_may_be_new_combined_ordered_and_completed() {
        let mut options = of("low=hcp(south)<10,HandType_Middle");
        options
            .types
            .push(crate::parse_types("long=spades(south)>5").unwrap());
        (options.first_wins, options.rest) = (true, true);
        let found = scenario(&options).unwrap();
        assert_eq!(found.cells.len(), 6);
        assert_eq!(found.cells[2].name, "Middle/long");
        assert_eq!(
            found.cells[2].text,
            "HandType_Middle and not (low) and long"
        );
        assert_eq!(
            found.cells[5].text,
            "not (low or HandType_Middle) and not (long)"
        );
    }

    fn of_text(text: &str) -> Result<Scenario, LevelError> {
        let input = script::Input::from_text("test", text).unwrap();
        let (script, _) = script::parse(&input, &Default::default());
        Scenario::new(&script, &Options::default())
    }

    #[test]
    fn types_with_shares_may_be_others_than_those_that_boards_are_told_by() {
        let text = "HandType_Low = hcp(south) < 12\nHandType_High = hcp(south) > 11\n\
            LevelType_Long = spades(south) > 4\nLevelType_Short = spades(south) < 5\nLevelType_Long_Share = 7\nLevelType_Short_Share = 3\n";
        let both = of_text(text).unwrap();
        assert_eq!(names(&both), ["Long", "Short"]);
        assert_eq!(both.dimensions[0][0].share, 0.7);
        let labels = both.labels.iter().map(|label| label.name.as_str());
        assert_eq!(labels.collect::<Vec<_>>(), ["Low", "High"]);
        let wrong = of_text(&format!("{text}HandType_Low_Share = 30\n")).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "HandType_Low_Share gives a share to a type that is not leveled: the types that begin with LevelType_ are"
        );
        assert_eq!(of_text("HandType_A = 1").unwrap().labels, []);
    }

    #[test]
    fn types_are_found_where_they_are_kept() {
        let words = "weak = hcp(south) < 8\nfair = hcp(south) > 7 and hcp(south) < 13\nstrong = hcp(south) > 12\n\
            fit = hearts(north) > 3\nc1 = hascard(west, 2C)\nkeep25 = c1\nkeep = 1\nkeep0 = 0\n\
            roll = (rnd(1000) % 1000 + 1000) % 1000\n";
        for (leveling, expected) in [
            (
                "levelWeak = weak and keep25\nlevelStrong = strong and keep\nlevelTheDeal = levelWeak or levelStrong",
                &[("weak", "weak"), ("strong", "strong")][..],
            ),
            (
                "level_weak = weak and roll < 139\nlevel_strong = strong\nlevelTheDeal = level_weak or level_strong",
                &[("weak", "weak"), ("strong", "strong")],
            ),
            (
                "levelTheDeal = (weak and roll < 139) or (keep25 and fair) or strong",
                &[("weak", "weak"), ("fair", "fair"), ("strong", "strong")],
            ),
            (
                "l1 = weak and fit and not keep25\nl2 = (fair or strong) and keep25\nlevelTheDeal = l1 or l2",
                &[("weak and fit", "weak and fit"), ("l2", "(fair or strong)")],
            ),
            (
                "levelLow = hcp(south) < 9 and fit and keep25\nlevelHigh = strong and fit\nlevelTheDeal = levelLow or levelHigh",
                &[
                    ("Low", "hcp(south) < 9 and fit"),
                    ("strong and fit", "strong and fit"),
                ],
            ),
            (
                "levelLow = weak and keep25\nlevelHigh = fair or strong\nlevelTheDeal = levelLow or levelHigh",
                &[("weak", "weak"), ("High", "(fair or strong)")],
            ),
            (
                "levelTheDeal = (weak and keep25) or (weak and c1) or (fair and keep0) or strong",
                &[("weak", "weak"), ("strong", "strong")],
            ),
        ] {
            let found = of_text(&format!(
                "{words}{leveling}\ncondition fit and levelTheDeal"
            ));
            let found = found.expect(leveling);
            let types = found.dimensions[0].iter();
            let types: Vec<(&str, &str)> = types.map(|t| (&*t.name, &*t.text)).collect();
            assert_eq!(types, expected, "{leveling}");
            assert!(
                found.dimensions[0]
                    .iter()
                    .all(|t| t.share == 1.0 / expected.len() as f64)
            );
        }
        for (condition, error) in [
            ("weak and keep25", LevelError::NoTypes),
            ("keep25 or roll < 100", LevelError::NoTypes),
            ("weak or strong", LevelError::NoTypes),
            (
                "(weak and hcp(east) > 3 and keep25) or strong",
                LevelError::Unnamed("weak and hcp(east) > 3".into()),
            ),
        ] {
            let found = of_text(&format!("{words}condition {condition}"));
            assert_eq!(found.unwrap_err(), error, "{condition}");
        }
        let said = format!(
            "{words}HandType_a = fit\nHandType_b = not fit\ncondition (weak and keep25) or strong"
        );
        assert_eq!(names(&of_text(&said).unwrap()), ["a", "b"]);
    }

    #[test]
    fn shares_that_are_written_are_weights() {
        let text = "HandType_A = hcp(south) < 8\nHandType_B = hcp(south) == 8\nHandType_C = hcp(south) > 8\n";
        let with = |shares: &[(&str, &str)]| {
            let lines = shares.iter();
            let lines = lines.map(|(of, share)| format!("HandType_{of}_Share = {share}\n"));
            let scenario = of_text(&format!("{text}{}", lines.collect::<String>()));
            scenario.map(|scenario| {
                let shares = scenario.dimensions[0].iter().map(|kind| kind.share);
                shares.collect::<Vec<_>>()
            })
        };
        for (shares, expected) in [
            (&[("A", "2"), ("B", "2"), ("C", "1")][..], [0.4, 0.4, 0.2]),
            (&[("A", "50"), ("B", "30"), ("C", "20")], [0.5, 0.3, 0.2]),
            (&[("A", "150"), ("B", "100"), ("C", "250")], [0.3, 0.2, 0.5]),
            (&[("A", "0.5"), ("B", "0.5"), ("C", "1")], [0.25, 0.25, 0.5]),
            // What has none weighs 1.
            (&[("A", "2")], [0.5, 0.25, 0.25]),
            (&[("A", "2"), ("B", "2")], [0.4, 0.4, 0.2]),
            (&[("A", "0")], [0.0, 0.5, 0.5]),
            (&[], [1.0 / 3.0; 3]),
        ] {
            assert_eq!(with(shares), Ok(expected.to_vec()), "{shares:?}");
        }
        let zero = with(&[("A", "0"), ("B", "0"), ("C", "0")]).unwrap_err();
        let message = "all shares are 0: at least one type needs a share above 0";
        assert_eq!(zero.to_string(), message);
        let large = with(&[("A", "1000001")]).unwrap_err();
        let message = "HandType_A_Share is not a number from 0 to 1000000";
        assert_eq!(large.to_string(), message);
    }

    #[test]
    fn each_mistake_has_its_own_error() {
        let missing = scenario(&of("HandType_Weka")).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "the script has no name HandType_Weka: did you mean HandType_Weak?"
        );
        assert_eq!(
            scenario(&of("lucky")).unwrap_err(),
            LevelError::Random("lucky".into())
        );
        assert_eq!(
            scenario(&of("coin")).unwrap_err(),
            LevelError::IsKeep("coin".into())
        );
        let with_shares = |shares: &[f64]| Options {
            shares: vec![shares.to_vec()],
            ..of("HandType_Weak,HandType_Strong")
        };
        let sum = scenario(&with_shares(&[60.0, 30.5])).unwrap_err();
        assert_eq!(sum.to_string(), "the shares add up to 90.5%, not to 100%");
        let count = scenario(&with_shares(&[100.0])).unwrap_err();
        assert!(matches!(count, LevelError::ShareCount { .. }));
        assert_eq!(
            crate::parse_types("a,a").unwrap_err(),
            LevelError::Twice("a".into())
        );
    }
}

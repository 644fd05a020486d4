//! The hand types that a script names itself, so that its boards can say what they were dealt as.
//!
//! A script says its types as `HandType_NAME = …`; or it says them where it keeps them, each at a rate of its own:
//! `(weak and keep25) or (opens and keep50) or strong`, or `levelWeak or levelOpens` with `levelWeak = weak and keep25`. This
//! knows the script's words; whether a deal is of a type is asked of the condition.

use condition::{Condition, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use script::syntax::{ExprId, ExprKind, StatementKind};
use script::{Compiled, Script};

use crate::scenario::{PREFIX, by_convention};
use crate::script_keeps::{ScriptKeeps, definition};
use crate::{LevelError, Options};

/// The hand types that a script names.
///
/// ```
/// let text = "weak = hcp(south) < 10 strong = hcp(south) > 15 coin = rnd(4) == 0 condition (weak and coin) or strong";
/// let input = script::Input::from_text("example", text).unwrap();
/// let loaded = script::load(&input, &Default::default(), &Default::default());
/// let types = level::ScriptTypes::find(&loaded.script, &loaded.compiled.unwrap()).unwrap();
/// assert_eq!(types.names(), ["weak", "strong"]);
/// ```
#[derive(Clone, Debug)]
pub struct ScriptTypes {
    names: Vec<String>,
    condition: Condition,
    first: usize,
}

impl ScriptTypes {
    /// The types of a script; `None` if it names none. A type that draws random numbers, asks a solver or has
    /// no answer for some deals is none that a deal can be looked at for.
    pub fn find(script: &Script, compiled: &Compiled) -> Option<ScriptTypes> {
        let known = &compiled.condition;
        let mut graph = known.graph().clone();
        let mut values = known.values().to_vec();
        let first = values.len();
        let mut names = Vec::new();
        for (called, words) in named(script) {
            let nodes = words.iter().map(|name| compiled.named(name));
            let Some(nodes) = nodes.collect::<Option<Vec<NodeId>>>() else {
                continue;
            };
            let unfit = |&node: &NodeId| graph.facts(node).opaque || graph.facts(node).may_fail;
            if nodes.iter().any(unfit) {
                continue;
            }
            let nodes = nodes.into_iter().map(|node| graph.truth(node)).collect();
            values.push(graph.all(nodes));
            names.push(called);
        }
        (!names.is_empty()).then(|| ScriptTypes {
            names,
            condition: Condition::new(graph, known.root(), values),
            first,
        })
    }

    /// Their names, in the order of the script.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What the script asks of every deal. Its values are those of the script, and then one for each type.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// The names of the types that a deal is of, whose values are asked for one by one; empty if it is of none.
    ///
    /// # Errors
    /// What `ask` says.
    pub fn of<E>(&self, ask: &mut dyn FnMut(usize) -> Result<i64, E>) -> Result<String, E> {
        let mut of: Vec<&str> = Vec::new();
        for (value, name) in (self.first..).zip(&self.names) {
            if ask(value)? != 0 {
                of.push(name);
            }
        }
        Ok(of.join(", "))
    }
}

/// What each type is called, and the names that a deal of it has: one as a rule, several where a keep is asked for together
/// with all of them.
fn named(script: &Script) -> Vec<(String, Vec<String>)> {
    let by_convention = by_convention(script);
    if !by_convention.is_empty() {
        let called = |name: &str| name.strip_prefix(PREFIX).unwrap_or(name).to_owned();
        let names = by_convention.into_iter();
        return names
            .map(|asked| (called(&asked.name), vec![asked.name]))
            .collect();
    }
    let Ok(keeps) = ScriptKeeps::find(script, &Options::default()) else {
        return Vec::new();
    };
    let types = alternatives(script, &keeps).into_iter();
    let labeled = types.filter_map(|one| {
        let names = match (&one.own, one.is_named) {
            (Some(own), false) => vec![own.clone()],
            _ => one.names.clone(),
        };
        (!names.is_empty()).then(|| (one.called(), names))
    });
    labeled.collect()
}

/// A type as a script keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptType {
    /// What it is called.
    pub(crate) called: String,
    /// The names of the script that are all true for it, once keeps are taken as true.
    pub(crate) names: Vec<String>,
    /// What it asks for without its keep, as the script writes it.
    pub(crate) text: String,
}

/// The types that a script keeps each at a rate of its own; empty if it keeps none so.
///
/// # Errors
/// One that has no name.
pub(crate) fn kept_types(
    script: &Script,
    keeps: &ScriptKeeps,
) -> Result<Vec<KeptType>, LevelError> {
    let mut types: Vec<KeptType> = Vec::new();
    for one in alternatives(script, keeps) {
        let names = match (&one.own, one.is_named) {
            (_, true) => one.names.clone(),
            (Some(own), false) => vec![own.clone()],
            (None, false) => return Err(LevelError::Unnamed(one.text)),
        };
        // Two rates for one type are still one type.
        if !types.iter().any(|known| known.text == one.text) {
            types.push(KeptType {
                called: one.called(),
                names,
                text: one.text,
            });
        }
    }
    Ok(types)
}

/// The terms of the first list between `or` that the condition asks for and that has a keep in it.
fn alternatives(script: &Script, keeps: &ScriptKeeps) -> Vec<Alternative> {
    if keeps.names().is_empty() {
        return Vec::new();
    }
    let definitions = script.statements.iter().filter_map(definition);
    let looking = Looking {
        script,
        keeps,
        definitions: definitions.collect(),
    };
    looking.alternatives()
}

struct Looking<'a> {
    script: &'a Script,
    keeps: &'a ScriptKeeps,
    definitions: FxHashMap<&'a str, ExprId>,
}

/// One of the terms between `or`.
struct Alternative {
    /// The name it stands by, if it has one.
    own: Option<String>,
    /// The names among what it asks for beside keeps.
    names: Vec<String>,
    /// Whether it asks for nothing but these names and keeps.
    is_named: bool,
    /// What it asks for beside keeps, as the script writes it.
    text: String,
    /// Whether it asks for a keep.
    kept: bool,
    /// Whether it is never true: kept at a rate of 0.
    never: bool,
}

impl Alternative {
    /// By what it asks for if that has names, else by its own name.
    fn called(&self) -> String {
        let names = match &self.own {
            Some(own) if !self.is_named => std::slice::from_ref(own),
            _ => &self.names[..],
        };
        let names: Vec<&str> = names.iter().map(|name| leveled_of(name)).collect();
        names.join(" and ")
    }
}

/// A name without the word that only says that it is leveled: `levelWeak` and `level_weak` are of weak hands.
fn leveled_of(name: &str) -> &str {
    let short = name.strip_prefix("level_").or_else(|| {
        let short = name.strip_prefix("level")?;
        short
            .starts_with(|c: char| c.is_ascii_uppercase())
            .then_some(short)
    });
    short.filter(|short| !short.is_empty()).unwrap_or(name)
}

impl Looking<'_> {
    fn alternatives(&self) -> Vec<Alternative> {
        let conditions = self.script.statements.iter().rev();
        let condition = conditions.filter_map(|statement| match statement.kind {
            StatementKind::Condition { expr, .. } => Some(expr),
            _ => None,
        });
        // Names may be used again and again: each expression is looked at once.
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<ExprId> = condition.take(1).collect();
        while let Some(id) = open.pop() {
            if !seen.insert(id.index()) {
                continue;
            }
            match &self.script.expr(id).kind {
                ExprKind::Group(inner) => open.push(*inner),
                ExprKind::And(terms) => open.extend(terms.iter().rev()),
                ExprKind::Name(name) => open.extend(self.definitions.get(name.as_str())),
                ExprKind::Or(terms) => {
                    let mut found: Vec<Alternative> =
                        terms.iter().map(|&term| self.alternative(term)).collect();
                    // What is made of keeps alone says how often, and not what.
                    let asks = |one: &Alternative| one.never || !one.text.is_empty();
                    if found.iter().any(|one| one.kept) && found.iter().all(asks) {
                        found.retain(|one| !one.never);
                        return found;
                    }
                    open.extend(terms.iter().rev());
                }
                _ => {}
            }
        }
        Vec::new()
    }

    fn alternative(&self, term: ExprId) -> Alternative {
        let mut id = self.script.ungrouped(term);
        let mut own = None;
        // A name that only stands for another name says the same, and one that stands for a type and its keep says both;
        // one that says that it is leveled is part of the leveling, even without a keep.
        let mut steps = 0..=self.definitions.len();
        while let (ExprKind::Name(name), Some(_)) = (&self.script.expr(id).kind, steps.next()) {
            if self.is_rate(id) {
                break;
            }
            own = Some(name.clone());
            let Some(&meaning) = self.definitions.get(name.as_str()) else {
                break;
            };
            let meaning = self.script.ungrouped(meaning);
            let goes_on = match &self.script.expr(meaning).kind {
                ExprKind::Name(_) => true,
                ExprKind::And(terms) => terms.iter().any(|&term| self.is_rate(term)),
                _ => false,
            };
            if !goes_on && leveled_of(name) == name {
                break;
            }
            id = meaning;
        }
        let whole = [id];
        let terms: &[ExprId] = match &self.script.expr(id).kind {
            ExprKind::And(terms) => terms,
            _ => &whole,
        };
        let asks = terms.iter().copied().filter(|&term| !self.is_rate(term));
        let asks: Vec<ExprId> = asks.collect();
        let name_of = |&term: &ExprId| match &self.script.expr(self.script.ungrouped(term)).kind {
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        };
        let names: Vec<String> = asks.iter().filter_map(name_of).collect();
        let text = asks.iter().map(|&term| match name_of(&term) {
            Some(name) => name,
            None => match self.script.expr(term).kind {
                ExprKind::Or(_) | ExprKind::Choose(..) => format!("({})", self.script.show(term)),
                _ => self.script.show(term),
            },
        });
        Alternative {
            own,
            is_named: names.len() == asks.len() && !names.is_empty(),
            text: text.collect::<Vec<_>>().join(" and "),
            names,
            kept: terms.iter().any(|&term| self.keeps.is_keep(term)),
            never: terms.iter().any(|&term| self.constant(term) == Some(0)),
        }
    }

    /// Whether a term only says how often: a keep, or a number where others have one (`keep = 1`).
    fn is_rate(&self, term: ExprId) -> bool {
        self.keeps.is_keep(term) || self.constant(term).is_some()
    }

    /// The number that a term is, written or by its name.
    fn constant(&self, term: ExprId) -> Option<i64> {
        let number = |id: ExprId| match self.script.expr(self.script.ungrouped(id)).kind {
            ExprKind::Number(number) => Some(number),
            _ => None,
        };
        match &self.script.expr(self.script.ungrouped(term)).kind {
            ExprKind::Name(name) => number(*self.definitions.get(name.as_str())?),
            _ => number(term),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        let types = ScriptTypes::find(&loaded.script, &compiled);
        types.map_or(Vec::new(), |types| types.names().to_vec())
    }

    const NAMES: &str = "weak = hcp(south) < 10\nopens = hcp(south) > 10\nstrong = hcp(south) > 16\nfit = hearts(north) > 3\n\
        coin = hascard(west, 2C)\ndice = rnd(100) < 20\nalways = 1\nnever = 0\n";

    #[test]
    fn types_are_named_by_convention_first() {
        let text = format!(
            "{NAMES}HandType_Weak = weak\nHandType_Weak_Share = 20\nHandType_Lucky = rnd(2)\nHandType_Rest = not weak\n\
             condition (weak and coin) or strong"
        );
        assert_eq!(names(&text), ["Weak", "Rest"]);
    }

    #[test]
    fn types_are_named_where_they_are_kept() {
        for (condition, types) in [
            (
                "(weak and coin) or (dice and opens) or strong",
                &["weak", "opens", "strong"][..],
            ),
            ("fit and ((weak and coin) or strong)", &["weak", "strong"]),
            (
                "(fit and weak and coin) or (opens and hearts(south) > 4 and dice)",
                &["fit and weak", "opens"],
            ),
            (
                "(weak and coin) or (strong and always) or (opens and never)",
                &["weak", "strong"],
            ),
            // What is written out has no name.
            ("(hcp(south) < 5 and coin) or strong", &["strong"]),
            ("weak or strong", &[]),
            ("weak and coin", &[]),
            ("coin or dice", &[]),
        ] {
            let text = format!("{NAMES}condition {condition}");
            assert_eq!(names(&text), types, "{condition}");
        }
        let by_names = format!(
            "{NAMES}lWeak = weak and coin\nlLong = spades(south) > 5 and coin\nlStrong = (strong)\nlevel = lWeak or lLong or lStrong\n\
             condition fit and level"
        );
        assert_eq!(names(&by_names), ["weak", "lLong", "strong"]);
        // A name that says no more than that it is leveled is called by what it levels.
        let leveled = format!(
            "{NAMES}levelLong = spades(south) > 5 and coin\nlevel_two = (weak or opens) and coin\nlevels = fit and coin\n\
             condition levelLong or level_two or levels"
        );
        assert_eq!(names(&leveled), ["Long", "two", "fit"]);
    }

    #[test]
    fn a_deal_of_several_types_is_of_all_of_them() {
        let text = format!("{NAMES}condition (opens and coin) or (strong and coin) or weak");
        let input = script::Input::from_text("test", &text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let types = ScriptTypes::find(&loaded.script, &loaded.compiled.unwrap()).unwrap();
        let of = |values: [i64; 3]| types.of::<()>(&mut |i| Ok(values[i])).unwrap();
        assert_eq!(of([1, 1, 0]), "opens, strong");
        assert_eq!(of([0, 0, 1]), "weak");
        assert_eq!(of([0, 0, 0]), "");
    }
}

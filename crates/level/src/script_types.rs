//! The hand types that a script names itself, so that its boards can say what they were dealt as.
//!
//! A script says its types as `HandType_NAME = …`; or it says them where it keeps them, each at a rate of its own:
//! `(weak and keep25) or (opens and keep50) or strong`. This knows the script's words; whether a deal is of a type is asked
//! of the condition.

use condition::{Condition, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use script::syntax::{ExprId, ExprKind, StatementKind};
use script::{Compiled, Script};

use crate::Options;
use crate::scenario::{PREFIX, by_convention};
use crate::script_keeps::{ScriptKeeps, definition};

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
        for words in named(script) {
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
            let words = words
                .iter()
                .map(|name| name.strip_prefix(PREFIX).unwrap_or(name));
            names.push(words.collect::<Vec<_>>().join(" and "));
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

/// The names of each type: one as a rule, several where a keep is asked for together with all of them.
fn named(script: &Script) -> Vec<Vec<String>> {
    let by_convention = by_convention(script);
    if !by_convention.is_empty() {
        let names = by_convention.into_iter().map(|asked| vec![asked.name]);
        return names.collect();
    }
    let Ok(keeps) = ScriptKeeps::find(script, &Options::default()) else {
        return Vec::new();
    };
    if keeps.names().is_empty() {
        return Vec::new();
    }
    let definitions = script.statements.iter().filter_map(definition);
    Looking {
        script,
        keeps,
        definitions: definitions.collect(),
    }
    .kept_types()
}

struct Looking<'a> {
    script: &'a Script,
    keeps: ScriptKeeps,
    definitions: FxHashMap<&'a str, ExprId>,
}

/// One of the terms between `or`.
struct Alternative {
    names: Vec<String>,
    /// Whether it asks for a keep.
    kept: bool,
}

impl Looking<'_> {
    /// The types of the first list of alternatives that the condition asks for and that has a keep in it.
    fn kept_types(&self) -> Vec<Vec<String>> {
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
                    let found: Vec<Alternative> =
                        terms.iter().map(|&term| self.alternative(term)).collect();
                    if found.iter().any(|one| one.kept) {
                        let named = found.into_iter().filter(|one| !one.names.is_empty());
                        return named.map(|one| one.names).collect();
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
        // A name that only stands for another name says the same.
        while let ExprKind::Name(name) = &self.script.expr(id).kind {
            own = Some(name.clone());
            let Some(&meaning) = self.definitions.get(name.as_str()) else {
                break;
            };
            let meaning = self.script.ungrouped(meaning);
            let terms = match &self.script.expr(meaning).kind {
                ExprKind::Name(_) => true,
                ExprKind::And(terms) => terms.iter().any(|&term| self.keeps.is_keep(term)),
                _ => false,
            };
            if !terms {
                break;
            }
            id = meaning;
        }
        let terms: &[ExprId] = match &self.script.expr(id).kind {
            ExprKind::And(terms) => terms,
            _ => &[],
        };
        let name_of = |&term: &ExprId| match &self.script.expr(self.script.ungrouped(term)).kind {
            ExprKind::Name(name) if !self.keeps.has(name) => Some(name.clone()),
            _ => None,
        };
        let kept = terms.iter().any(|&term| self.keeps.is_keep(term));
        let names: Vec<String> = terms.iter().filter(|_| kept).filter_map(name_of).collect();
        Alternative {
            names: if names.is_empty() {
                own.into_iter().collect()
            } else {
                names
            },
            kept,
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
        coin = hascard(west, 2C)\ndice = rnd(100) < 20\n";

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

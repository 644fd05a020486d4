//! Keeps: the coins that authors make of spot cards, found in a script and taken out of it.
//!
//! A keep is a name built only from `hascard` of spot cards (2 to 9) and from `rnd`, or from other keeps. Wherever a script
//! asks for nothing but keeps, it asks whether this deal is to be kept at all; without leveling, it always is.

use bridge::Rank;
use rustc_hash::{FxHashMap, FxHashSet};
use script::Script;
use script::syntax::{ExprId, ExprKind, Statement, StatementKind};

use crate::{LevelError, Options};

/// The keeps of a script.
#[derive(Clone, Debug)]
pub struct ScriptKeeps {
    names: Vec<String>,
    known: FxHashSet<String>,
    /// For each expression, whether it asks for nothing but keeps.
    only: Vec<bool>,
}

/// What an expression is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MadeOf {
    /// Numbers alone.
    Numbers,
    /// Coins, and perhaps numbers.
    Coins,
    /// Keeps by their names, and perhaps coins and numbers.
    Keeps,
    /// Something else.
    More,
}

impl ScriptKeeps {
    /// Finds the keeps of a script.
    ///
    /// # Errors
    /// A name to drop or to hold that the script does not define.
    pub fn find(script: &Script, options: &Options) -> Result<ScriptKeeps, LevelError> {
        for name in options.drop.iter().chain(&options.hold) {
            defined(script, name)?;
        }
        let mut keeps = ScriptKeeps {
            names: Vec::new(),
            known: FxHashSet::default(),
            only: Vec::new(),
        };
        let definitions = script.statements.iter().filter_map(definition);
        let names: FxHashMap<ExprId, &str> = definitions.map(|(name, expr)| (expr, name)).collect();
        // Names come before their uses and operands before what uses them, so that one pass is enough.
        let mut made: Vec<MadeOf> = Vec::with_capacity(script.exprs.len());
        for id in script.ids() {
            made.push(keeps.judged(&script.expr(id).kind, &made));
            let Some(&name) = names.get(&id) else {
                continue;
            };
            let coins = matches!(made[id.index()], MadeOf::Coins | MadeOf::Keeps);
            let named = |list: &[String]| list.iter().any(|other| other == name);
            if named(&options.drop) || (coins && !named(&options.hold)) {
                keeps.names.push(name.to_owned());
                keeps.known.insert(name.to_owned());
            }
        }
        keeps.only = made.iter().map(|made| *made == MadeOf::Keeps).collect();
        Ok(keeps)
    }

    fn judged(&self, kind: &ExprKind, made: &[MadeOf]) -> MadeOf {
        let mut all = MadeOf::Numbers;
        kind.for_each_operand(|operand| {
            all = match (all, made[operand.index()]) {
                (MadeOf::More, _) | (_, MadeOf::More) => MadeOf::More,
                (MadeOf::Keeps, _) | (_, MadeOf::Keeps) => MadeOf::Keeps,
                (MadeOf::Coins, _) | (_, MadeOf::Coins) => MadeOf::Coins,
                (MadeOf::Numbers, MadeOf::Numbers) => MadeOf::Numbers,
            };
        });
        match kind {
            ExprKind::Number(_) | ExprKind::Decimal(_) => MadeOf::Numbers,
            ExprKind::HasCard { card, .. } if card.rank() < Rank::TEN => MadeOf::Coins,
            ExprKind::Random(_) if all == MadeOf::Numbers => MadeOf::Coins,
            ExprKind::Name(name) if self.known.contains(name) => MadeOf::Keeps,
            ExprKind::Not(_)
            | ExprKind::Negate(_)
            | ExprKind::Group(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Compare(..)
            | ExprKind::Choose(..) => all,
            _ => MadeOf::More,
        }
    }

    /// Their names, in the order of the script.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What they are, and that they count as true, in a sentence for the author of the script; none where there are none.
    pub fn sentence(&self) -> Option<String> {
        taken_for_keeps(&self.names)
    }

    /// Whether a name is one.
    pub fn has(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// Whether an expression asks for nothing but keeps.
    pub(crate) fn is_keep(&self, expr: ExprId) -> bool {
        self.only[expr.index()]
    }

    /// The same script with every keep taken as true.
    pub fn taken_as_true(&self, script: &Script) -> Script {
        let mut without = script.clone();
        for (expr, only) in without.exprs.iter_mut().zip(&self.only) {
            if *only {
                expr.kind = ExprKind::Number(1);
            }
        }
        for (name, expr) in script.statements.iter().filter_map(definition) {
            if self.has(name) {
                without.exprs[expr.index()].kind = ExprKind::Number(1);
            }
        }
        without
    }
}

/// That names were taken for keeps, if there are any: the first few, and how many more.
pub fn taken_for_keeps(names: &[String]) -> Option<String> {
    const SHOWN: usize = 6;
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = names[..names.len().min(SHOWN)].join(", ");
    (!names.is_empty()).then(|| format!("taken for keeps, and as true: {shown}{more}"))
}

/// The name and the expression of a definition.
pub(crate) fn definition(statement: &Statement) -> Option<(&str, ExprId)> {
    match &statement.kind {
        StatementKind::Define { name, expr, .. } => Some((name, *expr)),
        _ => None,
    }
}

/// A name's expression, if the script defines it.
pub(crate) fn defined(script: &Script, wanted: &str) -> Result<ExprId, LevelError> {
    let definitions = || script.statements.iter().filter_map(definition);
    let found = definitions().find(|(name, _)| *name == wanted);
    found
        .map(|(_, expr)| expr)
        .ok_or_else(|| LevelError::NoSuchName {
            name: wanted.to_owned(),
            close: script::closest(wanted, definitions().map(|(name, _)| name)).map(str::to_owned),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, options: &Options) -> (Script, ScriptKeeps) {
        let input = script::Input::from_text("test", text).unwrap();
        let (script, _) = script::parse(&input, &Default::default());
        let keeps = ScriptKeeps::find(&script, options).unwrap();
        (script, keeps)
    }

    const TEXT: &str = "c1 = hascard(west, 2C)\ntop = hascard(west, AC)\nkeep75 = not c1\ncoin = rnd(100) < 30\n\
        strong = hcp(south) > 15\nlevel = strong and not keep75\nnine = hascard(east, 9H)\n\
        condition level and nine and (coin or keep75)";

    #[test]
    fn names_made_of_spot_cards_and_random_numbers_are_keeps() {
        let (_, keeps) = found(TEXT, &Options::default());
        assert_eq!(keeps.names(), ["c1", "keep75", "coin", "nine"]);
        let options = Options {
            drop: vec!["top".into()],
            hold: vec!["nine".into()],
            ..Options::default()
        };
        let (_, keeps) = found(TEXT, &options);
        assert_eq!(keeps.names(), ["c1", "top", "keep75", "coin"]);
    }

    #[test]
    fn what_asks_only_for_keeps_is_true_without_them() {
        let (script, keeps) = found(TEXT, &Options::default());
        let without = keeps.taken_as_true(&script);
        let compiled = script::compile(&without, &Default::default()).unwrap();
        let strong = compiled.named("strong").unwrap();
        // 'not keep75' is as true as keep75: both say whether to keep a deal.
        assert_eq!(compiled.condition.conjuncts(), [strong]);
    }
}

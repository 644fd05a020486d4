//! Names that are defined again, where the last definition is to count from there on.
//!
//! The tree is made to have each name once: a definition that a later one takes the place of, and its uses until then, get
//! a name of their own. Whoever looks at the tree later knows nothing of it, and a name that is defined by itself
//! (`strong = strong and …`) does not lead round in circles.

use rustc_hash::FxHashMap;

use crate::syntax::{Expr, ExprKind, Statement, StatementKind};

/// Tells definitions of one name apart. `read` has how many expressions there were at the end of each statement.
pub(crate) fn tell_apart(statements: &mut [Statement], exprs: &mut [Expr], read: &[usize]) {
    let mut to_come: FxHashMap<String, usize> = FxHashMap::default();
    for statement in statements.iter() {
        if let StatementKind::Define { name, .. } = &statement.kind {
            *to_come.entry(name.clone()).or_insert(0) += 1;
        }
    }
    // What a name is called from here on, where that is not itself.
    let mut called: FxHashMap<String, String> = FxHashMap::default();
    let mut from = 0;
    for (statement, &to) in statements.iter_mut().zip(read) {
        for expr in exprs.get_mut(from..to).unwrap_or_default() {
            if let ExprKind::Name(name) = &mut expr.kind
                && let Some(other) = called.get(name)
            {
                name.clone_from(other);
            }
        }
        from = to;
        let StatementKind::Define { name, .. } = &mut statement.kind else {
            continue;
        };
        let left = to_come.get_mut(name).map_or(0, |left| {
            *left -= 1;
            *left
        });
        if left == 0 {
            called.remove(name);
            continue;
        }
        // No script can have a name like this.
        let other = format!("{name} ({left})");
        called.insert(name.clone(), other.clone());
        *name = other;
    }
}

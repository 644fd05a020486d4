//! The names of a script: where they are given, where they are used, and how one gets another name.

use crate::parse::no_name;
use crate::source::{FileId, Span};
use crate::syntax::{ExprId, ExprKind, Script, StatementKind};
use crate::token::kind_of;

/// Where a name gets its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// Where the name itself stands.
    pub place: Span,
    /// The whole statement.
    pub statement: Span,
    /// What it stands for; a table of points is no expression.
    pub expr: Option<ExprId>,
}

/// The names of a script and of all that it includes.
#[derive(Clone, Default, Debug)]
pub struct Names {
    /// Where they are given.
    pub definitions: Vec<Definition>,
    /// Where they are used, and which.
    pub uses: Vec<(String, Span)>,
}

impl Names {
    /// The name that stands at a place, given or used, and where it stands.
    ///
    /// ```
    /// let input = script::Input::from_text("test", "opens = hcp(west) > 12\ncondition opens").unwrap();
    /// let (script, _) = script::parse(&input, &Default::default());
    /// let names = script.names();
    /// let (name, _) = names.at(script.sources.main(), 35).unwrap();
    /// assert_eq!(name, "opens");
    /// assert_eq!(names.places("opens").count(), 2);
    /// ```
    pub fn at(&self, file: FileId, at: u32) -> Option<(&str, Span)> {
        let given = self.definitions.iter().map(|one| (&*one.name, one.place));
        let used = self.uses.iter().map(|(name, span)| (&**name, *span));
        given.chain(used).find(|(_, span)| span.touches(file, at))
    }

    /// Where a name is given; where that is done twice, the first time.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|one| one.name == name)
    }

    /// Everywhere that a name stands, where it is given first.
    pub fn places(&self, name: &str) -> impl Iterator<Item = Span> {
        let given = self.definitions.iter().filter(move |one| one.name == name);
        let used = self.uses.iter().filter(move |(used, _)| used == name);
        given
            .map(|one| one.place)
            .chain(used.map(|(_, span)| *span))
    }
}

impl Script {
    /// Its names. What a parameter says is not written in the script, and none of them.
    pub fn names(&self) -> Names {
        let mut names = Names::default();
        let is_written = |span: Span, name: &str| self.sources.slice(span) == name;
        for statement in &self.statements {
            let (name, place, expr) = match &statement.kind {
                StatementKind::Define {
                    name,
                    name_span,
                    expr,
                } => (name, *name_span, Some(*expr)),
                StatementKind::Points { name, .. } => {
                    let quote = self.sources.slice(statement.span).find('"').unwrap_or(0) as u32;
                    let start = statement.span.start + quote + 1;
                    let place = Span {
                        start,
                        end: start + name.len() as u32,
                        ..statement.span
                    };
                    (name, place, None)
                }
                _ => continue,
            };
            if is_written(place, name) {
                names.definitions.push(Definition {
                    name: name.clone(),
                    place,
                    statement: statement.span,
                    expr,
                });
            }
        }
        for expr in &self.exprs {
            let (ExprKind::Name(name) | ExprKind::Table { name, .. }) = &expr.kind else {
                continue;
            };
            let span = Span {
                end: expr.span.start + name.len() as u32,
                ..expr.span
            };
            if is_written(span, name) {
                names.uses.push((name.clone(), span));
            }
        }
        names
    }

    /// The places to change for a name to become another one.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    pub fn rename(&self, name: &str, new: &str) -> Result<Vec<Span>, String> {
        let names = self.names();
        match kind_of(new) {
            None => {
                return Err("a name is letters, digits and _, and begins with a letter".to_owned());
            }
            Some(kind) => no_name(new, &kind).map_or(Ok(()), Err)?,
        }
        if new != name && names.definition(new).is_some() {
            return Err(format!("{new} has a meaning already"));
        }
        if names.definition(name).is_none() {
            return Err(format!("nothing here gives {name} a meaning"));
        }
        let places: Vec<Span> = names.places(name).collect();
        let is_a_file = |span: &&Span| {
            span.file == self.sources.main() || self.sources.place(span.file).is_some()
        };
        match places.iter().find(|span| !is_a_file(span)) {
            Some(span) => {
                let file = self.sources.name(span.file);
                Err(format!(
                    "{name} is a name of {file}, which comes with the program"
                ))
            }
            None => Ok(places),
        }
    }

    /// Whether an expression is true or false, rather than a number, as it is written; names count as what they stand for.
    pub fn is_condition(&self, mut id: ExprId) -> bool {
        /// Names of names; circles are errors that are found elsewhere.
        const MOST: usize = 100;
        for _ in 0..MOST {
            match &self.expr(self.ungrouped(id)).kind {
                ExprKind::And(_)
                | ExprKind::Or(_)
                | ExprKind::Not(_)
                | ExprKind::Compare(..)
                | ExprKind::Shape { .. }
                | ExprKind::HasCard { .. } => return true,
                ExprKind::Name(name) => {
                    let given = self.statements.iter().find_map(|one| match &one.kind {
                        StatementKind::Define {
                            name: known, expr, ..
                        } if known == name => Some(*expr),
                        _ => None,
                    });
                    match given {
                        Some(expr) => id = expr,
                        None => return false,
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// The smallest condition at a place; on a name that is given, what it stands for.
    pub fn condition_at(&self, file: FileId, at: u32) -> Option<Span> {
        let names = self.names();
        let given = names
            .definitions
            .iter()
            .find(|one| one.place.touches(file, at));
        if let Some(expr) = given.and_then(|one| one.expr) {
            return self.is_condition(expr).then(|| self.expr(expr).span);
        }
        let mut at_place: Vec<ExprId> = self
            .ids()
            .filter(|id| self.expr(*id).span.touches(file, at))
            .collect();
        answer::sort_by_key(&mut at_place, |id| self.expr(*id).span.range().len());
        let mut conditions = at_place.into_iter().filter(|id| self.is_condition(*id));
        conditions.next().map(|id| self.expr(id).span)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Settings, parse};

    fn read(text: &str) -> crate::Script {
        parse(
            &Input::from_text("test", text).unwrap(),
            &Settings::default(),
        )
        .0
    }

    #[test]
    fn a_name_is_found_wherever_it_stands() {
        let text = "points \"mine\" { A 4 }\nx = mine(north) > 3\ncondition x and mine(east, spades) > 1\naction average \"x\" x";
        let script = read(text);
        let names = script.names();
        let of =
            |name: &str| -> Vec<usize> { names.places(name).map(|s| s.range().start).collect() };
        let all =
            |name: &str| -> Vec<usize> { text.match_indices(name).map(|(at, _)| at).collect() };
        assert_eq!(of("mine"), all("mine"));
        assert_eq!(of("x"), [22, 52, text.len() - 1]);
    }

    #[test]
    fn what_cannot_be_a_name_is_refused() {
        let script = read("#include \"script/Leveling\"\na = 1\nb = 2\ncondition a and keep25");
        let why = |name: &str, new: &str| script.rename(name, new).unwrap_err();
        assert!(why("a", "hcp").contains("word of the language"));
        assert!(why("a", "AS").contains("is a card"));
        assert!(why("a", "1a").contains("begins with a letter"));
        assert!(why("a", "b").contains("already"));
        assert!(why("nobody", "c").contains("nothing here"));
        assert!(why("keep25", "mine").contains("comes with the program"));
        assert_eq!(script.rename("a", "a2").unwrap().len(), 2);
    }

    #[test]
    fn the_smallest_condition_is_found() {
        let text = "flat = shape(west, any 4333)\nn = hcp(west)\ncondition flat and (n > 12 or hcp(east) > 3)";
        let script = read(text);
        let main = script.sources.main();
        let at = |what: &str, from: usize| {
            let at = from + text[from..].find(what).unwrap();
            let span = script.condition_at(main, at as u32)?;
            Some(script.sources.slice(span))
        };
        let condition = text.find("condition").unwrap();
        assert_eq!(at("flat", 0), Some("shape(west, any 4333)"));
        assert_eq!(at("n =", 0), None);
        assert_eq!(at("flat", condition), Some("flat"));
        assert_eq!(at("12", condition), Some("n > 12"));
        assert_eq!(at("or", condition + 25), Some("n > 12 or hcp(east) > 3"));
        assert_eq!(
            at("and", condition),
            Some("flat and (n > 12 or hcp(east) > 3)")
        );
    }
}

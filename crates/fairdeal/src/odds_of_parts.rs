//! How likely the parts of a script are, each by itself: for whoever writes one and wants to see what a line asks for.

use condition::Condition;
use script::syntax::{ExprId, StatementKind};
use script::{FileId, Span};
use space::{Budget, Watch};

use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::odds::{Chance, ScriptCounting};
use crate::script_question::Script;

/// How likely a part of a script is.
#[derive(Clone, PartialEq, Debug)]
pub struct PartOdds {
    /// Where the part is written.
    pub place: Span,
    /// How likely it is by itself, with what the script deals beforehand.
    pub chance: Chance,
}

impl Script {
    /// How likely the smallest condition is that stands at a place, by itself. Nothing if there is none.
    ///
    /// ```
    /// use fairdeal::{Effort, Script, Watch};
    /// let script = Script::from_text("flat = shape(west, any 4333)\ncondition flat and hcp(west) > 12")?;
    /// let main = script.sources().main();
    /// let odds = script.odds_at(main, 2, Effort::Quick, &Watch::default())?.unwrap();
    /// assert_eq!(script.sources().slice(odds.place), "shape(west, any 4333)");
    /// assert_eq!(odds.chance.in_short(), "1 in 9.5");
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Script::odds`].
    pub fn odds_at(
        &self,
        file: FileId,
        at: u32,
        effort: Effort,
        watch: &Watch,
    ) -> Result<Option<PartOdds>, Error> {
        let Some(place) = self.condition_at(file, at)? else {
            return Ok(None);
        };
        let chance = self.odds_of_part(place, effort, watch)?;
        Ok(Some(PartOdds { place, chance }))
    }

    /// Where the smallest condition stands at a place; on a name that is given, what it stands for.
    pub(crate) fn condition_at(&self, file: FileId, at: u32) -> Result<Option<Span>, Error> {
        self.compiled()?;
        Ok(self.loaded().script.condition_at(file, at))
    }

    /// How likely a condition is that stands at a place.
    pub(crate) fn odds_of_part(
        &self,
        place: Span,
        effort: Effort,
        watch: &Watch,
    ) -> Result<Chance, Error> {
        let script = self.of_part(place);
        let counting = ScriptCounting::new(&script, effort)?;
        let (odds, _) = counting.survey(counting.condition(), &[], watch)?;
        Ok(Chance::from(&odds))
    }

    /// The script with a condition that stands at a place instead of its own.
    pub(crate) fn of_part(&self, place: Span) -> Script {
        // A later condition takes the place of an earlier one; a comment in the part ends with its line.
        let part = format!("condition (\n{}\n)", self.sources().slice(place));
        let before = self.settings().appended.clone();
        let (name, before) = before.unwrap_or_else(|| ("part".to_owned(), String::new()));
        self.with_appended(Some((name, format!("{before}\n{part}"))))
    }

    /// How likely each condition is that the script itself gives a name, and its own condition, by themselves; at the places of
    /// their names, and of the whole condition. They share the work that the effort allows; what is not known when the watch
    /// stops is left out.
    ///
    /// # Errors
    /// As [`Script::odds`].
    pub fn odds_of_parts(&self, effort: Effort, watch: &Watch) -> Result<Vec<PartOdds>, Error> {
        /// More parts are not looked at.
        const MOST: usize = 100;
        /// The least part of the work that each may take.
        const LEAST: u64 = 20;
        let mut counting = ScriptCounting::new(self, effort)?;
        let compiled = self.compiled()?;
        let script = &self.loaded().script;
        let main = script.sources.main();
        let asked = |expr: ExprId| script.is_condition(expr);
        let mut parts = Vec::new();
        // Only the last condition is asked.
        let mut condition = None;
        for statement in script.statements.iter().filter(|one| one.span.file == main) {
            match &statement.kind {
                StatementKind::Define {
                    name,
                    name_span,
                    expr,
                } if asked(*expr) => {
                    let node = compiled.named(name);
                    parts.extend(node.map(|node| (*name_span, node)));
                }
                StatementKind::Condition { .. } => {
                    condition = Some((statement.span, compiled.condition.root()));
                }
                _ => {}
            }
        }
        parts.truncate(MOST);
        parts.extend(condition);
        let share = (parts.len() as u64).clamp(1, LEAST);
        let budget = effort.budget(Purpose::Odds);
        counting.budget = Budget {
            work: budget.work / share,
            ..budget
        };
        let mut odds = Vec::new();
        for (place, node) in parts {
            let condition = Condition::new(compiled.condition.graph().clone(), node, Vec::new());
            let known = counting.survey(&condition, &[], watch);
            if watch.is_stopped() {
                break;
            }
            // A part without an answer, a division by zero for instance, does not keep the others from theirs.
            if let Ok((known, _)) = known {
                let chance = Chance::from(&known);
                odds.push(PartOdds { place, chance });
            }
        }
        Ok(odds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "\
#include \"script/Leveling\"
n = hcp(west)
strong = n > 19 // a comment
flat = shape(west, any 4333 + // two
  any 4432)
condition strong and flat
";

    #[test]
    fn each_part_has_the_odds_of_a_script_of_its_own() {
        let script = Script::from_text(SCRIPT).unwrap();
        let watch = Watch::default();
        let parts = script.odds_of_parts(Effort::Quick, &watch).unwrap();
        let own = |text: &str| {
            let script = Script::from_text(text).unwrap();
            script.odds(Effort::Usual, &watch).unwrap().odds
        };
        let alone = [
            "hcp(west) > 19",
            "shape(west, any 4333 + any 4432)",
            "hcp(west) > 19 and shape(west, any 4333 + any 4432)",
        ];
        assert_eq!(parts.len(), 3);
        for (part, text) in parts.iter().zip(alone) {
            assert!(part.chance.exact);
            assert_eq!(part.chance.count, own(text).count, "{text}");
        }
        let main = script.sources().main();
        let at = SCRIPT.find("any 4333").unwrap() as u32;
        let odds = script.odds_at(main, at, Effort::Quick, &watch).unwrap();
        assert_eq!(odds.unwrap().chance.count, parts[1].chance.count);
        let at = SCRIPT.find("n =").unwrap() as u32;
        assert!(
            script
                .odds_at(main, at, Effort::Quick, &watch)
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_watch_that_is_stopped_leaves_the_rest_out() {
        let script = Script::from_text(SCRIPT).unwrap();
        let watch = Watch::default();
        watch.stop();
        assert_eq!(script.odds_of_parts(Effort::Usual, &watch).unwrap(), []);
    }
}

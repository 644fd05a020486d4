//! A leveled copy of a script: the old leveling taken out, a new block put in, and the rest untouched.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::ops::Range;

use rustc_hash::FxHashMap;
use script::syntax::{ExprId, ExprKind, Statement, StatementKind};
use script::{Script, Span};

use crate::comments::comments;
use crate::leveled::{CellKeep, Leveled};
use crate::script_keeps::{ScriptKeeps, definition};
use crate::{KeepFormula, LevelError, Scenario};

/// The first and the last line of a block, by which it is found again: those that scenarios of today have, so that a block
/// of any program is replaced.
const BEGIN: &str = "### BEGIN GENERATED LEVELING ###";
const END: &str = "### END GENERATED LEVELING ###";
/// The name of the term that the condition asks for, by convention.
const TERM: &str = "levelTheDeal";
/// Another name for it, which a block may have given.
const OTHER_TERM: &str = "keepTheDeal";
/// What stands in texts for the share of a type, or for those of all.
const MIX: &str = "{{level-mix";
/// The include that has the usual keeps.
const INCLUDE: &str = "\"script/Leveling\"";

impl Leveled {
    /// The script, leveled: its text with a block of keeps that runs on the classic program, too.
    ///
    /// # Errors
    /// A script whose parts stand where they cannot be changed.
    pub fn script(&self, script: &Script, scenario: &Scenario) -> Result<String, LevelError> {
        let text = Rewriting::new(script, scenario).text(self)?;
        with_shares(&text, &self.told_shares(scenario))
    }
}

/// The text with shares for `{{level-mix:TYPE}}`, and with all of them for `{{level-mix}}`, so that what players read is what
/// the keeps do.
fn with_shares(text: &str, shares: &[(&str, f64)]) -> Result<String, LevelError> {
    let words = |share: f64| {
        let percent = 100.0 * share;
        if (percent - percent.round()).abs() < 0.05 {
            format!("{percent:.0}%")
        } else {
            format!("{percent:.1}%")
        }
    };
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(MIX) {
        let inner = &rest[at + MIX.len()..];
        let line = &inner[..inner.find('\n').unwrap_or(inner.len())];
        let Some(end) = line.find("}}") else {
            out.push_str(&rest[..at + MIX.len()]);
            rest = inner;
            continue;
        };
        let asked = line[..end].trim();
        let written = if asked.is_empty() {
            let each = shares
                .iter()
                .map(|(name, share)| format!("{name} {}", words(*share)));
            each.collect::<Vec<_>>().join(", ")
        } else if let Some(name) = asked.strip_prefix(':').map(str::trim) {
            let known = shares.iter().find(|(known, _)| {
                *known == name
                    || name
                        .strip_suffix(known)
                        .is_some_and(|before| before == "HandType_" || before == "LevelType_")
            });
            let (_, share) = known.ok_or_else(|| {
                let names = shares.iter().map(|(name, _)| *name);
                let names = names.collect::<Vec<_>>().join(", ");
                LevelError::Text(format!(
                    "the text asks for the share of {name} ({MIX}{asked}}}}}), and the types are {names}"
                ))
            })?;
            words(*share)
        } else {
            format!("{MIX}{}}}}}", &line[..end])
        };
        out.push_str(&rest[..at]);
        out.push_str(&written);
        rest = &inner[end + 2..];
    }
    out.push_str(rest);
    Ok(out)
}

/// A change of the text.
struct Edit {
    range: Range<usize>,
    text: String,
}

struct Rewriting<'a> {
    script: &'a Script,
    scenario: &'a Scenario,
    keeps: &'a ScriptKeeps,
    text: &'a str,
    /// Statements of the script's own file that go.
    goes: Vec<bool>,
    /// What statements ask for by name.
    uses: Vec<BTreeSet<&'a str>>,
    /// The old name of a leveled cell that is asked for elsewhere.
    aliases: Vec<Option<&'a str>>,
}

impl<'a> Rewriting<'a> {
    fn new(script: &'a Script, scenario: &'a Scenario) -> Rewriting<'a> {
        let main = script.sources.main();
        let text = script.sources.text(main);
        let statements = script.statements.iter();
        let uses: Vec<BTreeSet<&str>> = statements.map(|s| names_in(script, &roots(s))).collect();
        let mut rewriting = Rewriting {
            script,
            scenario,
            keeps: &scenario.keeps,
            text,
            goes: vec![false; script.statements.len()],
            uses,
            aliases: vec![None; scenario.cells.len()],
        };
        rewriting.choose();
        rewriting
    }

    fn statement(&self, i: usize) -> &'a Statement {
        &self.script.statements[i]
    }

    /// Whether a statement stands in the script's own file.
    fn is_own(&self, i: usize) -> bool {
        self.statement(i).span.file == self.script.sources.main()
    }

    /// Which statements go: the keeps, what is built on them, and an earlier block.
    fn choose(&mut self) {
        let block = self.old_block();
        let number = self.script.statements.len();
        let mut touched: BTreeSet<&str> = BTreeSet::new();
        for i in 0..number {
            let Some((name, expr)) = definition(self.statement(i)) else {
                continue;
            };
            let constant = matches!(self.script.expr(expr).kind, ExprKind::Number(_));
            let coin = self.keeps.has(name) || (constant && is_keep_name(name));
            let built = self.uses[i].iter().any(|used| touched.contains(used));
            if coin || built {
                touched.insert(name);
            }
            let span = self.statement(i).span.range();
            let in_block = block
                .as_ref()
                .is_some_and(|block| block.contains(&span.start));
            self.goes[i] = self.is_own(i) && (coin || built || in_block);
        }
        // What is still asked for elsewhere stays, without its keeps, unless it is one of the leveled types: those get their
        // names again.
        loop {
            let stays = (0..number).find(|&i| self.goes[i] && self.must_stay(i));
            match stays {
                Some(i) => self.goes[i] = false,
                None => return,
            }
        }
    }

    fn must_stay(&mut self, i: usize) -> bool {
        let Some((name, _)) = definition(self.statement(i)) else {
            return false;
        };
        if name == self.term() || self.keeps.has(name) {
            return false;
        }
        // The block itself asks for the types.
        if self.is_type(name) && !self.is_in_block(i) {
            return true;
        }
        let others = (0..self.goes.len()).filter(|&other| !self.goes[other]);
        let mut used = others.filter(|&other| self.uses[other].contains(name));
        if used.next().is_none() {
            return false;
        }
        let node = self.scenario.compiled.named(name);
        let mut cells = self.scenario.cells.iter();
        match cells.position(|cell| Some(cell.node) == node) {
            Some(cell) if self.aliases[cell].is_none_or(|known| known == name) => {
                self.aliases[cell] = Some(name);
                false
            }
            _ => true,
        }
    }

    fn is_in_block(&self, i: usize) -> bool {
        let start = self.statement(i).span.range().start;
        self.is_own(i) && self.old_block().is_some_and(|block| block.contains(&start))
    }

    /// Where an earlier block stands, or a place for one.
    fn old_block(&self) -> Option<Range<usize>> {
        let start = self.text.find(BEGIN)?;
        let end = start + self.text[start..].find(END)? + END.len();
        Some(self.line_if_blank(start)..self.line_end(end))
    }

    /// What the condition asks for: by its usual name, unless an earlier block calls it otherwise.
    fn term(&self) -> &'static str {
        let block = self.old_block();
        let in_block = |statement: &Statement| {
            let start = statement.span.range().start;
            let own = statement.span.file == self.script.sources.main();
            own && block.as_ref().is_some_and(|block| block.contains(&start))
        };
        let of_block = self.script.statements.iter().filter(|one| in_block(one));
        let mut names = of_block.filter_map(|one| definition(one).map(|(name, _)| name));
        if names.any(|name| name == OTHER_TERM) {
            OTHER_TERM
        } else {
            TERM
        }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The start of the line, if nothing but space stands before a place; a comment may end there.
    fn line_if_blank(&self, at: usize) -> usize {
        let start = self.line_start(at);
        if self.text[start..at].trim().is_empty() {
            start
        } else {
            at
        }
    }

    /// The start of the next line.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |newline| at + newline + 1)
    }

    /// A place with the whole lines that it fills.
    fn whole_lines(&self, span: Span) -> Range<usize> {
        let range = span.range();
        let (start, end) = (self.line_start(range.start), self.line_end(range.end));
        let blank = |range: Range<usize>| self.text[range].trim().is_empty();
        if blank(start..range.start) && blank(range.end..end) {
            start..end
        } else {
            range
        }
    }

    fn text(&self, leveled: &Leveled) -> Result<String, LevelError> {
        let mut edits: Vec<Edit> = Vec::new();
        let block_range = self.old_block();
        let cut = |range: Range<usize>| Edit {
            range,
            text: String::new(),
        };
        for i in (0..self.goes.len()).filter(|&i| self.goes[i]) {
            let range = self.whole_lines(self.statement(i).span);
            if !block_range
                .as_ref()
                .is_some_and(|block| block.contains(&range.start))
            {
                edits.push(cut(range));
            }
        }
        edits.extend(block_range.map(cut));
        for i in (0..self.goes.len()).filter(|&i| !self.goes[i] && self.is_own(i)) {
            self.replace_keeps(&roots(self.statement(i)), &mut edits);
        }
        edits.extend(self.unused_include().map(cut));
        self.put_block(leveled, &mut edits)?;
        Ok(self.applied(edits))
    }

    fn applied(&self, mut edits: Vec<Edit>) -> String {
        answer::sort_by_key(&mut edits, |edit| (edit.range.start, edit.range.end));
        let (mut out, mut at) = (String::new(), 0);
        for edit in edits {
            out.push_str(self.text.get(at..edit.range.start).unwrap_or_default());
            out.push_str(&edit.text);
            at = at.max(edit.range.end);
        }
        out.push_str(&self.text[at..]);
        out
    }

    /// What asks for nothing but keeps, in statements that stay, is true from now on.
    fn replace_keeps(&self, roots: &[ExprId], edits: &mut Vec<Edit>) {
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            let expr = self.script.expr(id);
            if self.keeps.is_keep(id) {
                edits.push(Edit {
                    range: expr.span.range(),
                    text: "1".to_owned(),
                })
            } else {
                expr.kind.for_each_operand(|operand| open.push(operand))
            }
        }
    }

    /// The line that includes the usual keeps, if nothing needs them any more.
    fn unused_include(&self) -> Option<Range<usize>> {
        let main = self.script.sources.main();
        let foreign = |i: &usize| !self.is_own(*i);
        let given: BTreeSet<&str> = (0..self.goes.len())
            .filter(foreign)
            .filter_map(|i| definition(self.statement(i)).map(|(name, _)| name))
            .collect();
        let stays = (0..self.goes.len()).filter(|&i| !self.goes[i] && self.is_own(i));
        let needed = stays
            .flat_map(|i| self.uses[i].iter())
            .any(|name| given.contains(name) && !self.keeps.has(name));
        let at = self.text.match_indices("#include").find_map(|(at, _)| {
            let range = self.line_start(at)..self.line_end(at);
            let line = self.text[range.clone()].trim();
            (line.starts_with("#include") && line.contains(INCLUDE)).then_some(range)
        });
        let only_keeps = given
            .iter()
            .all(|name| self.keeps.has(name) || is_keep_name(name));
        let file = self.script.sources.name(main);
        at.filter(|_| !needed && only_keeps && !file.is_empty())
    }

    /// Puts the block before what asks for it, and the term into the condition if it is not there.
    fn put_block(&self, leveled: &Leveled, edits: &mut Vec<Edit>) -> Result<(), LevelError> {
        let newline = if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let names = self.names(leveled);
        let mut block = self.block(leveled, &names).replace('\n', newline);
        let mut conditions = (0..self.goes.len())
            .filter(|&i| matches!(self.statement(i).kind, StatementKind::Condition { .. }));
        let condition = conditions.next_back();
        if let Some(i) = condition
            && !self.is_own(i)
        {
            let message = "the condition of this script stands in an included file, and only the script itself is rewritten";
            return Err(LevelError::Text(message.to_owned()));
        }
        // Where the types have their meaning, and where the block is needed.
        let given = self.types_end();
        let asks = |i: usize| {
            let aliases = self.aliases.iter().flatten().copied();
            aliases
                .chain([names.term.as_str()])
                .any(|name| self.uses[i].contains(name))
        };
        let stays = (0..self.goes.len()).filter(|&i| !self.goes[i] && self.is_own(i));
        let needed = stays.filter(|&i| asks(i) || Some(i) == condition);
        let needed = needed.map(|i| self.statement(i).span.range().start).min();
        let insert = |at: usize, text: String| Edit {
            range: at..at,
            text,
        };
        let asked = condition.is_some_and(|i| self.reaches(i, &names.term));
        let Some(i) = condition else {
            let mut text = format!("{block}condition {}{newline}", names.term);
            if !self.text.is_empty() && !self.text.ends_with('\n') {
                text.insert_str(0, newline);
            }
            edits.push(insert(self.text.len(), text));
            return Ok(());
        };
        let StatementKind::Condition { expr, .. } = self.statement(i).kind else {
            return Ok(());
        };
        let span = self.script.expr(expr).span.range();
        let at = needed.map_or(self.text.len(), |at| self.line_if_blank(at));
        // A block stays where its author put it, if it has its meaning there.
        let place = self.old_block().map(|block| block.start);
        let at = place
            .filter(|place| (given..=at).contains(place))
            .unwrap_or(at);
        if given <= at {
            if self.line_start(at) != at {
                block.insert_str(0, newline);
            }
            edits.push(insert(at, block));
            if !asked {
                edits.push(insert(span.start, "(".to_owned()));
                edits.push(insert(span.end, format!(") and {}", names.term)));
            }
            return Ok(());
        }
        // The condition comes before its types: it is asked again after them, and the last one counts.
        if needed != Some(self.statement(i).span.range().start) || asked {
            let message = "the types have their meaning only after they are asked for: put them above the actions and the condition";
            return Err(LevelError::Text(message.to_owned()));
        }
        let asks = &self.text[span];
        let _ = write!(block, "condition ({asks}) and {}{newline}", names.term);
        let at = self.line_end(given);
        if !self.text[..at].ends_with('\n') {
            block.insert_str(0, newline);
        }
        edits.push(Edit {
            range: self.whole_lines(self.statement(i).span),
            text: String::new(),
        });
        edits.push(insert(at, block));
        Ok(())
    }

    /// The end of the last statement that a type's meaning needs.
    fn types_end(&self) -> usize {
        let main = self.script.sources.main();
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        for i in 0..self.goes.len() {
            let Some((name, _)) = definition(self.statement(i)) else {
                continue;
            };
            if !self.is_type(name) {
                continue;
            }
            if self.is_new(i) {
                wanted.extend(self.uses[i].iter())
            } else {
                wanted.extend([name])
            }
        }
        let statements = self.script.statements.iter();
        let own = statements.filter(|statement| statement.span.file == main);
        let needed = own.filter(|s| definition(s).is_some_and(|(name, _)| wanted.contains(name)));
        needed.map(|s| s.span.range().end).max().unwrap_or(0)
    }

    fn is_type(&self, name: &str) -> bool {
        let mut types = self.scenario.dimensions.iter().flatten();
        types.any(|kind| {
            let mut words = kind
                .text
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            words.any(|word| word == name)
        })
    }

    /// Whether a statement was given by the user beside the script: it comes last, in a text of its own.
    fn is_new(&self, i: usize) -> bool {
        self.script.sources.name(self.statement(i).span.file) == self.scenario.types_source
    }

    /// Whether a statement asks for a name, itself or through others that stay.
    fn reaches(&self, i: usize, wanted: &str) -> bool {
        let given: FxHashMap<&str, usize> = (0..self.goes.len())
            .filter(|&i| !self.goes[i])
            .filter_map(|i| definition(self.statement(i)).map(|(name, _)| (name, i)))
            .collect();
        let (mut open, mut seen) = (vec![i], BTreeSet::new());
        while let Some(i) = open.pop() {
            for name in &self.uses[i] {
                if *name == wanted {
                    return true;
                }
                if seen.insert(*name) {
                    open.extend(given.get(name));
                }
            }
        }
        false
    }

    /// Names for the block that nothing else in the script has.
    fn names(&self, leveled: &Leveled) -> Names {
        let stays = (0..self.goes.len()).filter(|&i| !self.goes[i]);
        let mut taken: BTreeSet<String> = stays
            .filter_map(|i| definition(self.statement(i)).map(|(name, _)| name.to_owned()))
            .collect();
        taken.extend(self.aliases.iter().flatten().map(|&alias| alias.to_owned()));
        let mut free = |wanted: String| {
            let name = std::iter::once(wanted.clone())
                .chain((2..).map(|n| format!("{wanted}_{n}")))
                .find(|name| !taken.contains(name))
                .unwrap_or(wanted);
            taken.insert(name.clone());
            name
        };
        let term = free(self.term().to_owned());
        let pilots = (1..=leveled.frequencies.pilots.len()).map(|n| free(format!("pilot{n}")));
        let pilots = pilots.collect();
        let cells = self
            .scenario
            .cells
            .iter()
            .zip(&self.aliases)
            .map(|(cell, alias)| {
                let title = title(&cell.name);
                let keep = free(format!("keep{title}"));
                let level = alias.map_or_else(|| free(format!("level{title}")), str::to_owned);
                (keep, level)
            });
        Names {
            cells: cells.collect(),
            term,
            pilots,
        }
    }

    /// The new types and the block.
    fn block(&self, leveled: &Leveled, names: &Names) -> String {
        let mut text = String::new();
        for i in (0..self.goes.len()).filter(|&i| self.is_new(i)) {
            let _ = writeln!(
                text,
                "{}",
                self.script.sources.slice(self.statement(i).span).trim()
            );
        }
        let _ = writeln!(text, "{BEGIN}");
        text += &comments(leveled, self.scenario);
        let used = leveled.keeps.iter().fold(0, |used, keep| match keep {
            CellKeep::When(formula) => used | formula.pilots(),
            _ => used,
        });
        for (n, (name, pilot)) in names
            .pilots
            .iter()
            .zip(&leveled.frequencies.pilots)
            .enumerate()
        {
            if used >> n & 1 == 1 {
                let seat = pilot.seat.to_string().to_lowercase();
                let (rank, suit) = (pilot.card.rank().letter(), pilot.card.suit().letter());
                let _ = writeln!(text, "{name} = hascard({seat},{rank}{suit})");
            }
        }
        let pilot = |n: usize| names.pilots[n].clone();
        let keeps = leveled.keep_texts(&pilot);
        let mut levels = Vec::new();
        for (i, cell) in self.scenario.cells.iter().enumerate() {
            let (keep_name, level) = &names.cells[i];
            match (&leveled.keeps[i], &keeps[i]) {
                (CellKeep::Never, _) | (_, None) => continue,
                (CellKeep::When(KeepFormula::Always), _) => {
                    let _ = writeln!(text, "{level} = {}", cell.text);
                }
                (_, Some(keep)) => {
                    let _ = writeln!(text, "{keep_name} = {keep}");
                    let _ = writeln!(text, "{level} = {} and {keep_name}", cell.text);
                }
            }
            levels.push(level.as_str());
        }
        let _ = writeln!(text, "{} = {}", names.term, levels.join(" or "));
        let _ = writeln!(text, "{END}");
        text
    }
}

/// The names of a block.
struct Names {
    term: String,
    pilots: Vec<String>,
    /// For each cell, its keep and what is kept of it.
    cells: Vec<(String, String)>,
}

/// A name with its first letters large, to be put after another word.
fn title(name: &str) -> String {
    let parts = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    let parts = parts.map(|part| {
        let (first, rest) = part.split_at(1);
        first.to_uppercase() + rest
    });
    parts.collect()
}

/// `keep`, `keep0`, `keep100`: names of keeps even where they are constant.
fn is_keep_name(name: &str) -> bool {
    name.strip_prefix("keep")
        .is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()))
}

/// The expressions of a statement.
fn roots(statement: &Statement) -> Vec<ExprId> {
    match &statement.kind {
        StatementKind::Condition { expr, .. } | StatementKind::Define { expr, .. } => vec![*expr],
        StatementKind::Action(actions) | StatementKind::MoreActions(actions) => {
            let mut roots = Vec::new();
            for action in actions {
                let taken = action.clone().try_map(|expr| {
                    roots.push(expr);
                    Ok::<_, Infallible>(expr)
                });
                match taken {
                    Ok(_) => {}
                    Err(never) => match never {},
                }
            }
            roots
        }
        _ => Vec::new(),
    }
}

/// The names in some expressions.
fn names_in<'a>(script: &'a Script, roots: &[ExprId]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut open = roots.to_vec();
    while let Some(id) = open.pop() {
        let kind = &script.expr(id).kind;
        match kind {
            ExprKind::Name(name) => {
                names.insert(name.as_str());
            }
            _ => kind.for_each_operand(|operand| open.push(operand)),
        }
    }
    names
}

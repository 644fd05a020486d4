//! A script as a question.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use answer::Explained;
use bridge::double_dummy::Solver;
use condition::{EvalError, EvalErrorKind, NodeId};
use level::ScriptTypes;
use plan::{Inexact, PlanError, Plans};
use script::{CompileOptions, Compiled, Diagnostic, Input, Loaded, Settings, Sources};
use space::{Budget, Watch};

use crate::effort::{Effort, Purpose};
use crate::error::{Error, ScriptError};

/// A script in the dealer language. A clone is the same script.
///
/// ```
/// use fairdeal::Script;
/// let script = Script::from_text("condition hcp(south) >= 15")?;
/// for board in script.deal(3).seed(1).boards()? {
///     println!("{}", board?);
/// }
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Script {
    read: Arc<Read>,
}

#[derive(Debug)]
struct Read {
    input: Input,
    settings: Settings,
    loaded: Loaded,
    /// The hand types that it names, once they were looked for.
    types: OnceLock<Option<ScriptTypes>>,
    /// The plans that were made for its boards, by strategy.
    plans: Mutex<Vec<(plan::Strategy, Arc<Plans>)>>,
}

impl Script {
    /// A script that is a text and no file. One that means nothing is read as well: whatever is asked of it says why, and
    /// [`Script::check`] says all that is wrong.
    ///
    /// # Errors
    /// A text that is larger than a script can be.
    pub fn from_text(text: &str) -> Result<Script, Error> {
        Script::named("script", text)
    }

    /// The same, with what to call it in messages.
    ///
    /// # Errors
    /// A text that is larger than a script can be.
    pub fn named(name: &str, text: &str) -> Result<Script, Error> {
        let input = Input::from_text(name, text).map_err(unreadable)?;
        Ok(Script::new(input, Settings::default()))
    }

    /// A script as it is read, with parameters, includes and statements that its reader adds.
    pub fn new(input: Input, settings: Settings) -> Script {
        // Whether there is a solver here is asked when it is needed, not when a script is read.
        let options = CompileOptions {
            double_dummy: true,
            ..CompileOptions::default()
        };
        let mut loaded = script::load(&input, &settings, &options);
        loaded.diagnostics.extend(empty(&loaded.script));
        Script {
            read: Arc::new(Read {
                input,
                settings,
                loaded,
                types: OnceLock::new(),
                plans: Mutex::default(),
            }),
        }
    }

    /// The file of a script; what it includes is looked for beside it.
    ///
    /// # Errors
    /// A file that cannot be read.
    #[cfg(feature = "files")]
    pub fn open(path: &std::path::Path) -> Result<Script, Error> {
        let input = Input::from_path(path).map_err(unreadable)?;
        Ok(Script::new(input, Settings::default()))
    }

    /// The same script with statements that are read after it, as if they stood at its end, and what to call the place
    /// they come from.
    pub fn with_appended(&self, appended: Option<(String, String)>) -> Script {
        let settings = Settings {
            appended,
            ..self.read.settings.clone()
        };
        Script::new(self.read.input.clone(), settings)
    }

    /// The same script with a condition that is known to hold, and what to call the place it comes from.
    pub(crate) fn with_given(&self, place: &str, given: &str) -> Script {
        let settings = Settings {
            given: Some((place.to_owned(), given.to_owned())),
            ..self.read.settings.clone()
        };
        Script::new(self.read.input.clone(), settings)
    }

    /// The same script with columns that are asked of its boards, each with what to call the place it comes from.
    #[cfg(feature = "tables")]
    pub(crate) fn with_columns(&self, columns: Vec<(String, String)>) -> Script {
        let settings = Settings {
            columns,
            ..self.read.settings.clone()
        };
        Script::new(self.read.input.clone(), settings)
    }

    /// The script that asks for nothing: every deal is one of its boards.
    pub fn anything() -> Script {
        let text = "condition 1";
        let nothing = Input::from_text("any deal", text).expect("it is short");
        Script::new(nothing, Settings::default())
    }

    /// So many boards of it.
    pub fn deal(&self, boards: u64) -> crate::Deal {
        crate::Question::from(self.clone()).deal(boards)
    }

    /// The script as it was written and compiled.
    pub fn loaded(&self) -> &Loaded {
        &self.read.loaded
    }

    /// What it was read from.
    pub fn input(&self) -> &Input {
        &self.read.input
    }

    /// What its reader added.
    pub fn settings(&self) -> &Settings {
        &self.read.settings
    }

    /// What is wrong with it, or might be, as far as reading it shows: errors first.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let mut findings = script::told_once(self.read.loaded.diagnostics.clone());
        script::order_for_showing(&mut findings);
        findings
    }

    /// All that reading it shows and could be put right, each finding by itself and in the order of the text.
    pub fn fixable(&self) -> Vec<Diagnostic> {
        let mut findings = self.read.loaded.diagnostics.clone();
        findings.extend(script::lint(&self.read.loaded.script));
        findings.retain(|finding| finding.fix.is_some());
        answer::sort_by_key(&mut findings, |finding| finding.span);
        findings
    }

    /// The texts that its findings have their places in.
    pub fn sources(&self) -> &Sources {
        &self.read.loaded.script.sources
    }

    /// The compiled script.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn compiled(&self) -> Result<&Compiled, Error> {
        self.read.loaded.compiled.as_ref().ok_or_else(|| {
            Error::Script(Box::new(ScriptError {
                findings: self.findings(),
                sources: Arc::new(self.sources().clone()),
                headline: None,
            }))
        })
    }

    /// The hand types that it names, if it does: its boards say of which they are.
    pub fn types(&self) -> Option<&ScriptTypes> {
        let Loaded {
            script, compiled, ..
        } = &self.read.loaded;
        let find = || ScriptTypes::find(script, compiled.as_ref()?);
        self.read.types.get_or_init(find).as_ref()
    }

    /// The plans of a strategy that were made for it before, if there are any; else those that `make` makes. Boards do not
    /// depend on it: the plan of a board follows from its number.
    pub(crate) fn plans<E>(
        &self,
        strategy: plan::Strategy,
        make: impl FnOnce() -> Result<Plans, E>,
    ) -> Result<Arc<Plans>, E> {
        let find = |known: &[(plan::Strategy, Arc<Plans>)]| {
            let mut known = known.iter().filter(|(one, _)| *one == strategy);
            known.next().map(|(_, plans)| plans.clone())
        };
        if let Some(plans) = find(&self.kept_plans()) {
            return Ok(plans);
        }
        let made = Arc::new(make()?);
        let mut kept = self.kept_plans();
        // Someone else may have made them meanwhile.
        if let Some(plans) = find(&kept) {
            return Ok(plans);
        }
        kept.push((strategy, made.clone()));
        Ok(made)
    }

    /// About how many bytes the plans take that were made for it; those that are being made just now are not counted.
    pub(crate) fn plan_bytes(&self) -> usize {
        let plans = self.kept_plans();
        let bytes = plans.iter().filter_map(|(_, one)| one.memory_unless_busy());
        bytes.sum()
    }

    /// For how many strategies there are plans.
    #[cfg(test)]
    pub(crate) fn plan_count(&self) -> usize {
        self.kept_plans().len()
    }

    fn kept_plans(&self) -> MutexGuard<'_, Vec<(plan::Strategy, Arc<Plans>)>> {
        let plans = self.read.plans.lock();
        plans.unwrap_or_else(PoisonError::into_inner)
    }

    /// An error at a place of this script.
    pub(crate) fn error_at(&self, finding: Diagnostic) -> Error {
        Error::at(finding, &Arc::new(self.sources().clone()))
    }

    /// A division by zero and its kin, at its place.
    pub(crate) fn no_answer(&self, compiled: &Compiled, error: EvalError) -> Error {
        match compiled.place(error.node) {
            Some(span) => {
                // That there is no file is not the fault of a deal.
                let message = match error.kind {
                    EvalErrorKind::NoFile => error.to_string(),
                    _ => format!("{error}, for a deal that came up"),
                };
                let finding = Diagnostic::error(error.code(), span, message);
                self.error_at(match error.help() {
                    Some(help) => finding.help(help),
                    None => finding,
                })
            }
            None => Error::other(&error),
        }
    }

    /// Why it has no plan, at its place where it has one; where nothing qualifies, with the parts that clash.
    pub(crate) fn no_plan(&self, compiled: &Compiled, error: PlanError, watch: &Watch) -> Error {
        let node = match &error {
            PlanError::Inexact(Inexact::Opaque(node) | Inexact::MayFail(node)) => Some(*node),
            _ => None,
        };
        match (node.and_then(|node| compiled.place(node)), error) {
            (_, PlanError::Stopped) => Error::Stopped,
            (Some(place), error) => {
                let finding = Diagnostic::error("not-exact", place, error.to_string())
                    .help("let what cannot be counted be checked instead");
                self.error_at(finding)
            }
            (None, PlanError::Never) => {
                let budget = Effort::Usual.budget(Purpose::Explain);
                let conflict = conflict_of(compiled, budget, watch);
                let headline = PlanError::Never.to_string();
                match conflict.and_then(|conflict| clash(&conflict, compiled)) {
                    Some(finding) => Error::Script(Box::new(ScriptError {
                        findings: vec![finding],
                        sources: Arc::new(self.sources().clone()),
                        headline: Some(headline),
                    })),
                    None => crate::deal_error::DealError::Plan(PlanError::Never).into(),
                }
            }
            (None, error) => crate::deal_error::DealError::Plan(error).into(),
        }
    }
}

/// What is to be said of a script that says nothing.
fn empty(script: &script::Script) -> Option<Diagnostic> {
    if script.unreadable || !script.statements.is_empty() {
        return None;
    }
    let sources = &script.sources;
    let line = sources.text(sources.main()).lines().next().unwrap_or("");
    let span = script::Span {
        file: sources.main(),
        start: 0,
        end: line.len() as u32,
    };
    let message = "this script is empty: every deal qualifies";
    let finding = Diagnostic::warning("empty", span, message);
    Some(finding.help("write a condition, hcp(north) >= 15 for instance"))
}

/// A text that cannot be read.
pub(crate) fn unreadable(error: script::InputError) -> Error {
    let help = match error {
        script::InputError::NotText { .. } => {
            ": a script is a text, in a file that usually ends with .dlr"
        }
        _ => "",
    };
    Error::Unreadable(format!("{error}{help}"))
}

/// The solver, if one is needed.
pub(crate) fn solver_if(needed: bool) -> Result<Option<Solver>, Error> {
    if needed {
        let solver = Solver::load().map_err(|error| Error::other(&error))?;
        Ok(Some(solver))
    } else {
        Ok(None)
    }
}

/// The parts of a script that clash.
pub(crate) fn conflict_of(
    compiled: &Compiled,
    budget: Budget,
    watch: &Watch,
) -> Option<plan::Conflict> {
    let nodes: Vec<NodeId> = compiled.terms.iter().map(|term| term.node).collect();
    let graph = compiled.condition.graph();
    plan::conflict(graph, &nodes, &compiled.predeal, budget, watch)
}

/// A conflict at its places in the script.
pub(crate) fn clash(conflict: &plan::Conflict, compiled: &Compiled) -> Option<Diagnostic> {
    let place = |part: &usize| compiled.terms[*part].place;
    let (first, others) = conflict.parts.split_first()?;
    let message = match (others.len(), conflict.irreducible) {
        (0, _) => "no deal satisfies this",
        (_, true) => "these clash: without any one of them, there are deals",
        (_, false) => "these clash, and perhaps not all of them are needed for that",
    };
    let finding = Diagnostic::error("conflict", place(first), message);
    let with = |finding: Diagnostic, part: &usize| finding.related(place(part), "and this");
    Some(others.iter().fold(finding, with))
}

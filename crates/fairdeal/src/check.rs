//! What is wrong with a question, or might be.

use std::fmt;

use answer::plural;
use condition::NodeId;
use plan::CountedFinding;
use profile::ProfileCheck;
use script::syntax::{ExprKind, StatementKind};
use script::{Diagnostic, Header, Located, Parameter, Sources, Span};
use serde::Serialize;
use space::{Budget, Watch};

use crate::effort::{Effort, Purpose};
use crate::script_question::{Script, clash, conflict_of};

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Check {
    /// Also what the classic program would not take.
    pub portable: bool,
    /// How much work each question may take that needs counting.
    pub effort: Effort,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CheckReport {
    /// In a script.
    Script(ScriptCheck),
    /// In a profile.
    Profile(ProfileCheck),
    /// In each of several questions.
    Mixed(Vec<NamedCheck>),
}

/// What was found in one of several questions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedCheck {
    /// What the question is called.
    pub name: String,
    /// What was found.
    pub check: CheckReport,
}

/// What was found in a script.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptCheck {
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// All of them, in the order of the text.
    pub diagnostics: Vec<Located>,
    /// What the script says of itself in its first comments.
    pub headers: Vec<Header>,
    /// The parameters that it declares.
    pub parameters: Vec<Parameter>,
    /// What it says to the players.
    pub chat: Option<String>,
    /// The findings as they are shown to people.
    #[serde(skip)]
    findings: Vec<Diagnostic>,
}

impl ScriptCheck {
    /// The findings, errors first.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }
}

impl fmt::Display for ScriptCheck {
    /// What the script says of itself, and how much was found; the findings need their texts to be shown.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (errors, warnings) = (self.errors as u64, self.warnings as u64);
        match (errors, warnings) {
            (0, 0) => writeln!(f, "nothing wrong"),
            (0, n) => writeln!(f, "{}", plural(n, "warning")),
            (n, 0) => writeln!(f, "{}", plural(n, "error")),
            (n, m) => writeln!(f, "{}, {}", plural(n, "error"), plural(m, "warning")),
        }
    }
}

impl fmt::Display for CheckReport {
    /// All that was found, a line each, and how much it is; of several questions, each under its name.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CheckReport::Script(check) => {
                for located in &check.diagnostics {
                    writeln!(f, "{located}")?;
                }
                check.fmt(f)
            }
            CheckReport::Profile(check) => check.fmt(f),
            CheckReport::Mixed(checks) => checks
                .iter()
                .try_for_each(|one| write!(f, "{}:\n{}", one.name, one.check)),
        }
    }
}

impl CheckReport {
    /// Whether it can be used as it is.
    pub fn is_usable(&self) -> bool {
        match self {
            CheckReport::Script(check) => check.errors == 0,
            CheckReport::Profile(check) => check.can_be_dealt(),
            CheckReport::Mixed(checks) => checks.iter().all(|one| one.check.is_usable()),
        }
    }
}

impl Script {
    /// Finds what is wrong with it, or might be. It never fails; what counting would show is left out if it was stopped.
    ///
    /// ```
    /// use fairdeal::{Check, Script, Watch};
    /// let script = Script::from_text("condition hcp(north) > 20 and hcp(south) > 20")?;
    /// let check = script.check(Check::default(), &Watch::default());
    /// assert_eq!(check.diagnostics[0].code, "never");
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    pub fn check(&self, wanted: Check, watch: &Watch) -> ScriptCheck {
        let loaded = self.loaded();
        let script = &loaded.script;
        let mut findings = loaded.diagnostics.clone();
        findings.extend(script::lint(script));
        if let Some(compiled) = &loaded.compiled {
            let budget = wanted.effort.budget(Purpose::Check);
            let settled = match compiled.condition.settled() {
                Some(false) => self.never_and_why(compiled, wanted.effort, watch),
                _ => script::settled(script, compiled),
            };
            findings.extend(settled);
            findings.extend(self.counted_lints(compiled, wanted.effort, budget, watch));
            // Where nothing qualifies at all, that is the one thing to say.
            if findings.iter().all(|finding| finding.code != "never") {
                findings.extend(self.names_never_true(compiled, budget, watch));
            }
        }
        #[cfg(feature = "files")]
        findings.extend(self.stale_copy());
        if wanted.portable {
            findings.extend(script::portable(script));
        }
        answer::sort_by_key(&mut findings, |finding| finding.span);
        let mut findings = script::told_once(findings);
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        let sources: &Sources = &script.sources;
        ScriptCheck {
            errors,
            warnings: findings.len() - errors,
            diagnostics: findings.iter().map(|one| one.located(sources)).collect(),
            headers: script.headers.clone(),
            parameters: script.parameters.clone(),
            chat: script.chat.clone(),
            findings: {
                script::order_for_showing(&mut findings);
                findings
            },
        }
    }

    /// What counting shows: a condition that nothing or everything satisfies, and hand types kept by coins of their own that
    /// overlap.
    fn counted_lints(
        &self,
        compiled: &script::Compiled,
        effort: Effort,
        budget: Budget,
        watch: &Watch,
    ) -> Vec<Diagnostic> {
        let script = &self.loaded().script;
        let findings = plan::lint(&compiled.condition, &compiled.predeal, budget, watch);
        if watch.is_stopped() {
            return Vec::new();
        }
        let diagnostic = |finding| match finding {
            CountedFinding::Never => self.never_and_why(compiled, effort, watch),
            CountedFinding::Always => script::satisfied(script, true),
            CountedFinding::Overlap(one, other) => {
                let (one, other) = (compiled.place(one)?, compiled.place(other)?);
                let message = "some deals are of this type and of another: they are kept by either's coin, not at the rate of one";
                let overlap = Diagnostic::warning("overlapping-keeps", one, message);
                Some(
                    overlap
                        .related(other, "the other type")
                        .help("let one type exclude the other: … and not …"),
                )
            }
        };
        findings.into_iter().filter_map(diagnostic).collect()
    }

    /// That no deal satisfies the condition, with the parts that clash where they are found: those that an explanation shows.
    fn never_and_why(
        &self,
        compiled: &script::Compiled,
        effort: Effort,
        watch: &Watch,
    ) -> Option<Diagnostic> {
        let never = script::satisfied(&self.loaded().script, false)?;
        let budget = effort.budget(Purpose::Explain);
        let conflict = conflict_of(compiled, budget, watch);
        let clash = conflict.and_then(|conflict| clash(&conflict, compiled));
        Some(match clash {
            None => never,
            // One part alone is what nothing satisfies.
            Some(clash) if clash.related.is_empty() => Diagnostic {
                span: clash.span,
                ..never
            },
            Some(clash) => Diagnostic {
                severity: never.severity,
                code: never.code,
                message: format!("{}: {}", never.message, clash.message),
                ..clash
            },
        })
    }

    /// Names for conditions that no deal satisfies. What is written as a number is meant.
    fn names_never_true(
        &self,
        compiled: &script::Compiled,
        budget: Budget,
        watch: &Watch,
    ) -> Vec<Diagnostic> {
        /// So many names are looked at, each with this part of the work that a question of a check may take.
        const MOST: usize = 500;
        const PART: u64 = 20;
        let script = &self.loaded().script;
        let graph = compiled.condition.graph();
        let mut names = Vec::new();
        for statement in &script.statements {
            let StatementKind::Define {
                name,
                name_span,
                expr,
            } = &statement.kind
            else {
                continue;
            };
            let is_condition = matches!(
                script.expr(script.ungrouped(*expr)).kind,
                ExprKind::And(_)
                    | ExprKind::Or(_)
                    | ExprKind::Not(_)
                    | ExprKind::Compare(..)
                    | ExprKind::Shape { .. }
            );
            let own = name_span.file == script.sources.main();
            if let Some(node) = compiled.named(name).filter(|_| own && is_condition) {
                names.push((name, *name_span, node));
            }
        }
        names.truncate(MOST);
        let nodes: Vec<NodeId> = names.iter().map(|(_, _, node)| *node).collect();
        let budget = Budget {
            work: budget.work / PART,
            ..budget
        };
        let never = plan::never(graph, &nodes, &compiled.predeal, budget, watch);
        if watch.is_stopped() {
            return Vec::new();
        }
        let finding = |(name, span, _): &(&String, Span, NodeId)| {
            Diagnostic::warning("never-true", *span, format!("{name} is true for no deal"))
                .help("do its parts clash? fairdeal explain shows which")
        };
        let names = names.iter().filter(|(_, _, node)| never.contains(node));
        names.map(finding).collect()
    }
}

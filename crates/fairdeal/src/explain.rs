//! How boards are found, what makes them rare, and why there may be none.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use answer::{listed, one_in};
use bridge::{Predeal, Seat};
use condition::{Condition, EvalError, NodeId, Seats};
use plan::{Asks, DrawMethod, Exists, Plan, PlanError, SeatChance, Step, Strategy};
use profile::{ProfileExplanation, TightSeats, TriedFirst};
use script::Diagnostic;
use serde::Serialize;
use space::{Budget, Watch};

use crate::deal::BOARDS;
use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::script_question::{Script, clash, conflict_of, solver_if};

/// So many units of a plan's price make a second, on one thread, more or less.
pub(crate) const UNITS_A_SECOND: f64 = 1e8;
/// How long a plan is tried out to see how long boards take, in seconds as its price has them: what is said of how rare boards
/// are must not depend on how busy the machine is.
const TRIED_OUT: f64 = 0.15;
/// At least and at the most so many tries,
const TRIES: (f64, f64) = (1_000.0, 200_000.0);
/// and so many boards where a solver is asked, which takes milliseconds.
const SOLVED: u64 = 30;
/// How much of a part of the script is shown on a line.
const SHOWN: usize = 60;

/// What is to be explained.
#[derive(Clone, Copy, Default)]
pub struct Explain<'a> {
    /// For how many boards; else for as many as the script produces, else 40. The plan is that of the last of them.
    pub boards: Option<u64>,
    /// This plan instead of the one that would be taken.
    pub plan: Option<DrawMethod>,
    /// How much work counting may take.
    pub effort: Effort,
    /// A clock, in seconds from any moment on: with it, the plan is tried out to see how long boards take.
    pub clock: Option<&'a dyn Fn() -> f64>,
}

/// How boards are found, or why there are none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Explanation {
    /// A plan.
    Plan(Box<PlanExplanation>),
    /// The plan of a profile that has one combination and no more.
    Single(Box<SingleExplanation>),
    /// Nothing qualifies.
    Never(Box<NeverExplanation>),
    /// A profile of several combinations.
    Profile(Box<ProfileExplanation>),
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Explanation::Plan(plan) => plan.fmt(f),
            Explanation::Single(single) => single.fmt(f),
            Explanation::Never(never) => never.fmt(f),
            Explanation::Profile(profile) => profile.fmt(f),
        }
    }
}

/// How boards are found by a plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanExplanation {
    /// The name of the plan, by which it can be pinned.
    pub plan: String,
    /// Whether every deal that it draws qualifies.
    pub exact: bool,
    /// For how many boards it was chosen.
    pub boards: u64,
    /// The exact share of all deals that it draws from.
    pub share: f64,
    /// About how many of those it takes to find a board.
    pub tries: f64,
    /// Whether any deal qualifies; null if that was not settled.
    pub possible: Option<bool>,
    /// What is dealt and checked, in order.
    pub steps: Vec<StepExplanation>,
    /// Where what random numbers let through is drawn first, the cases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseExplanation>,
    /// For each seat, how often its hand alone might do.
    pub seats: BTreeMap<Seat, SeatAlone>,
    /// The seat whose hand alone is the rarest.
    pub bottleneck: Option<Seat>,
    /// How long the boards take on one thread, if any was found and there was a clock.
    pub seconds: Option<f64>,
    /// The plans that were compared.
    pub considered: Vec<ConsideredPlan>,
    /// The same in words.
    #[serde(skip)]
    words: String,
}

/// How boards of a profile are found that has one combination and no more.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SingleExplanation {
    /// Its plan.
    #[serde(flatten)]
    pub plan: PlanExplanation,
    /// How its boards are tried for before there is a plan; none where there is a plan at once.
    pub tried_first: Option<TriedFirst>,
    /// The seats that are tight.
    pub tight: TightSeats,
}

impl fmt::Display for SingleExplanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(tried) = &self.tried_first {
            let most = tried.most;
            writeln!(
                f,
                "each board is tried for first, with {tried}; what {most} tries do not find has this plan:"
            )?;
        }
        write!(f, "{}\n{}", self.plan, self.tight)
    }
}

/// A step of a plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepExplanation {
    /// The seats that are dealt for it.
    pub deals: Vec<Seat>,
    /// What is asked, as it is written; null if the step asks whether hands might do at all.
    pub asks: Option<String>,
    /// The line where it is written.
    pub line: Option<usize>,
    /// The seats whose hands might do or not; null if something that is written is asked.
    pub might: Option<Vec<Seat>>,
    /// About the share of deals that pass, of those that come so far; null if none came.
    pub passes: Option<f64>,
}

/// A case that is drawn before the cards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseExplanation {
    /// The name of its plan.
    pub plan: String,
    /// Its share of the tries.
    pub share: f64,
    /// About how many of its tries it takes to find a board.
    pub tries: f64,
}

/// How often a seat's hand alone might do.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatAlone {
    /// The chance.
    pub chance: f64,
    /// Whether it was counted.
    pub exact: bool,
}

/// A plan that was compared with others.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsideredPlan {
    /// Its name.
    pub plan: String,
    /// The share of all deals that it draws from.
    pub share: f64,
    /// About how many of those it takes to find a board.
    pub tries: f64,
    /// Whether any was found when it was tried out; if not, it takes at least so much.
    pub found: bool,
    /// About what a board costs, in units of ten nanoseconds.
    pub work: f64,
}

/// Why there are no boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NeverExplanation {
    /// There is no plan: always null.
    pub plan: Option<String>,
    /// Always false.
    pub possible: bool,
    /// The parts that clash.
    pub conflict: Vec<ConflictPart>,
    /// Whether there are deals without any one of them; null if no conflict was found.
    pub irreducible: Option<bool>,
    #[serde(skip)]
    headline: String,
    #[serde(skip)]
    finding: Option<Diagnostic>,
}

/// A part of a script that clashes with others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConflictPart {
    /// What is written there.
    pub text: String,
    /// In which file.
    pub file: String,
    /// On which line, from 1.
    pub line: usize,
    /// In which column, from 1.
    pub column: usize,
}

impl NeverExplanation {
    /// What clashes, at its places, for whoever can show them.
    pub fn finding(&self) -> Option<&Diagnostic> {
        self.finding.as_ref()
    }
}

impl fmt::Display for NeverExplanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", self.headline)
    }
}

impl fmt::Display for PlanExplanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Script {
    /// How its boards are found, what makes them rare, and why there may be none.
    ///
    /// # Errors
    /// What is wrong with the script, a plan that cannot be used, a condition without an answer, or that it was stopped.
    pub fn explain(&self, wanted: Explain, watch: &Watch) -> Result<Explanation, Error> {
        let compiled = self.compiled()?;
        let produce = compiled.produce.and_then(|n| u64::try_from(n).ok());
        let boards = wanted.boards.or(produce).unwrap_or(BOARDS);
        let (condition, predeal) = (&compiled.condition, &compiled.predeal);
        let budget = wanted.effort.budget(Purpose::Explain);
        let solver = solver_if(condition.graph().facts(condition.root()).solver)?;
        watch.begin("planning", None);
        let plans = plan::Plans::new(strategy(&wanted), condition, predeal).with_solver(solver);
        let plan = match plans.plan_of(boards.max(1), watch) {
            Ok(plan) => plan,
            Err(error @ (PlanError::Never | PlanError::Predeal)) => {
                return self.never(error, budget, watch);
            }
            Err(error) => return Err(self.no_plan(compiled, error, watch)),
        };
        // What was not found by trying may be shown to exist, or not to.
        let nodes: Vec<NodeId> = compiled.terms.iter().map(|term| term.node).collect();
        let exists = if plan.found_some() {
            Exists::Yes
        } else {
            plan::exists(condition.graph(), &nodes, predeal, budget, watch)
        };
        watch.look()?;
        if exists == Exists::No {
            return self.never(PlanError::Never, budget, watch);
        }
        let explained = PlanStory {
            plan,
            boards,
            exists,
            written: &|node| {
                let span = compiled.place(node)?;
                let text = shortened(self.sources().slice(span));
                Some((text, Some(self.sources().line_column(span).0)))
            },
        };
        let explanation = explained.explanation(condition, predeal, budget, wanted.clock, watch);
        let explanation = explanation.map_err(|error| match error {
            plan::FindError::Eval(error) => self.no_answer(compiled, error),
            plan::FindError::Plan(error) => self.no_plan(compiled, error, watch),
        })?;
        Ok(Explanation::Plan(Box::new(explanation)))
    }

    /// Nothing qualifies: what clashes, at its places.
    fn never(&self, error: PlanError, budget: Budget, watch: &Watch) -> Result<Explanation, Error> {
        let compiled = self.compiled()?;
        let conflict = conflict_of(compiled, budget, watch);
        watch.look()?;
        let sources = self.sources();
        let parts = conflict.iter().flat_map(|conflict| &conflict.parts);
        let parts = parts.map(|&part| {
            let place = compiled.terms[part].place;
            let (line, column) = sources.line_column(place);
            ConflictPart {
                text: sources.slice(place).to_owned(),
                file: sources.name(place.file).to_owned(),
                line,
                column,
            }
        });
        Ok(Explanation::Never(Box::new(NeverExplanation {
            plan: None,
            possible: false,
            conflict: parts.collect(),
            irreducible: conflict.as_ref().map(|conflict| conflict.irreducible),
            headline: error.to_string(),
            finding: conflict.and_then(|conflict| clash(&conflict, compiled)),
        })))
    }
}

/// How the plan is chosen.
pub(crate) fn strategy(wanted: &Explain) -> Strategy {
    wanted.plan.map_or(Strategy::Auto, Strategy::Pinned)
}

/// A condition on cards that some deal satisfies, explained.
pub(crate) fn explain_condition(
    condition: &Condition,
    wanted: &Explain,
    boards: u64,
    written: &dyn Fn(NodeId) -> Option<(String, Option<usize>)>,
    watch: &Watch,
) -> Result<PlanExplanation, plan::FindError> {
    let predeal = Predeal::default();
    let plans = plan::Plans::new(strategy(wanted), condition, &predeal);
    let explained = PlanStory {
        plan: plans.plan_of(boards.max(1), watch)?,
        boards,
        exists: Exists::Yes,
        written,
    };
    let budget = wanted.effort.budget(Purpose::Explain);
    explained.explanation(condition, &predeal, budget, wanted.clock, watch)
}

/// How boards came when the plan was tried out.
struct TriedOut {
    found: u64,
    tries: u64,
    seconds: Option<f64>,
}

/// Deals by the plan for a moment, on a seed that nobody sees.
fn tried_out(
    plan: &Arc<Plan>,
    boards: u64,
    clock: Option<&dyn Fn() -> f64>,
    watch: &Watch,
) -> Result<TriedOut, EvalError> {
    let (mut found, mut tries) = (0, 0);
    let units = TRIED_OUT * UNITS_A_SECOND;
    let most_tries = (units / plan.price_of_a_try().max(1.0)).clamp(TRIES.0, TRIES.1) as u64;
    let began = clock.map(|clock| clock());
    let elapsed = || clock.zip(began).map(|(clock, began)| clock() - began);
    let mut worker = plan.worker();
    let key = space::Key::ours("trying plans out");
    while found < boards.max(1) && tries < most_tries && !watch.is_stopped() {
        let board = worker.board(key, found + 1, 100_000, watch)?;
        tries += board.tries;
        if board.deal.is_none() {
            break;
        }
        found += 1;
    }
    Ok(TriedOut {
        found,
        tries,
        seconds: elapsed(),
    })
}

/// What there is to explain.
struct PlanStory<'a> {
    plan: Arc<Plan>,
    boards: u64,
    exists: Exists,
    /// The text of a node, and its line where it has one.
    written: &'a dyn Fn(NodeId) -> Option<(String, Option<usize>)>,
}

impl PlanStory<'_> {
    fn explanation(
        &self,
        condition: &Condition,
        predeal: &Predeal,
        budget: Budget,
        clock: Option<&dyn Fn() -> f64>,
        watch: &Watch,
    ) -> Result<PlanExplanation, plan::FindError> {
        let plan = &self.plan;
        let solves = condition.graph().facts(condition.root()).solver;
        let boards = if solves {
            self.boards.min(SOLVED)
        } else {
            self.boards
        };
        let tried = tried_out(plan, boards, clock, watch)?;
        let chances = plan::seat_chances(condition, predeal, budget, watch);
        let chances = chances.map_err(PlanError::from)?;
        let bottleneck = bottleneck(&chances);
        let seconds = tried.seconds.filter(|_| tried.found > 0);
        let seconds = seconds.map(|seconds| seconds / tried.found as f64 * self.boards as f64);
        let steps: Vec<Step> = plan.steps().collect();
        let alone = |one: &SeatChance| {
            let (chance, exact) = (one.chance, one.exact);
            (one.seat, SeatAlone { chance, exact })
        };
        let case = |(plan, share): (&Arc<plan::Plan>, f64)| CaseExplanation {
            plan: plan.method().to_string(),
            share,
            tries: plan.tries_a_board(),
        };
        let considered = plan.considered().iter().map(|one| ConsideredPlan {
            plan: one.method.to_string(),
            share: one.share,
            tries: one.tries,
            found: one.found,
            work: one.price,
        });
        Ok(PlanExplanation {
            plan: plan.method().to_string(),
            exact: plan.is_exact(),
            boards: self.boards,
            share: plan.share(),
            tries: plan.tries_a_board(),
            possible: match self.exists {
                Exists::Yes => Some(true),
                Exists::No => Some(false),
                Exists::Unknown => None,
            },
            steps: steps.iter().map(|step| self.step(step)).collect(),
            cases: plan.cases().map(case).collect(),
            seats: chances.iter().map(alone).collect(),
            bottleneck: bottleneck.map(|one| one.seat),
            seconds,
            considered: considered.collect(),
            words: self.words(&steps, &tried, seconds, bottleneck),
        })
    }

    fn step(&self, step: &Step) -> StepExplanation {
        let (asks, line) = match step.asks {
            Asks::Conjunct(node) => (self.written)(node).unzip(),
            Asks::CanQualify(_) => (None, None),
        };
        StepExplanation {
            deals: step.deals.clone(),
            asks,
            line: line.flatten(),
            might: match step.asks {
                Asks::CanQualify(seats) => Some(seats.iter().collect()),
                Asks::Conjunct(_) => None,
            },
            passes: step.passes,
        }
    }

    fn words(
        &self,
        steps: &[Step],
        tried: &TriedOut,
        seconds: Option<f64>,
        bottleneck: Option<SeatChance>,
    ) -> String {
        let plan = &self.plan;
        let mut lines: Vec<(String, String)> = Vec::new();
        for step in steps {
            if !step.deals.is_empty() {
                lines.push((format!("deal {}", listed(&step.deals)), String::new()));
            }
            let passes = step.passes.map_or("passes: not known".to_owned(), |share| {
                format!("passes {}", percent(share))
            });
            lines.push((format!("check {}", self.asked(step)), passes));
        }
        for (number, (case, share)) in (1..).zip(plan.cases()) {
            let line = format!(
                "case {number}, by {}: {} of the tries",
                case.method(),
                percent(share)
            );
            lines.push((
                line,
                format!("found {}", percent(1.0 / case.tries_a_board())),
            ));
        }
        if !plan.unread().is_empty() && !plan.is_counted() {
            lines.push((format!("deal {}", listed(plan.unread())), String::new()));
        }
        let width = lines.iter().map(|(text, _)| text.chars().count()).max();
        let width = width.unwrap_or(0).min(SHOWN + 20);
        let mut out = vec![
            format!("plan {} for {} boards", plan.method(), self.boards),
            self.draws(),
        ];
        let last = lines.len().saturating_sub(1);
        for (i, (text, chance)) in lines.iter().enumerate() {
            let branch = if i == last { "└─" } else { "├─" };
            let line = format!("{branch} {text:width$}  {chance}");
            out.push(line.trim_end().to_owned());
        }
        out.push(String::new());
        out.push(self.rarity(tried));
        if let Some(one) = bottleneck {
            let about = if one.exact { "" } else { "about " };
            let (seat, n) = (one.seat, once_in(one.chance));
            out.push(format!(
                "the bottleneck is {seat}: its hand alone might do in {about}1 of {n} deals"
            ));
        }
        out.push(self.expected(seconds));
        if plan.considered().len() > 1 {
            out.push("\nplans that were compared".to_owned());
            out.extend(plan.considered().iter().map(|one| self.compared(one)));
        }
        out.join("\n") + "\n"
    }

    /// A line on a plan that was compared with others.
    fn compared(&self, one: &plan::Considered) -> String {
        let time = one.price * self.boards as f64 / UNITS_A_SECOND;
        let draws = match one.share {
            1.0 => "draws from all deals".to_owned(),
            share => format!("draws from 1 in {} of them", once_in(share)),
        };
        let or_more = if one.found { "" } else { " or more" };
        format!(
            "  {:12} {draws}, {}{or_more} tries a board, {} for all",
            one.method.to_string(),
            rounded(one.tries),
            about_seconds(time)
        )
    }

    /// Where the hands come from.
    fn draws(&self) -> String {
        let plan = &self.plan;
        let share = match plan.share() {
            1.0 => String::new(),
            share => format!(": 1 in {} of all", once_in(share)),
        };
        match plan.method() {
            DrawMethod::Plain => "deal at random, and start over when a check fails".to_owned(),
            DrawMethod::Hand(_) | DrawMethod::Hands(..) => format!(
                "draw {} from the hands that might do{share}, and start over when a check fails",
                names(plan.drawn())
            ),
            DrawMethod::Cases => {
                format!(
                    "draw first what the random numbers let through{share}, then a deal for it; start over when a check fails"
                )
            }
            DrawMethod::Count | DrawMethod::CountSeats | DrawMethod::CountPair(..)
                if plan.is_exact() =>
            {
                format!("draw from exactly the deals that qualify{share}; nothing is tried in vain")
            }
            DrawMethod::Count | DrawMethod::CountSeats | DrawMethod::CountPair(..) => {
                let held = plan.held().count();
                let own = |step: &Step| matches!(step.asks, Asks::Conjunct(_));
                let all = held + plan.steps().filter(own).count();
                format!(
                    "draw from the deals that satisfy {held} of {all} parts of the condition{share}, and check the others"
                )
            }
        }
    }

    fn asked(&self, step: &Step) -> String {
        match step.asks {
            Asks::Conjunct(node) => match (self.written)(node) {
                Some((text, Some(line))) => format!("{text} (line {line})"),
                Some((text, None)) => text,
                None => "a part of the condition".to_owned(),
            },
            Asks::CanQualify(seats) => format!("whether {} might do", names(seats)),
        }
    }

    fn rarity(&self, tried: &TriedOut) -> String {
        let plan = &self.plan;
        let tries = match tried.found {
            0 => plan.tries_a_board(),
            found => tried.tries as f64 / found as f64,
        };
        let found = plan.found_some() || tried.found > 0;
        let none = rounded(plan.tries_a_board().max(tried.tries as f64));
        match (plan.count(), found) {
            (Some(count), _) => {
                let n = once_in(plan.share());
                format!("{count} deals qualify, 1 in {n} of all")
            }
            (None, true) => format!(
                "a board takes about {} tries; about 1 in {} of all deals qualifies",
                rounded(tries),
                once_in(plan.share() / tries)
            ),
            (None, false) if self.exists == Exists::Yes => {
                format!("none found in {none} tries, but there are deals that qualify")
            }
            (None, false) => format!(
                "none found in {none} tries; whether there are any was not settled within the budget"
            ),
        }
    }

    fn expected(&self, seconds: Option<f64>) -> String {
        match seconds {
            Some(time) => format!(
                "expected: {} for {} boards on one thread, once planned",
                about_seconds(time),
                self.boards
            ),
            None => format!(
                "expected: {} a board or more",
                about_seconds(self.plan.price() / UNITS_A_SECOND)
            ),
        }
    }
}

/// The seat whose hand alone is the rarest.
fn bottleneck(seats: &[SeatChance]) -> Option<SeatChance> {
    let rarest = |a: &SeatChance, b: &SeatChance| a.chance.total_cmp(&b.chance);
    let seats = seats.iter().copied();
    seats.min_by(rarest).filter(|one| one.chance < 1.0)
}

fn names(seats: Seats) -> String {
    listed(seats.iter())
}

/// A part of a script on one line.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() > SHOWN {
        format!("{}…", line.chars().take(SHOWN - 1).collect::<String>())
    } else {
        line
    }
}

fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "none so far".to_owned(),
        p if p < 1.0 => format!("{p:.2}%"),
        p if p < 10.0 => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

/// The N of '1 in N': the fewer digits the larger it is.
fn once_in(chance: f64) -> String {
    match 1.0 / chance {
        n if n < 10.0 => one_in(chance, 2),
        n => rounded(n),
    }
}

fn rounded(number: f64) -> String {
    match number {
        n if n < 100.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

fn about_seconds(time: f64) -> String {
    match time {
        t if t < 0.001 => "less than 1 ms".to_owned(),
        t if t < 1.0 => format!("about {:.0} ms", t * 1000.0),
        t if t < 100.0 => format!("about {t:.1} s"),
        t if t < 6000.0 => format!("about {:.0} min", t / 60.0),
        t => format!("about {:.1} h", t / 3600.0),
    }
}

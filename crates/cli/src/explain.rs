//! `fairdeal explain`: the plan in words, the seat that makes it hard, and what clashes where nothing qualifies.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::bridge::{Predeal, Seat};
use fairdeal::condition::{Condition, EvalError, NodeId, Seats};
use fairdeal::plan::{
    self, Asks, Conflict, Exists, Inexact, Plan, PlanError, SeatChance, Step, Stop, Strategy, Way,
};
use fairdeal::script::{Compiled, Diagnostic, Loaded};
use fairdeal::space::Budget;
use serde_json::json;

use crate::Failure;
use crate::output::say;
use crate::profile;
use crate::sources::{self, ScriptArguments};

/// So many units of a plan's price make a second, on one thread, more or less.
pub(crate) const UNITS_A_SECOND: f64 = 1e8;

/// How long a plan is tried out to see how long boards take.
const TRIED_OUT: Duration = Duration::from_millis(150);
/// How much of a part of the script is shown on a line.
const SHOWN: usize = 60;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    /// For how many boards [default: the script's produce, or 40]
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<u64>,

    /// Explain this plan instead of the one that would be taken
    #[arg(long, value_name = "NAME")]
    plan: Option<Way>,

    /// How much work counting may take: a second does some hundred million steps
    #[arg(long, value_name = "STEPS", default_value_t = 100_000_000)]
    budget: u64,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let budget = Budget {
        work: arguments.budget,
        ..Budget::default()
    };
    if let Some(text) = profile::given(&arguments.script.file, &arguments.script.store)? {
        let boards = arguments.boards.unwrap_or(40);
        return profile::explain::run(&text, boards, arguments.plan, budget, arguments.json);
    }
    let loaded = arguments.script.load()?;
    sources::show(&loaded.diagnostics, &loaded.script.sources);
    let Some(compiled) = &loaded.compiled else {
        return Err(Failure::Said(1));
    };
    let produce = compiled.produce.and_then(|n| u64::try_from(n).ok());
    let boards = arguments.boards.or(produce).unwrap_or(40);
    let (condition, predeal) = (&compiled.condition, &compiled.predeal);
    let strategy = arguments.plan.map_or(Strategy::Auto, Strategy::Pinned);
    let solver = if condition.graph().facts(condition.root()).solver {
        Some(Solver::load()?)
    } else {
        None
    };
    let plan = match Plan::by(strategy, condition, predeal, boards) {
        Ok(plan) => plan.with_solver(solver),
        Err(error @ (PlanError::Never | PlanError::Predeal)) => {
            return never(arguments, error, compiled, &loaded, budget);
        }
        Err(error) => return Err(no_plan(error, compiled, &loaded)),
    };
    // What was not found by trying may be shown to exist, or not to.
    let nodes: Vec<NodeId> = compiled.terms.iter().map(|term| term.node).collect();
    let exists = if plan.found_some() {
        Exists::Yes
    } else {
        plan::exists(condition.graph(), &nodes, predeal, budget)
    };
    if exists == Exists::No {
        return never(arguments, PlanError::Never, compiled, &loaded, budget);
    }
    let times = match tried_out(&plan, boards) {
        Ok(times) => times,
        Err(error) => return Err(sources::no_answer(error, compiled, &loaded)),
    };
    let explained = Explained {
        seats: plan::seat_chances(condition, predeal, budget),
        plan,
        boards,
        exists,
        times,
        written: &|node| {
            let span = compiled.place(node)?;
            let text = shortened(loaded.script.sources.slice(span));
            Some((text, Some(loaded.script.sources.line_column(span).0)))
        },
    };
    if arguments.json {
        println!("{:#}", explained.json())
    } else {
        print!("{}", explained.text())
    }
    Ok(())
}

/// A condition on cards that some deal satisfies, explained.
pub(crate) fn explain<'a>(
    condition: &Condition,
    strategy: Strategy,
    boards: u64,
    budget: Budget,
    written: &'a dyn Fn(NodeId) -> Option<(String, Option<usize>)>,
) -> Result<Explained<'a>, Failure> {
    let predeal = Predeal::default();
    let plan = Plan::by(strategy, condition, &predeal, boards)?;
    Ok(Explained {
        times: tried_out(&plan, boards)?,
        seats: plan::seat_chances(condition, &predeal, budget),
        plan,
        boards,
        exists: Exists::Yes,
        written,
    })
}

/// Nothing qualifies: says so, with what clashes at its place in the script.
fn never(
    arguments: &Arguments,
    error: PlanError,
    compiled: &Compiled,
    loaded: &Loaded,
    budget: Budget,
) -> Result<(), Failure> {
    let conflict = conflict_of(compiled, budget);
    if arguments.json {
        let sources = &loaded.script.sources;
        let parts = conflict.iter().flat_map(|conflict| &conflict.parts);
        let parts: Vec<_> = parts
            .map(|&part| {
                let place = compiled.terms[part].place;
                let (line, column) = sources.line_column(place);
                json!({"text": sources.slice(place), "file": sources.name(place.file), "line": line, "column": column})
            })
            .collect();
        let irreducible = conflict.as_ref().map(|conflict| conflict.irreducible);
        let explained =
            json!({"plan": null, "possible": false, "conflict": parts, "irreducible": irreducible});
        println!("{explained:#}");
        return Ok(());
    }
    println!("{error}");
    if let Some(finding) = conflict.and_then(|conflict| clash(&conflict, compiled)) {
        println!(
            "\n{}",
            finding.render(&loaded.script.sources, sources::colour())
        );
    }
    Ok(())
}

/// The parts of a script that clash.
fn conflict_of(compiled: &Compiled, budget: Budget) -> Option<Conflict> {
    let nodes: Vec<NodeId> = compiled.terms.iter().map(|term| term.node).collect();
    plan::conflict(
        compiled.condition.graph(),
        &nodes,
        &compiled.predeal,
        budget,
    )
}

/// A conflict at its places in the script.
fn clash(conflict: &Conflict, compiled: &Compiled) -> Option<Diagnostic> {
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

/// Why a script has no plan, at its place where it has one.
pub(crate) fn no_plan(error: PlanError, compiled: &Compiled, loaded: &Loaded) -> Failure {
    let node = match &error {
        PlanError::Inexact(Inexact::Opaque(node) | Inexact::MayFail(node)) => Some(*node),
        _ => None,
    };
    match (node.and_then(|node| compiled.place(node)), error) {
        (Some(place), error) => {
            let finding = Diagnostic::error("not-exact", place, error.to_string())
                .help("leave out --strategy exact: what cannot be counted is then checked");
            sources::show(&[finding], &loaded.script.sources);
            Failure::Said(1)
        }
        (None, PlanError::Never) => {
            let budget = Budget {
                work: 100_000_000,
                ..Budget::default()
            };
            let conflict = conflict_of(compiled, budget);
            match conflict.and_then(|conflict| clash(&conflict, compiled)) {
                Some(finding) => {
                    say("fairdeal: no deal satisfies the condition, whatever the cards\n");
                    sources::show(&[finding], &loaded.script.sources);
                    Failure::Said(1)
                }
                None => Failure::Work(PlanError::Never.into()),
            }
        }
        (None, error) => Failure::Work(error.into()),
    }
}

/// How long boards took when they were tried out.
struct Times {
    found: u64,
    tries: u64,
    seconds: f64,
}

/// Deals by the plan for a moment, on a seed that nobody sees.
fn tried_out(plan: &Plan, boards: u64) -> Result<Times, EvalError> {
    let (mut found, mut tries) = (0, 0);
    let began = Instant::now();
    let mut worker = plan.worker();
    while found < boards.max(1) && began.elapsed() < TRIED_OUT {
        let stop = Stop::default();
        let board = worker.board(u64::MAX, found + 1, 100_000, &stop)?;
        tries += board.tries;
        match board.deal {
            Some(_) => found += 1,
            None => break,
        }
    }
    Ok(Times {
        found,
        tries,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// What there is to say of a plan.
pub(crate) struct Explained<'a> {
    plan: Plan,
    boards: u64,
    exists: Exists,
    times: Times,
    seats: Vec<SeatChance>,
    /// The text of a node, and its line where it has one.
    written: &'a dyn Fn(NodeId) -> Option<(String, Option<usize>)>,
}

impl Explained<'_> {
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let plan = &self.plan;
        let _ = writeln!(out, "plan {} for {} boards", plan.way(), self.boards);
        let mut lines: Vec<(String, String)> = Vec::new();
        for step in plan.steps() {
            if !step.deals.is_empty() {
                let seats = step.deals.iter().copied().collect();
                lines.push((format!("deal {}", names(seats)), String::new()));
            }
            let passes = step.passes.map_or("passes: not known".to_owned(), |share| {
                format!("passes {}", percent(share))
            });
            lines.push((format!("check {}", self.asked(&step)), passes));
        }
        if !plan.unread().is_empty() && !plan.is_counted() {
            let seats = plan.unread().iter().copied().collect();
            lines.push((format!("deal {}", names(seats)), String::new()));
        }
        let width = lines.iter().map(|(text, _)| text.chars().count()).max();
        let width = width.unwrap_or(0).min(SHOWN + 20);
        let _ = writeln!(out, "{}", self.draws());
        let last = lines.len().saturating_sub(1);
        for (i, (text, chance)) in lines.iter().enumerate() {
            let branch = if i == last { "└─" } else { "├─" };
            let line = format!("{branch} {text:width$}  {chance}");
            let _ = writeln!(out, "{}", line.trim_end());
        }
        let _ = writeln!(out);
        let _ = writeln!(out, "{}", self.rarity());
        if let Some(SeatChance {
            seat,
            chance,
            exact,
        }) = self.bottleneck()
        {
            let about = if exact { "" } else { "about " };
            let _ = writeln!(
                out,
                "the bottleneck is {seat}: its hand alone might do in {about}1 of {} deals",
                one_in(chance)
            );
        }
        let _ = writeln!(out, "{}", self.expected());
        if plan.considered().len() > 1 {
            let _ = writeln!(out, "\nplans that were compared");
            for one in plan.considered() {
                let time = one.price * self.boards as f64 / UNITS_A_SECOND;
                let _ = writeln!(
                    out,
                    "  {:12} {}, {} tries a board, {} for all",
                    one.way.to_string(),
                    match one.share {
                        1.0 => "draws from all deals".to_owned(),
                        share => format!("draws from 1 in {} of them", one_in(share)),
                    },
                    if one.found {
                        rounded(one.tries)
                    } else {
                        format!("{} or more", rounded(one.tries))
                    },
                    seconds(time)
                );
            }
        }
        out
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        let plan = &self.plan;
        let letters = |seats: &[Seat]| -> Vec<String> {
            let letter = |seat: &Seat| seat.letter().to_string();
            seats.iter().map(letter).collect()
        };
        let steps = plan.steps().map(|step| {
            let (asks, line) = match step.asks {
                Asks::Conjunct(node) => (self.written)(node).unzip(),
                Asks::Might(_) => (None, None),
            };
            let might: Option<Vec<String>> = match step.asks {
                Asks::Might(seats) => Some(letters(&seats.iter().collect::<Vec<_>>())),
                Asks::Conjunct(_) => None,
            };
            json!({"deals": letters(&step.deals), "asks": asks, "line": line, "might": might, "passes": step.passes})
        });
        let considered = plan.considered().iter().map(|one| {
            json!({"plan": one.way.to_string(), "share": one.share, "tries": one.tries, "found": one.found, "work": one.price})
        });
        let seats: serde_json::Map<_, _> = self
            .seats
            .iter()
            .map(|one| {
                let chance = json!({"chance": one.chance, "exact": one.exact});
                (one.seat.letter().to_string(), chance)
            })
            .collect();
        json!({
            "plan": plan.way().to_string(),
            "exact": plan.is_exact(),
            "boards": self.boards,
            "share": plan.share(),
            "tries": plan.tries_a_board(),
            "possible": match self.exists {
                Exists::Yes => Some(true),
                Exists::No => Some(false),
                Exists::Unknown => None,
            },
            "steps": steps.collect::<Vec<_>>(),
            "seats": seats,
            "bottleneck": self.bottleneck().map(|one| one.seat.letter().to_string()),
            "seconds": self.seconds(),
            "considered": considered.collect::<Vec<_>>(),
        })
    }

    /// Where the hands come from.
    fn draws(&self) -> String {
        let plan = &self.plan;
        let share = match plan.share() {
            1.0 => String::new(),
            share => format!(": 1 in {} of all", one_in(share)),
        };
        match plan.way() {
            Way::Plain => "deal at random, and start over when a check fails".to_owned(),
            Way::Hand(_) | Way::Hands(..) => format!(
                "draw {} from the hands that might do{share}, and start over when a check fails",
                names(plan.drawn())
            ),
            Way::Count | Way::CountSeats if plan.is_exact() => {
                format!("draw from exactly the deals that qualify{share}; nothing is tried in vain")
            }
            Way::Count | Way::CountSeats => {
                let held = plan.held().count();
                format!(
                    "draw from the deals that satisfy {held} of {} parts of the condition{share}, and check the others",
                    held + plan
                        .steps()
                        .filter(|step| matches!(step.asks, Asks::Conjunct(_)))
                        .count()
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
            Asks::Might(seats) => format!("whether {} might do", names(seats)),
        }
    }

    fn rarity(&self) -> String {
        let plan = &self.plan;
        let tries = match self.times.found {
            0 => plan.tries_a_board(),
            found => self.times.tries as f64 / found as f64,
        };
        let found = plan.found_some() || self.times.found > 0;
        let none = rounded(plan.tries_a_board().max(self.times.tries as f64));
        match (plan.count(), found) {
            (Some(count), _) => {
                format!(
                    "{count} deals qualify, 1 in {} of all",
                    one_in(plan.share())
                )
            }
            (None, true) => format!(
                "a board takes about {} tries; about 1 in {} of all deals qualifies",
                rounded(tries),
                one_in(plan.share() / tries)
            ),
            (None, false) if self.exists == Exists::Yes => {
                format!("none found in {none} tries, but there are deals that qualify")
            }
            (None, false) => {
                format!(
                    "none found in {none} tries; whether there are any was not settled within the budget"
                )
            }
        }
    }

    /// The seat whose hand alone is the rarest.
    fn bottleneck(&self) -> Option<SeatChance> {
        let seats = self.seats.iter().copied();
        seats
            .min_by(|a, b| a.chance.total_cmp(&b.chance))
            .filter(|one| one.chance < 1.0)
    }

    /// How long the boards take on one thread, if any was found.
    fn seconds(&self) -> Option<f64> {
        match self.times.found {
            0 => None,
            found => Some(self.times.seconds / found as f64 * self.boards as f64),
        }
    }

    fn expected(&self) -> String {
        match self.seconds() {
            Some(time) => format!(
                "expected: {} for {} boards on one thread, once planned",
                seconds(time),
                self.boards
            ),
            None => format!(
                "expected: {} a board or more",
                seconds(self.plan.price() / UNITS_A_SECOND)
            ),
        }
    }
}

/// `North`, `North and South`, `North, East and South`.
fn names(seats: Seats) -> String {
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
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

fn one_in(chance: f64) -> String {
    match 1.0 / chance {
        n if n < 10.0 => format!("{n:.2}"),
        n => rounded(n),
    }
}

fn rounded(number: f64) -> String {
    match number {
        n if n < 100.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

fn seconds(time: f64) -> String {
    match time {
        t if t < 0.001 => "less than 1 ms".to_owned(),
        t if t < 1.0 => format!("about {:.0} ms", t * 1000.0),
        t if t < 100.0 => format!("about {t:.1} s"),
        t if t < 6000.0 => format!("about {:.0} min", t / 60.0),
        t => format!("about {:.1} h", t / 3600.0),
    }
}

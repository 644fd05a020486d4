//! Never a bad plan: what was chosen costs at most twice the best of all that could have been, planning included, for few
//! boards and for many. Work is counted and never clocked: tries by trying, a try by its rehearsal, planning as it goes.

#[path = "../../tests/methods/grammar.rs"]
mod grammar;

use std::sync::Arc;

use script::Compiled;
use space::{Budget, Watch};

use crate::choosing::method::{DrawMethod, Strategy};
use crate::choosing::plan::Plan;
use crate::choosing::planner::Planner;
use crate::finding::plans::Plans;

/// The chosen plan may cost so many times the best,
const MOST: f64 = 2.0;
/// and so many units of ten nanoseconds more, a tenth of a second: whether something can be counted is only known once it was
/// tried, and what is not worth trying for the boards that are left may still have been worth it.
const SOON: f64 = 10_000_000.0;
/// So many boards say how many tries a board takes.
const BOARDS: u64 = 25;
/// How many boards are asked for.
const RUNS: [u64; 3] = [20, 500, 20_000];
/// The engine's steps in a unit.
const STEPS_A_UNIT: f64 = 3.0;

fn compiled(text: &str) -> Compiled {
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    loaded.compiled.expect(text)
}

/// What a board costs by a plan, or so much that it does not matter.
fn price_of_a_board(plan: &Arc<Plan>, enough: f64) -> f64 {
    let a_try = plan.price_of_a_try();
    let mut worker = plan.worker();
    let mut tries = 0;
    for number in 1..=BOARDS {
        let left = ((enough * BOARDS as f64 / a_try) as u64).saturating_add(1);
        let left = left.saturating_sub(tries);
        let found = worker.board(9.into(), number, left, &Watch::default());
        let found = found.unwrap();
        tries += found.tries;
        if found.deal.is_none() {
            return f64::INFINITY;
        }
    }
    tries as f64 / BOARDS as f64 * a_try
}

/// What boards 1 to some number cost by the plans that are chosen for them.
fn chosen(script: &Compiled) -> [(f64, String); 3] {
    let watch = Watch::default();
    let plans = Plans::new(Strategy::Auto, &script.condition, &script.predeal);
    RUNS.map(|boards| {
        let tiers: Vec<u64> = Plans::tiers(1..boards + 1).collect();
        let mut cost = 0.0;
        let mut names = Vec::new();
        for (at, &first) in tiers.iter().enumerate() {
            let plan = plans.plan_of(first, &watch).unwrap();
            let next = tiers.get(at + 1).copied().unwrap_or(boards + 1);
            cost += (next - first) as f64 * price_of_a_board(&plan, f64::INFINITY);
            names.push(plan.method().to_string());
        }
        let planning = plans.plan_of(boards, &watch).unwrap().planning();
        let names = names.join(", ");
        (
            cost + planning,
            format!("{names}: {planning:.0} + {cost:.0}"),
        )
    })
}

/// What takes less than half of what was chosen for a number of boards.
struct BetterPlan {
    says: String,
    /// What it costs, and what was chosen does.
    cost: f64,
    chosen: f64,
}

impl BetterPlan {
    /// By how much what was chosen costs more than it may.
    fn excess(&self) -> f64 {
        self.chosen - MOST * self.cost
    }
}

/// The methods that take less than half of what was chosen, for each number of boards.
fn better_plans(name: &str, text: &str) -> Vec<BetterPlan> {
    let script = compiled(text);
    let watch = Watch::default();
    let costs = chosen(&script);
    let most = costs
        .iter()
        .fold(0.0, |most: f64, (cost, _)| most.max(*cost))
        / MOST;
    let mut better = Vec::new();
    for method in DrawMethod::all() {
        // What takes more than half of it beforehand is no better.
        let budget = Budget {
            work: (most * STEPS_A_UNIT) as u64,
            ..Budget::default()
        };
        let mut planner = Planner::new(&script.condition, &script.predeal, &watch).unwrap();
        let plan = match method {
            DrawMethod::Cases => planner.plan(Strategy::Pinned(method), 1, &watch),
            _ => planner
                .by(method, budget, &watch)
                .map(|candidate| planner.made(candidate)),
        };
        let Ok(plan) = plan else { continue };
        let plan = Arc::new(plan);
        let enough = (costs.iter().zip(RUNS))
            .map(|((cost, _), boards)| cost / MOST / boards as f64)
            .fold(0.0, f64::max);
        let price = price_of_a_board(&plan, enough);
        for ((cost, chosen), boards) in costs.iter().zip(RUNS) {
            let other = plan.planning() + price * boards as f64;
            let mut better_plan = BetterPlan {
                says: String::new(),
                cost: other,
                chosen: *cost,
            };
            let excess = better_plan.excess();
            if excess > 0.0 {
                let says = format!(
                    "{name}, {boards} boards: {chosen} = {cost:.0}, and {method} {:.0} + {price:.0} each = {other:.0}",
                    plan.planning()
                );
                println!("{excess:.0} more: {says}");
                better_plan.says = says;
                better.push(better_plan);
            }
        }
    }
    better
}

/// Looks at some scripts, and says how many plans are bad.
fn look_at(scripts: impl Iterator<Item = (String, String)>) {
    let (mut all, mut worse) = (0, Vec::new());
    for (name, text) in scripts {
        all += 1;
        let better = better_plans(&name, &text).into_iter();
        worse.extend(better.filter(|better| better.excess() > SOON));
    }
    assert!(all > 0);
    let said: Vec<&str> = worse.iter().map(|better| &better.says[..]).collect();
    assert!(
        said.is_empty(),
        "{} of {all}:\n{}",
        said.len(),
        said.join("\n")
    );
}

/// All scripts of ours: the examples, those that are measured, and those in the manner of authors. Each twelfth is looked at, from
/// the sixth on; in the long form all.
#[test]
fn scripts_of_the_collection() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let mut files = Vec::new();
    for folder in ["benches/authors", "benches", "examples"] {
        let all = std::fs::read_dir(format!("{root}{folder}")).unwrap();
        let paths = all.map(|file| file.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|ext| ext == "dlr")));
    }
    files.sort();
    let (first, each) = needs::rounds((5, 12), (0, 1));
    look_at(files.iter().skip(first).step_by(each).map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    }));
}

#[test]
fn scripts_of_the_grammar() {
    let mut stream = space::stream(31, 2);
    let number = needs::rounds(10, 200);
    let mut texts = Vec::new();
    while texts.len() < number {
        let text = grammar::script(&mut stream);
        let script = compiled(&text);
        let plan = Plan::new(
            Strategy::Auto,
            &script.condition,
            &script.predeal,
            20,
            &Watch::default(),
        );
        // Those that no deal satisfies, or hardly any, have no boards to compare.
        if plan.is_ok_and(|plan| plan.found_some()) {
            texts.push((text.clone(), text));
        }
    }
    look_at(texts.into_iter());
}

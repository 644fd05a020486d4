//! Whether a leveled script does what it should: it is dealt, here and as the classic program deals, and its types are
//! counted.

use std::convert::Infallible;
use std::ops::ControlFlow;

use bridge::Predeal;
use classic::{Deals, Rng, Swapping};
use condition::{Condition, EvalError, Evaluator};
use level::{LevelError, Scenario};
use plan::{Chunk, Dealt, Plan, Run, RunError, Stop};
use rayon::prelude::*;
use script::{CompileOptions, Input, Script, Settings};

/// The classic program's deals come from so many seeds, so that they can be dealt side by side.
const SEEDS: i64 = 4;

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// How many boards.
    pub boards: u64,
    /// How many deals were tried for them.
    pub deals: u64,
    /// How many boards were of each cell.
    pub cells: Vec<u64>,
}

impl Verified {
    fn nothing(cells: usize) -> Verified {
        Verified {
            boards: 0,
            deals: 0,
            cells: vec![0; cells],
        }
    }

    fn add(&mut self, other: &Verified) {
        self.boards += other.boards;
        self.deals += other.deals;
        for (sum, more) in self.cells.iter_mut().zip(&other.cells) {
            *sum += more;
        }
    }

    /// The share of boards of each cell, and its standard error.
    pub fn shares(&self) -> Vec<(f64, f64)> {
        let boards = self.boards.max(1) as f64;
        let share = |&number: &u64| {
            let share = number as f64 / boards;
            (share, (share * (1.0 - share) / boards).sqrt())
        };
        self.cells.iter().map(share).collect()
    }
}

/// A leveled script, ready to be dealt, with a value for each cell.
fn load(
    text: &str,
    scenario: &Scenario,
    settings: &Settings,
    classic_faults: bool,
) -> Result<(Script, Condition, Predeal), LevelError> {
    let name = |i: usize| format!("verifiedCell{i}");
    let cells = scenario.cells.iter().enumerate();
    let lines = cells.map(|(i, cell)| format!("{} = {}\n", name(i), cell.text));
    let settings = Settings {
        appended: Some(("cells".to_owned(), lines.collect())),
        ..settings.clone()
    };
    let input = Input::from_text("the leveled script", text);
    let input = input.map_err(|error| LevelError::Text(error.to_string()))?;
    let options = CompileOptions {
        double_dummy: false,
        classic_faults,
    };
    let loaded = script::load(&input, &settings, &options);
    let Some(compiled) = loaded.compiled else {
        return Err(LevelError::Script(loaded.diagnostics));
    };
    let cells = (0..scenario.cells.len()).filter_map(|i| compiled.named(&name(i)));
    let (graph, root) = (
        compiled.condition.graph().clone(),
        compiled.condition.root(),
    );
    let condition = Condition::new(graph, root, cells.collect());
    Ok((loaded.script, condition, compiled.predeal))
}

/// Deals so many boards of a leveled script, fairly.
///
/// # Errors
/// A text that does not compile, or that deals nothing.
pub fn verify(
    text: &str,
    scenario: &Scenario,
    settings: &Settings,
    boards: u64,
    threads: usize,
) -> Result<Verified, LevelError> {
    let (_, condition, predeal) = load(text, scenario, settings, false)?;
    let plan = Plan::new(&condition, &predeal, boards)?;
    let cells = condition.values().len();
    let run = Run {
        seed: 1,
        boards: 1..boards + 1,
        generate: None,
        threads,
        distinct: false,
    };
    let mut verified = Verified::nothing(cells);
    let add = |made: &mut Verified, dealt: &mut Dealt| {
        for (i, number) in made.cells.iter_mut().enumerate() {
            *number += u64::from(dealt.value(i)? != 0);
        }
        Ok(())
    };
    let sink = |chunk: Chunk<Verified>| -> Result<_, Infallible> {
        verified.add(&Verified {
            boards: chunk.boards,
            deals: chunk.tries,
            cells: chunk.made.cells,
        });
        Ok(ControlFlow::Continue(()))
    };
    let start = || Verified::nothing(cells);
    match plan::run(&plan, &run, &Stop::default(), start, add, sink) {
        Ok(()) => Ok(verified),
        Err(RunError::Eval(error)) => Err(error.into()),
        Err(RunError::Sink(never)) => match never {},
    }
}

/// Deals a leveled script as the classic program does, with its random numbers and its shuffle, until there are so many
/// boards or so many deals.
///
/// # Errors
/// A text that the classic program would not take.
pub fn verify_classic(
    text: &str,
    scenario: &Scenario,
    settings: &Settings,
    boards: u64,
    deals: u64,
) -> Result<Verified, LevelError> {
    let (script, condition, _) = load(text, scenario, settings, true)?;
    let predealt = classic::predealt(&script);
    let part = |seed: i64| -> Result<Verified, LevelError> {
        let pack = Deals::new(Rng::Original, seed, &predealt, Swapping::None);
        let pack = pack.map_err(|error| LevelError::Text(error.to_string()))?;
        let (boards, deals) = (boards.div_ceil(SEEDS as u64), deals.div_ceil(SEEDS as u64));
        Ok(dealt_by(pack, &condition, boards, deals)?)
    };
    let seeds: Vec<i64> = (1..=SEEDS).collect();
    let parts: Vec<Result<Verified, LevelError>> = seeds.into_par_iter().map(part).collect();
    let mut verified = Verified::nothing(condition.values().len());
    for part in parts {
        verified.add(&part?);
    }
    Ok(verified)
}

fn dealt_by(
    mut deals: Deals,
    condition: &Condition,
    boards: u64,
    most: u64,
) -> Result<Verified, EvalError> {
    let mut evaluator = Evaluator::new(condition);
    let mut verified = Verified::nothing(condition.values().len());
    while verified.boards < boards && verified.deals < most {
        let deal = deals.deal();
        verified.deals += 1;
        if !evaluator.holds(&deal, &mut deals)? {
            continue;
        }
        verified.boards += 1;
        for (i, number) in verified.cells.iter_mut().enumerate() {
            *number += u64::from(evaluator.value(i, &deal, &mut deals)? != 0);
        }
    }
    Ok(verified)
}

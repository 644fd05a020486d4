//! Whether a leveled script does what it should: it is dealt, here and as the classic program deals, and its types are
//! counted.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use bridge::Predeal;
use classic::{Deals, Rng, Swapping};
use condition::{Condition, Evaluator};
use level::{DealtShares, LevelError, Scenario, Verification};
use plan::{Chunk, Dealt, Plans, Run, RunError, Strategy};
use script::{CompileOptions, Input, Script, Settings};
use space::{Key, Watch};

/// The classic program's deals come from so many seeds, so that they can be dealt side by side.
const SEEDS: usize = 4;
/// So many deals are tried between two looks at the watch.
const LOOK_UP: u64 = 256;

/// How much is dealt to see whether a leveled script does what it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifyOptions {
    /// How many boards are dealt here, and looked for as the classic program deals.
    pub boards: u64,
    /// How many deals are made for that as the classic program deals, at the most.
    pub deals: u64,
    /// How many threads; what comes out does not depend on it.
    pub threads: usize,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions {
            boards: 20_000,
            deals: 4_000_000,
            threads: 1,
        }
    }
}

/// Deals a leveled script, here and as the classic program deals.
///
/// # Errors
/// A text that does not compile, that deals nothing, or that the classic program would not take; or it was stopped.
pub fn verify(
    leveled: &Input,
    scenario: &Scenario,
    settings: &Settings,
    options: &VerifyOptions,
    watch: &Watch,
) -> Result<Verification, LevelError> {
    Ok(Verification {
        here: verify_here(leveled, scenario, settings, options, watch)?,
        classic: verify_classic(leveled, scenario, settings, options, watch)?,
    })
}

/// How many boards were of each cell.
#[derive(Clone)]
struct CellCounts {
    boards: u64,
    deals: u64,
    cells: Vec<u64>,
}

impl CellCounts {
    fn nothing(condition: &Condition) -> CellCounts {
        CellCounts {
            boards: 0,
            deals: 0,
            cells: vec![0; condition.values().len()],
        }
    }

    fn add(&mut self, other: &CellCounts) {
        self.boards += other.boards;
        self.deals += other.deals;
        for (sum, more) in self.cells.iter_mut().zip(&other.cells) {
            *sum += more;
        }
    }

    fn shares(&self) -> DealtShares {
        DealtShares::new(self.boards, self.deals, &self.cells)
    }
}

/// A leveled script, ready to be dealt, with a value for each cell.
fn load(
    leveled: &Input,
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
    let options = CompileOptions {
        double_dummy: false,
        classic_faults,
    };
    let loaded = script::load(leveled, &settings, &options);
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
/// A text that does not compile, or that deals nothing; or it was stopped.
pub fn verify_here(
    leveled: &Input,
    scenario: &Scenario,
    settings: &Settings,
    options: &VerifyOptions,
    watch: &Watch,
) -> Result<DealtShares, LevelError> {
    let (_, condition, predeal) = load(leveled, scenario, settings, false)?;
    watch.begin("dealing the leveled script", Some(options.boards));
    let plans = Arc::new(Plans::new(Strategy::Auto, &condition, &predeal));
    let run = Run {
        key: Key::ours("verifying leveled scripts"),
        boards: 1..options.boards + 1,
        generate: None,
        threads: options.threads,
        distinct: false,
    };
    let mut counts = CellCounts::nothing(&condition);
    let start = || CellCounts::nothing(&condition);
    let add = |made: &mut CellCounts, dealt: &mut Dealt| {
        for (i, number) in made.cells.iter_mut().enumerate() {
            *number += u64::from(dealt.value(i)? != 0);
        }
        Ok(())
    };
    let sink = |chunk: Chunk<CellCounts>| -> Result<_, Infallible> {
        watch.add(chunk.boards);
        counts.add(&CellCounts {
            boards: chunk.boards,
            deals: chunk.tries,
            cells: chunk.made.cells,
        });
        Ok(ControlFlow::Continue(()))
    };
    let consumer = plan::consumer(start, add);
    let dealt = plan::run(&run, || plans.finder(), &consumer, watch, sink);
    watch.look()?;
    match dealt {
        Ok(()) => Ok(counts.shares()),
        Err(RunError::Find(error)) => Err(error.into()),
        Err(RunError::Sink(never)) => match never {},
    }
}

/// Deals a leveled script as the classic program does, with its random numbers and its shuffle, until there are so many
/// boards or so many deals.
///
/// # Errors
/// A text that the classic program would not take; or it was stopped.
pub fn verify_classic(
    leveled: &Input,
    scenario: &Scenario,
    settings: &Settings,
    options: &VerifyOptions,
    watch: &Watch,
) -> Result<DealtShares, LevelError> {
    let (script, condition, _) = load(leveled, scenario, settings, true)?;
    watch.begin("dealing as the classic program does", Some(options.boards));
    let predealt = classic::predealt(&script);
    let (boards, deals) = (
        options.boards.div_ceil(SEEDS as u64),
        options.deals.div_ceil(SEEDS as u64),
    );
    let part = |seed: usize| -> Result<CellCounts, LevelError> {
        let pack = Deals::new(Rng::Original, seed as i64, &predealt, Swapping::None);
        let pack = pack.map_err(|error| LevelError::Text(error.to_string()))?;
        dealt_by(pack, &condition, boards, deals, watch)
    };
    let mut counts = CellCounts::nothing(&condition);
    for part in of_each_seed(options.threads, &part) {
        counts.add(&part?);
    }
    Ok(counts.shares())
}

/// Each seed's part, on so many threads. One is the caller's own.
fn of_each_seed<T: Send>(threads: usize, part: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    #[cfg(feature = "threads")]
    if threads > 1 {
        let threads = threads.min(SEEDS);
        return std::thread::scope(|scope| {
            let own = |first: usize| (first..=SEEDS).step_by(threads).map(part).collect();
            let workers: Vec<_> = (1..=threads)
                .map(|first| scope.spawn(move || -> Vec<T> { own(first) }))
                .collect();
            let parts = workers.into_iter().map(|worker| worker.join());
            parts
                .flat_map(|parts| parts.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
    }
    let _ = threads;
    (1..=SEEDS).map(part).collect()
}

fn dealt_by(
    mut deals: Deals,
    condition: &Condition,
    boards: u64,
    most: u64,
    watch: &Watch,
) -> Result<CellCounts, LevelError> {
    let mut evaluator = Evaluator::new(condition);
    let mut counts = CellCounts::nothing(condition);
    while counts.boards < boards && counts.deals < most {
        if counts.deals.is_multiple_of(LOOK_UP) {
            watch.look()?;
        }
        let deal = deals.deal();
        counts.deals += 1;
        if !evaluator.holds(&deal, &mut deals)? {
            continue;
        }
        counts.boards += 1;
        watch.add(1);
        for (i, number) in counts.cells.iter_mut().enumerate() {
            *number += u64::from(evaluator.value(i, &deal, &mut deals)? != 0);
        }
    }
    Ok(counts)
}

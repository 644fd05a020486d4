//! A script whose hand types come in chosen shares, as a question.

use std::sync::Arc;

use answer::Explained;
use bridge::HandType;
use bridge::double_dummy::Solver;
use level::{
    Frequencies, LabeledCell, LevelError, LevelReport, MeasuringLimits, Options, Scenario, TypeCell,
};
use plan::{PlanError, QuotaPart};
use script::Compiled;
use space::Watch;

use crate::board_source::{BoardSource, Sourced};
use crate::deal::Asked;
use crate::effort::Effort;
use crate::error::{Error, ScriptError};
use crate::practice_set::{PracticeSet, TypeBoards};
use crate::script_question::Script;

/// A script, its hand types, and the shares they are to have. A clone is the same question.
///
/// ```
/// use fairdeal::{Leveled, Script, level};
/// let script = Script::from_text("condition hcp(south) >= 12 HandType_Weak = hcp(south) < 16 HandType_Strong = hcp(south) >= 16")?;
/// let leveled = Leveled::new(&script, &level::Options::default())?;
/// assert_eq!(leveled.deal(10).seed(1).boards()?.count(), 10);
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Leveled {
    /// The script as it was before the options added to it.
    plain: Script,
    options: Arc<Options>,
    script: Script,
    scenario: Arc<Scenario>,
}

impl Leveled {
    /// The hand types of a script, as the options name them; new ones are read with the script.
    ///
    /// # Errors
    /// What is wrong with the script, or with the types.
    pub fn new(script: &Script, options: &Options) -> Result<Leveled, Error> {
        let plain = script.clone();
        let script = match options.definitions() {
            None => script.clone(),
            definitions => script.with_appended(definitions),
        };
        script.compiled()?;
        let scenario = Scenario::new(&script.loaded().script, options);
        let scenario = scenario.map_err(|error| failed(&script, error))?;
        Ok(Leveled {
            plain,
            options: Arc::new(options.clone()),
            script,
            scenario: Arc::new(scenario),
        })
    }

    /// The script, with what the options add to it.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The script without what the options add to it, and the options.
    pub(crate) fn made_of(&self) -> (&Script, &Options) {
        (&self.plain, &self.options)
    }

    /// The script without its keeps, and its types.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// So many boards, each of a type that is drawn by the shares.
    pub fn deal(&self, boards: u64) -> crate::Deal {
        crate::Question::from(self.clone()).deal(boards)
    }

    /// How often each type comes by nature, and how often it should.
    ///
    /// # Errors
    /// Types that cannot have their shares, or that it was stopped.
    pub fn report(&self, effort: Effort, watch: &Watch) -> Result<LevelReport, Error> {
        let frequencies = Frequencies::new(&self.scenario, &[], &limits(effort, 1), watch);
        let frequencies = frequencies.map_err(|error| self.failed(error))?;
        Ok(LevelReport::of_scenario(&self.scenario, &frequencies))
    }

    /// Which names of the script were taken for keeps, and as true; nothing if none were.
    pub fn keeps(&self) -> Option<String> {
        level::taken_for_keeps(self.scenario.keeps.names())
    }

    /// Whether its boards are told by other types than those that have the shares.
    pub(crate) fn has_labels(&self) -> bool {
        !self.scenario.labels.is_empty()
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.scenario.compiled
    }

    /// Where its boards come from, and what those of each part are dealt as.
    pub(crate) fn source(
        &self,
        asked: &Asked,
        set: Option<&PracticeSet>,
        solver: Option<Solver>,
        watch: &Watch,
    ) -> Result<Sourced, Error> {
        let limits = limits(Effort::Usual, asked.threads);
        let shares = level::target_shares(&self.scenario, &limits, watch);
        let shares = shares.map_err(|error| self.failed(error))?;
        if let Some(set) = set.filter(|set| self.has_labels() && !set.is_empty()) {
            return self.labeled_set(set, &shares, asked, solver, watch);
        }
        let mix = level::mix(
            &self.scenario,
            &shares,
            asked.strategy.of_plan(),
            solver,
            watch,
        );
        let mix = mix.map_err(|error| self.failed(error))?;
        // Only what has a share is a part of it.
        let cells = self.scenario.cells.iter().zip(&shares);
        let dealt: Vec<_> = cells.filter(|(_, share)| **share > 0.0).collect();
        let types = dealt.iter().map(|(cell, _)| HandType::new(&cell.name));
        let types = types.collect();
        let Some(set) = set else {
            return Ok(BoardSource::Mix(mix, types).into());
        };
        let part = |&(cell, &share): &(&TypeCell, &f64)| match cell.types[..] {
            [row, column] => QuotaPart { share, row, column },
            _ => QuotaPart {
                share,
                row: 0,
                column: cell.types[0],
            },
        };
        let parts: Vec<QuotaPart> = dealt.iter().map(part).collect();
        let quota = set.quota(&parts, || {
            let natural = self.natural(asked.threads, watch)?.into_iter().zip(&shares);
            let natural = natural.filter(|(_, share)| **share > 0.0);
            Ok(natural.map(|(natural, _)| natural).collect())
        })?;
        let counts = dealt.iter().zip(quota.counts());
        let counts = counts.map(|((cell, _), &boards)| TypeBoards {
            name: cell.name.clone(),
            boards,
        });
        Ok(Sourced {
            counts: counts.collect(),
            source: BoardSource::Mix(mix.with_quota(quota), types),
        })
    }

    /// A set that has the shares of its types and the order of the hand types that its boards are told by.
    fn labeled_set(
        &self,
        set: &PracticeSet,
        shares: &[f64],
        asked: &Asked,
        solver: Option<Solver>,
        watch: &Watch,
    ) -> Result<Sourced, Error> {
        let scenario = &*self.scenario;
        let rows = shares.iter().enumerate().map(|(column, &share)| QuotaPart {
            share,
            row: 0,
            column,
        });
        let rows = set.quota(&rows.collect::<Vec<_>>(), || Ok(shares.to_vec()))?;
        let limits = limits(Effort::Usual, asked.threads);
        let labeled = level::labeled_cells(scenario, shares, &limits, watch);
        let labeled = labeled.map_err(|error| self.failed(error))?;
        let part = |one: &LabeledCell| QuotaPart {
            share: rows.counts()[one.cell] as f64 * one.within,
            row: one.cell,
            column: one.label,
        };
        let parts: Vec<QuotaPart> = labeled.iter().map(part).collect();
        // Mostly every deal has a label, and then there is no column for those that have none.
        let columns = labeled.iter().map(|one| one.label + 1).max();
        let mut common = vec![0.0; columns.unwrap_or(0)];
        for one in &labeled {
            common[one.label] += one.probability;
        }
        let quota = set.quota_by_columns(&parts, &common)?;
        let strategy = asked.strategy.of_plan();
        let mix = level::labeled_mix(scenario, shares, &labeled, strategy, solver);
        let counts = scenario.cells.iter().zip(rows.counts());
        let counts = counts.map(|(cell, &boards)| TypeBoards {
            name: cell.name.clone(),
            boards,
        });
        Ok(Sourced {
            counts: counts.collect(),
            source: BoardSource::Mix(
                mix.with_quota(quota),
                labeled.iter().map(|_| None).collect(),
            ),
        })
    }

    /// How often each cell comes by nature.
    fn natural(&self, threads: usize, watch: &Watch) -> Result<Vec<f64>, Error> {
        let limits = limits(Effort::Quick, threads);
        let frequencies = Frequencies::new(&self.scenario, &[], &limits, watch);
        Ok(frequencies.map_err(|error| self.failed(error))?.natural())
    }

    /// Why there is no plan for some type.
    pub(crate) fn no_plan(&self, error: PlanError, watch: &Watch) -> Error {
        self.script.no_plan(self.compiled(), error, watch)
    }

    /// What went wrong, at its place if it has one.
    pub fn failed(&self, error: LevelError) -> Error {
        match error {
            LevelError::Eval(error) => self.script.no_answer(self.compiled(), error),
            error => failed(&self.script, error),
        }
    }
}

/// What went wrong with a script's types, at its place if it has one.
pub(crate) fn failed(script: &Script, error: LevelError) -> Error {
    match error {
        LevelError::Stopped => Error::Stopped,
        LevelError::Script(findings) => Error::Script(Box::new(ScriptError {
            findings,
            sources: Arc::new(script.sources().clone()),
            headline: None,
        })),
        error if error.code() == "stopped" => Error::Stopped,
        error => Error::Level(error),
    }
}

/// How much work measuring may be.
pub fn limits(effort: Effort, threads: usize) -> MeasuringLimits {
    let limits = match effort {
        Effort::Quick => MeasuringLimits::quick(),
        Effort::Usual => MeasuringLimits::usual(),
        Effort::Patient => MeasuringLimits::patient(),
        Effort::Steps(work) => MeasuringLimits::usual().counting(Some(work)),
    };
    limits.on_threads(threads)
}

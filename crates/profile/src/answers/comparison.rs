//! The strategies side by side: what each takes, and how far it is from fair.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use bridge::Seat;
use condition::EvalError;
use plan::{Chunk, Consumer, Dealt, FindError, PlanError, Run, RunError, Strategy, Watch};
use serde::Serialize;

use crate::attempts::AttemptMethod;
use crate::distance::{DistributionDistance, HandTally};
use crate::drawn::AboutBoard;
use crate::failures::{FailureReport, Failures};
use crate::loaded::LoadedProfile;
use crate::settings::Settings;
use crate::source::{ProfileSource, ProfileStrategy};

/// Each strategy deals so many boards, unless it is said how many.
pub const COMPARED_BOARDS: u64 = 1_000;
/// The fair boards that the others are compared with are so many times as many, from a seed of their own.
const FAIR: u64 = 10;
/// Two samples of one distribution differ as much as this less often than once in a thousand times.
const UNLIKELY: f64 = 0.001;

/// The strategies side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrategyComparison {
    /// What came of each.
    pub strategies: ComparedStrategies,
    /// With how many boards, dealt fairly with another seed, they were compared.
    pub measured_against: u64,
}

/// What came of each strategy.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedStrategies {
    /// A plan for each combination.
    pub auto: ComparedStrategy,
    /// Shuffle, deal and check.
    pub reject: ComparedStrategy,
    /// The same, with a part of what tight seats need given beforehand.
    pub help: ComparedStrategy,
}

impl ComparedStrategies {
    fn named(&self) -> [(&'static str, &ComparedStrategy); 3] {
        [
            ("auto", &self.auto),
            ("reject", &self.reject),
            ("help", &self.help),
        ]
    }
}

/// What came of a strategy.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedStrategy {
    /// How many boards it dealt.
    pub boards: u64,
    /// How many deals it tried for them.
    pub tries: u64,
    /// How long it took.
    pub seconds: f64,
    /// How far the hands of each seat of which something is asked are from fair ones.
    pub from_fair: BTreeMap<Seat, SeatDistances>,
    /// Why attempts failed, if it made any.
    pub failures: Option<FailureReport>,
}

/// How far the hands of a seat are from fair ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatDistances {
    /// Their shapes,
    pub shapes: DistributionDistance,
    /// and their high card points.
    pub hcp: DistributionDistance,
}

impl StrategyComparison {
    /// Deals so many boards by each strategy, and measures. `now` tells the time in seconds, from any beginning.
    ///
    /// # Errors
    /// When nothing can be dealt, or it was stopped.
    pub fn new(
        loaded: &LoadedProfile,
        settings: &Settings,
        boards: u64,
        seed: u64,
        threads: usize,
        now: &dyn Fn() -> f64,
        watch: &Watch,
    ) -> Result<StrategyComparison, FindError> {
        let deal = |strategy, boards, seed| -> Result<(Sample, f64), FindError> {
            // Seats are compared with themselves, so no board is turned.
            let source = loaded.source(strategy, settings, false, false);
            let began = now();
            let sample = Sample::dealt(&source, boards, seed, threads, watch)?;
            Ok((sample, now() - began))
        };
        let auto = ProfileStrategy::Planned(Strategy::Auto);
        let (fair, _) = deal(auto, FAIR.saturating_mul(boards), !seed)?;
        let seats = loaded.combinations.asked_seats();
        let compared = |strategy: ProfileStrategy| -> Result<ComparedStrategy, FindError> {
            let (sample, seconds) = deal(strategy, boards, seed)?;
            let distances = |seat: &Seat| {
                let distances = SeatDistances {
                    shapes: sample.hands.shapes_from(&fair.hands, *seat),
                    hcp: sample.hands.points_from(&fair.hands, *seat),
                };
                (*seat, distances)
            };
            let attempts = matches!(strategy, ProfileStrategy::Attempts(_));
            Ok(ComparedStrategy {
                boards: sample.boards,
                tries: sample.tries,
                seconds,
                from_fair: seats.iter().map(distances).collect(),
                failures: attempts.then(|| sample.failures.report()),
            })
        };
        Ok(StrategyComparison {
            strategies: ComparedStrategies {
                auto: compared(auto)?,
                reject: compared(ProfileStrategy::Attempts(AttemptMethod::Reject))?,
                help: compared(ProfileStrategy::Attempts(AttemptMethod::Help))?,
            },
            measured_against: fair.boards,
        })
    }
}

/// Boards that were dealt to be looked at.
#[derive(Default)]
pub(crate) struct Sample {
    boards: u64,
    tries: u64,
    hands: HandTally,
    pub(crate) failures: Failures,
}

impl Sample {
    /// Deals so many boards.
    pub(crate) fn dealt(
        source: &ProfileSource,
        boards: u64,
        seed: u64,
        threads: usize,
        watch: &Watch,
    ) -> Result<Sample, FindError> {
        watch.begin("dealing", Some(boards));
        let run = Run {
            seed,
            boards: 1..boards.saturating_add(1),
            generate: None,
            threads,
            distinct: false,
        };
        let mut sample = Sample::default();
        let sink = |chunk: Chunk<(HandTally, Failures)>| -> Result<ControlFlow<()>, Infallible> {
            sample.boards += chunk.boards;
            sample.tries += chunk.tries;
            sample.hands.join(&chunk.made.0);
            sample.failures.join(&chunk.made.1);
            watch.add(chunk.boards);
            Ok(ControlFlow::Continue(()))
        };
        match plan::run(&run, || source.finder(), &Tallying, watch, sink) {
            Ok(()) => {}
            Err(RunError::Find(error)) => return Err(error),
            Err(RunError::Sink(never)) => match never {},
        }
        // Half of the boards are no sample of them.
        watch.look().map_err(PlanError::from)?;
        sample.failures.asked = boards;
        Ok(sample)
    }
}

/// Keeps of boards what a sample needs.
struct Tallying;

impl Consumer for Tallying {
    type About = AboutBoard;
    type Made = (HandTally, Failures);

    fn start(&self) -> Self::Made {
        Self::Made::default()
    }

    fn add(&self, made: &mut Self::Made, dealt: &mut Dealt<AboutBoard>) -> Result<(), EvalError> {
        made.0.add(&dealt.deal);
        self.missed(made, dealt.about.clone());
        Ok(())
    }

    fn missed(&self, made: &mut Self::Made, about: AboutBoard) {
        if let Some(failures) = &about.failures {
            made.1.join(failures);
        }
    }
}

impl fmt::Display for StrategyComparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let each = self.strategies.named();
        writeln!(
            f,
            "{:<8}{:>8}{:>14}{:>10}",
            "", "boards", "tries a board", "seconds"
        )?;
        for (name, one) in each {
            let tries = one.tries as f64 / one.boards.max(1) as f64;
            let (boards, seconds) = (one.boards, one.seconds);
            writeln!(f, "{name:<8}{boards:>8}{tries:>14.1}{seconds:>10.2}")?;
        }
        writeln!(
            f,
            "\nhow far from fair: the share of boards that would have to change, and * where chance does not explain it"
        )?;
        write!(f, "{:<8}", "")?;
        for seat in self.strategies.auto.from_fair.keys() {
            let [shape, points] = [format!("{seat} shape"), format!("{seat} HCP")];
            write!(f, "{shape:>14}{points:>14}")?;
        }
        writeln!(f)?;
        for (name, one) in each {
            write!(f, "{name:<8}")?;
            for distances in one.from_fair.values() {
                let [shapes, points] = [distances.shapes, distances.hcp].map(shown);
                write!(f, "{shapes:>14}{points:>14}")?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "measured against {} boards dealt fairly with another seed",
            self.measured_against
        )?;
        for (name, one) in each {
            if let Some(failures) = &one.failures {
                write!(f, "\n{name}: {failures}")?;
            }
        }
        Ok(())
    }
}

fn shown(distance: DistributionDistance) -> String {
    let mark = if distance.chance < UNLIKELY { "*" } else { " " };
    format!("{:.1}%{mark}", 100.0 * distance.off)
}

//! The strategies side by side: what each takes, and how far it is from fair.

use std::collections::BTreeMap;
use std::fmt;

use answer::share;
use bridge::Seat;
use plan::{FindError, Strategy, Watch};
use serde::Serialize;
use space::Key;

use super::attempted::{Sample, Sampling};
use crate::answers::distance::DistributionDistance;
use crate::attempting::attempts::AttemptMethod;
use crate::attempting::failures::FailureReport;
use crate::attempting::settings::Settings;
use crate::finding::source::ProfileStrategy;
use crate::loaded::LoadedProfile;

/// Each strategy deals so many boards, unless it is said how many.
pub const COMPARED_BOARDS: u64 = 1_000;
/// The fair boards that the others are compared with are so many times as many,
const FAIR: u64 = 10;
/// from streams of their own.
const ANOTHER: &str = "compared with";
/// Two samples of one distribution differ as much as this less often than once in a thousand times.
const UNLIKELY: f64 = 0.001;
/// What stands where a number would be of boards that are not there.
const NO_BOARDS: &str = "no boards";

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
    /// The same, with what the seat that failed most needs given beforehand.
    pub construct: ComparedStrategy,
}

impl ComparedStrategies {
    fn named(&self) -> [(&'static str, &ComparedStrategy); 4] {
        [
            ("auto", &self.auto),
            ("reject", &self.reject),
            ("help", &self.help),
            ("construct", &self.construct),
        ]
    }
}

/// What came of a strategy. It ends with the first board that is given up.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedStrategy {
    /// Whether every deal that qualifies is equally likely with it.
    pub fair: bool,
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
    /// Their shapes; null if there are no boards.
    pub shapes: Option<DistributionDistance>,
    /// Their high card points; null if there are no boards.
    pub hcp: Option<DistributionDistance>,
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
        key: Key,
        threads: usize,
        now: &dyn Fn() -> f64,
        watch: &Watch,
    ) -> Result<StrategyComparison, FindError> {
        let deal = |strategy, boards, key| -> Result<(Sample, f64), FindError> {
            // Seats are compared with themselves, so no board is turned.
            let source = loaded.source(strategy, settings, false, false);
            let began = now();
            let sampling = Sampling {
                boards,
                key,
                goes_on: false,
                keeps_rows: false,
            };
            let sample = Sample::dealt(&source, sampling, threads, watch)?;
            Ok((sample, now() - began))
        };
        let auto = ProfileStrategy::Planned(Strategy::Auto);
        let (fair, _) = deal(auto, FAIR.saturating_mul(boards), key.of(ANOTHER))?;
        let seats = loaded.combinations.asked_seats();
        let compared = |strategy: ProfileStrategy| -> Result<ComparedStrategy, FindError> {
            let (sample, seconds) = deal(strategy, boards, key)?;
            let distances = |seat: &Seat| {
                let distances = SeatDistances {
                    shapes: sample.hands.shapes_from(&fair.hands, *seat),
                    hcp: sample.hands.points_from(&fair.hands, *seat),
                };
                (*seat, distances)
            };
            let attempts = matches!(strategy, ProfileStrategy::Attempts(_));
            Ok(ComparedStrategy {
                fair: strategy.is_fair(),
                boards: sample.boards,
                tries: sample.tries,
                seconds,
                from_fair: seats.iter().map(distances).collect(),
                failures: attempts.then(|| sample.failures.report()),
            })
        };
        let attempted = |method| compared(ProfileStrategy::Attempts(method));
        Ok(StrategyComparison {
            strategies: ComparedStrategies {
                auto: compared(auto)?,
                reject: attempted(AttemptMethod::Reject)?,
                help: attempted(AttemptMethod::Help)?,
                construct: attempted(AttemptMethod::Construct)?,
            },
            measured_against: fair.boards,
        })
    }
}

impl fmt::Display for StrategyComparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let each = self.strategies.named();
        writeln!(
            f,
            "{:<10}{:>5}{:>8}{:>15}{:>10}",
            "", "fair", "boards", "tries a board", "seconds"
        )?;
        for (name, one) in each {
            let tries = match one.boards {
                0 => NO_BOARDS.to_owned(),
                boards => format!("{:.1}", one.tries as f64 / boards as f64),
            };
            let fair = if one.fair { "yes" } else { "no" };
            let (boards, seconds) = (one.boards, one.seconds);
            writeln!(
                f,
                "{name:<10}{fair:>5}{boards:>8}{tries:>15}{seconds:>10.2}"
            )?;
        }
        writeln!(
            f,
            "\nhow far from fair: the share of boards that would have to change, and * where chance does not explain it"
        )?;
        write!(f, "{:<10}", "")?;
        for seat in self.strategies.auto.from_fair.keys() {
            let [shape, points] = [format!("{seat} shape"), format!("{seat} HCP")];
            write!(f, "{shape:>14}{points:>14}")?;
        }
        writeln!(f)?;
        for (name, one) in each {
            write!(f, "{name:<10}")?;
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

fn shown(distance: Option<DistributionDistance>) -> String {
    let Some(distance) = distance else {
        return format!("{NO_BOARDS} ");
    };
    let mark = if distance.chance < UNLIKELY { "*" } else { " " };
    format!("{}{mark}", share(distance.off, 1))
}

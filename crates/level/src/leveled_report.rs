//! The answer to how a script was leveled: what its types come to, what that costs, and whether boards that were dealt
//! agree.

use std::fmt;

use answer::{percent, plural};
use seats::Seat;
use serde::Serialize;

use crate::rates_report::pilot_names;
use crate::report::{LevelReport, name_width, one_in};
use crate::{KeepAssignment, LengthBias, Leveled, Scenario};

/// So many other choices are shown in words.
const TRADES: usize = 4;

/// A leveled copy of a script: how its types come by nature and how often they should, the keeps, and what comes of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeveledReport {
    /// How often the types come, and how often they should.
    #[serde(flatten)]
    pub report: LevelReport,
    /// The cards that keeps are made of: `West C2`.
    pub pilots: Vec<String>,
    /// The keeps, and what is predicted of them.
    pub leveled: KeepsReport,
    /// What else could be had: from what throws the fewest deals away to what comes closest to the shares.
    pub trade: Vec<TradeReport>,
    /// For each type, the bias of the hands that are kept; null where there is none.
    pub bias: Vec<Option<BiasReport>>,
    /// What boards of the leveled script came to, if it was dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verification>,
}

/// A keep for each type, and what is predicted of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepsReport {
    /// The expression of each type's keep, with `pilot1` for the first pilot; null for a type that is never kept.
    pub keeps: Vec<Option<String>>,
    /// The share of its deals that each type keeps.
    pub rates: Vec<f64>,
    /// The share of boards that each type gets.
    pub shares: Vec<f64>,
    /// How far the worst share is off.
    pub worst: f64,
    /// The chance that a deal is kept.
    pub kept: f64,
}

/// Other keeps that could be had.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TradeReport {
    /// How far the worst share would be off.
    pub worst: f64,
    /// The chance that a deal would be kept.
    pub kept: f64,
}

/// How much the hands that are kept differ from all hands of a type: where the mean length of a suit differs the most,
/// estimated from some thousand boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BiasReport {
    /// Whose hand.
    pub seat: Seat,
    /// Which suit: `clubs`, `diamonds`, `hearts` or `spades`.
    pub suit: String,
    /// How long it is on average in all deals of the type,
    pub natural: f64,
    /// and in those that are kept.
    pub kept: f64,
}

/// What boards of a leveled script came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verification {
    /// Boards that were dealt fairly.
    pub here: DealtShares,
    /// Boards that were dealt as the classic program deals.
    pub classic: DealtShares,
}

/// Boards of a leveled script, and how many were of each type.
///
/// ```
/// let dealt = level::DealtShares::new(400, 1000, &[100, 300]);
/// assert_eq!(dealt.shares, [0.25, 0.75]);
/// assert!((dealt.standard_error(0) - 0.0217).abs() < 0.0001);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtShares {
    /// How many boards.
    pub boards: u64,
    /// How many deals were tried for them.
    pub deals: u64,
    /// The share of the boards that were of each type.
    pub shares: Vec<f64>,
}

impl DealtShares {
    /// So many boards of so many deals, of which so many were of each type.
    pub fn new(boards: u64, deals: u64, of_types: &[u64]) -> DealtShares {
        let share = |&number: &u64| number as f64 / boards.max(1) as f64;
        DealtShares {
            boards,
            deals,
            shares: of_types.iter().map(share).collect(),
        }
    }

    /// The standard error of a type's share.
    ///
    /// # Panics
    /// If there is no such type.
    pub fn standard_error(&self, kind: usize) -> f64 {
        let share = self.shares[kind];
        (share * (1.0 - share) / self.boards.max(1) as f64).sqrt()
    }
}

impl LeveledReport {
    /// The report on a leveled scenario.
    pub fn new(
        scenario: &Scenario,
        leveled: &Leveled,
        verified: Option<Verification>,
    ) -> LeveledReport {
        let KeepAssignment {
            rates,
            shares,
            worst,
            kept,
            ..
        } = leveled.assignment.clone();
        let trade = |one: &KeepAssignment| TradeReport {
            worst: one.worst,
            kept: one.kept,
        };
        let bias = |bias: &LengthBias| BiasReport {
            seat: bias.seat,
            suit: format!("{:?}", bias.suit).to_lowercase(),
            natural: bias.natural,
            kept: bias.kept,
        };
        LeveledReport {
            report: LevelReport::of_scenario(scenario, &leveled.frequencies),
            pilots: pilot_names(&leveled.frequencies.pilots),
            leveled: KeepsReport {
                keeps: leveled.keep_texts(&|pilot| format!("pilot{}", pilot + 1)),
                rates,
                shares,
                worst,
                kept,
            },
            trade: leveled.trade.iter().map(trade).collect(),
            bias: leveled
                .bias
                .iter()
                .map(|of| of.as_ref().map(bias))
                .collect(),
            verified,
        }
    }

    /// The other choices, as many as are shown in words.
    fn shown_trade(&self) -> impl Iterator<Item = &TradeReport> {
        let taken = TradeReport {
            worst: self.leveled.worst,
            kept: self.leveled.kept,
        };
        let others = self.trade.iter().filter(|other| **other != taken);
        let others: Vec<&TradeReport> = others.collect();
        let step = others.len().div_ceil(TRADES).max(1);
        others.into_iter().step_by(step)
    }
}

impl fmt::Display for LeveledReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let types = &self.report.types;
        let width = name_width(types.iter().map(|kind| kind.name.as_str()));
        write!(
            f,
            "{:width$}  {:>16}  {:>8}  {:>9}  {:>8}",
            "type", "natural", "target", "keep", "predicted"
        )?;
        if self.verified.is_some() {
            write!(f, "  {:>14}  {:>14}", "dealt here", "classic")?;
        }
        for (i, kind) in types.iter().enumerate() {
            write!(
                f,
                "\n{:width$}  {:>16}  {:>8}  {:>8.3}%  {:>9}",
                kind.name,
                kind.natural_share(),
                percent(kind.target),
                100.0 * self.leveled.rates[i],
                percent(self.leveled.shares[i]),
            )?;
            let verified = self.verified.iter();
            for dealt in verified.flat_map(|verified| [&verified.here, &verified.classic]) {
                let error = 196.0 * dealt.standard_error(i);
                let found = format!("{} ± {error:.2}", percent(dealt.shares[i]));
                write!(f, "  {found:>14}")?;
            }
        }
        writeln!(f)?;
        if let Some(Verification { here, classic }) = &self.verified {
            writeln!(
                f,
                "dealt: {} here, {} of the classic program's {}",
                plural(here.boards, "board"),
                plural(classic.boards, "board"),
                plural(classic.deals, "deal"),
            )?;
        }
        writeln!(
            f,
            "{} is kept ({} qualifies by nature); the worst share is {:.2} percentage points off",
            one_in(self.leveled.kept),
            one_in(self.report.probability),
            100.0 * self.leveled.worst,
        )?;
        for other in self.shown_trade() {
            let worst = 100.0 * other.worst;
            writeln!(f, "at {} it would be {worst:.2}", one_in(other.kept))?;
        }
        for (kind, bias) in types.iter().zip(&self.bias) {
            if let Some(bias) = bias {
                writeln!(
                    f,
                    "bias of {}: {} has about {:.1} {} on average, {:.1} without keeps",
                    kind.name, bias.seat, bias.kept, bias.suit, bias.natural
                )?;
            }
        }
        Ok(())
    }
}

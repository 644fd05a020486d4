//! The answer to how often types come and how often they should: by nature, wanted, and what that costs a program that can
//! only throw deals away.

use std::fmt::{self, Write as _};

use answer::{Count, percent};
use serde::Serialize;

use crate::script_keeps::taken_for_keeps;
use crate::{Frequencies, LOOKED_AT, Scenario};

/// How wide a bar is at the most.
const BAR: usize = 40;

/// How often the types of a question come by nature, how often they should, and how often each would have to be kept where
/// deals are thrown away.
///
/// ```
/// use level::{LevelReport, OneTypeEach, TypeMeasure};
///
/// let of = |name: &str, probability: f64| TypeMeasure {
///     name: name.to_owned(),
///     condition: name.to_owned(),
///     count: None,
///     probability,
///     interval: None,
///     target: 0.5,
/// };
/// let types = vec![of("weak", 0.3), of("strong", 0.1)];
/// let report = LevelReport::new(100.into(), OneTypeEach::Proved, types, Vec::new());
/// assert_eq!((report.types[1].natural, report.types[1].keep, report.kept), (0.25, 1.0, 0.2));
/// assert!(report.to_string().contains("strong"));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelReport {
    /// Whether every type was counted.
    pub exact: bool,
    /// Whether it is known that every deal is of exactly one type.
    pub one_type_each: OneTypeEach,
    /// How many deals there are, with what is dealt beforehand.
    pub total: Count,
    /// The chance that a deal qualifies, without keeps.
    pub probability: f64,
    /// The largest chance that a deal is kept, if the types are to have their shares.
    pub kept: f64,
    /// The types, or the combinations of two lists of types.
    pub types: Vec<TypeReport>,
    /// The names that were taken for keeps, and as true.
    pub keeps: Vec<String>,
}

/// How often one type comes, and how often it should.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeReport {
    /// What it is called.
    pub name: String,
    /// The expression that stands for it.
    pub condition: String,
    /// How many deals are of it and qualify, if they were counted.
    pub count: Option<Count>,
    /// The chance that a deal qualifies and is of it.
    pub probability: f64,
    /// Whether that was counted.
    pub exact: bool,
    /// Where it was not, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
    /// Its share of the deals that qualify, by nature.
    pub natural: f64,
    /// The share of boards that it should have.
    pub target: f64,
    /// The share of its deals to be kept, where the type that is rarest for its share is kept always.
    pub keep: f64,
}

/// How it is known that every deal is of exactly one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OneTypeEach {
    /// It is proved.
    Proved,
    /// It was so for all of the [`LOOKED_AT`] boards that were looked at.
    Seen,
    /// It need not be so: each type is counted for itself.
    MayOverlap,
}

/// What is known of a type before it is compared with the others: see [`LevelReport::new`].
#[derive(Clone, PartialEq, Debug)]
pub struct TypeMeasure {
    /// What it is called.
    pub name: String,
    /// The expression that stands for it.
    pub condition: String,
    /// How many deals are of it and qualify, if they were counted.
    pub count: Option<Count>,
    /// The chance that a deal qualifies and is of it.
    pub probability: f64,
    /// Where it was not counted, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
    /// The share of boards that it should have.
    pub target: f64,
}

impl LevelReport {
    /// The report on types that were measured, of so many deals in all.
    pub fn new(
        total: Count,
        one_type_each: OneTypeEach,
        types: Vec<TypeMeasure>,
        keeps: Vec<String>,
    ) -> LevelReport {
        let probability: f64 = types.iter().map(|kind| kind.probability).sum();
        let kept = most_kept(types.iter().map(|kind| (kind.probability, kind.target)));
        let report = |kind: TypeMeasure| TypeReport {
            natural: kind.probability / probability,
            keep: keep_rate(kept, kind.probability, kind.target),
            exact: kind.count.is_some(),
            name: kind.name,
            condition: kind.condition,
            count: kind.count,
            probability: kind.probability,
            interval: kind.interval,
            target: kind.target,
        };
        LevelReport {
            exact: types.iter().all(|kind| kind.count.is_some()),
            one_type_each,
            total,
            probability,
            kept,
            types: types.into_iter().map(report).collect(),
            keeps,
        }
    }

    /// The report on the cells of a scenario.
    pub fn of_scenario(scenario: &Scenario, frequencies: &Frequencies) -> LevelReport {
        let measured = frequencies.cells.iter().zip(&frequencies.targets);
        let types = scenario.cells.iter().zip(measured);
        let types = types.map(|(cell, (measured, &target))| TypeMeasure {
            name: cell.name.clone(),
            condition: cell.text.clone(),
            count: measured.count.map(Count),
            probability: measured.probability,
            interval: measured.interval.map(|(low, high)| [low, high]),
            target,
        });
        let one_type_each = if frequencies.one_type_each {
            OneTypeEach::Proved
        } else {
            OneTypeEach::Seen
        };
        let keeps = scenario.keeps.names().to_vec();
        LevelReport::new(
            frequencies.total.into(),
            one_type_each,
            types.collect(),
            keeps,
        )
    }

    /// In words, with or without bars of the shares; [`Display`](fmt::Display) draws none.
    pub fn text(&self, bars: bool) -> String {
        let mut text = String::new();
        let how = if self.exact {
            "counted exactly"
        } else {
            "estimated where there is a ±, with the interval that holds in 95 of 100 cases"
        };
        let _ = writeln!(
            text,
            "{} qualifies, without keeps; {how}",
            one_in(self.probability)
        );
        if self.one_type_each == OneTypeEach::Seen {
            let _ = writeln!(
                text,
                "each of {LOOKED_AT} boards was of exactly one type; that all deals are was not proved"
            );
        }
        if let Some(keeps) = taken_for_keeps(&self.keeps) {
            let _ = writeln!(text, "{keeps}");
        }
        let width = name_width(self.types.iter().map(|kind| kind.name.as_str()));
        let _ = writeln!(
            text,
            "\n{:width$}  {:>16}  {:>8}  {:>9}  {:>8}",
            "type", "natural", "target", "keep", "result"
        );
        for kind in &self.types {
            let target = percent(kind.target);
            let _ = writeln!(
                text,
                "{:width$}  {:>16}  {target:>8}  {:>8.3}%  {target:>8}",
                kind.name,
                kind.natural_share(),
                100.0 * kind.keep,
            );
        }
        if bars {
            let shares = self
                .types
                .iter()
                .flat_map(|kind| [kind.natural, kind.target]);
            let largest = shares.fold(f64::MIN_POSITIVE, f64::max);
            for kind in &self.types {
                let (natural, target) = (bar(kind.natural, largest), bar(kind.target, largest));
                let _ = writeln!(text, "\n{:width$}  natural {natural}", kind.name);
                let _ = writeln!(text, "{:width$}  target  {target}", "");
            }
        }
        let times = self.probability / self.kept;
        let _ = writeln!(
            text,
            "\na program that throws deals away keeps {}, so it takes {times:.1} times as many deals as without leveling",
            one_in(self.kept)
        );
        text
    }
}

impl fmt::Display for LevelReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}

impl TypeReport {
    /// Its natural share, and how far that may be off where it was estimated: `24.10% ± 0.35`.
    pub fn natural_share(&self) -> String {
        let half = self.interval.filter(|_| self.probability > 0.0);
        let half = half.map(|[low, high]| (high - low) / 2.0 / self.probability * self.natural);
        let spread = half.map_or(String::new(), |half| format!(" ± {:.2}", 100.0 * half));
        percent(self.natural) + &spread
    }
}

/// The largest chance that a deal is kept, if types of these chances are to have these shares.
pub(crate) fn most_kept(types: impl Iterator<Item = (f64, f64)>) -> f64 {
    let wanted = types.filter(|(_, target)| *target > 0.0);
    let most = wanted.map(|(probability, target)| probability / target);
    most.fold(f64::INFINITY, f64::min)
}

/// The share of a type's deals to be kept, for its share of all that are kept.
pub(crate) fn keep_rate(kept: f64, probability: f64, target: f64) -> f64 {
    if target > 0.0 {
        kept * target / probability
    } else {
        0.0
    }
}

/// `1 in 6.0`.
pub(crate) fn one_in(probability: f64) -> String {
    format!("1 in {}", answer::one_in(probability, 1))
}

/// How wide a column of names is.
pub(crate) fn name_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    let widths = names.map(|name| name.chars().count());
    widths.max().unwrap_or(0).max("type".len())
}

/// A bar of a share in whole columns, as long as the largest share lets it be.
fn bar(share: f64, largest: f64) -> String {
    let columns = (BAR as f64 * share / largest).round();
    answer::bar(columns / BAR as f64, BAR)
}

//! Two questions side by side: how likely each is, and what its boards are like.
//!
//! What a script's deals have is counted where that fits the effort. The boards of a profile, and of a leveled script, come
//! by share: what they have is estimated from boards that are dealt.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use answer::percent;
use bridge::{Board, Seat, Suit};
use serde::Serialize;
use space::Watch;

use crate::answers::StatisticAnswer;
use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::odds::Odds;
use crate::question::Question;
use crate::script_question::Script;
use crate::seed::Seed;
use crate::threads::cores;

/// What a 95% interval reaches to either side, in standard errors.
const REACH: f64 = 1.959964;
/// So many points are one line of a distribution in words.
const POINTS_A_LINE: i64 = 3;
/// What the statements are called that ask a script for what its hands have.
const ASKED: &str = "compare";

/// Two questions side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// What the two are called.
    pub names: [String; 2],
    /// How likely each is.
    pub odds: [ComparedOdds; 2],
    /// How many times as likely the first is as the second; null if one of them never comes.
    pub ratio: Option<f64>,
    /// Averages: the points and suits of each seat that either speaks of, and what the scripts ask for.
    pub averages: Vec<ComparedAverage>,
    /// How often values come: the points of those seats, and what the scripts ask for.
    pub distributions: Vec<ComparedDistribution>,
    /// The shares of hand types, or of choices of subprofiles, among the boards.
    pub shares: Vec<ComparedShare>,
    /// Whether the shares of each were counted, or are those that it was told to have.
    pub shares_exact: [bool; 2],
    /// How many boards of each were dealt to be looked at; null where all was counted.
    pub boards: [Option<u64>; 2],
}

/// How likely one of them is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedOdds {
    /// The chance that a deal qualifies.
    pub probability: f64,
    /// Whether it was counted.
    pub exact: bool,
    /// Where it was not, the bounds that hold the chance in 95 of 100 cases, if they are known.
    pub interval: Option<[f64; 2]>,
}

/// A value of one of them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedValue {
    /// The value.
    pub value: f64,
    /// Whether it was counted.
    pub exact: bool,
    /// Where it was not, the bounds that hold it in 95 of 100 cases, if they are known.
    pub interval: Option<[f64; 2]>,
}

/// An average, side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedAverage {
    /// What it is called.
    pub label: String,
    /// That of each; null where it is not asked for, or has no boards.
    pub values: [Option<ComparedValue>; 2],
    /// What the second has more than the first.
    pub difference: Option<f64>,
}

/// A distribution, side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedDistribution {
    /// What it is called.
    pub label: String,
    /// Whether that of each was counted; null where it is not asked for.
    pub exact: [Option<bool>; 2],
    /// The values that come, in their order, and the share of each.
    pub rows: Vec<ComparedShare>,
    /// How far the two are apart: the largest difference that a question about this value can show, from 0 to 1.
    pub distance: Option<f64>,
}

/// A share, side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedShare {
    /// Of what.
    pub name: String,
    /// That of each; null where it does not have it.
    pub shares: [Option<f64>; 2],
}

/// What there is to compare of one question.
#[derive(Default)]
struct Looked {
    averages: Vec<(String, Option<ComparedValue>)>,
    distributions: Vec<Distribution>,
    shares: Vec<(String, f64)>,
    shares_estimated: bool,
    boards: Option<u64>,
}

struct Distribution {
    label: String,
    exact: bool,
    shares: Vec<(String, f64)>,
}

impl Question {
    /// This question and another side by side, by what they are called: how likely each is, averages, distributions and
    /// shares. What is counted fits the effort.
    ///
    /// ```
    /// use fairdeal::{Effort, Question, Script, Watch};
    /// let [weak, strong] = ["condition hcp(south) < 10", "condition hcp(south) > 15"].map(|text| Script::from_text(text).unwrap().into());
    /// let compared = Question::compare(&weak, &strong, ["weak", "strong"], Effort::Quick, &Watch::default())?;
    /// assert!(compared.ratio.unwrap() > 3.0);
    /// assert_eq!(compared.averages[0].label, "South, points");
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with one of them, that it is a mixture, or that it was stopped.
    pub fn compare(
        &self,
        other: &Question,
        names: [&str; 2],
        effort: Effort,
        watch: &Watch,
    ) -> Result<Comparison, Error> {
        let both = [self, other];
        let mut odds = Vec::new();
        for question in both {
            odds.push(question.odds(effort, watch)?);
        }
        let mut seats = BTreeSet::new();
        for (question, odds) in both.iter().zip(&odds) {
            seats.extend(question.asked_seats(odds, watch)?);
        }
        let mut looked = Vec::new();
        for (question, odds) in both.iter().zip(&odds) {
            looked.push(question.looked_at(odds, &seats, effort, watch)?);
        }
        let [one, two] = [&looked[0], &looked[1]];
        let chances = [odds[0].probability(), odds[1].probability()];
        let ratio = chances[0] / chances[1];
        Ok(Comparison {
            names: names.map(str::to_owned),
            odds: [compared_odds(&odds[0]), compared_odds(&odds[1])],
            ratio: Some(ratio).filter(|ratio| ratio.is_finite() && *ratio > 0.0),
            averages: averages(one, two),
            distributions: distributions(one, two),
            shares: side_by_side(&one.shares, &two.shares),
            shares_exact: [!one.shares_estimated, !two.shares_estimated],
            boards: [one.boards, two.boards],
        })
    }

    /// The seats that it speaks of.
    fn asked_seats(&self, odds: &Odds, watch: &Watch) -> Result<Vec<Seat>, Error> {
        Ok(match (self, odds) {
            (Question::Profile(profile), _) => profile.loaded(watch)?.combinations.asked_seats(),
            (_, Odds::Script(odds)) => odds.odds.seats.keys().copied().collect(),
            _ => Vec::new(),
        })
    }

    fn looked_at(
        &self,
        odds: &Odds,
        seats: &BTreeSet<Seat>,
        effort: Effort,
        watch: &Watch,
    ) -> Result<Looked, Error> {
        let own = match odds {
            Odds::Script(odds) => &odds.values[..],
            Odds::Given(odds) => &odds.values[..],
            Odds::Profile(_) => &[],
        };
        // What never comes has nothing to look at.
        if odds.probability() == 0.0 {
            return Ok(Looked::default());
        }
        match self {
            Question::Script(script) => {
                let values = match asked_of(seats) {
                    None => Vec::new(),
                    Some(text) => {
                        let asked = script.with_appended(Some((ASKED.to_owned(), text)));
                        asked.odds(effort, watch)?.values
                    }
                };
                let (shares, shares_estimated) = script.type_shares(effort, watch)?;
                let mut looked = Looked {
                    shares,
                    shares_estimated,
                    ..Looked::default()
                };
                for value in values.iter().chain(own) {
                    looked.add(value);
                }
                Ok(looked)
            }
            _ => {
                let mut looked = self.sampled(seats, effort, watch)?;
                let options = level::Options::default();
                let types = self.level(&options, effort, watch)?.types.into_iter();
                looked.shares = types.map(|one| (one.name, one.target)).collect();
                Ok(looked)
            }
        }
    }

    /// What boards of it have.
    fn sampled(
        &self,
        seats: &BTreeSet<Seat>,
        effort: Effort,
        watch: &Watch,
    ) -> Result<Looked, Error> {
        let number = match effort {
            Effort::Quick => 1_000,
            Effort::Patient => 100_000,
            _ => 10_000,
        };
        let deal = self
            .deal(number)
            .seed(Seed::ours("compare"))
            .threads(cores());
        let boards = deal.ready(watch)?.into_boards(watch.clone());
        let boards = boards.collect::<Result<Vec<Board>, Error>>()?;
        watch.look()?;
        let mut looked = Looked {
            boards: Some(boards.len() as u64),
            ..Looked::default()
        };
        for &seat in seats {
            let points: Vec<i64> = boards.iter().map(|board| points(board, seat)).collect();
            looked.averages.push((points_of(seat), mean(&points)));
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            for one in &points {
                *counts.entry(*one).or_default() += 1;
            }
            let share = |(value, count): (i64, u64)| {
                (value.to_string(), count as f64 / points.len() as f64)
            };
            looked.distributions.push(Distribution {
                label: points_of(seat),
                exact: false,
                shares: counts.into_iter().map(share).collect(),
            });
            for suit in Suit::WRITTEN {
                let length = |board: &Board| length(board, seat, suit);
                let lengths: Vec<i64> = boards.iter().map(length).collect();
                looked.averages.push((cards_of(seat, suit), mean(&lengths)));
            }
        }
        Ok(looked)
    }
}

impl Looked {
    fn add(&mut self, value: &StatisticAnswer) {
        match value {
            StatisticAnswer::Average {
                label,
                exact,
                mean,
                interval,
                ..
            } => {
                let value = mean.map(|value| ComparedValue {
                    value,
                    exact: *exact,
                    interval: *interval,
                });
                self.averages.push((label.clone(), value));
            }
            // A table of two values is no distribution of one.
            StatisticAnswer::Frequency {
                across: Some(_), ..
            } => {}
            StatisticAnswer::Frequency {
                label,
                exact,
                cells,
                ..
            } => {
                let shares = cells.iter().map(|cell| (cell.value.clone(), cell.share));
                self.distributions.push(Distribution {
                    label: label.clone(),
                    exact: *exact,
                    shares: shares.collect(),
                });
            }
        }
    }
}

impl Script {
    /// The share of each hand type that it names among the deals that qualify, and whether some were estimated.
    fn type_shares(
        &self,
        effort: Effort,
        watch: &Watch,
    ) -> Result<(Vec<(String, f64)>, bool), Error> {
        let Some(types) = self.types() else {
            return Ok((Vec::new(), false));
        };
        let compiled = self.compiled()?;
        let condition = types.condition();
        let first = condition.values().len() - types.names().len();
        let nodes = condition.values()[first..].iter().map(|node| vec![*node]);
        let nodes: Vec<_> = nodes.collect();
        let budget = effort.budget(Purpose::Odds);
        let survey = plan::survey(condition, &compiled.predeal, &nodes, budget, None, watch);
        let (_, tables) = survey.map_err(|error| match error {
            plan::OddsError::Eval(error) => self.no_answer(compiled, error),
            plan::OddsError::Plan(error) => self.no_plan(compiled, error, watch),
        })?;
        let shares = types.names().iter().zip(&tables);
        let shares = shares.map(|(name, table)| (name.clone(), table.mean().unwrap_or(0.0)));
        let estimated = !tables.iter().all(plan::ValueTable::is_exact);
        Ok((shares.collect(), estimated))
    }
}

fn points_of(seat: Seat) -> String {
    format!("{seat}, points")
}

fn cards_of(seat: Seat, suit: Suit) -> String {
    format!("{seat}, {}", profile::suit_word(suit, false))
}

/// The statements that ask for what seats have; none for no seats.
fn asked_of(seats: &BTreeSet<Seat>) -> Option<String> {
    let mut actions = Vec::new();
    for &seat in seats {
        let (points, name) = (points_of(seat), seat.to_string().to_lowercase());
        actions.push(format!("average \"{points}\" hcp({name})"));
        actions.push(format!("frequency \"{points}\" (hcp({name}), 0, 37)"));
        for suit in Suit::WRITTEN {
            let word = profile::suit_word(suit, false);
            let label = cards_of(seat, suit);
            actions.push(format!("average \"{label}\" {word}({name})"));
        }
    }
    (!actions.is_empty()).then(|| format!("\naction {}\n", actions.join(",\n")))
}

fn points(board: &Board, seat: Seat) -> i64 {
    let worth = |card: bridge::Card| card.rank().index().saturating_sub(8) as i64;
    board.deal[seat].cards().map(worth).sum()
}

fn length(board: &Board, seat: Seat, suit: Suit) -> i64 {
    let cards = board.deal[seat].cards();
    cards.filter(|card| card.suit() == suit).count() as i64
}

/// The average of some values, with its interval.
fn mean(values: &[i64]) -> Option<ComparedValue> {
    let number = values.len() as u64;
    let sum = values.iter().map(|&value| i128::from(value)).sum();
    let squares = values.iter().map(|&value| i128::from(value * value)).sum();
    let (mean, error) = crate::statistics::mean(number, sum, squares);
    mean.map(|value| ComparedValue {
        value,
        exact: false,
        interval: error.map(|error| [value - REACH * error, value + REACH * error]),
    })
}

fn compared_odds(odds: &Odds) -> ComparedOdds {
    ComparedOdds {
        probability: odds.probability(),
        exact: odds.is_exact(),
        interval: match odds {
            Odds::Script(odds) => odds.odds.interval,
            Odds::Given(odds) => odds.interval,
            Odds::Profile(_) => None,
        },
    }
}

/// Entries of two lists by their names: those of the first, and then what only the second has.
fn paired<'a, T>(
    one: &'a [T],
    other: &'a [T],
    name: impl Fn(&T) -> &str,
) -> Vec<[Option<&'a T>; 2]> {
    let find = |list: &'a [T], wanted: &str| list.iter().find(|entry| name(entry) == wanted);
    let first = one
        .iter()
        .map(|entry| [Some(entry), find(other, name(entry))]);
    let rest = other
        .iter()
        .filter(|entry| find(one, name(entry)).is_none());
    first.chain(rest.map(|entry| [None, Some(entry)])).collect()
}

fn averages(one: &Looked, other: &Looked) -> Vec<ComparedAverage> {
    let pairs = paired(&one.averages, &other.averages, |(label, _)| label);
    let average = |pair: [Option<&(String, Option<ComparedValue>)>; 2]| {
        let values = pair.map(|entry| entry.and_then(|(_, value)| *value));
        ComparedAverage {
            label: label_of(pair.map(|entry| entry.map(|(label, _)| label.as_str()))),
            difference: values[0].zip(values[1]).map(|(a, b)| b.value - a.value),
            values,
        }
    };
    pairs.into_iter().map(average).collect()
}

fn distributions(one: &Looked, other: &Looked) -> Vec<ComparedDistribution> {
    let pairs = paired(&one.distributions, &other.distributions, |one| &one.label);
    let distribution = |pair: [Option<&Distribution>; 2]| {
        let shares = pair.map(|one| one.map_or(&[][..], |one| &one.shares));
        let mut rows = side_by_side(shares[0], shares[1]);
        // What one of them has and the other lacks comes never there.
        for row in &mut rows {
            for (share, one) in row.shares.iter_mut().zip(pair) {
                *share = one.map(|_| share.unwrap_or(0.0));
            }
        }
        answer::sort_by_key(&mut rows, |row| first_number(&row.name));
        let apart = rows.iter().map(|row| match row.shares {
            [Some(one), Some(other)] => (one - other).abs(),
            _ => 0.0,
        });
        let apart: f64 = apart.sum();
        ComparedDistribution {
            label: label_of(pair.map(|one| one.map(|one| one.label.as_str()))),
            exact: pair.map(|one| one.map(|one| one.exact)),
            distance: (pair[0].is_some() && pair[1].is_some()).then_some(apart / 2.0),
            rows,
        }
    };
    pairs.into_iter().map(distribution).collect()
}

fn label_of(labels: [Option<&str>; 2]) -> String {
    labels[0].or(labels[1]).unwrap_or_default().to_owned()
}

/// The classes of a frequency are like `<5`, `5`, `5-9`, `>12`: what comes first, and the ends before and after all.
fn first_number(name: &str) -> (i8, i64) {
    let end = match name.as_bytes().first() {
        Some(b'<') => -1,
        Some(b'>') => 1,
        _ => 0,
    };
    let digits = name.trim_start_matches(['<', '>']);
    let negative = digits.starts_with('-');
    let digits = digits.trim_start_matches('-');
    let upto = digits.find(|letter: char| !letter.is_ascii_digit());
    let number: i64 = digits[..upto.unwrap_or(digits.len())].parse().unwrap_or(0);
    (end, if negative { -number } else { number })
}

fn side_by_side(one: &[(String, f64)], other: &[(String, f64)]) -> Vec<ComparedShare> {
    let pairs = paired(one, other, |(name, _)| name);
    let share = |pair: [Option<&(String, f64)>; 2]| ComparedShare {
        name: label_of(pair.map(|entry| entry.map(|(name, _)| name.as_str()))),
        shares: pair.map(|entry| entry.map(|(_, share)| *share)),
    };
    pairs.into_iter().map(share).collect()
}

impl ComparedDistribution {
    /// The rows as they are shown: points a few at a time, and nothing that never comes.
    fn shown(&self) -> Vec<ComparedShare> {
        if !self.label.ends_with(", points") {
            return self.rows.clone();
        }
        let mut lines: BTreeMap<i64, [Option<f64>; 2]> = BTreeMap::new();
        for row in &self.rows {
            let (_, points) = first_number(&row.name);
            let line = lines.entry(points / POINTS_A_LINE).or_insert([None; 2]);
            for (sum, share) in line.iter_mut().zip(row.shares) {
                *sum = share.map(|share| share + sum.unwrap_or(0.0)).or(*sum);
            }
        }
        let name = |line: i64| {
            let from = line * POINTS_A_LINE;
            format!("{from}-{}", (from + POINTS_A_LINE - 1).min(37))
        };
        let lines = lines.into_iter();
        let lines = lines.filter(|(_, shares)| shares.iter().flatten().any(|share| *share > 0.0));
        lines
            .map(|(line, shares)| ComparedShare {
                name: name(line),
                shares,
            })
            .collect()
    }
}

impl fmt::Display for Comparison {
    /// Tables: odds, averages, shares, and distributions.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [one, other] = &self.names;
        let wide = one.chars().count().max(other.chars().count()).max(12);
        let labels = self.averages.iter().map(|one| one.label.chars().count());
        let shares = self.shares.iter().map(|one| one.name.chars().count());
        let first = labels.chain(shares).max().unwrap_or(0).max(16);
        writeln!(f, "{:first$}  {one:>wide$}  {other:>wide$}", "")?;
        let chance = |odds: &ComparedOdds| match odds.probability {
            0.0 => "never".to_owned(),
            p if odds.exact => format!("1 in {}", answer::one_in(p, 2)),
            p => format!("~1 in {}", answer::one_in(p, 2)),
        };
        let [a, b] = self.odds.each_ref().map(chance);
        writeln!(f, "{:first$}  {a:>wide$}  {b:>wide$}", "a deal qualifies")?;
        match self.ratio {
            Some(ratio) if ratio >= 1.0 => {
                writeln!(f, "{one} is {} times as likely as {other}", times(ratio))?;
            }
            Some(ratio) => {
                writeln!(
                    f,
                    "{other} is {} times as likely as {one}",
                    times(1.0 / ratio)
                )?;
            }
            None => {}
        }
        if !self.averages.is_empty() {
            writeln!(f, "\naverages")?;
        }
        for average in &self.averages {
            let value = |value: &Option<ComparedValue>| match value {
                None => "-".to_owned(),
                Some(one) if one.exact => format!("{:.4}", one.value),
                Some(one) => format!("~{:.2}", one.value),
            };
            let [a, b] = average.values.each_ref().map(value);
            let label = &average.label;
            write!(f, "{label:first$}  {a:>wide$}  {b:>wide$}")?;
            match average.difference {
                Some(more) => writeln!(f, "  {more:+.2}")?,
                None => writeln!(f)?,
            }
        }
        let mut tables = Vec::new();
        if !self.shares.is_empty() {
            let estimated = estimated(self.shares_exact.contains(&false));
            tables.push((format!("shares{estimated}"), self.shares.clone()));
        }
        for one in &self.distributions {
            let apart = one.distance.map_or(String::new(), |distance| {
                format!(": {} apart", percent(distance))
            });
            let estimated = estimated(one.exact.contains(&Some(false)));
            tables.push((format!("{}{estimated}{apart}", one.label), one.shown()));
        }
        for (title, rows) in tables {
            writeln!(f, "\n{title}")?;
            for row in rows {
                let share = |share: &Option<f64>| share.map_or("-".to_owned(), percent);
                let [a, b] = row.shares.each_ref().map(share);
                let name = &row.name;
                writeln!(f, "{name:first$}  {a:>wide$}  {b:>wide$}")?;
            }
        }
        let mut notes = String::new();
        for (name, boards) in self.names.iter().zip(self.boards) {
            if let Some(boards) = boards {
                let boards = answer::plural(boards, "board");
                let _ = write!(notes, "\nwhat {name} deals is estimated, from {boards}");
            }
        }
        if notes.is_empty() {
            Ok(())
        } else {
            writeln!(f, "{notes}")
        }
    }
}

/// What is said of a table of which something was not counted.
fn estimated(estimated: bool) -> &'static str {
    if estimated { ", estimated" } else { "" }
}

/// A ratio with as many digits as anyone reads.
fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 10.0 => format!("{ratio:.2}"),
        ratio if ratio < 100.0 => format!("{ratio:.1}"),
        ratio => format!("{ratio:.0}"),
    }
}

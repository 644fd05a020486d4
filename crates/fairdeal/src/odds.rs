//! How likely what a question asks for is: counted where that fits the effort, else estimated.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use answer::{Count, ErrorBody};
use bridge::Seat;
use condition::{Condition, NodeId};
use plan::{OddsError, Plan, Strategy, ValueTable};
use profile::ProfileOdds;
use script::Compiled;
use serde::Serialize;
use space::{Budget, Key, Watch};

use crate::answers::StatisticAnswer;
use crate::asked_statistics::AskedStatistics;
use crate::deal_error::DealError;
use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::plots::{self, StatisticsFormat};
use crate::script_question::{Script, solver_if};

/// How many plain deals say what they can where one waits for the answer: some hundredths of a second,
const PLAIN_DEALS: u64 = 100_000;
/// and how many where each has to be solved.
const SOLVED_DEALS: u64 = 4;
/// How many boards are found from one look at the watch to the next.
const BOARDS_A_LOOK: u64 = 1_000;
/// What the streams are for that they are drawn from; no board shares them.
const STREAMS: &str = "odds";

/// How likely a question is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Odds {
    /// Of a script.
    Script(Box<ScriptOdds>),
    /// Of a script, given something that is known.
    Given(Box<GivenOdds>),
    /// Of a profile: of each combination, and of all by their shares.
    Profile(Box<ProfileOdds>),
}

impl fmt::Display for Odds {
    /// In words; with `{:#}`, frequencies are drawn.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Odds::Script(odds) => odds.fmt(f),
            Odds::Given(odds) => odds.fmt(f),
            Odds::Profile(odds) => match &odds.only {
                Some(only) => Chance::from(only).fmt(f),
                None => odds.fmt(f),
            },
        }
    }
}

impl Odds {
    /// The chance that a deal qualifies.
    pub fn probability(&self) -> f64 {
        match self {
            Odds::Script(odds) => odds.odds.probability,
            Odds::Given(odds) => odds.probability,
            Odds::Profile(odds) => odds.probability,
        }
    }

    /// What the averages and frequencies of a script come to; a profile has none.
    pub fn values(&self) -> &[StatisticAnswer] {
        match self {
            Odds::Script(odds) => &odds.values,
            Odds::Given(odds) => &odds.values,
            Odds::Profile(_) => &[],
        }
    }

    /// Whether there is something to draw.
    pub fn has_frequencies(&self) -> bool {
        let is_frequency =
            |value: &StatisticAnswer| matches!(value, StatisticAnswer::Frequency { .. });
        self.values().iter().any(is_frequency)
    }

    /// What the averages and frequencies of a script come to, as the text of a file. `title` is what pictures are called.
    ///
    /// # Errors
    /// Never for what was counted.
    pub fn statistics(&self, format: StatisticsFormat, title: &str) -> Result<String, Error> {
        let values = self.values();
        Ok(match format {
            StatisticsFormat::Text => self.to_string(),
            StatisticsFormat::Json => {
                let json = serde_json::to_string_pretty(self);
                json.map_err(|error| Error::Write(error.into()))? + "\n"
            }
            StatisticsFormat::Csv => plots::csv(values),
            StatisticsFormat::Svg => plots::svg(title, values, &[]),
            StatisticsFormat::Html => plots::html(title, values, &[]),
        })
    }

    /// Whether it was counted.
    pub fn is_exact(&self) -> bool {
        match self {
            Odds::Script(odds) => odds.odds.exact,
            Odds::Given(odds) => odds.exact,
            Odds::Profile(odds) => odds.exact,
        }
    }
}

/// How likely a script is, and what its averages and frequencies come to over all deals that qualify.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptOdds {
    /// How likely it is.
    #[serde(flatten)]
    pub odds: Chance,
    /// What its averages and frequencies come to.
    pub values: Vec<StatisticAnswer>,
    /// The same in words.
    #[serde(skip)]
    words: ValueWords,
}

/// How likely a script is where something is known: among the deals that satisfy what is given.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenOdds {
    /// How many deals qualify and satisfy what is given; null if they were not counted.
    pub count: Option<Count>,
    /// The chance that a deal qualifies, given what is.
    pub probability: f64,
    /// Whether both were counted.
    pub exact: bool,
    /// Where they were not, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
    /// Why they were not counted.
    pub reason: Option<String>,
    /// How likely what is given is by itself.
    pub given: Chance,
    /// What the averages and frequencies of the script come to over the deals that qualify and satisfy what is given.
    pub values: Vec<StatisticAnswer>,
    /// The same in words.
    #[serde(skip)]
    words: ValueWords,
}

/// How likely a condition is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chance {
    /// How many deals qualify; null if they were not counted, or if random numbers have a say in it.
    pub count: Option<Count>,
    /// How many deals there are, with what is dealt beforehand.
    pub total: Count,
    /// The chance that a deal qualifies.
    pub probability: f64,
    /// Whether it was counted.
    pub exact: bool,
    /// Where it was not, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
    /// Why it was not counted.
    pub reason: Option<String>,
    /// For each seat that the condition speaks of, the exact chance that its hand alone might do.
    pub seats: BTreeMap<Seat, f64>,
}

impl From<&plan::Odds> for Chance {
    fn from(odds: &plan::Odds) -> Chance {
        Chance {
            count: odds.count.map(Count),
            total: Count(odds.total),
            probability: odds.probability,
            exact: odds.interval.is_none(),
            interval: odds.interval.map(|(low, high)| [low, high]),
            reason: odds.reason.clone(),
            seats: odds.seats.iter().copied().collect(),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.count, self.interval) {
            (Some(Count(0)), _) => writeln!(f, "no deal qualifies, of {}", self.total)?,
            (Some(count), _) => {
                let total = self.total;
                writeln!(f, "{count} deals qualify, of {total}: counted exactly")?;
                writeln!(f, "probability {}", chance(self.probability))?;
            }
            (None, Some(interval)) => {
                estimated(f, self.probability, interval, self.reason.as_deref())?;
            }
            (None, None) => {
                writeln!(f, "counted exactly, with random numbers as chances")?;
                writeln!(f, "probability {}", chance(self.probability))?;
            }
        }
        for (seat, alone) in &self.seats {
            if *alone == 0.0 {
                writeln!(f, "{seat} alone might do: never")?;
            } else {
                writeln!(f, "{seat} alone might do: probability {}", chance(*alone))?;
            }
        }
        Ok(())
    }
}

impl Chance {
    /// The chance in a few words: `1 in 89`, `about 1 in 89` where it was not counted.
    pub fn in_short(&self) -> String {
        let about = if self.exact { "" } else { "about " };
        match self.probability {
            p if p <= 0.0 && self.exact => "never".to_owned(),
            p if p <= 0.0 => "none found".to_owned(),
            p if p >= 1.0 => format!("{about}always"),
            p if p >= 0.1 => format!("{about}1 in {}", answer::one_in(p, 1)),
            p => format!("{about}1 in {}", answer::one_in(p, 0)),
        }
    }
}

/// A chance that was counted.
fn chance(p: f64) -> String {
    format!("{}, 1 in {}", number(p), answer::one_in(p, 2))
}

/// A chance that was not.
fn estimated(
    f: &mut fmt::Formatter,
    probability: f64,
    [low, high]: [f64; 2],
    reason: Option<&str>,
) -> fmt::Result {
    let reason = reason.unwrap_or("it was not counted");
    writeln!(f, "estimated, not counted: {reason}")?;
    let known = Known::new(probability, (high - low) / 2.0);
    if probability > 0.0 {
        let (about, one_in) = (known.number(probability), known.one_in());
        writeln!(f, "probability about {about}, 1 in {one_in}")?;
    } else {
        writeln!(f, "none found")?;
    }
    let (low, high) = (known.number(low), known.number(high));
    writeln!(f, "95% interval: {low} to {high}")
}

impl fmt::Display for GivenOdds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Chance { count, total, .. } = self.given;
        let one_in = answer::one_in(self.given.probability, 2);
        match count {
            Some(given) => writeln!(f, "given: {given} deals, of {total}, 1 in {one_in}")?,
            None => writeln!(f, "given: about 1 deal in {one_in}")?,
        }
        match (self.count, self.interval) {
            (Some(Count(0)), None) => writeln!(f, "none of these qualifies: counted exactly")?,
            (Some(count), None) => {
                writeln!(f, "{count} of these qualify: counted exactly")?;
                writeln!(f, "probability {}", chance(self.probability))?;
            }
            (_, interval) => {
                let interval = interval.unwrap_or([self.probability; 2]);
                estimated(f, self.probability, interval, self.reason.as_deref())?;
            }
        }
        f.write_str(self.words.of(f))
    }
}

impl fmt::Display for ScriptOdds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.odds, self.words.of(f))
    }
}

/// What averages and frequencies come to, in words: as tables, and with frequencies drawn, which the alternate form shows.
#[derive(Clone, PartialEq, Debug, Default)]
struct ValueWords {
    tables: String,
    drawn: String,
}

impl ValueWords {
    fn new(asked: &AskedStatistics, tables: &[ValueTable]) -> ValueWords {
        ValueWords {
            tables: asked.text(tables, false),
            drawn: asked.text(tables, true),
        }
    }

    fn of(&self, f: &fmt::Formatter) -> &str {
        if f.alternate() {
            &self.drawn
        } else {
            &self.tables
        }
    }
}

/// How many digits of an estimate mean something: those down to one after the first that the interval leaves open.
struct Known {
    value: f64,
    /// The power of ten of the last digit that is shown.
    last: i32,
}

impl Known {
    fn new(value: f64, half_width: f64) -> Known {
        let last = if half_width > 0.0 {
            half_width.log10().floor() as i32 - 1
        } else {
            -12
        };
        Known { value, last }
    }

    /// `0.007256`, or `7.2e-9` for what is very small.
    fn number(&self, value: f64) -> String {
        if value == 0.0 {
            return "0".to_owned();
        }
        if value >= 1e-4 || self.value >= 1e-4 {
            let decimals = (-self.last).clamp(0, 12) as usize;
            return format!("{value:.decimals$}");
        }
        let digits = (value.log10().floor() as i32 - self.last).clamp(0, 9) as usize;
        format!("{value:.digits$e}")
    }

    /// The N of 1 in N, with as many digits.
    fn one_in(&self) -> String {
        let n = 1.0 / self.value;
        let digits = self.value.log10().floor() as i32 - self.last + 1;
        let decimals = digits - 1 - n.log10().floor() as i32;
        if decimals >= 0 {
            let decimals = decimals.min(2) as usize;
            format!("{n:.decimals$}")
        } else {
            let unit = 10f64.powi(-decimals);
            format!("{:.0}", (n / unit).round() * unit)
        }
    }
}

/// Twelve digits after the point, or after the first for what is very small: what was counted is known to the last.
fn number(value: f64) -> String {
    match value {
        v if v == 0.0 || v >= 1e-4 => format!("{v:.12}"),
        v => format!("{v:.9e}"),
    }
}

impl Script {
    /// How many deals qualify, and what averages and frequencies come to over all of them: counted where that fits the
    /// effort.
    ///
    /// ```
    /// use fairdeal::{Effort, Script, Watch};
    /// let script = Script::from_text("condition spades(north) == 6 and hcp(north) >= 10 and hcp(north) <= 12")?;
    /// let odds = script.odds(Effort::Usual, &Watch::default())?;
    /// assert_eq!(odds.odds.count.unwrap().0, 604600034108919818184129600);
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the script, a value without an answer, or that it was stopped.
    pub fn odds(&self, effort: Effort, watch: &Watch) -> Result<ScriptOdds, Error> {
        let counting = ScriptCounting::new(self, effort)?;
        let (odds, tables) = counting.survey(counting.condition(), &counting.nodes, watch)?;
        Ok(ScriptOdds {
            odds: Chance::from(&odds),
            values: counting.asked.answers(&tables),
            words: ValueWords::new(&counting.asked, &tables),
        })
    }

    /// The same among the deals that satisfy a further condition, which may use the names of the script: exact where both can
    /// be counted. `place` is what to call where the condition comes from.
    ///
    /// ```
    /// use fairdeal::{Effort, Script, Watch};
    /// let script = Script::from_text("hascard(north, AS) and hascard(north, KS)")?;
    /// let odds = script.odds_given("given", "hascard(north, AS)", Effort::Usual, &Watch::default())?;
    /// assert!(odds.exact && (odds.probability - 12.0 / 51.0).abs() < 1e-12);
    /// # Ok::<(), fairdeal::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Script::odds`]; what is wrong with the further condition, or that no deal satisfies it.
    pub fn odds_given(
        &self,
        place: &str,
        given: &str,
        effort: Effort,
        watch: &Watch,
    ) -> Result<GivenOdds, Error> {
        let script = self.with_given(place, given);
        let counting = ScriptCounting::new(&script, effort)?;
        let condition = counting.condition();
        let mut graph = condition.graph().clone();
        let given = counting.compiled.given.unwrap_or_else(|| graph.constant(1));
        let both = graph.all(vec![condition.root(), given]);
        let given = Condition::new(graph.clone(), given, Vec::new());
        let both = Condition::new(graph, both, condition.values().to_vec());
        let holds = vec![vec![condition.root()]];
        let (known, holding) = counting.survey(&given, &holds, watch)?;
        if known.probability == 0.0 {
            let message = match known.count {
                Some(_) => "no deal satisfies what is given, so nothing follows from it",
                None => "no deal was found that satisfies what is given",
            };
            return Err(Error::Other(ErrorBody::new("nothing-given", message)));
        }
        let holding = &holding[0];
        let is_held = |values: &[i64]| values != [0];
        let held = holding.rows.iter().filter(|(values, _)| is_held(values));
        let held: u128 = held.map(|(_, count)| count).sum();
        let counted = known.interval.is_none() && holding.is_exact();
        let mut odds = GivenOdds {
            count: known.count.filter(|_| counted).map(|_| Count(held)),
            probability: held as f64 / holding.rows.values().sum::<u128>().max(1) as f64,
            exact: counted,
            interval: None,
            reason: None,
            given: Chance::from(&known),
            values: Vec::new(),
            words: ValueWords::default(),
        };
        // A solver is not asked about other deals again: those that were drawn say how often the condition holds among them.
        let is_solved = condition.graph().facts(condition.root()).solver;
        if counting.nodes.is_empty() && (odds.exact || is_solved) {
            if let Some(interval) = holding.share_interval(is_held) {
                odds.interval = Some(interval.into());
                odds.reason = Some("it asks for double dummy results".to_owned());
            }
            return Ok(odds);
        }
        let (joint, tables) = counting.survey(&both, &counting.nodes, watch)?;
        odds.values = counting.asked.answers(&tables);
        odds.words = ValueWords::new(&counting.asked, &tables);
        if odds.exact {
            return Ok(odds);
        }
        odds.count = joint.count.map(Count);
        odds.reason = joint.reason.clone().or(known.reason.clone());
        let bounds = |odds: &plan::Odds| odds.interval.unwrap_or([odds.probability; 2].into());
        match (known.interval, joint.interval) {
            (None, None) => {
                odds.probability = match (known.count, joint.count) {
                    (Some(known), Some(joint)) => joint as f64 / known as f64,
                    _ => joint.probability / known.probability,
                };
                odds.exact = true;
                odds.reason = None;
            }
            (None, Some(_)) => {
                let (low, high) = bounds(&joint);
                odds.probability = joint.probability / known.probability;
                odds.interval = Some([low, high].map(|p| (p / known.probability).min(1.0)));
            }
            (Some(_), None) => {
                let (low, high) = bounds(&known);
                odds.probability = (joint.probability / known.probability).min(1.0);
                odds.interval = Some([high, low].map(|p| (joint.probability / p).min(1.0)));
            }
            // The deals that were drawn to estimate the one say how often the other holds among them.
            (Some(_), Some(_)) => {
                odds.interval = holding.share_interval(is_held).map(Into::into);
            }
        }
        Ok(odds)
    }
}

/// A script that is to be counted, and what is asked of it beside.
pub(crate) struct ScriptCounting<'a> {
    script: &'a Script,
    compiled: &'a Compiled,
    asked: AskedStatistics,
    nodes: Vec<Vec<NodeId>>,
    pub(crate) budget: Budget,
}

impl ScriptCounting<'_> {
    pub(crate) fn new(script: &Script, effort: Effort) -> Result<ScriptCounting<'_>, Error> {
        let compiled = script.compiled()?;
        let asked = AskedStatistics::new(compiled.actions.as_deref().unwrap_or_default());
        let asked = asked.map_err(DealError::Frequency)?;
        Ok(ScriptCounting {
            script,
            compiled,
            nodes: asked.asked(&compiled.condition),
            asked,
            budget: effort.budget(Purpose::Odds),
        })
    }

    pub(crate) fn condition(&self) -> &Condition {
        &self.compiled.condition
    }

    /// The odds of a condition, and how often values come.
    pub(crate) fn survey(
        &self,
        condition: &Condition,
        nodes: &[Vec<NodeId>],
        watch: &Watch,
    ) -> Result<(plan::Odds, Vec<ValueTable>), Error> {
        let solves = |node: NodeId| condition.graph().facts(node).solver;
        let mut needed = nodes.iter().flatten().copied().chain([condition.root()]);
        let solver = solver_if(needed.any(solves))?;
        let predeal = &self.compiled.predeal;
        let survey = plan::survey(condition, predeal, nodes, self.budget, solver, watch);
        survey.map_err(|error| match error {
            OddsError::Eval(error) => self.script.no_answer(self.compiled, error),
            OddsError::Plan(error) => self.script.no_plan(self.compiled, error, watch),
        })
    }
}

impl ScriptCounting<'_> {
    /// The odds of its condition within so few steps that one waits for them: counted if that fits, else estimated from plain deals.
    /// Nothing is planned for these, which may take more by itself.
    pub(crate) fn at_once(&self, watch: &Watch) -> Result<plan::Odds, Error> {
        let (condition, predeal) = (self.condition(), &self.compiled.predeal);
        let reason = match plan::count(condition, predeal, self.budget, watch) {
            Ok(_) => return Ok(self.survey(condition, &[], watch)?.0),
            Err(why) => why.to_string(),
        };
        watch.look()?;
        let unplanned = |error| self.script.no_plan(self.compiled, error, watch);
        let plan = Plan::new(Strategy::Reject, condition, predeal, PLAIN_DEALS, watch);
        let plan = plan.map_err(unplanned)?;
        let is_solved = condition.graph().facts(condition.root()).solver;
        let plan = Arc::new(plan.with_solver(solver_if(is_solved)?));
        let most = if is_solved { SOLVED_DEALS } else { PLAIN_DEALS };
        let mut worker = plan.worker();
        let (mut found, mut tries) = (0, 0);
        while tries < most {
            let board = worker.board(Key::ours(STREAMS), found, most - tries, watch);
            if found % BOARDS_A_LOOK == 0 || watch.is_stopped() {
                watch.look()?;
            }
            let board = board.map_err(|error| self.script.no_answer(self.compiled, error))?;
            tries += board.tries;
            found += u64::from(board.deal.is_some());
        }
        let anything = Script::anything();
        let total = plan::count(&anything.compiled()?.condition, predeal, self.budget, watch);
        watch.look()?;
        Ok(plan::Odds {
            count: None,
            total: total.unwrap_or(0),
            probability: plan.share() * found as f64 / tries as f64,
            interval: {
                let (low, high) = space::interval(found, tries);
                Some((plan.share() * low, plan.share() * high))
            },
            reason: Some(reason),
            seats: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_in_short() {
        let chance = |probability, exact| Chance {
            count: None,
            total: Count(1),
            probability,
            exact,
            interval: None,
            reason: None,
            seats: BTreeMap::new(),
        };
        let short = |probability, exact| chance(probability, exact).in_short();
        assert_eq!(short(1.0 / 89.2, true), "1 in 89");
        assert_eq!(short(1.0 / 2.5, false), "about 1 in 2.5");
        assert_eq!(
            (short(0.0, true), short(0.0, false)),
            ("never".into(), "none found".into())
        );
        assert_eq!(short(1.0, true), "always");
    }

    #[test]
    fn estimates_show_what_is_known() {
        let known = Known::new(0.007255610304, 5.0e-5);
        assert_eq!(known.number(0.007255610304), "0.007256");
        assert_eq!(known.one_in(), "137.8");
        let rare = Known::new(2.345678e-9, 3.1e-11);
        assert_eq!(rare.number(2.345678e-9), "2.346e-9");
        assert_eq!(rare.one_in(), "426300000");
        let none = Known::new(0.0, 5e-7);
        assert_eq!(
            (none.number(0.0), none.number(1e-6)),
            ("0".into(), "1.00e-6".into())
        );
    }
}

//! How the boards of a profile are found: its combinations, their plans, and what stands in the way.

use std::fmt;
use std::sync::Arc;

use answer::one_in;
use bridge::Seat;
use condition::{Comparison, Condition, Node, NodeId};
use plan::{DrawMethod, PlanError, Strategy, Watch};
use serde::Serialize;
use space::Budget;

use super::{LeftOutCombinations, NamedCombination};
use crate::combination::Combinations;
use crate::combination_plans::CombinationPlans;
use crate::compile::condition;
use crate::counted::Counted;
use crate::demand::ProfileLine;
use crate::model::Profile;
use crate::viability::Viability;

/// So many combinations are shown with their plans, those with the largest shares first.
const SHOWN: usize = 10;

/// How the boards of a profile are found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileExplanation {
    /// For how many boards: the plans are those of the last.
    pub boards: u64,
    /// How many combinations of subprofiles and suits there are.
    pub combinations: usize,
    /// How many of them can be dealt.
    pub dealable: usize,
    /// The combinations with the largest shares.
    pub shown: Vec<ExplainedCombination>,
    /// What is left out, and why.
    pub left_out: Vec<LeftOutCombinations>,
}

/// How the boards of one combination are found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedCombination {
    /// Which it is.
    #[serde(flatten)]
    pub named: NamedCombination,
    /// Its share of the boards.
    pub share: f64,
    /// The name of its plan.
    pub plan: Option<String>,
    /// About how many deals it takes to find a board.
    pub tries: Option<f64>,
    /// The chance that a random deal is one for it.
    pub probability: Option<f64>,
    /// The plan in words, without its seats: those of a combination's plan are not those of the table.
    #[serde(skip)]
    method: Option<&'static str>,
    /// The seat whose hand alone is the rarest.
    #[serde(skip)]
    bottleneck: Option<Seat>,
}

impl ProfileExplanation {
    /// For so many boards, by this strategy; what is counted is counted within the budget.
    ///
    /// # Errors
    /// When the strategy cannot be followed, or it was stopped.
    pub fn new(
        profile: &Profile,
        combinations: &Arc<Combinations>,
        strategy: Strategy,
        boards: u64,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileExplanation, PlanError> {
        let viability = Viability::new(profile, combinations, watch)?;
        let all = combinations.all();
        let mut shown: Vec<usize> = (0..all.len())
            .filter(|&index| all[index].is_dealable())
            .collect();
        let dealable = shown.len();
        shown.sort_by(|a, b| all[*b].share.total_cmp(&all[*a].share));
        shown.truncate(SHOWN);
        let demands = shown.iter().map(|&index| all[index].demands);
        let counted = Counted::new(demands, budget, threads, watch)?;
        let plans = CombinationPlans::new(combinations.clone(), strategy, false);
        let explain = |index: usize| -> Result<ExplainedCombination, PlanError> {
            let one = &all[index];
            let plan = plans.plan_of(index, boards, watch)?;
            let alone = counted.alone(one);
            let hardest = alone.iter().min_by(|a, b| a.1.total_cmp(&b.1));
            let plan = plan.as_ref();
            Ok(ExplainedCombination {
                named: NamedCombination::new(profile, one),
                share: one.share,
                plan: plan.map(|plan| plan.method().to_string()),
                tries: plan.map(|plan| plan.tries_a_board()),
                probability: counted.odds(&one.demands).map(|odds| odds.probability),
                method: plan.map(|plan| without_seats(plan.method())),
                bottleneck: hardest.map(|(seat, _)| *seat),
            })
        };
        Ok(ProfileExplanation {
            boards,
            combinations: all.len(),
            dealable,
            shown: shown.into_iter().map(explain).collect::<Result<_, _>>()?,
            left_out: LeftOutCombinations::all(profile, &viability),
        })
    }
}

/// A method in words, without its seats.
fn without_seats(method: DrawMethod) -> &'static str {
    match method {
        DrawMethod::Plain => "plain",
        DrawMethod::Hand(_) => "one hand",
        DrawMethod::Hands(..) => "two hands",
        DrawMethod::Count => "count",
        DrawMethod::CountSeats => "count-seats",
    }
}

impl fmt::Display for ProfileExplanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (all, dealable) = (self.combinations, self.dealable);
        if dealable == 0 {
            writeln!(f, "nothing in this profile can be dealt")?;
        } else {
            writeln!(
                f,
                "{all} combinations, {dealable} can be dealt; each has its own plan, made when it is first drawn"
            )?;
        }
        for one in &self.shown {
            let share = 100.0 * one.share;
            writeln!(f, "{share:>6.2}%  {}", one.named.combination)?;
            let (Some(method), Some(tries)) = (one.method, one.tries) else {
                continue;
            };
            f.write_str("         ")?;
            if let Some(probability) = one.probability {
                write!(f, "1 deal in {}; ", one_in(probability, 1))?;
            }
            write!(f, "plan {method}, {tries:.1} tries a board")?;
            if let Some(seat) = one.bottleneck {
                write!(f, "; the bottleneck is {seat}")?;
            }
            writeln!(f)?;
        }
        if dealable > self.shown.len() {
            let more = dealable - self.shown.len();
            writeln!(f, "and {more} with smaller shares")?;
        }
        for one in &self.left_out {
            writeln!(f, "left out, {}: {}", one.combinations, one.reason)?;
        }
        Ok(())
    }
}

/// The condition of a profile that has one combination and no more: it is explained as a script is, line by line.
#[derive(Clone, Debug)]
pub struct SingleCombination {
    condition: Condition,
    lines: Vec<ProfileLine>,
}

impl SingleCombination {
    /// Of a profile; `None` if it has several combinations, or one that cannot be dealt.
    pub fn new(profile: &Profile, combinations: &Combinations) -> Option<SingleCombination> {
        let [one] = combinations.all() else {
            return None;
        };
        let lines = one.lines(profile).ok().filter(|_| one.is_dealable())?;
        Some(SingleCombination {
            condition: condition(&lines),
            lines,
        })
    }

    /// The condition.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// A part of the condition in the profile's words.
    pub fn words(&self, node: NodeId) -> Option<String> {
        let graph = self.condition.graph();
        let line = &self.lines[graph.origin(node)?.0 as usize];
        // A range is two checks.
        Some(match graph.node(node) {
            Node::Compare(Comparison::AtLeast, ..) => format!("{line}: the least"),
            Node::Compare(Comparison::AtMost, ..) => format!("{line}: the most"),
            _ => line.to_string(),
        })
    }
}

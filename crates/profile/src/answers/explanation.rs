//! How the boards of a profile are found: its combinations, their plans, and what stands in the way.

use std::fmt;
use std::sync::Arc;

use answer::share;
use bridge::Seat;
use condition::{Comparison, Condition, Node, NodeId};
use plan::{DrawMethod, Odds, Plan, PlanError, Strategy, Watch};
use serde::Serialize;
use space::{Budget, Stopped};

use super::{LeftOutCombinations, NamedCombination, TightSeats, named, rarity};
use crate::attempting::help::tight_seats;
use crate::attempting::settings::Settings;
use crate::combining::combination::Combinations;
use crate::combining::compile::condition;
use crate::combining::demand::ProfileLine;
use crate::combining::viability::Viability;
use crate::counting::counted::Counted;
use crate::document::model::Profile;
use crate::finding::combination_plans::{CombinationPlans, TriedFirst};

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
    /// The seats that are tight.
    pub tight: TightSeats,
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
    /// How its boards are tried for before there is a plan; none where there is a plan at once.
    pub tried_first: Option<TriedFirst>,
    /// The name of its plan; none where boards are mostly found without one.
    pub plan: Option<String>,
    /// About how many deals it takes to find a board by the plan, or without one.
    pub tries: Option<f64>,
    /// The chance that a random deal is one for it; null if it was estimated and none was found.
    pub probability: Option<f64>,
    /// Where it was not counted, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
    /// The seats that are tight.
    pub tight: Vec<Seat>,
    /// The plan in words, without its seats: those of a combination's plan are not those of the table.
    #[serde(skip)]
    method: Option<&'static str>,
    /// Whether any board was found when the plan was tried out; if not, it takes at least so many tries.
    #[serde(skip)]
    found: bool,
    /// Whether the chance was counted.
    #[serde(skip)]
    exact: bool,
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
        let settings = Settings::default();
        let all = combinations.all();
        let mut shown: Vec<usize> = (0..all.len())
            .filter(|&index| all[index].is_dealable())
            .collect();
        let dealable = shown.len();
        answer::sort_by(&mut shown, |a, b| all[*b].share.total_cmp(&all[*a].share));
        shown.truncate(SHOWN);
        let demands = shown.iter().map(|&index| all[index].demands);
        let counted = Counted::new(demands, budget, threads, watch)?;
        let plans = CombinationPlans::new(combinations.clone(), strategy, false);
        let explain = |index: usize| -> Result<ExplainedCombination, PlanError> {
            let one = &all[index];
            let alone = counted.alone(one);
            let hardest = alone.iter().min_by(|a, b| a.1.total_cmp(&b.1));
            let odds = counted.odds(&one.demands);
            let chance = odds.map_or(0.0, |odds| odds.probability);
            let tried_first = plans.tried_first(index, boards, chance);
            let enough = tried_first.filter(TriedFirst::is_enough);
            let plan = match enough {
                Some(_) => None,
                None => plans.plan_of(index, boards, watch)?,
            };
            // Where a plan comes to dealing and looking, the tries go on instead.
            let goes_on =
                |plan: &Arc<Plan>| tried_first.is_some() && plan.method() == DrawMethod::Plain;
            let plan = plan.as_ref().filter(|plan| !goes_on(plan));
            let tries = tried_first.filter(|_| plan.is_none());
            let tries = tries.and_then(|tried| tried.tries);
            let exact = odds.is_some_and(|odds| odds.count.is_some());
            Ok(ExplainedCombination {
                named: NamedCombination::new(profile, one),
                share: one.share,
                tried_first,
                plan: plan.map(|plan| plan.method().to_string()),
                tries: tries.or(plan.map(|plan| plan.tries_a_board())),
                probability: odds.and_then(known),
                interval: odds.and_then(|odds| odds.interval).map(<[f64; 2]>::from),
                tight: tight_seats(profile, one, &settings),
                method: plan.map(|plan| without_seats(plan.method())),
                found: plan.is_some_and(|plan| plan.found_some()),
                exact,
                bottleneck: hardest.map(|(seat, _)| *seat),
            })
        };
        Ok(ProfileExplanation {
            boards,
            combinations: all.len(),
            dealable,
            shown: shown.into_iter().map(explain).collect::<Result<_, _>>()?,
            left_out: LeftOutCombinations::all(profile, &viability),
            tight: TightSeats::new(profile, combinations, &settings),
        })
    }
}

/// The chance, unless all that is known of it is that trying found nothing.
fn known(odds: &Odds) -> Option<f64> {
    let found = odds.count.is_some() || odds.probability > 0.0;
    found.then_some(odds.probability)
}

/// A method in words, without its seats.
fn without_seats(method: DrawMethod) -> &'static str {
    match method {
        DrawMethod::Plain => "plain",
        DrawMethod::Hand(_) => "one hand",
        DrawMethod::Hands(..) => "two hands",
        DrawMethod::Count => "count",
        DrawMethod::CountSeats => "count-seats",
        DrawMethod::CountPair(..) => "count-pair",
        DrawMethod::Cases => "cases",
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
                "{all} combinations, {dealable} can be dealt; what is not found by a few tries is planned when it is first drawn"
            )?;
        }
        for one in &self.shown {
            let share = share(one.share, 2);
            writeln!(f, "{share:>7}  {}", one.named.combination)?;
            f.write_str("         ")?;
            let chance = one.probability.unwrap_or(0.0);
            let rarity = rarity("1 deal in", chance, one.exact, one.interval);
            write!(f, "{rarity}")?;
            match (one.method, one.tries, one.tried_first) {
                (Some(method), Some(tries), _) => {
                    let or_more = if one.found { "" } else { " or more" };
                    write!(f, "; plan {method}, {tries:.1}{or_more} tries a board")?;
                }
                (None, _, Some(tried)) => write!(f, "; {tried}")?,
                _ => {}
            }
            if let Some(seat) = one.bottleneck {
                write!(f, "; the bottleneck is {seat}")?;
            }
            if !one.tight.is_empty() {
                write!(f, "; tight: {}", named(&one.tight))?;
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
        if dealable > 0 {
            self.tight.fmt(f)?;
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

    /// How its boards are tried for before there is a plan; `None` where there is a plan at once.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn tried_first(
        combinations: &Arc<Combinations>,
        strategy: Strategy,
        boards: u64,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Option<TriedFirst>, Stopped> {
        let counted = Counted::combinations(combinations, budget, 1, watch)?;
        let chance = counted.probability(combinations);
        let plans = CombinationPlans::new(combinations.clone(), strategy, false);
        Ok(plans.tried_first(0, boards, chance))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(odds: &Odds, found: bool) -> (String, serde_json::Value) {
        let profile = crate::read(
            r#"{"profile_name": "Any", "dealer": "N", "tag": "Opener", "seat_profiles": {}}"#,
        );
        let profile = profile.profile.unwrap();
        let combinations = Combinations::new(&profile, &Watch::default()).unwrap();
        let one = ExplainedCombination {
            named: NamedCombination::new(&profile, &combinations.all()[0]),
            share: 1.0,
            tried_first: None,
            plan: Some("plain".to_owned()),
            tries: Some(4000.0),
            probability: known(odds),
            interval: odds.interval.map(<[f64; 2]>::from),
            tight: Vec::new(),
            method: Some("plain"),
            found,
            exact: odds.count.is_some(),
            bottleneck: None,
        };
        let explanation = ProfileExplanation {
            boards: 40,
            combinations: 1,
            dealable: 1,
            shown: vec![one],
            left_out: Vec::new(),
            tight: TightSeats::new(&profile, &combinations, &Settings::default()),
        };
        let json = serde_json::to_value(&explanation).unwrap();
        (explanation.to_string(), json["shown"][0].clone())
    }

    /// Where trying found nothing, that is what is said, and no number is made of it.
    #[test]
    fn what_was_not_found_has_no_chance() {
        let mut odds = Odds {
            count: None,
            total: 1000,
            probability: 0.0,
            interval: Some((0.0, 1.0 / 1_234_567.0)),
            reason: None,
            seats: Vec::new(),
        };
        let (text, json) = explained(&odds, false);
        let line =
            "none found, rarer than 1 deal in 1200000; plan plain, 4000.0 or more tries a board\n";
        assert!(text.contains(line), "{text}");
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        assert!(json["probability"].is_null());
        assert_eq!(json["interval"][0], 0.0);
        odds.probability = 0.001;
        let (text, json) = explained(&odds, true);
        assert!(
            text.contains("about 1 deal in 1000; plan plain, 4000.0 tries"),
            "{text}"
        );
        assert_eq!(json["probability"], 0.001);
        (odds.count, odds.interval) = (Some(1), None);
        assert!(explained(&odds, true).0.contains(" 1 deal in 1000; plan"));
    }
}

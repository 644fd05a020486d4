//! Whether every deal of a scenario is of exactly one type of each list: overlaps and gaps, by looking and by proof.

use condition::{Condition, NodeId};
use plan::{Dealt, Exists, PlanError, Watch};
use space::Budget;

use crate::measure::{EstimateRun, count};
use crate::scenario::{HandType, Scenario, TypeCell};
use crate::shares::targets;
use crate::{LevelError, MeasuringLimits};

/// So many boards are looked at for overlaps and gaps.
pub const LOOKED_AT: u64 = 4_000;

/// Makes sure that every deal is of exactly one type of each list, and says whether that is proved: if not, neither an
/// overlap nor a gap was among the boards that were looked at. What a quick proof does not decide is counted if there is
/// a budget for that.
pub(crate) fn check(
    scenario: &Scenario,
    limits: &MeasuringLimits,
    counting: Option<Budget>,
    watch: &Watch,
) -> Result<bool, LevelError> {
    let mut proved = true;
    if scenario.first_wins && scenario.rest {
        return Ok(proved);
    }
    watch.begin("looking for overlaps and gaps of the types", None);
    let mut exists = |condition: &Condition| {
        let answer = exists(condition, scenario, limits, counting, watch)?;
        proved &= answer != Exists::Unknown;
        Ok(answer == Exists::Yes)
    };
    for dimension in &scenario.dimensions {
        let seen = look(scenario, dimension, limits, watch)?;
        // How large a part is, in words: counted if that can be.
        let share = |part: &Condition, seen: u64| {
            let counted =
                |condition: &Condition| count(condition, scenario.predeal(), limits.budget, watch);
            Ok::<_, LevelError>(match counted(part)? {
                Some(part) => match counted(&scenario.condition(Vec::new()))? {
                    Some(whole) => answer::percent(part as f64 / whole.max(1) as f64),
                    None => about(seen),
                },
                None => about(seen),
            })
        };
        if !scenario.first_wins
            && let Some((a, b, seen)) = overlap(scenario, dimension, &seen, &mut exists)?
        {
            let both = scenario.condition_and(&[dimension[a].node, dimension[b].node], Vec::new());
            return Err(LevelError::Overlap {
                first: dimension[a].name.clone(),
                second: dimension[b].name.clone(),
                share: share(&both, seen)?,
            });
        }
        if !scenario.rest
            && let Some(seen) = gap(scenario, dimension, &seen, &mut exists)?
        {
            let of = match scenario.dimensions.len() {
                1 => String::new(),
                _ => {
                    let names: Vec<&str> = dimension.iter().map(|t| t.name.as_str()).collect();
                    format!(" ({})", names.join(", "))
                }
            };
            let share = share(&scenario.outside(dimension), seen)?;
            return Err(LevelError::Gap { share, of });
        }
    }
    Ok(proved)
}

/// The share of the boards that were looked at, in words.
fn about(seen: u64) -> String {
    format!("about {}", answer::percent(seen as f64 / LOOKED_AT as f64))
}

/// The share of boards that each cell of a scenario should have, without measuring how often cells come by nature.
///
/// # Errors
/// As for [`Frequencies::new`](crate::Frequencies::new); a type that nothing satisfies may pass, and shows when it is dealt.
pub fn target_shares(
    scenario: &Scenario,
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<Vec<f64>, LevelError> {
    check(scenario, limits, None, watch)?;
    let can_be = |cell: &TypeCell| {
        if scenario.dimensions.len() == 1 {
            return Ok(true);
        }
        let condition = scenario.condition_of(cell);
        match exists(&condition, scenario, limits, None, watch)? {
            Exists::Yes => Ok(true),
            Exists::No => Ok(false),
            // Neither was shown: what a short trial finds there is.
            Exists::Unknown => {
                let run = looking(&condition, scenario, limits, watch);
                match run.plan() {
                    Ok(plan) => Ok(plan.found_some()),
                    Err(PlanError::Stopped) => Err(LevelError::Stopped),
                    Err(_) => Ok(false),
                }
            }
        }
    };
    let can_be: Result<Vec<bool>, LevelError> = scenario.cells.iter().map(can_be).collect();
    targets(scenario, &can_be?)
}

/// Boards of a condition to be looked at.
fn looking<'a>(
    condition: &'a Condition,
    scenario: &'a Scenario,
    limits: &'a MeasuringLimits,
    watch: &'a Watch,
) -> EstimateRun<'a> {
    EstimateRun {
        condition,
        predeal: scenario.predeal(),
        boards: LOOKED_AT,
        limits,
        watch,
    }
}

/// How many boards of the scenario were of each set of types.
fn look(
    scenario: &Scenario,
    dimension: &[HandType],
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<Vec<(u64, u64)>, LevelError> {
    let nodes: Vec<NodeId> = dimension.iter().map(|t| t.node).collect();
    let condition = scenario.condition(nodes);
    let run = looking(&condition, scenario, limits, watch);
    let add = |sets: &mut Vec<u64>, dealt: &mut Dealt| {
        let mut set = 0;
        for i in 0..dimension.len() {
            set |= u64::from(dealt.value(i)? != 0) << i;
        }
        sets.push(set);
        Ok(())
    };
    let mut seen: Vec<(u64, u64)> = Vec::new();
    let join = |sets: &Vec<u64>| {
        for set in sets {
            match seen.iter_mut().find(|(known, _)| known == set) {
                Some((_, number)) => *number += 1,
                None => seen.push((*set, 1)),
            }
        }
    };
    run.deal(run.plan()?, Vec::new, add, join)?;
    Ok(seen)
}

/// Whether a deal satisfies a condition.
type DoesExist<'a> = dyn FnMut(&Condition) -> Result<bool, LevelError> + 'a;

/// Two types that some deal is of, and how often that was seen.
fn overlap(
    scenario: &Scenario,
    dimension: &[HandType],
    seen: &[(u64, u64)],
    exists: &mut DoesExist,
) -> Result<Option<(usize, usize, u64)>, LevelError> {
    let pairs = || (0..dimension.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let times = |a: usize, b: usize| -> u64 {
        let both = seen.iter().filter(|(set, _)| set >> a & set >> b & 1 == 1);
        both.map(|(_, number)| number).sum()
    };
    let Some((a, b)) = pairs().max_by_key(|&(a, b)| times(a, b)) else {
        return Ok(None);
    };
    if times(a, b) > 0 {
        return Ok(Some((a, b, times(a, b))));
    }
    // None was seen: perhaps they are rare.
    if exists(&scenario.of_two(dimension))? {
        for (a, b) in pairs() {
            let nodes = [dimension[a].node, dimension[b].node];
            if exists(&scenario.condition_and(&nodes, Vec::new()))? {
                return Ok(Some((a, b, 0)));
            }
        }
    }
    Ok(None)
}

/// How often a deal of no type was seen, if there are such deals.
fn gap(
    scenario: &Scenario,
    dimension: &[HandType],
    seen: &[(u64, u64)],
    exists: &mut DoesExist,
) -> Result<Option<u64>, LevelError> {
    match seen.iter().find(|(set, _)| *set == 0) {
        Some((_, number)) => Ok(Some(*number)),
        None => Ok(exists(&scenario.outside(dimension))?.then_some(0)),
    }
}

/// Whether a deal satisfies a condition: by a quick proof, or else by counting, if there is a budget for that.
fn exists(
    condition: &Condition,
    scenario: &Scenario,
    limits: &MeasuringLimits,
    counting: Option<Budget>,
    watch: &Watch,
) -> Result<Exists, LevelError> {
    let (graph, nodes) = (condition.graph(), condition.conjuncts());
    let proof = Budget {
        work: limits.proof,
        ..Budget::default()
    };
    let quick = plan::exists(graph, nodes, scenario.predeal(), proof, watch);
    // What was not shown because it was stopped is not unknown: it was not asked to the end.
    watch.look()?;
    match (quick, counting) {
        (Exists::Unknown, Some(budget)) => {
            let counted = count(condition, scenario.predeal(), budget, watch)?;
            Ok(match counted {
                Some(0) => Exists::No,
                Some(_) => Exists::Yes,
                None => Exists::Unknown,
            })
        }
        (answer, _) => Ok(answer),
    }
}

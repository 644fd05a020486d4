//! Whether every deal of a scenario is of exactly one type of each list: overlaps and gaps, by looking and by proof.

use condition::{Condition, NodeId};
use plan::{Dealt, Exists, Plan};
use space::Budget;

use crate::measure::{count, percent, run};
use crate::scenario::{Cell, Scenario, Type};
use crate::{Effort, LevelError, targets};

/// So many boards are looked at for overlaps and gaps.
pub const LOOKED_AT: u64 = 4_000;
/// What proving that there are none may cost.
const PROOF: u64 = 20_000_000;

/// Makes sure that every deal is of exactly one type of each list, and says whether that is proved: if not, neither an
/// overlap nor a gap was among the boards that were looked at. What a quick proof does not decide is counted if there is
/// a budget for that.
pub(crate) fn check(
    scenario: &Scenario,
    effort: &Effort,
    counting: Option<Budget>,
) -> Result<bool, LevelError> {
    let mut proved = true;
    if scenario.first_wins && scenario.rest {
        return Ok(proved);
    }
    let mut exists = |condition: &Condition| {
        let answer = exists(condition, scenario, counting);
        proved &= answer != Exists::Unknown;
        answer == Exists::Yes
    };
    for dimension in &scenario.dimensions {
        let seen = look(scenario, dimension, effort)?;
        let whole = || {
            count(
                &scenario.condition(Vec::new()),
                scenario.predeal(),
                effort.budget,
            )
        };
        // How large a part is, in words: counted if that can be.
        let share = |part: &Condition, seen: u64| {
            let counted = count(part, scenario.predeal(), effort.budget).zip(whole());
            match counted {
                Some((part, whole)) => percent(part as f64 / whole.max(1) as f64),
                None => format!("about {}", percent(seen as f64 / LOOKED_AT as f64)),
            }
        };
        if !scenario.first_wins
            && let Some((a, b, seen)) = overlap(scenario, dimension, &seen, &mut exists)
        {
            let both = scenario.condition_and(&[dimension[a].node, dimension[b].node], Vec::new());
            return Err(LevelError::Overlap {
                first: dimension[a].name.clone(),
                second: dimension[b].name.clone(),
                share: share(&both, seen),
            });
        }
        if !scenario.rest
            && let Some(seen) = gap(scenario, dimension, &seen, &mut exists)
        {
            let of = match scenario.dimensions.len() {
                1 => String::new(),
                _ => {
                    let names: Vec<&str> = dimension.iter().map(|t| t.name.as_str()).collect();
                    format!(" ({})", names.join(", "))
                }
            };
            let share = share(&scenario.outside(dimension), seen);
            return Err(LevelError::Gap { share, of });
        }
    }
    Ok(proved)
}

/// The share of boards that each cell of a scenario should have, without measuring how often cells come by nature.
///
/// # Errors
/// As for [`Frequencies::new`]; a type that nothing satisfies may pass, and shows when it is dealt.
pub fn wanted(scenario: &Scenario, effort: &Effort) -> Result<Vec<f64>, LevelError> {
    check(scenario, effort, None)?;
    let can_be = |cell: &Cell| match scenario.dimensions.len() {
        1 => true,
        _ => {
            let condition = scenario.condition_of(cell);
            let nodes = condition.conjuncts();
            let proof = proof();
            match plan::exists(condition.graph(), nodes, scenario.predeal(), proof) {
                Exists::Yes => true,
                Exists::No => false,
                // Neither was shown: what a pilot finds there is.
                Exists::Unknown => Plan::new(&condition, scenario.predeal(), LOOKED_AT)
                    .is_ok_and(|plan| plan.found_some()),
            }
        }
    };
    let can_be: Vec<bool> = scenario.cells.iter().map(can_be).collect();
    targets(scenario, &can_be)
}

/// What a proof may cost.
fn proof() -> Budget {
    Budget {
        work: PROOF,
        ..Budget::default()
    }
}

/// How many boards of the scenario were of each set of types.
fn look(
    scenario: &Scenario,
    dimension: &[Type],
    effort: &Effort,
) -> Result<Vec<(u64, u64)>, LevelError> {
    let nodes: Vec<NodeId> = dimension.iter().map(|t| t.node).collect();
    let condition = scenario.condition(nodes);
    let plan = Plan::new(&condition, scenario.predeal(), LOOKED_AT)?;
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
    run(&plan, LOOKED_AT, effort, Vec::new, add, join)?;
    Ok(seen)
}

/// Two types that some deal is of, and how often that was seen.
fn overlap(
    scenario: &Scenario,
    dimension: &[Type],
    seen: &[(u64, u64)],
    exists: &mut dyn FnMut(&Condition) -> bool,
) -> Option<(usize, usize, u64)> {
    let pairs = || (0..dimension.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let times = |a: usize, b: usize| -> u64 {
        let both = seen.iter().filter(|(set, _)| set >> a & set >> b & 1 == 1);
        both.map(|(_, number)| number).sum()
    };
    let most = pairs().max_by_key(|&(a, b)| times(a, b))?;
    match times(most.0, most.1) {
        0 => {
            // None was seen: perhaps they are rare.
            if !exists(&scenario.of_two(dimension)) {
                return None;
            }
            let mut both = |a: usize, b: usize| {
                let nodes = [dimension[a].node, dimension[b].node];
                exists(&scenario.condition_and(&nodes, Vec::new()))
            };
            let found = pairs().find(|&(a, b)| both(a, b));
            found.map(|(a, b)| (a, b, 0))
        }
        times => Some((most.0, most.1, times)),
    }
}

/// How often a deal of no type was seen, if there are such deals.
fn gap(
    scenario: &Scenario,
    dimension: &[Type],
    seen: &[(u64, u64)],
    exists: &mut dyn FnMut(&Condition) -> bool,
) -> Option<u64> {
    match seen.iter().find(|(set, _)| *set == 0) {
        Some((_, number)) => Some(*number),
        None => exists(&scenario.outside(dimension)).then_some(0),
    }
}

/// Whether a deal satisfies a condition.
fn exists(condition: &Condition, scenario: &Scenario, counting: Option<Budget>) -> Exists {
    let (graph, nodes) = (condition.graph(), condition.conjuncts());
    match plan::exists(graph, nodes, scenario.predeal(), proof()) {
        Exists::Unknown => {
            let counted = counting.and_then(|budget| count(condition, scenario.predeal(), budget));
            match counted {
                Some(0) => Exists::No,
                Some(_) => Exists::Yes,
                None => Exists::Unknown,
            }
        }
        answer => answer,
    }
}

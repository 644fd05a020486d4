//! `fairdeal explain` of a profile: its combinations, how the boards of each are found, and what stands in the way.

use std::io::{self, Write as _};

use fairdeal::condition::{Comparison, Node};
use fairdeal::plan::{Strategy, Way};
use fairdeal::profile::{Counted, Plans, Viability, condition, one_in};
use fairdeal::space::Budget;
use serde_json::json;

use super::Loaded;
use super::odds::named;
use crate::Failure;
use crate::explain::{Explained, explain};
use crate::threads;

/// So many combinations are shown with their plans, those with the largest shares first.
const SHOWN: usize = 10;

/// For so many boards, by the cheapest plan or the one named.
pub(crate) fn run(
    text: &str,
    boards: u64,
    way: Option<Way>,
    budget: Budget,
    as_json: bool,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let loaded = Loaded::new(text, as_json)?;
    let Loaded {
        profile,
        combinations,
        ..
    } = &loaded;
    let strategy = way.map_or(Strategy::Auto, Strategy::Pinned);
    let viability = Viability::new(profile, combinations);
    let (all, dealable) = (combinations.all().len(), combinations.dealable().count());
    // A profile with one combination is explained as a script is, line by line.
    if let ([one], 1) = (combinations.all(), dealable)
        && let Ok(lines) = one.lines(profile)
    {
        let condition = condition(&lines);
        let written = |node| {
            let line = &lines[condition.graph().origin(node)?.0 as usize];
            // A range is two checks.
            let text = match condition.graph().node(node) {
                Node::Compare(Comparison::AtLeast, ..) => format!("{line}: the least"),
                Node::Compare(Comparison::AtMost, ..) => format!("{line}: the most"),
                _ => line.to_string(),
            };
            Some((text, None))
        };
        let explained: Explained = explain(&condition, strategy, boards, budget, &written)?;
        if as_json {
            writeln!(out, "{:#}", explained.json())?
        } else {
            write!(out, "{}", explained.text())?
        }
        return Ok(());
    }
    if way.is_some_and(|way| matches!(way, Way::Hand(_) | Way::Hands(..))) {
        return Err(Failure::Usage(super::deal::SEATS.to_owned()));
    }
    let mut shown: Vec<usize> = (0..all)
        .filter(|&index| combinations.all()[index].is_dealable())
        .collect();
    let share = |index: &usize| combinations.all()[*index].share;
    shown.sort_by(|a, b| share(b).total_cmp(&share(a)));
    shown.truncate(SHOWN);
    let plans = Plans::new(combinations, strategy, boards, false);
    let demands = shown.iter().map(|&index| combinations.all()[index].demands);
    let counted = Counted::new(demands, budget, threads(None));
    let mut rows = Vec::new();
    for &index in &shown {
        let one = &combinations.all()[index];
        let plan = plans.plan_of(index)?;
        let odds = counted.odds(&one.demands);
        let alone = counted.alone(one);
        let hardest = alone.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let bottleneck = hardest.map(|(seat, _)| *seat);
        rows.push((one, plan, odds.cloned(), bottleneck));
    }
    if as_json {
        let rows = rows.iter().map(|(one, plan, odds, _)| {
            let mut value = named(&loaded, one);
            value["share"] = one.share.into();
            value["plan"] = json!(plan.as_ref().map(|plan| plan.way().to_string()));
            value["tries"] = json!(plan.as_ref().map(|plan| plan.tries_a_board()));
            value["probability"] = json!(odds.as_ref().map(|odds| odds.probability));
            value
        });
        let left_out = viability.left_out.iter().map(
            |one| json!({"combinations": one.combinations.len(), "reason": one.sentence(profile)}),
        );
        let explained = json!({"boards": boards, "combinations": all, "dealable": dealable,
            "shown": rows.collect::<Vec<_>>(), "left_out": left_out.collect::<Vec<_>>()});
        writeln!(out, "{explained:#}")?;
        return Ok(());
    }
    match dealable {
        0 => writeln!(out, "nothing in this profile can be dealt")?,
        _ => writeln!(
            out,
            "{all} combinations, {dealable} can be dealt; each has its own plan, made when it is first drawn"
        )?,
    }
    for (one, plan, odds, bottleneck) in &rows {
        writeln!(
            out,
            "{:>6.2}%  {}",
            100.0 * one.share,
            one.describe(profile)
        )?;
        let rare = odds.as_ref().map_or(String::new(), |odds| {
            format!("1 deal in {}; ", one_in(odds.probability))
        });
        let hard = bottleneck.map_or(String::new(), |seat| format!("; the bottleneck is {seat}"));
        if let Some(plan) = plan {
            writeln!(
                out,
                "         {rare}plan {}, {:.1} tries a board{hard}",
                kind(plan.way()),
                plan.tries_a_board()
            )?;
        }
    }
    if dealable > rows.len() {
        writeln!(out, "and {} with smaller shares", dealable - rows.len())?;
    }
    for one in &viability.left_out {
        let number = one.combinations.len();
        writeln!(out, "left out, {number}: {}", one.sentence(profile))?;
    }
    Ok(())
}

/// A plan's way without its seats: those of a combination's plan are not those of the table.
fn kind(way: Way) -> &'static str {
    match way {
        Way::Plain => "plain",
        Way::Hand(_) => "one hand",
        Way::Hands(..) => "two hands",
        Way::Count => "count",
        Way::CountSeats => "count-seats",
    }
}

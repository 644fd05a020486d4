//! `fairdeal odds` of a profile: how rare each combination is, and all of them by their shares.

use std::io::{self, Write as _};

use fairdeal::bridge::Seat;
use fairdeal::plan::Odds;
use fairdeal::profile::{Combination, Counted, one_in};
use fairdeal::space::Budget;
use serde_json::{Map, Value, json};

use super::Loaded;
use crate::Failure;
use crate::progress;
use crate::threads;

/// So many combinations are shown, the rarest first.
const SHOWN: usize = 20;

pub(crate) fn run(text: &str, budget: Budget, as_json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let loaded = Loaded::new(text, false)?;
    let count = || Counted::combinations(&loaded.combinations, budget, threads(None));
    let counted = progress::waiting("counting", count);
    let odds = |one: &Combination| counted.odds(&one.demands).cloned();
    let mut each: Vec<(&Combination, Odds)> = loaded
        .combinations
        .dealable()
        .filter_map(|one| Some((one, odds(one)?)))
        .collect();
    let probability = counted.probability(&loaded.combinations);
    if as_json {
        writeln!(out, "{:#}", json(&loaded, &each, probability))?;
        return Ok(());
    }
    if let ([(one, odds)], 1) = (&mut each[..], loaded.combinations.all().len()) {
        odds.seats = counted.alone(one);
        return Ok(crate::odds::print(&mut out, odds)?);
    }
    writeln!(
        out,
        "{} combinations, {} can be dealt",
        loaded.combinations.all().len(),
        each.len()
    )?;
    each.sort_by(|(_, a), (_, b)| a.probability.total_cmp(&b.probability));
    writeln!(out, "{:>7}  {:>14}", "share", "1 in")?;
    for (one, odds) in each.iter().take(SHOWN) {
        let estimated = if odds.count.is_some() { "" } else { "about " };
        writeln!(
            out,
            "{:>6.2}%  {:>14}  {}",
            100.0 * one.share,
            format!("{estimated}{}", one_in(odds.probability)),
            one.describe(&loaded.profile)
        )?;
    }
    if each.len() > SHOWN {
        writeln!(out, "and {} that are less rare", each.len() - SHOWN)?;
    }
    if each.iter().all(|(_, odds)| odds.count.is_some()) {
        writeln!(out, "counted exactly")?
    } else {
        writeln!(
            out,
            "some are estimated: counting takes more work than the budget allows"
        )?
    }
    if probability > 0.0 {
        let one_in = one_in(probability);
        writeln!(
            out,
            "by their shares: probability {probability:.9e}, 1 in {one_in}"
        )?;
    }
    Ok(())
}

fn json(loaded: &Loaded, each: &[(&Combination, Odds)], probability: f64) -> Value {
    let combinations = each.iter().map(|(one, odds)| {
        let mut value = named(loaded, one);
        value["share"] = one.share.into();
        value["count"] = odds.count.map(|count| count.to_string()).into();
        value["probability"] = odds.probability.into();
        value["exact"] = odds.count.is_some().into();
        value["interval"] = json!(odds.interval.map(|(low, high)| [low, high]));
        value
    });
    json!({
        "probability": probability,
        "exact": each.iter().all(|(_, odds)| odds.count.is_some()),
        "total": each.first().map(|(_, odds)| odds.total.to_string()),
        "left_out": loaded.combinations.all().len() - each.len(),
        "combinations": combinations.collect::<Vec<_>>(),
    })
}

/// Which subprofiles and suits a combination has.
pub(crate) fn named(loaded: &Loaded, one: &Combination) -> Value {
    let by_seat = |value: &dyn Fn(Seat) -> Value| -> Map<String, Value> {
        let seats = Seat::ALL.into_iter();
        seats
            .map(|seat| (seat.letter().to_string(), value(seat)))
            .collect()
    };
    let suits = |seat: Seat| {
        let suits = one.suits[seat as usize].iter();
        json!(
            suits
                .map(|suit| suit.letter().to_string())
                .collect::<Vec<_>>()
        )
    };
    json!({
        "combination": one.describe(&loaded.profile),
        "subprofiles": by_seat(&|seat| json!(one.subprofiles[seat as usize] + 1)),
        "suits": by_seat(&suits),
    })
}

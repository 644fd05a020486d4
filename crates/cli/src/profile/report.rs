//! `fairdeal profile report`: which seat makes a profile hard, counted or by attempts.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fairdeal::profile::{Counted, Failures, Method, SeatOdds, Settings, Viability, one_in};
use fairdeal::space::Budget;
use fairdeal::{How, ProfileDealing, ProfileRequest};
use serde_json::{Value, json};

use super::check::shares_json;
use super::store::StoreArguments;
use super::{Loaded, SettingArguments};
use crate::Failure;
use crate::output::say;
use crate::progress;
use crate::threads;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// exact counts, without one attempt; reject and help deal boards and say where attempts fail
    #[arg(long, default_value = "exact")]
    strategy: Named,

    /// How many boards reject and help deal
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100)]
    boards: u64,

    /// The seed for them
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    settings: SettingArguments,

    /// How much work each count may take before it is estimated instead
    #[arg(long, value_name = "STEPS", default_value_t = 300_000_000)]
    budget: u64,

    /// As one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// As a table for spreadsheets
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Named {
    Exact,
    Reject,
    Help,
}

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let loaded = Loaded::from(&arguments.file, store, false)?;
    let method = match arguments.strategy {
        Named::Exact => return counted(arguments, &loaded),
        Named::Reject => Method::Reject,
        Named::Help => Method::Help,
    };
    loaded.can_be_dealt(true)?;
    let settings = arguments.settings.read()?;
    let failures = attempted(&loaded, method, settings, arguments.boards, arguments.seed)?;
    match (arguments.json, arguments.csv) {
        (true, _) => writeln!(out, "{:#}", failures.json())?,
        (_, true) => write!(out, "{}", failures.csv())?,
        _ => write!(out, "{}", failures.text())?,
    }
    Ok(())
}

/// Deals boards by attempts, and says where they fail.
fn attempted(
    loaded: &Loaded,
    method: Method,
    settings: Settings,
    boards: u64,
    seed: u64,
) -> Result<Failures, Failure> {
    let how = How::Attempts(method);
    let request = ProfileRequest {
        settings,
        ..ProfileRequest::of_boards(boards, seed, threads(None), how)
    };
    let dealing = ProfileDealing::new(&loaded.profile, &loaded.combinations, &request)?;
    let outcome = dealing.run(&Default::default(), &mut |_, _| Ok(()), &mut |_| {})?;
    let mut failures = outcome.failures;
    failures.asked = boards;
    Ok(failures)
}

fn counted(arguments: &Arguments, loaded: &Loaded) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let budget = Budget {
        work: arguments.budget,
        ..Budget::default()
    };
    let combinations = &loaded.combinations;
    let count = || Counted::with_seats(combinations, budget, threads(None));
    let counted = progress::waiting("counting", count);
    let seats = counted.seats(combinations);
    let hardest = seats
        .iter()
        .min_by(|a, b| a.given_others.total_cmp(&b.given_others));
    let probability = counted.probability(combinations);
    let viability = Viability::new(&loaded.profile, combinations);
    if arguments.json {
        let each = seats.iter().map(|one| {
            json!({"seat": one.seat.letter().to_string(), "alone": one.alone, "given_others": one.given_others, "exact": one.exact})
        });
        let left_out = viability.left_out.iter().map(|one| {
            json!({"combinations": one.combinations.len(), "reason": one.sentence(&loaded.profile)})
        });
        let found = json!({
            "profile": loaded.profile.name,
            "combinations": combinations.all().len(),
            "dealable": combinations.dealable().count(),
            "probability": probability,
            "hardest_seat": hardest.map(|one| one.seat.letter().to_string()),
            "seats": each.collect::<Vec<_>>(),
            "shares": shares_json(&loaded.profile, combinations),
            "odds": rows(loaded, &counted),
            "left_out": left_out.collect::<Vec<_>>(),
        });
        writeln!(out, "{found:#}")?;
        return Ok(());
    }
    if arguments.csv {
        writeln!(out, "seat,alone,given_others,exact")?;
        for one in &seats {
            let SeatOdds {
                seat,
                alone,
                given_others,
                exact,
            } = one;
            writeln!(out, "{},{alone},{given_others},{exact}", seat.letter())?;
        }
        return Ok(());
    }
    let (all, dealable) = (combinations.all().len(), combinations.dealable().count());
    writeln!(
        out,
        "{}: {dealable} of {all} combinations can be dealt",
        loaded.profile.name
    )?;
    for one in &viability.left_out {
        let number = one.combinations.len();
        writeln!(out, "left out, {number}: {}", one.sentence(&loaded.profile))?;
    }
    if dealable == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "a deal fits what was drawn: 1 in {}",
        one_in(probability)
    )?;
    writeln!(
        out,
        "{:<6}{:>14}{:>26}",
        "seat", "alone, 1 in", "given the others, 1 in"
    )?;
    for one in &seats {
        writeln!(
            out,
            "{:<6}{:>14}{:>26}",
            one.seat.to_string(),
            one_in(one.alone),
            one_in(one.given_others)
        )?;
    }
    if let Some(one) = hardest {
        writeln!(out, "the hardest seat is {}", one.seat)?;
    }
    if seats.iter().any(|one| !one.exact) {
        say("fairdeal: some of this is estimated: counting takes more work than the budget allows");
    }
    Ok(())
}

/// The odds of each combination that can be dealt.
fn rows(loaded: &Loaded, counted: &Counted) -> Vec<Value> {
    let row = |one: &fairdeal::profile::Combination| {
        let odds = counted.odds(&one.demands)?;
        Some(json!({
            "combination": one.describe(&loaded.profile),
            "share": one.share,
            "count": odds.count.map(|count| count.to_string()),
            "probability": odds.probability,
        }))
    };
    loaded.combinations.dealable().filter_map(row).collect()
}

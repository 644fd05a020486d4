//! `fairdeal profile compare`: the strategies side by side.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use fairdeal::bridge::Seat;
use fairdeal::plan::Strategy;
use fairdeal::profile::{Distance, Failures, Method, Settings, Tally};
use fairdeal::{How, ProfileDealing, ProfileRequest};
use serde_json::{Map, Value, json};

use super::store::StoreArguments;
use super::{Loaded, SettingArguments};
use crate::Failure;
use crate::threads;

/// The fair boards that the others are compared with are so many times as many, from a seed of their own.
const FAIR: u64 = 10;
/// Two samples of one distribution differ as much as this less often than once in a thousand times.
const UNLIKELY: f64 = 0.001;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// How many boards each strategy deals
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1000)]
    boards: u64,

    /// The seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    settings: SettingArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of a strategy.
struct Dealt {
    name: &'static str,
    boards: u64,
    tries: u64,
    seconds: f64,
    failures: Option<Failures>,
    tally: Tally,
}

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let loaded = Loaded::from(&arguments.file, store, false)?;
    loaded.can_be_dealt(true)?;
    let settings = arguments.settings.read()?;
    let deal = |name, how, boards, seed| dealt(&loaded, name, how, &settings, boards, seed);
    let auto = How::Planned(Strategy::Auto);
    let fair = deal("fair", auto, FAIR * arguments.boards, !arguments.seed)?;
    let each = [
        deal("auto", auto, arguments.boards, arguments.seed)?,
        deal(
            "reject",
            How::Attempts(Method::Reject),
            arguments.boards,
            arguments.seed,
        )?,
        deal(
            "help",
            How::Attempts(Method::Help),
            arguments.boards,
            arguments.seed,
        )?,
    ];
    let seats: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|&seat| {
            let mut all = loaded.combinations.dealable();
            all.any(|one| !one.demands[seat as usize].is_any())
        })
        .collect();
    if arguments.json {
        writeln!(out, "{:#}", as_json(&each, &fair, &seats))?
    } else {
        print(&each, &fair, &seats)?
    }
    Ok(())
}

fn dealt(
    loaded: &Loaded,
    name: &'static str,
    how: How,
    settings: &Settings,
    boards: u64,
    seed: u64,
) -> Result<Dealt, Failure> {
    let request = ProfileRequest {
        settings: settings.clone(),
        // Seats are compared with themselves.
        rotates: Some(false),
        keep: true,
        ..ProfileRequest::of_boards(boards, seed, threads(None), how)
    };
    let began = Instant::now();
    let dealing = ProfileDealing::new(&loaded.profile, &loaded.combinations, &request)?;
    let outcome = dealing.run(&Default::default(), &mut |_, _| Ok(()), &mut |_| {})?;
    let mut tally = Tally::default();
    for board in &outcome.kept {
        tally.add(&board.deal);
    }
    let attempted = matches!(how, How::Attempts(_));
    Ok(Dealt {
        name,
        boards: outcome.boards,
        tries: outcome.tries,
        seconds: began.elapsed().as_secs_f64(),
        failures: attempted.then_some(Failures {
            asked: boards,
            ..outcome.failures
        }),
        tally,
    })
}

fn print(each: &[Dealt], fair: &Dealt, seats: &[Seat]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<8}{:>8}{:>14}{:>10}",
        "", "boards", "tries a board", "seconds"
    )?;
    for one in each {
        let tries = one.tries as f64 / one.boards.max(1) as f64;
        writeln!(
            out,
            "{:<8}{:>8}{tries:>14.1}{:>10.2}",
            one.name, one.boards, one.seconds
        )?;
    }
    writeln!(
        out,
        "\nhow far from fair: the share of boards that would have to change, and * where chance does not explain it"
    )?;
    write!(out, "{:<8}", "")?;
    for seat in seats {
        write!(
            out,
            "{:>14}{:>14}",
            format!("{seat} shape"),
            format!("{seat} HCP")
        )?;
    }
    writeln!(out)?;
    for one in each {
        write!(out, "{:<8}", one.name)?;
        for &seat in seats {
            write!(
                out,
                "{:>14}",
                shown(one.tally.shapes_from(&fair.tally, seat))
            )?;
            write!(
                out,
                "{:>14}",
                shown(one.tally.points_from(&fair.tally, seat))
            )?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "measured against {} boards dealt fairly with another seed",
        fair.boards
    )?;
    for one in each {
        if let Some(failures) = &one.failures {
            writeln!(out, "\n{}: {}", one.name, failures.text().trim_end())?;
        }
    }
    Ok(())
}

fn shown(distance: Distance) -> String {
    let mark = if distance.chance < UNLIKELY { "*" } else { " " };
    format!("{:.1}%{mark}", 100.0 * distance.off)
}

fn as_json(each: &[Dealt], fair: &Dealt, seats: &[Seat]) -> Value {
    let value = |distance: Distance| json!({"off": distance.off, "chance": distance.chance});
    let strategies: Map<String, Value> = each
        .iter()
        .map(|one| {
            let distances: Map<String, Value> = seats
                .iter()
                .map(|&seat| {
                    let shapes = value(one.tally.shapes_from(&fair.tally, seat));
                    let points = value(one.tally.points_from(&fair.tally, seat));
                    (
                        seat.letter().to_string(),
                        json!({"shapes": shapes, "hcp": points}),
                    )
                })
                .collect();
            let dealt = json!({
                "boards": one.boards,
                "tries": one.tries,
                "seconds": one.seconds,
                "from_fair": distances,
                "failures": one.failures.as_ref().map(Failures::json),
            });
            (one.name.to_owned(), dealt)
        })
        .collect();
    json!({"strategies": strategies, "measured_against": fair.boards})
}

//! `fairdeal euchre arena`: two bots, the same deals from both sides.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use fairdeal::euchre::{Arena, Decision, Estimate, Tally, Worlds};
use fairdeal::plan::Stop;
use fairdeal::space;
use serde_json::{Value, json};

use super::options::{HouseRules, Thinker};
use super::{show, worlds};
use crate::Failure;
use crate::interrupt::on_interrupt;
use crate::output::say;
use crate::progress::Progress;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The bot whose points are counted: a level, and habits after commas
    #[arg(long, value_name = "BOT", value_parser = Thinker::parse)]
    a: Thinker,

    /// The bot that it plays against
    #[arg(long, value_name = "BOT", value_parser = Thinker::parse)]
    b: Thinker,

    /// How many deals, each played twice, with the sides swapped
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    deals: u64,

    /// The seed of the deals
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many threads; the result does not depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    #[command(flatten)]
    house: HouseRules,

    /// Show on standard error what the bots knew, dealt and thought: a JSON object a decision
    #[arg(long)]
    trace: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Bots: random, beginner, club or expert, and after commas iterations=N, time=MS, goal=points, goal=game, bids (bids weigh
worlds), flat or tree (how to search), random-playouts.

Examples:
  fairdeal euchre arena --a expert --b club --deals 2000
  fairdeal euchre arena --a expert,time=10 --b expert,time=10,tree --deals 500 --stick-the-dealer";

/// Worlds of a decision that a trace shows.
const SHOWN: usize = 3;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let arena = Arena {
        a: &arguments.a,
        b: &arguments.b,
        rules: arguments.house.rules(),
        seed: arguments.seed,
        deals: arguments.deals,
        threads: arguments.threads as usize,
    };
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(arguments.deals, "deals", arguments.quiet || arguments.trace);
    let watch = |decision: &Decision| {
        if arguments.trace {
            say(trace(decision));
        }
    };
    let tally = progress.during(&stop, || {
        arena.run(&watch, &|done| {
            progress.set(done);
            !stop.is_stopped()
        })
    })?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", as_json(&tally))?
    } else {
        write!(out, "{}", as_text(&tally))?
    }
    if interrupted() {
        Err(Failure::Said(130))
    } else {
        Ok(())
    }
}

/// What a bot knew, dealt and thought.
fn trace(decision: &Decision) -> Value {
    let view = decision.view;
    let mut object = show::judgement_json(decision.judgement);
    object.insert("deal".to_owned(), json!(decision.deal));
    object.insert("room".to_owned(), json!(decision.room));
    object.insert(
        "bot".to_owned(),
        json!(if decision.by_a { "a" } else { "b" }),
    );
    object.insert("view".to_owned(), view.to_json());
    object.insert(
        "iterations".to_owned(),
        json!(decision.judgement.iterations),
    );
    if let (Some(count), Ok(fitting)) = (decision.judgement.worlds, Worlds::new(view)) {
        let mut rng = space::stream(decision.deal, 0);
        let some: Vec<Value> = (0..SHOWN)
            .map(|_| worlds::world_json(view, &fitting.sample(&mut rng)))
            .collect();
        object.insert(
            "worlds".to_owned(),
            json!({"count": count.to_string(), "some": some}),
        );
    }
    Value::Object(object)
}

fn as_json(tally: &Tally) -> Value {
    let points = tally.points_a_hand();
    let games = tally.games();
    json!({
        "deals": tally.differences.len(),
        "hands": 2 * tally.differences.len(),
        "points_a_hand": points.value,
        "interval": [points.value - points.interval, points.value + points.interval],
        "games": {"a": tally.games_a, "b": tally.games_b},
        "games_interval": games.map(bounds),
    })
}

/// The ends of the interval of a share; rounding must not carry them beyond what a share can be.
fn bounds(share: Estimate) -> [f64; 2] {
    [share.value - share.interval, share.value + share.interval].map(|end| end.clamp(0.0, 1.0))
}

fn as_text(tally: &Tally) -> String {
    let points = tally.points_a_hand();
    let mut text = format!(
        "{} deals, each from both sides: a scores {:+.3} ± {:.3} points a hand more than b\n",
        tally.differences.len(),
        points.value,
        points.interval
    );
    if let Some(games) = tally.games() {
        let [low, high] = bounds(games);
        text += &format!(
            "games to ten: a won {}, b won {} (95% interval {:.1}% to {:.1}% for a)\n",
            tally.games_a,
            tally.games_b,
            100.0 * low,
            100.0 * high
        );
    }
    text
}

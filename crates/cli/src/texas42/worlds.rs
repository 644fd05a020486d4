//! `fairdeal texas42 worlds`: what a seat's view leaves open.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use fairdeal::texas42::{Rules, View, Worlds};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::board_file::is_standard;
use crate::deal::random_seed;
use crate::output::say;

/// The most that is read of a view.
const LARGEST: u64 = 1 << 20;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file with the view, as JSON; - is standard input
    view: PathBuf,

    /// As one JSON object
    #[arg(long, conflicts_with = "sample")]
    json: bool,

    /// Draw so many worlds instead, each with the same chance, one JSON object a line
    #[arg(long, value_name = "NUMBER")]
    sample: Option<u64>,

    /// The seed: the same seed gives the same worlds [default: a random one]
    #[arg(long, requires = "sample")]
    seed: Option<u64>,
}

const EXAMPLES: &str = r#"A view is what one seat has seen:
  {"seat": "S", "hand": ["6-5", "5-5", "4-4", "3-3", "2-2", "1-1"], "trump": "6",
   "tricks": [[["S", "6-6"], ["W", "6-0"], ["N", "5-0"], ["E", "6-1"]]]}
Only seat and hand are always needed; trump is 0 to 6, doubles or none; the last trick may be unfinished."#;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let view = View::from_json(&arguments.text()?)?;
    let worlds = Worlds::new(&view)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    match arguments.sample {
        Some(number) => {
            let seed = arguments.seed.unwrap_or_else(random_seed);
            for world in 1..=number {
                let hands = worlds.sample(seed, world).into_iter();
                let hands = hands.map(|(seat, hand)| {
                    let names = super::listed(view.rules(), hand);
                    (seat.letter().to_string(), names)
                });
                writeln!(out, "{}", Value::Object(hands.collect()))?;
            }
            out.flush()?;
            if arguments.seed.is_none() {
                say(format_args!("seed {seed}"));
            }
        }
        None if arguments.json => writeln!(out, "{:#}", as_json(&view, &worlds)?)?,
        None => print(&mut out, &view, &worlds)?,
    }
    Ok(out.flush()?)
}

impl Arguments {
    fn text(&self) -> anyhow::Result<String> {
        let name = self.view.display();
        let mut text = String::new();
        let read = if is_standard(&self.view) {
            io::stdin()
                .lock()
                .take(LARGEST + 1)
                .read_to_string(&mut text)
        } else {
            std::fs::File::open(&self.view)
                .and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text))
        };
        read.with_context(|| format!("cannot read {name}"))?;
        if text.len() as u64 > LARGEST {
            anyhow::bail!("{name} is larger than 1 MB: that is no view");
        }
        Ok(text)
    }
}

fn print(out: &mut impl Write, view: &View, worlds: &Worlds) -> Result<(), Failure> {
    let rules = view.rules();
    writeln!(
        out,
        "{} worlds fit what {} has seen",
        worlds.count(),
        view.seat()
    )?;
    for (seat, number) in worlds.capacities() {
        writeln!(out, "{seat} holds {number}")?;
    }
    for void in view.voids() {
        writeln!(out, "{void}")?;
    }
    let [one, two, three] = worlds.seats().map(|seat| seat.to_string());
    writeln!(out, "\ndomino  {one:>7} {two:>7} {three:>7}   percent")?;
    for (domino, chances) in worlds.odds() {
        let [one, two, three] = chances.map(|chance| 100.0 * chance);
        let domino = rules.written(domino);
        writeln!(out, "{domino:6}  {one:7.2} {two:7.2} {three:7.2}")?;
    }
    writeln!(out, "\nnone of {one:>7} {two:>7} {three:>7}   percent")?;
    let [first, second, third] = worlds.suits()?;
    for ((first, second), third) in first.iter().zip(&second).zip(&third) {
        let [one, two, three] = [first, second, third].map(|odds| 100.0 * odds.void);
        let suit = first.suit.name();
        writeln!(out, "{suit:6}  {one:7.2} {two:7.2} {three:7.2}")?;
    }
    Ok(())
}

fn as_json(view: &View, worlds: &Worlds) -> Result<Value, Failure> {
    let rules: &Rules = view.rules();
    let letters = worlds.seats().map(|seat| seat.letter().to_string());
    let by_seat = |values: [Value; 3]| {
        let entries = letters.iter().cloned().zip(values);
        Value::Object(entries.collect::<Map<_, _>>())
    };
    let places = worlds.capacities().map(|(_, number)| json!(number));
    let odds = worlds.odds().into_iter().map(|(domino, chances)| {
        let chances = by_seat(chances.map(|chance| json!(chance)));
        (rules.written(domino), chances)
    });
    let suits = worlds.suits()?.map(|suits| {
        let suits = suits.into_iter().map(|odds| {
            let known = json!({ "void": odds.void, "mean": odds.mean });
            (odds.suit.to_string(), known)
        });
        Value::Object(suits.collect())
    });
    let voids = view.voids().iter().map(|void| {
        json!({
            "seat": void.seat.letter().to_string(),
            "suit": void.suit.to_string(),
            "trick": void.trick,
        })
    });
    Ok(json!({
        "count": worlds.count().to_string(),
        "places": by_seat(places),
        "odds": Value::Object(odds.collect()),
        "suits": by_seat(suits),
        "voids": voids.collect::<Value>(),
    }))
}

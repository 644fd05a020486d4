//! `fairdeal texas42 strength`: the strength table.

use std::io::{self, Write};

use clap::Args;
use fairdeal::texas42::{Domino, Dominoes, Rules, Strength, Trump};
use serde_json::{Value, json};

use super::{listed, shown, with};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The domino that is led, like 6-4 [default: all 28]
    domino: Option<Domino>,

    /// What is trumps: 0 to 6, doubles or none [default: all nine]
    #[arg(long)]
    trump: Option<Trump>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let trumps = Trump::all().filter(|&trump| arguments.trump.is_none_or(|wanted| wanted == trump));
    let dominoes = arguments.domino.map_or(Dominoes::ALL, Domino::alone);
    let tables: Vec<(Rules, Vec<Strength>)> = trumps
        .map(Rules::new)
        .map(|rules| {
            let table = rules.arranged(dominoes).into_iter();
            let table = table.map(|domino| Strength::of(&rules, domino)).collect();
            (rules, table)
        })
        .collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        let tables: Vec<Value> = tables.iter().map(as_json).collect();
        writeln!(out, "{:#}", json!({ "strength": tables }))?;
        return Ok(out.flush()?);
    }
    for (i, (rules, table)) in tables.iter().enumerate() {
        for (j, strength) in table.iter().enumerate() {
            if i + j > 0 {
                writeln!(out)?;
            }
            print(&mut out, rules, strength)?;
        }
    }
    Ok(out.flush()?)
}

fn print(out: &mut impl Write, rules: &Rules, strength: &Strength) -> io::Result<()> {
    let domino = rules.written(strength.domino);
    let trump = with(rules.trump());
    writeln!(
        out,
        "{domino} with {trump}, led as {}",
        strength.led_as.name()
    )?;
    writeln!(out, "  beaten by      {}", shown(rules, strength.higher))?;
    if !strength.ruffs.is_empty() {
        let ruffs = rules.shown(strength.ruffs);
        writeln!(out, "  ruffed by      {ruffs}")?;
    }
    writeln!(out, "  beats          {}", shown(rules, strength.beats))?;
    let cannot = rules.shown(strength.cannot_follow);
    writeln!(out, "  cannot follow  {cannot}")
}

fn as_json((rules, table): &(Rules, Vec<Strength>)) -> Value {
    let table: Vec<Value> = table
        .iter()
        .map(|strength| {
            json!({
                "domino": rules.written(strength.domino),
                "led_as": strength.led_as.to_string(),
                "beaten_by": listed(rules, strength.higher),
                "ruffed_by": listed(rules, strength.ruffs),
                "beats": listed(rules, strength.beats),
                "cannot_follow": listed(rules, strength.cannot_follow),
            })
        })
        .collect();
    json!({ "trump": rules.trump().to_string(), "dominoes": table })
}

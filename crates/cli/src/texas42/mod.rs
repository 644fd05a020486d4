//! `fairdeal texas42`: hands that cannot lose, and what a player knows.

mod hand;
mod perfect;
mod strength;

use clap::Subcommand;
use fairdeal::texas42::{Dominoes, Rules, Trump};
use serde_json::{Value, json};

use crate::Failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the hands that cannot lose
    Perfect(perfect::Arguments),
    /// Judge a hand: whether it can lose, how, and with which trumps it is best
    Hand(hand::Arguments),
    /// What beats a domino that is led, what it beats, and what cannot follow
    Strength(strength::Arguments),
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Perfect(arguments) => perfect::run(arguments),
        Command::Hand(arguments) => hand::run(arguments),
        Command::Strength(arguments) => strength::run(arguments),
    }
}

/// `blanks as trumps`, `no trumps`: after 'with'.
fn with(trump: Trump) -> String {
    match trump {
        Trump::None => trump.name().to_owned(),
        _ => format!("{} as trumps", trump.name()),
    }
}

/// Dominoes as they are shown, or a dash for none.
fn shown(rules: &Rules, dominoes: Dominoes) -> String {
    match dominoes.is_empty() {
        true => "-".to_owned(),
        false => rules.shown(dominoes),
    }
}

/// Dominoes as a JSON list.
fn listed(rules: &Rules, dominoes: Dominoes) -> Value {
    json!(rules.names(dominoes))
}

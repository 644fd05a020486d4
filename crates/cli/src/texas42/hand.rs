//! `fairdeal texas42 hand`: whether a hand can lose, and why.

use std::io::{self, Write};

use clap::Args;
use fairdeal::texas42::{
    Drawn, Hand, Lead, NotGold, Refutation, Rules, Trump, best_trumps, leads, refute, shortfall,
    why_not_gold,
};
use serde_json::{Value, json};

use super::{hand_of, listed, shown, with};
use crate::Failure;
use crate::output::count;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The seven dominoes
    #[arg(required = true, value_name = "DOMINO")]
    hand: Vec<String>,

    /// What is trumps: 0 to 6, doubles or none [default: the best for the hand]
    #[arg(long)]
    trump: Option<Trump>,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal texas42 hand 0-0 0-6 0-5 0-4 6-6 6-5 6-4 --trump 0     why it cannot lose
  fairdeal texas42 hand 6-6 6-5 6-4 6-2 5-5 4-4 1-0               its best trumps, and how it is beaten";

/// The places of the other three, from the leader's left on.
const PLACES: [&str; 3] = ["left", "partner", "right"];

/// All that is said of a hand with one trump.
struct Verdict {
    rules: Rules,
    hand: Hand,
    not_gold: Vec<NotGold>,
    leads: Option<Vec<Lead>>,
    refutation: Option<Refutation>,
}

impl Verdict {
    fn new(hand: Hand, trump: Trump) -> Verdict {
        let rules = Rules::new(trump);
        Verdict {
            not_gold: why_not_gold(&rules, hand),
            leads: leads(&rules, hand),
            refutation: refute(&rules, hand),
            rules,
            hand,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let hand = hand_of(&arguments.hand)?;
    let ranking = match arguments.trump {
        Some(trump) => vec![(trump, shortfall(&Rules::new(trump), hand))],
        None => best_trumps(hand),
    };
    let (best, away) = ranking[0];
    let verdict = Verdict::new(hand, best);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        let mut answer = as_json(&verdict);
        answer["away"] = listed(&verdict.rules, away);
        if arguments.trump.is_none() {
            let ranking = ranking.iter().map(|&(trump, away)| {
                json!({ "trump": trump.to_string(), "away": listed(&Rules::new(trump), away) })
            });
            answer["ranking"] = ranking.collect();
        }
        writeln!(out, "{answer:#}")?;
        return Ok(out.flush()?);
    }
    if arguments.trump.is_none() {
        writeln!(out, "trumps     away from a lay-down")?;
        for &(trump, away) in &ranking {
            let dominoes = match away.len() {
                0 => "0: it is one".to_owned(),
                n => format!("{n}: {}", Rules::new(trump).shown(away)),
            };
            writeln!(out, "{:9}  {dominoes}", trump.name())?;
        }
        writeln!(out)?;
    }
    print(&mut out, &verdict)?;
    if !away.is_empty() {
        let dominoes = match away.len() {
            1 => "1 domino".to_owned(),
            number => format!("{number} dominoes"),
        };
        let shown = verdict.rules.shown(away);
        writeln!(out, "{dominoes} away from a lay-down: {shown}")?;
    }
    Ok(out.flush()?)
}

fn print(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    let rules = &verdict.rules;
    let name = match (&verdict.leads, verdict.not_gold.is_empty()) {
        (Some(_), true) => "gold perfect, and a lay-down",
        (Some(_), false) => "a lay-down",
        (None, _) => "not a lay-down",
    };
    let hand = rules.shown(verdict.hand.dominoes());
    writeln!(out, "{hand} with {}: {name}", with(rules.trump()))?;
    for fault in &verdict.not_gold {
        writeln!(out, "not gold: {}", not_gold(rules, fault))?;
    }
    if let Some(leads) = &verdict.leads {
        writeln!(out, "\nlead  why nothing beats it")?;
        for lead in leads {
            let domino = rules.written(lead.domino);
            writeln!(out, "{domino:4}  {}", reasons(rules, lead))?;
        }
    }
    if let Some(refutation) = &verdict.refutation {
        writeln!(out)?;
        print_refutation(out, rules, refutation)?;
    }
    Ok(())
}

fn not_gold(rules: &Rules, fault: &NotGold) -> String {
    match *fault {
        NotGold::NoPip => "gold hands have a pip as trumps".to_owned(),
        NotGold::FewTrumps(trumps) => {
            format!("{}, and four are needed", count(trumps as u64, "trump"))
        }
        NotGold::Trump(domino, by) => {
            format!(
                "{}, a trump, is beaten by {}",
                rules.written(domino),
                rules.shown(by)
            )
        }
        NotGold::Led(domino, by) => {
            format!(
                "{}, led, is beaten by {}",
                rules.written(domino),
                rules.shown(by)
            )
        }
    }
}

fn reasons(rules: &Rules, lead: &Lead) -> String {
    let mut reasons = Vec::new();
    if !lead.yours.is_empty() {
        reasons.push(format!("you have {}", rules.shown(lead.yours)));
    }
    for drawn in &lead.drawn {
        let Drawn {
            suit,
            led,
            out,
            beaters,
        } = *drawn;
        let leads = count(led as u64, "lead");
        let draw = if led == 1 { "draws" } else { "draw" };
        let shown = rules.shown(beaters);
        reasons.push(format!(
            "{leads} of {} {draw} the {out} out, and so {shown}",
            suit.name()
        ));
    }
    if reasons.is_empty() {
        "nothing is higher".to_owned()
    } else {
        reasons.join("; ")
    }
}

fn print_refutation(
    out: &mut impl Write,
    rules: &Rules,
    refutation: &Refutation,
) -> io::Result<()> {
    writeln!(out, "beaten, if the others hold")?;
    for (place, &hand) in PLACES.iter().zip(&refutation.hands) {
        writeln!(out, "  {place:7}  {}", shown(rules, hand))?;
    }
    writeln!(out, "\ntrick  you  left  partner  right")?;
    let last = refutation.tricks.len();
    for (i, trick) in refutation.tricks.iter().enumerate() {
        let [you, left, partner, right] = trick.map(|domino| rules.written(domino));
        write!(out, "{:5}  {you}  {left}   {partner}      {right}", i + 1)?;
        match refutation.winner(rules).filter(|_| i + 1 == last) {
            Some(winner) => writeln!(out, "    beaten by {}", PLACES[winner])?,
            None => writeln!(out)?,
        }
    }
    let claim = if refutation.beats_every_order {
        "No order of leads takes all seven against these hands."
    } else {
        "Whatever is led instead, they can hold their dominoes so that it is beaten too."
    };
    writeln!(out, "{claim}")
}

fn as_json(verdict: &Verdict) -> Value {
    let rules = &verdict.rules;
    let lead = |lead: &Lead| {
        let drawn = lead.drawn.iter().map(|drawn| {
            json!({
                "suit": drawn.suit.to_string(),
                "led": drawn.led,
                "out": drawn.out,
                "beaters": listed(rules, drawn.beaters),
            })
        });
        json!({
            "domino": rules.written(lead.domino),
            "yours": listed(rules, lead.yours),
            "drawn": drawn.collect::<Value>(),
        })
    };
    let refutation = verdict.refutation.as_ref().map(|refutation| {
        let hands = PLACES.iter().zip(refutation.hands);
        let hands = hands.map(|(place, hand)| (place.to_string(), listed(rules, hand)));
        let tricks = refutation.tricks.iter();
        let tricks = tricks.map(|trick| json!(trick.map(|domino| rules.written(domino))));
        json!({
            "hands": hands.collect::<serde_json::Map<_, _>>(),
            "tricks": tricks.collect::<Value>(),
            "beats_every_order": refutation.beats_every_order,
        })
    });
    let not_gold: Vec<String> = verdict
        .not_gold
        .iter()
        .map(|fault| not_gold(rules, fault))
        .collect();
    json!({
        "hand": listed(rules, verdict.hand.dominoes()),
        "trump": rules.trump().to_string(),
        "gold": not_gold.is_empty(),
        "not_gold": not_gold,
        "laydown": verdict.leads.is_some(),
        "leads": verdict.leads.as_ref().map(|leads| leads.iter().map(lead).collect::<Value>()),
        "refutation": refutation,
    })
}

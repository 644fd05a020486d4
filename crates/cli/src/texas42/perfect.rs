//! `fairdeal texas42 perfect`: the hands that cannot lose.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use fairdeal::texas42::{self, Domino, Hand, Rules, Trump, Wanted};
use serde_json::{Value, json};

use super::with;
use crate::Failure;
use crate::output::count;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What is trumps: 0 to 6, doubles or none [default: all, one after the other]
    #[arg(long)]
    trump: Option<Trump>,

    /// Gold perfect hands, all lay-downs, or both lists
    #[arg(long, value_enum, default_value_t = Kind::Gold)]
    kind: Kind,

    /// Only hands with this domino; may be given more than once
    #[arg(long, value_name = "DOMINO")]
    with: Vec<Domino>,

    /// Only hands with so many trumps
    #[arg(long, value_name = "NUMBER")]
    trumps: Option<usize>,

    /// As JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// As CSV, with a header
    #[arg(long)]
    csv: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal texas42 perfect --trump 0                      the 49 gold hands with blanks as trumps
  fairdeal texas42 perfect --kind laydown --with 6-6      every lay-down with the double six
  fairdeal texas42 perfect --kind both --csv              everything, for a spreadsheet";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Gold,
    Laydown,
    Both,
}

impl Kind {
    fn kinds(self) -> &'static [texas42::Kind] {
        match self {
            Kind::Gold => &[texas42::Kind::Gold],
            Kind::Laydown => &[texas42::Kind::Laydown],
            Kind::Both => &[texas42::Kind::Gold, texas42::Kind::Laydown],
        }
    }
}

/// The hands of one kind with one trump.
struct List {
    kind: texas42::Kind,
    rules: Rules,
    hands: Vec<Hand>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = Wanted {
        with: arguments.with.iter().copied().collect(),
        trumps: arguments.trumps,
    };
    let list = |kind: texas42::Kind, trump: Trump| {
        let rules = Rules::new(trump);
        let hands = texas42::perfect(&rules, kind, &wanted);
        List { kind, rules, hands }
    };
    let lists: Vec<Vec<List>> = arguments
        .kind
        .kinds()
        .iter()
        .map(|&kind| match arguments.trump {
            Some(trump) => vec![list(kind, trump)],
            None => kind.trumps().map(|trump| list(kind, trump)).collect(),
        })
        .collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.csv {
        writeln!(out, "kind,trump,hand")?;
        for list in lists.iter().flatten() {
            let (kind, trump) = (list.kind, list.rules.trump());
            for hand in &list.hands {
                writeln!(out, "{kind},{trump},{}", list.rules.shown(hand.dominoes()))?;
            }
        }
    } else if arguments.json {
        let all: Vec<Value> = lists.iter().map(|lists| as_json(lists)).collect();
        let all = match &all[..] {
            [one] => one,
            _ => &json!({ "kinds": all }),
        };
        writeln!(out, "{all}")?;
    } else {
        for (i, lists) in lists.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            print(&mut out, lists)?;
        }
    }
    Ok(out.flush()?)
}

/// How many different hands some lists have.
fn distinct(lists: &[List]) -> usize {
    let hands = lists.iter().flat_map(|list| &list.hands);
    hands.collect::<BTreeSet<_>>().len()
}

/// The number of lists after which it is worth saying how many hands there are so far: all pips, doubles too, no trumps too.
fn milestones(lists: &[List]) -> impl Iterator<Item = &[List]> {
    (7..=lists.len()).map(|number| &lists[..number])
}

fn as_json(lists: &[List]) -> Value {
    let one = |list: &List| {
        let hands = list.hands.iter();
        let hands: Vec<_> = hands
            .map(|hand| list.rules.names(hand.dominoes()))
            .collect();
        json!({
            "trump": list.rules.trump().to_string(),
            "kind": list.kind.to_string(),
            "count": hands.len(),
            "hands": hands,
        })
    };
    match lists {
        [list] => one(list),
        _ => {
            let together: Vec<Value> = milestones(lists)
                .map(|lists| {
                    let trumps = lists.iter().map(|list| list.rules.trump().to_string());
                    json!({ "trumps": trumps.collect::<Vec<_>>(), "distinct": distinct(lists) })
                })
                .collect();
            json!({
                "kind": lists[0].kind.to_string(),
                "count": lists.iter().map(|list| list.hands.len()).sum::<usize>(),
                "distinct": distinct(lists),
                "together": together,
                "trumps": lists.iter().map(one).collect::<Vec<_>>(),
            })
        }
    }
}

fn print(out: &mut impl Write, lists: &[List]) -> io::Result<()> {
    for (i, list) in lists.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let kind = match list.kind {
            texas42::Kind::Gold => "gold hand",
            texas42::Kind::Laydown => "lay-down",
        };
        let number = count(list.hands.len() as u64, kind);
        writeln!(out, "{number} with {}", with(list.rules.trump()))?;
        for hand in &list.hands {
            writeln!(out, "  {}", list.rules.shown(hand.dominoes()))?;
        }
    }
    for lists in milestones(lists) {
        let named = match lists.len() {
            7 => "with all seven pips",
            8 => "with doubles too",
            _ => "with no trumps too",
        };
        if lists.len() == 7 {
            writeln!(out)?;
        }
        writeln!(out, "{} different hands {named}", distinct(lists))?;
    }
    Ok(())
}

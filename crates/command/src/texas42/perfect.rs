//! `fairdeal texas42 perfect`: the hands that cannot lose.

use std::io::Write;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fairdeal::texas42::{Domino, PerfectKinds, PerfectRequest, Trump, Wanted, perfect_lists};

use crate::{Failure, progress};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What is trumps: 0 to 6, doubles or none [default: all, one after the other]
    #[arg(long)]
    trump: Option<Trump>,

    /// Gold perfect hands, all lay-downs, or both lists
    #[arg(long, value_parser = kinds(), default_value = PerfectKinds::Gold.name())]
    kind: PerfectKinds,

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

fn kinds() -> impl TypedValueParser<Value = PerfectKinds> {
    PossibleValuesParser::new(PerfectKinds::ALL.map(PerfectKinds::name))
        .map(|name| PerfectKinds::from_name(&name).unwrap_or(PerfectKinds::Gold))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let request = PerfectRequest {
        trump: arguments.trump,
        kinds: arguments.kind,
        wanted: Wanted {
            with: arguments.with.iter().copied().collect(),
            trumps: arguments.trumps,
        },
    };
    let watch = crate::watch();
    let answer = progress::during(watch, || perfect_lists(&request, watch))?;
    let mut out = std::io::stdout().lock();
    if arguments.csv {
        write!(out, "{}", answer.csv())?;
    } else if arguments.json {
        // Thousands of hands: as one line.
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        write!(out, "{answer}")?;
    }
    Ok(())
}

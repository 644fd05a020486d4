//! `fairdeal compare`: two questions side by side.

use std::path::PathBuf;

use clap::Args;
use fairdeal::WeightedName;

use crate::question::{EffortArguments, OpeningArguments, say_warnings};
use crate::{Failure, print, progress, watch};

#[derive(Args)]
#[command(after_help = ABOUT)]
pub(crate) struct Arguments {
    /// A script (.dlr, .btn, .dl) or hand profile (.json, or its name on the shelf); - is standard input
    #[arg(value_name = "A")]
    one: PathBuf,

    /// Another
    #[arg(value_name = "B")]
    other: PathBuf,

    #[command(flatten)]
    opening: OpeningArguments,

    #[command(flatten)]
    effort: EffortArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

const ABOUT: &str = "\
Averages and distributions are those of the points and suits of each seat that either speaks of, and what the scripts ask
for; shares are those of hand types, or of choices of subprofiles. What a script has is counted where that fits the effort;
what boards of a profile have is estimated from some that are dealt. A ~ stands before what is estimated.

`fairdeal profile compare` is about one profile: the strategies that deal it, side by side.

Example:
  fairdeal compare weak-notrump.dlr strong-notrump.dlr";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let files = [arguments.one.clone(), arguments.other.clone()];
    let named = WeightedName::all(&files, &arguments.opening.opening());
    let named = named.map_err(|error| Failure::Usage(error.to_string()))?;
    let [one, other] = &named[..] else {
        return Err(Failure::Usage("name two questions to compare".to_owned()));
    };
    let names = [&*one.name, &*other.name];
    let [one, other] = [&one.path, &other.path].map(|path| arguments.opening.open(path));
    let (one, other) = (one?, other?);
    say_warnings(&one);
    say_warnings(&other);
    let effort = arguments.effort.effort();
    let compare = || one.compare(&other, names, effort, watch());
    print(&progress::during(watch(), compare)?, arguments.json)
}

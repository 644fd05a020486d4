//! `fairdeal euchre train`: the bidding table, trained by regret minimisation.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fairdeal::euchre::{Training, limits};

use crate::{Failure, output, progress};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// On how many deals
    #[arg(long, value_name = "N", default_value_t = limits::TRAINING_DEALS, value_parser = clap::value_parser!(u64).range(limits::TRAINED_ON))]
    deals: u64,

    /// The seed of the deals: the same seed and number of deals give the same table
    #[arg(long, value_name = "S", default_value_t = limits::SEED)]
    seed: u64,

    /// Write the table to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
The table tells how often a player passes, makes trump and goes alone, by seat, round, upcard and kind of hand. The one that
comes with the program was made by
  fairdeal euchre train -o crates/euchre/bidding.table";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let training = Training {
        deals: arguments.deals,
        seed: arguments.seed,
    };
    let watch = crate::watch();
    let train = || training.run(watch);
    let trained = progress::shown(watch, arguments.quiet, train)?;
    output::small_file(&arguments.output, &trained.file)?.finish(arguments.quiet)?;
    Ok(write!(std::io::stdout().lock(), "{trained}")?)
}

//! `fairdeal profile compare`: the strategies side by side.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use fairdeal::profile::COMPARED_BOARDS;

use super::store::StoreArguments;
use super::{SettingArguments, load};
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// How many boards each strategy deals
    #[arg(short = 'n', long, value_name = "N", default_value_t = COMPARED_BOARDS)]
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

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let (loaded, watch) = (load::dealable(&arguments.file, store)?, crate::watch());
    let (settings, threads) = (arguments.settings.read()?, crate::threads(None));
    let Arguments { boards, seed, .. } = *arguments;
    let began = Instant::now();
    let now = || began.elapsed().as_secs_f64();
    let work = || loaded.compare(&settings, boards, seed, threads, &now, watch);
    let comparison = crate::progress::during(watch, work)?;
    if arguments.json {
        crate::print_json(&comparison)?;
    } else {
        print!("{comparison}");
    }
    Ok(())
}

//! `fairdeal profile compare`: the strategies side by side.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use fairdeal::profile::{COMPARED_BOARDS, SAMPLE_SEED};

use super::{SettingArguments, StoreArguments};
use crate::question::{open_profile, say_warnings};
use crate::{Failure, print, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// How many boards each strategy deals; one ends with the first board that it gives up
    #[arg(short = 'n', long, value_name = "N", default_value_t = COMPARED_BOARDS)]
    boards: u64,

    /// The seed
    #[arg(long, value_name = "S", default_value_t = SAMPLE_SEED)]
    seed: u64,

    #[command(flatten)]
    settings: SettingArguments,

    /// As one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, store: &StoreArguments) -> Result<(), Failure> {
    let profile = open_profile(&arguments.file, store)?;
    say_warnings(&profile.clone().into());
    let settings = arguments.settings.read()?;
    let began = Instant::now();
    let now = || began.elapsed().as_secs_f64();
    let (boards, seed) = (arguments.boards, arguments.seed);
    let compare = || profile.compare(&settings, boards, seed.into(), &now, watch());
    print(&progress::during(watch(), compare)?, arguments.json)
}

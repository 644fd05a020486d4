//! `fairdeal combine`: the boards of several files as one.

use std::io;
use std::path::PathBuf;

use clap::Args;
use fairdeal::{
    BoardFile, ChosenFiles, DealReport, Format, MOST_BOARD_BYTES, Mixing, NamedFiles, Weight,
    WeightedBoards,
};

use crate::Failure;
use crate::board_file::{self, StyleArguments};
use crate::input::{bytes_of, name_of};
use crate::output::{Output, say};
use crate::seed::SeedArguments;
use fairdeal::answer::plural;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The files, each with its weight: slams.pbn=3 has three boards for each one of a file without a weight. Weights may be
    /// like 0.5 or 50%, and 0 leaves a file out. A folder, or a pattern in quotes like 'lessons/*.lin', stands for the newest
    /// file of each name in it
    #[arg(required = true, value_name = "FILE[=WEIGHT]", value_parser = weighted)]
    files: Vec<NamedFiles>,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The format of the new file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name())]
    to: Option<Format>,

    /// At most so many boards
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<u64>,

    #[command(flatten)]
    seed: SeedArguments,

    /// Leave the boards of each file in their order and let the files take turns, instead of mixing at random
    #[arg(long, conflicts_with_all = ["seed", "key"])]
    in_order: bool,

    /// When a file has no boards left, go on with those of the others
    #[arg(long)]
    all: bool,

    /// Take the newest file of each name also of those that are named one by one
    #[arg(long)]
    newest: bool,

    /// Leave out boards with something wrong, instead of writing nothing
    #[arg(long)]
    skip_bad: bool,

    #[command(flatten)]
    style: StyleArguments,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Boards are taken by weight until the file whose turn it is has no board left. Which ones, and their order, is random: each
order is as likely as any other. The boards are numbered from 1. Dealer and vulnerability go with the new numbers; but if
those of a file did not go with its old ones, they stay as they are. With --in-order the shares hold from the first board on.

The newest file of a name has the highest version in its name (weak-two-v1.10.lin is newer than weak-two-v1.9.lin; so is
weak-two@1.10.lin), then the latest date (friday_20250207.lin, friday 2025-02-07 18.30.lin); of several formats PBN comes before
LIN and LIN before the others; then it is the file that was changed last. A folder's tables and JSON files must be named one by one.
A file that is named beside its folder has the weight that it is named with.

Files of statistics that `deal --stats FILE.json` wrote for the shards of one run are joined: what all shards
counted together.

Examples:
  fairdeal combine slams.pbn=3 partscores.lin=1 -n 32 -o evening.pbn
  fairdeal combine slams.lin=60% doubles.lin=40% --seed 7 -o evening.lin
  fairdeal combine lessons/ lessons/too-hard.lin=0 -o all.lin
  fairdeal combine counts-1.json counts-2.json -o counts.json";

/// `FILE=WEIGHT`, or a file alone. What follows the last `=` is a weight only if it is a number.
fn weighted(text: &str) -> Result<NamedFiles, String> {
    let (path, weight) = match text.rsplit_once('=') {
        Some((path, weight)) if Weight::is_like(weight) => {
            let weight = weight.parse::<Weight>();
            (path, weight.map_err(|error| error.to_string())?)
        }
        _ => (text, Weight::ONE),
    };
    Ok(NamedFiles {
        path: PathBuf::from(path),
        weight,
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let chosen = ChosenFiles::new(&arguments.files, arguments.newest)?;
    if let Some(joined) = joined_statistics(&chosen)? {
        let json = serde_json::to_string_pretty(&joined).map_err(io::Error::other)?;
        let output = Some(&*arguments.output).filter(|path| !board_file::is_standard(path));
        let mut out = Output::open(output)?;
        out.write((json + "\n").as_bytes())?;
        return Ok(out.finish(arguments.quiet)?);
    }
    let to = board_file::format_of(&arguments.output, arguments.to, "--to")?;
    let read = |file: &BoardFile| -> Result<WeightedBoards, Failure> {
        let format = board_file::by_extension(&file.path)?;
        Ok(WeightedBoards {
            boards: board_file::read(&file.path, format, arguments.skip_bad)?,
            weight: file.weight,
        })
    };
    let parts = chosen.files.iter().map(read).collect::<Result<_, _>>()?;
    let seed = arguments.seed.read()?;
    let seed = seed.unwrap_or_else(|| fairdeal::random_seed().into());
    let mixing = Mixing {
        seed: (!arguments.in_order).then_some(seed),
        all: arguments.all,
        most: arguments.boards,
    };
    let combined = fairdeal::combine(parts, &mixing)?;
    let style = arguments.style.style(&[to], arguments.quiet)?;
    let (output, boards) = (&arguments.output, &combined.boards);
    board_file::write(output, to, boards, &style, arguments.quiet)?;
    if !arguments.quiet {
        say(&combined);
        for (file, left) in chosen.files.iter().zip(&combined.left) {
            if *left > 0 {
                let left = plural(*left as u64, "board");
                say(format_args!("{left} of {} not used", file.path.display()));
            }
        }
        say_left_out(&chosen);
    }
    Ok(())
}

/// The files that were not read, and why.
fn say_left_out(chosen: &ChosenFiles) {
    for (older, newer) in &chosen.older {
        let (older, newer) = (older.display(), newer.display());
        say(format_args!("{older} left out: {newer} stands for it"));
    }
    for file in &chosen.without_weight {
        say(format_args!("{} left out: its weight is 0", file.display()));
    }
}

/// What the files have together, if they are the statistics of parts of one run.
fn joined_statistics(chosen: &ChosenFiles) -> Result<Option<DealReport>, Failure> {
    let is_json = |file: &BoardFile| {
        let extension = file.path.extension().unwrap_or_default();
        extension.eq_ignore_ascii_case("json")
    };
    if !chosen.files.iter().all(is_json) {
        return Ok(None);
    }
    let mut texts = Vec::new();
    for BoardFile { path, .. } in &chosen.files {
        let too_large = "has more than 1 GiB: take it in parts";
        texts.push((name_of(path), bytes_of(path, MOST_BOARD_BYTES, too_large)?));
    }
    let texts = texts.iter().map(|(name, text)| (&name[..], &text[..]));
    Ok(fairdeal::join_reports(texts)?)
}

//! `fairdeal combine`: the boards of several files as one.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use fairdeal::{DealReport, Format, MOST_BOARD_BYTES, WeightedBoards};

use crate::Failure;
use crate::board_file::{self, StyleArguments};
use crate::input::{bytes_of, name_of};
use crate::output::{Output, say};
use fairdeal::answer::plural;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The files, each with its weight: slams.pbn=3 has three boards for each one of a file without a weight
    #[arg(required = true, value_name = "FILE[=WEIGHT]", value_parser = weighted)]
    files: Vec<(PathBuf, u64)>,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The format of the new file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name())]
    to: Option<Format>,

    /// At most so many boards
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<u64>,

    /// When a file has no boards left, go on with those of the others
    #[arg(long)]
    all: bool,

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
Boards of one file keep their order, and the shares hold from the first board on. It ends when the
file whose turn it is has no board left. The boards are numbered from 1. Dealer and vulnerability go
with the new numbers; but if those of a file did not go with its old ones, they stay as they are.

Files of statistics that `deal --stats FILE.json` wrote for the shards of one run are joined: what all shards
counted together.

Examples:
  fairdeal combine slams.pbn=3 partscores.lin=1 -n 32 -o evening.pbn
  fairdeal combine counts-1.json counts-2.json -o counts.json";

/// `FILE=WEIGHT`, or a file alone. What follows the last `=` is a weight only if it is a number.
fn weighted(text: &str) -> Result<(PathBuf, u64), String> {
    let number = |weight: &str| !weight.is_empty() && weight.bytes().all(|b| b.is_ascii_digit());
    match text.rsplit_once('=').filter(|(_, weight)| number(weight)) {
        None => Ok((PathBuf::from(text), 1)),
        Some((file, weight)) => match weight.parse() {
            Ok(weight @ 1..=1_000_000) => Ok((PathBuf::from(file), weight)),
            _ => Err("a weight goes from 1 to 1000000".to_owned()),
        },
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(joined) = arguments.joined_statistics()? {
        let json = serde_json::to_string_pretty(&joined).map_err(io::Error::other)?;
        let output = Some(&*arguments.output).filter(|path| !board_file::is_standard(path));
        let mut out = Output::open(output)?;
        out.write((json + "\n").as_bytes())?;
        return Ok(out.finish()?);
    }
    let to = board_file::format_of(&arguments.output, arguments.to, "--to")?;
    let read = |(path, weight): &(PathBuf, u64)| -> Result<WeightedBoards, Failure> {
        let format = by_extension(path)?;
        Ok(WeightedBoards {
            boards: board_file::read(path, format, arguments.skip_bad)?,
            weight: *weight,
        })
    };
    let parts = arguments.files.iter().map(read).collect::<Result<_, _>>()?;
    let combined = fairdeal::combine(parts, arguments.all, arguments.boards);
    let style = arguments.style.style();
    let (output, boards) = (&arguments.output, &combined.boards);
    board_file::write(output, to, boards, &style, arguments.quiet)?;
    if !arguments.quiet {
        say(plural(boards.len() as u64, "board"));
        for ((path, _), left) in arguments.files.iter().zip(&combined.left) {
            if *left > 0 {
                let left = plural(*left as u64, "board");
                say(format_args!("{left} of {} not used", path.display()));
            }
        }
    }
    Ok(())
}

impl Arguments {
    /// What the files have together, if they are the statistics of parts of one run.
    fn joined_statistics(&self) -> Result<Option<DealReport>, Failure> {
        let is_json = |(path, _): &(PathBuf, u64)| {
            let extension = path.extension().unwrap_or_default();
            extension.eq_ignore_ascii_case("json")
        };
        if !self.files.iter().all(is_json) {
            return Ok(None);
        }
        let mut texts = Vec::new();
        for (path, _) in &self.files {
            let too_large = "has more than 1 GiB: take it in parts";
            texts.push((name_of(path), bytes_of(path, MOST_BOARD_BYTES, too_large)?));
        }
        let texts = texts.iter().map(|(name, text)| (&name[..], &text[..]));
        Ok(fairdeal::join_reports(texts)?)
    }
}

/// Several files have several formats: each is told by its name.
fn by_extension(path: &Path) -> Result<Format, Failure> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    Format::from_extension(&extension).ok_or_else(|| {
        let path = path.display();
        Failure::Usage(format!(
            "the name {path} does not tell the format: convert it first"
        ))
    })
}

//! `fairdeal solve`: what can be made on each board of a file, and its par.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use fairdeal::Solved;
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::bridge::{Board, Deal};
use fairdeal::plan::Stop;
use serde_json::{Value, json};

use crate::Failure;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// More than this is not read: nobody solves millions of boards.
const MOST_BYTES: u64 = 1 << 26;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The boards, a line for each (n AK4.QT92.J.98765 e … s … w …); - is standard input
    file: PathBuf,

    /// Everything as one JSON object
    #[arg(long)]
    json: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let boards = read(&arguments.file)?;
    let solver = Solver::load()?;
    let mut out = Output::open(arguments.output.as_deref())?;
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(boards.len() as u64, arguments.quiet);
    let deals: Vec<Deal> = boards.iter().map(|board| board.deal).collect();
    let tables = progress.during(&stop, || {
        solver.tables_while(&deals, |done| {
            progress.set(done as u64);
            !stop.is_stopped()
        })
    })?;
    let asked = boards.len();
    let solved = boards.into_iter().zip(tables);
    let solved: Vec<Solved> = solved
        .map(|(board, tricks)| Solved::new(board, tricks))
        .collect();
    let text = match arguments.json {
        true => as_json(&solved),
        false => as_text(&solved),
    };
    out.write(text.as_bytes())?;
    if interrupted() {
        let kept = out.keep_part()?;
        let place = kept.map_or(String::new(), |path| {
            format!("; they are in {}", path.display())
        });
        eprintln!(
            "fairdeal: stopped after {} of {asked} boards{place}",
            solved.len()
        );
        return Err(Failure::Said(130));
    }
    Ok(out.finish()?)
}

fn as_text(solved: &[Solved]) -> String {
    let tables: Vec<String> = solved.iter().map(Solved::to_string).collect();
    tables.join("\n")
}

fn as_json(solved: &[Solved]) -> String {
    let boards: Vec<Value> = solved.iter().map(Solved::json).collect();
    format!(
        "{:#}\n",
        json!({"version": env!("CARGO_PKG_VERSION"), "boards": boards})
    )
}

/// Reads the boards of a file, or says all that is wrong with it.
fn read(path: &Path) -> Result<Vec<Board>, Failure> {
    let cannot = || format!("cannot read {}", path.display());
    let mut text = String::new();
    let input: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).with_context(cannot)?),
    };
    input
        .take(MOST_BYTES)
        .read_to_string(&mut text)
        .with_context(cannot)?;
    if text.len() as u64 == MOST_BYTES {
        return Err(anyhow::anyhow!("{} is larger than 64 MB", path.display()).into());
    }
    let mut boards = Vec::new();
    let mut wrong = 0;
    for (number, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
    {
        match line.parse::<Deal>() {
            Ok(deal) => boards.push(Board::new(boards.len() as u64 + 1, deal)),
            Err(error) => {
                eprintln!("{}:{number}: {error}", path.display());
                wrong += 1;
            }
        }
    }
    match (wrong, boards.len()) {
        (0, 0) => Err(anyhow::anyhow!("there are no boards in {}", path.display()).into()),
        (0, _) => Ok(boards),
        _ => Err(Failure::Said(1)),
    }
}

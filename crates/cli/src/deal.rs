//! `fairdeal deal`: boards from a script.

use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::plan::Stop;
use fairdeal::script::{Compiled, Diagnostic, Loaded};
use fairdeal::{DealError, Dealing, Format, Outcome, Request, Shard};
use serde_json::json;

use crate::Failure;
use crate::interrupt::on_interrupt;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::sources::{self, ScriptArguments};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    /// How many boards the whole run has [default: the script's produce, or 40]
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<u64>,

    /// The seed: the same seed gives the same boards [default: the script's, or a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How to write the boards, instead of the script's print actions
    #[arg(long, value_enum)]
    format: Option<FormatName>,

    /// Write the boards to this file; .txt or .oneline also says how
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write averages and frequencies to this file (.json, .csv, or as text) instead of standard error
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// Averages and frequencies as JSON
    #[arg(long)]
    json: bool,

    /// Draw frequencies as bars
    #[arg(long)]
    plot: bool,

    /// Try at most so many deals [default: the script's generate, or as many as it takes]
    #[arg(long, value_name = "N")]
    generate: Option<u64>,

    /// How many threads [default: one for each core]; the boards do not depend on it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Deal only block I of N of the run; all blocks together are the run
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// Go on from this board of the run
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    start: u64,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    /// n AK4.QT92.J.98765 e … s … w …, a line for each board
    Oneline,
    /// The four hands around the table
    Text,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if 1 <= part && part <= of => Ok(Shard { part, of }),
        _ => Err("write a part and how many there are, like 3/8".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let format = arguments.format()?;
    let loaded = arguments.script.load()?;
    let Loaded {
        script,
        compiled,
        diagnostics,
    } = &loaded;
    let Some(compiled) = compiled else {
        sources::show(diagnostics, &script.sources);
        return Err(Failure::Said(1));
    };
    if !arguments.quiet {
        sources::show(diagnostics, &script.sources);
    }
    let seed = arguments.seed.or(compiled.seed.map(|seed| seed as u64));
    let request = Request {
        boards: arguments.boards,
        seed: seed.unwrap_or_else(random_seed),
        generate: arguments.generate,
        format,
        shard: arguments.shard,
        start: arguments.start,
        threads: match arguments.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, |n| n.get()),
        },
        solver: match compiled.condition.asks_solver() {
            true => Some(Solver::load()?),
            false => None,
        },
    };
    let dealing = Dealing::new(compiled, &request)?;
    let boards = dealing.boards();
    let mut out = Output::open(arguments.output.as_deref())?;
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(boards.end - boards.start, arguments.quiet);
    let dealt = progress.during(&stop, || {
        dealing.run(&stop, &mut |bytes, boards| {
            out.write(bytes)?;
            progress.add(boards);
            Ok(())
        })
    });
    let outcome = match dealt {
        Ok(outcome) => outcome,
        Err(DealError::Eval(error)) => return Err(no_answer(error, compiled, &loaded)),
        Err(error) => return Err(error.into()),
    };
    if interrupted() {
        let next = boards.start + outcome.boards;
        return Err(cut_off(
            arguments,
            out,
            next,
            &request,
            &outcome,
            boards.end - boards.start,
        )?);
    }
    out.finish()?;
    arguments.report(&outcome, &request, boards.end - boards.start)
}

/// A division by zero and its kin, at its place in the script.
fn no_answer(
    error: fairdeal::condition::EvalError,
    compiled: &Compiled,
    loaded: &Loaded,
) -> Failure {
    match compiled.place(error.node) {
        Some(span) => {
            let finding = Diagnostic::error(
                "no-answer",
                span,
                format!("{error}, for a deal that came up"),
            )
            .help("guard it: x > 0 and 10 / x > 2 asks only where x is not 0");
            sources::show(&[finding], &loaded.script.sources);
            Failure::Said(1)
        }
        None => Failure::Work(error.into()),
    }
}

/// Keeps what was dealt before Ctrl-C, and says how to go on.
fn cut_off(
    arguments: &Arguments,
    out: Output,
    next: u64,
    request: &Request,
    outcome: &Outcome,
    asked: u64,
) -> anyhow::Result<Failure> {
    let kept = out.keep_part()?;
    let place = kept.map_or(String::new(), |path| {
        format!("; they are in {}", path.display())
    });
    eprintln!(
        "fairdeal: stopped after {} of {asked} boards{place}",
        outcome.boards
    );
    let total = arguments
        .boards
        .map_or(String::new(), |n| format!(" -n {n}"));
    eprintln!(
        "fairdeal: to go on, add{total} --seed {} --start {next} and another output file",
        request.seed
    );
    Ok(Failure::Said(130))
}

impl Arguments {
    /// How boards are written: `--format` beats the extension of the output file.
    fn format(&self) -> Result<Option<Format>, Failure> {
        if let Some(name) = self.format {
            return Ok(Some(match name {
                FormatName::Oneline => Format::Oneline,
                FormatName::Text => Format::Text,
            }));
        }
        let extension = self.output.as_deref().and_then(Path::extension);
        match extension.map(|extension| extension.to_string_lossy().into_owned()) {
            None => Ok(None),
            Some(extension) => match Format::from_extension(&extension) {
                Some(format) => Ok(Some(format)),
                None => Err(Failure::Usage(format!(
                    "cannot tell from .{extension} how to write the boards: name the file .txt or .oneline, \
                     or say --format text or --format oneline"
                ))),
            },
        }
    }

    /// What was dealt, and what was counted.
    fn report(&self, outcome: &Outcome, request: &Request, asked: u64) -> Result<(), Failure> {
        let Outcome {
            boards,
            tries,
            statistics,
        } = outcome;
        if !self.quiet {
            let each = match boards {
                0 => String::new(),
                n => format!(", 1 in {:.1}", *tries as f64 / *n as f64),
            };
            eprintln!(
                "{boards} boards from {tries} deals{each}; seed {}",
                request.seed
            );
        }
        let as_json = || {
            let summary = json!({"boards": boards, "tries": tries, "seed": request.seed.to_string(),
                "generator": "ChaCha8", "version": env!("CARGO_PKG_VERSION"), "statistics": statistics.json()});
            format!("{summary:#}\n")
        };
        let extension = self.stats.as_deref().and_then(Path::extension);
        let extension = extension.map(|extension| extension.to_string_lossy().to_lowercase());
        let text = match extension.as_deref() {
            _ if self.json => as_json(),
            Some("json") => as_json(),
            Some("csv") => statistics.csv(),
            _ => statistics.text(self.plot),
        };
        match &self.stats {
            Some(path) => output::write_file(path, text.as_bytes())?,
            None if statistics.is_empty() && !self.json => {}
            None => eprint!("{text}"),
        }
        match (*boards, asked) {
            (0, 1..) => Err(Failure::Work(anyhow::anyhow!(
                "no deal in {tries} qualified: allow more with --generate, or look at the script with fairdeal check"
            ))),
            (boards, asked) if boards < asked && !self.quiet => {
                eprintln!("fairdeal: {asked} boards were asked for; {tries} tries were not enough");
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// A seed that nobody chose: short enough to be typed again.
fn random_seed() -> u64 {
    let random = std::collections::hash_map::RandomState::new();
    random.build_hasher().finish() % 1_000_000_000
}

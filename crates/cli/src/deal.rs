//! `fairdeal deal`: boards from a script.

use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fairdeal::bridge::Board;
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::plan::Stop;
use fairdeal::script::{Compiled, Diagnostic, Loaded};
use fairdeal::{DealError, Dealing, Format, Outcome, Request, Shard, Sifted};
use serde_json::json;

use crate::Failure;
use crate::board_file::{self, StyleArguments};
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
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name())]
    format: Option<Format>,

    /// Write the boards to this file; its extension (.pbn, .lin, .html …) also says how
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    style: StyleArguments,

    /// Take the boards of this file instead of dealing: those that satisfy the script are kept, and hands that are not
    /// given are dealt at random; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "start"])]
    from: Option<PathBuf>,

    /// The format of that file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name(), hide_possible_values = true, requires = "from")]
    from_format: Option<Format>,

    /// Leave out boards of that file with something wrong, instead of writing nothing
    #[arg(long, requires = "from")]
    skip_bad: bool,

    /// Write averages and frequencies to this file (.json, .csv, or as text) instead of standard error
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// Averages and frequencies as JSON
    #[arg(long)]
    json: bool,

    /// Draw frequencies as bars
    #[arg(long)]
    plot: bool,

    /// Try at most so many deals [default: the script's generate, or as many as it takes]; with --from, for each board
    /// that lacks hands [default: 10000000]
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
    let given = arguments.given()?;
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
    if let Some(format) = format
        && !format.keeps().dealer
        && (compiled.dealer.is_some() || compiled.vulnerable.is_some())
        && !arguments.quiet
    {
        let name = format.name();
        eprintln!("fairdeal: {name} has no place for the dealer and vulnerability of the script");
    }
    let seed = arguments.seed.or(compiled.seed.map(|seed| seed as u64));
    let mut style = arguments.style.style();
    style.title = style.title.or_else(|| compiled.title.clone());
    let request = Request {
        boards: arguments.boards,
        seed: seed.unwrap_or_else(random_seed),
        generate: arguments.generate,
        format,
        style,
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
    let boards = match &given {
        Some(given) => 1..given.len() as u64 + 1,
        None => dealing.boards(),
    };
    let path = arguments.output.as_deref();
    let mut out = Output::open(path.filter(|path| !board_file::is_standard(path)))?;
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(boards.end - boards.start, arguments.quiet);
    let dealt = progress.during(&stop, || {
        let mut write = |bytes: &[u8], boards: u64| {
            out.write(bytes)?;
            progress.add(boards);
            Ok(())
        };
        match &given {
            Some(given) => dealing.sift(given, &stop, &mut write),
            None => dealing.run(&stop, &mut write).map(Sifted::from),
        }
    });
    let sifted = match dealt {
        Ok(sifted) => sifted,
        Err(DealError::Eval(error)) => return Err(no_answer(error, compiled, &loaded)),
        Err(error) => return Err(error.into()),
    };
    let outcome = &sifted.outcome;
    if interrupted() {
        let asked = boards.end - boards.start;
        let next = given.is_none().then_some(boards.start + outcome.boards);
        return Err(cut_off(arguments, out, next, &request, outcome, asked)?);
    }
    if outcome.boards > 0 || boards.is_empty() {
        out.finish()?;
    }
    match &given {
        Some(given) => arguments.report_sifted(&sifted, given.len(), &request),
        None => arguments.report(outcome, &request, boards.end - boards.start),
    }
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
    next: Option<u64>,
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
    if let Some(next) = next {
        let total = arguments
            .boards
            .map_or(String::new(), |n| format!(" -n {n}"));
        eprintln!(
            "fairdeal: to go on, add{total} --seed {} --start {next} and another output file",
            request.seed
        );
    }
    Ok(Failure::Said(130))
}

impl Arguments {
    /// How boards are written: `--format` beats the extension of the output file.
    fn format(&self) -> Result<Option<Format>, Failure> {
        match (&self.output, self.format) {
            (Some(path), told) if path.extension().is_some() => {
                board_file::format_of(path, told, "--format").map(Some)
            }
            (_, told) => Ok(told),
        }
    }

    /// The boards that are not dealt but taken from a file.
    fn given(&self) -> Result<Option<Vec<Board>>, Failure> {
        let Some(path) = &self.from else {
            return Ok(None);
        };
        let format = board_file::format_of(path, self.from_format, "--from-format")?;
        board_file::read(path, format, self.skip_bad).map(Some)
    }

    /// What became of the boards of a file.
    fn report_sifted(
        &self,
        sifted: &Sifted,
        given: usize,
        request: &Request,
    ) -> Result<(), Failure> {
        let Sifted {
            outcome,
            refused,
            incomplete,
        } = sifted;
        if !self.quiet {
            let (kept, seed) = (outcome.boards, request.seed);
            eprintln!(
                "{kept} of {given} boards kept, {refused} do not satisfy the script; seed {seed}"
            );
            for number in incomplete {
                eprintln!(
                    "board {number} could not be completed: allow more tries with --generate"
                );
            }
        }
        self.statistics(outcome, request)?;
        match outcome.boards {
            0 => Err(Failure::Work(anyhow::anyhow!(
                "none of the boards satisfies the script"
            ))),
            _ => Ok(()),
        }
    }

    /// What was counted, to where it was asked for.
    fn statistics(&self, outcome: &Outcome, request: &Request) -> Result<(), Failure> {
        let Outcome {
            boards,
            tries,
            statistics,
        } = outcome;
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
        Ok(())
    }

    /// What was dealt, and what was counted.
    fn report(&self, outcome: &Outcome, request: &Request, asked: u64) -> Result<(), Failure> {
        let Outcome { boards, tries, .. } = outcome;
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
        self.statistics(outcome, request)?;
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

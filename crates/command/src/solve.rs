//! `fairdeal solve`: what can be made on each board of a file, and its par.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fairdeal::Format;
use fairdeal::bridge::double_dummy::{SolvedBoard, SolvedBoards, Solver};
use fairdeal::bridge::formats::Style;
use fairdeal::bridge::score::Contract;
use fairdeal::bridge::{Board, Deal, Seat};
use fairdeal::store::{CACHE_VARIABLE, SolvedDeals};
use fairdeal::{costs_of_plays, leads_of_boards};

use crate::board_file::StyleArguments;
use crate::deal::thread_number;
use crate::interrupt::INTERRUPTED;
use crate::output::{Output, say};
use crate::{Failure, board_file, lead, print, progress, threads, watch};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file of boards; - is standard input
    file: PathBuf,

    /// The format of the file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name(), hide_possible_values = true)]
    from: Option<Format>,

    /// Leave out boards with something wrong, instead of solving none
    #[arg(long)]
    skip_bad: bool,

    /// Everything as one JSON object, instead of tables
    #[arg(long)]
    json: bool,

    /// Write the boards with their results to this file (.pbn, .csv, .json, .html, .pdf or .txt), instead of tables
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,

    /// The format of the output file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name(), hide_possible_values = true, requires = "output")]
    to: Option<Format>,

    /// What each opening lead gives, against the contract that the file says of the board, instead of tables
    #[arg(long, conflicts_with_all = ["play", "output"])]
    lead: bool,

    /// What each card of the play that the file has of the board has cost, instead of tables
    #[arg(long, conflicts_with = "output")]
    play: bool,

    /// With --lead or --play: this contract on all boards, like 3NT or 4Sx
    #[arg(long, value_parser = lead::contract, requires = "by")]
    contract: Option<Contract>,

    /// And who plays it
    #[arg(long, value_name = "SEAT", requires = "contract")]
    by: Option<Seat>,

    /// Solve all boards anew, and keep nothing for the next time
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    style: StyleArguments,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = thread_number, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal solve boards.pbn                     a table for each board, and par
  fairdeal solve boards.lin -o solved.pbn       the same boards with their results
  fairdeal solve boards.pbn -o boards.pdf       hand records to print
  fairdeal solve played.pbn --lead              what each opening lead would have given
  fairdeal solve played.pbn --play              which cards have cost a trick";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.contract.is_some() && !arguments.lead && !arguments.play {
        let message = "--contract goes with --lead or --play".to_owned();
        return Err(Failure::Usage(message));
    }
    let from = board_file::format_to_read(&arguments.file, arguments.from, "--from")?;
    let to = arguments.format()?;
    let style = arguments.style.style(to.as_slice(), arguments.quiet)?;
    let boards = board_file::read(&arguments.file, from, arguments.skip_bad)?;
    if arguments.lead || arguments.play {
        if arguments.no_cache && !arguments.quiet {
            let option = if arguments.lead { "--lead" } else { "--play" };
            say(format_args!(
                "fairdeal: --no-cache has no effect with {option}: its results are not kept"
            ));
        }
        return at_the_table(arguments, &boards);
    }
    let boards = whole(boards, arguments.skip_bad)?;
    let solver = Solver::load().map_err(Failure::of)?;
    let solver = solver.on_threads(threads(arguments.threads));
    let path = arguments.output.as_deref();
    let mut out = Output::open(path.filter(|path| !board_file::is_standard(path)))?;
    let deals: Vec<Deal> = boards.iter().map(|board| board.deal).collect();
    let known = solved_before(arguments.no_cache);
    let solve = || solver.tables_knowing(&deals, &*known, watch());
    let tables = progress::shown(watch(), arguments.quiet, solve).map_err(Failure::of)?;
    known.keep();
    let asked = boards.len();
    let solved = boards.into_iter().zip(tables);
    let solved = solved.map(|(board, tricks)| SolvedBoard::new(board, tricks));
    let solved = SolvedBoards::from(solved.collect::<Vec<_>>());
    out.write(&match to {
        Some(format) => as_boards(&solved, format, &style, arguments.quiet)?,
        None if arguments.json => {
            let json = serde_json::to_string_pretty(&solved).map_err(std::io::Error::other)?;
            (json + "\n").into_bytes()
        }
        None => solved.to_string().into_bytes(),
    })?;
    let done = solved.boards.len();
    if done < asked {
        let kept = out.keep_part()?;
        let place = kept.map_or(String::new(), |path| {
            format!("; they are in {}", path.display())
        });
        say(format_args!(
            "fairdeal: stopped after {done} of {asked} boards{place}"
        ));
        return Err(Failure::Said(INTERRUPTED));
    }
    Ok(out.finish(arguments.quiet)?)
}

/// The results that were kept for the next time; none, if nothing is to be kept.
pub(crate) fn solved_before(no_cache: bool) -> Arc<SolvedDeals> {
    Arc::new(if no_cache {
        SolvedDeals::nowhere()
    } else {
        SolvedDeals::usual(std::env::var_os(CACHE_VARIABLE))
    })
}

/// Leads or plays, board by board.
fn at_the_table(arguments: &Arguments, boards: &[Board]) -> Result<(), Failure> {
    let told = arguments.contract.zip(arguments.by);
    let threads = threads(arguments.threads);
    let progress = if arguments.lead {
        let lead = || leads_of_boards(boards, told, threads, watch());
        let answer = progress::shown(watch(), arguments.quiet, lead)?;
        print(&answer, arguments.json)?;
        answer.progress()
    } else {
        let play = || costs_of_plays(boards, told, threads, watch());
        let answer = progress::shown(watch(), arguments.quiet, play)?;
        print(&answer, arguments.json)?;
        answer.progress()
    };
    lead::stopped(progress, "boards")
}

impl Arguments {
    /// The format of the output file, which must have a place for the results.
    fn format(&self) -> Result<Option<Format>, Failure> {
        let Some(path) = &self.output else {
            return Ok(None);
        };
        let format = board_file::format_of(path, self.to, "--to")?;
        if format.takes_results() {
            return Ok(Some(format));
        }
        Err(Failure::Usage(format!(
            "{} has no place for double dummy results: write {}",
            format.name(),
            Format::names_with_results()
        )))
    }
}

/// Boards with hands that are not given cannot be solved.
fn whole(boards: Vec<Board>, skip_bad: bool) -> Result<Vec<Board>, Failure> {
    let (whole, partial): (Vec<Board>, Vec<Board>) = boards
        .into_iter()
        .partition(|board| board.deal.is_complete());
    for board in &partial {
        say(format_args!("fairdeal: board {} lacks hands", board.number));
    }
    if partial.is_empty() || skip_bad && !whole.is_empty() {
        Ok(whole)
    } else {
        Err(Failure::Said(1))
    }
}

fn as_boards(
    solved: &SolvedBoards,
    format: Format,
    style: &Style,
    quiet: bool,
) -> Result<Vec<u8>, Failure> {
    let boards: Vec<Board> = solved
        .boards
        .iter()
        .map(|board| board.board_in(format))
        .collect();
    let mut bytes = Vec::new();
    let written = format.write(&boards, style, &mut bytes);
    written.map_err(Failure::of)?;
    if !quiet {
        board_file::say_losses(format, &boards);
    }
    Ok(bytes)
}

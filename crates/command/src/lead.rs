//! `fairdeal lead`: what to lead, over the worlds of a script or the boards of a file.

use std::path::Path;

use clap::Args;
use fairdeal::bridge::score::Contract;
use fairdeal::bridge::{Hand, Seat};
use fairdeal::{Format, LEAD_WORLDS, LeadRequest, Seed, lead_on_boards, random_seed};

use crate::deal::thread_number;
use crate::interrupt::INTERRUPTED;
use crate::output::say;
use crate::question::{QuestionArguments, say_warnings};
use crate::{Failure, board_file, print, progress, threads, watch};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    /// The contract: 3NT, 4S; doubled 4Sx
    #[arg(long, value_parser = contract)]
    contract: Contract,

    /// Who plays it: north, east, south or west; the next player leads
    #[arg(long, value_name = "SEAT")]
    by: Seat,

    /// What the leader holds, where the script does not predeal it: QJ962.84.K75.J83
    #[arg(long, value_name = "HAND", allow_hyphen_values = true)]
    hand: Option<Hand>,

    /// How many worlds to draw from a script
    #[arg(long, value_name = "N", default_value_t = LEAD_WORLDS, value_parser = clap::value_parser!(u64).range(1..))]
    worlds: u64,

    /// The seed, a number or any text: the same seed gives the same worlds [default: the script's, or a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<Seed>,

    /// That the file has boards, and in which format [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name(), hide_possible_values = true)]
    from: Option<Format>,

    /// Leave out boards with something wrong
    #[arg(long)]
    skip_bad: bool,

    /// As one JSON object
    #[arg(long)]
    json: bool,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = thread_number, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// Say nothing but errors besides the leads
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
In each world all leads are tried, and everybody sees all cards. A script says what the auction showed; of boards on which the
leader holds different hands, the leads of each board are told.

Examples:
  fairdeal lead auction.dlr --contract 3NT --by south --hand QJ962.84.K75.J83
  fairdeal lead boards.pbn --contract 4S --by north";

/// A contract as players write it.
pub(crate) fn contract(text: &str) -> Result<Contract, String> {
    Contract::at_the_table(text).map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut request = LeadRequest {
        hand: arguments.hand,
        worlds: arguments.worlds,
        threads: threads(arguments.threads),
        ..LeadRequest::new(arguments.contract, arguments.by)
    };
    let answer = match arguments.boards() {
        Some((file, format)) => {
            let boards = board_file::read(file, format, arguments.skip_bad)?;
            let lead = || lead_on_boards(&boards, &request, watch());
            progress::shown(watch(), arguments.quiet, lead)?
        }
        None => {
            let question = arguments.question.open()?;
            if !arguments.quiet {
                say_warnings(&question);
            }
            let own = || question.own_seed().map(Seed::from);
            let seed = arguments.seed.clone().or_else(own);
            request.seed = Some(seed.unwrap_or_else(|| random_seed().into()));
            let lead = || question.lead(&request, watch());
            progress::shown(watch(), arguments.quiet, lead)?
        }
    };
    print(&answer, arguments.json)?;
    stopped(answer.progress(), "worlds")
}

/// Says that some work was stopped, if it was.
pub(crate) fn stopped((done, asked): (u64, u64), what: &str) -> Result<(), Failure> {
    if done < asked {
        say(format_args!(
            "fairdeal: stopped after {done} of {asked} {what}"
        ));
        return Err(Failure::Said(INTERRUPTED));
    }
    Ok(())
}

impl Arguments {
    /// The file and the format of the boards, if it has boards.
    fn boards(&self) -> Option<(&Path, Format)> {
        let file = self.question.file.as_deref()?;
        let extension = file.extension().unwrap_or_default();
        let by_name = || Format::from_extension(&extension.to_string_lossy());
        Some((file, self.from.or_else(by_name)?))
    }
}

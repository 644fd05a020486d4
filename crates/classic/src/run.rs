//! A run of the classic program: switches, a script, deals until there are enough, and the last lines.
//!
//! It knows the order in which the program does things and where it says them. Time, files and streams come in from
//! outside; what a board looks like is the business of the acts.

use std::ffi::OsString;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use bridge::score::Strain;
use bridge::{Card, Deal, Seat, Side, Vulnerability};
use condition::{EvalError, Evaluator, Oracle};
use script::syntax::{Predealt, StatementKind};
use script::{
    Action, CompileOptions, Compiled, Diagnostic, Input, InputError, Script, Settings, Value,
};

use crate::act::{Act, ActError, Board, BoardError};
use crate::pbn::PbnHeader;
use crate::switches::{Refusal, Switches};
use crate::{Deals, PackError, faults};

/// What the program has around it.
pub struct Surroundings<'a> {
    /// Where the script comes from if no file is named.
    pub stdin: &'a mut dyn Read,
    /// Where boards and statistics go.
    pub stdout: &'a mut dyn Write,
    /// Where errors, warnings and the progress meter go.
    pub stderr: &'a mut dyn Write,
    /// What time it is. It gives the seed if there is none, the date in PBN and the time that was needed.
    pub clock: &'a dyn Fn() -> SystemTime,
}

/// Boards that are produced when boards are printed and nobody says how many.
const PRINTED_BOARDS: u64 = 40;

/// Deals that are made when nobody says how many.
const GENERATED_DEALS: u64 = 10_000_000;

/// How many deals are made between two looks at the clock.
const DEALS_A_LOOK: u64 = 4096;

/// Does what the classic program does with these arguments, its own name not among them, and returns its exit code.
///
/// Further than the classic program it takes `--rng original` (the default) or `--rng debian`.
///
/// ```
/// use std::time::SystemTime;
///
/// let mut stdout = Vec::new();
/// let surroundings = classic::Surroundings {
///     stdin: &mut "hcp(north) > 30 action printoneline".as_bytes(),
///     stdout: &mut stdout,
///     stderr: &mut std::io::sink(),
///     clock: &|| SystemTime::UNIX_EPOCH,
/// };
/// let arguments = ["-s", "1", "-p", "1"].map(Into::into);
/// assert_eq!(classic::run(arguments.into_iter(), surroundings), 0);
/// assert!(stdout.starts_with(b"n "));
/// ```
pub fn run(args: impl Iterator<Item = OsString>, surroundings: Surroundings) -> u8 {
    let Surroundings {
        stdin,
        stdout,
        stderr,
        clock,
    } = surroundings;
    let mut out = BufWriter::with_capacity(1 << 16, stdout);
    let outcome = Switches::read(args)
        .map_err(Stop::Refused)
        .and_then(|switches| run_script(&switches, stdin, &mut out, stderr, clock))
        .and_then(|code| Ok(out.flush().map(|()| code)?));
    match outcome {
        Ok(code) => code,
        // Nobody is left to read what cannot be written here.
        Err(stop) => stop.explain(&mut out, stderr).unwrap_or(REFUSED),
    }
}

/// The exit code for switches or a script that the program does not take.
const REFUSED: u8 = 255;

/// Why the program stops before it is done.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("")]
    Refused(Refusal),
    #[error(transparent)]
    Input(#[from] InputError),
    /// What is wrong with the script, for people.
    #[error("{0}")]
    Script(String),
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Act(#[from] ActError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Stop {
    /// Says why, where the classic program says it, and returns its exit code.
    fn explain(self, out: &mut impl Write, stderr: &mut dyn Write) -> io::Result<u8> {
        match self {
            // Whoever reads a pipe may stop reading.
            Stop::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(0),
            Stop::Refused(Refusal::Version) => {
                writeln!(
                    out,
                    "Version info....\nfairdeal {}",
                    env!("CARGO_PKG_VERSION")
                )?;
                out.flush()?;
                return Ok(1);
            }
            Stop::Refused(Refusal::Exhaust) => {
                writeln!(out, "Exhaust mode not included in this executable")?;
                out.flush()?;
                return Ok(1);
            }
            Stop::Refused(Refusal::Library) => {
                writeln!(stderr, "Cannot find or open library file")?;
            }
            Stop::Refused(Refusal::SeedOverflow) => {
                let (low, high) = (i64::MIN, i64::MAX);
                writeln!(
                    stderr,
                    "Seed overflow: seed must be between {low} and {high}"
                )?;
            }
            Stop::Refused(Refusal::Usage(mistakes)) => {
                for mistake in mistakes {
                    writeln!(stderr, "dealer: {mistake}")?;
                }
                let usage = "[-023ehuvmqV] [-p n] [-g n] [-s seed] [-t seconds] [-l n] [--rng original|debian]";
                writeln!(stderr, "Usage: dealer {usage} [inputfile]")?;
            }
            Stop::Input(InputError::Unreadable { name, cause }) => {
                writeln!(stderr, "{name}: {cause}")?;
            }
            // What was printed before a script fails stays printed.
            other => {
                out.flush()?;
                writeln!(stderr, "{other}")?;
            }
        }
        Ok(REFUSED)
    }
}

fn run_script(
    switches: &Switches,
    stdin: &mut dyn Read,
    out: &mut impl Write,
    stderr: &mut dyn Write,
    clock: &dyn Fn() -> SystemTime,
) -> Result<u8, Stop> {
    let started = clock();
    let input = match &switches.file {
        Some(file) => Input::from_path(Path::new(file))?,
        None => Input::from_reader("standard input", stdin)?,
    };
    let (script, compiled) = read_script(&input)?;
    for warning in faults::warnings(&script, switches.swapping) {
        writeln!(stderr, "{}", warning.render(&script.sources, false))?;
    }
    if faults::may_wrap(&compiled) {
        let message =
            "the classic program computes in 32 bits, and numbers in this script may be larger";
        writeln!(stderr, "warning: {message}")?;
    }
    out.write_all(faults::echoed(&script).as_bytes())?;
    let seed = switches
        .seed
        .or(compiled.seed)
        .unwrap_or_else(|| since(SystemTime::UNIX_EPOCH, started).as_secs() as i64);
    let file = switches.file.as_ref().map(|file| file.to_string_lossy());
    let date = date(started);
    let mut production = Production {
        deals: Deals::new(switches.rng, seed, &predealt(&script), switches.swapping)?,
        evaluator: Evaluator::new(&compiled.condition),
        acts: acts(&compiled)?,
        generated: 0,
        produced: 0,
    };
    let limits = Limits::new(switches, &script, &production.acts);
    let header = PbnHeader {
        file: file.as_deref(),
        seed,
        date: &date,
        dealer: compiled.dealer,
        vulnerable: compiled.vulnerable,
    };
    let pbn = (!switches.quiet).then_some(&header);
    let give_up = switches
        .seconds
        .map(|seconds| Duration::from_secs(seconds.into()));
    let mut meter = switches.meter.then_some(&mut *stderr);
    if let Some(meter) = &mut meter {
        write!(meter, "Calculating...  0% complete\r")?;
    }
    let mut in_vain = false;
    while production.generated < limits.generate && production.produced < limits.produce {
        let done = production.next(pbn, out).map_err(|error| match error {
            BoardError::Act(error) => Stop::Act(error),
            BoardError::Io(error) => Stop::Io(error),
            BoardError::Eval(error) => Stop::Script(failed(&script, &compiled, error)),
        })?;
        if let Some(meter) = meter.as_mut().filter(|_| done) {
            let percent = |boards: u64| 100 * boards / limits.produce;
            let now = percent(production.produced);
            if now > percent(production.produced - 1) {
                write!(meter, "Calculating... {now:2}% complete\r")?;
            }
        }
        if let Some(most) = give_up
            && production.produced == 0
            && production.generated.is_multiple_of(DEALS_A_LOOK)
            && since(started, clock()) >= most
        {
            in_vain = true;
            break;
        }
    }
    if let Some(meter) = &mut meter {
        write!(meter, "{:38}\r", "")?;
    }
    production.end(out)?;
    let pbn_boards = match pbn {
        Some(_) => production.pbn_boards(),
        None => 0,
    };
    // Each board in PBN turns the last lines off or on again.
    let toggled = !pbn_boards.is_multiple_of(2);
    if switches.verbose != toggled {
        writeln!(out, "Generated {} hands", production.generated)?;
        writeln!(out, "Produced {} hands", production.produced)?;
        writeln!(out, "Initial random seed {}", seed as u64)?;
        let needed = since(started, clock()).as_secs_f64();
        writeln!(out, "Time needed {needed:8.3} sec")?;
    }
    out.flush()?;
    if production.wrapped() {
        writeln!(
            stderr,
            "warning: the classic program adds averages up in 32 bits, and a sum here is larger"
        )?;
    }
    if toggled {
        writeln!(
            stderr,
            "warning: the classic program turns -v round after an odd number of boards in PBN"
        )?;
    }
    Ok(u8::from(in_vain))
}

/// Reads a script as the classic program understands it.
fn read_script(input: &Input) -> Result<(Script, Compiled), Stop> {
    let (script, diagnostics) = script::parse(input, &Settings::default());
    let options = CompileOptions {
        double_dummy: false,
        classic_faults: true,
    };
    let compiled = script::compile(&script, &options);
    let errors: Vec<Diagnostic> = diagnostics
        .into_iter()
        .filter(Diagnostic::is_error)
        .chain(compiled.as_ref().err().into_iter().flatten().cloned())
        .collect();
    match compiled {
        Ok(compiled) if errors.is_empty() => Ok((script, compiled)),
        _ => {
            let rendered: Vec<String> = errors
                .iter()
                .map(|error| error.render(&script.sources, false))
                .collect();
            Err(Stop::Script(rendered.join("\n\n")))
        }
    }
}

/// The cards dealt in advance, in the order of the script and from the highest down.
fn predealt(script: &Script) -> Vec<(Seat, Card)> {
    let mut cards = Vec::new();
    for statement in &script.statements {
        let StatementKind::Predeal(items) = &statement.kind else {
            continue;
        };
        for item in items {
            if let Predealt::Cards(hand) = item.what {
                let mut holding: Vec<Card> = hand.cards().collect();
                holding.reverse();
                cards.extend(holding.into_iter().map(|card| (item.seat, card)));
            }
        }
    }
    cards
}

/// What is done with each board; a script without actions prints it.
fn acts(compiled: &Compiled) -> Result<Vec<Act>, ActError> {
    let actions = compiled
        .actions
        .clone()
        .unwrap_or_else(|| vec![Action::PrintAll]);
    actions.into_iter().map(Act::new).collect()
}

/// Where dealing ends.
struct Limits {
    generate: u64,
    produce: u64,
}

impl Limits {
    fn new(switches: &Switches, script: &Script, acts: &[Act]) -> Limits {
        // The first that is not 0 stays; a negative one is reached at once.
        let first = |said: fn(&StatementKind) -> Option<i64>| {
            let mut said = script
                .statements
                .iter()
                .filter_map(|statement| said(&statement.kind));
            said.find(|&number| number != 0)
        };
        let limit = |switch: Option<i32>, said: Option<i64>| {
            switch
                .map(i64::from)
                .or(said)
                .map(|limit| u64::try_from(limit).unwrap_or(0))
        };
        let generate = first(|kind| match kind {
            StatementKind::Generate(number) => Some(*number),
            _ => None,
        });
        let produce = first(|kind| match kind {
            StatementKind::Produce(number) => Some(*number),
            _ => None,
        });
        let generate = limit(switches.generate, generate).unwrap_or(GENERATED_DEALS);
        let unsaid = if acts.iter().any(Act::prints) {
            PRINTED_BOARDS
        } else {
            generate
        };
        Limits {
            generate,
            produce: limit(switches.produce, produce).unwrap_or(unsaid),
        }
    }
}

/// Deals, and what has come of them.
struct Production {
    deals: Deals,
    evaluator: Evaluator,
    acts: Vec<Act>,
    generated: u64,
    produced: u64,
}

impl Production {
    /// Makes one deal; if it qualifies, does what is to be done with it and returns true.
    fn next(&mut self, pbn: Option<&PbnHeader>, out: &mut impl Write) -> Result<bool, BoardError> {
        let Production {
            deals,
            evaluator,
            acts,
            ..
        } = self;
        let deal = deals.deal();
        self.generated += 1;
        if !evaluator.holds(&deal, deals)? {
            return Ok(false);
        }
        self.produced += 1;
        let mut value = |Value(index): Value| {
            // What compiles with the classic faults fits in 32 bits.
            Ok::<i32, EvalError>(evaluator.value(index, &deal, deals)? as i32)
        };
        let mut board = Board {
            number: self.produced,
            deal,
            value: &mut value,
            pbn,
        };
        for act in acts {
            act.board(&mut board, out)?;
        }
        Ok(true)
    }

    /// Prints what was counted and kept.
    fn end(&self, out: &mut impl Write) -> io::Result<()> {
        self.acts
            .iter()
            .try_for_each(|act| act.end(self.produced, out))
    }

    /// How many boards were asked for in PBN.
    fn pbn_boards(&self) -> u64 {
        let times = self
            .acts
            .iter()
            .filter(|act| matches!(act, Act::Pbn))
            .count();
        self.produced * times as u64
    }

    /// Whether a sum was more than the classic program could hold.
    fn wrapped(&self) -> bool {
        self.acts
            .iter()
            .any(|act| matches!(act, Act::Average { tally, .. } if tally.wrapped()))
    }
}

impl Oracle for Deals {
    fn random(&mut self, below: i64) -> i64 {
        self.random(below as i32).into()
    }

    fn tricks(&mut self, _deal: &Deal, _declarer: Seat, _strain: Strain) -> Option<i64> {
        None
    }

    fn par(&mut self, _deal: &Deal, _side: Side, _vulnerable: Vulnerability) -> Option<i64> {
        None
    }
}

/// What a person reads when a condition has no answer for a deal.
fn failed(script: &Script, compiled: &Compiled, error: EvalError) -> String {
    match compiled.place(error.node) {
        Some(span) => {
            Diagnostic::error("evaluation", span, error.to_string()).render(&script.sources, false)
        }
        None => error.to_string(),
    }
}

/// How long one moment is after another.
fn since(start: SystemTime, end: SystemTime) -> Duration {
    end.duration_since(start).unwrap_or_default()
}

/// The local date as PBN writes it.
fn date(moment: SystemTime) -> String {
    let zone = jiff::tz::TimeZone::system();
    let timestamp = jiff::Timestamp::try_from(moment).unwrap_or_default();
    timestamp.to_zoned(zone).strftime("%Y.%m.%d").to_string()
}

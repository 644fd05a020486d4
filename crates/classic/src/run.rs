//! A run of the classic program: switches, a script, deals until there are enough, and the last lines.
//!
//! It knows the order in which the program does things and where it says them. Time, files and streams come in from
//! outside; what a board looks like is the business of the acts.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, Read, Write};
use std::time::{Duration, SystemTime};

use bridge::{Card, Seat};
use condition::EvalError;
use script::syntax::{Predealt, StatementKind};
use script::{CompileOptions, Compiled, Diagnostic, Input, InputError, Script, Settings};
use space::Watch;

use crate::act::{ActError, BoardError};
use crate::pbn::PbnHeader;
use crate::production::{self, Ending, Limits, Production};
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

/// Does what the classic program does with these arguments, its own name not among them, and returns its exit code.
///
/// Further than the classic program it takes `--rng original` (the default) or `--rng debian`, and it can be stopped: then
/// what was printed stays printed, and the exit code is [`STOPPED`].
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
/// let watch = space::Watch::default();
/// assert_eq!(classic::run(arguments.into_iter(), surroundings, &watch), 0);
/// assert!(stdout.starts_with(b"n "));
/// ```
pub fn run(args: impl Iterator<Item = OsString>, surroundings: Surroundings, watch: &Watch) -> u8 {
    let Surroundings {
        stdin,
        stdout,
        stderr,
        clock,
    } = surroundings;
    let mut out = BufWriter::with_capacity(1 << 16, stdout);
    let outcome = Switches::read(args)
        .map_err(Stop::Refused)
        .and_then(|switches| run_script(&switches, stdin, &mut out, stderr, clock, watch))
        .and_then(|code| Ok(out.flush().map(|()| code)?));
    match outcome {
        Ok(code) => code,
        // Nobody is left to read what cannot be written here.
        Err(stop) => stop.explain(&mut out, stderr).unwrap_or(REFUSED),
    }
}

/// The exit code for switches or a script that the program does not take.
const REFUSED: u8 = 255;

/// The exit code after a stop: what a shell reports of a program that was interrupted.
pub const STOPPED: u8 = 130;

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
    watch: &Watch,
) -> Result<u8, Stop> {
    let started = clock();
    let input = match &switches.file {
        Some(file) => open(file)?,
        None => Input::from_reader("standard input", stdin)?,
    };
    let (script, compiled) = read_script(&input)?;
    for warning in faults::warnings(&script, switches.swapping) {
        writeln!(stderr, "{}", warning.render(&script.sources, false))?;
    }
    if faults::may_wrap(&compiled) {
        warn(
            stderr,
            "computes in 32 bits, and numbers in this script may be larger",
        )?;
    }
    out.write_all(faults::echoed(&script).as_bytes())?;

    let seed = switches
        .seed
        .or(compiled.seed)
        .unwrap_or_else(|| since(SystemTime::UNIX_EPOCH, started).as_secs() as i64);
    let deals = Deals::new(switches.rng, seed, &predealt(&script), switches.swapping)?;
    let acts = production::acts(&compiled, input.encoding())?;
    let (generate, produce) = said_limits(&script);
    let limits = Limits::new(
        switches.generate.or(generate),
        switches.produce.or(produce),
        &acts,
    );
    let mut production = Production::new(deals, &compiled, acts, limits);

    let file = switches.file.as_ref().map(|file| file.to_string_lossy());
    let header = PbnHeader {
        file: file.as_deref(),
        seed,
        date: &date(started),
        dealer: compiled.dealer,
        vulnerable: compiled.vulnerable,
    };
    let pbn = (!switches.quiet).then_some(&header);
    let mut meter = Meter(switches.meter.then_some(&mut *stderr));
    meter.show(0)?;
    let patience = switches
        .seconds
        .map(|seconds| Duration::from_secs(seconds.into()));
    let go_on = || patience.is_none_or(|most| since(started, clock()) < most);
    let on_board = |produced, of| meter.board(produced, of);
    let ending = production
        .run(pbn, out, on_board, go_on, watch)
        .map_err(|error| match error {
            BoardError::Act(error) => Stop::Act(error),
            BoardError::Io(error) => Stop::Io(error),
            BoardError::Eval(error) => Stop::Script(failed(&script, &compiled, error)),
        })?;
    meter.clear()?;
    if ending == Ending::Stopped {
        out.flush()?;
        return Ok(STOPPED);
    }

    production.end(out)?;
    // Each board in PBN turns the last lines off or on again.
    let toggled = pbn.is_some() && !production.pbn_boards().is_multiple_of(2);
    if switches.verbose != toggled {
        writeln!(out, "Generated {} hands", production.generated)?;
        writeln!(out, "Produced {} hands", production.produced)?;
        writeln!(out, "Initial random seed {}", seed as u64)?;
        let needed = since(started, clock()).as_secs_f64();
        writeln!(out, "Time needed {needed:8.3} sec")?;
    }
    out.flush()?;
    if production.wrapped() {
        warn(
            stderr,
            "adds averages up in 32 bits, and a sum here is larger",
        )?;
    }
    if toggled {
        warn(
            stderr,
            "turns -v round after an odd number of boards in PBN",
        )?;
    }
    Ok(u8::from(ending == Ending::NoneFound))
}

/// The script of a file.
#[cfg(feature = "files")]
fn open(file: &OsStr) -> Result<Input, InputError> {
    Input::from_path(std::path::Path::new(file))
}

/// Where there are no files, none can be opened.
#[cfg(not(feature = "files"))]
fn open(file: &OsStr) -> Result<Input, InputError> {
    Err(InputError::Unreadable {
        name: file.to_string_lossy().into_owned(),
        cause: io::ErrorKind::Unsupported.into(),
    })
}

/// A warning of a fault that has no place in the script.
fn warn(stderr: &mut dyn Write, fault: &str) -> io::Result<()> {
    writeln!(stderr, "warning: the classic program {fault}")
}

/// Shows how much is done, in one line that is written over and over.
struct Meter<'a>(Option<&'a mut dyn Write>);

impl Meter<'_> {
    fn show(&mut self, percent: u64) -> io::Result<()> {
        match &mut self.0 {
            Some(out) => write!(out, "Calculating... {percent:2}% complete\r"),
            None => Ok(()),
        }
    }

    /// One board more: shown if that is another percent.
    fn board(&mut self, produced: u64, of: u64) -> io::Result<()> {
        let percent = |boards: u64| 100 * boards / of;
        match percent(produced) {
            now if now > percent(produced - 1) => self.show(now),
            _ => Ok(()),
        }
    }

    fn clear(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Some(out) => write!(out, "{:38}\r", ""),
            None => Ok(()),
        }
    }
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

/// The cards dealt in advance, in the order in which the program deals them: as in the script, from the highest down.
pub fn predealt(script: &Script) -> Vec<(Seat, Card)> {
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

/// How many deals and boards a script asks for. What is said first stays, and 0 says nothing.
fn said_limits(script: &Script) -> (Option<i32>, Option<i32>) {
    let (mut generate, mut produce) = (None, None);
    for statement in &script.statements {
        let (limit, number) = match statement.kind {
            StatementKind::Generate(number) => (&mut generate, number),
            StatementKind::Produce(number) => (&mut produce, number),
            _ => continue,
        };
        // The classic program's numbers have 32 bits.
        *limit = limit.or(Some(number as i32)).filter(|&number| number != 0);
    }
    (generate, produce)
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
#[cfg(feature = "local-time")]
fn date(moment: SystemTime) -> String {
    let zone = jiff::tz::TimeZone::system();
    let timestamp = jiff::Timestamp::try_from(moment).unwrap_or_default();
    timestamp.to_zoned(zone).strftime("%Y.%m.%d").to_string()
}

/// The date as PBN writes it, in universal time: nobody says here what the local time is.
#[cfg(not(feature = "local-time"))]
fn date(moment: SystemTime) -> String {
    let days = since(SystemTime::UNIX_EPOCH, moment).as_secs() / 86_400;
    let (year, month, day) = civil(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date so many days after the first of January 1970. Years are counted from March, so that a leap day is the last day of
/// one: then months have a fixed number of days before them, and 400 years always 146,097.
#[cfg(any(test, not(feature = "local-time")))]
fn civil(days: u64) -> (u64, u64, u64) {
    // From the first of March of the year 0, which is 719,468 days before.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = 400 * era + year_of_era;
    if month < 10 {
        (year, month + 3, day)
    } else {
        (year + 1, month - 9, day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_015, (2000, 2, 28)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_453, (2025, 12, 31)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }
}

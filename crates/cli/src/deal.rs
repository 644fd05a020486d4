//! `fairdeal deal`: boards from a script.

use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use fairdeal::bridge::Board;
use fairdeal::bridge::double_dummy::Solver;
use fairdeal::plan::{Once, Stop, Strategy, Way};
use fairdeal::script::Loaded;
use fairdeal::{DealError, Dealing, Format, Outcome, Request, Shard, Sifted};
use serde_json::json;

use crate::Failure;
use crate::board_file::{self, StyleArguments};
use crate::explain;
use crate::interrupt::on_interrupt;
use crate::level::{self, LevelArguments};
use crate::output::{Output, count, say, small_file};
use crate::profile;
use crate::profile::deal::ProfileArguments;
use crate::progress::Progress;
use crate::sources::{self, ScriptArguments};
use crate::threads;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) script: ScriptArguments,

    /// How many boards the whole run has [default: the script's produce, or 40]
    #[arg(short = 'n', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) boards: Option<u64>,

    /// The seed: the same seed gives the same boards [default: the script's, or a random one]
    #[arg(long, value_name = "S", value_parser = number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// How to write the boards, instead of the script's print actions
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name())]
    format: Option<Format>,

    /// Write the boards to this file; its extension (.pbn, .lin, .html …) also says how. For a profile, a name with a slash
    /// at its end is a folder: see --session
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

    /// What was dealt, with averages and frequencies, as one JSON object: on standard output unless the boards go
    /// there, else on standard error
    #[arg(long)]
    pub(crate) json: bool,

    /// Draw frequencies as bars
    #[arg(long)]
    plot: bool,

    /// Try at most so many deals [default: the script's generate, or as many as it takes]; with --from, for each board
    /// that lacks hands [default: 10000000]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) generate: Option<u64>,

    /// How boards are found: auto takes the quickest way, exact draws from exactly the deals that qualify (and says why if
    /// it cannot), reject deals at random until a deal qualifies. All three are equally fair. For profiles there is help
    /// too, which is not: it is there to be compared with
    #[arg(
        long,
        value_name = "STRATEGY",
        default_value = "auto",
        hide_default_value = true,
        conflicts_with = "from"
    )]
    pub(crate) strategy: Named,

    /// Find boards in this way, by the name that `fairdeal explain` prints; a seed then gives the same boards whatever -n
    #[arg(long, value_name = "NAME", conflicts_with_all = ["strategy", "from"])]
    pub(crate) plan: Option<Way>,

    /// No deal twice
    #[arg(long, conflicts_with = "from")]
    distinct: bool,

    /// Every deal that qualifies, once, in order; for conditions that few deals satisfy
    #[arg(long, conflicts_with_all = ["boards", "distinct", "from", "generate"])]
    all: bool,

    /// How many threads [default: one for each core]; the boards do not depend on it
    #[arg(long, value_name = "T", value_parser = thread_number, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// Deal only block I of N of the run; all blocks together are the run
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// Go on from this board of the run [default: 1]
    #[arg(long, value_name = "K", value_parser = board, allow_negative_numbers = true)]
    start: Option<u64>,

    /// Say only what is wrong, and what the script counts
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Give the script's hand types certain shares, equal ones unless said otherwise. Nothing is thrown away for it: the
    /// type of each board is drawn, and then a board of that type
    #[arg(long, conflicts_with_all = ["from", "distinct", "all"])]
    pub(crate) level: bool,

    #[command(flatten, next_help_heading = "With --level")]
    pub(crate) types: LevelArguments,

    #[command(flatten)]
    pub(crate) profile: ProfileArguments,
}

/// How boards are found.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Named {
    Auto,
    Exact,
    Reject,
    Help,
}

/// The most threads that may be asked for: each has a stack of its own.
const MOST_THREADS: usize = 1024;

fn number(text: &str) -> Result<u64, String> {
    let number = text.parse();
    number.map_err(|_| "write a whole number, 0 or more".to_owned())
}

fn board(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err("boards are numbered from 1".to_owned()),
    }
}

fn thread_number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=MOST_THREADS) => Ok(number),
        _ => Err(format!("write a number from 1 to {MOST_THREADS}")),
    }
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
    if let Some(text) = profile::given(&arguments.script.file, &arguments.script.store)? {
        return profile::deal::run(arguments, &text);
    }
    arguments.check_for_script()?;
    let format = arguments.format()?;
    let given = arguments.given()?;
    if !arguments.level && arguments.types.are_given() {
        let message = "--types and what goes with it need --level".to_owned();
        return Err(Failure::Usage(message));
    }
    let loaded = arguments.script.load_with(arguments.types.definitions())?;
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
    // A line of hands says nothing of dealers, and nobody expects it to.
    if let Some(format) = format.filter(|format| *format != Format::Oneline)
        && !format.keeps().dealer
        && (compiled.dealer.is_some() || compiled.vulnerable.is_some())
        && !arguments.quiet
    {
        let name = format.name();
        say(format_args!(
            "fairdeal: {name} has no place for the dealer and vulnerability of the script"
        ));
    }
    let seed = arguments.seed.or(compiled.seed.map(|seed| seed as u64));
    let mut request = arguments.request(seed.unwrap_or_else(random_seed))?;
    let title = &mut request.style.title;
    *title = title.take().or_else(|| compiled.title.clone());
    if compiled.condition.asks_solver() {
        request.solver = Some(Solver::load()?);
    }
    let dealing = if arguments.level {
        let scenario = arguments.types.scenario(&loaded)?;
        if let Some(keeps) = level::keeps(&scenario).filter(|_| !arguments.quiet) {
            say(format_args!("fairdeal: {keeps}"));
        }
        let effort = level::effort(None, request.threads);
        let shares = level::wanted(&loaded, &scenario, &effort)?;
        Dealing::leveled(&scenario, &shares, &request)
    } else {
        Dealing::new(compiled, &request)
    };
    let dealing = match dealing {
        Ok(dealing) => dealing,
        Err(DealError::Plan(error)) => return Err(explain::no_plan(error, compiled, &loaded)),
        Err(error) => return Err(error.into()),
    };
    if !arguments.quiet && given.is_none() {
        arguments.say_what_to_expect(&dealing);
    }
    let boards = match &given {
        Some(given) => 1..given.len() as u64 + 1,
        None => dealing.boards(),
    };
    let mut out = Output::open(arguments.output())?;
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(boards.end - boards.start, "boards", arguments.quiet);
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
        Err(DealError::Eval(error)) => return Err(sources::no_answer(error, compiled, &loaded)),
        Err(DealError::Io(error)) => {
            let cannot = format!("cannot write {}", out.name());
            return Err(Failure::Work(anyhow::Error::new(error).context(cannot)));
        }
        Err(error) => return Err(error.into()),
    };
    let done = Done {
        asked: boards.end - boards.start,
        next: boards.start + sifted.outcome.boards,
        seed: request.seed,
        plan: dealing.source().name(),
        drawn: match dealing.source().is_exact() {
            _ if arguments.level => Drawn::Leveled,
            true if arguments.all => Drawn::All,
            true => Drawn::Exactly,
            false => Drawn::Tried,
        },
        distinct: arguments.distinct,
        writes: dealing.writes(),
        interrupted: interrupted(),
        from_file: given.is_some(),
        sifted,
    };
    if done.interrupted {
        let others = (!done.from_file).then_some((done.seed, done.next));
        let boards = done.sifted.outcome.boards;
        arguments.say_how_to_go_on(boards, done.asked, others, out.keep_part()?);
        arguments.report(&done)?;
        Err(Failure::Said(130))
    } else {
        // A file without boards is of no use to anyone.
        if done.sifted.outcome.boards > 0 || done.asked == 0 {
            out.finish()?;
        }
        arguments.report(&done)?;
        done.is_enough(arguments.quiet)
    }
}

/// Where boards came from.
enum Drawn {
    /// Some deals were tried.
    Tried,
    /// They were drawn from exactly the deals that qualify.
    Exactly,
    /// They are all of those, or a part that was asked for.
    All,
    /// Each from the deals of a type that was drawn first.
    Leveled,
}

/// What came of a run.
struct Done {
    /// How many boards were asked for.
    asked: u64,
    /// The first board that was not dealt.
    next: u64,
    seed: u64,
    plan: String,
    drawn: Drawn,
    distinct: bool,
    /// Whether boards are written at all.
    writes: bool,
    interrupted: bool,
    /// Whether the boards were taken from a file.
    from_file: bool,
    sifted: Sifted,
}

impl Done {
    fn summary(&self) -> String {
        let Outcome {
            boards,
            tries,
            share,
            ..
        } = self.sifted.outcome;
        let seed = self.seed;
        if self.from_file {
            let (given, refused) = (count(self.asked, "board"), self.sifted.refused);
            return format!(
                "{boards} of {given} kept, {refused} refused by the script; seed {seed}"
            );
        }
        // A plan that draws only what might do tries fewer deals than there are; the odds are those of all deals.
        let each = match boards {
            0 => String::new(),
            n => format!(", 1 in {:.1}", tries as f64 / share / n as f64),
        };
        let (boards, deals) = (count(boards, "board"), count(tries, "deal"));
        match self.drawn {
            Drawn::Leveled => format!("{boards}, leveled; seed {seed}"),
            Drawn::All => format!("{boards}: all that qualify{each} of all deals"),
            Drawn::Exactly => format!("{boards}{each} of all deals; seed {seed}"),
            Drawn::Tried if share < 1.0 => {
                format!("{boards} from {deals} that might do{each} of all; seed {seed}")
            }
            Drawn::Tried => format!("{boards} from {deals}{each}; seed {seed}"),
        }
    }

    fn json(&self) -> String {
        let Outcome {
            boards,
            tries,
            share,
            statistics,
        } = &self.sifted.outcome;
        let mut summary = json!({"boards": boards, "tries": tries, "share": share, "seed": self.seed.to_string(),
            "generator": "ChaCha8", "plan": self.plan, "version": env!("CARGO_PKG_VERSION"), "statistics": statistics.json()});
        if self.from_file {
            summary["given"] = self.asked.into();
            summary["refused"] = self.sifted.refused.into();
            summary["incomplete"] = self.sifted.incomplete.clone().into();
        }
        format!("{summary:#}\n")
    }

    /// Fewer boards than asked for are said, none at all is a failure.
    fn is_enough(&self, quiet: bool) -> Result<(), Failure> {
        let Outcome { boards, tries, .. } = self.sifted.outcome;
        if !quiet {
            for number in &self.sifted.incomplete {
                say(format_args!(
                    "fairdeal: board {number} could not be completed: allow more tries with --generate"
                ));
            }
        }
        match (boards, self.asked) {
            (0, _) if self.from_file => Err(Failure::Work(anyhow::anyhow!(
                "no board of the file satisfies the script"
            ))),
            _ if self.from_file => Ok(()),
            (0, 1..) => Err(Failure::Work(anyhow::anyhow!(
                "none of {} qualified: allow more with --generate, or look at the script with fairdeal check",
                count(tries, "deal")
            ))),
            (boards, asked) if boards < asked && self.distinct && !quiet => {
                say(format_args!(
                    "fairdeal: {asked} different boards were asked for, and no more than {boards} came up in {}",
                    count(tries, "deal")
                ));
                Ok(())
            }
            (boards, asked) if boards < asked && !quiet => {
                say(format_args!(
                    "fairdeal: {} asked for; {} were not enough",
                    match asked {
                        1 => "1 board was".to_owned(),
                        _ => format!("{asked} boards were"),
                    },
                    count(tries, "deal")
                ));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Arguments {
    /// What is asked for, whether of a script or of a profile.
    pub(crate) fn request(&self, seed: u64) -> Result<Request, Failure> {
        Ok(Request {
            boards: self.boards,
            seed,
            generate: self.generate,
            format: self.format()?,
            style: self.style.style(),
            shard: self.shard,
            start: self.start.unwrap_or(1),
            threads: threads(self.threads),
            solver: None,
            strategy: self.strategy(),
            once: match (self.all, self.distinct) {
                (true, _) => Some(Once::Listed),
                (_, true) => Some(Once::Shuffled),
                _ => None,
            },
        })
    }

    /// Something that was given and is of no use with a profile.
    pub(crate) fn for_scripts(&self) -> Option<&'static str> {
        let given = [
            (self.from.is_some(), "--from"),
            (self.stats.is_some(), "--stats"),
            (self.plot, "--plot"),
            (self.distinct, "--distinct"),
            (self.all, "--all"),
            (self.script.are_for_scripts(), "--include and --param"),
            (self.level || self.types.are_given(), "--level and --types"),
        ];
        given
            .iter()
            .find(|(given, _)| *given)
            .map(|(_, name)| *name)
    }

    /// Nothing was given that is of no use with a script.
    fn check_for_script(&self) -> Result<(), Failure> {
        let wrong = match (self.strategy, self.profile.given()) {
            (_, Some(name)) => format!(
                "{name}: this is for profiles, and {} is a script",
                self.script.file.display()
            ),
            (Named::Help, _) => {
                "the strategy help is for profiles: scripts are dealt fairly".to_owned()
            }
            _ => return Ok(()),
        };
        Err(Failure::Usage(wrong))
    }

    /// The file to write, unless that is standard output.
    pub(crate) fn output(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|path| !board_file::is_standard(path))
    }

    /// The folder to write, if the output is named as one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        let named = |path: &&Path| {
            let name = path.as_os_str().as_encoded_bytes();
            name.ends_with(b"/") || name.ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes())
        };
        self.output().filter(named)
    }

    /// How boards are written: `--format` beats the extension of the output file.
    fn format(&self) -> Result<Option<Format>, Failure> {
        match (self.output(), self.format) {
            (Some(path), None) if path.extension().is_some() => {
                board_file::format_of(path, None, "--format").map(Some)
            }
            (_, told) => Ok(told),
        }
    }

    fn strategy(&self) -> Strategy {
        match (self.plan, self.strategy) {
            (Some(way), _) => Strategy::Pinned(way),
            (None, Named::Auto) => Strategy::Auto,
            (None, Named::Exact) => Strategy::Exact,
            (None, Named::Reject | Named::Help) => Strategy::Reject,
        }
    }

    /// What the user should know before a long run, or one that has fewer boards than were asked for.
    fn say_what_to_expect(&self, dealing: &Dealing) {
        if let Some((asked, count)) = dealing.fewer().filter(|_| self.distinct) {
            say(format_args!(
                "fairdeal: {asked} different boards were asked for, and {count} qualify: here are all of them"
            ));
        }
        let plan = dealing.source();
        let seconds = plan.price() / explain::UNITS_A_SECOND;
        match plan.found_some() {
            _ if plan.gives_each_once() || seconds < 1.0 => {}
            true => say(format_args!("fairdeal: about {seconds:.0} s a board")),
            false => say(format_args!(
                "fairdeal: none found so far: {seconds:.0} s a board or more, if there are any; fairdeal explain says why"
            )),
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

    /// After Ctrl-C: where the boards are, and how to get the others by their seed and the next number, unless they come
    /// from a file.
    pub(crate) fn say_how_to_go_on(
        &self,
        boards: u64,
        asked: u64,
        others: Option<(u64, u64)>,
        kept: Option<PathBuf>,
    ) {
        let place = kept.map_or(String::new(), |path| {
            format!("; they are in {}", path.display())
        });
        let asked = count(asked, "board");
        say(format_args!(
            "fairdeal: stopped after {boards} of {asked}{place}"
        ));
        let Some((seed, next)) = others else {
            return;
        };
        let total = self.boards.map_or(String::new(), |n| format!(" -n {n}"));
        let file = match self.output() {
            Some(_) => " and another output file",
            None => "",
        };
        say(format_args!(
            "fairdeal: to go on, say the same with{total} --seed {seed} --start {next}{file}"
        ));
    }

    /// What was dealt, and what was counted.
    fn report(&self, done: &Done) -> Result<(), Failure> {
        let statistics = &done.sifted.outcome.statistics;
        let extension = self.stats.as_deref().and_then(Path::extension);
        let extension = extension.map(|extension| extension.to_string_lossy().to_lowercase());
        let text = match extension.as_deref() {
            _ if self.json => done.json(),
            Some("json") => done.json(),
            Some("csv") => statistics.csv(),
            _ => statistics.text(self.plot),
        };
        // Where JSON goes to standard error it goes there alone.
        let alone = self.json && self.stats.is_none();
        if !(self.quiet || alone) {
            say(done.summary());
        }
        let taken = done.writes && self.output().is_none();
        match &self.stats {
            Some(path) => {
                let file = small_file(path, text.as_bytes())?;
                if done.interrupted {
                    file.keep_part().map(|_| ())?
                } else {
                    file.finish()?
                }
            }
            None if self.json && !taken => io::stdout().write_all(text.as_bytes())?,
            None if statistics.is_empty() && !self.json => {}
            None => say(text.trim_end()),
        }
        Ok(())
    }
}

/// A seed that nobody chose: short enough to be typed again.
pub(crate) fn random_seed() -> u64 {
    let random = std::collections::hash_map::RandomState::new();
    random.build_hasher().finish() % 1_000_000_000
}

//! `fairdeal deal`: boards from a script or a profile, or from several that are mixed.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fairdeal::answer::plural;
use fairdeal::bridge::Board;
use fairdeal::bridge::double_dummy::KnownResults;
use fairdeal::bridge::formats::Style;
use fairdeal::plan::DrawMethod;
use fairdeal::profile::TracedAttempt;
use fairdeal::{
    BoardSink, Deal, DealReport, Dealing, Dealt, Ended, Format, Leveled, MOST_THREADS, Mixed,
    MixedQuestion, Question, Script, Seed, SessionFolder, SetOrder, Shard, Statistics,
    StatisticsFormat, Strategy, Wanted, WeightedName,
};

use crate::board_file::{self, StyleArguments};
use crate::interrupt::{INTERRUPTED, stoppable};
use crate::level::LevelArguments;
use crate::output::{Output, say, small_file};
use crate::profile::ProfileArguments;
use crate::question::{ReadingArguments, say_warnings};
use crate::seed::SeedArguments;
use crate::solve::solved_before;
use crate::{Failure, progress, threads, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The script (.dlr, .btn, .dl) or hand profile (.json, or its name on the shelf); - is standard input. Several are mixed:
    /// with a.dlr=3 b.dlr=1, three boards in four are of the first on average. Each board has the name of its file as hand
    /// type, before its own
    #[arg(value_name = "FILE[=WEIGHT]")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: ReadingArguments,

    /// How many boards the whole run has [default: the script's produce, or 40]
    #[arg(short = 'n', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    boards: Option<u64>,

    #[command(flatten)]
    seed: SeedArguments,

    /// How to write the boards [default: as the script's print actions say; on a terminal, whole deals as text]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name())]
    format: Option<Format>,

    /// Write the boards to this file; its extension (.pbn, .lin, .pdf …) also says how. A name with a slash at its end is a
    /// folder: see --session
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// In a table (a file called .parquet or .arrow): a column beside number, dealer, vulnerability, hands and results, and what
    /// it shows, in the words of scripts and with the script's names; once for each column [default: what the script reports,
    /// averages and counts]
    #[cfg(feature = "tables")]
    #[arg(long, value_name = "NAME=EXPRESSION", requires = "output")]
    column: Vec<String>,

    /// Write a folder: the boards as LIN, as PBN, as a page for printing and as text, each with its hand type where there is a
    /// place for it, and a manifest with what was dealt
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "format"])]
    session: Option<PathBuf>,

    #[command(flatten)]
    style: StyleArguments,

    /// Solve the boards double dummy, and write what each seat makes in each strain and par with them; formats without a
    /// place for that are refused
    #[arg(long)]
    solve: bool,

    /// With --solve: solve all boards anew, and keep nothing for the next time
    #[arg(long, requires = "solve")]
    no_cache: bool,

    /// Take the boards of this file instead of dealing: those that qualify are kept, and hands that are not given are dealt
    /// at random; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "start"])]
    from: Option<PathBuf>,

    /// The format of that file [default: by its extension]
    #[arg(long, value_name = "FORMAT", value_parser = board_file::format_name(), hide_possible_values = true, requires = "from")]
    from_format: Option<Format>,

    /// Leave out boards of that file with something wrong, instead of writing nothing
    #[arg(long, requires = "from")]
    skip_bad: bool,

    /// Write averages and frequencies to this file instead of standard error: as pictures (.svg), a page with pictures (.html),
    /// data (.json, .csv) or text (.txt, or a name without a dot); - is standard output, where the boards must not go as well
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// What was dealt, with averages and frequencies, as one JSON object: on standard output unless the boards go
    /// there, else on standard error
    #[arg(long)]
    json: bool,

    /// Draw frequencies: as bars, and those of two values as a heat map
    #[arg(long)]
    plot: bool,

    /// Try at most so many deals [default: the script's generate, or as many as it takes]; with --from, for each board
    /// that lacks hands [default: 10000000]
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    generate: Option<u64>,

    /// How boards are found: auto takes the quickest way, exact draws from exactly the deals that qualify (and says why if
    /// it cannot), reject deals at random until a deal qualifies. All three are equally fair. For profiles there are help
    /// and construct too, which are not: they are there to be compared with
    #[arg(long, value_name = "STRATEGY", value_parser = strategy(), conflicts_with = "from")]
    strategy: Option<Strategy>,

    /// Find boards by this plan, by the name that `fairdeal explain` prints
    #[arg(long, value_name = "NAME", conflicts_with_all = ["strategy", "from"])]
    plan: Option<DrawMethod>,

    /// No deal twice. The boards are a set, which may depend on -n
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

    /// Say only what is wrong. What the script counts is left out too, unless --stats, --json or --plot asks for it, or the script
    /// does nothing but count
    #[arg(short, long)]
    quiet: bool,

    /// Give the script's hand types certain shares, equal ones unless said otherwise. Nothing is thrown away for it: the
    /// type of each board is drawn, and then a board of that type
    #[arg(long, conflicts_with_all = ["from", "distinct", "all"])]
    level: bool,

    #[command(flatten, next_help_heading = "With --level")]
    types: LevelArguments,

    /// Deal a set that comes out exactly in its shares: of each type (with --level), choice of a profile's subprofiles or
    /// mixed file as many boards as it should have, to less than one. The set is that of all boards: with another -n it is
    /// another set
    #[arg(long, conflicts_with_all = ["from", "distinct", "all"], help_heading = "Practice sets")]
    quota: bool,

    /// The order of the set: shuffled by the seed; spread, with the types in proportion from the first board on; blocks, type
    /// after type; or easy-first, in blocks too, the type that comes most often by nature first
    #[arg(long, value_name = "ORDER", value_parser = order(), requires = "quota", default_value = "shuffled", help_heading = "Practice sets")]
    order: SetOrder,

    /// Turn each board so that whoever is meant to deal, as the script, the profile or the file of --from says, sits where the
    /// board's number says the dealer sits, with the vulnerability of the number: for boards that are dealt into trays
    #[arg(long, help_heading = "Practice sets")]
    turn_to_dealer: bool,

    #[command(flatten)]
    profile: ProfileArguments,
}

/// How averages and frequencies are written to a file, by its name; as text where there is none.
pub(crate) fn statistics_format(path: Option<&Path>) -> Result<StatisticsFormat, Failure> {
    let Some(extension) = path.and_then(Path::extension) else {
        return Ok(StatisticsFormat::Text);
    };
    let extension = extension.to_string_lossy();
    StatisticsFormat::from_extension(&extension).ok_or_else(|| {
        let known = StatisticsFormat::ALL.map(|format| format!(".{}", format.extension()));
        Failure::Usage(format!(
            "--stats cannot write .{extension}: name a file that ends with {}",
            known.join(", ")
        ))
    })
}

pub(crate) fn number(text: &str) -> Result<u64, String> {
    let number = text.parse();
    number.map_err(|_| "write a whole number, 0 or more".to_owned())
}

fn board(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err("boards are numbered from 1".to_owned()),
    }
}

pub(crate) fn thread_number(text: &str) -> Result<usize, String> {
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

/// Strategies by their names.
pub(crate) fn strategy() -> impl TypedValueParser<Value = Strategy> {
    PossibleValuesParser::new(["auto", "exact", "reject", "help", "construct"])
        .try_map(|name| Strategy::from_name(&name).ok_or("there is no such strategy"))
}

/// Orders by their names.
fn order() -> impl TypedValueParser<Value = SetOrder> {
    PossibleValuesParser::new(SetOrder::ALL.map(SetOrder::name))
        .try_map(|name| SetOrder::from_name(&name).ok_or("there is no such order"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let format = arguments.format()?;
    arguments.statistics_format()?;
    arguments.check_places()?;
    arguments.types.check(arguments.level)?;
    let given = arguments.given()?;
    let question = arguments.question()?;
    let session = arguments.folder().map(SessionFolder::open).transpose()?;
    let seed = match arguments.seed.read()? {
        None => session.as_ref().and_then(SessionFolder::seed),
        told => told,
    };
    let written = match &session {
        Some(_) => SessionFolder::FORMATS.as_slice(),
        None => format.as_slice(),
    };
    let style = arguments.style.style(written, arguments.quiet)?;
    let solved = arguments.solve.then(|| solved_before(arguments.no_cache));
    let deal = arguments.deal(&question, seed)?;
    let deal = deal.known_results(solved.clone().map(|known| known as Arc<dyn KnownResults>));
    let dealing = progress::shown(watch(), arguments.quiet, || deal.ready(watch()))?;
    // A person sees diagrams; what goes to a file or another program is as the script says.
    let format = format.or_else(|| arguments.on_terminal().then(|| dealing.shown_to_people())?);
    let is_standard = |path: &PathBuf| board_file::is_standard(path);
    let standard = arguments.stats.as_ref().is_some_and(is_standard);
    let taken = arguments.output().is_none() && session.is_none();
    if standard && taken && dealing.writes(format) {
        let message = "--stats - and the boards both go to standard output: name a file with -o";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(session) = &session {
        session.check(&dealing, given.is_some())?;
    }
    if !arguments.quiet {
        arguments.say_unused(&dealing);
    }
    if !arguments.quiet && given.is_none() {
        for sentence in dealing.expectations(format) {
            let option = board_file::option_that_helps(&sentence);
            say(format_args!("fairdeal: {sentence}{option}"));
        }
    }
    let wanted = Wanted {
        format,
        style,
        keep: session.is_some(),
    };
    let file = arguments.output().filter(|_| session.is_none());
    let mut out = Boards {
        out: Output::open(file)?,
        is_wanted: session.is_none(),
        trace: arguments
            .profile
            .trace_file()
            .map(Trace::open)
            .transpose()?,
    };
    #[cfg(feature = "tables")]
    let table = arguments.table(&dealing)?;
    let dealt = progress::shown(watch(), arguments.quiet, || {
        #[cfg(feature = "tables")]
        if let Some((format, table)) = &table {
            return table.write(*format, &mut out, watch());
        }
        match given {
            Some(given) => dealing.filter(given, &wanted, &mut out, watch()),
            None => dealing.run(&wanted, &mut out, watch()),
        }
    });
    if let Some(solved) = solved {
        solved.keep();
    }
    let dealt = dealt.map_err(|error| out.failed(error))?;
    let done = Done {
        arguments,
        dealing: &dealing,
        dealt: &dealt,
        writes: dealing.writes(format),
    };
    // What is done must not be lost to an impatient key.
    stoppable(|| {
        let kept = done.keep(session, out.out, &wanted.style);
        if let Some(trace) = out.trace {
            trace.keep(dealt.ended, arguments.quiet)?;
        }
        kept
    })
}

/// Where boards go.
struct Boards {
    out: Output,
    is_wanted: bool,
    /// The file that attempts are written to; else they go to standard error.
    trace: Option<Trace>,
}

/// A file that attempts are written to.
struct Trace {
    out: Output,
    /// Whether they are written as JSON, a line each.
    as_json: bool,
    /// Whether it could not be written.
    failed: bool,
}

impl Trace {
    /// The name of the file says how they are written.
    fn open(path: &Path) -> anyhow::Result<Trace> {
        let extension = path.extension();
        Ok(Trace {
            out: Output::open(Some(path))?,
            as_json: extension.is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl")),
            failed: false,
        })
    }

    fn write(&mut self, told: &TracedAttempt) -> io::Result<()> {
        let line = if self.as_json {
            serde_json::to_string(told)?
        } else {
            told.to_string()
        };
        let written = self.out.write(format!("{line}\n").as_bytes());
        self.failed = written.is_err();
        written
    }

    /// Puts the file in its place, or what there is of it beside that.
    fn keep(self, ended: Ended, quiet: bool) -> anyhow::Result<()> {
        if ended != Ended::Stopped {
            return self.out.finish(quiet);
        }
        if let Some(path) = self.out.keep_part()? {
            let path = path.display();
            say(format_args!("fairdeal: the attempts so far are in {path}"));
        }
        Ok(())
    }
}

impl Boards {
    /// What cannot be written is said with its name.
    fn failed(&self, error: fairdeal::Error) -> Failure {
        match error {
            fairdeal::Error::Write(error) => {
                let trace = self.trace.as_ref().filter(|trace| trace.failed);
                let out = trace.map_or(&self.out, |trace| &trace.out);
                let cannot = format!("cannot write {}", out.name());
                Failure::Work(anyhow::Error::new(error).context(cannot))
            }
            error => error.into(),
        }
    }
}

impl BoardSink for Boards {
    fn text(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_wanted {
            self.out.write(bytes)
        } else {
            Ok(())
        }
    }

    fn trace(&mut self, told: &TracedAttempt) -> io::Result<()> {
        match &mut self.trace {
            Some(trace) => trace.write(told),
            None => {
                say(told);
                Ok(())
            }
        }
    }
}

/// What came of a run, and what is to become of it.
struct Done<'a> {
    arguments: &'a Arguments,
    dealing: &'a Dealing,
    dealt: &'a Dealt,
    /// Whether boards are written at all.
    writes: bool,
}

impl Done<'_> {
    /// Keeps what was dealt, and says what it is.
    fn keep(
        &self,
        session: Option<SessionFolder>,
        out: Output,
        style: &Style,
    ) -> Result<(), Failure> {
        let Done {
            arguments, dealt, ..
        } = *self;
        let stopped = dealt.ended == Ended::Stopped;
        let mut report = dealt.report();
        let mut statistics = dealt.statistics.clone();
        let kept = match session {
            // A folder without boards is of no use to anyone.
            Some(_) if dealt.boards == 0 && dealt.ended != Ended::Complete => None,
            Some(session) => {
                let written = session.write(self.dealing, dealt, style)?;
                report = written.report;
                statistics = written.statistics;
                Some(written.folder)
            }
            None if stopped => out.keep_part()?,
            None if dealt.boards > 0 || dealt.ended == Ended::Complete => {
                out.finish(arguments.quiet)?;
                None
            }
            None => None,
        };
        if stopped {
            self.say_how_to_go_on(kept);
        }
        self.report(&report, &statistics)?;
        if let Some(filtered) = dealt.filtered.as_ref().filter(|_| !arguments.quiet) {
            for loss in &filtered.losses {
                let option = board_file::option_that_helps(loss);
                say(format_args!("fairdeal: {loss}{option}"));
            }
        }
        if !arguments.quiet || dealt.ended == Ended::TriesRanOut {
            for sentence in dealt.shortcomings() {
                let hint = self.hint();
                say(format_args!("fairdeal: {sentence}{hint}"));
            }
        }
        match dealt.ended {
            Ended::Stopped => Err(Failure::Said(INTERRUPTED)),
            Ended::TriesRanOut => Err(Failure::Said(1)),
            _ => Ok(()),
        }
    }

    /// The option that helps where boards are missing.
    fn hint(&self) -> &'static str {
        match (self.dealt.ended, &self.dealt.filtered) {
            (_, Some(filtered)) if !filtered.incomplete.is_empty() => {
                ": allow more tries with --generate"
            }
            (Ended::TriesRanOut, None)
                if self.dealt.boards == 0 && !self.arguments.is_by_attempts() =>
            {
                ": allow more with --generate, or look at the script with fairdeal check"
            }
            _ => "",
        }
    }

    /// After Ctrl-C: where the boards are, and how to get the others, unless they come from a file.
    fn say_how_to_go_on(&self, kept: Option<PathBuf>) {
        let dealt = self.dealt;
        let place = kept.map_or(String::new(), |path| {
            format!("; they are in {}", path.display())
        });
        let asked = plural(dealt.asked, "board");
        say(format_args!(
            "fairdeal: stopped after {} of {asked}{place}",
            dealt.boards
        ));
        if dealt.filtered.is_some() {
            if self.arguments.folder().is_some() {
                say("fairdeal: to begin anew, say the same again: what is there is then replaced");
            }
            return;
        }
        let total = self
            .arguments
            .boards
            .map_or(String::new(), |n| format!(" -n {n}"));
        let file = match (self.arguments.folder(), self.arguments.output()) {
            (Some(_), _) => ": the folder is then completed",
            (None, Some(_)) => " and another output file",
            (None, None) => "",
        };
        // Any other seed was said by whoever says the same again.
        let seed = dealt.seed.number();
        let seed = seed.map_or(String::new(), |seed| format!(" --seed {seed}"));
        say(format_args!(
            "fairdeal: to go on, say the same with{total}{seed} --start {}{file}",
            dealt.next
        ));
    }

    /// What was dealt, and what was counted.
    fn report(&self, report: &DealReport, statistics: &Statistics) -> Result<(), Failure> {
        let Done {
            arguments, dealt, ..
        } = *self;
        let format = arguments.statistics_format()?;
        let title = arguments.title();
        let text = report.statistics(statistics, format, &title, arguments.plot)?;
        // Where JSON goes to standard error it goes there alone.
        let alone = arguments.json && arguments.stats.is_none();
        if !(arguments.quiet || alone) {
            say(dealt);
            if let Some(session) = &report.session {
                say(session);
            }
        }
        let taken = self.writes && arguments.output().is_none() && arguments.session.is_none();
        match &arguments.stats {
            Some(path) if board_file::is_standard(path) => {
                io::stdout().write_all(text.as_bytes())?
            }
            Some(path) => {
                let file = small_file(path, text.as_bytes())?;
                if dealt.ended == Ended::Stopped {
                    file.keep_part()?;
                } else {
                    file.finish(arguments.quiet)?;
                }
            }
            None if arguments.json && !taken => io::stdout().write_all(text.as_bytes())?,
            None if statistics.is_empty() && !arguments.json => {}
            // Unless they are all that there is, or were asked for.
            None if arguments.quiet && self.writes && !arguments.json && !arguments.plot => {}
            None => say(text.trim_end()),
        }
        Ok(())
    }
}

impl Arguments {
    /// The question, and what might be wrong with it.
    fn question(&self) -> Result<Question, Failure> {
        let names = WeightedName::all(&self.files, &self.reading.opening());
        let names = names.map_err(|error| Failure::Usage(error.to_string()))?;
        let question = match &names[..] {
            [] => {
                let question = self.reading.open(None)?;
                self.leveled(question.unwrap_or_else(|| Script::anything().into()), "")?
            }
            [one] => self.one_question(one)?,
            several => {
                if self.types.are_given() {
                    let message = "types are named for one script: several are leveled by the names that begin with HandType_";
                    return Err(Failure::Usage(message.to_owned()));
                }
                let questions = several.iter().map(|one| {
                    Ok(MixedQuestion {
                        name: one.name.clone(),
                        weight: one.weight,
                        question: self.one_question(one)?,
                    })
                });
                Mixed::new(questions.collect::<Result<_, Failure>>()?)?.into()
            }
        };
        if !self.quiet {
            say_warnings(&question);
        }
        Ok(question)
    }

    /// One of the questions.
    fn one_question(&self, named: &WeightedName) -> Result<Question, Failure> {
        let question = self.reading.open(Some(&named.path))?;
        self.leveled(
            question.unwrap_or_else(|| Script::anything().into()),
            &named.name,
        )
    }

    /// The question, leveled if that was asked for.
    fn leveled(&self, question: Question, name: &str) -> Result<Question, Failure> {
        Ok(match question {
            Question::Script(script) if self.level => {
                let leveled = Leveled::new(&script, &self.types.options());
                // Of several it must be known which one has no types.
                let leveled = leveled.map_err(|error| match self.files.len() {
                    0 | 1 => error.into(),
                    _ => Failure::Usage(format!("{name}: {error}")),
                })?;
                if let Some(keeps) = leveled.keeps().filter(|_| !self.quiet) {
                    say(format_args!("fairdeal: {keeps}"));
                }
                leveled.into()
            }
            Question::Profile(_) if self.level && self.files.len() == 1 => {
                let message = "--level and --types are for scripts, and this is a profile";
                return Err(Failure::Usage(message.to_owned()));
            }
            question => question,
        })
    }

    /// What is asked for.
    fn deal(&self, question: &Question, seed: Option<Seed>) -> Result<Deal, Failure> {
        let strategy = self.plan.map(Strategy::Plan).or(self.strategy);
        let mut deal = question
            .deal_usual()
            .number(self.boards)
            .generate(self.generate)
            .start(self.start.unwrap_or(1))
            .threads(threads(self.threads))
            .solve(self.solve)
            .quota(self.quota.then_some(self.order))
            .turn_to_dealer(self.turn_to_dealer)
            .strategy(strategy.unwrap_or_default());
        if let Some(Shard { part, of }) = self.shard {
            deal = deal.shard(part, of);
        }
        if self.all {
            deal = deal.all();
        } else if self.distinct {
            deal = deal.distinct();
        }
        let deal = self.profile.apply(deal)?;
        Ok(deal.seed_or_drawn(seed, fairdeal::random_seed)?)
    }

    fn is_by_attempts(&self) -> bool {
        self.strategy.and_then(Strategy::attempts).is_some()
    }

    /// The file to write, unless that is standard output.
    fn output(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|path| !board_file::is_standard(path))
    }

    /// Whether the boards are for a person who sits at a terminal.
    fn on_terminal(&self) -> bool {
        self.output.is_none() && self.session.is_none() && io::stdout().is_terminal()
    }

    /// The folder to write, if there is one: named as such, or an output whose name ends with a slash.
    fn folder(&self) -> Option<&Path> {
        let named = |path: &&Path| {
            let name = path.as_os_str().as_encoded_bytes();
            name.ends_with(b"/") || name.ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes())
        };
        self.session.as_deref().or(self.output().filter(named))
    }

    /// That what is written goes to different places, which can be written.
    fn check_places(&self) -> Result<(), Failure> {
        let files = [
            ("--stats", self.stats.as_deref()),
            ("--trace", self.profile.trace_file()),
            ("-o", self.output.as_deref()),
        ];
        let named = files
            .iter()
            .filter_map(|(flag, file)| Some((flag, (*file)?)));
        for (flag, file) in named.clone() {
            let same = named
                .clone()
                .find(|(other, path)| *other != flag && *path == file);
            if let Some((other, _)) = same {
                let message = format!("{flag} and {other} name the same file");
                return Err(Failure::Usage(message));
            }
        }
        let stats = self.stats.as_deref();
        let stats = stats.filter(|file| !board_file::is_standard(file));
        for file in [stats, self.profile.trace_file()] {
            if file.is_some() {
                Output::open(file)?;
            }
        }
        Ok(())
    }

    /// Says which options have no effect, and where a file's name belies what is in it.
    fn say_unused(&self, dealing: &Dealing) {
        if let (Some(path), Some(format)) = (self.output(), self.format) {
            board_file::say_if_belied(path, format);
        }
        if self.plot && !dealing.has_frequencies() {
            say("fairdeal: --plot has no effect: the script counts no frequency");
        } else if self.plot
            && self
                .statistics_format()
                .is_ok_and(|format| !format.is_for_people())
        {
            say("fairdeal: --plot has no effect on JSON and CSV: they have the numbers");
        }
        if self.all && self.seed.is_given() {
            say("fairdeal: --seed has no effect with --all: every deal comes, in order");
        }
    }

    /// How averages and frequencies are written.
    fn statistics_format(&self) -> Result<StatisticsFormat, Failure> {
        if self.json {
            return Ok(StatisticsFormat::Json);
        }
        statistics_format(self.stats.as_deref())
    }

    /// What pictures are called.
    fn title(&self) -> String {
        let names = self.files.iter().map(|file| file.display().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        if names.is_empty() {
            "fairdeal".to_owned()
        } else {
            names
        }
    }

    /// The table that is written, if the output's name says so.
    #[cfg(feature = "tables")]
    fn table(
        &self,
        dealing: &Dealing,
    ) -> Result<Option<(fairdeal::table::TableFormat, fairdeal::BoardTable)>, Failure> {
        let Some(format) = self.table_format() else {
            if self.column.is_empty() {
                return Ok(None);
            }
            let message = "--column is for tables: name a file that ends with .parquet or .arrow";
            return Err(Failure::Usage(message.to_owned()));
        };
        if self.from.is_some() {
            let message = "a table is made of boards that are dealt: write those of --from to a file of boards, and convert it";
            return Err(Failure::Usage(message.to_owned()));
        }
        let columns = self.column.iter();
        let columns = columns.map(|text| fairdeal::ColumnRequest::from_text(text.as_str()));
        let table = dealing.clone().into_table(&columns.collect::<Vec<_>>())?;
        Ok(Some((format, table)))
    }

    #[cfg(feature = "tables")]
    fn table_format(&self) -> Option<fairdeal::table::TableFormat> {
        let path = self.output().filter(|_| self.format.is_none())?;
        fairdeal::table_by_name(path)
    }

    /// How boards are written: `--format` beats the extension of the output file. A folder has its own formats.
    fn format(&self) -> Result<Option<Format>, Failure> {
        #[cfg(feature = "tables")]
        if self.table_format().is_some() {
            return Ok(None);
        }
        match (self.output(), self.format) {
            _ if self.folder().is_some() => match self.format {
                None => Ok(None),
                Some(_) => Err(Failure::Usage(
                    "a folder has its own formats: leave out --format, or name a file".to_owned(),
                )),
            },
            (Some(path), None) if path.extension().is_some() => {
                board_file::format_of(path, None, "--format").map(Some)
            }
            (_, told) => Ok(told),
        }
    }

    /// The boards that are not dealt but taken from a file.
    fn given(&self) -> Result<Option<Vec<Board>>, Failure> {
        let Some(path) = &self.from else {
            return Ok(None);
        };
        let format = board_file::format_to_read(path, self.from_format, "--from-format")?;
        board_file::read(path, format, self.skip_bad).map(Some)
    }
}

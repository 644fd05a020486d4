//! Dealing: what is asked for, made ready, and run. Boards are one stream, whatever the question; what is written, counted,
//! kept or filed away is made of that stream.

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use answer::{Explained, plural};
use bridge::double_dummy::Solver;
use bridge::formats::{Format, Style, WriteError};
use bridge::{Board, Seat, Vulnerability};
use condition::EvalError;
use plan::{
    Chunk, Consumer, DrawMethod, Enumeration, FindError, Plan, PlanError, Plans, Run, RunError,
};
use profile::{AttemptMethod, DealtTally, ProfileStrategy};
use script::{Action, Compiled, Value};
use space::{Budget, Watch};

use crate::board_source::{About, BoardSource};
use crate::boards::Boards;
use crate::dealt::{Dealt, Ended};
use crate::error::Error;
use crate::question::Question;
use crate::statistics::Statistics;
use crate::writing::{Writer, WrittenText, prints};

/// How many boards are dealt when nobody says how many.
pub const BOARDS: u64 = 40;

/// Boards kept to the end, for the pages of `print` or for a file that is written at once, are bounded: more than this
/// nobody prints.
pub(crate) const MAX_KEPT: u64 = 1 << 20;

/// The most deals that are listed at once.
const MAX_LISTED: u64 = 10_000_000;

/// What counting may cost so that deals need not be told from those that came before.
const DISTINCT: Budget = Budget {
    work: 300_000_000,
    memory: 400_000_000,
};

/// A part of a run: the `part`-th of `of` blocks of boards in a row, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which block.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The boards of this part, of a run with so many.
    ///
    /// ```
    /// let parts = (1..=3).map(|part| fairdeal::Shard { part, of: 3 }.boards(8));
    /// assert_eq!(parts.collect::<Vec<_>>(), [1..3, 3..6, 6..9]);
    /// ```
    pub fn boards(self, boards: u64) -> Range<u64> {
        let upto = |part: u64| (boards as u128 * part as u128 / self.of.max(1) as u128) as u64;
        1 + upto(self.part.saturating_sub(1))..1 + upto(self.part)
    }
}

/// How boards are found. All are equally fair but `Help`; they differ in how long they take.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Strategy {
    /// The plan with the least work.
    #[default]
    Auto,
    /// From exactly the deals that qualify; an error where that cannot be.
    Exact,
    /// At random until a deal qualifies; for a profile, by attempts, with a report of what failed.
    Reject,
    /// For a profile only: by attempts that give tight seats some of their cards beforehand. Not fair; there to be compared
    /// with.
    Help,
    /// By this plan and no other.
    Plan(DrawMethod),
}

impl Strategy {
    /// Its name; that of the plan, if it is one.
    pub fn name(self) -> String {
        match self {
            Strategy::Auto => "auto".to_owned(),
            Strategy::Exact => "exact".to_owned(),
            Strategy::Reject => "reject".to_owned(),
            Strategy::Help => "help".to_owned(),
            Strategy::Plan(method) => method.to_string(),
        }
    }

    /// The strategy of a name, or of that of a plan.
    pub fn from_name(name: &str) -> Option<Strategy> {
        match name {
            "auto" => Some(Strategy::Auto),
            "exact" => Some(Strategy::Exact),
            "reject" => Some(Strategy::Reject),
            "help" => Some(Strategy::Help),
            plan => plan.parse().ok().map(Strategy::Plan),
        }
    }

    /// Whether every deal that qualifies has the same chance.
    pub fn is_fair(self) -> bool {
        self != Strategy::Help
    }

    /// The strategy of a plan; of attempts, that of the fair ones.
    pub(crate) fn of_plan(self) -> plan::Strategy {
        match self {
            Strategy::Auto => plan::Strategy::Auto,
            Strategy::Exact => plan::Strategy::Exact,
            Strategy::Reject | Strategy::Help => plan::Strategy::Reject,
            Strategy::Plan(method) => plan::Strategy::Pinned(method),
        }
    }
}

/// Boards to be dealt: a question, how many, and by which seed. Made by [`Question::deal`] and its like.
///
/// ```
/// use fairdeal::{Format, Script, Watch};
/// let script = Script::from_text("condition hcp(south) >= 15")?;
/// let mut pbn: Vec<u8> = Vec::new();
/// let dealt = script.deal(16).seed(7).shard(2, 8).write(Format::Pbn, &mut pbn, &Watch::default())?;
/// assert_eq!(dealt.boards, 2);
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deal {
    pub(crate) question: Question,
    pub(crate) asked: Asked,
}

/// What is asked for, beyond what the question says.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub boards: Option<u64>,
    pub seed: Option<u64>,
    pub generate: Option<u64>,
    pub shard: Option<Shard>,
    pub start: u64,
    pub threads: usize,
    pub strategy: Strategy,
    pub each_once: Option<Enumeration>,
    pub turned: Option<bool>,
    pub random_vulnerability: bool,
    pub settings: profile::Settings,
    pub trace: bool,
}

/// Why nothing, or not all, was dealt.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// No deal fits what is dealt beforehand.
    #[error(transparent)]
    Plan(PlanError),
    /// The script asks for a negative number of boards or tries.
    #[error("a script cannot {0} {1}")]
    Number(&'static str, i64),
    /// A frequency whose bounds are upside down, or that has too many cells.
    #[error("the frequency \"{0}\" has its bounds upside down, or more than four million cells")]
    Frequency(String),
    /// `evalcontract` without a contract.
    #[error(
        "evalcontract needs a side, a contract and its vulnerability: evalcontract(NS, x4S, nv)"
    )]
    EvalContract,
    /// More deals than anyone wants to list.
    #[error("{0} deals qualify, and at most {MAX_LISTED} are listed at once")]
    TooManyToList(u128),
    /// Deals that came before can only be passed over from the first board on.
    #[error(
        "this plan is not exact: deals that came before are passed over from the first board on, so a part of the run cannot be dealt alone"
    )]
    NoDistinctPart,
    /// `print`, and some formats, keep all boards to the end.
    #[error("{0} keeps every board to the end: at most {MAX_KEPT} boards")]
    Kept(&'static str),
    /// A format has no place for so many boards.
    #[error("{format} numbers boards up to {most}, and {asked} are asked for", format = .0.name(), most = .1, asked = .2)]
    TooMany(Format, u64, u64),
    /// A format has no place for a board.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Something is asked of a question that it does not have.
    #[error("{what} is for {who}")]
    NotForThis {
        /// What is asked.
        what: &'static str,
        /// What has it.
        who: &'static str,
    },
    /// A part that the run does not have.
    #[error("there is no part {0} of {1}: parts are numbered from 1")]
    NoSuchPart(u64, u64),
    /// A part of a run that nobody gave a seed.
    #[error("a part of a run needs a seed: without one, each part would be of a run of its own")]
    PartWithoutSeed,
    /// A strategy that is not for profiles.
    #[error(transparent)]
    ProfileStrategy(#[from] profile::ProfileStrategyError),
    /// Attempts have limits of their own.
    #[error("dealing by attempts has limits of its own: reject_attempts, attempts and tries")]
    AttemptsHaveLimits,
    /// There is nothing to trace.
    #[error("there are no attempts to trace")]
    NothingToTrace,
}

impl Explained for DealError {
    fn code(&self) -> &'static str {
        match self {
            DealError::Plan(PlanError::Never | PlanError::Predeal) => "never",
            DealError::Plan(PlanError::Inexact(_)) => "not-exact",
            DealError::Plan(_) => "no-plan",
            DealError::Number(..) => "negative-number",
            DealError::Frequency(_) => "bad-frequency",
            DealError::EvalContract => "evalcontract",
            DealError::TooManyToList(_) => "too-many-to-list",
            DealError::NoDistinctPart => "distinct-part",
            DealError::Kept(_) => "too-many-kept",
            DealError::TooMany(..) => "too-many-for-format",
            DealError::Write(_) => "cannot-write",
            DealError::NotForThis { .. } => "not-for-this",
            DealError::NoSuchPart(..) => "no-such-part",
            DealError::PartWithoutSeed => "part-without-seed",
            DealError::ProfileStrategy(error) => error.code(),
            DealError::AttemptsHaveLimits => "attempts-have-limits",
            DealError::NothingToTrace => "nothing-to-trace",
        }
    }
}

impl Deal {
    pub(crate) fn new(question: Question) -> Deal {
        Deal {
            question,
            asked: Asked {
                boards: None,
                seed: None,
                generate: None,
                shard: None,
                start: 1,
                threads: 1,
                strategy: Strategy::Auto,
                each_once: None,
                turned: None,
                random_vulnerability: false,
                settings: profile::Settings::default(),
                trace: false,
            },
        }
    }

    /// How many boards the whole run has; else as many as the script produces, else [`BOARDS`].
    pub fn number(mut self, boards: Option<u64>) -> Deal {
        self.asked.boards = boards;
        self
    }

    /// The seed: the same seed gives the same boards. Without one it is the script's, else 0.
    pub fn seed(mut self, seed: u64) -> Deal {
        self.asked.seed = Some(seed);
        self
    }

    /// The seed by the usual rule: as told, else the script's, else one that is drawn. A part of a run whose seed nobody
    /// knows is refused: each part would be of another run.
    ///
    /// # Errors
    /// [`DealError::PartWithoutSeed`].
    pub fn seed_or_drawn(
        self,
        told: Option<u64>,
        draw: impl FnOnce() -> u64,
    ) -> Result<Deal, Error> {
        match told.or_else(|| self.question.own_seed()) {
            Some(seed) => Ok(self.seed(seed)),
            // What is listed in order does not depend on the seed.
            None if self.asked.shard.is_some()
                && self.asked.each_once != Some(Enumeration::InOrder) =>
            {
                Err(DealError::PartWithoutSeed.into())
            }
            None => Ok(self.seed(draw())),
        }
    }

    /// How many deals may be tried, counted in the order of the boards; else as the script says, else as many as it takes.
    pub fn generate(mut self, tries: Option<u64>) -> Deal {
        self.asked.generate = tries;
        self
    }

    /// Only block `part` of `of` blocks of the run: all blocks together are the run.
    pub fn shard(mut self, part: u64, of: u64) -> Deal {
        self.asked.shard = Some(Shard { part, of });
        self
    }

    /// From this board of the run on.
    pub fn start(mut self, board: u64) -> Deal {
        self.asked.start = board;
        self
    }

    /// On so many threads; the boards do not depend on it. One is the caller's own.
    pub fn threads(mut self, threads: usize) -> Deal {
        self.asked.threads = threads;
        self
    }

    /// How boards are found.
    pub fn strategy(mut self, strategy: Strategy) -> Deal {
        self.asked.strategy = strategy;
        self
    }

    /// No deal twice.
    pub fn distinct(mut self) -> Deal {
        self.asked.each_once = Some(Enumeration::Shuffled);
        self
    }

    /// Every deal that qualifies, once, in order.
    pub fn all(mut self) -> Deal {
        self.asked.each_once = Some(Enumeration::InOrder);
        self
    }

    /// Of a profile: whether boards are turned round half of the time; else as the profile says.
    pub fn turned(mut self, turned: Option<bool>) -> Deal {
        self.asked.turned = turned;
        self
    }

    /// Whether the cycle of vulnerabilities begins at a random board, by the seed.
    pub fn random_vulnerability(mut self, random: bool) -> Deal {
        self.asked.random_vulnerability = random;
        self
    }

    /// Of a profile: the constants of the methods that deal by attempts.
    pub fn settings(mut self, settings: profile::Settings) -> Deal {
        self.asked.settings = settings;
        self
    }

    /// Of a profile: whether attempts are written down.
    pub fn trace(mut self, trace: bool) -> Deal {
        self.asked.trace = trace;
        self
    }

    /// Makes ready: everything that can be wrong is known before the first board.
    ///
    /// # Errors
    /// What is wrong with the question, or with what is asked of it; or that it was stopped.
    pub fn ready(self, watch: &Watch) -> Result<Dealing, Error> {
        Dealing::new(self, watch)
    }

    /// The boards, one after the other, as they are asked for. They own what they need, and may go to another thread.
    ///
    /// # Errors
    /// As for [`Deal::ready`].
    pub fn boards(self) -> Result<Boards, Error> {
        let watch = Watch::default();
        Ok(self.ready(&watch)?.into_boards(watch))
    }

    /// Deals, and writes the boards in a format.
    ///
    /// # Errors
    /// As for [`Deal::ready`]; a deal without an answer; what cannot be written.
    pub fn write(
        self,
        format: Format,
        out: &mut dyn io::Write,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let dealing = self.ready(watch)?;
        let wanted = Wanted {
            format: Some(format),
            ..Wanted::default()
        };
        dealing.run(&wanted, &mut TextTo(out), watch)
    }
}

/// What is to be made of the boards.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// How they are written; else by the script's print actions, else as `printall` does, and those of a profile as text.
    pub format: Option<Format>,
    /// What a format has beside the boards. Where they come from and what the script reports is added to it.
    pub style: Style,
    /// Whether the boards are kept, for more than one file.
    pub keep: bool,
}

/// Where what is made of boards goes, in the order of the boards.
pub trait BoardSink {
    /// Some text.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn text(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// What was written down of attempts.
    fn trace(&mut self, _text: &str) {}
}

/// Text that goes to a writer.
pub struct TextTo<W>(pub W);

impl<W: io::Write> BoardSink for TextTo<W> {
    fn text(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }
}

/// Nobody wants the text.
pub struct NoText;

impl BoardSink for NoText {
    fn text(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// Boards that are ready to be dealt.
#[derive(Clone, Debug)]
pub struct Dealing {
    pub(crate) question: Question,
    pub(crate) asked: Asked,
    pub(crate) source: BoardSource,
    pub(crate) run: Run,
    pub(crate) solver: Option<Solver>,
    /// How many boards the whole run was to have.
    pub(crate) whole: u64,
    /// What the script does with its boards.
    pub(crate) actions: Vec<Action<Value>>,
    pub(crate) statistics: Statistics,
    dealer: Option<Seat>,
    vulnerable: Option<Vulnerability>,
    /// The plan's name, so that a board can always be traced.
    pub(crate) plan: String,
}

impl Dealing {
    fn new(deal: Deal, watch: &Watch) -> Result<Dealing, Error> {
        let Deal { question, asked } = deal;
        watch.begin("planning", None);
        watch.look()?;
        if let Some(Shard { part, of }) = asked.shard
            && !(1..=of).contains(&part)
        {
            return Err(DealError::NoSuchPart(part, of).into());
        }
        let numbers = question.numbers()?;
        let whole = asked.boards.or(numbers.produce).unwrap_or(BOARDS);
        let solver = question.solver()?;
        let source = question.source(&asked, solver, watch)?;
        // Where each deal comes once, there are no more boards than deals.
        let count = source.count(1).filter(|_| asked.each_once.is_some());
        let most = count.map_or(u64::MAX, |count| u64::try_from(count).unwrap_or(u64::MAX));
        let run_length = match asked.each_once {
            Some(Enumeration::InOrder) => most,
            _ => whole.min(most),
        };
        let part = asked
            .shard
            .map_or(1..run_length.saturating_add(1), |shard| {
                shard.boards(run_length)
            });
        let boards = part.start.max(asked.start).min(part.end)..part.end;
        if asked.each_once == Some(Enumeration::InOrder) && boards.end - boards.start > MAX_LISTED {
            return Err(DealError::TooManyToList(count.unwrap_or_default()).into());
        }
        if boards.start < boards.end {
            source
                .plan(&boards, watch)
                .map_err(|error| question.no_plan(error, watch))?;
        }
        let actions = question.actions()?;
        let gives_each_once = source.plan_of(1).is_some_and(|plan| plan.gives_each_once());
        let distinct = asked.each_once.is_some() && !gives_each_once;
        if distinct && asked.shard.is_some() {
            return Err(DealError::NoDistinctPart.into());
        }
        Ok(Dealing {
            run: Run {
                seed: asked.seed.or_else(|| question.own_seed()).unwrap_or(0),
                generate: asked.generate.or(numbers.generate),
                threads: asked.threads,
                distinct,
                boards: boards.clone(),
            },
            plan: source.plan_name(&boards),
            statistics: Statistics::new(&actions).map_err(DealError::Frequency)?,
            dealer: numbers.dealer,
            vulnerable: numbers.vulnerable,
            question,
            asked,
            source,
            solver,
            whole,
            actions,
        })
    }

    /// The numbers of the boards it will deal.
    pub fn boards(&self) -> Range<u64> {
        self.run.boards.clone()
    }

    /// Where each deal comes once and there are fewer than were asked for: how many were, and how many there are.
    pub fn fewer(&self) -> Option<(u64, u128)> {
        let count = self.source.count(1)?;
        let asked = self.whole;
        let once = self.asked.each_once == Some(Enumeration::Shuffled);
        (once && count < u128::from(asked)).then_some((asked, count))
    }

    /// Whether it writes boards; a script may also only count.
    pub fn writes(&self, format: Option<Format>) -> bool {
        format.is_some() || self.question.is_profile() || self.actions.iter().any(prints)
    }

    /// What there is to say before a run: what a format has no place for, what of a profile is left out, that there are
    /// fewer boards than were asked for, or how long a board takes.
    pub fn expectations(&self, format: Option<Format>) -> Vec<String> {
        let mut sentences = Vec::new();
        // A line of hands says nothing of dealers, and nobody expects it to.
        if let Some(format) = format.filter(|format| *format != Format::Oneline)
            && !format.keeps().dealer
            && self.question.says_dealer()
        {
            let name = format.name();
            sentences.push(format!(
                "{name} has no place for the dealer and vulnerability of the script"
            ));
        }
        if let Question::Profile(profile) = &self.question {
            if let Some((left_out, all)) = profile.left_out() {
                let all = plural(all as u64, "combination");
                sentences.push(format!(
                    "{left_out} of {all} cannot be dealt and are left out; fairdeal check says why"
                ));
            }
            if !self.asked.strategy.is_fair() {
                sentences.push(
                    "help is not fair: it favours long suits, and its re-draws shift the shares"
                        .to_owned(),
                );
            }
        }
        if let Some((asked, count)) = self.fewer() {
            sentences.push(format!(
                "{asked} different boards were asked for, and {count} qualify: here are all of them"
            ));
        }
        let once = self.asked.each_once.is_some() && !self.run.distinct;
        let priced = self.source.price(self.run.boards.start.max(1));
        if let Some((price, found)) = priced.filter(|_| !once) {
            let seconds = price / crate::explain::UNITS_A_SECOND;
            if seconds >= 1.0 && found {
                sentences.push(format!("about {seconds:.0} s a board"));
            } else if seconds >= 1.0 {
                sentences.push(format!(
                    "none found so far: {seconds:.0} s a board or more, if there are any; fairdeal explain says why"
                ));
            }
        }
        sentences
    }

    /// Where a board of its seed comes from, so that it can always be traced.
    pub fn origin(&self) -> String {
        let once = match self.asked.each_once {
            None => "",
            Some(Enumeration::Shuffled) => ", distinct",
            Some(Enumeration::InOrder) => ", all",
        };
        let version = env!("CARGO_PKG_VERSION");
        let seed = self.run.seed;
        let of = self.question.origin(self.asked.strategy, &self.plan);
        let vulnerable = if self.asked.random_vulnerability {
            format!(", vulnerabilities from board {}", seed % 16 + 1)
        } else {
            String::new()
        };
        format!("fairdeal {version}, ChaCha8, seed {seed}, {of}{once}{vulnerable}")
    }

    /// The style of files that are written of its boards.
    pub fn style(&self, style: &Style) -> Style {
        Style {
            origin: Some(self.origin()),
            title: style.title.clone().or_else(|| self.question.title()),
            ..style.clone()
        }
    }

    pub(crate) fn writer(&self, wanted: &Wanted) -> Writer {
        let usual = self.question.is_profile().then_some(Format::Text);
        match wanted.format.or(usual.filter(|_| !wanted.keep)) {
            // Boards that are kept are written elsewhere.
            None if wanted.keep => Writer::Actions(Vec::new()),
            Some(format) => Writer::in_format(format, self.style(&wanted.style), &self.actions),
            None => Writer::Actions(self.actions.iter().filter(|a| prints(a)).cloned().collect()),
        }
    }

    /// A board as it comes to the table.
    pub(crate) fn board(&self, number: u64, deal: bridge::Deal, about: &About) -> Board {
        let mut board = Board::new(number, deal);
        if self.asked.random_vulnerability {
            let from = self.run.seed % 16;
            board.vulnerable = Board::new(number.wrapping_add(from), deal).vulnerable;
        }
        let drawn = about.as_ref().and_then(|about| about.drawn);
        let dealer = drawn.and_then(|drawn| self.question.dealer_of(drawn));
        board.dealer = dealer.or(self.dealer).unwrap_or(board.dealer);
        board.vulnerable = self.vulnerable.unwrap_or(board.vulnerable);
        board
    }

    /// Deals. `sink` gets what is made of the boards, in their order; what stands before the first and after the last comes
    /// with none.
    ///
    /// # Errors
    /// What went wrong first. Boards that were not found are no error: they are missing, and [`Dealt::ended`] says why.
    pub fn run(
        &self,
        wanted: &Wanted,
        sink: &mut dyn BoardSink,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let writer = self.writer(wanted);
        self.check_room(&writer, wanted)?;
        let mut dealt = Dealt::nothing(self);
        let mut kept = WrittenText::default();
        sink.text(&writer.begin().map_err(DealError::from)?)?;
        let collecting = Collecting {
            dealing: self,
            writer: &writer,
            keep: wanted.keep,
        };
        let mut next = self.run.boards.start;
        self.run_chunks(&collecting, watch, &mut |chunk| {
            dealt.add(&self.source, next, &chunk);
            next += chunk.boards;
            let Collected {
                written,
                boards,
                trace,
                ..
            } = chunk.made;
            dealt.kept.extend(boards);
            if !trace.is_empty() {
                sink.trace(&trace);
            }
            sink.text(&kept.join(written))
        })?;
        sink.text(&writer.end(&kept).map_err(DealError::from)?)?;
        dealt.end(self, watch);
        Ok(dealt)
    }

    /// Deals, and hands over what was made of some boards in a row, in their order.
    pub(crate) fn run_chunks(
        &self,
        collecting: &Collecting,
        watch: &Watch,
        hand_over: &mut dyn FnMut(Chunk<Collected>) -> io::Result<()>,
    ) -> Result<(), Error> {
        let finder = || self.source.finder();
        let sink = |chunk| hand_over(chunk).map(ControlFlow::Continue);
        let ran = plan::run(&self.run, finder, collecting, watch, sink);
        ran.map_err(|error| match error {
            RunError::Find(FindError::Plan(error)) => self.question.no_plan(error, watch),
            RunError::Find(FindError::Eval(error)) => self.question.no_answer(error),
            RunError::Sink(error) => Error::Write(error),
        })
    }

    /// Whether what is written has a place for all boards: that is better known before they are dealt.
    fn check_room(&self, writer: &Writer, wanted: &Wanted) -> Result<(), DealError> {
        let last = self.run.boards.end.saturating_sub(1);
        let number = self.run.boards.end - self.run.boards.start;
        if let Some(format) = wanted.format
            && let Some(most) = format.highest_number()
            && last > most
        {
            return Err(DealError::TooMany(format, most, last));
        }
        let kept = match writer {
            _ if wanted.keep => Some("a folder"),
            Writer::ByBoard(..) => None,
            Writer::Whole(..) => wanted.format.map(Format::name),
            Writer::Actions(actions) => {
                let paged = |action: &Action<Value>| matches!(action, Action::Print(_));
                actions.iter().any(paged).then_some("print(...)")
            }
        };
        match kept {
            Some(what) if number > MAX_KEPT => Err(DealError::Kept(what)),
            _ => Ok(()),
        }
    }

    /// How it ended, after so many boards.
    pub(crate) fn ended(&self, boards: u64, watch: &Watch) -> Ended {
        let run = &self.run;
        if boards >= run.boards.end - run.boards.start {
            Ended::Complete
        } else if watch.is_stopped() {
            Ended::Stopped
        } else if run.distinct && run.generate.is_none() && !self.source.is_by_attempts() {
            Ended::NoMoreDeals
        } else {
            Ended::TriesRanOut
        }
    }

    /// The boards, as they are asked for.
    pub fn into_boards(self, watch: Watch) -> Boards {
        Boards::new(self, watch)
    }
}

/// What a thread makes of some boards in a row.
#[derive(Debug)]
pub(crate) struct Collected {
    pub written: WrittenText,
    pub statistics: Statistics,
    /// What came of the boards of a profile.
    pub tally: DealtTally,
    pub trace: String,
    pub boards: Vec<Board>,
}

/// Makes what is wanted of boards.
pub(crate) struct Collecting<'a> {
    pub dealing: &'a Dealing,
    pub writer: &'a Writer,
    pub keep: bool,
}

impl Collecting<'_> {
    /// Adds a board, whose values are asked for one by one.
    pub(crate) fn collect(
        &self,
        made: &mut Collected,
        mut board: Board,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    ) -> Result<(), EvalError> {
        self.writer.add_values(&mut board, ask)?;
        if self.keep {
            made.boards.push(board.clone());
        }
        self.writer.board(board, ask, &mut made.written)?;
        made.statistics.add(ask)
    }
}

impl Consumer for Collecting<'_> {
    type About = About;
    type Made = Collected;

    fn start(&self) -> Collected {
        Collected {
            written: WrittenText::default(),
            statistics: self.dealing.statistics.clone(),
            tally: DealtTally::default(),
            trace: String::new(),
            boards: Vec::new(),
        }
    }

    fn add(&self, made: &mut Collected, dealt: &mut plan::Dealt<About>) -> Result<(), EvalError> {
        let about = dealt.about.take();
        let board = self.dealing.board(dealt.number, dealt.deal, &about);
        if let Some(about) = about {
            made.tally.add(&about);
            made.trace += &about.trace;
        }
        self.collect(made, board, &mut |value| dealt.value(value.0))
    }

    fn missed(&self, made: &mut Collected, about: About) {
        if let Some(about) = about {
            made.tally.missed(&about);
            made.trace += &about.trace;
        }
    }
}

/// The plans for what is asked of a condition.
pub(crate) fn plans_of(
    compiled: &Compiled,
    asked: &Asked,
    solver: Option<Solver>,
    watch: &Watch,
) -> Result<Plans, PlansError> {
    let (condition, predeal) = (&compiled.condition, &compiled.predeal);
    let strategy = asked.strategy.of_plan();
    let once = |order, budget| Plan::each_once(order, condition, predeal, budget, watch);
    let tiers = || Plans::new(strategy, condition, predeal).with_solver(solver);
    let exactly = |plan: Plan| Plans::of(plan.with_solver(solver), condition, predeal);
    let plans = match (asked.each_once, strategy) {
        (None, _) => tiers(),
        (Some(Enumeration::InOrder), _) => exactly(once(Enumeration::InOrder, Budget::default())?),
        (Some(Enumeration::Shuffled), plan::Strategy::Exact) => {
            exactly(once(Enumeration::Shuffled, Budget::default())?)
        }
        (Some(Enumeration::Shuffled), plan::Strategy::Auto) => {
            match once(Enumeration::Shuffled, DISTINCT) {
                Ok(plan) => exactly(plan),
                Err(PlanError::Inexact(_)) => tiers(),
                Err(error) => return Err(error.into()),
            }
        }
        (Some(Enumeration::Shuffled), _) => tiers(),
    };
    let passes_over = asked.each_once.is_some()
        && !plans
            .so_far()
            .first()
            .is_some_and(|plan| plan.gives_each_once());
    if passes_over && asked.shard.is_some() {
        return Err(PlansError::Deal(DealError::NoDistinctPart));
    }
    Ok(plans)
}

/// Why there are no plans.
pub(crate) enum PlansError {
    Plan(PlanError),
    Deal(DealError),
}

impl From<PlanError> for PlansError {
    fn from(error: PlanError) -> PlansError {
        PlansError::Plan(error)
    }
}

impl Asked {
    /// How a profile is dealt.
    pub(crate) fn of_profile(&self) -> Result<ProfileStrategy, DealError> {
        let strategy = match self.strategy {
            Strategy::Reject => ProfileStrategy::Attempts(AttemptMethod::Reject),
            Strategy::Help => ProfileStrategy::Attempts(AttemptMethod::Help),
            planned => ProfileStrategy::Planned(planned.of_plan()),
        };
        let attempts = matches!(strategy, ProfileStrategy::Attempts(_));
        match self.strategy {
            _ if attempts && self.generate.is_some() => Err(DealError::AttemptsHaveLimits),
            _ if !attempts && self.trace => Err(DealError::NothingToTrace),
            _ if self.each_once == Some(Enumeration::InOrder) => Err(DealError::NotForThis {
                what: "listing every deal",
                who: "scripts",
            }),
            _ => {
                strategy.check()?;
                Ok(strategy)
            }
        }
    }
}

/// Kept alive by whoever finds boards.
pub(crate) type SharedDealing = Arc<Dealing>;

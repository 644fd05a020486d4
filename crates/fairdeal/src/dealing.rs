//! From a compiled script to boards, text and statistics.

use std::io;
use std::ops::{ControlFlow, Range};

use bridge::double_dummy::Solver;
use bridge::formats::{Format, Style, WriteError};
use bridge::{Board, Predeal, Seat, Vulnerability};
use condition::{Condition, EvalError};
use level::{LevelError, Scenario};
use plan::{Once, Plan, PlanError, Run, RunError, Stop, Strategy};
use script::{Action, Compiled, Value};
use space::Budget;

use crate::Statistics;
use crate::acts::{Writer, Written, prints};
use crate::found::Source;

/// How many boards are dealt when nobody says how many.
pub(crate) const BOARDS: u64 = 40;

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

/// What is asked for, beyond what the script says.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many boards the whole run has; else as the script says, else 40.
    pub boards: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// How many deals may be tried; else as the script says, else as many as it takes.
    pub generate: Option<u64>,
    /// How boards are written; else by the script's print actions, else as `printall` does.
    pub format: Option<Format>,
    /// What a format has beside the boards. Where they come from and what the script reports is added to it.
    pub style: Style,
    /// Which part of the run.
    pub shard: Option<Shard>,
    /// The first board, to go on with a run that was cut off.
    pub start: u64,
    /// How many threads.
    pub threads: usize,
    /// Who answers for double dummy results, for a script that asks: see [`condition::Condition::asks_solver`].
    pub solver: Option<Solver>,
    /// How boards are found.
    pub strategy: Strategy,
    /// Whether each deal may come only once: shuffled, so many as are asked for; or listed, all that there are.
    pub once: Option<Once>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            boards: None,
            seed: 0,
            generate: None,
            format: None,
            style: Style::default(),
            shard: None,
            start: 1,
            threads: 1,
            solver: None,
            strategy: Strategy::Auto,
            once: None,
        }
    }
}

/// Why nothing, or not all, was dealt.
#[derive(Debug, thiserror::Error)]
pub enum DealError {
    /// No deal fits what is dealt beforehand.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Hand types that cannot have their shares.
    #[error(transparent)]
    Level(#[from] LevelError),
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
    #[error(
        "{0} deals qualify, and at most {MAX_LISTED} are listed at once: list a part with --shard, or draw some with --distinct"
    )]
    TooManyToList(u128),
    /// Deals that came before can only be passed over from the first board on.
    #[error(
        "this plan is not exact: deals that came before are passed over from the first board on, so --distinct has no --shard"
    )]
    NoDistinctPart,
    /// The script asks for double dummy results, and nobody can answer.
    #[error("this script needs a double dummy solver")]
    NoSolver,
    /// `print`, and some formats, keep all boards to the end.
    #[error("{0} keeps every board to the end: at most {MAX_KEPT} boards")]
    Kept(&'static str),
    /// A format has no place for so many boards.
    #[error("{format} numbers boards up to {most}, and {asked} are asked for", format = .0.name(), most = .1, asked = .2)]
    TooMany(Format, u64, u64),
    /// A format has no place for a board.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The condition or a value has no answer for some deal.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// What was dealt could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How many boards were dealt.
    pub boards: u64,
    /// How many deals were tried.
    pub tries: u64,
    /// The exact share of all deals that the tries were drawn from: 1 unless the plan drew only what might do.
    pub share: f64,
    /// What the script counted.
    pub statistics: Statistics,
}

/// A script and a request, ready to deal.
#[derive(Clone, Debug)]
pub struct Dealing {
    source: Source,
    pub(crate) solver: Option<Solver>,
    pub(crate) run: Run,
    pub(crate) writer: Writer,
    pub(crate) statistics: Statistics,
    pub(crate) condition: Condition,
    pub(crate) predeal: Predeal,
    /// How many boards the whole run was to have.
    asked: u64,
    /// How many boards were asked for, if that was said.
    pub(crate) most: Option<u64>,
    format: Option<Format>,
    dealer: Option<Seat>,
    vulnerable: Option<Vulnerability>,
}

/// What a thread makes of some boards in a row.
pub(crate) struct Made {
    pub(crate) written: Written,
    pub(crate) statistics: Statistics,
}

impl Dealing {
    /// Plans how to deal.
    ///
    /// # Errors
    /// When the script cannot be dealt at all, whatever the cards.
    pub fn new(compiled: &Compiled, request: &Request) -> Result<Dealing, DealError> {
        Dealing::from(compiled, request, |boards, solver| {
            let plan = plan(compiled, request, boards)?;
            Ok(Source::Plan(Box::new(plan.with_solver(solver))))
        })
    }

    /// Plans how to deal the cells of a scenario in their shares: see [`level::wanted`]. That a deal may come only once has no meaning here.
    ///
    /// # Errors
    /// As for [`Dealing::new`], and when a type cannot be dealt.
    pub fn leveled(
        scenario: &Scenario,
        shares: &[f64],
        request: &Request,
    ) -> Result<Dealing, DealError> {
        Dealing::from(&scenario.compiled, request, |boards, solver| {
            let strategy = request.strategy;
            let mix = level::mix(scenario, shares, strategy, boards, solver)?;
            Ok(Source::Mix(mix))
        })
    }

    /// Boards that are found in some way: `source` makes it, for so many boards and with a solver if one is needed.
    fn from(
        compiled: &Compiled,
        request: &Request,
        source: impl FnOnce(u64, Option<Solver>) -> Result<Source, DealError>,
    ) -> Result<Dealing, DealError> {
        let positive = |what, number: Option<i64>| match number.map(u64::try_from) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => Err(DealError::Number(what, number.unwrap_or_default())),
        };
        let produce = positive("produce", compiled.produce)?;
        let generate = positive("generate", compiled.generate)?;
        let asked = request.boards.or(produce).unwrap_or(BOARDS);
        let actions = compiled.actions.as_deref().unwrap_or(&[Action::PrintAll]);
        if actions
            .iter()
            .any(|action| matches!(action, Action::EvalContract(_)))
        {
            return Err(DealError::EvalContract);
        }
        let asks = compiled.condition.asks_solver();
        if asks && request.solver.is_none() {
            return Err(DealError::NoSolver);
        }
        let solver = request.solver.filter(|_| asks);
        let source = source(asked, solver)?;
        // Where each deal comes once, there are no more boards than deals.
        let count = source.count().filter(|_| request.once.is_some());
        let count = count.map(|count| u64::try_from(count).unwrap_or(u64::MAX));
        let whole = match (request.once, count) {
            (Some(Once::Listed), Some(count)) => count,
            (_, count) => asked.min(count.unwrap_or(u64::MAX)),
        };
        let part = request
            .shard
            .map_or(1..whole.saturating_add(1), |s| s.boards(whole));
        let boards = part.start.max(request.start).min(part.end)..part.end;
        if request.once == Some(Once::Listed) && boards.end - boards.start > MAX_LISTED {
            return Err(DealError::TooManyToList(source.count().unwrap_or_default()));
        }
        let writer = match request.format {
            Some(format) => {
                let mut style = request.style.clone();
                style.origin = Some(origin(request, &source));
                Writer::in_format(format, style, actions)
            }
            None => Writer::Actions(actions.iter().filter(|a| prints(a)).cloned().collect()),
        };
        Ok(Dealing {
            source,
            solver,
            run: Run {
                seed: request.seed,
                boards,
                generate: request.generate.or(generate),
                threads: request.threads,
                distinct: request.once.is_some(),
            },
            asked,
            writer,
            statistics: Statistics::new(actions).map_err(DealError::Frequency)?,
            condition: compiled.condition.clone(),
            predeal: compiled.predeal,
            most: request.boards,
            format: request.format,
            dealer: compiled.dealer,
            vulnerable: compiled.vulnerable,
        })
    }

    pub(crate) fn nothing_made(&self) -> Made {
        Made {
            written: Written::default(),
            statistics: self.statistics.clone(),
        }
    }

    /// The numbers of the boards it will deal.
    pub fn boards(&self) -> Range<u64> {
        self.run.boards.clone()
    }

    /// Where its boards come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Where each deal comes once and there are fewer than were asked for: how many were, and how many there are.
    pub fn fewer(&self) -> Option<(u64, u128)> {
        let count = self.source.count().filter(|_| self.run.distinct)?;
        (count < u128::from(self.asked)).then_some((self.asked, count))
    }

    /// Whether it writes boards; a script may also only count.
    pub fn writes(&self) -> bool {
        match &self.writer {
            Writer::ByBoard(..) | Writer::Whole(..) => true,
            Writer::Actions(actions) => !actions.is_empty(),
        }
    }

    /// Deals. `write` gets the text of some boards in a row, in the order of the boards, and how many they are; what
    /// stands before the first and after the last comes with none. `stop` ends it early, from any thread.
    ///
    /// # Errors
    /// What went wrong first.
    pub fn run(
        &self,
        stop: &Stop,
        write: &mut dyn FnMut(&[u8], u64) -> io::Result<()>,
    ) -> Result<Outcome, DealError> {
        check_room(&self.writer, self.format, &self.run)?;
        let mut outcome = Outcome {
            boards: 0,
            tries: 0,
            share: self.source.share(),
            statistics: self.statistics.clone(),
        };
        let mut kept = Written::default();
        let add = |made: &mut Made, dealt: &mut plan::Dealt| {
            let mut board = Board::new(dealt.number, dealt.deal);
            board.dealer = self.dealer.unwrap_or(board.dealer);
            board.vulnerable = self.vulnerable.unwrap_or(board.vulnerable);
            let mut ask = |value: Value| dealt.value(value.0);
            self.writer.board(board, &mut ask, &mut made.written)?;
            made.statistics.add(ask)
        };
        write(&self.writer.begin()?, 0)?;
        let sink = |chunk: plan::Chunk<Made>| {
            outcome.boards += chunk.boards;
            outcome.tries += chunk.tries;
            outcome.statistics.join(&chunk.made.statistics);
            write(&kept.join(chunk.made.written), chunk.boards)?;
            Ok(ControlFlow::Continue(()))
        };
        let start = || self.nothing_made();
        let dealt = match &self.source {
            Source::Plan(plan) => plan::run(plan, &self.run, stop, start, add, sink),
            Source::Mix(mix) => mix.run(&self.run, stop, start, add, sink),
        };
        dealt.map_err(|error| match error {
            RunError::Eval(error) => DealError::Eval(error),
            RunError::Sink(error) => DealError::Io(error),
        })?;
        write(&self.writer.end(&kept)?, 0)?;
        Ok(outcome)
    }
}

/// Whether what is written has a place for all boards: that is better known before they are dealt.
pub(crate) fn check_room(
    writer: &Writer,
    format: Option<Format>,
    run: &Run,
) -> Result<(), DealError> {
    let last = run.boards.end.saturating_sub(1);
    if let Some(format) = format
        && let Some(most) = format.highest_number()
        && last > most
    {
        return Err(DealError::TooMany(format, most, last));
    }
    let kept = match writer {
        Writer::ByBoard(..) => None,
        Writer::Whole(..) => format.map(Format::name),
        Writer::Actions(actions) => {
            let paged = |action: &Action<Value>| matches!(action, Action::Print(_));
            actions.iter().any(paged).then_some("print(...)")
        }
    };
    match kept {
        Some(what) if last > MAX_KEPT => Err(DealError::Kept(what)),
        _ => Ok(()),
    }
}

/// The plan for what is asked.
fn plan(compiled: &Compiled, request: &Request, boards: u64) -> Result<Plan, DealError> {
    let (condition, predeal) = (&compiled.condition, &compiled.predeal);
    let once = |once, budget| Plan::each_once(once, condition, predeal, budget);
    let plan = match (request.once, request.strategy) {
        (None, strategy) => Plan::by(strategy, condition, predeal, boards),
        (Some(Once::Listed), _) => once(Once::Listed, Budget::default()),
        (Some(Once::Shuffled), Strategy::Exact) => once(Once::Shuffled, Budget::default()),
        (Some(Once::Shuffled), Strategy::Auto) => match once(Once::Shuffled, DISTINCT) {
            Err(PlanError::Inexact(_)) => Plan::new(condition, predeal, boards),
            other => other,
        },
        (Some(Once::Shuffled), strategy) => Plan::by(strategy, condition, predeal, boards),
    }?;
    let passes_over = request.once.is_some() && !plan.gives_each_once();
    match request.shard {
        Some(_) if passes_over => Err(DealError::NoDistinctPart),
        _ => Ok(plan),
    }
}

/// Where a board of a seed comes from, so that it can always be traced.
fn origin(request: &Request, source: &Source) -> String {
    let once = match request.once {
        None => "",
        Some(Once::Shuffled) => ", distinct",
        Some(Once::Listed) => ", all",
    };
    format!(
        "fairdeal {}, ChaCha8, seed {}, plan {}{once}",
        env!("CARGO_PKG_VERSION"),
        request.seed,
        source.name()
    )
}

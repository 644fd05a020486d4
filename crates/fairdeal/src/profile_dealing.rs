//! From a profile to boards: planned, or by attempts, in any format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::ops::{ControlFlow, Range};

use bridge::Board;
use bridge::formats::{Format, Style};
use plan::{Chunk, PlanError, Run, RunError, Stop, Strategy};
use profile::{
    Attempts, Combinations, Drawn, Event, Failures, Method, Plans, PlansError, Profile, Settings,
    Unwatched, Why,
};

use crate::acts::{Writer, Written};
use crate::dealing::{BOARDS, DealError, MAX_KEPT, Request, check_room};

/// How many boards a thread deals at the most before it hands them over.
const BOARDS_A_CHUNK: u64 = 64;

/// How boards of a profile are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By a plan for each combination.
    Planned(Strategy),
    /// By attempts.
    Attempts(Method),
}

/// What is asked for, beyond what the profile says.
#[derive(Clone, Debug)]
pub struct ProfileRequest {
    /// What is asked for of scripts too. Its strategy is not looked at.
    pub request: Request,
    /// How boards are found.
    pub how: How,
    /// The constants of the methods that deal by attempts.
    pub settings: Settings,
    /// Whether boards are turned round half of the time; else as the profile says.
    pub rotates: Option<bool>,
    /// Vulnerabilities are those of the boards this much further on.
    pub vulnerability_from: u64,
    /// Whether attempts are written down.
    pub trace: bool,
    /// Whether boards are kept, for more than one file.
    pub keep: bool,
}

impl ProfileRequest {
    /// What is asked for of scripts too, found in this way; the rest as usual.
    pub fn new(request: Request, how: How) -> ProfileRequest {
        ProfileRequest {
            request,
            how,
            settings: Settings::default(),
            rotates: None,
            vulnerability_from: 0,
            trace: false,
            keep: false,
        }
    }

    /// The usual request for so many boards of a seed, on so many threads.
    pub fn of_boards(boards: u64, seed: u64, threads: usize, how: How) -> ProfileRequest {
        let request = Request {
            boards: Some(boards),
            seed,
            threads,
            ..Request::default()
        };
        ProfileRequest::new(request, how)
    }
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProfileOutcome {
    /// How many boards were dealt.
    pub boards: u64,
    /// How many deals were tried.
    pub tries: u64,
    /// How many boards each combination got: by their numbers in [`Combinations::all`].
    pub got: BTreeMap<usize, u64>,
    /// Why attempts failed.
    pub failures: Failures,
    /// The boards, if they were to be kept.
    pub kept: Vec<Board>,
}

/// A profile and a request, ready to deal.
///
/// ```
/// use fairdeal::plan::Strategy;
/// use fairdeal::{How, ProfileDealing, ProfileRequest, profile};
///
/// let reading = profile::read(r#"{
///     "profile_name": "Strong North", "dealer": "N", "tag": "Opener",
///     "seat_profiles": {"N": {"seat": "N", "subprofiles": [{"standard": {"total_min_hcp": 20}}]}}
/// }"#);
/// let profile = reading.profile.unwrap();
/// let combinations = profile::Combinations::new(&profile).unwrap();
/// let request = ProfileRequest::of_boards(5, 1, 1, How::Planned(Strategy::Auto));
/// let dealing = ProfileDealing::new(&profile, &combinations, &request).unwrap();
/// let mut text: Vec<u8> = Vec::new();
/// let mut write = |bytes: &[u8], _| { text.extend(bytes); Ok(()) };
/// let outcome = dealing.run(&Default::default(), &mut write, &mut |_| {}).unwrap();
/// assert_eq!(outcome.boards, 5);
/// ```
pub struct ProfileDealing<'a> {
    profile: &'a Profile,
    combinations: &'a Combinations,
    request: &'a ProfileRequest,
    rotates: bool,
    run: Run,
    whole: u64,
    writer: Writer,
    format: Format,
}

/// What a thread makes of some boards in a row.
#[derive(Default)]
struct Made {
    written: Written,
    got: BTreeMap<usize, u64>,
    failures: Failures,
    trace: String,
    kept: Vec<Board>,
    /// Why there are no more boards.
    failed: Option<PlansError>,
}

impl<'a> ProfileDealing<'a> {
    /// Gets ready. The format is text, unless the request says otherwise.
    ///
    /// # Errors
    /// When there is no place for so many boards.
    pub fn new(
        profile: &'a Profile,
        combinations: &'a Combinations,
        asked: &'a ProfileRequest,
    ) -> Result<ProfileDealing<'a>, DealError> {
        let request = &asked.request;
        let whole = request.boards.unwrap_or(BOARDS);
        let part = request
            .shard
            .map_or(1..whole.saturating_add(1), |shard| shard.boards(whole));
        let run = Run {
            seed: request.seed,
            boards: part.start.max(request.start).min(part.end)..part.end,
            generate: request.generate,
            threads: request.threads,
            distinct: false,
        };
        let format = request.format.unwrap_or(Format::Text);
        let mut style = request.style.clone();
        style.origin = Some(origin(request.seed, profile, asked.how));
        let dealing = ProfileDealing {
            profile,
            combinations,
            request: asked,
            rotates: asked.rotates.unwrap_or(profile.rotates),
            writer: Writer::in_format(format, style, &[]),
            run,
            whole,
            format,
        };
        check_room(&dealing.writer, Some(format), &dealing.run)?;
        if asked.keep && dealing.run.boards.end > MAX_KEPT {
            return Err(DealError::Kept("a folder"));
        }
        Ok(dealing)
    }

    /// The numbers of the boards it will deal.
    pub fn boards(&self) -> Range<u64> {
        self.run.boards.clone()
    }

    /// The style of files that are written of its boards.
    pub fn style(&self) -> Style {
        Style {
            origin: Some(origin(self.run.seed, self.profile, self.request.how)),
            ..self.request.request.style.clone()
        }
    }

    /// Deals. `write` gets the text of some boards in a row, in the order of the boards, and how many they are; `trace` gets
    /// what was written down of their attempts. `stop` ends it early, from any thread.
    ///
    /// # Errors
    /// What went wrong first. Boards that attempts did not make are no error: they are missing from the outcome.
    pub fn run(
        &self,
        stop: &Stop,
        write: &mut dyn FnMut(&[u8], u64) -> io::Result<()>,
        trace: &mut dyn FnMut(&str),
    ) -> Result<ProfileOutcome, DealError> {
        let mut outcome = ProfileOutcome::default();
        let mut written = Written::default();
        let mut failed = None;
        write(&self.writer.begin()?, 0)?;
        let mut sink = |chunk: Chunk<Made>| -> io::Result<ControlFlow<()>> {
            outcome.boards += chunk.boards;
            outcome.tries += chunk.tries;
            outcome.failures.join(&chunk.made.failures);
            for (combination, number) in chunk.made.got {
                *outcome.got.entry(combination).or_default() += number;
            }
            outcome.kept.extend(chunk.made.kept);
            trace(&chunk.made.trace);
            write(&written.join(chunk.made.written), chunk.boards)?;
            failed = chunk.made.failed;
            Ok(match failed {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        };
        let size =
            (self.run.boards.end - self.run.boards.start) / (8 * self.run.threads.max(1) as u64);
        let size = size.clamp(1, BOARDS_A_CHUNK);
        let (run, seed) = (&self.run, self.run.seed);
        let dealt = match self.request.how {
            How::Planned(strategy) => {
                let plans = Plans::new(self.combinations, strategy, self.whole, self.rotates);
                let chunk = |worker: &mut profile::PlansWorker, boards: Range<u64>, tries: u64| {
                    Ok(self.chunk(boards, |number, chunk| {
                        match worker.board(seed, number, tries - chunk.tries, stop) {
                            Ok((drawn, found)) => {
                                chunk.tries += found.tries;
                                found.deal.map(|deal| (drawn, deal))
                            }
                            Err(error) => {
                                chunk.made.failed = Some(error);
                                None
                            }
                        }
                    }))
                };
                plan::in_order(run, size, stop, || plans.worker(), chunk, &mut sink)
            }
            How::Attempts(method) => {
                let settings = self.request.settings.clone();
                let attempts = Attempts::new(
                    self.profile,
                    self.combinations,
                    method,
                    settings,
                    self.rotates,
                );
                let chunk = |(): &mut (), boards: Range<u64>, _: u64| {
                    Ok(self.chunk(boards, |number, chunk| {
                        let mut watch = |event| {
                            chunk.made.trace += &self.told(event);
                        };
                        let board = if self.request.trace {
                            attempts.board(seed, number, &mut watch, stop)
                        } else {
                            attempts.board(seed, number, &mut Unwatched, stop)
                        };
                        chunk.tries += board.failures.attempts;
                        chunk.made.failures.join(&board.failures);
                        board.made
                    }))
                };
                plan::in_order(run, size, stop, || (), chunk, &mut sink)
            }
        };
        dealt.map_err(|error| match error {
            RunError::Eval(error) => DealError::Eval(error),
            RunError::Sink(error) => DealError::Io(error),
        })?;
        match failed {
            None => {}
            Some(PlansError::Nothing) => return Err(DealError::Plan(PlanError::Never)),
            Some(PlansError::Plan(error)) => return Err(DealError::Plan(error)),
            Some(PlansError::Eval(error)) => return Err(DealError::Eval(error)),
        }
        write(&self.writer.end(&written)?, 0)?;
        Ok(outcome)
    }

    /// Deals some boards in a row, up to the first that is not found.
    fn chunk(
        &self,
        boards: Range<u64>,
        mut find: impl FnMut(u64, &mut Chunk<Made>) -> Option<(Drawn, bridge::Deal)>,
    ) -> Chunk<Made> {
        let mut chunk = Chunk {
            made: Made::default(),
            boards: 0,
            tries: 0,
        };
        for number in boards {
            let Some((drawn, deal)) = find(number, &mut chunk) else {
                break;
            };
            let mut board = Board::new(number, deal);
            board.dealer = drawn.dealer(self.profile);
            let like = number.wrapping_add(self.request.vulnerability_from);
            board.vulnerable = Board::new(like, deal).vulnerable;
            chunk.boards += 1;
            *chunk.made.got.entry(drawn.combination).or_default() += 1;
            if self.request.keep {
                chunk.made.kept.push(board.clone());
            }
            // Nothing is asked of a board that could have no answer.
            let written = self
                .writer
                .board(board, &mut |_| Ok(0), &mut chunk.made.written);
            debug_assert!(written.is_ok());
        }
        chunk
    }

    /// The format that is written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What happened, as a line.
    fn told(&self, event: Event) -> String {
        let mut line = String::new();
        let _ = match event {
            Event::Failed {
                board,
                attempt,
                seat,
                why,
            } => {
                let why = match why {
                    Why::Points => "HCP",
                    Why::Shape => "shape",
                    Why::OutOfReach => "HCP out of reach",
                };
                writeln!(
                    line,
                    "board {board}, attempt {attempt}: {seat} failed, {why}"
                )
            }
            Event::Redrawn {
                board,
                attempt,
                combination,
            } => {
                let drawn = self.combinations.all()[combination].describe(self.profile);
                writeln!(
                    line,
                    "board {board}, after attempt {attempt}: drawn anew, {drawn}"
                )
            }
            Event::Made { board, attempt } => {
                writeln!(line, "board {board}, attempt {attempt}: made")
            }
            Event::Exhausted { board, attempts } => {
                writeln!(line, "board {board}: given up after {attempts} attempts")
            }
        };
        line
    }
}

/// Where a board of a seed comes from, so that it can always be traced.
fn origin(seed: u64, profile: &Profile, how: How) -> String {
    let how = match how {
        How::Planned(Strategy::Auto) => "auto".to_owned(),
        How::Planned(Strategy::Exact) => "exact".to_owned(),
        How::Planned(Strategy::Reject) | How::Attempts(Method::Reject) => "reject".to_owned(),
        How::Planned(Strategy::Pinned(way)) => format!("plan {way}"),
        How::Attempts(Method::Help) => "help (not fair)".to_owned(),
    };
    format!(
        "fairdeal {}, ChaCha8, seed {seed}, profile {}, {how}",
        env!("CARGO_PKG_VERSION"),
        profile.name.replace(['\n', '\r', '"'], " ")
    )
}

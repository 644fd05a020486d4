//! Runs: many boards, on several threads, handed over in the order of their numbers.

use std::collections::{BTreeMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use bridge::{Card, Deal, Seat};
use condition::EvalError;

use crate::plan::Plan;
use crate::worker::{Dealt, Finder, Stop};

/// About so many deals are tried before a thread hands over what it has.
const TRIES_A_CHUNK: f64 = 50_000.0;
/// And it never keeps more boards than this.
const MOST_BOARDS_A_CHUNK: u64 = 2048;

/// Where deals are told from those before, so many are handed over at a time.
const BOARDS_A_CHUNK: u64 = 64;

/// What to deal.
#[derive(Clone, Debug)]
pub struct Run {
    /// The seed.
    pub seed: u64,
    /// The numbers of the boards.
    pub boards: Range<u64>,
    /// How many deals may be tried, counted in the order of the boards.
    pub generate: Option<u64>,
    /// How many threads to use, at least one.
    pub threads: usize,
    /// Whether a deal that came before is passed over. The boards are then found one after the other, on one thread, from
    /// the first board on; a plan that gives each deal once does without.
    pub distinct: bool,
}

/// Some boards of a run, one after the other.
#[derive(Clone, Debug)]
pub struct Chunk<T> {
    /// What was made of them.
    pub made: T,
    /// How many there are.
    pub boards: u64,
    /// How many deals were tried for them.
    pub tries: u64,
}

/// Why a run ended early.
#[derive(Debug)]
pub enum RunError<E> {
    /// The condition or a value has no answer for some deal.
    Eval(EvalError),
    /// What was to be done with the boards could not be done.
    Sink(E),
}

/// Deals the boards of a run. `start` begins a chunk and `add` adds a board to it, on any thread; `sink` gets the
/// chunks in the order of their boards, on this one, and may end the run. Returns when the last board is
/// dealt, the tries are used up, `stop` was called, or something went wrong.
///
/// # Errors
/// The first thing that went wrong, in the order of the boards.
pub fn run<T: Send, E>(
    plan: &Plan,
    run: &Run,
    stop: &Stop,
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, &mut Dealt) -> Result<(), EvalError> + Sync,
    mut sink: impl FnMut(Chunk<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), RunError<E>> {
    if run.distinct && plan.once.is_none() {
        return run_distinct(plan, run, stop, start, add, sink);
    }
    let size = chunk_size(run, plan.is_slow(), plan.tries_a_board());
    run_by(run, size, stop, || plan.worker(), start, add, &mut sink)
}

/// Deals the boards of a run in chunks of a size, by whoever finds them.
pub(crate) fn run_by<'p, F: Finder<'p>, T: Send, E>(
    run: &Run,
    size: u64,
    stop: &Stop,
    finder: impl Fn() -> F + Sync,
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, &mut Dealt) -> Result<(), EvalError> + Sync,
    sink: &mut dyn FnMut(Chunk<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), RunError<E>> {
    let chunk = |finder: &mut F, boards: Range<u64>, tries: u64| {
        deal_chunk(finder, run.seed, boards, tries, stop, &start, &add)
    };
    in_order(run, size, stop, finder, chunk, sink)
}

/// How many boards a thread should deal before it hands them over, if each takes about so many tries. One where each
/// takes long, so that they come as they are found.
pub(crate) fn chunk_size(run: &Run, is_slow: bool, tries_a_board: f64) -> u64 {
    if is_slow {
        return 1;
    }
    let size = (TRIES_A_CHUNK / tries_a_board) as u64;
    // A few chunks a thread at the least, so that they end together.
    let fair = (run.boards.end - run.boards.start) / (4 * run.threads.max(1) as u64);
    size.min(fair).clamp(1, MOST_BOARDS_A_CHUNK)
}

/// Deals the boards of a run in chunks of a size, however a chunk is dealt: `worker` makes what a thread needs, `chunk`
/// deals some boards in a row in at most so many tries, on any thread, and `sink` gets the chunks in the order of their
/// boards, as in [`run`].
///
/// # Errors
/// The first thing that went wrong, in the order of the boards.
pub fn in_order<W, T: Send, E>(
    run: &Run,
    size: u64,
    stop: &Stop,
    worker: impl Fn() -> W + Sync,
    chunk: impl Fn(&mut W, Range<u64>, u64) -> Result<Chunk<T>, EvalError> + Sync,
    sink: &mut dyn FnMut(Chunk<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), RunError<E>> {
    let most = run.generate.unwrap_or(u64::MAX);
    let boards_of = |number: u64| {
        let first = run.boards.start + number * size;
        first..run.boards.end.min(first + size)
    };
    let chunks = (run.boards.end - run.boards.start).div_ceil(size);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(4 * run.threads.max(1));
        for _ in 0..run.threads.max(1) {
            let sender = sender.clone();
            let (next, worker, chunk) = (&next, &worker, &chunk);
            scope.spawn(move || {
                let mut worker = worker();
                while !stop.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= chunks {
                        return;
                    }
                    let done = chunk(&mut worker, boards_of(number), most);
                    if sender.send((number, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // The channel is emptied to the end even when the result is known: a thread may be waiting at it.
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        let mut left = most;
        let mut outcome = Ok(ControlFlow::Continue(()));
        for (number, done) in receiver {
            waiting.insert(number, done);
            while let (Some(done), Ok(ControlFlow::Continue(()))) =
                (waiting.remove(&expected), &outcome)
            {
                let whole = boards_of(expected);
                let done = match done {
                    Ok(done) if done.tries > left => chunk(&mut worker(), whole.clone(), left),
                    done => done,
                };
                expected += 1;
                outcome = done.map_err(RunError::Eval).and_then(|done| {
                    left -= done.tries.min(left);
                    // After a chunk that was cut short the next boards would leave a gap.
                    let cut = left == 0 || done.boards < whole.end - whole.start;
                    match sink(done).map_err(RunError::Sink)? {
                        ControlFlow::Continue(()) if !cut => Ok(ControlFlow::Continue(())),
                        _ => Ok(ControlFlow::Break(())),
                    }
                });
                if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                    stop.stop();
                }
            }
        }
        outcome.map(|_| ())
    })
}

/// So many repeats in a row, and so many for each deal found, and it is not worth looking further: if another deal were
/// left, it would have come up but for one chance in 400 million.
const REPEATS: u64 = 10_000;
const REPEATS_A_DEAL: u64 = 20;

/// Deals the boards of a run, passing over deals that came before.
fn run_distinct<T, E>(
    plan: &Plan,
    run: &Run,
    stop: &Stop,
    start: impl Fn() -> T,
    add: impl Fn(&mut T, &mut Dealt) -> Result<(), EvalError>,
    mut sink: impl FnMut(Chunk<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), RunError<E>> {
    let empty = || Chunk {
        made: start(),
        boards: 0,
        tries: 0,
    };
    let mut worker = plan.worker();
    let mut seen = HashSet::new();
    let (mut left, mut repeats, mut stream) = (run.generate.unwrap_or(u64::MAX), 0, 0);
    let mut chunk = empty();
    let mut number = 1;
    while number < run.boards.end {
        stream += 1;
        let found = worker.board(run.seed, stream, left, stop);
        let found = found.map_err(RunError::Eval)?;
        left -= found.tries;
        chunk.tries += found.tries;
        let Some(deal) = found.deal else {
            break;
        };
        if !seen.insert(packed(&deal)) {
            repeats += 1;
            if repeats > REPEATS + REPEATS_A_DEAL * seen.len() as u64 || stop.is_stopped() {
                break;
            } else {
                continue;
            }
        }
        repeats = 0;
        if number >= run.boards.start {
            let worker = &mut worker;
            let mut dealt = Dealt {
                number,
                deal,
                worker,
            };
            add(&mut chunk.made, &mut dealt).map_err(RunError::Eval)?;
            chunk.boards += 1;
        }
        number += 1;
        if chunk.boards == BOARDS_A_CHUNK {
            let full = std::mem::replace(&mut chunk, empty());
            if sink(full).map_err(RunError::Sink)?.is_break() {
                return Ok(());
            }
        }
    }
    sink(chunk).map(|_| ()).map_err(RunError::Sink)
}

/// A deal in two bits a card.
fn packed(deal: &Deal) -> u128 {
    Card::all().fold(0, |packed, card| {
        let holder = Seat::ALL.into_iter().find(|seat| deal[*seat].has(card));
        packed << 2 | holder.map_or(0, |seat| seat as u128)
    })
}

/// Deals some boards in a row, until the tries run out.
fn deal_chunk<'p, T>(
    finder: &mut impl Finder<'p>,
    seed: u64,
    boards: Range<u64>,
    tries: u64,
    stop: &Stop,
    start: &impl Fn() -> T,
    add: &impl Fn(&mut T, &mut Dealt) -> Result<(), EvalError>,
) -> Result<Chunk<T>, EvalError> {
    let mut chunk = Chunk {
        made: start(),
        boards: 0,
        tries: 0,
    };
    for board in boards {
        let found = finder.find(seed, board, tries - chunk.tries, stop)?;
        chunk.tries += found.tries;
        let Some(deal) = found.deal else {
            break;
        };
        let mut dealt = Dealt {
            number: board,
            deal,
            worker: finder.worker(),
        };
        add(&mut chunk.made, &mut dealt)?;
        chunk.boards += 1;
    }
    Ok(chunk)
}

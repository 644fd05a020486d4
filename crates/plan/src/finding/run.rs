//! Runs: many boards, on several threads, handed over in the order of their numbers.

use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};

use bridge::{Card, Deal, Seat};
use condition::EvalError;
use space::{Key, Watch};

use crate::finding::finder::{FindError, Finder};

/// Where deals are told from those before, so many boards are handed over at a time.
const BOARDS_A_CHUNK: u64 = 64;

/// What to deal.
#[derive(Clone, Debug)]
pub struct Run {
    /// What their random numbers come from.
    pub key: Key,
    /// The numbers of the boards.
    pub boards: Range<u64>,
    /// How many deals may be tried, counted in the order of the boards.
    pub generate: Option<u64>,
    /// How many threads to use. One is the caller's own, and starts no other.
    pub threads: usize,
    /// Whether a deal that came before is passed over. The boards are then found one after the other, from the first board
    /// on.
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

/// A board, while it is at hand.
pub struct Dealt<'a, A = ()> {
    /// Its number.
    pub number: u64,
    /// Its cards.
    pub deal: Deal,
    /// What its finder tells of it.
    pub about: A,
    value: &'a mut dyn FnMut(usize, &Deal) -> Result<i64, EvalError>,
}

impl<A> Dealt<'_, A> {
    /// One of the condition's further values for it.
    ///
    /// # Errors
    /// When it has no answer for this deal.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn value(&mut self, index: usize) -> Result<i64, EvalError> {
        (self.value)(index, &self.deal)
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub enum RunError<E> {
    /// A board could not be found at all.
    Find(FindError),
    /// What was to be done with the boards could not be done.
    Sink(E),
}

/// What is to be done with the boards of a run. Any thread may make chunks of them; they are handed over in the order of
/// their boards.
pub trait Consumer: Sync {
    /// What finders tell of a board beside its cards.
    type About;
    /// What is made of some boards in a row.
    type Made: Send;

    /// Begins a chunk.
    fn start(&self) -> Self::Made;

    /// Adds a board to a chunk.
    ///
    /// # Errors
    /// When something that is asked of the board has no answer.
    fn add(&self, made: &mut Self::Made, dealt: &mut Dealt<Self::About>) -> Result<(), EvalError>;

    /// Hears of a board that was looked for and not found, after the last one that was.
    fn missed(&self, _made: &mut Self::Made, _about: Self::About) {}
}

/// A consumer made of two functions: one begins a chunk, the other adds a board to it.
pub fn consumer<A, T: Send>(
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, &mut Dealt<A>) -> Result<(), EvalError> + Sync,
) -> impl Consumer<About = A, Made = T> {
    Functions {
        start,
        add,
        about: PhantomData,
    }
}

struct Functions<S, D, A> {
    start: S,
    add: D,
    about: PhantomData<fn(A)>,
}

impl<A, T, S, D> Consumer for Functions<S, D, A>
where
    T: Send,
    S: Fn() -> T + Sync,
    D: Fn(&mut T, &mut Dealt<A>) -> Result<(), EvalError> + Sync,
{
    type About = A;
    type Made = T;

    fn start(&self) -> T {
        (self.start)()
    }

    fn add(&self, made: &mut T, dealt: &mut Dealt<A>) -> Result<(), EvalError> {
        (self.add)(made, dealt)
    }
}

/// Deals the boards of a run: `finder` makes what each thread finds them with, `consumer` makes chunks of them, on any
/// thread, and `sink` gets those in the order of their boards, on this one, and may end the run. Returns when the last
/// board is dealt, the tries are used up, `watch` was stopped, or something went wrong.
///
/// The watch's progress is first `planning`, and from the first board on `dealing`, of so many boards, those done being the
/// ones that `sink` has got: also while a plan for later boards is made.
///
/// # Errors
/// The first thing that went wrong, in the order of the boards.
pub fn run<C: Consumer, F: Finder<About = C::About>, E>(
    run: &Run,
    finder: impl Fn() -> F + Sync,
    consumer: &C,
    watch: &Watch,
    mut sink: impl FnMut(Chunk<C::Made>) -> Result<ControlFlow<()>, E>,
) -> Result<(), RunError<E>> {
    let mut order = InOrder {
        run,
        consumer,
        // Once the result is known, whoever is still looking for boards may stop.
        watch: &watch.part(),
        left: run.generate.unwrap_or(u64::MAX),
    };
    if run.boards.is_empty() {
        return Ok(());
    }
    let mut first = finder();
    watch.begin("planning", None);
    match order.size(&mut first, run.boards.start) {
        Err(_) if watch.is_stopped() => return Ok(()),
        size => size.map_err(RunError::Find)?,
    };
    watch.begin("dealing", Some(run.boards.end - run.boards.start));
    if run.distinct {
        order.deal_distinct(&mut first, &mut sink)
    } else if run.threads > 1 {
        order.deal_on_threads(&finder, &mut sink)
    } else {
        order.deal(&mut first, &mut sink)
    }
}

/// A run under way: its chunks are looked at in the order of their boards.
struct InOrder<'a, C> {
    run: &'a Run,
    consumer: &'a C,
    watch: &'a Watch,
    /// How many tries are left.
    left: u64,
}

type Sink<'s, T, E> = &'s mut dyn FnMut(Chunk<T>) -> Result<ControlFlow<()>, E>;

impl<C: Consumer> InOrder<'_, C> {
    /// How many boards should be found before they are handed over: as the finder wants it, and a few chunks a thread at the
    /// least, so that they end together.
    fn size<F: Finder>(&self, finder: &mut F, first: u64) -> Result<u64, FindError> {
        let all = self.run.boards.end - self.run.boards.start;
        let fair = all / (4 * self.run.threads.max(1) as u64);
        let wanted = finder.boards_at_once(first, self.watch)?;
        Ok(wanted.min(fair).max(1).min(self.run.boards.end - first))
    }

    /// Deals some boards in a row, until the tries run out or it is stopped.
    fn chunk<F: Finder<About = C::About>>(
        &self,
        finder: &mut F,
        boards: Range<u64>,
        tries: u64,
    ) -> Result<Chunk<C::Made>, FindError> {
        let mut chunk = Chunk {
            made: self.consumer.start(),
            boards: 0,
            tries: 0,
        };
        for number in boards {
            // Making something of a board may take long too.
            if self.watch.is_stopped() {
                break;
            }
            let found = match finder.find(self.run.key, number, tries - chunk.tries, self.watch) {
                // What was found before it was stopped is kept.
                Err(_) if self.watch.is_stopped() => break,
                found => found?,
            };
            chunk.tries += found.tries;
            let Some(deal) = found.deal else {
                self.consumer.missed(&mut chunk.made, found.about);
                break;
            };
            let mut dealt = Dealt {
                number,
                deal,
                about: found.about,
                value: &mut |index, deal| finder.value(index, deal),
            };
            self.consumer.add(&mut chunk.made, &mut dealt)?;
            chunk.boards += 1;
        }
        Ok(chunk)
    }

    /// Hands over a chunk of so many boards. After one that was cut short the next boards would leave a gap.
    fn hand_over<T, E>(
        &mut self,
        done: Result<Chunk<T>, FindError>,
        whole: u64,
        sink: Sink<T, E>,
    ) -> Result<ControlFlow<()>, RunError<E>> {
        let done = match done {
            Ok(done) => done,
            // What was not found because it was stopped is no fault.
            Err(_) if self.watch.is_stopped() => return Ok(ControlFlow::Break(())),
            Err(error) => return Err(RunError::Find(error)),
        };
        self.left -= done.tries.min(self.left);
        let boards = done.boards;
        let cut = self.left == 0 || boards < whole;
        let next = sink(done).map_err(RunError::Sink)?;
        self.watch.add(boards);
        match next {
            ControlFlow::Continue(()) if !cut => Ok(ControlFlow::Continue(())),
            _ => Ok(ControlFlow::Break(())),
        }
    }

    /// On the caller's thread.
    fn deal<F: Finder<About = C::About>, E>(
        &mut self,
        finder: &mut F,
        sink: Sink<C::Made, E>,
    ) -> Result<(), RunError<E>> {
        let mut next = self.run.boards.start;
        while next < self.run.boards.end && !self.watch.is_stopped() {
            let size = self.size(finder, next);
            let whole = *size.as_ref().unwrap_or(&0);
            let done = size.and_then(|size| self.chunk(finder, next..next + size, self.left));
            if self.hand_over(done, whole, sink)?.is_break() {
                break;
            }
            next += whole;
        }
        Ok(())
    }

    /// On several threads.
    #[cfg(feature = "threads")]
    fn deal_on_threads<F: Finder<About = C::About>, E>(
        &mut self,
        finder: &(impl Fn() -> F + Sync),
        sink: Sink<C::Made, E>,
    ) -> Result<(), RunError<E>> {
        use std::sync::{Mutex, PoisonError, mpsc};

        let InOrder {
            run,
            consumer,
            watch,
            left,
        } = *self;
        let shared = InOrder {
            run,
            consumer,
            watch,
            left,
        };
        let shared = &shared;
        let next = Mutex::new(run.boards.start);
        // The next chunk: its first board, and how many it has.
        let take = |finder: &mut F| {
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let first = *next;
            if first >= run.boards.end || watch.is_stopped() {
                return None;
            }
            let size = shared.size(finder, first);
            *next = first
                + *size
                    .as_ref()
                    .unwrap_or(&u64::MAX)
                    .min(&(run.boards.end - first));
            Some((first, size))
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(4 * run.threads);
            for _ in 0..run.threads {
                let (sender, take) = (sender.clone(), &take);
                scope.spawn(move || {
                    let mut finder = finder();
                    while let Some((first, size)) = take(&mut finder) {
                        let whole = *size.as_ref().unwrap_or(&0);
                        let boards = first..first + whole;
                        let done = size.and_then(|_| shared.chunk(&mut finder, boards, left));
                        if sender.send((first, whole, done)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // The channel is emptied to the end even when the result is known: a thread may be waiting at it.
            let mut waiting = std::collections::BTreeMap::new();
            let mut expected = run.boards.start;
            let mut outcome = Ok(ControlFlow::Continue(()));
            for (first, whole, done) in receiver {
                waiting.insert(first, (whole, done));
                while let Ok(ControlFlow::Continue(())) = &outcome
                    && let Some((whole, done)) = waiting.remove(&expected)
                {
                    let boards = expected..expected + whole;
                    let done = match done {
                        // Fewer tries are left than it was given.
                        Ok(done) if done.tries > self.left => {
                            shared.chunk(&mut finder(), boards, self.left)
                        }
                        done => done,
                    };
                    outcome = self.hand_over(done, whole, sink);
                    expected += whole;
                    if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                        watch.stop();
                    }
                }
            }
            outcome.map(|_| ())
        })
    }

    /// Without threads, however many are asked for.
    #[cfg(not(feature = "threads"))]
    fn deal_on_threads<F: Finder<About = C::About>, E>(
        &mut self,
        finder: &(impl Fn() -> F + Sync),
        sink: Sink<C::Made, E>,
    ) -> Result<(), RunError<E>> {
        self.deal(&mut finder(), sink)
    }

    /// Passing over deals that came before.
    fn deal_distinct<F: Finder<About = C::About>, E>(
        &mut self,
        finder: &mut F,
        sink: Sink<C::Made, E>,
    ) -> Result<(), RunError<E>> {
        let empty = || Chunk {
            made: self.consumer.start(),
            boards: 0,
            tries: 0,
        };
        let boards = &self.run.boards;
        let mut seen = HashSet::new();
        let (mut left, mut repeats, mut stream) = (self.left, 0, 0);
        let mut chunk = empty();
        let mut number = 1;
        while number < boards.end && !self.watch.is_stopped() {
            stream += 1;
            let found = match finder.find(self.run.key, stream, left, self.watch) {
                Err(_) if self.watch.is_stopped() => break,
                found => found.map_err(RunError::Find)?,
            };
            left -= found.tries;
            chunk.tries += found.tries;
            let Some(deal) = found.deal else {
                self.consumer.missed(&mut chunk.made, found.about);
                break;
            };
            if !seen.insert(packed(&deal)) {
                repeats += 1;
                if repeats > REPEATS + REPEATS_A_DEAL * seen.len() as u64 {
                    break;
                }
                continue;
            }
            repeats = 0;
            if number >= boards.start {
                let mut dealt = Dealt {
                    number,
                    deal,
                    about: found.about,
                    value: &mut |index, deal| finder.value(index, deal),
                };
                let added = self.consumer.add(&mut chunk.made, &mut dealt);
                added.map_err(|error| RunError::Find(error.into()))?;
                chunk.boards += 1;
            }
            number += 1;
            if chunk.boards == BOARDS_A_CHUNK {
                let full = std::mem::replace(&mut chunk, empty());
                let next = sink(full).map_err(RunError::Sink)?;
                self.watch.add(BOARDS_A_CHUNK);
                if next.is_break() {
                    return Ok(());
                }
            }
        }
        let boards = chunk.boards;
        let _ended = sink(chunk).map_err(RunError::Sink)?;
        self.watch.add(boards);
        Ok(())
    }
}

/// So many repeats in a row, and so many for each deal found, and it is not worth looking further: if another deal were
/// left, it would have come up but for one chance in 400 million.
const REPEATS: u64 = 10_000;
const REPEATS_A_DEAL: u64 = 20;

/// A deal in two bits a card.
fn packed(deal: &Deal) -> u128 {
    Card::all().fold(0, |packed, card| {
        let holder = Seat::ALL.into_iter().find(|seat| deal[*seat].has(card));
        packed << 2 | holder.map_or(0, |seat| seat as u128)
    })
}

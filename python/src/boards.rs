//! The boards of a run, one after the other, as they are asked for.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fairdeal::{Dealing, Error, Watch, bridge};
use pyo3::prelude::*;

use crate::board::Board;
use crate::error::{asked_wrongly, raised};
use crate::work::{Listener, STACK, wait};

/// So many boards are found at once at most,
const MOST_AT_ONCE: usize = 256;
/// and no more are begun after this.
const LONG_ENOUGH: Duration = Duration::from_millis(10);

/// The boards of a run: an iterator. They are found as they are asked for, at most twice as many as were taken so far.
#[pyclass(module = "fairdeal")]
pub(crate) struct Boards {
    /// Found, and not taken yet.
    found: VecDeque<bridge::Board>,
    /// Why there are no more, once that is known.
    failed: Option<Error>,
    ended: bool,
    taken: u64,
    asked: u64,
    origin: String,
    seed: String,
    listener: Listener,
    watch: Watch,
    finder: Option<FindingThread>,
    /// A process that was forked off has no such thread.
    process: u32,
}

/// The thread that finds them.
struct FindingThread {
    orders: SyncSender<usize>,
    found: Mutex<Option<Receiver<Found>>>,
    thread: Option<JoinHandle<()>>,
}

/// Some boards, and whether they were the last.
struct Found {
    boards: Vec<bridge::Board>,
    failed: Option<Error>,
    ended: bool,
}

impl Boards {
    pub(crate) fn new(
        dealing: Dealing,
        seed: String,
        watch: Watch,
        listener: Listener,
    ) -> PyResult<Boards> {
        let (asked, origin) = (dealing.boards(), dealing.origin());
        let asked = asked.end - asked.start;
        watch.begin("dealing", Some(asked));
        let boards = dealing.into_boards(watch.clone());
        let (orders, taken) = sync_channel::<usize>(1);
        let (sender, found) = sync_channel(1);
        let counted = watch.clone();
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn(move || {
            let mut boards = boards;
            for wanted in taken {
                let some = find(&mut boards, wanted);
                counted.add(some.boards.len() as u64);
                if sender.send(some).is_err() {
                    return;
                }
            }
        })?;
        Ok(Boards {
            found: VecDeque::new(),
            failed: None,
            ended: false,
            taken: 0,
            asked,
            origin,
            seed,
            listener,
            watch,
            finder: Some(FindingThread {
                orders,
                found: Mutex::new(Some(found)),
                thread: Some(thread),
            }),
            process: std::process::id(),
        })
    }

    /// Finds some more.
    fn find(&mut self, py: Python) -> PyResult<()> {
        if self.process != std::process::id() {
            return Err(asked_wrongly(
                py,
                "these boards are dealt in the process that asked for them: deal a shard in each process instead",
            ));
        }
        let wanted = usize::try_from(self.taken).unwrap_or(MOST_AT_ONCE);
        let wanted = wanted.clamp(1, MOST_AT_ONCE);
        let Some(finder) = &self.finder else {
            return Ok(());
        };
        let receiver = finder.found.lock().ok().and_then(|mut found| found.take());
        let Some(receiver) = receiver.filter(|_| finder.orders.send(wanted).is_ok()) else {
            self.close(py);
            return Ok(());
        };
        let (receiver, got) = wait(py, receiver, &self.watch, &self.listener);
        if let Ok(mut found) = finder.found.lock() {
            *found = Some(receiver);
        }
        match got {
            Ok(Some(some)) => {
                self.found.extend(some.boards);
                self.failed = some.failed;
                self.ended = some.ended;
            }
            Ok(None) => self.close(py),
            Err(error) => {
                self.close(py);
                return Err(error);
            }
        }
        if self.ended {
            self.close(py);
        }
        Ok(())
    }

    /// Ends the thread.
    fn close(&mut self, py: Python) {
        self.ended = true;
        self.watch.stop();
        if let Some(finder) = self.finder.take() {
            let panicked = py.detach(move || finder.end());
            if let Some(panic) = panicked {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

impl FindingThread {
    /// Waits for the end of the thread, which is soon once its watch was stopped; what it failed with is told.
    fn end(mut self) -> Option<Box<dyn std::any::Any + Send>> {
        drop(self.orders);
        drop(self.found);
        self.thread.take().and_then(|thread| thread.join().err())
    }
}

/// Finds so many boards, or as many as there are in some time.
fn find(boards: &mut fairdeal::Boards, wanted: usize) -> Found {
    let mut found = Found {
        boards: Vec::new(),
        failed: None,
        ended: false,
    };
    let began = Instant::now();
    while found.boards.len() < wanted && (found.boards.is_empty() || began.elapsed() < LONG_ENOUGH)
    {
        match boards.next() {
            Some(Ok(board)) => found.boards.push(board),
            Some(Err(error)) => {
                found.failed = Some(error);
                found.ended = true;
                break;
            }
            None => {
                found.ended = true;
                break;
            }
        }
    }
    found
}

#[pymethods]
impl Boards {
    /// The seed that they are dealt by: the one that was given, the script's, or one that was drawn.
    #[getter]
    fn seed(&self) -> &str {
        &self.seed
    }

    /// Where they come from, as it is written into files.
    #[getter]
    fn origin(&self) -> &str {
        &self.origin
    }

    /// How many were asked for. Fewer may come, if the deals that may be tried run out.
    #[getter]
    fn asked(&self) -> u64 {
        self.asked
    }

    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&mut self, py: Python) -> PyResult<Option<Board>> {
        if self.found.is_empty() && !self.ended {
            self.find(py)?;
        }
        match self.found.pop_front() {
            Some(board) => {
                self.taken += 1;
                Ok(Some(Board(board)))
            }
            None => match self.failed.take() {
                Some(error) => Err(raised(py, &error)),
                None => Ok(None),
            },
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "<Boards: {} of {}, {}>",
            self.taken, self.asked, self.origin
        )
    }
}

impl Drop for Boards {
    /// Nobody asks any more: what is still being looked for is given up.
    fn drop(&mut self) {
        self.watch.stop();
        if let Some(finder) = self.finder.take()
            && self.process == std::process::id()
        {
            // It needs no lock of the interpreter, and ends soon.
            let _ = finder.end();
        }
    }
}

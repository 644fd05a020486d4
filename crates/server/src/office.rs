//! Where requests are answered for clients, whatever they speak: a desk, a gate before it, and the time that one request may take.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use fairdeal::answer::ErrorBody;
use fairdeal::{Desk, Error, Limits, Request, Watch};
use tokio::sync::oneshot;

use crate::gate::{Gate, NoPlace, Place};
use crate::limits;
use crate::metrics::count;

/// How much is worked on for clients.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How many requests are worked on at once.
    pub at_once: usize,
    /// How many may wait.
    pub queue: usize,
    /// How many seconds one request may take.
    pub seconds: u64,
    /// What one request may ask for.
    pub limits: Limits,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            at_once: fairdeal::cores(),
            queue: limits::QUEUE,
            seconds: limits::SECONDS,
            limits: Limits::shared(),
        }
    }
}

impl Bounds {
    /// Threads for as many requests as are worked on at once, and for `more` beside them.
    ///
    /// # Errors
    /// That the system has no room for them.
    pub fn runtime(&self, more: usize) -> std::io::Result<tokio::runtime::Runtime> {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(self.at_once.max(1) + more)
            .thread_stack_size(limits::STACK)
            .build()
    }
}

/// Where requests are answered.
#[derive(Debug)]
pub struct Office {
    pub(crate) desk: Desk,
    pub(crate) gate: Gate,
    pub(crate) seconds: u64,
    /// How many answers were known already.
    pub(crate) known: AtomicU64,
}

impl Office {
    /// An office within bounds.
    pub fn new(bounds: &Bounds) -> Office {
        Office {
            desk: Desk::new(bounds.limits),
            gate: Gate::new(bounds.at_once.max(1), bounds.queue),
            seconds: bounds.seconds,
            known: AtomicU64::new(0),
        }
    }

    /// The answer to a request, as JSON. Who drops this before it is there stops the work.
    ///
    /// # Errors
    /// What is wrong, in the one shape that errors have.
    pub async fn answer(self: &Arc<Self>, request: Request) -> Result<Arc<str>, ErrorBody> {
        let answer = self.ask(request).await;
        answer.map_err(|why| why.body(self.seconds))
    }

    /// Asks the library, on a thread of its own, when there is a place.
    pub(crate) async fn ask(self: &Arc<Self>, request: Request) -> Result<Arc<str>, Unanswered> {
        if let Some(known) = self.desk.known(&request) {
            count(&self.known);
            return Ok(known);
        }
        let place = self.gate.enter().await.map_err(Unanswered::NoPlace)?;
        let watch = Watch::default();
        let _stops = StopsWhenDropped(watch.clone());
        let (tell, told) = oneshot::channel();
        let office = self.clone();
        tokio::task::spawn_blocking(move || {
            let answer = office.desk.answer(&request, &watch);
            release(place);
            let _ = tell.send(answer);
        });
        match tokio::time::timeout(Duration::from_secs(self.seconds), told).await {
            Err(_) => Err(Unanswered::TooLong),
            Ok(Ok(answer)) => answer.map_err(Unanswered::Library),
            Ok(Err(_)) => Err(Unanswered::Lost),
        }
    }
}

/// Why there is no answer.
pub(crate) enum Unanswered {
    /// There was no place to work on it.
    NoPlace(NoPlace),
    /// It took too long.
    TooLong,
    /// The library says why.
    Library(Error),
    /// The library gave no answer at all, which it never should.
    Lost,
}

impl Unanswered {
    /// In the one shape that errors have; `seconds` are the most that one request may take.
    pub(crate) fn body(&self, seconds: u64) -> ErrorBody {
        let come_back = |code, message| ErrorBody {
            help: Some(format!("come back in {} seconds", limits::RETRY_AFTER)),
            ..ErrorBody::new(code, message)
        };
        match self {
            Unanswered::NoPlace(NoPlace::Full) => come_back(
                "full",
                "as much is being worked on, and waits, as there is room for",
            ),
            Unanswered::NoPlace(NoPlace::Stopping) => {
                come_back("stopping", "the server is stopping")
            }
            Unanswered::TooLong => {
                let seconds = fairdeal::answer::plural(seconds, "second");
                let message =
                    format!("this takes longer than {seconds}, the most for one request here");
                ErrorBody {
                    help: Some("ask for less: fewer boards, or with effort quick".to_owned()),
                    ..ErrorBody::new("too-long", message)
                }
            }
            Unanswered::Library(error) => error.body(),
            Unanswered::Lost => {
                ErrorBody::new("failed", "there is no answer, and that is a fault of ours")
            }
        }
    }
}

/// Stops some work when whoever waits for it is gone.
pub(crate) struct StopsWhenDropped(pub(crate) Watch);

impl Drop for StopsWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A place is free before its answer is told: whoever hears the answer finds it free.
pub(crate) fn release(place: Place) {
    drop(place);
}

//! The gate before the work: so many requests are worked on at once, so many wait, and the rest is sent away.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A place at work; it is free again when this is dropped.
pub(crate) type Place = OwnedSemaphorePermit;

/// Why there is no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPlace {
    /// As many wait already as may.
    Full,
    /// The server is stopping: what runs is finished, and nothing new is begun.
    Stopping,
}

#[derive(Debug)]
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    at_once: usize,
    waiting: AtomicUsize,
    queue: usize,
}

/// Someone who waits, as long as this is there.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Gate {
    pub(crate) fn new(at_once: usize, queue: usize) -> Gate {
        Gate {
            places: Arc::new(Semaphore::new(at_once)),
            at_once,
            waiting: AtomicUsize::new(0),
            queue,
        }
    }

    /// A place at work, now or when one is free.
    pub(crate) async fn enter(&self) -> Result<Place, NoPlace> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(place);
        }
        if self.places.is_closed() {
            return Err(NoPlace::Stopping);
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= self.queue {
            return Err(NoPlace::Full);
        }
        let place = self.places.clone().acquire_owned().await;
        place.map_err(|_| NoPlace::Stopping)
    }

    /// Nobody enters any more, and whoever waits is told so.
    pub(crate) fn close(&self) {
        self.places.close();
    }

    /// How many requests are worked on.
    pub(crate) fn working(&self) -> usize {
        self.at_once - self.places.available_permits().min(self.at_once)
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn some_work_some_wait_and_the_rest_is_sent_away() {
        let gate = Gate::new(1, 1);
        let Poll::Ready(Ok(place)) = poll(pin!(gate.enter())) else {
            panic!("there is a place");
        };
        let mut second = pin!(gate.enter());
        assert!(poll(second.as_mut()).is_pending());
        assert_eq!((gate.working(), gate.waiting()), (1, 1));
        let third = poll(pin!(gate.enter()));
        assert_eq!(third.map(Result::err), Poll::Ready(Some(NoPlace::Full)));
        drop(place);
        let second = poll(second.as_mut());
        assert!(matches!(second, Poll::Ready(Ok(_))));
    }

    #[test]
    fn whoever_waits_or_comes_later_is_told_that_it_stops() {
        let gate = Gate::new(1, 1);
        let first = poll(pin!(gate.enter()));
        let mut second = pin!(gate.enter());
        assert!(poll(second.as_mut()).is_pending());
        gate.close();
        for entered in [poll(second.as_mut()), poll(pin!(gate.enter()))] {
            assert_eq!(
                entered.map(Result::err),
                Poll::Ready(Some(NoPlace::Stopping))
            );
        }
        assert!(matches!(first, Poll::Ready(Ok(_))));
    }
}

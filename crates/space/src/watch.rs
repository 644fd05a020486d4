//! Watching long work: stopping it, and seeing how far it is.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the one who waits and the one who works share: the first may stop it and ask how far it is, from any thread; the
/// second looks at it every so often and says what it is doing.
///
/// Work that was stopped comes back soon, with [`Error::Stopped`](crate::Error::Stopped) or its like, or with as much as
/// was done. A watch that was stopped stays stopped.
///
/// ```
/// let watch = space::Watch::default();
/// watch.begin("dealing", Some(10));
/// watch.add(4);
/// assert_eq!(watch.progress(), space::Progress { doing: "dealing", done: 4, of: Some(10), tries: 0 });
/// watch.stop();
/// assert!(watch.is_stopped());
/// ```
#[derive(Default, Debug)]
pub struct Watch {
    stopped: AtomicBool,
    stage: Mutex<Stage>,
    done: AtomicU64,
    tries: AtomicU64,
}

/// What is being done, and how much of it there is.
#[derive(Clone, Copy, Default, Debug)]
struct Stage {
    doing: &'static str,
    of: Option<u64>,
}

/// How far some work is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// What is being done: `counting`, `dealing`; nothing before it has begun.
    pub doing: &'static str,
    /// How much of it is done,
    pub done: u64,
    /// and of how much, where that is known.
    pub of: Option<u64>,
    /// About how many deals have been tried so far, in all that was done.
    pub tries: u64,
}

impl Watch {
    /// Stops the work soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// That it was not stopped.
    ///
    /// # Errors
    /// [`Stopped`], if it was.
    #[inline]
    pub fn look(&self) -> Result<(), Stopped> {
        if self.is_stopped() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Something is begun, of which there is so much to do if that is known.
    pub fn begin(&self, doing: &'static str, of: Option<u64>) {
        self.done.store(0, Ordering::Relaxed);
        *self.stage.lock().unwrap_or_else(|error| error.into_inner()) = Stage { doing, of };
    }

    /// So much more is done.
    pub fn add(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }

    /// So many more deals were tried.
    pub fn add_tries(&self, tries: u64) {
        self.tries.fetch_add(tries, Ordering::Relaxed);
    }

    /// How far the work is.
    pub fn progress(&self) -> Progress {
        let stage = *self.stage.lock().unwrap_or_else(|error| error.into_inner());
        Progress {
            doing: stage.doing,
            done: self.done.load(Ordering::Relaxed),
            of: stage.of,
            tries: self.tries.load(Ordering::Relaxed),
        }
    }
}

/// The work was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

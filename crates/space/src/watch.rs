//! Watching long work: stopping it, and seeing how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What the one who waits and the one who works share: the first may stop it and ask how far it is, from any thread; the
/// second looks at it every so often and says what it is doing. A clone is the same watch.
///
/// Work that was stopped comes back soon, with [`Error::Stopped`](crate::Error::Stopped) or its like, or with as much as
/// was done. A watch that was stopped stays stopped.
///
/// ```
/// let watch = space::Watch::default();
/// watch.begin("dealing", Some(10));
/// watch.add(4);
/// assert_eq!(watch.progress(), space::Progress { doing: "dealing", done: 4, of: Some(10), tries: 0 });
/// let part = watch.part();
/// watch.stop();
/// assert!(watch.is_stopped() && part.is_stopped());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Watch {
    whole: Arc<Whole>,
    /// Where it is the watch of a part of the work: the flags that stop that part, the outermost first.
    parts: Vec<Arc<AtomicBool>>,
}

#[derive(Default, Debug)]
struct Whole {
    stopped: AtomicBool,
    stage: Mutex<Stage>,
    done: AtomicU64,
    tries: AtomicU64,
    meanwhile: Mutex<Option<Meanwhile>>,
    looks: AtomicU64,
    /// The look at which it stops itself.
    stops_at: Option<u64>,
    /// Whoever is told how far the work is at every look.
    tells: Option<fn(Progress)>,
    most_between: AtomicU64,
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

/// About what the answer will be, for whoever waits for an exact one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meanwhile {
    /// The estimate,
    pub about: f64,
    /// and the bounds that hold the answer in 95 of 100 cases.
    pub interval: (f64, f64),
}

impl Watch {
    /// A watch that stops itself when it is looked at for the so many-th time, so that a test can stop some work at any
    /// point of it, without a clock.
    ///
    /// ```
    /// let watch = space::Watch::stopping_at(2);
    /// assert_eq!([watch.look(), watch.look()], [Ok(()), Err(space::Stopped)]);
    /// ```
    pub fn stopping_at(looks: u64) -> Watch {
        let whole = Whole {
            stops_at: Some(looks),
            ..Whole::default()
        };
        Watch {
            whole: Arc::new(whole),
            parts: Vec::new(),
        }
    }

    /// A watch that tells how far the work is whenever it is looked at, on the worker's own thread: for where there is no other
    /// thread that could ask.
    ///
    /// ```
    /// let watch = space::Watch::telling(|progress| assert_eq!(progress.doing, "dealing"));
    /// watch.begin("dealing", None);
    /// watch.look().unwrap();
    /// ```
    pub fn telling(tells: fn(Progress)) -> Watch {
        let whole = Whole {
            tells: Some(tells),
            ..Whole::default()
        };
        Watch {
            whole: Arc::new(whole),
            parts: Vec::new(),
        }
    }

    /// A watch that is stopped by a flag of someone else's as well: by that of a signal, for instance.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
    /// let flag = Arc::new(AtomicBool::new(false));
    /// let watch = space::Watch::stopped_by(flag.clone());
    /// assert!(!watch.is_stopped());
    /// flag.store(true, Ordering::Relaxed);
    /// assert!(watch.is_stopped());
    /// ```
    pub fn stopped_by(flag: Arc<AtomicBool>) -> Watch {
        Watch {
            whole: Arc::default(),
            parts: vec![flag],
        }
    }

    /// Stops the work soon: all of it, or the part that this is the watch of.
    pub fn stop(&self) {
        let flag = self.parts.last().map_or(&self.whole.stopped, |part| part);
        flag.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        let stopped = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        stopped(&self.whole.stopped) || self.parts.iter().any(|part| stopped(part))
    }

    /// That it was not stopped. How often this was asked can be told afterwards: [`Watch::looks`].
    ///
    /// # Errors
    /// [`Stopped`], if it was.
    #[inline]
    pub fn look(&self) -> Result<(), Stopped> {
        let looks = self.whole.looks.fetch_add(1, Ordering::Relaxed) + 1;
        if self.whole.stops_at == Some(looks) {
            self.whole.stopped.store(true, Ordering::Relaxed);
        }
        if let Some(tell) = self.whole.tells {
            tell(self.progress());
        }
        if self.is_stopped() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// The same after so much work, counted in the worker's own units, since it last looked. The most work that passed
    /// between two looks can be told afterwards: [`Watch::most_work_between_looks`].
    ///
    /// # Errors
    /// [`Stopped`], if it was.
    pub fn look_after(&self, work: u64) -> Result<(), Stopped> {
        self.whole.most_between.fetch_max(work, Ordering::Relaxed);
        self.look()
    }

    /// A watch for a part of the work, which can be stopped by itself, and is stopped with the whole.
    pub fn part(&self) -> Watch {
        let mut part = self.clone();
        part.parts.push(Arc::default());
        part
    }

    /// Something is begun, of which there is so much to do if that is known.
    pub fn begin(&self, doing: &'static str, of: Option<u64>) {
        self.whole.done.store(0, Ordering::Relaxed);
        *self.stage() = Stage { doing, of };
    }

    /// So much more is done.
    pub fn add(&self, done: u64) {
        self.whole.done.fetch_add(done, Ordering::Relaxed);
    }

    /// So many more deals were tried.
    pub fn add_tries(&self, tries: u64) {
        self.whole.tries.fetch_add(tries, Ordering::Relaxed);
    }

    /// How far the work is.
    pub fn progress(&self) -> Progress {
        let Stage { doing, of } = *self.stage();
        Progress {
            doing,
            done: self.whole.done.load(Ordering::Relaxed),
            of,
            tries: self.whole.tries.load(Ordering::Relaxed),
        }
    }

    /// What is known of the answer before it is there.
    ///
    /// ```
    /// let watch = space::Watch::default();
    /// assert_eq!(watch.meanwhile(), None);
    /// watch.set_meanwhile(Some(space::Meanwhile { about: 0.5, interval: (0.4, 0.6) }));
    /// assert_eq!(watch.meanwhile().unwrap().about, 0.5);
    /// ```
    pub fn meanwhile(&self) -> Option<Meanwhile> {
        *self
            .whole
            .meanwhile
            .lock()
            .unwrap_or_else(|e| e.into_inner())
    }

    /// Tells whoever waits about what the answer will be, or that nothing is known of it.
    pub fn set_meanwhile(&self, known: Option<Meanwhile>) {
        let mut meanwhile = self
            .whole
            .meanwhile
            .lock()
            .unwrap_or_else(|e| e.into_inner());
        *meanwhile = known;
    }

    /// How often the work has looked at it so far.
    pub fn looks(&self) -> u64 {
        self.whole.looks.load(Ordering::Relaxed)
    }

    /// The most work that a worker has said it did between two looks: [`Watch::look_after`].
    pub fn most_work_between_looks(&self) -> u64 {
        self.whole.most_between.load(Ordering::Relaxed)
    }

    fn stage(&self) -> std::sync::MutexGuard<'_, Stage> {
        self.whole.stage.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// The work was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

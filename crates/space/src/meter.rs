//! The meter of a build: what it has cost, and when to look at the watch.
//!
//! Two things are counted, and they are not the same. *Charged* work is what a [`Budget`] limits; it decides which
//! questions are counted at all, so what is charged for a step must never change. *Done* work only says when it is time
//! to look whether anybody still waits, and covers what is free of charge too: merging states, judging ends, counting.

use crate::{Budget, Error, Stopped, Watch};

/// How much work may be done between two looks at the watch: half a millisecond of it, or a few where every state misses
/// the cache.
pub(crate) const WORK_A_LOOK: u64 = 50_000;

/// Counts the work, and ends what would pass the budget or is not wanted any more.
#[derive(Clone, Debug)]
pub(crate) struct Meter<'w> {
    /// The work charged so far.
    pub work: u64,
    pub budget: Budget,
    pace: Pace<'w>,
}

impl<'w> Meter<'w> {
    pub(crate) fn new(budget: Budget, watch: &'w Watch) -> Meter<'w> {
        Meter {
            work: 0,
            budget,
            pace: Pace::new(watch),
        }
    }

    /// Charges work, before or after it is done.
    pub(crate) fn charge(&mut self, work: u64) -> Result<(), Error> {
        self.work += work;
        if self.work <= self.budget.work {
            Ok(())
        } else {
            Err(self.over())
        }
    }

    /// So much was done just now, charged or not.
    #[inline]
    pub(crate) fn did(&mut self, work: u64) -> Result<(), Stopped> {
        self.pace.did(work)
    }

    /// Looks at the watch now.
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        self.pace.look()
    }

    /// When to look, for what is not charged.
    pub(crate) fn pace(&mut self) -> &mut Pace<'w> {
        &mut self.pace
    }

    /// The same when nothing more will be charged.
    pub(crate) fn into_pace(self) -> Pace<'w> {
        self.pace
    }

    pub(crate) fn watch(&self) -> &'w Watch {
        self.pace.watch
    }

    /// Ends what holds more than the budget's memory.
    pub(crate) fn hold(&self, bytes: u64) -> Result<(), Error> {
        let Budget { memory, .. } = self.budget;
        if bytes <= memory {
            Ok(())
        } else {
            Err(Error::OverMemory { memory })
        }
    }

    /// The error that says that it takes more work than the budget has.
    pub(crate) fn over(&self) -> Error {
        let Budget { work, .. } = self.budget;
        Error::OverBudget { work }
    }
}

/// Looks at a watch after every so much work.
#[derive(Clone, Debug)]
pub(crate) struct Pace<'w> {
    watch: &'w Watch,
    /// The work done since the last look.
    since: u64,
}

impl<'w> Pace<'w> {
    pub(crate) fn new(watch: &'w Watch) -> Pace<'w> {
        Pace { watch, since: 0 }
    }

    /// So much was done just now.
    #[inline]
    pub(crate) fn did(&mut self, work: u64) -> Result<(), Stopped> {
        self.since += work;
        if self.since < WORK_A_LOOK {
            Ok(())
        } else {
            self.look()
        }
    }

    /// Looks at the watch now.
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        self.watch.look_after(std::mem::take(&mut self.since))
    }
}

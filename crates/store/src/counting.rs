//! Odds of a session, counted on a thread of their own while the next question is asked.
//!
//! Nobody waits for them: what is known so far can be looked at at any time, an estimate first and the count when it is
//! there. Where odds come from is an [`OddsSource`]: counted each time, or remembered.

use std::sync::{Arc, Mutex, PoisonError};

use space::Watch;
use wizard::{Keeper, OddsProgress, OddsQuestion, OddsSoFar, OddsSource, PlainCounting, Session};

/// Counts the odds of a session in the background.
pub struct BackgroundOdds {
    source: Arc<dyn OddsSource + Send + Sync>,
    threads: usize,
    under_way: Option<UnderWay>,
}

/// What is being counted, or was.
struct UnderWay {
    question: OddsQuestion,
    progress: Arc<Mutex<OddsProgress>>,
    watch: Watch,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.watch.stop();
    }
}

impl BackgroundOdds {
    /// Odds that are counted each time, on so many threads.
    pub fn new(threads: usize) -> BackgroundOdds {
        BackgroundOdds::from_source(Arc::new(PlainCounting), threads)
    }

    /// Odds that come from somewhere, on so many threads.
    pub fn from_source(
        source: Arc<dyn OddsSource + Send + Sync>,
        threads: usize,
    ) -> BackgroundOdds {
        BackgroundOdds {
            source,
            threads,
            under_way: None,
        }
    }

    /// Hands a session what was counted for it, and begins to count what it asks now. What it no longer asks is stopped.
    /// This itself counts nothing.
    pub fn follow<K: Keeper>(&mut self, session: &mut Session<K>) {
        if let Some(odds) = self.progress().and_then(|now| now.known().cloned())
            && let Some(under_way) = &self.under_way
            && session.to_count().as_ref() == Some(&under_way.question)
        {
            session.take_odds(under_way.question.clone(), odds);
        }
        let Some(question) = session.to_count() else {
            return;
        };
        let same = |under_way: &UnderWay| under_way.question == question;
        if !self.under_way.as_ref().is_some_and(same) {
            self.under_way = Some(self.begin(question));
        }
    }

    fn begin(&self, question: OddsQuestion) -> UnderWay {
        let under_way = UnderWay {
            question,
            progress: Arc::new(Mutex::new(OddsProgress::Begun)),
            watch: Watch::default(),
        };
        let (source, threads) = (self.source.clone(), self.threads);
        let question = under_way.question.clone();
        let (progress, watch) = (under_way.progress.clone(), under_way.watch.clone());
        let put = move |new: OddsProgress| {
            *progress.lock().unwrap_or_else(PoisonError::into_inner) = new;
        };
        let counting = std::thread::Builder::new().spawn(move || {
            let first = OddsProgress::first_look(&question, &watch);
            let Ok(first) = first else { return };
            let settled = first.known().is_some();
            put(first);
            if !settled && let Ok(odds) = source.odds(&question, threads, &watch) {
                put(OddsProgress::Known(odds));
            }
        });
        // Without a thread there are no odds: nothing else depends on them.
        drop(counting);
        under_way
    }

    /// How far the counting of what was last followed is; `None` if nothing was.
    fn progress(&self) -> Option<OddsProgress> {
        let under_way = self.under_way.as_ref()?;
        let progress = under_way.progress.lock();
        Some(progress.unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// What there is to say now of the odds of a session that was followed, if anything: what is missing is asked for soon
    /// enough.
    pub fn shown<K: Keeper>(&self, session: &Session<K>) -> Option<OddsProgress> {
        let now = match session.wizard().known_odds() {
            Some(odds) => OddsProgress::Known(odds.clone()),
            None => self.progress()?,
        };
        let says_nothing = match &now {
            OddsProgress::Begun => true,
            now => matches!(now.known(), Some(OddsSoFar::Unfinished { .. })),
        };
        (!says_nothing).then_some(now)
    }
}

//! Boards, one after the other, as they are asked for.

use std::collections::VecDeque;
use std::sync::Arc;

use bridge::Board;
use plan::{FindError, Finder};
use script::Value;
use space::Watch;

use crate::dealing::{Dealing, SharedDealing};
use crate::dealt::Ended;
use crate::error::Error;
use crate::solving::SolvingFinder;
use crate::writing::{Reported, add_values, reported};

/// The boards of a run: lazy, and owned. With more than one thread, some boards are found ahead.
pub struct Boards {
    dealing: SharedDealing,
    watch: Watch,
    finding: Finding,
    given: u64,
    ended: Option<Ended>,
}

enum Finding {
    /// On the thread of whoever asks.
    Here(Box<Here>),
    /// On threads of its own.
    #[cfg(feature = "threads")]
    Ahead(ahead::Ahead),
}

struct Here {
    finder: SolvingFinder,
    reported: Vec<Reported>,
    next: u64,
    tries_left: u64,
    /// Where no deal may come twice, the boards that were found together.
    distinct: Option<VecDeque<Board>>,
}

impl Boards {
    pub(crate) fn new(dealing: Dealing, watch: Watch) -> Boards {
        let dealing = Arc::new(dealing);
        #[cfg(feature = "threads")]
        if dealing.run.threads > 1 || dealing.run.distinct {
            let finding = Finding::Ahead(ahead::Ahead::new(dealing.clone(), &watch));
            return Boards {
                dealing,
                watch,
                finding,
                given: 0,
                ended: None,
            };
        }
        let here = Here {
            finder: dealing.finder(),
            reported: reported(&dealing.actions),
            next: dealing.run.boards.start,
            tries_left: dealing.run.generate.unwrap_or(u64::MAX),
            distinct: None,
        };
        Boards {
            dealing,
            watch,
            finding: Finding::Here(Box::new(here)),
            given: 0,
            ended: None,
        }
    }

    /// Why there are no more; nothing while there may be.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Where they come from, as it is written into files.
    pub fn origin(&self) -> String {
        self.dealing.origin()
    }
}

impl Here {
    fn next(&mut self, dealing: &Dealing, watch: &Watch) -> Result<Option<Board>, Error> {
        if dealing.run.distinct {
            return self.next_distinct(dealing, watch);
        }
        if self.next >= dealing.run.boards.end {
            return Ok(None);
        }
        let found = self
            .finder
            .find(dealing.run.key, self.next, self.tries_left, watch);
        let found = found.map_err(|error| match error {
            FindError::Plan(error) => dealing.question.no_plan(error, watch),
            FindError::Eval(error) => dealing.question.no_answer(error),
        })?;
        self.tries_left -= found.tries.min(self.tries_left);
        let Some(deal) = found.deal else {
            return Ok(None);
        };
        dealing.check_solved()?;
        let board = dealing.board(self.next, deal, &found.about);
        let (mut board, steps) = dealing.at_the_table(board);
        let finder = &mut self.finder;
        let mut ask = |value: Value| finder.value(value.0, &deal);
        let told = add_values(&self.reported, &mut board, &mut ask);
        let told = told.and_then(|()| dealing.hand_type(&found.about.about, &mut ask));
        let own = told.map_err(|error| dealing.question.no_answer(error))?;
        board.hand_type = own.and_then(|words| words.turned(steps));
        self.next += 1;
        Ok(Some(board))
    }

    /// Deals that came before are passed over from the first board on: all are found at once.
    fn next_distinct(&mut self, dealing: &Dealing, watch: &Watch) -> Result<Option<Board>, Error> {
        if self.distinct.is_none() {
            // JSON has a place for the values that a script reports.
            let wanted = crate::Wanted {
                format: Some(bridge::Format::Json),
                keep: true,
                ..crate::Wanted::default()
            };
            let dealt = dealing.run(&wanted, &mut crate::NoText, watch)?;
            self.distinct = Some(dealt.kept.into());
        }
        Ok(self.distinct.as_mut().and_then(VecDeque::pop_front))
    }
}

impl Iterator for Boards {
    type Item = Result<Board, Error>;

    fn next(&mut self) -> Option<Result<Board, Error>> {
        if self.ended.is_some() {
            return None;
        }
        let next = match &mut self.finding {
            Finding::Here(here) => here.next(&self.dealing, &self.watch),
            #[cfg(feature = "threads")]
            Finding::Ahead(ahead) => ahead.next(),
        };
        if matches!(next, Ok(Some(_))) {
            self.given += 1;
        } else {
            self.ended = Some(self.dealing.ended(self.given, &self.watch));
        }
        next.transpose()
    }
}

#[cfg(feature = "threads")]
mod ahead {
    //! Boards that are found ahead, on threads of their own.

    use std::io;
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
    use std::thread::JoinHandle;

    use bridge::Board;
    use bridge::formats::Format;
    use space::Watch;

    use crate::dealing::{Collecting, SharedDealing, Wanted};
    use crate::error::Error;

    /// So many boards may wait to be asked for.
    const WAITING: usize = 4096;

    pub(super) struct Ahead {
        receiver: Option<Receiver<Result<Board, Error>>>,
        watch: Watch,
        thread: Option<JoinHandle<()>>,
    }

    impl Ahead {
        pub(super) fn new(dealing: SharedDealing, watch: &Watch) -> Ahead {
            let (sender, receiver) = sync_channel(WAITING);
            let watch = watch.part();
            let its_watch = watch.clone();
            let thread = std::thread::spawn(move || find(&dealing, &sender, &its_watch));
            Ahead {
                receiver: Some(receiver),
                watch,
                thread: Some(thread),
            }
        }

        pub(super) fn next(&mut self) -> Result<Option<Board>, Error> {
            let receiver = self.receiver.as_ref();
            let next = receiver.and_then(|boards| boards.recv().ok());
            // A thread that failed must not look like one that is done.
            if next.is_none()
                && let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
            {
                std::panic::resume_unwind(panic);
            }
            next.transpose()
        }
    }

    impl Drop for Ahead {
        /// Nobody asks any more: what is still being looked for is given up.
        fn drop(&mut self) {
            self.watch.stop();
            self.receiver = None;
            if let Some(thread) = self.thread.take() {
                let _ = thread.join();
            }
        }
    }

    fn find(dealing: &SharedDealing, sender: &SyncSender<Result<Board, Error>>, watch: &Watch) {
        if let Err(error) = dealing.send(sender, watch) {
            // That nobody wants to hear it is no reason to fail.
            let _ = sender.send(Err(error));
        }
    }

    impl crate::dealing::Dealing {
        fn send(
            &self,
            sender: &SyncSender<Result<Board, Error>>,
            watch: &Watch,
        ) -> Result<(), Error> {
            // JSON has a place for the values that a script reports, so they are asked for.
            let wanted = Wanted {
                format: Some(Format::Json),
                keep: true,
                ..Wanted::default()
            };
            let writer = self.writer(&wanted);
            let collecting = Collecting::new(self, &writer, &wanted);
            self.run_chunks(&collecting, watch, &mut |chunk| {
                for board in chunk.made.boards {
                    if sender.send(Ok(board)).is_err() {
                        return Err(io::ErrorKind::BrokenPipe.into());
                    }
                }
                Ok(())
            })?;
            self.check_solved()
        }
    }
}

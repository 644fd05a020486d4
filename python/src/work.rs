//! Long work: done on a thread of its own without the interpreter's lock, while the caller looks after signals and progress.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use fairdeal::{Error, Progress, Watch};
use pyo3::prelude::*;

use crate::error::raised;

/// How often the caller looks whether somebody wants to stop.
pub(crate) const LOOK: Duration = Duration::from_millis(20);
/// Every so many looks, progress is told.
pub(crate) const LOOKS_A_TELLING: u32 = 5;
/// Room for counting and solving.
pub(crate) const STACK: usize = 16 << 20;

/// Someone who is told how far the work is: called with what is being done, how much is done, of how much, and how many deals
/// were tried.
pub(crate) type Listener = Option<Py<PyAny>>;

/// Does some work. A signal stops it, and so does a listener that fails; what they raise is raised then.
pub(crate) fn work<T: Send>(
    py: Python,
    listener: &Listener,
    job: impl FnOnce(&Watch) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        let of_thread = watch.clone();
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, move || {
            // The other end is there until the work is done.
            let _ = sender.send(job(&of_thread));
        })?;
        let (_, done) = wait(py, receiver, &watch, listener);
        match done? {
            Some(done) => done.map_err(|error| raised(py, &error)),
            // It has sent nothing: it failed in a way that nobody foresaw.
            None => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => Err(raised(py, &Error::Stopped)),
            },
        }
    })
}

/// Waits for what a thread sends, without the lock. Nothing, if the thread has gone.
pub(crate) fn wait<T: Send>(
    py: Python,
    mut receiver: Receiver<T>,
    watch: &Watch,
    listener: &Listener,
) -> (Receiver<T>, PyResult<Option<T>>) {
    let mut told = None;
    for look in 1u32.. {
        let received;
        (receiver, received) = py.detach(move || {
            let received = receiver.recv_timeout(LOOK);
            (receiver, received)
        });
        let heard = py.check_signals().and_then(|()| {
            let is_done = received.is_ok();
            match listener {
                Some(listener) if is_done || look.is_multiple_of(LOOKS_A_TELLING) => {
                    tell(py, listener, watch.progress(), &mut told)
                }
                _ => Ok(()),
            }
        });
        if let Err(error) = heard {
            watch.stop();
            // What is stopped comes back soon.
            let receiver = py.detach(move || {
                let _ = received.is_ok() || receiver.recv().is_ok();
                receiver
            });
            return (receiver, Err(error));
        }
        match received {
            Ok(done) => return (receiver, Ok(Some(done))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return (receiver, Ok(None)),
        }
    }
    unreachable!("it looks until something is there")
}

/// Tells a listener how far the work is, if that is news.
pub(crate) fn tell(
    py: Python,
    listener: &Py<PyAny>,
    progress: Progress,
    told: &mut Option<Progress>,
) -> PyResult<()> {
    if *told != Some(progress) && !progress.doing.is_empty() {
        let Progress {
            doing,
            done,
            of,
            tries,
        } = progress;
        listener.call1(py, (doing, done, of, tries))?;
        *told = Some(progress);
    }
    Ok(())
}

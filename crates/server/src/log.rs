//! The log: a JSON object a line. What users asked is never in it.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// Something that happened.
#[derive(Clone, Copy, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Event<'a> {
    /// The server listens.
    Listening { address: &'a str, version: &'a str },
    /// A request was answered.
    Answered {
        path: &'static str,
        status: u16,
        /// The code of the error, if it was one.
        code: Option<&'a str>,
        milliseconds: u64,
    },
    /// A client went away before its answer.
    Gone {
        path: &'static str,
        milliseconds: u64,
    },
    /// The server is stopping.
    Stopping { working: usize, waiting: usize },
    /// It has stopped.
    Stopped { finished: bool },
}

#[derive(Serialize)]
struct Line<'a> {
    time: String,
    #[serde(flatten)]
    event: Event<'a>,
}

/// Where events are written.
pub(crate) struct Log(Mutex<Box<dyn Write + Send>>);

impl Log {
    pub(crate) fn to(writer: Box<dyn Write + Send>) -> Log {
        Log(Mutex::new(writer))
    }

    /// Writes an event. A log that cannot be written is no reason not to answer.
    pub(crate) fn write(&self, event: Event) {
        let time = jiff::Timestamp::now();
        let time = time.round(jiff::Unit::Millisecond).unwrap_or(time);
        let line = Line {
            time: time.to_string(),
            event,
        };
        let Ok(mut line) = serde_json::to_vec(&line) else {
            return;
        };
        line.push(b'\n');
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writer.write_all(&line).and_then(|()| writer.flush());
    }
}

/// Whole milliseconds.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

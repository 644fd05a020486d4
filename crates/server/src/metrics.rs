//! What the server counts of itself, in the form that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the buckets that times are counted in, in seconds.
const BUCKETS: [f64; 8] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.0, 10.0, 30.0];

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// By path and status.
    answered: Mutex<BTreeMap<(&'static str, u16), u64>>,
    /// By path.
    times: Mutex<BTreeMap<&'static str, Times>>,
    pub(crate) connections: AtomicU64,
    /// How many of them are open.
    pub(crate) open: AtomicU64,
    pub(crate) gone: AtomicU64,
    pub(crate) bytes: AtomicU64,
}

#[derive(Debug, Default)]
struct Times {
    buckets: [u64; BUCKETS.len()],
    number: u64,
    seconds: f64,
}

/// What is counted elsewhere.
pub(crate) struct Now {
    pub(crate) working: usize,
    pub(crate) waiting: usize,
    pub(crate) known: u64,
}

/// One more.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// A request was answered.
    pub(crate) fn answered(&self, path: &'static str, status: u16, time: Duration) {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        *answered.entry((path, status)).or_default() += 1;
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let times = times.entry(path).or_default();
        let seconds = time.as_secs_f64();
        times.number += 1;
        times.seconds += seconds;
        for (bucket, most) in times.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= most);
        }
    }

    /// All of it.
    pub(crate) fn text(&self, now: &Now) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
        };
        let name = "fairdeal_requests_total";
        head(
            &mut text,
            name,
            "counter",
            "Requests that were answered, by path and status.",
        );
        let answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        for ((path, status), number) in &*answered {
            let _ = writeln!(
                text,
                "{name}{{path=\"{path}\",status=\"{status}\"}} {number}"
            );
        }
        let name = "fairdeal_request_seconds";
        head(
            &mut text,
            name,
            "histogram",
            "How long answers took, by path.",
        );
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        for (path, times) in &*times {
            for (bucket, most) in times.buckets.iter().zip(BUCKETS) {
                let _ = writeln!(
                    text,
                    "{name}_bucket{{path=\"{path}\",le=\"{most}\"}} {bucket}"
                );
            }
            let (number, seconds) = (times.number, times.seconds);
            let _ = writeln!(
                text,
                "{name}_bucket{{path=\"{path}\",le=\"+Inf\"}} {number}"
            );
            let _ = writeln!(text, "{name}_sum{{path=\"{path}\"}} {seconds}");
            let _ = writeln!(text, "{name}_count{{path=\"{path}\"}} {number}");
        }
        for (name, help, value) in [
            (
                "fairdeal_connections_total",
                "Connections that were made.",
                self.connections.load(Ordering::Relaxed),
            ),
            (
                "fairdeal_clients_gone_total",
                "Clients that went away before their answer.",
                self.gone.load(Ordering::Relaxed),
            ),
            (
                "fairdeal_known_answers_total",
                "Answers that were known already.",
                now.known,
            ),
            (
                "fairdeal_board_bytes_total",
                "Bytes of boards that were handed over.",
                self.bytes.load(Ordering::Relaxed),
            ),
        ] {
            head(&mut text, name, "counter", help);
            let _ = writeln!(text, "{name} {value}");
        }
        for (name, help, value) in [
            (
                "fairdeal_working",
                "Requests that are worked on.",
                now.working as u64,
            ),
            (
                "fairdeal_waiting",
                "Requests that wait for a place.",
                now.waiting as u64,
            ),
            (
                "fairdeal_connections",
                "Connections that are open.",
                self.open.load(Ordering::Relaxed),
            ),
        ] {
            head(&mut text, name, "gauge", help);
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_up_to_each_bound() {
        let metrics = Metrics::default();
        metrics.answered("/v1/odds", 200, Duration::from_millis(3));
        metrics.answered("/v1/odds", 422, Duration::from_secs(1));
        let text = metrics.text(&Now {
            working: 1,
            waiting: 2,
            known: 3,
        });
        for line in [
            "fairdeal_requests_total{path=\"/v1/odds\",status=\"422\"} 1",
            "fairdeal_request_seconds_bucket{path=\"/v1/odds\",le=\"0.001\"} 0",
            "fairdeal_request_seconds_bucket{path=\"/v1/odds\",le=\"0.5\"} 1",
            "fairdeal_request_seconds_bucket{path=\"/v1/odds\",le=\"+Inf\"} 2",
            "fairdeal_request_seconds_sum{path=\"/v1/odds\"} 1.003",
            "fairdeal_waiting 2",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
    }
}

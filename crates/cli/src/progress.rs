//! A progress bar for long work: on a terminal, and nowhere else.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fairdeal::plan::Stop;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bar, and what it shows.
pub(crate) struct Progress {
    bar: ProgressBar,
    done: AtomicU64,
    began: Instant,
}

impl Progress {
    pub(crate) fn new(number: u64, things: &'static str, quiet: bool) -> Progress {
        let bar = ProgressBar::new(number).with_prefix(things);
        // Nothing is drawn where standard error is no terminal.
        bar.set_draw_target(if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        });
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {prefix}, {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Progress {
            bar,
            done: AtomicU64::new(0),
            began: Instant::now(),
        }
    }

    /// So many more are done.
    pub(crate) fn add(&self, number: u64) {
        self.done.fetch_add(number, Ordering::Relaxed);
    }

    /// So many are done in all.
    pub(crate) fn set(&self, number: u64) {
        self.done.fetch_max(number, Ordering::Relaxed);
    }

    /// Runs some work, and shows until it ends how far it is.
    pub(crate) fn during<T>(&self, stop: &Stop, work: impl FnOnce() -> T) -> T {
        meanwhile(&self.bar, || self.show(stop), work)
    }

    fn show(&self, stop: &Stop) {
        let seconds = self.began.elapsed().as_secs_f64();
        let done = self.done.load(Ordering::Relaxed);
        let rate = match stop.tries() {
            0 => format!("{:.0} s", seconds),
            tries => format!("{} deals a second", short(tries as f64 / seconds)),
        };
        let total = self.bar.length().unwrap_or(0);
        let left = match done {
            0 => String::new(),
            _ => format!(
                ", {} left",
                time(seconds * (total - done.min(total)) as f64 / done as f64)
            ),
        };
        self.bar.set_position(done);
        self.bar.set_message(format!("{rate}{left}"));
        self.bar.tick();
    }
}

/// Runs some work of which nobody knows how long it takes, and shows what it is and since when.
pub(crate) fn waiting<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new_spinner();
    bar.set_draw_target(ProgressDrawTarget::stderr());
    let began = Instant::now();
    let show = || {
        bar.set_message(format!("{what}, {}", time(began.elapsed().as_secs_f64())));
        bar.tick();
    };
    meanwhile(&bar, show, work)
}

/// Runs some work, and shows something every tenth of a second until it ends. A quick run shows nothing at all.
fn meanwhile<T>(bar: &ProgressBar, show: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    if bar.is_hidden() {
        return work();
    }
    let (done, ended) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut wait = Duration::from_millis(400);
            while ended
                .recv_timeout(wait)
                .is_err_and(|e| e != std::sync::mpsc::RecvTimeoutError::Disconnected)
            {
                wait = Duration::from_millis(100);
                show();
            }
        });
        let result = work();
        drop(done);
        bar.finish_and_clear();
        result
    })
}

/// `12.3 million`, `45 thousand`, `678`.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e6 => format!("{:.1} million", n / 1e6),
        n if n >= 1e4 => format!("{:.0} thousand", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// `5 s`, `3 min`, `2.1 h`.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

//! A progress bar for long work: on a terminal, and nowhere else.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fairdeal::plan::Stop;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bar, and what it shows.
pub(crate) struct Progress {
    bar: ProgressBar,
    boards: AtomicU64,
    began: Instant,
}

impl Progress {
    pub(crate) fn new(boards: u64, quiet: bool) -> Progress {
        let bar = ProgressBar::new(boards);
        // Nothing is drawn where standard error is no terminal.
        bar.set_draw_target(match quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        });
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} boards, {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Progress {
            bar,
            boards: AtomicU64::new(0),
            began: Instant::now(),
        }
    }

    /// So many more boards are done.
    pub(crate) fn add(&self, boards: u64) {
        self.boards.fetch_add(boards, Ordering::Relaxed);
    }

    /// So many boards are done in all.
    pub(crate) fn set(&self, boards: u64) {
        self.boards.fetch_max(boards, Ordering::Relaxed);
    }

    /// Runs some work, and shows until it ends how far it is.
    pub(crate) fn during<T>(&self, stop: &Stop, work: impl FnOnce() -> T) -> T {
        meanwhile(&self.bar, || self.show(stop), work)
    }

    fn show(&self, stop: &Stop) {
        let seconds = self.began.elapsed().as_secs_f64();
        let boards = self.boards.load(Ordering::Relaxed);
        let rate = match stop.tries() {
            0 => format!("{:.0} s", seconds),
            tries => format!("{} deals a second", short(tries as f64 / seconds)),
        };
        let total = self.bar.length().unwrap_or(0);
        let left = match boards {
            0 => String::new(),
            _ => format!(
                ", {} left",
                time(seconds * (total - boards.min(total)) as f64 / boards as f64)
            ),
        };
        self.bar.set_position(boards);
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

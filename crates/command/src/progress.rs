//! How far long work is: on a terminal, and nowhere else.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use fairdeal::{Meanwhile, Progress, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt::stoppable;

/// Runs some work that looks at the watch, and shows until it ends how far it is. A quick run shows nothing at all.
pub(crate) fn during<T>(watch: &Watch, work: impl FnOnce() -> T) -> T {
    shown(watch, false, work)
}

/// The same, shown only if it is not to be quiet.
pub(crate) fn shown<T>(watch: &Watch, quiet: bool, work: impl FnOnce() -> T) -> T {
    // Nothing is drawn where standard error is no terminal, and a bar takes a while to make.
    if quiet || !std::io::stderr().is_terminal() {
        return stoppable(work);
    }
    let bar = ProgressBar::no_length();
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if bar.is_hidden() {
        return stoppable(work);
    }
    let (done, ended) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let shown = &bar;
        scope.spawn(move || {
            let mut display = Display::new(shown);
            let mut wait = Duration::from_millis(400);
            let going_on = |wait| {
                let heard = ended.recv_timeout(wait);
                heard.is_err_and(|e| e != std::sync::mpsc::RecvTimeoutError::Disconnected)
            };
            while going_on(wait) {
                wait = Duration::from_millis(100);
                display.show(watch);
            }
        });
        let result = stoppable(work);
        drop(done);
        bar.finish_and_clear();
        result
    })
}

/// The bar, and since when it shows what it shows.
struct Display<'a> {
    bar: &'a ProgressBar,
    began: Instant,
    doing: &'static str,
}

impl Display<'_> {
    fn new(bar: &ProgressBar) -> Display<'_> {
        Display {
            bar,
            began: Instant::now() - Duration::from_millis(400),
            doing: "",
        }
    }

    fn show(&mut self, watch: &Watch) {
        let Progress {
            doing,
            done,
            of,
            tries,
        } = watch.progress();
        if doing != self.doing {
            if !self.doing.is_empty() {
                self.began = Instant::now();
            }
            self.doing = doing;
            let template = match of {
                // What is left of the line is for the bar, so that no words are lost on a narrow terminal.
                Some(_) => "{pos} of {len} {prefix}, {msg} {wide_bar}",
                None => "{spinner} {prefix}, {msg}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style);
            }
            let things = if doing == "dealing" { "boards" } else { doing };
            self.bar
                .set_prefix(if doing.is_empty() { "working" } else { things });
        }
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = match tries {
            _ if watch.is_stopped() => "stopping".to_owned(),
            0 => time(seconds),
            _ if of.is_none() => time(seconds),
            tries => format!("{} deals a second", short(tries as f64 / seconds)),
        };
        let left = match (of, done) {
            (Some(of), 1..) => {
                let left = seconds * (of - done.min(of)) as f64 / done as f64;
                format!(", {} left", time(left))
            }
            _ => String::new(),
        };
        if let Some(of) = of {
            self.bar.set_length(of);
        }
        self.bar.set_position(done);
        let so_far = watch.meanwhile().map(so_far).unwrap_or_default();
        self.bar.set_message(format!("{rate}{left}{so_far}"));
        self.bar.tick();
    }
}

/// `; so far about 1 in 1.4 million, ±0.3%`: what is known of a chance while it is counted.
fn so_far(meanwhile: Meanwhile) -> String {
    let Meanwhile {
        about,
        interval: (low, high),
    } = meanwhile;
    if about <= 0.0 {
        return String::new();
    }
    let close = 50.0 * (high - low) / about;
    let digits = if close < 1.0 { 2 } else { 0 };
    format!(
        "; so far about 1 in {}, ±{close:.digits$}%",
        short(1.0 / about)
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_meanwhile() {
        let meanwhile = |about: f64, part: f64| Meanwhile {
            about,
            interval: (about * (1.0 - part), about * (1.0 + part)),
        };
        let close = so_far(meanwhile(1.0 / 1_400_000.0, 0.0025));
        assert_eq!(close, "; so far about 1 in 1.4 million, ±0.25%");
        assert_eq!(
            so_far(meanwhile(0.01, 0.2)),
            "; so far about 1 in 100, ±20%"
        );
        assert_eq!(so_far(meanwhile(0.0, 0.2)), "");
    }
}

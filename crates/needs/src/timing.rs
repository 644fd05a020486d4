//! How long work takes on a processor, whatever else the machine does.

use std::time::Duration;

/// How long this thread has been at work on a processor, to some milliseconds: other programs on the machine do not count. Where
/// the system does not tell (it is Linux that does), no time passes.
pub fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

/// Pieces of work, how long they took, and which took longest.
#[derive(Default)]
pub struct Timing {
    pieces: u32,
    total: Duration,
    longest: Vec<(Duration, String)>,
}

/// So much work is done again to see how long it takes: the clock moves by milliseconds, and once in a while jumps.
const LONG: Duration = Duration::from_millis(12);
const AGAIN: u32 = 8;

/// So many of the longest are told.
const TOLD: usize = 6;

impl Timing {
    /// Does a piece of work, and what took long several times.
    pub fn time<T>(&mut self, what: impl FnOnce(&T) -> String, work: impl Fn() -> T) -> T {
        let began = processor_time();
        let done = work();
        let mut took = processor_time() - began;
        self.pieces += 1;
        self.total += took;
        if took > LONG {
            let began = processor_time();
            (0..AGAIN).for_each(|_| drop(work()));
            took = (processor_time() - began) / AGAIN;
        }
        self.longest.push((took, what(&done)));
        self.longest.sort_by(|a, b| b.cmp(a));
        self.longest.truncate(TOLD);
        done
    }

    /// The mean, and the longest, as lines.
    pub fn print(&self) {
        let milliseconds = |time: Duration| 1000.0 * time.as_secs_f64();
        println!(
            "{} decisions, {:.2} ms of processor time each",
            self.pieces,
            milliseconds(self.total) / f64::from(self.pieces.max(1))
        );
        for (took, what) in &self.longest {
            println!("  {:.1} ms: {what}", milliseconds(*took));
        }
    }
}

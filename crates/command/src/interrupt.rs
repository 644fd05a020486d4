//! Ctrl-C: work that can be stopped is stopped, and what is done so far is kept; anything else ends at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use fairdeal::Watch;

/// The exit code of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Whether something is under way that looks at the watch.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The watch of whatever is under way: Ctrl-C stops it.
pub(crate) fn watch() -> &'static Watch {
    static WATCH: OnceLock<Watch> = OnceLock::new();
    WATCH.get_or_init(Watch::default)
}

/// Listens for Ctrl-C. The first one stops what is under way; a second one, or one while nothing can be stopped, ends the
/// program.
pub(crate) fn listen() {
    let watch = watch();
    // Where it cannot be heard, it ends the program as it always did.
    let _ = ctrlc::set_handler(|| {
        if watch.is_stopped() || !WATCHED.load(Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        watch.stop();
    });
}

/// Does some work that looks at the watch.
pub(crate) fn stoppable<T>(work: impl FnOnce() -> T) -> T {
    let before = WATCHED.swap(true, Ordering::Relaxed);
    let done = work();
    WATCHED.store(before, Ordering::Relaxed);
    done
}

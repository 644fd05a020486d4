//! Ctrl-C: work that can be stopped is stopped, and what is done so far is kept; anything else ends at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use fairdeal::Watch;

/// The exit code of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Whether Ctrl-C came while something was under way that it stops,
static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// and whether the next one ends the program: nothing is under way that looks at the watch, or it was stopped before.
static ENDS: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// The watch of whatever is under way: Ctrl-C stops it.
pub(crate) fn watch() -> &'static Watch {
    static WATCH: OnceLock<Watch> = OnceLock::new();
    WATCH.get_or_init(|| Watch::stopped_by(STOPPED.clone()))
}

/// Listens for Ctrl-C. The first one stops what is under way; a second one, or one while nothing can be stopped, ends the
/// program. Where it cannot be heard, it ends the program as it always did.
///
/// Flags that the signal sets by itself need no thread that waits for it: to start one takes longer than to deal a few boards.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // They are done in this order: the first one sets what ends the program at the second.
        let _ = register_conditional_shutdown(signal, INTERRUPTED.into(), ENDS.clone())
            .and_then(|_| register(signal, ENDS.clone()))
            .and_then(|_| register(signal, STOPPED.clone()));
    }
}

#[cfg(not(unix))]
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ENDS.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
        STOPPED.store(true, Ordering::SeqCst);
    });
}

/// Does some work that looks at the watch.
pub(crate) fn stoppable<T>(work: impl FnOnce() -> T) -> T {
    let before = ENDS.swap(watch().is_stopped(), Ordering::SeqCst);
    let done = work();
    ENDS.store(before, Ordering::SeqCst);
    done
}

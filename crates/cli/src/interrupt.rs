//! Ctrl-C: what is done so far is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use fairdeal::plan::Stop;

/// Ctrl-C stops the work; a second one ends the program at once. The answer says whether the first came.
pub(crate) fn on_interrupt(stop: &Arc<Stop>) -> anyhow::Result<impl Fn() -> bool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let (for_handler, stop) = (pressed.clone(), stop.clone());
    ctrlc::set_handler(move || {
        if for_handler.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop.stop();
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(move || pressed.load(Ordering::Relaxed))
}

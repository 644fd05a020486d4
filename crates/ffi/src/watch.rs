//! Watches: how a program stops what it waits for, and sees how far it is.

use std::ffi::c_char;

use fairdeal::Watch;

use crate::guard::{Failure, FairdealStatus, Out, guarded, shared, take_back};

/// Stops long work from another thread, and says how far it is.
pub struct FairdealWatch(pub(crate) Watch);

/// How far some work is.
#[repr(C)]
pub struct FairdealProgress {
    /// What is being done, as a text that stays for ever: `counting`, `dealing`. Empty before it has begun.
    pub doing: *const c_char,
    /// How much of it is done,
    pub done: u64,
    /// and of how much; 0 where that is not known.
    pub of: u64,
    /// About how many deals were tried.
    pub tries: u64,
}

/// The watch of a call, or one that nobody stops.
///
/// # Safety
/// It is NULL, or was made by `fairdeal_watch_new` and not freed yet.
pub(crate) unsafe fn watch(given: *const FairdealWatch) -> Watch {
    // SAFETY: the caller promises it.
    let given = unsafe { given.as_ref() };
    given.map_or_else(Watch::default, |given| given.0.clone())
}

/// A watch, to be given to long calls. One that was stopped stays stopped: make a new one for the next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_watch_new(watch: *mut *mut FairdealWatch) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let out = unsafe { Out::empty(watch, "watch") }?;
        out.give(FairdealWatch(Watch::default()))
    })
}

/// Stops what was given this watch: it comes back soon, with FAIRDEAL_STATUS_STOPPED. From any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_watch_stop(watch: *const FairdealWatch) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        unsafe { shared(watch, "watch") }?.0.stop();
        Ok(FairdealStatus::Ok)
    })
}

/// How far the work is. From any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_watch_progress(
    watch: *const FairdealWatch,
    progress: *mut FairdealProgress,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (watch, out) = unsafe { (shared(watch, "watch")?, Out::new(progress, "progress")?) };
        let now = watch.0.progress();
        out.fill(FairdealProgress {
            doing: doing(now.doing)?,
            done: now.done,
            of: now.of.unwrap_or(0),
            tries: now.tries,
        })
    })
}

/// A word with a zero at its end. There are a handful, each kept once for ever.
fn doing(word: &'static str) -> Result<*const c_char, Failure> {
    use std::collections::BTreeMap;
    use std::ffi::CString;
    use std::sync::{Mutex, PoisonError};
    static WORDS: Mutex<BTreeMap<&str, CString>> = Mutex::new(BTreeMap::new());
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = words
        .entry(word)
        .or_insert_with(|| crate::guard::zero_ended(word));
    // What a CString owns stays where it is when the map grows.
    Ok(kept.as_ptr())
}

/// Frees a watch. Work that was given it goes on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_watch_free(watch: *mut FairdealWatch) {
    // SAFETY: the caller keeps to the header.
    unsafe { take_back(watch) }
}

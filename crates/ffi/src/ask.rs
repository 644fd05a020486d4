//! Everything that can be asked in JSON, in one call.

use std::ffi::{CString, c_char};

use crate::guard::{Failure, FairdealStatus, Out, guarded, text};
use crate::watch::{FairdealWatch, watch};

/// Answers a request in JSON with JSON, as docs/json.md has both: `{"ask": "odds", "script": "condition hcp(south) >= 15"}`.
/// The watch may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_ask(
    request: *const c_char,
    watch: *const FairdealWatch,
    answer: *mut *mut c_char,
) -> FairdealStatus {
    guarded(|| {
        // SAFETY: the caller keeps to the header.
        let (out, request, watch) = unsafe {
            let out = Out::empty(answer, "answer")?;
            (out, text(request, "request")?, self::watch(watch))
        };
        let answer = fairdeal::ask_json(request, &watch).map_err(Failure::Refused)?;
        out.give_text(&answer)
    })
}

/// The version of the library, as a text that stays for ever: `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn fairdeal_version() -> *const c_char {
    const VERSION: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(
        concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes(),
    ) {
        Ok(version) => version,
        Err(_) => c"",
    };
    VERSION.as_ptr()
}

/// Frees a text that the library gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fairdeal_text_free(text: *mut c_char) {
    guarded(|| {
        if !text.is_null() {
            // SAFETY: it is a text that `give_text` handed over, and the caller frees it once.
            drop(unsafe { CString::from_raw(text) });
        }
        Ok(FairdealStatus::Ok)
    });
}

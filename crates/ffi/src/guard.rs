//! What every function does before and after its work: it takes pointers for what they are, keeps panics from crossing, and
//! keeps what went wrong for whoever asks next on the same thread.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use fairdeal::answer::{ErrorBody, Explained};
use serde_json::Value as Json;

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairdealStatus {
    /// It is done.
    Ok = 0,
    /// There are no more boards.
    End = 1,
    /// It cannot be done: fairdeal_last_error says why, where, and what would help.
    Refused = 2,
    /// It was stopped by its watch.
    Stopped = 3,
    /// A pointer is NULL that must not be, or a text is not UTF-8.
    Misused = 4,
    /// A fault in the library. What the call was given is to be freed and not used again.
    Fault = 5,
}

/// Why a call has nothing to give.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What the library says, as the JSON that all errors have.
    Refused(String),
    /// What is wrong with a pointer.
    Misused(String),
}

impl Failure {
    pub(crate) fn of(error: &impl Explained) -> Failure {
        Failure::from(error.body())
    }
}

impl From<ErrorBody> for Failure {
    fn from(body: ErrorBody) -> Failure {
        Failure::Refused(json(body))
    }
}

impl From<fairdeal::Error> for Failure {
    fn from(error: fairdeal::Error) -> Failure {
        error.body().into()
    }
}

fn json(body: ErrorBody) -> String {
    serde_json::to_string(&body.answer()).unwrap_or_default()
}

/// What a call gives.
pub(crate) type Given = Result<FairdealStatus, Failure>;

/// What went wrong last on a thread.
#[derive(Default)]
struct LastError {
    json: CString,
    code: CString,
    message: CString,
}

thread_local! {
    static LAST: RefCell<LastError> = RefCell::default();
}

impl LastError {
    fn of(text: String) -> LastError {
        let document: Json = serde_json::from_str(&text).unwrap_or_default();
        let field = |name: &str| zero_ended(document["error"][name].as_str().unwrap_or_default());
        LastError {
            code: field("code"),
            message: field("message"),
            json: zero_ended(&text),
        }
    }
}

/// A text for C, which has none with a zero in it.
pub(crate) fn zero_ended(text: &str) -> CString {
    let bytes = text.bytes().filter(|&byte| byte != 0);
    CString::new(bytes.collect::<Vec<u8>>()).unwrap_or_default()
}

/// Does the work of a call. A panic ends here, as [`FairdealStatus::Fault`].
pub(crate) fn guarded(work: impl FnOnce() -> Given) -> FairdealStatus {
    // What a panic leaves half done is only freed after it, as the header says.
    let (status, said) = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(status)) => return status,
        Ok(Err(Failure::Refused(said))) => (FairdealStatus::Refused, said),
        Ok(Err(Failure::Misused(message))) => {
            let said = json(ErrorBody::new("misused", message));
            (FairdealStatus::Misused, said)
        }
        Err(panic) => {
            let words = panic
                .downcast_ref::<&str>()
                .map(|words| (*words).to_owned());
            let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
            let message = format!(
                "a fault in the library: {}",
                words.unwrap_or_else(|| "it does not say what".to_owned())
            );
            // Dropping it might panic once more.
            std::mem::forget(panic);
            (
                FairdealStatus::Fault,
                json(ErrorBody::new("fault", message)),
            )
        }
    };
    let last = LastError::of(said);
    let status = match last.code.as_bytes() {
        b"stopped" => FairdealStatus::Stopped,
        _ => status,
    };
    LAST.with(|kept| kept.replace(last));
    status
}

/// What went wrong in the last call on this thread that failed, as JSON: `{"error": {"code": …, "message": …, "places": […],
/// "help": …}}`. It is ours, and stays until the next call on this thread that fails; empty if none has.
#[unsafe(no_mangle)]
pub extern "C" fn fairdeal_last_error() -> *const c_char {
    LAST.with(|last| last.borrow().json.as_ptr())
}

/// The same in a sentence for people.
#[unsafe(no_mangle)]
pub extern "C" fn fairdeal_last_message() -> *const c_char {
    LAST.with(|last| last.borrow().message.as_ptr())
}

/// The same as a word for programs, which stays when the sentence is improved: `illegal-move`, `not-a-view`.
#[unsafe(no_mangle)]
pub extern "C" fn fairdeal_last_code() -> *const c_char {
    LAST.with(|last| last.borrow().code.as_ptr())
}

fn null(name: &str) -> Failure {
    Failure::Misused(format!("{name} is NULL"))
}

/// A text of the caller's.
///
/// # Safety
/// It is NULL, or ends with a zero and stays as it is during the call.
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(null(name));
    }
    // SAFETY: it is not NULL, and the caller promises the rest.
    let text = unsafe { CStr::from_ptr(text) };
    let text = text.to_str();
    text.map_err(|_| Failure::Misused(format!("{name} is not UTF-8")))
}

/// What a pointer of the caller's points to, to be looked at.
///
/// # Safety
/// It is NULL, or what it points to is whole and nobody changes it during the call.
pub(crate) unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller promises it.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// What a pointer of the caller's points to, to be changed.
///
/// # Safety
/// It is NULL, or what it points to is whole and nobody else uses it during the call.
pub(crate) unsafe fn changed<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller promises it.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(name))
}

/// A place of the caller's that is filled at the end of a call. It is looked at first, so that nothing is worked out for
/// nowhere.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// # Safety
    /// The place is NULL, or has room and stays the caller's during the call.
    pub(crate) unsafe fn new(place: *mut T, name: &str) -> Result<Out<T>, Failure> {
        if place.is_null() {
            return Err(null(name));
        }
        Ok(Out(place))
    }

    pub(crate) fn fill(self, value: T) -> Given {
        // SAFETY: whoever made it promised that the place has room. What was there needs no drop: it is a number, a pointer
        // or a struct of numbers.
        unsafe { self.0.write(value) };
        Ok(FairdealStatus::Ok)
    }
}

impl<T> Out<*mut T> {
    /// A place for a pointer, which is NULL until there is something.
    ///
    /// # Safety
    /// As for [`Out::new`].
    pub(crate) unsafe fn empty(place: *mut *mut T, name: &str) -> Result<Out<*mut T>, Failure> {
        // SAFETY: the caller promises it.
        let out = unsafe { Out::new(place, name) }?;
        // SAFETY: it has room.
        unsafe { place.write(std::ptr::null_mut()) };
        Ok(out)
    }

    /// Hands a thing over; its `_free` takes it back.
    pub(crate) fn give(self, thing: T) -> Given {
        self.fill(Box::into_raw(Box::new(thing)))
    }
}

impl Out<*mut c_char> {
    /// Hands a text over; `fairdeal_text_free` takes it back.
    pub(crate) fn give_text(self, text: &str) -> Given {
        self.fill(zero_ended(text).into_raw())
    }

    /// Hands an answer over as JSON.
    pub(crate) fn give_json(self, answer: &impl serde::Serialize) -> Given {
        self.give_text(&serde_json::to_string(answer).unwrap_or_default())
    }
}

/// Takes a thing back that was handed over.
///
/// # Safety
/// It is NULL, or was handed over by [`Out::give`] and not taken back yet.
pub(crate) unsafe fn take_back<T>(thing: *mut T) {
    guarded(|| {
        if !thing.is_null() {
            // SAFETY: the caller promises it.
            drop(unsafe { Box::from_raw(thing) });
        }
        Ok(FairdealStatus::Ok)
    });
}

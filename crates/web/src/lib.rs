//! The library for pages in a browser: requests and answers as text, in JSON as docs/json.md has them.
//!
//! It knows what JavaScript calls and is called back with, and decides nothing. There is one thread, which is busy until the
//! answer is there: a page runs this in a Web Worker, and cancels by ending the worker.

// What the macro makes of a function speaks to the browser by raw pointers.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::io;

use fairdeal::{BoardSink, Progress, Watch, file_json, told_json};
use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

thread_local! {
    /// Whoever is told how far the work is.
    static TOLD: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Answers a request: the answer, with the same in words beside it. Fails with the error, as JSON too.
///
/// `progress` is called every so often with what is being done, how much of it is done, of how much (or nothing), and how many
/// deals were tried; it should be quick.
#[wasm_bindgen]
pub fn ask(request: &str, progress: Option<Function>) -> Result<String, String> {
    told_json(request, &watch(progress))
}

/// Writes a file: `take` gets its bytes as they come. `given` is the file that boards are taken from, if that is what is asked.
#[wasm_bindgen]
pub fn write(
    request: &str,
    given: &[u8],
    take: Function,
    progress: Option<Function>,
) -> Result<String, String> {
    file_json(request, given, &mut Taken(take), &watch(progress))
}

/// A watch that tells a function of the page.
fn watch(progress: Option<Function>) -> Watch {
    let is_told = progress.is_some();
    TOLD.with(|told| *told.borrow_mut() = progress);
    if is_told {
        Watch::telling(tell)
    } else {
        Watch::default()
    }
}

fn tell(progress: Progress) {
    TOLD.with(|told| {
        if let Some(function) = &*told.borrow() {
            let of = progress.of.map_or(JsValue::NULL, |of| (of as f64).into());
            // What the page makes of it is its own affair.
            let _ = function.call4(
                &JsValue::NULL,
                &progress.doing.into(),
                &(progress.done as f64).into(),
                &of,
                &(progress.tries as f64).into(),
            );
        }
    });
}

/// Bytes that go to a function of the page.
struct Taken(Function);

impl BoardSink for Taken {
    fn text(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let taken = self.0.call1(&JsValue::NULL, &Uint8Array::from(bytes));
        match taken {
            Ok(_) => Ok(()),
            Err(_) => Err(io::Error::other("the page does not take it")),
        }
    }
}

//! Fairdeal for assistants, by the model context protocol: the verbs of the library as tools, and texts that help to use them.
//!
//! An assistant's program starts [`serve`] and speaks with it on standard input and output, or asks a server at
//! [`over_http`]'s path. Requests are answered in the office of the server, within its bounds; here they are only called tools.

#![forbid(unsafe_code)]

mod assistant;
mod http;
mod resources;
mod tools;
mod version;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use fairdeal::Watch;
use fairdeal_server::{Bounds, Office};
use rpc::{Dialect, Input, Message, Output, Questions};

use assistant::Assistant;
pub use http::over_http;
use version::Version;

/// How often it is asked whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Threads beside those that work: one that reads, one that writes.
const READING_AND_WRITING: usize = 2;

/// Answers an assistant's program on standard input and output until it closes them, or the watch is stopped.
///
/// # Errors
/// That the system has no room for it, or that its input cannot be read.
pub fn serve(bounds: &Bounds, watch: &Watch) -> io::Result<()> {
    let runtime = bounds.runtime(READING_AND_WRITING)?;
    let ended = runtime.block_on(async {
        let assistant = Assistant::new(Arc::new(Office::new(bounds)));
        let stopped = async {
            while !watch.is_stopped() {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            ended = converse(assistant) => ended,
            () = stopped => Ok(()),
        }
    });
    // A thread that waits for input cannot be stopped, and is not waited for.
    runtime.shutdown_background();
    ended
}

/// What is asked is answered, and what is being worked on at the end is dropped.
async fn converse(assistant: Assistant) -> io::Result<()> {
    let assistant = Arc::new(assistant);
    let output = Arc::new(Output::new(Dialect::Assistant, tokio::io::stdout()));
    let mut questions = Questions::new(output.clone());
    let mut input = Input::new(Dialect::Assistant, tokio::io::stdin());
    // What was agreed on, if anything was: since 2026 every request says its version by itself.
    let mut agreed = None;
    while let Some(message) = input.next().await? {
        let message = match message {
            Ok(message) => message,
            Err(refusal) => {
                output.refuse(refusal).await;
                continue;
            }
        };
        let Message { id, method, params } = message;
        match (id, method) {
            (None, Some(method)) if method == "notifications/cancelled" => {
                questions.withdraw(&params["requestId"]);
            }
            (Some(id), Some(method)) => {
                if method == "initialize" {
                    agreed = Some(Version::agreed(&params));
                }
                let assistant = assistant.clone();
                questions.take(id, async move {
                    assistant.answer(&method, &params, agreed).await
                });
            }
            // What else we are told changes nothing, and what has no method answers a question that nobody asked.
            _ => {}
        }
    }
    Ok(())
}

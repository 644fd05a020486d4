//! Scripts in editors, by the language server protocol: errors as one types, completion, the odds of what is under the cursor,
//! and the way to where a name is given.
//!
//! [`serve`] speaks it on standard input and output. The language is asked of `fairdeal`; here texts are kept as the editor has
//! them ([`documents`](self)), places are turned into lines and columns, and answers into what the protocol calls them. Work that
//! takes long has a watch, which the next change of the text stops.

#![forbid(unsafe_code)]

mod documents;
mod positions;
mod replies;
mod server;

pub use server::converse;

/// Answers an editor on standard input and output until it says goodbye, or closes them.
///
/// # Errors
/// That the system has no threads to work with.
pub fn serve() -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(converse(tokio::io::stdin(), tokio::io::stdout()));
    // A thread that waits for input cannot be stopped, and is not waited for.
    runtime.shutdown_background();
    Ok(())
}

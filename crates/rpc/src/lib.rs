//! Conversations by JSON-RPC, as editors and the programs of assistants have them with us on standard input and output.
//!
//! It knows messages, how they are told apart, and that a question may be withdrawn while it is worked on. What can be asked it does not
//! know.

#![forbid(unsafe_code)]

mod message;
mod questions;
mod streams;

pub use message::{Message, Refusal, answer};
pub use questions::Questions;
pub use streams::{Input, Output};

/// Who speaks: the two protocols write the same messages in different ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The language server protocol: before each message is its length, and every question is answered, withdrawn or not.
    Editor,
    /// The model context protocol: a message a line, and no answer to a question that was withdrawn.
    Assistant,
}

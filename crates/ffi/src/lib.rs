//! The library for C, and for what calls C: Unity, Godot, C++. It knows pointers, numbers and who frees what, and decides
//! nothing: every function converts what it is given, asks the library, and converts the answer. docs/c.md shows its use.
//!
//! No panic crosses: every function works inside [`guard::guarded`]. `include/fairdeal.h` and the C# in `csharp/` are made of
//! these files by a test (`tests/bindings.rs`).

// What C gives is pointers: only here, and each use has its reason beside it.
#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]
#![allow(
    clippy::missing_safety_doc,
    reason = "what a caller owes is the same for all, and said once, at the top of the header"
)]

mod ask;
mod bots;
mod guard;
pub mod plain;
mod questions;
mod table;
mod watch;
mod worlds;

#[cfg(test)]
mod tests;

//! What bounds the server beside what the library bounds, and is no setting.

use std::time::Duration;

/// The longest body of a request, in bytes.
pub const LONGEST_BODY: usize = 1 << 20;
/// The longest head of a request, in bytes.
pub const LONGEST_HEAD: usize = 64 << 10;
/// The most connections; those beyond wait until one is closed.
pub const MOST_CONNECTIONS: usize = 2_000;
/// How long a client may take to send the head of a request or its body, how long it may take nothing of an answer, and how
/// long a connection may lie idle.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// When to come back, in seconds, if there is no room now.
pub const RETRY_AFTER: u64 = 2;
/// How many requests may wait, unless settings say otherwise.
pub const QUEUE: usize = 64;
/// How many seconds one request may take, unless settings say otherwise.
pub const SECONDS: u64 = 30;
/// The shortest token, in characters.
pub const SHORTEST_TOKEN: usize = 16;
/// Boards are handed over in pieces of about so many bytes.
pub(crate) const PIECE: usize = 32 << 10;
/// So many pieces may wait for a client to take them.
pub(crate) const PIECES: usize = 4;
/// The stack of a thread that answers.
pub(crate) const STACK: usize = 8 << 20;

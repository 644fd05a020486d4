//! The server as its clients see it: what it answers, and each of its bounds.

mod answers;
mod bounds;
mod client;
mod openapi;
mod shutdown;
mod studio;
